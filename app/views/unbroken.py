"""Commands within a sentence, which no line may break: after each hyphen of `yomi --capture` one could. Any
thread.
"""

from __future__ import annotations

import re

NO_BREAK_SPACE = "\u00a0"
WORD_JOINER = "\u2060"
"""Has no width and no ink; what stands beside it stays together (Unicode Standard Annex 14)."""

_COMMAND = re.compile(r"(?:\byomi )?--[a-z][a-z-]*")


def unbroken(sentence: str) -> str:
    """The sentence for a label: its commands stay on one line."""
    return _COMMAND.sub(lambda found: _held(found.group()), sentence)


def _held(command: str) -> str:
    return command.replace(" ", NO_BREAK_SPACE).replace("-", "-" + WORD_JOINER)
