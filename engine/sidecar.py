"""The int4 sidecar: a safetensors file beside a checkpoint that stands in for its largest weights.

Owns the file's name, its layout, and every reason to refuse it. Engine thread only, but for the quantiser's
process. Layout (docs/adr/int4-sidecar.md): for each decoder linear NAME the tensors NAME.scale, NAME.zero
and NAME.nibbles, for embedding and head NAME.scale and NAME.values; nothing of it depends on a device.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torch import Tensor

from engine.checkpoint import read_tensors, stop_if
from engine.errors import CheckpointError, DeviceError, QuantizeError, SidecarError
from engine.int4 import Int4Weight, Int8Table
from engine.models.base import Quantizable
from engine.sidecar_report import QuantizedTensor, SidecarReport
from engine.source_hash import hash_source, marks_hold
from engine.tensor_file import StoredTensor, read_header, read_metadata

FILE_NAME = "yomi-int4.safetensors"
FORMAT = "yomi-int4"
FORMAT_VERSION = "1"
GROUPS = (128, 64, 32)
"""Columns that share a scale: the largest that divides every linear is taken."""

LARGEST_ERROR = 0.5
"""A weight that is off by half its norm is noise; normal ones in 4 bits are off by a tenth."""

Quantized = Int4Weight | Int8Table


@dataclass(frozen=True, slots=True)
class Entry:
    """One tensor of the file before it has a place in it."""

    name: str
    dtype: str
    shape: tuple[int, ...]

    @property
    def size_bytes(self) -> int:
        size = {"U8": 1, "I8": 1, "BF16": 2, "F32": 4}[self.dtype]
        for count in self.shape:
            size *= count
        return size


@dataclass(frozen=True, slots=True)
class SidecarPlan:
    """What a checkpoint's sidecar holds: decided by names and shapes alone."""

    group: int
    linears: dict[str, tuple[int, int]]
    tables: dict[str, tuple[int, int]]

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that is replaced, linears first."""
        return (*self.linears, *self.tables)

    @property
    def scheme(self) -> str:
        return f"int4 asymmetric by {self.group} columns, int8 symmetric by row"

    def shape(self, name: str) -> tuple[int, int]:
        """[N, K] of a replaced weight."""
        return self.linears[name] if name in self.linears else self.tables[name]

    def entries(self, name: str) -> tuple[Entry, ...]:
        """The tensors that stand for one weight, in the order they lie in."""
        rows, columns = self.shape(name)
        if name in self.tables:
            return Entry(f"{name}.scale", "F32", (rows,)), Entry(f"{name}.values", "I8", (rows, columns))
        groups = columns // self.group
        return (
            Entry(f"{name}.scale", "BF16", (rows, groups)),
            Entry(f"{name}.zero", "BF16", (rows, groups)),
            Entry(f"{name}.nibbles", "U8", (rows, columns // 2)),
        )


def plan_sidecar(
    quantizable: Quantizable, stored: Mapping[str, StoredTensor], group: int | None = None
) -> SidecarPlan:
    """The plan for a checkpoint, with the largest group that fits where none is given.

    Raises: QuantizeError when there is nothing to quantise or no group divides every linear.
    """
    shapes = {name: tensor.shape for name, tensor in stored.items()}
    linears = {name: (shapes[name][0], shapes[name][1]) for name in quantizable.linears}
    # A tied head has no tensor of its own.
    tables = {name: (shapes[name][0], shapes[name][1]) for name in quantizable.tables if name in shapes}
    if not linears:
        raise QuantizeError("This model has no weights that Yomi knows how to quantise; use it as it is.")
    choice = GROUPS if group is None else (group,)
    for size in choice:
        if all(columns % size == 0 for _, columns in linears.values()):
            return SidecarPlan(size, linears, tables)
    smallest = choice[-1]
    odd = [f"{name} ({columns} columns)" for name, (_, columns) in linears.items() if columns % smallest]
    more = f" and {len(odd) - 3} more" if len(odd) > 3 else ""
    raise QuantizeError(
        f"int4 needs a multiple of {smallest} columns, which {len(odd)} of this model's weights do not "
        f"have: {', '.join(odd[:3])}{more}; use the model as it is.",
        ", ".join(odd),
    )


@dataclass(frozen=True, slots=True)
class Sidecar:
    """A file whose names, shapes and version fit its checkpoint; `check_source` compares the weights."""

    path: Path
    plan: SidecarPlan
    stored: dict[str, StoredTensor]
    source_sha256: str
    marks: object
    errors: dict[str, float]

    @property
    def size_bytes(self) -> int:
        return sum(tensor.stop - tensor.start for tensor in self.stored.values())

    def check_source(
        self,
        source: Mapping[str, StoredTensor],
        progress: Callable[[int, int], None],
        cancelled: Callable[[], bool],
        *,
        trust_marks: bool = True,
    ) -> None:
        """Refuse a sidecar of other weights than the checkpoint's.

        Raises: SidecarError, CheckpointError, LoadCancelledError.
        """
        if trust_marks and marks_hold(self.marks, source.values()):
            return
        found = hash_source(source.values(), progress, lambda: stop_if(cancelled))
        if found != self.source_sha256:
            raise unfit(self.path, f"made from {self.source_sha256[:16]}, the weights are {found[:16]}")

    def read(self) -> Iterator[tuple[str, Quantized, int]]:
        """Each replaced weight as views of the mapped file, and the bytes it takes there.

        Raises: SidecarError, CheckpointError.
        """
        pending: dict[str, dict[str, Tensor]] = {}
        for tensor, value in read_tensors(self.stored):
            name, _, part = tensor.name.rpartition(".")
            parts = pending.setdefault(name, {})
            parts[part] = value
            if len(parts) < len(self.plan.entries(name)):
                continue
            del pending[name]
            if not all(bool(parts[key].isfinite().all()) for key in ("scale", "zero") if key in parts):
                raise unfit(self.path, f"{name}: a scale is not finite", "is damaged")
            size_bytes = sum(entry.size_bytes for entry in self.plan.entries(name))
            yield name, (Int8Table(**parts) if name in self.plan.tables else Int4Weight(**parts)), size_bytes

    def report(self, source: Mapping[str, StoredTensor], *, made: bool) -> SidecarReport:
        """What the file says of itself, in numbers."""
        tensors = []
        for name in self.plan.names:
            rows, columns = self.plan.shape(name)
            bits = 4 if name in self.plan.linears else 8
            tensors.append(QuantizedTensor(name, bits, rows * columns, self.errors[name]))
        replaced = sum(source[name].stop - source[name].start for name in self.plan.names)
        return SidecarReport(self.path, self.plan.group, replaced, self.size_bytes, tuple(tensors), made)


def quantize_command(model_dir: Path, *options: str) -> str:
    """What to type to make the folder's sidecar."""
    folder = str(model_dir)
    words = ["yomi", "quantize", f'"{folder}"' if " " in folder else folder, *options]
    return f"`{' '.join(words)}`"


def unfit(path: Path, detail: str, why: str = "does not fit this model") -> SidecarError:
    """The refusal of a file, with the command that makes it anew."""
    return SidecarError(
        f"{path.name} {why}; make it anew with {quantize_command(path.parent, '--force')}, or choose "
        "another precision.",
        detail,
    )


def open_sidecar(path: Path, quantizable: Quantizable, source: Mapping[str, StoredTensor]) -> Sidecar:
    """The sidecar at `path`, beside its checkpoint, checked in all but the weights' hash.

    Raises: DeviceError when there is none, SidecarError when it cannot be used, QuantizeError when this model
    can have none.
    """
    if not path.is_file():
        plan_sidecar(quantizable, source)
        raise DeviceError(
            f"No int4 weights lie beside this model; make them with {quantize_command(path.parent)}, or "
            "choose another precision.",
            str(path),
        )
    try:
        stored = {tensor.name: tensor for tensor in read_header(path)}
        metadata = read_metadata(path)
    except CheckpointError as error:
        raise unfit(path, error.detail, "is damaged") from None
    if metadata.get("format") != FORMAT or metadata.get("format_version") != FORMAT_VERSION:
        found = f"{metadata.get('format', 'nothing')[:40]} {metadata.get('format_version', '')[:40]}"
        raise unfit(path, f"{found}, not {FORMAT} {FORMAT_VERSION}", "is of another version of Yomi")
    group = metadata.get("group", "")
    if group not in map(str, GROUPS):
        raise unfit(path, f"group {group[:40]!r}", "is damaged")
    try:
        plan = plan_sidecar(quantizable, source, int(group))
    except QuantizeError as error:
        raise unfit(path, error.detail) from None
    _check_layout(path, plan, stored)
    return Sidecar(
        path,
        plan,
        stored,
        metadata.get("source_sha256", ""),
        _read_json(path, metadata, "source_files"),
        _read_errors(path, metadata, plan),
    )


def _check_layout(path: Path, plan: SidecarPlan, stored: Mapping[str, StoredTensor]) -> None:
    expected = {entry.name: entry for name in plan.names for entry in plan.entries(name)}
    wrong = sorted(expected.keys() ^ stored.keys())
    wrong += [
        name
        for name, entry in expected.items()
        if name in stored and (stored[name].dtype, stored[name].shape) != (entry.dtype, entry.shape)
    ]
    if wrong:
        raise unfit(path, f"{len(wrong)} tensors differ: {', '.join(wrong[:8])}")


def _read_json(path: Path, metadata: Mapping[str, str], key: str) -> Any:
    try:
        return json.loads(metadata.get(key, ""))
    except (ValueError, RecursionError):
        raise unfit(path, f"{key} is no JSON", "is damaged") from None


def _read_errors(path: Path, metadata: Mapping[str, str], plan: SidecarPlan) -> dict[str, float]:
    found = _read_json(path, metadata, "relative_errors")
    try:
        errors = {name: float(found[name]) for name in plan.names}
    except (KeyError, TypeError, ValueError):
        raise unfit(path, "the list of errors is not whole", "is damaged") from None
    if not all(0.0 <= error <= LARGEST_ERROR for error in errors.values()):
        raise unfit(path, "an error is out of range", "is damaged")
    return errors
