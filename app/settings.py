"""Settings: what the user chose, as a typed record in a versioned JSON file that is never torn and never
silently lost.

One thread, the GUI thread. A file is replaced whole; the one before stays as `.bak`. A file that cannot be
understood is kept under another name and said so.
"""

from __future__ import annotations

import json
import logging
import os
from contextlib import suppress
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from app.domain import DEFAULT_MAX_NEW_TOKENS
from app.presets import BUILT_IN, Preset, presets_from

VERSION = 1

log = logging.getLogger(__name__)


class Theme(StrEnum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Settings:
    """Every field has a default; a value in the file that cannot be is replaced by it."""

    model_folder: str = ""
    """The last model folder that loaded; empty means the bundled model."""
    device: str = "auto"
    precision: str = "auto"
    window_geometry: str = ""
    """As Qt saved it, base64."""
    splitter: str = ""
    """As Qt saved it, base64."""
    panels_visible: bool = True
    theme: Theme = Theme.SYSTEM
    max_new_tokens: int = DEFAULT_MAX_NEW_TOKENS
    language: str = "system"
    """system, or one of `LANGUAGES`"""
    image_budget_tokens: int = 0
    """Visual tokens that a picture may cost; 0 leaves it to the model."""
    formats_answers: bool = True
    """Whether Markdown is laid out in answers that are asked for in it; as the reader chose last."""
    side_by_side: bool = False
    """Whether the picture viewer shows the text beside the picture; else below it."""
    start_minimised: bool = False
    tray_visible: bool = True
    """Where the desktop has a tray."""
    close_to_tray: bool = False
    capture_hides_window: bool = True
    capture_hotkey: str = ""
    """Works in every program, where the desktop lets it; empty for none."""
    capture_region: str = ""
    """The last one, as `app.capture.region` writes it."""
    allow_connections: bool = False
    """What the offline guard lets through; nothing in Yomi needs it."""
    export_format: str = "text"
    """The one chosen last, by its name in `app.export.formats`."""
    model_note_dismissed: bool = False
    """Whether it need not be said again that the bundled model is a small one."""
    welcomed: bool = False
    """Whether the first steps have been shown."""
    shortcuts: dict[str, str] = field(default_factory=dict)
    """Command -> keys, for those that the user changed; empty keys take a shortcut away."""
    presets: tuple[Preset, ...] = ()
    """The user's own, and those of Yomi that he changed."""
    reading_preset: str = ""
    """Id of the preset that a picture without words is read with; empty for the plain text."""
    presets_removed: tuple[str, ...] = ()
    """Ids of those of Yomi that he does not want."""


LANGUAGES = ("en", "de", "ja", "zh_CN")

CHOICES = {
    "language": ("system", *LANGUAGES),
    "device": ("auto", "cpu", "cuda", "mps"),
    "precision": ("auto", "bf16", "fp32", "int4"),
    "theme": tuple(Theme),
}
LIMITS = {"max_new_tokens": (16, 131_072), "image_budget_tokens": (0, 65_536)}
"""Least and most."""
_MOST_SHORTCUTS = 200


class SettingsStore:
    """The settings and their file. `notices`: what the user should hear about reading it; often nothing."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._raw: dict[str, Any] = {}
        self.notices: tuple[str, ...] = ()
        self.settings = self._load()

    def update(self, **changes: object) -> Settings:
        """Change fields and write the file; where that fails it is logged and tried again next time."""
        unknown = changes.keys() - _FIELDS.keys()
        if unknown:
            raise TypeError(f"no such settings: {sorted(unknown)}")
        merged = {**asdict(self.settings), **changes}
        self.settings = replace(self.settings, **{name: _valid(name, merged[name]) for name in changes})
        self._save()
        return self.settings

    def _load(self) -> Settings:
        backup = self._backup_path()
        unreadable: list[str] = []
        kept: list[str] = []
        for path in (self._path, backup):
            try:
                self._raw = _read(path)
            except FileNotFoundError:
                continue
            except OSError as error:
                log.warning("settings not read: %s", error)
                unreadable.append(str(path))
                continue
            except (ValueError, RecursionError) as error:
                log.warning("settings damaged: %s", error)
                kept.append(_move_aside(path))
                continue
            # Where the file is missing and only the backup is there, a crash came between two renames.
            self.notices = _told(unreadable, kept, "The settings before the last change are in use.")
            return Settings(**{name: _valid(name, self._raw[name]) for name in _FIELDS if name in self._raw})
        self.notices = _told(unreadable, kept, "The defaults are in use.")
        return Settings()

    def _save(self) -> None:
        # Fields of another version stay in the file, so that going back to it finds them.
        self._raw = {
            **self._raw,
            **asdict(self.settings),
            "version": max(VERSION, self._raw.get("version", VERSION)),
        }
        temporary = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        try:
            with temporary.open("w", encoding="utf-8") as file:
                # ASCII: the name of a folder may hold bytes that are no UTF-8, which no encoding would take.
                json.dump(self._raw, file, indent=2)
                file.flush()
                os.fsync(file.fileno())
            if self._path.exists():
                self._path.replace(self._backup_path())
            temporary.replace(self._path)
        except OSError as error:
            log.warning("settings not written: %s", error)
            with suppress(OSError):
                temporary.unlink(missing_ok=True)

    def _backup_path(self) -> Path:
        return self._path.with_name(self._path.name + ".bak")


def _told(unreadable: list[str], kept: list[str], in_use: str) -> tuple[str, ...]:
    """What is wrong with each file, and what is used instead; nothing where no file is wrong."""
    told = [f"The settings could not be read; check the permissions of {path}." for path in unreadable]
    if len(kept) == 1:
        told.append(f"The settings could not be understood; the file was kept as {kept[0]}.")
    elif kept:
        told.append(
            "The settings and the copy before them could not be understood; "
            f"they were kept as {kept[0]} and {kept[1]}."
        )
    return (*told, in_use) if told else ()


def _read(path: Path) -> dict[str, Any]:
    # Some editors begin a file with a mark that JSON does not know.
    match json.loads(path.read_text(encoding="utf-8-sig")):
        case {"version": int(version)} as raw if not isinstance(version, bool):
            return dict(raw)
    raise ValueError("not a settings object")


def _move_aside(path: Path) -> str:
    kept = path.with_name(f"{path.name}.corrupt-{datetime.now(UTC):%Y%m%dT%H%M%S%f}")
    try:
        path.replace(kept)
    except OSError as error:
        log.warning("damaged settings not moved: %s", error)
        return path.name
    return kept.name


_FIELDS: dict[str, Any] = {
    each.name: each.default if each.default is not MISSING else {} for each in fields(Settings)
}


def _valid(name: str, value: object) -> Any:
    """`value` where the field can take it, else the field's default."""
    default = _FIELDS[name]
    if name == "presets":
        return presets_from(value)
    if name == "presets_removed":
        return _known_presets(value)
    if isinstance(default, dict):
        return _texts(value)
    kind = str if isinstance(default, str) else type(default)
    if type(value) is not kind and not isinstance(value, Theme):
        return default
    if isinstance(value, str) and not _can_be_named(value):
        return default
    if name in CHOICES and value not in CHOICES[name]:
        return default
    if name in LIMITS and value not in range(LIMITS[name][0], LIMITS[name][1] + 1):
        return default
    return Theme(str(value)) if name == "theme" else value


def _can_be_named(text: str) -> bool:
    """Whether a path or the keys of a shortcut can be written so."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def _known_presets(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        return ()
    return tuple(preset.id for preset in BUILT_IN if preset.id in value)


def _texts(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    pairs = [(key, text) for key, text in value.items() if isinstance(key, str) and isinstance(text, str)]
    return dict(pairs[:_MOST_SHORTCUTS])
