"""Bills whose facts labels tell apart, rules that are no text, marked zeros, questions as they are typed."""

from __future__ import annotations

import random

import numpy as np
import pytest
from starter_model import bills, figures, grids, ligatures, pictures, questions, train, vouchers, zeros
from starter_model.page import Library, Page, theme

from tests.helpers.training_material import ROLES, plain_library, plain_texts


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return plain_library(tmp_path_factory.mktemp("fonts"), roles=ROLES[:3], missing="€✓ł")


def page(library: Library, seed: int, size: tuple[int, int] = (420, 480)) -> Page:
    rng, (width, height) = random.Random(seed), size
    return Page(
        width, height, (8, 8, width - 8, height - 8), 1.0, rng, library, theme(rng), 60, 1200, raqm=False
    )


def test_every_fact_of_a_voucher_stands_on_it_and_has_a_question_and_a_name(library: Library) -> None:
    seen: set[str] = set()
    for seed in range(120):
        p = page(library, seed)
        vouchers.voucher(p, plain_texts(seed), 12.0)
        for fact, value in p.facts.items():
            assert value in p.text
            assert questions.ASK[fact]
            assert questions.missing(fact).endswith(" here.")
        seen |= set(p.facts)
    assert {"date", "due", "total", "subtotal", "tax", "cash", "change", "paid", "balance", "number"} <= seen


def test_the_number_of_an_invoice_goes_by_many_names_and_never_by_that_of_another_number(
    library: Library,
) -> None:
    names: set[str] = set()
    for seed in range(200):
        p = page(library, seed)
        (vouchers.voucher, bills.invoice)[seed % 2](p, plain_texts(seed), 12.0)
        if number := p.facts.get("number"):
            found = {label for label, value in p.fields.items() if value == number}
            assert found - set(bills.OTHER_NUMBERS)
            names |= found
    assert len(names & set(bills.INVOICED)) > 20
    assert all(name.isascii() for name in bills.INVOICED)


def test_the_due_date_of_a_voucher_is_not_taken_for_its_own(library: Library) -> None:
    both = 0
    for seed in range(80):
        p = page(library, seed)
        vouchers.voucher(p, plain_texts(seed), 12.0)
        if "due" in p.facts:
            assert any(p.fields.get(label) == p.facts["due"] for label in vouchers.DUE)
        if "date" in p.facts:
            assert any(p.fields.get(label) == p.facts["date"] for label in vouchers.OWN_DATES)
            both += "due" in p.facts
    assert both > 10


def test_what_is_still_owed_is_the_total_less_what_was_paid(library: Library) -> None:
    found = 0
    for seed in range(300):
        p = page(library, seed)
        vouchers.voucher(p, plain_texts(seed), 11.0)
        if {"total", "paid", "balance"} <= set(p.facts):
            sums = [
                round(100 * float("".join(c for c in p.facts[f] if c in "0123456789"))) / 1e4
                for f in ("total", "paid", "balance")
            ]
            assert sums[0] == pytest.approx(sums[1] + sums[2], abs=0.011)
            found += 1
    assert found > 5


def test_asking_what_to_pay_gives_the_balance_where_one_is_left(library: Library) -> None:
    answers = set()
    for seed in range(400):
        p = page(library, 0)
        p.facts.update(total="80.00", balance="30.00")
        question, answer = questions.ask(p, plain_texts(seed), random.Random(seed))
        if "have to pay" in question.lower() and answer in p.facts.values():
            answers.add(answer)
    assert answers == {"30.00"}


@pytest.mark.parametrize("maker", [grids.rows, grids.ruled, grids.boxes])
def test_rules_and_frames_are_drawn_and_not_read(library: Library, maker: object) -> None:
    ruled = 0
    for seed in range(20):
        p = page(library, seed, (384, 160))
        maker(p, plain_texts(seed), 14.0)  # type: ignore[operator]
        words = {word for line in p.lines for word in line.text.split()}
        assert "|" not in words
        centres = [c for line in p.lines for c in line.centres if c != (-1.0, -1.0)]
        assert all(0 <= x <= 384 and 0 <= y <= 160 for x, y in centres)
        ruled += bool(p.lines)
    assert ruled > 10


def test_pieces_of_rules_hold_no_text_but_ink(library: Library) -> None:
    inked = 0
    for seed in range(20):
        p = page(library, seed, (512, 32))
        grids.pieces(p)
        assert p.text == ""
        inked += bool(np.asarray(p.image).std() > 0)
    assert inked == 20


@pytest.mark.parametrize("style", sorted(set(zeros.STYLES)))
def test_a_mark_changes_zeros_and_nothing_else(library: Library, style: str) -> None:
    def drawn(text: str, zero: str) -> np.ndarray:
        p = page(library, 3, (200, 60))
        p.theme.paper, p.theme.ink = (255, 255, 255), (0, 0, 0)
        p.zero = zero
        p.put(p.font("sans", 30), text, 10, 45, (0, 0, 0))
        return np.asarray(p.image).astype(int)

    assert (drawn("101", style) != drawn("101", "")).any()
    assert (drawn("O8 6", style) == drawn("O8 6", "")).all()


def test_figures_hold_sizes_addresses_and_times() -> None:
    drawn = " ".join(figures.figure(plain_texts(seed)) for seed in range(300))
    assert all(sign in drawn for sign in (":", ".", "0x", "%", "G", "$"))


def test_a_typed_question_still_says_what_it_asks() -> None:
    asked = {questions.typed("What is the due date?", random.Random(seed)) for seed in range(300)}
    assert {"what is the due date?", "What is the due date?", "what is the due date"} <= asked
    assert all(abs(len(q) - 21) <= 22 for q in asked)


def test_at_least_six_of_ten_pictures_are_those_of_the_third_run() -> None:
    new = {vouchers.voucher, grids.rows, grids.ruled, grids.boxes, figures.figures}
    shares = dict(pictures.KINDS)
    assert sum(w for maker, w in shares.items() if maker in new) <= 0.4 * sum(shares.values())


def test_trained_weights_follow_a_cosine_to_zero() -> None:
    assert train.rate(0.0, 1000, 0.5, trained=True) == pytest.approx(0.5)
    assert train.rate(0.5, 1000, 0.5, trained=True) == pytest.approx(0.25)
    assert train.rate(1.0, 1000, 0.5, trained=True) == pytest.approx(0.0)


def test_an_operator_drawn_as_one_sign_is_read_as_it_is_typed(library: Library) -> None:
    p = page(library, 5, (200, 60))
    font = p.font("mono", 24)
    assert ligatures.drawable(font, "==")
    span = ligatures.put(p, font, "==", 20, 40, p.theme.ink)
    assert span.text == "=="
    assert span.centres[0][0] < span.centres[1][0]
    assert np.asarray(p.image).std() > 0
    assert not ligatures.drawable(font, "=")
