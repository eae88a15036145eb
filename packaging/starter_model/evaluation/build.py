"""Draws the evaluation set, row by row, from seeds: one command.

    python -m starter_model.evaluation.build --data .train/evaluation --out DIR [--each 2] [--handed DIR ...]

`--data` is what `sources` wrote. `--handed` adds folders of other screens (NAME.png, NAME.txt), plain and changed
in the same ways. Needs Chromium; GTK and xterm for their rows, which are left out, and said, where they are missing.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image

from starter_model.evaluation import flaws, nothing, papers, screens, snippets
from starter_model.evaluation.browser import fit, photograph, text_boxes
from starter_model.evaluation.cases import Case, load, save
from starter_model.evaluation.drafts import Draft, Pen
from starter_model.evaluation.lines import drawn_lines
from starter_model.evaluation.sources import SEEN, UNSEEN
from starter_model.evaluation.wording import Texts, Wording

Change = Callable[[Image.Image, random.Random], Image.Image]

CHANGES: dict[str, Change] = {
    "75": lambda p, _: flaws.scaled(p, 0.75),
    "150": lambda p, _: flaws.scaled(p, 1.5),
    "200": lambda p, _: flaws.scaled(p, 2.0),
    "jpeg40": lambda p, _: flaws.jpeg(p, 40),
    "inverted": lambda p, _: flaws.inverted(p),
    "turned1": lambda p, r: flaws.turned(p, r.choice((1.0, -1.0))),
    "turned2": lambda p, r: flaws.turned(p, r.choice((2.0, -2.0))),
}
"""What happens to a set of screens, each way a row of its own."""

ONE_COLUMN = frozenset(("news", "editor", "terminal", "chat", "columns1", "leaf", "receipt"))
"""Kinds whose lines are compared with the places that the engine gives them: what stands at one height is one line."""
COLUMNS = frozenset(("columns2", "twocolumns"))
"""So are the lines of these, which stand beside each other."""


@dataclass
class Set:
    """The cases drawn so far."""

    folder: Path
    cases: list[Case] = field(default_factory=list)

    def add(self, case: Case, picture: Image.Image, truths: list[list[str]]) -> None:
        """Number, name and write one; the first truth is the usual reading order."""
        name = f"{len(self.cases):04d}-{case.row}-{case.kind}"
        picture.save(self.folder / f"{name}.png")
        for index, lines in enumerate(truths):
            end = f".alt{index}.txt" if index else ".txt"
            (self.folder / f"{name}{end}").write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.cases.append(Case(name, case.row, case.kind, case.families, case.unseen, case.facts, case.boxes))


def _of(*makers: Callable[[Pen], Draft]) -> tuple[Callable[[Pen], Draft], ...]:
    return makers


def browser_rows() -> dict[str, tuple[tuple[Callable[[Pen], Draft], ...], Change | None]]:
    """Row -> what is drawn for it, and what then happens to it."""
    plain, clean = screens.KINDS, papers.page
    rows: dict[str, tuple[tuple[Callable[[Pen], Draft], ...], Change | None]] = {"screens": (plain, None)}
    for name, change in CHANGES.items():
        rows[f"screens{name}"] = (plain, change)
    rows |= {
        "page150": (_of(clean), None),
        "page300": (_of(lambda pen: clean(pen, dpi=300)), None),
        "pagecolumns": (_of(lambda pen: clean(pen, columns=2), papers.two_columns), None),
        "pagenoise": (_of(clean, lambda pen: clean(pen, columns=2)), flaws.scanned),
        "pagefax": (_of(clean, lambda pen: clean(pen, dpi=200)), flaws.faxed),
        "desktop": (_of(papers.desktop), None),
        "photoreceipt": (_of(papers.receipt, papers.receipt, papers.receipt), flaws.photographed),
        "photopage": (_of(papers.leaf, papers.leaf), flaws.photographed),
        "addresses": (_of(snippets.addresses, snippets.addresses), None),
        "bullets": (_of(screens.bullets, screens.bullets), None),
        "capitals": (_of(snippets.capitals, snippets.capitals), None),
        "sizes": (tuple(_sized(size) for size in snippets.SIZES_PX), None),
        "strips": (_of(*[snippets.strip] * 8), None),
        "panes": (screens.PANES, None),
        "letters": (_of(snippets.letters, snippets.letters, snippets.tongues), None),
        "signs": (_of(snippets.signs, snippets.signs), None),
        "answers": (_of(papers.receipt, papers.invoice, papers.form), None),
    }
    return rows


def _sized(size: int) -> Callable[[Pen], Draft]:
    return lambda pen: snippets.sizes(pen, size)


def draw_rows(target: Set, texts: Texts, fontconfig: Path, wanted: set[str], each: int, seed: int) -> None:
    """Everything that Chromium draws, no text beyond its page. Changed rows show the same screens as the plain one."""
    planned: list[tuple[str, Draft, Change | None, random.Random]] = []
    for row, (makers, change) in browser_rows().items():
        if wanted and row not in wanted:
            continue
        same = "screens" if row.startswith("screens") else row
        for number in range(each):
            for index, maker in enumerate(makers):
                rng = random.Random(f"{seed} {same} {number} {index}")
                pen = Pen(Wording(texts, rng), rng, (number + index) % 2 == 0)
                planned.append((row, maker(pen), change, rng))
    pages = fit([draft.fragment for _, draft, _, _ in planned], fontconfig)
    pictures = photograph(pages, fontconfig)
    placed = [
        n
        for n, (_, draft, change, _) in enumerate(planned)
        if not change and draft.kind in ONE_COLUMN | COLUMNS
    ]
    runs = dict(zip(placed, text_boxes([pages[n] for n in placed], fontconfig), strict=True))
    for n, ((row, draft, change, rng), picture) in enumerate(zip(planned, pictures, strict=True)):
        shown = change(picture, rng) if change else picture
        boxes = tuple(drawn_lines(picture, runs[n], draft.kind in COLUMNS)) if n in runs else ()
        facts = draft.facts if row == "answers" else {}
        case = Case("", row, draft.kind, draft.families, draft.unseen, facts, boxes)
        target.add(case, shown, [draft.lines, *draft.others])


def draw_nothing(target: Set, each: int, seed: int) -> None:
    """Pictures whose right answer is no text."""
    for number in range(each):
        for maker in nothing.KINDS:
            picture = maker(random.Random(f"{seed} nothing {maker.__name__} {number}"))
            target.add(Case("", "nothing", maker.__name__.replace("_", "")), picture, [[]])


def _window_words(w: Wording) -> list[str]:
    # The first name tabs and list entries, which have to fit.
    names = [w.title(1 if n < 5 else w.rng.randint(1, 2)) for n in range(12)]
    return [
        *names,
        *(w.passage(40, 75) for _ in range(8)),
        *(w.number(4) for _ in range(5)),
        *(w.date() for _ in range(5)),
    ]


def qt_specs(texts: Texts, each: int, seed: int) -> list[dict[str, Any]]:
    """What `qt_windows` draws."""
    specs = []
    for number in range(each):
        for index, kind in enumerate(("preferences", "files", "login", "writer")):
            rng = random.Random(f"{seed} qt {number} {index}")
            back, ink, accent = rng.choice(screens.THEMES)
            family = rng.choice((UNSEEN if (number + index) % 2 == 0 else SEEN)["sans"])
            specs.append(
                {
                    "kind": kind,
                    "words": _window_words(Wording(texts, rng)),
                    "style": rng.choice(("Fusion", "Windows")),
                    "colours": [back, ink, back, accent],
                    "family": family,
                    "size_px": rng.randint(12, 17),
                }
            )
    return specs


def native_specs(texts: Texts, each: int, seed: int) -> list[dict[str, Any]]:
    """What `native_windows` draws: GTK windows and xterm screens."""
    specs: list[dict[str, Any]] = []
    for number in range(each):
        for index, kind in enumerate(("options", "table", "notice")):
            rng = random.Random(f"{seed} gtk {number} {index}")
            family = rng.choice((UNSEEN if (number + index) % 2 == 0 else SEEN)["sans"])
            specs.append(
                {
                    "kind": kind,
                    "words": _window_words(Wording(texts, rng)),
                    "theme": rng.choice(("Adwaita", "HighContrast", "Adwaita")),
                    "dark": rng.random() < 0.4,
                    "family": family,
                    "size_pt": rng.randint(9, 12),
                }
            )
        for index in range(2):
            rng = random.Random(f"{seed} xterm {number} {index}")
            pen = Pen(Wording(texts, rng), rng, (number + index) % 2 == 0)
            back, ink = rng.choice((("black", "gray90"), ("white", "black"), ("#002b36", "#93a1a1")))
            specs.append(
                {
                    "kind": "xterm",
                    "lines": screens.terminal(pen).lines,
                    "family": pen.family("mono"),
                    "size_pt": rng.randint(8, 12),
                    "back": back,
                    "ink": ink,
                }
            )
    return specs


def draw_windows(
    target: Set, row: str, specs: list[dict[str, Any]], command: list[str], fontconfig: Path
) -> None:
    """Real windows, drawn by a process of their own."""
    new = {family for families in UNSEEN.values() for family in families}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "specs.json"
        path.write_text(json.dumps(specs), encoding="utf-8")
        environment = {**os.environ, "FONTCONFIG_FILE": str(fontconfig), "QT_QPA_PLATFORM": "offscreen"}
        environment["PYTHONPATH"] = str(Path(__file__).parents[2])
        subprocess.run([*command, str(path), folder], check=True, timeout=300, env=environment)
        for number, spec in enumerate(specs):
            lines = json.loads((Path(folder) / f"{number}.json").read_text(encoding="utf-8"))
            picture = Image.open(Path(folder) / f"{number}.png").convert("RGB")
            case = Case("", row, spec["kind"], (spec["family"],), spec["family"] in new)
            target.add(case, picture, [lines])


def draw_native(target: Set, texts: Texts, fontconfig: Path, each: int, seed: int) -> None:
    """GTK and xterm, where this machine has them."""
    missing = [tool for tool in ("xvfb-run", "xterm", "import", "/usr/bin/python3") if not shutil.which(tool)]
    probe = "import gi; gi.require_version('Gtk', '3.0')"
    if not missing and subprocess.run(["/usr/bin/python3", "-c", probe], check=False).returncode:
        missing = ["python3-gi", "gir1.2-gtk-3.0"]
    if missing:
        print(f"row native left out: apt-get install {' '.join(missing)} (and xvfb, imagemagick)")
        return
    script = Path(__file__).with_name("native_windows.py")
    command = ["xvfb-run", "-a", "-s", "-screen 0 1600x1200x24", "/usr/bin/python3", str(script)]
    draw_windows(target, "native", native_specs(texts, each, seed), command, fontconfig)


def add_handed(target: Set, folder: Path, wanted: set[str], seed: int) -> None:
    """Screens drawn elsewhere, as they are and changed."""
    for name, change in {"": None, **CHANGES}.items():
        if wanted and f"handed{name}" not in wanted:
            continue
        for case in load(folder):
            rng = random.Random(f"{seed} {folder.name} {case.name} {name}")
            picture = Image.open(case.picture(folder)).convert("RGB")
            truths = [truth.splitlines() for truth in case.truths(folder)]
            target.add(
                Case("", f"handed{name}", case.kind), change(picture, rng) if change else picture, truths
            )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="what the stage `sources` wrote")
    parser.add_argument("--out", type=Path, required=True, help="a folder that is made anew")
    parser.add_argument("--each", type=int, default=2, help="pictures of each kind in a row")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", nargs="*", default=[], help="only these")
    parser.add_argument("--handed", type=Path, nargs="*", default=[])
    a = parser.parse_args()
    if a.out.exists() and any(a.out.iterdir()):
        raise SystemExit(f"{a.out} is not empty; name a new folder")
    a.out.mkdir(parents=True, exist_ok=True)
    texts, fontconfig, wanted = Texts.load(a.data / "texts"), a.data / "fonts/fonts.conf", set(a.rows)
    target = Set(a.out)
    draw_rows(target, texts, fontconfig, wanted, a.each, a.seed)
    if not wanted or "nothing" in wanted:
        draw_nothing(target, a.each, a.seed)
    if not wanted or "qt" in wanted:
        command = [sys.executable, "-m", "starter_model.evaluation.qt_windows"]
        draw_windows(target, "qt", qt_specs(texts, a.each, a.seed), command, fontconfig)
    if not wanted or "native" in wanted:
        draw_native(target, texts, fontconfig, a.each, a.seed)
    for folder in a.handed:
        add_handed(target, folder, wanted, a.seed)
    save(a.out, target.cases)
    print(f"{len(target.cases)} pictures of {len({c.row for c in target.cases})} rows in {a.out}")


if __name__ == "__main__":
    main()
