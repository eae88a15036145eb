"""A 2B checkpoint out of the page cache onto a card: how long that takes, and to the first fast token."""

from __future__ import annotations

import io
import json
import shutil
import struct
import tempfile
import time
from pathlib import Path
from typing import cast

import torch
from torch import nn

from engine.api import (
    Finished,
    GenerationRequest,
    ImageInput,
    LoadRequest,
    Precision,
    RequestId,
    Role,
    Task,
    Turn,
)
from engine.bench.dimensions import DIMENSIONS
from engine.bench.rig import random_rig
from engine.decode import DecodeRow
from engine.ladder import Rung
from engine.runtime import Runtime
from engine.stepper import Stepper
from tests.device.card import DEVICE, GREEDY, say
from tests.helpers.loading import noise, user
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint


def write_folder(folder: Path) -> None:
    """Random weights at 2B dimensions with the tokenizer of the tests' tiny model."""
    write_tiny_checkpoint(folder)
    vision = DIMENSIONS["2b"]["vision_config"]
    processor = {"merge_size": vision["spatial_merge_size"]}
    processor |= {key: vision[key] for key in ("patch_size", "temporal_patch_size")}
    (folder / "preprocessor_config.json").write_text(json.dumps(processor), "utf-8")
    small = json.loads((folder / "config.json").read_text("utf-8"))
    config = dict(DIMENSIONS["2b"])
    for key in ("image_token_id", "video_token_id", "vision_start_token_id", "vision_end_token_id"):
        config[key] = small[key]
    (folder / "config.json").write_text(json.dumps(config), "utf-8")
    rig = random_rig("2b", DEVICE, torch.bfloat16, int4=False, slots=1, context_tokens=64)
    module, header, position = cast(nn.Module, rig.model), {}, 0
    tensors = {name: value.detach() for name, value in module.named_parameters()}
    for name, value in tensors.items():
        stop = position + value.nbytes
        header[name] = {"dtype": "BF16", "shape": list(value.shape), "data_offsets": [position, stop]}
        position = stop
    text = json.dumps(header).encode()
    with (folder / "model.safetensors").open("wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for value in tensors.values():
            file.write(value.contiguous().flatten().view(torch.uint8).cpu().numpy().data)


def loading() -> None:
    """As the product loads, twice; then every rung, and sixteen tokens."""
    root = Path("/dev/shm") if Path("/dev/shm").is_dir() else None
    folder = Path(tempfile.mkdtemp(dir=root))
    try:
        write_folder(folder)
        torch.cuda.empty_cache()
        for precision in (Precision.BF16, Precision.BF16):
            _load_and_speak(folder, precision)
    finally:
        shutil.rmtree(folder)


def _load_and_speak(folder: Path, precision: Precision) -> None:
    began = time.perf_counter()
    runtime = Runtime.load(
        LoadRequest(RequestId("check"), folder, DEVICE.type, precision),
        on_progress=lambda _sentence, _done, _total: None,
        cancelled=lambda: False,
    )
    torch.cuda.synchronize()
    loaded = time.perf_counter()
    prompt = runtime.build_prompt([user("What is the total?")], [])
    logits = runtime.prefill(0, prompt, None, 0, len(prompt))
    assert logits is not None
    token = int(logits.argmax())
    first = time.perf_counter()
    while runtime.can_improve and runtime.rung != Rung.FUSED:
        runtime.improve()
    climbed = time.perf_counter()
    said = 0
    while said < 16:
        choices = runtime.generate([DecodeRow(0, token, GREEDY)])[0]
        said += len(choices)
        token = choices[-1].token_id if choices else token
    fast = time.perf_counter()
    say(
        f"loaded in {loaded - began:.2f} s ({runtime.info.weights_bytes / 1e9 / (loaded - began):.1f} GB/s), "
        f"first token {first - loaded:.2f}, {runtime.rung} {climbed - first:.2f}, "
        f"16 tokens {fast - climbed:.2f}; {fast - began:.2f} s in all {runtime.rung_note}"
    )
    for slot in range(runtime.slots):
        runtime.free(slot)
    _ask_again(runtime)
    runtime.close()


def _ask_again(runtime: Runtime) -> None:
    """Questions about one picture as the window asks them: the file's bytes in, the first token out."""
    stepper, buffer = Stepper(runtime), io.BytesIO()
    noise(1024, 512).save(buffer, "PNG")
    picture = ImageInput(buffer.getvalue(), "a.png")
    for index in range(6):
        turn = Turn(Role.USER, f"Question {index} about this picture, in some words?", (picture,))
        request = GenerationRequest(RequestId("r"), (turn,), Task.ASK, max_new_tokens=4)
        *_, end = stepper.stream(request)
        if not isinstance(end, Finished):
            say("  failed:", end)
            return
        found = end.metrics
        spans = {
            "first token": found.first_token_s,
            "decode": found.image_decode_s,
            "patches": found.preprocess_s,
            "vision": found.vision_s,
            "prefill": found.prefill_s,
        }
        shown = ", ".join(f"{name} {span_s * 1e3:.2f}" for name, span_s in spans.items())
        kept = f"{found.reused_tokens} of {found.prompt_tokens} tokens were there"
        say(f"  question {index}, ms: {shown}; {kept}")
        while stepper.can_improve:
            stepper.improve()
        # What ran ahead of the answer's end is over before anybody could have typed the next question.
        torch.cuda.synchronize()
