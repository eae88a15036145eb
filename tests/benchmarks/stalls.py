"""How long the window does not answer while a long answer comes in, measured on the real window over a
scripted engine: python -m tests.benchmarks.stalls [--rate TOKENS_S] [--characters N] [KIND…]

A timer is due every millisecond; what it is late by is how long a key press or a repaint would have waited.
Two shares are said: of all beats (p99), and of all moments (a stall of 30 ms is thirty moments to meet it).
The CPU time that the GUI thread took between two beats is the same without what other programs did meanwhile.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.bootstrap import App, StartOptions, build
from app.domain import EngineState
from app.full_collections import FullCollections
from engine.api import RequestId, Sink
from engine.generation import NOTED_EVERY_S
from tests.helpers.fake_engine import FakeEngine, Say, Step

ROOT = Path(__file__).resolve().parents[2]
TOKEN_CHARS = 4
SECTION = """## Section {n}

The **total** of row {n} came to `1,234.50`, see [the source](https://example.org/{n}) and $x_{n}^2 + 1$.
A second line of the paragraph, with ~~old~~ words in it and some more of them to make it wrap.

1. First of all
   - nested *one*
   - nested two
2. Second of all

> Quoted words of section {n}.

| Item | Quantity | Price |
|:-----|:--------:|------:|
| Milk {n} | 2 | 2.50 |
| Bread | 1 | 3.10 |

```python
def reads_{n}(page: Page) -> str:
    # why it does
    return f"{{page.text}}" + str({n})
```

$$
\\frac{{a + {n}}}{{2}} = b
$$

مرحبا بالعالم، هذا نص عربي.

"""
CODE = "def line_{n}(value: int) -> str:\n    return f'{{value}} of {n}'  # said\n\n\n"


def made_of(pattern: str, characters: int, before: str = "") -> str:
    """So many characters of a pattern, numbered."""
    count = characters // len(pattern) + 2
    return (before + "".join(pattern.format(n=n) for n in range(1, count)))[:characters]


KINDS: dict[str, Callable[[int], str]] = {
    "markdown": lambda size: made_of(SECTION, size),
    "one paragraph": lambda size: made_of("The quay was empty when ferry {n} came in. ", size),
    "one listing": lambda size: made_of(CODE, size, "```python\n"),
    "one table": lambda size: made_of(
        "| row {n} | {n} | some **words** of it |\n", size, "| a | b | c |\n|---|--:|---|\n"
    ),
    "one list": lambda size: made_of("{n}. item with some words\n", size),
    "small tables": lambda size: made_of("| a | b |\n|---|---|\n| {n} | 2 |\n\nwords\n\n", size),
    "Japanese": lambda size: "".join(islice(cycle("吾輩は猫である。名前はまだ無い。"), size)),
    "plain reading": lambda size: made_of("{n} Rye bread 7.80 and some more of it\n", size),
}


class PacedEngine(FakeEngine):
    """Says its pieces when they are due, as a model would."""

    def __init__(self, rate: float) -> None:
        super().__init__("Read.")
        self.rate = rate
        self.paces = False
        self._due_s = 0.0

    def _step(self, request_id: RequestId, step: Step, sink: Sink, said: list[str]) -> bool:
        if self.paces and isinstance(step, Say):
            now = time.perf_counter()
            self._due_s = max(self._due_s, now - 0.05) + 1 / self.rate
            if self._due_s > now:
                time.sleep(self._due_s - now)
        return super()._step(request_id, step, sink, said)


class Heartbeat(QObject):
    """Beats every millisecond and keeps what each beat was late by."""

    def __init__(self) -> None:
        super().__init__()
        self._late_ms: list[float] = []
        self._busy_ms: list[float] = []
        self._busy_s = 0.0
        self._due_s = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(1)
        self._timer.timeout.connect(self._on_beat)

    def start(self) -> None:
        """From now on."""
        self._late_ms.clear()
        self._busy_ms.clear()
        self._busy_s = time.thread_time()
        self._due_s = time.perf_counter() + 0.001
        self._timer.start()

    def stop(self) -> tuple[list[float], list[float]]:
        """What the beats were late by, and the CPU time between them."""
        self._timer.stop()
        return sorted(self._late_ms), sorted(self._busy_ms)

    def _on_beat(self) -> None:
        now = time.perf_counter()
        self._late_ms.append(max(0.0, (now - self._due_s) * 1000))
        self._due_s = now + 0.001
        busy_s = time.thread_time()
        self._busy_ms.append((busy_s - self._busy_s) * 1000)
        self._busy_s = busy_s


def of_beats(late_ms: list[float], share: float) -> float:
    """The lateness that this share of the beats stays below."""
    return late_ms[min(len(late_ms) - 1, int(len(late_ms) * share))]


def of_moments(late_ms: list[float], share: float) -> float:
    """The stall that this share of all moments lies in none longer than."""
    left = sum(each + 1 for each in late_ms) * (1 - share)
    for each in reversed(late_ms):
        left -= each + 1
        if left <= 0:
            return each
    return 0.0


class Bench:
    """One window, and one answer after the other."""

    def __init__(self, rate: float) -> None:
        self.engine = PacedEngine(rate)
        self.app: App = build(StartOptions(), lambda: self.engine)
        self.app.window.resize(1200, 780)
        self.app.start()
        self.until(lambda: self.app.bridge.state is EngineState.READY)
        self.read(Say("Read."), paces=False)
        # As the program does when its model is loaded.
        FullCollections(lambda: self.app.bridge.state is EngineState.BUSY, self.app).hold_back()

    def until(self, ready: Callable[[], bool], limit_s: float = 300.0) -> None:
        """Turn the event loop until `ready`."""
        end_s = time.monotonic() + limit_s
        while not ready():
            if time.monotonic() > end_s:
                raise TimeoutError("the window never got there")
            QApplication.processEvents()

    def settle(self) -> None:
        """Let all that was begun end."""
        end_s = time.monotonic() + 1.0
        self.until(lambda: time.monotonic() > end_s)

    def steps(self, pieces: tuple[str, ...]) -> tuple[Say, ...]:
        """The pieces as an engine says them: now and then with where it would go on."""
        between = max(1, round(self.engine.rate * NOTED_EVERY_S))
        return tuple(Say(piece, noted=number % between == 0) for number, piece in enumerate(pieces))

    def read(self, *steps: Say, paces: bool) -> None:
        """Open a picture and wait for its text."""
        self.engine.script(*steps)
        self.engine.paces = paces
        before = self.engine.ended
        self.app.desktop.open_paths([str(ROOT / "resources" / "samples" / "receipt.png")])
        self.until(lambda: self.engine.ended > before and not self.app.chat.is_running)

    def ask(self, *steps: Say) -> None:
        """Ask, and wait for the answer."""
        self.engine.script(*steps)
        self.engine.paces = True
        before = self.engine.ended
        self.app.window.send_requested.emit("Tell me all of it.")
        self.until(lambda: self.engine.ended > before and not self.app.chat.is_running)

    def measure(self, kind: str, characters: int) -> str:
        """One row of the table."""
        text = KINDS[kind](characters)
        # Before the clock starts: an engine has its own thread to write its answer on.
        steps = self.steps(tuple(text[at : at + TOKEN_CHARS] for at in range(0, len(text), TOKEN_CHARS)))
        self.app.chat.new_conversation()
        self.read(Say("Read."), paces=False)
        self.settle()
        beat = Heartbeat()
        began = time.perf_counter()
        beat.start()
        if kind == "plain reading":
            self.read(*steps, paces=True)
        else:
            self.ask(*steps)
        # What ends with the answer (its last block, its figures, the list of conversations) counts too.
        self.settle()
        late_ms, busy_ms = beat.stop()
        took_s = time.perf_counter() - began
        answer = self.app.window.messages.widget_of(self.app.chat.messages[-1].id)
        shown = getattr(answer, "text_widget", None)
        kept = self.app.chat.messages[-1].text == text
        name = type(shown).__name__
        return (
            f"| {kind} | {name} | {of_beats(late_ms, 0.5):.1f} | {of_beats(late_ms, 0.99):.1f} "
            f"| {of_moments(late_ms, 0.99):.1f} | {late_ms[-1]:.1f} "
            f"| {of_beats(busy_ms, 0.99):.1f} | {busy_ms[-1]:.1f} "
            f"| {took_s:.1f} | {'yes' if kept else 'NO'} |"
        )

    def close(self) -> None:
        """As a user does."""
        ended = threading.Event()
        self.app.finished.connect(ended.set)
        self.app.window.close()
        self.until(ended.is_set)


def main(arguments: list[str]) -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.stalls", description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []], metavar="KIND")
    parser.add_argument("--rate", type=float, default=1000.0, help="tokens of four characters a second")
    parser.add_argument("--characters", type=int, default=50_000)
    chosen = parser.parse_args(arguments)
    print(f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores,", end=" ")
    print(f"load {os.getloadavg()[0]:.1f}, {chosen.characters} characters at {chosen.rate:.0f} tokens/s\n")
    print(
        "| answer | shown by | p50 ms | p99 of beats ms | p99 of moments ms | longest ms "
        "| p99 CPU ms | longest CPU ms | s | kept |"
    )
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|---|")
    with tempfile.TemporaryDirectory() as home:
        os.environ["YOMI_HOME"] = home
        bench = Bench(chosen.rate)
        for kind in chosen.kinds or KINDS:
            print(bench.measure(kind, chosen.characters), flush=True)
        bench.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
