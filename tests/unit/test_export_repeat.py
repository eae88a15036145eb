"""An export as JSON fits its schema, and is enough to read the same again."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from app.commands.command_engine import CommandEngine, EngineOptions
from app.commands.doctor import sample_png
from app.domain import Attachment, Conversation, Message, MessageRequest, MessageRole, Picture, RequestKind
from app.engine_port import (
    Finished,
    inspect_image,
    open_engine,
    outcome_of_finish,
    read_request,
    run_settings,
)
from app.export.json_record import to_json
from app.export.transcript import Transcript, one_answer, selected_text, whole_conversation
from tests.helpers.transcripts import CONVERSATION, formatted, reading

ROOT = Path(__file__).resolve().parents[2]
STARTER = ROOT / "resources" / "models" / "starter"


def schema() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((ROOT / "docs" / "export-format.schema.json").read_text("utf-8"))
    return loaded


@pytest.mark.parametrize(
    "transcript",
    [
        whole_conversation(CONVERSATION, (*reading(), *formatted())),
        one_answer(CONVERSATION, reading(), "m2"),
        selected_text(CONVERSATION, reading(), "m2", "TOTAL_1"),
        selected_text(CONVERSATION, reading(), "m2", "not one run of it"),
    ],
    ids=["conversation", "answer", "selection", "loose selection"],
)
def test_an_export_fits_its_schema(transcript: Transcript) -> None:
    Draft202012Validator.check_schema(schema())
    record = json.loads(to_json(transcript, "0.1.0"))
    assert list(Draft202012Validator(schema()).iter_errors(record)) == []


def test_the_schema_refuses_what_is_no_export() -> None:
    record = json.loads(to_json(one_answer(CONVERSATION, reading(), "m2"), "0.1.0"))
    record["messages"][0]["pictures"][0]["sha256"] = "not a hash"
    assert list(Draft202012Validator(schema()).iter_errors(record))


def test_every_field_of_the_schema_is_described() -> None:
    page = (ROOT / "docs" / "export-format.md").read_text("utf-8")

    def names(part: Any) -> set[str]:
        if isinstance(part, list):
            return set().union(*map(names, part)) if part else set()
        if not isinstance(part, dict):
            return set()
        return set(part.get("properties", {})) | names(list(part.values()))

    assert len(names(schema())) > 40
    assert {name for name in names(schema()) if name not in page} == set()


def submitted(engine: CommandEngine, pictures: list[Picture], **settings: Any) -> tuple[Any, Finished]:
    request = read_request("r", pictures, **settings)
    *_, end = engine._submit(request)
    assert isinstance(end, Finished), end
    return request, end


def test_a_reading_repeated_from_its_export_gives_the_same_text() -> None:
    data = sample_png()
    by_hash = {sha256(data).hexdigest(): data}
    with CommandEngine(EngineOptions(STARTER, device="cpu"), open_engine) as engine:
        list(engine.load())
        assert engine.loaded is not None
        request, end = submitted(engine, [Picture(data, "sample.png")], max_new_tokens=60)
        outcome = outcome_of_finish(end, run_settings(request, engine.loaded.model))
        facts = inspect_image(data, "sample.png")
        attachment = Attachment(
            "a",
            sha256(data).hexdigest(),
            "sample.png",
            facts.format,
            facts.width_px,
            facts.height_px,
            len(data),
        )
        kind = MessageRequest(RequestKind.READ)
        talk = (
            Message("q", "c", MessageRole.USER, "", attachments=(attachment,), request=kind),
            Message(
                "a",
                "c",
                MessageRole.ASSISTANT,
                outcome.text,
                outcome.state,
                stats=outcome.stats,
                lines=outcome.lines,
                request=kind,
            ),
        )
        written = to_json(one_answer(Conversation("c", "Receipt", "", ""), talk, "a"), "0.1.0")

    # From here on only the file and the pictures are known.
    question, answer = json.loads(written)["messages"]
    run = answer["run"]
    assert run["task"] == "read"
    pictures = [
        Picture(by_hash[each["sha256"]], each["name"], each["page"] - 1) for each in question["pictures"]
    ]
    options = EngineOptions(STARTER, device=run["device"], precision=run["precision"])
    with CommandEngine(options, open_engine) as again:
        list(again.load())
        assert again.loaded is not None
        assert again.loaded.model.weights_fingerprint == run["weights_fingerprint"]
        assert again.loaded.model.read_prompt == run["prompt"]
        _, end = submitted(
            again,
            pictures,
            max_new_tokens=run["settings"]["max_new_tokens"],
            image_budget_tokens=run["settings"]["image_budget_tokens"],
        )
    assert end.text == answer["text"]
    assert len(answer["text"]) > 10
    assert [line.text for line in end.lines] == [line["text"] for line in answer["lines"]]
