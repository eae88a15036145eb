"""What is said of files that could not be read beside others. Pure functions, any thread.

Most sentences about a file begin with its name, which is then not said a second time.
"""

from __future__ import annotations

_SURE = 25
"""Characters: longer names are shortened in their middle in some sentences."""


def left_out(name: str, sentence: str, *, count: int = 1, page: int | None = None) -> str:
    """That a file was left out, and why; `count`: with so many others, itself counted. `page`, from 1, is all
    that was left out of it.
    """
    is_named = _begins_with(sentence, name)
    if count > 1 and is_named:
        return f"{count} files were left out. The first: {sentence}"
    if count > 1:
        return f"{count} files were left out, {name} first: {sentence}"
    if page is not None and is_named:
        return f"Page {page} was left out: {sentence}"
    if page is not None:
        return f"Page {page} of {name} was left out: {sentence}"
    return f"Left out: {sentence}" if is_named else f"{name} was left out: {sentence}"


def unopened(name: str, sentence: str, *, count: int) -> str:
    """That so many pictures cannot be opened, and what is the matter with the first of them."""
    if _begins_with(sentence, name):
        return f"{count} pictures cannot be opened. The first: {sentence}"
    return f"{count} pictures cannot be opened, {name} first: {sentence}"


def _begins_with(sentence: str, name: str) -> bool:
    return sentence.startswith(f"{name} " if len(name) <= _SURE else name[:_SURE])
