"""PictureUpkeep: forgets the files of pictures that no message shows any more. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from app.controllers.history_guard import HistoryGuard
from app.controllers.intake import IntakeController
from app.storage.conversations import ConversationRepository
from app.storage.images import ImageRepository


class PictureUpkeep(QObject):
    """Between the history, the image store and the intakes, whose pictures wait to be sent."""

    def __init__(
        self,
        repository: ConversationRepository,
        images: ImageRepository,
        guard: HistoryGuard,
        intakes: Sequence[IntakeController],
    ) -> None:
        super().__init__(guard)
        self._repository = repository
        self._images = images
        self._guard = guard
        self._intakes = intakes
        for intake in intakes:
            intake.contents_dropped.connect(self._on_contents_dropped)

    def remove(self, hashes: tuple[str, ...]) -> None:
        """Forget pictures that neither message nor draft refers to any more, unless they wait to be sent."""
        pending = {sha256 for intake in self._intakes for sha256 in intake.held}
        if not any(intake.is_busy for intake in self._intakes):
            # What is being read just now may be the same picture again.
            self._images.remove(sha256 for sha256 in hashes if sha256 not in pending)

    def _on_contents_dropped(self, hashes: tuple[str, ...]) -> None:
        unreferenced = self._guard.loaded(lambda: self._repository.unreferenced(hashes))
        if unreferenced:
            self.remove(unreferenced)
