"""A runtime without a model: says what its script holds, byte by byte, and fails where it is told to.

Stands where `engine.runtime.Runtime` does in tests of the stepper and the engine thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import torch
from PIL import Image
from torch import Tensor

from engine.api import ModelInfo, Turn
from engine.decode import DecodeRow
from engine.feature_cache import FeatureCache
from engine.models.base import PreparedImage, Prompt, VisualFeatures
from engine.profile import ReaderProfile
from engine.runtime import CHUNK_TOKENS
from engine.sampling import Choice, choose
from engine.tokenizer import Recall, nothing_recalled

EOS = 256
VOCABULARY = 257


class ByteTokenizer:
    """Token ids are bytes."""

    def says(self, token_ids: Sequence[int], text: str) -> bool:
        return bytes(token_ids).decode() == text

    def token_bytes(self, token_id: int) -> bytes:
        return bytes([token_id]) if token_id < EOS else b""


class FakeRuntime:
    """`scripts` maps the text of a prompt's last turn to the answer; an unknown one is its own answer."""

    def __init__(
        self,
        scripts: dict[str, str] | None = None,
        *,
        slots: int = 2,
        context_tokens: int = 512,
        name: str = "fake",
    ) -> None:
        self.scripts = scripts or {}
        self.slots = slots
        self.context_tokens = context_tokens
        self.profile = ReaderProfile(name=name)
        self.tokenizer = ByteTokenizer()
        self.eos_token_ids = frozenset({EOS})
        self.placement = SimpleNamespace(device="cpu")
        self.info = ModelInfo(
            name, Path(name), "Fake", 1, "cpu", "fp32", context_tokens, slots, 10, 20, bundled=False, note=""
        )
        self.prefill_chunk_tokens = CHUNK_TOKENS
        self.closed = False
        self.rung, self.rung_note = "eager", ""
        self.can_improve, self.knows_bandwidth, self.bandwidth_bytes_s = False, True, 0.0
        self.wants_slot, self.features = False, FeatureCache()
        self.gives_numbers = True
        self.sees_ahead, self.is_shared = False, False
        self.used_slots: set[int] = set()
        self.batches: list[int] = []
        self.prefill_error: Callable[[str], Exception | None] = lambda _text: None
        self.decode_error: Exception | None = None
        self.before_decode: Callable[[], None] = lambda: None
        self._lengths = [0] * slots
        self._resumed: dict[int, int] = {}
        self._answers: dict[int, list[int]] = {}

    def prepare_image(self, image: Image.Image, budget_tokens: int | None) -> PreparedImage:
        tokens = min(4, budget_tokens or 4)
        return PreparedImage(torch.zeros(4, 1), (1, 2, 2), image.width, image.height, tokens)

    def build_prompt(
        self,
        turns: Sequence[Turn],
        images: Sequence[PreparedImage],
        prefix: str = "",
        prefix_ids: Sequence[int] = (),
        recall: Recall = nothing_recalled,
    ) -> Prompt:
        assert not prefix_ids or bytes(prefix_ids).decode() == prefix
        text = turns[-1].text + prefix
        ids = tuple(turns[-1].text.encode() + prefix.encode()) or (0,)
        answer = self.scripts.get(turns[-1].text, turns[-1].text).removeprefix(prefix)
        self._next_answer = (text, [*answer.encode(), EOS])
        return Prompt(ids, torch.zeros(3, len(ids), dtype=torch.int64), 0, ())

    def encode_images(
        self, images: Sequence[PreparedImage], cancelled: Callable[[], bool], *, keeps: bool = True
    ) -> VisualFeatures | None:
        return None if cancelled() else VisualFeatures(torch.zeros(4, 1), ())

    def prefill(
        self, slot: int, prompt: Prompt, features: VisualFeatures | None, start: int, stop: int
    ) -> Tensor | None:
        if start == 0 or self._resumed.pop(slot, None) == start:
            assert slot not in self.used_slots, "a slot was given twice"
            self.used_slots.add(slot)
            text, self._answers[slot] = self._next_answer
            error = self.prefill_error(text)
            if error is not None:
                raise error
        self._lengths[slot] = stop
        return self._logits(slot) if stop == len(prompt) else None

    def decode(self, slots: Sequence[int], token_ids: Sequence[int]) -> Tensor:
        self.before_decode()
        if self.decode_error is not None:
            error, self.decode_error = self.decode_error, None
            raise error
        self.batches.append(len(slots))
        for slot in slots:
            assert self._lengths[slot] < self.context_tokens, "decoded past the context"
            self._lengths[slot] += 1
        return torch.stack([self._logits(slot) for slot in slots])

    def generate(self, rows: Sequence[DecodeRow]) -> dict[int, list[Choice]]:
        logits = self.decode([row.slot for row in rows], [row.token_id for row in rows])
        choices = choose([row.sampler for row in rows], logits)
        return {row.slot: [choice] for row, choice in zip(rows, choices, strict=True)}

    def passes(self, given: dict[int, list[Choice]]) -> int:
        return 1

    def _logits(self, slot: int) -> Tensor:
        logits = torch.zeros(VOCABULARY)
        logits[self._answers[slot].pop(0)] = 1.0
        return logits if self.gives_numbers else logits * float("nan")

    def step_bytes(self, slots: Sequence[int]) -> int:
        return 10 + sum(self._lengths[slot] for slot in slots)

    def length(self, slot: int) -> int:
        return self._lengths[slot]

    def park(self, slot: int, tokens: int) -> None:
        assert tokens <= self._lengths[slot]
        self.used_slots.discard(slot)
        self._lengths[slot] = tokens

    def resume(self, slot: int, prompt: Prompt, tokens: int) -> None:
        assert self._lengths[slot] >= tokens
        self._resumed[slot] = self._lengths[slot] = tokens

    def free(self, slot: int) -> None:
        self.used_slots.discard(slot)
        self._lengths[slot] = 0

    def memory(self) -> tuple[int, int]:
        return 100, 1000

    def close(self) -> None:
        self.closed = True
