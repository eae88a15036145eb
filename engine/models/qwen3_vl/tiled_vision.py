"""The vision tower's blocks over products in tiles (`engine.tile_linear`). Engine thread only.

Queries and keys have each pair that is turned together side by side: so turning is one complex product in
place of six operations. The same change of order in both leaves every score as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from engine.models.base import AttendPatches, Rope, VisualFeatures
from engine.tile_linear import Gelu, TileLinear

if TYPE_CHECKING:
    from engine.models.qwen3_vl.vision import PatchMerger, VisionBlock


class TiledTower:
    """The tower after its embedding."""

    def __init__(
        self,
        blocks: Sequence[VisionBlock],
        deepstack_mergers: Sequence[PatchMerger],
        merger: PatchMerger,
        deepstack_blocks: Sequence[int],
    ) -> None:
        self.blocks = [TiledBlock(block) for block in blocks]
        self.merger = TiledMerger(merger)
        self.deepstack = dict(zip(deepstack_blocks, map(TiledMerger, deepstack_mergers), strict=True))

    def encode(
        self, hidden: Tensor, attend: AttendPatches, rope: Rope, cancelled: Callable[[], bool]
    ) -> VisualFeatures | None:
        """Embedded patches [N, hidden] -> features; None when cancelled (asked before every block)."""
        turns, deepstack = pair_turns(rope), []
        for index, block in enumerate(self.blocks):
            if cancelled():
                return None
            hidden = block(hidden, attend, turns)
            if index in self.deepstack:
                deepstack.append(self.deepstack[index](hidden))
        return None if cancelled() else VisualFeatures(self.merger(hidden), tuple(deepstack))


class TiledBlock:
    """One block of the tower: [N, hidden] -> [N, hidden], bf16."""

    def __init__(self, block: VisionBlock) -> None:
        attention, feed = block.attn, block.mlp
        self.norm1, self.norm2 = block.norm1, block.norm2
        self.heads = attention.num_heads
        order = _paired_rows(self.heads, attention.qkv.in_features // self.heads)
        self.qkv = TileLinear(attention.qkv.weight[order], attention.qkv.bias[order])
        self.proj = TileLinear(attention.proj.weight, attention.proj.bias)
        gelu: Gelu = "tanh" if feed.approximate == "tanh" else "none"
        self.widen = TileLinear(feed.linear_fc1.weight, feed.linear_fc1.bias, gelu)
        self.narrow = TileLinear(feed.linear_fc2.weight, feed.linear_fc2.bias)

    def __call__(self, hidden: Tensor, attend: AttendPatches, turns: Tensor) -> Tensor:
        """`turns` is what `pair_turns` gives."""
        count, turned = hidden.shape[0], 2 * self.heads
        qkv = self.qkv(self.norm1(hidden)).view(count, 3 * self.heads, -1)
        # Turned in fp32, as the original does.
        pairs = torch.view_as_complex(qkv[:, :turned].float().view(count, turned, -1, 2))
        qk = torch.view_as_real(pairs.mul_(turns)).flatten(2).to(hidden.dtype)
        mixed = attend(qk[:, : self.heads], qk[:, self.heads :], qkv[:, turned:])
        hidden = hidden + self.proj(mixed.reshape(count, -1))
        return self.narrow(self.widen(self.norm2(hidden))).add_(hidden)


class TiledMerger:
    """A patch merger: [N, hidden] -> [N / merge_unit, out_hidden], bf16."""

    def __init__(self, merger: PatchMerger) -> None:
        self.norm, self.postshuffle, self.joined_size = merger.norm, merger.postshuffle, merger.joined_size
        self.widen = TileLinear(merger.linear_fc1.weight, merger.linear_fc1.bias, "none")
        self.narrow = TileLinear(merger.linear_fc2.weight, merger.linear_fc2.bias)

    def __call__(self, hidden: Tensor) -> Tensor:
        if self.postshuffle:
            joined: Tensor = self.norm(hidden.view(-1, self.joined_size))
        else:
            joined = self.norm(hidden).view(-1, self.joined_size)
        return self.narrow(self.widen(joined))


def pair_turns(rope: Rope) -> Tensor:
    """The rotation as complex numbers: [N, 1, D / 2]."""
    half = rope.cos.shape[-1] // 2
    # The sines of the second half carry their own sign (`engine.models.qwen3_vl.rope`).
    return torch.complex(rope.cos[..., :half], rope.sin[..., half:])


def _paired_rows(heads: int, dim: int) -> Tensor:
    """Where each row of a joint projection comes from when pairs of queries and keys lie side by side."""
    rows = torch.arange(3 * heads * dim).view(3, heads, dim)
    paired = rows[:2].view(2, heads, 2, dim // 2).transpose(2, 3).reshape(2, heads, dim)
    return torch.cat((paired, rows[2:])).flatten()
