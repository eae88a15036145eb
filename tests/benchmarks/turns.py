"""How much CPU time the GUI thread takes for each delivery of a long answer, and for the longest turn of the
event loop in it: python -m tests.benchmarks.turns [--characters N] [--repeats N] [KIND…]

For machines with other work: text is handed over in equal pieces, however late, and of each piece the least
of some repeats counts. What `tests.benchmarks.stalls` says of an idle machine this does not replace.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time

from PySide6.QtWidgets import QApplication

from tests.benchmarks.stalls import KINDS, TOKEN_CHARS, Bench, of_beats
from tests.helpers.fake_engine import Gate, Say

DELIVERY_CHARS = 132
"""What 1,000 tokens of four characters a second are in the 33 ms of a delivery."""

TURNS = 4
"""Of the event loop after each delivery: its layout, its painting, and what they ask for."""

SAMPLED_EVERY = 3
"""Deliveries from one sample of the panel to the next."""


def turn() -> float:
    """CPU seconds of one turn of the event loop."""
    began_s = time.thread_time()
    QApplication.processEvents()
    return time.thread_time() - began_s


def delivered(bench: Bench, message_id: str, text: str, *, sampled: bool) -> tuple[float, float]:
    """CPU seconds of one delivery with all that follows it, and of the longest part of them."""
    bridge = bench.app.bridge
    began_s = time.thread_time()
    tokens = len(text) // TOKEN_CHARS
    bridge.tokens_counted.emit(message_id, tokens, time.monotonic())
    bridge.text_appended.emit(message_id, text)
    bridge.tokens_heard.emit(message_id, tokens)
    parts = [time.thread_time() - began_s]
    parts += [turn() for _ in range(TURNS)]
    if sampled:
        began_s = time.thread_time()
        bench.app.window.show_snapshot(bench.app.metrics.snapshot)
        parts += [time.thread_time() - began_s, turn()]
    return sum(parts), max(parts)


def run(bench: Bench, text: str) -> list[tuple[float, float]]:
    """Every delivery of one answer."""
    gate = Gate()
    bench.app.chat.new_conversation()
    bench.read(Say("Read."), paces=False)
    bench.settle()
    bench.engine.script(Say("x"), gate)
    bench.app.window.send_requested.emit("Tell me all of it.")
    bench.until(lambda: bench.app.chat.messages[-1].text == "x")
    message_id = bench.app.chat.messages[-1].id
    pieces = [text[start : start + DELIVERY_CHARS] for start in range(0, len(text), DELIVERY_CHARS)]
    took = [
        delivered(bench, message_id, piece, sampled=number % SAMPLED_EVERY == 0)
        for number, piece in enumerate(pieces)
    ]
    gate.open()
    bench.until(lambda: not bench.app.chat.is_running)
    return took


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.turns", description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []], metavar="KIND")
    parser.add_argument("--characters", type=int, default=50_000)
    parser.add_argument("--repeats", type=int, default=3)
    chosen = parser.parse_args()
    print(
        "| answer | all ms | a delivery, median ms | longest turn of each: median ms | p99 ms | longest ms |"
    )
    print("|---|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as home:
        os.environ["YOMI_HOME"] = home
        bench = Bench(1000.0)
        for kind in chosen.kinds or KINDS:
            runs = [run(bench, KINDS[kind](chosen.characters)) for _ in range(chosen.repeats)]
            best = [tuple(map(min, zip(*same, strict=True))) for same in zip(*runs, strict=True)]
            whole = sorted(each[0] * 1000 for each in best)
            longest = sorted(each[1] * 1000 for each in best)
            print(
                f"| {kind} | {sum(whole):.0f} | {of_beats(whole, 0.5):.1f} | {of_beats(longest, 0.5):.1f} "
                f"| {of_beats(longest, 0.99):.1f} | {longest[-1]:.1f} |",
                flush=True,
            )
        bench.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
