"""Making int4 weights: what is replaced, how near it stays, what is refused, and nothing half is left."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from engine import quantize as quantize_module
from engine import sidecar_file
from engine.errors import CheckpointError, ConfigError, EngineError, QuantizeError
from engine.models.base import Quantizable
from engine.quantize import quantize_folder
from engine.sidecar import plan_sidecar
from engine.sidecar_file import SidecarWriter, forget_leftovers
from engine.sidecar_report import SidecarReport
from engine.tensor_file import StoredTensor
from tests.helpers.quantized import SIDECAR, WEIGHTS, metadata_of, quantize, silent, unpacked, write_variant
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, SidecarReport]:
    """A tiny checkpoint with a head of its own and its sidecar."""
    folder = write_tiny_checkpoint(tmp_path_factory.mktemp("made") / "tiny", seed=1, tied=False)
    return folder, quantize(folder)


@pytest.fixture
def plain(made: tuple[Path, SidecarReport], tmp_path: Path) -> Path:
    """The same checkpoint without a sidecar."""
    folder = Path(shutil.copytree(made[0], tmp_path / "plain"))
    (folder / SIDECAR).unlink()
    return folder


@pytest.fixture
def copy(made: tuple[Path, SidecarReport], tmp_path: Path) -> Path:
    return Path(shutil.copytree(made[0], tmp_path / "copy"))


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def relative(weight: Tensor, other: Tensor) -> float:
    return float((weight - other).norm() / weight.norm())


# -- what is made


def test_decoder_linears_embedding_and_head_are_replaced_and_nothing_else(
    made: tuple[Path, SidecarReport],
) -> None:
    folder, report = made
    names = set(load_file(folder / WEIGHTS))
    linears = {name for name in names if ".layers." in name and name.endswith("proj.weight")}
    assert len(linears) == 4 * 7
    tables = {"lm_head.weight", "model.language_model.embed_tokens.weight"}
    assert {tensor.name: tensor.bits for tensor in report.tensors} == (
        dict.fromkeys(linears, 4) | dict.fromkeys(tables, 8)
    )
    assert set(unpacked(folder / SIDECAR)) == linears | tables


def test_a_tied_head_has_no_table_of_its_own(tmp_path: Path) -> None:
    report = quantize(write_tiny_checkpoint(tmp_path / "tied", tied=True))
    assert [tensor.name for tensor in report.tensors if tensor.bits == 8] == [
        "model.language_model.embed_tokens.weight"
    ]


def test_the_noted_errors_are_those_of_the_file(made: tuple[Path, SidecarReport]) -> None:
    folder, report = made
    weights, values = load_file(folder / WEIGHTS), unpacked(folder / SIDECAR)
    for tensor in report.tensors:
        error = relative(weights[tensor.name], values[tensor.name])
        assert tensor.relative_error == pytest.approx(error, abs=2e-6)
        assert 0 < error < (0.085 if tensor.bits == 4 else 0.008)


def test_no_group_is_farther_off_than_by_minimum_and_maximum(made: tuple[Path, SidecarReport]) -> None:
    folder, report = made
    weights, values = load_file(folder / WEIGHTS), unpacked(folder / SIDECAR)
    nearer = 0
    for name in [tensor.name for tensor in report.tensors if tensor.bits == 4]:
        weight = weights[name].unflatten(1, (-1, report.group))
        low, high = weight.amin(-1, keepdim=True), weight.amax(-1, keepdim=True)
        zero = (low + (high - low) / 15 * 8).bfloat16().float()
        step = ((high - low) / 15).bfloat16().float()
        plain_values = (((weight - zero) / step).round() + 8).clamp(0, 15)
        plain_error = ((plain_values - 8) * step + zero - weight).square().sum(-1)
        error = (values[name].unflatten(1, (-1, report.group)) - weight).square().sum(-1)
        # A value in the middle of two steps may be rounded otherwise there.
        assert bool((error <= plain_error * 1.001 + 1e-9).all())
        nearer += int((error < plain_error * 0.98).sum())
    assert nearer > 500


def test_the_file_says_what_it_is(made: tuple[Path, SidecarReport]) -> None:
    folder, report = made
    metadata = metadata_of(folder / SIDECAR)
    assert (metadata["format"], metadata["format_version"], metadata["group"]) == ("yomi-int4", "1", "32")
    assert metadata["scheme"] == "int4 asymmetric by 32 columns, int8 symmetric by row"
    assert len(metadata["source_sha256"]) == 64
    assert json.loads(metadata["quantized"]) == {tensor.name: tensor.bits for tensor in report.tensors}
    assert {name: float(text) for name, text in json.loads(metadata["relative_errors"]).items()} == {
        tensor.name: tensor.relative_error for tensor in report.tensors
    }
    dtypes = {tensor.dtype for tensor in load_file(folder / SIDECAR).values()}
    assert dtypes == {torch.uint8, torch.bfloat16, torch.int8, torch.float32}


def test_the_report_counts_bytes(made: tuple[Path, SidecarReport]) -> None:
    folder, report = made
    weights = load_file(folder / WEIGHTS)
    assert report.source_bytes == sum(weights[tensor.name].nbytes for tensor in report.tensors)
    assert report.sidecar_bytes == sum(tensor.nbytes for tensor in load_file(folder / SIDECAR).values())
    assert report.made is True


def test_the_same_weights_give_the_same_bytes(made: tuple[Path, SidecarReport], plain: Path) -> None:
    # The time of change is part of the file; copies keep it.
    quantize(plain)
    again, before = load_file(plain / SIDECAR), load_file(made[0] / SIDECAR)
    assert all(torch.equal(again[name], value) for name, value in before.items())
    hashes = {metadata_of(folder / SIDECAR)["source_sha256"] for folder in (made[0], plain)}
    assert len(hashes) == 1


def test_the_checkpoint_itself_is_not_touched(made: tuple[Path, SidecarReport], plain: Path) -> None:
    before = {path.name: path.read_bytes() for path in plain.iterdir()}
    quantize(plain)
    assert {path.name: path.read_bytes() for path in plain.iterdir() if path.name != SIDECAR} == before


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64])
def test_weights_may_be_stored_in_any_precision(tmp_path: Path, dtype: torch.dtype) -> None:
    folder = write_tiny_checkpoint(tmp_path / "tiny", seed=1, layers=3, dtype=dtype)
    report = quantize(folder)
    weights, values = load_file(folder / WEIGHTS), unpacked(folder / SIDECAR)
    assert all(relative(weights[t.name].float(), values[t.name]) < 0.09 for t in report.tensors)


def test_shards_are_read_like_a_single_file(made: tuple[Path, SidecarReport], plain: Path) -> None:
    weights = load_file(plain / WEIGHTS)
    (plain / WEIGHTS).unlink()
    weight_map: dict[str, str] = {}
    for shard in range(3):
        part = {name: weights[name] for name in list(weights)[shard::3]}
        name = f"model-{shard + 1:05}-of-00003.safetensors"
        save_file(part, plain / name)
        weight_map |= dict.fromkeys(part, name)
    index = json.dumps({"weight_map": weight_map})
    (plain / "model.safetensors.index.json").write_text(index, encoding="utf-8")
    quantize(plain)
    values, expected = unpacked(plain / SIDECAR), unpacked(made[0] / SIDECAR)
    assert values.keys() == expected.keys()
    assert all(torch.equal(values[name], expected[name]) for name in expected)


def test_a_row_of_zeros_stays_one(tmp_path: Path) -> None:
    folder = write_tiny_checkpoint(tmp_path / "tiny", layers=3)
    weights = load_file(folder / WEIGHTS)
    linear, table = (
        "model.language_model.layers.0.mlp.up_proj.weight",
        "model.language_model.embed_tokens.weight",
    )
    weights[linear][5] = 0
    weights[table][7] = 0
    save_file(weights, folder / WEIGHTS)
    quantize(folder)
    values = unpacked(folder / SIDECAR)
    assert float(values[linear][5].abs().max()) < 1e-6
    assert torch.equal(values[table][7], torch.zeros(64))


def test_no_more_than_a_block_of_weights_is_held_at_once(
    plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    largest = {"read": 0, "quantised": 0}
    read_blocks = quantize_module.read_blocks
    of_block = quantize_module._Algorithms.quantize

    def reading(tensor: StoredTensor, block_bytes: int) -> Iterator[bytearray]:
        for block in read_blocks(tensor, block_bytes):
            largest["read"] = max(largest["read"], len(block))
            yield block

    def quantising(self: object, name: str, weight: Tensor, plan: object) -> object:
        largest["quantised"] = max(largest["quantised"], weight.numel())
        return of_block(self, name, weight, plan)  # type: ignore[arg-type]

    monkeypatch.setattr(quantize_module, "BLOCK_VALUES", 2048)
    monkeypatch.setattr(quantize_module, "CHUNK_BYTES", 4096)
    monkeypatch.setattr(quantize_module, "read_blocks", reading)
    monkeypatch.setattr(quantize_module._Algorithms, "quantize", quantising)
    report = quantize(plain)
    assert largest == {"read": 8192, "quantised": 2048}
    weights, values = load_file(plain / WEIGHTS), unpacked(plain / SIDECAR)
    for tensor in report.tensors:
        error = relative(weights[tensor.name], values[tensor.name])
        assert tensor.relative_error == pytest.approx(error, abs=2e-6)


def test_progress_never_falls_and_ends_at_the_total(plain: Path) -> None:
    seen: dict[str, list[tuple[int, int]]] = {}
    quantize_folder(
        plain,
        force=False,
        progress=lambda sentence, done, total: seen.setdefault(sentence, []).append((done, total)),
    )
    assert list(seen) == ["Quantising the weights", "Validating the int4 weights"]
    for steps in seen.values():
        assert steps == sorted(steps)
        assert steps[-1][0] == steps[-1][1] > 0


# -- groups


def stored(**columns: int) -> dict[str, StoredTensor]:
    return {
        name: StoredTensor(name, Path("model.safetensors"), "BF16", (8, count), 0, 0)
        for name, count in columns.items()
    }


@pytest.mark.parametrize(
    ("columns", "group"), [((2048, 6144), 128), ((256, 704), 64), ((256, 96), 32), ((128,), 128)]
)
def test_the_largest_group_that_divides_every_linear_is_taken(columns: tuple[int, ...], group: int) -> None:
    names = [f"linear{number}" for number in range(len(columns))]
    plan = plan_sidecar(Quantizable(tuple(names), ()), stored(**dict(zip(names, columns, strict=True))))
    assert plan.group == group


def test_linears_that_no_group_divides_are_all_named_and_nothing_is_made(tmp_path: Path) -> None:
    folder = write_variant(tmp_path / "odd", intermediate_size=80)
    with pytest.raises(QuantizeError, match=r"layers\.0\.mlp\.down_proj\.weight \(80 columns\)") as caught:
        quantize(folder)
    assert "4 of this model's weights" in caught.value.user_message
    assert caught.value.detail.count("80 columns") == 4
    assert SIDECAR not in files(folder)


def test_a_model_without_linears_of_its_own_cannot_be_quantised() -> None:
    with pytest.raises(QuantizeError, match="no weights"):
        plan_sidecar(Quantizable((), ("table",)), stored(table=64))


# -- refusals


def test_numbers_that_are_not_finite_are_refused_by_name(plain: Path) -> None:
    weights = load_file(plain / WEIGHTS)
    name = "model.language_model.layers.2.mlp.gate_proj.weight"
    weights[name][9, 9] = float("inf")
    save_file(weights, plain / WEIGHTS)
    before = files(plain)
    with pytest.raises(QuantizeError, match=r"layers\.2\.mlp\.gate_proj"):
        quantize(plain)
    assert files(plain) == before


def test_a_weight_that_4_bits_cannot_hold_is_refused_by_name(
    plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quantize_module, "LARGEST_ERROR", 0.01)
    before = files(plain)
    with pytest.raises(QuantizeError, match="28 of this model's weights lose too much"):
        quantize(plain)
    assert files(plain) == before


def test_a_folder_that_is_no_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        quantize(tmp_path)


def test_without_torchao_the_command_that_brings_it_is_named(
    plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torchao.quantization.quant_primitives", None)
    with pytest.raises(QuantizeError) as caught:
        quantize(plain)
    assert f'"{sys.executable}" -m pip install "torchao>=0.18,<0.19"' in caught.value.user_message
    assert SIDECAR not in files(plain)


def test_a_bundle_without_torchao_sends_to_a_source_install(
    plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torchao.quantization.quant_primitives", None)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(QuantizeError, match="source install"):
        quantize(plain)


def test_another_torchao_is_refused_rather_than_guessed_at(
    plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = ModuleType("torchao.quantization.quant_primitives")
    monkeypatch.setitem(sys.modules, "torchao.quantization.quant_primitives", empty)
    with pytest.raises(QuantizeError, match="version of torchao") as caught:
        quantize(plain)
    assert "_quantize_affine_tinygemm" in caught.value.detail


def failing(code: int) -> Callable[..., None]:
    def fail(*_arguments: object, **_options: object) -> None:
        raise OSError(code, os.strerror(code))

    return fail


def no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sidecar_file.shutil, "disk_usage", lambda _path: SimpleNamespace(free=1000))


def full_while_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sidecar_file.os, "fsync", failing(errno.ENOSPC))


def broken_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sidecar_file.os, "fsync", failing(errno.EIO))


def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    opening = Path.open

    def refuse(path: Path, mode: str = "r", *arguments: object, **options: object) -> object:
        if "x" in mode:
            raise OSError(errno.EROFS, "read-only file system")
        return opening(path, mode, *arguments, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", refuse)


def no_rename(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "replace", failing(errno.EACCES))


DISKS: list[tuple[Callable[[pytest.MonkeyPatch], None], str]] = [
    (no_room, "need 0 MB and the disk has 0 MB free; make room"),
    (full_while_writing, "disk is full; make room"),
    (broken_disk, "could not be written; check the disk"),
    (read_only, "cannot be written; copy the model into a folder of your own"),
    (no_rename, "cannot be written"),
]


@pytest.mark.parametrize(("trouble", "words"), DISKS, ids=[trouble.__name__ for trouble, _ in DISKS])
@pytest.mark.parametrize("had_one", [False, True])
def test_what_the_disk_refuses_is_a_sentence_and_changes_nothing(
    copy: Path,
    plain: Path,
    trouble: Callable[[pytest.MonkeyPatch], None],
    words: str,
    had_one: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = copy if had_one else plain
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with monkeypatch.context() as patch:
        trouble(patch)
        with pytest.raises(QuantizeError) as caught:
            quantize(folder, force=True)
    assert words in caught.value.user_message
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize("stage", ["Quantising the weights", "Validating the int4 weights"])
@pytest.mark.parametrize("had_one", [False, True])
def test_an_interruption_leaves_what_was_there(copy: Path, plain: Path, stage: str, had_one: bool) -> None:
    folder = copy if had_one else plain
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    def interrupt(sentence: str, done: int, total: int) -> None:
        if sentence == stage and done * 2 > total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        quantize_folder(folder, force=True, progress=interrupt)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_bytes_that_change_on_the_disk_are_noticed_before_the_file_counts(
    plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    end = SidecarWriter.end

    def end_and_damage(writer: SidecarWriter, metadata: dict[str, str]) -> None:
        end(writer, metadata)
        with writer.partial.open("r+b") as file:
            file.seek(-2000, os.SEEK_END)
            file.write(b"\x7f" * 64)

    monkeypatch.setattr(SidecarWriter, "end", end_and_damage)
    before = files(plain)
    with pytest.raises(QuantizeError, match="did not come back from the disk"):
        quantize(plain)
    assert files(plain) == before


def test_only_leftovers_of_processes_that_are_gone_are_deleted(
    plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sidecar_file.psutil, "pid_exists", lambda number: number == 4242)
    for name in ("41.partial", "4242.partial", "mine.partial"):
        (plain / f"{SIDECAR}.{name}").write_bytes(b"half")
    forget_leftovers(plain / SIDECAR)
    assert [name for name in files(plain) if name.endswith(".partial")] == [
        f"{SIDECAR}.4242.partial",
        f"{SIDECAR}.mine.partial",
    ]


def test_rows_too_many_or_too_few_are_programming_errors(plain: Path) -> None:
    plan = plan_sidecar(Quantizable(("a",), ()), stored(a=32))
    weight = quantize_module._Algorithms().quantize("a", torch.randn(8, 32), plan)
    with SidecarWriter(plain / SIDECAR, plan) as writer:
        with pytest.raises(ValueError, match="nothing was begun"):
            writer.add("a", weight)
        writer.begin({"a": "b"})
        with pytest.raises(ValueError, match="not filled"):
            writer.end({"a": "b"})
        writer.add("a", weight)
        with pytest.raises(ValueError, match="more rows"):
            writer.add("a", weight)
        with pytest.raises(ValueError, match="header"):
            writer.end({"a": "b" * 40})


# -- one that is there already


def test_a_fitting_one_is_not_made_again(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torchao.quantization.quant_primitives", None)
    before = (copy / SIDECAR).read_bytes()
    report = quantize(copy)
    assert report.made is False
    assert len(report.tensors) == 30
    assert (copy / SIDECAR).read_bytes() == before


def test_one_of_other_weights_is_replaced_only_by_force(copy: Path) -> None:
    weights = load_file(copy / WEIGHTS)
    weights["model.language_model.layers.0.mlp.up_proj.weight"] *= 1.5
    save_file(weights, copy / WEIGHTS)
    before = (copy / SIDECAR).read_bytes()
    with pytest.raises(CheckpointError, match="--force"):
        quantize(copy)
    assert (copy / SIDECAR).read_bytes() == before
    assert quantize(copy, force=True).made is True
    assert (copy / SIDECAR).read_bytes() != before


def test_force_replaces_what_is_no_sidecar_at_all(plain: Path) -> None:
    (plain / SIDECAR).write_bytes(b"something else")
    with pytest.raises(EngineError, match="damaged"):
        quantize_folder(plain, force=False, progress=silent)
    assert quantize(plain, force=True).made is True
