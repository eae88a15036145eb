"""Markdown that was read in pieces, put together so that every program shows it: one table where a cut went
through it, a head and a rule where a table has none, an empty line around it, one fence of code.

The model begins each piece of a table with a head of its own and fences each piece of code; the sums of a
bill it writes as rows without a head. GitHub's Markdown (https://github.github.com/gfm/#tables-extension-)
knows no table without a head, so rows alone are shown as a line full of bars: they get a head of empty cells.
Making a head of the first row would be shorter, but it would be shown in bold and read out as the title of
its column, which "Subtotal" is not; only a row that names columns becomes the head itself. What follows a
table without an empty line is taken for a row of it, and what has more cells than its head loses them: the
one gets its empty line, the other is a table of its own. A row is said once it is whole, the first one once
it is known whether a rule follows, so what was said never changes. Pure; any thread.
"""

from __future__ import annotations

import re

from engine.answers.labels import GOODS, phrases, plain_words

FENCE = "```"
_RULE = re.compile(r"\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*")
_RULE_SIGNS = frozenset("|:-")
_UNESCAPED = re.compile(r"(?<!\\)\|")
_LEAST_COLUMNS = 2
"""Cells of a row that needs a head; one alone between bars is a line of something drawn in letters."""
_FRAME = "+"
"""What the frame of a table drawn in letters begins with, as terminals print it: that is none of Markdown."""
_SUMS = frozenset(phrases("amount, total, sum, betrag, summe, gesamt, montant, importe, importo, bedrag"))
"""Words that name columns only beside one of goods; alone they name a sum."""


def columns_of(line: str) -> int:
    """How many cells a row of a pipe table has; 0 for any other line."""
    row = line.strip()
    if not row.startswith("|") or not row.endswith("|") or len(row) < 2:
        return 0
    return len(_UNESCAPED.findall(row)) - 1


def is_rule(line: str) -> bool:
    """Whether a line is the rule below the head of a table."""
    return columns_of(line) > 0 and _RULE.fullmatch(line.strip()) is not None


class MarkdownJoints:
    """Follows a text as it comes; `push` what comes, `finish` it. Says what may be said of it so far.

    `above`: the line that was said before, of which the text is the rest.
    """

    def __init__(self, above: str = "") -> None:
        self.removed: list[tuple[int, int]] = []
        """What was left out, from and up to, in characters of all that was pushed."""
        self.inserted: list[tuple[int, str]] = []
        """What was put in, and before which of those characters."""
        self.characters = 0
        """How many of those pushed are said or left out."""
        self._waiting = ""
        self._out: list[str] = []
        self._said = above.strip("`")
        """What was said of the line that is not whole yet. A fence above has ended with its region."""
        self._before = ""
        """The whole line before."""
        self._fenced = False
        self._table = columns_of(above)
        """The columns of the table that goes on, 0 outside of one."""
        self._head = 0
        """The columns of a row that was said as a head and has no rule yet."""

    @property
    def is_waiting(self) -> bool:
        """Whether something has come that is not said yet."""
        return bool(self._waiting)

    def push(self, text: str) -> str:
        """Take what follows; what may be said now."""
        self._waiting += text
        while self._waiting and self._take(ends=False):
            pass
        return self._spoken()

    def finish(self, *, whole: bool = True) -> str:
        """Nothing follows: what has waited. Not `whole`: nothing for now, and the last line may go on."""
        while self._waiting:
            if whole or "\n" in self._waiting:
                self._take(ends=True)
            else:
                self._break_off(self._waiting)
        if self._head and (whole or not self._said):
            rule = _rule(self._head)
            self._insert(f"\n{rule}" if self._said else rule if whole else f"{rule}\n")
            self._table, self._head = self._head, 0
        return self._spoken()

    def _spoken(self) -> str:
        out, self._out = "".join(self._out), []
        return out

    def _take(self, *, ends: bool) -> bool:
        """Say what may be said of the next line; False where it waits for more. `ends`: nothing follows."""
        line, newline, rest = self._waiting.partition("\n")
        if self._said:
            # What has begun to be said is held no longer.
            self._say(line + newline)
        elif self._fenced:
            return self._take_code(line, newline, rest, ends=ends)
        elif not (newline or ends) and (_is_barred(line) or not line.strip()):
            return False
        elif self._head and is_rule(line):
            self._take_rule(line, newline)
        else:
            self._give_rule()
            if self._table and is_rule(line):
                self._leave_out(len(line + newline))
            elif not self._prepare(line, rest, ends=ends):
                return False
            else:
                self._say(line + newline)
        return bool(newline)

    def _take_code(self, line: str, newline: str, rest: str, *, ends: bool) -> bool:
        """The same within a fence: one that closes and another that opens at once are left out."""
        may_close = FENCE.startswith(line.strip()[: len(FENCE)])
        if not newline and may_close and not ends:
            return False
        if newline and line.strip() == FENCE:
            second, ended, _ = rest.partition("\n")
            if not ended and not ends and FENCE.startswith(second[: len(FENCE)]):
                return False
            if ended and second.startswith(FENCE):
                self._leave_out(len(line) + len(second) + 2)
                return True
        self._say(line + newline)
        return bool(newline)

    def _break_off(self, line: str) -> None:
        """Say what has come of a line that may go on later."""
        if self._head and _may_be_rule(line):
            self._table, self._head = self._head, 0
        self._give_rule()
        is_plain = self._fenced or bool(self._said)
        if not is_plain and self._begins_table(line) and not names_columns(line):
            self._open_table(columns_of(line))
        self._say(line)

    def _take_rule(self, line: str, newline: str) -> None:
        """The rule below a head: one of other cells would make no table of them."""
        if columns_of(line) == self._head:
            self._say(line + newline)
        else:
            self._insert(_rule(self._head) + newline)
            self._leave_out(len(line + newline))
        self._table, self._head = self._head, 0

    def _give_rule(self) -> None:
        if self._head:
            self._insert(_rule(self._head) + "\n")
            self._table, self._head = self._head, 0

    def _prepare(self, line: str, rest: str, *, ends: bool) -> bool:
        """Put in what a line needs before it; False where that depends on what follows it."""
        if self._table and line.strip() and not _is_barred(line):
            self._insert("\n")
        columns = columns_of(line)
        if not columns or columns == self._table or is_rule(line):
            return True
        second, ended, _ = rest.partition("\n")
        if not ended and not ends and _may_be_rule(second):
            return False
        is_first = columns > self._table and self._begins_table(line)
        if is_rule(second) or (is_first and names_columns(line)):
            self._insert_gap()
            self._table, self._head = 0, columns
        elif is_first and (self._table or not second.startswith(_FRAME)):
            self._open_table(columns)
        return True

    def _begins_table(self, line: str) -> bool:
        """Whether a row without a rule may be the first of a table: it is written as the model writes rows,
        and is not one of what goes on.
        """
        columns = columns_of(line)
        is_written = line.startswith("| ") and line.endswith(" |") and not is_rule(line)
        is_first = columns != self._table if self._table else not self._before.startswith((_FRAME, "|"))
        return is_written and is_first and columns >= _LEAST_COLUMNS

    def _open_table(self, columns: int) -> None:
        """Put a head without words before a row."""
        self._insert_gap()
        self._insert("|" + "  |" * columns + "\n" + _rule(columns) + "\n")
        self._table = columns

    def _insert_gap(self) -> None:
        """An empty line, where none stands before a table."""
        if self._before.strip():
            self._insert("\n")

    @property
    def _in_table(self) -> bool:
        return bool(self._table or self._head)

    def _insert(self, text: str) -> None:
        self.inserted.append((self.characters, text))
        self._out.append(text)

    def _leave_out(self, characters: int) -> None:
        self.removed.append((self.characters, self.characters + characters))
        self._waiting = self._waiting[characters:]
        self.characters += characters

    def _say(self, text: str) -> None:
        was_begun = bool(self._said)
        self._waiting = self._waiting[len(text) :]
        self.characters += len(text)
        self._said += text
        self._out.append(text)
        if text.endswith("\n"):
            line, self._said = self._said[:-1], ""
            self._follow(line, was_begun=was_begun)

    def _follow(self, line: str, *, was_begun: bool) -> None:
        """Where the text is after a whole line that was said."""
        if line.lstrip().startswith(FENCE):
            self._fenced = not self._fenced
        if self._fenced or not _is_barred(line):
            self._table = 0
        elif was_begun and not self._in_table and self._begins_table(line):
            # A part of it was said before it was known to be a row: nothing can stand before it any more.
            self._head = columns_of(line)
        self._before = line


def _is_barred(line: str) -> bool:
    return line.lstrip().startswith("|")


def _may_be_rule(beginning: str) -> bool:
    """Whether a line may be a rule that has begun like this."""
    return all(sign in _RULE_SIGNS or sign.isspace() for sign in beginning)


def _rule(columns: int) -> str:
    return "|" + " --- |" * columns


def names_columns(line: str) -> bool:
    """Whether a row is a head by what stands in it: words that lists of goods begin with, or nothing."""
    cells = [cell.strip() for cell in _UNESCAPED.split(line.strip())[1:-1]]
    if not any(cells):
        return True
    words = [{word for word, _, _ in plain_words(cell)} for cell in cells]
    if any(character.isdigit() for character in line) or not all(words):
        return False
    return any(each & GOODS for each in words) and all(each & (GOODS | _SUMS) for each in words)
