"""What a sitting with many receipts costs: each dropped on the real window, read by the real engine and asked
for its total; then every conversation is opened, again and again:
python -m tests.benchmarks.sitting [--receipts N] [--rounds N]

Says how many totals were right, and how much memory and how many widgets the process holds meanwhile.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PIL import Image, ImageDraw, ImageFont
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.bootstrap import App, build
from app.domain import EngineState, Message, MessageRole
from tests.helpers.drags import drag_over, let_go_over

SEED = 6
WIDTH_PX, MARGIN_PX = 448, 36
SHOPS = ("Corner Bakery", "Harbour Cafe", "North Books", "Green Grocer", "Mill Pharmacy", "City Garage")
GOODS = ("Rye bread", "Apple tart", "Espresso", "Olive oil", "Tomatoes", "Notebook", "Oil change", "Ticket")
PATIENCE_S = 300.0
MIB = 1024**2


def draw(folder: Path, number: int, rng: random.Random) -> tuple[Path, str]:
    """A receipt as a file, and its total."""
    prices = [rng.randint(120, 1990) / 100 for _ in range(rng.randint(3, 6))]
    total = f"{sum(prices):.2f}"
    lines = [
        (rng.choice(SHOPS), "", 30),
        (f"Receipt {20000 + 37 * number}", f"{rng.randint(1, 28)} May 2026", 18),
        *((f"{rng.randint(1, 3)} {rng.choice(GOODS)}", f"{price:.2f}", 20) for price in prices),
        ("TOTAL", total, 26),
        ("Thank you!", "", 18),
    ]
    height_px = sum(size + 16 for _, _, size in lines) + 2 * MARGIN_PX
    picture = Image.new("RGB", (WIDTH_PX, height_px), "#fcfbf7")
    pen, top_px = ImageDraw.Draw(picture), MARGIN_PX
    for left, right, size in lines:
        font = ImageFont.load_default(size)
        pen.text((MARGIN_PX, top_px), left, "#262421", font)
        pen.text((WIDTH_PX - MARGIN_PX, top_px), right, "#262421", font, anchor="ra")
        top_px += size + 16
    path = folder / f"receipt-{number}.png"
    picture.save(path)
    return path, total


class Sitting:
    """One window and who works with it."""

    def __init__(self) -> None:
        self.app: App = build()
        self.app.window.resize(1200, 780)
        self.app.start()
        self.until(lambda: self.app.bridge.state is EngineState.READY)
        self.field = self.app.window.composer.field

    def until(self, ready: Callable[[], bool]) -> None:
        """Turn the event loop, deletions included, until `ready`."""
        give_up_s = time.monotonic() + PATIENCE_S
        while not ready():
            QTest.qWait(5)
            if time.monotonic() > give_up_s:
                raise TimeoutError("the window did not get there")

    def answers(self) -> list[Message]:
        return [each for each in self.app.chat.messages if each.role is MessageRole.ASSISTANT]

    def read(self, path: Path) -> str:
        """Drop a receipt into a new conversation, ask for its total; what the answer says."""
        window, chat = self.app.window, self.app.chat
        window.new_requested.emit()
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path))])
        drag_over(window, mime, QPoint(300, 300))
        let_go_over(window, mime, QPoint(300, 300))
        self.until(lambda: len(self.answers()) == 1 and not chat.is_running)
        QTest.keyClicks(self.field, "What is the total?")
        QTest.keyClick(self.field, Qt.Key.Key_Return)
        self.until(lambda: len(self.answers()) == 2 and not chat.is_running)
        return self.answers()[-1].text.strip()

    def open_all(self) -> None:
        """Every conversation once."""
        for conversation in self.app.repository.list_conversations():
            self.app.chat.open_conversation(conversation.id)
            QTest.qWait(20)

    def say(self, after: str) -> None:
        """One row of the table."""
        gc.collect()
        QTest.qWait(200)
        held = psutil.Process().memory_info().rss / MIB
        print(f"| {after} | {held:,.0f} | {len(QApplication.allWidgets()):,} |", flush=True)

    def close(self) -> None:
        ended: list[bool] = []
        self.app.finished.connect(lambda: ended.append(True))
        self.app.window.close()
        self.until(lambda: bool(ended))


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("--receipts", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    wanted = parser.parse_args()
    rng = random.Random(SEED)
    with tempfile.TemporaryDirectory() as home:
        os.environ["YOMI_HOME"] = home
        sitting = Sitting()
        print("| after | MiB held | widgets |\n|---|--:|--:|")
        sitting.say("start")
        right = 0
        for number in range(1, wanted.receipts + 1):
            path, total = draw(Path(home), number, rng)
            right += total in sitting.read(path)
            if number % 5 == 0 or number == wanted.receipts:
                sitting.say(f"{number} receipts")
        for number in range(1, wanted.rounds + 1):
            sitting.open_all()
            sitting.say(f"round {number} through all of them")
        sitting.close()
    print(f"\n{right} of {wanted.receipts} totals right")


if __name__ == "__main__":
    main()
