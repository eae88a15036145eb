"""Bills with other words for the total, several dates, refunds and discounts: the right value or none."""

from __future__ import annotations

import pytest

from engine.answers.values import VALUES, Shape
from tests.unit.test_fact_finder import answered

SILENT = "I see no total here."
SHOP = "Pine Street Books\n2026-03-14 10:22\nAtlas of birds 24.00\nBookmark 2.50\nYou owe 26.50\nThank you"
HOTEL = "Seaview Inn\nArrival 03.05.2026\nDeparture 05.05.2026\nRoom 180.00\nTotal 180.00"
SPLIT = "Osteria Bianca\nSplit bill 1 of 2\n17 May 2026\nPasta 14.00\nWine 6.00\nYour share 20.00"


@pytest.mark.parametrize("told", ["24.00", "2.50"])
def test_a_total_by_a_name_in_no_list_is_one_that_others_add_up_to(told: str) -> None:
    assert answered("total", "26.50", SHOP) == "26.50"
    assert answered("total", told, SHOP) is None


@pytest.mark.parametrize("told", ["31.00", "3.50", "2.00", SILENT])
def test_a_bill_without_a_total_has_none(told: str) -> None:
    bill = "Osteria Bianca\n2 x Risotto 31.00\nWater 3.50\nBread 2.00\nPlease ask for the bill"
    assert answered("total", told, bill) is None


def test_a_total_by_no_name_may_be_said_again_where_it_was_paid_or_be_the_only_sum() -> None:
    assert answered("total", "7.50", "Parking Castle Square\nFee 7.50\nPaid by card 7.50") == "7.50"
    assert (
        answered("total", "9.99", "Books\nNovel 9.99\nNovel 9.99\nOffer -9.99\nCards 4.00\nVisa 13.99")
        is None
    )
    assert answered("total", "289,00 kr", "Taxi Uppsala\nResa 14,2 km 289,00 kr") == "289,00 kr"


@pytest.mark.parametrize("told", ["3.60", "2.60", SILENT])
def test_what_is_to_be_paid_after_a_discount_is_the_total(told: str) -> None:
    bill = "Harbour Market\nMilk 1.20\nBread 2.40\nSum of goods 3.60\nVoucher -1.00\nTo pay 2.60\nCash 5.00"
    assert answered("total", told, bill) == "2.60"
    named = bill.replace("Voucher -1.00", "Discount 1.00")
    assert answered("total", told, named) == "2.60"


def test_a_deposit_is_a_payment_and_leaves_the_total_as_it_was() -> None:
    bill = "Seaview Inn\nRoom 180.00\nTotal 180.00\nDeposit paid -50.00\nBalance due 130.00"
    assert answered("total", SILENT, bill) == "180.00"
    assert answered("balance", SILENT, bill) == "130.00"
    assert answered("total", SILENT, "Repair order\nLabour 30.00\nDeposit 20.00\nStill to pay 10.00") is None


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Amount inc GST", "total"),
        ("Price including VAT", "total"),
        ("Summe inkl. MwSt.", "total"),
        ("Gross amount", "total"),
        ("Amount ex GST", "subtotal"),
        ("Price excluding VAT", "subtotal"),
    ],
)
def test_a_sum_says_whether_its_tax_is_in_it(words: str, kind: str) -> None:
    bill = f"Northgate Hardware\nScrews 4.10\nDrill bits 12.90\n{words} 17.00"
    assert answered(kind, SILENT, bill) == "17.00"
    assert answered("tax", SILENT, bill) is None


@pytest.mark.parametrize("told", ["03.05.2026", "05.05.2026", SILENT])
def test_of_several_dates_that_are_of_something_else_none_is_the_date(told: str) -> None:
    assert answered("date", told, HOTEL) is None
    assert answered("date", told, HOTEL.replace("Room", f"{told} Room")) is None


@pytest.mark.parametrize("told", ["8 Aug 2026", "1 Aug 2026", SILENT])
def test_the_date_of_a_journey_or_of_another_bill_is_not_that_of_the_bill(told: str) -> None:
    ticket = "Night Bus Lines\nTicket 55-0192-7\nTravel date 8 Aug 2026\nBought 1 Aug 2026\nTotal paid 42.00"
    assert answered("date", told, ticket) is None
    slip = (
        "Bikes & Co\nReturn slip\nOriginal receipt 7781 of 1 Aug 2026\nReturned on 8 Aug 2026\nHelmet -59.00"
    )
    assert answered("date", told, slip) == "8 Aug 2026"
    assert answered("date", told, "Studio Vesper Date: 8 Aug 2026\nOpened 1 Aug 2026") == "8 Aug 2026"


@pytest.mark.parametrize("told", ["12 March 2026", "20 March 2026", SILENT])
def test_a_date_of_work_or_of_birth_and_one_to_come_are_not_that_of_the_bill(told: str) -> None:
    work = "Smith Plumbing\nDate of work: 12 March 2026\nInvoice raised 20 March 2026\nLabour 80.00"
    assert answered("date", told, work) is None
    assert answered("date", SILENT, "Studio\nDate of issue: 12 March 2026\nLabour 80.00") == "12 March 2026"
    assert answered("date", SILENT, "Studio\nDate of 12 March 2026\nLabour 80.00") == "12 March 2026"
    assert answered("date", told, "Lunch Box\nWrap 6.00\nNext visit before 20 March 2026") is None


def test_the_date_behind_invoice_is_that_of_the_bill_and_that_behind_a_payment_is_not() -> None:
    bill = "Fernhill Dairy\nBilled on 1 August 2026\nNext payment 1 September 2026\nTotal due today 0.00"
    assert answered("date", SILENT, bill) == "1 August 2026"
    assert answered("date", SILENT, "Jo\nInvoice raised 3 May 2026\nTotal 4.00") == "3 May 2026"


def test_a_sum_that_ends_another_one_stands_there_once() -> None:
    bill = "Tax Office\nTax due 1,240.00\nPaid 1,000.00\nRemaining 240.00"
    assert answered("total", "240.00", bill) is None


def test_a_date_by_itself_is_that_of_the_bill_and_one_behind_a_table_too() -> None:
    assert answered("date", "05.05.2026", f"{HOTEL}\n06.05.2026 11:40") == "06.05.2026"
    assert answered("date", "14/02/26", "Osteria Bianca\nTable 12 14/02/26\nWater 3.50") == "14/02/26"
    period = "Studio\nInvoice no: 311\nvalid from 01.03.2026 - 31.03.2026\nTotal 5.00"
    assert answered("date", "31.03.2026", period) is None


@pytest.mark.parametrize("before", ["from", "some", "more", "Market", "Fri", "Freitag,"])
def test_a_date_begins_with_its_day_of_the_week_and_no_other_word(before: str) -> None:
    match = VALUES[Shape.DATE].search(f"{before} 3 May 2026")
    assert match is not None
    assert match.group().startswith(before) is before.startswith("Fr")


@pytest.mark.parametrize("told", ["10", "2026-03-14", "22", SILENT])
def test_a_part_of_a_date_or_a_time_is_no_number_of_a_bill(told: str) -> None:
    assert answered("number", told, SHOP) is None


def test_a_part_of_a_bill_and_the_bill_that_is_referred_to_are_no_numbers_of_it() -> None:
    assert answered("number", SILENT, SPLIT) is None
    note = "Marlow Garage\nCredit note CN-118\nRefers to invoice 4410 of 11.04.2026\nTotal credit -57.60"
    assert answered("number", SILENT, note) == "CN-118"
    assert answered("total", "-57.60", note) == "-57.60"


def test_whom_a_gift_is_from_is_no_shop_and_whom_a_bill_is_from_is() -> None:
    gift = "Donation receipt\nFriends of the Old Library\nfrom Mr. B. Keller\nGift 100.00 EUR"
    assert answered("vendor", "I see no shop name here.", gift) is None
    assert answered("vendor", SILENT, gift.replace("from", "From:")) == "Mr. B. Keller"
