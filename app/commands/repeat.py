"""`yomi repeat`: runs what an export says was run, and says whether the same text comes of it. Main thread;
no Qt.

Pictures are found by the hash of their bytes: among the files that are named, and in Yomi's own store.
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from app.commands.command_engine import CommandEngine, EngineOptions
from app.commands.terminal import Terminal
from app.controllers.turns import NoQuestionError, Question, Reading, plan_for
from app.correction import as_it_was
from app.domain import Message, MessageState, RunStats, shown
from app.engine_port import (
    DEVICES,
    PRECISIONS,
    EngineFactory,
    Failed,
    Finished,
    LoadProgress,
    PictureError,
    PrefillProgress,
    stage_sentence,
)
from app.export.record_reader import ExportedTalk, NoExportError, read_export
from app.export.transcript import Selection
from app.intake import read_file
from app.paths import images_dir, named_by_user
from app.run_results import installed
from app.storage.errors import StorageError
from app.storage.images import ImageRepository

AS_EXPORTED = "exported"

_BROKEN_OFF = frozenset({MessageState.STOPPED, MessageState.INTERRUPTED, MessageState.FAILED})
"""Ends that somebody or something else brought about: the text is the beginning of what would have come."""

_NO_FILES = frozenset({"file_is_folder", "file_special"})
"""Codes of what cannot be opened, whose sentences speak of pictures."""


@dataclass(frozen=True, slots=True)
class RepeatOptions:
    """What the command line asks for; a device or precision of `AS_EXPORTED` is the one it was made on."""

    export: str
    pictures: tuple[str, ...]
    model_dir: Path
    device: str = AS_EXPORTED
    precision: str = AS_EXPORTED
    as_json: bool = False


class Outcome(StrEnum):
    SAME = "same"
    DIFFERS = "differs"
    NOT_REPEATED = "not_repeated"


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that was otherwise when the answer was made."""

    what: str
    then: str
    now: str


@dataclass(frozen=True, slots=True)
class Repetition:
    """What came of one answer."""

    id: str
    outcome: Outcome
    reason: str = ""
    """Why it was not repeated, as a sentence"""
    differences: tuple[Difference, ...] = ()
    expected: str = ""
    text: str = ""


class _NotRepeatedError(Exception):
    """An answer cannot be repeated; its text says why."""


def run_repeat(options: RepeatOptions, terminal: Terminal, factory: EngineFactory) -> int:
    """Repeat every answer of an export; 0 where each says the same again."""
    try:
        talk = read_export(read_file(named_by_user(options.export)))
    except PictureError as error:
        no_file = f"{shown(options.export)} is no file; name an export of Yomi as JSON."
        terminal.complain(no_file if error.code in _NO_FILES else error.sentence)
        return 1
    except NoExportError as error:
        terminal.complain(error.sentence)
        return 1
    if not talk.answers:
        terminal.complain("There is no answer in this export; export a conversation with one.")
        return 1
    repeater = _Repeater(options, talk, terminal, factory)
    done: list[Repetition] = []
    try:
        for number, answer in enumerate(talk.answers, 1):
            done.append(repeater.repeat(answer))
            if not options.as_json:
                terminal.write(_told(done[-1], number, len(talk.answers)))
    finally:
        repeater.close()
    if options.as_json:
        terminal.write(json.dumps([asdict(each) for each in done], ensure_ascii=False, indent=2) + "\n")
    return 0 if all(each.outcome is Outcome.SAME for each in done) else 1


class _Repeater:
    """Holds the engine from one answer to the next, as long as both ran on the same."""

    def __init__(
        self, options: RepeatOptions, talk: ExportedTalk, terminal: Terminal, factory: EngineFactory
    ) -> None:
        self._options = options
        self._talk = talk
        self._terminal = terminal
        self._factory = factory
        self._engine: CommandEngine | None = None
        self._runs_on: tuple[str, str] | None = None
        self._images = ImageRepository(images_dir())
        self._files = dict(self._hashed(options.pictures))

    def repeat(self, answer: Message) -> Repetition:
        """Run it again and compare."""
        try:
            selection = self._selection(answer)
            stats, plan = self._plan(answer)
            engine = self._loaded(stats)
            differences = self._differences(stats, engine, plan)
            text = self._text(engine, stats, plan)
        except _NotRepeatedError as error:
            return Repetition(answer.id, Outcome.NOT_REPEATED, str(error))
        # What a reader made of it no run says again.
        expected = answer.text if answer.written is None else answer.written.text
        if selection is not None:
            text = text[selection.start : selection.stop]
        elif answer.state in _BROKEN_OFF:
            text = text[: len(expected)]
        outcome = Outcome.SAME if text == expected else Outcome.DIFFERS
        return Repetition(answer.id, outcome, "", differences, expected, text)

    def close(self) -> None:
        """End the engine."""
        if self._engine is not None:
            self._engine.__exit__(None, None, None)
            self._engine = None

    def _hashed(self, paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        wanted = {
            item.sha256
            for message in (*self._talk.messages, *self._talk.others)
            for item in message.attachments
        }
        for path in paths:
            try:
                data = read_file(named_by_user(path))
            except PictureError as error:
                self._terminal.complain(error.sentence)
                continue
            sha256 = hashlib.sha256(data).hexdigest()
            if sha256 in wanted:
                yield sha256, data
            else:
                self._terminal.complain(
                    f"it is none of the pictures of this export (its SHA-256 is {sha256}).", shown(path)
                )

    def _selection(self, answer: Message) -> Selection | None:
        selection = self._talk.selection
        if selection is None or selection.message_id != answer.id:
            return None
        if selection.start is None or selection.stop is None:
            raise _NotRepeatedError("the export holds pieces of it only; export the whole answer.")
        if answer.written is not None:
            raise _NotRepeatedError("the piece is of a corrected text; export the whole answer.")
        return selection

    def _plan(self, answer: Message) -> tuple[RunStats, Reading | Question]:
        """With which settings it was made, and of what."""
        stats = answer.stats
        if stats is None:
            raise _NotRepeatedError("the export names no run that made it.")
        if stats.resumed:
            raise _NotRepeatedError("it was gone on with after it was cut off, so that no one run made it.")
        if stats.temperature > 0:
            raise _NotRepeatedError("it was sampled at random, which Yomi does not do.")
        try:
            return stats, plan_for(as_it_was(self._talk.up_to(answer), answer), answer.id, self._picture)
        except NoQuestionError:
            raise _NotRepeatedError("its question is not in the export.") from None

    def _picture(self, sha256: str) -> bytes:
        if sha256 in self._files:
            return self._files[sha256]
        try:
            data = self._images.read(sha256)
        except StorageError:
            data = b""
        if hashlib.sha256(data).hexdigest() == sha256:
            return data
        everything = (*self._talk.messages, *self._talk.others)
        names = (item.name for message in everything for item in message.attachments if item.sha256 == sha256)
        name = next(names, "a picture")
        raise _NotRepeatedError(
            f"{name} (SHA-256 {sha256[:12]}…) was not found; name its file after the export."
        )

    def _loaded(self, stats: RunStats) -> CommandEngine:
        """An engine with the model that made it, on what it ran on."""
        options = self._options
        device = options.device if options.device != AS_EXPORTED else stats.device.split(":")[0]
        precision = options.precision if options.precision != AS_EXPORTED else stats.precision
        runs_on = (
            device if device in DEVICES else "auto",
            precision if precision in PRECISIONS else "auto",
        )
        if self._engine is None or self._runs_on != runs_on:
            self.close()
            engine = CommandEngine(EngineOptions(options.model_dir, *runs_on), self._factory)
            self._engine, self._runs_on = engine, runs_on
            for event in engine.load():
                if isinstance(event, LoadProgress):
                    self._terminal.progress(event.sentence)
                elif isinstance(event, Failed):
                    self.close()
                    raise _NotRepeatedError(
                        f"{event.user_message} It ran on {stats.device} in {stats.precision};"
                        " --device and --precision name others."
                    )
        engine = self._engine
        here = "" if engine.loaded is None else engine.loaded.model.weights_fingerprint
        if here != stats.weights:
            raise _NotRepeatedError(
                f"it was made by {stats.model} with weights {stats.weights[:12] or 'unknown'}…, and the model"
                f" here has {here[:12] or 'unknown'}…; name its folder with --model."
            )
        return engine

    def _differences(
        self, stats: RunStats, engine: CommandEngine, plan: Reading | Question
    ) -> tuple[Difference, ...]:
        if engine.loaded is None:
            return ()
        model = engine.loaded.model
        if isinstance(plan, Question):
            task, told = "ask", plan.turns[-1].text
        elif plan.markdown:
            task, told = "markdown", model.markdown_prompt
        else:
            task, told = "read", model.read_prompt
        pairs = (
            ("task", stats.task, task),
            ("prompt", stats.prompt, told),
            ("device", stats.device, model.device),
            ("precision", stats.precision, model.precision),
            ("yomi", stats.yomi, installed("yomi")),
            ("torch", stats.torch, installed("torch")),
        )
        return tuple(Difference(*pair) for pair in pairs if pair[1] != pair[2])

    def _text(self, engine: CommandEngine, stats: RunStats, plan: Reading | Question) -> str:
        events = engine.answer(
            plan, max_new_tokens=stats.max_new_tokens, image_budget_tokens=stats.image_budget_tokens
        )
        text = ""
        for event in events:
            match event:
                case PrefillProgress():
                    self._terminal.progress(stage_sentence(event))
                case Finished():
                    text = event.text
                case Failed():
                    raise _NotRepeatedError(event.user_message)
        return text


def _told(done: Repetition, number: int, count: int) -> str:
    """What is said of an answer on a terminal."""
    head = f"answer {number} of {count}: "
    if done.outcome is Outcome.NOT_REPEATED:
        return f"{head}not repeated: {done.reason}\n"
    same = done.outcome is Outcome.SAME
    lines = [head + (f"the same text ({len(done.text)} characters)" if same else "another text")]
    lines += [f"  {each.what}: {each.then or '-'} then, {each.now or '-'} now" for each in done.differences]
    if not same:
        lines += difflib.unified_diff(
            done.expected.splitlines(), done.text.splitlines(), "exported", "repeated", lineterm=""
        )
    return "\n".join(lines) + "\n"
