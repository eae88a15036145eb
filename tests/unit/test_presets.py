"""Presets: the list, the variables of a prompt, and what a model cannot be asked."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest

from app.domain import ModelCard, RequestKind
from app.presets import (
    BUILT_IN,
    MOST_PRESETS,
    VARIABLES,
    Preset,
    PresetError,
    all_presets,
    built_in,
    copied,
    filled_in,
    presets_from,
    problem_of,
    unknown_variables,
    variables_in,
    why_model_cannot,
)

STARTER = ModelCard(
    name="Yomi Starter",
    folder="/m",
    device="cpu",
    precision="fp32",
    parameters=1,
    context_tokens=1,
    weights_bytes=1,
    cache_bytes=1,
    bundled=True,
    note="",
    larger="A larger one is at example.org.",
    answers_freely=False,
    questions=(("caption", "What kind of picture is this?"),),
)
OWN = Preset("mine", RequestKind.ASK, "Who wrote {filename}?", "Author")


def test_every_built_in_preset_can_be_used() -> None:
    assert [problem_of(preset) for preset in BUILT_IN] == [""] * len(BUILT_IN)
    assert {preset.kind for preset in BUILT_IN} == set(RequestKind) - {RequestKind.ASK}


def test_a_changed_preset_stands_where_it_stood_and_a_removed_one_is_gone() -> None:
    changed = replace(built_in("translate"), language="Latin")
    shown = all_presets((OWN, changed), ("table",))
    assert [preset.id for preset in shown] == ["read", "markdown", "json", "caption", "translate", "mine"]
    assert shown[4].language == "Latin"


def test_a_copy_is_the_users_own() -> None:
    made = copied(built_in("json"), "Receipts")
    assert (made.is_built_in, made.name, made.schema) == (False, "Receipts", built_in("json").schema)


def test_variables_are_filled_in_once() -> None:
    values = {"text": "{date}", "date": "2026-11-30"}
    assert filled_in("{text} on {date}, {text}", values) == "{date} on 2026-11-30, {date}"


def test_json_in_a_prompt_and_names_in_two_braces_stand_as_they_are() -> None:
    prompt = 'Like {"a": {"b": [1]}} or {{date}} or {} or {two words}'
    assert filled_in(prompt, {}) == 'Like {"a": {"b": [1]}} or {date} or {} or {two words}'
    assert variables_in(prompt) == ()


def test_an_unknown_variable_is_said_by_name() -> None:
    assert unknown_variables("{colour} {date}") == ("colour",)
    with pytest.raises(PresetError) as caught:
        filled_in("{colour}", {"colour": "red"})
    assert "{colour}" in caught.value.sentence
    assert all("{" + name + "}" in caught.value.sentence for name in VARIABLES)
    assert "{colour}" in problem_of(replace(OWN, prompt="{colour}"))


@pytest.mark.parametrize("name", VARIABLES)
def test_a_variable_with_nothing_to_say_is_a_sentence(name: str) -> None:
    with pytest.raises(PresetError) as caught:
        filled_in("{" + name + "}", {name: " \n"})
    assert caught.value.sentence.endswith(".")


@pytest.mark.parametrize(
    ("preset", "part"),
    [
        (replace(OWN, prompt="  "), "empty"),
        (Preset("j", RequestKind.JSON, "{schema}", schema="{"), "not valid JSON"),
        (Preset("j", RequestKind.JSON, "{schema}", schema='{"type": "nothing"}'), "no JSON Schema"),
        (Preset("j", RequestKind.JSON, "{schema}", schema="[]"), "must be a JSON object"),
    ],
)
def test_what_can_never_be_used_says_why(preset: Preset, part: str) -> None:
    assert part in problem_of(preset)


def test_a_reading_needs_no_prompt() -> None:
    assert problem_of(Preset("r", RequestKind.READ)) == ""


def test_what_the_bundled_model_cannot_do_is_said_in_one_sentence_with_what_to_do() -> None:
    refused = {preset.id for preset in BUILT_IN if why_model_cannot(preset, STARTER)}
    assert refused == {"json", "translate"}
    for name in refused:
        sentence = why_model_cannot(built_in(name), STARTER)
        assert sentence.endswith("; choose a larger model for that.")
        assert sentence.count(".") == 1
    large = replace(STARTER, answers_freely=True, name="Large", larger="")
    assert not any(why_model_cannot(preset, large) for preset in BUILT_IN)
    plain = replace(STARTER, reads_markdown=False, larger="")
    assert "choose a larger model" in why_model_cannot(built_in("markdown"), plain)
    assert why_model_cannot(built_in("table"), plain)


def test_before_a_model_is_loaded_nothing_is_refused() -> None:
    assert not any(why_model_cannot(preset, None) for preset in BUILT_IN)


def test_the_caption_is_asked_in_the_models_own_wording() -> None:
    assert STARTER.wording(built_in("caption").prompt) == "What kind of picture is this?"
    assert replace(STARTER, questions=()).wording("caption") == "caption"


def as_kept(*presets: Preset) -> list[object]:
    """Presets as a JSON file gives them back."""
    kept = json.loads(json.dumps([asdict(preset) for preset in presets]))
    assert isinstance(kept, list)
    return kept


def test_presets_are_kept_and_come_back() -> None:
    assert presets_from(as_kept(OWN, *BUILT_IN)) == (OWN, *BUILT_IN)
    assert presets_from((OWN,)) == (OWN,)


@pytest.mark.parametrize(
    "entry",
    [
        None,
        "text",
        {},
        {"id": "", "kind": "ask"},
        {"id": "a", "kind": "dance"},
        {"id": 1, "kind": "ask"},
        {"id": "a", "kind": "ask", "prompt": 5},
        {"id": "a", "kind": "ask", "prompt": "x" * 20_001},
    ],
)
def test_what_can_be_no_preset_is_left_out(entry: object) -> None:
    assert presets_from([entry, *as_kept(OWN)]) == (OWN,)


def test_a_list_that_is_none_is_empty_and_a_long_one_is_cut() -> None:
    assert presets_from({"a": 1}) == ()
    many = [replace(OWN, id=str(number)) for number in range(MOST_PRESETS + 5)]
    assert len(presets_from(many)) == MOST_PRESETS
    assert len(presets_from([OWN, OWN])) == 1
