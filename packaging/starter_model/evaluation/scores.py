"""How right a reading is: character errors, lines out of order, invented text, exact answers. Any thread."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any

FINDABLE_CHARACTERS = 8
"""Shorter lines may stand in a text several times and tell nothing about its order."""
MISSING = "missing"
"""A fact that a picture does not show."""
LEAST_OVERLAP = 0.7
"""Intersection over union from which a line counts as placed."""


def plain(text: str) -> str:
    """White space collapsed."""
    return re.sub(r"\s+", " ", text).strip()


def distance(a: str, b: str) -> int:
    """Edit distance."""
    if a == b:
        return 0
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (x != y))
    return row[-1]


def out_of_order(truth: str, got: str) -> int:
    """Lines of the truth that are read right and stand before a line that they should follow."""
    read = plain(got)
    lines = [line for line in map(plain, truth.splitlines()) if len(line) >= FINDABLE_CHARACTERS]
    places = [read.index(line) for line in lines if read.count(line) == 1]
    return sum(later < earlier for earlier, later in pairwise(places))


@dataclass
class Reading:
    """What one picture brought."""

    name: str
    row: str
    kind: str
    unseen: bool
    characters: int
    errors: int
    order_errors: int
    invented: int
    seconds: float
    first_text_s: float | None
    end: str
    text: str
    overlaps: list[float] = field(default_factory=list)
    """For each drawn line the best IoU with a line that was read; only where the lines' places are known."""


def grade(
    name: str,
    row: str,
    kind: str,
    unseen: bool,
    truths: list[str],
    got: str,
    seconds: float,
    first_text_s: float | None,
    end: str,
) -> Reading:
    """Compare with the nearest of the fair texts."""
    read = plain(got)
    best = min(truths, key=lambda truth: distance(plain(truth), read))
    wanted = plain(best)
    if not wanted:
        return Reading(name, row, kind, unseen, 0, 0, 0, len(read), seconds, first_text_s, end, got)
    return Reading(
        name,
        row,
        kind,
        unseen,
        len(wanted),
        distance(wanted, read),
        out_of_order(best, got),
        0,
        seconds,
        first_text_s,
        end,
        got,
    )


@dataclass
class Answer:
    """One question about one picture."""

    name: str
    kind: str
    fact: str
    right: str
    got: str

    @property
    def exact(self) -> bool:
        """A caption must name the kind, a title or a shop may follow; what is missing must be refused; everything else must be equal."""
        if self.fact == "caption":
            kind = re.split(r": | from ", self.got.strip().lower(), maxsplit=1)[0]
            return re.sub(r"^(a|an|the) ", "", kind).rstrip(".") == self.right
        if self.fact == MISSING:
            return self.got.startswith("I see no")
        return self.got.strip() == self.right


def _share(readings: list[Reading]) -> dict[str, Any]:
    characters, errors = sum(r.characters for r in readings), sum(r.errors for r in readings)
    empty = [r for r in readings if not r.characters]
    waits = sorted(r.first_text_s for r in readings if r.first_text_s is not None)
    return {
        "pictures": len(readings),
        "characters": characters,
        "cer": errors / characters if characters else None,
        "without_error": sum(not r.errors and not r.invented for r in readings),
        "order_errors": sum(r.order_errors for r in readings),
        "empty_pictures": len(empty),
        "empty_with_text": sum(bool(r.invented) for r in empty),
        "invented_characters": sum(r.invented for r in empty),
        "seconds_mean": sum(r.seconds for r in readings) / len(readings),
        "first_text_s_median": waits[len(waits) // 2] if waits else None,
    }


def _placed(readings: list[Reading]) -> dict[str, Any]:
    overlaps = [value for reading in readings for value in reading.overlaps]
    return {
        "lines": len(overlaps),
        "placed": sum(value >= LEAST_OVERLAP for value in overlaps),
        "mean": sum(overlaps) / len(overlaps),
        "least": min(overlaps),
    }


def summary(readings: list[Reading], answers: Iterable[Answer]) -> dict[str, Any]:
    """Figures by row, by row and kind, by seen and unseen fonts; the places of lines by row; answers by fact."""
    rows: dict[str, list[Reading]] = defaultdict(list)
    kinds: dict[str, list[Reading]] = defaultdict(list)
    fonts: dict[str, list[Reading]] = defaultdict(list)
    for reading in readings:
        rows[reading.row].append(reading)
        kinds[f"{reading.row} {reading.kind}"].append(reading)
        if not reading.row.startswith("handed") and reading.characters:
            fonts["unseen fonts" if reading.unseen else "known fonts"].append(reading)
    facts: dict[str, list[bool]] = defaultdict(list)
    for answer in answers:
        facts[answer.fact].append(answer.exact)
        facts["all"].append(answer.exact)
    return {
        "boxes": {name: _placed(found) for name, found in rows.items() if any(r.overlaps for r in found)},
        "rows": {name: _share(found) for name, found in rows.items()},
        "kinds": {name: _share(found) for name, found in sorted(kinds.items())},
        "fonts": {name: _share(found) for name, found in sorted(fonts.items())},
        "answers": {name: {"asked": len(ok), "exact": sum(ok)} for name, ok in sorted(facts.items())},
    }


def table(figures: dict[str, dict[str, Any]]) -> str:
    """A Markdown table of shares."""
    lines = [
        "| | pictures | characters | CER | without an error | lines out of order | s a picture |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, f in figures.items():
        cer = "-" if f["cer"] is None else f"{f['cer']:.2%}"
        if f["empty_pictures"] == f["pictures"]:
            cer = f"text in {f['empty_with_text']}"
        lines.append(
            f"| {name} | {f['pictures']} | {f['characters']:,} | {cer} | {f['without_error']} | "
            f"{f['order_errors']} | {f['seconds_mean']:.2f} |"
        )
    return "\n".join(lines)


def as_json(readings: list[Reading], answers: list[Answer]) -> dict[str, Any]:
    """Everything, for a result file."""
    return {
        "summary": summary(readings, answers),
        "readings": [asdict(r) for r in readings],
        "answers": [{**asdict(a), "exact": a.exact} for a in answers],
    }
