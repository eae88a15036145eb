"""Qwen3-VL's vision tower. Engine thread only.

Parameter names as in transformers 5.24, modeling_qwen3_vl.py, so that checkpoints load without a renaming
table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from engine.device import send
from engine.models.base import PreparedImage, Rope, VisualFeatures
from engine.models.qwen3_vl.config import VisionConfig
from engine.models.qwen3_vl.rope import rotate, vision_rope

NORM_EPS = 1e-6
"""Fixed in the original; no config key changes it."""

CPU_PIECE_ROWS = 256
"""Rows of the feed-forward at a time on a CPU; 256 and 512 measured equal, 64 slower (torch 2.13, one
thread).
"""


class PatchProjection(nn.Module):
    """The Conv3d of the original, whose stride equals its kernel, as one matrix product.

    cuDNN's convolution is 10-20 times slower for it (github.com/pytorch/pytorch/issues/174051).
    """

    def __init__(self, config: VisionConfig) -> None:
        super().__init__()
        patch = (config.temporal_patch_size, config.patch_size, config.patch_size)
        self.weight = nn.Parameter(torch.empty(config.hidden_size, config.in_channels, *patch))
        self.bias = nn.Parameter(torch.empty(config.hidden_size))

    def forward(self, patches: Tensor) -> Tensor:
        return F.linear(patches, self.weight.flatten(1), self.bias)


class PatchEmbed(nn.Module):
    def __init__(self, config: VisionConfig) -> None:
        super().__init__()
        self.proj = PatchProjection(config)

    def forward(self, patches: Tensor) -> Tensor:
        """[N, C*T*P*P] -> [N, hidden]."""
        projected: Tensor = self.proj(patches)
        return projected


class VisionAttention(nn.Module):
    def __init__(self, config: VisionConfig) -> None:
        super().__init__()
        self.num_heads = config.num_heads
        self.qkv = nn.Linear(config.hidden_size, config.hidden_size * 3)
        self.proj = nn.Linear(config.hidden_size, config.hidden_size)

    def forward(self, hidden: Tensor, lengths: Sequence[int], rope: Rope) -> Tensor:
        """[N, hidden] -> [N, hidden]; patches attend within their own frame of `lengths[i]` patches."""
        count = hidden.shape[0]
        qkv = self.qkv(hidden).view(count, 3 * self.num_heads, -1)
        # The original rotates in fp32 whatever the model's dtype is. Queries and keys side by side: one
        # rotation.
        qk = rotate(qkv[:, : 2 * self.num_heads].float(), rope).to(hidden.dtype)
        query, key, value = qk[:, : self.num_heads], qk[:, self.num_heads :], qkv[:, 2 * self.num_heads :]
        parts = []
        for start, stop in pairwise(accumulate(lengths, initial=0)):
            q, k, v = (rows[start:stop].transpose(0, 1)[None] for rows in (query, key, value))
            parts.append(F.scaled_dot_product_attention(q, k, v)[0].transpose(0, 1))
        mixed = parts[0] if len(parts) == 1 else torch.cat(parts)
        out: Tensor = self.proj(mixed.reshape(count, -1))
        return out


class VisionMLP(nn.Module):
    def __init__(self, config: VisionConfig) -> None:
        super().__init__()
        self.linear_fc1 = nn.Linear(config.hidden_size, config.intermediate_size)
        self.linear_fc2 = nn.Linear(config.intermediate_size, config.hidden_size)
        self.approximate = config.gelu_approximate

    def forward(self, hidden: Tensor) -> Tensor:
        if hidden.device.type == "cpu":
            # A piece's wide activations stay in the second-level cache: 50 ms against 75 for 3,840 x 1,024.
            starts = range(0, hidden.shape[0], CPU_PIECE_ROWS)
            return torch.cat([self._feed(hidden[start : start + CPU_PIECE_ROWS]) for start in starts])
        return self._feed(hidden)

    def _feed(self, hidden: Tensor) -> Tensor:
        out: Tensor = self.linear_fc2(F.gelu(self.linear_fc1(hidden), approximate=self.approximate))
        return out


class VisionBlock(nn.Module):
    def __init__(self, config: VisionConfig) -> None:
        super().__init__()
        self.norm1 = nn.LayerNorm(config.hidden_size, eps=NORM_EPS)
        self.norm2 = nn.LayerNorm(config.hidden_size, eps=NORM_EPS)
        self.attn = VisionAttention(config)
        self.mlp = VisionMLP(config)

    def forward(self, hidden: Tensor, lengths: Sequence[int], rope: Rope) -> Tensor:
        hidden = hidden + self.attn(self.norm1(hidden), lengths, rope)
        out: Tensor = hidden + self.mlp(self.norm2(hidden))
        return out


class PatchMerger(nn.Module):
    """Joins the patches of one merge block into one visual token of the decoder's width.

    Deepstack mergers normalise after joining (`postshuffle`), the last one before.
    """

    def __init__(self, config: VisionConfig, *, postshuffle: bool) -> None:
        super().__init__()
        self.joined_size = config.hidden_size * config.merge_unit
        self.postshuffle = postshuffle
        self.norm = nn.LayerNorm(self.joined_size if postshuffle else config.hidden_size, eps=NORM_EPS)
        self.linear_fc1 = nn.Linear(self.joined_size, self.joined_size)
        self.linear_fc2 = nn.Linear(self.joined_size, config.out_hidden_size)

    def forward(self, hidden: Tensor) -> Tensor:
        """[N, hidden] -> [N / merge_unit, out_hidden]."""
        if self.postshuffle:
            joined = self.norm(hidden.view(-1, self.joined_size))
        else:
            joined = self.norm(hidden).view(-1, self.joined_size)
        out: Tensor = self.linear_fc2(F.gelu(self.linear_fc1(joined)))
        return out


class VisionModel(nn.Module):
    def __init__(self, config: VisionConfig) -> None:
        super().__init__()
        self.config = config
        self.patch_embed = PatchEmbed(config)
        # With a weight of its own: else normal_ runs, on the meta device in Python, and imports torch's
        # compiler, 900 modules and 1.5 s that nothing else here needs (torch 2.13).
        count, width = config.grid_side**2, config.hidden_size
        self.pos_embed = nn.Embedding(count, width, _weight=torch.empty(count, width))
        self.blocks = nn.ModuleList([VisionBlock(config) for _ in range(config.depth)])
        self.merger = PatchMerger(config, postshuffle=False)
        self.deepstack_merger_list = nn.ModuleList(
            [PatchMerger(config, postshuffle=True) for _ in config.deepstack_visual_indexes]
        )

    def encode(self, images: Sequence[PreparedImage], cancelled: Callable[[], bool]) -> VisualFeatures | None:
        """Visual tokens of all pictures, in order; None when cancelled (asked before every block)."""
        weight = self.patch_embed.proj.weight
        grids = [image.grid_thw for image in images]
        # Rounded on the device: a card does that in no time, and nothing waits for it here.
        patches = send(torch.cat([image.pixel_values for image in images]), weight.device).to(weight.dtype)
        merge = self.config.spatial_merge_size
        places = [patch_coordinates(grid, merge, weight.device) for grid in grids]
        hidden = self.patch_embed(patches) + self.positions(grids)
        rope = vision_rope(self.config.head_dim, self.config.rope_theta, torch.cat(places))
        lengths = [rows * columns for frames, rows, columns in grids for _ in range(frames)]
        deepstack: list[Tensor] = []
        for index, block in enumerate(self.blocks):
            if cancelled():
                return None
            hidden = block(hidden, lengths, rope)
            if index in self.config.deepstack_visual_indexes:
                deepstack.append(self.deepstack_merger_list[len(deepstack)](hidden))
        if cancelled():
            return None
        return VisualFeatures(self.merger(hidden), tuple(deepstack))

    def positions(self, grids: Sequence[tuple[int, int, int]]) -> Tensor:
        """The learned position grid, resampled to each picture: [N, hidden] in the model's dtype."""
        table = self.pos_embed.weight
        rows: list[Tensor] = []
        for grid in grids:
            coordinates = patch_coordinates(grid, self.config.spatial_merge_size, table.device)
            indices, weights = bilinear_taps(coordinates, grid, self.config.grid_side)
            taps = F.embedding(indices, table)
            # Weights stay fp32 (bf16 tables are promoted), the sum is rounded once, as in the original.
            rows.append((taps * weights[:, :, None]).sum(1).to(table.dtype))
        return torch.cat(rows)


def patch_coordinates(grid: tuple[int, int, int], merge: int, device: torch.device | None = None) -> Tensor:
    """Row and column of each patch in merge-block order: [N, 2] int64, made on `device`."""
    frames, rows, columns = grid
    row = (
        torch.arange(rows, device=device)
        .view(rows // merge, 1, merge, 1)
        .expand(-1, columns // merge, -1, merge)
    )
    column = (
        torch.arange(columns, device=device)
        .view(1, columns // merge, 1, merge)
        .expand(rows // merge, -1, merge, -1)
    )
    return torch.stack((row, column), -1).reshape(-1, 2).repeat(frames, 1)


def bilinear_taps(coordinates: Tensor, grid: tuple[int, int, int], side: int) -> tuple[Tensor, Tensor]:
    """Where each patch samples the square position table (corners aligned): indices and fp32 weights, [N,
    4] each.
    """
    axis_taps: list[Tensor] = []
    axis_weights: list[Tensor] = []
    for axis, size in enumerate(grid[1:]):
        source = coordinates[:, axis].float() * (side - 1) / max(size - 1, 1)
        floor = source.floor()
        offset = source - floor
        low = floor.long()
        axis_taps.append(torch.stack((low.clamp(0, side - 1), (low + 1).clamp(0, side - 1)), 1))
        axis_weights.append(torch.stack((1 - offset, offset), 1))
    indices = (axis_taps[0][:, :, None] * side + axis_taps[1][:, None, :]).flatten(1)
    return indices, (axis_weights[0][:, :, None] * axis_weights[1][:, None, :]).flatten(1)
