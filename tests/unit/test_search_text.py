"""What counts as the same when something is looked for, and where it stands."""

from __future__ import annotations

import random
import unicodedata

import pytest

from app.search_text import LONGEST_TERM, MOST_TERMS, SNIPPET_LENGTH, fold, plain, snippet, spans, terms_of


@pytest.mark.parametrize(
    ("typed", "stands"),
    [
        ("müller", "MÜLLER"),
        ("straße", "STRASSE"),
        ("привет", "ПРИВЕТ"),
        ("σας", "ΣΑΣ"),
        ("abc 123", "ＡＢＣ\u3000１２３"),
        ("ガス", "ｶﾞｽ"),
        ("合計金額", "合計\n金額"),
        ("合計金額", "合計 金額"),
        ("total amount", "Total\r\n\tamount"),
        ("cafe\u0301", "Café"),
        ("cooperate", "co\u00adoperate"),
        ("한국 사람", "한국\n사람"),
        ("cafe", "Café"),
        ("Zürich", "Zurich"),
        ("zurich", "ZÜRICH"),
        ("istanbul", "İstanbul"),
        ("smorrebrod", "Smørrebrød"),
        ("lodz", "Łódź"),
        ("αθηνα", "Αθήνα"),
        ("елка", "Ёлка"),
        ("x", "x\u0302"),
    ],
)
def test_what_looks_the_same_is_found(typed: str, stands: str) -> None:
    assert fold(typed) in fold(f"before {stands} after")


@pytest.mark.parametrize(
    ("typed", "stands"),
    [
        ("한국사람", "한국 사람"),
        ("totalamount", "total amount"),
        ("o", "0"),
        ("かす", "がす"),
        ("ハン", "パン"),
    ],
)
def test_what_differs_stays_different(typed: str, stands: str) -> None:
    assert fold(typed) not in fold(stands)


def test_words_are_terms_and_quotes_make_phrases() -> None:
    assert terms_of('  Milk "Total  Amount" milk ') == ("milk", "total amount")
    assert terms_of('open "quote') == ("open", "quote")
    assert terms_of(' "" " " \u00ad ') == ()
    assert len(terms_of(" ".join(map(str, range(50))))) == MOST_TERMS
    assert [len(term) for term in terms_of("x" * 5_000)] == [LONGEST_TERM]


def test_spans_point_at_the_original_characters() -> None:
    text = "Sum: ＴＯＴＡＬ 2.50\n合計\n金額 total"
    found = [text[start:stop] for start, stop in spans(text, ("total", "合計金額"))]
    assert found == ["ＴＯＴＡＬ", "合計\n金額", "total"]


def test_spans_that_touch_are_one() -> None:
    assert list(spans("abcabc xabx", ("abc", "ab"))) == [(0, 6), (8, 10)]


def test_spans_are_found_wherever_they_stand_in_a_long_text() -> None:
    choice = random.Random(5)
    alphabet = "ab \n合計ＡÉé\u00ad"
    for _ in range(40):
        text = plain("".join(choice.choice(alphabet) for _ in range(choice.randint(4_000, 6_500))))
        at = choice.randint(0, len(text) - 1)
        text = f"{text[:at]} needle\n合計 {text[at:]}"
        term = fold("needle 合計")
        assert [fold(text[start:stop]) for start, stop in spans(text, (term,))] == [term]


def test_plain_letters_are_found_where_they_are_among_others_too() -> None:
    choice = random.Random(5)
    for _ in range(3000):
        text = "".join(choice.choice("aB1 \n\t\x00\x7f.|-\r") for _ in range(choice.randint(0, 14)))
        terms = terms_of("".join(choice.choice("ab1 .") for _ in range(choice.randint(1, 4))))
        if terms:
            among_others = list(spans(f"é {text}", terms))
            assert [(start + 2, stop + 2) for start, stop in spans(text, terms)] == among_others, repr(text)


def test_every_character_folds_alike_alone_and_mapped() -> None:
    for code in range(0x20, 0x2FFFF):
        character = chr(code)
        if unicodedata.category(character) in ("Cn", "Co", "Cs"):
            continue
        text = f"x{character}x"
        if plain(text) == text:
            assert list(spans(text, (fold(text),))) == [(0, 3)], hex(code)


def test_a_snippet_is_one_line_around_the_hit() -> None:
    text = "word " * 100 + "the\nNEEDLE here " + "more " * 100
    line, marks = snippet(text, ("needle",))
    assert [line[start:stop] for start, stop in marks] == ["NEEDLE"]
    assert "\n" not in line
    assert line.startswith("…word")
    assert line.endswith("…")
    assert len(line) <= SNIPPET_LENGTH + 2


def test_a_snippet_of_a_short_text_is_the_text() -> None:
    assert snippet("Milk 2.50", ("2.5",)) == ("Milk 2.50", ((5, 8),))
    assert snippet("Milk", ("absent",)) == ("Milk", ())
    assert snippet("", ("absent",)) == ("", ())
