"""One copy for every program: the same content as plain text, Markdown, HTML and, of tables, TSV. Pure
functions, any thread, no Qt.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from app.rendering.blocks import BlockSplitter
from app.rendering.highlight import styled_html
from app.rendering.markdown import plain_to_html, to_html
from app.rendering.pieces import Grid, Span, pieces_of

_SPECIAL = re.compile(r"([\\`*_{}\]<>)#+\-.!|~$&])")
"""Opening brackets stay: a backslash before one begins a formula; without its closing one it is nothing."""

_INDENT = re.compile(r"(?m)^[ \t]+")
_FENCES = re.compile(r"`+")


@dataclass(frozen=True, slots=True)
class Copy:
    """What goes on the clipboard together. `tsv` is empty where there is no table."""

    plain: str
    markdown: str
    html: str
    tsv: str = ""


def copy_of_plain(text: str) -> Copy:
    """Text that is no Markdown: as Markdown, its signs are escaped."""
    return Copy(text, escaped(text), plain_to_html(text))


def copy_of_markdown(text: str) -> Copy:
    """Markdown: its plain text is what the model wrote, to the character."""
    return Copy(text, text, to_html(text), tsv_in(text))


def copy_of_code(code: str, language: str) -> Copy:
    """The code of a listing, without its fence."""
    longest = max((len(found) for found in _FENCES.findall(code)), default=0)
    fence = "`" * max(3, longest + 1)
    end = "" if code.endswith("\n") or not code else "\n"
    markdown = f"{fence}{language}\n{code}{end}{fence}\n"
    return Copy(code, markdown, f"<pre><code>{styled_html(code, language)}</code></pre>\n")


def copy_of_table(source: str) -> Copy:
    """A table: its plain text has a tab between cells, which is what a spreadsheet takes."""
    tsv = tsv_in(source)
    return Copy(tsv, source, to_html(source), tsv)


def copy_of_cells(rows: tuple[tuple[str, ...], ...]) -> Copy:
    """Some cells of a table, without its header."""
    tsv = "\n".join("\t".join(_cell(words) for words in row) for row in rows)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(words, quote=False)}</td>" for words in row) + "</tr>\n"
        for row in rows
    )
    lines = "\n".join("| " + " | ".join(escaped(_cell(words)) for words in row) + " |" for row in rows)
    return Copy(tsv, lines, f"<table>\n{body}</table>\n", tsv)


def tsv_in(markdown: str) -> str:
    """The tables in a text, a line a row, with an empty line between tables."""
    if "|" not in markdown:
        return ""
    splitter = BlockSplitter()
    tables: list[str] = []
    for block in (*splitter.feed(markdown), *splitter.finish()):
        if "|" not in block.source:
            continue
        for piece in pieces_of(block):
            if isinstance(piece, Grid):
                rows = "".join("\t".join(map(_cell_of, row)) + "\n" for row in piece.rows)
                if piece.continues and tables:
                    tables[-1] += rows
                else:
                    tables.append(rows)
    return "\n".join(tables).removesuffix("\n")


def escaped(text: str) -> str:
    """Markdown that shows `text` as it is, sign for sign and line for line."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    shown = [_INDENT.sub(lambda found: "\u00a0" * len(found[0].expandtabs(4)), line) for line in lines]
    escaped_lines = [_SPECIAL.sub(r"\\\1", line) for line in shown]
    return "\n".join(
        f"{line}\\" if line and index + 1 < len(escaped_lines) and escaped_lines[index + 1] else line
        for index, line in enumerate(escaped_lines)
    )


def _cell_of(spans: tuple[Span, ...]) -> str:
    return _cell("".join(span.text for span in spans))


def _cell(words: str) -> str:
    return re.sub(r"[\t\r\n]+", " ", words).strip()
