"""A question for several things is cut into them, in six languages; one that asks for one is left whole."""

from __future__ import annotations

import pytest

from engine.answers.joints import JOINTS
from engine.answers.tongues import TONGUES, Tongue
from engine.answers.wishes import Wish, wishes_of

SEVERAL = {
    "What is the total and the date?": ["Total", "Date"],
    "vendor and invoice number": ["Shop name", "Invoice number"],
    "total, tax and date": ["Total", "Tax", "Date"],
    "What is the total? And when is it due?": ["Total", "Due date"],
    "subtotal + tax + total": ["Subtotal", "Tax", "Total"],
    "total/date": ["Total", "Date"],
    "total date vendor": ["Total", "Date", "Shop name"],
    "1. the total 2. the date": ["Total", "Date"],
    "What is the total\nWhat is the date": ["Total", "Date"],
    "either the total or the subtotal": ["Total", "Subtotal"],
    "the invoice number, the date and the total amount due": ["Invoice number", "Date", "Total"],
    "Wer hat die Rechnung gestellt und wann ist sie fällig?": ["Name des Geschäfts", "Fälligkeit"],
    "¿Quién la emitió y cuánto hay que pagar?": ["Tienda", "Total"],
    "teh totl and teh dat": ["Total", "Date"],
    "Inv. No. and date": ["Invoice number", "Date"],
    "order and customer number": ["Order number", "Customer number"],
    "invoice and due date": ["Date", "Due date"],
    "name and address of the shop": ["Shop name", "Address"],
    "shipping & handling and total": ["Shipping", "Total"],
    "how many lines and what is the total": ["Lines", "Total"],
    "total, IBAN and BIC": ["Total", "IBAN", "BIC"],
    "name and e-mail": ["Name", "E-mail address"],
    "name and nationality": ["Name", "Nationality"],
    "date and time": ["Date", "Time"],
    "first name and last name": ["First name", "Last name"],
    "name and date of birth": ["Name", "Date of birth"],
    "What are the terms and conditions and the total?": ["Terms and conditions", "Total"],
    "Wie hoch sind Summe und Mehrwertsteuer?": ["Summe", "Steuer"],
    "Rechnungs- und Kundennummer": ["Rechnungsnummer", "Kundennummer"],
    "Rechnungsnummer und -datum": ["Rechnungsnummer", "Datum"],
    "Quel est le total et l'IBAN ?": ["Total", "IBAN"],
    "numéro de facture et de commande": ["Numéro de facture", "Numéro de commande"],
    "¿Cuál es el total y el número de factura?": ["Total", "Número de factura"],
    "nombre y dirección de la tienda": ["Tienda", "Dirección"],
    "合計、日付、店名を教えてください": ["合計", "日付", "店名"],
    "いつ、どこで買いましたか": ["日付", "店名"],
    "总额、日期和商家": ["总计", "日期", "店名"],
}
ONE = (
    "What is the total?",
    "Hello, what's the total, please?",
    "terms and conditions",
    "What are the terms and conditions?",
    "shipping and handling",
    "is this from Marks and Spencer?",
    "Who is John and what does he say about the total?",
    "how much tax did I pay in total",
    "total amount",
    "date and date",
    "is this an invoice or a receipt?",
    "field Name and address",
    "read the text and transcribe it",
    "Translate this and summarize it",
    "Summe, bitte",
    "合計はいくらですか",
    "总额是多少？",
    "😀 & 😀",
    "and",
    "",
)


def labels(question: str) -> list[str]:
    return [wish.label.rstrip(" :：") for wish in wishes_of(question) if wish.label]


@pytest.mark.parametrize(("question", "asked"), SEVERAL.items())
def test_every_thing_that_is_asked_for_is_a_wish_in_the_order_of_the_question(
    question: str, asked: list[str]
) -> None:
    assert labels(question) == asked


@pytest.mark.parametrize("question", ONE)
def test_a_question_for_one_thing_is_left_whole(question: str) -> None:
    assert wishes_of(question) == ()


@pytest.mark.parametrize(
    ("question", "answered", "sentence"),
    [
        ("total and read the rest", ["total"], "I read the whole text only where nothing else is asked for."),
        (
            "read as markdown and give me the total",
            ["total"],
            "I read the whole text only where nothing else is asked for.",
        ),
        (
            "total and translate it into French",
            ["total"],
            "“translate it into French” is beyond this small model; choose a larger one for it.",
        ),
        (
            "total and date as json",
            ["total", "date"],
            "“as json” is beyond this small model; choose a larger one for it.",
        ),
        (
            "Datum und übersetze es",
            ["date"],
            "„übersetze es“ geht über dieses kleine Modell hinaus; wählen Sie dafür ein größeres.",
        ),
        (
            "合計と翻訳",
            ["total"],
            "「翻訳」はこの小さなモデルでは答えられません。大きなモデルを選んでください。",
        ),
        ("总额和全文", ["total"], "只有单独提出时，我才读取全文。"),
    ],
)
def test_what_cannot_be_answered_beside_a_fact_is_said_in_a_sentence(
    question: str, answered: list[str], sentence: str
) -> None:
    wishes = wishes_of(question)
    assert [wish.kind for wish in wishes if wish.asks_model] == answered
    assert [wish.sentence for wish in wishes if wish.sentence] == [sentence]


def test_a_thing_that_is_asked_for_twice_is_one_wish() -> None:
    assert [wish.kind for wish in wishes_of("total, date and total")] == ["total", "date"]


def test_lines_need_a_reading_and_no_question_to_the_model() -> None:
    lines, total = wishes_of("how many lines and what is the total")
    assert (lines.asks_model, lines.needs_reading) == (False, True)
    assert (total.asks_model, total.needs_reading) == (True, True)
    assert not Wish("beyond", sentence="No.").needs_reading


@pytest.mark.parametrize("tongue", TONGUES, ids=[tongue.refusal for tongue in TONGUES])
def test_every_language_joins_labels_and_excuses(tongue: Tongue) -> None:
    joints = JOINTS[tongue]
    assert joints.words
    assert "{named}" in joints.label_form
    assert "{named}" in joints.beyond
    assert joints.apart
    first, second = tongue.kinds["total"][0], tongue.kinds["date"][0]
    space = " " if tongue.spaced else ""
    for word in joints.words:
        assert [wish.kind for wish in wishes_of(f"{first}{space}{word}{space}{second}")] == ["total", "date"]
