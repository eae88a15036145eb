"""Gets ready, on a thread of its own, what the first formatted answer would otherwise wait for.

Importing the parsers takes a tenth of a second and more, and so does reading the rules of a language's lexer:
neither may hold up the window's start, nor an answer. Any thread.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

COMMON_LANGUAGES = ("python", "json", "bash", "html", "javascript")
"""Those of most listings; the rules of each take some hundredths of a second to read."""


def prepare_rendering(also: Callable[[], object] = lambda: None) -> threading.Thread:
    """Import the parsers in the background, then do `also`, and read the rules of the languages that are met
    most.
    """
    return _started(lambda: _import_all(also))


def prepare_language(language: str) -> threading.Thread:
    """Read the rules of a language in the background; harmless where nobody knows it."""
    return _started(lambda: _read_rules(language))


def _started(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work, name="rendering", daemon=True)
    thread.start()
    return thread


def _import_all(also: Callable[[], object]) -> None:
    from app.rendering.blocks import Block  # noqa: PLC0415 - this is what is got ready
    from app.rendering.copies import copy_of_markdown  # noqa: PLC0415
    from app.rendering.pieces import pieces_of  # noqa: PLC0415

    pieces_of(Block("$x$"))
    copy_of_markdown("**x**")
    also()
    for language in COMMON_LANGUAGES:
        _read_rules(language)


def _read_rules(language: str) -> None:
    from app.rendering.highlight import coloured  # noqa: PLC0415 - this is what is got ready

    coloured("x", language)
