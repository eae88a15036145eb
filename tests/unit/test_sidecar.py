"""Which int4 weights are used, and every reason not to use those that lie there."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from engine import sidecar as sidecar_module
from engine.api import Precision
from engine.device import Placement
from engine.errors import CheckpointError, DeviceError, QuantizeError, SidecarError
from engine.model_folder import open_model_folder
from engine.sidecar import Sidecar, quantize_command
from engine.source_hash import CLOCK_STEP_NS, file_marks, hash_source, in_file_order, marks_hold
from tests.helpers.loading import load
from tests.helpers.quantized import SIDECAR, WEIGHTS, metadata_of, quantize, write_variant
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint

LINEAR = "model.language_model.layers.1.mlp.up_proj.weight"


def make_older(folder: Path) -> None:
    """Weights that were written a minute ago, so that their time of change is believed."""
    found = (folder / WEIGHTS).stat()
    earlier_ns = found.st_mtime_ns - 60_000_000_000
    os.utime(folder / WEIGHTS, ns=(earlier_ns, earlier_ns))


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_tiny_checkpoint(tmp_path_factory.mktemp("models") / "tiny", seed=1, tied=False)
    make_older(folder)
    quantize(folder)
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "copy"))


def open_int4(folder: Path) -> str:
    """Load the folder in int4; what it runs in."""
    runtime = load(folder, precision=Precision.INT4, slots=1, context_tokens=64)
    runtime.close()
    return runtime.info.precision


def rewrite(
    folder: Path,
    *,
    tensors: Callable[[dict[str, Tensor]], None] = lambda _tensors: None,
    metadata: Callable[[dict[str, str]], None] = lambda _metadata: None,
) -> None:
    """The sidecar with other content."""
    path = folder / SIDECAR
    held, told = load_file(path), metadata_of(path)
    tensors(held)
    metadata(told)
    save_file(held, path, metadata=told or None)


def drop_scale(tensors: dict[str, Tensor]) -> None:
    del tensors[f"{LINEAR}.scale"]


def add_tensor(tensors: dict[str, Tensor]) -> None:
    tensors["model.language_model.norm.weight.scale"] = torch.ones(64)


def change_shape(tensors: dict[str, Tensor]) -> None:
    tensors[f"{LINEAR}.nibbles"] = tensors[f"{LINEAR}.nibbles"][:-1]


def change_dtype(tensors: dict[str, Tensor]) -> None:
    tensors[f"{LINEAR}.zero"] = tensors[f"{LINEAR}.zero"].half()


def break_scale(tensors: dict[str, Tensor]) -> None:
    tensors[f"{LINEAR}.scale"][0, 0] = float("nan")


def break_row_scale(tensors: dict[str, Tensor]) -> None:
    tensors["lm_head.weight.scale"][3] = float("inf")


TENSORS = [drop_scale, add_tensor, change_shape, change_dtype, break_scale, break_row_scale]

METADATA: dict[str, tuple[dict[str, str | None], str]] = {
    "of a later version": ({"format_version": "2"}, "another version"),
    "of another program": ({"format": "gptq"}, "another version"),
    "with another group": ({"group": "64"}, "does not fit"),
    "with a group that is none": ({"group": "-32"}, "damaged"),
    "with a group that is no number": ({"group": "many"}, "damaged"),
    "without its group": ({"group": None}, "damaged"),
    "of other weights": ({"source_sha256": "0" * 64, "source_files": "{}"}, "does not fit"),
    "without a hash": ({"source_sha256": None, "source_files": "{}"}, "does not fit"),
    "with files that are no JSON": ({"source_files": "{"}, "damaged"),
    "without errors": ({"relative_errors": None}, "damaged"),
    "with errors of others": ({"relative_errors": "{}"}, "damaged"),
    "with errors that are no numbers": ({"relative_errors": json.dumps([1])}, "damaged"),
}


@pytest.mark.parametrize("change", TENSORS, ids=[change.__name__ for change in TENSORS])
def test_a_file_with_other_tensors_is_refused_with_the_command(
    folder: Path, change: Callable[[dict[str, Tensor]], None]
) -> None:
    rewrite(folder, tensors=change)
    with pytest.raises(SidecarError) as caught:
        open_int4(folder)
    assert f"`yomi quantize {folder} --force`" in caught.value.user_message
    assert caught.value.detail


@pytest.mark.parametrize("kind", METADATA)
def test_a_file_that_says_other_things_is_refused(folder: Path, kind: str) -> None:
    entries, words = METADATA[kind]

    def change(metadata: dict[str, str]) -> None:
        for key, value in entries.items():
            metadata.pop(key)
            if value is not None:
                metadata[key] = value

    rewrite(folder, metadata=change)
    with pytest.raises(SidecarError, match=words):
        open_int4(folder)


def test_a_relative_error_out_of_range_is_refused(folder: Path) -> None:
    def change(metadata: dict[str, str]) -> None:
        errors = json.loads(metadata["relative_errors"]) | {LINEAR: "nan"}
        metadata["relative_errors"] = json.dumps(errors)

    rewrite(folder, metadata=change)
    with pytest.raises(SidecarError, match="damaged"):
        open_int4(folder)


def test_a_file_without_metadata_is_refused(folder: Path) -> None:
    rewrite(folder, metadata=lambda metadata: metadata.clear())
    with pytest.raises(SidecarError, match="version"):
        open_int4(folder)


@pytest.mark.parametrize("kept", [0, 7, 400, -1])
def test_a_file_that_was_cut_short_is_refused(folder: Path, kept: int) -> None:
    path = folder / SIDECAR
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(SidecarError, match=r"damaged.*--force"):
        open_int4(folder)


def test_a_model_that_no_group_divides_says_so_rather_than_naming_the_command(tmp_path: Path) -> None:
    folder = write_variant(tmp_path / "odd", intermediate_size=80)
    with pytest.raises(QuantizeError, match="use the model as it is"):
        open_int4(folder)


def test_a_folder_without_int4_weights_names_the_command_with_its_path(
    original: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(original, tmp_path / "my models"))
    (folder / SIDECAR).unlink()
    with pytest.raises(DeviceError) as caught:
        open_int4(folder)
    assert f'`yomi quantize "{folder}"`' in caught.value.user_message
    assert quantize_command(Path("a"), "--force") == "`yomi quantize a --force`"


# -- the weights they were made from


def test_one_changed_byte_of_the_checkpoint_is_noticed(folder: Path) -> None:
    path = folder / WEIGHTS
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(SidecarError, match="does not fit this model"):
        open_int4(folder)


def test_the_sidecar_of_another_seed_is_refused(folder: Path, tmp_path: Path) -> None:
    other = write_tiny_checkpoint(tmp_path / "other", seed=2, tied=False)
    shutil.copy(folder / SIDECAR, other / SIDECAR)
    with pytest.raises(SidecarError, match="does not fit this model"):
        open_int4(other)


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each time that the weights are hashed."""
    calls: list[int] = []

    def hashing(*arguments: object) -> str:
        calls.append(1)
        return hash_source(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(sidecar_module, "hash_source", hashing)
    return calls


def test_unchanged_files_are_not_read_through_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = counted(monkeypatch)
    assert open_int4(folder) == "int4"
    assert calls == []


def test_files_with_another_time_are_read_through_and_taken_when_they_are_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = counted(monkeypatch)
    os.utime(folder / WEIGHTS)
    assert open_int4(folder) == "int4"
    assert calls == [1]


def test_files_that_were_just_written_are_read_through(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.utime(folder / WEIGHTS)
    quantize(folder, force=True)
    calls = counted(monkeypatch)
    assert open_int4(folder) == "int4"
    assert calls == [1]


def test_a_time_is_believed_once_the_clock_has_moved_on(
    original: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = open_model_folder(original).stored.values()
    changed_ns = (original / WEIGHTS).stat().st_mtime_ns
    monkeypatch.setattr("engine.source_hash.time.time_ns", lambda: changed_ns + CLOCK_STEP_NS)
    young = file_marks(stored)
    monkeypatch.setattr("engine.source_hash.time.time_ns", lambda: changed_ns + CLOCK_STEP_NS + 1)
    old = file_marks(stored)
    assert (young[WEIGHTS][1], old[WEIGHTS][1]) == (0, changed_ns)
    assert marks_hold(old, stored)
    for marks in (young, {}, None, [], {WEIGHTS: None}, {WEIGHTS: [1]}, {"other": old[WEIGHTS]}):
        assert not marks_hold(marks, stored)


def test_the_hash_is_of_weights_and_not_of_what_a_file_says_beside(original: Path, folder: Path) -> None:
    def hash_of(path: Path) -> str:
        return hash_source(open_model_folder(path).stored.values(), lambda _done, _total: None, lambda: None)

    weights = load_file(folder / WEIGHTS)
    save_file(weights, folder / WEIGHTS, metadata={"format": "pt", "made by": "another program"})
    assert hash_of(folder) == hash_of(original) == metadata_of(original / SIDECAR)["source_sha256"]
    weights["model.visual.pos_embed.weight"][0, 0] += 1
    save_file(weights, folder / WEIGHTS)
    assert hash_of(folder) != hash_of(original)


def test_hashing_ends_when_loading_is_cancelled(original: Path) -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hash_source(open_model_folder(original).stored.values(), lambda _done, _total: None, stop)


def test_files_count_in_the_order_of_their_names(original: Path) -> None:
    stored = list(open_model_folder(original).stored.values())
    assert in_file_order(reversed(stored)) == sorted(stored, key=lambda tensor: tensor.start)


# -- which precision is chosen


def with_free_memory(monkeypatch: pytest.MonkeyPatch, free_bytes: int) -> None:
    monkeypatch.setattr(Placement, "free_bytes", lambda _self: free_bytes)


@pytest.mark.parametrize(
    ("precision", "free_bytes", "runs_in"),
    [
        (Precision.AUTO, 1 << 30, "fp32"),
        (Precision.AUTO, 2_900_000, "int4"),
        (Precision.FP32, 2_900_000, "fp32"),
        (Precision.BF16, 2_900_000, "bf16"),
        (Precision.INT4, 1 << 30, "int4"),
    ],
)
def test_auto_takes_int4_where_memory_is_short(
    original: Path, precision: Precision, free_bytes: int, runs_in: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # 2.1 MB of weights in fp32 are more than 70 % of 2.9 MB.
    with_free_memory(monkeypatch, free_bytes)
    runtime = load(original, precision=precision, slots=1, context_tokens=64)
    assert runtime.info.precision == runs_in
    runtime.close()


def test_auto_without_int4_weights_runs_on_the_checkpoints_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / SIDECAR).unlink()
    with_free_memory(monkeypatch, 2_900_000)
    runtime = load(folder, precision=Precision.AUTO, slots=1, context_tokens=64)
    assert runtime.info.precision == "fp32"
    runtime.close()


def test_auto_refuses_int4_weights_that_it_would_need_and_that_do_not_fit(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rewrite(folder, tensors=drop_scale)
    runtime = load(folder, precision=Precision.AUTO, slots=1, context_tokens=64)
    assert runtime.info.precision == "fp32"
    runtime.close()
    with_free_memory(monkeypatch, 2_900_000)
    with pytest.raises(CheckpointError, match="--force"):
        load(folder, precision=Precision.AUTO, slots=1, context_tokens=64)


@pytest.mark.parametrize("precision", [Precision.FP32, Precision.BF16])
def test_other_precisions_do_not_look_at_the_file(folder: Path, precision: Precision) -> None:
    (folder / SIDECAR).write_bytes(b"")
    runtime = load(folder, precision=precision, slots=1, context_tokens=64)
    assert runtime.info.precision == str(precision)
    runtime.close()


def test_a_file_in_another_order_is_read_all_the_same(folder: Path) -> None:
    rewrite(folder)
    model = open_model_folder(folder)
    names = [name for name, _, _ in model.open_sidecar().read()]
    assert sorted(names) == sorted(model.open_sidecar().plan.names)
    assert isinstance(model.open_sidecar(), Sidecar)
