"""Qwen3-VL's decoder as the fused step reads it: views of the loaded weights. Engine thread only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch import Tensor, nn

from engine.errors import KernelUnavailableError
from engine.kernels.step_weights import Matrix, StepLayer, StepWeights, Table
from engine.models.qwen3_vl.decoder import LayerStep, RowLinear
from engine.quantized_linear import Int8Rows, UnpackingProduct

if TYPE_CHECKING:
    from engine.models.qwen3_vl.model import Qwen3VLModel


def step_weights(model: Qwen3VLModel) -> StepWeights:
    """Views of the loaded weights. Raises: KernelUnavailableError."""
    attention = model.decoder.layers[0].attention
    return StepWeights(
        tuple(_layer(layer) for layer in model.decoder.layers),
        _table(model.model.language_model.embed_tokens),
        _table(model.lm_head),
        model.decoder.norm.weight,
        model.text_rope.table,
        attention.heads,
        model.decoder.norm.eps,
    )


def _layer(layer: LayerStep) -> StepLayer:
    attention = layer.attention
    return StepLayer(
        _matrix(attention.qkv),
        _matrix(attention.output),
        _matrix(layer.mlp.gate_up),
        _matrix(layer.mlp.down),
        layer.attention_norm.weight,
        layer.mlp_norm.weight,
        attention.qk_norm.weight[0],
        attention.qk_norm.weight[attention.heads],
    )


def _matrix(product: object) -> Matrix:
    bias: Tensor | None = getattr(product, "bias", None)
    if bias is not None:
        raise KernelUnavailableError("This model's linears carry a bias that the fast step does not know.")
    if isinstance(product, RowLinear):
        return product.weight.t()
    if isinstance(product, UnpackingProduct):
        return product.weight
    raise KernelUnavailableError(
        "This model's weights are held in a form that the fast step cannot read.", type(product).__name__
    )


def _table(module: nn.Module) -> Table:
    if isinstance(module, Int8Rows):
        return module.table
    weight: Tensor = module.get_parameter("weight").detach()
    return weight
