"""What `--format json` says of lines and words, and of what made them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.api import FinishReason, Found
from tests.helpers.app_parts import png_file
from tests.helpers.fake_engine import End, Say, lines_of
from tests.helpers.shell import Shell


@pytest.fixture
def picture(tmp_path: Path) -> str:
    return png_file(tmp_path)


def test_json_has_lines_with_boxes_and_words_with_confidence(shell: Shell, picture: str) -> None:
    text = "Milk 2.50\nBread"
    lines = (*lines_of("Milk 2.50", 0.123456), replace(lines_of(text)[1], box=None))
    shell.engine.script(Say(text), End(FinishReason.COMPLETE, lines=lines))
    code, out, _ = shell("read", "--format", "json", picture)
    (record,) = json.loads(out)
    assert code == 0
    assert record["lines"] == [
        {
            "text": "Milk 2.50",
            "start": 0,
            "box": [4, 4, 60, 16],
            "words": [
                {"text": "Milk", "confidence": 0.1235, "start": 0, "stop": 4},
                {"text": "2.50", "confidence": 0.1235, "start": 5, "stop": 9},
            ],
        },
        {
            "text": "Bread",
            "start": 10,
            "box": None,
            "words": [{"text": "Bread", "confidence": 0.95, "start": 10, "stop": 15}],
        },
    ]


def test_json_says_what_made_it_and_of_what(shell: Shell, picture: str, tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.png")
    _, out, _ = shell("read", "--format", "json", "--max-new-tokens", "77", picture, missing)
    read, failed = json.loads(out)
    assert read["input_sha256"] == hashlib.sha256(Path(picture).read_bytes()).hexdigest()
    assert read["weights_fingerprint"] == "f" * 64
    assert read["prompt"] == "Read the text."
    assert read["settings"] == {
        "device": "cpu",
        "precision": "fp32",
        "max_new_tokens": 77,
        "temperature": 0.0,
        "top_p": 1.0,
    }
    assert (failed["input_sha256"], failed["lines"], failed["metrics"]) == (None, [], None)


def test_json_of_a_question_has_it_as_the_prompt(shell: Shell, picture: str) -> None:
    (record,) = json.loads(shell("ask", "--format", "json", picture, "How much is the milk?")[1])
    assert record["prompt"] == "How much is the milk?"
    assert record["input_sha256"] == hashlib.sha256(Path(picture).read_bytes()).hexdigest()


def test_json_of_a_question_has_every_answer_by_itself(shell: Shell, picture: str) -> None:
    answers = (
        Found("total", "total", "16.60", 0.98761, "a.png"),
        Found("due", "due date", None, 1.0, "a.png"),
    )
    text = "Total: 16.60\nI see no due date here."
    shell.engine.script(Say(text), End(FinishReason.COMPLETE, answers=answers))
    (record,) = json.loads(shell("ask", "--format", "json", picture, "total and due date")[1])
    assert record["text"] == text
    assert record["answers"] == [
        {"kind": "total", "asked": "total", "value": "16.60", "confidence": 0.9876},
        {"kind": "due", "asked": "due date", "value": None, "confidence": 1.0},
    ]
    (read,) = json.loads(shell("read", "--format", "json", picture)[1])
    assert read["answers"] == []
