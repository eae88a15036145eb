"""A page that is read as Markdown in regions: what they say is joined, see `engine.markdown_joints`.

Engine thread only; holds no tensors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.api import GenerationRequest, ModelInfo, ReadLine, Resume, Sink, TextDelta
from engine.generation import Generation, Region
from engine.lines import Passage
from engine.markdown_joints import MarkdownJoints
from engine.reading import RegionPlan
from engine.table_bands import BandTable, tables_of
from engine.table_writer import TableWriter

Span = tuple[int, int]


class MarkdownReading(Generation):
    """A request whose regions' texts are pieces of one Markdown text."""

    def __init__(self, request: GenerationRequest, sink: Sink, cancelled: Callable[[], bool]) -> None:
        super().__init__(request, sink, cancelled)
        self._joints = MarkdownJoints()
        self._begun_at = 0
        self._tables: dict[int, RegionTables] = {}
        """What is made of the regions that were heard, by their number."""

    def set_regions(self, plans: list[RegionPlan]) -> list[Region]:
        """Take the regions of the request; returns those that still have to be read."""
        regions, resume = super().set_regions(plans), self.request.resume
        if resume is not None:
            # What was said before tells whether the text goes on within a table or a fence.
            lead = self.regions[self._current].plan.lead if self._current < len(self.regions) else ""
            self._joints = MarkdownJoints(resume.above)
            self._joints.push(lead + resume.text if resume.above and resume.text else resume.text)
            self._joints.finish(whole=False)
            self._begun_at = self._joints.characters
        return regions

    def finish(self, model: ModelInfo | None, *, cancelled: bool = False) -> None:
        """Say what has waited and send the terminal event; later calls do nothing."""
        if cancelled and not self.over and (waiting := self._joints.finish(whole=False)):
            self._text.append(waiting)
            self._sink(TextDelta(self.request.request_id, waiting, 0))
        super().finish(model, cancelled=cancelled)

    def _advance(self) -> str:
        text = self._joints.push(super()._advance())
        if self.is_complete or self.is_cut:
            text += self._joints.finish(whole=not self.is_cut)
        return text

    def _settled(self, region: Region) -> int:
        if region.index not in self._tables:
            self._tables[region.index] = self._region_tables(region)
        tables = self._tables[region.index]
        settled = tables.settle(region.pieces, ends=region.ended is not None)
        if settled == region.emitted and self.is_spent(region) and not self._has_spoken:
            # Less than a line may be said: what is left is read again otherwise, and may be a row then.
            settled = tables.settle(region.pieces, ends=True)
        return settled

    @property
    def _has_spoken(self) -> bool:
        return self._budget_tokens < self.request.max_new_tokens

    def _region_tables(self, region: Region) -> RegionTables:
        """Where tables are in a region that is heard first now: its page is known to be cut up like this."""
        page = [each for each in self.regions if each.plan.page == region.plan.page]
        bands = [band for each in page for band in each.plan.lines]
        first = sum(len(each.plan.lines) for each in page if each.index < region.index)
        above = self._tables.get(region.index - 1) if first else None
        is_whole = not region.plan.overlaps_previous and region.plan.lead != " "
        writer = TableWriter(
            region.plan.lines,
            tables_of(bands) if is_whole else [],
            first,
            above.opened if above else None,
        )
        writer.go_on(region.prefix)
        return RegionTables(writer)

    def _noted(self) -> Resume | None:
        """Where the request goes on: nowhere while something waits, which would not be said again."""
        return None if self._joints.is_waiting else super()._noted()

    def _lines(self, text: str) -> tuple[ReadLine, ...]:
        """The lines that were read, where they stand in the text: what was put in is on no picture."""
        removed = self._removed
        inserted = [
            (_moved(place - self._begun_at, removed), len(words))
            for place, words in self._joints.inserted
            if place >= self._begun_at
        ]
        lines = super()._lines(without_insertions(text, inserted))
        return tuple(moved_by(line, inserted) for line in lines)

    def _passages(self) -> list[Passage]:
        removed = self._removed
        return [without_spans(passage, removed) for passage in super()._passages()]

    @property
    def _removed(self) -> list[Span]:
        """What was left out of what was said in this run."""
        begun = self._begun_at
        return [(start - begun, stop - begun) for start, stop in self._joints.removed if start >= begun]


class RegionTables:
    """The tokens of one region, whose pieces are changed where a table is: each keeps its confidence."""

    def __init__(self, writer: TableWriter) -> None:
        self._writer = writer
        self._stops: list[int] = []
        """Where the tokens that were taken end, in characters as the model wrote them."""
        self._changed = 0
        """How many of them are as they will be said."""

    @property
    def opened(self) -> BandTable | None:
        """The table that goes on below the region."""
        return self._writer.opened

    def settle(self, pieces: list[str], *, ends: bool) -> int:
        """Take what is new in `pieces` and change them in place; how many of them change no more. `ends`:
        nothing follows.
        """
        if not self._writer.looks_for_tables or len(self._stops) > len(pieces):
            return len(pieces)  # Nothing is changed, or they were dropped.
        # The last may grow while it is: by what was waiting for the rest of a character.
        new = pieces[len(self._stops) : len(pieces) if ends else -1]
        for piece in new:
            self._stops.append((self._stops[-1] if self._stops else 0) + len(piece))
        self._writer.push("".join(new))
        if ends:
            self._writer.finish()
        while self._changed < len(self._stops) and (
            ends or self._stops[self._changed] <= self._writer.settled
        ):
            pieces[self._changed] = self._rewritten(pieces[self._changed])
            self._changed += 1
        return self._changed

    def _rewritten(self, piece: str) -> str:
        """The next token's piece with what the writer changes in it."""
        stop = self._stops[self._changed]
        start, is_last = stop - len(piece), self._changed + 1 == len(self._stops)
        out, at = [], start
        for first, last, text in self._writer.edits:
            if first > stop or last < start or (first == stop and not is_last):
                continue
            out.append(piece[at - start : max(at, first) - start])
            out.append(text if first >= start else "")
            at = max(at, min(last, stop))
        return "".join([*out, piece[at - start :]])


def without_insertions(text: str, inserted: Sequence[Span]) -> str:
    """A text without what was put into it, given as places in the text without them, and lengths."""
    kept, at, grown = [], 0, 0
    for place, characters in inserted:
        kept.append(text[at : place + grown])
        at = place + grown + characters
        grown += characters
    return "".join([*kept, text[at:]])


def moved_by(line: ReadLine, inserted: Sequence[Span]) -> ReadLine:
    """A line where it stands once things were put in before it: none is put into one."""
    by = sum(characters for place, characters in inserted if place <= line.start)
    words = tuple(replace(word, start=word.start + by, stop=word.stop + by) for word in line.words)
    return replace(line, start=line.start + by, words=words)


def without_spans(passage: Passage, removed: Sequence[Span]) -> Passage:
    """A passage of a text from which some spans were taken out."""
    offset = passage.stop - sum(map(len, passage.pieces))
    pieces = []
    for piece in passage.pieces:
        end = offset + len(piece)
        pieces.append("".join(piece[a - offset : b - offset] for a, b in _kept((offset, end), removed)))
        offset = end
    return replace(
        passage, start=_moved(passage.start, removed), stop=_moved(passage.stop, removed), pieces=pieces
    )


def _kept(span: Span, removed: Sequence[Span]) -> list[Span]:
    """The parts of a span outside all others, which rise."""
    kept, at = [], span[0]
    for start, stop in removed:
        if start >= span[1] or stop <= at:
            continue
        kept.append((at, max(at, start)))
        at = max(at, stop)
    kept.append((at, max(at, span[1])))
    return [(start, stop) for start, stop in kept if start < stop]


def _moved(place: int, removed: Sequence[Span]) -> int:
    """Where a place lies once the spans before it are gone."""
    return place - sum(min(stop, place) - start for start, stop in removed if start < place)
