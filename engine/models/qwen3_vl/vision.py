"""Qwen3-VL's vision tower. Engine thread only.

Parameter names as in transformers 5.24, modeling_qwen3_vl.py, so that checkpoints load without a renaming
table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import cast

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from engine.attention import FrameAttention
from engine.device import send
from engine.kernels.turn import Turn
from engine.models.base import AttendPatches, PreparedImage, Rope, VisualFeatures
from engine.models.qwen3_vl.config import VisionConfig
from engine.models.qwen3_vl.rope import rotate, vision_rope
from engine.models.qwen3_vl.tiled_vision import TiledTower

NORM_EPS = 1e-6
"""Fixed in the original; no config key changes it."""

CPU_PIECE_ROWS = 256
"""Rows of the feed-forward at a time on a CPU; 256 and 512 measured equal, 64 slower (torch 2.13, one
thread).
"""


CARD_PIECE_ROWS = 1024
"""The same on an accelerator: a product of as many fills an H200 once, and half the memory does for two."""

POSITION_ROWS = 512
"""Patches whose places are looked up at a time: 2,048 at once took 60 MB, the most of a whole tower."""


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


def turn_plainly(rows: Tensor, rope: Rope) -> Tensor:
    """The original rotates patches in fp32 whatever the model's dtype is."""
    return rotate(rows.float(), rope).to(rows.dtype)


class VisionAttention(nn.Module):
    def __init__(self, config: VisionConfig) -> None:
        super().__init__()
        self.num_heads = config.num_heads
        self.turn: Turn = turn_plainly
        self.qkv = nn.Linear(config.hidden_size, config.hidden_size * 3)
        self.proj = nn.Linear(config.hidden_size, config.hidden_size)

    def forward(self, hidden: Tensor, attend: AttendPatches, rope: Rope) -> Tensor:
        """[N, hidden] -> [N, hidden]; which patches see each other is `attend`'s business."""
        count = hidden.shape[0]
        qkv = self.qkv(hidden).view(count, 3 * self.num_heads, -1)
        # Queries and keys side by side: one rotation.
        qk = self.turn(qkv[:, : 2 * self.num_heads], rope)
        query, key, value = qk[:, : self.num_heads], qk[:, self.num_heads :], qkv[:, 2 * self.num_heads :]
        mixed = attend(query, key, value).reshape(count, -1)
        del qkv, qk, query, key, value  # a third of what a tower holds at most
        out: Tensor = self.proj(mixed)
        return out


class VisionMLP(nn.Module):
    def __init__(self, config: VisionConfig) -> None:
        super().__init__()
        self.linear_fc1 = nn.Linear(config.hidden_size, config.intermediate_size)
        self.linear_fc2 = nn.Linear(config.intermediate_size, config.hidden_size)
        self.approximate = config.gelu_approximate

    def forward(self, hidden: Tensor) -> Tensor:
        # A piece's wide activations stay in a CPU's second-level cache: 50 ms against 75 for 3,840 x 1,024.
        piece_rows = CPU_PIECE_ROWS if hidden.device.type == "cpu" else CARD_PIECE_ROWS
        starts = range(0, hidden.shape[0], piece_rows)
        pieces = [self._feed(hidden[start : start + piece_rows]) for start in starts]
        return pieces[0] if len(pieces) == 1 else torch.cat(pieces)

    def _feed(self, hidden: Tensor) -> Tensor:
        wide = self.linear_fc1(hidden)
        if hidden.device.type == "cuda":
            # In place: 2,048 patches of the 2B model are 17 MB here.
            wide = torch.ops.aten.gelu_(wide, approximate=self.approximate)
        else:
            wide = F.gelu(wide, approximate=self.approximate)
        out: Tensor = self.linear_fc2(wide)
        return out


class VisionBlock(nn.Module):
    def __init__(self, config: VisionConfig) -> None:
        super().__init__()
        self.norm1 = nn.LayerNorm(config.hidden_size, eps=NORM_EPS)
        self.norm2 = nn.LayerNorm(config.hidden_size, eps=NORM_EPS)
        self.attn = VisionAttention(config)
        self.mlp = VisionMLP(config)

    def forward(self, hidden: Tensor, attend: AttendPatches, rope: Rope) -> Tensor:
        """[N, hidden], changed in place: each copy of it that a caller held would be held to the end."""
        hidden.add_(self.attn(self.norm1(hidden), attend, rope))
        return hidden.add_(self.mlp(self.norm2(hidden)))


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
        self._tiled: TiledTower | None = None

    def encode(self, images: Sequence[PreparedImage], cancelled: Callable[[], bool]) -> VisualFeatures | None:
        """Visual tokens of all pictures, in order; None when cancelled (asked before every block)."""
        weight = self.patch_embed.proj.weight
        grids = [image.grid_thw for image in images]
        places = send(torch.cat([self.places(grid) for grid in grids]), weight.device)
        lengths = [rows * columns for frames, rows, columns in grids for _ in range(frames)]
        # Rounded on the device, which does that in no time, and nothing waits for it here. Nobody keeps them.
        values = torch.cat([image.pixel_values for image in images])
        hidden = self.patch_embed(send(values, weight.device).to(weight.dtype))
        return self._encode_embedded(hidden, places, FrameAttention(lengths), cancelled)

    def encode_patches(
        self, patches: Tensor, places: Tensor, attend: AttendPatches, cancelled: Callable[[], bool]
    ) -> VisualFeatures | None:
        """Patches [N, C*T*P*P] at `places` [N, 4], both on the device -> features; None when cancelled.

        The host waits for nothing here, so the whole of it can be recorded.
        """
        return self._encode_embedded(self.patch_embed(patches), places, attend, cancelled)

    def _encode_embedded(
        self, embedded: Tensor, places: Tensor, attend: AttendPatches, cancelled: Callable[[], bool]
    ) -> VisualFeatures | None:
        hidden = embedded.add_(self.positions(places))
        rope = vision_rope(self.config.head_dim, self.config.rope_theta, places[:, :2])
        if self._tiled is not None:
            return self._tiled.encode(hidden, attend, rope, cancelled)
        deepstack: list[Tensor] = []
        for index, block in enumerate(self.blocks):
            if cancelled():
                return None
            hidden = block(hidden, attend, rope)
            if index in self.config.deepstack_visual_indexes:
                deepstack.append(self.deepstack_merger_list[len(deepstack)](hidden))
        if cancelled():
            return None
        return VisualFeatures(self.merger(hidden), tuple(deepstack))

    def use_tiles(self) -> None:
        """Multiply in the processor's bf16 tiles from now on; once, after loading."""
        mergers = [cast(PatchMerger, merger) for merger in self.deepstack_merger_list]
        blocks = [cast(VisionBlock, block) for block in self.blocks]
        self._tiled = TiledTower(blocks, mergers, self.merger, self.config.deepstack_visual_indexes)

    def use_turn(self, turn: Turn | None) -> None:
        """Turn queries and keys by a kernel from now on; None leaves it to torch."""
        for block in self.blocks:
            cast(VisionBlock, block).attn.turn = turn or turn_plainly

    def places(self, grid: tuple[int, int, int]) -> Tensor:
        """Row and column of each patch, and how many of both its picture has: [N, 4] int64 on the CPU."""
        return patch_places(grid, self.config.spatial_merge_size)

    def positions(self, places: Tensor) -> Tensor:
        """The learned position grid, resampled to each patch's picture: [N, hidden] in the model's dtype."""
        table = self.pos_embed.weight
        indices, weights = bilinear_taps(places, self.config.grid_side)
        found = []
        for start in range(0, len(places), POSITION_ROWS):
            rows = slice(start, start + POSITION_ROWS)
            taps = F.embedding(indices[rows], table)
            # Weights stay fp32 (bf16 tables are promoted), the sum is rounded once, as in the original.
            found.append((taps * weights[rows, :, None]).sum(1).to(table.dtype))
        return found[0] if len(found) == 1 else torch.cat(found)


@lru_cache(maxsize=16)
def patch_places(grid: tuple[int, int, int], merge: int) -> Tensor:
    """Row and column of each patch in merge-block order, then its picture's rows and columns: [N, 4] int64.

    Kept for the grids that were last asked for; nobody writes into it.
    """
    coordinates = patch_coordinates(grid, merge)
    return torch.cat((coordinates, torch.tensor(grid[1:]).expand(coordinates.shape[0], 2)), 1)


def patch_coordinates(grid: tuple[int, int, int], merge: int) -> Tensor:
    """Row and column of each patch in merge-block order: [N, 2] int64 on the CPU."""
    frames, rows, columns = grid
    row = torch.arange(rows).view(rows // merge, 1, merge, 1).expand(-1, columns // merge, -1, merge)
    column = torch.arange(columns).view(1, columns // merge, 1, merge).expand(rows // merge, -1, merge, -1)
    return torch.stack((row, column), -1).reshape(-1, 2).repeat(frames, 1)


def bilinear_taps(places: Tensor, side: int) -> tuple[Tensor, Tensor]:
    """Where each patch samples the square position table (corners aligned): indices and fp32 weights, [N,
    4] each.
    """
    sources = places[:, :2].float() * (side - 1) / (places[:, 2:] - 1).clamp_(min=1).float()
    floors = sources.floor()
    offsets, lows = sources - floors, floors.long()
    taps = torch.stack((lows.clamp(0, side - 1), (lows + 1).clamp(0, side - 1)), 2)
    weights = torch.stack((1 - offsets, offsets), 2)
    indices = (taps[:, 0, :, None] * side + taps[:, 1, None, :]).flatten(1)
    return indices, (weights[:, 0, :, None] * weights[:, 1, None, :]).flatten(1)
