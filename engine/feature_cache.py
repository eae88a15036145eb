"""What the vision tower saw in the last pictures, by the digest of their pixels. Engine thread only.

One for each loaded model. Its memory is the model's device's, so that every figure of memory counts it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from itertools import accumulate, pairwise

import torch

from engine.models.base import VisualFeatures

MOST_BYTES = 64 * 1024 * 1024
"""Eight pictures of 512 tokens of the 2B model, dozens of the bundled one's."""


class FeatureCache:
    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        # Least recently used first.
        self._held: OrderedDict[bytes, VisualFeatures] = OrderedDict()
        self.size_bytes = 0

    def get(self, digest: bytes) -> VisualFeatures | None:
        """The features of one picture."""
        features = self._held.get(digest)
        if features is not None:
            self._held.move_to_end(digest)
        return features

    def put(self, digest: bytes, features: VisualFeatures) -> None:
        """Keep one picture's features, and forget the oldest ones where they become too many."""
        size = features.size_bytes
        if not digest or digest in self._held or size > self._most_bytes:
            return
        self._held[digest] = features
        self.size_bytes += size
        while self.size_bytes > self._most_bytes:
            _, gone = self._held.popitem(last=False)
            self.size_bytes -= gone.size_bytes

    def clear(self) -> None:
        """Forget all."""
        self._held.clear()
        self.size_bytes = 0


def apart(features: VisualFeatures, tokens: Sequence[int]) -> list[VisualFeatures]:
    """Each picture's own rows, in memory of their own: a view would keep all the others'."""
    if len(tokens) == 1:
        return [features]
    rows = [slice(start, stop) for start, stop in pairwise(accumulate(tokens, initial=0))]
    return [
        VisualFeatures(
            features.embeds[own].clone(), tuple(level[own].clone() for level in features.deepstack)
        )
        for own in rows
    ]


def joined(parts: list[VisualFeatures]) -> VisualFeatures:
    """The features of several pictures, in order."""
    if len(parts) == 1:
        return parts[0]
    levels = zip(*(part.deepstack for part in parts), strict=True)
    return VisualFeatures(
        torch.cat([part.embeds for part in parts]), tuple(torch.cat(list(level)) for level in levels)
    )
