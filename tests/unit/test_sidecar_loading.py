"""Running on int4 weights: the numbers are those of the file, and what they replace is never read."""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from torch import Tensor

from engine import checkpoint as checkpoint_module
from engine import model_folder as model_folder_module
from engine import quantized_linear
from engine.api import LoadRequest, Precision, RequestId
from engine.checkpoint import LoadCancelledError
from engine.models.base import PreparedImage, Prompt
from engine.quantized_linear import Int8Rows
from engine.runtime import Runtime
from engine.tensor_file import StoredTensor
from tests.helpers.loading import encode, greedy, load, noise, user
from tests.helpers.quantized import SIDECAR, WEIGHTS, quantize, unpacked, write_unpacked, write_variant

VARIANTS = ("tied", "own_head", "biased")
FORMS = ("unpacked", "packed", "packed_anywhere")
"""Weights unpacked at load; kept packed; kept packed without torch's kernel for this processor."""


@pytest.fixture(scope="module", params=VARIANTS)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / str(request.param)
    write_variant(path, tied=request.param == "tied", attention_bias=request.param == "biased")
    quantize(path)
    return path


@pytest.fixture(scope="module")
def reference(folder: Path) -> Iterator[Runtime]:
    """The same numbers in a checkpoint in full precision."""
    loaded = load(write_unpacked(folder, folder.parent / "unpacked"), slots=2)
    yield loaded
    loaded.close()


def choose_form(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if form != "unpacked":
        monkeypatch.setattr(model_folder_module, "UNPACKED_BELOW_BYTES", 0)
    if form == "packed":
        monkeypatch.setattr(quantized_linear, "has_cpu_kernel", lambda: True)
    if form == "packed_anywhere":
        monkeypatch.setattr(quantized_linear, "has_cpu_kernel", lambda: False)


def question(runtime: Runtime) -> tuple[Prompt, list[PreparedImage]]:
    images = [runtime.prepare_image(noise(48, 32, seed=3), None)]
    return runtime.build_prompt([user("read all the text in this image", 1)], images), images


def first_logits(runtime: Runtime, slot: int = 0) -> Tensor:
    prompt, images = question(runtime)
    logits = runtime.prefill(slot, prompt, encode(runtime, images), 0, len(prompt))
    assert logits is not None
    return logits


def relative(value: Tensor, expected: Tensor) -> float:
    return float((value - expected).norm() / expected.norm())


@pytest.mark.parametrize(("form", "bound"), [("unpacked", 1e-6), ("packed_anywhere", 1e-5), ("packed", 0.03)])
def test_logits_are_those_of_the_numbers_in_the_file(
    folder: Path, reference: Runtime, form: str, bound: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_form(form, monkeypatch)
    runtime = load(folder, precision=Precision.INT4, slots=2)
    expected = first_logits(reference)
    assert relative(first_logits(runtime), expected) <= bound
    runtime.close()


@pytest.mark.parametrize("form", ["unpacked", "packed_anywhere"])
def test_greedy_text_is_that_of_the_numbers_in_the_file(
    folder: Path, reference: Runtime, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_form(form, monkeypatch)
    runtime = load(folder, precision=Precision.INT4, slots=2)
    told = []
    for each in (runtime, reference):
        prompt, images = question(each)
        told.append(greedy(each, 0, prompt, encode(each, images), 24))
        each.free(0)
    assert told[0] == told[1]
    runtime.close()


def test_packed_rows_of_a_batch_stay_near_what_each_says_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_form("packed", monkeypatch)
    runtime = load(folder, precision=Precision.INT4, slots=2)
    first_logits(runtime, 0)
    first_logits(runtime, 1)
    together = runtime.decode([0, 1], [65, 66])
    for slot, token in ((0, 65), (1, 66)):
        runtime.free(slot)
        first_logits(runtime, slot)
        assert relative(together[slot], runtime.decode([slot], [token])[0]) < 0.03
    runtime.close()


def test_int4_stays_near_the_checkpoint(folder: Path) -> None:
    full, small = load(folder, slots=1), load(folder, precision=Precision.INT4, slots=1)
    before, after = first_logits(full), first_logits(small)
    # Four layers of random weights, each off by 7 %: a trained model's layers agree more than these.
    assert 0.005 < relative(after, before) < 0.5
    full.close()
    small.close()


@pytest.mark.parametrize("form", FORMS)
def test_of_what_is_replaced_not_a_byte_is_read(
    folder: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_form(form, monkeypatch)
    read: set[str] = set()
    view = checkpoint_module._view

    def tracking(mapping: mmap.mmap, tensor: StoredTensor) -> Tensor:
        if tensor.path.name == WEIGHTS:
            read.add(tensor.name)
        return view(mapping, tensor)

    monkeypatch.setattr(checkpoint_module, "_view", tracking)
    load(folder, precision=Precision.INT4, slots=1).close()
    replaced = set(unpacked(folder / SIDECAR))
    assert read == set(load_file(folder / WEIGHTS)) - replaced
    assert len(replaced) >= 29


@pytest.mark.parametrize("form", FORMS)
def test_the_figures_are_those_of_what_is_kept(
    folder: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_form(form, monkeypatch)
    runtime = load(folder, precision=Precision.INT4, slots=1)
    weights, small = load_file(folder / WEIGHTS), load_file(folder / SIDECAR)
    assert runtime.info.precision == "int4"
    assert runtime.info.parameters == sum(value.numel() for value in weights.values())
    if form == "unpacked":
        assert runtime.info.weights_bytes == runtime.info.parameters * 4
    else:
        rest = sum(value.nbytes for name, value in weights.items() if name not in unpacked(folder / SIDECAR))
        assert runtime.info.weights_bytes == rest + sum(value.nbytes for value in small.values())
    runtime.close()


def test_packed_linears_leave_nothing_behind_in_full_precision(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_form("packed", monkeypatch)
    runtime = load(folder, precision=Precision.INT4, slots=1)
    model = runtime.model
    assert isinstance(model, torch.nn.Module)
    names = {name for name, _ in model.named_parameters()}
    assert not names & set(unpacked(folder / SIDECAR))
    # The bias of an int4 linear stays under its name.
    assert any(name.endswith("q_proj.bias") for name in names) is (folder.name == "biased")
    runtime.close()


def test_a_tied_head_is_the_embeddings_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choose_form("packed", monkeypatch)
    quantize(write_variant(tmp_path / "tied", tied=True))
    runtime = load(tmp_path / "tied", precision=Precision.INT4, slots=1)
    model = runtime.model
    assert isinstance(model, torch.nn.Module)
    tables = [model.get_submodule(name) for name in ("lm_head", "model.language_model.embed_tokens")]
    assert all(isinstance(table, Int8Rows) for table in tables)
    assert tables[0].table is tables[1].table
    runtime.close()


@pytest.mark.parametrize("form", ["unpacked", "packed"])
def test_loading_ends_between_int4_weights_when_cancelled(
    folder: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_form(form, monkeypatch)
    reading = []

    def progress(sentence: str, done: int, total: int) -> None:
        if sentence == "Reading the weights":
            reading.append(done)

    with pytest.raises(LoadCancelledError):
        Runtime.load(
            LoadRequest(RequestId("a"), folder, "cpu", Precision.INT4),
            on_progress=progress,
            cancelled=lambda: len(reading) >= 3,
        )
    assert len(reading) == 3


def test_progress_goes_through_both_files_to_the_total(folder: Path) -> None:
    seen: list[tuple[int, int]] = []
    Runtime.load(
        LoadRequest(RequestId("a"), folder, "cpu", Precision.INT4),
        on_progress=lambda sentence, done, total: (
            seen.append((done, total)) if sentence == "Reading the weights" else None
        ),
        cancelled=lambda: False,
        slots=1,
        context_tokens=64,
    ).close()
    weights, replaced = load_file(folder / WEIGHTS), set(unpacked(folder / SIDECAR))
    total = sum(value.nbytes for value in load_file(folder / SIDECAR).values())
    total += sum(value.nbytes for name, value in weights.items() if name not in replaced)
    assert {step[1] for step in seen} == {total}
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1][0] == total


def test_the_files_are_free_after_loading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choose_form("packed_anywhere", monkeypatch)
    quantize(write_variant(tmp_path / "tied"))
    runtime = load(tmp_path / "tied", precision=Precision.INT4, slots=1)
    before = first_logits(runtime)
    (tmp_path / "tied" / SIDECAR).write_bytes(b"")
    runtime.free(0)
    assert torch.equal(first_logits(runtime), before)
    runtime.close()
