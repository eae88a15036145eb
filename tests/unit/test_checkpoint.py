"""Weights: everything in the file is used, everything in the model is filled, anything else is a sentence."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from safetensors.torch import save_file
from torch import Tensor

from engine.checkpoint import LoadCancelledError, load_weights, read_index, weight_files
from engine.config import Fields
from engine.errors import CheckpointError
from engine.models.qwen3_vl.config import read_config
from engine.models.qwen3_vl.model import Qwen3VLModel, build_on_meta
from engine.tensor_file import read_header
from tests.helpers.tiny_checkpoint import build_config, build_tokenizer, build_weights

TOKENIZER = build_tokenizer()
CPU = torch.device("cpu")


def config_of(*, tied: bool = True) -> dict[str, Any]:
    return build_config(TOKENIZER, tied=tied)


def fill(folder: Path, config: dict[str, Any], dtype: torch.dtype = torch.float32) -> Qwen3VLModel:
    model = build_on_meta(read_config(Fields(config, "config.json")))
    load_weights(
        model,
        read_index(folder),
        model.shared_parameters(),
        device=CPU,
        dtype=dtype,
        progress=lambda _done, _total: None,
        cancelled=lambda: False,
    )
    return model


def save(folder: Path, weights: dict[str, Tensor], name: str = "model.safetensors") -> Path:
    save_file(weights, folder / name)
    return folder / name


def save_sharded(folder: Path, weights: dict[str, Tensor], shards: int = 3) -> dict[str, Any]:
    weight_map: dict[str, str] = {}
    names = list(weights)
    for shard in range(shards):
        file = f"model-{shard + 1:05}-of-{shards:05}.safetensors"
        part = {name: weights[name] for name in names[shard::shards]}
        save(folder, part, file)
        weight_map |= dict.fromkeys(part, file)
    index = {"metadata": {}, "weight_map": weight_map}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index), encoding="utf-8")
    return index


def test_every_parameter_is_filled_with_the_files_numbers(tmp_path: Path) -> None:
    weights = build_weights(config_of())
    save(tmp_path, weights)
    model = fill(tmp_path, config_of())
    state = model.state_dict()
    assert set(state) - set(weights) == {"lm_head.weight"}
    assert all(torch.equal(state[name], value) for name, value in weights.items())
    assert model.lm_head.weight is model.model.language_model.embed_tokens.weight


def test_shards_equal_a_single_file(tmp_path: Path) -> None:
    weights = build_weights(config_of())
    save_sharded(tmp_path, weights)
    state = fill(tmp_path, config_of()).state_dict()
    assert all(torch.equal(state[name], value) for name, value in weights.items())


@pytest.mark.parametrize("stored", [torch.bfloat16, torch.float16, torch.float64])
def test_weights_are_converted_to_the_wanted_precision(tmp_path: Path, stored: torch.dtype) -> None:
    weights = {name: value.to(stored) for name, value in build_weights(config_of()).items()}
    save(tmp_path, weights)
    state = fill(tmp_path, config_of(), torch.bfloat16).state_dict()
    assert all(torch.equal(state[name], value.bfloat16()) for name, value in weights.items())


def test_the_file_is_free_after_loading(tmp_path: Path) -> None:
    weights = build_weights(config_of())
    path = save(tmp_path, weights)
    model = fill(tmp_path, config_of())
    path.write_bytes(b"")
    name = "model.visual.pos_embed.weight"
    assert torch.equal(model.state_dict()[name], weights[name])


def test_fusing_keeps_every_name_and_value(tmp_path: Path) -> None:
    weights = build_weights(config_of())
    save(tmp_path, weights)
    model = fill(tmp_path, config_of())
    model.finish_loading(64)
    state = model.state_dict()
    assert all(torch.equal(state[name], value) for name, value in weights.items())


def test_a_tied_head_in_the_file_too_is_shared_when_equal(tmp_path: Path) -> None:
    weights = build_weights(config_of())
    weights["lm_head.weight"] = weights["model.language_model.embed_tokens.weight"].clone()
    save(tmp_path, weights)
    model = fill(tmp_path, config_of())
    assert model.lm_head.weight is model.model.language_model.embed_tokens.weight


def test_a_head_that_differs_is_kept_whatever_the_config_says(tmp_path: Path) -> None:
    """github.com/sgl-project/sglang/issues/18024: a head overwritten by tying."""
    weights = build_weights(config_of(tied=False))
    save(tmp_path, weights)
    model = fill(tmp_path, config_of(tied=True))
    assert torch.equal(model.lm_head.weight, weights["lm_head.weight"])
    embedding = model.model.language_model.embed_tokens.weight
    assert torch.equal(embedding, weights["model.language_model.embed_tokens.weight"])


def test_a_missing_head_of_its_own_is_refused(tmp_path: Path) -> None:
    save(tmp_path, build_weights(config_of(tied=True)))
    with pytest.raises(CheckpointError, match="lm_head"):
        fill(tmp_path, config_of(tied=False))


@pytest.mark.parametrize(
    "name",
    [
        "model.language_model.embed_tokens.weight",
        "model.language_model.layers.3.mlp.up_proj.weight",
        "model.visual.deepstack_merger_list.2.norm.bias",
    ],
)
def test_a_missing_tensor_is_named(tmp_path: Path, name: str) -> None:
    weights = build_weights(config_of())
    del weights[name]
    save(tmp_path, weights)
    with pytest.raises(CheckpointError) as caught:
        fill(tmp_path, config_of())
    assert name in caught.value.detail
    assert "1 tensors missing" in caught.value.user_message


def test_an_unknown_tensor_is_named(tmp_path: Path) -> None:
    weights = build_weights(config_of()) | {"mtp.head.weight": torch.zeros(2)}
    save(tmp_path, weights)
    with pytest.raises(CheckpointError, match=r"mtp\.head\.weight"):
        fill(tmp_path, config_of())


def test_a_wrong_shape_is_told_with_both_shapes(tmp_path: Path) -> None:
    weights = build_weights(config_of())
    weights["model.language_model.norm.weight"] = torch.ones(63)
    save(tmp_path, weights)
    with pytest.raises(CheckpointError) as caught:
        fill(tmp_path, config_of())
    assert "[63], not [64]" in caught.value.detail


def test_whole_numbers_as_weights_are_refused(tmp_path: Path) -> None:
    weights = build_weights(config_of())
    weights["model.language_model.norm.weight"] = torch.ones(64, dtype=torch.int8)
    save(tmp_path, weights)
    with pytest.raises(CheckpointError, match="number format"):
        fill(tmp_path, config_of())


def test_progress_ends_at_the_total_and_never_falls(tmp_path: Path) -> None:
    weights = build_weights(config_of())
    save(tmp_path, weights)
    model = build_on_meta(read_config(Fields(config_of(), "config.json")))
    seen: list[tuple[int, int]] = []
    load_weights(
        model,
        read_index(tmp_path),
        model.shared_parameters(),
        device=CPU,
        dtype=torch.float32,
        progress=lambda done, total: seen.append((done, total)),
        cancelled=lambda: False,
    )
    size = sum(value.numel() * 4 for value in weights.values())
    assert seen[-1] == (size, size)
    assert seen == sorted(seen)
    assert len(seen) == len(weights)


def test_loading_ends_between_tensors_when_cancelled(tmp_path: Path) -> None:
    save(tmp_path, build_weights(config_of()))
    model = build_on_meta(read_config(Fields(config_of(), "config.json")))
    seen: list[int] = []
    with pytest.raises(LoadCancelledError):
        load_weights(
            model,
            read_index(tmp_path),
            model.shared_parameters(),
            device=CPU,
            dtype=torch.float32,
            progress=lambda done, _total: seen.append(done),
            cancelled=lambda: len(seen) == 5,
        )
    assert len(seen) == 5
    assert all(parameter.is_meta for parameter in model.parameters())


def header_file(path: Path, header: object, data: bytes = b"", *, length: int | None = None) -> Path:
    raw = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(raw) if length is None else length) + raw + data)
    return path


def entry(start: int, stop: int, shape: list[int], dtype: str = "F32") -> dict[str, Any]:
    return {"dtype": dtype, "shape": shape, "data_offsets": [start, stop]}


DAMAGED: dict[str, tuple[object, bytes, int | None, str]] = {
    "a header longer than the format allows": (b"{}", b"", 1 << 62, "not a safetensors file"),
    "a header longer than the file": ({}, b"", 5000, "cut short"),
    "a header that is no JSON": (b"{{{{", b"", None, "damaged"),
    "a header that is no object": ([1], b"", None, "damaged"),
    "an entry that is no object": ({"a": 3}, b"", None, "damaged"),
    "an unknown number format": ({"a": entry(0, 4, [1], "F13")}, b"1234", None, "damaged"),
    "a negative offset": ({"a": entry(-4, 0, [1])}, b"1234", None, "damaged"),
    "a fractional size": ({"a": entry(0, 4, [1.0])}, b"1234", None, "damaged"),  # type: ignore[list-item]
    "offsets that cross": ({"a": entry(4, 0, [1])}, b"1234", None, "damaged"),
    "a size that is not the shape's": ({"a": entry(0, 4, [2])}, b"1234", None, "damaged"),
    "tensors that overlap": ({"a": entry(0, 4, [1]), "b": entry(2, 6, [1])}, b"123456", None, "damaged"),
    "a gap between tensors": ({"a": entry(0, 4, [1]), "b": entry(8, 12, [1])}, b"x" * 12, None, "damaged"),
    "data that is missing": ({"a": entry(0, 4, [1])}, b"12", None, "cut short"),
    "data that nobody owns": ({"a": entry(0, 4, [1])}, b"123456", None, "damaged"),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_file_is_refused_before_it_is_mapped(tmp_path: Path, kind: str) -> None:
    header, data, length, word = DAMAGED[kind]
    path = header_file(tmp_path / "model.safetensors", header, data, length=length)
    with pytest.raises(CheckpointError, match=word) as caught:
        read_header(path)
    assert "model.safetensors" in caught.value.user_message


@pytest.mark.parametrize("data", [b"", b"abc", b"\0" * 7])
def test_a_file_without_room_for_a_header_is_cut_short(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(data)
    with pytest.raises(CheckpointError, match="cut short"):
        read_header(path)


@given(cut=st.integers(min_value=0, max_value=400))
def test_a_download_that_ended_anywhere_is_refused(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.mktemp("cut") / "model.safetensors"
    save_file({"a": torch.ones(50), "b": torch.ones(50)}, path)
    whole = path.read_bytes()
    path.write_bytes(whole[: min(cut, len(whole) - 1)])
    with pytest.raises(CheckpointError):
        read_header(path)


@given(data=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "model.safetensors"
    path.write_bytes(struct.pack("<Q", min(len(data), 64)) + data)
    try:
        tensors = read_header(path)
    except CheckpointError:
        return
    assert tensors == []


@pytest.mark.parametrize("padding", range(8))
def test_data_may_begin_at_any_byte(tmp_path: Path, padding: int) -> None:
    weights = build_weights(config_of())
    path = save(tmp_path, weights)
    whole = path.read_bytes()
    (length,) = struct.unpack("<Q", whole[:8])
    header = whole[8 : 8 + length] + b" " * padding
    path.write_bytes(struct.pack("<Q", len(header)) + header + whole[8 + length :])
    state = fill(tmp_path, config_of()).state_dict()
    assert all(torch.equal(state[name], value) for name, value in weights.items())


def test_a_pointer_file_is_told_from_weights(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(b"version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 4255140312\n")
    with pytest.raises(CheckpointError, match="git lfs pull"):
        read_header(path)


def test_pickles_are_refused_and_never_opened(tmp_path: Path) -> None:
    (tmp_path / "pytorch_model.bin").write_bytes(b"cos\nsystem\n(S'exit 1'\ntR.")
    with pytest.raises(CheckpointError, match="pickles"):
        weight_files(tmp_path)


def test_a_folder_without_weights_says_so(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match=r"no model\.safetensors"):
        weight_files(tmp_path)


@pytest.mark.parametrize(
    "name",
    ["../other.safetensors", "/etc/passwd", "sub/x.safetensors", "..", "", "c:\\x", "a\\..\\b", "x\0y", 7],
)
def test_an_index_never_leads_out_of_the_folder(tmp_path: Path, name: object) -> None:
    index = {"weight_map": {"a": name}}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(index), encoding="utf-8")
    with pytest.raises(CheckpointError, match="outside"):
        weight_files(tmp_path)


def test_a_missing_shard_is_named(tmp_path: Path) -> None:
    save_sharded(tmp_path, build_weights(config_of()))
    (tmp_path / "model-00002-of-00003.safetensors").unlink()
    with pytest.raises(CheckpointError) as caught:
        read_index(tmp_path)
    assert "1 of 3" in caught.value.user_message
    assert "model-00002-of-00003.safetensors" in caught.value.detail


@pytest.mark.parametrize("index", [{}, {"weight_map": {}}, {"weight_map": ["a"]}])
def test_an_index_that_lists_nothing_is_refused(tmp_path: Path, index: dict[str, object]) -> None:
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(index), encoding="utf-8")
    with pytest.raises(CheckpointError, match="lists no weights"):
        weight_files(tmp_path)


def test_an_index_must_agree_with_its_shards(tmp_path: Path) -> None:
    index = save_sharded(tmp_path, build_weights(config_of()))
    name = next(iter(index["weight_map"]))
    path = tmp_path / "model.safetensors.index.json"
    moved = {**index["weight_map"], name: "model-00002-of-00003.safetensors"}
    forgotten = {key: value for key, value in index["weight_map"].items() if key != name}
    for weight_map in (moved, forgotten):
        path.write_text(json.dumps({"weight_map": weight_map}), encoding="utf-8")
        with pytest.raises(CheckpointError, match="does not match") as caught:
            read_index(tmp_path)
        assert name in caught.value.detail


def test_a_tensor_in_two_shards_is_refused(tmp_path: Path) -> None:
    weights = build_weights(config_of())
    save_sharded(tmp_path, weights)
    name = "model.language_model.norm.weight"
    for file in sorted(tmp_path.glob("*.safetensors")):
        save(tmp_path, {name: weights[name]}, file.name)
    with pytest.raises(CheckpointError, match="same tensor"):
        read_index(tmp_path)
