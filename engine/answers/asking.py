"""From a request to what the model is shown: regions of pages that are read, pictures that are asked about,
or both, where the answer is held against the reading.

A model that was taught one question a picture is asked about each picture by itself, and what it says is put
together in `engine.answers.checked_answer`. Engine thread (needs no torch). Pages are planned by
`engine.reading`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PIL import Image

from engine.answers.facts import Fact
from engine.answers.joints import JOINTS
from engine.answers.kept_readings import Reading, known_reading
from engine.answers.languages import language_of
from engine.answers.questions import asked_fact, asks_for
from engine.answers.tongues import CAPTION, LINES, MARKDOWN, READ
from engine.answers.unknown import is_nameable, unknown
from engine.answers.wishes import FREE, Wish, wishes_of
from engine.api import GenerationRequest, ImageInput, ReadLine, Role, Sink, Stage, Task, Turn
from engine.errors import ImageError, RequestError
from engine.layout import bend_of, crop, plan_regions, without_grains
from engine.metrics import RunClock
from engine.page_frame import turned
from engine.picture_shelf import PictureShelf
from engine.profile import FIELD, ReaderProfile
from engine.reading import (
    RegionPlan,
    Sheet,
    load_sheet,
    picture_bytes,
    plan_reading,
    plan_sheet,
    refused,
    say_decoding,
)

MOST_SEARCHED = 20
"""Pictures or pages that are read for one question: twenty pages take about two minutes on two cores."""


def counts_lines(request: GenerationRequest, profile: ReaderProfile) -> bool:
    """Whether a request asks a model that reads in regions how many lines there are."""
    if request.task is not Task.ASK or profile.canvas_px is None:
        return False
    return asks_for(request.turns[-1].text, LINES, profile)


def wishes_in(request: GenerationRequest, profile: ReaderProfile) -> tuple[Wish, ...]:
    """What a request asks a model that reads in regions for: a fact whose answer is checked, or several
    things; nothing where it asks for anything else.
    """
    if request.task is not Task.ASK or profile.canvas_px is None:
        return ()
    told = request.turns[-1].text
    several = wishes_of(told) if profile.single_turn else ()
    if several:
        return several
    fact = asked_fact(profile.wording(told), profile)
    if fact is not None and (fact.is_sure or not profile.bundled):
        excuse = JOINTS[language_of(told)].alone if fact.kind == FIELD and fact.is_sure else ""
        return (Wish(fact.kind, fact, named=fact.named, otherwise=excuse),)
    if fact is not None and is_nameable(fact, told):
        return (Wish(fact.kind, fact, named=fact.named, otherwise=unknown(told).otherwise),)
    if profile.bundled and profile.single_turn and asks_for(told, CAPTION, profile):
        return (Wish(CAPTION, otherwise=JOINTS[language_of(told)].blank),)
    is_known = any(asks_for(told, kind, profile) for kind in (LINES, CAPTION, READ, MARKDOWN))
    return () if is_known or not profile.bundled or _is_taught(told, profile) else (unknown(told),)


def _is_taught(question: str, profile: ReaderProfile) -> bool:
    """Whether a question is asked in words that the model was taught."""
    told = " ".join(question.split())
    return any(
        told in (wording, profile.wording(kind)) or told.casefold() == kind
        for kind, wording in profile.questions
    )


def meant(request: GenerationRequest, profile: ReaderProfile) -> GenerationRequest:
    """A question for the whole text as the reading that it asks for; any other request as it is."""
    sources = latest_pictures(request.turns)
    if request.task is not Task.ASK or profile.canvas_px is None or not profile.single_turn or not sources:
        return request
    told = request.turns[-1].text
    if asked_fact(profile.wording(told), profile) is not None:
        return request
    kinds = [kind for kind in (READ, MARKDOWN) if asks_for(told, kind, profile)]
    if not kinds:
        return request
    is_markdown = kinds == [MARKDOWN] and bool(profile.markdown_prompt)
    return replace(request, task=Task.READ, markdown=is_markdown, turns=(Turn(Role.USER, "", sources),))


def asks_each(request: GenerationRequest, profile: ReaderProfile) -> bool:
    """Whether a request asks about several pictures a model that is shown one at a time."""
    return request.task is Task.ASK and profile.single_turn and len(latest_pictures(request.turns)) > 1


def plan_request(
    request: GenerationRequest,
    profile: ReaderProfile,
    clock: RunClock,
    emit: Sink,
    shelf: PictureShelf | None = None,
) -> list[RegionPlan]:
    """What the model is shown, in the order in which it is heard; nothing where there is nothing to read.

    What was made of a picture before is taken from the `shelf`. Raises: RequestError, ImageError.
    """
    shelf = shelf or PictureShelf()
    if request.task is Task.READ or counts_lines(request, profile):
        return plan_reading(request, profile, clock, emit, shelf)
    if request.turns[-1].text.strip().casefold() == FIELD and FIELD in dict(profile.questions):
        raise RequestError("Name the field that is asked for, as in: field Order number.")
    if not profile.single_turn:
        sources = [source for turn in request.turns for source in turn.images]
        sheets = _sheets(request, sources, clock, emit, shelf=shelf, some=False)
        readings = [known_reading(sheet.source, shelf) for sheet in sheets]
        question = _question(request, profile, clock, sheets, readings=readings, shelf=shelf)
        return [question] if len(sheets) != 1 else _with_reading(question, sheets[0], request, profile, clock)
    if not any(character.isalnum() for character in request.turns[-1].text):
        # The model would say something all the same.
        raise RequestError(
            "The question has no words; ask in words, as in: What is the total?", request.turns[-1].text
        )
    sources = list(latest_pictures(request.turns))
    if not sources:
        raise RequestError("This small model answers only about a picture; add one and ask again.")
    if len(sources) > MOST_SEARCHED:
        raise RequestError(
            f"This small model looks through at most {MOST_SEARCHED} pictures or pages for one question; "
            "ask about fewer of them.",
            str(len(sources)),
        )
    plans = []
    for sheet in _sheets(request, sources, clock, emit, shelf=shelf, some=True):
        plans += _about(sheet, request, profile, clock, shelf)
    return plans


def _about(
    sheet: Sheet, request: GenerationRequest, profile: ReaderProfile, clock: RunClock, shelf: PictureShelf
) -> list[RegionPlan]:
    """What a model that is shown one picture is asked about it, after what has to be read for that."""
    wishes = wishes_in(request, profile) or (Wish(FREE),)
    readings = [known_reading(sheet.source, shelf)]
    questions = [
        _question(request, profile, clock, [sheet], readings=readings, shelf=shelf, wish=number)
        for number, wish in enumerate(wishes)
        if wish.asks_model
    ]
    is_read = bool(questions) and readings[0] is not None
    if is_read or not any(wish.needs_reading for wish in wishes):
        return questions
    pages = plan_sheet(sheet, request, profile, clock)
    return [*pages, *(replace(question, sheet=sheet) for question in questions)]


def plan_turned(
    sheet: Sheet, request: GenerationRequest, profile: ReaderProfile, clock: RunClock, *, turned_deg: int
) -> list[RegionPlan]:
    """The same of one picture that is turned clockwise by `turned_deg`."""
    plans = plan_sheet(sheet, request, profile, clock, turned_deg)
    readings: list[Reading | None] = [Reading((), turned_deg)]
    for number, wish in enumerate(wishes_in(request, profile)):
        if wish.asks_model:
            question = _question(
                request, profile, clock, [sheet], readings=readings, shelf=PictureShelf(), wish=number
            )
            plans.append(replace(question, sheet=sheet, read=None))
    return plans


def latest_pictures(turns: tuple[Turn, ...]) -> tuple[ImageInput, ...]:
    """The pictures that a question is about: those that came last, with it or before it."""
    return next((turn.images for turn in reversed(turns) if turn.images), ())


def _sheets(
    request: GenerationRequest,
    sources: list[ImageInput],
    clock: RunClock,
    emit: Sink,
    *,
    shelf: PictureShelf,
    some: bool,
) -> list[Sheet]:
    """The decoded pictures; `some`: without those that cannot be read, of which the report tells."""
    sheets: list[Sheet] = []
    for index, source in enumerate(sources):
        say_decoding(request, emit, index, len(sources))
        try:
            sheets.append(load_sheet(source, clock, shelf, index))
        except ImageError as error:
            if not some or (index + 1 == len(sources) and not sheets):
                raise
            clock.images.append(refused(source, error))
    return sheets


def _with_reading(
    question: RegionPlan, sheet: Sheet, request: GenerationRequest, profile: ReaderProfile, clock: RunClock
) -> list[RegionPlan]:
    """A question, and before it what has to be read for it."""
    if question.read is not None or not wishes_in(request, profile):
        return [question]
    return [*plan_sheet(sheet, request, profile, clock), replace(question, sheet=sheet)]


def _question(
    request: GenerationRequest,
    profile: ReaderProfile,
    clock: RunClock,
    sheets: list[Sheet],
    *,
    readings: list[Reading | None],
    shelf: PictureShelf,
    wish: int = 0,
) -> RegionPlan:
    """What the model is asked about some pictures; `readings` is what is known of each, and `wish` says which
    of the things that are asked for it is about.
    """
    wishes = wishes_in(request, profile)
    budget_tokens = request.image_budget_tokens or profile.ask_budget_tokens
    turns_deg = [reading.turned_deg if reading else 0 for reading in readings]
    with clock.stage(Stage.PREPROCESS):
        pictures = [
            shelf.once(
                sheet.source,
                ("asked about", budget_tokens, turned_deg),
                partial(_asked_about, sheet, profile, budget_tokens, turned_deg),
                picture_bytes,
            )
            for sheet, turned_deg in zip(sheets, turns_deg, strict=True)
        ]
    for sheet, turned_deg in zip(sheets, turns_deg, strict=True):
        clock.images[sheet.index] = replace(clock.images[sheet.index], turned_deg=turned_deg)
    read: tuple[ReadLine, ...] | None = None
    if len(sheets) == 1 and readings[0] is not None and wishes:
        read = readings[0].lines
    return RegionPlan(
        turns=_visible_turns(request.turns, profile, sheets, wishes[wish] if len(wishes) > 1 else None),
        pictures=tuple(pictures),
        images=tuple(sheet.index for sheet in sheets),
        lead="\n",
        overlaps_previous=False,
        budget_tokens=budget_tokens,
        turns_deg=tuple(turns_deg),
        read=read,
        wish=wish,
    )


def _asked_about(sheet: Sheet, profile: ReaderProfile, budget_tokens: int, turned_deg: int) -> Image.Image:
    """A picture as a model with a canvas is best asked about it: its print upright and at reading size."""
    if profile.canvas_px is None:
        return sheet.rgb
    rgb = without_grains(turned(sheet.rgb, sheet.frame, turned_deg)[0])
    bend = bend_of(rgb)
    if bend is not None:
        rgb = bend.level(rgb)
    canvas_px = max(profile.canvas_px, budget_tokens * profile.multiple_px**2)
    regions = plan_regions(rgb, canvas_px=canvas_px, multiple_px=profile.multiple_px).regions
    return crop(rgb, regions[0]) if len(regions) == 1 else rgb


def _visible_turns(
    turns: tuple[Turn, ...], profile: ReaderProfile, sheets: list[Sheet], wish: Wish | None
) -> tuple[Turn, ...]:
    """What the model is shown of a conversation: all of it, or the question and its picture; where several
    things are asked for, the one that `wish` is.
    """
    if not profile.single_turn:
        return (*turns[:-1], replace(turns[-1], text=profile.wording(turns[-1].text)))
    told = profile.wording(turns[-1].text)
    if wish is None:
        question = _taught(told, asked_fact(told, profile), profile)
    else:
        question = _taught(wish.kind, wish.fact, profile)
    return (Turn(Role.USER, question, tuple(sheet.source for sheet in sheets)),)


def _taught(told: str, fact: Fact | None, profile: ReaderProfile) -> str:
    """A question in the words that a small model was taught, where it asks for something that it knows."""
    known = dict(profile.questions)
    if fact is not None and fact.kind == FIELD:
        return known[FIELD].replace("{field}", fact.named) if fact.is_sure and FIELD in known else told
    if fact is not None:
        return known.get(fact.kind, told)
    return known.get(CAPTION, told) if asks_for(told, CAPTION, profile) else told
