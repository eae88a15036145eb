"""The checkpoint's chat template, and what keeps a user's words from becoming control tokens in it.

Engine thread only; imports no torch. Source for the environment: transformers 5.24,
utils/chat_template_utils.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import jinja2
import jinja2.ext
import jinja2.sandbox

from engine.config import Fields, read_json
from engine.errors import ConfigError, TokenizerError

MAX_TEMPLATE_BYTES = 1024 * 1024

GUARD_RANGE = range(0xF0000, 0xFFFFD)
"""Private-use characters, one of which stands in for what must not look like a control token while
rendering.
"""


class GenerationTag(jinja2.ext.Extension):
    """Lets templates mark the assistant's part with {% generation %}; the mark itself prints nothing."""

    tags = {"generation"}  # noqa: RUF012 - jinja2 declares it so

    def parse(self, parser: jinja2.parser.Parser) -> list[jinja2.nodes.Node]:
        """Keep the body, drop the tags."""
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


class ChatTemplate:
    """The checkpoint's template, compiled in a sandbox: it may come from anywhere."""

    def __init__(self, source: str, variables: dict[str, str]) -> None:
        """Raises: TokenizerError."""
        environment = jinja2.sandbox.ImmutableSandboxedEnvironment(
            trim_blocks=True, lstrip_blocks=True, extensions=[GenerationTag, jinja2.ext.loopcontrols]
        )
        environment.filters["tojson"] = _to_json
        environment.globals["raise_exception"] = _raise_exception
        environment.globals["strftime_now"] = _strftime_now
        self.variables = variables
        self.source = source
        try:
            self.template = environment.from_string(source)
        except jinja2.TemplateError as error:
            raise TokenizerError(
                "The model's chat template is damaged; download the model again.", str(error)
            ) from None

    def render(self, messages: list[dict[str, Any]]) -> str:
        """The conversation as one text that ends where the assistant begins. Raises: TokenizerError.

        Several pictures are numbered, as Qwen's templates know how to: a question can then name one.
        """
        pictures = sum(_pictures_in(message) for message in messages)
        try:
            return self.template.render(
                messages=messages,
                add_generation_prompt=True,
                add_vision_id=pictures > 1,
                **self.variables,
            )
        # A template is a program of somebody else's: whatever it raises is the template's fault.
        except Exception as error:  # noqa: BLE001
            raise TokenizerError(
                "The model's chat template cannot express this conversation; start a new one or "
                "choose another model.",
                f"{type(error).__name__}: {error}"[:500],
            ) from None


def _pictures_in(message: dict[str, Any]) -> int:
    content = message["content"]
    return 0 if isinstance(content, str) else sum(part["type"] == "image" for part in content)


def _to_json(value: Any, ensure_ascii: bool = False, indent: int | None = None) -> str:
    # jinja2's own filter escapes for HTML.
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent)


def _raise_exception(message: str) -> None:
    raise jinja2.TemplateError(message)


def _strftime_now(pattern: str) -> str:
    return datetime.now().astimezone().strftime(pattern)


def read_template(model_dir: Path, settings: dict[str, Any]) -> str | None:
    """The template from whichever of its three homes it lives in; newest first.

    Raises: TokenizerError, ConfigError.
    """
    path = model_dir / "chat_template.jinja"
    if path.is_file():
        if path.stat().st_size > MAX_TEMPLATE_BYTES:
            raise TokenizerError(f"{path.name} is far too large; download the model again.", str(path))
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise TokenizerError(
                f"{path.name} cannot be read; download the model again.", str(error)
            ) from None
    value: Any = settings.get("chat_template")
    beside = model_dir / "chat_template.json"
    if beside.is_file():
        value = Fields(read_json(beside), beside.name).text("chat_template")
    if isinstance(value, list):
        # An older form: several named templates, of which "default" is for conversation.
        value = next(
            (
                item.get("template")
                for item in value
                if isinstance(item, dict) and item.get("name") == "default"
            ),
            None,
        )
    if value is not None and not isinstance(value, str):
        raise ConfigError(
            "tokenizer_config.json has an impossible chat_template; download the model again.",
            type(value).__name__,
        )
    return value


def alternatives(texts: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern for any of `texts`, the longest first."""
    ordered = sorted(texts, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, ordered))) if ordered else None


class Guard:
    """Keeps somebody's text from spelling an added token while it passes through the template.

    Only the few characters that could be taken for one are hidden, so that the template's own filters see
    the rest.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        used = set().union(*texts)
        self.mark = next(chr(code) for code in GUARD_RANGE if chr(code) not in used)
        self.hidden: list[str] = []
        self.said: list[Sequence[int]] = []

    def hide(self, text: str, forbidden: Collection[str]) -> str:
        """Replace `forbidden` tokens, and an end that could grow into one together with what follows."""
        pattern = alternatives(forbidden)
        if pattern is None:
            return text
        text = pattern.sub(lambda match: self._hide(match.group()), text)
        longest = max(
            (size for token in forbidden for size in range(1, len(token)) if text.endswith(token[:size])),
            default=0,
        )
        return text if longest == 0 else text[:-longest] + self._hide(text[-longest:])

    def hide_ids(self, ids: Sequence[int]) -> str:
        """A mark for a whole text that is known by its ids; the template sees nothing of it."""
        self.said.append(ids)
        return f"{self.mark}={len(self.said) - 1}{self.mark}"

    def parts(self, text: str) -> list[str | Sequence[int]]:
        """The text with what was hidden put back: plain pieces, and those that are known by their ids."""
        # Every second piece is a number.
        pieces = re.split(f"{self.mark}=([0-9]+){self.mark}", text)
        found = [
            self.said[int(piece)] if index % 2 else self.reveal(piece) for index, piece in enumerate(pieces)
        ]
        return [part for part in found if part]

    def _hide(self, text: str) -> str:
        self.hidden.append(text)
        return f"{self.mark}{len(self.hidden) - 1}{self.mark}"

    def reveal(self, text: str) -> str:
        """Put back what was hidden."""
        if self.mark not in text:
            return text
        return re.sub(f"{self.mark}([0-9]+){self.mark}", lambda match: self.hidden[int(match.group(1))], text)
