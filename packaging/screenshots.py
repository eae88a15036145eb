"""Renders every state of the window to PNG files, with a scripted engine: python packaging/screenshots.py
OUT_DIR [NAME…]

For whoever designs or reviews the window; nothing here ships. Runs without a screen
(QT_QPA_PLATFORM=offscreen).
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(ROOT)  # the folder of this script would shadow the library `packaging`
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PIL import Image  # noqa: E402
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl  # noqa: E402
from PySide6.QtGui import QDragEnterEvent, QFont  # noqa: E402
from PySide6.QtWidgets import QApplication, QWidget  # noqa: E402

from app.bootstrap import App, StartOptions, build  # noqa: E402
from app.domain import Message, MessageRole, MetricsSnapshot, new_id  # noqa: E402
from engine.api import FinishReason, ReadLine, Resume, Stage  # noqa: E402
from engine.layout import lines_in_order, plan_regions  # noqa: E402
from engine.placement import place_lines  # noqa: E402
from tests.helpers.fake_engine import (  # noqa: E402
    End,
    Fail,
    FakeEngine,
    Gate,
    Progress,
    Say,
    lines_of,
    says,
)

RECEIPT = str(ROOT / "resources" / "samples" / "receipt.png")
TEXT = """Harbour Street Bakery
12 Harbour Street
Open every day from 7 to 18
2 Rye bread 7.80
1 Apple cake 4.20
3 Plain rolls 2.70
1 Oat milk 2.10
2 Filter coffee 5.60
Total 22.40
Paid by card 22.40
Receipt 0417, 9 May 2026, 08:42
Thank you, see you soon!"""
PROSE = (
    "The quay was empty when the ferry came in, and the rain had stopped an hour before. "
    "Nobody had told the harbour master, who still stood under the awning with his list.\n\n"
) * 14
FORMATTED = r"""## What the receipt says

The **total** came to `22.40`, paid by card; the shop is [on the map](https://example.org/harbour).

| Item | Number | Price |
|:-----|:------:|------:|
| Rye bread | 2 | 7.80 |
| Apple cake | 1 | 4.20 |
| Filter coffee | 2 | 5.60 |

1. The mean price is $\bar{p} = \frac{1}{n}\sum_{i=1}^{n} p_i$.
   - Rolls are the cheapest: \(2.70 / 3 = 0.90\).
2. Nothing was given back.

> Thank you, see you soon!

```python
def total(prices: list[float]) -> float:
    # to the cent
    return round(sum(prices), 2)
```

شكرا لكم، نراكم قريبا في مخبز Harbour Street.
"""
GIB = 1024**3


class Play:
    """One application with one scripted engine."""

    def __init__(self, app: App, engine: FakeEngine, out: Path) -> None:
        self.app = app
        self.engine = engine
        self.out = out

    def wait(self, ready: Callable[[], bool], limit_s: float = 20.0) -> None:
        """Turn the event loop until `ready`."""
        end_s = time.monotonic() + limit_s
        while not ready():
            if time.monotonic() > end_s:
                raise TimeoutError("the window never got there")
            self.turn()

    def turn(self, seconds: float = 0.02) -> None:
        """Let the window live for a moment."""
        end_s = time.monotonic() + seconds
        while True:
            QApplication.processEvents()
            time.sleep(0.005)
            if time.monotonic() > end_s:
                return

    def shoot(self, name: str, widget: QWidget | None = None) -> None:
        """Save what is on screen."""
        self.turn(0.25)
        path = self.out / f"{name}.png"
        (widget or self.app.window).grab().save(str(path))
        print(path)

    def at(self, gate: Gate) -> None:
        """Until the engine stands at the gate, and the window knows all that it said."""
        self.wait(gate.reached.is_set)
        self.turn(0.3)

    def read(self, *steps: object) -> None:
        """Open the receipt with a scripted answer and wait for its end."""
        self.engine.script(*steps)  # type: ignore[arg-type]
        before = self.engine.ended
        self.app.desktop.open_paths([RECEIPT])
        self.wait(lambda: self.engine.ended > before and not self.app.chat.is_running)

    def ask(self, text: str, *steps: object) -> None:
        """Ask with a scripted answer and wait for its end."""
        self.engine.script(*steps)  # type: ignore[arg-type]
        before = self.engine.ended
        self.app.window.send_requested.emit(text)
        self.wait(lambda: self.engine.ended > before and not self.app.chat.is_running)


@contextmanager
def stage(
    out: Path,
    *,
    load_error: Fail | None = None,
    size: tuple[int, int] = (1200, 780),
    is_scripted: bool = True,
) -> Iterator[Play]:
    """A fresh application on a fresh home, closed properly at the end; with the bundled model where it is not
    scripted.
    """
    with tempfile.TemporaryDirectory() as home:
        os.environ["YOMI_HOME"] = home
        engine = FakeEngine(TEXT, load_error=load_error)
        app = build(StartOptions(), lambda: engine) if is_scripted else build()
        app.window.resize(*size)
        app.start()
        played = Play(app, engine, out)
        played.wait(
            lambda: app.window.status.sentence not in ("", "Starting the engine…", "Loading the model…")
        )
        ended = threading.Event()
        app.finished.connect(ended.set)
        try:
            yield played
        finally:
            app.window.close()
            played.wait(ended.is_set)
            app.window.deleteLater()
            app.deleteLater()
            played.turn()


def pieces(text: str) -> list[Say]:
    """`text` as the engine would say it."""
    return [Say(text[index : index + 6], 2) for index in range(0, len(text), 6)]


def busy_snapshot(progress: float) -> MetricsSnapshot:
    """Figures as a small machine would give them, `progress` of the way through an answer."""
    points = max(2, int(140 * progress))
    rates = tuple((i * 0.1, 41 + 6 * math.sin(i / 7) + 3 * math.sin(i / 2.3)) for i in range(points))
    memory = tuple((i * 0.1, (1.1 + 0.32 * (1 - math.exp(-i / 25))) * GIB) for i in range(points + 40))
    stages = (
        ("queue", 0.004),
        ("image_decode", 0.021),
        ("preprocess", 0.034),
        ("vision", 0.31),
        ("prefill", 0.18),
    )
    return MetricsSnapshot(
        running=progress < 1,
        rate_points=rates,
        memory_points=memory,
        weights_bytes=640 * 1024**2,
        cache_bytes=180 * 1024**2,
        memory_total_bytes=16 * GIB,
        first_token_stages=stages,
        first_token_s=0.58,
        tokens=points * 4,
        tokens_per_s=rates[-1][1],
    )


def first(out: Path) -> None:
    with stage(out) as s:
        s.shoot("01-first")
        s.app.theme.set_mode("dark")
        s.shoot("02-first-dark")


def chips(out: Path) -> None:
    broken = Path(tempfile.mkdtemp()) / "holiday-photo.jpg"
    broken.write_bytes(b"not a picture at all")
    with stage(out) as s:
        s.app.intake.add_paths([RECEIPT, str(broken), str(broken.parent / "gone.png"), RECEIPT])
        s.wait(lambda: len(s.app.intake.attachments) == 4)
        s.shoot("03-chips")
        s.app.window.composer.insert_text("What is the total?\nAnd how was it paid?")
        s.shoot("04-chips-question")
        s.app.theme.set_mode("dark")
        s.shoot("05-chips-dark")


def streaming(out: Path) -> None:
    with stage(out) as s:
        before, middle = Gate(), Gate()
        s.engine.script(
            Progress(Stage.IMAGE_DECODE),
            Progress(Stage.VISION, 5, 12),
            before,
            *pieces(TEXT[:170]),
            middle,
            *pieces(TEXT[170:]),
        )
        s.app.desktop.open_paths([RECEIPT])
        s.at(before)
        s.shoot("06-looking")
        before.open()
        s.at(middle)
        s.app.window.show_snapshot(busy_snapshot(0.4))
        s.shoot("07-streaming")
        s.app.theme.set_mode("dark")
        s.shoot("08-streaming-dark")
        middle.open()
        s.wait(lambda: not s.app.chat.is_running)
        s.shoot("09-complete-dark")
        s.app.theme.set_mode("light")
        s.app.window.show_snapshot(busy_snapshot(1))
        s.shoot("10-complete")


def end_states(out: Path) -> None:
    with stage(out) as s:
        s.read(*says(TEXT[:60]), End(FinishReason.CANCELLED))
        s.ask(
            "What is the total?",
            *says("The total is 22.40, paid by"),
            End(FinishReason.LENGTH, Resume(0, "The total")),
        )
        s.ask("And the date?", *says("9 May"), End(FinishReason.CONTEXT_FULL))
        s.shoot("11-ends")
        s.ask("Read it again", *says("Total Total Total"), End(FinishReason.LOOP))
        s.ask(
            "Is there a phone number?",
            Fail(
                user_message="The machine ran out of memory; close other programs, or choose a smaller model."
            ),
        )
        s.ask("What is on the back?", End(FinishReason.EMPTY))
        s.shoot("12-ends-more")
        s.app.theme.set_mode("dark")
        s.shoot("13-ends-dark")


def notices(out: Path) -> None:
    with stage(out) as s:
        s.read(*says(TEXT))
        s.app.window.say(
            "This is only a link, and Yomi never goes online; save the picture and add the file."
        )
        s.app.window.say("There is no picture to paste; copy one first.")
        s.shoot("14-notices")
        s.app.window.notices.end_all()
        s.app.window.sidebar.announce_deletion(s.app.window.sidebar.current_id)
        s.shoot("15-undo")
        s.app.window.show_model_failure(
            "config.json is missing in /models/qwen; choose a folder in Hugging Face layout."
        )
        s.shoot("16-model-failed")


def faulted(out: Path) -> None:
    with stage(out) as s:
        s.read(
            Fail(
                code="engine_faulted", user_message="The graphics card stopped answering; restart the engine."
            )
        )
        s.shoot("17-faulted")


def no_model(out: Path) -> None:
    with stage(out, load_error=Fail("config_invalid", "config.json is missing; choose another folder.")) as s:
        s.shoot("18-no-model")


def sizes(out: Path) -> None:
    with stage(out) as s:
        for index in range(12):
            s.engine.script(*says(f"{index} " + TEXT))
            s.app.chat.new_conversation()
            s.app.desktop.open_paths([RECEIPT])
            s.wait(lambda: not s.app.intake.is_reading and not s.app.chat.is_running)
        s.ask("Write the whole story down.", *says(PROSE, piece=12))
        s.shoot("19-long")
        s.app.window.messages.verticalScrollBar().setValue(60)
        s.shoot("20-scrolled-up")
        for width, height in ((1000, 640), (760, 600), (560, 700), (2400, 1350)):
            s.app.window.resize(width, height)
            s.turn(0.1)
            s.app.window.messages.scroll_to_end()
            s.shoot(f"21-size-{width}x{height}")


def large_text(out: Path) -> None:
    with stage(out) as s:
        normal = s.app.qt.font()
        font = QFont(normal)
        font.setPointSizeF(16)
        s.app.theme.set_base_font(font)
        s.shoot("22-large-first")
        s.read(*says(TEXT))
        s.ask("What is the total?", *says("22.40"))
        s.shoot("23-large")
        s.app.theme.set_base_font(normal)


def drag_over_window(window: QWidget) -> None:
    """A picture is dragged in, and not let go yet."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(RECEIPT)])
    event = QDragEnterEvent(
        QPointF(300, 300).toPoint(),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(window, event)


def overlays(out: Path) -> None:
    with stage(out) as s:
        s.read(*says(TEXT))
        drag_over_window(s.app.window)
        s.shoot("24-drop")
        s.app.window.hide_drop()
        message = s.app.chat.messages[0]
        viewer = s.app.window.viewers.open(message.attachments[0], message.attachments)
        s.wait(lambda: viewer.view.has_image)
        s.shoot("25-viewer", viewer)
        viewer.close()
        about = s.app.window.show_about()
        s.shoot("26-about", about)
        about.close()
        s.app.window.menus.theme_menu.popup(s.app.window.mapToGlobal(s.app.window.rect().center()))
        s.shoot("27-menu", s.app.window.menus.theme_menu)
        s.app.window.menus.theme_menu.close()


def doubt(out: Path) -> None:
    with stage(out) as s:
        s.read(*says(TEXT), End(FinishReason.COMPLETE, lines=receipt_lines()))
        s.shoot("28-doubtful")
        s.app.theme.set_mode("dark")
        s.shoot("29-doubtful-dark")
        message = s.app.chat.messages[0]
        viewer = s.app.window.viewers.open(message.attachments[0], message.attachments)
        s.wait(lambda: viewer.view.has_image)
        viewer.lines_button.click()
        s.shoot("30-lines-dark", viewer)
        s.app.theme.set_mode("light")
        viewer.lines_button.click()
        viewer.lines_button.click()
        s.shoot("31-lines", viewer)
        viewer.close()


SHELF = (
    ("Rechnung Nr. 2041", "Rechnung Nr. 2041\nKaffee und Kuchen 11,40\nSumme 11,40 EUR"),
    ("領収書", "領収書\n東京駅前店\nコーヒー 480円\n合計金額 三千二百円"),
    ("Station notice", "Trains from platform 3 leave ten minutes late today.\nCoffee is served in the hall."),
    ("Harbour Street Bakery", TEXT),
    ("Coffee list", "Beans for May\n" + "Filter coffee, espresso, decaf\n" * 3),
    ("Meeting notes", "Who brings the coffee?\nThe printer is out of toner again."),
)
"""Titles and readings of a small history."""


def fill_shelf(play: Play) -> None:
    """A history to search in; the second conversation is pinned."""
    repository = play.app.repository
    for title, text in reversed(SHELF):
        conversation = repository.create_conversation(title)
        repository.add_message(Message(new_id(), conversation.id, MessageRole.ASSISTANT, text))
        if title == "Coffee list":
            asked = Message(new_id(), conversation.id, MessageRole.USER, "Which coffee has no caffeine?")
            repository.add_message(asked)
            repository.set_pinned(conversation.id, pinned=True)
        play.turn(0.01)
    play.app.chat.open_latest_or_new()


def searching(out: Path) -> None:
    """What was found, a message that was gone to, nothing found, and the search in one conversation."""
    with stage(out) as play:
        fill_shelf(play)
        play.shoot("shelf")
        sidebar = play.app.window.sidebar
        for theme in ("light", "dark"):
            play.app.theme.set_mode(theme)
            search_for(play, "coffee")
            play.shoot(f"search-{theme}")
        sidebar.results.step(3)
        sidebar.results.open_current()
        play.shoot("search-opened-dark")
        play.app.theme.set_mode("light")
        search_for(play, "金額")
        sidebar.results.open_current()
        play.shoot("search-opened")
        search_for(play, "nowhere")
        play.shoot("search-nothing")
        sidebar.search.clear()
        play.app.window.menus.find_here.trigger()
        play.app.finding.bar.field.setText("円")
        play.turn(0.5)
        play.shoot("find")


def search_for(play: Play, words: str) -> None:
    """Type words into the search and wait for what is found."""
    play.app.window.menus.find.trigger()
    results = play.app.window.sidebar.results
    play.app.window.sidebar.search.setText(words)
    play.wait(lambda: results.result is not None and results.result.words == words)


def receipt_lines() -> tuple[ReadLine, ...]:
    """The receipt's lines where they are, two of its words doubtful."""
    with Image.open(RECEIPT) as picture:
        plan = plan_regions(picture.convert("RGB"), canvas_px=picture.width * picture.height)
    boxes = place_lines(TEXT.split("\n"), lines_in_order(plan))
    doubts = {"5.60": 0.52, "0417,": 0.31}
    return tuple(
        replace(
            line,
            box=box,
            words=tuple(
                replace(word, confidence=doubts.get(word.text, word.confidence)) for word in line.words
            ),
        )
        for line, box in zip(lines_of(TEXT), boxes, strict=True)
    )


SCENES = (
    first,
    chips,
    streaming,
    end_states,
    notices,
    faulted,
    no_model,
    sizes,
    large_text,
    overlays,
    doubt,
    searching,
)


def main(arguments: list[str]) -> int:
    """Render the scenes asked for, or all."""
    if not arguments:
        print(__doc__)
        return 2
    out = Path(arguments[0])
    out.mkdir(parents=True, exist_ok=True)
    for scene in SCENES:
        if len(arguments) == 1 or scene.__name__ in arguments[1:]:
            scene(out)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
