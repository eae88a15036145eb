"""Ranks what is read as what: every wrong character of result files, with its words. Any thread.

    python -m starter_model.evaluation.confusions --of CASES RESULT.json [...] [--of ...] [--examples 3]

`--of` names a folder of cases and what `run --json` wrote about them. Run from the repository root with
PYTHONPATH=packaging. A picture that stands in several files of a folder counts once, as the last has it.
"""

from __future__ import annotations

import argparse
import difflib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from starter_model.evaluation.cases import load
from starter_model.evaluation.report import gathered
from starter_model.evaluation.scores import Reading, distance, plain

WORDS_ABOUT = 1
"""Words shown on each side of a slip."""


@dataclass(frozen=True)
class Slip:
    """Neighbouring characters that were read otherwise; one side is empty where some are lost or invented."""

    wanted: str
    got: str
    shown: str
    """The truth's words about it."""
    read: str
    """What stands there in the reading."""
    row: str
    name: str


@dataclass
class Confusion:
    """All slips of one kind."""

    slips: list[Slip] = field(default_factory=list)
    chances: int = 0
    """How often what was wanted stands in the texts; 0 where characters were invented."""

    @property
    def pictures(self) -> int:
        """Different pictures that show it."""
        return len({slip.name for slip in self.slips})


def _path(wanted: str, got: str) -> list[tuple[str, str]]:
    """Pairs of characters of a shortest edit; an empty one stands for what is lost or invented."""
    rows = [list(range(len(got) + 1))]
    for i, x in enumerate(wanted, 1):
        row = [i]
        for j, y in enumerate(got, 1):
            row.append(min(rows[-1][j] + 1, row[j - 1] + 1, rows[-1][j - 1] + (x != y)))
        rows.append(row)
    pairs, i, j = [], len(wanted), len(got)
    while i or j:
        if i and j and rows[i][j] == rows[i - 1][j - 1] + (wanted[i - 1] != got[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((wanted[i], got[j]))
        elif i and rows[i][j] == rows[i - 1][j] + 1:
            i -= 1
            pairs.append((wanted[i], ""))
        else:
            j -= 1
            pairs.append(("", got[j]))
    return pairs[::-1]


def _runs(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Neighbouring wrong pairs as one."""
    wanted = got = ""
    for a, b in (*pairs, ("", "")):
        if a != b:
            wanted, got = wanted + a, got + b
        elif wanted or got:
            yield wanted, got
            wanted = got = ""


def slips(truth: str, read: str, row: str, name: str) -> list[Slip]:
    """What differs, white space collapsed."""
    wanted, got = plain(truth).split(" "), plain(read).split(" ")
    found = []
    for tag, a0, a1, b0, b1 in difflib.SequenceMatcher(None, wanted, got, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        shown = " ".join(wanted[max(0, a0 - WORDS_ABOUT) : a1 + WORDS_ABOUT])
        seen = " ".join(got[max(0, b0 - WORDS_ABOUT) : b1 + WORDS_ABOUT])
        # One word of context carries the space that a lost or invented word brings with it.
        pairs = _path(" ".join(wanted[a0:a1]), " ".join(got[b0:b1]))
        if a0 == a1 or b0 == b1:
            pairs.append((" " * (a1 > a0), " " * (b1 > b0)))
        found += [Slip(x, y, shown, seen, row, name) for x, y in _runs(pairs)]
    return found


def nearest(truths: list[str], read: str) -> str:
    """The fair text that the reading is closest to."""
    return truths[0] if len(truths) == 1 else min(truths, key=lambda t: distance(plain(t), plain(read)))


def ranked(read: Iterable[tuple[Reading, list[str]]]) -> list[tuple[tuple[str, str], Confusion]]:
    """(wanted, got) with its slips, the most frequent first. Readings come with their fair texts."""
    found: dict[tuple[str, str], Confusion] = defaultdict(Confusion)
    texts = []
    for reading, truths in read:
        truth = nearest(truths, reading.text)
        texts.append(plain(truth))
        if reading.errors or reading.invented:
            for slip in slips(truth, reading.text, reading.row, reading.name):
                found[slip.wanted, slip.got].slips.append(slip)
    letters = Counter("".join(texts))
    for (wanted, _), confusion in found.items():
        if wanted:
            confusion.chances = (
                letters[wanted] if len(wanted) == 1 else sum(text.count(wanted) for text in texts)
            )
    return sorted(found.items(), key=lambda item: (-len(item[1].slips), item[0]))


def table(found: list[tuple[tuple[str, str], Confusion]], examples: int) -> str:
    """A Markdown table, a line a confusion."""
    lines = [
        "| wanted | read | times | pictures | of | rows | such as |",
        "|---|---|---|---|---|---|---|",
    ]
    for (wanted, got), confusion in found:
        rows = Counter(slip.row for slip in confusion.slips)
        places = list(dict.fromkeys(f"{s.shown} > {s.read}" for s in confusion.slips))
        cells = (
            _cell(wanted),
            _cell(got),
            str(len(confusion.slips)),
            str(confusion.pictures),
            str(confusion.chances or "-"),
            ", ".join(f"{row} {count}" for row, count in rows.most_common(4)),
            "; ".join(_cell(place) for place in places[:examples]),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(text: str) -> str:
    if not text:
        return "nothing"
    text = "".join(c if c.isprintable() else f"U+{ord(c):04X}" for c in text)
    spare = "``" if "`" in text else "`"
    return f"{spare}{text.replace('|', chr(92) + '|')}{spare}"


def paired(folder: Path, results: list[Path]) -> list[tuple[Reading, list[str]]]:
    """Readings with the texts of their pictures.

    Raises: OSError or ValueError where a file is no result, or tells of pictures that the folder lacks.
    """
    cases = {case.name: case for case in load(folder)}
    readings = gathered(results)
    strange = [reading.name for reading in readings if reading.name not in cases]
    if strange:
        raise ValueError(f"{folder} lacks {strange[0]}; name the folder that these results are about.")
    return [(reading, cases[reading.name].truths(folder)) for reading in readings]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--of", nargs="+", type=Path, action="append", required=True, metavar="PATH")
    parser.add_argument("--examples", type=int, default=3, help="places shown of each")
    a = parser.parse_args()
    read: list[tuple[Reading, list[str]]] = []
    for folder, *results in a.of:
        if not results:
            parser.error(f"--of {folder} needs a result file behind it")
        try:
            read += paired(folder, results)
        except (OSError, ValueError) as error:
            raise SystemExit(str(error)) from error
    found = ranked(read)
    print(table(found, a.examples))
    wrong = sum(max(len(w), len(g)) for (w, g), c in found for _ in c.slips)
    print(
        f"\n{wrong} wrong characters in {len(read)} pictures, {sum(r.characters for r, _ in read):,} characters"
    )


if __name__ == "__main__":
    main()
