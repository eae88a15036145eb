"""What presets are called: the user's own as he named them, those of Yomi in the window's language. GUI
thread only.
"""

from __future__ import annotations

from app.domain import RequestKind
from app.presets import Preset
from app.views.language import QT_TRANSLATE_NOOP, translate

_NAMES = {
    "read": QT_TRANSLATE_NOOP("Presets", "Read the text"),
    "markdown": QT_TRANSLATE_NOOP("Presets", "Read as Markdown"),
    "table": QT_TRANSLATE_NOOP("Presets", "Read as a table"),
    "json": QT_TRANSLATE_NOOP("Presets", "Receipt as JSON"),
    "caption": QT_TRANSLATE_NOOP("Presets", "Describe the picture"),
    "translate": QT_TRANSLATE_NOOP("Presets", "Translate"),
}

_KINDS = {
    RequestKind.ASK: QT_TRANSLATE_NOOP("Presets", "Question"),
    RequestKind.JSON: QT_TRANSLATE_NOOP("Presets", "JSON, checked against a schema"),
    RequestKind.TRANSLATE: QT_TRANSLATE_NOOP("Presets", "Translation"),
    RequestKind.TABLE: QT_TRANSLATE_NOOP("Presets", "Table"),
    RequestKind.CAPTION: QT_TRANSLATE_NOOP("Presets", "Description"),
    RequestKind.READ: QT_TRANSLATE_NOOP("Presets", "Reading"),
    RequestKind.MARKDOWN: QT_TRANSLATE_NOOP("Presets", "Reading as Markdown"),
}
KINDS = tuple(_KINDS)
"""In the order in which they are offered."""


def preset_name(preset: Preset) -> str:
    """Its name."""
    return preset.name or translate("Presets", _NAMES.get(preset.id, "Preset"))


def kind_name(kind: RequestKind) -> str:
    """What a preset of that kind asks for."""
    return translate("Presets", _KINDS[kind])


def about(preset: Preset) -> str:
    """What it asks, in one line."""
    words = " ".join(preset.prompt.split())
    return words if preset.takes_words and words else kind_name(preset.kind)
