"""What a picture of the evaluation is before it is drawn, and the choice of its fonts. Build-time tool."""

from __future__ import annotations

import html
import random
from dataclasses import dataclass, field

from starter_model.evaluation.browser import Fragment
from starter_model.evaluation.sources import SEEN, UNSEEN
from starter_model.evaluation.wording import Wording


@dataclass
class Draft:
    """A page to draw with its text in reading order, a line an entry."""

    kind: str
    fragment: Fragment
    lines: list[str]
    families: tuple[str, ...]
    others: list[list[str]] = field(default_factory=list)
    """Other fair reading orders of the same text."""
    facts: dict[str, str] = field(default_factory=dict)
    """Fact -> its one right answer; `field:NAME` asks for a named field."""

    @property
    def unseen(self) -> bool:
        """True where training draws none of the families."""
        new = {family for families in UNSEEN.values() for family in families}
        return all(family in new for family in self.families)


class Pen:
    """The words and fonts for one draft."""

    def __init__(self, words: Wording, rng: random.Random, unseen: bool) -> None:
        self.words, self.rng, self.unseen = words, rng, unseen

    def family(self, role: str) -> str:
        """A font family of a role."""
        return self.rng.choice((UNSEEN if self.unseen else SEEN)[role])

    def pick(self, *choices: str) -> str:
        """One of them."""
        return self.rng.choice(choices)


def div(css_class: str, text: str) -> str:
    """An escaped block of text."""
    return f'<div class="{css_class}">{html.escape(text)}</div>'


def spans(row: list[str], tag: str = "span") -> str:
    """Escaped cells of a row."""
    return "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row)
