"""`yomi repeat`: an export is enough to get the same text again, and what is otherwise is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from app.commands.command_engine import CommandEngine, EngineOptions
from app.commands.doctor import sample_png
from app.controllers.turns import Reading, plan_for
from app.domain import Attachment, Message, MessageRequest, MessageRole, MessageState, RequestKind, new_id
from app.engine_port import (
    Finished,
    ask_request,
    inspect_image,
    open_engine,
    outcome_of_finish,
    read_request,
    run_settings,
)
from app.export.record_reader import NoExportError, read_export
from app.paths import bundled_model_dir, history_path, images_dir
from app.storage.conversations import ConversationRepository
from app.storage.images import ImageRepository

LIMIT = 60


@dataclass
class Talk:
    """A conversation that the bundled model answered, in the history and exported."""

    file: Path
    picture: Path

    @property
    def record(self) -> dict[str, Any]:
        loaded: dict[str, Any] = json.loads(self.file.read_text("utf-8"))
        return loaded

    def change(self, change: Callable[[dict[str, Any]], None]) -> None:
        """Write the export with something changed in it."""
        record = self.record
        change(record)
        self.file.write_text(json.dumps(record), "utf-8")


def answered(engine: CommandEngine, branch: list[Message], images: ImageRepository) -> Message:
    """The answer to the last question of a branch, as the window would keep it."""
    question = branch[-1]
    blank = Message(new_id(), "", MessageRole.ASSISTANT, "", request=question.request, parent_id=question.id)
    plan = plan_for([*branch, blank], blank.id, images.read)
    if isinstance(plan, Reading):
        request = read_request("r", plan.pictures, max_new_tokens=LIMIT, markdown=plan.markdown)
    else:
        request = ask_request("r", plan.turns, max_new_tokens=LIMIT)
    *_, end = engine._submit(request)
    assert isinstance(end, Finished), end
    assert engine.loaded is not None
    outcome = outcome_of_finish(end, run_settings(request, engine.loaded.model))
    return Message(
        blank.id,
        "",
        MessageRole.ASSISTANT,
        outcome.text,
        outcome.state,
        stats=outcome.stats,
        lines=outcome.lines,
        request=question.request,
        parent_id=question.id,
    )


@pytest.fixture(scope="module")
def talk_record(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, bytes]:
    """The export of a reading and a question after it, whose answer was made twice; and the picture."""
    folder = tmp_path_factory.mktemp("talk")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YOMI_HOME", str(folder))
        data = sample_png()
        images = ImageRepository(images_dir())
        facts = inspect_image(data, "sample.png")
        picture = Attachment(
            new_id(), images.add(data), "sample.png", facts.format, facts.width_px, facts.height_px, len(data)
        )
        repository = ConversationRepository.open(history_path())
        place = repository.create_conversation("A line").id
        options = EngineOptions(bundled_model_dir(), device="cpu")
        with CommandEngine(options, open_engine) as engine:
            list(engine.load())
            branch: list[Message] = []
            for words, kind, pictures in (
                ("", RequestKind.READ, (picture,)),
                ("caption", RequestKind.ASK, ()),
            ):
                question = Message(
                    new_id(),
                    place,
                    MessageRole.USER,
                    words,
                    attachments=pictures,
                    request=MessageRequest(kind),
                    parent_id=branch[-1].id if branch else "",
                )
                branch.append(repository.add_message(question))
                for _ in range(2 if words else 1):
                    answer = answered(engine, branch, images)
                    repository.add_message(Message(**{**fields_of(answer), "conversation_id": place}))
                branch.append(answer)
        repository.close()
        file = folder / "talk.json"
        assert main(["export", "latest", "--format", "json", "--output", str(file)]) == 0
        return file.read_text("utf-8"), data


def fields_of(message: Message) -> dict[str, Any]:
    return {name: getattr(message, name) for name in Message.__slots__}


@pytest.fixture
def talk(talk_record: tuple[str, bytes], tmp_path: Path) -> Talk:
    """The export and the picture as files; the history that they come from is not there."""
    written, data = talk_record
    (tmp_path / "talk.json").write_text(written, "utf-8")
    (tmp_path / "renamed.bin").write_bytes(data)
    return Talk(tmp_path / "talk.json", tmp_path / "renamed.bin")


@pytest.fixture
def reading(talk: Talk) -> Talk:
    """The export with its first answer alone."""
    talk.change(lambda record: record.update(messages=record["messages"][:2], other_versions=[]))
    return talk


def repeated(talk: Talk, *more: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    main(["repeat", str(talk.file), str(talk.picture), "--json", *more])
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return found


def test_every_answer_of_an_export_says_the_same_again(
    talk: Talk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["repeat", str(talk.file), str(talk.picture)]) == 0
    said = capsys.readouterr().out.splitlines()
    first, second = (each["text"] for each in talk.record["messages"] if each["role"] == "assistant")
    assert len(first) > 10
    assert said[:2] == [
        f"answer 1 of 3: the same text ({len(first)} characters)",
        f"answer 2 of 3: the same text ({len(second)} characters)",
    ]
    assert said[2].startswith("answer 3 of 3: the same text")
    assert len(said) == 3


def test_pictures_are_found_in_yomis_own_store_too(reading: Talk, capsys: pytest.CaptureFixture[str]) -> None:
    ImageRepository(images_dir()).add(reading.picture.read_bytes())
    assert main(["repeat", str(reading.file)]) == 0
    assert capsys.readouterr().out.count("the same text") == 1


def test_a_text_that_was_changed_since_is_shown_as_a_difference(
    reading: Talk, capsys: pytest.CaptureFixture[str]
) -> None:
    def change(record: dict[str, Any]) -> None:
        record["messages"][1]["text"] = "Something else\n"

    text = reading.record["messages"][1]["text"]
    reading.change(change)
    assert main(["repeat", str(reading.file), str(reading.picture)]) == 1
    said = capsys.readouterr().out
    assert said.startswith("answer 1 of 1: another text\n")
    assert "-Something else" in said
    assert "+" + text.splitlines()[0] in said


def test_what_was_otherwise_then_is_named(reading: Talk, capsys: pytest.CaptureFixture[str]) -> None:
    def change(record: dict[str, Any]) -> None:
        run = record["messages"][1]["run"]
        run["versions"] = {"yomi": "0.0.1", "torch": "1.0"}
        run["prompt"] = "Read it."

    reading.change(change)
    (found,) = repeated(reading, capsys=capsys)
    assert found["outcome"] == "same"
    assert [(each["what"], each["then"]) for each in found["differences"]] == [
        ("prompt", "Read it."),
        ("yomi", "0.0.1"),
        ("torch", "1.0"),
    ]
    main(["repeat", str(reading.file), str(reading.picture)])
    assert "  torch: 1.0 then, " in capsys.readouterr().out


def test_another_limit_of_tokens_gives_another_text(
    reading: Talk, capsys: pytest.CaptureFixture[str]
) -> None:
    reading.change(lambda record: record["messages"][1]["run"]["settings"].update(max_new_tokens=2))
    found = repeated(reading, capsys=capsys)[0]
    assert found["outcome"] == "differs"
    assert len(found["text"]) < len(found["expected"])


def without_run(record: dict[str, Any]) -> None:
    record["messages"][1]["run"] = None


def gone_on_with(record: dict[str, Any]) -> None:
    record["messages"][1]["run"]["settings"]["resumed"] = True


def sampled(record: dict[str, Any]) -> None:
    record["messages"][1]["run"]["settings"]["temperature"] = 0.7


def of_other_weights(record: dict[str, Any]) -> None:
    record["messages"][1]["run"]["weights_fingerprint"] = "0" * 64


def about_another_picture(record: dict[str, Any]) -> None:
    record["messages"][0]["pictures"][0]["sha256"] = "1" * 64


def on_another_machine(record: dict[str, Any]) -> None:
    record["messages"][1]["run"]["device"] = "cuda"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (without_run, "the export names no run"),
        (gone_on_with, "gone on with after it was cut off"),
        (sampled, "sampled at random"),
        (of_other_weights, "with weights 000000000000…, and the model here has"),
        (about_another_picture, "sample.png (SHA-256 111111111111…) was not found"),
    ],
)
def test_what_cannot_be_repeated_says_why(
    reading: Talk,
    change: Callable[[dict[str, Any]], None],
    reason: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    reading.change(change)
    assert main(["repeat", str(reading.file), str(reading.picture)]) == 1
    said = capsys.readouterr().out
    assert said.startswith("answer 1 of 1: not repeated: ")
    assert reason in said


def test_an_answer_of_another_device_is_repeated_here_where_that_is_asked_for(
    reading: Talk, capsys: pytest.CaptureFixture[str]
) -> None:
    reading.change(on_another_machine)
    found = repeated(reading, "--device", "cpu", capsys=capsys)[0]
    assert found["outcome"] == "same"
    assert found["differences"] == [{"what": "device", "then": "cuda", "now": "cpu"}]


def test_an_answer_that_was_stopped_is_the_beginning_of_the_same_text(
    reading: Talk, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(record: dict[str, Any]) -> None:
        answer = record["messages"][1]
        answer.update(text=answer["text"][:6], state=str(MessageState.STOPPED))

    reading.change(stop)
    assert repeated(reading, capsys=capsys)[0]["outcome"] == "same"


def test_a_corrected_answer_is_compared_with_what_the_model_wrote(
    reading: Talk, capsys: pytest.CaptureFixture[str]
) -> None:
    def correct(record: dict[str, Any]) -> None:
        answer = record["messages"][1]
        answer["written"] = {"text": answer["text"], "lines": answer["lines"], "corrected_at": "2999-01-01"}
        answer["text"], answer["lines"] = "What a reader made of it", []

    text = reading.record["messages"][1]["text"]
    reading.change(correct)
    (done,) = repeated(reading, capsys=capsys)
    assert (done["outcome"], done["expected"]) == ("same", text)

    def select(record: dict[str, Any]) -> None:
        answer = record["messages"][1]
        record["selection"] = {"message_id": answer["id"], "text": "reader", "start": 7, "stop": 13}
        answer["text"] = "reader"

    reading.change(select)
    assert "of a corrected text" in repeated(reading, capsys=capsys)[0]["reason"]


def test_a_piece_of_an_answer_is_compared_with_that_piece(
    reading: Talk, capsys: pytest.CaptureFixture[str]
) -> None:
    def select(record: dict[str, Any]) -> None:
        answer = record["messages"][1]
        piece = answer["text"][5:10]
        record["selection"] = {"message_id": answer["id"], "text": piece, "start": 5, "stop": 10}
        answer["text"] = piece

    reading.change(select)
    assert [each["outcome"] for each in repeated(reading, capsys=capsys)] == ["same"]
    reading.change(lambda record: record["selection"].update(start=None, stop=None))
    assert "pieces of it only" in repeated(reading, capsys=capsys)[0]["reason"]


def test_a_file_that_is_none_of_the_pictures_is_said(
    reading: Talk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "other.png").write_bytes(b"other")
    main(["repeat", str(reading.file), str(tmp_path / "other.png"), str(tmp_path / "missing.png")])
    said = capsys.readouterr()
    assert "other.png: it is none of the pictures of this export" in said.err
    assert "missing.png is not there" in said.err
    assert "was not found; name its file" in said.out


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("no json", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ("[]", "no export of Yomi"),
        ('{"format": "other"}', "no export of Yomi"),
        ('{"format": "yomi-export", "version": 99}', "a newer Yomi"),
        ('{"format": "yomi-export", "version": 2}', "damaged"),
        ('{"format": "yomi-export", "version": true, "messages": []}', "its version is no number"),
        ('{"format": "yomi-export", "version": "1", "messages": []}', "its version is no number"),
        ('{"format": "yomi-export", "version": 0, "messages": []}', "its version is no number"),
        ('{"format": "yomi-export", "version": 1, "messages": [{"id": 7}]}', "damaged"),
        ('{"format": "yomi-export", "version": 1, "messages": []}', "no answer"),
    ],
)
def test_what_is_no_export_is_a_sentence(
    tmp_path: Path, written: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file.json").write_text(written, "utf-8")
    assert main(["repeat", str(tmp_path / "file.json")]) == 1
    assert sentence in capsys.readouterr().err


def test_a_missing_export_is_a_sentence_and_no_export_at_all_is_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["repeat", str(tmp_path / "gone.json")]) == 1
    assert "gone.json is not there" in capsys.readouterr().err
    assert main(["repeat"]) == 2


def test_a_folder_in_place_of_an_export_is_not_spoken_of_as_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["repeat", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert f"{tmp_path} is no file; name an export of Yomi as JSON." in said
    assert "picture" not in said


def test_messages_that_are_tied_into_a_ring_end_somewhere(talk: Talk) -> None:
    def tie(record: dict[str, Any]) -> None:
        other = record["other_versions"][0]
        other["parent_id"] = other["id"]

    talk.change(tie)
    found = read_export(talk.file.read_bytes())
    assert len(found.up_to(found.others[0])) <= 1 + len(found.messages) + len(found.others)


def test_a_hash_that_is_none_is_refused(talk: Talk) -> None:
    talk.change(lambda record: record["messages"][0]["pictures"][0].update(sha256="../../etc/passwd"))
    with pytest.raises(NoExportError):
        read_export(talk.file.read_bytes())
