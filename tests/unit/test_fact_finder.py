"""An answer about a bill must stand in what was read, and at no label of something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.answers.facts import KNOWN, Fact
from engine.answers.finder import checked
from engine.answers.places import Answer
from engine.answers.questions import asked_fact
from engine.answers.values import Shape
from engine.profile import load_profile
from tests.helpers.read_texts import lines_of

STARTER = load_profile(Path(__file__).resolve().parents[2] / "resources" / "models" / "starter")
INVOICE = """Aldgate Paper Ltd.
12 Harbour Road
Invoice number: INV-2044-17
Invoice date: 3 March 2024
Due date: 17 March 2024
Customer: Ada Byron
Description Qty Amount
Lamp 2 40.00
Paper 1 7.50
Subtotal 47.50
VAT 20% 9.50
Total 57.00
Amount due 37.00"""
RECEIPT = """WINTER MARKET
Tel. 0568 703098
Bon R-70099
25.09.2023 14:05
Bread 3.10
Cheese 12.40
TOTAL EUR 15.50
Cash 20.00
Change 4.50"""
FORM = """Application
Name Else Snarf
E-mail else_snarf@solidarity-
fragmented.org
Reference number 131/6782
Date 2020-07-09"""


def answered(fact: str, told: str, text: str, sure: float = 0.95) -> str | None:
    found = checked(KNOWN[fact], Answer(told, sure), lines_of(text))
    return found.text if found else None


def field(name: str, told: str, text: str) -> str | None:
    found = checked(Fact("field", name, Shape.ANY), Answer(told, 0.95), lines_of(text))
    return found.text if found else None


@pytest.mark.parametrize(
    ("fact", "right"),
    [
        ("total", "57.00"),
        ("subtotal", "47.50"),
        ("tax", "9.50"),
        ("balance", "37.00"),
        ("date", "3 March 2024"),
        ("due", "17 March 2024"),
        ("number", "INV-2044-17"),
        ("vendor", "Aldgate Paper Ltd."),
    ],
)
@pytest.mark.parametrize("wrong", ["", "I see no total here.", "40.00", "17 March 2024", "37.00"])
def test_another_number_of_the_bill_gives_way_to_the_one_at_its_label(
    fact: str, right: str, wrong: str
) -> None:
    assert answered(fact, right, INVOICE) == right
    if fact != "vendor" or not wrong[:1].isdigit():
        assert answered(fact, wrong, INVOICE) == right


def test_an_answer_is_said_as_the_model_gave_it_where_only_its_currency_is_missing() -> None:
    text = "Shop\nTotal € 12,50"
    assert answered("total", "12,50", text) in ("12,50", "€ 12,50")
    assert answered("total", "9,99", text) == "€ 12,50"


def test_a_date_without_a_label_is_the_date_of_a_receipt() -> None:
    assert answered("date", "I see no date here.", RECEIPT) == "25.09.2023"


def test_the_one_date_is_not_taken_where_it_stands_at_another_label() -> None:
    assert answered("date", "12.10.2023", "Shop\nReturn by 12.10.2023\nTotal 4.00") is None


def test_a_number_is_not_that_of_another_label() -> None:
    assert answered("number", "R-70099", RECEIPT) == "R-70099"
    assert answered("number", "4711-2", "Shop\nCustomer no. 4711-2\nTotal 4.00") is None


def test_the_total_is_not_what_was_given_or_given_back() -> None:
    assert answered("total", "20.00", RECEIPT) == "15.50"
    assert answered("total", "4.50", "Shop\nChange 4.50") is None


def test_of_two_totals_the_grand_total_is_meant() -> None:
    text = "Shop\nTotal 10.00\nTip 1.00\nGrand total 11.00"
    assert answered("total", "10.00", text) == "11.00"


def test_a_total_in_the_line_below_its_label_is_found() -> None:
    assert answered("total", "", "Shop\nTOTAL\n48.20\nThank you") == "48.20"


def test_what_stands_nowhere_is_not_said() -> None:
    assert answered("total", "99.99", "Meeting notes\nbring the plans") is None
    assert answered("vendor", "Nothing Such Ltd.", "Meeting notes\nbring the plans") is None
    assert answered("vendor", "Nothing Such Ltd.", "") is None


def test_a_name_is_spelt_as_it_was_read() -> None:
    assert answered("vendor", "WINTER MARKEI", RECEIPT, sure=0.5) == "WINTER MARKET"
    assert answered("vendor", "winter market", RECEIPT) == "WINTER MARKET"


def test_a_goods_line_that_begins_like_a_label_is_no_shop() -> None:
    assert answered("vendor", "WINTER MARKET", f"{RECEIPT}\nSeller Toggle 27.01") == "WINTER MARKET"


def test_of_two_readings_of_one_number_digits_among_digits_win() -> None:
    assert answered("number", "915/9202", "Form\nReference number 915/P202", sure=0.3) == "915/9202"
    assert answered("number", "915/P202", "Form\nReference number 915/9202") == "915/9202"


@pytest.mark.parametrize("told", ["ada-byron@paper.io", "ada+byron@paper.io"])
@pytest.mark.parametrize("read", ["ada-byron@paper.io", "ada+byron@paper.io"])
def test_of_two_readings_of_an_address_the_one_with_a_plus_wins(told: str, read: str) -> None:
    signs = {told, read}
    for sure in (0.2, 0.99):
        found = checked(Fact("field", "E-mail", Shape.ANY), Answer(told, sure), lines_of(f"E-mail {read}"))
        assert found is not None
        assert found.text == max(signs, key=lambda text: "+" in text)


def test_of_two_readings_that_differ_in_a_digit_the_surer_wins() -> None:
    text = "Form\nReference number 915/9202"
    assert answered("number", "915/9203", text, sure=0.99) == "915/9203"
    assert answered("number", "915/9203", text, sure=0.5) == "915/9202"


def test_a_field_is_what_stands_at_its_name() -> None:
    assert field("Name", "Else Snarf", FORM) == "Else Snarf"
    assert field("Name", "I see no Name here.", FORM) == "Else Snarf"
    assert field("email", "else_snarf@solidarity-", FORM) == "else_snarf@solidarity-fragmented.org"
    assert field("Phone", "x", RECEIPT) == "0568 703098"
    assert field("phone number", "x", RECEIPT) == "0568 703098"


def test_a_field_that_has_no_label_is_not_answered() -> None:
    assert field("Order number", "131/6782", FORM) is None
    assert field("Phone", "131/6782", FORM) is None
    assert field("?", "131/6782", FORM) is None


def test_a_field_keeps_the_first_words_of_a_line_with_two_fields() -> None:
    assert field("Name", "Ada Byron", "Name: Ada Byron Date: 3 May 2024") == "Ada Byron"


@pytest.mark.parametrize("told", ["kr 85.62", "Rs. 85.62"])
def test_a_sum_keeps_the_currency_that_stands_with_it(told: str) -> None:
    currency = told.split(maxsplit=1)[0]
    text = f"Shop\nSub-total {currency} 71.35\nTotal {told}"
    assert answered("total", told, text) == told
    assert answered("total", f"{currency} 71.35", text) == told


@pytest.mark.parametrize("date", ["Wednesday, October 26", "May 7", "Mon 11 Feb 2006"])
def test_a_date_of_any_form_may_stand_at_its_label(date: str) -> None:
    assert answered("date", date, f"Shop\nInvoice: C37\nBilling date: {date}\nTotal 4.00") == date


def test_what_bills_never_show_without_a_label_is_not_taken_from_anywhere() -> None:
    assert answered("tax", "3.10", "Shop\nBread 3.10\nTotal 3.10") is None
    assert answered("vendor", "Membership form", "Membership form\nName Ada Byron\nDate 2024-05-01") is None


def test_a_second_field_of_a_line_is_found() -> None:
    text = "Tel. 0480-781199\nPhone: (819) 518-9488 VAT ID: #376061\nReceipt no. Issued on\nZP-150 1 May 2024"
    assert field("VAT ID", "#376061", text) == "#376061"
    assert field("Phone", "(819) 518-9488", text) == "(819) 518-9488"
    assert field("Receipt no.", "I see no Receipt no. here.", text) == "ZP-150"


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What is the total?", "total"),
        ("whats the total pls", "total"),
        ("total without tax", "subtotal"),
        ("What is the due date?", "due"),
        ("When is it due?", "due"),
        ("What is the invoice date?", "date"),
        ("What is the invoice number?", "number"),
        ("slaes tax", "tax"),
        ("payment deadline", "due"),
        ("What is the amount due?", "balance"),
        ("Who is the vendor?", "vendor"),
        ("What kind of picture is this?", None),
        ("What is the date of the meeting that Ada had with the council?", None),
        ("What is this?", None),
        ("Explain the company address", None),
        ("What is the name of the shop?", "vendor"),
        ("how much is the total on this receipt", "total"),
        ("", None),
    ],
)
def test_a_question_shows_which_fact_it_is_about(question: str, kind: str | None) -> None:
    fact = asked_fact(question, STARTER)
    assert (fact.kind if fact else None) == kind


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What is the tracking code?", "tracking code"),
        ("whats my IBAN", "IBAN"),
        ("tell me the Attn", "Attn"),
    ],
)
def test_a_free_question_may_name_a_field(question: str, named: str) -> None:
    fact = asked_fact(question, STARTER)
    assert fact is not None
    assert (fact.kind, fact.named, fact.is_sure) == ("field", named, False)


def test_a_field_is_asked_for_by_its_name() -> None:
    fact = asked_fact(STARTER.wording("field Order number"), STARTER)
    assert fact is not None
    assert (fact.kind, fact.named, fact.refusal) == ("field", "Order number", "I see no Order number here.")


@pytest.mark.parametrize("question", ["total " * 100_000, "field " + "Table " * 100_000])
def test_a_question_of_a_megabyte_is_not_searched_for_a_fact(question: str) -> None:
    assert asked_fact(STARTER.wording(question), STARTER) is None


@pytest.mark.parametrize(
    ("told", "line", "said"),
    [
        ("EUR 197.80", "TOTAL EUR 197.80", "197.80"),
        ("197.80", "TOTAL EUR 197.80", "197.80"),
        ("197.80", "Total: EUR 197.80", "EUR 197.80"),
        ("EUR 197.80", "Total: EUR 197.80", "EUR 197.80"),
        ("197.80", "Total 197.80 EUR", "197.80 EUR"),
        ("12.00", "TOTAL € 12.00", "€ 12.00"),
        ("XAU 12.00", "Total XAU 12.00", "XAU 12.00"),
    ],
)
def test_a_sum_is_said_with_the_currency_that_stands_at_it(told: str, line: str, said: str) -> None:
    assert answered("total", told, f"Shop\nBread 3.10\n{line}") == said


def test_a_date_that_the_model_cut_short_is_said_whole() -> None:
    assert answered("date", "5 March", "Shop\nDate 5 March 2024\nTotal 4.50") == "5 March 2024"
    assert answered("date", "5 March", "Shop\nDate 5 March\nTotal 4.50") == "5 March"


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("time", "Shop\n25.09.2023 14:05\nTotal 4.50", "14:05"),
        ("time", "Shop\nDate 25.09.2023 Time 2:05 PM\nTotal 4.50\nPickup 18:00", "2:05 PM"),
        ("time", "Shop\n25.09.2023\nOpen 8:00 to 18:00\nTotal 4.50", None),
        ("time", "Shop\n25.09.2023\nTotal 4.50", None),
        ("phone", "Shop\nTel. 0113 496 0220\nTotal 4.50", "0113 496 0220"),
        ("phone", "Shop\nPhone: +49 (0) 30 / 1234-56\nFax +49 30 1234", "+49 (0) 30 / 1234-56"),
        ("phone", "Shop\nInvoice no. 0113 4960\nTotal 4.50", None),
        ("email", "Shop\nE-mail: a.b@shop.co.uk\nTotal 4.50", "a.b@shop.co.uk"),
        ("email", "Shop\na.b@shop.co.uk\nTotal 4.50", "a.b@shop.co.uk"),
        ("website", "Shop\nwww.shop.co.uk\nTotal 4.50", "www.shop.co.uk"),
        ("website", "Shop\na.b@shop.co.uk\nTotal 4.50", None),
        ("address", "Shop\n12 Harbour Road, Leeds LS1 4AB\nTotal 4.50", "12 Harbour Road, Leeds LS1 4AB"),
        ("address", "Laden\nHafenstraße 12\n20457 Hamburg\nSumme 4,50", "Hafenstraße 12, 20457 Hamburg"),
        ("address", "Form\nName Else\nAddress: 3 Elm\n12345 Town\nDate 5 May 2024", "3 Elm, 12345 Town"),
        ("address", "Shop\nBread 3.10\nHill 4 x 2.00\nTotal 11.10", None),
        ("address", "Shop\nTel. 0113 496 0220\nTotal 4.50", None),
    ],
)
def test_times_and_where_to_reach_a_shop_are_found_by_label_or_by_their_looks(
    kind: str, text: str, said: str | None
) -> None:
    assert answered(kind, "I see no such thing here.", text) == said


def test_a_name_above_the_number_of_a_bill_without_sums_is_its_shop() -> None:
    bill = "Management & Co.\nInvoice #: No. 01536\nInvoice date: 22 Nov 2029"
    assert answered("vendor", "Management & Co.", bill) == "Management & Co."
    assert answered("vendor", "Else Snarf", "Application\nName Else Snarf\nDate 2020-07-09") is None


@pytest.mark.parametrize("heading", ["Tax invoice", "RECEIPT", "Rechnung", "shipping: Fuzzy Pilar"])
def test_a_heading_is_no_shop(heading: str) -> None:
    assert answered("vendor", heading, f"{heading}\nMilk 28.54\nTotal 28.54") is None


@pytest.mark.parametrize(
    "heading",
    [
        "Delivery note 5571",
        "Delivery Note No. DN-5571",
        "Packing slip #88",
        "Lieferschein-Nr. 20/114",
        "Receipt no. 12",
        "Bon de livraison n° 7",
        "Order confirmation: 2024-17",
        "Quotation",
    ],
)
def test_a_kind_of_paper_with_its_number_is_no_shop(heading: str) -> None:
    text = f"{heading}\nShip to: Oskar Lind, Pier 4\nPallets 6\nTotal 28.54"
    assert answered("vendor", heading, text) is None


@pytest.mark.parametrize("shop", ["Bakery Nord 24", "The Report Club", "Market Hall 7"])
def test_a_shop_with_a_number_in_its_name_is_one(shop: str) -> None:
    assert answered("vendor", shop, f"{shop}\nMilk 28.54\nTotal 28.54") == shop


def test_a_number_may_say_once_more_that_it_is_one() -> None:
    assert (
        answered("number", "I see no invoice number here.", "Shop\nBon-Nr. No. 74478\nTotal 4.50")
        == "No. 74478"
    )


def test_what_a_line_is_called_goes_on_to_the_end_of_its_label() -> None:
    number, name = "Customer number U7074664K", "Customer: Sally By"
    assert field("customer", "number U7074664K", number) == "U7074664K"
    assert field("customer", "Sally By", f"{number}\n{name}") == "Sally By"
    assert field("customer", "Sally By", f"{name}\n{number}") == "Sally By"
    assert field("Invoice #", "No. 01536", "Invoice #: No. 01536 VAT ID: IXR-78248") == "No. 01536"


def test_the_next_label_is_no_value_of_a_field() -> None:
    assert field("Order no.", "No.", "Form\nOrder no.:\nNationality:\n42348 Thad") is None


def test_a_name_with_a_slip_is_found_and_a_like_word_is_not() -> None:
    assert field("nationalty", "x", "Form\nNationality Norwegian") == "Norwegian"
    assert field("applicant", "for a card", "Application for a card\nName Else Snarf") is None


GOODS = """Bistro
2 x Bread 6.20
Goat cheese
3 x 4.10 12.30
VAT 7% 1.30
VAT 19 % 2.10
TOTAL EUR 18.50"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("how much was the bread?", "6.20"),
        ("what did the goat cheese cost", "12.30"),
        ("price of Breads", "6.20"),
        ("Was hat der Käse gekostet?", None),
        ("how much is the rye bread", None),
        ("what is the VAT rate?", "7%, 19 %"),
        ("what currency is this in?", "EUR"),
    ],
)
def test_prices_rates_and_currencies_are_found_in_the_lines(question: str, said: str | None) -> None:
    fact = asked_fact(question, STARTER)
    assert fact is not None
    found = checked(fact, Answer("18.50", 0.95), lines_of(GOODS))
    assert (found.text if found else None) == said


def test_a_row_of_goods_has_no_number_of_a_bill() -> None:
    assert answered("number", "1", "A A S.A.\nInvoice\nTicket 1 6.51 6.51\nTotal due 6.51") is None


def test_what_was_ordered_on_a_day_is_no_order_number() -> None:
    assert field("Order number", "INV-61577", "Shop\nOrdered on: 4 Mar 2009 Customer: C. Mahesh") is None


def test_a_day_without_its_year_on_a_line_of_its_own_is_the_date_of_a_bill() -> None:
    assert (
        answered("date", "041/0191", "Bistro\nSunday, November 14\nBill No. 041/0191")
        == "Sunday, November 14"
    )
    assert answered("date", "x", "Bistro\nBIC\nSat 19 Oct\nTotal 4.50") is None


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (
            "Widget Idiomatically",
            "Widget Idiomatically\nName Annexations Mirroring\nReference number 609/7197",
        ),
        ("Invoice 286/N64-4022", "Invoice 286/N64-4022\nCereal CHF 56.57\nAmount due CHF 56.57"),
        ("I see no shop name here.", "Arthritis Attend\nFrom: No. 27229\nTax: 057/372957"),
    ],
)
def test_the_heading_of_a_form_and_a_number_are_no_shop(told: str, text: str) -> None:
    assert answered("vendor", told, text) is None


def test_an_address_that_was_broken_in_a_column_of_values_is_one_value() -> None:
    labels, values = (
        "Name\nStreet\nE-mail\nDate",
        "Eels Traceroute\n115 Holy Lane\na_b@long-\nnet.org\n2022-11-07",
    )
    form = f"Cease Spelling\n{labels}\n{values}"
    assert field("Name", "x", form) == "Eels Traceroute"
    assert field("E-mail", "a_b@long-", form) == "a_b@long-net.org"
    assert answered("date", "x", form) == "2022-11-07"


def test_a_label_in_a_second_column_counts_like_one_at_the_start() -> None:
    text = "Bistro\nCustomer: Van R INVOICE DATE: May 8, 2026\nOrder date: Aug 21, 2026\nTotal 4.50"
    assert answered("date", "May 8, 2026", text) == "May 8, 2026"
