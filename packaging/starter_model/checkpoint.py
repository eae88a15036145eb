"""A training run small enough to be sent: at most 64 MiB in files of at most 16, to go on elsewhere.

Weights are kept as what they began from and the step away from it in 8 bits a row: finer than the bf16 in
which they are exported. A run from nothing keeps bf16 and what is left of it. Moments are 8 bits a row in
files of their own: without them the optimiser warms up again. Build-time tool, one thread.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors.torch import load, save
from torch import Tensor

from starter_model.optim import MuonAdam

PART_BYTES = 15 << 20
WEIGHTS, MOMENTS, AVERAGE = "checkpoint", "moments", "average"
"""The files' names before `.safetensors.NN`."""


def put(
    folder: Path, name: str, tensors: Mapping[str, Tensor], told: Mapping[str, str] | None = None
) -> None:
    """Write tensors in numbered parts; those of a longer one before are removed."""
    folder.mkdir(parents=True, exist_ok=True)
    blob = save(dict(tensors), metadata=dict(told or {}))
    parts = range(0, len(blob), PART_BYTES)
    for n, start in enumerate(parts):
        part = folder / f"{name}.safetensors.{n:02d}"
        part.with_suffix(".tmp").write_bytes(blob[start : start + PART_BYTES])
        part.with_suffix(".tmp").replace(part)
    for part in sorted(folder.glob(f"{name}.safetensors.[0-9][0-9]"))[len(parts) :]:
        part.unlink()


def take(folder: Path, name: str) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Tensors and what was told with them. Raises: OSError where there are no such parts."""
    parts = sorted(folder.glob(f"{name}.safetensors.[0-9][0-9]"))
    if not parts:
        raise FileNotFoundError(f"{folder} holds no {name}.safetensors.00")
    blob = b"".join(part.read_bytes() for part in parts)
    told = json.loads(blob[8 : 8 + int.from_bytes(blob[:8], "little")]).get("__metadata__", {})
    return load(blob), told


def packed(value: Tensor) -> dict[str, Tensor]:
    """8 bits and a scale a row; a vector is one row."""
    rows = value.float().reshape(len(value) if value.ndim > 1 else 1, -1)
    scale = rows.abs().amax(1, keepdim=True).clamp(min=1e-30) / 127
    return {"q": (rows / scale).round().to(torch.int8).reshape(value.shape), "s": scale.flatten()}


def unpacked(q: Tensor, scale: Tensor) -> Tensor:
    """What `packed` was given, to half a step."""
    return (q.float().reshape(len(scale), -1) * scale[:, None]).reshape(q.shape)


def digest(base: Mapping[str, Tensor]) -> str:
    """Tells the weights that a run began from."""
    told = hashlib.sha256()
    for name in sorted(base):
        told.update(
            name.encode() + base[name].detach().cpu().to(torch.bfloat16).view(torch.int16).numpy().tobytes()
        )
    return told.hexdigest()


def keep(
    folder: Path, optimiser: MuonAdam, progress: float, seed: int, base: Mapping[str, Tensor] | None = None
) -> None:
    """Write what another machine needs to go on; `base` are the weights the run began from."""
    weights: dict[str, Tensor] = {}
    for name, master in zip(optimiser.names, optimiser.master, strict=True):
        value = master.detach().float().cpu()
        if base is not None and name in base:
            coarse = base[name].float()
        else:
            weights[f"{name}:b"] = value.to(torch.bfloat16).contiguous()
            coarse = weights[f"{name}:b"].float()
        weights |= {f"{name}:{part}": t for part, t in packed(value - coarse).items()}
    told = {
        "progress": repr(progress),
        "seed": str(seed),
        "steps": str(optimiser.steps),
        "base": digest(base) if base is not None else "",
    }
    put(folder, WEIGHTS, weights, told)
    moments: dict[str, Tensor] = {}
    for n, name in enumerate(optimiser.names):
        moments |= {f"{name}:{part}": t for part, t in packed(optimiser.first[n].cpu()).items()}
        if n in optimiser.adam:  # squares span many powers of ten: 8 bits a row would make most of them zero
            moments[f"{name}:v"] = optimiser.second[n].to(torch.bfloat16).cpu().contiguous()
    put(folder, MOMENTS, moments)


def weights_of(
    folder: Path, base: Mapping[str, Tensor] | None = None
) -> tuple[dict[str, Tensor], dict[str, str]]:
    """fp32 weights of a kept run, and what was told with them.

    Raises: OSError without such files; ValueError where the run began from other weights than `base`.
    """
    kept, told = take(folder, WEIGHTS)
    if told["base"] != (digest(base) if told["base"] and base is not None else ""):
        raise ValueError(f"{folder} goes on from other weights than those given; name the ones it began from")
    found = {}
    for name in sorted({key.rpartition(":")[0] for key in kept}):
        coarse = kept[f"{name}:b"].float() if f"{name}:b" in kept else (base or {})[name].float()
        found[name] = coarse + unpacked(kept[f"{name}:q"], kept[f"{name}:s"]).reshape(coarse.shape)
    return found, told


@torch.no_grad()
def resume(folder: Path, optimiser: MuonAdam, base: Mapping[str, Tensor] | None = None) -> tuple[float, int]:
    """Take up a kept run; gives the share of the schedule and the next seed.

    Steps count anew where the moments are missing.
    Raises: OSError without such files; ValueError where the run began from other weights than `base`.
    """
    weights, told = weights_of(folder, base)
    for name, master in zip(optimiser.names, optimiser.master, strict=True):
        master.copy_(weights[name])
    torch._foreach_copy_(optimiser.params, optimiser.master)
    try:
        moments, _ = take(folder, MOMENTS)
    except FileNotFoundError:
        return float(told["progress"]), int(told["seed"])
    optimiser.steps = int(told["steps"])
    for n, name in enumerate(optimiser.names):
        optimiser.first[n].copy_(unpacked(moments[f"{name}:q"], moments[f"{name}:s"]))
        if n in optimiser.adam:
            optimiser.second[n].copy_(moments[f"{name}:v"])
    return float(told["progress"]), int(told["seed"])


class Average:
    """A running mean of the weights over about the last `1 / (1 - decay)` steps; fp32, on their device."""

    def __init__(self, optimiser: MuonAdam, decay: float = 0.996) -> None:
        self.names, self.decay, self.steps = optimiser.names, decay, 0
        self.mean = [master.detach().clone() for master in optimiser.master]

    @torch.no_grad()
    def add(self, optimiser: MuonAdam) -> None:
        """Count in the weights of one step; the first steps weigh as in a plain mean."""
        self.steps += 1
        torch._foreach_lerp_(self.mean, optimiser.master, max(1 - self.decay, 1 / (1 + self.steps)))

    def weights(self) -> dict[str, Tensor]:
        """bf16, without the training's heads."""
        return {
            name: mean.to(torch.bfloat16).cpu().contiguous()
            for name, mean in zip(self.names, self.mean, strict=True)
            if not name.startswith("aux_")
        }
