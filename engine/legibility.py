"""Whether what a model writes is read or made up, told by how sure it is of its first characters.

A small reading model that is shown print is sure of nearly every character. Shown a page upside down, a
texture or noise it writes on, but each next character is a guess. Pure; any thread.

Measured with the bundled model on 20 screens, mean confidence of the first 8 visible tokens and of the first
20: as they stand at least 0.99 and 0.99, at three quarters of their size 0.95 and 0.98, blurred or at half
their size 0.75 and 0.81; upside down at most 0.97 and 0.88, on their side 0.64 and 0.58; noise 0.4 and 0.4.
White space does not count: guesses at a page on its side are letters on lines of their own, and of the line
ends the model is sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

FEW_TOKENS = 8
SURE = 0.98
"""Mean confidence of the first tokens from which on text is said at once."""
ENOUGH_TOKENS = 20
"""By then it is known: the mean of so many tokens hardly moves any more."""
MOST_BLANKS = 80
"""White space before it is known: no line is indented that far, but a model that sees nothing fills pages."""
LEGIBLE = 0.92
SHORT_TOKENS = 3
"""So few are a letter or a number; a stroke, a crease or a dot is taken for one (0.6 to 0.9 sure)."""
GUESSED = 0.55
"""Below this mean nothing of it is said; between the two it may be poor print, or a page that is turned."""
CUT_SURE = 0.7
"""No word that an edge of the picture runs through is surer than this: half a letter is taken for another one
with certainty (vou, banza). Of the words that are heard of such lines about as many are right."""


class Verdict(StrEnum):
    OPEN = "open"
    LEGIBLE = "legible"
    DOUBTFUL = "doubtful"
    GUESSED = "guessed"
    SILENT = "silent"
    """It ended without a token."""


class Legibility:
    """Follows one sequence: `hear` each token's confidence, `end` it; a verdict once given never changes."""

    def __init__(self, verdict: Verdict = Verdict.OPEN, *, is_cut: bool = False) -> None:
        self.verdict = verdict
        # Of half a line the doubtful words are the wrong ones: it is read, or it is not there.
        self._guessed = LEGIBLE if is_cut else GUESSED
        self.tokens = 0
        self._sum = 0.0
        self._blanks = 0
        self._last = ""

    @property
    def mean(self) -> float:
        """Mean confidence up to the verdict, 0 to 1; 0 where nothing was heard."""
        return self._sum / self.tokens if self.tokens else 0.0

    @property
    def is_open(self) -> bool:
        return self.verdict is Verdict.OPEN

    @property
    def is_stroke(self) -> bool:
        """Whether it said next to nothing, and was not sure of that."""
        return self.verdict is Verdict.DOUBTFUL and self.tokens <= SHORT_TOKENS

    def hear(self, piece: str, confidence: float) -> None:
        """Take the next token's text, empty where it only begins a character, and its confidence."""
        if not self.is_open:
            return
        if piece.isspace():
            self._blanks += 1
            if self._blanks >= MOST_BLANKS:
                self.verdict = Verdict.GUESSED
            return
        if piece and piece == self._last:
            # What repeats itself makes a model sure of anything; it says nothing about the picture.
            return
        self._last = piece
        self.tokens += 1
        self._sum += confidence
        if self.tokens >= FEW_TOKENS and self.mean >= SURE:
            self.verdict = Verdict.LEGIBLE
        elif self.tokens >= ENOUGH_TOKENS:
            self._decide()

    def end(self) -> None:
        """Nothing follows."""
        if self.is_open:
            self._decide()

    def _decide(self) -> None:
        if self.tokens == 0:
            self.verdict = Verdict.SILENT
        elif self.mean >= LEGIBLE:
            self.verdict = Verdict.LEGIBLE
        else:
            self.verdict = Verdict.DOUBTFUL if self.mean >= self._guessed else Verdict.GUESSED


DOUBTS = 2
"""So many regions in doubt, and none that is legible, make a page doubtful before all of it was tried."""
GAIN = 0.1
"""What another orientation must read surer by where neither is legible."""


def is_readable(page: Sequence[Legibility]) -> bool:
    """Whether any region of a page is legible."""
    return any(region.verdict is Verdict.LEGIBLE for region in page)


def is_doubtful(page: Sequence[Legibility]) -> bool:
    """Whether a page with ink is better tried in another orientation."""
    doubts = sum(region.verdict in (Verdict.DOUBTFUL, Verdict.GUESSED) for region in page)
    over = not any(region.is_open for region in page)
    return bool(page) and not is_readable(page) and (doubts >= DOUBTS or over)


def best_turn(page: Sequence[Legibility], turns: dict[int, Legibility]) -> int | None:
    """The turn that reads best, 0 for the page as it stands; None while that is not known.

    `turns` holds what a probe in each other orientation has shown so far.
    """
    sure = [turn for turn, probe in turns.items() if probe.mean >= SURE and probe.tokens >= FEW_TOKENS]
    if sure:
        return max(sure, key=lambda turn: turns[turn].mean)
    if any(probe.is_open for probe in turns.values()):
        return None
    best = max(turns, key=lambda turn: turns[turn].mean, default=0)
    standing = max((region.mean for region in page), default=0.0)
    return best if best and turns[best].mean >= max(GUESSED, standing) + GAIN else 0
