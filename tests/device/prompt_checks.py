"""Recorded prompts on a card: are they right, how long do they take, what of that is where."""

from __future__ import annotations

import time
from collections.abc import Callable

import torch

from engine.bench.clock import spans_s
from engine.bench.rig import Rig, noise_picture, prompt_around, random_rig
from engine.bench.steps import climb, generate
from engine.decode import EagerBackend
from engine.graphs.prompts import PromptGraphs
from engine.graphs.recorder import CudaRecorder
from engine.kernels.batched_step import BatchedStep
from engine.kernels.unpack import dense
from engine.ladder import Ladder
from engine.models.base import PreparedImage, Prompt, VisualFeatures
from engine.sampling import choose
from tests.device.card import DEVICE, GREEDY, profile, say, timed


def recorded_prompts() -> None:
    """Recorded tower and chunks at 2B dimensions beside eager ones: are they right, where does time go."""
    for int4 in (False, True):
        rig = random_rig("2b", DEVICE, torch.bfloat16, int4=int4, slots=3, context_tokens=2048)
        kind = "int4" if int4 else "bf16"
        if int4:
            weights = rig.model.step_weights()  # type: ignore[attr-defined]
            held = (weights.layers[0].gate_up, weights.layers[-1].down.row_block(100, 333), weights.head)
            same = [
                torch.equal(dense(part, torch.bfloat16), part.dequantize(torch.bfloat16)) for part in held
            ]
            say("unpacked weights equal:", same)
            del weights, held
        rows = BatchedStep(rig.model, rig.cache, None)
        rows.prepare()
        with torch.inference_mode():
            before = rig.model.encode_images([noise_picture("2b", (32, 64))], lambda: False)
            rig.model.prepare_vision(None)
            after = rig.model.encode_images([noise_picture("2b", (32, 64))], lambda: False)
        assert before is not None
        assert after is not None
        turn = type(rig.model.model.visual.blocks[0].attn.turn).__name__  # type: ignore[attr-defined]
        say(f"{kind} turned by {turn}, equal features {torch.equal(before.embeds, after.embeds)}")
        del before, after
        made = PromptGraphs(rig.eager, CudaRecorder(DEVICE), rows)
        image = noise_picture("2b", (32, 64))
        prompt = prompt_around(rig.spec, image, 34)
        made.takes_pictures([image])
        made.takes_chunk(0, len(prompt))
        free = torch.cuda.mem_get_info()[0]
        while made.has_wishes:
            began = time.perf_counter()
            made.record_wish(2)
            say(f"{kind} recorded in {time.perf_counter() - began:.2f} s")
        say(f"{kind} took {(free - torch.cuda.mem_get_info()[0]) / 1e6:.0f} MB of the card")
        with torch.inference_mode():
            plain = rig.model.encode_images([image], lambda: False)
        ours = made.encode([image], lambda: False)
        assert plain is not None
        assert ours is not None
        pairs = zip((ours.embeds, *ours.deepstack), (plain.embeds, *plain.deepstack), strict=True)
        say("  features apart:", [f"{apart(a, b):.4f}" for a, b in pairs])
        fuzz_chunks(rig, made)
        first_tokens(rig, made, image, prompt)


def apart(ours: torch.Tensor, theirs: torch.Tensor) -> float:
    return float((ours.float() - theirs.float()).norm() / theirs.float().norm())


def fuzz_chunks(rig: Rig, made: PromptGraphs) -> None:
    """Chunks of odd lengths at odd places in different slots: logits and stored keys against eager ones."""
    for slot, start, count in (
        (0, 0, 1),
        (1, 0, 31),
        (0, 70, 32),
        (2, 1000, 33),
        (1, 5, 546),
        (0, 1400, 600),
    ):
        ids = tuple(3 + index * 7 % 500 for index in range(start + count))
        prompt = Prompt(ids, torch.arange(len(ids)).expand(3, -1), 0, ())
        if not made.takes_chunk(start, len(ids)):
            while made.has_wishes:
                made.record_wish(2)
        if start:
            rig.eager.prefill(slot, prompt, None, 0, start)
        wanted = rig.eager.prefill(slot, prompt, None, start, len(ids))
        keys = rig.cache.keys[:, slot, :, : len(ids)].clone()
        if start:
            rig.cache.truncate(slot, start)
        ours = made.prefill(slot, prompt, None, start, len(ids))
        assert wanted is not None
        assert ours is not None
        say(
            f"  slot {slot} tokens {start}+{count}: logits {apart(ours, wanted):.4f} apart, keys "
            f"{apart(rig.cache.keys[:, slot, :, : len(ids)], keys):.4f}, same token "
            f"{int(ours.argmax()) == int(wanted.argmax())}, beyond it clean "
            f"{not bool(rig.cache.keys[:, slot, :, len(ids) :].any())}"
        )
        rig.cache.free(slot)


def first_tokens(rig: Rig, made: PromptGraphs, image: PreparedImage, prompt: Prompt) -> None:
    """Times of each part, eager and recorded, and what runs on the device in the recorded whole."""
    features = made.encode([image], lambda: False)
    asked = Prompt(
        prompt.input_ids + tuple(range(9, 33)),
        torch.cat((prompt.position_ids, torch.arange(24).expand(3, -1) + 200), 1),
        prompt.rope_delta,
        prompt.image_spans,
    )

    def eager_tower() -> object:
        with torch.inference_mode():
            return rig.model.encode_images([image], lambda: False)

    def again(backend: EagerBackend | PromptGraphs) -> object:
        rig.cache.truncate(0, len(prompt))
        return choose([GREEDY], backend.prefill(0, asked, None, len(prompt), len(asked)).unsqueeze(0))

    def whole() -> object:
        found = made.encode([image], lambda: False)
        return choose([GREEDY], made.prefill(0, prompt, found, 0, len(prompt)).unsqueeze(0))

    made.takes_chunk(len(prompt), len(asked))
    while made.has_wishes:
        made.record_wish(2)
    made.prefill(0, prompt, features, 0, len(prompt))
    parts: dict[str, Callable[[], object]] = {
        "eager tower": eager_tower,
        "eager prefill": lambda: rig.eager.prefill(0, prompt, features, 0, len(prompt)),
        "eager question": lambda: again(rig.eager),
        "tower": lambda: made.encode([image], lambda: False),
        "prefill": lambda: made.prefill(0, prompt, features, 0, len(prompt)),
        "whole with choice": whole,
        "question with choice": lambda: again(made),
        "empty slot": lambda: rig.cache.free(1),
    }
    for name, work in parts.items():
        spans = sorted(spans_s(work, DEVICE, 15, warm_up=2))
        say(f"  {rig.precision} {name}: {spans[7] * 1e3:.2f} ms (least {spans[0] * 1e3:.2f})")
    for (size, span), chunk in made._chunks.items():
        kind = "further" if span else "first"
        say(f"  {rig.precision} {kind} chunk of {size}, on the device: {timed(chunk.replay) * 1e3:.2f} ms")
    for size, tower in made._towers.items():
        say(f"  {rig.precision} tower of {size}, on the device: {timed(tower.replay) * 1e3:.2f} ms")
    row = torch.zeros(1, features.embeds.shape[1], device=DEVICE, dtype=torch.bfloat16)
    with torch.inference_mode():
        say(f"  {rig.precision} head of one row: {timed(lambda: rig.model.logits(row)) * 1e3:.2f} ms")
    began = time.perf_counter()
    with torch.inference_mode():
        for _ in range(20):
            made._towers[2048].state.load(image, rig.model.patch_places(image.grid_thw))
    torch.cuda.synchronize()
    say(f"  {rig.precision} patches to the card: {(time.perf_counter() - began) * 50:.2f} ms")
    profile(whole)
    profile(lambda: again(made))


def peaks() -> None:
    """What int4 at 2B dimensions takes of the card at most, stage by stage, in a context of 2,048 tokens."""
    torch.cuda.empty_cache()
    begun_with = torch.cuda.mem_get_info()[0]
    rig = random_rig("2b", DEVICE, torch.bfloat16, int4=True, slots=1, context_tokens=2048)
    image = noise_picture("2b", (32, 64))
    prompt = prompt_around(rig.spec, image, 34)
    ladder = Ladder(rig.eager, frozenset({-1}), None)
    found: list[VisualFeatures | None] = []

    def tower() -> None:
        with torch.inference_mode():
            found[:] = [ladder.encode_images([image], lambda: False)]

    def prefill() -> None:
        ladder.backend.prefill(0, prompt, found[0], 0, len(prompt))

    def climb_all() -> None:
        rig.cache.free(0)
        climb(rig, ladder)

    stages: list[tuple[str, Callable[[], object]]] = [
        ("eager tower", tower),
        ("eager prefill", prefill),
        ("climb", climb_all),
        ("tower before its size", tower),
        ("prefill before its size", prefill),
        ("record sizes", climb_all),
        ("tower", tower),
        ("prefill", prefill),
        ("decode", lambda: generate(ladder.backend, [0], 32)),
    ]
    say(f"filled: {torch.cuda.memory_allocated() / 1e6:.0f} MB, weights {rig.weights_bytes / 1e6:.0f}")
    for name, work in stages:
        torch.cuda.reset_peak_memory_stats()
        work()
        torch.cuda.synchronize()
        held, most = torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated()
        taken = begun_with - torch.cuda.mem_get_info()[0]
        figures = {
            "held": held,
            "at most": most,
            "reserved": torch.cuda.memory_reserved(),
            "of the card": taken,
        }
        say(f"  {name}, MB:", {key: round(value / 1e6) for key, value in figures.items()})
