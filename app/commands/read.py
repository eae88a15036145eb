"""`yomi read` and `yomi ask`: pictures in, text on standard output. Main thread; no Qt."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from app.commands.command_engine import CommandEngine, EngineOptions
from app.commands.result_writers import Producer, ResultWriter, Source, writer_for
from app.commands.terminal import Terminal
from app.domain import Box, ChatTurn, MessageRole, MessageState, Picture, RunSettings, shown, whole_text
from app.engine_port import (
    EngineEvent,
    EngineFactory,
    Failed,
    Finished,
    LoadProgress,
    PictureError,
    PrefillProgress,
    RequestId,
    TextDelta,
    inspect_image,
    mended_picture,
    outcome_of_finish,
    stage_sentence,
    thumbnail_png,
)
from app.intake import MAX_FILE_BYTES, mended_note, read_file, too_large
from app.paths import named_by_user

STANDARD_INPUT = "-"

_SENTENCES = {
    MessageState.EMPTY: "no text was found in the picture.",
    MessageState.CUT_OFF: "cut off at the limit of new tokens; raise it with --max-new-tokens.",
    MessageState.CONTEXT_FULL: "cut off, since the model's context is full; read a part of the picture.",
    MessageState.LOOPED: "cut off where the model began to repeat itself; the text up to there is kept.",
    MessageState.STOPPED: "stopped before its end.",
}
"""What is said of an end that is not plain success; of these only EMPTY counts as read."""


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of one input, and the SHA-256 of its file; `missing` says what of it could not be opened."""

    pictures: tuple[Picture, ...] = ()
    sha256: str = ""
    missing: str = ""


class PictureCommand:
    """One run of a command over pictures."""

    def __init__(
        self,
        options: EngineOptions,
        format_name: str,
        terminal: Terminal,
        factory: EngineFactory,
    ) -> None:
        self._terminal = terminal
        self._engine = CommandEngine(options, factory)
        self._limit = options.max_new_tokens
        self._writer: ResultWriter = writer_for(format_name, terminal.write, self._producer)
        self._failed = False
        self._no_model: Failed | None = None

    def read(self, paths: Sequence[str], *, markdown: bool = False, part: Box | None = None) -> int:
        """Read every page of every path; one that fails is named and the others go on. The exit code."""
        return self._with_engine(partial(self._read_all, paths, markdown, part))

    def ask(self, path: str, question: str) -> int:
        """Answer a question about the pages of one path. The exit code."""
        return self._with_engine(partial(self._ask, path, question))

    def _with_engine(self, work: Callable[[], None]) -> int:
        with self._engine:
            try:
                work()
            finally:
                self._writer.close()
        return 1 if self._failed else 0

    def _read_all(self, paths: Sequence[str], markdown: bool, part: Box | None) -> None:
        for path in paths:
            pages = self._pages(path)
            for picture in pages.pictures:
                failure = self._load_model()
                source = Source(
                    shown(path),
                    picture.page,
                    len(pages.pictures),
                    pages.sha256,
                    self._read_prompt(markdown=markdown),
                    pages.missing,
                )
                self._writer.begin(source)
                if failure is None:
                    events = self._engine.read(replace(picture, part=part), markdown=markdown)
                    self._follow(events, source)
                else:
                    self._writer.end(failure)

    def _ask(self, path: str, question: str) -> None:
        pages = self._pages(path)
        pictures = self._whole_pages(path, pages.pictures)
        if not pictures:
            return
        failure = self._load_model()
        turn = ChatTurn(MessageRole.USER, whole_text(question), pictures)
        source = Source(shown(path), sha256=pages.sha256, prompt=turn.text, missing=pages.missing)
        self._writer.begin(source)
        if failure is None:
            self._follow(self._engine.ask(turn), source)
        else:
            self._writer.end(failure)

    def _pages(self, path: str) -> Pages:
        """The pages of an input, the user told what of it is missing; none where it cannot be read."""
        try:
            pages = load_pictures(path)
        except PictureError as error:
            source = Source(shown(path))
            self._writer.begin(source)
            self._fail(Failed(RequestId(""), error.code, error.sentence), source)
            return Pages()
        if pages.missing:
            self._failed = True
            self._terminal.complain(pages.missing, shown(path))
        return pages

    def _whole_pages(self, path: str, pages: tuple[Picture, ...]) -> tuple[Picture, ...]:
        """The pages that decode; of the others the user is told, and where none does the result says it."""
        if len(pages) < 2:
            return pages
        whole: list[Picture] = []
        for picture in pages:
            try:
                thumbnail_png(picture.data, picture.page, 1)
                whole.append(picture)
            except PictureError as error:
                self._failed = True
                failure, source = Failed(RequestId(""), error.code, error.sentence), Source(shown(path))
                page = Source(source.label, picture.page, len(pages))
                self._terminal.complain(error.sentence, _about(page, error.sentence))
        if not whole:
            self._writer.begin(source)
            self._writer.end(failure)
        return tuple(whole)

    def _load_model(self) -> Failed | None:
        """Load it, unless it is; why it does not load, of which the user is told once."""
        if self._no_model is not None:
            return self._no_model
        for event in self._engine.load():
            match event:
                case LoadProgress():
                    self._terminal.progress(event.sentence)
                case Failed():
                    self._terminal.complain(event.user_message)
                    self._no_model, self._failed = event, True
        return self._no_model

    def _read_prompt(self, *, markdown: bool) -> str:
        """What the loaded model is told when it is to read."""
        if self._engine.loaded is None:
            return ""
        model = self._engine.loaded.model
        return model.markdown_prompt if markdown else model.read_prompt

    def _follow(self, events: Iterable[EngineEvent], source: Source) -> None:
        for event in events:
            match event:
                case PrefillProgress():
                    self._terminal.progress(stage_sentence(event))
                case TextDelta():
                    self._writer.text(event.text)
                case Finished():
                    self._writer.end(event)
                    state = outcome_of_finish(event, RunSettings()).state
                    if state in _SENTENCES:
                        self._terminal.complain(_SENTENCES[state], source.title)
                    self._failed |= state not in (MessageState.COMPLETE, MessageState.EMPTY)
                case Failed():
                    self._fail(event, source)

    def _fail(self, failure: Failed, source: Source) -> None:
        self._failed = True
        self._writer.end(failure)
        self._terminal.complain(failure.user_message, _about(source, failure.user_message))

    def _producer(self) -> Producer:
        if self._engine.loaded is None:
            return Producer(max_new_tokens=self._limit)
        model = self._engine.loaded.model
        return Producer(model.name, model.weights_fingerprint, model.device, model.precision, self._limit)


def _about(source: Source, sentence: str) -> str:
    """What a sentence is about; most name the file themselves."""
    if Path(source.label).name not in sentence:
        return source.title
    return "" if source.pages == 1 else f"page {source.page + 1}"


def load_pictures(path: str) -> Pages:
    """Every page of a file, or of standard input where the path is `-`; of a damaged one what is left.

    Raises: PictureError.
    """
    if path == STANDARD_INPUT:
        name = "standard input"
        try:
            data = b"" if sys.stdin is None else sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
        except OSError as error:
            raise PictureError(
                f"{name} cannot be read: {error.strerror}; name a file instead.", "file_unreadable"
            ) from error
        if len(data) > MAX_FILE_BYTES:
            raise PictureError(too_large(name), "file_too_large")
    else:
        file = named_by_user(path)
        name = shown(file.name)
        data = read_file(file)
    missing, opens = "", data
    try:
        facts = inspect_image(data, name)
    except PictureError as error:
        left = mended_picture(data) if error.code == "image_damaged" else None
        if left is None:
            raise
        facts, opens = inspect_image(left, name), left
        missing = mended_note(facts.format, facts.pages)
    pictures = tuple(Picture(opens, name, page) for page in range(facts.pages))
    return Pages(pictures, hashlib.sha256(data).hexdigest(), missing)
