"""How results look on standard output: plain text, Markdown or JSON. Main thread."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from app.domain import ReadLine, RunSettings
from app.engine_port import Failed, Finished, Found, outcome_of_finish
from app.export.json_record import CONFIDENCE_DIGITS, line_record

FORMATS = ("text", "markdown", "json")


@dataclass(frozen=True, slots=True)
class Source:
    """One page of one input. `label` is the path as it was given, `sha256` that of the whole file, `prompt`
    what the model is told about it, `missing` what of a damaged file could not be opened, as a sentence.
    """

    label: str
    page: int = 0
    pages: int = 1
    sha256: str = ""
    prompt: str = ""
    missing: str = ""

    @property
    def title(self) -> str:
        return self.label if self.pages == 1 else f"{self.label}, page {self.page + 1}"


@dataclass(frozen=True, slots=True)
class Producer:
    """What makes the results: the same for every source once the model is loaded."""

    model: str = ""
    weights: str = ""
    """Fingerprint of the weights (see `engine.fingerprint`)."""
    device: str = ""
    precision: str = ""
    max_new_tokens: int = 0
    temperature: float = 0.0
    top_p: float = 1.0


class ResultWriter(Protocol):
    """Told of every source in order: `begin`, any `text`, `end`; at last `close`, whatever happened."""

    def begin(self, source: Source) -> None: ...

    def text(self, text: str) -> None: ...

    def end(self, result: Finished | Failed) -> None: ...

    def close(self) -> None: ...


class TextWriter:
    """Only the text; a blank line between sources that have some."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._anything_written = False
        self._text_written = False
        self._at_line_start = True

    def begin(self, source: Source) -> None:  # noqa: ARG002 - plain text does not say where it is from
        self._text_written = False

    def text(self, text: str) -> None:
        if not text:
            return
        if not self._text_written and self._anything_written:
            self._write("\n")
        self._text_written = self._anything_written = True
        self._at_line_start = text.endswith("\n")
        self._write(text)

    def end(self, result: Finished | Failed) -> None:  # noqa: ARG002 - failures go to standard error
        if not self._at_line_start:
            self._write("\n")
            self._at_line_start = True

    def close(self) -> None:
        """Nothing is left open."""


class MarkdownWriter:
    """A heading for each source, the model's text below it exactly as it is."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._first = True
        self._at_line_start = True

    def begin(self, source: Source) -> None:
        self._write(f"{'' if self._first else chr(10)}## {_escaped(source.title)}\n\n")
        self._first = False
        self._at_line_start = True

    def text(self, text: str) -> None:
        if text:
            self._at_line_start = text.endswith("\n")
            self._write(text)

    def end(self, result: Finished | Failed) -> None:
        if isinstance(result, Failed):
            self._write(f"{'' if self._at_line_start else chr(10)}*{_escaped(result.user_message)}*")
            self._at_line_start = False
        if not self._at_line_start:
            self._write("\n")
            self._at_line_start = True

    def close(self) -> None:
        """Nothing is left open."""


class JsonWriter:
    """One array, an object for each source as soon as it is done; valid even when the command is stopped."""

    def __init__(self, write: Callable[[str], None], producer: Callable[[], Producer]) -> None:
        self._write = write
        self._producer = producer
        self._source = Source("")
        self._pieces: list[str] = []
        self._count = 0

    def begin(self, source: Source) -> None:
        self._source = source
        self._pieces = []

    def text(self, text: str) -> None:
        self._pieces.append(text)

    def end(self, result: Finished | Failed) -> None:
        self._write("[\n" if self._count == 0 else ",\n")
        self._count += 1
        self._write(json.dumps(self._record(result), ensure_ascii=False, indent=2))

    def close(self) -> None:
        self._write("[]\n" if self._count == 0 else "\n]\n")

    def _record(self, result: Finished | Failed) -> dict[str, Any]:
        source, producer = self._source, self._producer()
        record: dict[str, Any] = {
            "path": source.label,
            "page": source.page + 1,
            "pages": source.pages,
            "input_sha256": source.sha256 or None,
            "missing": source.missing or None,
            "prompt": source.prompt,
            "model": producer.model,
            "weights_fingerprint": producer.weights or None,
            "settings": {
                "device": producer.device,
                "precision": producer.precision,
                "max_new_tokens": producer.max_new_tokens,
                "temperature": producer.temperature,
                "top_p": producer.top_p,
            },
        }
        if isinstance(result, Failed):
            return {
                **record,
                "text": "".join(self._pieces),
                "lines": [],
                "answers": [],
                "finish_reason": "failed",
                "error": {"code": result.code, "message": result.user_message},
                "metrics": None,
            }
        return {
            **record,
            "text": result.text,
            "lines": [_line_record(line) for line in outcome_of_finish(result, RunSettings()).lines],
            "answers": [_answer_record(found) for found in result.answers],
            "finish_reason": str(result.reason),
            "error": None,
            "metrics": asdict(result.metrics),
        }


def _line_record(line: ReadLine) -> dict[str, Any]:
    """A line; the page is the source's."""
    return {name: value for name, value in line_record(line).items() if name != "page"}


def _answer_record(found: Found) -> dict[str, Any]:
    """One thing that was asked for, and what was found of it; the picture is the source's."""
    return {
        "kind": found.kind,
        "asked": found.named,
        "value": found.value,
        "confidence": round(found.confidence, CONFIDENCE_DIGITS),
    }


def writer_for(
    format_name: str, write: Callable[[str], None], producer: Callable[[], Producer]
) -> ResultWriter:
    """The writer of one of `FORMATS`; `producer` says what makes the results once the model is loaded."""
    match format_name:
        case "markdown":
            return MarkdownWriter(write)
        case "json":
            return JsonWriter(write, producer)
    return TextWriter(write)


def _escaped(text: str) -> str:
    """`text` as Markdown that shows just these characters, on one line."""
    return re.sub(r"([\\`*_{}\[\]<>()#+!|~&])", r"\\\1", " ".join(text.split()))
