"""One request while it is carried out: its regions, and what they have said in reading order.

Regions of a page are read side by side in slots but heard one after the other: the text of a later region
waits until the regions before it have ended. Engine thread only; holds no tensors.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.api import (
    EngineEvent,
    Failed,
    Finished,
    FinishReason,
    Found,
    GenerationRequest,
    ModelInfo,
    ReadLine,
    Resume,
    Sink,
    Task,
    TextDelta,
)
from engine.layout import without_repeated_line
from engine.legibility import CUT_SURE, Legibility, Verdict
from engine.lines import Passage, read_lines
from engine.loop_guard import LoopGuard
from engine.metrics import RunClock
from engine.page_watch import PageWatch
from engine.reading import RegionPlan, Sheet

NOTED_EVERY_S = 2.0
"""How often a stream says where it would go on. Whoever keeps that rewrites a long answer each time, which
takes some milliseconds at 50,000 characters; what is lost with a crash is said again in as long as this."""


@dataclass(slots=True, eq=False)
class Region:
    """One sequence: a part of a picture (or a whole question) and what the model has said about it."""

    generation: Generation
    index: int
    plan: RegionPlan
    prefix: str = ""
    """What it had already said before this request (see `Resume`)."""
    prefix_ids: tuple[int, ...] = ()
    """The tokens that said it; empty where they are not known."""
    pieces: list[str] = field(default_factory=list)
    """Text by token; a token that only begins a character has an empty piece."""
    confidences: list[float] = field(default_factory=list)
    """How probable each of those tokens was."""
    token_ids: list[int] = field(default_factory=list)
    ended: FinishReason | None = None
    guard: LoopGuard = field(default_factory=LoopGuard)
    legibility: Legibility = field(default_factory=lambda: Legibility(Verdict.LEGIBLE))
    """Open where it is to be seen whether the region can be read: until then nothing of it is said."""
    watch: PageWatch | None = None
    is_probe: bool = False
    """Only read until it is known whether it can be; never said."""
    emitted: int = 0
    heard_characters: int = 0
    """How much of what it said is in the request's text, its separator not counted."""
    heard_stop: int = 0
    """Where that ends in the request's text."""
    opened: bool = False
    """Whether it has said something visible, in this request or before it."""
    opening: str = ""
    """White space that it has begun with, until something visible follows."""
    held: str | None = None
    """First line of a region that overlaps the one before, until it is whole; None when nothing is held."""

    @property
    def is_sayable(self) -> bool:
        """Whether what was heard of it may be said, or is known to be nothing."""
        return not self.legibility.is_open and (self.watch is None or not self.watch.is_open)

    @property
    def is_idle(self) -> bool:
        """Whether reading on is of no use: it is guessing, or has shown what it was to show."""
        return self.is_guesswork or (self.is_probe and not self.legibility.is_open)

    @property
    def is_guesswork(self) -> bool:
        """Whether what it wrote is made up: a guess, or a stroke on a page where nothing else is legible."""
        if self.legibility.is_stroke and self.watch is not None:
            return self.watch.reads_nothing
        return self.legibility.verdict is Verdict.GUESSED

    @property
    def said(self) -> str:
        return self.prefix + "".join(self.pieces[: self.emitted])

    @property
    def said_ids(self) -> tuple[int, ...]:
        """The tokens that said `said`; empty where they are not all known."""
        if self.prefix and not self.prefix_ids:
            return ()
        return (*self.prefix_ids, *self.token_ids[: self.emitted])

    @property
    def passage(self) -> Passage:
        """What of it was heard."""
        most_sure = CUT_SURE if self.plan.is_cut else 1.0
        return Passage(
            start=self.heard_stop - self.heard_characters,
            stop=self.heard_stop,
            before=self.prefix,
            pieces=self.pieces[: self.emitted],
            confidences=[min(each, most_sure) for each in self.confidences[: self.emitted]],
            bands=self.plan.lines,
            page=self.plan.page,
            complete=self.ended is FinishReason.COMPLETE and self.emitted == len(self.pieces),
            frame=self.plan.frame,
        )


class Generation:
    """A request from admission to its terminal event. Guarantees exactly one terminal event, the last."""

    def __init__(self, request: GenerationRequest, sink: Sink, cancelled: Callable[[], bool]) -> None:
        self.request = request
        self.cancelled = cancelled
        self.clock = RunClock()
        self.regions: list[Region] = []
        self.watches: list[PageWatch] = []
        self.over = False
        self.lines: tuple[ReadLine, ...] = ()
        """What was said, once it has ended."""
        self._sink = sink
        self._current = 0
        self._budget_tokens = request.max_new_tokens
        self._cut: Resume | None = None
        self._text: list[str] = []
        self._said_characters = 0
        self._last_region_text = ""
        self._said_anything = False
        self._skipped_lead = ""
        self._unreported_tokens = 0
        self._unreported_heard = 0
        self._noted_at_s = 0.0

    def set_regions(self, plans: list[RegionPlan]) -> list[Region]:
        """Take the regions of the request; returns those that still have to be read."""
        resume = self.request.resume
        self.regions = [self._region(index, plan) for index, plan in enumerate(plans)]
        if resume is None:
            return list(self.regions)
        self._current = min(resume.region, len(self.regions))
        self._said_anything = resume.region > 0 or bool(resume.text)
        self._last_region_text = resume.above
        if self._current < len(self.regions):
            current = self.regions[self._current]
            current.prefix, current.prefix_ids = resume.text, resume.token_ids
            if resume.text.strip():
                current.opened, current.held = True, None
            else:
                current.opening = resume.text
        return self.regions[self._current :]

    def _region(self, index: int, plan: RegionPlan) -> Region:
        guard = LoopGuard(plan.characters if plan.lines else None)
        return Region(self, index, plan, guard=guard, held="" if plan.overlaps_previous else None)

    def watch_pages(self) -> None:
        """Say nothing of a page before it is known that it can be read as it stands.

        Pages of which something was said in an earlier run are known to be readable, all but their cut lines.
        """
        pages: dict[int, list[Region]] = {}
        for region in self.regions:
            if region.plan.sheet is not None and region.plan.page is not None:
                pages.setdefault(region.plan.sheet.index, []).append(region)
        for regions in pages.values():
            sheet = regions[0].plan.sheet
            if sheet is None or regions[0].index < self._current or regions[0].prefix:
                for region in regions:
                    if region.plan.is_cut and not region.prefix:
                        region.legibility = Legibility(is_cut=True)
                continue
            watch = PageWatch(sheet)
            self.watches.append(watch)
            for region in regions:
                region.legibility, region.watch = watch.follow(is_cut=region.plan.is_cut), watch

    def replace_page(self, watch: PageWatch, plans: list[RegionPlan]) -> tuple[list[Region], list[Region]]:
        """Give a page of which nothing was said other regions; the old ones and the new."""
        old = [region for region in self.regions if region.plan.sheet is watch.sheet]
        first, rest = old[0].index, self.regions[old[-1].index + 1 :]
        new = [self._region(first + offset, plan) for offset, plan in enumerate(plans)]
        for region in new:
            if region.plan.page is not None:
                region.legibility, region.watch = Legibility(is_cut=region.plan.is_cut), watch
        self.regions = [*self.regions[:first], *new, *rest]
        for index, region in enumerate(self.regions):
            region.index = index
        self.clock.first_token_at = 0.0
        return old, new

    def hear(self, region: Region, piece: str, confidence: float, token_id: int) -> None:
        """A token of `region` was generated; `piece` is the text it completes."""
        region.pieces.append(piece)
        region.confidences.append(confidence)
        region.token_ids.append(token_id)
        region.legibility.hear(piece, confidence)
        self._unreported_tokens += 1
        self.clock.count_token()

    def end_region(self, region: Region, reason: FinishReason, tail: str = "") -> None:
        """`region` says no more; `tail` is text that was waiting for the rest of a character."""
        if tail and region.emitted < len(region.pieces):
            region.pieces[-1] += tail
        elif tail and region.pieces:
            # Its token was heard before it was known that nothing follows, and has been paid for.
            region.pieces.append(tail)
            region.confidences.append(region.confidences[-1])
            self._budget_tokens += 1
        region.ended = reason
        region.legibility.end()

    @property
    def is_cut(self) -> bool:
        return self._cut is not None

    @property
    def is_complete(self) -> bool:
        return self._current >= len(self.regions)

    def is_spent(self, region: Region) -> bool:
        """Whether `region` is being heard and the request's limit leaves no room for one more token of it."""
        if region.index != self._current or region.is_probe or not region.is_sayable:
            return False
        return len(region.pieces) - region.emitted >= self._budget_tokens

    def emit_progress(self, event: EngineEvent) -> None:
        if not self.over:
            self._sink(event)

    def flush(self) -> None:
        """Send what has become sayable since the last flush, as one delta."""
        text = self._advance()
        if text or self._unreported_tokens:
            self._text.append(text)
            tokens, self._unreported_tokens = self._unreported_tokens, 0
            heard, self._unreported_heard = self._unreported_heard, 0
            self._sink(TextDelta(self.request.request_id, text, tokens, self._noted(), heard))

    def finish(self, model: ModelInfo | None, *, cancelled: bool = False) -> None:
        """Flush and send the terminal event; later calls do nothing."""
        if self.over:
            return
        if not cancelled:
            self.flush()
        self.over = True
        text = "".join(self._text)
        self.lines = self._lines(text)
        self._sink(
            Finished(
                request_id=self.request.request_id,
                reason=self._reason(cancelled),
                text=text,
                metrics=self.clock.metrics(model),
                resume=self._where() if cancelled else self._cut,
                lines=self.lines,
                answers=self._found(),
            )
        )

    def fail(self, code: str, user_message: str, detail: str = "") -> None:
        """Send `Failed` as the terminal event; later calls do nothing."""
        if not self.over:
            self.over = True
            self._sink(Failed(self.request.request_id, code, user_message, detail))

    def _lines(self, text: str) -> tuple[ReadLine, ...]:
        """The lines of what was said that hold words."""
        return read_lines(text, self._passages())

    def _found(self) -> tuple[Found, ...]:
        """What a question for facts found."""
        return ()

    def sheets_read(self) -> list[tuple[Sheet, tuple[ReadLine, ...]]]:
        """The pictures that were read to their end, each with its lines."""
        request = self.request
        if request.task is not Task.READ or request.markdown or request.resume or not self.is_complete:
            return []
        sheets = {id(plan.sheet): plan.sheet for plan in (region.plan for region in self.regions)}
        return [
            (sheet, tuple(line for line in self.lines if line.page == sheet.index))
            for sheet in sheets.values()
            if sheet is not None
        ]

    def _passages(self) -> list[Passage]:
        """What each region gave to the text."""
        return [region.passage for region in self.regions if region.heard_characters]

    def _noted(self) -> Resume | None:
        """Where the request goes on, where that was not said for a while."""
        now_s = time.monotonic()
        if now_s - self._noted_at_s < NOTED_EVERY_S:
            return None
        self._noted_at_s = now_s
        return self._where()

    def _where(self) -> Resume | None:
        """Where the request goes on after what was heard; None where nothing is left."""
        if self._cut is not None:
            return self._cut
        if not self.regions:
            return self.request.resume
        if self.is_complete:
            return None
        region = self.regions[self._current]
        turned_deg = tuple(image.turned_deg for image in self.clock.images)
        above = self._last_region_text.rstrip().rpartition("\n")[2]
        if region.held is not None:
            # Its first line was not heard yet: it begins anew.
            return Resume(region.index, region.prefix, turned_deg, region.prefix_ids, above)
        return Resume(region.index, region.said, turned_deg, region.said_ids, above)

    def _reason(self, cancelled: bool) -> FinishReason:
        if cancelled:
            return FinishReason.CANCELLED
        if self._cut is not None:
            return FinishReason.LENGTH
        ends = {region.ended for region in self.regions}
        for reason in (FinishReason.CONTEXT_FULL, FinishReason.LOOP):
            if reason in ends:
                return reason
        said_now = any(part.strip() for part in self._text)
        if self.request.task is Task.READ and not said_now and self.request.resume is None:
            return FinishReason.EMPTY
        return FinishReason.COMPLETE

    def _advance(self) -> str:
        out: list[str] = []
        while self._current < len(self.regions) and self._cut is None:
            region = self.regions[self._current]
            if not region.is_sayable:
                break
            if region.is_guesswork:
                # The region is skipped as one that said nothing.
                region.pieces, region.confidences, region.token_ids = [], [], []
            settled = self._settled(region)
            while region.emitted < settled and self._budget_tokens > 0:
                piece = region.pieces[region.emitted]
                region.emitted += 1
                self._unreported_heard += 1
                self._budget_tokens -= 1
                out.append(self._counted(region, self._say(region, piece)))
            unsaid = region.emitted < settled
            is_spent = region.ended is None and len(region.pieces) - region.emitted >= self._budget_tokens
            if unsaid or is_spent:
                out.append(self._counted(region, self._release_held(region)))
                self._cut = self._where()
            elif region.ended is None:
                break
            else:
                out.append(self._counted(region, self._release_held(region)))
                self._last_region_text = region.said
                # A block that says nothing still separates its neighbours.
                self._skipped_lead = (
                    "" if region.opened else max(self._skipped_lead, region.plan.lead, key=len)
                )
                self._current += 1
        return "".join(out)

    def _settled(self, region: Region) -> int:
        """How many of a region's pieces may be said: they change no more. All, once it has ended."""
        return len(region.pieces)

    def _say(self, region: Region, piece: str) -> str:
        """`piece` as it is heard: held while a first line may repeat, led by the separator of its region."""
        if region.held is not None:
            region.held += piece
            if "\n" not in region.held:
                return ""
            return self._release_held(region)
        return piece if region.opened else self._lead(region, piece)

    def _release_held(self, region: Region) -> str:
        held, region.held = region.held, None
        if not held:
            return ""
        return self._lead(region, without_repeated_line(self._last_region_text, held))

    def _lead(self, region: Region, text: str) -> str:
        """Put the separator before a region's first visible text; of the white space its indent stays."""
        text = region.opening + text
        visible = text.lstrip()
        if not visible:
            region.opening = text
            return ""
        indent = text[: len(text) - len(visible)].rpartition("\n")[2]
        lead = max(self._skipped_lead, region.plan.lead, key=len) if self._said_anything else ""
        # The second piece of one long line begins with the space that the cut went through.
        opening = lead if lead == " " else lead + indent
        self._said_anything = region.opened = True
        region.heard_characters -= len(lead)
        return opening + visible

    def _counted(self, region: Region, text: str) -> str:
        """`text`, which is heard next, noted as the region's."""
        if text:
            self._said_characters += len(text)
            region.heard_characters += len(text)
            region.heard_stop = self._said_characters
        return text
