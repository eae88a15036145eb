"""The colours of code: which part of it is what, by Pygments. Pure functions, any thread, no Qt.

Code is cut into runs whose texts joined are the code, to the character; a language that nobody knows, and
code longer than `LONGEST_COLOURED_CHARS`, is one run without a role.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from threading import Lock

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String
from pygments.util import ClassNotFound

LONGEST_COLOURED_CHARS = 8000
"""A part of a code block that is longer is shown in one colour: a lexer reads about 400 characters a
millisecond, slower where it has to backtrack."""


class CodeRole(StrEnum):
    """What a piece of code is, as far as it has a colour of its own."""

    PLAIN = "plain"
    KEYWORD = "keyword"
    NAME = "name"
    STRING = "string"
    NUMBER = "number"
    COMMENT = "comment"
    REMOVED = "removed"


ROLES = (
    (Comment, CodeRole.COMMENT),
    (Generic.Deleted, CodeRole.REMOVED),
    (Generic.Inserted, CodeRole.STRING),
    (Generic.Heading, CodeRole.KEYWORD),
    (Generic.Subheading, CodeRole.NAME),
    (String, CodeRole.STRING),
    (Number, CodeRole.NUMBER),
    (Keyword, CodeRole.KEYWORD),
    (Operator.Word, CodeRole.KEYWORD),
    (Name.Tag, CodeRole.KEYWORD),
    (Name.Function, CodeRole.NAME),
    (Name.Class, CodeRole.NAME),
    (Name.Decorator, CodeRole.NAME),
    (Name.Builtin, CodeRole.NAME),
    (Name.Attribute, CodeRole.NAME),
)
"""The first that a token belongs to decides."""

ON_PAPER = {
    CodeRole.KEYWORD: "#3a55c8",
    CodeRole.NAME: "#7a3e9d",
    CodeRole.STRING: "#2a7549",
    CodeRole.NUMBER: "#8f5300",
    CodeRole.COMMENT: "#6e6e67",
    CodeRole.REMOVED: "#b3261e",
}
"""For text that leaves the app, which others show on white."""


_READING = Lock()


@dataclass(frozen=True, slots=True)
class CodeRun:
    text: str
    role: CodeRole = CodeRole.PLAIN


def coloured(code: str, language: str) -> tuple[CodeRun, ...]:
    """The code in runs; joined, they are `code`."""
    lexer = _lexer(language)
    if lexer is None or len(code) > LONGEST_COLOURED_CHARS:
        return (CodeRun(code),) if code else ()
    runs: list[CodeRun] = []
    for kind, words in _tokens(lexer, code):
        role = _role(kind)
        if runs and (runs[-1].role is role or not words.strip()):
            runs[-1] = CodeRun(runs[-1].text + words, runs[-1].role)
        elif words:
            runs.append(CodeRun(words, role))
    if "".join(run.text for run in runs) != code:
        # A lexer may change line ends or drop what it cannot place: the text comes before its colours.
        return (CodeRun(code),) if code else ()
    return tuple(runs)


def styled_html(code: str, language: str) -> str:
    """The code as HTML with inline colours."""
    parts: list[str] = []
    for run in coloured(code, language):
        words = html.escape(run.text, quote=False)
        colour = ON_PAPER.get(run.role)
        parts.append(f'<span style="color: {colour}">{words}</span>' if colour else words)
    return "".join(parts)


def _lexer(language: str) -> Lexer | None:
    # Whoever needs rules that are being read just now waits for them, and does not read them too.
    with _READING:
        return _read_lexer(language)


@lru_cache(maxsize=64)
def _read_lexer(language: str) -> Lexer | None:
    name = language.strip().strip("{}.").lower()
    if not name or not name.isprintable():
        return None
    try:
        return get_lexer_by_name(name, stripnl=False, stripall=False, ensurenl=False)
    except ClassNotFound:
        return None


def _tokens(lexer: Lexer, code: str) -> Iterator[tuple[object, str]]:
    for _start, kind, words in lexer.get_tokens_unprocessed(code):
        yield kind, words


@lru_cache(maxsize=512)
def _role(kind: object) -> CodeRole:
    return next((role for family, role in ROLES if kind in family), CodeRole.PLAIN)
