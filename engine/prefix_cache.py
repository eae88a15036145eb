"""What slots still hold after their sequences have ended, so that a prompt that begins alike need not begin
anew.

Sequences are told apart by token ids, with each picture's run replaced by the digest of its pixels: the same
words about another picture are another sequence. What was generated is kept as the ids that were generated,
and an answer that comes back in a later prompt is put there as those ids, never tokenised anew.

Host state only, the same for every backend: keys and values stay where they are, in the `StaticKVCache`.
Engine thread only; holds no tensors.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from engine.models.base import Prompt

LEAST_REUSED_TOKENS = 16
"""Fewer are only the template's opening, which any two prompts share."""

LEAST_KEPT = 2
KEPT_SHARE = 4
"""Two slots or one of so many keep their content; the rest stays empty side by side, since neighbouring rows
attend together on a CPU.
"""

MOST_ANSWERS = 64


@dataclass(frozen=True, slots=True)
class PictureRun:
    """The tokens of one picture."""

    digest: bytes
    tokens: int


Element = int | PictureRun


@dataclass(frozen=True, slots=True)
class Reuse:
    """Which slot a sequence takes, and how many of its tokens are there already."""

    slot: int
    tokens: int


class PrefixCache:
    def __init__(self, slots: int) -> None:
        self._most_kept = min(slots, max(LEAST_KEPT, slots // KEPT_SHARE))
        # Oldest first.
        self._kept: OrderedDict[int, tuple[Element, ...]] = OrderedDict()
        self._answers: OrderedDict[str, tuple[int, ...]] = OrderedDict()

    # -- slots

    def choose(self, prompt: Prompt, free: Collection[int], *, keeps: bool) -> Reuse:
        """The best of the `free` slots for a prompt; `keeps` says that it will keep its content.

        Without a beginning in common: an empty slot, the first one, or the one that was kept longest.
        """
        wanted = elements_of(prompt)
        most, best = 0, -1
        for slot in self._kept:
            if slot in free:
                tokens = _shared_tokens(self._kept[slot], wanted, len(prompt))
                if tokens > most:
                    most, best = tokens, slot
        if most >= LEAST_REUSED_TOKENS:
            return Reuse(best, most)
        empty = [slot for slot in free if slot not in self._kept]
        oldest = next((slot for slot in self._kept if slot in free), None)
        if oldest is not None and (not empty or (keeps and len(self._kept) >= self._most_kept)):
            return Reuse(oldest, 0)
        return Reuse(min(empty), 0)

    def keep(self, slot: int, elements: Sequence[Element], tokens: int) -> list[int]:
        """`slot` holds the first `tokens` tokens of a sequence that has ended; returns slots to empty now."""
        held = tuple(_first_tokens(elements, tokens))
        if not held:
            return [slot]
        self._kept[slot] = held
        self._kept.move_to_end(slot)
        surplus = list(self._kept)[: max(0, len(self._kept) - self._most_kept)]
        for old in surplus:
            del self._kept[old]
        return surplus

    def forget(self, slot: int) -> None:
        """`slot` holds something else now, or nothing."""
        self._kept.pop(slot, None)

    def oldest(self) -> int | None:
        """The slot to give up first."""
        return next(iter(self._kept), None)

    # -- answers

    def remember(self, text: str, token_ids: Sequence[int]) -> None:
        """The ids that the model said an answer in."""
        if text and token_ids:
            self._answers[text] = tuple(token_ids)
            self._answers.move_to_end(text)
            while len(self._answers) > MOST_ANSWERS:
                self._answers.popitem(last=False)

    def said(self, text: str) -> tuple[int, ...] | None:
        """The ids of an answer that was given here before."""
        ids = self._answers.get(text)
        if ids is not None:
            self._answers.move_to_end(text)
        return ids


def elements_of(prompt: Prompt) -> tuple[Element, ...]:
    """The prompt's ids, with each picture's run as one."""
    elements: list[Element] = []
    position = 0
    for span in prompt.image_spans:
        elements += prompt.input_ids[position : span.start]
        elements.append(PictureRun(span.digest, span.stop - span.start))
        position = span.stop
    elements += prompt.input_ids[position:]
    return tuple(elements)


def _size(element: Element) -> int:
    return element.tokens if isinstance(element, PictureRun) else 1


def _first_tokens(elements: Sequence[Element], tokens: int) -> Iterator[Element]:
    """Whole elements within the first `tokens` tokens."""
    for element in elements:
        tokens -= _size(element)
        if tokens < 0:
            return
        yield element


def _shared_tokens(kept: Sequence[Element], wanted: Sequence[Element], prompt_tokens: int) -> int:
    """Tokens of the common beginning; at least the prompt's last is left out, as its logits are needed."""
    alike = takewhile(lambda pair: _is_same(*pair), zip(kept, wanted, strict=False))
    shared = [ours for ours, _ in alike]
    total = sum(map(_size, shared))
    if total >= prompt_tokens:
        total -= _size(shared[-1])
    return total


def _is_same(ours: Element, theirs: Element) -> bool:
    # A picture without a digest is like no other.
    return ours == theirs and not (isinstance(ours, PictureRun) and not ours.digest)
