"""Regions read side by side are heard in reading order, and every request ends exactly once."""

from __future__ import annotations

from engine.api import (
    EngineEvent,
    Failed,
    Finished,
    FinishReason,
    GenerationRequest,
    RequestId,
    Resume,
    Role,
    Task,
    TextDelta,
    Turn,
)
from engine.generation import Generation, Region
from engine.layout import Region as LayoutRegion
from engine.reading import RegionPlan
from engine.scheduler import Scheduler


def plan(lead: str = "\n", *, overlaps: bool = False) -> RegionPlan:
    return RegionPlan((Turn(Role.USER, "Read."),), (), (), lead, overlaps, 256)


def generation(
    *plans: RegionPlan, max_new_tokens: int = 1000, resume: Resume | None = None, task: Task = Task.READ
) -> tuple[Generation, list[Region], list[EngineEvent]]:
    events: list[EngineEvent] = []
    request = GenerationRequest(
        RequestId("r"), (Turn(Role.USER, "Read."),), task, max_new_tokens=max_new_tokens, resume=resume
    )
    made = Generation(request, events.append, lambda: False)
    made.set_regions(list(plans))
    return made, made.regions, events


def say(
    made: Generation, region: Region, text: str, end: FinishReason | None = FinishReason.COMPLETE
) -> None:
    for character in text:
        made.hear(region, character, 1.0, ord(character))
    if end is not None:
        made.end_region(region, end)


def heard(events: list[EngineEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def terminal(events: list[EngineEvent]) -> Finished:
    (finished,) = [event for event in events if isinstance(event, (Finished, Failed))]
    assert isinstance(finished, Finished)
    assert events[-1] is finished
    return finished


def test_a_later_region_waits_until_the_earlier_one_has_ended() -> None:
    made, (first, second), events = generation(plan(), plan())
    say(made, second, "two")
    made.flush()
    assert heard(events) == ""
    say(made, first, "one", end=None)
    made.flush()
    assert heard(events) == "one"
    made.end_region(first, FinishReason.COMPLETE)
    made.flush()
    assert heard(events) == "one\ntwo"
    assert made.is_complete


def test_every_generated_token_is_counted_once_even_while_its_text_waits() -> None:
    made, (first, second), events = generation(plan(), plan())
    say(made, second, "two")
    made.flush()
    say(made, first, "one")
    made.flush()
    assert sum(event.tokens for event in events if isinstance(event, TextDelta)) == 6


def test_an_empty_region_leaves_no_separator() -> None:
    made, regions, events = generation(plan("\n\n"), plan("\n\n"), plan("\n"))
    say(made, regions[0], "one")
    say(made, regions[1], "")
    say(made, regions[2], "three")
    made.finish(None)
    assert heard(events) == "one\n\nthree"


def test_the_finished_text_is_the_concatenation_of_the_deltas() -> None:
    made, regions, events = generation(plan(), plan("\n\n"), plan())
    for region, text in zip(regions, ("\nalpha ", " beta\n", "gamma"), strict=True):
        say(made, region, text)
        made.flush()
    made.finish(None)
    assert terminal(events).text == heard(events)


def test_a_first_line_that_repeats_the_line_before_is_heard_once() -> None:
    made, (first, second), events = generation(plan(), plan(overlaps=True))
    say(made, first, "one\nthe line in both")
    say(made, second, "the line in both\nthree")
    made.finish(None)
    assert heard(events) == "one\nthe line in both\nthree"


def test_a_first_line_that_is_new_is_kept_after_an_overlap() -> None:
    made, (first, second), events = generation(plan(), plan(overlaps=True))
    say(made, first, "one\ntwo")
    say(made, second, "quite another line\nthree")
    made.finish(None)
    assert heard(events) == "one\ntwo\nquite another line\nthree"


def test_the_token_limit_cuts_in_reading_order_and_names_the_place_to_go_on() -> None:
    made, (first, second), events = generation(plan(), plan(), max_new_tokens=5)
    say(made, second, "two")
    say(made, first, "one")
    made.flush()
    assert made.is_cut
    made.finish(None)
    finished = terminal(events)
    assert finished.reason is FinishReason.LENGTH
    assert finished.text == "one\ntw"
    assert finished.resume == Resume(1, "tw")


def test_an_answer_that_ends_at_the_limit_is_complete() -> None:
    made, (first,), events = generation(plan(), max_new_tokens=3)
    say(made, first, "one")
    made.finish(None)
    assert terminal(events).reason is FinishReason.COMPLETE


def test_a_resumed_request_says_only_what_is_new() -> None:
    made, regions, events = generation(plan(), plan(), plan(), resume=Resume(1, "tw"))
    assert made.set_regions([plan(), plan(), plan()]) == made.regions[1:]
    say(made, made.regions[1], "o")
    say(made, made.regions[2], "three")
    made.finish(None)
    assert heard(events) == "o\nthree"
    assert regions[0].emitted == 0


def test_a_resumed_region_that_had_said_nothing_is_separated_from_the_text_before() -> None:
    made, regions, events = generation(plan(), plan("\n\n"), resume=Resume(1, ""))
    say(made, regions[1], "two")
    made.finish(None)
    assert heard(events) == "\n\ntwo"


def test_a_region_that_is_begun_by_a_later_request_drops_the_line_it_repeats_too() -> None:
    made, regions, events = generation(plan(), plan(overlaps=True), max_new_tokens=17)
    say(made, regions[0], "First line\nSecond")
    made.flush()
    say(made, regions[1], "Second\nThird")
    made.finish(None)
    point = terminal(events).resume
    assert point is not None
    assert (point.region, point.text, point.above) == (1, "", "Second")
    again, regions, more = generation(plan(), plan(overlaps=True), resume=point)
    say(again, regions[1], "Second\nThird")
    again.finish(None)
    assert heard(events) + heard(more) == "First line\nSecond\nThird"


def test_tokens_of_a_later_region_are_generated_but_not_heard_yet() -> None:
    made, regions, events = generation(plan(), plan())
    say(made, regions[1], "later", end=None)
    say(made, regions[0], "one", end=None)
    made.flush()
    (delta,) = [event for event in events if isinstance(event, TextDelta)]
    assert (delta.tokens, delta.heard_tokens) == (8, 3)
    made.end_region(regions[0], FinishReason.COMPLETE)
    made.finish(None)
    last = [event for event in events if isinstance(event, TextDelta)][-1]
    assert (last.tokens, last.heard_tokens) == (0, 5)


def test_cut_twice_and_resumed_gives_the_text_of_one_run() -> None:
    whole, resume = "", None
    for _ in range(10):
        made, regions, events = generation(plan(), plan(), max_new_tokens=2, resume=resume)
        for region, text in zip(regions, ("one", "two"), strict=True):
            say(made, region, text.removeprefix(region.prefix))
        made.finish(None)
        whole += heard(events)
        resume = terminal(events).resume
        if resume is None:
            break
    assert whole == "one\ntwo"


def test_no_visible_text_is_an_end_of_its_own() -> None:
    made, (first,), events = generation(plan())
    say(made, first, " \n")
    made.finish(None)
    assert terminal(events).reason is FinishReason.EMPTY


def test_an_empty_answer_to_a_question_is_complete() -> None:
    made, (first,), events = generation(plan(), task=Task.ASK)
    say(made, first, "")
    made.finish(None)
    assert terminal(events).reason is FinishReason.COMPLETE


def test_a_region_that_looped_or_filled_the_context_is_told_in_the_end() -> None:
    for reason in (FinishReason.LOOP, FinishReason.CONTEXT_FULL):
        made, (first, second), events = generation(plan(), plan())
        say(made, first, "one", end=reason)
        say(made, second, "two")
        made.finish(None)
        assert terminal(events).reason is reason


def test_only_the_first_terminal_event_is_sent() -> None:
    made, (first,), events = generation(plan())
    say(made, first, "one")
    made.finish(None)
    made.fail("x", "too late")
    made.finish(None, cancelled=True)
    assert terminal(events).text == "one"


def test_cancelling_keeps_what_was_heard() -> None:
    made, (first,), events = generation(plan())
    say(made, first, "par", end=None)
    made.flush()
    made.finish(None, cancelled=True)
    assert terminal(events).reason is FinishReason.CANCELLED
    assert terminal(events).text == "par"


def test_the_rest_of_a_character_arrives_with_its_last_token() -> None:
    made, (first,), events = generation(plan())
    made.hear(first, "caf", 1.0, 1)
    made.hear(first, "", 1.0, 2)
    made.end_region(first, FinishReason.COMPLETE, tail="�")
    made.finish(None)
    assert heard(events) == "caf�"


def test_regions_get_slots_in_reading_order_and_give_them_back() -> None:
    made, regions, _ = generation(plan(), plan(), plan())
    scheduler = Scheduler(slots=2)
    scheduler.add(made)
    assert scheduler.next_request() is made
    scheduler.add_regions(regions)
    for slot in (1, 0):
        assert scheduler.next_region() is regions[1 - slot]
        scheduler.admit(slot)
    assert list(scheduler.running.items()) == [(1, regions[0]), (0, regions[1])]
    assert scheduler.next_region() is None
    scheduler.release(1)
    assert scheduler.free == [1]
    assert scheduler.next_region() is regions[2]
    scheduler.admit(1)
    assert scheduler.running[1] is regions[2]


def test_the_next_request_starts_when_every_region_before_it_has_a_slot() -> None:
    one, one_regions, _ = generation(plan(), plan())
    two, _, _ = generation(plan())
    scheduler = Scheduler(slots=3)
    scheduler.add(one)
    scheduler.add(two)
    assert scheduler.next_request() is one
    scheduler.add_regions(one_regions)
    assert scheduler.next_request() is None
    scheduler.admit(0)
    scheduler.admit(1)
    assert scheduler.next_request() is two


def test_a_dropped_request_leaves_nothing_behind() -> None:
    one, one_regions, _ = generation(plan(), plan(), plan())
    two, two_regions, _ = generation(plan())
    scheduler = Scheduler(slots=2)
    scheduler.add(one)
    scheduler.next_request()
    scheduler.add_regions(one_regions)
    scheduler.add(two)
    scheduler.admit(0)
    scheduler.admit(1)
    assert sorted(scheduler.drop(one)) == [0, 1]
    assert scheduler.generations == [two]
    assert scheduler.next_request() is two
    scheduler.add_regions(two_regions)
    assert scheduler.next_region() is two_regions[0]


def test_a_waiting_request_can_be_dropped_before_it_starts() -> None:
    one, _, _ = generation(plan())
    scheduler = Scheduler(slots=1)
    scheduler.add(one)
    assert scheduler.drop(one) == []
    assert not scheduler.has_work


def joined(regions: list[LayoutRegion], texts: list[str]) -> str:
    """What is heard of regions that say `texts`, character by character."""
    plans = [plan(region.lead, overlaps=region.overlaps_previous) for region in regions]
    made, parts, events = generation(*plans)
    for part, text in zip(parts, texts, strict=True):
        say(made, part, text)
        made.flush()
    made.finish(None)
    return heard(events)


def layout_region(
    *, starts_block: bool = False, overlaps: bool = False, continues: bool = False
) -> LayoutRegion:
    return LayoutRegion(
        (0, 0, 10, 10), starts_block=starts_block, overlaps_previous=overlaps, continues_line=continues
    )


def test_regions_of_a_block_are_parted_by_a_line_break_and_blocks_by_a_blank_line() -> None:
    regions = [layout_region(), layout_region(), layout_region(starts_block=True)]
    assert joined(regions, ["one", "two", "three"]) == "one\ntwo\n\nthree"


def test_pieces_of_one_line_are_joined_by_a_space() -> None:
    regions = [layout_region(), layout_region(continues=True), layout_region()]
    assert joined(regions, ["the quiet", " harbour", "next"]) == "the quiet harbour\nnext"


def test_a_region_without_text_leaves_no_gap_but_its_block_still_counts() -> None:
    regions = [layout_region(), layout_region(starts_block=True), layout_region(), layout_region()]
    assert joined(regions, ["one", "", "two", " \n"]) == "one\n\ntwo"


def test_only_overlapping_regions_lose_a_repeated_line() -> None:
    regions = [layout_region(), layout_region()]
    assert joined(regions, ["Subtotal 23.15", "Subtotal 23.15"]) == "Subtotal 23.15\nSubtotal 23.15"


def test_the_indent_of_a_first_line_is_kept() -> None:
    regions = [layout_region(), layout_region()]
    assert joined(regions, ["    if x:", "\n        return\n    y"]) == "    if x:\n        return\n    y"
