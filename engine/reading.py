"""From a request to the regions the model is shown: pages decoded, upright, split, in reading order.

Engine thread (needs no torch). Pictures larger than the model's canvas are split by `engine.layout`; the
text of each region is heard in the order of the list returned here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PIL import Image

from engine.api import (
    EngineEvent,
    GenerationRequest,
    ImageInput,
    ImageReport,
    PrefillProgress,
    Role,
    Stage,
    Task,
    Turn,
)
from engine.errors import RequestError
from engine.images import UprightImage, load_page
from engine.layout import LineBand, crop, lines_in_order, plan_regions
from engine.metrics import RunClock
from engine.profile import ReaderProfile

PAGE_SEPARATOR = "\n\n"

Emit = Callable[[EngineEvent], None]


@dataclass(frozen=True, slots=True)
class RegionPlan:
    """What the model is asked about one region.

    `turns` is the prompt; `pictures` are upright RGB, one for each image in `turns`, in their order.
    `images` are the pictures' places in the request's report. `lead` separates its text from that of the
    region before; `overlaps_previous` says that its first line may be the last line of the region before.
    `page` is the one picture that is read here, `lines` its lines of ink there; a question has neither.
    """

    turns: tuple[Turn, ...]
    pictures: tuple[Image.Image, ...]
    images: tuple[int, ...]
    lead: str
    overlaps_previous: bool
    budget_tokens: int
    page: int | None = None
    lines: tuple[LineBand, ...] = ()


def validate(request: GenerationRequest) -> None:
    """Refuse what cannot be carried out whatever the model.

    Raises: RequestError.
    """
    if not request.turns or request.turns[-1].role is not Role.USER:
        raise RequestError("There is nothing to answer; send a picture or a question.")
    if request.max_new_tokens < 1:
        raise RequestError("The limit of new tokens must be at least 1.", str(request.max_new_tokens))
    if request.sampling.temperature < 0 or not 0 < request.sampling.top_p <= 1:
        raise RequestError(
            "Temperature must not be negative and top-p must be above 0 and at most 1.", str(request.sampling)
        )
    if request.image_budget_tokens is not None and request.image_budget_tokens < 1:
        raise RequestError(
            "The budget of visual tokens must be at least 1.", str(request.image_budget_tokens)
        )


def plan_request(
    request: GenerationRequest, profile: ReaderProfile, clock: RunClock, emit: Emit
) -> list[RegionPlan]:
    """The regions of a request in reading order; an empty list where its pictures hold nothing to read.

    Raises: RequestError, ImageError.
    """
    if request.task is Task.READ:
        return _plan_reading(request, profile, clock, emit)
    return [_plan_question(request, profile, clock, emit)]


def _plan_reading(
    request: GenerationRequest, profile: ReaderProfile, clock: RunClock, emit: Emit
) -> list[RegionPlan]:
    inputs = next((turn.images for turn in reversed(request.turns) if turn.images), ())
    if not inputs:
        raise RequestError("There is no picture to read; add one and send it again.")
    budget_tokens = request.image_budget_tokens or profile.read_budget_tokens
    plans: list[RegionPlan] = []
    for index, source in enumerate(inputs):
        page = _load(source, request, clock, emit, index=index, total=len(inputs))
        with clock.stage(Stage.PREPROCESS):
            # A model without a canvas still profits from the check for a page with nothing on it.
            canvas_px = profile.canvas_px or page.rgb.width * page.rgb.height
            layout = plan_regions(page.rgb, canvas_px=canvas_px, multiple_px=profile.multiple_px)
            regions = layout.regions if profile.canvas_px else layout.regions[:1]
            for region in regions:
                whole = profile.canvas_px is None
                picture = page.rgb if whole else crop(page.rgb, region)
                turn = Turn(Role.USER, profile.read_prompt, (source,))
                lead = PAGE_SEPARATOR if region is regions[0] else region.lead
                plans.append(
                    RegionPlan(
                        turns=(turn,),
                        pictures=(picture,),
                        images=(index,),
                        lead=lead,
                        overlaps_previous=region.overlaps_previous and not whole,
                        budget_tokens=budget_tokens,
                        page=index,
                        lines=lines_in_order(layout) if whole else region.lines,
                    )
                )
        clock.images[index] = replace(clock.images[index], regions=len(regions))
    return plans


def _plan_question(
    request: GenerationRequest, profile: ReaderProfile, clock: RunClock, emit: Emit
) -> RegionPlan:
    turns = _visible_turns(request.turns, profile)
    sources = [source for turn in turns for source in turn.images]
    pages = [
        _load(source, request, clock, emit, index=index, total=len(sources))
        for index, source in enumerate(sources)
    ]
    return RegionPlan(
        turns=turns,
        pictures=tuple(page.rgb for page in pages),
        images=tuple(range(len(pages))),
        lead="",
        overlaps_previous=False,
        budget_tokens=request.image_budget_tokens or profile.ask_budget_tokens,
    )


def _visible_turns(turns: tuple[Turn, ...], profile: ReaderProfile) -> tuple[Turn, ...]:
    """What the model is shown of a conversation: all of it, or the question and its latest picture."""
    if not profile.single_turn:
        return turns
    images = next((turn.images for turn in reversed(turns) if turn.images), ())
    if not images:
        raise RequestError("This small model answers only about a picture; add one and ask again.")
    return (Turn(Role.USER, turns[-1].text, images[-1:]),)


def _load(
    source: ImageInput, request: GenerationRequest, clock: RunClock, emit: Emit, *, index: int, total: int
) -> UprightImage:
    emit(PrefillProgress(request.request_id, Stage.IMAGE_DECODE, index, total))
    with clock.stage(Stage.IMAGE_DECODE):
        page = load_page(source.data, source.name, source.page)
    clock.images.append(
        ImageReport(
            name=source.name,
            page=source.page,
            source_width_px=page.rgb.width,
            source_height_px=page.rgb.height,
            model_width_px=0,
            model_height_px=0,
            regions=1,
            visual_tokens=0,
            notes=page.notes,
        )
    )
    return page
