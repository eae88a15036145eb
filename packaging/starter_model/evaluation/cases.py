"""A folder of evaluation cases: `NAME.png`, `NAME.txt`, `NAME.altN.txt` and one `cases.json`. Any thread.

The names have the parts that other graders know: number, row and kind between dashes.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path

INDEX = "cases.json"


@dataclass(frozen=True)
class Case:
    """One picture and what is known about it."""

    name: str
    row: str
    kind: str
    families: tuple[str, ...] = ()
    unseen: bool = False
    facts: dict[str, str] = field(default_factory=dict)
    """Fact -> its one right answer; `field:NAME` asks for a named field."""
    boxes: tuple[tuple[int, int, int, int], ...] = ()
    """Around the ink of each drawn line; only for unchanged pages of text."""

    def picture(self, folder: Path) -> Path:
        """Its file."""
        return folder / f"{self.name}.png"

    def truths(self, folder: Path) -> list[str]:
        """Its text, then other fair reading orders of it."""
        paths = [folder / f"{self.name}.txt", *sorted(folder.glob(f"{self.name}.alt*.txt"))]
        return [path.read_text(encoding="utf-8") for path in paths]


def save(folder: Path, cases: list[Case]) -> None:
    """Write the index."""
    text = json.dumps([asdict(case) for case in cases], ensure_ascii=False, indent=0)
    (folder / INDEX).write_text(text, encoding="utf-8")


def load(folder: Path) -> list[Case]:
    """The cases of a folder; of one without an index, every picture that has a text.

    Raises: OSError or ValueError where the folder holds none.
    """
    path = folder / INDEX
    if path.is_file():
        rows = json.loads(path.read_text(encoding="utf-8"))
        return [
            Case(**{**row, "families": tuple(row["families"]), "boxes": tuple(map(tuple, row["boxes"]))})
            for row in rows
        ]
    found = [p for p in sorted(folder.glob("*.png")) if p.with_suffix(".txt").is_file()]
    if not found:
        raise ValueError(f"{folder} holds neither {INDEX} nor pictures with texts; draw the set first.")
    return [Case(p.stem, "handed", re.sub(r"^[0-9]+-", "", p.stem)) for p in found]
