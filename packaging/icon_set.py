"""Draws Yomi's icon in the sizes and formats that installers want, from `resources/icons/yomi.svg`."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

SIZES_PX = (16, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES_PX = (16, 24, 32, 48, 64, 128, 256)


def draw(source: Path, folder: Path) -> None:
    """Write `yomi.svg`, `yomi-SIZE.png`, `yomi.ico` and `yomi.icns` into `folder`."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PIL import Image
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, folder / "yomi.svg")
    application = QGuiApplication.instance() or QGuiApplication(["icons"])
    renderer = QSvgRenderer(str(source))
    if not renderer.isValid():
        raise ValueError(f"{source} is no SVG that Qt can draw")
    for size_px in SIZES_PX:
        image = QImage(size_px, size_px, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        renderer.render(painter, QRectF(0, 0, size_px, size_px))
        painter.end()
        image.save(str(folder / f"yomi-{size_px}.png"))
    del application
    with Image.open(folder / "yomi-512.png") as large:
        large.save(folder / "yomi.icns")
    drawn = [Image.open(folder / f"yomi-{size_px}.png") for size_px in ICO_SIZES_PX]
    # The drawn sizes, not one picture scaled down: the small ones stay crisp.
    drawn[-1].save(
        folder / "yomi.ico", sizes=[(each, each) for each in ICO_SIZES_PX], append_images=drawn[:-1]
    )
