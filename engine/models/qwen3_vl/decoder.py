"""Qwen3-VL's text decoder over rows of any origin: a prompt's chunk, or one new token of each of several slots.

What differs between the two, storing keys and attending, is the `attend` callable. Engine thread only.
Parameter names as in transformers 5.24, modeling_qwen3_vl.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from engine.models.base import Attend, Rope
from engine.models.qwen3_vl.config import TextConfig
from engine.models.qwen3_vl.rope import rotate


def rms_norm(rows: Tensor, weight: Tensor, eps: float) -> Tensor:
    """Normalise the last dimension in fp32, round to the rows' dtype, then multiply: the original's order."""
    if rows.dtype == torch.float32:
        # vector_norm and hypot are two fused passes where mean of squares takes five; sqrt(n*eps) enters as one more side.
        size = rows.shape[-1]
        norm = torch.linalg.vector_norm(rows, dim=-1, keepdim=True)
        scale = (norm.square_().add_(size * eps)).rsqrt_().mul_(size**0.5)
        return (rows * scale).mul_(weight)
    wide = rows.float()
    wide = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + eps)
    return weight * wide.to(rows.dtype)


class RMSNorm(nn.Module):
    def __init__(self, size: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(size))
        self.eps = eps

    def forward(self, rows: Tensor) -> Tensor:
        return rms_norm(rows, self.weight, self.eps)


class TextAttention(nn.Module):
    def __init__(self, config: TextConfig) -> None:
        super().__init__()
        self.heads, self.kv_heads, self.head_dim = (
            config.num_attention_heads,
            config.num_key_value_heads,
            config.head_dim,
        )
        width, bias = config.hidden_size, config.attention_bias
        self.q_proj = nn.Linear(width, self.heads * self.head_dim, bias=bias)
        self.k_proj = nn.Linear(width, self.kv_heads * self.head_dim, bias=bias)
        self.v_proj = nn.Linear(width, self.kv_heads * self.head_dim, bias=bias)
        self.o_proj = nn.Linear(self.heads * self.head_dim, width, bias=bias)
        self.q_norm = RMSNorm(self.head_dim, config.rms_norm_eps)
        self.k_norm = RMSNorm(self.head_dim, config.rms_norm_eps)
        self.eps = config.rms_norm_eps
        self.qkv_weight: Tensor
        self.qkv_bias: Tensor | None
        self.qk_norm_weight: Tensor

    def fuse(self) -> None:
        """One matrix for q, k and v, whose parts the three projections go on naming; once, after loading."""
        self.qkv_weight, self.qkv_bias = fuse_linears(self.q_proj, self.k_proj, self.v_proj)
        self.qk_norm_weight = torch.cat(
            (self.q_norm.weight.expand(self.heads, -1), self.k_norm.weight.expand(self.kv_heads, -1))
        )

    def forward(self, hidden: Tensor, rope: Rope, layer: int, attend: Attend) -> Tensor:
        """[T, hidden] -> [T, hidden]."""
        heads, rotated = self.heads, self.heads + self.kv_heads
        qkv = F.linear(hidden, self.qkv_weight, self.qkv_bias).view(hidden.shape[0], -1, self.head_dim)
        qk = rotate(rms_norm(qkv[:, :rotated], self.qk_norm_weight, self.eps), rope)
        mixed = attend(layer, qk[:, :heads], qk[:, heads:], qkv[:, rotated:])
        return F.linear(mixed, self.o_proj.weight, self.o_proj.bias)


class TextMLP(nn.Module):
    def __init__(self, config: TextConfig) -> None:
        super().__init__()
        self.gate_proj = nn.Linear(config.hidden_size, config.intermediate_size, bias=False)
        self.up_proj = nn.Linear(config.hidden_size, config.intermediate_size, bias=False)
        self.down_proj = nn.Linear(config.intermediate_size, config.hidden_size, bias=False)
        self.gate_up_weight: Tensor

    def fuse(self) -> None:
        """One matrix for gate and up; once, after loading."""
        self.gate_up_weight, _ = fuse_linears(self.gate_proj, self.up_proj)

    def forward(self, hidden: Tensor) -> Tensor:
        gate, up = F.linear(hidden, self.gate_up_weight).chunk(2, -1)
        return F.linear(F.silu(gate).mul_(up), self.down_proj.weight)


class DecoderLayer(nn.Module):
    def __init__(self, config: TextConfig) -> None:
        super().__init__()
        self.self_attn = TextAttention(config)
        self.mlp = TextMLP(config)
        self.input_layernorm = RMSNorm(config.hidden_size, config.rms_norm_eps)
        self.post_attention_layernorm = RMSNorm(config.hidden_size, config.rms_norm_eps)

    def forward(self, hidden: Tensor, rope: Rope, layer: int, attend: Attend) -> Tensor:
        hidden = hidden + self.self_attn(self.input_layernorm(hidden), rope, layer, attend)
        out: Tensor = hidden + self.mlp(self.post_attention_layernorm(hidden))
        return out


class TextModel(nn.Module):
    def __init__(self, config: TextConfig) -> None:
        super().__init__()
        self.embed_tokens = nn.Embedding(config.vocab_size, config.hidden_size)
        self.layers = nn.ModuleList([DecoderLayer(config) for _ in range(config.num_hidden_layers)])
        self.norm = RMSNorm(config.hidden_size, config.rms_norm_eps)

    def fuse(self) -> None:
        """Join the projections that share an input; once, after loading."""
        for layer in self.layers:
            layer.self_attn.fuse()
            layer.mlp.fuse()

    def forward(
        self, hidden: Tensor, rope: Rope, attend: Attend, deepstack: Sequence[Callable[[Tensor], None]]
    ) -> Tensor:
        """[T, hidden] embeddings -> [T, hidden] after the last norm."""
        for index, layer in enumerate(self.layers):
            hidden = layer(hidden, rope, index, attend)
            if index < len(deepstack):
                deepstack[index](hidden)
        out: Tensor = self.norm(hidden)
        return out


def fuse_linears(*linears: nn.Linear) -> tuple[Tensor, Tensor | None]:
    """Stack the weights of linears that share an input; each keeps its name as a view of the stack."""
    weight = torch.cat([linear.weight.detach() for linear in linears])
    has_bias = linears[0].bias is not None
    bias = torch.cat([linear.bias.detach() for linear in linears]) if has_bias else None
    start = 0
    for linear in linears:
        stop = start + linear.out_features
        linear.weight = nn.Parameter(weight[start:stop], requires_grad=False)
        if bias is not None:
            linear.bias = nn.Parameter(bias[start:stop], requires_grad=False)
        start = stop
    return weight, bias
