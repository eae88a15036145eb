"""Tiny checkpoints with int4 weights beside them, and what these stand for without the product's code."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from torch import Tensor

from engine.quantize import quantize_folder
from engine.sidecar_report import SidecarReport
from tests.helpers.tiny_checkpoint import build_config, build_tokenizer, build_weights, write_tiny_checkpoint

SIDECAR = "yomi-int4.safetensors"
WEIGHTS = "model.safetensors"


def silent(_sentence: str, _done: int, _total: int) -> None:
    """Progress that nobody sees."""


def write_variant(folder: Path, *, tied: bool = True, **text: Any) -> Path:
    """A tiny checkpoint whose text_config has other entries."""
    write_tiny_checkpoint(folder, seed=1, tied=tied)
    config = build_config(build_tokenizer(), tied=tied)
    config["text_config"] |= text
    weights = build_weights(config, seed=1)
    if config["text_config"]["attention_bias"]:
        generator = torch.Generator().manual_seed(2)
        for name in [name for name in weights if "self_attn" in name and name.endswith("_proj.weight")]:
            bias = name.removesuffix("weight") + "bias"
            weights[bias] = torch.randn(weights[name].shape[0], generator=generator)
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    save_file(weights, folder / WEIGHTS)
    return folder


def quantize(folder: Path, *, force: bool = False) -> SidecarReport:
    """Write the folder's sidecar."""
    return quantize_folder(folder, force=force, progress=silent)


def metadata_of(path: Path) -> dict[str, str]:
    """A safetensors file's own account of itself."""
    with safe_open(path, framework="pt") as file:
        return dict(file.metadata())


def unpacked(path: Path) -> dict[str, Tensor]:
    """What a sidecar stands for, in fp32, worked out with numpy one nibble at a time."""
    tensors = load_file(path)
    result: dict[str, Tensor] = {}
    for name, bits in json.loads(metadata_of(path)["quantized"]).items():
        scale = tensors[f"{name}.scale"].float().numpy()
        if bits == 8:
            result[name] = torch.from_numpy(tensors[f"{name}.values"].numpy() * scale[:, None])
            continue
        packed = tensors[f"{name}.nibbles"].numpy()
        values = np.empty((packed.shape[0], packed.shape[1] * 2), dtype=np.float32)
        values[:, 0::2] = packed % 16
        values[:, 1::2] = packed // 16
        group = values.shape[1] // scale.shape[1]
        zero = tensors[f"{name}.zero"].float().numpy()
        result[name] = torch.from_numpy((values - 8) * scale.repeat(group, 1) + zero.repeat(group, 1))
    return result


def write_unpacked(folder: Path, target: Path) -> Path:
    """A checkpoint without a sidecar whose weights are those that `folder`'s sidecar stands for."""
    shutil.copytree(folder, target)
    (target / SIDECAR).unlink()
    weights = load_file(folder / WEIGHTS) | unpacked(folder / SIDECAR)
    save_file({name: value.contiguous() for name, value in weights.items()}, target / WEIGHTS)
    return target
