"""Which checkpoint a result came from, told in milliseconds. Any thread.

Weights of gigabytes are not read through for a line in a report. What is hashed is every tensor's name, dtype
and shape, and the first bytes of some: training moves every weight, so that two checkpoints differ there. It
tells checkpoints apart; it does not prove that a file is whole. `engine.source_hash` does that.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from engine.errors import CheckpointError
from engine.source_hash import in_file_order
from engine.tensor_file import StoredTensor

SAMPLED_TENSORS = 64
SAMPLE_BYTES = 4096
"""A seek each: half a second from a cold disk that turns, nothing to speak of from any other."""


def weights_fingerprint(stored: Mapping[str, StoredTensor]) -> str:
    """SHA-256 in hex over what all tensors are and samples of what they hold. Raises: CheckpointError."""
    tensors = in_file_order(stored.values())
    digest = hashlib.sha256()
    step = max(1, -(-len(tensors) // SAMPLED_TENSORS))
    for index, tensor in enumerate(tensors):
        digest.update(json.dumps([tensor.name, tensor.dtype, list(tensor.shape)]).encode("ascii") + b"\n")
        if index % step == 0:
            digest.update(_sample(tensor))
    return digest.hexdigest()


def _sample(tensor: StoredTensor) -> bytes:
    try:
        with tensor.path.open("rb") as file:
            file.seek(tensor.start)
            return file.read(min(SAMPLE_BYTES, tensor.stop - tensor.start))
    except OSError as error:
        raise CheckpointError(f"{tensor.path.name} cannot be read; check the disk.", str(error)) from None
