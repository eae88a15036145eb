"""The longest turn of the event loop in four moments of a long answer: sending its question, its end, finding
words in it, opening it from the history: python -m tests.benchmarks.moments [--repeats N] [KIND…]

CPU time of the GUI thread, so that other programs count less; the engine stands at gates, so that nothing
else of the answer falls into a moment. `tests.benchmarks.stalls` has all of it by the clock.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable

from tests.benchmarks.stalls import KINDS, Bench, Heartbeat
from tests.helpers.fake_engine import Gate, Say

WORDS = {
    "one paragraph": "ferry",
    "one listing": "value",
    "one list": "item",
    "small tables": "words",
    "Japanese": "名前",
    "plain reading": "bread",
}
FIRST_CHARS = 132
LAST_CHARS = 60
MOMENT_S = 0.4
"""All that follows from each of them has been done by then."""


class Moments:
    """One window, and what each moment took in it."""

    def __init__(self) -> None:
        self.bench = Bench(1000.0)
        self.longest_ms: dict[str, list[float]] = {}

    def take(self, name: str, begin: Callable[[], object], done: Callable[[], bool] = lambda: True) -> None:
        """The longest turn from `begin` on."""
        beat = Heartbeat()
        beat.start()
        begin()
        end_s = time.monotonic() + MOMENT_S
        self.bench.until(lambda: done() and time.monotonic() > end_s)
        self.longest_ms.setdefault(name, []).append(beat.stop()[1][-1])

    def run(self, kind: str, text: str) -> None:
        """All four moments of one answer."""
        bench, app = self.bench, self.bench.app
        app.chat.new_conversation()
        bench.read(Say("Read."), paces=False)
        bench.settle()
        first, last = Gate(), Gate()
        middle = text[FIRST_CHARS:-LAST_CHARS]
        bench.engine.script(first, Say(text[:FIRST_CHARS]), Say(middle), last, Say(text[-LAST_CHARS:]))
        self.take("sending", lambda: app.window.send_requested.emit("Tell me all of it."))
        first.open()
        bench.until(lambda: len(app.chat.messages[-1].text) == len(text) - LAST_CHARS)
        bench.settle()
        bench.settle()
        self.take("end", last.open, lambda: not app.chat.is_running)
        bench.settle()
        app.window.menus.find_here.trigger()
        bar, word = app.finding.bar, WORDS.get(kind, "row")
        self.take("finding", lambda: bar.field.setText(word), lambda: " of " in bar.count_words)
        bar.field.clear()
        bar.close_bar()
        conversation = app.chat.conversation
        assert conversation is not None
        app.chat.new_conversation()
        bench.settle()
        self.take("opening", lambda: app.chat.open_conversation(conversation.id))
        bench.settle()


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.moments", description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []], metavar="KIND")
    parser.add_argument("--characters", type=int, default=50_000)
    parser.add_argument("--repeats", type=int, default=5)
    chosen = parser.parse_args()
    print("| answer | sending ms | its end ms | finding in it ms | opening it ms |")
    print("|---|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as home:
        os.environ["YOMI_HOME"] = home
        moments = Moments()
        for kind in chosen.kinds or KINDS:
            moments.longest_ms.clear()
            for _ in range(chosen.repeats):
                moments.run(kind, KINDS[kind](chosen.characters))
            figures = (f"{statistics.median(taken):.0f}" for taken in moments.longest_ms.values())
            print(f"| {kind} | {' | '.join(figures)} |", flush=True)
        moments.bench.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
