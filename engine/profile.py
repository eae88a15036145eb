"""How a model folder wants to be used for reading: prompts, canvas, budgets. Any thread; nothing heavy.

A folder may hold `yomi.json`; a plain Hugging Face checkpoint has none and gets the defaults below.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from engine.errors import ConfigError

T = TypeVar("T")

PROFILE_FILE = "yomi.json"

# Qwen's developers recommend 1024-2048 visual tokens for reading; the processor's own default limit
# lets a 12-megapixel photo cost 11,844 (github.com/ggml-org/llama.cpp/issues/16842).
DEFAULT_READ_BUDGET_TOKENS = 2048
DEFAULT_ASK_BUDGET_TOKENS = 1280
DEFAULT_READ_PROMPT = (
    "Read all the text in this image in reading order, line by line. Answer with the text only."
)
DEFAULT_MARKDOWN_PROMPT = (
    "Read all the text in this image in reading order as Markdown: headings with #, lists with - or numbers, "
    "tables with |, code fenced. Answer with the Markdown only."
)
FIELD = "field"
DEFAULT_QUESTIONS = (
    ("total", "What is the total? Answer with the amount only."),
    ("date", "What is the date? Answer with the date only, as it is written."),
    ("vendor", "Who is the vendor? Answer with the name only."),
    ("number", "What is the invoice or receipt number? Answer with the number only."),
    ("lines", "How many lines of text are there? Answer with a number only."),
    ("caption", "What kind of picture is this? Answer in one short sentence."),
    (FIELD, "What is the value of {field}? Answer with the value only."),
)


@dataclass(frozen=True, slots=True)
class ReaderProfile:
    """What the folder says about itself.

    `canvas_px`: the largest picture, in pixels, that the model reads in one piece; larger ones are split
    into regions. None: the model takes whole pictures within its token budget.
    `multiple_px`: sides of a region are padded to a multiple of it.
    `single_turn`: the model was taught one question a picture, so earlier turns are not shown to it.
    `markdown_prompt`: empty where the model has not learnt to read as Markdown.
    `questions`: short words for common questions (see `wording`), and how the model is best asked them.
    `larger`: what a larger model would do, and where to get one.
    """

    name: str
    bundled: bool = False
    note: str = ""
    canvas_px: int | None = None
    multiple_px: int = 32
    single_turn: bool = False
    read_prompt: str = DEFAULT_READ_PROMPT
    markdown_prompt: str = DEFAULT_MARKDOWN_PROMPT
    questions: tuple[tuple[str, str], ...] = DEFAULT_QUESTIONS
    larger: str = ""
    read_budget_tokens: int = DEFAULT_READ_BUDGET_TOKENS
    ask_budget_tokens: int = DEFAULT_ASK_BUDGET_TOKENS

    def wording(self, question: str) -> str:
        """A question as the model is asked it: a short word, or `field NAME`, in full; others as they are."""
        known = dict(self.questions)
        word, _, name = " ".join(question.split()).partition(" ")
        if word.lower() == FIELD and name and FIELD in known:
            return known[FIELD].replace("{field}", name)
        return question if word.lower() == FIELD else known.get(question.strip().lower(), question)


def load_profile(model_dir: Path) -> ReaderProfile:
    """The profile of `model_dir`; defaults where it holds no profile file.

    Raises: ConfigError where the file is there but cannot be what it should.
    """
    path = model_dir / PROFILE_FILE
    if not path.is_file():
        return ReaderProfile(name=model_dir.resolve().name)
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError(
            f"{PROFILE_FILE} in the model folder cannot be read; restore the file or delete it.", str(error)
        ) from error
    if not isinstance(raw, dict):
        raise ConfigError(f"{PROFILE_FILE} in the model folder must hold a JSON object.", type(raw).__name__)
    prompts, questions = _object(raw, "prompts"), _object(raw, "questions")
    return ReaderProfile(
        name=_value(raw, "name", str, model_dir.resolve().name),
        bundled=_value(raw, "bundled", bool, default=False),
        note=_value(raw, "note", str, ""),
        canvas_px=_positive(raw, "canvas_px", None),
        multiple_px=_positive(raw, "multiple_px", 32) or 32,
        single_turn=_value(raw, "single_turn", bool, default=False),
        read_prompt=_value(prompts, "read", str, DEFAULT_READ_PROMPT),
        # A model that names its prompts knows no others.
        markdown_prompt=_value(prompts, "markdown", str, "" if prompts else DEFAULT_MARKDOWN_PROMPT),
        questions=tuple((kind, _value(questions, kind, str, "")) for kind in questions) or DEFAULT_QUESTIONS,
        larger=_value(raw, "larger", str, ""),
        read_budget_tokens=_positive(raw, "read_budget_tokens", None) or DEFAULT_READ_BUDGET_TOKENS,
        ask_budget_tokens=_positive(raw, "ask_budget_tokens", None) or DEFAULT_ASK_BUDGET_TOKENS,
    )


def _value(raw: dict[str, Any], key: str, kind: type[T], default: T) -> T:
    value = raw.get(key, default)
    if not isinstance(value, kind):
        raise ConfigError(f"'{key}' in {PROFILE_FILE} must be of type {kind.__name__}.", repr(value))
    return value


def _object(raw: dict[str, Any], key: str) -> dict[str, Any]:
    value = raw.get(key, {})
    if not isinstance(value, dict):
        raise ConfigError(f"'{key}' in {PROFILE_FILE} must be a JSON object.", repr(value))
    return value


def _positive(raw: dict[str, Any], key: str, default: int | None) -> int | None:
    value = raw.get(key, default)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value <= 0:
        raise ConfigError(f"'{key}' in {PROFILE_FILE} must be a positive whole number.", repr(value))
    return value
