"""What a long history costs the window: 10,000 conversations, one of them of 5,000 messages, measured on the
real window: python -m tests.benchmarks.long_histories [--conversations N] [--messages N]

"GUI ms" is CPU time of the GUI thread within one call, which is what a reader would wait; "longest" is the
longest time between two turns of the event loop, by CPU time too, so that other programs do not count.
"""

from __future__ import annotations

import argparse
import os
import platform
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from app.bootstrap import App, StartOptions, build
from app.domain import EngineState, Message, MessageRole, ReadLine, ReadWord, RunStats, new_id
from app.full_collections import FullCollections
from app.paths import history_path, search_index_path
from app.storage.conversations import ConversationRepository
from app.storage.message_rows import CHANGING, changing_values
from tests.benchmarks.stalls import Heartbeat, of_beats
from tests.helpers.fake_engine import FakeEngine

LINES = 30
SEARCHES = ("receipt", "bread 3.10", "合計金額", "円", "needle", '"milk 2.50 bread"', "absent words")


def fill(conversations: int, messages: int) -> str:
    """A history of receipts, the long conversation last; returns its id."""
    repository = ConversationRepository.open(history_path())
    columns = ("id", "conversation_id", "parent_id", "role", "created_at", *CHANGING)
    insert = f"INSERT INTO messages ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608
    with repository._database.transaction() as connection:
        for number in range(conversations):
            conversation_id = f"c{number}"
            moment = f"2026-{1 + number * 11 // conversations:02}-01T00:00:00.{number % 1000:03}+00:00"
            connection.execute(
                "INSERT INTO conversations (id, title, created_at, updated_at) VALUES (?, ?, ?, ?)",
                (conversation_id, f"Receipt {number}", moment, moment),
            )
            put(connection, insert, conversation_id, turns(conversation_id, 2, number))
    long = repository.create_conversation("Long")
    with repository._database.transaction() as connection:
        put(connection, insert, long.id, turns(long.id, messages, 0))
    repository.close()
    return long.id


def put(
    connection: sqlite3.Connection,
    insert: str,
    conversation_id: str,
    made: list[tuple[Message, tuple[object, ...]]],
) -> None:
    """Messages of a conversation, the last of which is the one shown last."""
    connection.executemany(insert, [values for _message, values in made])
    connection.execute("UPDATE conversations SET leaf_id = ? WHERE id = ?", (made[-1][0].id, conversation_id))


def turns(conversation_id: str, count: int, number: int) -> list[tuple[Message, tuple[object, ...]]]:
    """Questions and readings with lines, words and figures, as rows."""
    made: list[tuple[Message, tuple[object, ...]]] = []
    parent_id = ""
    for index in range(count):
        text, lines = "What does the milk cost?", ()
        if index % 2:
            text, lines = reading(number * count + index)
        message = Message(
            new_id(),
            conversation_id,
            MessageRole.ASSISTANT if index % 2 else MessageRole.USER,
            text,
            stats=RunStats(new_tokens=200, device="cpu", model="starter") if index % 2 else None,
            lines=lines,
        )
        row = (message.id, conversation_id, parent_id, message.role, message.created_at)
        made.append((message, (*row, *changing_values(message))))
        parent_id = message.id
    return made


def reading(number: int) -> tuple[str, tuple[ReadLine, ...]]:
    """A receipt of its own; one in a thousand has a needle."""
    texts = [f"{number} receipt of shop {number % 97}"]
    texts += [f"Milk 2.50 bread 3.10 row {number * LINES + row}" for row in range(LINES - 2)]
    texts.append("needle 合計金額 三千円" if number % 1000 == 1 else "合計金額 三千円")
    lines: list[ReadLine] = []
    start = 0
    for row, text in enumerate(texts):
        word = ReadWord(text[:4], 0.98, start, start + 4)
        lines.append(ReadLine(text, start, 0, (10, 20 * row, 400, 20 * row + 18), (word,)))
        start += len(text) + 1
    return "\n".join(texts), tuple(lines)


class Bench:
    """The window over that history."""

    def __init__(self) -> None:
        began = time.thread_time()
        self.app: App = build(StartOptions(), lambda: FakeEngine("Read."))
        self.app.window.resize(1200, 780)
        self.app.start()
        self.start_ms = (time.thread_time() - began) * 1000
        self.until(lambda: self.app.bridge.state is EngineState.READY)
        # As the program does when its model is loaded; what made the history is not walked over either.
        FullCollections(lambda: self.app.bridge.state is EngineState.BUSY, self.app).hold_back()

    def until(self, ready: Callable[[], bool], limit_s: float = 600.0) -> None:
        """Turn the event loop until `ready`."""
        end_s = time.monotonic() + limit_s
        while not ready():
            if time.monotonic() > end_s:
                raise TimeoutError("the window never got there")
            QApplication.processEvents()
            time.sleep(0.0005)

    def settle(self) -> None:
        """Let all that was begun end."""
        end_s = time.monotonic() + 0.5
        self.until(lambda: time.monotonic() > end_s and not self.app.window.messages.is_growing)

    def row(self, what: str, work: Callable[[], object], goes_on: Callable[[], bool] | None = None) -> None:
        """Do `work` and what follows from it, and print what it cost."""
        self.settle()
        beat = Heartbeat()
        beat.start()
        began, began_s = time.thread_time(), time.perf_counter()
        work()
        took_ms = (time.thread_time() - began) * 1000
        self.until(goes_on or (lambda: not self.app.window.messages.is_growing))
        all_s = time.perf_counter() - began_s
        self.settle()
        _late_ms, busy_ms = beat.stop()
        print(
            f"| {what} | {took_ms:.1f} | {of_beats(busy_ms, 0.99):.1f} | {busy_ms[-1]:.1f} | {all_s:.2f} |",
            flush=True,
        )

    def search(self, words: str) -> None:
        """Look for words until the whole history has been looked through."""
        results = self.app.window.sidebar.results
        self.row(
            f"search {words}",
            lambda: self.app.window.sidebar.search.setText(words),
            lambda: (
                results.result is not None
                and results.result.words == " ".join(words.split())
                and not results.result.to_index
            ),
        )

    def scroll(self, turns_: int) -> None:
        """Scroll up a third of a screen at each turn of the loop."""
        bar = self.app.window.messages.verticalScrollBar()
        for _ in range(turns_):
            bar.setValue(bar.value() - self.app.window.messages.viewport().height() // 3)
            QApplication.processEvents()

    def list_to_the_end(self) -> None:
        """Scroll through the list of conversations until all are listed."""
        view = self.app.window.sidebar.list_view
        count = -1
        while count != view.model().rowCount():
            count = view.model().rowCount()
            view.scrollToBottom()
            QApplication.processEvents()

    def close(self) -> None:
        """As a user does."""
        ended = threading.Event()
        self.app.finished.connect(ended.set)
        self.app.window.close()
        self.until(ended.is_set)


def index_bytes() -> int:
    """The index, with what is still in its write-ahead log."""
    return sum(file.stat().st_size for file in search_index_path().parent.glob("search.sqlite3*"))


def measure(long_id: str) -> None:
    """The rows of the table."""
    bench = Bench()
    app = bench.app
    print(f"| start, until the window is shown | {bench.start_ms:.1f} | | | |")
    bench.search("needle")
    print(f"| index | | | | {index_bytes() / 1e6:.0f} MB |")
    for words in SEARCHES:
        bench.search(words)
    app.window.sidebar.search.clear()
    bench.row("open a short conversation", lambda: app.chat.open_conversation("c5"))
    bench.row("open the long conversation", lambda: app.chat.open_conversation(long_id))
    middle = app.chat.messages[len(app.chat.messages) // 2].id
    bench.row("go to a message in its middle", lambda: app.window.messages.reveal(middle, flashes=True))
    bench.row("scroll up 200 thirds of a screen", lambda: bench.scroll(200))
    app.window.menus.find_here.trigger()
    bar = app.finding.bar
    bench.row("find needle in it", lambda: bar.field.setText("needle"), lambda: " of " in bar.count_words)
    bar.close_bar()
    bench.row("pin a conversation", lambda: app.chat.listing.pin("c7", pinned=True))
    bench.row("scroll through the list to its end", bench.list_to_the_end)
    bench.row("rename one of all that are listed", lambda: app.chat.rename_conversation("c9", "Another"))
    bench.close()


def main(arguments: list[str]) -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.long_histories", description=__doc__)
    parser.add_argument("--conversations", type=int, default=10_000)
    parser.add_argument("--messages", type=int, default=5_000)
    chosen = parser.parse_args(arguments)
    print(f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores,", end=" ")
    print(
        f"load {os.getloadavg()[0]:.1f}, {chosen.conversations} conversations, {chosen.messages} messages\n"
    )
    print("| what | GUI ms | p99 of turns ms | longest turn ms | all s |")
    print("|---|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as home:
        os.environ["YOMI_HOME"] = home
        long_id = fill(chosen.conversations, chosen.messages)
        print(f"| history | | | | {Path(history_path()).stat().st_size / 1e6:.0f} MB |")
        measure(long_id)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
