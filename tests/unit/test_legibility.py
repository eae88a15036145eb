"""What tells reading from guessing, and which way up a page is read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import cast

import pytest

from engine.generation import Generation, Region
from engine.legibility import (
    ENOUGH_TOKENS,
    FEW_TOKENS,
    GUESSED,
    LEGIBLE,
    Legibility,
    Verdict,
    best_turn,
    is_doubtful,
    is_readable,
)
from engine.page_watch import PageWatch
from engine.reading import RegionPlan, Sheet


def heard(
    confidences: Sequence[float], *, ended: bool = False, pieces: str = "ab", is_cut: bool = False
) -> Legibility:
    made = Legibility(is_cut=is_cut)
    for confidence, piece in zip(confidences, cycle(pieces), strict=False):
        made.hear(piece, confidence)
    if ended:
        made.end()
    return made


def test_sure_tokens_are_legible_at_once() -> None:
    assert heard([0.99] * (FEW_TOKENS - 1)).is_open
    assert heard([0.99] * FEW_TOKENS).verdict is Verdict.LEGIBLE


@pytest.mark.parametrize(
    ("mean", "verdict"), [(0.95, Verdict.LEGIBLE), (0.8, Verdict.DOUBTFUL), (0.4, Verdict.GUESSED)]
)
def test_after_enough_tokens_it_is_known(mean: float, verdict: Verdict) -> None:
    assert heard([mean] * (ENOUGH_TOKENS - 1)).is_open
    assert heard([mean] * ENOUGH_TOKENS).verdict is verdict


def test_a_short_text_is_judged_by_what_there_is() -> None:
    assert heard([0.99, 0.95], ended=True).verdict is Verdict.LEGIBLE
    assert heard([0.2, 0.9], ended=True).verdict is Verdict.DOUBTFUL
    assert heard([], ended=True).verdict is Verdict.SILENT


def test_being_sure_of_line_ends_does_not_make_guesses_legible() -> None:
    made = Legibility()
    for _ in range(ENOUGH_TOKENS):
        made.hear("#", 0.3)
        made.hear("*", 0.3)
        made.hear("\n", 1.0)
    assert made.verdict is Verdict.GUESSED


def test_endless_white_space_is_a_guess() -> None:
    assert heard([1.0] * 60, pieces=" ").is_open
    assert heard([1.0] * 200, pieces=" ").verdict is Verdict.GUESSED


def test_a_verdict_never_changes() -> None:
    made = heard([0.99] * FEW_TOKENS)
    for _ in range(100):
        made.hear("a", 0.0)
    made.end()
    assert made.verdict is Verdict.LEGIBLE


def test_one_legible_region_makes_a_page_readable() -> None:
    page = [heard([0.3] * ENOUGH_TOKENS), heard([0.3] * ENOUGH_TOKENS), heard([0.99] * FEW_TOKENS)]
    assert is_readable(page)
    assert not is_doubtful(page)


def test_a_page_is_doubtful_after_two_doubts_or_at_its_end() -> None:
    guess, still_open = heard([0.3] * ENOUGH_TOKENS), heard([])
    assert not is_doubtful([guess, still_open])
    assert is_doubtful([guess, heard([0.8] * ENOUGH_TOKENS), still_open])
    assert is_doubtful([guess])
    assert is_doubtful([heard([], ended=True)])
    assert not is_doubtful([])


def test_a_sure_probe_wins_before_the_others_have_ended() -> None:
    page = [heard([0.4] * ENOUGH_TOKENS)]
    assert best_turn(page, {90: heard([0.5] * 3), 180: heard([0.99] * FEW_TOKENS), 270: heard([])}) == 180


def test_without_a_sure_probe_all_are_waited_for() -> None:
    page = [heard([0.6] * ENOUGH_TOKENS)]
    probes = {90: heard([0.4] * ENOUGH_TOKENS), 180: heard([0.8] * ENOUGH_TOKENS), 270: heard([0.5] * 3)}
    assert best_turn(page, probes) is None
    probes[270].end()
    assert best_turn(page, probes) == 180


def test_a_page_stays_as_it_is_where_no_turn_reads_clearly_better() -> None:
    page = [heard([0.75] * ENOUGH_TOKENS)]
    assert best_turn(page, {180: heard([0.8] * ENOUGH_TOKENS)}) == 0
    assert best_turn(page, {90: heard([], ended=True), 180: heard([0.5] * ENOUGH_TOKENS)}) == 0
    assert best_turn(page, {}) == 0


@pytest.mark.parametrize(
    ("confidences", "is_stroke"),
    [([0.6], True), ([0.8, 0.9, 0.7], True), ([0.97], False), ([0.8] * 4, False)],
)
def test_a_letter_that_nobody_is_sure_of_may_be_a_stroke(
    confidences: Sequence[float], is_stroke: bool
) -> None:
    assert heard(confidences, ended=True).is_stroke is is_stroke


def test_a_stroke_is_guesswork_only_on_a_page_where_nothing_is_legible() -> None:
    for others, is_guesswork in (([], True), ([0.99] * FEW_TOKENS, False)):
        watch = PageWatch(cast("Sheet", None))
        stroke = watch.follow()
        stroke.hear("I", 0.6)
        stroke.end()
        other = watch.follow()
        for confidence, piece in zip(others, cycle("ab"), strict=False):
            other.hear(piece, confidence)
        other.end()
        watch.settle()
        region = Region(cast("Generation", None), 0, cast("RegionPlan", None), legibility=stroke, watch=watch)
        assert region.is_guesswork is is_guesswork


def test_half_a_line_is_heard_only_where_it_is_surer_than_other_print() -> None:
    doubted = (LEGIBLE + GUESSED) / 2
    assert heard([doubted] * ENOUGH_TOKENS).verdict is Verdict.DOUBTFUL
    assert heard([doubted] * ENOUGH_TOKENS, is_cut=True).verdict is Verdict.GUESSED
    assert heard([0.99] * FEW_TOKENS, is_cut=True).verdict is Verdict.LEGIBLE


def test_half_a_line_says_nothing_about_the_page_that_it_stands_on() -> None:
    watch = PageWatch(cast("Sheet", None))
    for record, confidence in ((watch.follow(is_cut=True), 0.99), (watch.follow(), 0.5)):
        for piece in "abababababababababab":
            record.hear(piece, confidence)
    assert watch.is_open
    assert watch.wants_probes


def test_a_page_of_nothing_but_half_lines_waits_for_no_other() -> None:
    watch = PageWatch(cast("Sheet", None))
    watch.follow(is_cut=True)
    assert not watch.is_open


def test_a_texture_read_as_one_sign_again_and_again_is_a_guess_however_sure_it_becomes() -> None:
    assert heard([0.2, 0.5, 0.6, 0.9, *([0.99] * 40)], ended=True, pieces="#").verdict is Verdict.GUESSED


def test_a_rule_of_dashes_is_legible_when_it_ends() -> None:
    assert heard([0.99] * 40, pieces="-").is_open
    assert heard([0.99] * 40, ended=True, pieces="-").verdict is Verdict.LEGIBLE
