"""The starter model's pictures: what is drawn is said, and every character stands where its label says."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from starter_model import bills, layouts, questions, screens
from starter_model.page import NOWHERE, Library, Page, theme
from starter_model.pictures import KINDS, Sample, canvas, sample
from starter_model.stages import STAGES, stage_at
from starter_model.stream import arrays, slot_bytes
from starter_model.tokens import IM_END, decode

from tests.helpers.training_material import plain_library, plain_texts


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return plain_library(tmp_path_factory.mktemp("fonts"))


def page(library: Library, seed: int) -> Page:
    rng = random.Random(seed)
    return Page(480, 320, (10, 10, 470, 310), 1.0, rng, library, theme(rng), 40, 700, raqm=False)


def draw(library: Library, seed: int) -> Sample:
    drawn = plain_texts(seed)
    return sample(drawn.rng, drawn, library, (384, 256), 14.0, 300, stage_at(0.9))


@pytest.mark.parametrize("maker", [kind for kind, _ in KINDS])
def test_every_kind_of_page_draws_lines_with_a_place_for_each_character(
    library: Library, maker: object
) -> None:
    drawn = page(library, 5)
    maker(drawn, plain_texts(5), 13.0)  # type: ignore[operator]
    assert drawn.lines
    assert drawn.kind
    for line in drawn.lines:
        assert len(line.text) == len(line.centres)
        assert "\n" not in line.text
        assert line.text == line.text.rstrip()


def test_ink_is_found_around_the_labels_of_visible_characters(library: Library) -> None:
    drawn = page(library, 11)
    layouts.article(drawn, plain_texts(11), 18.0)
    pixels = np.asarray(drawn.image.convert("L"), np.int16)
    paper = pixels[0, 0]
    for line in drawn.lines:
        for c, (x, y) in zip(line.text, line.centres, strict=True):
            if c.isalnum():
                around = pixels[int(y) - 7 : int(y) + 8, int(x) - 4 : int(x) + 5]
                assert np.abs(around - paper).max() > 20, (c, x, y)


def test_the_same_seed_draws_the_same_picture(library: Library) -> None:
    first, second = draw(library, 3), draw(library, 3)
    assert np.array_equal(first.image, second.image)
    assert first.answer == second.answer


def test_an_answer_ends_with_the_end_token_and_says_the_text(library: Library) -> None:
    for seed in range(12):
        drawn = draw(library, seed)
        assert drawn.answer[-1] == IM_END
        assert decode(drawn.answer) == drawn.text
        assert len(drawn.centres) == len(drawn.answer)


def test_targets_stand_one_before_their_tokens_and_labels_inside_the_picture(library: Library) -> None:
    drawn = [draw(library, seed) for seed in range(6)]
    rows = arrays(drawn)
    cells = (256 // 16) * (384 // 16)
    for n, one in enumerate(drawn):
        start = len(one.prompt)
        said = rows["target"][n][rows["target"][n] >= 0]
        assert said.tolist() == one.answer
        assert rows["target"][n, start - 1] == rows["tail"][n, start]
    assert rows["pointer"].max() < cells
    assert rows["cells"].shape == (6, cells, 5)


def test_a_batch_fits_its_slot_even_where_one_picture_is_larger_than_the_budget() -> None:
    assert slot_bytes(10_000_000) == 30_000_000
    for seed in range(400):
        for _, stage in STAGES:
            width, height = canvas(random.Random(seed), stage)
            assert 3 * width * height <= slot_bytes(1), (width, height)


def test_labels_outside_the_picture_are_ignored(library: Library) -> None:
    drawn = draw(library, 1)
    drawn.centres = [(5000.0, 5000.0)] * len(drawn.answer)
    assert (arrays([drawn])["pointer"] == -100).all()


def test_columns_are_read_one_after_the_other(library: Library) -> None:
    drawn = page(library, 2)
    layouts.columns(drawn, plain_texts(2), 12.0)
    lefts = [line.centres[0][0] for line in drawn.lines if line.centres[0] is not NOWHERE]
    jumps = [b - a for a, b in pairwise(lefts)]
    assert sum(jump > 60 for jump in jumps) in {1, 2}
    assert all(jump > -60 for jump in jumps)


def test_a_receipt_knows_its_total_and_shop(library: Library) -> None:
    known: dict[str, str] = {}
    for seed in range(8):
        drawn = page(library, seed)
        screens_text = plain_texts(seed)
        bills.receipt(drawn, screens_text, 11.0)
        known |= drawn.facts
        for fact, value in drawn.facts.items():
            assert any(value in line.text for line in drawn.lines), fact
    assert {"total", "vendor", "date"} <= set(known)


def test_rulers_set_in_type_are_shortened(library: Library) -> None:
    drawn = page(library, 1)
    font = drawn.font("sans", 14)
    assert drawn.fit(font, "a ---------- b €") == "a --- b"


def test_questions_beyond_reading_get_the_same_honest_answer(library: Library) -> None:
    drawn, source = page(library, 4), plain_texts(4)
    screens.dialog(drawn, source, 13.0)
    pairs = [questions.ask(drawn, source, random.Random(n)) for n in range(200)]
    refused = [question for question, answer in pairs if answer == questions.REFUSAL]
    assert refused
    assert not set(refused) & {q for asked in questions.ASK.values() for q in asked}
    counted = {questions.QUESTIONS["lines"], str(len(drawn.lines))}
    assert not any(counted & {*pair} for pair in pairs), "lines are counted from the reading"
