"""Notices that a model repeats itself without end. Engine thread; one guard a sequence.

Repetition to the token limit is the most reported fault of vision models that read
(github.com/QwenLM/Qwen3-VL/issues/1611, github.com/ollama/ollama/issues/16892), and a repetition penalty
ruins honest repeats such as equal table rows. So nothing is penalised: a period is only ended once it has
gone on for longer than pages do, or once far more was written than the page shows ink for.
"""

from __future__ import annotations

import numpy as np

MAX_PERIOD_TOKENS = 128
"""Longest repeated unit looked for: a long line of text, one character a token."""

RULE_TOKENS = 300
"""A unit of one or two tokens (dashes, dots, spaces) may fill this many tokens: more than a page is wide."""

SPAN_TOKENS = 400
MIN_REPEATS = 13
"""A longer unit must span both: ten equal table rows stay far below."""

OVERDUE_FACTOR = 2.0
OVERDUE_TOKENS = 80
"""A text with this many times as many tokens as its picture has characters, and so many more, is too long."""
OVERDUE_REPEATS = 3
OVERDUE_SPAN_TOKENS = 40
"""In a text that is too long already, a unit must span only these."""


class LoopGuard:
    """Feed every generated token; `push` says when the tail is a loop. O(MAX_PERIOD_TOKENS) a token."""

    def __init__(self, characters: float | None = None) -> None:
        """`characters`: roughly how many the picture shows; None where that is not known."""
        self._due = None if characters is None else round(OVERDUE_FACTOR * characters) + OVERDUE_TOKENS
        self._tokens = 0
        self._recent = np.full(MAX_PERIOD_TOKENS, -1, dtype=np.int64)
        self._runs = np.zeros(MAX_PERIOD_TOKENS, dtype=np.int64)
        periods = np.arange(1, MAX_PERIOD_TOKENS + 1)
        spans = np.maximum(SPAN_TOKENS, MIN_REPEATS * periods)
        spans[:2] = RULE_TOKENS
        # A run counts tokens equal to the one a period earlier, so the first copy is not in it.
        self._limits = spans - periods
        self._overdue_limits = np.maximum(OVERDUE_SPAN_TOKENS, OVERDUE_REPEATS * periods) - periods

    def push(self, token_id: int) -> bool:
        """Take the next token; True when it completes a loop."""
        # _recent[k] is the token k + 1 steps ago; -1 (nothing yet) equals no token id.
        same = self._recent == token_id
        self._runs += 1
        self._runs *= same
        self._recent[1:] = self._recent[:-1]
        self._recent[0] = token_id
        self._tokens += 1
        overdue = self._due is not None and self._tokens > self._due
        return bool((self._runs >= (self._overdue_limits if overdue else self._limits)).any())
