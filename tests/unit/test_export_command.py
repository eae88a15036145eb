"""`yomi export`: which conversation, in which format, where to."""

from __future__ import annotations

import io
import json
from pathlib import Path

import docx
import pytest

from app.cli import main
from app.domain import Message, MessageRole
from app.paths import history_path, images_dir
from app.storage.conversations import ConversationRepository
from app.storage.images import ImageRepository
from tests.helpers.transcripts import TEXT, png, reading


@pytest.fixture
def ids() -> list[str]:
    """Two conversations in the history: one with a picture, one that was renamed since."""
    repository = ConversationRepository.open(history_path())
    made = []
    for title in ("Receipt", "Bill"):
        conversation = repository.create_conversation(title)
        made.append(conversation.id)
        question, answer = reading()
        sha256 = ImageRepository(images_dir()).add(png())
        attachment = question.attachments[0]
        repository.add_message(
            Message(
                f"q{title}",
                conversation.id,
                MessageRole.USER,
                "",
                attachments=(type(attachment)(f"a{title}", sha256, "note.png", "PNG", 40, 20, len(png())),),
            )
        )
        repository.add_message(
            Message(
                f"r{title}",
                conversation.id,
                MessageRole.ASSISTANT,
                TEXT,
                stats=answer.stats,
                lines=answer.lines,
            )
        )
    repository.close()
    return made


def test_the_list_names_every_conversation(ids: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[-1] for line in lines] == ["Bill", "Receipt"]
    assert [line[:8] for line in lines] == [ids[1][:8], ids[0][:8]]


@pytest.mark.parametrize("wanted", ["Receipt", "id"])
def test_a_conversation_is_named_by_title_or_id(
    ids: list[str], capsys: pytest.CaptureFixture[str], wanted: str
) -> None:
    assert main(["export", ids[0][:10] if wanted == "id" else wanted, "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["conversation"]["id"] == ids[0]
    assert record["messages"][1]["text"] == TEXT


def test_the_latest_one_is_the_one_last_written_to(
    ids: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "latest"]) == 0
    assert capsys.readouterr().out.startswith("Bill\n====\n")


def test_a_word_document_goes_into_a_file_that_is_not_overwritten(
    ids: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.docx"
    assert main(["export", "Receipt", "--format", "docx", "--output", str(path)]) == 0
    assert len(docx.Document(io.BytesIO(path.read_bytes())).inline_shapes) == 1
    assert main(["export", "Receipt", "--output", str(path)]) == 1
    said = capsys.readouterr().err.splitlines()[-1]
    assert said == "yomi: out.docx is already there; choose another name. --force replaces it."
    assert main(["export", "Receipt", "--output", str(path), "--force"]) == 0
    assert "Milk" in path.read_text("utf-8")


def test_a_word_document_is_not_printed(ids: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "Receipt", "--format", "docx"]) == 2
    assert "--output" in capsys.readouterr().err


@pytest.mark.parametrize("wanted", ["Nothing", ""])
def test_what_is_not_there_is_said_with_a_next_step(
    ids: list[str], capsys: pytest.CaptureFixture[str], wanted: str
) -> None:
    assert main(["export", wanted]) == 1
    assert "yomi export --list" in capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "code"), [(["--list"], 0), (["latest"], 1)])
def test_a_damaged_history_is_said_to_have_been_moved_aside(
    arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    history_path().parent.mkdir(parents=True, exist_ok=True)
    history_path().write_bytes(b"no history" * 500)

    assert main(["export", *arguments]) == code

    kept = next(history_path().parent.glob("history.corrupt-*"))
    said = capsys.readouterr().err.splitlines()
    assert said[0].endswith(f"it was kept as {kept.name} and a new one was started.")


def test_without_a_history_nothing_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "latest"]) == 1
    assert "There is no history yet" in capsys.readouterr().err
    assert main(["export", "--list"]) == 1
    assert not history_path().exists()
    assert main(["export"]) == 2
