"""Which weights a sidecar was made from: one SHA-256 over names, shapes and bytes, and a short way to know
them again.

Any thread. The short way is that of version control: a file whose size and time of change are as they were
when it was read through is not read through again. Times younger than the coarsest clock's step are not
believed.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from engine.errors import CheckpointError
from engine.tensor_file import StoredTensor

CHUNK_BYTES = 8 << 20

CLOCK_STEP_NS = 2_000_000_000
"""FAT's: a file written within it may change again without its time showing it."""


class SourceHash:
    """SHA-256 over tensors in `in_file_order`: a line of JSON (name, dtype, shape) and the bytes of each.

    What else a file says about itself does not count: a new header with the same weights is the same source.
    """

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def begin(self, tensor: StoredTensor) -> None:
        """The tensor whose bytes follow."""
        line = json.dumps([tensor.name, tensor.dtype, list(tensor.shape)], ensure_ascii=True)
        self._digest.update(line.encode("ascii") + b"\n")

    def update(self, data: bytes | bytearray) -> None:
        """The next bytes of the tensor that began last."""
        self._digest.update(data)

    def hexdigest(self) -> str:
        return self._digest.hexdigest()


def in_file_order(stored: Iterable[StoredTensor]) -> list[StoredTensor]:
    """Files by name, and the tensors of each as they lie."""
    return sorted(stored, key=lambda tensor: (tensor.path.name, tensor.start, tensor.stop, tensor.name))


def read_blocks(tensor: StoredTensor, block_bytes: int) -> Iterator[bytearray]:
    """A tensor's bytes, `block_bytes` at a time. Raises: CheckpointError."""
    try:
        with tensor.path.open("rb") as file:
            file.seek(tensor.start)
            left = tensor.stop - tensor.start
            while left:
                block = bytearray(min(left, block_bytes))
                if file.readinto(block) != len(block):
                    raise CheckpointError(
                        f"{tensor.path.name} became shorter while it was read; download the model again.",
                        str(tensor.path),
                    )
                left -= len(block)
                yield block
    except OSError as error:
        raise CheckpointError(f"{tensor.path.name} cannot be read; check the disk.", str(error)) from None


def hash_source(
    stored: Iterable[StoredTensor], progress: Callable[[int, int], None], stop: Callable[[], None]
) -> str:
    """The hash of all tensors; `stop()` may raise between two chunks. Raises: CheckpointError."""
    tensors = in_file_order(stored)
    total = sum(tensor.stop - tensor.start for tensor in tensors)
    done, source = 0, SourceHash()
    for tensor in tensors:
        source.begin(tensor)
        for block in read_blocks(tensor, CHUNK_BYTES):
            stop()
            source.update(block)
            done += len(block)
            progress(done, total)
    return source.hexdigest()


def file_marks(stored: Iterable[StoredTensor]) -> dict[str, list[int]]:
    """Size and time of change (ns) of each weight file; time 0 where it is too young to be believed.

    Raises: CheckpointError.
    """
    marks: dict[str, list[int]] = {}
    for path in sorted({tensor.path for tensor in stored}):
        size_bytes, changed_ns = _size_and_time(path)
        believed = changed_ns + CLOCK_STEP_NS < time.time_ns()
        marks[path.name] = [size_bytes, changed_ns if believed else 0]
    return marks


def marks_hold(marks: object, stored: Iterable[StoredTensor]) -> bool:
    """Whether every weight file has the size and the time of change that were noted.

    Raises: CheckpointError.
    """
    paths = {tensor.path for tensor in stored}
    if not isinstance(marks, dict) or set(marks) != {path.name for path in paths}:
        return False
    return all(marks[path.name] == list(_size_and_time(path)) and marks[path.name][1] > 0 for path in paths)


def _size_and_time(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError as error:
        raise CheckpointError(f"{path.name} cannot be read; check the disk.", str(error)) from None
    return found.st_size, found.st_mtime_ns
