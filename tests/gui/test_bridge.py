"""Between window and engine: every run ends once, text is whole, states are truthful."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from app.bridge import EngineBridge
from app.domain import (
    ChatTurn,
    EngineState,
    MessageRole,
    MessageState,
    ModelCard,
    Picture,
    ResumePoint,
    RunOutcome,
)
from app.engine_port import FAULT_CODE
from engine.api import FinishReason, Resume, Role, Stage, Task
from tests.helpers.fake_engine import METRICS, End, Fail, FakeEngine, Gate, Memory, Progress, Say, says
from tests.helpers.patience import PATIENCE_S
from tests.helpers.signal_log import SignalLog

PICTURE = Picture(b"bytes", "receipt.png", 2)
SIGNALS = (
    "text_appended",
    "tokens_counted",
    "progress_changed",
    "memory_sampled",
    "run_finished",
    "engine_state_changed",
    "model_loaded",
    "model_failed",
    "shut_down",
)


class Bench:
    """A bridge over fake engines, and what it said."""

    def __init__(self, qtbot: QtBot, interval_ms: int = 0) -> None:
        self.qtbot = qtbot
        self.engines: list[FakeEngine] = []
        self.bridge = EngineBridge(self._create, interval_ms=interval_ms)
        self.log = SignalLog(self.bridge, *SIGNALS)

    def _create(self) -> FakeEngine:
        engine = FakeEngine("Hello, world.")
        self.engines.append(engine)
        return engine

    @property
    def engine(self) -> FakeEngine:
        return self.engines[-1]

    def load(self) -> None:
        self.bridge.load_model("/models/fake")
        self.wait_for("model_loaded")

    def wait_for(self, name: str, count: int = 1) -> None:
        self.qtbot.waitUntil(lambda: len(self.log.named(name)) >= count)

    def outcome(self, message_id: str) -> RunOutcome:
        outcomes = [outcome for ended, outcome in self.log.named("run_finished") if ended == message_id]
        assert len(outcomes) == 1
        return outcomes[0]

    def text(self, message_id: str) -> str:
        return "".join(text for owner, text in self.log.named("text_appended") if owner == message_id)

    def states(self) -> list[EngineState]:
        return [state for state, _ in self.log.named("engine_state_changed")]


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(qtbot)
    yield made
    for engine in made.engines:
        engine.release()
    made.bridge.shutdown(PATIENCE_S)


def test_a_reading_streams_its_text_and_ends_once(bench: Bench) -> None:
    bench.load()
    bench.engine.script(*says("Grüße 漢字", piece=2))
    bench.bridge.read("m", [PICTURE])
    bench.wait_for("run_finished")
    assert bench.text("m") == "Grüße 漢字"
    outcome = bench.outcome("m")
    assert (outcome.state, outcome.text, outcome.state_detail) == (MessageState.COMPLETE, "Grüße 漢字", "")
    assert outcome.stats is not None
    assert (outcome.stats.first_token_s, outcome.stats.model) == (METRICS.first_token_s, "Fake Reader")


def test_what_the_engine_is_asked_is_what_was_given(bench: Bench) -> None:
    bench.load()
    bench.bridge.read("r", [PICTURE], max_new_tokens=77, resume=ResumePoint(1, "half"))
    turns = [
        ChatTurn(MessageRole.USER, "", (PICTURE,)),
        ChatTurn(MessageRole.ASSISTANT, "Milk 2.50"),
        ChatTurn(MessageRole.USER, "How much?"),
    ]
    bench.bridge.ask("a", turns)
    bench.wait_for("run_finished", 2)
    read, ask = bench.engine.requests
    assert (read.task, read.max_new_tokens, read.resume) == (Task.READ, 77, Resume(1, "half"))
    image = read.turns[-1].images[0]
    assert (image.data, image.name, image.page) == (b"bytes", "receipt.png", 2)
    assert ask.task is Task.ASK
    assert [(turn.role, turn.text, len(turn.images)) for turn in ask.turns] == [
        (Role.USER, "", 1),
        (Role.ASSISTANT, "Milk 2.50", 0),
        (Role.USER, "How much?", 0),
    ]
    assert read.request_id != ask.request_id


def test_a_burst_of_tokens_is_one_signal_with_all_the_text(qtbot: QtBot) -> None:
    bench = Bench(qtbot, interval_ms=3_600_000)
    bench.bridge.load_model("/models/fake")
    bench.wait_for("model_loaded")
    gate = Gate()
    bench.engine.script(gate, *says("x" * 4000, piece=1))
    bench.bridge.read("m", [PICTURE])
    assert gate.reached.wait(PATIENCE_S)
    gate.open()
    bench.wait_for("run_finished")
    assert bench.text("m") == "x" * 4000
    # The first token is delivered at once; how many follow it into that delivery is the threads' affair.
    assert len(bench.log.named("text_appended")) <= 2
    assert sum(tokens for _, tokens, _ in bench.log.named("tokens_counted")) == 4000
    bench.bridge.shutdown(PATIENCE_S)


def test_the_first_token_is_shown_before_the_timer(qtbot: QtBot) -> None:
    bench = Bench(qtbot, interval_ms=3_600_000)
    bench.bridge.load_model("/models/fake")
    bench.wait_for("model_loaded")
    gate = Gate()
    bench.engine.script(Say("first"), gate)
    bench.bridge.read("m", [PICTURE])
    bench.wait_for("text_appended")
    assert bench.text("m") == "first"
    assert bench.log.named("run_finished") == []
    bench.bridge.shutdown(PATIENCE_S)


def test_texts_of_two_runs_are_never_mixed(bench: Bench) -> None:
    bench.load()
    bench.engine.script(Say("a1"), Say("a2"))
    bench.engine.script(Say("b1"), Say("b2"))
    bench.bridge.read("a", [PICTURE])
    bench.bridge.read("b", [PICTURE])
    bench.wait_for("run_finished", 2)
    assert (bench.text("a"), bench.text("b")) == ("a1a2", "b1b2")


def test_tokens_without_text_are_counted_and_say_nothing(bench: Bench) -> None:
    bench.load()
    bench.engine.script(Say("", 3), Say("é", 1))
    bench.bridge.read("m", [PICTURE])
    bench.wait_for("run_finished")
    assert [text for _, text in bench.log.named("text_appended")] == ["é"]
    assert sum(tokens for _, tokens, _ in bench.log.named("tokens_counted")) == 4


def test_progress_and_memory_arrive_as_sentences_and_numbers(bench: Bench) -> None:
    bench.load()
    bench.engine.script(Progress(Stage.VISION, 2, 6), Memory(10 * 2**30, 140 * 2**30), Say("x"))
    bench.bridge.read("m", [PICTURE])
    bench.wait_for("run_finished")
    message_id, sentence, done, total = bench.log.last("progress_changed")
    assert (message_id, done, total) == ("m", 2, 6)
    assert "picture" in sentence
    assert bench.log.last("memory_sampled") == (10 * 2**30, 140 * 2**30)


@pytest.mark.parametrize(
    ("reason", "state"),
    [
        (FinishReason.COMPLETE, MessageState.COMPLETE),
        (FinishReason.EMPTY, MessageState.EMPTY),
        (FinishReason.CANCELLED, MessageState.STOPPED),
        (FinishReason.LENGTH, MessageState.CUT_OFF),
        (FinishReason.CONTEXT_FULL, MessageState.CONTEXT_FULL),
        (FinishReason.LOOP, MessageState.LOOPED),
    ],
)
def test_every_end_has_its_state(bench: Bench, reason: FinishReason, state: MessageState) -> None:
    bench.load()
    bench.engine.script(Say("text"), End(reason, Resume(1, "te") if reason is FinishReason.LENGTH else None))
    bench.bridge.read("m", [PICTURE])
    bench.wait_for("run_finished")
    outcome = bench.outcome("m")
    assert outcome.state is state
    assert outcome.resume == (ResumePoint(1, "te") if state is MessageState.CUT_OFF else None)
    needs_words = state not in (MessageState.COMPLETE, MessageState.STOPPED)
    assert bool(outcome.state_detail) is needs_words


def test_every_reason_the_engine_can_give_is_known() -> None:
    from app.run_results import _STATES

    assert set(_STATES) == set(FinishReason)


def test_a_failed_run_says_why_and_keeps_no_text(bench: Bench) -> None:
    bench.load()
    bench.engine.script(Say("part"), Fail("out_of_memory", "Memory ran out; close something.", "needed 3 GB"))
    bench.bridge.read("m", [PICTURE])
    bench.wait_for("run_finished")
    outcome = bench.outcome("m")
    assert (outcome.state, outcome.state_detail) == (MessageState.FAILED, "Memory ran out; close something.")
    assert bench.text("m") == "part"


def test_cancel_keeps_what_was_said_and_ends_once_however_often_it_is_asked(bench: Bench) -> None:
    bench.load()
    gate = Gate()
    bench.engine.script(Say("partial"), gate, Say(" never"))
    bench.bridge.read("m", [PICTURE])
    bench.wait_for("text_appended")
    bench.bridge.cancel("m")
    bench.bridge.cancel("m")
    bench.bridge.cancel("unknown")
    bench.wait_for("run_finished")
    assert bench.outcome("m").state is MessageState.STOPPED
    assert bench.outcome("m").text == "partial"
    bench.bridge.cancel("m")


def test_states_follow_loading_reading_and_rest(bench: Bench) -> None:
    bench.bridge.start()
    bench.load()
    bench.bridge.read("m", [PICTURE])
    bench.wait_for("run_finished")
    kept = list(dict.fromkeys(bench.states()))
    assert kept == [EngineState.STARTING, EngineState.LOADING, EngineState.READY, EngineState.BUSY]
    assert bench.bridge.state is EngineState.READY
    assert all(sentence for _, sentence in bench.log.named("engine_state_changed"))


def test_the_loaded_model_is_shown_as_a_card(bench: Bench) -> None:
    bench.load()
    (card,) = bench.log.last("model_loaded")
    assert isinstance(card, ModelCard)
    assert (card.name, card.folder, card.parameters) == ("Fake Reader", "/models/fake", 12_500_000)
    assert bench.bridge.card == card


def test_a_first_model_that_fails_leaves_no_model_and_says_why(bench: Bench) -> None:
    bench.bridge.start()
    bench.engine.load_error = Fail(
        "checkpoint_invalid", "The weights are cut short; copy them again.", "tensor x"
    )
    bench.bridge.load_model("/models/bad")
    bench.wait_for("model_failed")
    assert bench.log.last("model_failed") == ("The weights are cut short; copy them again.", "tensor x")
    assert bench.bridge.state is EngineState.NO_MODEL


def test_a_second_model_that_fails_leaves_the_first_ready(bench: Bench) -> None:
    bench.load()
    bench.engine.load_error = Fail("config_invalid", "No config.json there; choose another folder.")
    bench.bridge.load_model("/models/bad")
    bench.wait_for("model_failed")
    assert bench.bridge.state is EngineState.READY
    assert bench.bridge.card is not None
    assert bench.bridge.card.folder == "/models/fake"


def test_what_is_sent_while_the_model_loads_is_read_afterwards(bench: Bench) -> None:
    bench.bridge.start()
    gate = bench.engine.gate_loads()
    bench.bridge.load_model("/models/fake")
    bench.bridge.read("early", [PICTURE])
    assert gate.reached.wait(PATIENCE_S)
    assert bench.bridge.state is EngineState.LOADING
    gate.open()
    bench.wait_for("run_finished")
    assert bench.outcome("early").text == "Hello, world."


def test_an_unknown_device_is_refused_with_a_sentence(bench: Bench) -> None:
    bench.bridge.load_model("/models/fake", device="toaster")
    bench.bridge.load_model("/models/fake", precision="int3")
    assert len(bench.log.named("model_failed")) == 2
    assert bench.engine.loads == []


def test_a_run_without_an_engine_ends_at_once_with_a_reason(bench: Bench) -> None:
    bench.bridge.read("m", [PICTURE])
    assert bench.outcome("m").state is MessageState.FAILED
    assert bench.outcome("m").state_detail


def test_shutdown_ends_every_run_and_delivers_it_before_returning(bench: Bench) -> None:
    bench.load()
    gate = Gate()
    bench.engine.script(Say("shown"), gate)
    bench.bridge.read("active", [PICTURE])
    bench.bridge.read("waiting", [PICTURE])
    bench.wait_for("text_appended")
    assert bench.bridge.shutdown(PATIENCE_S) is True
    assert bench.outcome("active").text == "shown"
    assert bench.outcome("waiting").state is MessageState.STOPPED
    assert not bench.engine.is_alive


def test_a_closing_shutdown_does_not_block_and_says_when_it_is_done(bench: Bench) -> None:
    bench.load()
    gate = Gate()
    bench.engine.script(Say("shown"), gate)
    bench.bridge.read("m", [PICTURE])
    bench.wait_for("text_appended")
    bench.bridge.begin_shutdown(PATIENCE_S)
    bench.bridge.begin_shutdown(PATIENCE_S)
    assert bench.log.named("shut_down") == []
    bench.wait_for("shut_down")
    QCoreApplication.processEvents()
    assert bench.log.named("shut_down") == [(True,)]
    assert bench.outcome("m").state is MessageState.STOPPED


def test_an_engine_that_does_not_end_leaves_no_run_without_its_end(bench: Bench) -> None:
    bench.load()
    gate = Gate()
    bench.engine.script(Say("shown"), gate)
    bench.bridge.read("m", [PICTURE])
    bench.wait_for("text_appended")
    bench.engine.stuck_at_shutdown = True
    bench.bridge.begin_shutdown(PATIENCE_S)
    bench.wait_for("shut_down")
    assert bench.log.named("shut_down") == [(False,)]
    assert bench.outcome("m").state is MessageState.FAILED
    bench.engine.release()
    assert bench.engine.shutdown(PATIENCE_S)


def test_after_the_end_nothing_is_accepted(bench: Bench) -> None:
    bench.load()
    bench.bridge.shutdown(PATIENCE_S)
    bench.bridge.read("late", [PICTURE])
    bench.bridge.restart_engine()
    assert bench.outcome("late").state is MessageState.FAILED
    assert len(bench.engines) == 1


def test_a_fault_is_said_and_a_restart_loads_the_same_model_in_a_new_engine(bench: Bench) -> None:
    bench.load()
    bench.engine.script(Fail(FAULT_CODE, "The graphics card stopped; restart the engine."))
    bench.bridge.read("m", [PICTURE])
    bench.wait_for("run_finished")
    assert bench.bridge.state is EngineState.FAULTED
    bench.log.clear()
    bench.bridge.restart_engine()
    bench.bridge.restart_engine()
    bench.wait_for("model_loaded")
    assert len(bench.engines) == 2
    assert [str(load.model_dir) for load in bench.engine.loads] == ["/models/fake"]
    assert bench.bridge.state is EngineState.READY
    bench.bridge.read("after", [PICTURE])
    bench.wait_for("run_finished")
    assert bench.outcome("after").text == "Hello, world."


def test_a_restart_ends_the_runs_of_the_old_engine(bench: Bench) -> None:
    bench.load()
    gate = Gate()
    bench.engine.script(Say("shown"), gate)
    bench.bridge.read("m", [PICTURE])
    bench.wait_for("text_appended")
    bench.bridge.restart_engine()
    bench.bridge.read("during", [PICTURE])
    bench.wait_for("model_loaded", 2)
    assert bench.outcome("m").state is MessageState.STOPPED
    assert bench.outcome("during").state is MessageState.FAILED


def test_a_stuck_engine_is_given_up_and_its_late_words_are_not_believed(bench: Bench) -> None:
    bench.load()
    old = bench.engine
    gate = Gate()
    old.script(Say("shown"), gate, Say("late"))
    bench.bridge.read("m", [PICTURE])
    bench.wait_for("text_appended")
    old.stuck_at_shutdown = True
    bench.bridge.restart_engine()
    bench.wait_for("model_loaded", 2)
    assert bench.outcome("m").state is MessageState.FAILED
    gate.open()
    old.release()
    assert old.shutdown(PATIENCE_S)
    bench.bridge.read("next", [PICTURE])
    bench.wait_for("run_finished", 2)
    assert bench.text("m") == "shown"
    assert bench.outcome("next").text == "Hello, world."


def test_a_model_chosen_during_a_restart_is_the_one_that_is_loaded(bench: Bench) -> None:
    bench.load()
    bench.bridge.restart_engine()
    bench.bridge.load_model("/models/other")
    bench.wait_for("model_loaded", 2)
    assert bench.bridge.card is not None
    assert bench.bridge.card.folder == "/models/other"
