"""Correcting: puts a reader's corrections together with the window. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.controllers.corrections import CorrectionController
from app.views.assistant_message import AssistantMessageWidget
from app.views.main_window import MainWindow


class Correcting(QObject):
    """Between the corrections, which know no widgets, and the answers, which know no history."""

    def __init__(self, window: MainWindow, corrections: CorrectionController) -> None:
        super().__init__(window)
        self._window = window
        self.corrections = corrections
        edits = window.messages.edits
        edits.corrected.connect(self._on_corrected)
        edits.restore_requested.connect(self._on_restore_requested)
        corrections.notice_raised.connect(window.say)
        window.menus.correct.triggered.connect(self._correct_last)

    def _on_corrected(self, message_id: str, text: str) -> None:
        # Where it is refused the field stays, and so does what is kept of it.
        if self.corrections.correct(message_id, text):
            self._end(message_id)

    def _on_restore_requested(self, message_id: str) -> None:
        if self.corrections.restore(message_id):
            self._end(message_id)

    def _end(self, message_id: str) -> None:
        answer = self._window.messages.widget_of(message_id)
        if isinstance(answer, AssistantMessageWidget):
            answer.end_editing()
        self._window.messages.edits.forget(message_id)
        # It is done, and what comes next is a question; who gives up stays at the button instead.
        self._window.composer.setFocus()

    def _correct_last(self) -> None:
        messages = self._window.messages
        answer = messages.widget_of(messages.last_answer_id() or "")
        if not isinstance(answer, AssistantMessageWidget):
            self._window.say(self.tr("There is no answer to correct yet."))
        elif answer.message.state.is_running:
            self._window.say("The answer is still on its way; stop it first.")
        else:
            messages.ensureWidgetVisible(answer)
            answer.correct()
