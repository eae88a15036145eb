"""Exporting: from a gesture to a file: what is exported, as what, where to, what came of it. GUI thread only.

Puts the dialogs together with the controllers, which know no widgets.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, QUrl
from PySide6.QtGui import QDesktopServices

from app.controllers.chat import ChatController
from app.controllers.export import ExportController
from app.domain import MessageRole, MessageState
from app.export.formats import ExportFormat, file_name
from app.export.transcript import (
    NothingToExportError,
    Scope,
    Transcript,
    Words,
    one_answer,
    selected_text,
    whole_conversation,
)
from app.settings import SettingsStore
from app.views.export_dialog import FORMATS, ExportDialog
from app.views.figures import BADGES, badge_word
from app.views.file_dialogs import open_export_dialog
from app.views.language import Language, translate
from app.views.main_window import MainWindow

_SILENT = frozenset({MessageState.COMPLETE})


class Exporting(QObject):
    """The window's exports."""

    def __init__(
        self,
        window: MainWindow,
        chat: ChatController,
        export: ExportController,
        *,
        settings: SettingsStore,
        language: Language,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._chat = chat
        self._export = export
        self._settings = settings
        self._language = language
        self._folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        window.menus.export.triggered.connect(lambda _checked=False: self.choose())
        window.messages.export_requested.connect(self.choose)
        window.sidebar.export_requested.connect(self.choose_conversation)
        export.exported.connect(self._on_exported)
        export.failed.connect(window.say)

    def choose(self, message_id: str = "") -> ExportDialog | None:
        """Ask what to export, beginning with an answer where one is meant; None where there is nothing."""
        selected_id, text = self._window.messages.selection()
        meant_id = message_id or selected_id or (self._window.messages.last_answer_id() or "")
        offers = [Scope.CONVERSATION]
        if self._can_export(meant_id):
            offers.append(Scope.ANSWER)
        if text and selected_id == meant_id:
            offers.append(Scope.SELECTION)
        if not any(message.text or message.attachments for message in self._chat.messages):
            self._window.say(NothingToExportError.sentence)
            return None
        begin = Scope.ANSWER if message_id else Scope.CONVERSATION
        if Scope.SELECTION in offers:
            begin = Scope.SELECTION
        kept = self._settings.settings.export_format
        dialog = ExportDialog(
            offers,
            begin,
            kept if kept in FORMATS else "text",
            self._window,
            has_versions=len(self._chat.branch.everything()) > len(self._chat.messages),
        )
        dialog.export_requested.connect(
            lambda scope, name, says_all: self._on_chosen(
                Scope(scope), ExportFormat(name), meant_id, text, says_all=says_all
            )
        )
        dialog.open()
        return dialog

    def choose_conversation(self, conversation_id: str) -> ExportDialog | None:
        """Show another conversation and ask what of it to export."""
        if self._chat.conversation is None or self._chat.conversation.id != conversation_id:
            self._chat.open_conversation(conversation_id)
        return self.choose()

    def close(self) -> None:
        """End after the file that is being written."""
        self._export.close()

    def words(self) -> Words:
        """What a file says besides the texts, in the window's language."""
        return Words(
            question=self.tr("Question"),
            answer=self.tr("Answer"),
            version=self.tr("{speaker}, version {place} of {count}"),
            picture=self.tr("Picture"),
            page=self.tr("page {page} of {pages}"),
            made_by=self.tr("Made with Yomi {version}"),
            tokens=translate("Figures", "{count} tokens"),
            corrected=translate("AssistantMessageWidget", "corrected by hand"),
            language=self._language.name.replace("_", "-"),
            states={state: badge_word(state) for state in BADGES if state not in _SILENT},
        )

    def _can_export(self, message_id: str) -> bool:
        return any(
            message.id == message_id and message.role is MessageRole.ASSISTANT and message.text.strip()
            for message in self._chat.messages
        )

    def _on_chosen(
        self, scope: Scope, format_: ExportFormat, message_id: str, text: str, *, says_all: bool
    ) -> None:
        self._settings.update(export_format=str(format_))
        # Taken now: what is shown may be another conversation by the time the file has a name.
        transcript = self._transcript(scope, message_id, text, says_all=says_all)
        if transcript is None:
            return
        name = file_name(transcript.conversation.title, format_)
        dialog = open_export_dialog(
            self._window,
            str(Path(self._folder) / name),
            translate("ExportDialog", FORMATS[format_].title),
            format_.suffix,
            lambda path: self._on_path_chosen(transcript, format_, Path(path)),
        )
        dialog.directoryEntered.connect(self._remember)

    def _transcript(self, scope: Scope, message_id: str, text: str, *, says_all: bool) -> Transcript | None:
        conversation, messages = self._chat.conversation, self._chat.messages
        if conversation is None:
            return None
        try:
            everything = self._chat.branch.everything()
            if scope is Scope.CONVERSATION:
                return whole_conversation(conversation, messages, everything, says_all=says_all)
            if scope is Scope.SELECTION:
                return selected_text(conversation, messages, message_id, text)
            return one_answer(conversation, messages, message_id, everything)
        except NothingToExportError as error:
            self._window.say(error.sentence)
            return None

    def _on_path_chosen(self, transcript: Transcript, format_: ExportFormat, path: Path) -> None:
        self._remember(str(path.parent))
        # The dialog has asked about a file of just this name, not about one that the suffix makes of it.
        replace = path.exists()
        if path.suffix.casefold() != format_.suffix:
            path, replace = path.with_name(path.name + format_.suffix), False
        self._export.export(transcript, format_, path, self.words(), replace=replace)

    def _remember(self, folder: str) -> None:
        self._folder = folder

    def _on_exported(self, path: Path) -> None:
        self._window.notices.say(
            self.tr("Exported as {name}.").format(name=path.name),
            self.tr("Show in folder"),
            lambda: _show_folder(path),
        )


def _show_folder(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))
