"""Every word carries how sure the model was of it, wherever tokens, regions and runs were cut."""

from __future__ import annotations

import math
import pickle

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.api import (
    EngineEvent,
    Finished,
    FinishReason,
    GenerationRequest,
    RequestId,
    Resume,
    Role,
    Sampling,
    Task,
    Turn,
)
from engine.generation import Generation
from engine.reading import RegionPlan
from engine.sampling import Sampler, choose
from engine.words import words_of

Token = tuple[str, float]


def plan(lead: str = "\n", *, overlaps: bool = False, page: int | None = 0) -> RegionPlan:
    return RegionPlan((Turn(Role.USER, "Read."),), (), (), lead, overlaps, 256, page)


def run(
    plans: list[RegionPlan],
    tokens: list[list[Token]],
    *,
    limit: int = 1000,
    resume: Resume | None = None,
    task: Task = Task.READ,
    cancelled: bool = False,
) -> Finished:
    """A request whose regions say these tokens, heard one by one."""
    events: list[EngineEvent] = []
    turns = (Turn(Role.USER, "Read."),)
    request = GenerationRequest(RequestId("r"), turns, task, max_new_tokens=limit, resume=resume)
    made = Generation(request, events.append, lambda: False)
    for region in made.set_regions(plans):
        for piece, confidence in tokens[region.index]:
            made.hear(region, piece, confidence, 1)
            made.flush()
        if not cancelled:
            made.end_region(region, FinishReason.COMPLETE)
    made.finish(None, cancelled=cancelled)
    finished = events[-1]
    assert isinstance(finished, Finished)
    check(finished)
    return finished


def check(finished: Finished) -> None:
    """What holds for every result: words and lines are what stands in the text, all of it, in order."""
    words = [word for line in finished.lines for word in line.words]
    assert [word.text for word in words] == finished.text.split()
    for word in words:
        assert finished.text[word.start : word.stop] == word.text
        assert 0.0 <= word.confidence <= 1.0
    shown = [(line.start, line.text) for line in finished.lines]
    expected, start = [], 0
    for text in finished.text.split("\n"):
        if text.strip():
            expected.append((start, text))
        start += len(text) + 1
    assert shown == expected


def confidences(finished: Finished) -> dict[str, float]:
    return {word.text: word.confidence for line in finished.lines for word in line.words}


def test_a_word_is_as_sure_as_its_least_sure_token() -> None:
    tokens = [("To", 0.9), ("tal", 0.7), (" ", 0.1), ("12", 0.99), (".50", 0.4), ("\n", 0.2), ("end", 0.8)]
    assert confidences(run([plan()], [tokens])) == {"Total": 0.7, "12.50": 0.4, "end": 0.8}


def test_the_space_that_comes_with_a_word_counts_with_it() -> None:
    assert confidences(run([plan()], [[("one", 0.9), (" two", 0.3), (" three", 0.8)]])) == {
        "one": 0.9,
        "two": 0.3,
        "three": 0.8,
    }


def test_a_token_that_only_begins_a_character_counts_with_the_character() -> None:
    assert confidences(run([plan()], [[("caf", 0.9), ("", 0.2), ("é", 0.8), (" au", 0.7)]])) == {
        "café": 0.2,
        "au": 0.7,
    }


def test_a_half_character_at_the_very_end_is_heard_with_its_confidence() -> None:
    events: list[EngineEvent] = []
    request = GenerationRequest(RequestId("r"), (Turn(Role.USER, "Read."),), max_new_tokens=3)
    made = Generation(request, events.append, lambda: False)
    made.set_regions([plan()])
    made.hear(made.regions[0], "caf", 0.9, 1)
    made.hear(made.regions[0], "", 0.3, 2)
    made.flush()
    made.end_region(made.regions[0], FinishReason.COMPLETE, tail="\ufffd")
    made.finish(None)
    finished = events[-1]
    assert isinstance(finished, Finished)
    assert (finished.text, finished.reason) == ("caf\ufffd", FinishReason.COMPLETE)
    check(finished)
    assert confidences(finished) == {"caf\ufffd": 0.3}


def test_white_space_dropped_at_the_start_of_a_region_moves_no_word() -> None:
    finished = run(
        [plan(), plan("\n\n")], [[("\n", 0.5), ("one ", 0.9)], [(" ", 0.4), ("\n", 0.4), ("two", 0.8)]]
    )
    assert finished.text == "one \n\ntwo"
    assert confidences(finished) == {"one": 0.9, "two": 0.8}


def test_a_line_seen_twice_is_told_once_with_its_first_confidence() -> None:
    finished = run(
        [plan(), plan(overlaps=True)],
        [
            [("one\n", 0.9), ("the line in both", 0.6)],
            [("the line in both", 0.1), ("\n", 0.9), ("three", 0.8)],
        ],
    )
    assert finished.text == "one\nthe line in both\nthree"
    assert confidences(finished) == {
        "one": 0.9,
        "the": 0.6,
        "line": 0.6,
        "in": 0.6,
        "both": 0.6,
        "three": 0.8,
    }


def test_the_halves_of_a_line_in_two_regions_are_one_line() -> None:
    finished = run([plan(), plan(" ")], [[("left half", 0.9)], [("right half\nnext", 0.8)]])
    assert [line.text for line in finished.lines] == ["left half right half", "next"]


def test_a_cancelled_request_keeps_the_words_that_were_heard() -> None:
    finished = run([plan(), plan()], [[("one tw", 0.9)], [("later", 0.8)]], cancelled=True)
    assert confidences(finished) == {"one": 0.9, "tw": 0.9}


def test_words_held_back_by_a_cancel_are_not_told() -> None:
    finished = run([plan(overlaps=True)], [[("held", 0.9)]], cancelled=True)
    assert (finished.text, finished.lines) == ("", ())


def test_a_word_cut_by_the_limit_is_told_in_both_runs_with_the_confidence_of_its_part() -> None:
    tokens = [[("har", 0.9), ("bour", 0.4), (" end", 0.8)]]
    first = run([plan()], tokens, limit=1)
    assert first.resume == Resume(0, "har")
    assert confidences(first) == {"har": 0.9}
    second = run([plan()], [tokens[0][1:]], resume=first.resume)
    assert confidences(second) == {"bour": 0.4, "end": 0.8}
    assert [line.text for line in second.lines] == ["bour end"]


def test_an_answer_has_words_and_no_boxes() -> None:
    finished = run([plan("", page=None)], [[("forty two\nsure", 0.9)]], task=Task.ASK)
    assert [(line.page, line.box) for line in finished.lines] == [(None, None)] * 2


def test_lines_cross_a_process_boundary() -> None:
    finished = run([plan()], [[("one two", 0.9)]])
    assert pickle.loads(pickle.dumps(finished)) == finished  # noqa: S301 - our own bytes


PIECES = st.lists(st.text("ab é\n 字😀", max_size=4), max_size=30)


@given(st.lists(PIECES, min_size=1, max_size=4), st.integers(1, 40), st.booleans())
def test_words_and_lines_cover_the_text_however_it_was_cut(
    regions: list[list[str]], limit: int, overlaps: bool
) -> None:
    plans = [plan(lead, overlaps=overlaps) for lead in ("\n\n", "\n", " ", "\n")[: len(regions)]]
    tokens = [[(piece, 0.5) for piece in pieces] for pieces in regions]
    run(plans, tokens, limit=limit)


@given(PIECES, st.data())
def test_the_confidence_of_a_word_is_the_least_of_the_tokens_that_touch_it(
    pieces: list[str], data: st.DataObject
) -> None:
    sureness = [data.draw(st.floats(0, 1)) for _ in pieces]
    text = "".join(pieces)
    cut = data.draw(st.integers(0, len(text)))
    owner = [index for index, piece in enumerate(pieces) for _ in piece]
    for word in words_of(text[cut:], cut, pieces, sureness):
        touched = range(owner[word.start], owner[word.stop - 1] + 1)
        first = touched.start
        while first and not pieces[first - 1]:
            first -= 1
        assert word.confidence == min(sureness[first : touched.stop])


def test_a_long_answer_takes_linear_time() -> None:
    pieces = ["word", " "] * 20_000
    words = words_of("".join(pieces), 0, pieces, [0.5] * len(pieces))
    assert len(words) == 20_000
    assert words[-1].stop == 5 * 20_000 - 1


# ---- where the figures come from


def test_the_confidence_is_the_softmax_probability_of_the_chosen_token() -> None:
    logits = torch.randn(5, 300, generator=torch.Generator().manual_seed(3))
    choices = choose([Sampler(Sampling())] * 5, logits)
    assert [choice.token_id for choice in choices] == logits.argmax(-1).tolist()
    expected = logits.softmax(-1).max(-1).values.tolist()
    assert [choice.confidence for choice in choices] == pytest.approx(expected, rel=1e-5)


def test_a_sampled_token_has_the_probability_that_the_model_gave_it() -> None:
    logits = torch.randn(2, 50, generator=torch.Generator().manual_seed(4))
    hot, greedy = Sampler(Sampling(temperature=5.0, seed=1)), Sampler(Sampling())
    sampled, likeliest = choose([hot, greedy], logits)
    assert sampled.token_id == Sampler(Sampling(temperature=5.0, seed=1)).select(logits[0])
    assert sampled.confidence == pytest.approx(float(logits[0].softmax(-1)[sampled.token_id]), rel=1e-5)
    assert likeliest.token_id == int(logits[1].argmax())


def test_a_certain_token_is_no_more_than_certain_and_no_number_stays_none() -> None:
    logits = torch.full((2, 8), -60.0)
    logits[0, 3] = 60.0
    logits[1] = math.nan
    certain, broken = choose([Sampler(Sampling())] * 2, logits)
    assert certain.confidence == 1.0
    assert math.isnan(broken.confidence)
