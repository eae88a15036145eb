"""Markdown in a Word document: headings, lists, tables and code become what Word calls by these names.
Pure functions; any thread.

Formulas stay as the model wrote them, and pictures and links are text with their address: a document that is
opened loads nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from docx.document import Document
from docx.enum.text import WD_BREAK
from docx.shared import Inches, Pt
from docx.text.paragraph import Paragraph
from markdown_it.token import Token

from app.export.word_text import add_text, clean, turn_towards
from app.rendering.markdown import tokens_of
from app.rendering.maths import source_of

CODE_FONT = "Consolas"
INDENT_IN = 0.3
DEEPEST_LIST = 3
"""Word's template has so many levels of each kind of list."""
DEEPEST_HEADING = 9

_MATHS = frozenset({"math_inline", "math_inline_double", "math_single", "math_block", "math_block_eqno"})


def add_markdown(document: Document, text: str) -> None:
    """Append `text`, which is Markdown."""
    writer = _Writer(document)
    tokens = iter(tokens_of(text))
    for token in tokens:
        writer.take(token, tokens)


@dataclass(slots=True)
class _Writer:
    """Goes through the blocks; knows in which lists and quotes it stands."""

    document: Document
    lists: list[str] = field(default_factory=list)
    quotes: int = 0
    item_begins: bool = False

    def take(self, token: Token, rest: Iterator[Token]) -> None:
        """One block; `rest` gives what belongs to it."""
        match token.type:
            case "heading_open":
                # One level below the headings that name who speaks.
                level = min(int(token.tag[1:]) + 2, DEEPEST_HEADING)
                self._fill(self.document.add_heading(level=level), next(rest))
            case "paragraph_open":
                self._fill(self._paragraph(), next(rest))
            case "fence" | "code_block":
                self._code(token.content.rstrip("\n"))
            case "hr":
                self.document.add_paragraph("⁂")
            case "table_open":
                self._table(rest)
            case kind if kind in _MATHS:
                add_text(self._paragraph(), source_of(token.content.strip(), token.markup))
            case _:
                self._step(token)

    def _step(self, token: Token) -> None:
        """Into a list or a quote, or out of it."""
        match token.type:
            case "bullet_list_open":
                self.lists.append("List Bullet")
            case "ordered_list_open":
                self.lists.append("List Number")
            case "bullet_list_close" | "ordered_list_close":
                self.lists.pop()
            case "list_item_open":
                self.item_begins = True
            case "blockquote_open" | "blockquote_close":
                self.quotes += token.nesting

    def _paragraph(self) -> Paragraph:
        paragraph = self.document.add_paragraph()
        if self.lists and self.item_begins:
            depth = min(len(self.lists), DEEPEST_LIST)
            paragraph.style = self.lists[-1] + (f" {depth}" if depth > 1 else "")
            self.item_begins = False
        elif self.lists or self.quotes:
            paragraph.paragraph_format.left_indent = Inches(INDENT_IN * (len(self.lists) + self.quotes))
        return paragraph

    def _fill(self, paragraph: Paragraph, inline: Token) -> None:
        add_inline(paragraph, inline.children or [])
        turn_towards(paragraph)

    def _code(self, code: str) -> None:
        paragraph = self._paragraph()
        for number, line in enumerate(clean(code).split("\n")):
            if number:
                paragraph.add_run().add_break(WD_BREAK.LINE)
            run = add_text(paragraph, line)
            run.font.name = CODE_FONT
            run.font.size = Pt(9.5)

    def _table(self, rest: Iterator[Token]) -> None:
        rows: list[list[Token]] = []
        heads = 0
        for token in rest:
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "thead_close":
                heads = len(rows)
            elif token.type == "inline":
                rows[-1].append(token)
        columns = max((len(row) for row in rows), default=0)
        if not columns:
            return
        table = self.document.add_table(len(rows), columns)
        table.style = "Table Grid"
        for number, row in enumerate(rows):
            cells = table.rows[number].cells
            for cell, inline in zip(cells, row, strict=False):
                paragraph = cell.paragraphs[0]
                self._fill(paragraph, inline)
                if number < heads:
                    for run in paragraph.runs:
                        run.bold = True
        # Word runs two tables into one where no paragraph stands between.
        self.document.add_paragraph()


def add_inline(paragraph: Paragraph, tokens: Sequence[Token]) -> None:
    """Append a line's pieces, each with the emphasis that it stands in."""
    depth = dict.fromkeys(("strong", "em", "s"), 0)
    address = ""
    for token in tokens:
        name = token.type.rpartition("_")[0]
        if name in depth:
            depth[name] += token.nesting
        elif token.type in ("softbreak", "hardbreak"):
            paragraph.add_run().add_break(WD_BREAK.LINE)
        elif token.type == "link_open":
            address = str(token.attrGet("href") or "")
        elif token.type == "link_close":
            if not paragraph.text.endswith(address.removeprefix("mailto:")):
                add_text(paragraph, f" ({address})")
        elif words := _words_of(token):
            run = add_text(paragraph, words)
            run.bold, run.italic = depth["strong"] > 0, depth["em"] > 0
            run.font.strike = depth["s"] > 0
            if token.type == "code_inline":
                run.font.name = CODE_FONT


def _words_of(token: Token) -> str:
    if token.type == "image":
        return f"{token.content} ({token.attrGet('src') or ''})"
    return source_of(token.content, token.markup) if token.type in _MATHS else token.content
