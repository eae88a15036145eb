"""What a sequence's last state says of the tokens after its next one: a guess that the model then checks.

A state that has found the next character in the picture has usually seen those behind it. A few small
products turn it into three more tokens; a step over all of them costs a third more than a step over one,
and each that the model would have said itself is a step saved. What is said stays the model's: a wrong guess
is thrown away. Engine thread only.

Source: Stern et al. 2018, "Blockwise Parallel Decoding"; Li et al. 2024, "EAGLE". The weights lie beside the
checkpoint's and were made by `packaging/starter_model/foresight.py`.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file
from torch import Tensor

from engine.errors import CheckpointError
from engine.tensor_file import read_header

log = logging.getLogger(__name__)

Array = NDArray[np.float32]

FILE_NAME = "foresight.safetensors"

MOST_BYTES = 64 * 1024 * 1024
"""A file beyond this is none of ours."""

SHAPES = {
    "state.weight": ("ahead", "width", "inner"),
    "state.bias": ("ahead", "inner"),
    "token.weight": ("vocab", "inner"),
    "before.weight": ("ahead - 1", "inner", "inner"),
    "out.weight": ("inner", "vocab"),
    "out.bias": ("vocab",),
}
"""The file's tensors, any float format."""


class Foresight:
    """Guesses up to `ahead` tokens, each from the state, the token before it and what was made of that."""

    def __init__(self, tensors: Mapping[str, Tensor]) -> None:
        """Raises: CheckpointError where a tensor is missing, of another shape, or holds no numbers."""
        _check(tensors)
        wide = {name: tensor.float().contiguous() for name, tensor in tensors.items()}
        self.ahead, self.width, self.inner = wide["state.weight"].shape
        self.vocab_size = wide["token.weight"].shape[0]
        # One product for all of them: [width, ahead * inner].
        self._state = wide["state.weight"].transpose(0, 1).reshape(self.width, -1).contiguous()
        self._bias: Array = wide["state.bias"].numpy()
        self._token: Array = wide["token.weight"].numpy()
        self._before = wide["before.weight"]
        self._out, self._out_bias = wide["out.weight"], wide["out.bias"].numpy()

    @torch.inference_mode()
    def foresee(self, states: Array, token_ids: Sequence[int], count: int) -> list[list[int]]:
        """What may follow each of `token_ids`, each made of a row of `states` [B, width]: `count` ids."""
        rows = len(token_ids)
        seen: Array = torch.mm(torch.from_numpy(states), self._state).numpy().reshape(rows, self.ahead, -1)
        guesses: list[list[int]] = []
        ids: NDArray[np.intp] = np.array(token_ids, np.intp)
        inner: Tensor | None = None
        for step in range(min(count, self.ahead)):
            made: Array = seen[:, step] + self._bias[step]
            made += self._token[ids]
            if inner is not None:
                made += torch.mm(inner, self._before[step - 1]).numpy()
            np.maximum(made, 0, out=made)
            inner = torch.from_numpy(made)
            scores: Array = torch.mm(inner, self._out).numpy()
            scores += self._out_bias
            ids = scores.argmax(-1)
            guesses.append(ids.tolist())
        return [list(row) for row in zip(*guesses, strict=True)]


def _check(tensors: Mapping[str, Tensor]) -> None:
    sizes: dict[str, int] = {}
    for name, letters in SHAPES.items():
        shape = tensors[name].shape if name in tensors else ()
        if len(shape) != len(letters):
            raise _damaged(f"{name}: {tuple(shape)}")
        for letter, size in zip(letters, shape, strict=True):
            known = sizes.setdefault(letter, size)
            if known != size or size < 1:
                raise _damaged(f"{name}: {tuple(shape)}, {letter} is {known}")
        if not tensors[name].is_floating_point() or not bool(tensors[name].isfinite().all()):
            raise _damaged(f"{name}: no numbers")
    if sizes["ahead - 1"] != sizes["ahead"] - 1:
        raise _damaged(f"{sizes['ahead']} tokens ahead, {sizes['ahead - 1']} before")


def _damaged(why: str) -> CheckpointError:
    return CheckpointError(f"{FILE_NAME} is damaged; download the model again.", why)


def load_foresight(folder: Path, width: int, vocab_size: int) -> Foresight | None:
    """What lies beside a checkpoint of this width and vocabulary; None where nothing usable does.

    Only speed hangs on it, so a damaged file is noted and left.
    """
    path = folder / FILE_NAME
    try:
        if not path.is_file():
            return None
        if path.stat().st_size > MOST_BYTES:
            raise _damaged("too large")
        read_header(path)
        foresight = Foresight(load_file(path))
    except (CheckpointError, OSError, ValueError, RuntimeError) as error:
        log.warning("No foresight: %s (%s)", error, getattr(error, "detail", ""))
        return None
    if (foresight.width, foresight.vocab_size) != (width, vocab_size):
        log.warning("No foresight: made for a model of %d and %d", foresight.width, foresight.vocab_size)
        return None
    return foresight
