"""Questions for facts in other words: with slips, as keywords, in the window's languages and two more."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.answers.facts import KNOWN
from engine.answers.questions import asked_fact, asks_for
from engine.answers.tongues import CAPTION, LINES, TONGUES, Tongue
from engine.profile import load_profile

STARTER = load_profile(Path(__file__).resolve().parents[2] / "resources" / "models" / "starter")
ASKED = {
    "total": (
        "total",
        "TOTAL?",
        "what's the total??",
        "how much",
        "How much did I pay in total?",
        "wht is teh totl",
        "total mount",
        "and the total?",
        "hey, what was the total on this receipt?",
        "price total",
        "Wie hoch ist der Gesamtbetrag?",
        "wie viel muss ich bezahlen",
        "Was ist die Summe?",
        "Quel est le montant total de la facture ?",
        "¿Cuánto es?",
        "合計はいくらですか？",
        "いくらですか",
        "这张发票的总金额是多少",
        "一共多少钱",
    ),
    "date": (
        "date please",
        "and the date?",
        "when",
        "What's the date on this invoice?",
        "When was the invoice written?",
        "invoce date",
        "when did I buy this?",
        "Wann wurde die Rechnung ausgestellt?",
        "und das Datum",
        "Quelle est la date de la facture ?",
        "日付はいつですか",
        "开票日期是哪天",
    ),
    "due": (
        "when do I have to pay?",
        "by when must this be paid?",
        "payment eadline",
        "Bis wann muss ich zahlen?",
        "Wann ist die Rechnung fällig?",
        "支払期限はいつですか",
        "什么时候到期",
    ),
    "vendor": (
        "who is it from",
        "Where did I buy this?",
        "what company is it",
        "Von wem ist die Rechnung?",
        "お店の名前は何ですか",
        "这是哪家店？",
    ),
    "number": (
        "Invoice #?",
        "receipt no",
        "Wie lautet die Rechnungsnummer?",
        "請求書番号は何ですか",
        "发票号码是多少",
    ),
    "tax": (
        "how much tax did I pay in total",
        "how much tax did i pay",
        "and how much is the vat?",
        "消費税はいくらですか",
        "税额是多少",
    ),
    "balance": ("how much do I still owe", "amount due", "Wie viel ist noch offen?"),
    "subtotal": ("total before tax", "Zwischensumme"),
    "cash": ("how much cash was given",),
    "discount": ("any discount?", "total discount"),
    "shipping": ("shipping and handling", "Porto und Verpackung"),
    "time": ("what time was it?", "Um wie viel Uhr?", "何時ですか", "几点", "¿A qué hora?"),
    "phone": ("phone number", "Wie ist die Telefonnummer?", "電話番号を教えて", "电话号码是多少"),
    "email": ("what is the e-mail address", "E-Mail?", "メールアドレス"),
    "website": ("website?", "网址"),
    "address": ("Where is the shop?", "address of the shop", "Adresse", "住所は？"),
}
OTHER = (
    "Translate this into French",
    "Who is in the picture?",
    "What is the meaning of the word total?",
    "Is the total right?",
    "how much sugar is in it",
    "how much was the bread",
    "how much was the rice",
    "Who wrote this?",
    "Fasse das zusammen",
    "要約してください",
    "翻译成英文",
    "？",
)


@pytest.mark.parametrize(
    ("kind", "question"), [(kind, each) for kind, listed in ASKED.items() for each in listed]
)
def test_a_question_in_other_words_asks_for_its_fact(kind: str, question: str) -> None:
    fact = asked_fact(STARTER.wording(question), STARTER)
    assert fact is not None
    assert (fact.kind, fact.is_sure) == (kind, True)


@pytest.mark.parametrize("question", OTHER)
def test_a_word_that_is_left_over_asks_for_something_else(question: str) -> None:
    fact = asked_fact(STARTER.wording(question), STARTER)
    assert fact is None or not fact.is_sure


@pytest.mark.parametrize(
    ("what", "question"),
    [
        (LINES, "line count"),
        (LINES, "How many lines of text are there?"),
        (LINES, "Wie viele Zeilen sind das?"),
        (LINES, "何行ありますか"),
        (LINES, "有多少行文字"),
        (CAPTION, "what kind of document is this"),
        (CAPTION, "Describe the image in one line."),
        (CAPTION, "Was ist auf dem Bild zu sehen?"),
        (CAPTION, "これは何ですか"),
        (CAPTION, "这是什么？"),
    ],
)
def test_lines_and_kinds_are_asked_for_in_other_words_as_well(what: str, question: str) -> None:
    assert asks_for(STARTER.wording(question), what, STARTER)
    assert asked_fact(STARTER.wording(question), STARTER) is None


def test_a_fact_that_is_not_there_is_refused_in_the_language_of_the_question() -> None:
    refusals = {
        question: fact.refusal
        for question in ("What is the total?", "Was ist die Summe?", "合計はいくらですか", "税额是多少")
        if (fact := asked_fact(question, STARTER))
    }
    assert refusals == {
        "What is the total?": "I see no total here.",
        "Was ist die Summe?": "Hier finde ich nichts zu „Summe“.",
        "合計はいくらですか": "ここには「合計」が見当たりません。",
        "税额是多少": "这里没有找到“税额”。",
    }


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Wie lautet die IBAN?", "IBAN"),
        ("Quel est le code client secret ?", "code client secret"),
        ("what is the value of the field Order number", "Order number"),
    ],
)
def test_a_field_is_named_in_words_of_other_languages(question: str, named: str) -> None:
    fact = asked_fact(question, STARTER)
    assert fact is not None
    assert (fact.kind, fact.named) == ("field", named)


@pytest.mark.parametrize("tongue", TONGUES, ids=[tongue.refusal for tongue in TONGUES])
def test_every_language_has_words_for_every_fact(tongue: Tongue) -> None:
    assert set(tongue.kinds) == {*KNOWN, LINES, CAPTION}
    assert "{named}" in tongue.refusal


@pytest.mark.parametrize("tongue", TONGUES, ids=[tongue.refusal for tongue in TONGUES])
def test_every_phrase_of_a_language_asks_for_its_fact(tongue: Tongue) -> None:
    wrong = [
        (phrase, kind)
        for kind, listed in tongue.kinds.items()
        for phrase in listed
        if kind in KNOWN and (fact := asked_fact(phrase, STARTER)) is not None and fact.kind != kind
    ]
    assert wrong == []


@pytest.mark.parametrize("question", ["first name", "Last name?", "Date of birth", "Vorname", "Nationality"])
def test_names_of_form_fields_are_asked_for_by_themselves(question: str) -> None:
    fact = asked_fact(STARTER.wording(question), STARTER)
    assert fact is not None
    assert (fact.kind, fact.named, fact.is_sure) == ("field", question.strip("?"), True)
