"""Presets: what is asked for again and again, by name; their prompts, and the variables in them.

Pure records and functions without Qt, any thread. Those that come with Yomi have no name of their own: the
window names them in its language. Sentences are English, `app.views.spoken` says them in the window's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from app.domain import ModelCard, RequestKind, new_id
from app.json_answer import schema_problem

MOST_PRESETS = 200
LONGEST_NAME = 60
LONGEST_TEXT = 20_000

VARIABLES = ("clipboard", "date", "filename", "language", "schema", "text", "time")
"""What may stand in braces in a prompt."""

_VARIABLE = re.compile(r"\{(\{[A-Za-z_][A-Za-z0-9_]*\})\}|\{([A-Za-z_][A-Za-z0-9_]*)\}")

_RECEIPT_SCHEMA = """{
  "type": "object",
  "properties": {
    "vendor": {"type": "string"},
    "date": {"type": "string"},
    "items": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {"name": {"type": "string"}, "price": {"type": "number"}},
        "required": ["name", "price"]
      }
    },
    "total": {"type": "number"}
  },
  "required": ["vendor", "items", "total"]
}"""

WITHOUT_WORDS = (RequestKind.READ, RequestKind.MARKDOWN)
"""Readings: the engine knows what to tell the model, and no words go with it."""


class PresetError(Exception):
    """A preset cannot be used now. `sentence` tells the user why and what to do."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Preset:
    """What is asked for. `language` is the one to answer in, empty for the window's; `schema` is JSON."""

    id: str
    kind: RequestKind
    prompt: str = ""
    name: str = ""
    language: str = ""
    schema: str = ""

    @property
    def is_built_in(self) -> bool:
        """Whether Yomi came with it, changed since or not."""
        return self.id in _BUILT_IN

    @property
    def takes_words(self) -> bool:
        return self.kind not in WITHOUT_WORDS


BUILT_IN = (
    Preset("read", RequestKind.READ),
    Preset("markdown", RequestKind.MARKDOWN),
    Preset(
        "table",
        RequestKind.TABLE,
        "Write the table in this picture as a Markdown table, cell by cell as it is printed. Answer with the "
        "table only.",
    ),
    Preset(
        "json",
        RequestKind.JSON,
        "Fill in this JSON Schema from the picture:\n{schema}\nAnswer with the JSON object only.",
        schema=_RECEIPT_SCHEMA,
    ),
    # A word that the engine knows, see `ModelCard.wording`: each model is asked as it was taught.
    Preset("caption", RequestKind.CAPTION, "caption"),
    Preset(
        "translate",
        RequestKind.TRANSLATE,
        "Translate all the text in this picture into {language}. Answer with the translation only.",
    ),
)
_BUILT_IN = {preset.id: preset for preset in BUILT_IN}


def all_presets(own: Sequence[Preset], removed: Sequence[str]) -> tuple[Preset, ...]:
    """What the user can choose from: what Yomi came with, as changed and where not removed, then his own."""
    changed = {preset.id: preset for preset in own}
    kept = [changed.get(preset.id, preset) for preset in BUILT_IN if preset.id not in removed]
    return (*kept, *(preset for preset in own if not preset.is_built_in))


def built_in(preset_id: str) -> Preset:
    """One of those that Yomi came with, as it was. Raises: KeyError."""
    return _BUILT_IN[preset_id]


def copied(preset: Preset, name: str) -> Preset:
    """A preset of the user's own that does the same."""
    return replace(preset, id=new_id(), name=name[:LONGEST_NAME])


def problem_of(preset: Preset) -> str:
    """Why a preset can never be used, as a sentence; empty where it can."""
    if preset.takes_words and not preset.prompt.strip():
        return "The prompt is empty; write what is to be asked."
    unknown = unknown_variables(preset.prompt)
    if preset.takes_words and unknown:
        return _unknown_sentence(unknown[0])
    return schema_problem(preset.schema) if preset.kind is RequestKind.JSON else ""


def variables_in(prompt: str) -> tuple[str, ...]:
    """The names in braces, each once, in order."""
    names = (match.group(2) for match in _VARIABLE.finditer(prompt))
    return tuple(dict.fromkeys(name for name in names if name))


def unknown_variables(prompt: str) -> tuple[str, ...]:
    """Those that Yomi cannot fill in."""
    return tuple(name for name in variables_in(prompt) if name not in VARIABLES)


def filled_in(prompt: str, values: Mapping[str, str]) -> str:
    """The prompt with its variables filled in, once: what comes in is never looked at again.

    Braces around anything but a name stand as they are, as in JSON; `{{name}}` is a name in braces.
    Raises: PresetError where a variable is not known, or has nothing to say.
    """
    for name in variables_in(prompt):
        if name not in VARIABLES:
            raise PresetError(_unknown_sentence(name))
        if not values.get(name, "").strip():
            raise PresetError(_EMPTY[name])

    def put(match: re.Match[str]) -> str:
        return match.group(1) or values[match.group(2)]

    return _VARIABLE.sub(put, prompt)


def why_model_cannot(preset: Preset, card: ModelCard | None) -> str:
    """Why the loaded model is not asked this, as a sentence; empty where it is."""
    if card is None:
        return ""
    if preset.kind is RequestKind.MARKDOWN and not card.reads_markdown:
        return f"{card.name} has not learnt to read as Markdown; choose a larger model for that."
    if preset.kind is RequestKind.TABLE and not (card.answers_freely or card.reads_markdown):
        return f"{card.name} has not learnt to read tables; choose a larger model for that."
    if preset.kind is RequestKind.TRANSLATE and not card.answers_freely:
        return f"{card.name} cannot translate; choose a larger model for that."
    if preset.kind is RequestKind.JSON and not card.answers_freely:
        return f"{card.name} cannot answer with JSON; choose a larger model for that."
    return ""


def presets_from(value: object) -> tuple[Preset, ...]:
    """What the settings file holds; what cannot be a preset is left out."""
    if not isinstance(value, list | tuple):
        return ()
    found: dict[str, Preset] = {}
    for entry in value:
        preset = entry if isinstance(entry, Preset) else _preset_from(entry)
        if preset is not None and preset.id not in found and len(found) < MOST_PRESETS:
            found[preset.id] = preset
    return tuple(found.values())


def _preset_from(entry: object) -> Preset | None:
    if not isinstance(entry, dict):
        return None
    texts: dict[str, Any] = {name: entry.get(name, "") for name in _FIELDS}
    if not all(isinstance(text, str) and len(text) <= LONGEST_TEXT for text in texts.values()):
        return None
    if not texts["id"] or texts["kind"] not in tuple(RequestKind):
        return None
    return Preset(**{**texts, "kind": RequestKind(texts["kind"]), "name": texts["name"][:LONGEST_NAME]})


_FIELDS = tuple(field.name for field in fields(Preset))

_EMPTY = {
    "clipboard": "The clipboard holds no text; copy the text that the preset is to use, then choose it.",
    "date": "The date is not known; set the clock of this computer.",
    "time": "The time is not known; set the clock of this computer.",
    "filename": "There is no picture whose name the preset could use; add one.",
    "language": "The preset names no language; choose one in the settings.",
    "schema": "The preset has no schema; write one in the settings.",
    "text": "The preset needs your words too; type them, then send.",
}


def _unknown_sentence(name: str) -> str:
    known = ", ".join("{" + each + "}" for each in VARIABLES)
    braced = "{" + name + "}"
    return f"Yomi does not know what {braced} stands for; known are {known}."
