"""The history of runs: kept, bounded, cleared, and silent about what was read."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict
from pathlib import Path

import pytest

from app.domain import Message, MessageRole, MessageState, RunRecord, RunStats
from app.storage import runs as runs_module
from app.storage.conversations import ConversationRepository
from app.storage.migrations import MIGRATIONS

STATS = RunStats(
    model="Starter", prompt="What is my PIN?", new_tokens=20, tokens_per_s=38.0, turned_deg=(0, 90)
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history.sqlite3"


def test_a_run_is_there_after_a_restart_without_what_was_asked(path: Path) -> None:
    first = ConversationRepository.open(path)
    conversation = first.create_conversation()
    first.add_message(Message("m1", conversation.id, MessageRole.ASSISTANT, "text"))
    first.runs.add(RunRecord("m1", MessageState.COMPLETE, STATS, ended_at="2026-11-30T08:00:00.000+00:00"))
    first.runs.add(RunRecord("gone", MessageState.FAILED, RunStats(), "out_of_memory"))
    first.close()
    second = ConversationRepository.open(path)
    failed, done = second.runs.recent(10)
    assert (failed.error_code, failed.state, failed.conversation_id) == (
        "out_of_memory",
        MessageState.FAILED,
        "",
    )
    assert done.conversation_id == conversation.id
    assert done.ended_at == "2026-11-30T08:00:00.000+00:00"
    assert (done.stats.new_tokens, done.stats.model, done.stats.turned_deg) == (20, "Starter", (0, 90))
    second.close()
    assert b"my PIN" not in path.read_bytes()


def test_the_last_run_of_a_message_is_the_one_it_shows(path: Path) -> None:
    repository = ConversationRepository.open(path)
    for state in (MessageState.FAILED, MessageState.COMPLETE):
        repository.runs.add(RunRecord("m1", state, STATS))
    found = repository.runs.last_of("m1")
    assert found is not None
    assert found.state is MessageState.COMPLETE
    assert repository.runs.last_of("other") is None
    repository.close()


def test_runs_are_bounded_and_can_be_forgotten(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs_module, "MOST_RUNS", 3)
    repository = ConversationRepository.open(path)
    for number in range(5):
        repository.runs.add(RunRecord(f"m{number}", MessageState.COMPLETE, STATS))
    assert [record.message_id for record in repository.runs.recent(10)] == ["m4", "m3", "m2"]
    assert [record.message_id for record in repository.runs.recent(1)] == ["m4"]
    repository.runs.clear()
    assert repository.runs.recent(10) == ()
    repository.close()


def test_a_row_that_another_program_broke_is_left_out(path: Path) -> None:
    repository = ConversationRepository.open(path)
    repository.runs.add(RunRecord("m1", MessageState.COMPLETE, STATS))
    repository.runs.add(RunRecord("m2", MessageState.COMPLETE, STATS))
    repository.close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE runs SET stats = '[' WHERE message_id = 'm1'")
    connection.commit()
    connection.close()
    again = ConversationRepository.open(path)
    assert [record.message_id for record in again.runs.recent(10)] == ["m2"]
    again.close()


def test_runs_from_before_there_was_a_history_of_them_are_taken_over(path: Path) -> None:
    connection = sqlite3.connect(path)
    for statement in (statement for step in MIGRATIONS[:3] for statement in step):
        connection.execute(statement)
    connection.execute(
        "INSERT INTO conversations (id, title, created_at, updated_at) VALUES ('c', '', '', '')"
    )
    connection.execute(
        "INSERT INTO messages (id, conversation_id, role, text, state, state_detail, stats, created_at)"
        " VALUES ('m1', 'c', 'assistant', 'text', 'complete', '', ?, '')",
        (json.dumps(asdict(STATS)),),
    )
    connection.execute("PRAGMA user_version = 3")
    connection.commit()
    connection.close()
    repository = ConversationRepository.open(path)
    (record,) = repository.runs.recent(10)
    assert (record.message_id, record.stats.new_tokens, record.conversation_id) == ("m1", 20, "c")
    repository.close()
