"""Qwen3-VL's rotary embeddings: interleaved M-RoPE of the decoder, two-axis rotation of the tower.

Source: transformers 5.24, modeling_qwen3_vl.py (Qwen3VLTextRotaryEmbedding, get_rope_index,
Qwen3VLVisionRotaryEmbedding). Sine tables carry the sign of `rotate_half`, so that rotating is `x * cos +
roll(x) * sin` with the same roundings.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from engine.device import send
from engine.models.base import Rope
from engine.models.qwen3_vl.config import TextConfig


def rotate(rows: Tensor, rope: Rope) -> Tensor:
    """Rotate [T, H, D] rows in the table's dtype."""
    # flip of the two halves is what roll by half does, in half the time on small rows.
    swapped = rows.view(*rows.shape[:-1], 2, -1).flip(-2).view(rows.shape)
    return (rows * rope.cos).add_(swapped.mul_(rope.sin))


def _halves(angles: Tensor) -> tuple[Tensor, Tensor]:
    """cos and sign-folded sin of [T, D/2] angles, repeated over both halves: [T, D] each."""
    cos, sin = angles.cos(), angles.sin()
    return torch.cat((cos, cos), -1), torch.cat((-sin, sin), -1)


class TextRope:
    """One table of rotations by position; a row of the prompt picks its time, height and width channels
    from it.
    """

    def __init__(self, config: TextConfig, positions: int, device: torch.device, dtype: torch.dtype) -> None:
        dim = config.head_dim
        inverse = 1.0 / (config.rope_theta ** (torch.arange(0, dim, 2, dtype=torch.float32) / dim))
        angles = torch.arange(positions, dtype=torch.float32)[:, None] * inverse
        cos, sin = _halves(angles)
        # transformers rounds the tables to the model's dtype before rotating; so must we, to the bit.
        self.table = torch.stack((cos, sin), 1).to(dtype=dtype).to(device)
        self.axis_of_channel = channel_axes(config).to(device)
        self.device = device
        self.positions = positions

    def at(self, positions: Sequence[int]) -> Rope:
        """Rotation of text rows, where the three positions agree."""
        if len(positions) == 1:
            rows = self.table[positions[0]]
            return Rope(rows[0].view(1, 1, -1), rows[1].view(1, 1, -1))
        return self.gather(torch.tensor(positions, device=self.device))

    def gather(self, positions: Tensor) -> Rope:
        """As `at`, for [T] int64 on the table's device; no host sync."""
        rows = self.table.index_select(0, positions)
        return Rope(rows[:, :1], rows[:, 1:])

    def rows(self, position_ids: Tensor) -> Rope:
        """Rotation of prompt rows: [3, T] int64 -> cos, sin [T, 1, D]."""
        ids = send(position_ids, self.device)
        if torch.equal(position_ids[0], position_ids[1]) and torch.equal(position_ids[0], position_ids[2]):
            return self.gather(ids[0])
        return self.gather_axes(ids)

    def gather_axes(self, position_ids: Tensor) -> Rope:
        """As `rows`, for [3, T] int64 on the table's device; no host sync."""
        rows = self.table[position_ids[0]]
        for axis in (1, 2):
            rows = torch.where(self.axis_of_channel == axis, self.table[position_ids[axis]], rows)
        return Rope(rows[:, :1], rows[:, 1:])


def channel_axes(config: TextConfig) -> Tensor:
    """Which of time (0), height (1), width (2) turns each of the D channels: [D] int64."""
    half = torch.zeros(config.head_dim // 2, dtype=torch.int64)
    for axis in (1, 2):
        half[axis : config.mrope_section[axis] * 3 : 3] = axis
    return torch.cat((half, half))


def prompt_positions(
    tokens: int, spans: Sequence[tuple[int, tuple[int, int, int]]], merge: int
) -> tuple[Tensor, int]:
    """Position ids [3, S] and rope delta of a prompt with pictures at `spans` (first token, patch grid).

    A picture's time stands still, its height and width count merged rows and columns from where it starts,
    and the text after it goes on at start + max(rows, columns).
    """
    parts: list[Tensor] = []
    index, position = 0, 0
    for start, (frames, grid_rows, grid_columns) in spans:
        if start > index:
            parts.append(torch.arange(position, position + start - index).expand(3, -1))
            position += start - index
        rows, columns = grid_rows // merge, grid_columns // merge
        time = torch.arange(frames).view(-1, 1, 1).expand(frames, rows, columns)
        height = torch.arange(rows).view(1, -1, 1).expand(frames, rows, columns)
        width = torch.arange(columns).view(1, 1, -1).expand(frames, rows, columns)
        parts.append(torch.stack((time, height, width)).reshape(3, -1) + position)
        index = start + frames * rows * columns
        position += max(rows, columns)
    if tokens > index:
        parts.append(torch.arange(position, position + tokens - index).expand(3, -1))
        position += tokens - index
    ids = torch.cat(parts, 1)
    return ids, int(ids.max()) + 1 - tokens


def vision_rope(head_dim: int, theta: float, coordinates: Tensor) -> Rope:
    """Rotation of patches by row and column: [N, 2] -> cos, sin [N, 1, D] fp32 on their device."""
    spatial = head_dim // 2
    steps = torch.arange(0, spatial, 2, dtype=torch.float32, device=coordinates.device)
    inverse = 1.0 / (theta ** (steps / spatial))
    angles = (coordinates[:, :, None].float() * inverse).flatten(1)
    cos, sin = _halves(angles)
    return Rope(cos[:, None], sin[:, None])
