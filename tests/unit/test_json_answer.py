"""JSON that a model was asked for."""

from __future__ import annotations

import json
import random
import socket

import pytest

from app.json_answer import indented, json_part, judged, schema_problem

SCHEMA = '{"type": "object", "properties": {"total": {"type": "number"}}, "required": ["total"]}'


@pytest.mark.parametrize(
    "answer", ['{"total": 2.50}', '```json\n{"total": 2.50}\n```\n', '\n {"total":\n2.50}']
)
def test_json_that_fits_says_so(answer: str) -> None:
    verdict = judged(answer, SCHEMA)
    assert (verdict.fits, verdict.sentence) == (True, "Valid JSON; it fits the schema.")


def test_without_a_schema_any_json_will_do() -> None:
    assert judged("[1, 2]", "").fits
    assert judged("[1, 2]", "  ").sentence == "Valid JSON."


@pytest.mark.parametrize(
    ("answer", "part"),
    [
        ('{"total": "2.50"}', "total: '2.50' is not of type 'number'"),
        ("{}", "'total' is a required property"),
        ("3", "3 is not of type 'object'"),
    ],
)
def test_json_that_does_not_fit_says_where_and_why(answer: str, part: str) -> None:
    verdict = judged(answer, SCHEMA)
    assert not verdict.fits
    assert verdict.sentence.startswith("Valid JSON, but it does not fit the schema: ")
    assert part in verdict.sentence


@pytest.mark.parametrize(
    "answer", ["", "Sorry.", '{"total": 1', '{"total": NaN}', "Here: {}", "[" * 100_000, '{"a": 1} {"b": 2}']
)
def test_what_is_no_json_says_so(answer: str) -> None:
    verdict = judged(answer, SCHEMA)
    assert not verdict.fits
    assert verdict.sentence.startswith("This is not valid JSON (")


def test_a_long_complaint_is_cut() -> None:
    assert len(judged(json.dumps("x" * 5000), SCHEMA).sentence) < 300


def test_what_a_schema_refers_to_is_never_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "create_connection", refuse)
    verdict = judged("{}", '{"$ref": "http://127.0.0.1:9/schema.json"}')
    assert not verdict.fits
    assert "http://127.0.0.1:9/schema.json, which is not part of it" in verdict.sentence


def test_a_schema_that_cannot_be_used_is_said_and_blames_not_the_answer() -> None:
    assert "could not be checked" in judged("{}", "{").sentence
    assert schema_problem("") == ""
    assert schema_problem(SCHEMA) == ""
    assert schema_problem("true") == ""
    assert "not valid JSON" in schema_problem("[" * 100_000)


def test_indenting_moves_white_space_only() -> None:
    assert indented('{"b":2.50,"a":[1e3,{}],"c":[],"b":"x, {y}\\""}') == (
        '{\n  "b": 2.50,\n  "a": [\n    1e3,\n    {}\n  ],\n  "c": [],\n  "b": "x, {y}\\""\n}'
    )


def test_indented_json_means_the_same_whatever_it_holds() -> None:
    chance = random.Random(7)

    def made(depth: int) -> object:
        pick = chance.randrange(8 if depth else 5)
        if pick >= 5:
            parts = [made(depth - 1) for _ in range(chance.randrange(4))]
            return parts if pick == 5 else {f'k{chance.random()}"{{': part for part in parts}
        return (None, True, chance.random() * 1e9, 'a"\\ }],:{[ \n日本', chance.randrange(99))[pick]

    for _ in range(200):
        value = made(4)
        text = json.dumps(value, ensure_ascii=False)
        assert json.loads(indented(text)) == value
        assert indented(indented(text)) == indented(text)


@pytest.mark.parametrize("text", ["", "{", "{'a': 1}", "[" * 100_000])
def test_what_is_no_json_is_not_indented(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        indented(text)


def test_only_a_fence_around_the_whole_is_taken_off() -> None:
    assert json_part("```\n{}\n```") == "{}"
    assert json_part("See ```\n{}\n```") == "See ```\n{}\n```"
