"""Markdown that was read in pieces, put together: one table where a cut went through it, one fence of code.

The model begins each piece of a table with a head of its own and fences each piece of code. Where two pieces
follow each other without a blank line between them, the rule below the second head and the two fences go.
Pure; any thread.
"""

from __future__ import annotations

import re

FENCE = "```"
_RULE = re.compile(r"\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*")
_RULE_SIGNS = frozenset("|:- ")
_UNESCAPED = re.compile(r"(?<!\\)\|")


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
    """Follows a text as it comes; `push` what comes, `finish` it. Says what may be said of it so far."""

    def __init__(self) -> None:
        self.removed: list[tuple[int, int]] = []
        """What was left out, from and up to, in characters of all that was pushed."""
        self._waiting = ""
        self._said = ""
        """What was said of the line that is not whole yet."""
        self.characters = 0
        """How many of those pushed are said or left out."""
        self._fenced = False
        self._columns = 0
        self._has_rule = False

    def push(self, text: str) -> str:
        """Take what follows; what may be said now."""
        self._waiting += text
        out: list[str] = []
        while self._waiting:
            line, newline, rest = self._waiting.partition("\n")
            if not newline:
                if not self._may_be_left_out(self._said + line):
                    out.append(self._say(line, whole=False))
                break
            if self._closes(self._said + line):
                second, ended, _ = rest.partition("\n")
                if FENCE.startswith(second[: len(FENCE)]) and not ended:
                    break
                if second.startswith(FENCE) and not self._said:
                    self._leave_out(len(line) + len(second) + 2)
                    continue
            if self._repeats_rule(self._said + line) and not self._said:
                self._leave_out(len(line) + 1)
                continue
            out.append(self._say(line + newline, whole=True))
        return "".join(out)

    def finish(self) -> str:
        """Nothing follows, or nothing for now: what has waited."""
        waiting, self._waiting = self._waiting, ""
        self.characters += len(waiting)
        return waiting

    def _may_be_left_out(self, line: str) -> bool:
        """Whether a line that has only begun might become one that is left out, or half of such a pair."""
        if self._fenced:
            return FENCE.startswith(line.strip()[: len(FENCE)])
        return self._has_rule and line.startswith("|") and set(line) <= _RULE_SIGNS

    def _closes(self, line: str) -> bool:
        return self._fenced and line.strip() == FENCE

    def _repeats_rule(self, line: str) -> bool:
        return not self._fenced and self._has_rule and is_rule(line) and columns_of(line) == self._columns

    def _leave_out(self, characters: int) -> None:
        self.removed.append((self.characters, self.characters + characters))
        self._waiting = self._waiting[characters:]
        self.characters += characters

    def _say(self, text: str, *, whole: bool) -> str:
        self._waiting = self._waiting[len(text) :]
        self.characters += len(text)
        self._said += text
        if whole:
            self._follow(self._said.rstrip("\n"))
            self._said = ""
        return text

    def _follow(self, line: str) -> None:
        """Where the text is after a whole line that was said."""
        if line.lstrip().startswith(FENCE):
            self._fenced = not self._fenced
        columns = 0 if self._fenced else columns_of(line)
        self._has_rule = columns > 0 and columns == self._columns and (self._has_rule or is_rule(line))
        self._columns = columns
