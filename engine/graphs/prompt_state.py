"""What recorded prompts work on: the rows of a chunk, the patches of a picture. Engine thread only.

Allocated once and never moved, as a recording knows addresses. The host fills a page-locked copy and enqueues
its transfer; before it writes there again it waits until the last transfer is over.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from engine.graphs.recorder import Mark, Recorder
from engine.models.base import PreparedImage, Prompt


@dataclass(slots=True)
class ChunkRows:
    """Int64 [rows] each: the token a row is, what leads to its rotation, its slot, whether it is padding."""

    positions: Tensor
    rope_deltas: Tensor
    slots: Tensor
    done: Tensor


class ChunkState:
    """Up to `rows` tokens of one slot; rows past the chunk's end store where nobody looks."""

    def __init__(
        self, rows: int, visual: Tensor, context_tokens: int, device: torch.device, recorder: Recorder
    ) -> None:
        """`visual` [1 + levels, rows, hidden]: what pictures put over and add to the rows of their tokens."""
        self.rows, self.visual, self._context_tokens = rows, visual, context_tokens
        self._recorder = recorder
        self._staging = recorder.host_buffer((7, rows), torch.int64)
        self._packed = torch.zeros((7, rows), dtype=torch.int64, device=device)
        self.ids, self.positions, self.write_at = self._packed[0], self._packed[1:4], self._packed[4]
        self._visual_flags, facts = self._packed[5], self._packed[6]
        self.slot, self.count, self.start = facts[:1], facts[1:2], facts[2:3]
        self._sent: Mark = recorder.mark()

    def load(self, slot: int, prompt: Prompt, tokens: range, visual_rows: list[slice]) -> None:
        """These tokens of `prompt`; `visual_rows` of the chunk stand for pictures."""
        start, stop, count, host = tokens.start, tokens.stop, len(tokens), self._staging
        self._sent.synchronize()
        host.zero_()
        host[0, :count] = torch.tensor(prompt.input_ids[start:stop])
        host[1:4, :count] = prompt.position_ids[:, start:stop]
        torch.arange(start, stop, out=host[4, :count])
        host[4, count:] = self._context_tokens
        for rows in visual_rows:
            host[5, rows] = 1
        host[6, :3] = torch.tensor((slot, count, start))
        self._packed.copy_(host, non_blocking=True)
        self._sent = self._recorder.mark()

    def as_rows(self) -> ChunkRows:
        """Where each row stands, as kernels of our own want it; made within the recorded step."""
        index = torch.arange(self.rows, device=self.ids.device)
        positions = index + self.start
        return ChunkRows(
            positions=positions,
            # Rows are turned by an entry each of a table of the chunk's own.
            rope_deltas=index - positions,
            slots=self.slot.expand(self.rows).contiguous(),
            done=(index >= self.count).long(),
        )

    def is_visual(self) -> Tensor:
        """[rows, 1] bool."""
        return (self._visual_flags != 0).unsqueeze(-1)


class PatchState:
    """Up to `patches` patches of one picture."""

    def __init__(
        self, patches: int, values: int, dtype: torch.dtype, device: torch.device, recorder: Recorder
    ) -> None:
        self.size, self._recorder = patches, recorder
        self._staged_patches = recorder.host_buffer((patches, values), dtype)
        self._staged_places = recorder.host_buffer((patches + 1, 4), torch.int64)
        self.patches = torch.zeros((patches, values), dtype=dtype, device=device)
        self._places = torch.ones((patches + 1, 4), dtype=torch.int64, device=device)
        self.places, self.count = self._places[:-1], self._places[-1, :1]
        self._sent: Mark = recorder.mark()

    def load(self, image: PreparedImage, places: Tensor) -> None:
        """One picture with the place of each of its patches; what lies past them stays as it was."""
        count = places.shape[0]
        self._sent.synchronize()
        # Rounded on the host, by all its threads: half the bytes go over the bus.
        self._staged_patches[:count].copy_(image.pixel_values)
        self._staged_places[:count].copy_(places)
        self._staged_places[count:-1] = 1
        self._staged_places[-1] = count
        self.patches[:count].copy_(self._staged_patches[:count], non_blocking=True)
        self._places.copy_(self._staged_places, non_blocking=True)
        self._sent = self._recorder.mark()
