"""Several things asked for in one question are each answered by the bundled model, in the engine's loop."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from engine.answers.asking import meant
from engine.api import Finished, FinishReason, GenerationRequest, ImageInput, RequestId, Role, Task, Turn
from engine.profile import load_profile
from engine.runtime import Runtime
from engine.stepper import Stepper
from tests.helpers.drawn_pages import blank_page
from tests.helpers.loading import load

STARTER = Path(__file__).resolve().parents[2] / "resources" / "models" / "starter"
BILL = (
    ("WINTER MARKET", ""),
    ("Receipt no.", "KA-2044"),
    ("Date", "25.09.2023"),
    ("Bread", "3.10"),
    ("Total", "16.60"),
)
OTHER = (("SUMMER MARKET", ""), ("Total", "4.50"))


@pytest.fixture(scope="module")
def starter() -> Iterator[Runtime]:
    loaded = load(STARTER, slots=4, context_tokens=1024)
    yield loaded
    loaded.close()


def picture(rows: tuple[tuple[str, str], ...], name: str = "bill.png", quarters: int = 0) -> ImageInput:
    page = blank_page(360, 24 + 36 * len(rows))
    for number, (left, right) in enumerate(rows):
        page.text(20, 16 + 36 * number, left, 18)
        page.text(240, 16 + 36 * number, right, 18)
    buffer = io.BytesIO()
    page.image.rotate(90 * quarters, expand=True).save(buffer, "PNG")
    return ImageInput(buffer.getvalue(), name)


def answered(stepper: Stepper, question: str, *images: ImageInput) -> Finished:
    asked = GenerationRequest(RequestId("q"), (Turn(Role.USER, question, images),), Task.ASK)
    end = list(stepper.stream(asked))[-1]
    assert isinstance(end, Finished), end
    assert end.reason is FinishReason.COMPLETE
    return end


def test_each_answer_has_a_line_with_its_label_and_what_is_not_there_its_sentence(starter: Runtime) -> None:
    end = answered(Stepper(starter), "What are the total, the due date and the date?", picture(BILL))
    assert end.text == "Total: 16.60\nI see no due date here.\nDate: 25.09.2023"
    assert [end.text[line.start : line.start + len(line.text)] for line in end.lines] == end.text.split("\n")
    assert [(found.kind, found.named, found.value, found.source) for found in end.answers] == [
        ("total", "total", "16.60", "bill.png"),
        ("due", "due date", None, "bill.png"),
        ("date", "date", "25.09.2023", "bill.png"),
    ]
    label, value = end.lines[0].words
    assert (label.text, label.confidence) == ("Total:", 1.0)
    assert value.text == "16.60"
    assert value.confidence == end.answers[0].confidence


def test_a_picture_is_read_once_for_all_that_is_asked(starter: Runtime) -> None:
    stepper = Stepper(starter)
    first = answered(stepper, "Summe und Datum?", picture(BILL))
    second = answered(stepper, "Datum und Summe?", picture(BILL))
    assert first.text == "Summe: 16.60\nDatum: 25.09.2023"
    assert second.text == "Datum: 25.09.2023\nSumme: 16.60"
    assert second.metrics.new_tokens < first.metrics.new_tokens / 2


def test_a_bill_on_its_side_is_asked_for_several_things_upright(starter: Runtime) -> None:
    end = answered(Stepper(starter), "total and date", picture(BILL, quarters=1))
    assert end.text == "Total: 16.60\nDate: 25.09.2023"


def test_several_bills_are_each_answered_under_their_names(starter: Runtime) -> None:
    end = answered(Stepper(starter), "total and date", picture(BILL, "a.png"), picture(OTHER, "b.png"))
    assert end.text == "a.png:\nTotal: 16.60\nDate: 25.09.2023\n\nb.png:\nTotal: 4.50\nI see no date here."
    assert [line.text for line in end.lines] == [line for line in end.text.split("\n") if line]
    assert all(end.text[line.start :].startswith(line.text) for line in end.lines)


def test_lines_and_the_kind_of_picture_are_answered_beside_a_fact(starter: Runtime) -> None:
    stepper = Stepper(starter)
    for _ in range(2):  # read for it, and known from before
        end = answered(stepper, "How many lines, what is this and what is the total?", picture(BILL))
        lines, kind, total = end.text.split("\n")
        assert (lines, total) == ("Lines: 5", "Total: 16.60")
        assert kind == answered(stepper, "what is this", picture(BILL)).text


def test_lines_alone_are_counted_beside_what_is_not_done(starter: Runtime) -> None:
    blank = io.BytesIO()
    Image.new("RGB", (200, 100), "white").save(blank, "PNG")
    sentence = "I read the whole text only where nothing else is asked for."
    stepper = Stepper(starter)
    question = "Read the text and count the lines."
    assert answered(stepper, question, picture(OTHER)).text == f"Lines: 2\n{sentence}"
    assert answered(stepper, question, ImageInput(blank.getvalue(), "x.png")).text == f"Lines: 0\n{sentence}"


def test_what_is_not_done_is_said_once_after_all_bills(starter: Runtime) -> None:
    end = answered(
        Stepper(starter), "total and read the rest", picture(BILL, "a.png"), picture(OTHER, "b.png")
    )
    assert end.text == (
        "a.png: Total: 16.60\nb.png: Total: 4.50\nI read the whole text only where nothing else is asked for."
    )


def test_a_question_for_the_text_is_a_reading(starter: Runtime) -> None:
    stepper = Stepper(starter)
    asked = GenerationRequest(RequestId("q"), (Turn(Role.USER, "", (picture(OTHER),)),), Task.READ)
    read = list(stepper.stream(asked))[-1]
    end = answered(stepper, "Lies den Text", picture(OTHER))
    assert isinstance(read, Finished)
    assert end.text == read.text == "SUMMER MARKET\nTotal 4.50"
    assert end.lines[0].box == read.lines[0].box is not None


@pytest.mark.parametrize(
    ("question", "task", "markdown"),
    [
        ("read this", Task.READ, False),
        ("Transcribe all of the text, please!", Task.READ, False),
        ("everything", Task.READ, False),
        ("読んでください", Task.READ, False),
        ("识别全文", Task.READ, False),
        ("lis le texte", Task.READ, False),
        ("give me the text as markdown", Task.READ, True),
        ("read the total", Task.ASK, False),
        ("how many lines of text", Task.ASK, False),
        ("read and translate it", Task.ASK, False),
        ("what is written on the sign", Task.ASK, False),
    ],
)
def test_words_that_ask_for_the_text_mean_a_reading(question: str, task: Task, markdown: bool) -> None:
    profile = load_profile(STARTER)
    asked = GenerationRequest(RequestId("q"), (Turn(Role.USER, question, (picture(OTHER),)),), Task.ASK)
    done = meant(asked, profile)
    assert (done.task, done.markdown) == (task, markdown)
    assert meant(replace(asked, turns=(Turn(Role.USER, question),)), profile).task is Task.ASK
    assert meant(asked, replace(profile, single_turn=False)) is asked


def test_a_question_for_markdown_reads_as_markdown(starter: Runtime) -> None:
    stepper = Stepper(starter)
    asked = GenerationRequest(
        RequestId("q"), (Turn(Role.USER, "", (picture(BILL),)),), Task.READ, markdown=True
    )
    read = list(stepper.stream(asked))[-1]
    assert isinstance(read, Finished)
    assert answered(stepper, "read as markdown", picture(BILL)).text == read.text


def test_a_question_for_the_text_that_follows_is_about_the_same_picture(starter: Runtime) -> None:
    first = Turn(Role.USER, "total", (picture(OTHER),))
    turns = (first, Turn(Role.ASSISTANT, "4.50"), Turn(Role.USER, "and read the text"))
    end = list(Stepper(starter).stream(GenerationRequest(RequestId("q"), turns, Task.ASK)))[-1]
    assert isinstance(end, Finished)
    assert end.text == "SUMMER MARKET\nTotal 4.50"
