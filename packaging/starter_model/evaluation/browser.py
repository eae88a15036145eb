"""Draws HTML fragments with headless Chromium, many in one run. Build-time tool.

The fonts are those of the system and of the evaluation's own fontconfig file; nothing is fetched.
"""

from __future__ import annotations

import html
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

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


def _document(fragment: Fragment) -> str:
    return (
        "<!doctype html><meta charset=utf-8><style>*{box-sizing:border-box}"
        f"body{{margin:0;width:{fragment.width_px}px;height:{fragment.height_px}px;overflow:hidden;"
        f"font-variant-ligatures:none}}{fragment.css}</style><body>{fragment.body}"
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


def _shoot(document: str, width_px: int, height_px: int, fontconfig: Path) -> Image.Image:
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("Chromium draws the pictures and is missing: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder:
        page, picture = Path(folder) / "page.html", Path(folder) / "page.png"
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
            f"--screenshot={picture}",
            page.as_uri(),
        ]
        subprocess.run(
            command,
            check=True,
            timeout=180,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "FONTCONFIG_FILE": str(fontconfig)},
        )
        return Image.open(picture).convert("RGB")


def photograph(fragments: Sequence[Fragment], fontconfig: Path) -> list[Image.Image]:
    """A picture of each fragment, in order, RGB."""
    pictures: list[Image.Image] = []
    for batch in _batches(fragments):
        width = max(fragments[i].width_px for i in batch)
        frames, top, tops = "", 0, []
        for i in batch:
            fragment = fragments[i]
            tops.append(top)
            frames += (
                f'<iframe style="position:absolute;left:0;top:{top}px;border:0;'
                f'width:{fragment.width_px}px;height:{fragment.height_px}px" '
                f'srcdoc="{html.escape(_document(fragment), quote=True)}"></iframe>'
            )
            top += fragment.height_px + GAP_PX
        whole = _shoot(
            f"<!doctype html><meta charset=utf-8><body style='margin:0'>{frames}", width, top, fontconfig
        )
        for i, y in zip(batch, tops, strict=True):
            pictures.append(whole.crop((0, y, fragments[i].width_px, y + fragments[i].height_px)))
    return pictures
