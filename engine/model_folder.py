"""A model folder, read and checked: everything but the weights themselves. Engine thread only.

All refusals that cost nothing come from here, before a byte of weights is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from torch import nn

from engine.checkpoint import load_weights, read_index
from engine.config import CheckpointConfig, read_checkpoint_config
from engine.device import Placement
from engine.errors import ConfigError
from engine.models import resolve_family
from engine.models.base import CausalModel, ImageProcessor, ModelSpec
from engine.profile import ReaderProfile, load_profile
from engine.tensor_file import StoredTensor
from engine.tokenizer import Tokenizer


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

    def fill(
        self, placement: Placement, progress: Callable[[int, int], None], cancelled: Callable[[], bool]
    ) -> tuple[CausalModel, int]:
        """The model with its weights in place, and how many parameters it has.

        Raises: CheckpointError, LoadCancelledError.
        """
        model = self.spec.build()
        module = cast(nn.Module, model)
        load_weights(
            module,
            self.stored,
            model.shared_parameters(),
            device=placement.device,
            dtype=placement.dtype,
            progress=progress,
            cancelled=cancelled,
        )
        # parameters() counts what two names share once.
        return model, sum(parameter.numel() for parameter in module.parameters())


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
