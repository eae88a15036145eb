"""The starter model's windows, terminals, letters, photographs and empty pictures."""

from __future__ import annotations

import random
import unicodedata
from itertools import pairwise

import numpy as np
import pytest
import torch
from PIL import ImageDraw
from starter_model import (
    augment,
    bills,
    consoles,
    controls,
    empties,
    layouts,
    letters,
    photographs,
    pictures,
    questions,
    screens,
    windows,
)
from starter_model.page import Library, Page, luminance, theme

from tests.helpers.training_material import ROLES, plain_library, plain_texts


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return plain_library(tmp_path_factory.mktemp("fonts"), roles=ROLES[:4], missing="ąß")


def page(library: Library, seed: int, width: int = 480, height: int = 420) -> Page:
    rng = random.Random(seed)
    box = (10.0, 10.0, width - 10.0, height - 10.0)
    return Page(width, height, box, 1.0, rng, library, theme(rng), 60, 1200, raqm=False)


def ink(p: Page) -> int:
    pixels = np.asarray(p.image, np.int16)
    return int((np.abs(pixels - pixels[0, 0]).sum(2) > 30).sum())


@pytest.mark.parametrize("seed", range(6))
def test_what_a_window_draws_beside_its_words_is_seen_and_not_read(library: Library, seed: int) -> None:
    p = page(library, seed)
    p.draw.rectangle((0, 0, 480, 420), fill=p.theme.paper)
    look = controls.look(p.rng, p.theme)
    controls.check(p, look, 20, 30, 14, 1)
    controls.radio(p, look, 60, 30, 14, chosen=True)
    controls.switch(p, look, 100, 30, 14, on=True)
    controls.slider(p, look, 160, 240, 30, 14)
    controls.scroll_bar(p, look, (460, 20, 470, 200))
    controls.title_buttons(p, 440, 30, 14)
    controls.opener(p, 300, 30, 14)
    for n in range(12):
        controls.picture(p, 20 + 30 * n, 100, 16)
    assert ink(p) > 300
    assert p.lines == []


def test_a_checked_box_has_more_ink_than_an_empty_one(library: Library) -> None:
    inks = []
    for state in (0, 1):
        p = page(library, 3)
        look = controls.Look("fusion", (90, 90, 90), p.theme.paper, (0, 90, 200), (255, 255, 255), 0.1, True)
        controls.check(p, look, 40, 40, 30, state)
        inks.append(ink(p))
    assert inks[0] < inks[1]


def test_a_field_never_swallows_its_value(library: Library) -> None:
    for seed in range(300):
        rng = random.Random(seed)
        colours = theme(rng, 0.4)
        look = controls.look(rng, colours)
        contrast = abs(luminance(colours.paper) - luminance(colours.ink))
        assert abs(luminance(look.field) - luminance(colours.ink)) >= 0.79 * contrast


def test_every_part_of_a_window_draws_words_inside_it(library: Library) -> None:
    seen: set[str] = set()
    for body, _ in windows.BODIES:
        for seed in range(8):
            p, t = page(library, seed), plain_texts(seed)
            look, font = controls.look(p.rng, p.theme), p.font("sans", 13)
            body(windows.Part(p, t, look, font, 10, 470, 10, 400))
            for line in p.lines:
                seen.add(body.__name__)
                assert all(0 <= x <= 480 and 0 <= y <= 420 for x, y in line.centres if x >= 0)
    assert len(seen) == len(windows.BODIES)


def test_columns_of_a_terminal_stand_apart_and_are_read_with_one_space(library: Library) -> None:
    gaps = 0
    for seed in range(20):
        p = page(library, seed, 700)
        consoles.console(p, plain_texts(seed), 12.0)
        assert p.kind == "a terminal"
        for line in p.lines:
            assert "  " not in line.text
            font = p.font("mono", 12)
            xs = [c[0] for c, sign in zip(line.centres, line.text, strict=True) if sign != " "]
            gaps += sum(b - a > 3.5 * font.advance("x") for a, b in pairwise(xs))
    assert gaps > 40


def test_marks_are_put_on_letters_that_bear_them() -> None:
    rng = random.Random(0)
    assert "ř" in letters.VARIANTS["r"]
    assert "đ" in letters.VARIANTS["d"]
    got = {c for _ in range(300) for c in letters.remarked(rng, "zeilen", "", 0.7)}
    assert {"ž", "ź", "ż", "ē", "ę", "ě", "ł", "ľ", "ņ", "ň"} <= got
    polish = {c for _ in range(300) for c in letters.remarked(rng, "zacna", letters.TONGUES["Polish"], 0.7)}
    assert polish <= set("zacna" + "źżąćń")


def test_all_letters_and_signs_come_up() -> None:
    said = "".join(letters.accents_line(plain_texts(n, "zeilen"), "", 0.5) for n in range(500))
    signs = "".join(letters.signs_line(plain_texts(n, "zeilen")) for n in range(1500))
    common = {c for c in map(chr, range(0xE0, 0x180)) if c.islower() and c not in letters.RARE}
    held = {c for c in common if unicodedata.normalize("NFD", c)[0] in "zeilnrvthsaob"}
    assert held - set(said) <= {"ß"}
    assert set(letters.BESIDE) <= set(signs)


def test_a_family_for_letters_has_them_where_any_has(library: Library) -> None:
    assert library.rich_family(random.Random(1)) in library.families


def test_the_desk_is_never_drawn_over_the_sheet(library: Library) -> None:
    for seed in range(20):
        p = page(library, seed)
        before = np.asarray(p.image).copy()
        photographs.desk(p, (30, 20, 30, 20))
        inner = (slice(20, 400), slice(30, 450))
        assert (np.asarray(p.image)[inner] == before[inner]).all()


def test_photographs_are_lit_unevenly_and_lose_no_sharpness_beyond_reading() -> None:
    for seed in range(50):
        row = np.zeros(pictures.FLAWS, np.float32)
        photographs.flaws(random.Random(seed), row, 12.0)
        assert row[18] != 0
        assert 0 < row[10] <= 0.85
        assert 60 <= row[12] <= 92


def test_noise_of_one_colour_is_grey() -> None:
    row = torch.zeros(2, pictures.FLAWS)
    row[:, [0, 4, 8, 13, 15]] = 1.0
    row[:, 11] = 0.1
    row[0, 26] = 1.0
    picture = torch.full((2, 32, 32, 3), 128, dtype=torch.uint8)
    grey, coloured = augment.spoil(picture, row, torch.Generator().manual_seed(0))
    assert (grey[0] == grey[1]).all()
    assert (coloured[0] != coloured[1]).any()


def test_empty_pictures_hold_no_line_of_text(library: Library) -> None:
    inks = []
    for seed in range(40):
        p = page(library, seed, 240, 160)
        empties.blank(p)
        assert p.lines == []
        inks.append(ink(p))
    assert sum(i > 100 for i in inks) > 20


def test_strokes_of_a_drawing_run_at_any_angle_and_hold_no_text(library: Library) -> None:
    slants = []
    for seed in range(20):
        p = page(library, seed, 240, 160)
        drawn = ImageDraw.Draw(p.image)
        p.draw.line = lambda at, drawn=drawn, **told: (slants.append(at), drawn.line(at, **told))  # type: ignore[method-assign]
        empties.strokes(p)
        assert p.lines == []
        assert ink(p) > 0
    falling = [(x1 - x0) * (y1 - y0) > 0 for x0, y0, x1, y1 in slants]
    assert 0.2 < sum(falling) / len(falling) < 0.8
    assert any(abs(x1 - x0) + abs(y1 - y0) > 120 for x0, y0, x1, y1 in slants)


def test_a_form_s_values_may_stand_in_boxes_beside_their_labels(library: Library) -> None:
    beside = 0
    for seed in range(40):
        p, boxes = page(library, seed), []
        drawn = ImageDraw.Draw(p.image)
        p.draw.rounded_rectangle = lambda box, *a, drawn=drawn, boxes=boxes, **told: (  # type: ignore[method-assign]
            boxes.append(box),
            drawn.rounded_rectangle(box, *a, **told),
        )
        screens.form(p, plain_texts(seed), 12.0)
        beside += bool(boxes) and all(box[0] > p.box[0] + 12 for box in boxes)
        for left, top, right, bottom in boxes:
            assert left < right <= p.box[2]
            assert 0 <= top < bottom
    assert 2 <= beside < 20


def test_what_a_bill_does_not_show_is_refused_by_name(library: Library) -> None:
    refused: set[str] = set()
    for seed in range(120):
        p, t = page(library, seed % 40), plain_texts(seed)
        (bills.receipt, bills.invoice, screens.form)[seed % 3](p, t, 12.0)
        for time in range(20):
            question, answer = questions.ask(p, t, random.Random(seed * 20 + time))
            for fact, asked in questions.QUESTIONS.items():
                if question == asked and answer.startswith("I see no"):
                    assert fact not in p.facts
                    refused.add(fact)
    assert {"date", "number", "total", "vendor"} <= refused


def test_the_number_of_a_receipt_may_be_called_otherwise(library: Library) -> None:
    labels: set[str] = set()
    for seed in range(200):
        p = page(library, seed)
        bills.receipt(p, plain_texts(seed), 11.0)
        if number := p.facts.get("number"):
            line = next(line.text for line in p.lines if number in line.text)
            labels.add(line.replace(number, "").strip())
    assert {"Bon", "Receipt no.", "Reference number"} <= labels


def test_the_dots_of_a_list_are_drawn_and_not_read(library: Library) -> None:
    styles: set[str] = set()
    for seed in range(60):
        p = page(library, seed)
        layouts.bullets(p, plain_texts(seed), p.font("sans", 13), 10, 40, 440, 18, 400, 4)
        styles.update(line.text[0] for line in p.lines if line.markdown.startswith("- "))
        assert not any(line.text.startswith(("•", "▪")) for line in p.lines)
    assert "-" in styles
