"""Rules that the Markdown parser lacks or bends: formulas in brackets, rows with more cells than columns,
heads without words, line ends in cells. Any thread, no Qt.

Each takes a state of markdown-it-py's, as its own rules do.
"""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_block.table import escapedSplit
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from app.rendering.blocks import MOST_COLUMNS

_CONTAINER = re.compile(r"^(?:\s|>|[-+*]\s|\d{1,9}[.)]\s)*")
"""What stands before a table's row within a quotation or a list."""

_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)

_OPENINGS = {"\\(": "\\)", "\\[": "\\]"}


def bracketed_formula(state: StateInline, silent: bool) -> bool:
    r"""`\( … \)` and `\[ … \]` within a line."""
    opening = state.src[state.pos : state.pos + 2]
    closing = _OPENINGS.get(opening)
    if closing is None:
        return False
    end = state.src.find(closing, state.pos + 2, state.posMax)
    latex = state.src[state.pos + 2 : end]
    if end < 0 or not latex.strip():
        return False
    if not silent:
        token = state.push("math_inline" if opening == "\\(" else "math_inline_double", "math", 0)
        token.content, token.markup = latex, opening
    state.pos = end + 2
    return True


def bracketed_display(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    r"""`\[ … \]` by itself, over one or more lines; never where words follow, which a block would swallow."""
    if state.is_code_block(start_line):
        return False
    begin = state.bMarks[start_line] + state.tShift[start_line]
    if not state.src.startswith("\\[", begin):
        return False
    for line in range(start_line, end_line):
        if line > start_line and state.sCount[line] < state.blkIndent:
            return False
        text = state.src[state.bMarks[line] : state.eMarks[line]].rstrip()
        if line > start_line and not text:
            return False
        if text.endswith("\\]"):
            break
        if "\\]" in text:
            return False
    else:
        return False
    end = state.bMarks[line] + len(text) - 2
    if end < begin + 2:
        return False
    latex = state.src[begin + 2 : end]
    if "\\]" in latex or not latex.strip():
        return False
    if not silent:
        token = state.push("math_block", "math", 0)
        token.block, token.content, token.markup = True, latex, "\\["
        token.map = [start_line, line + 1]
        state.line = line + 1
    return True


def narrow_table(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A table that has no more columns than can be shown side by side; a wider one is a paragraph."""
    if start_line + 1 < end_line:
        second = state.src[state.bMarks[start_line + 1] : state.eMarks[start_line + 1]]
        if second.count("|") > MOST_COLUMNS:
            return False
    return table(state, start_line, end_line, silent)


def every_cell(state: StateCore) -> None:
    """Give a table as many columns as its longest row: the standard drops the cells that are too many."""
    lines = state.src.split("\n")
    done: list[Token] = []
    table: list[Token] = []
    for token in state.tokens:
        if token.type == "table_open" or table:
            table.append(token)
            if token.type == "table_close":
                done += _widened(table, lines)
                table = []
        else:
            done.append(token)
    state.tokens = done + table


def without_empty_heads(state: StateCore) -> None:
    """Take the head off a table where nothing stands in it: Markdown has no other way to say rows alone."""
    done: list[Token] = []
    head_at = 0
    for token in state.tokens:
        if token.type == "thead_open":
            head_at = len(done)
        elif token.type == "tbody_open" and not any(part.content for part in done[head_at:]):
            del done[head_at:]
        done.append(token)
    state.tokens = done


def breaks_in_cells(state: StateCore) -> None:
    """Make `<br>` within a cell a line end: a row has no other way to say one."""
    in_cell = False
    for token in state.tokens:
        if token.type in {"th_open", "td_open"}:
            in_cell = True
        elif token.type in {"th_close", "td_close"}:
            in_cell = False
        elif in_cell and token.type == "inline" and token.children and "<" in token.content:
            token.children = [part for child in token.children for part in _broken(child)]


def _broken(child: Token) -> list[Token]:
    if child.type != "text" or not _BREAK.search(child.content):
        return [child]
    parts: list[Token] = []
    for index, words in enumerate(_BREAK.split(child.content)):
        if index:
            parts.append(Token("hardbreak", "br", 0, level=child.level))
        if words:
            parts.append(Token("text", "", 0, content=words, level=child.level))
    return parts


def _widened(parts: list[Token], lines: list[str]) -> list[Token]:
    rows = [_cells(lines[token.map[0]]) for token in parts if token.type == "tr_open" and token.map]
    columns = len(rows[0])
    widest = min(max(len(row) for row in rows), max(columns + 1, MOST_COLUMNS))
    if widest <= columns:
        return parts
    result: list[Token] = []
    number = -1
    tag = "th"
    for token in parts:
        if token.type == "tr_open":
            number += 1
        elif token.type in {"th_open", "td_open"}:
            tag = token.tag
        elif token.type == "tr_close":
            beyond = _within(rows[number][columns:], widest - columns)
            for words in [*beyond, *[""] * (widest - columns - len(beyond))]:
                result += _cell(tag, words, token.level)
        result.append(token)
    return result


def _within(cells: list[str], most: int) -> list[str]:
    """The cells, in no more than so many: the last one holds what is left."""
    return (
        cells
        if len(cells) <= most
        else [*cells[: most - 1], " | ".join(cell.strip() for cell in cells[most - 1 :])]
    )


def _cells(line: str) -> list[str]:
    cells = escapedSplit(_CONTAINER.sub("", line, count=1).strip())
    if cells and not cells[0]:
        del cells[0]
    if cells and not cells[-1]:
        del cells[-1]
    return cells


def _cell(tag: str, words: str, level: int) -> list[Token]:
    inside = Token("inline", "", 0, content=words.strip(), level=level + 1, children=[])
    opening, closing = Token(f"{tag}_open", tag, 1, level=level), Token(f"{tag}_close", tag, -1, level=level)
    opening.block = inside.block = closing.block = True
    return [opening, inside, closing]
