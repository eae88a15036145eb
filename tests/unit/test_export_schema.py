"""An export as JSON fits its schema, which describes each of its fields."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from app.export.json_record import to_json
from app.export.transcript import Transcript, one_answer, selected_text, whole_conversation
from tests.helpers.transcripts import CONVERSATION, formatted, reading

ROOT = Path(__file__).resolve().parents[2]


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
        whole_conversation(CONVERSATION, reading(), (*reading(), *formatted())),
    ],
    ids=["conversation", "answer", "selection", "loose selection", "versions"],
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
