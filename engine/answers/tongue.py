"""What is known of a language in which facts are asked for: phrases, words that add nothing, and a refusal.

Data only; any thread. The languages are in `engine.answers.tongues` and `engine.answers.eastern_tongues`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

LINES = "lines"
CAPTION = "caption"
"""Two things beside the facts that are asked for in many words: how many lines, and what kind of picture."""
READ = "read"
MARKDOWN = "markdown"
"""The whole text, plain or as Markdown."""


@dataclass(frozen=True, slots=True, eq=False)
class Tongue:
    """One language. `kinds`: by kind of fact the words by which a question shows that it is about it, the
    first being how a sentence calls it. `fillers`: words beside those that leave it at that; any other word
    asks for something else. `field_forms`: how a question names a field in its own words. `spaced`: words
    have spaces.
    """

    refusal: str
    kinds: dict[str, tuple[str, ...]]
    fillers: frozenset[str]
    field_forms: tuple[re.Pattern[str], ...] = ()
    price_forms: tuple[re.Pattern[str], ...] = ()
    """How a question names something whose price it asks for."""
    spaced: bool = True
    weak: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Words that show a kind where nothing shows another: "how much" is the total, "how much tax" is not."""
    unsure: str = ""
    """Said of goods that are not certain."""
    counted: str = ""
    """How many goods there are, where a line may be several pieces."""
    reads: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Words that ask for the whole text where nothing asks for anything else."""
