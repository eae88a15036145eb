"""config.json: what published checkpoints hold is read, what cannot be is refused with the key's name."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.config import Fields, read_checkpoint_config, read_json
from engine.errors import ConfigError, UnsupportedArchitectureError
from engine.models import registered_architectures, resolve_family
from engine.models.qwen3_vl.config import Qwen3VLConfig, read_config
from tests.helpers.tiny_checkpoint import build_config, build_tokenizer


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return build_config(build_tokenizer())


def read(document: dict[str, Any]) -> Qwen3VLConfig:
    return read_config(Fields(document, "config.json"))


def changed(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with the entry at `path` (dots) replaced, or removed for the value None."""
    result = copy.deepcopy(document)
    target = result
    *sections, key = path.split(".")
    for section in sections:
        target = target[section]
    target[key] = value
    if value is None:
        del target[key]
    return result


def test_every_dimension_comes_from_the_file(document: dict[str, Any]) -> None:
    config = read(document)
    assert config.text.rope_theta == 5_000_000.0
    assert config.text.mrope_section == (6, 5, 5)
    assert config.vision.grid_side == 6
    assert config.vision.deepstack_visual_indexes == (0, 1, 2)
    assert config.vision.head_dim == 12
    assert config.tie_word_embeddings is True


def test_theta_is_found_in_the_new_place_too(document: dict[str, Any]) -> None:
    moved = changed(document, "text_config.rope_theta", None)
    moved = changed(moved, "text_config.rope_scaling", None)
    moved["text_config"]["rope_parameters"] = {
        "rope_type": "default",
        "rope_theta": 1e4,
        "mrope_section": [6, 5, 5],
    }
    assert read(moved).text.rope_theta == 10_000.0


def test_the_section_says_tied_when_the_top_level_is_silent(document: dict[str, Any]) -> None:
    assert read(changed(document, "tie_word_embeddings", None)).tie_word_embeddings is True
    assert read(changed(document, "tie_word_embeddings", False)).tie_word_embeddings is False


TWO_B: dict[str, Any] = {
    "image_token_id": 151655,
    "tie_word_embeddings": True,
    "text_config": {
        "vocab_size": 151936,
        "hidden_size": 2048,
        "intermediate_size": 6144,
        "num_hidden_layers": 28,
        "num_attention_heads": 16,
        "num_key_value_heads": 8,
        "head_dim": 128,
        "hidden_act": "silu",
        "max_position_embeddings": 262144,
        "rms_norm_eps": 1e-06,
        "rope_theta": 5000000,
        "rope_scaling": {
            "mrope_interleaved": True,
            "mrope_section": [24, 20, 20],
            "rope_type": "default",
        },
    },
    "vision_config": {
        "model_type": "qwen3_vl",
        "deepstack_visual_indexes": [5, 11, 17],
        "depth": 24,
        "hidden_act": "gelu_pytorch_tanh",
        "hidden_size": 1024,
        "in_channels": 3,
        "intermediate_size": 4096,
        "num_heads": 16,
        "num_position_embeddings": 2304,
        "out_hidden_size": 2048,
        "patch_size": 16,
        "spatial_merge_size": 2,
        "temporal_patch_size": 2,
    },
}


def test_the_2b_has_exactly_as_many_parameters_as_published() -> None:
    from engine.models.qwen3_vl.model import build_on_meta

    config = read(TWO_B)
    model = build_on_meta(config)
    every = sum(parameter.numel() for parameter in model.parameters())
    assert every - model.lm_head.weight.numel() == 2_127_532_032
    assert config.text.mrope_section == (24, 20, 20)


IMPOSSIBLE: list[tuple[str, Any]] = [
    ("text_config", None),
    ("vision_config", 3),
    ("text_config.hidden_size", None),
    ("text_config.hidden_size", 0),
    ("text_config.hidden_size", "64"),
    ("text_config.hidden_size", True),
    ("text_config.hidden_size", 64.5),
    ("text_config.num_hidden_layers", -1),
    ("text_config.num_key_value_heads", 3),
    ("text_config.head_dim", 31),
    ("text_config.hidden_act", "relu"),
    ("text_config.rms_norm_eps", 0),
    ("text_config.rms_norm_eps", float("nan")),
    ("text_config.rope_theta", None),
    ("text_config.rope_theta", -1.0),
    ("text_config.rope_scaling", None),
    ("text_config.rope_scaling.mrope_section", [6, 5]),
    ("text_config.rope_scaling.mrope_section", [7, 5, 5]),
    ("text_config.rope_scaling.mrope_section", [0, 12, 4]),
    ("text_config.rope_scaling.mrope_interleaved", False),
    ("text_config.rope_scaling.rope_type", "yarn"),
    ("vision_config.out_hidden_size", 65),
    ("vision_config.num_heads", 5),
    ("vision_config.num_position_embeddings", 37),
    ("vision_config.deepstack_visual_indexes", [0, 4]),
    ("vision_config.deepstack_visual_indexes", [2, 1]),
    ("vision_config.deepstack_visual_indexes", [1, 1]),
    ("vision_config.deepstack_visual_indexes", "012"),
    ("vision_config.hidden_act", "silu"),
    ("vision_config.in_channels", 4),
    ("image_token_id", 512),
    ("image_token_id", -1),
    ("tie_word_embeddings", "yes"),
]


@pytest.mark.parametrize(("path", "value"), IMPOSSIBLE)
def test_an_impossible_value_is_refused_by_name(document: dict[str, Any], path: str, value: Any) -> None:
    with pytest.raises(ConfigError) as caught:
        read(changed(document, path, value))
    assert "config.json" in caught.value.user_message
    key = path.rpartition(".")[2]
    # A missing rope section is asked for under its present name.
    assert key in caught.value.detail or (key == "rope_scaling" and "rope_parameters" in caught.value.detail)


def test_more_deepstack_levels_than_layers_are_refused() -> None:
    with pytest.raises(ConfigError, match="deepstack_visual_indexes"):
        read(build_config(build_tokenizer(), layers=2))


def write(folder: Path, name: str, document: object) -> Path:
    path = folder / name
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_end_tokens_are_the_union_of_all_files(tmp_path: Path) -> None:
    text: dict[str, Any] = {"eos_token_id": [3, 4]}
    write(tmp_path, "config.json", {"architectures": ["X"], "eos_token_id": 1, "text_config": text})
    write(tmp_path, "generation_config.json", {"eos_token_id": [1, 7]})
    assert read_checkpoint_config(tmp_path).eos_token_ids == {1, 3, 4, 7}


def test_end_tokens_that_are_no_ids_are_refused(tmp_path: Path) -> None:
    for value in ("</s>", -1, [1, "2"], True):
        write(tmp_path, "config.json", {"architectures": ["X"], "eos_token_id": value})
        with pytest.raises(ConfigError, match="eos_token_id"):
            read_checkpoint_config(tmp_path)


@pytest.mark.parametrize("architectures", [None, [], "Qwen3VLForConditionalGeneration", [3]])
def test_a_config_without_an_architecture_is_refused(tmp_path: Path, architectures: object) -> None:
    write(tmp_path, "config.json", {"architectures": architectures})
    with pytest.raises(UnsupportedArchitectureError):
        read_checkpoint_config(tmp_path)


def test_a_quantised_checkpoint_is_refused_with_advice(tmp_path: Path) -> None:
    write(tmp_path, "config.json", {"architectures": ["X"], "quantization_config": {"quant_method": "awq"}})
    with pytest.raises(ConfigError, match="unquantised"):
        read_checkpoint_config(tmp_path)


BAD_FILES: dict[str, Callable[[Path], object]] = {
    "missing": lambda path: None,
    "empty": lambda path: path.write_bytes(b""),
    "cut short": lambda path: path.write_bytes(b'{"architectures": ['),
    "a list": lambda path: path.write_bytes(b"[1]"),
    "binary": lambda path: path.write_bytes(bytes(range(256))),
    "nested beyond reason": lambda path: path.write_bytes(b'{"a":' * 100_000),
    "a pointer": lambda path: path.write_bytes(b"version https://git-lfs.github.com/spec/v1\noid sha256:0"),
    "a folder": lambda path: path.mkdir(),
}
if hasattr(os, "mkfifo"):
    BAD_FILES["a pipe that nobody writes into"] = os.mkfifo


@pytest.mark.parametrize("kind", BAD_FILES)
def test_a_config_that_is_no_json_object_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "config.json"
    BAD_FILES[kind](path)
    with pytest.raises(ConfigError) as caught:
        read_json(path)
    assert "config.json" in caught.value.user_message


def test_an_enormous_json_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    with path.open("wb") as file:
        os.truncate(file.fileno(), 1 << 30)
    with pytest.raises(ConfigError, match="too large"):
        read_json(path)


def test_a_folder_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as error:
        read_checkpoint_config(tmp_path / "nowhere")
    assert f"The model folder {tmp_path / 'nowhere'} does not exist" in error.value.user_message


def test_an_unknown_architecture_is_named_with_those_that_work() -> None:
    with pytest.raises(UnsupportedArchitectureError) as caught:
        resolve_family("LlamaForCausalLM")
    assert "LlamaForCausalLM" in caught.value.user_message
    assert "Qwen3VLForConditionalGeneration" in caught.value.user_message


def test_families_are_found_by_their_folders() -> None:
    assert registered_architectures()["Qwen3VLForConditionalGeneration"] == "engine.models.qwen3_vl"
