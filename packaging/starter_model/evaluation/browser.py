"""Draws HTML fragments with headless Chromium, many in one run. Build-time tool.

The fonts are those of the system and of the evaluation's own fontconfig file; nothing is fetched.
"""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PIL import Image

RUN_HEIGHT_PX = 9_000
"""Height of one run's window; what Chromium draws in one go without tiling trouble."""
GAP_PX = 8


@dataclass(frozen=True)
class Fragment:
    """A page of its own: its body, its style, its size in pixels."""

    body: str
    css: str
    width_px: int
    height_px: int
    zoom: float = 1.0
    """Share of its size at which everything on it is set; the page itself stays as large."""


def unbroken(body: str) -> str:
    """Markup whose words are not broken behind their hyphens: a truth is one text, with no line ends in words."""
    return re.sub(r"(?<=>)[^<>]+", lambda text: re.sub(r"-(?=[^\s-])", "-\u2060", text[0]), body)


def _document(fragment: Fragment) -> str:
    wide, high, zoom = fragment.width_px, fragment.height_px, ""
    if fragment.zoom != 1.0:
        wide, high = round(wide / fragment.zoom), round(high / fragment.zoom)
        zoom = f"zoom:{fragment.zoom:.4f};"
    return (
        "<!doctype html><meta charset=utf-8><style>*{box-sizing:border-box}"
        f"body{{margin:0;width:{wide}px;height:{high}px;{zoom}overflow:hidden;"
        f"font-variant-ligatures:none}}{fragment.css}</style><body>{unbroken(fragment.body)}"
    )


def _batches(fragments: Sequence[Fragment]) -> list[list[int]]:
    batches: list[list[int]] = []
    used = RUN_HEIGHT_PX + 1
    for index, fragment in enumerate(fragments):
        if used + fragment.height_px > RUN_HEIGHT_PX:
            batches.append([])
            used = 0
        batches[-1].append(index)
        used += fragment.height_px + GAP_PX
    return batches


Box = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom exclusive."""

_MEASURE = """<script>onload = () => {
  const found = [...document.querySelectorAll('iframe')].map(frame => {
    const page = frame.contentDocument, walk = page.createTreeWalker(page.body, 4), boxes = [];
    let lost = false;
    while (walk.nextNode()) {
      const range = page.createRange(), hiding = [[0, 0, frame.clientWidth, frame.clientHeight]];
      range.selectNodeContents(walk.currentNode);
      for (let at = walk.currentNode.parentElement; at && at !== page.body; at = at.parentElement)
        if (page.defaultView.getComputedStyle(at).overflow !== 'visible') {
          const r = at.getBoundingClientRect();
          hiding.push([r.left, r.top, r.right, r.bottom]);
        }
      for (const r of range.getClientRects()) {
        if (r.width <= 1) continue;
        boxes.push([r.left, r.top, r.right, r.bottom].map(Math.round));
        lost ||= hiding.some(h => r.left < h[0] - 1 || r.top < h[1] - 1 || r.right > h[2] + 1 || r.bottom > h[3] + 1);
      }
    }
    return {boxes, lost};
  });
  document.body.innerHTML = '<pre id=boxes></pre>';
  document.getElementById('boxes').textContent = JSON.stringify(found);
}</script>"""
"""Writes where each run of text of a frame stands, and whether some of it lies where it is not seen."""
SMALLER = 0.95
"""One step towards the size at which the text of a page fits."""
SMALLEST = 0.6


def _run(document: str, width_px: int, height_px: int, fontconfig: Path, *wanted: str) -> str:
    """Show a document to Chromium; `wanted` says what it should bring. Its standard output."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("Chromium draws the pictures and is missing: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(document, encoding="utf-8")
        command = [
            chromium,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            "--force-device-scale-factor=1",
            f"--user-data-dir={folder}/user",
            # The window is taller than its view by the headless browser's own frame.
            f"--window-size={width_px},{height_px + 150}",
            *wanted,
            page.as_uri(),
        ]
        done = subprocess.run(
            command,
            check=True,
            timeout=180,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env={**os.environ, "FONTCONFIG_FILE": str(fontconfig)},
        )
        return done.stdout


def _frames(fragments: Sequence[Fragment]) -> tuple[str, list[int], int]:
    """One document with each fragment in a frame of its own; their tops; its height."""
    frames, top, tops = "", 0, []
    for fragment in fragments:
        tops.append(top)
        frames += (
            f'<iframe style="position:absolute;left:0;top:{top}px;border:0;'
            f'width:{fragment.width_px}px;height:{fragment.height_px}px" '
            f'srcdoc="{html.escape(_document(fragment), quote=True)}"></iframe>'
        )
        top += fragment.height_px + GAP_PX
    return f"<!doctype html><meta charset=utf-8><body style='margin:0'>{frames}", tops, top


def photograph(fragments: Sequence[Fragment], fontconfig: Path) -> list[Image.Image]:
    """A picture of each fragment, in order, RGB."""
    pictures: list[Image.Image] = []
    for batch in _batches(fragments):
        shown = [fragments[i] for i in batch]
        document, tops, height = _frames(shown)
        width = max(fragment.width_px for fragment in shown)
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "page.png"
            _run(document, width, height, fontconfig, f"--screenshot={target}")
            whole = Image.open(target).convert("RGB")
        for fragment, y in zip(shown, tops, strict=True):
            pictures.append(whole.crop((0, y, fragment.width_px, y + fragment.height_px)))
    return pictures


def _measured(fragments: Sequence[Fragment], fontconfig: Path) -> list[dict[str, Any]]:
    """What `_MEASURE` finds, a page an entry."""
    told: list[dict[str, Any]] = []
    for batch in _batches(fragments):
        shown = [fragments[i] for i in batch]
        document, _, height = _frames(shown)
        width = max(fragment.width_px for fragment in shown)
        page = _run(document + _MEASURE, width, height, fontconfig, "--dump-dom")
        found = re.search(r'<pre id="boxes">(.*?)</pre>', page, re.DOTALL)
        if found is None:
            raise SystemExit("Chromium did not say where it sets the text")
        told += json.loads(found.group(1))
    return told


def text_boxes(fragments: Sequence[Fragment], fontconfig: Path) -> list[list[Box]]:
    """Where Chromium sets each run of text of each fragment."""
    return [[(r[0], r[1], r[2], r[3]) for r in page["boxes"]] for page in _measured(fragments, fontconfig)]


def fitted(
    fragments: Sequence[Fragment], measured: Callable[[Sequence[Fragment]], list[dict[str, Any]]]
) -> list[Fragment]:
    """The fragments, those set smaller whose text would leave its page or the box that holds it.

    Raises: ValueError where text is lost at the smallest size, too.
    """
    found = list(fragments)
    waiting = list(range(len(found)))
    while waiting:
        told = measured([found[n] for n in waiting])
        waiting = [n for n, page in zip(waiting, told, strict=True) if page["lost"]]
        for n in waiting:
            if found[n].zoom * SMALLER < SMALLEST:
                raise ValueError(f"page {n} holds more text than fits: {found[n].body[:80]}")
            found[n] = replace(found[n], zoom=found[n].zoom * SMALLER)
    return found


def fit(fragments: Sequence[Fragment], fontconfig: Path) -> list[Fragment]:
    """The fragments as `fitted` makes them, measured by Chromium.

    Raises: ValueError where text is lost at the smallest size, too.
    """
    return fitted(fragments, lambda pages: _measured(pages, fontconfig))
