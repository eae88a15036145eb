"""Writes the table of error rates, beside the limit of each row, from what `run` and `compare` have kept. Any thread.

    python -m starter_model.evaluation.report RESULT.json [...]

Run from the repository root with PYTHONPATH=packaging. The files are of one set of pictures: a picture that stands in
several counts once, as the last of them has it. Of a comparison Yomi's readings are taken.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from starter_model.evaluation.scores import LEAST_OVERLAP, Reading, summary

OURS = "Yomi"
LIMITS = {
    "handed": 0.003,
    "page150": 0.005,
    "page300": 0.005,
    "pagecolumns": 0.005,
    "pagenoise": 0.03,
    "pagefax": 0.03,
    "desktop": 0.005,
    "photoreceipt": 0.02,
    "photopage": 0.02,
    "letters": 0.015,
    "signs": 0.015,
}
"""Row -> the error rate that is allowed."""
OTHER_LIMIT = 0.01
KIND_LIMIT = 0.01
"""No kind of screen may be above it."""


TITLES = {
    "handed": "browser screens of ten kinds",
    "screens": "screens",
    "page150": "A4 at 150 dpi",
    "page300": "A4 at 300 dpi",
    "pagecolumns": "pages in two columns",
    "pagenoise": "pages with scanner noise",
    "pagefax": "pages as fax, two colours",
    "desktop": "full-HD desktops",
    "photoreceipt": "photographed receipts",
    "photopage": "photographed pages",
    "addresses": "e-mail and web addresses",
    "bullets": "bulleted lists with wrapped lines",
    "capitals": "words in odd capitals",
    "sizes": "text of 8 to 60 px",
    "strips": "single words in strips of 20 px",
    "panes": "side bars and panes",
    "letters": "Latin-1 and Latin Extended-A",
    "signs": "typographic and currency signs",
    "qt": "windows of Qt",
    "native": "windows of GTK and xterm",
    "nothing": "pictures without text",
    "answers": "receipts, invoices and forms",
}
CHANGED = {
    "75": "at 75 %",
    "150": "at 150 %",
    "200": "at 200 %",
    "jpeg40": "JPEG of quality 40",
    "inverted": "inverted",
    "turned1": "turned by 1 degree",
    "turned2": "turned by 2 degrees",
}


def title(row: str) -> str:
    """A row in words."""
    if row in TITLES:
        return TITLES[row]
    for change, words in CHANGED.items():
        if (plain := row.removesuffix(change)) in TITLES and plain != row:
            return f"{TITLES[plain]}, {words}"
    return row


def limit(row: str) -> float:
    """What a row may reach; a changed set of screens may reach more than the plain one."""
    return LIMITS.get(row, OTHER_LIMIT)


def gathered(paths: Iterable[Path]) -> list[Reading]:
    """The readings of result files, each picture once.

    Raises: OSError or ValueError where a file is not a result.
    """
    found: dict[str, Reading] = {}
    for path in paths:
        told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        readings = told.get(OURS, told).get("readings")
        if readings is None:
            raise ValueError(f"{path} holds no readings; name what --json of run or compare wrote.")
        for one in readings:
            found[one["name"]] = Reading(**one)
    return list(found.values())


def _rate(share: dict[str, Any]) -> str:
    if share["cer"] is None:
        return f"text in {share['empty_with_text']} of {share['empty_pictures']}"
    return f"{share['cer']:.2%}"


def _over(row: str, share: dict[str, Any]) -> bool:
    if share["cer"] is None:
        return bool(share["empty_with_text"])
    return bool(share["cer"] > limit(row))


def _weakest(readings: list[Reading], row: str) -> str:
    wrong = [r for r in readings if r.row == row and (r.errors or r.invented)]
    if not wrong:
        return ""
    worst = max(wrong, key=lambda r: r.errors / r.characters if r.characters else r.invented)
    if not worst.characters:
        return f"{worst.name}, {worst.invented} characters invented"
    return f"{worst.name}, {worst.errors} of {worst.characters}"


def table(readings: list[Reading]) -> str:
    """A line a row: pictures, characters, rate, limit, lines out of order, the weakest picture."""
    figures = summary(readings, [])
    lines = [
        "| row | pictures | characters | CER | limit | without an error | lines out of order | weakest picture |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row, share in figures["rows"].items():
        allowed = "no text" if share["cer"] is None else f"{limit(row):.1%}"
        lines.append(
            f"| {title(row)} | {share['pictures']} | {share['characters']:,} | {_rate(share)} | {allowed}"
            f"{' **over**' if _over(row, share) else ''} | {share['without_error']} | {share['order_errors']} | "
            f"{_weakest(readings, row)} |"
        )
    return "\n".join(lines)


def weak_kinds(readings: list[Reading]) -> list[str]:
    """Kinds above what one kind may reach, row and kind and rate."""
    kinds = summary(readings, [])["kinds"]
    return [f"{name} {share['cer']:.2%}" for name, share in kinds.items() if (share["cer"] or 0) > KIND_LIMIT]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("results", type=Path, nargs="+")
    try:
        readings = gathered(parser.parse_args().results)
    except (OSError, ValueError) as error:
        raise SystemExit(str(error)) from error
    print(table(readings))
    weak = weak_kinds(readings)
    print(f"\nKinds above {KIND_LIMIT:.0%}: {', '.join(weak) or 'none'}.")
    for row, boxes in summary(readings, [])["boxes"].items():
        print(
            f"Lines of {title(row)}: {boxes['placed']} of {boxes['lines']} with IoU >= {LEAST_OVERLAP}, "
            f"mean {boxes['mean']:.3f}, least {boxes['least']:.2f}."
        )


if __name__ == "__main__":
    main()
