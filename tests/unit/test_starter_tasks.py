"""What the starter model is asked: Markdown, captions, facts and fields, and pages that it must not read."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import torch
from starter_model import augment, bills, boards, faults, layouts, questions, screens, train
from starter_model.export import read_weights
from starter_model.model import Starter
from starter_model.page import Library, Page, Span, theme
from starter_model.pictures import FLAWS, KINDS, Sample, sample
from starter_model.stages import stage_at

from tests.helpers.training_material import ROLES, plain_library, plain_texts

SHIPPED = Path(__file__).parents[2] / "resources" / "models" / "starter" / "model.safetensors"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return plain_library(tmp_path_factory.mktemp("fonts"), roles=ROLES[:4])


def page(library: Library, seed: int) -> Page:
    rng = random.Random(seed)
    return Page(480, 420, (10, 10, 470, 410), 1.0, rng, library, theme(rng), 60, 1200, raqm=False)


def made(library: Library, seed: int) -> Sample:
    drawn = plain_texts(seed)
    return sample(drawn.rng, drawn, library, (384, 256), 14.0, 300, stage_at(0.9))


def test_markdown_keeps_headings_lists_tables_and_code_apart(library: Library) -> None:
    p = page(library, 0)
    for text, block, markdown, joins in (
        ("A long", "head", "# A long", False),
        ("title", "head", "title", True),
        ("Some prose", "text", "Some prose", False),
        ("goes on", "text", "goes on", True),
        ("• one", "item", "- one", False),
        ("two", "item", "- two", False),
        ("x = 1", "code", "x = 1", False),
        ("y = 2", "code", "y = 2", False),
        ("a b", "row", layouts.row_of(["a", "b"], head=True), False),
        ("1", "row", layouts.row_of(["", "1"], head=False), False),
    ):
        p.add(Span(text, [(1.0, 1.0)] * len(text)), block=block, markdown=markdown, joins=joins)
    assert p.markdown() == (
        "# A long title\n\nSome prose\ngoes on\n\n- one\n- two\n\n```\nx = 1\ny = 2\n```\n\n"
        "| a | b |\n| --- | --- |\n|  | 1 |"
    )


def test_code_at_the_end_of_a_page_is_closed(library: Library) -> None:
    p = page(library, 3)
    layouts.code(p, plain_texts(3), 14)
    assert p.markdown().startswith("```\n")
    assert p.markdown().endswith("\n```")
    assert p.markdown().count("```") == 2


@pytest.mark.parametrize("maker", [kind for kind, _ in KINDS])
def test_markdown_holds_every_word_that_is_read(library: Library, maker: object) -> None:
    for seed in range(4):
        p = page(library, seed)
        maker(p, plain_texts(seed), 13.0)  # type: ignore[operator]
        shown = p.markdown().replace("\\|", "|").split()
        signs = {"•", "–", "-", "*", "▪"}  # set as bullets, written as `-`
        assert [w for w in p.text.split() if w not in signs and w not in shown] == []


@pytest.mark.parametrize("maker", [bills.receipt, bills.invoice, bills.letter, screens.form])
def test_facts_and_fields_stand_in_the_text(library: Library, maker: object) -> None:
    found = 0
    for seed in range(30):
        p = page(library, seed)
        maker(p, plain_texts(seed), 13.0)  # type: ignore[operator]
        for value in [*p.facts.values(), *p.fields.values()]:
            assert value in p.text
            found += 1
    assert found > 30


def test_an_invoice_tells_its_own_date_from_the_others(library: Library) -> None:
    own = {"Date", "Invoice date", "Date of issue", "Issued"}
    dated = 0
    for seed in range(60):
        p = page(library, seed)
        bills.invoice(p, plain_texts(seed), 11.0)
        if "date" in p.facts:
            dated += 1
            assert p.facts["date"] in [value for label, value in p.fields.items() if label in own]
    assert dated > 20


def test_what_a_receipt_adds_up_is_named_apart(library: Library) -> None:
    both = 0
    for seed in range(80):
        p = page(library, seed)
        bills.receipt(p, plain_texts(seed), 11.0)
        for fact, labels in (("subtotal", ("Sub", "SUB", "Net")), ("tax", ("Tax", "TAX", "VAT", "MwSt"))):
            if fact in p.facts:
                rows = [line.text for line in p.lines if line.text.startswith(labels)]
                assert any(row.endswith(p.facts[fact]) for row in rows)
                both += 1
    assert both > 20


def test_a_caption_names_the_heading_or_the_shop(library: Library) -> None:
    p = page(library, 1)
    p.kind, p.heading = "a dialog window", "Save changes?"
    assert questions.caption(p) == "A dialog window: Save changes?"
    p.kind, p.facts = "a receipt", {"vendor": "Bergen Market"}
    assert questions.caption(p) == "A receipt from Bergen Market."
    p.kind, p.heading, p.facts = "a terminal", "", {}
    assert questions.caption(p) == "A terminal."


def test_forms_are_named_more_often_than_the_bills_that_look_like_them(library: Library) -> None:
    named = {}
    for maker in (screens.form, bills.invoice):
        p, t, rng = page(library, 3), plain_texts(3), random.Random(3)
        maker(p, t, 12.0)
        said = [questions.ask(p, t, rng)[1] for _ in range(400)]
        named[maker] = said.count(questions.caption(p))
    assert named[screens.form] > 1.25 * named[bills.invoice] > 0


def test_the_application_s_own_wordings_are_practised(library: Library) -> None:
    asked = set()
    for seed in range(400):
        p = page(library, seed % 20)
        (bills.invoice if seed % 2 else screens.form)(p, plain_texts(seed), 12.0)
        question, _ = questions.ask(p, plain_texts(seed), random.Random(seed))
        asked.add("field" if question.startswith("What is the value of") else question)
    elsewhere = {
        questions.QUESTIONS["field"],
        questions.QUESTIONS["lines"],
    }  # lines: counted from the reading
    assert {*questions.QUESTIONS.values()} - elsewhere <= asked
    assert "field" in asked
    assert questions.MARKDOWN in asked


def test_a_field_that_is_not_there_is_not_invented(library: Library) -> None:
    p = page(library, 2)
    p.add(Span("nothing", [(1.0, 1.0)] * 7))
    for seed in range(30):
        question, answer = questions.named(p, plain_texts(seed), random.Random(seed))
        assert answer.startswith("I see no ") or question == questions.QUESTIONS["caption"]


def test_overturned_pages_are_answered_with_nothing(library: Library) -> None:
    turned = [s for s in (made(library, seed) for seed in range(400)) if s.kind == "a turned page"]
    assert turned
    assert all(s.text == "" and len(s.answer) == 1 for s in turned)


def test_known_faults_are_drawn_with_both_forms() -> None:
    lines = [faults.fault(plain_texts(seed)) for seed in range(600)]
    for sign in (" -- ", "...", "…", "!=", "==", "=>", "@", "€"):
        assert any(sign in line for line in lines), sign
    said = "the clocks of the town"
    assert any(line.count(word) > 1 for line in lines for word in said.split())


def test_narrow_spaces_stay_visible(library: Library) -> None:
    p = page(library, 4)
    p.space = 0.01
    font = p.font("sans", 20)
    span = p.put(font, "il il", 20, 60)
    assert span.text == "il il"
    assert span.centres[3][0] - span.centres[1][0] > 0.17 * font.size


def test_a_calendar_has_every_day_once(library: Library) -> None:
    p = page(library, 6)
    boards.calendar(p, plain_texts(6), 12.0)
    days = [int(w) for line in p.lines[2:] for w in line.text.split()]
    assert days == list(range(1, len(days) + 1))
    assert len(days) in (28, 30, 31)


def row_with(**values: float) -> torch.Tensor:
    row = torch.zeros(1, FLAWS)
    row[:, [0, 4, 8, 13, 15]] = 1.0
    for name, value in values.items():
        row[0, int(name[1:])] = value
    return row


def test_a_dot_on_a_curled_sheet_lands_where_its_label_says() -> None:
    picture = torch.zeros(1, 64, 160, 3, dtype=torch.uint8)
    picture[0, 30:34, 38:42] = 255
    out = augment.spoil(picture, row_with(_23=6.0, _24=1.0, _25=0.0), torch.Generator())[0, 0]
    rows = torch.arange(64) + 0.5
    y = float((out.sum(1) * rows).sum() / out.sum())
    assert y == pytest.approx(32 + 6.0, abs=0.4)  # a quarter of a wave: the whole swing


def test_salt_and_pepper_falls_on_its_share_of_the_pixels() -> None:
    picture = torch.full((1, 128, 128, 3), 128, dtype=torch.uint8)
    out = augment.spoil(picture, row_with(_22=0.2), torch.Generator().manual_seed(0))[0, 0]
    assert float((out == 0).float().mean()) == pytest.approx(0.1, abs=0.02)
    assert float((out == 1).float().mean()) == pytest.approx(0.1, abs=0.02)


def test_training_may_begin_from_the_shipped_weights() -> None:
    model = Starter()
    assert train.begin_from(read_weights(SHIPPED), model), "the training heads are not shipped"
    learnt = model.model.visual.pos_embed.weight.detach().std()
    assert abs(float(learnt) - 0.03) > 1e-4


def test_weights_of_another_shape_of_model_are_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        train.begin_from({"model.other": torch.zeros(2)}, Starter())


def test_new_training_heads_leave_the_body_alone_at_first() -> None:
    torch.manual_seed(0)
    model = Starter()
    pixels = torch.rand(1, 16, 192)
    for apart in (True, False):
        model.zero_grad()
        out = model(pixels, 4, 4, torch.tensor([[65, 66]]), apart)
        (model.aux_cells(out["visual"]).sum() + (out["query"] @ out["key"].mT).sum()).backward()
        assert model.aux_cells.weight.grad is not None
        assert (model.model.visual.merger.linear_fc2.weight.grad is None) == apart


def test_trained_weights_are_never_stepped_on_one_batch() -> None:
    assert train.accumulation(0.0) == 1
    assert train.accumulation(0.0, trained=True) == 2
    assert train.rate(0.2, 1000, 0.55) == pytest.approx(0.55)
