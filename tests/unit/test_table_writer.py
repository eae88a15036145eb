"""Lines of a bill become rows where the page shows columns, whatever of them the model wrote as a table."""

from __future__ import annotations

import random
import re

import pytest

from engine.table_bands import tables_of
from engine.table_writer import TableWriter
from tests.helpers.text_bands import bands_of, said

BILL = """\
Harbour Market
12 Quay Road, Whitby

2 Rye bread         7.80
1 Apple tart        4.25
no cream
3 Espresso          6.90

Subtotal           18.95
TOTAL              18.95

Thank you for your visit!"""
ROWS = """\
| 2 Rye bread | 7.80 |
| 1 Apple tart | 4.25 |
| no cream |  |
| 3 Espresso | 6.90 |
| Subtotal | 18.95 |
| TOTAL | 18.95 |"""
WITH_HEAD = """\
Invoice 4711            12 May 2026

Service             Hours     Total
Roof inspection         2     90.00
Oil change              1     45.50
                    Total    135.50

Please pay within 30 days."""
HEADED = """\
| Service | Hours | Total |
| --- | --- | --- |
| Roof inspection | 2 | 90.00 |
| Oil change | 1 | 45.50 |
|  | Total | 135.50 |"""
HEADED_AT_THE_LEFT = HEADED.replace("|  | Total |", "| Total |  |")


def written(page: str, text: str, piece: int = 1000) -> str:
    """What becomes of a page's `text` that comes in pieces of so many characters."""
    bands = bands_of(page)
    writer = TableWriter(bands, tables_of(bands))
    for at in range(0, len(text), piece):
        writer.push(text[at : at + piece])
    writer.finish()
    out, at = [], 0
    for start, stop, words in writer.edits:
        assert at <= start <= stop
        out += [text[at:start], words]
        at = stop
    return "".join([*out, text[at:]])


def test_goods_and_sums_that_were_read_as_plain_lines_are_rows_of_one_table() -> None:
    head, foot = "Harbour Market\n12 Quay Road, Whitby\n", "\nThank you for your visit!"
    assert written(BILL, said(BILL)) == head + ROWS + foot


def test_sums_alone_that_were_written_as_rows_belong_to_the_goods_above_them() -> None:
    plain = said(BILL)
    some = plain.replace("TOTAL 18.95", "\n| TOTAL | 18.95 |")
    assert written(BILL, some) == written(BILL, plain)


def test_what_names_columns_is_the_head_and_a_line_with_a_number_or_a_label_is_none() -> None:
    assert HEADED in written(WITH_HEAD, said(WITH_HEAD))
    assert "Table 4 Guests 2\n| Tea" in written(
        *2 * ("Table 4  Guests 2\nTea         3.00\nCake        4.00",)
    ).replace("Table 4  Guests 2", "Table 4 Guests 2")
    page = "Cashier: Anna  Till: two\nTea                 3.00\nCake                4.00"
    assert written(page, said(page)).startswith("Cashier: Anna Till: two\n| Tea | 3.00 |")


@pytest.mark.parametrize("rule", ["", "\n| --- | --- | --- |", "\n| --- | --- |"])
def test_a_head_that_was_written_as_a_row_gets_its_rule_once(rule: str) -> None:
    text = said(WITH_HEAD).replace("Service Hours Total", f"\n| Service | Hours | Total |{rule}")
    assert HEADED in written(WITH_HEAD, text)
    assert written(WITH_HEAD, text).count("---") == 3


def test_a_row_of_one_cell_below_the_table_or_above_it_is_a_line_of_text() -> None:
    above, below = "| Invoice of May |  |\n", "\n| Please pay within 30 days. |"
    page = WITH_HEAD.replace("Invoice 4711            12 May 2026", "Invoice of May")
    out = written(page, above + said(page).partition("\n")[2].replace("\nPlease pay within 30 days.", below))
    assert out.startswith("Invoice of May\n")
    assert out.endswith("135.50 |\nPlease pay within 30 days.")


@pytest.mark.parametrize("line", ["| Please pay within 30 days.", "Please pay within 30 days. |"])
def test_a_line_that_was_begun_as_a_row_loses_its_bar(line: str) -> None:
    out = written(WITH_HEAD, said(WITH_HEAD).replace("Please pay within 30 days.", line))
    assert out.endswith("\nPlease pay within 30 days.")


def test_names_above_their_sums_are_rows_the_first_one_too() -> None:
    page = """\
Receipt 7413           2026-03-11
Veal schnitzel
  4 x 43.64                174.56
Espresso beans
  4 x 14.36                 57.44
Total                      232.00"""
    assert written(page, said(page)).split("\n")[1:] == [
        "| Veal schnitzel |  |",
        "| 4 x 43.64 | 174.56 |",
        "| Espresso beans |  |",
        "| 4 x 14.36 | 57.44 |",
        "| Total | 232.00 |",
    ]
    alone = page.partition("\n")[2]
    assert written(alone, said(alone)).startswith("| Veal schnitzel |  |")


def test_a_line_above_goods_that_have_their_names_beside_them_is_no_name() -> None:
    page = """\
Receipt no. 47196
Espresso beans       67.23
Butter               91.44
House salad         151.02
-
Total               309.69"""
    assert written(page, said(page)).startswith("Receipt no. 47196\n| Espresso beans | 67.23 |\n| Butter |")


def test_rules_between_rows_name_nothing_and_part_nothing() -> None:
    page = """\
Table 7, served by Ines
Dish                Qty      Sum
--------------------------------
Green tea             2    48.50
--------------------------------
Butter                4   214.92
--------------------------------
Rye bread             2    97.56
--------------------------------
Total                     360.98"""
    assert written(page, said(page)).split("\n") == [
        "Table 7, served by Ines",
        "| Dish | Qty | Sum |",
        "| --- | --- | --- |",
        "| Green tea | 2 | 48.50 |",
        "| Butter | 4 | 214.92 |",
        "| Rye bread | 2 | 97.56 |",
        "| Total |  | 360.98 |",
    ]


def test_a_count_before_a_sum_that_looks_like_one_number_with_it_has_its_own_cell() -> None:
    page = "Product        Qty     Amount\nApple strudel    2     103.64\nMint tea         1       4.10"
    assert "| Apple strudel | 2 | 103.64 |" in written(page, said(page))


def test_a_date_close_to_what_it_is_of_stands_in_its_own_column() -> None:
    page = """\
Date       Details           Amount
03.05.2026 Transfer in        94.44
04.05.2026 Standing order      1.94
05.05.2026 Cash               10.89"""
    assert written(page, said(page)).split("\n")[2:] == [
        "| 03.05.2026 | Transfer in | 94.44 |",
        "| 04.05.2026 | Standing order | 1.94 |",
        "| 05.05.2026 | Cash | 10.89 |",
    ]


@pytest.mark.parametrize(
    "page",
    [
        "2019 - 2024    Head of kitchen\n2015 - 2019    Cook\n2012 - 2015    Apprentice",
        "Name      Helga\nCity      Uppsala\nFee       25.00 EUR",
        "The repairs cost 3,400.50\nin the end, more than 1,250.00\nand took until May.",
        "Left column of   right column of\nprose, 12.50 a   prose, at 3.40\nline or so.      an hour.",
    ],
)
def test_what_has_no_two_sums_in_a_column_stays_as_it_was_written(page: str) -> None:
    assert written(page, said(page)) == said(page)


def test_code_stays_as_it_was_written() -> None:
    page = "rate = 1.20      # 1.20\nfee = 12.50      # 12.50\n\nTea       3.00\nCake      4.00"
    text = "```\nrate = 1.20 # 1.20\nfee = 12.50 # 12.50\n```\nTea 3.00\nCake 4.00"
    assert written(page, text) == text.replace("Tea 3.00\nCake 4.00", "| Tea | 3.00 |\n| Cake | 4.00 |")


def test_a_table_goes_on_in_the_next_region() -> None:
    bands = bands_of(WITH_HEAD)
    tables = tables_of(bands)
    lines = said(WITH_HEAD).split("\n")
    first = TableWriter(bands[:3], tables)
    first.push("\n".join(lines[:3]))
    first.finish()
    assert first.opened is not None
    second = TableWriter(bands[3:], tables, 3, first.opened)
    second.push("\n".join(lines[3:]))
    second.finish()
    assert any("|" in words for _, _, words in second.edits)


WRITTEN = (BILL, WITH_HEAD, said(BILL), said(WITH_HEAD), ROWS, HEADED, HEADED_AT_THE_LEFT)
SIGNS = ("|", "| ", " |", "\n", "\n\n", "| --- |\n", "```\n", " ", "TOTAL 1.00", "\u3000", "| |\n", "#")


@pytest.mark.parametrize("seed", range(4))
def test_any_text_is_the_same_however_it_comes_and_loses_nothing_but_bars_rules_and_space(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(12):
        text = chance.choice(WRITTEN)
        for _ in range(chance.randint(0, 6)):
            at = chance.randint(0, len(text))
            text = text[:at] + chance.choice(SIGNS) + text[at + chance.randint(0, 3) :]
        page = chance.choice((BILL, WITH_HEAD))
        once = written(page, text)
        assert written(page, text, 1) == written(page, text, chance.randint(2, 9)) == once, text
        assert _words(once) == _words(text), text


def _words(text: str) -> str:
    return re.sub(r"[\s|\-#]", "", text)
