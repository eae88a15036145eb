"""Cuts Markdown that is still being written into blocks that will not change any more. No Qt; one thread at a
time.

The sources of all blocks and the tail, joined, are what was fed, to the character. A block is hardly longer
than `HARD_LIMIT_CHARS`: a long table, listing or paragraph comes in parts, each with what it takes to be
understood by itself (`opening`), so that no part takes long to show.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

SOFT_LIMIT_CHARS = 1000
"""Past this a block is cut at the next line end that is a good place."""

TABLE_LIMIT_CHARS = 400
"""The same for a table: its cells take longest to lay out."""

MOST_COLUMNS = 24
"""So many fit into the column, a letter or two wide. What has more is shown as it was written: of 300 columns
most were out of sight, and each row took half a second."""

HARD_LIMIT_CHARS = 2000
"""Past this it is cut at any line end, and a single line at a space."""

_FENCE = re.compile(r"^( *)(`{3,}|~{3,})(.*)$")
_FENCE_OF_ITEM = re.compile(r"^ *(?:[-+*]|\d{1,9}[.)])[ \t]+(`{3,}(?=[^`]*$)|~{3,})")
_HEADING = re.compile(r"^ {0,3}#{1,6}(?:[ \t]|$)")
_LIST_ITEM = re.compile(r"^( {0,3})(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)")
_DELIMITER_ROW = re.compile(r"^ {0,3}(?=[^\n]*-)(?=[^\n]*\|)[|: \t-]+$")
_DISPLAY_OPENINGS = ("$$", "\\[")
_LONG_RULE = re.compile(r"^ {0,3}([-_*])[ \t]*(?:\1[ \t]*){2,}$")


class BlockKind(StrEnum):
    PROSE = "prose"
    """Paragraphs, lists, quotations, headings, formulas."""
    TABLE = "table"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Block:
    """`source` is the model's text; `opening` stands before it when it is parsed, and is not shown."""

    source: str
    kind: BlockKind = BlockKind.PROSE
    opening: str = ""
    continues: bool = False
    """Whether this is a further part of what the block before began."""
    within_line: bool = False
    """Whether the line that the block before ended in goes on here."""

    @property
    def markdown(self) -> str:
        """What to parse."""
        return self.opening + self.source


class BlockSplitter:
    """Takes text as it comes and gives each block once."""

    def __init__(self) -> None:
        self._partial = ""
        self._lines: list[str] = []
        self._size = 0
        self._kind = BlockKind.PROSE
        self._fence = ""
        self._inner_fence = ""
        self._opening = ""
        self._continues = False
        self._within_line = False
        self._is_list = False
        self._has_ended = False
        self._display_end = ""
        self._done: list[Block] = []

    @property
    def tail(self) -> str:
        """What was fed and is in no block yet."""
        return "".join(self._lines) + self._partial

    @property
    def open_language(self) -> str:
        """The language of the listing that is being written; empty where none is."""
        words = self._opening.strip().lstrip("`~").split() if self._fence else []
        return words[0] if words else ""

    def feed(self, text: str) -> tuple[Block, ...]:
        """The blocks that `text` ends."""
        first, *others = text.split("\n")
        self._add_to_line(first)
        for words in others:
            self._take(self._partial + "\n")
            self._partial = ""
            self._add_to_line(words)
        self._decide_early()
        return self._taken()

    def finish(self) -> tuple[Block, ...]:
        """The rest; nothing may be fed afterwards."""
        if self._partial:
            self._take(self._partial)
            self._partial = ""
        self._emit()
        return self._taken()

    def _taken(self) -> tuple[Block, ...]:
        done, self._done = tuple(self._done), []
        return done

    # -- lines

    def _add_to_line(self, words: str) -> None:
        self._partial += words
        while self._size + len(self._partial) > HARD_LIMIT_CHARS and len(self._partial) > SOFT_LIMIT_CHARS:
            self._cut_line()

    def _take(self, line: str) -> None:
        words = line.rstrip("\r\n")
        if self._fence:
            self._take_code(line, words)
        elif self._display_end:
            self._take_display(line, words)
        else:
            self._take_prose(line, words)

    def _take_code(self, line: str, words: str) -> None:
        self._add(line)
        if _closes(words, self._fence):
            self._emit()
        elif self._size > SOFT_LIMIT_CHARS:
            self._emit_part(self._opening)

    def _take_display(self, line: str, words: str) -> None:
        if not words.strip():
            # A formula has no empty lines, so this one was none.
            self._display_end = ""
            self._take_prose(line, words)
            return
        self._add(line)
        if words.rstrip().endswith(self._display_end):
            self._emit()
        elif self._size > HARD_LIMIT_CHARS:
            self._emit_part("")

    def _take_prose(self, line: str, words: str) -> None:
        if self._inner_fence:
            self._add(line)
            if _closes(words, self._inner_fence):
                self._inner_fence = ""
            elif self._size > HARD_LIMIT_CHARS:
                # What follows is code still, by itself.
                opening, self._fence = f"{self._inner_fence}\n", self._inner_fence
                self._inner_fence = ""
                self._emit_part(opening, kind=BlockKind.CODE)
            return
        if not words.strip():
            self._take_blank(line)
            return
        if self._has_ended and not self._goes_on(words):
            self._emit()
        self._has_ended = False
        if self._opens_another(words):
            self._emit()
        self._begin(line, words)

    def _take_blank(self, line: str) -> None:
        self._add(line)
        if self._is_list or self._is_indented_code():
            self._has_ended = True
        elif any(part.strip() for part in self._lines):
            self._emit()

    def _begin(self, line: str, words: str) -> None:
        """Add a line that is not empty, and see what it opens or ends."""
        is_first = not any(part.strip() for part in self._lines)
        fence = _FENCE.match(words)
        if fence is not None and not ("`" in fence[3] and fence[2][0] == "`"):
            self._open_fence(line, fence, is_first=is_first)
            return
        if is_first:
            self._is_list = _LIST_ITEM.match(words) is not None and _LONG_RULE.match(words) is None
        self._see_table(words)
        self._see_fence_of_item(words)
        self._add(line)
        start = words.lstrip()
        if _HEADING.match(words) and not self._is_list:
            self._emit()
        elif is_first and start.startswith(_DISPLAY_OPENINGS) and len(words) - len(start) < 4:
            self._open_display(start)
        elif self._size > (TABLE_LIMIT_CHARS if self._kind is BlockKind.TABLE else SOFT_LIMIT_CHARS):
            self._cut_at_line_end()

    def _open_fence(self, line: str, fence: re.Match[str], *, is_first: bool) -> None:
        self._add(line)
        if is_first and len(fence[1]) < 4:
            self._kind = BlockKind.CODE
            self._fence = fence[2]
            self._opening = line.strip() + "\n"
        elif self._is_list:
            self._inner_fence = fence[2]

    def _see_fence_of_item(self, words: str) -> None:
        fence = _FENCE_OF_ITEM.match(words) if self._is_list else None
        if fence is not None:
            self._inner_fence = fence[1]

    def _open_display(self, start: str) -> None:
        opening = start[:2]
        end = "$$" if opening == "$$" else "\\]"
        rest = start[2:].rstrip()
        if not rest.endswith(end):
            if end not in rest:
                self._display_end = end
        elif rest.find(end) == len(rest) - 2:
            self._emit()

    def _see_table(self, words: str) -> None:
        """Whether this line makes a table of the one before."""
        if self._kind is BlockKind.TABLE or not self._lines or not _DELIMITER_ROW.match(words):
            return
        if words.count("|") > MOST_COLUMNS:
            return
        header = self._lines[-1]
        if "|" not in header or self._is_list or header.lstrip().startswith(">"):
            return
        if len(self._lines) > 1:
            del self._lines[-1]
            self._size -= len(header)
            self._emit()
            self._add(header)
        self._kind = BlockKind.TABLE
        self._opening = header.rstrip("\r\n") + "\n" + words + "\n"

    def _opens_another(self, words: str) -> bool:
        """Whether a line begins a new block although none is empty before it."""
        if not any(part.strip() for part in self._lines):
            return False
        indent = len(words) - len(words.lstrip())
        if self._is_list and indent >= 2:
            return False
        fence = _FENCE.match(words)
        opens_fence = fence is not None and indent < 4 and not ("`" in fence[3] and fence[2][0] == "`")
        return opens_fence or _HEADING.match(words) is not None

    def _goes_on(self, words: str) -> bool:
        """Whether a line after an empty one still belongs to the list or the listing before."""
        indent = len(words) - len(words.lstrip())
        return indent >= (2 if self._is_list else 4)

    def _is_indented_code(self) -> bool:
        lines = [part for part in self._lines if part.strip()]
        return bool(lines) and all(part.startswith(("    ", "\t")) for part in lines)

    # -- cutting

    def _decide_early(self) -> None:
        """End a list as soon as the next line shows that it does not go on."""
        if self._has_ended and self._partial and not self._partial[0].isspace():
            self._emit()

    def _cut_at_line_end(self) -> None:
        if self._kind is BlockKind.TABLE:
            self._emit_part(self._opening)
        elif self._is_list:
            self._cut_list()
        elif not self._lines[-1].lstrip().startswith((">", "|")) or self._size > HARD_LIMIT_CHARS:
            self._emit_part("")

    def _cut_list(self) -> None:
        """Before the item that the last line begins, or anywhere where an item is too long."""
        last = self._lines[-1]
        if len(self._lines) > 1 and _LIST_ITEM.match(last) and len(last) - len(last.lstrip()) < 2:
            del self._lines[-1]
            self._emit()
            self._is_list = True
            self._add(last)
        elif self._size > HARD_LIMIT_CHARS:
            self._emit_part("")

    def _cut_line(self) -> None:
        """End a block within the line that is being written, before a word, which begins no heading."""
        words = self._partial
        places = range(SOFT_LIMIT_CHARS, SOFT_LIMIT_CHARS // 2, -1)
        cut = next((at for at in places if words[at - 1] == " " and words[at].isalpha()), SOFT_LIMIT_CHARS)
        self._add(words[:cut])
        self._partial = words[cut:]
        self._emit_part(self._opening if self._fence else "")
        self._within_line = True

    def _add(self, line: str) -> None:
        self._lines.append(line)
        self._size += len(line)

    def _emit_part(self, opening: str, *, kind: BlockKind | None = None) -> None:
        """Give what is there as a part of something that goes on."""
        went_on = kind or self._kind
        fence = self._fence
        self._emit()
        self._continues = True
        self._kind = went_on if opening else BlockKind.PROSE
        self._opening, self._fence = opening, fence

    def _emit(self) -> None:
        source = "".join(self._lines)
        if source:
            opening = self._opening if self._continues else ""
            self._done.append(Block(source, self._kind, opening, self._continues, self._within_line))
        self._lines = []
        self._size = 0
        self._kind = BlockKind.PROSE
        self._fence = self._inner_fence = self._opening = self._display_end = ""
        self._continues = self._within_line = self._is_list = self._has_ended = False


def _closes(words: str, fence: str) -> bool:
    """Whether a line is the end of a fence."""
    line = words.strip()
    return len(line) >= len(fence) and not line.strip(fence[0])
