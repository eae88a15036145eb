"""The second evaluation set: kept apart from training, drawn from seeds, graded fairly."""

from __future__ import annotations

import ast
import json
import random
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from starter_model import compare, corpus
from starter_model.compare import MissingEngineError, RapidReader, comparison, tesseract_version
from starter_model.evaluation import flaws, nothing, papers, screens, snippets
from starter_model.evaluation.build import CHANGES, Set, browser_rows, draw_nothing
from starter_model.evaluation.cases import Case, load, save
from starter_model.evaluation.drafts import Draft, Pen
from starter_model.evaluation.lines import agreement, drawn_lines
from starter_model.evaluation.rapid_reader import in_lines
from starter_model.evaluation.scores import (
    MISSING,
    Answer,
    distance,
    grade,
    out_of_order,
    summary,
    table,
)
from starter_model.evaluation.sources import DEBIAN_FONTS, NPM_FAMILIES, SOURCES, UNSEEN, readable
from starter_model.evaluation.wording import Texts, Wording

TRAINING = Path(corpus.__file__).parent
TEXTS = Texts(
    prose=tuple(
        f"Passage {n} tells of a river and its {'quiet and narrow ' * (1 + n % 16)}bridges."
        for n in range(80)
    ),
    foreign=tuple(f"de\tDer Satz {n} über Brücken und Flüße." for n in range(5)),
    words=("river", "bridge", "stone", "water", "meadow", "hill"),
    foreign_words=("Brücke", "žlutý", "światło"),
    code=("def cross(river):\n    return river != None\n\nclass Bridge:\n    pass",),
)
MAKERS = (
    *screens.KINDS,
    papers.page,
    papers.leaf,
    papers.two_columns,
    papers.desktop,
    papers.receipt,
    papers.invoice,
    papers.form,
    snippets.addresses,
    snippets.capitals,
    snippets.strip,
    snippets.letters,
    snippets.signs,
)


def pen(seed: int, unseen: bool = True) -> Pen:
    rng = random.Random(seed)
    return Pen(Wording(TEXTS, rng), rng, unseen)


def shown(draft: Draft) -> str:
    """The letters that the page holds, without its marks."""
    text = re.sub(r"<[^>]+>", " ", draft.fragment.body)
    return re.sub(r"\s+", "", text.replace("&#x27;", "'").replace("&quot;", '"').replace("&amp;", "&"))


def test_no_text_package_serves_both_training_and_evaluation() -> None:
    assert not set(SOURCES) & set(corpus.SOURCES)
    assert not [name for name in SOURCES if "fortune" in name]


def training_fonts(name: str) -> set[str]:
    """A list of `fonts.py`, which itself needs tools that only drawing fonts needs."""
    for node in ast.parse((TRAINING / "fonts.py").read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name:
            return set(ast.literal_eval(node.value))
    raise AssertionError(f"fonts.py has no {name}")


def test_no_font_that_counts_as_unseen_is_among_those_of_training() -> None:
    assert len(training_fonts("FONTSOURCE_FAMILIES")) > 50
    assert not set(NPM_FAMILIES) & training_fonts("FONTSOURCE_FAMILIES")
    assert not set(DEBIAN_FONTS) & training_fonts("DEBIAN_PACKAGES")
    families_of_training = (TRAINING / "FONTS.md").read_text("utf-8")
    for families in UNSEEN.values():
        for family in families:
            assert not re.search(rf"[|,] {re.escape(family)}(,| \|)", families_of_training), family


def test_a_passage_of_a_text_that_is_kept_apart_is_dropped() -> None:
    mine = "The old miller counted his seven sacks of flour again."
    theirs = "Nobody counted his seven sacks of flour and went home."
    assert readable([mine, "Rain fell."], [corpus.Exclusion([theirs])]) == ["Rain fell."]


def test_a_passage_with_rare_characters_or_a_link_is_dropped() -> None:
    assert readable(["Plain.", "Nihongo 日本語.", "See http://a.example."], []) == ["Plain."]


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.__name__)
def test_the_truth_of_a_page_is_what_the_page_holds(maker: object) -> None:
    for seed in range(4):
        draft = maker(pen(seed))  # type: ignore[operator]
        held = re.sub(r"[0-9]+\.(?=[A-Z])", "", shown(draft)) if draft.kind == "bullets" else shown(draft)
        for line in draft.lines:
            for word in line.split():
                bare = re.sub(r"^[0-9]+\.$", "", word) if draft.kind == "bullets" else word
                assert bare in held.replace("&lt;", "<").replace("&gt;", ">"), (draft.kind, word)


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.__name__)
def test_the_same_seed_makes_the_same_page(maker: object) -> None:
    first, second = (maker(pen(9)) for _ in range(2))  # type: ignore[operator]
    assert first == second


def test_other_reading_orders_hold_the_same_words() -> None:
    for maker in (screens.dashboard, papers.desktop):
        draft = maker(pen(3))
        assert draft.others
        for other in draft.others:
            assert sorted(" ".join(other).split()) == sorted(" ".join(draft.lines).split())


def test_the_total_of_a_receipt_is_its_subtotal_and_its_tax() -> None:
    draft = papers.receipt(pen(5))
    amounts = {line.rsplit(" ", 1)[0]: line.rsplit(" ", 1)[1] for line in draft.lines if " " in line}
    tax = amounts.get("VAT") or amounts["Tax"]
    assert float(draft.facts["total"]) == pytest.approx(float(amounts["Subtotal"]) + float(tax))
    assert draft.facts["lines"] == str(len(draft.lines))


def test_half_of_the_pages_use_families_that_training_never_draws() -> None:
    assert papers.leaf(pen(1, unseen=True)).unseen
    assert not papers.leaf(pen(1, unseen=False)).unseen


def test_every_change_keeps_a_picture_in_three_colours_and_two_runs_agree() -> None:
    picture = Image.linear_gradient("L").convert("RGB")
    ways = {**CHANGES, "scan": flaws.scanned, "fax": flaws.faxed, "photo": flaws.photographed}
    for name, way in ways.items():
        first, second = (way(picture, random.Random(4)) for _ in range(2))
        assert first.mode == "RGB", name
        assert first.tobytes() == second.tobytes(), name
        assert first.tobytes() != picture.tobytes(), name


def test_a_fax_has_two_colours() -> None:
    faxed = flaws.faxed(Image.linear_gradient("L").convert("RGB"), random.Random(1))
    assert {colour for _, colour in faxed.getcolors() or []} == {(0, 0, 0), (255, 255, 255)}


def test_pictures_without_text_are_written_with_an_empty_truth(tmp_path: Path) -> None:
    target = Set(tmp_path)
    draw_nothing(target, each=1, seed=2)
    save(tmp_path, target.cases)
    found = load(tmp_path)
    assert len(found) == len(nothing.KINDS)
    assert all(case.picture(tmp_path).is_file() and case.truths(tmp_path) == ["\n"] for case in found)


def test_a_folder_without_an_index_is_read_by_its_file_names(tmp_path: Path) -> None:
    Image.new("RGB", (8, 8)).save(tmp_path / "03-code.png")
    (tmp_path / "03-code.txt").write_text("x", "utf-8")
    (tmp_path / "03-code.alt1.txt").write_text("y", "utf-8")
    (case,) = load(tmp_path)
    assert case == Case("03-code", "handed", "code")
    assert case.truths(tmp_path) == ["x", "y"]


def test_an_empty_folder_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="draw the set first"):
        load(tmp_path)


def test_every_row_that_the_browser_draws_has_kinds() -> None:
    rows = browser_rows()
    assert {
        "screens",
        "screens75",
        "page300",
        "pagefax",
        "desktop",
        "photoreceipt",
        "strips",
        "answers",
    } <= set(rows)
    assert all(makers for makers, _ in rows.values())


def test_edit_distance_counts_what_has_to_change() -> None:
    assert [distance("kitten", "sitting"), distance("", "abc"), distance("same", "same")] == [3, 3, 0]


def test_the_nearest_fair_order_counts() -> None:
    reading = grade("n", "r", "k", False, ["left right", "right left"], "right  left\n", 1.0, 0.1, "complete")
    assert reading.errors == 0


def test_text_on_an_empty_picture_is_invented_and_not_an_error_rate() -> None:
    reading = grade("n", "nothing", "blank", False, ["\n"], "Lorem", 1.0, 0.1, "complete")
    assert (reading.characters, reading.errors, reading.invented) == (0, 0, 5)
    figures = summary([reading], [])["rows"]["nothing"]
    assert figures["cer"] is None
    assert figures["empty_with_text"] == 1
    assert "text in 1" in table({"nothing": figures})


def test_a_line_read_too_early_is_out_of_order() -> None:
    truth = "the first line\nthe second line\nthe third line"
    assert out_of_order(truth, truth) == 0
    assert out_of_order(truth, "the second line the first line the third line") == 1
    assert out_of_order(truth, "something else") == 0


def test_answers_are_exact_except_for_the_article_of_a_caption() -> None:
    assert Answer("n", "receipt", "caption", "receipt", "A receipt.").exact
    assert not Answer("n", "receipt", "caption", "receipt", "A form.").exact
    assert Answer("n", "receipt", "total", "1.20", " 1.20\n").exact
    assert not Answer("n", "receipt", "total", "1.20", "11.20").exact


def test_what_a_picture_does_not_show_must_be_refused() -> None:
    assert Answer("n", "form", MISSING, "", "I see no total here.").exact
    assert not Answer("n", "form", MISSING, "", "1.20").exact
    assert not Answer("n", "form", MISSING, "", "").exact


def test_rates_are_pooled_over_characters_not_over_pictures() -> None:
    long = grade("a", "r", "k", True, ["x" * 99 + "y"], "x" * 99 + "z", 1.0, None, "complete")
    short = grade("b", "r", "k", False, ["ab"], "ab", 3.0, 0.5, "complete")
    figures = summary(
        [long, short], [Answer("a", "k", "total", "1", "1"), Answer("b", "k", "total", "2", "3")]
    )
    assert figures["rows"]["r"]["cer"] == pytest.approx(1 / 102)
    assert figures["rows"]["r"]["seconds_mean"] == pytest.approx(2.0)
    assert figures["fonts"]["unseen fonts"]["pictures"] == 1
    assert figures["answers"]["all"] == {"asked": 2, "exact": 1}
    assert json.loads(json.dumps(figures)) == figures


def test_an_engine_that_is_missing_is_named_with_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingEngineError, match="apt-get install tesseract-ocr"):
        tesseract_version()
    with pytest.raises(MissingEngineError, match="pip install rapidocr onnxruntime"):
        RapidReader(None)


def test_an_environment_without_rapidocr_is_told_from_one_that_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = tmp_path / "reader.py"
    failing.write_text("raise SystemExit(1)", "utf-8")
    monkeypatch.setattr(compare, "READER", failing)
    with pytest.raises(MissingEngineError, match="does not start with"):
        RapidReader(Path(sys.executable))


def test_boxes_at_one_height_make_a_line_from_left_to_right() -> None:
    def box(x: float, y: float) -> list[list[float]]:
        return [[x, y], [x + 40, y], [x + 40, y + 20], [x, y + 20]]

    boxes = [box(300, 2), box(0, 60), box(0, 0)]
    assert in_lines(boxes, ["right", "below", "left"]) == "left right\nbelow"


def test_the_comparison_has_a_line_a_row_and_both_groups_of_fonts() -> None:
    mine = grade("a", "page", "k", True, ["x" * 100], "x" * 99, 1.0, 0.1, "complete")
    other = grade("a", "page", "k", True, ["x" * 100], "x" * 50, 2.0, None, "complete")
    empty = grade("b", "nothing", "k", False, ["\n"], "", 1.0, None, "empty")
    text = comparison({"Yomi": [mine, empty], "Tesseract": [other, empty]})
    assert "| page | 1 | 100 | 1.00% | 50.00% | 1.00 | 2.00 |" in text
    assert "| nothing | 1 | 0 | text in 0 of 1 | text in 0 of 1 |" in text
    assert "*unseen fonts*" in text


def test_runs_of_text_at_one_height_are_one_line_and_its_box_is_that_of_its_ink() -> None:
    picture = Image.new("RGB", (200, 60), "white")
    picture.paste("black", (12, 8, 50, 18))
    picture.paste("black", (120, 9, 160, 17))
    picture.paste("black", (12, 38, 80, 48))
    runs = [(10, 34, 90, 52), (110, 4, 170, 22), (10, 4, 60, 22), (0, 53, 20, 59)]
    assert drawn_lines(picture, runs) == [(12, 8, 160, 18), (12, 38, 80, 48)]


def test_lines_of_columns_stay_apart_though_they_stand_at_one_height() -> None:
    picture = Image.new("RGB", (200, 60), "white")
    picture.paste("black", (12, 8, 50, 18))
    picture.paste("black", (120, 9, 160, 17))
    runs = [(10, 4, 60, 22), (110, 4, 170, 22)]
    assert drawn_lines(picture, runs, columns=True) == [(12, 8, 50, 18), (120, 9, 160, 17)]


def test_the_places_of_lines_are_told_row_by_row() -> None:
    reading = grade("a", "page", "k", True, ["ab"], "ab", 1.0, None, "complete")
    placed = replace(reading, overlaps=[0.9, 0.6])
    bare = replace(reading, row="other")
    boxes = summary([placed, bare], [])["boxes"]
    assert boxes == {"page": {"lines": 2, "placed": 1, "mean": pytest.approx(0.75), "least": 0.6}}


def test_what_hangs_below_a_line_is_not_part_of_the_next_one() -> None:
    picture = Image.new("RGB", (200, 80), "white")
    picture.paste("black", (10, 10, 60, 24))
    picture.paste("black", (40, 24, 44, 31))  # a descender, within the next line's box
    picture.paste("black", (10, 38, 60, 52))
    runs = [(10, 4, 150, 34), (10, 28, 150, 58)]
    assert drawn_lines(picture, runs) == [(10, 10, 60, 31), (10, 38, 60, 52)]
    assert drawn_lines(picture, runs, columns=True) == drawn_lines(picture, runs)


def test_a_line_counts_as_placed_by_its_best_box() -> None:
    assert agreement([(0, 0, 10, 10)], [(0, 0, 10, 5), (0, 0, 10, 10)]) == [1.0]
    assert agreement([(0, 0, 10, 10)], [(0, 0, 10, 5)]) == [0.5]
    assert agreement([(0, 0, 10, 10)], []) == [0.0]
