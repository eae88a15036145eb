"""Facts of bills of several countries, and of bills that name their values in rows and columns of labels."""

from __future__ import annotations

import pytest

from engine.answers.values import VALUES, Shape, cents
from tests.unit.test_fact_finder import answered, field

BILLS = {
    "German": (
        "Bäckerei Lindner GmbH\nHauptstraße 12\nRechnung Nr. 2024-118\nRechnungsdatum: 5. März 2024\n"
        "Zahlbar bis: 19.03.2024\nKundennummer: K-4711\nBrot 3,10 €\nNettobetrag 1.234,50 €\n"
        "zzgl. 19% MwSt. 234,56 €\nGesamtbetrag 1.469,06 €\nAnzahlung 400,00 €\nRestbetrag 1.069,06 €",
        {
            "total": "1.469,06 €",
            "subtotal": "1.234,50 €",
            "tax": "234,56 €",
            "paid": "400,00 €",
            "balance": "1.069,06 €",
            "date": "5. März 2024",
            "due": "19.03.2024",
            "number": "2024-118",
            "customer": "K-4711",
            "vendor": "Bäckerei Lindner GmbH",
        },
    ),
    "Swiss": (
        "Kiosk am See\nDatum 05.03.2024\nKaffee 4.50\n"
        "Gipfeli 2.-\nSumme 12.-\nBar CHF 20.-\nRückgeld CHF 8.-",
        {"total": "12.-", "cash": "CHF 20.-", "change": "CHF 8.-", "date": "05.03.2024"},
    ),
    "French": (
        "Librairie du Parc\nFacture n° F-2024-77\nDate : 5 mars 2024\nÉchéance : 4 avril 2024\n"
        "Livre 1 234,50 €\nTotal HT 1 234,50 €\nTVA 5,5 % 67,90 €\nTotal TTC 1 302,40 €",
        {
            "total": "1 302,40 €",
            "subtotal": "1 234,50 €",
            "tax": "67,90 €",
            "date": "5 mars 2024",
            "due": "4 avril 2024",
            "number": "F-2024-77",
            "vendor": "Librairie du Parc",
        },
    ),
    "Spanish": (
        "Taller Ruiz S.L.\nFactura nº 2024/118\nFecha: 5 de marzo de 2024\nVencimiento: 4 de abril de 2024\n"
        "Base imponible 100,00 €\nIVA 21% 21,00 €\nTotal factura 121,00 €\nPendiente 20,00 €",
        {
            "total": "121,00 €",
            "subtotal": "100,00 €",
            "tax": "21,00 €",
            "balance": "20,00 €",
            "date": "5 de marzo de 2024",
            "due": "4 de abril de 2024",
            "number": "2024/118",
        },
    ),
    "Italian": (
        "Forno Bianchi\nFattura n. 77/2024\nData 5 marzo 2024\n"
        "Imponibile 10,00\nIVA 22% 2,20\nTotale 12,20 EUR",
        {
            "total": "12,20 EUR",
            "tax": "2,20",
            "subtotal": "10,00",
            "date": "5 marzo 2024",
            "number": "77/2024",
        },
    ),
    "American": (
        "ACME TOOLS\nInvoice # 1001\nMar 5, 2024\n"
        "Widget $1,200.00\nSubtotal $1,200.00\nSales Tax (8.25%) $99.00\n"
        "Total $1,299.00\nAmount paid $500.00\nBalance Due $799.00\nDue by April 4, 2024",
        {
            "total": "$1,299.00",
            "subtotal": "$1,200.00",
            "tax": "$99.00",
            "balance": "$799.00",
            "due": "April 4, 2024",
            "number": "1001",
            "date": "Mar 5, 2024",
        },
    ),
    "in yen": (
        "SAKURA CAFE\nDate 2024/03/05\nCoffee 450\nCake 600\nTotal 1,050\nCash ¥2,000\nChange ¥950",
        {"total": "1,050", "cash": "¥2,000", "change": "¥950", "date": "2024/03/05"},
    ),
    "of rows of labels": (
        "Northwind Ltd.\nInvoice no. Invoice date Due date\nINV-20 5 March 2024 4 April 2024\n"
        "Customer no. Order no. Terms\nC-88 PO-1234 30 days\n"
        "Chair 2 80.00\nSubtotal VAT Total\n80.00 16.00 96.00",
        {
            "number": "INV-20",
            "date": "5 March 2024",
            "due": "4 April 2024",
            "customer": "C-88",
            "order": "PO-1234",
            "subtotal": "80.00",
            "tax": "16.00",
            "total": "96.00",
        },
    ),
    "of a column of labels": (
        "Northwind Ltd.\nInvoice no.\nInvoice date\nDue date\n"
        "INV-20\n5 March 2024\n4 April 2024\nChair 80.00\n"
        "Total (incl. 20% VAT) 96.00\nVAT 16.00",
        {"number": "INV-20", "date": "5 March 2024", "due": "4 April 2024", "total": "96.00", "tax": "16.00"},
    ),
}


@pytest.mark.parametrize(
    ("bill", "fact"), [(name, fact) for name, (_, facts) in BILLS.items() for fact in facts]
)
@pytest.mark.parametrize("told", ["", "77.77", None], ids=["says nothing", "is wrong", "is right"])
def test_a_fact_of_a_bill_is_said_as_it_stands_there(bill: str, fact: str, told: str | None) -> None:
    text, facts = BILLS[bill]
    assert answered(fact, facts[fact] if told is None else told, text) == facts[fact]


@pytest.mark.parametrize("bill", BILLS)
def test_a_fact_that_a_bill_does_not_show_is_not_made_up(bill: str) -> None:
    text, facts = BILLS[bill]
    missing = {"discount", "shipping", "order", "customer", "balance", "tax", "due"} - set(facts)
    if bill == "of a column of labels":
        missing.discard("tax")
    assert {fact: answered(fact, "", text) for fact in missing} == dict.fromkeys(missing)


def test_a_field_below_its_name_is_found_by_it() -> None:
    text = BILLS["of rows of labels"][0]
    assert field("Order no.", "", text) == "PO-1234"
    assert field("Invoice date", "I see no Invoice date here.", text) == "5 March 2024"
    assert field("Terms", "30 days", text) == "30 days"


def test_a_list_of_goods_is_no_row_of_labels() -> None:
    text = "Shop\nDescription Qty Price Total\nLamp 2 20.00 40.00\nTotal 57.00"
    assert answered("total", "40.00", text) == "57.00"
    assert answered("number", "", "Shop\nItem Invoice Order\nLamp 2044 77\nTotal 4.00") is None


def test_goods_that_begin_like_a_label_are_not_what_was_paid() -> None:
    assert answered("change", "", "Garage\nChange of oil 40.00\nTotal 40.00") is None
    assert answered("cash", "", "Shop\nBar of soap 3.00\nTotal 3.00") is None


def test_a_row_whose_values_are_in_doubt_gives_none() -> None:
    text = "Shop\nFrom Attn Terms\nAda Byron Grace Hopper net\nTotal 4.00"
    assert field("Attn", "I see no Attn here.", text) is None


@pytest.mark.parametrize(
    ("text", "amount", "value"),
    [
        ("Total 1.234,50 €", "1.234,50 €", 123_450),
        ("CHF 12.-", "CHF 12.-", 1_200),
        ("¥1,200", "¥1,200", 120_000),
        ("1 234,50 €", "1 234,50 €", 123_450),
        ("$ 1'234.50", "$ 1'234.50", 123_450),
        ("1.200 kr", "1.200 kr", 120_000),
        ("1,200円", "1,200円", 120_000),
        ("-$4.51", "-$4.51", 451),
        ("12,-", "12,-", 1_200),
    ],
)
def test_a_sum_is_known_in_the_ways_of_several_countries(text: str, amount: str, value: int) -> None:
    assert [match.group() for match in VALUES[Shape.MONEY].finditer(text)] == [amount]
    assert cents(amount) == value


@pytest.mark.parametrize("text", ["3.5.2024", "10.05.2024", "1234.567", "Room 12", "2 x 3", "v1.20.3"])
def test_what_is_no_sum_is_not_taken_for_one(text: str) -> None:
    assert VALUES[Shape.MONEY].search(text) is None


@pytest.mark.parametrize(
    "date",
    [
        "5. März 2024",
        "March 5th, 2024",
        "05-Mar-24",
        "05MAR2024",
        "5 de marzo de 2024",
        "2024年3月5日",
        "Mon 11 Feb 2006",
        "Montag, 5. März 2024",
        "1er mai 2024",
        "5/3/24",
        "3 May '24",
        "2024-03-05",
    ],
)
def test_a_date_is_known_in_the_ways_of_several_countries(date: str) -> None:
    match = VALUES[Shape.DATE].search(f"on {date} at noon")
    assert match is not None
    assert match.group() == date
