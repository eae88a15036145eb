"""RowWindow: which rows of a long list have widgets, and which are to get some. Numbers only; any thread."""

from __future__ import annotations


class RowWindow:
    """Rows from `first` to before `last`, on their way to a goal."""

    def __init__(self) -> None:
        self.first = 0
        self.last = 0
        self._goal_first = 0
        self._goal_last = 0

    def begin(self, row: int) -> None:
        """No rows, at `row`."""
        self.first = self.last = self._goal_first = self._goal_last = max(0, row)

    def aim(self, first: int, last: int, count: int) -> None:
        """These of `count` rows are to have widgets."""
        self._goal_first, self._goal_last = max(0, first), min(count, last)

    @property
    def lacks_above(self) -> bool:
        return self.first > self._goal_first

    @property
    def lacks_below(self) -> bool:
        return self.last < self._goal_last

    def add_above(self) -> None:
        """One more row at the top."""
        self.first -= 1
        self._goal_first = min(self._goal_first, self.first)

    def add_below(self) -> None:
        """One more row at the bottom."""
        self.last += 1
        self._goal_last = max(self._goal_last, self.last)

    def drop_first(self) -> int:
        """One row less at the top, which is returned; it is no longer wanted."""
        self.first += 1
        self._goal_first = self.first
        return self.first - 1

    def drop_last(self) -> int:
        """One row less at the bottom, which is returned; it is no longer wanted."""
        self.last -= 1
        self._goal_last = self.last
        return self.last

    def shift(self, count: int) -> None:
        """So many rows came before the first of the list."""
        self.first += count
        self.last += count
        self._goal_first += count
        self._goal_last += count

    def remove(self, row: int) -> None:
        """A row of the list is gone; those below it have moved up."""
        self.first -= row < self.first
        self.last -= row < self.last
        self._goal_first -= row < self._goal_first
        self._goal_last -= row < self._goal_last

    def __len__(self) -> int:
        return self.last - self.first
