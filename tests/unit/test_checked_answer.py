"""Answers about bills are held against the reading, by the bundled model through the engine's own loop."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from engine.answers.asking import MOST_SEARCHED, plan_request, wishes_in
from engine.answers.captions import borne_out
from engine.answers.checked_answer import CheckedAnswer
from engine.answers.facts import KNOWN, Fact
from engine.answers.fields import may_stand
from engine.answers.joints import JOINTS
from engine.answers.places import Answer
from engine.answers.questions import asked_fact
from engine.answers.tongues import ENGLISH
from engine.answers.values import Shape
from engine.answers.wishes import FREE, Wish
from engine.api import (
    EngineEvent,
    Failed,
    Finished,
    FinishReason,
    GenerationRequest,
    ImageInput,
    RequestId,
    Role,
    Task,
    TextDelta,
    Turn,
)
from engine.errors import RequestError
from engine.metrics import RunClock
from engine.page_frame import PageFrame
from engine.profile import ReaderProfile
from engine.reading import RegionPlan, Sheet
from engine.runtime import Runtime
from engine.stepper import Stepper
from tests.helpers.drawn_pages import blank_page
from tests.helpers.loading import load
from tests.helpers.read_texts import lines_of

STARTER = Path(__file__).resolve().parents[2] / "resources" / "models" / "starter"
BILL = (
    ("WINTER MARKET", ""),
    ("Receipt no.", "KA-2044"),
    ("Date", "25.09.2023"),
    ("Bread", "3.10"),
    ("Cheese", "12.40"),
    ("Subtotal", "15.50"),
    ("Total", "16.60"),
    ("Cash", "20.00"),
)


@pytest.fixture(scope="module")
def starter() -> Iterator[Runtime]:
    loaded = load(STARTER, slots=4, context_tokens=1024)
    yield loaded
    loaded.close()


def bill() -> Image.Image:
    page = blank_page(360, 330)
    for row, (left, right) in enumerate(BILL):
        page.text(20, 16 + 36 * row, left, 18)
        if right:
            page.text(240, 16 + 36 * row, right, 18)
    return page.image


def source_of(image: Image.Image) -> ImageInput:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return ImageInput(buffer.getvalue(), "bill.png")


def request(image: Image.Image, question: str) -> GenerationRequest:
    return GenerationRequest(RequestId("q"), (Turn(Role.USER, question, (source_of(image),)),), Task.ASK)


def ended(stepper: Stepper, asked: GenerationRequest) -> tuple[Finished, list[EngineEvent]]:
    events = list(stepper.stream(asked))
    end = events[-1]
    assert isinstance(end, Finished), end
    return end, events


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("total", "16.60"),
        ("whats the subtotal", "15.50"),
        ("date", "25.09.2023"),
        ("number", "KA-2044"),
        ("vendor", "WINTER MARKET"),
        ("field Cash", "20.00"),
        ("field Order number", "I see no Order number here."),
    ],
)
def test_a_fact_of_a_bill_is_answered_from_what_stands_on_it(
    starter: Runtime, question: str, right: str
) -> None:
    end, events = ended(Stepper(starter), request(bill(), question))
    assert end.text == right
    assert end.reason is FinishReason.COMPLETE
    assert end.resume is None
    assert "".join(event.text for event in events if isinstance(event, TextDelta)) == right
    assert " ".join(word.text for line in end.lines for word in line.words) == right


@pytest.mark.parametrize("turn", [Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_180])
def test_a_bill_that_lies_on_its_side_is_asked_about_upright(starter: Runtime, turn: Image.Transpose) -> None:
    end, _ = ended(Stepper(starter), request(bill().transpose(turn), "total"))
    assert end.text == "16.60"
    assert end.metrics.images[0].turned_deg in (90, 180)


def test_a_blank_picture_has_no_total(starter: Runtime) -> None:
    end, _ = ended(Stepper(starter), request(Image.new("RGB", (240, 160), "white"), "total"))
    assert end.text == "I see no total here."


def test_a_picture_that_was_read_is_not_read_again_for_a_question(starter: Runtime) -> None:
    stepper, turned = Stepper(starter), bill().transpose(Image.Transpose.ROTATE_180)
    read, _ = ended(stepper, replace(request(turned, ""), task=Task.READ))
    first, _ = ended(stepper, request(turned, "total"))
    assert first.text == "16.60"
    assert first.metrics.images[0].turned_deg == read.metrics.images[0].turned_deg == 180
    assert first.metrics.new_tokens < 12 < read.metrics.new_tokens


def test_a_question_leaves_its_reading_for_the_next(starter: Runtime) -> None:
    stepper = Stepper(starter)
    first, _ = ended(stepper, request(bill(), "total"))
    second, _ = ended(stepper, request(bill(), "date"))
    assert second.text == "25.09.2023"
    assert second.metrics.new_tokens < first.metrics.new_tokens / 2


def test_a_question_that_is_given_up_says_nothing(starter: Runtime) -> None:
    stepper, events, stopped = Stepper(starter), list[EngineEvent](), False
    stepper.submit(request(bill(), "total"), events.append, lambda: stopped)
    for _ in range(3):
        stepper.step()
    stopped = True
    stepper.step()
    end = events[-1]
    assert isinstance(end, Finished)
    assert (end.reason, end.text, end.resume) == (FinishReason.CANCELLED, "", None)
    again, _ = ended(stepper, request(bill(), "total"))
    assert again.text == "16.60"


def told(asked: GenerationRequest, read: str, answer: str, ended: FinishReason) -> Finished:
    """A question whose picture reads so, without a model."""
    events: list[EngineEvent] = []
    made = CheckedAnswer(asked, events.append, lambda: False, (Wish("total", KNOWN["total"]),))
    sheet = Sheet(asked.turns[0].images[0], 0, Image.new("RGB", (20, 20)), PageFrame(20, 20))
    plan = RegionPlan(asked.turns, (), (), "\n", False, 256, sheet=sheet)
    made.set_regions([replace(plan, page=0), plan])
    for region, text, reason in zip(
        made.regions, (read, answer), (ended, FinishReason.COMPLETE), strict=True
    ):
        for character in text:
            made.hear(region, character, 0.9, ord(character))
        made.end_region(region, reason)
    made.finish(None)
    end = events[-1]
    assert isinstance(end, Finished)
    return end


def test_a_reading_that_ended_in_a_loop_does_not_cut_the_answer() -> None:
    asked = request(Image.new("RGB", (20, 20)), "total")
    end = told(asked, "Shop\nTotal 4.50\n-----", "4.50", FinishReason.LOOP)
    assert (end.text, end.reason) == ("4.50", FinishReason.COMPLETE)


def test_an_answer_that_was_not_read_is_not_said() -> None:
    asked = request(Image.new("RGB", (20, 20)), "total")
    end = told(asked, "Meeting notes", "4.50", FinishReason.COMPLETE)
    assert end.text == "I see no total here."
    assert [word.confidence for word in end.lines[0].words] == [1.0] * 5


def test_only_questions_for_facts_to_a_model_that_reads_in_regions_are_checked() -> None:
    bundled, picture = ReaderProfile("small", canvas_px=61_440), Image.new("RGB", (20, 20))
    assert wishes_in(request(picture, "total"), bundled)
    assert not wishes_in(request(picture, "caption"), bundled)
    assert not wishes_in(request(picture, "total"), ReaderProfile("large"))
    assert not wishes_in(replace(request(picture, "total"), task=Task.READ), bundled)


def page(*rows: tuple[str, str]) -> Image.Image:
    drawn = blank_page(360, 24 + 36 * len(rows))
    for number, (left, right) in enumerate(rows):
        drawn.text(20, 16 + 36 * number, left, 18)
        drawn.text(240, 16 + 36 * number, right, 18)
    return drawn.image


FIRST = page(
    ("Winter Market", ""), ("Invoice no.", "KA-2044"), ("Date", "25.09.2023"), ("Carried over", "90.10")
)
SECOND = page(("Paper", "4.50"), ("Total", "94.60"))


def paged(*pages: Image.Image) -> tuple[ImageInput, ...]:
    """One document of several pages."""
    buffer = io.BytesIO()
    first, *others = (page.copy() for page in pages)  # what one was saved as before stays with it
    first.save(buffer, "TIFF", save_all=True, append_images=others)
    return tuple(ImageInput(buffer.getvalue(), "bill.tif", number) for number in range(len(pages)))


def asked_of(images: tuple[ImageInput, ...], question: str) -> GenerationRequest:
    return GenerationRequest(RequestId("q"), (Turn(Role.USER, question, images),), Task.ASK)


def test_a_fact_on_any_page_of_a_document_is_found(starter: Runtime) -> None:
    stepper, images = Stepper(starter), paged(FIRST, SECOND)
    total, _ = ended(stepper, asked_of(images, "total"))
    assert total.text == "94.60"
    number, _ = ended(stepper, asked_of(images, "What's the invoice no?"))
    assert number.text == "KA-2044"
    assert number.metrics.new_tokens < total.metrics.new_tokens  # both pages had been read


def told_of(fact: Fact | None, *pictures: tuple[ImageInput, str, str]) -> Finished:
    """A question about several pictures without a model: each with what it reads and what it answers."""
    events: list[EngineEvent] = []
    images = tuple(source for source, _, _ in pictures)
    wishes = (Wish(fact.kind if fact else FREE, fact),)
    made = CheckedAnswer(asked_of(images, "?"), events.append, lambda: False, wishes)
    plans = []
    for index, source in enumerate(images):
        sheet = Sheet(source, index, Image.new("RGB", (20, 20)), PageFrame(20, 20))
        question = RegionPlan((Turn(Role.USER, "?", (source,)),), (), (index,), "\n", False, 256)
        reading = replace(question, page=index, sheet=sheet)
        plans += [question] if fact is None else [reading, replace(question, sheet=sheet)]
    made.set_regions(plans)
    texts = [text for _, read, answer in pictures for text in ([answer] if fact is None else [read, answer])]
    for region, text in zip(made.regions, texts, strict=True):
        for character in text:
            made.hear(region, character, 0.9, ord(character))
        made.end_region(region, FinishReason.COMPLETE)
    made.finish(None)
    end = events[-1]
    assert isinstance(end, Finished)
    return end


ONE, OTHER = ImageInput(b"one", "one.png"), ImageInput(b"other", "other.png")
PAGES = (ImageInput(b"bill", "bill.pdf", 0), ImageInput(b"bill", "bill.pdf", 1))


def test_several_pictures_are_answered_one_by_one_under_their_names() -> None:
    end = told_of(
        KNOWN["date"], (ONE, "Shop\nDate 1 May 2024", "1 May 2024"), (OTHER, "Shop\nTotal 4.50", "2 May 2024")
    )
    assert end.text == "one.png: 1 May 2024\nother.png: I see no date here."
    assert [end.text[line.start : line.start + len(line.text)] for line in end.lines] == end.text.split("\n")
    assert end.lines[0].words[-1].confidence == 0.9


def test_another_question_is_asked_about_every_picture_too() -> None:
    end = told_of(None, (ONE, "", "A receipt."), *((page, "", "An invoice.") for page in PAGES))
    assert end.text == "one.png: A receipt.\nbill.pdf, p. 1: An invoice.\nbill.pdf, p. 2: An invoice."


def test_of_the_pages_of_a_document_the_first_of_labels_is_meant() -> None:
    first, second = "Shop\nTotal 90.10", "Paper 4.50\nGrand total 94.60\nTotal 4.50"
    assert told_of(KNOWN["total"], (PAGES[0], first, "90.10"), (PAGES[1], second, "4.50")).text == "94.60"
    equal = told_of(KNOWN["total"], (PAGES[0], first, "90.10"), (PAGES[1], "Total 94.60", "94.60"))
    assert equal.text == "94.60"


def test_a_field_on_a_later_page_is_found_whatever_the_model_says_of_the_first() -> None:
    fact = asked_fact("what is the tracking code", ReaderProfile("small", canvas_px=61_440))
    end = told_of(fact, (PAGES[0], "Shop", "Shop"), (PAGES[1], "Tracking code: ZX-4", "ZX-4"))
    assert end.text == "ZX-4"


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I see no traking cde here.", "I see no tracking code here."),
        ("4.50", "I see no tracking code here."),
        ("This small model only reads text.", "This small model only reads text."),
    ],
)
def test_of_a_name_that_stands_nowhere_no_value_is_said(told: str, said: str) -> None:
    fact = asked_fact("what is the tracking code", ReaderProfile("small", canvas_px=61_440))
    assert told_of(fact, (ONE, "Shop\nTotal 4.50", told)).text == said


def test_a_fact_on_no_page_is_refused_once() -> None:
    end = told_of(KNOWN["tax"], (PAGES[0], "Shop", "4.50"), (PAGES[1], "Total 4.50", "4.50"))
    assert end.text == "I see no tax here."


def test_of_several_pictures_the_broken_one_is_left_out(starter: Runtime) -> None:
    broken = ImageInput(source_of(bill()).data[:-400], "broken.png")
    end, _ = ended(Stepper(starter), asked_of((broken, source_of(bill())), "total"))
    assert end.text == "16.60"
    assert [bool(image.error) for image in end.metrics.images] == [True, False]
    events = list(Stepper(starter).stream(asked_of((broken, broken), "total")))
    assert isinstance(events[-1], Failed)
    assert "broken.png" in events[-1].user_message


def test_a_question_that_follows_is_about_the_same_picture(starter: Runtime) -> None:
    first = request(bill(), "total").turns[0]
    turns = (first, Turn(Role.ASSISTANT, "16.60"), Turn(Role.USER, "and the date?"))
    end, _ = ended(Stepper(starter), GenerationRequest(RequestId("q"), turns, Task.ASK))
    assert end.text == "25.09.2023"


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("Was ist die Summe?", "16.60"),
        ("合計はいくらですか", "16.60"),
        ("日期是什么？", "25.09.2023"),
        ("wht is teh totl", "16.60"),
    ],
)
def test_a_question_in_other_words_is_asked_in_those_the_model_knows(
    starter: Runtime, question: str, right: str
) -> None:
    end, _ = ended(Stepper(starter), request(bill(), question))
    assert end.text == right


@pytest.mark.parametrize("question", ["??", "…", "- -", "\N{RECEIPT}", "\N{WAVING HAND SIGN}!"])
def test_a_question_without_a_word_is_not_answered(question: str) -> None:
    profile = ReaderProfile("small", canvas_px=61_440, single_turn=True)
    with pytest.raises(RequestError, match="has no words"):
        plan_request(request(bill(), question), profile, RunClock(), lambda _event: None)


def test_a_field_without_a_name_is_asked_back(starter: Runtime) -> None:
    events = list(Stepper(starter).stream(request(bill(), "Field ")))
    assert isinstance(events[-1], Failed)
    assert events[-1].user_message == "Name the field that is asked for, as in: field Order number."


def test_more_pages_than_are_searched_are_refused(starter: Runtime) -> None:
    images = tuple(
        ImageInput(source_of(bill()).data, "bill.png", number) for number in range(MOST_SEARCHED + 1)
    )
    events = list(Stepper(starter).stream(asked_of(images, "total")))
    assert isinstance(events[-1], Failed)
    assert str(MOST_SEARCHED) in events[-1].user_message


def gradient() -> Image.Image:
    return Image.merge("RGB", [Image.linear_gradient("L").resize((640, 400))] * 3)


def noise() -> Image.Image:
    drawn = random.Random(5).randbytes(400 * 300 * 3)
    return Image.frombytes("RGB", (400, 300), drawn)


@pytest.mark.parametrize("picture", [gradient(), noise(), Image.new("RGB", (300, 200), "white")])
def test_the_caption_of_a_picture_without_text_ends_as_its_reading_does(
    starter: Runtime, picture: Image.Image
) -> None:
    end, _ = ended(Stepper(starter), request(picture, "caption"))
    assert (end.text, end.reason) == ("", FinishReason.EMPTY)
    assert [found.value for found in end.answers] == [None]
    counted, _ = ended(Stepper(starter), request(picture, "how many lines"))
    assert counted.text == "0"
    both, _ = ended(Stepper(starter), request(picture, "caption and total"))
    assert both.text == f"{JOINTS[ENGLISH].blank}\nI see no total here."
    assert both.reason is FinishReason.COMPLETE


def test_a_caption_names_the_shop_of_a_bill(starter: Runtime) -> None:
    end, _ = ended(Stepper(starter), request(bill(), "caption"))
    assert end.text == "A receipt from WINTER MARKET."


@pytest.mark.parametrize(
    ("told", "read", "right"),
    [
        ("A receipt from Delivery note 5571.", "Delivery note 5571\nPallets 6", "A receipt."),
        ("A receipt from Nowhere.", "Bakery Nord\nMilk 2.00", "A receipt."),
        ("A receipt from Bakery Nord.", "Bakery Nord\nTotal 2.00", "A receipt from Bakery Nord."),
        ("A dialog window: Save changes?", "Save changes?\nYes No", "A dialog window: Save changes?"),
        ("A program window.", "", None),
    ],
)
def test_a_caption_names_no_shop_that_the_reading_does_not_bear_out(
    told: str, read: str, right: str | None
) -> None:
    caption = borne_out(Answer(told, 0.9), lines_of(read) if read else ())
    assert (caption.text if caption else None) == right


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("When was the applicant born?", JOINTS[ENGLISH].alone),
        ("How much is Membership?", JOINTS[ENGLISH].alone),
        ("born", "03.11.1987"),
        ("nationality", "I see no nationality here."),
        ("What is the passport number?", "I see no passport number here."),
        ("field Nickname", "I see no Nickname here."),
    ],
)
def test_what_stands_there_is_not_said_to_be_missing(starter: Runtime, question: str, right: str) -> None:
    form = page(("Applicant", "Jun Petrova"), ("Born", "03.11.1987"), ("Membership", "M-88213-K"))
    assert ended(Stepper(starter), request(form, question))[0].text == right


def test_of_a_table_it_is_not_said_that_a_row_or_a_column_is_missing() -> None:
    lines = lines_of("Station Line Opened\nHarbour U4 1974\nOld Mill U4, S2 1988")
    asked = (("Old Mill opened", False), ("ferry opened", False), ("Opened", True), ("Old Mill", True))
    facts = [Fact("field", name, Shape.ANY, is_sure=is_sure) for name, is_sure in asked]
    assert all(may_stand(fact, lines) for fact in facts)
    assert not may_stand(Fact("field", "Mill opened", Shape.ANY), lines)
    assert not may_stand(Fact("field", "Riders", Shape.ANY, is_sure=False), lines)
