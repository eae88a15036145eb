"""Makes the int4 sidecar of a checkpoint: by blocks of rows, read back from the disk, renamed into place.

Runs in the process of its command, on any one thread; never on the engine's. torchao's algorithms do the
quantising (0.18, quantization/quant_primitives.py): minimum and maximum, and HQQ (Badri, Shaji 2023,
mobiusml.github.io/hqq_blog), whichever is nearer in each group. Why so: docs/adr/int4-sidecar.md.
"""

from __future__ import annotations

import importlib
import json
import logging
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor, nn

from engine.checkpoint import DTYPES, check_against
from engine.device import choose_threads
from engine.errors import QuantizeError
from engine.int4 import Int4Weight, Int8Table, pack_nibbles
from engine.model_folder import ModelFolder, open_model_folder
from engine.sidecar import (
    FILE_NAME,
    FORMAT,
    FORMAT_VERSION,
    LARGEST_ERROR,
    Quantized,
    Sidecar,
    SidecarPlan,
    open_sidecar,
    plan_sidecar,
)
from engine.sidecar_file import SidecarWriter, forget_leftovers
from engine.sidecar_report import QuantizeProgress, SidecarReport
from engine.source_hash import CHUNK_BYTES, SourceHash, file_marks, in_file_order, read_blocks
from engine.tensor_file import StoredTensor

BLOCK_VALUES = 1 << 20
"""How many weights are quantised at once. HQQ holds about ten copies of them in fp32: 40 MB."""

TORCHAO = "torchao>=0.18,<0.19"
"""As in pyproject.toml: the algorithms below have no stable names."""

ERROR_TOLERANCE = 2e-6
"""Errors are noted with six decimals."""


def quantize_folder(model_dir: Path, *, force: bool, progress: QuantizeProgress) -> SidecarReport:
    """Write the folder's sidecar, unless a fitting one is there and `force` is not given.

    Raises: QuantizeError, SidecarError for one that does not fit (without `force`), ConfigError,
    CheckpointError, TokenizerError.
    """
    folder = open_model_folder(model_dir)
    model = folder.spec.build()
    check_against(cast(nn.Module, model), folder.stored, model.shared_parameters())
    plan = plan_sidecar(model.quantizable(), folder.stored)
    target = model_dir / FILE_NAME
    if not force and target.is_file():
        return _existing(folder, progress)
    algorithms = _Algorithms()
    forget_leftovers(target)
    torch.set_num_threads(choose_threads())
    with torch.inference_mode(), SidecarWriter(target, plan) as writer:
        _write(writer, plan, folder.stored, algorithms, progress)
        made = open_sidecar(writer.partial, model.quantizable(), folder.stored)
        _validate(made, folder.stored, progress)
        writer.rename()
    return folder.open_sidecar().report(folder.stored, made=True)


def _existing(folder: ModelFolder, progress: QuantizeProgress) -> SidecarReport:
    """The report of the sidecar that lies there. Raises: SidecarError where it does not fit."""
    sidecar = folder.open_sidecar()
    sidecar.check_source(
        folder.stored,
        lambda done, total: progress("Checking the int4 weights", done, total),
        lambda: False,
        trust_marks=False,
    )
    return sidecar.report(folder.stored, made=False)


# -- writing


def _write(
    writer: SidecarWriter,
    plan: SidecarPlan,
    stored: Mapping[str, StoredTensor],
    algorithms: _Algorithms,
    progress: QuantizeProgress,
) -> None:
    """One pass over the checkpoint: every byte is hashed, and what is to be replaced is quantised."""
    marks = file_marks(stored.values())
    tensors = in_file_order(stored.values())
    writer.begin(_metadata(plan, marks, "0" * 64, dict.fromkeys(plan.names, 0.0)))
    source, errors = SourceHash(), dict[str, float]()
    total, done = sum(tensor.stop - tensor.start for tensor in tensors), 0
    for tensor in tensors:
        source.begin(tensor)
        measure = _Difference()
        for block in _row_blocks(tensor, plan):
            source.update(block.data)
            done += len(block.data)
            if block.weight is not None:
                made = algorithms.quantize(tensor.name, block.weight, plan)
                measure.add(block.weight, made)
                writer.add(tensor.name, made)
            progress("Quantising the weights", done, total)
        if tensor.name in plan.names:
            errors[tensor.name] = measure.relative()
    _refuse_noise(errors)
    writer.end(_metadata(plan, marks, source.hexdigest(), errors))


def _metadata(
    plan: SidecarPlan, marks: dict[str, list[int]], source_sha256: str, errors: Mapping[str, float]
) -> dict[str, str]:
    """The file's account of itself; its length does not depend on hash and errors, which are known last."""
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "scheme": plan.scheme,
        "group": str(plan.group),
        "source_sha256": source_sha256,
        "source_files": json.dumps(marks),
        "quantized": json.dumps({name: 4 if name in plan.linears else 8 for name in plan.names}),
        "relative_errors": json.dumps({name: f"{errors[name]:.6f}" for name in plan.names}),
        "made_with": f"torchao {metadata.version('torchao')}",
    }


def _refuse_noise(errors: Mapping[str, float]) -> None:
    bad = [f"{name} ({error:.2f})" for name, error in errors.items() if not error <= LARGEST_ERROR]
    if bad:
        raise QuantizeError(
            f"{len(bad)} of this model's weights lose too much in 4 bits, {bad[0]} first; use the model "
            "as it is.",
            ", ".join(bad),
        )


@dataclass(frozen=True, slots=True)
class _RowBlock:
    """Some of a tensor's bytes, and the whole rows in fp32 that they are where it is to be replaced."""

    data: bytearray
    weight: Tensor | None
    first_row: int


def _row_blocks(tensor: StoredTensor, plan: SidecarPlan) -> Iterator[_RowBlock]:
    """A tensor from the disk, piece by piece. Raises: CheckpointError, QuantizeError."""
    if tensor.name not in plan.names:
        for data in read_blocks(tensor, CHUNK_BYTES):
            yield _RowBlock(data, None, 0)
        return
    rows, columns = tensor.shape
    dtype = DTYPES[tensor.dtype]
    block_rows, row = max(1, BLOCK_VALUES // columns), 0
    for data in read_blocks(tensor, block_rows * columns * dtype.itemsize):
        weight = torch.frombuffer(data, dtype=dtype).view(-1, columns).float()
        if not bool(weight.isfinite().all()):
            raise QuantizeError(
                f"The weights hold numbers that are not finite ({tensor.name}); download the model again.",
                f"{tensor.name}, rows {row} to {row + weight.shape[0]} of {rows}",
            )
        yield _RowBlock(data, weight, row)
        row += weight.shape[0]


class _Difference:
    """Relative error over blocks, summed in fp64."""

    def __init__(self) -> None:
        self.off = self.norm = 0.0

    def add(self, weight: Tensor, made: Quantized) -> None:
        """One block of rows in fp32, and what stands for it."""
        self.off += float((made.dequantize(torch.float32) - weight).double().square().sum())
        self.norm += float(weight.double().square().sum())

    def relative(self) -> float:
        return (self.off / self.norm) ** 0.5 if self.norm else float(self.off > 0)


# -- validating


def _validate(sidecar: Sidecar, stored: Mapping[str, StoredTensor], progress: QuantizeProgress) -> None:
    """Read the written file back, and find each weight as near to the checkpoint's as was noted.

    Raises: QuantizeError.
    """
    total, done, found = sidecar.size_bytes, 0, 0
    for name, weight, size_bytes in sidecar.read():
        measure = _Difference()
        for block in _row_blocks(stored[name], sidecar.plan):
            if block.weight is not None:
                stop = block.first_row + block.weight.shape[0]
                measure.add(block.weight, weight.row_block(block.first_row, stop))
        error, noted = measure.relative(), sidecar.errors[name]
        if abs(error - noted) > ERROR_TOLERANCE:
            raise QuantizeError(
                "The int4 weights did not come back from the disk as they were written; check the disk and "
                "try again.",
                f"{name}: error {error:.6f}, noted {noted:.6f}",
            )
        done, found = done + size_bytes, found + 1
        progress("Validating the int4 weights", done, total)
    if found != len(sidecar.plan.names):
        raise QuantizeError(
            "The int4 weights are not whole on the disk; check the disk and try again.",
            f"{found} of {len(sidecar.plan.names)}",
        )


# -- algorithms


class _Algorithms:
    """torchao's quantisers, found once. Raises: QuantizeError where they are not installed."""

    def __init__(self) -> None:
        self._ao = _torchao()

    def quantize(self, name: str, weight: Tensor, plan: SidecarPlan) -> Quantized:
        """Rows in fp32 to what stands for them."""
        return self._int4(weight, plan.group) if name in plan.linears else self._int8(weight)

    def _int4(self, weight: Tensor, group: int) -> Int4Weight:
        """For each group the nearer of two candidates; both rounded before values are chosen."""
        shape = (weight.shape[0], -1)
        plain = self._ao._choose_qparams_affine_tinygemm(  # noqa: SLF001 - pinned: see TORCHAO
            weight, self._ao.MappingType.ASYMMETRIC, (1, group), torch.uint8, 0, 15
        )
        fitted = self._ao._choose_qparams_and_quantize_affine_hqq(  # noqa: SLF001 - pinned: see TORCHAO
            weight, 4, group, compute_dtype=torch.float32, device="cpu"
        )
        candidates = [
            self._int4_of(weight, group, scale.view(shape).bfloat16(), zero.view(shape).bfloat16())
            for scale, zero in (plain, fitted[1:3])
        ]
        first, second = (
            (made.dequantize(torch.float32) - weight).square().view(*made.scale.shape, group).sum(-1)
            for made in candidates
        )
        nearer = second < first
        return Int4Weight(
            torch.where(
                nearer.repeat_interleave(group // 2, 1), candidates[1].nibbles, candidates[0].nibbles
            ),
            torch.where(nearer, candidates[1].scale, candidates[0].scale),
            torch.where(nearer, candidates[1].zero, candidates[0].zero),
        )

    def _int4_of(self, weight: Tensor, group: int, scale: Tensor, zero: Tensor) -> Int4Weight:
        values = self._ao._quantize_affine_tinygemm(  # noqa: SLF001 - pinned: see TORCHAO
            weight, (1, group), scale.float(), zero.float(), torch.uint8, 0, 15
        )
        return Int4Weight(pack_nibbles(values), scale, zero)

    def _int8(self, weight: Tensor) -> Int8Table:
        block, kind = (1, weight.shape[1]), torch.int8
        scale, zero = self._ao.choose_qparams_affine(
            weight, self._ao.MappingType.SYMMETRIC, block, kind, -127, 127, scale_dtype=torch.float32
        )
        values = self._ao.quantize_affine(weight, block, scale, zero, kind, -127, 127)
        return Int8Table(values, scale.flatten())


def _torchao() -> Any:
    """torchao's primitives. Raises: QuantizeError."""
    # torch warns here of torchao's use of it, which is nothing that a user can change.
    chatter = logging.getLogger("torch.utils._pytree")
    level = chatter.level
    chatter.setLevel(logging.ERROR)
    try:
        # By name: optional, seconds to import, and without types.
        found = importlib.import_module("torchao.quantization.quant_primitives")
    except ImportError as error:
        if getattr(sys, "frozen", False):
            raise QuantizeError(
                "This build of Yomi cannot quantise; run `yomi quantize` from a source install.", str(error)
            ) from None
        raise QuantizeError(
            f'Quantising needs torchao; install it with `"{sys.executable}" -m pip install "{TORCHAO}"`.',
            str(error),
        ) from None
    finally:
        chatter.setLevel(level)
    wanted = (
        "_choose_qparams_affine_tinygemm",
        "_choose_qparams_and_quantize_affine_hqq",
        "_quantize_affine_tinygemm",
    )
    missing = [name for name in wanted if not hasattr(found, name)]
    if missing:
        raise QuantizeError(
            f"This version of torchao lacks what Yomi uses; install another with "
            f'`"{sys.executable}" -m pip install "{TORCHAO}"`.',
            f"torchao {metadata.version('torchao')}: {', '.join(missing)}",
        )
    return found
