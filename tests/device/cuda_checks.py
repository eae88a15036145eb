"""Checks that need an NVIDIA card: `python -m tests.device.cuda_checks [SECTION…]`. No part of the suite.

Each section prints one line a finding; a section that fails says so and the next one goes on.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import torch

from app.commands.bench import table
from engine.api import LoadRequest, Precision, RequestId
from engine.bench.plan import BenchPlan
from engine.bench.rig import Rig, random_rig, token_run
from engine.bench.run import run_bench
from engine.decode import DecodeRow, EagerBackend
from engine.graphs.attention import SpanAttention, VariableAttention
from engine.graphs.backend import GraphBackend
from engine.graphs.recorder import CudaRecorder
from engine.graphs.track import AttentionMaker
from engine.ladder import Ladder
from engine.runtime import Runtime
from tests.device import draw_checks, exact_checks, load_checks, prompt_checks
from tests.device.card import DEVICE, GREEDY, check, run_checks, say, timed
from tests.helpers.loading import encode, greedy, noise, user
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint

NO_END = frozenset({-1})
check(prompt_checks.recorded_prompts)
check(prompt_checks.peaks)
check(load_checks.loading)
check(exact_checks.exactness)
check(draw_checks.sampled_rows)
BF16_ULPS = 2


def load(folder: Path, device: str, precision: Precision, slots: int = 4, context: int = 1024) -> Runtime:
    return Runtime.load(
        LoadRequest(RequestId("check"), folder, device, precision),
        on_progress=lambda _sentence, _done, _total: None,
        cancelled=lambda: False,
        slots=slots,
        context_tokens=context,
    )


def variable(cache, state, start, bucket):  # type: ignore[no-untyped-def]
    del start
    return VariableAttention(cache, state, bucket)


def graphs(
    eager: EagerBackend, attention: AttentionMaker, *, chunk: int | None = None, eos: frozenset[int] = NO_END
) -> GraphBackend:
    return GraphBackend(
        eager, eos, CudaRecorder(DEVICE), attention, any_slots=attention is variable, chunk_steps=chunk
    )


def go_on(backend: GraphBackend, slots: Sequence[int], first: Sequence[int], tokens: int) -> list[list[int]]:
    """What each slot says next, `tokens` tokens of it, without the first."""
    said: dict[int, list[int]] = {slot: [] for slot in slots}
    last = dict(zip(slots, first, strict=True))
    while min(len(row) for row in said.values()) < tokens:
        given = backend.generate([DecodeRow(slot, last[slot], GREEDY) for slot in slots])
        for slot, choices in given.items():
            said[slot] += [choice.token_id for choice in choices]
            if choices:
                last[slot] = choices[-1].token_id
    for slot in slots:
        backend.forget(slot)
    return [said[slot][:tokens] for slot in slots]


def near_ties(eager: EagerBackend, slot: int, tokens: Sequence[int]) -> tuple[int, int]:
    """Walk the reference along `tokens`: how often it would have said another, and how often clearly so."""
    other = clear = 0
    for given, said in pairwise(tokens):
        logits = eager.decode([slot], [given])[0]
        best = float(logits.max())
        if int(logits.argmax()) != said:
            other += 1
            ulp = 2.0 ** (torch.tensor(abs(best)).log2().floor().item() - 7)
            clear += best - float(logits[said]) > BF16_ULPS * ulp
    return other, clear


@check
def eager_parity() -> None:
    """The eager engine on the card against itself on the CPU, in fp32 and bf16."""
    folder = write_tiny_checkpoint(Path(tempfile.mkdtemp()), seed=1, tied=False)
    logits, tokens = {}, {}
    for device, precision in (
        ("cpu", Precision.FP32),
        ("cuda", Precision.FP32),
        ("cpu", Precision.BF16),
        ("cuda", Precision.BF16),
    ):
        runtime = load(folder, device, precision)
        images = [
            runtime.prepare_image(noise(131, 77, seed=3), None),
            runtime.prepare_image(noise(64, 48), None),
        ]
        prompt = runtime.build_prompt([user("Read all the text", 2)], images)
        features = encode(runtime, images)
        result = runtime.prefill(0, prompt, features, 0, len(prompt))
        assert result is not None
        logits[device, precision] = result.float().cpu()
        tokens[device, precision] = greedy(runtime, 1, prompt, features, 60, chunk=13)
        runtime.close()
    for precision in (Precision.FP32, Precision.BF16):
        near, far = logits["cpu", precision], logits["cuda", precision]
        mine, theirs = tokens["cuda", precision], tokens["cpu", precision]
        same = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b), 60)
        say(f"eager {precision}: max |cuda - cpu| {float((near - far).abs().max()):.1e}, tokens {same}/60")


@check
def sidecar() -> None:
    """A packed sidecar on the card against the CPU."""
    folder = Path(".gpu/tiny_q")
    results = []
    for device in ("cpu", "cuda"):
        runtime = load(folder, device, Precision.INT4)
        prompt = runtime.build_prompt([user("What is the total?")], [])
        result = runtime.prefill(0, prompt, None, 0, len(prompt))
        assert result is not None
        step = runtime.decode([0], [65])[0]
        results.append((result.float().cpu(), step.float().cpu(), runtime.placement.dtype))
        runtime.close()
    for name, at in (("prefill", 0), ("decode", 1)):
        near, far = results[0][at], results[1][at]
        say(f"sidecar {name}: relative {float((near - far).norm() / near.norm()):.2e} {results[1][2]}")
    rig = random_rig("tiny", DEVICE, torch.bfloat16, int4=True, slots=1, context_tokens=128)
    cpu = random_rig("tiny", torch.device("cpu"), torch.float32, int4=True, slots=1, context_tokens=128)
    say("packed int4 on the card:", bool(token_run(rig, 0, 40).isfinite().all()), token_run(cpu, 0, 40).shape)


@check
def graph_exact() -> None:
    """500 recorded steps against 500 eager ones in fp32, for each kind of attention where it applies."""
    folder = write_tiny_checkpoint(Path(tempfile.mkdtemp()), seed=1, tied=False)
    runtime = load(folder, "cuda", Precision.FP32)
    eager = runtime.backend
    assert isinstance(eager, EagerBackend)
    prompts = [
        runtime.build_prompt([user(text)], []) for text in ("What is the total?", "x", "Read all of it")
    ]
    wanted = [greedy(runtime, 0, prompt, None, 501) for prompt in prompts]
    for slots in ((0,), (2,), (0, 1, 2), (1, 3)):
        backend = graphs(eager, SpanAttention)
        first = []
        for slot, prompt in zip(slots, prompts, strict=False):
            result = backend.prefill(slot, prompt, None, 0, len(prompt))
            assert result is not None
            first.append(int(result.argmax()))
        said = go_on(backend, slots, first, 500)
        say("graph == eager, slots", slots, [row == wanted[i][1:] for i, row in enumerate(said)])
    runtime.close()


@check
def graph_near() -> None:
    """2B dimensions in bf16: recorded steps may differ from eager ones at near ties only."""
    rig = random_rig("2b", DEVICE, torch.bfloat16, int4=False, slots=4, context_tokens=2048)
    for name, attention in (("span", SpanAttention), ("flash", variable)):
        backend = graphs(rig.eager, attention)
        for slots in ((1,), (0, 1, 2)):
            firsts = [int(token_run(rig, slot, 300 + 50 * slot).argmax()) for slot in slots]
            said = go_on(backend, slots, firsts, 200)
            found = []
            for slot, first, row in zip(slots, firsts, said, strict=True):
                token_run(rig, slot, 300 + 50 * slot)
                found.append(near_ties(rig.eager, slot, [first, *row]))
            say(f"{name} {slots}: (other, clearly other) of 200:", found)


@check
def varied_prefill() -> None:
    """The flash kernel over a padded chunk whose place is read from the device, against plain attention."""
    heads, kv_heads, width, stored, rows, start = 16, 8, 128, 1025, 256, 70
    kept = torch.randn(4, kv_heads, stored, width, device=DEVICE, dtype=torch.bfloat16)
    query = torch.randn(rows, heads, width, device=DEVICE, dtype=torch.bfloat16)
    run = 4 * kv_heads * stored - (kv_heads - 1) * stored
    flat = kept.as_strided((run, kv_heads, width), (width, stored * width, 1))
    for slot, count in ((0, 200), (3, 256), (2, 1)):
        ends = torch.tensor([0, count], device=DEVICE, dtype=torch.int32)
        begins = torch.tensor([slot * kv_heads * stored] * 2, device=DEVICE, dtype=torch.int32)
        used = torch.tensor([start + count], device=DEVICE, dtype=torch.int32)
        mixed = torch.ops.aten._flash_attention_forward(
            query, flat, flat, ends, begins, rows, 1024, 0.0, True, False, seqused_k=used
        )[0]
        keys = kept[slot, :, : start + count].repeat_interleave(2, 0)
        mask = torch.arange(start + count, device=DEVICE) <= torch.arange(
            start, start + count, device=DEVICE
        ).unsqueeze(-1)
        plain = torch.nn.functional.scaled_dot_product_attention(
            query[:count].transpose(0, 1), keys, keys, attn_mask=mask
        ).transpose(0, 1)
        worst = float((mixed[:count] - plain).abs().max())
        say(f"padded chunk in slot {slot}, {count} rows: {worst:.1e}")


@check
def no_drift() -> None:
    """10,000 replays of one step in fp32, over and over the same 200 tokens."""
    folder = write_tiny_checkpoint(Path(tempfile.mkdtemp()), seed=1, tied=False)
    runtime = load(folder, "cuda", Precision.FP32)
    eager = runtime.backend
    assert isinstance(eager, EagerBackend)
    backend = graphs(eager, SpanAttention)
    prompt = runtime.build_prompt([user("What is the total?")], [])
    seen = set()
    for _ in range(50):
        logits = backend.prefill(0, prompt, None, 0, len(prompt))
        assert logits is not None
        seen.add(tuple(go_on(backend, [0], [int(logits.argmax())], 200)[0]))
    say("10,000 replays:", "no drift" if len(seen) == 1 else f"{len(seen)} different texts")
    runtime.close()


@check
def copy_bandwidth() -> None:
    size = 2 << 30
    source = torch.randint(0, 255, (size,), dtype=torch.uint8, device=DEVICE)
    target = torch.empty_like(source)
    say(
        f"copy: {2 * size / timed(lambda: target.copy_(source)) / 1e12:.2f} TB/s",
        torch.cuda.get_device_name(),
    )


@check
def decode_speed() -> None:
    for int4 in (False, True):
        rig = random_rig("2b", DEVICE, torch.bfloat16, int4=int4, slots=32, context_tokens=4608)
        kind = "int4" if int4 else "bf16"
        token_run(rig, 0, 1024)
        began = time.perf_counter()
        for _ in range(20):
            int(rig.eager.decode([0], [7])[0].argmax())
        say(f"{kind} eager: {20 / (time.perf_counter() - began):.0f} tok/s")
        if int4:
            continue
        for name, attention in (("span", SpanAttention), ("flash", variable)):
            for rows, context in ((1, 1024), (1, 4096), (8, 1024), (32, 1024)):
                speed_of(rig, f"{kind} {name}", attention, rows, context)


@check
def ladder() -> None:
    """Every rung at 2B dimensions: is it reached, how long does it take, how fast is it."""
    for int4 in (False, True):
        rig = random_rig("2b", DEVICE, torch.bfloat16, int4=int4, slots=8, context_tokens=4608)
        made = Ladder(rig.eager, NO_END, Path(tempfile.mkdtemp()))
        while made.can_climb:
            began = time.perf_counter()
            made.climb(7)
            say(f"int4={int4} {made.rung} after {time.perf_counter() - began:.2f} s {made.note}")
        if not isinstance(made.backend, GraphBackend):
            continue
        for context in (1024, 4096):
            token_run(rig, 0, context)
            for _ in range(3):
                began = time.perf_counter()
                go_on(made.backend, [0], [7], 256)
                torch.cuda.synchronize()
                span_s = time.perf_counter() - began
                rig.cache.truncate(0, context)
            share = rig.step_bytes(context + 128) * 256 / span_s / 1e12
            say(f"  ctx {context}: {256 / span_s:.0f} tok/s, {share:.2f} TB/s")
        token_run(rig, 1, 300)
        said = go_on(made.backend, [1], [7], 300)[0]
        token_run(rig, 1, 300)
        say("  (other, clearly other) of 300:", near_ties(rig.eager, 1, [7, *said]))


def speed_of(rig: Rig, name: str, attention: AttentionMaker, rows: int, context: int) -> None:
    for slot in range(rows):
        token_run(rig, slot, context)
    backend = graphs(rig.eager, attention)
    slots, first = list(range(rows)), [7] * rows
    began = time.perf_counter()
    go_on(backend, slots, first, 1)
    torch.cuda.synchronize()
    recorded_s = time.perf_counter() - began
    (track,) = backend._tracks.values()
    step_s = timed(lambda: track.launch(1, context + 64), 30)
    for slot in range(rows):
        rig.cache.truncate(slot, context)
    best = 0.0
    for _ in range(3):
        began = time.perf_counter()
        go_on(backend, slots, first, 128)
        best = max(best, 128 * rows / (time.perf_counter() - began))
        for slot in range(rows):
            rig.cache.truncate(slot, context)
    bytes_s = rig.step_bytes(context + 64, rows) * best / rows
    say(
        f"{name} rows {rows} ctx {context}: step {step_s * 1e3:.3f} ms, {best:.0f} tok/s, "
        f"{bytes_s / 1e12:.2f} TB/s, recorded in {recorded_s:.2f} s"
    )


@check
def bench() -> None:
    """The quick measurement, as the product takes it."""
    plan = BenchPlan(None, "2b", "cuda", Precision.AUTO, Path(tempfile.mkdtemp()), quick=True)
    report = run_bench(plan, lambda stage: say("  measuring", stage))
    for line in table(report):
        say(line)


if __name__ == "__main__":
    run_checks(sys.argv[1:])
