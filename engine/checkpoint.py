"""From a folder of safetensors to a filled module: every tensor used, every parameter filled, no code run.

The headers are checked against the files before anything is mapped, since a file shorter than its header
promises would kill the process (SIGBUS) rather than raise. Tensors are copied out of the mapping, so that
the files are free again after loading. Engine thread only. Format: github.com/huggingface/safetensors,
README, "Format".
"""

from __future__ import annotations

import json
import math
import mmap
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

import torch
from torch import Tensor, nn

from engine.config import is_lfs_pointer, read_json
from engine.errors import CheckpointError

SINGLE_FILE = "model.safetensors"
INDEX_FILE = "model.safetensors.index.json"
PICKLE_SUFFIXES = (".bin", ".pt", ".pth", ".ckpt")
MAX_HEADER_BYTES = 100_000_000
"""The format's own limit."""

DTYPES = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}
"""What weights may be stored in; whole numbers and 8-bit floats belong to quantised formats that need their
own reader.
"""

KNOWN_BITS = {
    "BOOL": 8, "U8": 8, "I8": 8, "U16": 16, "I16": 16, "U32": 32, "I32": 32, "U64": 64, "I64": 64,
    "F64": 64, "F32": 32, "F16": 16, "BF16": 16, "F8_E4M3": 8, "F8_E5M2": 8, "F8_E8M0": 8,
}  # fmt: skip

Progress = Callable[[int, int], None]


class LoadCancelledError(Exception):
    """Raised between tensors when the caller no longer wants the model."""


@dataclass(frozen=True, slots=True)
class StoredTensor:
    """Where one tensor lies: bytes [start, stop) of `path`."""

    name: str
    path: Path
    dtype: str
    shape: tuple[int, ...]
    start: int
    stop: int


def weight_files(model_dir: Path) -> tuple[list[Path], dict[str, str] | None]:
    """The folder's safetensors files, and the index's tensor -> file map where it has one.

    Raises: CheckpointError.
    """
    index_path = model_dir / INDEX_FILE
    if index_path.is_file():
        weight_map = read_json(index_path).get("weight_map")
        if not isinstance(weight_map, dict) or not weight_map:
            raise CheckpointError(
                f"{INDEX_FILE} lists no weights; download the model again.", str(index_path)
            )
        names: set[str] = set()
        for tensor, name in weight_map.items():
            if not isinstance(name, str) or not _is_plain_name(name):
                raise CheckpointError(
                    f"{INDEX_FILE} points outside the model folder; do not use this model.",
                    f"{tensor}: {name!r}",
                )
            names.add(name)
        files = [model_dir / name for name in sorted(names)]
        missing = [path.name for path in files if not path.is_file()]
        if missing:
            raise CheckpointError(
                f"The model folder lacks {len(missing)} of {len(files)} weight files; download the "
                "model again.",
                ", ".join(missing[:8]),
            )
        return files, weight_map
    single = model_dir / SINGLE_FILE
    if single.is_file():
        return [single], None
    pickles = sorted(path.name for path in model_dir.iterdir() if path.suffix in PICKLE_SUFFIXES)
    if pickles:
        raise CheckpointError(
            "This model's weights are Python pickles, which can run any code and are never loaded; "
            "choose a model in safetensors format.",
            ", ".join(pickles[:8]),
        )
    raise CheckpointError(
        f"The model folder has no {SINGLE_FILE}; choose the folder that holds config.json and the weights.",
        str(model_dir),
    )


def _is_plain_name(name: str) -> bool:
    """Whether `name` is a file name in the folder itself, on every system."""
    parts = (PurePosixPath(name).parts, PureWindowsPath(name).parts)
    return bool(name) and parts == ((name,), (name,)) and name not in (".", "..") and "\0" not in name


def read_header(path: Path) -> list[StoredTensor]:
    """The tensors of one safetensors file, checked against its length. Raises: CheckpointError."""
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
    header.pop("__metadata__", None)
    base = 8 + header_bytes
    tensors = [_stored_tensor(path, name, entry, base) for name, entry in header.items()]
    _check_layout(path, tensors, base, size_bytes)
    return tensors


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


def read_index(model_dir: Path) -> dict[str, StoredTensor]:
    """Every stored tensor by name, from the headers alone. Raises: CheckpointError."""
    files, weight_map = weight_files(model_dir)
    stored: dict[str, StoredTensor] = {}
    for path in files:
        for tensor in read_header(path):
            if tensor.name in stored:
                raise CheckpointError(
                    "Two weight files hold the same tensor; download the model again.",
                    f"{tensor.name} in {stored[tensor.name].path.name} and {path.name}",
                )
            stored[tensor.name] = tensor
    if weight_map is not None:
        wrong = [
            name for name, file in weight_map.items() if name not in stored or stored[name].path.name != file
        ]
        if wrong or len(weight_map) != len(stored):
            unlisted = [name for name in stored if name not in weight_map]
            raise CheckpointError(
                f"{INDEX_FILE} does not match the weight files; download the model again.",
                _listed(wrong + unlisted),
            )
    return stored


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:8])
    return shown if len(names) <= 8 else f"{shown} and {len(names) - 8} more"


def check_against(module: nn.Module, stored: Mapping[str, StoredTensor], shared: Mapping[str, str]) -> None:
    """Compare names, shapes and dtypes before anything is read. Raises: CheckpointError."""
    wanted = dict(module.named_parameters())
    missing = [name for name in wanted if name not in stored and name not in shared]
    extra = [name for name in stored if name not in wanted]
    if missing or extra:
        parts = [f"missing: {_listed(missing)}"] if missing else []
        parts += [f"unknown: {_listed(extra)}"] if extra else []
        raise CheckpointError(
            f"The weights do not fit config.json ({len(missing)} tensors missing, {len(extra)} unknown); "
            "download the model again.",
            "; ".join(parts),
        )
    wrong = [
        f"{name} is {list(tensor.shape)}, not {list(wanted[name].shape)}"
        for name, tensor in stored.items()
        if tensor.shape != tuple(wanted[name].shape)
    ]
    if wrong:
        raise CheckpointError(
            f"The weights do not fit config.json ({len(wrong)} tensors of another shape); download "
            "the model again.",
            _listed(wrong),
        )
    odd = [f"{name} is {tensor.dtype}" for name, tensor in stored.items() if tensor.dtype not in DTYPES]
    if odd:
        raise CheckpointError(
            "This model's weights are stored in a number format that Yomi does not read; choose the "
            "unquantised model.",
            _listed(odd),
        )


def load_weights(
    module: nn.Module,
    stored: Mapping[str, StoredTensor],
    shared: Mapping[str, str],
    *,
    device: torch.device,
    dtype: torch.dtype,
    progress: Progress,
    cancelled: Callable[[], bool],
) -> None:
    """Fill a module on the meta device with the folder's tensors, in `dtype` on `device`.

    Raises: CheckpointError; LoadCancelledError between tensors when `cancelled()`.
    """
    check_against(module, stored, shared)
    total = sum(tensor.stop - tensor.start for tensor in stored.values())
    done = 0
    state: dict[str, Tensor] = {}
    for tensor, value in _read_tensors(stored):
        if cancelled():
            raise LoadCancelledError
        # copy=True even where dtype and device agree: the mapping goes away.
        state[tensor.name] = value.to(device=device, dtype=dtype, copy=True)
        done += tensor.stop - tensor.start
        progress(done, total)
    for name, source in shared.items():
        if name not in state or (name in stored and torch.equal(state[name], state[source])):
            state[name] = state[source]
    module.load_state_dict(state, strict=True, assign=True)
    # assign=True wraps each entry in a parameter of its own; names that share storage must also be one
    # object.
    for name, source in shared.items():
        if state[name] is state[source]:
            owner, _, leaf = name.rpartition(".")
            setattr(module.get_submodule(owner), leaf, module.get_parameter(source))


def _read_tensors(stored: Mapping[str, StoredTensor]) -> Iterator[tuple[StoredTensor, Tensor]]:
    """Tensors in file order, each a view of a mapping that is closed once its file is done."""
    by_file: dict[Path, list[StoredTensor]] = {}
    for tensor in stored.values():
        by_file.setdefault(tensor.path, []).append(tensor)
    for path, tensors in by_file.items():
        try:
            with path.open("rb") as file:
                # Copy-on-write, since torch warns about buffers it could not write to.
                mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        except (OSError, ValueError) as error:
            raise CheckpointError(f"{path.name} cannot be read; check the disk.", str(error)) from None
        if len(mapping) < max(tensor.stop for tensor in tensors):
            raise CheckpointError(
                f"{path.name} became shorter while loading; download the model again.", str(path)
            )
        for tensor in sorted(tensors, key=lambda item: item.start):
            yield tensor, _view(mapping, tensor)
        # No close(): the last view may still be alive in the caller's frame; the mapping goes with it.
        del mapping


def _view(mapping: mmap.mmap, tensor: StoredTensor) -> Tensor:
    count = math.prod(tensor.shape)
    if count == 0:
        return torch.empty(tensor.shape, dtype=DTYPES[tensor.dtype])
    flat = torch.frombuffer(mapping, dtype=DTYPES[tensor.dtype], count=count, offset=tensor.start)
    return flat.view(tensor.shape)
