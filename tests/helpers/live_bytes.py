"""How much memory a card would hold: bytes of the tensors alive on torch's meta device, which has no data."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

BLOCK_BYTES = 512
"""What torch rounds every allocation on a card up to."""


class LiveBytes(TorchDispatchMode):
    """While it is entered, every storage that an operation makes is counted until nobody holds it."""

    def __init__(self) -> None:
        super().__init__()
        self.now_bytes = self.most_bytes = 0
        self._held: set[int] = set()

    def begin_anew(self) -> int:
        """Forget the most; what is held now."""
        self.most_bytes = self.now_bytes
        return self.now_bytes

    def __torch_dispatch__(
        self,
        func: Any,
        _types: Sequence[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        kwargs = dict(kwargs or {})
        # What goes to the host has numbers there: any will do.
        if (
            str(kwargs.get("device")) == "cpu"
            and isinstance(args[0], Tensor)
            and args[0].device.type == "meta"
        ):
            return torch.zeros(args[0].shape, dtype=kwargs.get("dtype") or args[0].dtype)
        made = func(*args, **kwargs)
        for leaf in tree_leaves(made):
            if isinstance(leaf, Tensor) and leaf.device.type == "meta":
                self._count(leaf.untyped_storage())
        return made

    def _count(self, storage: torch.UntypedStorage) -> None:
        key = storage._cdata
        if key in self._held:
            return
        size_bytes = -(-storage.nbytes() // BLOCK_BYTES) * BLOCK_BYTES
        self._held.add(key)
        self.now_bytes += size_bytes
        self.most_bytes = max(self.most_bytes, self.now_bytes)
        weakref.finalize(storage, self._drop, key, size_bytes)

    def _drop(self, key: int, size_bytes: int) -> None:
        self._held.discard(key)
        self.now_bytes -= size_bytes
