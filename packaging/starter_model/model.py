"""The starter model for training: Qwen3-VL's arithmetic on batches of one picture size, with two auxiliary
heads.

Parameter names are those of transformers' `Qwen3VLForConditionalGeneration`, so that an export is a
cast and a save. The patch embedding is a linear layer over one frame (both temporal halves of the
weight see the same picture).
"""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from starter_model.tokens import PREFIX, SPECIAL_IDS, VOCABULARY

PATCH, MERGE, HIDDEN, V_HEADS, V_DEPTH, V_MLP, GRID = 8, 2, 256, 4, 6, 1024, 16
LAYERS, HEADS, KV_HEADS, HEAD_DIM, MLP, THETA, SECTION = 6, 4, 2, 64, 768, 10_000.0, (12, 10, 10)
DEEPSTACK = (2,)
EPS = 1e-6
SLOTS = 5  # characters that a visual token may hold


def config() -> dict[str, Any]:
    """`config.json` of the exported model."""
    return {
        "architectures": ["Qwen3VLForConditionalGeneration"],
        "model_type": "qwen3_vl",
        "dtype": "bfloat16",
        "tie_word_embeddings": True,
        "image_token_id": SPECIAL_IDS["<|image_pad|>"],
        "video_token_id": SPECIAL_IDS["<|video_pad|>"],
        "vision_start_token_id": SPECIAL_IDS["<|vision_start|>"],
        "vision_end_token_id": SPECIAL_IDS["<|vision_end|>"],
        "text_config": {
            "model_type": "qwen3_vl_text",
            "dtype": "bfloat16",
            "vocab_size": VOCABULARY,
            "hidden_size": HIDDEN,
            "intermediate_size": MLP,
            "num_hidden_layers": LAYERS,
            "num_attention_heads": HEADS,
            "num_key_value_heads": KV_HEADS,
            "head_dim": HEAD_DIM,
            "hidden_act": "silu",
            "max_position_embeddings": 8192,
            "rms_norm_eps": EPS,
            "attention_bias": False,
            "attention_dropout": 0.0,
            "rope_theta": THETA,
            "initializer_range": 0.03,
            "use_cache": True,
            "tie_word_embeddings": True,
            "bos_token_id": SPECIAL_IDS["<|endoftext|>"],
            "eos_token_id": SPECIAL_IDS["<|im_end|>"],
            "pad_token_id": SPECIAL_IDS["<|endoftext|>"],
            "rope_scaling": {
                "mrope_interleaved": True,
                "mrope_section": list(SECTION),
                "rope_type": "default",
            },
        },
        "vision_config": {
            "model_type": "qwen3_vl",
            "depth": V_DEPTH,
            "hidden_size": HIDDEN,
            "intermediate_size": V_MLP,
            "num_heads": V_HEADS,
            "in_channels": 3,
            "patch_size": PATCH,
            "spatial_merge_size": MERGE,
            "temporal_patch_size": 2,
            "out_hidden_size": HIDDEN,
            "num_position_embeddings": GRID * GRID,
            "deepstack_visual_indexes": list(DEEPSTACK),
            "hidden_act": "gelu_pytorch_tanh",
            "initializer_range": 0.03,
        },
    }


def turn(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotary embedding, halves convention; `x` [B, H, S, D], tables [S, D]."""
    a, b = x.chunk(2, dim=-1)
    return x * cos + torch.cat((-b, a), dim=-1) * sin


class VisionAttention(nn.Module):
    """Full attention among the patches of one picture."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv, self.proj = nn.Linear(HIDDEN, 3 * HIDDEN), nn.Linear(HIDDEN, HIDDEN)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        """`x` [B, N, C]."""
        b, n, c = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, V_HEADS, c // V_HEADS).permute(2, 0, 3, 1, 4)
        out = F.scaled_dot_product_attention(turn(q, cos, sin), turn(k, cos, sin), v)
        return self.proj(out.transpose(1, 2).reshape(b, n, c))  # type: ignore[no-any-return]


class VisionMLP(nn.Module):
    """Two linear layers."""

    def __init__(self) -> None:
        super().__init__()
        self.linear_fc1, self.linear_fc2 = nn.Linear(HIDDEN, V_MLP), nn.Linear(V_MLP, HIDDEN)

    def forward(self, x: Tensor) -> Tensor:
        """`x` [B, N, C]."""
        return self.linear_fc2(F.gelu(self.linear_fc1(x), approximate="tanh"))  # type: ignore[no-any-return]


class VisionBlock(nn.Module):
    """A block of the tower."""

    def __init__(self) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(HIDDEN, EPS), nn.LayerNorm(HIDDEN, EPS)
        self.attn, self.mlp = VisionAttention(), VisionMLP()

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        """`x` [B, N, C]."""
        x = x + self.attn(self.norm1(x), cos, sin)
        return x + self.mlp(self.norm2(x))  # type: ignore[no-any-return]


class Merger(nn.Module):
    """Four patches to one visual token."""

    def __init__(self, after: bool) -> None:
        super().__init__()
        self.after, wide = after, HIDDEN * MERGE * MERGE
        self.norm = nn.LayerNorm(wide if after else HIDDEN, EPS)
        self.linear_fc1, self.linear_fc2 = nn.Linear(wide, wide), nn.Linear(wide, HIDDEN)

    def forward(self, x: Tensor) -> Tensor:
        """`x` [B, N, C], patches in merge order; gives [B, N/4, C]."""
        b, n, c = x.shape
        x = self.norm(x.reshape(b, n // 4, 4 * c)) if self.after else self.norm(x).reshape(b, n // 4, 4 * c)
        return self.linear_fc2(F.gelu(self.linear_fc1(x)))  # type: ignore[no-any-return]


class PatchEmbed(nn.Module):
    """Pixels of a patch to a vector."""

    def __init__(self) -> None:
        super().__init__()
        self.proj = nn.Conv3d(3, HIDDEN, (2, PATCH, PATCH), (2, PATCH, PATCH))

    def forward(self, x: Tensor) -> Tensor:
        """`x` [B, N, 3 * PATCH * PATCH] of one frame."""
        return F.linear(x, self.proj.weight.sum(2).flatten(1).to(x.dtype), self.proj.bias)


class Tower(nn.Module):
    """The vision tower."""

    def __init__(self) -> None:
        super().__init__()
        self.patch_embed, self.pos_embed = PatchEmbed(), nn.Embedding(GRID * GRID, HIDDEN)
        self.blocks = nn.ModuleList(VisionBlock() for _ in range(V_DEPTH))
        self.merger = Merger(after=False)
        self.deepstack_merger_list = nn.ModuleList(Merger(after=True) for _ in DEEPSTACK)

    def places(self, h: int, w: int) -> tuple[Tensor, Tensor, Tensor]:
        """Position vectors [N, C] and rotary tables [N, D] for `h` by `w` patches in merge order."""
        device = self.pos_embed.weight.device

        def order(x: Tensor) -> Tensor:
            return x.view(h // 2, 2, w // 2, 2, -1).transpose(1, 2).reshape(h * w, -1)

        rows = torch.linspace(0, GRID - 1, h, device=device)
        cols = torch.linspace(0, GRID - 1, w, device=device)
        r0, c0 = rows.int(), cols.int()
        r1, c1 = (r0 + 1).clamp(max=GRID - 1), (c0 + 1).clamp(max=GRID - 1)
        fr, fc = rows - r0, cols - c0
        table = self.pos_embed.weight

        def at(r: Tensor, c: Tensor, a: Tensor, b: Tensor) -> Tensor:
            return table[(r[:, None] * GRID + c[None]).long()] * (a[:, None] * b[None])[..., None]

        pos = (
            at(r0, c0, 1 - fr, 1 - fc) + at(r0, c1, 1 - fr, fc) + at(r1, c0, fr, 1 - fc) + at(r1, c1, fr, fc)
        )
        d = HIDDEN // V_HEADS
        freq = 1.0 / (THETA ** (torch.arange(0, d // 2, 2, device=device, dtype=torch.float32) / (d // 2)))
        hh = torch.arange(h, device=device, dtype=torch.float32)[:, None].expand(h, w).reshape(h, w, 1) * freq
        ww = torch.arange(w, device=device, dtype=torch.float32)[None].expand(h, w).reshape(h, w, 1) * freq
        angle = order(torch.cat((hh, ww), dim=-1))
        angle = torch.cat((angle, angle), dim=-1)
        return order(pos), angle.cos(), angle.sin()

    def forward(self, patches: Tensor, h: int, w: int) -> tuple[Tensor, list[Tensor]]:
        """Visual tokens [B, N/4, C] and the deepstack features."""
        pos, cos, sin = self.places(h, w)
        x = self.patch_embed(patches)
        x = x + pos.to(x.dtype)
        cos, sin, deep = cos.to(x.dtype), sin.to(x.dtype), []
        for n, block in enumerate(self.blocks):
            x = block(x, cos, sin)
            if n in DEEPSTACK:
                deep.append(self.deepstack_merger_list[DEEPSTACK.index(n)](x))
        return self.merger(x), deep


class RMSNorm(nn.Module):
    """Root-mean-square norm."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))

    def forward(self, x: Tensor) -> Tensor:
        """Over the last dimension."""
        return F.rms_norm(x, self.weight.shape, self.weight.to(x.dtype), EPS)


class Attention(nn.Module):
    """Causal attention with grouped keys and normed queries and keys."""

    def __init__(self) -> None:
        super().__init__()
        self.q_proj, self.o_proj = (
            nn.Linear(HIDDEN, HEADS * HEAD_DIM, bias=False),
            nn.Linear(HEADS * HEAD_DIM, HIDDEN, bias=False),
        )
        self.k_proj, self.v_proj = (
            nn.Linear(HIDDEN, KV_HEADS * HEAD_DIM, bias=False),
            nn.Linear(HIDDEN, KV_HEADS * HEAD_DIM, bias=False),
        )
        self.q_norm, self.k_norm = RMSNorm(HEAD_DIM), RMSNorm(HEAD_DIM)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        """`x` [B, S, C]."""
        b, s, _ = x.shape
        q = self.q_norm(self.q_proj(x).view(b, s, HEADS, HEAD_DIM)).transpose(1, 2)
        k = self.k_norm(self.k_proj(x).view(b, s, KV_HEADS, HEAD_DIM)).transpose(1, 2)
        v = self.v_proj(x).view(b, s, KV_HEADS, HEAD_DIM).transpose(1, 2)
        k, v = (
            turn(k, cos, sin).repeat_interleave(HEADS // KV_HEADS, 1),
            v.repeat_interleave(HEADS // KV_HEADS, 1),
        )
        out = F.scaled_dot_product_attention(turn(q, cos, sin), k, v, is_causal=True)
        return self.o_proj(out.transpose(1, 2).reshape(b, s, HEADS * HEAD_DIM))  # type: ignore[no-any-return]


class GatedMLP(nn.Module):
    """SwiGLU."""

    def __init__(self) -> None:
        super().__init__()
        self.gate_proj, self.up_proj = nn.Linear(HIDDEN, MLP, bias=False), nn.Linear(HIDDEN, MLP, bias=False)
        self.down_proj = nn.Linear(MLP, HIDDEN, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """`x` [B, S, C]."""
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))  # type: ignore[no-any-return]


class Layer(nn.Module):
    """A layer of the decoder."""

    def __init__(self) -> None:
        super().__init__()
        self.self_attn, self.mlp = Attention(), GatedMLP()
        self.input_layernorm, self.post_attention_layernorm = RMSNorm(HIDDEN), RMSNorm(HIDDEN)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        """`x` [B, S, C]."""
        x = x + self.self_attn(self.input_layernorm(x), cos, sin)
        return x + self.mlp(self.post_attention_layernorm(x))  # type: ignore[no-any-return]


class LanguageModel(nn.Module):
    """The decoder."""

    def __init__(self) -> None:
        super().__init__()
        self.embed_tokens, self.norm = nn.Embedding(VOCABULARY, HIDDEN), RMSNorm(HIDDEN)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))


class Body(nn.Module):
    """Both halves, named as transformers names them."""

    def __init__(self) -> None:
        super().__init__()
        self.visual, self.language_model = Tower(), LanguageModel()


class Starter(nn.Module):
    """The model with its training heads (`aux_*` are left out of the export)."""

    def __init__(self) -> None:
        super().__init__()
        self.model = Body()
        self.aux_cells = nn.Linear(HIDDEN, SLOTS * VOCABULARY)
        self.aux_query, self.aux_key = nn.Linear(HIDDEN, 64), nn.Linear(HIDDEN, 64)
        for module in self.modules():
            if isinstance(module, nn.Linear | nn.Embedding | nn.Conv3d):
                nn.init.normal_(module.weight, std=0.03)
                if getattr(module, "bias", None) is not None:
                    nn.init.zeros_(module.bias)

    def tables(self, gh: int, gw: int, length: int) -> tuple[Tensor, Tensor]:
        """Interleaved multimodal rotary tables [S, D]; the picture has `gh` by `gw` visual tokens."""
        device, start = self.aux_key.weight.device, len(PREFIX)
        image = gh * gw
        pos = torch.arange(length, device=device, dtype=torch.float32).repeat(3, 1)
        cell = torch.arange(image, device=device)
        pos[0, start : start + image] = start
        pos[1, start : start + image] = start + (cell // gw)
        pos[2, start : start + image] = start + (cell % gw)
        pos[:, start + image :] = torch.arange(length - start - image, device=device) + start + max(gh, gw)
        freq = 1.0 / (THETA ** (torch.arange(0, HEAD_DIM, 2, device=device, dtype=torch.float32) / HEAD_DIM))
        angles = pos[..., None] * freq
        mixed = angles[0].clone()
        for axis in (1, 2):
            mixed[:, axis : SECTION[axis] * 3 : 3] = angles[axis][:, axis : SECTION[axis] * 3 : 3]
        mixed = torch.cat((mixed, mixed), dim=-1)
        return mixed.cos(), mixed.sin()

    def forward(
        self, patches: Tensor, h: int, w: int, tail: Tensor, apart: bool = False
    ) -> dict[str, Tensor]:
        """Logits and pointer scores for the tokens after the picture.

        `patches` [B, h*w, 192]; `tail` [B, T] the tokens after the visual tokens. `logits` and
        `pointer` are aligned with `tail`: position t predicts token t + 1. `apart`: the training heads
        learn without steering the body.
        """
        visual, deep = self.model.visual(patches, h, w)
        words = self.model.language_model
        b, n = visual.shape[:2]
        prefix = torch.tensor(PREFIX, device=tail.device).expand(b, -1)
        x = torch.cat(
            (words.embed_tokens(prefix).to(visual.dtype), visual, words.embed_tokens(tail).to(visual.dtype)),
            dim=1,
        )
        cos, sin = (t.to(x.dtype) for t in self.tables(h // 2, w // 2, x.shape[1]))
        start, second = len(PREFIX), x
        for k, layer in enumerate(words.layers):
            x = layer(x, cos, sin)
            if k < len(deep):
                x = x + F.pad(deep[k], (0, 0, start, x.shape[1] - start - n))
            if k == 1:
                second = x
        looked, second = (visual.detach(), second.detach()) if apart else (visual, second)
        hidden = words.norm(x[:, start + n :])
        return {
            "hidden": hidden,
            "logits": F.linear(hidden, words.embed_tokens.weight.to(hidden.dtype)),
            "visual": looked,
            "query": self.aux_query(second[:, start + n :]),
            "key": self.aux_key(looked),
        }
