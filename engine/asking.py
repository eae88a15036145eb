"""From a request to what the model is shown: regions of pages that are read, a picture that is asked about,
or both, where the answer is held against the reading.

Engine thread (needs no torch). Pages are planned by `engine.reading`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PIL import Image

from engine.api import GenerationRequest, Role, Stage, Task, Turn
from engine.errors import RequestError
from engine.facts import Fact, asked_fact
from engine.kept_readings import known_reading
from engine.layout import bend_of, crop, plan_regions, without_grains
from engine.metrics import RunClock
from engine.page_frame import turned
from engine.picture_shelf import PictureShelf
from engine.profile import ReaderProfile
from engine.reading import (
    Emit,
    RegionPlan,
    Sheet,
    load_sheet,
    picture_bytes,
    plan_reading,
    plan_sheet,
    say_decoding,
)

LINES = ("lines", "how many lines are there?")
"""The question that is answered by counting, as a short word and in full."""


def counts_lines(request: GenerationRequest, profile: ReaderProfile) -> bool:
    """Whether a request asks a model that reads in regions how many lines there are (`engine.line_count`)."""
    if request.task is not Task.ASK or profile.canvas_px is None:
        return False
    return " ".join(request.turns[-1].text.split()).lower() in LINES


def fact_of(request: GenerationRequest, profile: ReaderProfile) -> Fact | None:
    """The fact that a request asks a model that reads in regions for; its answer is checked."""
    if request.task is not Task.ASK or profile.canvas_px is None:
        return None
    return asked_fact(profile.wording(request.turns[-1].text), profile)


def plan_request(
    request: GenerationRequest,
    profile: ReaderProfile,
    clock: RunClock,
    emit: Emit,
    shelf: PictureShelf | None = None,
) -> list[RegionPlan]:
    """What the model is shown, in the order in which it is heard; nothing where there is nothing to read.

    What was made of a picture before is taken from the `shelf`. Raises: RequestError, ImageError.
    """
    shelf = shelf or PictureShelf()
    if request.task is Task.READ or counts_lines(request, profile):
        return plan_reading(request, profile, clock, emit, shelf)
    turns = _visible_turns(request.turns, profile)
    sources = [source for turn in turns for source in turn.images]
    sheets = []
    for index, source in enumerate(sources):
        say_decoding(request, emit, index, len(sources))
        sheets.append(load_sheet(source, clock, shelf, index))
    readings = [known_reading(sheet.source, shelf) for sheet in sheets]
    turns_deg = [reading.turned_deg if reading else 0 for reading in readings]
    budget_tokens = _budget_tokens(request, profile)
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
    question = _question(request, profile, sheets, pictures, turns_deg)
    if len(sheets) != 1 or readings[0] is not None or fact_of(request, profile) is None:
        return [question]
    return [*plan_sheet(sheets[0], request, profile, clock), replace(question, sheet=sheets[0])]


def plan_turned(
    sheet: Sheet, request: GenerationRequest, profile: ReaderProfile, clock: RunClock, *, turned_deg: int
) -> list[RegionPlan]:
    """The same of one picture that is turned clockwise by `turned_deg`."""
    plans = plan_sheet(sheet, request, profile, clock, turned_deg)
    if fact_of(request, profile) is None:
        return plans
    with clock.stage(Stage.PREPROCESS):
        budget_tokens = _budget_tokens(request, profile)
        picture = _asked_about(sheet, profile, budget_tokens, turned_deg)
        question = _question(request, profile, [sheet], [picture], [turned_deg])
    return [*plans, replace(question, sheet=sheet)]


def _question(
    request: GenerationRequest,
    profile: ReaderProfile,
    sheets: list[Sheet],
    pictures: list[Image.Image],
    turns_deg: list[int],
) -> RegionPlan:
    return RegionPlan(
        turns=_visible_turns(request.turns, profile),
        pictures=tuple(pictures),
        images=tuple(sheet.index for sheet in sheets),
        lead="\n",
        overlaps_previous=False,
        budget_tokens=_budget_tokens(request, profile),
        turns_deg=tuple(turns_deg),
    )


def _budget_tokens(request: GenerationRequest, profile: ReaderProfile) -> int:
    return request.image_budget_tokens or profile.ask_budget_tokens


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


def _visible_turns(turns: tuple[Turn, ...], profile: ReaderProfile) -> tuple[Turn, ...]:
    """What the model is shown of a conversation: all of it, or the question and its latest picture."""
    asked = replace(turns[-1], text=profile.wording(turns[-1].text))
    if not profile.single_turn:
        return (*turns[:-1], asked)
    images = next((turn.images for turn in reversed(turns) if turn.images), ())
    if not images:
        raise RequestError("This small model answers only about a picture; add one and ask again.")
    return (Turn(Role.USER, asked.text, images[-1:]),)
