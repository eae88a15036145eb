"""Qwen3-VL's text decoder over rows of any origin: a prompt's chunk, or one new token of several slots.

What differs between the two, storing keys and attending, is the `attend` callable. Engine thread only.
Parameter names as in transformers 5.24, modeling_qwen3_vl.py.

A decode step of a small model is bound by how many kernels Python launches (about a microsecond each),
hence the fused projections, and by how fast weights stream from memory, hence their layout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from engine.models.base import Attend, Rope
from engine.models.qwen3_vl.config import TextConfig
from engine.models.qwen3_vl.rope import rotate
from engine.quantized_linear import Int4Linear, join_linears
from engine.tile_linear import TileLinear

TILED_ROWS = 24
"""Rows that are a prompt's: products in tiles are much faster there, and no step on a CPU has so many."""


class RMSNorm(nn.Module):
    """Root-mean-square norm of the last dimension."""

    def __init__(self, size: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(size))
        self.eps = eps

    def prepare(self) -> RowNorm:
        """The norm as the steps call it; once, after loading."""
        return RowNorm(self.weight.detach(), self.eps)


class RowNorm:
    """Normalise rows in fp32, round to their dtype, then multiply by the weight: the original's order.

    In fp32 the mean of squares becomes a vector norm and a hypotenuse (4 kernels instead of 6: 4 us against
    13 us for torch's own rms_norm on one row of 256, torch 2.13 on a CPU with AVX-512).
    """

    def __init__(self, weight: Tensor, eps: float) -> None:
        size = weight.shape[-1]
        self.weight, self.eps = weight, eps
        self.scaled_weight = weight * size**0.5
        self.eps_side = torch.tensor((size * eps) ** 0.5, device=weight.device, dtype=weight.dtype)
        self.is_fp32 = weight.dtype == torch.float32

    def __call__(self, rows: Tensor) -> Tensor:
        """[..., size] -> [..., size]."""
        if self.is_fp32:
            norm = torch.linalg.vector_norm(rows, dim=-1, keepdim=True)
            return torch.div(rows, torch.hypot(norm, self.eps_side)).mul_(self.scaled_weight)
        if rows.is_cuda:
            # One kernel with the same roundings where the lines below are seven: it adds up in fp32.
            return F.rms_norm(rows, rows.shape[-1:], None, self.eps).mul_(self.weight)
        wide = rows.float()
        wide = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + self.eps)
        return wide.to(rows.dtype).mul_(self.weight)


class RowLinear:
    """One matrix product for linears that share an input: [T, in] -> [T, sum of outs].

    Stored as [in, out], contiguous on a CPU: there 8 rows are 1.3 to 2 times faster than over nn.Linear's
    layout, and one row is no slower. The linears keep their names as views of it.
    """

    def __init__(self, *linears: nn.Linear) -> None:
        stacked = (
            torch.cat([linear.weight.detach() for linear in linears])
            if len(linears) > 1
            else linears[0].weight
        )
        stacked = stacked.detach().t()
        self.weight = stacked.contiguous() if stacked.device.type == "cpu" else stacked
        self.bias: Tensor | None = None
        if linears[0].bias is not None:
            self.bias = torch.cat([linear.bias.detach() for linear in linears])
        start = 0
        for linear in linears:
            stop = start + linear.out_features
            linear.weight = nn.Parameter(self.weight[:, start:stop].t(), requires_grad=False)
            start = stop
        self.tiles: TileLinear | None = None

    def use_tiles(self) -> None:
        """Multiply many rows, which are a prompt's, in the processor's bf16 tiles from now on."""
        self.tiles = TileLinear(self.weight.t(), self.bias)

    def __call__(self, rows: Tensor) -> Tensor:
        """[T, in] -> [T, out]."""
        if self.tiles is not None and rows.shape[0] >= TILED_ROWS:
            return self.tiles(rows.bfloat16()).to(rows.dtype)
        if self.bias is None:
            return torch.mm(rows, self.weight)
        return torch.addmm(self.bias, rows, self.weight)


def row_linear(*linears: nn.Linear) -> Callable[[Tensor], Tensor]:
    """One product for linears that share an input, in full or 4 bits: [T, in] -> [T, sum of outs]."""
    modules = cast(tuple[nn.Module, ...], linears)
    if any(isinstance(module, Int4Linear) for module in modules):
        return join_linears(modules)
    return RowLinear(*linears)


class TextAttention(nn.Module):
    def __init__(self, config: TextConfig) -> None:
        super().__init__()
        self.heads, self.kv_heads = config.num_attention_heads, config.num_key_value_heads
        self.head_dim = config.head_dim
        width, bias, eps = config.hidden_size, config.attention_bias, config.rms_norm_eps
        self.q_proj = nn.Linear(width, self.heads * self.head_dim, bias=bias)
        self.k_proj = nn.Linear(width, self.kv_heads * self.head_dim, bias=bias)
        self.v_proj = nn.Linear(width, self.kv_heads * self.head_dim, bias=bias)
        self.o_proj = nn.Linear(self.heads * self.head_dim, width, bias=bias)
        self.q_norm = RMSNorm(self.head_dim, eps)
        self.k_norm = RMSNorm(self.head_dim, eps)

    def prepare(self) -> AttentionStep:
        """The block as the steps call it; once, after loading."""
        return AttentionStep(self)


class AttentionStep:
    """Self-attention of rows: [T, hidden] -> [T, hidden]."""

    def __init__(self, module: TextAttention) -> None:
        self.heads, self.rotated, self.head_dim = (
            module.heads,
            module.heads + module.kv_heads,
            module.head_dim,
        )
        self.qkv = row_linear(module.q_proj, module.k_proj, module.v_proj)
        self.output = row_linear(module.o_proj)
        # Queries and keys lie side by side, so one norm serves both with a weight for each head.
        weights = [module.q_norm.weight.detach()] * module.heads + [
            module.k_norm.weight.detach()
        ] * module.kv_heads
        self.qk_norm = RowNorm(torch.stack(weights), module.q_norm.eps)

    def __call__(self, rows: Tensor, rope: Rope, layer: int, attend: Attend) -> Tensor:
        qkv = self.qkv(rows).view(rows.shape[0], -1, self.head_dim)
        qk = rotate(self.qk_norm(qkv[:, : self.rotated]), rope)
        mixed = attend(layer, qk[:, : self.heads], qk[:, self.heads :], qkv[:, self.rotated :])
        return self.output(mixed)


class TextMLP(nn.Module):
    def __init__(self, config: TextConfig) -> None:
        super().__init__()
        self.gate_proj = nn.Linear(config.hidden_size, config.intermediate_size, bias=False)
        self.up_proj = nn.Linear(config.hidden_size, config.intermediate_size, bias=False)
        self.down_proj = nn.Linear(config.intermediate_size, config.hidden_size, bias=False)

    def prepare(self) -> MLPStep:
        """The block as the steps call it; once, after loading."""
        return MLPStep(self)


class MLPStep:
    """Gated feed-forward of rows: [T, hidden] -> [T, hidden]."""

    def __init__(self, module: TextMLP) -> None:
        self.gate_up = row_linear(module.gate_proj, module.up_proj)
        self.down = row_linear(module.down_proj)

    def __call__(self, rows: Tensor) -> Tensor:
        gate, up = self.gate_up(rows).chunk(2, -1)
        opened = F.silu(gate).mul_(up)
        del gate, up  # twice as wide, and of no more use
        return self.down(opened)


class DecoderLayer(nn.Module):
    def __init__(self, config: TextConfig) -> None:
        super().__init__()
        self.self_attn = TextAttention(config)
        self.mlp = TextMLP(config)
        self.input_layernorm = RMSNorm(config.hidden_size, config.rms_norm_eps)
        self.post_attention_layernorm = RMSNorm(config.hidden_size, config.rms_norm_eps)

    def prepare(self) -> LayerStep:
        """The layer as the steps call it; once, after loading."""
        return LayerStep(self)


class LayerStep:
    """One decoder layer over rows: [T, hidden] -> [T, hidden]."""

    def __init__(self, module: DecoderLayer) -> None:
        self.attention_norm = module.input_layernorm.prepare()
        self.attention = module.self_attn.prepare()
        self.mlp_norm = module.post_attention_layernorm.prepare()
        self.mlp = module.mlp.prepare()

    @property
    def products(self) -> tuple[Callable[[Tensor], Tensor], ...]:
        """All that multiplies."""
        return self.attention.qkv, self.attention.output, self.mlp.gate_up, self.mlp.down

    def __call__(self, rows: Tensor, rope: Rope, layer: int, attend: Attend) -> Tensor:
        rows = rows + self.attention(self.attention_norm(rows), rope, layer, attend)
        return self.mlp(self.mlp_norm(rows)).add_(rows)


class TextModel(nn.Module):
    """The decoder's parameters under their names."""

    def __init__(self, config: TextConfig) -> None:
        super().__init__()
        # As in the vision tower: nn.Embedding's own start values cost the import of torch's compiler.
        count, width = config.vocab_size, config.hidden_size
        self.embed_tokens = nn.Embedding(count, width, _weight=torch.empty(count, width))
        self.layers = nn.ModuleList([DecoderLayer(config) for _ in range(config.num_hidden_layers)])
        self.norm = RMSNorm(config.hidden_size, config.rms_norm_eps)

    def prepare(self) -> DecoderStep:
        """The decoder as the steps call it; once, after loading."""
        return DecoderStep(self)


class DecoderStep:
    """All layers and the last norm over rows. Plain objects: nn.Module's call and look-up cost half a
    kernel each.
    """

    def __init__(self, module: TextModel) -> None:
        self.layers = [cast(DecoderLayer, layer).prepare() for layer in module.layers]
        self.norm = module.norm.prepare()

    def __call__(
        self, rows: Tensor, rope: Rope, attend: Attend, deepstack: Sequence[Callable[[Tensor], None]]
    ) -> Tensor:
        """[T, hidden] embeddings -> [T, hidden]; `deepstack[i]` adds to the rows in place after layer i."""
        for index, layer in enumerate(self.layers):
            rows = layer(rows, rope, index, attend)
            if index < len(deepstack):
                deepstack[index](rows)
        return self.norm(rows)
