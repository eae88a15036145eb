"""From a folder of safetensors to a filled module: every tensor used, every parameter filled, no code run.

Every header is checked before anything is mapped (`engine.tensor_file`). Tensors are copied out of the
mapping, so that the files are free again after loading. Engine thread only.
"""

from __future__ import annotations

import math
import mmap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath

import torch
from torch import Tensor, nn

from engine.card_feed import CardFeed
from engine.config import read_json
from engine.errors import CheckpointError, EngineError
from engine.graphs.recorder import CudaRecorder
from engine.tensor_file import StoredTensor, read_header

SINGLE_FILE = "model.safetensors"
INDEX_FILE = "model.safetensors.index.json"
PICKLE_SUFFIXES = (".bin", ".pt", ".pth", ".ckpt")
DTYPES = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}
"""What weights may be stored in; whole numbers and 8-bit floats belong to quantised formats that need their
own reader.
"""

STORED_DTYPES = DTYPES | {"U8": torch.uint8, "I8": torch.int8}
"""What can be read at all: the int4 sidecar holds whole numbers."""

Progress = Callable[[int, int], None]


class LoadCancelledError(EngineError):
    """Raised between tensors when the caller no longer wants the model."""

    code = "load_cancelled"


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
    given: Mapping[str, Tensor] | None = None,
) -> None:
    """Fill a module on the meta device with the folder's tensors, in `dtype` on `device`.

    What is `given` is taken as it is, and not read.
    Raises: CheckpointError; LoadCancelledError between tensors when `cancelled()`.
    """
    check_against(module, stored, shared)
    state: dict[str, Tensor] = dict(given or {})
    wanted = {name: tensor for name, tensor in stored.items() if name not in state}
    total = sum(tensor.stop - tensor.start for tensor in wanted.values())
    done = 0
    feed = CardFeed(device, CudaRecorder(device)) if device.type == "cuda" else None
    for tensor, value in read_tensors(wanted):
        stop_if(cancelled)
        # A copy even where dtype and device agree: the mapping goes away. Converted before it moves, since
        # Metal has no 64-bit floats.
        on_host = value.to(dtype=dtype, copy=device.type == "cpu")
        state[tensor.name] = on_host.to(device) if feed is None else feed.send(on_host)
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


def stop_if(cancelled: Callable[[], bool]) -> None:
    """Raises: LoadCancelledError."""
    if cancelled():
        raise LoadCancelledError("Loading was cancelled; the model loaded before is still in use.")


def read_tensors(stored: Mapping[str, StoredTensor]) -> Iterator[tuple[StoredTensor, Tensor]]:
    """Tensors in file order, each a view of a mapping that is closed once its file is done.

    Raises: CheckpointError.
    """
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
        return torch.empty(tensor.shape, dtype=STORED_DTYPES[tensor.dtype])
    flat = torch.frombuffer(mapping, dtype=STORED_DTYPES[tensor.dtype], count=count, offset=tensor.start)
    return flat.view(tensor.shape)
