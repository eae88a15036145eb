"""Reading a checkpoint's JSON files into checked values; every impossible value becomes a `ConfigError`.

Knows no model family: the families build their own frozen dataclasses from `Fields`. Any thread; imports no
torch.
"""

from __future__ import annotations

import json
import math
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import ConfigError, UnsupportedArchitectureError

MAX_JSON_BYTES = 64 * 1024 * 1024
"""The largest companion file seen is a 152k-token tokenizer.json of 11 MB; more than this is not one of
ours.
"""

LFS_MARK = b"version https://git-lfs.github.com"


def is_lfs_pointer(head: bytes) -> bool:
    """Whether the first bytes of a file are a Git LFS pointer instead of the content."""
    return head.startswith(LFS_MARK)


def read_json(path: Path) -> dict[str, Any]:
    """Read one JSON object. Raises: ConfigError."""
    name = path.name
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            # To open a pipe waits for someone to write into it: for ever.
            raise ConfigError(f"{name} in the model folder is not a file; download it again.", str(path))
        size_bytes = status.st_size
        if size_bytes > MAX_JSON_BYTES:
            raise ConfigError(
                f"{name} in the model folder is far too large to be what its name says; download the "
                "model again.",
                f"{size_bytes} bytes",
            )
        data = path.read_bytes()
    except FileNotFoundError:
        raise ConfigError(
            f"The model folder has no {name}; choose the folder that holds config.json and the weights.",
            str(path),
        ) from None
    except OSError as error:
        raise ConfigError(
            f"{name} in the model folder cannot be read; check its permissions.", str(error)
        ) from None
    if is_lfs_pointer(data):
        raise ConfigError(
            f"{name} is a Git LFS pointer, not the file itself; run `git lfs pull` in the model folder.",
            str(path),
        )
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ConfigError(
            f"{name} in the model folder is not valid JSON; download it again.", str(error)
        ) from None
    if not isinstance(value, dict):
        raise ConfigError(
            f"{name} in the model folder is not a JSON object; download it again.", type(value).__name__
        )
    return value


@dataclass(frozen=True, slots=True)
class Fields:
    """Typed access to one JSON object; every refusal names the file and the key."""

    values: Mapping[str, Any]
    source: str

    def fail(self, key: str, expected: str) -> ConfigError:
        """The error for a value that cannot be (to be raised by the caller)."""
        return ConfigError(
            f"{self.source} has an impossible value for {key}; the model folder is damaged or of an "
            "unknown kind.",
            f"{key}={self.values.get(key)!r}, expected {expected}",
        )

    def section(self, key: str) -> Fields:
        """A required nested object. Raises: ConfigError."""
        value = self.values.get(key)
        if not isinstance(value, dict):
            raise self.fail(key, "an object")
        return Fields(value, f"{self.source} ({key})")

    def integer(self, key: str, default: int | None = None, *, low: int = 1, high: int = 1 << 31) -> int:
        """An integer in [low, high]; without a default the key is required. Raises: ConfigError."""
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.fail(key, f"an integer in [{low}, {high}]")
        return value

    def number(self, key: str, default: float | None = None, *, above: float = 0.0) -> float:
        """A finite number greater than `above`. Raises: ConfigError."""
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.fail(key, "a number")
        number = float(value)
        if not math.isfinite(number) or number <= above:
            raise self.fail(key, f"a finite number above {above}")
        return number

    def boolean(self, key: str, default: bool) -> bool:
        """A JSON boolean. Raises: ConfigError."""
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            raise self.fail(key, "true or false")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """A string. Raises: ConfigError."""
        value = self.values.get(key, default)
        if not isinstance(value, str):
            raise self.fail(key, "a string")
        return value

    def integers(self, key: str, *, low: int = 0, high: int = 1 << 31) -> tuple[int, ...]:
        """A list of integers in [low, high]. Raises: ConfigError."""
        value = self.values.get(key)
        if not isinstance(value, list) or len(value) > 4096:
            raise self.fail(key, "a list of integers")
        for item in value:
            if isinstance(item, bool) or not isinstance(item, int) or not low <= item <= high:
                raise self.fail(key, f"integers in [{low}, {high}]")
        return tuple(value)

    def numbers(self, key: str, default: tuple[float, ...], *, length: int) -> tuple[float, ...]:
        """A list of `length` finite numbers. Raises: ConfigError."""
        value = self.values.get(key, list(default))
        if not isinstance(value, list) or len(value) != length:
            raise self.fail(key, f"a list of {length} numbers")
        for item in value:
            if isinstance(item, bool) or not isinstance(item, int | float) or not math.isfinite(item):
                raise self.fail(key, "finite numbers")
        return tuple(float(item) for item in value)

    def token_ids(self, key: str) -> frozenset[int]:
        """One token id, a list of them, or nothing. Raises: ConfigError."""
        value = self.values.get(key)
        if value is None:
            return frozenset()
        items = value if isinstance(value, list) else [value]
        for item in items:
            if isinstance(item, bool) or not isinstance(item, int) or item < 0:
                raise self.fail(key, "token ids")
        return frozenset(items)


@dataclass(frozen=True, slots=True)
class CheckpointConfig:
    """config.json and generation_config.json of one model folder."""

    architecture: str
    fields: Fields
    eos_token_ids: frozenset[int]


def read_checkpoint_config(model_dir: Path) -> CheckpointConfig:
    """Read the folder's config. Raises: ConfigError, UnsupportedArchitectureError."""
    if not model_dir.is_dir():
        # Bytes of a name that are no UTF-8 could not be shown.
        path = os.fsencode(model_dir).decode("utf-8", "replace")
        raise ConfigError(f"The model folder {path} does not exist; choose a folder that holds a model.")
    values = read_json(model_dir / "config.json")
    fields = Fields(values, "config.json")
    architectures = values.get("architectures")
    if not isinstance(architectures, list) or not architectures or not isinstance(architectures[0], str):
        raise UnsupportedArchitectureError(
            "config.json does not say which kind of model this is; choose a Qwen3-VL model folder.",
            f"architectures={architectures!r}",
        )
    if values.get("quantization_config") is not None:
        raise ConfigError(
            "This model's weights are quantised in a format that Yomi does not read; choose the "
            "unquantised model.",
            "config.json has quantization_config",
        )
    eos = fields.token_ids("eos_token_id")
    if isinstance(values.get("text_config"), dict):
        eos |= fields.section("text_config").token_ids("eos_token_id")
    generation = model_dir / "generation_config.json"
    if generation.exists():
        eos |= Fields(read_json(generation), "generation_config.json").token_ids("eos_token_id")
    return CheckpointConfig(architectures[0], fields, eos)
