"""What stands in a block of Markdown, ready to be laid out: paragraphs, listings, tables, formulas, rules.
Pure functions, any thread, no Qt.

Flat on purpose: how deep something stands in lists and quotations is a number on it, and the marker of a
list's item is text, so that nothing is drawn that cannot be selected and copied.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from markdown_it.token import Token

from app.rendering.blocks import Block, BlockKind
from app.rendering.markdown import tokens_of
from app.rendering.maths import runs_of, source_of

BULLETS = ("•", "◦", "▪")
"""By depth."""

DEEPEST_SHOWN = 10
"""What is nested deeper stands below that: the column would have no room for its words."""

TASKS = {"[ ] ": "☐", "[x] ": "☑", "[X] ": "☑"}


@dataclass(frozen=True, slots=True)
class Span:
    """Characters of one look. A line end among them is one."""

    text: str
    bold: bool = False
    italic: bool = False
    struck: bool = False
    code: bool = False
    level: int = 0
    """1 in a superscript, -1 in a subscript of a formula."""
    link: str = ""
    """The address that a click opens."""
    hint: str = ""
    """What stands behind it, for who asks: an address, the source of a formula."""

    @property
    def look(self) -> tuple[bool, bool, bool, bool, int, str, str]:
        """All but the characters."""
        return self.bold, self.italic, self.struck, self.code, self.level, self.link, self.hint

    def saying(self, text: str) -> Span:
        """The same look for other characters; `replace` takes five times as long, and tables ask often."""
        return Span(text, *self.look)


@dataclass(frozen=True, slots=True)
class Place:
    """How deep something stands."""

    indent: int = 0
    quotes: int = 0
    is_tight: bool = False
    """Whether it follows what is before it without a gap."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    place: Place
    spans: tuple[Span, ...]
    heading: int = 0
    """1 to 6; 0 for none."""
    marker: str = ""
    """Of the list item that it begins."""
    is_formula: bool = False

    @property
    def text(self) -> str:
        """What can be read of it, marker and all."""
        words = "".join(span.text for span in self.spans)
        return f"{self.marker} {words}" if self.marker else words


@dataclass(frozen=True, slots=True)
class Listing:
    """Code; without the line end of its last line."""

    place: Place
    code: str
    language: str = ""
    continues: bool = False
    within_line: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table, each row with as many cells as `alignments`; the first may be its header."""

    place: Place
    rows: tuple[tuple[tuple[Span, ...], ...], ...]
    alignments: tuple[str, ...]
    """"left", "center", "right", or "" for where the text begins."""
    continues: bool = False
    has_header: bool = True


@dataclass(frozen=True, slots=True)
class Rule:
    place: Place


Piece = Paragraph | Listing | Grid | Rule


def pieces_of(block: Block) -> tuple[Piece, ...]:
    """What to lay out for a block."""
    pieces = list(_Walk(tokens_of(block.markdown)).pieces())
    if block.continues and pieces:
        pieces[0] = _continued(pieces[0], block)
    return tuple(piece for piece in pieces if not (isinstance(piece, Grid) and not piece.rows))


def _continued(piece: Piece, block: Block) -> Piece:
    if isinstance(piece, Grid) and block.kind is BlockKind.TABLE:
        return replace(piece, rows=piece.rows[piece.has_header :], continues=True, has_header=False)
    if isinstance(piece, Listing) and block.kind is BlockKind.CODE:
        return replace(piece, continues=True, within_line=block.within_line)
    return replace(piece, place=replace(piece.place, is_tight=True))


class _Walk:
    """One way through the tokens of a block."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._quotes = 0
        self._lists: list[int | None] = []
        """The number of the next item of each list around, None in one without numbers."""
        self._marker = ""
        self._items: list[bool] = []
        """Of each item around: whether something of it came already."""
        self._list_begins = self._first_item = False
        """Whether the item that begins is the first of an outermost list."""

    def pieces(self) -> Iterator[Piece]:
        """In order."""
        index = 0
        while index < len(self._tokens):
            token = self._tokens[index]
            if token.type == "table_open":
                stop = next(
                    n for n in range(index, len(self._tokens)) if self._tokens[n].type == "table_close"
                )
                yield from self._lone_marker()
                yield _grid(self._tokens[index:stop], self._place())
                index = stop
            else:
                yield from self._step(token, self._tokens[index - 1] if index else token)
            index += 1

    def _step(self, token: Token, before: Token) -> Iterator[Piece]:
        match token.type:
            case "blockquote_open":
                yield from self._lone_marker()
                self._quotes += 1
            case "blockquote_close":
                self._quotes -= 1
            case "bullet_list_open" | "ordered_list_open":
                yield from self._lone_marker()
                start = token.attrGet("start")
                is_numbered = token.type == "ordered_list_open"
                self._list_begins = True
                self._lists.append((1 if start is None else int(start)) if is_numbered else None)
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "list_item_open":
                self._open_item(token)
            case "list_item_close":
                yield from self._lone_marker()
                self._items.pop()
            case "inline":
                yield from self._paragraphs(token, before)
            case "fence" | "code_block":
                yield from self._lone_marker()
                words = token.info.split()
                yield Listing(self._place(), token.content.removesuffix("\n"), words[0] if words else "")
            case "math_block":
                yield from self._lone_marker()
                yield Paragraph(self._place(), _formula(token), is_formula=True)
            case "hr":
                yield from self._lone_marker()
                yield Rule(self._place())

    def _open_item(self, token: Token) -> None:
        self._first_item = self._list_begins and len(self._lists) == 1
        self._list_begins = False
        number = self._lists[-1]
        if number is None:
            self._marker = BULLETS[(len(self._lists) - 1) % len(BULLETS)]
        else:
            self._marker = f"{token.info or number}{token.markup or '.'}"
            self._lists[-1] = number + 1
        self._items.append(False)

    def _place(self) -> Place:
        begins = bool(self._items) and not self._items[-1]
        deep, quotes = min(len(self._items), DEEPEST_SHOWN), min(self._quotes, DEEPEST_SHOWN)
        place = Place(deep, quotes, is_tight=begins and not self._first_item)
        if self._items:
            self._items[-1] = True
        return place

    def _lone_marker(self) -> Iterator[Piece]:
        """An item that begins with something else than words has its marker by itself."""
        if self._marker:
            marker, self._marker = self._marker, ""
            yield Paragraph(self._place(), (), marker=marker)

    def _paragraphs(self, token: Token, before: Token) -> Iterator[Piece]:
        heading = int(before.tag[1]) if before.type == "heading_open" else 0
        marker, self._marker = self._marker, ""
        children = token.children or []
        if len(children) == 1 and children[0].type == "math_inline_double" and not marker:
            yield Paragraph(self._place(), _formula(children[0]), is_formula=True)
            return
        spans = _spans(children)
        if marker and spans and spans[0].text[:4] in TASKS:
            marker = TASKS[spans[0].text[:4]]
            spans = (replace(spans[0], text=spans[0].text[4:]), *spans[1:])
        yield Paragraph(self._place(), spans, heading, marker)


def _formula(token: Token) -> tuple[Span, ...]:
    source = source_of(token.content, token.markup)
    runs = runs_of(token.content)
    if not runs:
        return (Span(source, code=True, hint=""),)
    return tuple(Span(run.text, italic=run.italic, level=run.level, hint=source) for run in runs)


def _grid(tokens: Sequence[Token], place: Place) -> Grid:
    rows: list[list[tuple[Span, ...]]] = []
    alignments: list[str] = []
    for before, token in pairwise(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(_spans(token.children or []))
            if len(rows) == 1:
                alignments.append(str(before.attrGet("style") or "").removeprefix("text-align:"))
    widest = max(len(row) for row in rows)
    alignments += [""] * (widest - len(alignments))
    cells = tuple((*row, *[()] * (widest - len(row))) for row in rows)
    return Grid(place, cells, tuple(alignments), has_header=tokens[1].type == "thead_open")


def _spans(children: Sequence[Token]) -> tuple[Span, ...]:
    spans: list[Span] = []
    look = Span("")
    depth = {"strong": 0, "em": 0, "s": 0}
    for child in children:
        name, _, side = child.type.rpartition("_")
        if name in depth:
            depth[name] += 1 if side == "open" else -1
            look = replace(look, bold=depth["strong"] > 0, italic=depth["em"] > 0, struck=depth["s"] > 0)
        elif child.type == "link_open":
            address = str(child.attrGet("href") or "")
            title = str(child.attrGet("title") or "")
            look = replace(look, link=address, hint=f"{title}\n{address}" if title else address)
        elif child.type == "link_close":
            look = replace(look, link="", hint="")
        else:
            spans += _leaf(child, look)
    return _merged(spans)


def _leaf(child: Token, look: Span) -> list[Span]:
    match child.type:
        case "softbreak" | "hardbreak":
            return [look.saying("\n")]
        case "code_inline":
            return [replace(look, text=child.content, code=True)]
        case "math_inline" | "math_inline_double":
            return [
                replace(span, bold=look.bold, struck=look.struck, link=look.link) for span in _formula(child)
            ]
        case "image":
            address = str(child.attrGet("src") or "")
            words = "".join(span.text for span in _spans(child.children or [])) or address
            return [replace(look, text=words, link=address, hint=address)]
        case _:
            return [look.saying(child.content)]


def _merged(spans: Sequence[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for span in spans:
        if merged and merged[-1].look == span.look:
            merged[-1] = span.saying(merged[-1].text + span.text)
        elif span.text:
            merged.append(span)
    return tuple(merged)
