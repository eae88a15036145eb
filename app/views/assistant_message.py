"""One answer: its text as it comes, how it ended, its figures, what can be done with it. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.copies import mime_of_message
from app.domain import Message, MessageState, RequestKind
from app.views.activity import ActivityWidget
from app.views.answer_text import AnswerText
from app.views.branch_switcher import BranchSwitcher
from app.views.copy_button import CopyButton
from app.views.doubtful_words import Mark, doubtful_words
from app.views.elided_label import ElidedLabel
from app.views.figures import BADGES, message_word, speaker_line, stats_detail, stats_line, token_words
from app.views.icon_button import IconButton
from app.views.icons import pixmap
from app.views.language import in_every_language
from app.views.message_text import MessageText
from app.views.slices import Slices
from app.views.spoken import spoken
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8, SPACE_12

BADGE_SHARE = 0.8
"""Of a full icon: the badge stands beside small text."""

COPIED_MS = 1400
"""How long the tick stands where the copy icon was."""


ICON_NAMES = {"delete": "trash", "format": "formatted"}
"""Of actions whose drawing has another name."""


class AssistantMessageWidget(QWidget):
    """An answer in the column of messages."""

    copy_requested = Signal(str)
    regenerate_requested = Signal(str)
    continue_requested = Signal(str)
    stop_requested = Signal(str)
    delete_requested = Signal(str)
    export_requested = Signal(str)
    details_requested = Signal(str)
    """What to say of a failure in a report, for the clipboard"""
    version_stepped = Signal(str, int)
    link_activated = Signal(str)
    laid_out = Signal()
    """All of the text is on screen, and can be searched"""
    formatted_chosen = Signal(str, bool)
    """message id, whether the reader wants it formatted"""
    _format_switched = Signal(str)

    def __init__(
        self,
        message: Message,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        slices: Slices | None = None,
        formatted: bool | None = None,
    ) -> None:
        super().__init__(parent)
        self._message = message
        self._theme = theme
        self._tokens = 0
        self._progress = ""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_8)
        self._text = AnswerText(lambda: self.tr("Answer"), theme, slices or Slices(self))
        self._text.link_activated.connect(self.link_activated)
        self._text.laid_out.connect(self.laid_out)
        is_asked_for = message.request is not None and message.request.is_formatted
        self._text.set_formatted(is_asked_for if formatted is None else formatted)
        column.addWidget(self._text)
        column.addWidget(self._build_note())
        column.addWidget(self._build_foot())
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(COPIED_MS)
        self._copied.timeout.connect(lambda: self._actions["copy"].set_icon("copy"))
        theme.changed.connect(self._show_badge)
        theme.changed.connect(self._show_doubt)
        self.update_message(message)

    @property
    def message(self) -> Message:
        return self._message

    @property
    def shown_text(self) -> str:
        """What stands on screen, soft blocks joined."""
        return self._text.text()

    @property
    def text_widget(self) -> MessageText:
        """What shows the text now, plain or formatted."""
        return self._text.widget

    @property
    def marks(self) -> list[Mark]:
        """The words that are underlined because they are in doubt."""
        return self._text.marks

    @property
    def is_formatted(self) -> bool:
        """Whether Markdown is laid out."""
        return self._text.is_formatted

    def set_formatted(self, formatted: bool) -> None:
        """Lay Markdown out, or show the text as it was written."""
        self._text.set_formatted(formatted)
        self._show_format_switch()
        self._show_doubt()

    @property
    def badge(self) -> str:
        """The word for how it ended, or for what is being done."""
        return self._badge.text()

    @property
    def note(self) -> str:
        """The sentence that explains the badge; empty where none is shown."""
        return "" if self._note.isHidden() else self._note_label.text()

    @property
    def figures(self) -> str:
        """The line of figures."""
        return self._figures.text()

    @property
    def progress(self) -> tuple[int, int] | None:
        """(done, total) while that is shown."""
        return (
            None
            if self._progress_bar.isHidden()
            else (self._progress_bar.value(), self._progress_bar.maximum())
        )

    @property
    def offers(self) -> set[str]:
        """The names of the actions on show."""
        return {name for name, button in self._actions.items() if not button.isHidden()}

    def button(self, name: str) -> IconButton:
        """The button of copy, regenerate, continue or stop."""
        return self._actions[name]

    def selected_text(self) -> str:
        """The part of the answer that is selected, as the model wrote it; empty where none is."""
        request = self._message.request
        is_markdown = request is not None and request.is_formatted
        return self._text.selected_source() if is_markdown else self._text.selected_text()

    @property
    def details_button(self) -> QPushButton:
        """Copies what a report of a failure needs."""
        return self._details

    def append_text(self, text: str) -> None:
        """Add what the model wrote since."""
        self._text.append_text(text)
        if self._text.isHidden():
            self._text.show()
            self._progress_bar.hide()
            self._progress = ""
            self._show_badge()

    def count_tokens(self, tokens: int) -> None:
        """So many more tokens were generated."""
        self._tokens += tokens
        if self._message.state is MessageState.STREAMING:
            self._figures.setText(token_words(self._tokens))

    def show_progress(self, sentence: str, done: int, total: int) -> None:
        """Say what the engine is doing before the first token."""
        if self._message.state.is_running and self._text.isHidden():
            self._progress = sentence
            self._progress_bar.setVisible(total > 1)
            self._progress_bar.setRange(0, max(1, total))
            self._progress_bar.setValue(done)
            self._show_badge()

    def update_message(self, message: Message) -> None:
        """Show the message as it is now; text already on screen is not laid out again."""
        before, self._message = self._message, message
        running = message.state.is_running
        self._text.set_text(message.text, finished=not running)
        self._show_json(before)
        if running and not before.state.is_running:
            self._tokens = 0
        self._text.setVisible(bool(message.text))
        self._progress_bar.setVisible(running and not message.text and not self._progress_bar.isHidden())
        # What the run is asked to do (to stop, say) is more urgent than what it does.
        self._progress = message.state_detail if running else ""
        self._activity.setVisible(running)
        self._badge_icon.setVisible(not running)
        self._show_note()
        self._show_badge()
        self._show_figures()
        self._show_doubt()
        self._actions["stop"].setVisible(running)
        self._actions["copy"].setVisible(bool(message.text) and not running)
        self._actions["format"].setVisible(bool(message.text))
        self._actions["export"].setVisible(bool(message.text) and not running)
        self._actions["regenerate"].setVisible(not running)
        self._actions["delete"].setVisible(not running)
        self._actions["continue"].setVisible(message.can_continue)
        self.setAccessibleName(speaker_line(message))

    def _show_json(self, before: Message) -> None:
        """Lay JSON out once it is whole; while it comes it is plain."""
        message = self._message
        self._text.set_json(message.is_whole_json)
        if message.state.is_running == before.state.is_running:
            return
        if message.is_whole_json:
            self.set_formatted(True)
        elif message.request is not None and message.request.kind is RequestKind.JSON:
            self.set_formatted(False)

    def set_versions(self, place: int, count: int) -> None:
        """Which of the answers to its question is shown."""
        self.switcher.set_versions(place, count)

    def show_copied(self) -> None:
        """Confirm a copy for a moment."""
        self._actions["copy"].set_icon("check", "success")
        self._copied.start()

    def _build_note(self) -> QWidget:
        self._note = QFrame()
        self._note.setProperty("kind", "state-note")
        row = QHBoxLayout(self._note)
        row.setContentsMargins(SPACE_12, SPACE_8, SPACE_12, SPACE_8)
        self._note_label = QLabel()
        self._note_label.setTextFormat(Qt.TextFormat.PlainText)
        self._note_label.setWordWrap(True)
        self._note_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row.addWidget(self._note_label, 1)
        self._details = QPushButton()
        self._details.setProperty("kind", "link")
        self._details.clicked.connect(lambda: self.details_requested.emit(self._message.id))
        in_every_language(self, lambda: self._details.setText(self.tr("Copy details")))
        row.addWidget(self._details)
        return self._note

    def _build_foot(self) -> QWidget:
        foot = QWidget()
        row = QHBoxLayout(foot)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_4 + 2)
        self._activity = ActivityWidget(self._theme)
        row.addWidget(self._activity)
        self._badge_icon = QLabel()
        row.addWidget(self._badge_icon)
        self._badge = QLabel()
        self._badge.setProperty("kind", "badge")
        row.addWidget(self._badge)
        self._progress_bar = QProgressBar()
        self._progress_bar.setAccessibleName(self.tr("Progress before the first word"))
        self._progress_bar.setTextVisible(False)
        self._progress_bar.setFixedWidth(120)
        self._progress_bar.hide()
        row.addSpacing(SPACE_4)
        row.addWidget(self._progress_bar)
        self._figures = ElidedLabel()
        self._figures.setProperty("kind", "caption")
        self._figures.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row.addWidget(self._figures, 1)
        self.switcher = BranchSwitcher(self._theme)
        self.switcher.stepped.connect(lambda by: self.version_stepped.emit(self._message.id, by))
        row.addWidget(self.switcher)
        self._actions: dict[str, IconButton] = {}
        for name, label, requested in (
            ("continue", lambda: self.tr("Continue where it was cut off"), self.continue_requested),
            ("copy", lambda: self.tr("Copy the text"), self.copy_requested),
            ("format", lambda: "", self._format_switched),
            ("export", lambda: self.tr("Export this answer…"), self.export_requested),
            ("regenerate", lambda: self.tr("Regenerate"), self.regenerate_requested),
            ("delete", lambda: self.tr("Delete from here on"), self.delete_requested),
            ("stop", lambda: self.tr("Stop"), self.stop_requested),
        ):
            kind = CopyButton if name == "copy" else IconButton
            button = kind(self._theme, ICON_NAMES.get(name, name), label)
            button.clicked.connect(lambda _checked=False, signal=requested: signal.emit(self._message.id))
            row.addWidget(button)
            self._actions[name] = button
        self._format_switched.connect(self._on_format_switched)
        copying = self._actions["copy"]
        if isinstance(copying, CopyButton):
            copying.dragged.connect(lambda: copying.carry(mime_of_message(self._message)))
        self._actions["continue"].set_icon("continue", "accent")
        going_on = self._actions["continue"]
        going_on.show_words("", "next-step")
        in_every_language(
            self,
            lambda: going_on.setText(self.tr("Continue")),
            self._show_note,
            self._show_badge,
            self._show_figures,
            self._show_format_switch,
        )
        return foot

    def _on_format_switched(self, message_id: str) -> None:
        self.set_formatted(not self.is_formatted)
        self.formatted_chosen.emit(message_id, self.is_formatted)

    def _show_format_switch(self) -> None:
        switch = self._actions["format"]
        switch.set_icon("plain" if self.is_formatted else "formatted")
        switch.set_label(self.tr("Show as plain text") if self.is_formatted else self.tr("Show formatted"))

    def _show_note(self) -> None:
        badge = BADGES[self._message.state]
        says_the_same = self._message.state is MessageState.EMPTY
        sentence = "" if self._message.state.is_running or says_the_same else self._message.state_detail
        self._note.setVisible(bool(sentence))
        self._note_label.setText(spoken(sentence))
        self._details.setVisible(self._message.state is MessageState.FAILED)
        restyle(self._note, "tone", badge.tone)

    def _show_badge(self) -> None:
        badge = BADGES[self._message.state]
        colour = {
            "good": self._theme.tokens.success,
            "warning": self._theme.tokens.warning,
            "danger": self._theme.tokens.danger,
            "accent": self._theme.tokens.accent,
        }.get(badge.tone, self._theme.tokens.text_faint)
        self._badge.setText(spoken(self._progress) or message_word(self._message))
        restyle(self._badge, "tone", badge.tone)
        self._badge_icon.setPixmap(
            pixmap(badge.icon, colour, self._theme.icon_px(BADGE_SHARE), self.devicePixelRatioF())
        )

    def _show_doubt(self) -> None:
        """Underline what the model was not sure of, once the answer has ended."""
        message = self._message
        words = [] if message.state.is_running else doubtful_words(message.lines)
        self._text.mark_words(words, self._theme.tokens.warning)

    def _show_figures(self) -> None:
        stats = self._message.stats
        if self._message.state.is_running:
            self._figures.setText(token_words(self._tokens) if self._tokens else "")
            self._badge.setToolTip("")
        else:
            self._figures.setText(stats_line(stats) if stats else "")
            self._badge.setToolTip(stats_detail(stats) if stats else "")


def restyle(widget: QWidget, name: str, value: str) -> None:
    """Set a dynamic property and let the style sheet look at it again."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
