"""Training pictures whose edge cuts a line: the line is left out of what is read, the whole ones stay."""

from __future__ import annotations

import random

import numpy as np
import pytest
from starter_model import bills, cuts, pictures, stages
from starter_model.page import NOWHERE, Library, Page, theme
from starter_model.questions import READ, READ_OTHERS

from tests.helpers.training_material import plain_library, plain_texts

HEIGHT = 160


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return plain_library(tmp_path_factory.mktemp("fonts"))


def three_lines(library: Library, *baselines: float) -> Page:
    """A page of a line at each baseline, 20 pixels a letter; its capitals are 14 pixels tall."""
    rng = random.Random(1)
    page = Page(300, 200, (0, 0, 300, 200), 1.0, rng, library, theme(rng, 0), 40, 700, raqm=False)
    for number, baseline in enumerate(baselines):
        page.add(page.put(page.font("sans", 20), f"Line {number}", 10, baseline))
    return page


@pytest.mark.parametrize("baselines", [(18, 90), (90, 192)])
def test_a_line_that_the_edge_cuts_is_not_read_and_the_whole_one_is(
    library: Library, baselines: tuple[float, ...]
) -> None:
    for seed in range(20):
        page = three_lines(library, *baselines)
        whole = baselines.index(90)
        assert cuts.cut(page, random.Random(seed), HEIGHT)
        assert page.image.height == HEIGHT
        assert page.text == f"Line {whole}"


def test_no_picture_shows_a_line_that_is_cut_by_so_little_that_it_could_be_read(library: Library) -> None:
    for seed in range(40):
        page = three_lines(library, 18, 90, 190)
        before = np.asarray(page.image)
        assert cuts.cut(page, random.Random(seed), HEIGHT)
        shown = np.asarray(page.image)
        top = next(n for n in range(41) if np.array_equal(before[n : n + HEIGHT], shown))
        shares = [cuts.lost((b - 14, b), top, top + HEIGHT) for b in (18, 90, 190)]
        assert not any(cuts.READ_SHARE < share < cuts.LOST_SHARE for share in shares)
        assert any(cuts.LOST_SHARE <= share < cuts.HIDDEN_SHARE for share in shares)


def test_letters_that_stay_are_where_they_were_seen(library: Library) -> None:
    page = three_lines(library, 18, 90)
    cuts.cut(page, random.Random(3), HEIGHT)
    pixels = np.asarray(page.image.convert("L"), np.int16)
    for c, at in zip(page.lines[0].text, page.lines[0].centres, strict=True):
        if c.isalnum() and at is not NOWHERE:
            around = pixels[int(at[1]) - 7 : int(at[1]) + 8, int(at[0]) - 4 : int(at[0]) + 5]
            assert np.abs(around - pixels[-1, -1]).max() > 20, (c, at)


def test_a_page_without_a_line_at_its_edge_stays_as_it_is(library: Library) -> None:
    page = three_lines(library, 100)
    assert not cuts.cut(page, random.Random(1), HEIGHT)
    assert page.image.height == 200
    assert page.text == "Line 0"


def test_nothing_is_asked_of_a_cut_page_but_to_read_it(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "CUT", 1.0)
    monkeypatch.setattr(pictures, "KINDS", ((bills.receipt, 1),))
    cut = 0
    for seed in range(40):
        texts = plain_texts(seed)
        drawn = pictures.sample(texts.rng, texts, library, (384, 256), 14.0, 300, stages.stage_at(0.9))
        assert drawn.image.shape == (256, 384, 3)
        cut += drawn.question == READ or drawn.question in READ_OTHERS
    assert cut >= 30
