"""Loading a folder, what it refuses and in which words, and what a loaded model offers."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import torch
from PIL import Image
from safetensors.torch import load_file

from engine.api import LoadRequest, Precision, RequestId, Role, Turn
from engine.checkpoint import LoadCancelledError
from engine.device import ONE_THREAD_BYTES, choose_placement, choose_threads
from engine.errors import (
    CheckpointError,
    ConfigError,
    DeviceError,
    EngineError,
    ImageError,
    OutOfMemoryError,
    RequestError,
    TokenizerError,
    UnsupportedArchitectureError,
)
from engine.runtime import Runtime, memory_guard
from tests.helpers.loading import encode, greedy, load, noise, user
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_checkpoint(tmp_path_factory.mktemp("models") / "tiny", seed=1)


@pytest.fixture(scope="module")
def runtime(folder: Path) -> Iterator[Runtime]:
    loaded = load(folder)
    yield loaded
    loaded.close()


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "copy"))


def edit(path: Path, **entries: Any) -> None:
    document = json.loads(path.read_text(encoding="utf-8")) | entries
    path.write_text(json.dumps(document), encoding="utf-8")


def test_what_is_loaded_is_told_in_numbers(runtime: Runtime, folder: Path) -> None:
    info = runtime.info
    assert info.name == "tiny"
    assert info.model_dir == folder
    assert info.architecture == "Qwen3VLForConditionalGeneration"
    # The tied head counts once: the file holds each parameter once, in fp32.
    assert info.parameters == sum(
        tensor.numel() for tensor in load_file(folder / "model.safetensors").values()
    )
    assert info.weights_bytes == info.parameters * 4
    assert (info.device, info.precision) == ("cpu", "fp32")
    assert (info.slots, info.context_tokens) == (runtime.slots, runtime.context_tokens) == (4, 1024)
    # One token more a slot than its context, for rows that store nothing.
    assert info.cache_bytes == 4 * (1024 + 1) * 2 * 4 * 2 * 32 * 4
    assert info.bundled is False


def test_memory_decides_slots_and_context_when_nobody_else_does(folder: Path) -> None:
    request = LoadRequest(RequestId("a"), folder, "cpu")
    loaded = Runtime.load(request, on_progress=lambda *_: None, cancelled=lambda: False)
    assert (loaded.slots, loaded.context_tokens) == (16, 4096)
    loaded.close()


def test_end_tokens_come_from_every_file(runtime: Runtime) -> None:
    added = runtime.tokenizer.added
    assert runtime.eos_token_ids == {added["<|im_end|>"], added["<|endoftext|>"]}


def test_progress_names_its_stages_and_reaches_the_total(folder: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    request = LoadRequest(RequestId("a"), folder, "cpu")
    Runtime.load(
        request,
        on_progress=lambda *step: seen.append(step),
        cancelled=lambda: False,
        slots=1,
        context_tokens=64,
    ).close()
    sentences = list(dict.fromkeys(sentence for sentence, _, _ in seen))
    assert sentences == ["Checking the model folder", "Reading the weights", "Preparing the model"]
    reading = [(done, total) for sentence, done, total in seen if sentence == "Reading the weights"]
    assert reading[-1][0] == reading[-1][1] > 0


def test_a_load_that_is_cancelled_ends(folder: Path) -> None:
    request = LoadRequest(RequestId("a"), folder, "cpu")
    with pytest.raises(LoadCancelledError):
        Runtime.load(request, on_progress=lambda *_: None, cancelled=lambda: True)


def test_closing_gives_everything_up_and_refuses_steps(folder: Path) -> None:
    loaded = load(folder)
    prompt = loaded.build_prompt([user("a")], [])
    greedy(loaded, 0, prompt, None, 2)
    loaded.close()
    loaded.close()
    assert loaded.model is None
    assert loaded.length(0) == 0
    loaded.free(0)
    for step in (
        lambda: loaded.prefill(0, prompt, None, 0, len(prompt)),
        lambda: loaded.decode([0], [1]),
        lambda: loaded.encode_images([], lambda: False),
    ):
        with pytest.raises(RequestError, match="closed"):
            step()


def test_a_second_load_gives_the_same_answers(folder: Path, runtime: Runtime) -> None:
    again = load(folder)
    prompt = runtime.build_prompt([user("hello")], [])
    assert greedy(again, 0, prompt, None, 16) == greedy(runtime, 0, prompt, None, 16)
    again.close()


def test_bf16_halves_the_bytes(folder: Path) -> None:
    loaded = load(folder, precision=Precision.BF16)
    assert loaded.info.precision == "bf16"
    assert loaded.info.weights_bytes == loaded.info.parameters * 2
    prompt = loaded.build_prompt([user("hello")], [])
    logits = loaded.prefill(0, prompt, None, 0, len(prompt))
    assert logits is not None
    assert logits.dtype == torch.float32
    loaded.close()


def test_memory_is_that_of_the_process_on_a_cpu(runtime: Runtime) -> None:
    used, total = runtime.memory()
    assert 0 < used < total == psutil.virtual_memory().total


def cut_in_half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


REFUSED: dict[str, tuple[Callable[[Path], object], type[EngineError], str]] = {
    "no config": (lambda d: (d / "config.json").unlink(), ConfigError, "config.json"),
    "another family": (
        lambda d: edit(d / "config.json", architectures=["LlavaForConditionalGeneration"]),
        UnsupportedArchitectureError,
        "Llava",
    ),
    "no weights": (lambda d: (d / "model.safetensors").unlink(), CheckpointError, "model.safetensors"),
    "half the weights": (lambda d: cut_in_half(d / "model.safetensors"), CheckpointError, "cut short"),
    "a pointer": (
        lambda d: (d / "model.safetensors").write_bytes(b"version https://git-lfs.github.com/spec/v1\n"),
        CheckpointError,
        "git lfs pull",
    ),
    "other sizes": (
        lambda d: edit(
            d / "config.json",
            text_config=json.loads((d / "config.json").read_text())["text_config"]
            | {"intermediate_size": 97},
        ),
        CheckpointError,
        "do not fit",
    ),
    "no tokenizer": (lambda d: (d / "tokenizer.json").unlink(), TokenizerError, "tokenizer.json"),
    "no preprocessor": (
        lambda d: (d / "preprocessor_config.json").unlink(),
        ConfigError,
        "preprocessor_config.json",
    ),
    "another patch size": (
        lambda d: edit(d / "preprocessor_config.json", patch_size=14),
        ConfigError,
        "patch_size",
    ),
    "no resizing": (
        lambda d: edit(d / "preprocessor_config.json", do_resize=False),
        ConfigError,
        "do_resize",
    ),
    "another filter": (lambda d: edit(d / "preprocessor_config.json", resample=2), ConfigError, "resample"),
    "flat std": (
        lambda d: edit(d / "preprocessor_config.json", image_std=[0.5, 0, 0.5]),
        ConfigError,
        "image_std",
    ),
    "limits crossed": (
        lambda d: edit(d / "preprocessor_config.json", min_pixels=5000, max_pixels=4000),
        ConfigError,
        "size",
    ),
    "a damaged profile": (lambda d: (d / "yomi.json").write_text("{"), ConfigError, "yomi.json"),
    "a profile nested beyond reason": (
        lambda d: (d / "yomi.json").write_text("[" * 100_000),
        ConfigError,
        "yomi.json",
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_folder_that_cannot_be_used_says_why(copy: Path, kind: str) -> None:
    damage, error, words = REFUSED[kind]
    damage(copy)
    with pytest.raises(error) as caught:
        load(copy)
    assert words in caught.value.user_message
    assert caught.value.user_message.endswith(".")


def test_a_tokenizer_larger_than_the_model_is_refused(copy: Path) -> None:
    document = json.loads((copy / "tokenizer.json").read_text(encoding="utf-8"))
    first = document["added_tokens"][0]
    highest = max(token["id"] for token in document["added_tokens"])
    document["added_tokens"] += [
        first | {"id": number, "content": f"<|extra{number}|>"} for number in range(highest + 1, 513)
    ]
    (copy / "tokenizer.json").write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(ConfigError, match="more tokens"):
        load(copy)


def test_pixel_limits_may_stand_in_either_place(copy: Path) -> None:
    path = copy / "preprocessor_config.json"
    edit(path, size=None, min_pixels=256, max_pixels=1024)
    assert load(copy).processor.size(1000, 1000, None) == (32, 32, 4)
    edit(path, size={"shortest_edge": 256, "longest_edge": 4096}, min_pixels=None, max_pixels=None)
    assert load(copy).processor.size(1000, 1000, None) == (64, 64, 16)


def test_int4_without_a_sidecar_is_refused_with_the_command(folder: Path) -> None:
    with pytest.raises(DeviceError, match=f"yomi quantize {folder}"):
        load(folder, precision=Precision.INT4)


@pytest.mark.parametrize(("device", "words"), [("cuda", "NVIDIA"), ("mps", "Apple"), ("tpu", "tpu")])
def test_a_device_that_is_not_there_is_a_sentence(
    device: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    with pytest.raises(DeviceError, match=words) as caught:
        choose_placement(device, Precision.AUTO)
    assert "choose" in caught.value.user_message


def test_auto_falls_back_to_the_cpu_in_fp32(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    placement = choose_placement("auto", Precision.AUTO)
    assert (placement.device.type, placement.dtype) == ("cpu", torch.float32)


def test_a_card_without_bf16_runs_in_fp32_and_refuses_bf16(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "current_device", lambda: 0)
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda including_emulation: including_emulation)
    assert choose_placement("auto", Precision.AUTO).dtype == torch.float32
    with pytest.raises(DeviceError, match="bf16"):
        choose_placement("cuda", Precision.BF16)
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda including_emulation: True)
    assert choose_placement("auto", Precision.AUTO).dtype == torch.bfloat16


def test_small_models_decode_on_one_thread() -> None:
    placement = choose_placement("cpu", Precision.AUTO)
    assert placement.for_weights(50_000_000).decode_threads == 1
    assert placement.for_weights(ONE_THREAD_BYTES).decode_threads == placement.prompt_threads


def test_threads_respect_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    assert choose_threads() == 1
    monkeypatch.setenv("OMP_NUM_THREADS", "many")
    assert choose_threads() >= 1


def test_a_prompt_needs_as_many_pictures_as_its_turns_name(runtime: Runtime) -> None:
    picture = runtime.prepare_image(noise(32, 32), None)
    for turns, images in (([user("a", 1)], []), ([user("a")], [picture]), ([user("a", 1)], [picture] * 2)):
        with pytest.raises(RequestError, match="do not match"):
            runtime.build_prompt(turns, images)


def test_a_placeholder_typed_by_the_user_stands_for_nothing(runtime: Runtime) -> None:
    prompt = runtime.build_prompt([user("<|image_pad|><|vision_start|>")], [])
    assert prompt.image_spans == ()
    assert runtime.spec.image_token_id not in prompt.input_ids


def test_every_picture_has_its_own_span(runtime: Runtime) -> None:
    images = [runtime.prepare_image(noise(*size), None) for size in ((64, 64), (32, 48), (48, 16))]
    turns = [user("a", 2), Turn(Role.ASSISTANT, "b"), user("c", 1)]
    prompt = runtime.build_prompt(turns, images)
    feature = 0
    for span, image in zip(prompt.image_spans, images, strict=True):
        assert span.stop - span.start == image.visual_tokens
        assert span.feature_start == feature
        assert set(prompt.input_ids[span.start : span.stop]) == {runtime.spec.image_token_id}
        feature += image.visual_tokens
    assert prompt.visual_tokens == feature


def test_a_prefix_makes_the_prompt_longer_by_its_own_tokens(runtime: Runtime) -> None:
    plain = runtime.build_prompt([user("a")], [])
    longer = runtime.build_prompt([user("a")], [], prefix="Total")
    assert longer.input_ids[: len(plain)] == plain.input_ids
    assert runtime.tokenizer.decode(longer.input_ids[len(plain) :]) == "Total"


def test_no_conversation_at_all_still_asks_the_assistant(runtime: Runtime) -> None:
    assert runtime.tokenizer.decode(runtime.build_prompt([], []).input_ids) == "assistant\n"


@pytest.mark.parametrize("block", range(5))
def test_the_tower_stops_between_blocks(runtime: Runtime, block: int) -> None:
    picture = runtime.prepare_image(noise(64, 64), None)
    asked = []

    def cancelled() -> bool:
        asked.append(1)
        return len(asked) > block

    assert runtime.encode_images([picture], cancelled) is None
    assert len(asked) == block + 1


def test_pictures_of_one_prompt_do_not_see_each_other(runtime: Runtime) -> None:
    images = [runtime.prepare_image(noise(*size, seed=size[0]), None) for size in ((64, 64), (32, 48))]
    together = encode(runtime, images)
    apart = [encode(runtime, [image]) for image in images]
    assert together is not None
    joined = torch.cat([features.embeds for features in apart if features is not None])
    assert float((together.embeds - joined).abs().max()) <= 1e-5


@pytest.mark.parametrize(("width_px", "height_px"), [(3, 900), (900, 3), (201, 1)])
def test_a_line_of_pixels_is_refused(runtime: Runtime, width_px: int, height_px: int) -> None:
    with pytest.raises(ImageError) as caught:
        runtime.prepare_image(noise(width_px, height_px), None)
    assert caught.value.code == "image_aspect"
    with pytest.raises(ImageError):
        runtime.processor.size(width_px, height_px, 10)


def test_a_picture_without_pixels_is_refused(runtime: Runtime) -> None:
    with pytest.raises(ImageError) as caught:
        runtime.processor.size(0, 10, None)
    assert caught.value.code == "image_empty"


def test_a_thin_picture_may_exceed_its_budget_and_says_by_how_much(runtime: Runtime) -> None:
    width, height, tokens = runtime.processor.size(20_000, 110, 8)
    assert (height, tokens) == (16, width // 16)
    assert tokens > 8
    prepared = runtime.prepare_image(noise(20_000, 110), 8)
    assert prepared.visual_tokens == tokens


@pytest.mark.parametrize("budget", [0, -5, 1])
def test_the_smallest_budget_is_one_token(runtime: Runtime, budget: int) -> None:
    assert runtime.processor.size(640, 640, budget) == (16, 16, 1)


def test_pictures_in_other_modes_become_rgb(runtime: Runtime) -> None:
    grey = Image.new("L", (32, 32), 200)
    same = Image.new("RGB", (32, 32), (200, 200, 200))
    ours, theirs = (runtime.prepare_image(image, None).pixel_values for image in (grey, same))
    assert torch.equal(ours, theirs)


@pytest.mark.parametrize("size", range(32, 700, 61))
def test_no_size_gives_numbers_that_are_not_finite(runtime: Runtime, size: int) -> None:
    """github.com/ggml-org/llama.cpp/issues/17534: one size that broke the answer."""
    picture = runtime.prepare_image(noise(size, 1024 - size), 64)
    features = encode(runtime, [picture])
    assert features is not None
    assert torch.isfinite(features.embeds).all()


def test_every_way_of_running_out_of_memory_is_one_error() -> None:
    raised: list[Exception] = [
        MemoryError("12 GiB"),
        torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB"),
        RuntimeError(
            "[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes"
        ),
        RuntimeError("DefaultCPUAllocator: not enough memory: you tried to allocate 9 bytes."),
        RuntimeError("MPS backend out of memory (MPS allocated: 1 GB)"),
    ]
    for error in raised:
        with pytest.raises(OutOfMemoryError) as caught, memory_guard():
            raise error
        assert caught.value.__cause__ is None
        assert "smaller" in caught.value.user_message


def test_other_errors_pass_the_memory_guard_unchanged() -> None:
    with pytest.raises(RuntimeError, match="shapes"), memory_guard():
        raise RuntimeError("shapes do not match")


def test_a_context_that_no_memory_holds_is_refused_at_load(folder: Path) -> None:
    request = LoadRequest(RequestId("a"), folder, "cpu")
    with pytest.raises(OutOfMemoryError):
        Runtime.load(
            request, on_progress=lambda *_: None, cancelled=lambda: False, slots=1 << 24, context_tokens=4096
        )
