"""The header of a safetensors file: which tensors lie where, checked before anything is mapped.

A file shorter than its header promises would kill the process that maps it (SIGBUS) rather than raise.
Any thread; imports no torch. Format: github.com/huggingface/safetensors, README, "Format".
"""

from __future__ import annotations

import json
import math
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.config import is_lfs_pointer
from engine.errors import CheckpointError

MAX_HEADER_BYTES = 100_000_000
"""The format's own limit."""

KNOWN_BITS = {
    "BOOL": 8, "U8": 8, "I8": 8, "U16": 16, "I16": 16, "U32": 32, "I32": 32, "U64": 64, "I64": 64,
    "F64": 64, "F32": 32, "F16": 16, "BF16": 16, "F8_E4M3": 8, "F8_E5M2": 8, "F8_E8M0": 8,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class StoredTensor:
    """Where one tensor lies: bytes [start, stop) of `path`."""

    name: str
    path: Path
    dtype: str
    shape: tuple[int, ...]
    start: int
    stop: int


def read_header(path: Path) -> list[StoredTensor]:
    """The tensors of one safetensors file, checked against its length. Raises: CheckpointError."""
    header, base, size_bytes = _read_json(path)
    header.pop("__metadata__", None)
    tensors = [_stored_tensor(path, name, entry, base) for name, entry in header.items()]
    _check_layout(path, tensors, base, size_bytes)
    return tensors


def read_metadata(path: Path) -> dict[str, str]:
    """What the file says about itself, empty where it says nothing. Raises: CheckpointError."""
    metadata = _read_json(path)[0].get("__metadata__", {})
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise CheckpointError(f"{path.name} is damaged; download the model again.", "metadata is no text")
    return metadata


def _read_json(path: Path) -> tuple[dict[str, Any], int, int]:
    """The header as it stands, where the data begin, and the size of the file. Raises: CheckpointError."""
    try:
        size_bytes = path.stat().st_size
        with path.open("rb") as file:
            prefix = file.read(64)
            if is_lfs_pointer(prefix):
                raise CheckpointError(
                    f"{path.name} is a Git LFS pointer, not the weights; run `git lfs pull` in the "
                    "model folder.",
                    str(path),
                )
            if len(prefix) < 8:
                raise CheckpointError(
                    f"{path.name} is cut short; download the model again.", f"{size_bytes} bytes"
                )
            (header_bytes,) = struct.unpack("<Q", prefix[:8])
            if header_bytes > MAX_HEADER_BYTES:
                raise CheckpointError(
                    f"{path.name} is not a safetensors file; download the model again.",
                    f"header of {header_bytes} bytes",
                )
            if 8 + header_bytes > size_bytes:
                raise CheckpointError(
                    f"{path.name} is cut short; download the model again.",
                    f"header of {header_bytes} bytes in a file of {size_bytes}",
                )
            file.seek(8)
            raw = file.read(header_bytes)
    except OSError as error:
        raise CheckpointError(f"{path.name} cannot be read; check its permissions.", str(error)) from None
    try:
        header = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise CheckpointError(
            f"{path.name} is damaged; download the model again.", f"header: {error}"
        ) from None
    if not isinstance(header, dict):
        raise CheckpointError(f"{path.name} is damaged; download the model again.", "the header is no object")
    return header, 8 + header_bytes, size_bytes


def _stored_tensor(path: Path, name: str, entry: Any, base: int) -> StoredTensor:
    def damaged(why: str) -> CheckpointError:
        return CheckpointError(f"{path.name} is damaged; download the model again.", f"{name}: {why}")

    if not isinstance(entry, dict):
        raise damaged("no object")
    dtype, shape, offsets = entry.get("dtype"), entry.get("shape"), entry.get("data_offsets")
    bits = KNOWN_BITS.get(dtype) if isinstance(dtype, str) else None
    if dtype is None or bits is None:
        raise damaged(f"dtype {dtype!r}")
    counts, span = _counts(shape), _counts(offsets)
    if counts is None or span is None or len(span) != 2:
        raise damaged(f"shape {shape!r}, offsets {offsets!r}")
    start, stop = span
    if start > stop or (stop - start) * 8 != math.prod(counts) * bits:
        raise damaged(f"{stop - start} bytes for {dtype} {shape}")
    return StoredTensor(name, path, dtype, counts, base + start, base + stop)


def _counts(value: Any) -> tuple[int, ...] | None:
    """A list of plausible sizes, or None."""
    if not isinstance(value, list) or len(value) > 16:
        return None
    for item in value:
        if isinstance(item, bool) or not isinstance(item, int) or not 0 <= item < 1 << 48:
            return None
    return tuple(value)


def _check_layout(path: Path, tensors: list[StoredTensor], base: int, size_bytes: int) -> None:
    """Tensors must fill the file without gap or overlap, as the format demands."""
    position = base
    for tensor in sorted(tensors, key=lambda item: (item.start, item.stop)):
        if tensor.start != position:
            raise CheckpointError(
                f"{path.name} is damaged; download the model again.",
                f"{tensor.name} begins at {tensor.start}, not {position}",
            )
        position = tensor.stop
    if position > size_bytes:
        raise CheckpointError(
            f"{path.name} is cut short; download the model again.", f"{size_bytes} bytes of {position}"
        )
    if position < size_bytes:
        raise CheckpointError(
            f"{path.name} is damaged; download the model again.", f"{size_bytes - position} bytes too many"
        )
