"""A model to measure: its parts without tokenizer and files, with the cache and backend of the product.

One thread, the one that measures. Weights of a size without a checkpoint are random and made on the device.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

import torch
from torch import Tensor, nn

from engine.bench.dimensions import DIMENSIONS
from engine.cache import StaticKVCache
from engine.config import CheckpointConfig, Fields
from engine.decode import EagerBackend
from engine.int4 import Int4Weight, Int8Table
from engine.kernels.step_plan import StepDims
from engine.models import resolve_family
from engine.models.base import CausalModel, ImageSpan, ModelSpec, PreparedImage, Prompt
from engine.sidecar import GROUPS
from engine.sidecar_weights import install

WEIGHT_STD = 0.02
"""What such models are initialised with: activations stay finite in bf16 over all layers."""


@dataclass(frozen=True, slots=True)
class Rig:
    """One model on one device, ready for steps."""

    name: str
    precision: str
    spec: ModelSpec
    model: CausalModel
    cache: StaticKVCache
    eager: EagerBackend
    weights_bytes: int

    def with_cache(self, slots: int, context_tokens: int) -> Rig:
        """The same model over a cache of another size, no longer than the first one was."""
        cache = StaticKVCache(
            self.spec.cache_shape, slots, context_tokens, self.cache.device, self.cache.dtype
        )
        return replace(self, cache=cache, eager=EagerBackend(self.model, cache))

    def step_bytes(self, context_tokens: int, rows: int = 1) -> int:
        """What one decode step must read at least: the weights once, and each row's keys and values."""
        token_bytes = self.spec.cache_shape.token_bytes(self.cache.dtype)
        return self.model.step_weight_bytes + rows * context_tokens * token_bytes


def _spec(dimensions: str) -> ModelSpec:
    config = DIMENSIONS[dimensions]
    architecture = config["architectures"][0]
    checkpoint = CheckpointConfig(architecture, Fields(config, dimensions), frozenset())
    return resolve_family(architecture).read_spec(checkpoint)


def step_dims(dimensions: str, *, int4: bool) -> StepDims | None:
    """What the fused step is compiled for at these dimensions."""
    return _spec(dimensions).step_dims(int4=int4)


def random_rig(
    dimensions: str, device: torch.device, dtype: torch.dtype, *, int4: bool, slots: int, context_tokens: int
) -> Rig:
    """A model of these dimensions with seeded random weights."""
    spec = _spec(dimensions)
    model = spec.build()
    module = cast(nn.Module, model)
    generator = torch.Generator(device).manual_seed(1)
    shared = model.shared_parameters()
    packed = _packed(model, module, generator) if int4 else {}
    if int4:
        shared = install(module, packed, shared)
    for name, parameter in list(module.named_parameters()):
        # By hand: on the meta device to_empty runs in Python, and imports a computer algebra system.
        weight = nn.Parameter(torch.empty(parameter.shape, dtype=dtype, device=device), requires_grad=False)
        owner, _, last = name.rpartition(".")
        setattr(module.get_submodule(owner), last, weight)
        if name not in shared:
            _fill(name, weight, generator)
    for name, source in shared.items():
        owner, _, last = name.rpartition(".")
        setattr(module.get_submodule(owner), last, module.get_parameter(source))
    weights_bytes = sum(parameter.nbytes for parameter in module.parameters())
    # Embedding and head are one table under two names.
    apart = {id(weight): weight for weight in packed.values()}.values()
    weights_bytes += sum(weight.size_bytes for weight in apart)
    model.finish_loading(context_tokens)
    cache = StaticKVCache(spec.cache_shape, slots, context_tokens, device, dtype)
    precision = "int4" if int4 else {torch.bfloat16: "bf16", torch.float32: "fp32"}[dtype]
    return Rig(dimensions, precision, spec, model, cache, EagerBackend(model, cache), weights_bytes)


def _fill(name: str, parameter: nn.Parameter, generator: torch.Generator) -> None:
    with torch.no_grad():
        if parameter.dim() > 1:
            parameter.normal_(0.0, WEIGHT_STD, generator=generator)
        else:
            parameter.fill_(1.0 if "norm" in name and name.endswith("weight") else 0.0)


def _packed(
    model: CausalModel, module: nn.Module, generator: torch.Generator
) -> dict[str, Int4Weight | Int8Table]:
    """Random weights in the sidecar's form for all that a sidecar replaces."""
    device = generator.device
    packed: dict[str, Int4Weight | Int8Table] = {}
    for name in model.quantizable().linears:
        rows, columns = module.get_parameter(name).shape
        group = min(GROUPS[0], columns)
        nibbles = torch.randint(
            0, 256, (rows, columns // 2), dtype=torch.uint8, device=device, generator=generator
        )
        scale = torch.full((rows, columns // group), WEIGHT_STD / 4, dtype=torch.bfloat16, device=device)
        packed[name] = Int4Weight(nibbles, scale, torch.zeros_like(scale))
    shared = model.shared_parameters()
    for name in model.quantizable().tables:
        if name not in shared:
            packed[name] = _table(module.get_parameter(name).shape, generator)
    return packed


def _table(shape: torch.Size, generator: torch.Generator) -> Int8Table:
    values = torch.randint(-127, 128, shape, dtype=torch.int8, device=generator.device, generator=generator)
    return Int8Table(values, torch.full(shape[:1], WEIGHT_STD / 64, device=generator.device))


def noise_picture(dimensions: str, grid: tuple[int, int]) -> PreparedImage:
    """A picture of noise for a model of these dimensions, `grid` patches high and wide."""
    vision = DIMENSIONS[dimensions]["vision_config"]
    rows, columns = grid
    side = vision["patch_size"]
    values = torch.rand(
        rows * columns,
        vision["in_channels"] * vision["temporal_patch_size"] * side**2,
        generator=torch.Generator().manual_seed(2),
    )
    visual = rows * columns // vision["spatial_merge_size"] ** 2
    return PreparedImage(values * 2 - 1, (1, rows, columns), columns * side, rows * side, visual)


def prompt_around(spec: ModelSpec, image: PreparedImage, text_tokens: int) -> Prompt:
    """A prompt that has the picture in the midst of `text_tokens` tokens."""
    before = text_tokens // 2
    visual = image.visual_tokens
    ids = [5 + index for index in range(before)]
    ids += [spec.image_token_id] * visual
    ids += [5 + index for index in range(text_tokens - before)]
    position_ids, delta = spec.prompt_positions(len(ids), [(before, image.grid_thw)])
    span = ImageSpan(before, before + visual, 0)
    return Prompt(tuple(ids), position_ids, delta, (span,))


def token_run(rig: Rig, slot: int, tokens: int) -> Tensor:
    """Fill `slot` with `tokens` text tokens in chunks; logits [V] of the last."""
    ids = tuple(7 + index % 200 for index in range(tokens))
    prompt = Prompt(ids, torch.arange(tokens).expand(3, -1), 0, ())
    logits = None
    for start in range(0, tokens, 512):
        logits = rig.eager.prefill(slot, prompt, None, start, min(start + 512, tokens))
    if logits is None:
        raise ValueError("a run needs at least one token")
    return logits
