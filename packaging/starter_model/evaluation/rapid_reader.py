"""Reads pictures with RapidOCR for the comparison: a path a line in, a JSON object a line out. A process of its own.

Runs on the Python that has RapidOCR, so it imports nothing of this package. Boxes are joined to lines by their
height, as a user of the library would: from top to bottom, from left to right.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from importlib.metadata import version
from typing import Any

SAME_LINE_SHARE = 0.5
"""Of a box's height: centres closer than that stand on one line."""


def in_lines(boxes: list[Any], texts: list[str]) -> str:
    """Text by text, a line for each run of boxes at one height."""
    placed = []
    for box, text in zip(boxes, texts, strict=True):
        xs, ys = [float(p[0]) for p in box], [float(p[1]) for p in box]
        placed.append(((min(ys) + max(ys)) / 2, max(ys) - min(ys), min(xs), text))
    placed.sort(key=lambda p: p[0])
    lines: list[list[tuple[float, float, float, str]]] = []
    for item in placed:
        if lines and abs(item[0] - lines[-1][-1][0]) < SAME_LINE_SHARE * item[1]:
            lines[-1].append(item)
        else:
            lines.append([item])
    return "\n".join(" ".join(p[3] for p in sorted(line, key=lambda p: p[2])) for line in lines)


def main() -> None:
    """Says its version first, then answers until the end of the input."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # the library prints, too
    from rapidocr import RapidOCR

    logging.disable(logging.CRITICAL)
    engine = RapidOCR()
    said = f"RapidOCR {version('rapidocr')}, onnxruntime {version('onnxruntime')}"
    print(json.dumps({"version": said}), file=out, flush=True)
    for line in sys.stdin:
        begun = time.perf_counter()
        found = engine(line.rstrip("\n"))
        text = in_lines(list(found.boxes), list(found.txts)) if found.txts else ""
        answer = {"text": text, "seconds": time.perf_counter() - begun}
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    main()
