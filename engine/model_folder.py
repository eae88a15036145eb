"""A model folder, read and checked: everything but the weights themselves. Engine thread only.

All refusals that cost nothing come from here, before a byte of weights is read.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from torch import nn

from engine.checkpoint import check_against, load_weights, read_index
from engine.config import CheckpointConfig, read_checkpoint_config
from engine.device import Placement
from engine.errors import ConfigError
from engine.models import resolve_family
from engine.models.base import CausalModel, ImageProcessor, ModelSpec
from engine.profile import ReaderProfile, load_profile
from engine.sidecar import FILE_NAME, Sidecar, open_sidecar
from engine.sidecar_weights import UNPACKED_BELOW_BYTES, each_weight, install
from engine.tensor_file import StoredTensor
from engine.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class FilledModel:
    """A model whose weights are in place, and what they come to."""

    model: CausalModel
    parameters: int
    size_bytes: int


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """What a folder says about its model, and where each of its tensors lies."""

    path: Path
    checkpoint: CheckpointConfig
    spec: ModelSpec
    profile: ReaderProfile
    processor: ImageProcessor
    tokenizer: Tokenizer
    stored: dict[str, StoredTensor]

    @property
    def eos_token_ids(self) -> frozenset[int]:
        """Every token that ends an answer: the union of what all files name."""
        return self.checkpoint.eos_token_ids | self.tokenizer.eos_token_ids

    @property
    def parameters(self) -> int:
        """How many numbers the files hold."""
        return sum(math.prod(tensor.shape) for tensor in self.stored.values())

    def open_sidecar(self) -> Sidecar:
        """The int4 weights beside the checkpoint, checked in all but the weights' hash.

        Raises: DeviceError when there are none, SidecarError, QuantizeError, CheckpointError.
        """
        model = self.spec.build()
        check_against(cast(nn.Module, model), self.stored, model.shared_parameters())
        return open_sidecar(self.path / FILE_NAME, model.quantizable(), self.stored)

    def stays_packed(self, placement: Placement) -> bool:
        """Whether a sidecar's weights stay in 4 bits on the device: small ones run faster in full."""
        return self.parameters * placement.dtype.itemsize >= UNPACKED_BELOW_BYTES

    def fill(
        self,
        placement: Placement,
        sidecar: Sidecar | None,
        progress: Callable[[int, int], None],
        cancelled: Callable[[], bool],
    ) -> FilledModel:
        """The model with its weights in place; of what the sidecar replaces nothing is read.

        Raises: CheckpointError, LoadCancelledError.
        """
        model = self.spec.build()
        module, shared = cast(nn.Module, model), model.shared_parameters()
        check_against(module, self.stored, shared)
        stored, given, packed = self.stored, {}, {}
        replaced = frozenset() if sidecar is None else frozenset(sidecar.plan.names)
        offset = 0 if sidecar is None else sidecar.size_bytes
        total = offset + sum(
            tensor.stop - tensor.start for name, tensor in stored.items() if name not in replaced
        )
        if sidecar is not None:
            weights = each_weight(sidecar, lambda done: progress(done, total), cancelled)
            if not self.stays_packed(placement):
                given = {
                    name: weight.dequantize(placement.dtype).to(placement.device) for name, weight in weights
                }
            else:
                packed = {name: weight.to(placement.device) for name, weight in weights}
                stored = {name: tensor for name, tensor in stored.items() if name not in replaced}
                shared = install(module, packed, shared)
        load_weights(
            module,
            stored,
            shared,
            device=placement.device,
            dtype=placement.dtype,
            progress=lambda done, _total: progress(offset + done, total),
            cancelled=cancelled,
            given=given,
        )
        if placement.vision_dtype != placement.dtype:
            model.round_vision(placement.vision_dtype)
        # parameters() counts what two names share once, and so does a dict of identities.
        plain = list(module.parameters())
        apart = {id(weight): weight for weight in packed.values()}.values()
        return FilledModel(
            model,
            parameters=sum(item.numel() for item in plain) + sum(weight.values_count for weight in apart),
            size_bytes=sum(item.nbytes for item in plain) + sum(weight.size_bytes for weight in apart),
        )


def open_model_folder(path: Path) -> ModelFolder:
    """Read and check a folder. Raises: ConfigError, CheckpointError, TokenizerError."""
    checkpoint = read_checkpoint_config(path)
    spec = resolve_family(checkpoint.architecture).read_spec(checkpoint)
    folder = ModelFolder(
        path=path,
        checkpoint=checkpoint,
        spec=spec,
        profile=load_profile(path),
        stored=read_index(path),
        processor=spec.image_processor(path),
        tokenizer=Tokenizer.load(path),
    )
    if folder.tokenizer.vocab_size > spec.vocab_size:
        raise ConfigError(
            "The tokenizer has more tokens than the model knows; download the model again.",
            f"{folder.tokenizer.vocab_size} > {spec.vocab_size}",
        )
    return folder
