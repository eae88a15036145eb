"""Tables of goods and sums in the text of one region as it comes: which of its lines are rows.

The model writes the goods of a till receipt as plain lines, and what stands below a table as one more row of
it. What is a row is seen: a line whose parts share columns with the lines around it. Two of them that end
with sums begin a table, or one that the model wrote as a row; from there on every line that the page shows as
part of it is a row, a name of one part between them too, until the last. A row of one cell below that is
text. Pages without such columns are left as they were written. Engine thread; holds no tensors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.layout import LineBand
from engine.markdown_joints import FENCE, is_rule
from engine.placement import band_of_last
from engine.table_bands import BandTable
from engine.table_text import (
    Edit,
    ends_with_sum,
    has_bars,
    has_value,
    is_lone_cell,
    is_written_row,
    plain,
    plain_edits,
    row_edits,
)

_LINES_PLACED = 12
"""Lines above one that it is placed together with: what it is compared by is the face, and who comes next."""
_LEAST_SUMS = 2


@dataclass(slots=True)
class _Line:
    """A line, where it begins, and its band; `table` is the one that it is in."""

    start: int
    text: str
    band: int = -1
    table: BandTable | None = None

    @property
    def is_blank(self) -> bool:
        """Whether it has no words; bars may be there."""
        return not plain(self.text)

    @property
    def may_begin(self) -> bool:
        """Whether it says by itself that a table is there."""
        return self.parts > 1 and (is_written_row(self.text) or ends_with_sum(self.text))

    @property
    def parts(self) -> int:
        return len(self.table.rows[self.band].parts) if self.table else 0

    @property
    def may_be_head(self) -> bool:
        """Whether it may name the columns of the table below it."""
        return self.table is not None and self.parts == self.table.width and not has_value(self.text)

    @property
    def is_name(self) -> bool:
        """Whether it names the row below it."""
        return self.table is not None and self.band in self.table.names


class TableWriter:
    """Follows the text of a region; `push` what comes, `finish` it. `edits` say what makes rows of its lines,
    in characters of all that was pushed, of which the first `settled` change no more.

    `bands` are the region's, of which the first is number `first` of its page; `tables` are the page's.
    `opened` is the table that the region before has ended in.
    """

    def __init__(
        self,
        bands: Sequence[LineBand],
        tables: Sequence[BandTable],
        first: int = 0,
        opened: BandTable | None = None,
    ) -> None:
        self.edits: list[Edit] = []
        self.settled = 0
        self.opened = opened
        """The table whose rows are being written."""
        self._bands, self._first = bands, first
        self._tables = tables
        self._waiting: list[_Line] = []
        self._text = ""
        self._characters = 0
        self._begun = ""
        """The beginning of a line whose rest comes now."""
        self._fenced = False
        self._has_ended = False
        self._may_have_rule = False
        """Whether a rule may stand below the row that was written last: it is the first one."""
        self._heard: list[tuple[str, int]] = []
        """The lines so far as they are on the page, and the band of each, -1 for none."""

    @property
    def looks_for_tables(self) -> bool:
        """Whether the page shows any."""
        return bool(self._tables)

    def push(self, text: str) -> None:
        """Take what follows."""
        self._text += text
        *lines, self._text = self._text.split("\n")
        for line in lines:
            self._take(line)
            self._characters += len(line) + 1
            self._settle()

    def go_on(self, said: str) -> None:
        """Take what an earlier run said of the region: it stays as it is."""
        *lines, self._begun = said.split("\n")
        for line in lines:
            self._follow(line)

    def finish(self) -> None:
        """Nothing follows."""
        if self._text:
            self._take(self._text)
            self._characters += len(self._text)
            self._text = ""
        line = next((line for line in self._waiting if line.may_begin), None)
        if line is not None and line.table is not None and line.table.last >= self._first + len(self._bands):
            self._open(line.table)  # It goes on in the next region.
        self._waiting = []
        self._settle()

    def _settle(self) -> None:
        self.settled = self._waiting[0].start if self._waiting else self._characters

    def _take(self, text: str) -> None:
        if self._begun:
            text, self._begun = self._begun + text, ""
            self._follow(text)
            return
        line = _Line(self._characters, text)
        if text.lstrip().startswith(FENCE):
            self._fenced = not self._fenced
            self._leave()
        elif line.is_blank or is_rule(text):
            if not self._fenced:
                self._waiting.append(line)
        elif self._fenced:
            self._place(line)
        else:
            self._place(line)
            self._take_words(line)

    def _follow(self, text: str) -> None:
        """Take a line that was said already."""
        line = _Line(0, text)
        if text.lstrip().startswith(FENCE):
            self._fenced = not self._fenced
        elif not self._fenced and not line.is_blank and not is_rule(text):
            self._place(line)
            is_row = line.table is not None and is_written_row(text) and line.band < line.table.last
            self.opened = line.table if is_row else None

    def _leave(self) -> None:
        """What has waited is no table."""
        self._waiting, self.opened = [], None

    def _place(self, line: _Line) -> None:
        self._heard.append((plain(line.text), -1))
        recent = self._heard[-_LINES_PLACED:]
        last = max((band for _, band in self._heard[: -len(recent)]), default=-1)
        band = band_of_last([text for text, _ in recent], self._bands[last + 1 :])
        if band is not None:
            line.band = self._first + last + 1 + band
            self._heard[-1] = (self._heard[-1][0], last + 1 + band)
            line.table = next((table for table in self._tables if line.band in table.rows), None)

    def _take_words(self, line: _Line) -> None:
        if line.table is None or ("|" in line.text and not has_bars(line.text)):
            self._waiting = []
            if line.band >= 0:
                self._has_ended |= self.opened is not None
                self.opened = None
            self._take_text(line)
        elif line.table == self.opened:
            self._write(line, line.table)
        else:
            if any(other.table != line.table for other in self._waiting if other.table):
                self._waiting = []
            self.opened = None
            self._wait(line, line.table)

    def _take_text(self, line: _Line) -> None:
        """A row of one cell where the page shows no table, or none any more, which is a line of text."""
        if not is_lone_cell(line.text):
            self._has_ended &= not is_written_row(line.text)
        elif self._has_ended or self._stands_alone(line.band):
            self._edit(line, plain_edits(line.text))

    def _stands_alone(self, band: int) -> bool:
        """Whether a band is known and has one part."""
        return band >= 0 and not self._bands[band - self._first].parts

    def _wait(self, line: _Line, table: BandTable) -> None:
        """Take a line of a table that has not begun."""
        if not any(other.may_begin for other in self._waiting) and not line.may_begin:
            # Of lines that are no sums only the last may be the head.
            self._waiting = []
        self._waiting.append(line)
        begun = sum(other.may_begin for other in self._waiting)
        written = [at for at, other in enumerate(self._waiting) if is_written_row(other.text)]
        rows = [other for other in self._waiting[written[0] :] if other.parts > 1] if written else []
        if begun >= _LEAST_SUMS or any(has_value(row.text) for row in rows):
            self._open(table)
        elif not table.rows_below(line.band):
            self._waiting = []

    def _open(self, table: BandTable) -> None:
        """Write what has waited from its first row on, with what names its columns."""
        first = next(at for at, line in enumerate(self._waiting) if line.may_begin)
        above = next((at for at in range(first - 1, -1, -1) if self._waiting[at].table), None)
        if above is not None and (self._waiting[above].is_name or self._waiting[above].may_be_head):
            first = above
        lines, self._waiting = self._waiting[first:], []
        self.opened, self._has_ended = table, False
        has_head = lines[0].may_be_head and has_value(next((o.text for o in lines[1:] if o.table), ""))
        for line in lines:
            if line.table is None:
                self._waiting.append(line)
                continue
            self._write(line, table)
            if line is lines[0]:
                self._may_have_rule = not has_head
                if has_head:
                    stop = line.start + len(line.text)
                    self.edits.append((stop, stop, "\n|" + " --- |" * table.width))

    def _write(self, line: _Line, table: BandTable) -> None:
        """Make a row of a line that follows the last one without empty lines and rules, but for a head's."""
        for other in self._waiting:
            if self._may_have_rule and is_rule(other.text):
                self._may_have_rule = False
            else:
                self.edits.append((other.start, other.start + len(other.text) + 1, ""))
        self._waiting, self._may_have_rule = [], False
        self._edit(line, row_edits(line.text, table.rows[line.band], table.columns))
        if line.band == table.last:
            self.opened, self._has_ended = None, True

    def _edit(self, line: _Line, edits: Sequence[Edit]) -> None:
        self.edits += [(line.start + start, line.start + stop, text) for start, stop, text in edits]
        self.edits.sort(key=lambda edit: edit[:2])
