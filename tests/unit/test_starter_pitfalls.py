"""What was misread is drawn often enough and in both forms; no label is a guess between equal signs."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from starter_model import boards, consoles, faults, likeness, pictures, pitfalls, questions
from starter_model.page import Library, Page, theme

from tests.helpers.training_material import plain_library, plain_texts


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return plain_library(tmp_path_factory.mktemp("fonts"))


def _page(library: Library, seed: int) -> Page:
    rng = random.Random(seed)
    return Page(480, 320, (10, 10, 470, 310), 1.0, rng, library, theme(rng), 40, 700, raqm=False)


def _lines(maker: object, count: int = 400) -> list[str]:
    return [maker(plain_texts(seed)) for seed in range(count)]  # type: ignore[operator]


def _share(lines: list[str], pattern: str) -> float:
    return sum(bool(re.search(pattern, line)) for line in lines) / len(lines)


def test_behind_a_slash_digits_are_more_frequent_than_letters() -> None:
    for maker in (pitfalls.reference, lambda t: t.code_number()):
        lines = _lines(maker, 600)
        assert _share(lines, r"\d/\d") > _share(lines, r"\d/[A-Z]") > 0


def test_both_apostrophes_stand_at_every_place_of_a_word() -> None:
    lines = _lines(pitfalls.contraction)
    for sign in "'’":
        assert _share(lines, rf"\w{sign}\w") > 0.25
        assert _share(lines, rf"(^| ){sign}\w") > 0.03
        assert _share(lines, rf"\w{sign}( |$)") > 0.05


@pytest.mark.parametrize(
    ("maker", "pattern"),
    [
        (pitfalls.barred, r"\w \| \w"),
        (pitfalls.barred, r"\w\|\w"),
        (pitfalls.led, r"^-- \w"),
        (pitfalls.led, r"^--\w"),
        (pitfalls.abbreviation, r"[A-Z]/[A-Z]"),
        (pitfalls.abbreviation, r"[A-Z]I[A-Z]"),
        (pitfalls.exclaimed, r"[a-z]!"),
        (pitfalls.bracketed, r"\[[a-z ]+\?\]"),
        (pitfalls.bracketed, r'\{"'),
        (pitfalls.amount, r"^(EUR|CHF) \d"),
        (pitfalls.stretched, r"(\w)\1\1"),
        (pitfalls.abbreviation, r"[A-Z], [A-Z]"),
        (pitfalls.abbreviation, r"^([A-Z]\. ?|I\.e\.)+ "),
        (pitfalls.repeated_figures, r"\b(\d+)\D+\1\b"),
        (lambda t: t.email(), r"\w\+\w+@"),
        (lambda t: t.email(), r"\w-\w+@"),
        (lambda t: t.url(), r"\?\w+=\d+&\w"),
        (lambda t: t.url(), r"#\w"),
        (lambda t: t.money(), r"(EUR|CHF) \d"),
    ],
)
def test_what_was_misread_comes_up(maker: object, pattern: str) -> None:
    assert _share(_lines(maker), pattern) > 0.02


def test_an_operator_is_typed_more_often_than_it_is_one_sign() -> None:
    lines = _lines(pitfalls.typewritten, 800)
    for two, one in pitfalls.PAIRS:
        typed, single = sum(two in line for line in lines), sum(one in line for line in lines)
        assert typed > single > 0


def test_every_sort_of_pitfall_is_among_the_faults() -> None:
    drawn = {pitfalls.pitfall(plain_texts(seed)) for seed in range(300)}
    assert len(drawn) > 250
    assert all(line.strip() and "\n" not in line for line in drawn)
    assert _share(_lines(faults.fault, 800), r"\d/\d") > 0.02


def test_traps_are_a_part_of_the_pictures_and_not_all_of_them() -> None:
    shares = dict(pictures.KINDS)
    assert 0.05 < shares[boards.traps] / sum(shares.values()) < 0.1


def test_bars_that_are_typed_are_read_and_stay_text_in_markdown(library: Library) -> None:
    barred = 0
    for seed in range(60):
        p = _page(library, seed)
        consoles.console(p, plain_texts(seed), 11.0)
        if "|" not in p.text:
            continue
        barred += 1
        assert p.markdown() == f"```\n{p.text}\n```"
    assert barred > 5


def test_where_bars_are_text_markdown_is_asked_for_more_often(library: Library) -> None:
    asked = {}
    for bars in (True, False):
        p = _page(library, 3)
        font = p.font("mono", 14)
        p.add(p.put(font, "one | two" if bars else "one two", 12, 40))
        pairs = [questions.ask(p, plain_texts(n), random.Random(n)) for n in range(300)]
        asked[bars] = [answer for question, answer in pairs if question == questions.MARKDOWN]
    assert set(asked[True]) == {"one | two"}
    assert len(asked[True]) > 1.5 * len(asked[False])


def test_a_sign_that_a_font_draws_like_a_plainer_one_is_said_as_that_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    p = _page(plain_library(tmp_path), 1)  # of its own: fonts remember what they found out
    font = p.font("sans", 16)
    assert likeness.alike(font, "-", "-")
    assert not likeness.alike(font, "-", "—")
    assert not likeness.alike(font, '"', "'")
    monkeypatch.setattr(likeness, "alike", lambda _font, first, _second: first in "–—′")
    assert p.fit(font, "a–b — 5′ 6″ it’s") == "a-b - 5' 6″ it’s"


def test_a_plainer_sign_that_the_font_lacks_is_not_said(tmp_path: Path) -> None:
    lacking = plain_library(tmp_path, missing="-")
    p = _page(lacking, 1)
    font = p.font("sans", 16)
    assert likeness.settled(font, "a−b") == "a−b"
