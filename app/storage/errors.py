"""What the storage can refuse, each with a sentence for the user."""

from __future__ import annotations


class StorageError(Exception):
    """The history cannot be opened, read or written. `sentence` tells the user why and what to do."""

    def __init__(self, sentence: str, detail: str = "") -> None:
        super().__init__(sentence if not detail else f"{sentence} [{detail}]")
        self.sentence = sentence
        self.detail = detail
