"""What no rule understands is not answered with a value that nothing bears out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from engine.answers.asking import wishes_in
from engine.answers.checked_answer import CheckedAnswer
from engine.answers.joints import JOINTS
from engine.answers.languages import language_of
from engine.answers.tongues import (
    CAPTION,
    CHINESE,
    ENGLISH,
    FRENCH,
    GERMAN,
    JAPANESE,
    SPANISH,
    TONGUES,
    Tongue,
)
from engine.answers.unknown import HINT
from engine.answers.wishes import FREE, Wish
from engine.api import (
    EngineEvent,
    Finished,
    FinishReason,
    GenerationRequest,
    ImageInput,
    RequestId,
    Role,
    Task,
    Turn,
)
from engine.profile import load_profile
from engine.reading import RegionPlan

STARTER = load_profile(Path(__file__).resolve().parents[2] / "resources" / "models" / "starter")
PICTURES = (ImageInput(b"one", "one.png"), ImageInput(b"two", "two.png"))


def asked(question: str, *images: ImageInput) -> GenerationRequest:
    turn = Turn(Role.USER, question, images or PICTURES[:1])
    return GenerationRequest(RequestId("q"), (turn,), Task.ASK)


def wish(question: str) -> Wish:
    (only,) = wishes_in(asked(question), STARTER)
    return only


@pytest.mark.parametrize(
    ("question", "tongue"),
    [
        ("add tax to the subtotal", ENGLISH),
        ("double the total", ENGLISH),
        ("What does VAT mean?", ENGLISH),
        ("is there a signature?", ENGLISH),
        ("what is 80 + 16?", ENGLISH),
        ("what is the first line?", ENGLISH),
        ("Fasse das bitte zusammen", GERMAN),
        ("Résume cette facture", FRENCH),
        ("¿Puedes traducir esta factura?", SPANISH),
        ("この請求書を要約して", JAPANESE),
        ("请翻译成中文", CHINESE),
    ],
)
def test_what_is_not_understood_has_an_excuse_in_its_language(question: str, tongue: Tongue) -> None:
    assert (wish(question).kind, wish(question).otherwise) == (FREE, JOINTS[tongue].alone)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("nationality", "nationality"),
        ("Nationality?", "Nationality"),
        ("name", "name"),
        ('find "Paper"', "Paper"),
        ("the card holder, please", "card holder"),
        ("Wo steht die IBAN?", "IBAN"),
    ],
)
def test_a_few_words_may_be_the_name_of_a_field(question: str, name: str) -> None:
    assert (wish(question).kind, wish(question).named) == ("field", name)


@pytest.mark.parametrize(
    "question", ["hello", "Thanks!", "who are you?", "what can you do", "receipt", "danke", "谢谢"]
)
def test_where_nothing_is_asked_for_it_is_said_what_can_be(question: str) -> None:
    assert wish(question).kind == HINT
    assert wish(question).sentence == JOINTS[language_of(question)].hint


@pytest.mark.parametrize(
    ("question", "kind"),
    [("Qual è il totale?", "total"), ("What is the total of the invoice from Northwind?", "total")],
)
def test_labels_of_bills_and_whose_a_bill_is_are_understood(question: str, kind: str) -> None:
    assert wish(question).kind == kind


@pytest.mark.parametrize("question", ["how many lines", "read this"])
def test_what_the_model_was_taught_is_asked_as_it_is(question: str) -> None:
    assert wishes_in(asked(question), STARTER) == ()
    assert wishes_in(asked("double the total"), replace(STARTER, bundled=False)) == ()


def ended(made: Wish, *told: str) -> Finished:
    """What is said of pictures of which the model says `told`."""
    events: list[EngineEvent] = []
    images = PICTURES[: len(told)]
    answer = CheckedAnswer(asked("?", *images), events.append, lambda: False, (made,))
    answer.set_regions(
        [
            RegionPlan((Turn(Role.USER, "?", (image,)),), (Image.new("RGB", (8, 8)),), (n,), "\n", False, 256)
            for n, image in enumerate(images)
        ]
    )
    for region, text in zip(answer.regions, told, strict=True):
        for character in text:
            answer.hear(region, character, 0.9, ord(character))
        answer.end_region(region, FinishReason.COMPLETE)
    answer.finish(None)
    (end,) = (event for event in events if isinstance(event, Finished))
    return end


def said(made: Wish, *told: str) -> str:
    return ended(made, *told).text


@pytest.mark.parametrize(
    "told", ["46.00", "I see no order number here.", "This small model only reads text; choose a larger one."]
)
def test_a_value_that_nothing_bears_out_is_not_said(told: str) -> None:
    german = Wish(FREE, otherwise=JOINTS[GERMAN].alone)
    assert said(german, told) == JOINTS[GERMAN].alone
    assert said(german, told, told) == JOINTS[GERMAN].alone
    assert [found.value for found in ended(german, told).answers] == [None]


def test_a_sentence_of_the_model_is_said() -> None:
    made = Wish(FREE, otherwise=JOINTS[ENGLISH].alone)
    assert said(made, "A receipt of a market.") == "A receipt of a market."
    assert [found.value for found in ended(made, "A receipt of a market.").answers] == [
        "A receipt of a market."
    ]
    both = said(made, "A receipt of a market.", "46.00")
    assert both == f"one.png: A receipt of a market.\ntwo.png: {JOINTS[ENGLISH].alone}"


@pytest.mark.parametrize("tongue", TONGUES, ids=[tongue.refusal for tongue in TONGUES])
def test_every_language_has_its_excuse_and_its_hint(tongue: Tongue) -> None:
    assert JOINTS[tongue].alone
    assert JOINTS[tongue].hint
    assert all(wish(greeting).kind == HINT for greeting in JOINTS[tongue].greetings)


@pytest.mark.parametrize(
    ("letter", "tongue"),
    [
        ("a " * 500_000, ENGLISH),
        ("please what is the total and the date of this invoice, " * 300, ENGLISH),
        ("Fasse das bitte für mich zusammen. " * 30, GERMAN),
    ],
    ids=["one letter", "questions", "German"],
)
def test_a_pasted_letter_is_no_question_for_a_small_model_and_is_not_gone_through(
    letter: str, tongue: Tongue
) -> None:
    wanted = wish(letter)
    assert wanted.sentence == JOINTS[tongue].alone
    assert not wanted.asks_model


@pytest.mark.parametrize(
    "question", ["caption", "What kind of picture is this?", "Was ist auf dem Bild zu sehen?"]
)
def test_a_caption_is_held_against_the_reading(question: str) -> None:
    assert wish(question).kind == CAPTION
    assert wish(question).needs_reading
    assert wish(question).otherwise == JOINTS[language_of(question)].blank
