"""A page that is read as Markdown in regions ends as one Markdown text, with its words and its end."""

from __future__ import annotations

import pytest

from engine.api import (
    EngineEvent,
    Finished,
    FinishReason,
    GenerationRequest,
    RequestId,
    Resume,
    Role,
    TextDelta,
    Turn,
)
from engine.generation import Region
from engine.layout import LineBand, plan_regions
from engine.markdown_reading import MarkdownReading
from engine.reading import RegionPlan
from tests.helpers.drawn_pages import blank_page
from tests.helpers.text_bands import bands_of, said

HEAD = "| Item | Price |\n| --- | --- |\n| Milk | 1.20 |"
NEXT = "| Bread | 2.10 |\n| --- | --- |\n| Tea | 3.40 |"
WHOLE = HEAD + "\n| Bread | 2.10 |\n| Tea | 3.40 |"


def plan(lead: str = "\n", lines: tuple[LineBand, ...] = ()) -> RegionPlan:
    return RegionPlan((Turn(Role.USER, "Read."),), (), (), lead, False, 256, lines=lines)


def reading(
    *leads: str, limit: int = 1000, resume: Resume | None = None, bands: tuple[LineBand, ...] = ()
) -> tuple[MarkdownReading, list[Region], list[EngineEvent]]:
    events: list[EngineEvent] = []
    turns = (Turn(Role.USER, "Read."),)
    request = GenerationRequest(RequestId("r"), turns, max_new_tokens=limit, resume=resume, markdown=True)
    made = MarkdownReading(request, events.append, lambda: False)
    each = len(bands) // len(leads)
    made.set_regions([plan(lead, bands[at * each :][:each]) for at, lead in enumerate(leads)])
    return made, made.regions, events


def say(made: MarkdownReading, region: Region, text: str, *, ends: bool = True) -> None:
    for character in text:
        made.hear(region, character, 0.9, ord(character))
        made.flush()
    if ends:
        made.end_region(region, FinishReason.COMPLETE)
    made.flush()


def finished(events: list[EngineEvent]) -> Finished:
    end = events[-1]
    assert isinstance(end, Finished)
    assert "".join(event.text for event in events if isinstance(event, TextDelta)) == end.text
    return end


def test_a_table_in_two_pieces_is_one_and_its_words_are_where_they_stand() -> None:
    made, (first, second), events = reading("", "\n")
    say(made, first, HEAD)
    say(made, second, NEXT)
    made.finish(None)
    end = finished(events)
    assert end.text == WHOLE
    assert all(end.text[word.start : word.stop] == word.text for line in end.lines for word in line.words)
    assert [line.text for line in end.lines] == WHOLE.splitlines()


def test_code_in_two_pieces_has_one_fence() -> None:
    made, (first, second), events = reading("", "\n")
    say(made, first, "```\na = 1\n```")
    say(made, second, "```\nb = 2\n```")
    made.finish(None)
    assert finished(events).text == "```\na = 1\nb = 2\n```"


def test_another_block_is_no_piece_of_the_one_before() -> None:
    made, (first, second), events = reading("", "\n\n")
    say(made, first, HEAD)
    say(made, second, NEXT)
    made.finish(None)
    assert finished(events).text == HEAD + "\n\n" + NEXT


def test_a_reading_that_is_given_up_keeps_what_has_waited() -> None:
    made, (first, _), events = reading("", "\n")
    say(made, first, "```\na = 1\n```", ends=False)
    made.finish(None, cancelled=True)
    end = finished(events)
    assert (end.text, end.reason) == ("```\na = 1\n```", FinishReason.CANCELLED)


def test_a_reading_that_was_cut_goes_on_within_its_table() -> None:
    made, (first, second), events = reading("", "\n", limit=len(HEAD))
    say(made, first, HEAD, ends=False)
    say(made, second, NEXT)
    made.finish(None)
    cut = finished(events)
    assert cut.reason is FinishReason.LENGTH
    assert cut.resume is not None
    made, (first, second), events = reading("", "\n", resume=cut.resume)
    say(made, first, "")
    say(made, second, NEXT)
    made.finish(None)
    assert cut.text + finished(events).text == WHOLE


SUMS = "| Subtotal | 3.00 |\n| Total | 4.00 |"
EMPTY = "|  |  |\n| --- | --- |\n"


def test_what_was_put_in_is_on_no_picture_and_the_words_below_it_are_where_they_stand() -> None:
    made, (first, second, third), events = reading("", "\n", "\n")
    say(made, first, "Acme")
    say(made, second, SUMS)
    say(made, third, "Thank you")
    made.finish(None)
    end = finished(events)
    assert end.text == "Acme\n\n" + EMPTY + SUMS + "\n\nThank you"
    assert [line.text for line in end.lines] == ["Acme", *SUMS.splitlines(), "Thank you"]
    assert all(end.text[line.start :].startswith(line.text) for line in end.lines)
    assert all(end.text[word.start : word.stop] == word.text for line in end.lines for word in line.words)
    assert all(word.confidence == 0.9 for line in end.lines for word in line.words)


@pytest.mark.parametrize("limit", range(1, len(SUMS)))
def test_sums_that_are_cut_off_anywhere_go_on_as_a_table(limit: int) -> None:
    made, (first, _), events = reading("", "\n", limit=limit)
    say(made, first, SUMS, ends=False)
    made.finish(None)
    cut = finished(events)
    assert cut.reason is FinishReason.LENGTH
    assert cut.resume is not None
    made, (first, second), events = reading("", "\n", resume=cut.resume)
    say(made, first, SUMS[limit:])
    say(made, second, "Bye")
    made.finish(None)
    end = finished(events)
    first_row, rest = SUMS.split("\n")
    assert cut.text + end.text in (
        EMPTY + SUMS + "\n\nBye",
        f"{first_row}\n| --- | --- |\n{rest}\n\nBye",
    )
    assert all(end.text[word.start : word.stop] == word.text for line in end.lines for word in line.words)


def test_a_place_to_go_on_from_is_only_told_where_all_that_was_heard_was_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.generation.NOTED_EVERY_S", 0.0)
    made, (first, _), events = reading("", "\n")
    say(made, first, "Acme\n| Subtotal | 3.00 |\n| Tot", ends=False)
    shown = ""
    for event in events:
        assert isinstance(event, TextDelta)
        shown += event.text
        if event.resume is not None:
            assert shown.replace("\n" + EMPTY, "") == event.resume.text
    assert any(event.resume is not None for event in events if isinstance(event, TextDelta))


@pytest.mark.parametrize("rows", [2, 3])
def test_rows_of_a_small_table_are_shown_together_where_they_are_asked_for(rows: int) -> None:
    page = blank_page(700, 60 + 60 * rows)
    for row in range(rows):
        page.text(20, 30 + 60 * row, f"Item {row}", 16)
        page.text(560, 30 + 60 * row, f"{row}.50", 16)
    apart = plan_regions(page.image, canvas_px=245_760).regions
    together = plan_regions(page.image, canvas_px=245_760, rows_apart=False).regions
    assert (len(apart), len(together)) == (rows, 1)


BILL = """\
Harbour Market, Whitby
2 Rye bread         7.80
1 Apple tart        4.25
3 Espresso          6.90
TOTAL              18.95
Thank you for your visit!"""
BILL_ROWS = """\
| 2 Rye bread | 7.80 |
| 1 Apple tart | 4.25 |
| 3 Espresso | 6.90 |
| TOTAL | 18.95 |"""
BILL_READ = f"Harbour Market, Whitby\n\n{EMPTY}{BILL_ROWS}\n\nThank you for your visit!"
HALVES = said(BILL).partition("\n3")


def test_goods_that_were_read_as_lines_in_two_regions_are_one_table_with_its_words_in_place() -> None:
    made, (first, second), events = reading("", "\n", bands=bands_of(BILL))
    say(made, first, HALVES[0])
    say(made, second, "3" + HALVES[2])
    made.finish(None)
    end = finished(events)
    assert end.text == BILL_READ
    assert all(end.text[word.start : word.stop] == word.text for line in end.lines for word in line.words)
    assert all(line.box for line in end.lines)


@pytest.mark.parametrize("limit", range(1, len(said(BILL)), 3))
def test_goods_that_are_cut_off_anywhere_go_on_in_their_table(limit: int) -> None:
    text, bands = said(BILL), bands_of(BILL)
    made, (region,), events = reading("", limit=limit, bands=bands)
    say(made, region, text, ends=False)
    made.finish(None)
    cut = finished(events)
    assert cut.reason is FinishReason.LENGTH
    assert cut.resume is not None
    taken = region.emitted
    made, (region,), events = reading("", resume=cut.resume, bands=bands)
    say(made, region, text[taken:])
    made.finish(None)
    assert cut.text + finished(events).text == BILL_READ
