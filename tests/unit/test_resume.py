"""An answer that was cut, stopped or lost half way goes on as if nothing had happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
import torch

import engine.generation as generation_module
from engine.api import (
    Finished,
    FinishReason,
    GenerationRequest,
    RequestId,
    Resume,
    Role,
    Task,
    TextDelta,
    Turn,
)
from engine.runtime import Runtime
from engine.stepper import Stepper
from tests.helpers.loading import load
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint

TEXTS = ("What is the total of this receipt?", "a b c d e", "Total 23.15 EUR")
LIMIT = 60


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    made = load(write_tiny_checkpoint(tmp_path_factory.mktemp("tiny"), seed=1, tied=False), slots=2)
    # Random weights say anything; a trained model says nothing that its tokenizer does not know.
    head = made.model.lm_head.weight  # type: ignore[union-attr]
    with torch.no_grad():
        head[made.tokenizer.vocab_size :] = 0
        head[sorted(made.tokenizer.special_ids)] = 0
    yield made
    made.close()


@pytest.fixture(autouse=True)
def notes_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generation_module, "NOTED_EVERY_S", 0.0)


def ask(text: str, limit: int, resume: Resume | None = None) -> GenerationRequest:
    return GenerationRequest(
        RequestId("r"), (Turn(Role.USER, text),), Task.ASK, max_new_tokens=limit, resume=resume
    )


def answer(runtime: Runtime, request: GenerationRequest) -> Finished:
    *_, last = Stepper(runtime).stream(request)
    assert isinstance(last, Finished), last
    return last


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("cut", [1, 2, 7, 31])
def test_a_cut_answer_and_its_continuation_are_the_uncut_one(runtime: Runtime, text: str, cut: int) -> None:
    whole = answer(runtime, ask(text, LIMIT))
    first = answer(runtime, ask(text, cut))
    assert first.reason is FinishReason.LENGTH
    assert first.resume is not None
    assert len(first.resume.token_ids) == cut
    rest = answer(runtime, ask(text, LIMIT - cut, first.resume))
    assert first.text + rest.text == whole.text
    assert whole.resume is not None
    assert rest.resume is not None
    assert rest.resume.token_ids == whole.resume.token_ids


def test_an_answer_that_was_lost_goes_on_from_what_it_noted_last(runtime: Runtime) -> None:
    whole = answer(runtime, ask(TEXTS[0], LIMIT)).text
    heard, noted = "", None
    events = Stepper(runtime).stream(ask(TEXTS[0], LIMIT))
    for event in events:
        if isinstance(event, TextDelta):
            heard += event.text
            noted = event.resume
            if len(heard) > 12:
                break
    events.close()
    assert noted is not None
    assert noted.text == heard
    rest = answer(runtime, ask(TEXTS[0], LIMIT - len(noted.token_ids), noted))
    assert heard + rest.text == whole


def test_a_stopped_answer_says_where_it_goes_on(runtime: Runtime) -> None:
    stepper, said, stopped = Stepper(runtime), [], False
    stepper.submit(ask(TEXTS[0], LIMIT), said.append, lambda: stopped)
    while sum(event.tokens for event in said if isinstance(event, TextDelta)) < 9:
        stepper.step()
    stopped = True
    stepper.step()
    last = said[-1]
    assert isinstance(last, Finished)
    assert (last.reason, last.resume) == (FinishReason.CANCELLED, Resume(0, last.text))
    assert last.resume is not None
    rest = answer(runtime, ask(TEXTS[0], LIMIT - len(last.resume.token_ids), last.resume))
    assert last.text + rest.text == answer(runtime, ask(TEXTS[0], LIMIT)).text


def test_one_that_is_stopped_before_it_began_goes_on_where_the_one_before_did(runtime: Runtime) -> None:
    stepper, said = Stepper(runtime), []
    point = Resume(0, "so far")
    stepper.submit(ask(TEXTS[0], LIMIT, point), said.append, lambda: True)
    stepper.step()
    assert isinstance(said[-1], Finished)
    assert said[-1].resume == point


@pytest.mark.parametrize("ids", [(), (1, 2, 3), (-1,), (10**9,)])
def test_tokens_that_say_something_else_are_not_believed(runtime: Runtime, ids: tuple[int, ...]) -> None:
    first = answer(runtime, ask(TEXTS[0], 9))
    assert first.resume is not None
    plain = answer(runtime, ask(TEXTS[0], 5, replace(first.resume, token_ids=())))
    assert answer(runtime, ask(TEXTS[0], 5, replace(first.resume, token_ids=ids))).text == plain.text


def test_a_tokenizer_believes_only_tokens_that_say_the_text(runtime: Runtime) -> None:
    tokenizer = runtime.tokenizer
    ids = tokenizer.encode("Total 23.15 日")
    assert tokenizer.says(ids, "Total 23.15 日")
    assert not tokenizer.says(ids, "Total 23.15")
    assert not tokenizer.says([*ids, next(iter(tokenizer.special_ids))], "Total 23.15 日")
    # Of a character that was only begun nothing is said yet.
    assert tokenizer.says(ids[:-1], "Total 23.15 ") or len(tokenizer.encode("日")) == 1


def test_the_points_are_noted_now_and_then_only(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generation_module, "NOTED_EVERY_S", 3600.0)
    deltas = [e for e in Stepper(runtime).stream(ask(TEXTS[0], LIMIT)) if isinstance(e, TextDelta)]
    assert len(deltas) > 5
    assert sum(delta.resume is not None for delta in deltas) <= 1
