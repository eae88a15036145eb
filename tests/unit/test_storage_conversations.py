"""What goes into the history comes out as it was, whatever happens in between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.correction import corrected, restored
from app.domain import (
    DEFAULT_TITLE,
    Attachment,
    Message,
    MessageRequest,
    MessageRole,
    MessageState,
    ReadLine,
    ReadWord,
    RequestKind,
    ResumePoint,
    RunStats,
    new_id,
)
from app.storage.conversations import ConversationRepository, TitleSource
from app.storage.database import Database
from app.storage.errors import StorageError

SHA_A = "a" * 64
SHA_B = "b" * 64


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history.sqlite3"


@pytest.fixture
def repository(path: Path) -> Iterator[ConversationRepository]:
    opened = ConversationRepository.open(path)
    yield opened
    opened.close()


def attachment(sha256: str = SHA_A, **changes: object) -> Attachment:
    made = Attachment(
        id=new_id(),
        sha256=sha256,
        name="чек 漢字.png",
        format="PNG",
        width_px=640,
        height_px=480,
        byte_size=1234,
        page=1,
        pages=3,
        notes=("turned upright", "on white"),
    )
    return replace(made, **changes)


def message(conversation_id: str, text: str = "text", **changes: object) -> Message:
    made = Message(new_id(), conversation_id, MessageRole.ASSISTANT, text)
    return replace(made, **changes)


def test_a_conversation_comes_back_field_by_field_after_a_restart(path: Path) -> None:
    first = ConversationRepository.open(path)
    conversation = first.create_conversation()
    question = message(
        conversation.id,
        "",
        role=MessageRole.USER,
        attachments=(attachment(), attachment(SHA_B, error="It is cut short; copy it again.", notes=())),
    )
    answer = message(
        conversation.id,
        "Ünïcödé 漢字 🎉\r\n\ttab\x00nul",
        state=MessageState.CUT_OFF,
        state_detail="Cut off.",
        stats=RunStats(first_token_s=0.25, new_tokens=7, device="cpu", model="M"),
        resume=ResumePoint(3, "half a li"),
        request=MessageRequest(RequestKind.JSON, "Invoice", '{"type": "object"}'),
    )
    placed = (first.add_message(question), first.add_message(answer))
    assert placed == (replace(question, parent_id=""), replace(answer, parent_id=question.id))
    first.close()
    second = ConversationRepository.open(path)
    assert second.load_messages(conversation.id) == placed
    kept = second.conversation(conversation.id)
    assert kept is not None
    assert (kept.leaf_id, kept.pinned) == (answer.id, False)
    second.close()


def test_a_corrected_answer_keeps_what_the_model_wrote_through_a_restart(path: Path) -> None:
    first = ConversationRepository.open(path)
    conversation = first.create_conversation()
    line = ReadLine("Tota 22", 0, 0, (1, 2, 3, 4), (ReadWord("Tota", 0.5, 0, 4), ReadWord("22", 0.75, 5, 7)))
    read_so = message(
        conversation.id,
        "Tota 22",
        state=MessageState.STOPPED,
        lines=(line,),
        resume=ResumePoint(0, "Tota 22", (90,)),
        parent_id="",
    )
    now = corrected(read_so, "Total 22")
    first.add_message(read_so)
    first.update_message(now)
    first.close()
    second = ConversationRepository.open(path)
    assert second.load_messages(conversation.id) == (now,)
    assert restored(second.load_messages(conversation.id)[0]) == read_so
    second.close()


def test_the_conversation_last_written_to_comes_first(
    repository: ConversationRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = iter(f"2026-01-01T00:00:{second:02}.000+00:00" for second in range(60))
    monkeypatch.setattr("app.storage.conversations.utc_now", lambda: next(moments))
    first, second = repository.create_conversation("one"), repository.create_conversation("two")
    assert [c.id for c in repository.list_conversations()] == [second.id, first.id]
    repository.add_message(message(first.id))
    assert [c.id for c in repository.list_conversations()] == [first.id, second.id]


def test_streamed_text_is_on_disk_after_write_pending_though_nothing_was_closed(
    path: Path, repository: ConversationRepository
) -> None:
    conversation = repository.create_conversation()
    streaming = message(conversation.id, "", state=MessageState.STREAMING)
    repository.add_message(streaming)
    repository.append_text(streaming.id, "Hello, ")
    repository.append_text(streaming.id, "world")
    repository.write_pending()
    # A second connection sees what a new process would see after this one was killed.
    after_crash = ConversationRepository.open(path)
    recovered = after_crash.load_messages(conversation.id)[0]
    after_crash.close()
    assert recovered.text == "Hello, world"
    assert recovered.state is MessageState.INTERRUPTED
    assert recovered.state_detail


def test_what_was_running_when_the_process_died_is_marked_interrupted_and_ends_stay(path: Path) -> None:
    first = ConversationRepository.open(path)
    conversation = first.create_conversation()
    for state in MessageState:
        first.add_message(message(conversation.id, state.value, state=state))
    first.close()
    second = ConversationRepository.open(path)
    states = {m.text: m.state for m in second.load_messages(conversation.id)}
    second.close()
    assert states.pop("queued") is MessageState.INTERRUPTED
    assert states.pop("streaming") is MessageState.INTERRUPTED
    assert all(text == state.value for text, state in states.items())


def test_a_second_window_leaves_the_running_answers_of_the_first_alone(path: Path) -> None:
    first = ConversationRepository.open(path)
    conversation = first.create_conversation()
    first.add_message(message(conversation.id, "", state=MessageState.STREAMING))
    second = ConversationRepository.open(path, alone=False)
    assert second.load_messages(conversation.id)[0].state is MessageState.STREAMING
    second.close()
    first.close()


def test_text_noted_but_not_written_is_seen_by_every_reader(repository: ConversationRepository) -> None:
    conversation = repository.create_conversation()
    streaming = message(conversation.id, "a")
    repository.add_message(streaming)
    repository.append_text(streaming.id, "b")
    assert repository.load_messages(conversation.id)[0].text == "ab"


def test_an_update_replaces_what_was_noted(repository: ConversationRepository) -> None:
    conversation = repository.create_conversation()
    streaming = message(conversation.id, "")
    repository.add_message(streaming)
    repository.append_text(streaming.id, "draft")
    repository.update_message(replace(streaming, text="final", state=MessageState.COMPLETE))
    repository.write_pending()
    assert repository.load_messages(conversation.id)[0].text == "final"


def test_closing_writes_what_was_noted(path: Path) -> None:
    first = ConversationRepository.open(path)
    conversation = first.create_conversation()
    streaming = message(conversation.id, "")
    first.add_message(streaming)
    first.append_text(streaming.id, "shown")
    first.close()
    second = ConversationRepository.open(path)
    assert second.load_messages(conversation.id)[0].text == "shown"
    second.close()


def test_an_update_of_a_deleted_message_brings_nothing_back(repository: ConversationRepository) -> None:
    conversation = repository.create_conversation()
    gone = message(conversation.id)
    repository.add_message(gone)
    repository.delete_branch(gone.id)
    repository.append_text(gone.id, "late")
    repository.update_message(replace(gone, text="late"))
    assert repository.load_messages(conversation.id) == ()


def test_deleting_names_the_pictures_that_nothing_else_needs(repository: ConversationRepository) -> None:
    kept, gone = repository.create_conversation(), repository.create_conversation()
    repository.add_message(message(kept.id, attachments=(attachment(SHA_A),)))
    repository.add_message(message(gone.id, attachments=(attachment(SHA_A), attachment(SHA_B))))
    assert repository.delete_conversation(gone.id) == (SHA_B,)
    assert repository.conversation(gone.id) is None
    assert repository.load_messages(gone.id) == ()
    assert repository.unreferenced([SHA_A, SHA_B]) == (SHA_B,)


def test_the_same_picture_may_be_attached_many_times(repository: ConversationRepository) -> None:
    conversation = repository.create_conversation()
    repository.add_message(message(conversation.id, attachments=tuple(attachment() for _ in range(3))))
    assert len(repository.load_messages(conversation.id)[0].attachments) == 3


def test_a_title_is_replaced_only_by_someone_with_more_say(repository: ConversationRepository) -> None:
    conversation = repository.create_conversation()

    def title() -> str:
        found = repository.conversation(conversation.id)
        assert found is not None
        return found.title

    assert title() == DEFAULT_TITLE
    repository.set_title(conversation.id, "receipt.png", TitleSource.PICTURE)
    assert title() == "receipt.png"
    repository.set_title(conversation.id, "Milk 2.50", TitleSource.TEXT)
    repository.set_title(conversation.id, "other.png", TitleSource.PICTURE)
    repository.set_title(conversation.id, "Later answer", TitleSource.TEXT)
    assert title() == "Milk 2.50"
    repository.rename_conversation(conversation.id, "Mine")
    repository.set_title(conversation.id, "Text", TitleSource.TEXT)
    assert title() == "Mine"
    repository.rename_conversation(conversation.id, "Mine again")
    assert title() == "Mine again"


def test_only_a_conversation_without_messages_is_empty(repository: ConversationRepository) -> None:
    conversation = repository.create_conversation()
    assert repository.empty_conversation() == conversation
    repository.add_message(message(conversation.id))
    assert repository.empty_conversation() is None


def test_figures_of_another_version_are_read_as_far_as_they_are_known(path: Path) -> None:
    first = ConversationRepository.open(path)
    conversation = first.create_conversation()
    first.add_message(message(conversation.id, stats=RunStats(new_tokens=5)))
    first.close()
    database = Database.open(path)
    with database.transaction() as connection:
        connection.execute("""UPDATE messages SET stats = '{"new_tokens": 9, "joules": 3}'""")
    database.close()
    second = ConversationRepository.open(path)
    assert second.load_messages(conversation.id)[0].stats == RunStats(new_tokens=9)
    second.close()


def test_deleted_text_is_not_left_in_the_file(path: Path) -> None:
    repository = ConversationRepository.open(path)
    conversation = repository.create_conversation()
    repository.add_message(message(conversation.id, "very private words " * 50))
    repository.delete_conversation(conversation.id)
    repository.close()
    assert b"very private words" not in path.read_bytes()


def test_text_typed_with_quotes_is_data_and_not_sql(repository: ConversationRepository) -> None:
    conversation = repository.create_conversation("'; DROP TABLE messages; --")
    repository.add_message(message(conversation.id, "'); DELETE FROM conversations; --"))
    assert repository.list_conversations()[0].title == "'; DROP TABLE messages; --"
    assert repository.load_messages(conversation.id)[0].text == "'); DELETE FROM conversations; --"


def test_a_history_that_cannot_be_written_can_still_be_read(
    path: Path, repository: ConversationRepository
) -> None:
    conversation = repository.create_conversation()
    streaming = message(conversation.id, "on disk")
    repository.add_message(streaming)
    repository.append_text(streaming.id, ", noted")
    repository._database.connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StorageError):
        repository.write_pending()
    assert repository.load_messages(conversation.id)[0].text == "on disk"
    repository._database.connection.execute("PRAGMA query_only = OFF")
    assert repository.load_messages(conversation.id)[0].text == "on disk, noted"


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("stats", "{"),
        ("stats", "[1]"),
        ("state", "flying"),
        ("role", "nobody"),
        ("request", "[]"),
        ("written", "[]"),
        ("written", '{"text": "Milk", "lines": null}'),
    ],
)
def test_a_row_that_makes_no_sense_is_a_sentence_and_the_other_conversations_open(
    repository: ConversationRepository, column: str, value: str
) -> None:
    broken, whole = repository.create_conversation(), repository.create_conversation()
    for conversation in (broken, whole):
        repository.add_message(message(conversation.id, "text"))
    repository._database.connection.execute("PRAGMA ignore_check_constraints = ON")
    repository._database.connection.execute(
        f"UPDATE messages SET {column} = ? WHERE conversation_id = ?",  # noqa: S608 - a constant above
        (value, broken.id),
    )
    with pytest.raises(StorageError, match="cannot be shown"):
        repository.load_messages(broken.id)
    assert [found.text for found in repository.load_messages(whole.id)] == ["text"]


def test_a_cut_off_reading_of_a_turned_page_knows_the_turn_after_a_restart(
    repository: ConversationRepository,
) -> None:
    conversation = repository.create_conversation()
    resume = ResumePoint(1, "so far", (0, 180))
    kept = message(conversation.id, stats=RunStats(turned_deg=(0, 180)), resume=resume)
    repository.add_message(kept)
    (loaded,) = repository.load_messages(conversation.id)
    assert loaded.resume == resume
    assert loaded.stats == kept.stats


def test_where_an_answer_on_its_way_would_go_on_is_written_with_its_text(
    repository: ConversationRepository,
) -> None:
    conversation = repository.create_conversation()
    answer = repository.add_message(message(conversation.id, text="", state=MessageState.STREAMING))
    repository.append_text(answer.id, "half")
    repository.note_resume(answer.id, ResumePoint(1, "half", (90,), (7, 8), 4))
    repository.mark_interrupted()
    (loaded,) = repository.load_messages(conversation.id)
    assert (loaded.text, loaded.resume) == ("half", ResumePoint(1, "half", (90,)))
    assert loaded.resume is not None
    assert (loaded.resume.token_ids, loaded.resume.characters) == ((7, 8), 4)
    repository.update_message(replace(loaded, resume=None))
    assert repository.load_messages(conversation.id)[0].resume is None


@pytest.mark.parametrize(
    "resume", ["{", "[]", "{}", '{"region": "x", "text": ""}', '{"region": 1, "text": 2}']
)
def test_a_resume_point_that_makes_no_sense_is_said_and_raises_nothing_else(
    repository: ConversationRepository, resume: str
) -> None:
    conversation = repository.create_conversation()
    repository.add_message(message(conversation.id))
    with repository._database.transaction() as connection:
        connection.execute("UPDATE messages SET resume = ?", (resume,))
    with pytest.raises(StorageError):
        repository.load_messages(conversation.id)
