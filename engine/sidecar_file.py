"""Writing the sidecar's file: beside its place under another name, whole or not at all. Any one thread.

A safetensors header comes first and holds what is known last (hash, errors), so its length is fixed at the
start and its text is written twice. Format: github.com/huggingface/safetensors, README, "Format".
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

import psutil
import torch
from torch import Tensor

from engine.errors import QuantizeError
from engine.int4 import Int8Table
from engine.sidecar import Quantized, SidecarPlan

PARTIAL_SUFFIX = ".partial"
HEADER_ALIGNMENT_BYTES = 8

_FULL = {errno.ENOSPC, errno.EDQUOT} if hasattr(errno, "EDQUOT") else {errno.ENOSPC}
_FORBIDDEN = {errno.EACCES, errno.EPERM, errno.EROFS}


def forget_leftovers(target: Path) -> None:
    """Delete unfinished files of processes that were killed; what cannot be deleted stays."""
    for path in target.parent.glob(f"{target.name}.*{PARTIAL_SUFFIX}"):
        number = path.name.removeprefix(f"{target.name}.").removesuffix(PARTIAL_SUFFIX)
        if number.isdecimal() and not psutil.pid_exists(int(number)):
            with suppress(OSError):
                path.unlink()


class SidecarWriter:
    """A context manager: what is not renamed at its end is deleted."""

    def __init__(self, target: Path, plan: SidecarPlan) -> None:
        self.target = target
        self.partial = target.with_name(f"{target.name}.{os.getpid()}{PARTIAL_SUFFIX}")
        self._plan = plan
        self._file: BinaryIO | None = None
        self._places: dict[str, tuple[int, int]] = {}
        self._header_bytes = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
        with suppress(OSError):
            self.partial.unlink(missing_ok=True)

    def begin(self, metadata: Mapping[str, str]) -> None:
        """Open the file with a header of its final length. Raises: QuantizeError."""
        header = self._header(metadata)
        self._header_bytes = len(header)
        size_bytes = 8 + len(header) + sum(stop - start for start, stop in self._places.values())
        with _spoken(self.target):
            # One that this process left behind, its number being used again.
            self.partial.unlink(missing_ok=True)
            self._file = self.partial.open("xb")
            free_bytes = shutil.disk_usage(self.target.parent).free
            if free_bytes < size_bytes:
                raise QuantizeError(
                    f"The int4 weights need {size_bytes / 1e6:.0f} MB and the disk has "
                    f"{free_bytes / 1e6:.0f} MB free; make room and try again.",
                    f"{size_bytes} of {free_bytes} bytes",
                )
            self._file.write(struct.pack("<Q", len(header)) + header)

    def add(self, name: str, rows: Quantized) -> None:
        """The next rows of a weight. Raises: QuantizeError."""
        parts = (
            {"scale": rows.scale, "values": rows.values}
            if isinstance(rows, Int8Table)
            else {"scale": rows.scale, "zero": rows.zero, "nibbles": rows.nibbles}
        )
        file = self._open_file()
        for part, tensor in parts.items():
            entry = f"{name}.{part}"
            start, stop = self._places[entry]
            data = _bytes_of(tensor)
            if start + len(data) > stop:
                raise ValueError(f"{entry} is given more rows than it has")
            with _spoken(self.target):
                file.seek(8 + self._header_bytes + start)
                file.write(data)
            # What is left of the place begins after these rows.
            self._places[entry] = (start + len(data), stop)

    def end(self, metadata: Mapping[str, str]) -> None:
        """Write the final header and bring everything to the disk. Raises: QuantizeError."""
        unfilled = [entry for entry, (start, stop) in self._places.items() if start != stop]
        header = self._header(metadata)
        if unfilled or len(header) != self._header_bytes:
            raise ValueError(f"{unfilled[:3]} not filled, header of {len(header)} bytes")
        file = self._open_file()
        with _spoken(self.target):
            file.seek(8)
            file.write(header)
            file.flush()
            os.fsync(file.fileno())
            file.close()

    def rename(self) -> None:
        """Put the finished file into its place. Raises: QuantizeError."""
        with _spoken(self.target):
            self.partial.replace(self.target)

    def _open_file(self) -> BinaryIO:
        if self._file is None:
            raise ValueError("nothing was begun")
        return self._file

    def _header(self, metadata: Mapping[str, str]) -> bytes:
        entries: dict[str, object] = {"__metadata__": dict(metadata)}
        position, places = 0, dict[str, tuple[int, int]]()
        for name in self._plan.names:
            for entry in self._plan.entries(name):
                stop = position + entry.size_bytes
                entries[entry.name] = {
                    "dtype": entry.dtype,
                    "shape": list(entry.shape),
                    "data_offsets": [position, stop],
                }
                places[entry.name] = (position, stop)
                position = stop
        if not self._places:
            self._places = places
        text = json.dumps(entries, separators=(",", ":"), ensure_ascii=True).encode("ascii")
        return text + b" " * (-len(text) % HEADER_ALIGNMENT_BYTES)


def _bytes_of(tensor: Tensor) -> bytes:
    """A tensor's bytes as they lie in a file."""
    return tensor.contiguous().flatten().view(torch.uint8).numpy().tobytes()


@contextmanager
def _spoken(target: Path) -> Iterator[None]:
    """The system's refusals as sentences. Raises: QuantizeError."""
    try:
        yield
    except OSError as error:
        folder = target.parent
        if error.errno in _FULL:
            message = "The disk is full; make room and try again. Nothing was changed."
        elif error.errno in _FORBIDDEN:
            message = (
                f"{folder} cannot be written; copy the model into a folder of your own and quantise it there."
            )
        else:
            message = f"{target.name} could not be written; check the disk and try again."
        raise QuantizeError(message, str(error)) from None
