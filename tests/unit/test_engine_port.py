"""The Qt-free half of the door to the engine."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from app import engine_port, run_results
from app.domain import ChatTurn, MessageRole, MessageState, Picture
from app.engine_port import PictureError, inspect_image, load_request, read_request, stage_sentence, stream
from engine.api import Finished, Loaded, MemorySample, PrefillProgress, RequestId, Stage, Task, TextDelta
from tests.helpers.app_parts import png_bytes
from tests.helpers.fake_engine import Fail, FakeEngine, Say
from tests.helpers.patience import PATIENCE_S


def test_a_stream_ends_with_its_terminal_event_and_has_all_the_text() -> None:
    engine = FakeEngine("Milk 2.50", loaded=True)
    events = list(
        stream(partial(engine.submit, read_request("r", [Picture(b"x", "x.png")], max_new_tokens=5)))
    )
    engine.shutdown(PATIENCE_S)
    assert isinstance(events[-1], Finished)
    assert (
        "".join(event.text for event in events if isinstance(event, TextDelta))
        == events[-1].text
        == "Milk 2.50"
    )


def test_a_stream_waits_through_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_port, "WAIT_SLICE_S", 0.001)
    engine = FakeEngine()
    gate = engine.gate_loads()
    events = stream(partial(engine.load, load_request("l", Path("/m"), "cpu", "fp32")))
    next(events)
    assert gate.reached.wait(PATIENCE_S)
    gate.open()
    assert isinstance(next(events), Loaded)
    assert next(events, None) is None
    engine.shutdown(PATIENCE_S)


def test_two_streams_do_not_hear_each_other() -> None:
    engine = FakeEngine(loaded=True)
    engine.script(Say("one"))
    engine.script(Fail())
    requests = [read_request(name, [Picture(b"x", "x.png")], max_new_tokens=5) for name in ("a", "b")]
    first, second = (list(stream(partial(engine.submit, request))) for request in requests)
    engine.shutdown(PATIENCE_S)
    assert {event.request_id for event in first} == {"a"}
    assert {event.request_id for event in second} == {"b"}


@pytest.mark.parametrize(("device", "precision"), [("toaster", "auto"), ("cpu", "int3"), ("", "auto")])
def test_an_unknown_device_or_precision_is_no_request(device: str, precision: str) -> None:
    with pytest.raises(ValueError, match=r"toaster|int3|''"):
        load_request("l", Path("/m"), device, precision)


def test_turns_keep_their_sides_and_pictures() -> None:
    turns = [
        ChatTurn(MessageRole.USER, "Q", (Picture(b"x", "x.png", 4),)),
        ChatTurn(MessageRole.ASSISTANT, "A"),
    ]
    request = engine_port.ask_request("a", turns, max_new_tokens=5)
    assert request.task is Task.ASK
    assert [(str(turn.role), turn.text) for turn in request.turns] == [("user", "Q"), ("assistant", "A")]
    assert request.turns[0].images[0].page == 4


@pytest.mark.parametrize("stage", Stage)
def test_every_stage_has_a_sentence(stage: Stage) -> None:
    assert stage_sentence(PrefillProgress(RequestId("r"), stage, 1, 2)).endswith("…")


def test_every_end_that_needs_words_has_them() -> None:
    silent = {MessageState.COMPLETE, MessageState.STOPPED}
    assert set(run_results._STATE_SENTENCES) == set(run_results._STATES.values()) - silent


def test_the_facts_of_a_picture_are_those_of_its_content() -> None:
    facts = inspect_image(png_bytes(size=(70, 30)), "whatever.txt")
    assert (facts.format, facts.width_px, facts.height_px, facts.pages) == ("PNG", 70, 30, 1)


def test_what_is_no_picture_is_a_sentence_and_a_code() -> None:
    with pytest.raises(PictureError) as caught:
        inspect_image(b"%PDF-1.7 something", "scan.png")
    assert caught.value.sentence.endswith(".")
    assert caught.value.code


def test_neighbours_become_one_event_and_nothing_moves_past_another() -> None:
    a, b = RequestId("a"), RequestId("b")
    vision = [PrefillProgress(a, Stage.VISION, done, 3) for done in (1, 2, 3)]
    posted = [
        *vision,
        PrefillProgress(a, Stage.PREFILL, 1, 1),
        TextDelta(a, "x", 1),
        TextDelta(a, "y", 2),
        MemorySample(a, 1, 9),
        MemorySample(a, 2, 9),
        TextDelta(a, "z", 1),
        TextDelta(b, "other", 1),
    ]
    merged = list(engine_port.merged((event, float(moment)) for moment, event in enumerate(posted)))
    assert merged == [
        (vision[2], 2.0),
        (PrefillProgress(a, Stage.PREFILL, 1, 1), 3.0),
        (TextDelta(a, "xy", 3), 5.0),
        (MemorySample(a, 2, 9), 7.0),
        (TextDelta(a, "z", 1), 8.0),
        (TextDelta(b, "other", 1), 9.0),
    ]
    assert list(engine_port.merged([])) == []
