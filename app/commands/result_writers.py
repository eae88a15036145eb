"""How results look on standard output: plain text, Markdown or JSON. Main thread."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from app.engine_port import Failed, Finished

FORMATS = ("text", "markdown", "json")


@dataclass(frozen=True, slots=True)
class Source:
    """One page of one input. `label` is the path as it was given."""

    label: str
    page: int = 0
    pages: int = 1

    @property
    def title(self) -> str:
        return self.label if self.pages == 1 else f"{self.label}, page {self.page + 1}"


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

    def __init__(self, write: Callable[[str], None], model: Callable[[], str]) -> None:
        self._write = write
        self._model = model
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
        source = self._source
        record: dict[str, Any] = {"path": source.label, "page": source.page + 1, "pages": source.pages}
        if isinstance(result, Failed):
            return {
                **record,
                "text": "".join(self._pieces),
                "finish_reason": "failed",
                "error": {"code": result.code, "message": result.user_message},
                "model": self._model(),
                "metrics": None,
            }
        return {
            **record,
            "text": result.text,
            "finish_reason": str(result.reason),
            "error": None,
            "model": self._model(),
            "metrics": asdict(result.metrics),
        }


def writer_for(format_name: str, write: Callable[[str], None], model: Callable[[], str]) -> ResultWriter:
    """The writer of one of `FORMATS`; `model` names the model once it is loaded."""
    match format_name:
        case "markdown":
            return MarkdownWriter(write)
        case "json":
            return JsonWriter(write, model)
    return TextWriter(write)


def _escaped(text: str) -> str:
    """`text` as Markdown that shows just these characters, on one line."""
    return re.sub(r"([\\`*_{}\[\]<>()#+!|~&])", r"\\\1", " ".join(text.split()))
