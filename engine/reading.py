"""From a request to the regions the model is shown: pages decoded, upright, split, in reading order.

Engine thread (needs no torch). Pictures larger than the model's canvas are split by `engine.layout`; the
text of each region is heard in the order of the list returned here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from PIL import Image

from engine.api import (
    GenerationRequest,
    ImageInput,
    ImageReport,
    PrefillProgress,
    ReadLine,
    Role,
    Sink,
    Stage,
    Turn,
)
from engine.errors import ImageError, RequestError
from engine.images import load_page
from engine.layout import (
    LineBand,
    bend_of,
    crop,
    lines_in_order,
    plan_regions,
    without_grains,
    without_leaders,
)
from engine.layout import Region as LayoutRegion
from engine.metrics import RunClock
from engine.page_frame import PageFrame, framed, turned
from engine.picture_shelf import PictureShelf
from engine.profile import ReaderProfile

PAGE_SEPARATOR = "\n\n"
CHARACTERS_PER_HEIGHT = 1.7
"""Of Latin print: letters advance by half an em, and a line's ink is about three quarters of an em high."""
LEAST_CANVAS_PX = 256 * 256
"""The canvas of a picture that is shown whole is at least so large: a tiny one leaves no room to plan."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A picture of a request before it is split: number `index`, its pixels as they stand in the file."""

    source: ImageInput
    index: int
    rgb: Image.Image
    frame: PageFrame


@dataclass(frozen=True, slots=True)
class RegionPlan:
    """What the model is asked about one region.

    `turns` is the prompt; `pictures` are upright RGB, one for each image in `turns`, in their order, of which
    the model is shown `part`, or all.
    `images` are the pictures' places in the request's report. `lead` separates its text from that of the
    region before; `overlaps_previous` says that its first line may be the last line of the region before.
    `page` is the one picture that is read here, `lines` its lines of ink there in pixels of `frame`, and
    `sheet` the picture for another plan; a question has none of these but the last, where its answer is held
    against the reading, and `turns_deg`: how far each of its pictures was turned.
    """

    turns: tuple[Turn, ...]
    pictures: tuple[Image.Image, ...]
    images: tuple[int, ...]
    lead: str
    overlaps_previous: bool
    budget_tokens: int
    page: int | None = None
    lines: tuple[LineBand, ...] = ()
    frame: PageFrame | None = None
    sheet: Sheet | None = None
    turns_deg: tuple[int, ...] = ()
    part: LayoutRegion | None = None
    read: tuple[ReadLine, ...] | None = None
    """What was read of the one picture of a question before, where its answer is held against that."""
    is_cut: bool = False
    """Whether it is one line that an edge of the picture runs through."""
    wish: int = 0
    """Which of the things that the request asks for a question is about."""

    def shown(self) -> tuple[Image.Image, ...]:
        """The pictures as the model is shown them: cut out when it is their turn, a page has dozens."""
        part = self.part
        return self.pictures if part is None else tuple(crop(picture, part) for picture in self.pictures)

    @property
    def characters(self) -> float:
        """Roughly how many characters are written here."""
        return CHARACTERS_PER_HEIGHT * sum(band.ink_px / max(1.0, band.height_px) for band in self.lines)


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


def plan_sheet(
    sheet: Sheet, request: GenerationRequest, profile: ReaderProfile, clock: RunClock, turned_deg: int = 0
) -> list[RegionPlan]:
    """The regions of one picture, turned clockwise by `turned_deg`; notes in the report what it became."""
    with clock.stage(Stage.PREPROCESS):
        rgb, frame = turned(sheet.rgb, sheet.frame, turned_deg)
        if profile.canvas_px is not None:
            rgb = without_grains(rgb)
            bend = bend_of(rgb)
            if bend is not None:
                rgb, frame = bend.level(rgb), replace(frame, bend=bend)
            rgb = without_leaders(rgb)
        # A model without a canvas still profits from the check for a page with nothing on it.
        whole = profile.canvas_px is None
        canvas_px = profile.canvas_px or max(rgb.width * rgb.height, LEAST_CANVAS_PX)
        if request.markdown and not whole:
            # A table or a piece of code is best seen in one piece, though it comes later.
            canvas_px = max(canvas_px, profile.read_budget_tokens * profile.multiple_px**2)
        layout = plan_regions(
            rgb, canvas_px=canvas_px, multiple_px=profile.multiple_px, rows_apart=not request.markdown
        )
        regions = layout.regions[:1] if whole else layout.regions
        turn = Turn(Role.USER, _read_prompt(request, profile), (sheet.source,))
        plans = [
            RegionPlan(
                turns=(turn,),
                pictures=(rgb,),
                images=(sheet.index,),
                lead=PAGE_SEPARATOR if region is regions[0] else region.lead,
                overlaps_previous=region.overlaps_previous and not whole,
                budget_tokens=request.image_budget_tokens or profile.read_budget_tokens,
                page=sheet.index,
                lines=lines_in_order(layout) if whole else region.lines,
                frame=frame,
                sheet=sheet,
                part=None if whole else region,
                is_cut=region.is_cut and not whole,
            )
            for region in regions
        ]
    if sheet.index < len(clock.images):
        report = clock.images[sheet.index]
        clock.images[sheet.index] = replace(report, regions=len(regions), turned_deg=turned_deg)
    return plans


def _read_prompt(request: GenerationRequest, profile: ReaderProfile) -> str:
    if not request.markdown:
        return profile.read_prompt
    if not profile.markdown_prompt:
        raise RequestError(
            "This model has not learnt to read as Markdown; read the plain text, or choose another model."
        )
    return profile.markdown_prompt


def plan_reading(
    request: GenerationRequest, profile: ReaderProfile, clock: RunClock, emit: Sink, shelf: PictureShelf
) -> list[RegionPlan]:
    """The regions of a request in reading order; an empty list where its pictures hold nothing to read.

    Raises: RequestError, ImageError.
    """
    inputs = next((turn.images for turn in reversed(request.turns) if turn.images), ())
    if not inputs:
        raise RequestError("There is no picture to read; add one and send it again.")
    turns_deg = request.resume.turned_deg if request.resume else ()
    plans: list[RegionPlan] = []
    refusals: list[ImageError] = []
    for index, source in enumerate(inputs):
        try:
            say_decoding(request, emit, index, len(inputs))
            sheet = load_sheet(source, clock, shelf, index)
        except ImageError as error:
            # The others are read all the same, and the report says which one was not.
            refusals.append(error)
            clock.images.append(refused(source, error))
            if len(refusals) == len(inputs):
                raise refusals[0] from None
            continue
        turned_deg = turns_deg[index] if index < len(turns_deg) else 0
        plans += plan_sheet(sheet, request, profile, clock, turned_deg)
    return plans


def refused(source: ImageInput, error: ImageError) -> ImageReport:
    """What the report says of a picture that cannot be read."""
    return ImageReport(source.name, source.page, 0, 0, 0, 0, 0, 0, (), error=error.user_message)


def say_decoding(request: GenerationRequest, emit: Sink, index: int, total: int) -> None:
    """Tell that picture `index` of so many is being decoded."""
    emit(PrefillProgress(request.request_id, Stage.IMAGE_DECODE, index, total))


def picture_bytes(rgb: Image.Image) -> int:
    """What an RGB picture takes in memory."""
    return rgb.width * rgb.height * 3


def _decoded(source: ImageInput) -> tuple[Image.Image, PageFrame, tuple[str, ...]]:
    page = load_page(source.data, source.name, source.page)
    return (*framed(page, source.part), page.notes)


def load_sheet(source: ImageInput, clock: RunClock, shelf: PictureShelf, index: int) -> Sheet:
    """Decode one picture, or take it from the shelf, and note it in the report. Raises: ImageError."""
    with clock.stage(Stage.IMAGE_DECODE):
        rgb, frame, notes = shelf.once(
            source, "decoded", partial(_decoded, source), lambda made: picture_bytes(made[0])
        )
    clock.images.append(
        ImageReport(
            name=source.name,
            page=source.page,
            source_width_px=rgb.width,
            source_height_px=rgb.height,
            model_width_px=0,
            model_height_px=0,
            regions=1,
            visual_tokens=0,
            notes=notes,
            part=source.part,
        )
    )
    return Sheet(source, index, rgb, frame)
