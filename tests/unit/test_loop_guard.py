"""The loop guard ends what never ends and leaves honest repetition alone."""

from __future__ import annotations

import numpy as np
import pytest

from engine.loop_guard import MAX_PERIOD_TOKENS, RULE_TOKENS, SPAN_TOKENS, LoopGuard


def fires_after(text: str) -> int | None:
    """How many characters were taken when the guard fired; None where it did not."""
    guard = LoopGuard()
    for count, character in enumerate(text, 1):
        if guard.push(ord(character)):
            return count
    return None


def test_ten_equal_table_rows_survive() -> None:
    assert fires_after("Espresso doppio          2  4.80\n" * 10) is None


def test_a_dashed_rule_across_a_wide_page_survives() -> None:
    assert fires_after("-" * 160 + "\nTOTAL") is None


def test_an_endless_dash_is_ended() -> None:
    assert fires_after("-" * 5000) == RULE_TOKENS


@pytest.mark.parametrize(
    "unit", ["the ", "Subtotal 23.15\n", "a line of some sixty characters that is read again and again\n"]
)
def test_an_endless_repetition_is_ended_soon_after_its_span(unit: str) -> None:
    fired = fires_after(unit * 200)
    assert fired is not None
    assert fired == max(SPAN_TOKENS, 13 * len(unit))


def test_what_came_before_a_loop_does_not_hide_it() -> None:
    assert fires_after("An honest page with words that differ. " + "ab\n" * 1000) is not None


def test_a_loop_that_is_broken_starts_counting_anew() -> None:
    guard = LoopGuard()
    almost = "-" * (RULE_TOKENS - 1)
    assert not any(guard.push(ord(c)) for c in almost + "x" + almost)


def test_varied_text_never_fires() -> None:
    assert fires_after("".join(f"row {i} has value {i * i}\n" for i in range(400))) is None


def test_a_period_longer_than_the_longest_is_not_a_loop() -> None:
    unit = "".join(chr(200 + i) for i in range(MAX_PERIOD_TOKENS + 1))
    assert fires_after(unit * 30) is None


def first_loop(tokens: list[int], characters: float | None = None) -> int | None:
    guard = LoopGuard(characters)
    return next((index for index, token in enumerate(tokens) if guard.push(token)), None)


def test_far_more_than_the_page_shows_ends_after_a_few_repeats() -> None:
    line = [ord(c) for c in "then tell them what you told them; "]
    told = line * 40
    ended = first_loop(told, characters=100)
    assert ended is not None
    assert 200 < ended < 100 * 2 + 80 + 4 * len(line)
    free = first_loop(told)
    assert free is None or free > ended


def test_equal_rows_that_the_page_has_ink_for_survive() -> None:
    row = [ord(c) for c in "Screws M4 x 20   100   4.99\n"]
    assert first_loop(row * 10, characters=10 * len(row)) is None
    assert first_loop(row * 10, characters=10 * len(row) * 0.6) is None


def test_a_long_text_without_a_period_is_no_loop_however_little_ink_there_is() -> None:
    rng = np.random.default_rng(3)
    assert first_loop(rng.integers(0, 60, 3000).tolist(), characters=10) is None
