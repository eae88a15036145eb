"""One answer: its text as it comes, how it ended, its figures, what can be done with it. GUI thread only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.copies import mime_of_message
from app.domain import Message, MessageState, RequestKind
from app.edit import Edit
from app.views.activity import ActivityWidget
from app.views.answer_actions import AnswerActions
from app.views.answer_editor import AnswerEditor
from app.views.answer_foot import AnswerFoot
from app.views.answer_text import AnswerText
from app.views.branch_switcher import BranchSwitcher
from app.views.doubtful_words import Mark, doubtful_words
from app.views.facts_label import FactsLabel
from app.views.figures import BADGES, message_word, speaker_line, stats_detail, stats_line, token_words
from app.views.icon_button import IconButton
from app.views.icons import pixmap
from app.views.language import in_every_language
from app.views.message_text import MessageText
from app.views.restyling import restyle
from app.views.slices import Slices
from app.views.spoken import spoken
from app.views.state_note import StateNote
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8

BADGE_SHARE = 0.8
"""Of a full icon: the badge stands beside small text."""

COUNTED_MS = 200
"""A number that changes oftener cannot be read, and each change has the foot of the answer laid out."""


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
    corrected = Signal(str, str)
    """message id, the text as a reader wants it"""
    restore_requested = Signal(str)
    place_wanted = Signal(str, int)
    """message id, which character of its text is to be seen on the picture"""
    edit_changed = Signal(str)
    """message id: something was typed in its field"""
    edit_ended = Signal(str)
    """message id: its field is gone, and what was typed in it"""
    version_stepped = Signal(str, int)
    link_activated = Signal(str)
    laid_out = Signal()
    """All of the text is on screen, and can be searched"""
    formatted_chosen = Signal(str, bool)
    """message id, whether the reader wants it formatted"""

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
        self._note: StateNote | None = None
        self._editor: AnswerEditor | None = None
        self._activity: ActivityWidget | None = None
        self._progress_bar: QProgressBar | None = None
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_8)
        if formatted is None:
            formatted = message.request is not None and message.request.is_formatted
        self._slices = slices or Slices(self)
        self._text = AnswerText(lambda: self.tr("Answer"), theme, self._slices, formatted=formatted)
        self._text.link_activated.connect(self.link_activated)
        self._text.place_wanted.connect(lambda character: self.place_wanted.emit(self._message.id, character))
        self._text.laid_out.connect(self.laid_out)
        column.addWidget(self._text)
        self._foot = AnswerFoot()
        self._actions = AnswerActions(
            self._foot.tools, theme, lambda: mime_of_message(self._as_it_is_now()), self
        )
        self._actions.show_format(is_formatted=formatted)
        self._actions.requested.connect(self._on_requested)
        self._build_foot()
        column.addWidget(self._foot)
        self._counting = QTimer(self)
        self._counting.setSingleShot(True)
        self._counting.setInterval(COUNTED_MS)
        self._counting.timeout.connect(self._show_figures)
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
        self._actions.show_format(is_formatted=self.is_formatted)
        self._show_doubt()

    @property
    def badge(self) -> str:
        """The word for how it ended, or for what is being done."""
        return self._badge.text()

    @property
    def note(self) -> str:
        """The sentence that explains the badge; empty where none is shown."""
        return "" if self._note is None or self._note.isHidden() else self._note.sentence

    @property
    def figures(self) -> str:
        """The line of figures."""
        return self._figures.text()

    @property
    def progress(self) -> tuple[int, int] | None:
        """(done, total) while that is shown."""
        return (
            None
            if self._progress_bar is None or self._progress_bar.isHidden()
            else (self._progress_bar.value(), self._progress_bar.maximum())
        )

    @property
    def offers(self) -> set[str]:
        """The names of the actions on show."""
        return self._actions.on_show

    def button(self, name: str) -> IconButton:
        """The button of an action, one of `answer_actions.ACTIONS`."""
        return self._actions.button(name)

    def selected_text(self) -> str:
        """The part of the answer that is selected, as the model wrote it; empty where none is."""
        request = self._message.request
        is_markdown = request is not None and request.is_formatted
        return self._text.selected_source() if is_markdown else self._text.selected_text()

    @property
    def details_button(self) -> QPushButton:
        """Copies what a report of a failure needs."""
        return self._noted().details

    @property
    def editor(self) -> AnswerEditor | None:
        """The field, while the text is being corrected."""
        return self._editor

    @property
    def edited_so_far(self) -> Edit | None:
        """What was corrected and not saved yet; None where nothing was."""
        if self._editor is None or not self._editor.is_changed:
            return None
        return Edit(self._message.id, self._message.conversation_id, self._editor.words)

    def correct(self) -> None:
        """Let the text be changed where it stands."""
        (self._editor or self._open_editor()).setFocus()

    def resume_editing(self, edit: Edit) -> None:
        """Go on with a correction that was begun before; the keyboard stays where it is."""
        self._open_editor().resume(edit.text)

    def end_editing(self) -> None:
        """Show the text again as it is."""
        if self._editor is not None:
            editor, self._editor = self._editor, None
            self._column.removeWidget(editor)
            editor.hide()
            editor.deleteLater()
            self._text.setVisible(bool(self._message.text))
            self._foot.show()
            self.button("correct").setFocus()
            self.edit_ended.emit(self._message.id)

    def _open_editor(self) -> AnswerEditor:
        self._editor = editor = AnswerEditor(self._message, self._theme)
        editor.changed.connect(lambda: self.edit_changed.emit(self._message.id))
        editor.confirmed.connect(lambda text: self.corrected.emit(self._message.id, text))
        editor.restored.connect(lambda: self.restore_requested.emit(self._message.id))
        editor.cancelled.connect(self.end_editing)
        self._text.hide()
        self._foot.hide()
        self._column.insertWidget(0, editor)
        return editor

    def set_places(self, has_place: Callable[[int], bool]) -> None:
        """Whom to ask whether it is known where a character of the text stands on a picture."""
        self._text.has_place = has_place

    def append_text(self, text: str) -> None:
        """Add what the model wrote since."""
        self._text.append_text(text)
        if self._text.isHidden():
            self._text.show()
            self._actions.offer("copy", offered=True)
            self._actions.offer("format", offered=True)
            self._slices.add_later(self._actions.make_next)
            self._hide_progress()
            self._progress = ""
            self._show_badge()

    def count_tokens(self, tokens: int) -> None:
        """So many more tokens were generated."""
        self._tokens += tokens
        if self._message.state is MessageState.STREAMING and not self._counting.isActive():
            self._figures.setText(token_words(self._tokens))
            self._counting.start()

    def show_progress(self, sentence: str, done: int, total: int) -> None:
        """Say what the engine is doing before the first token."""
        if self._message.state.is_running and self._text.isHidden():
            self._progress = sentence
            if total > 1 or self._progress_bar is not None:
                bar = self._made_progress_bar()
                bar.setVisible(total > 1)
                bar.setRange(0, max(1, total))
                bar.setValue(done)
            self._show_badge()

    def update_message(self, message: Message) -> None:
        """Show the message as it is now; text already on screen is not laid out again."""
        before, self._message = self._message, message
        running = message.state.is_running
        self._text.set_text(message.text, finished=not running)
        self._show_json(before)
        if running and not before.state.is_running:
            self._tokens = 0
        self._text.setVisible(bool(message.text) and self._editor is None)
        if not running or message.text:
            self._hide_progress()
        # What the run is asked to do (to stop, say) is more urgent than what it does.
        self._progress = message.state_detail if running else ""
        self._show_activity(running)
        self._badge_icon.setVisible(not running)
        self._show_note()
        self._show_badge()
        self._show_figures()
        self._show_doubt()
        has_ended, says_something = not running, bool(message.text)
        self._actions.offer("continue", offered=message.can_continue)
        self._actions.offer("copy", offered=says_something)
        self._actions.offer("correct", offered=says_something and has_ended)
        self._actions.offer("format", offered=says_something)
        self._actions.offer("export", offered=says_something and has_ended)
        self._actions.offer("regenerate", offered=has_ended)
        self._actions.offer("delete", offered=has_ended)
        self._actions.offer("stop", offered=running)
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
        self._actions.show_copied()

    def _noted(self) -> StateNote:
        """The note, which most answers never need."""
        if self._note is None:
            self._note = StateNote()
            self._note.details.clicked.connect(lambda: self.details_requested.emit(self._message.id))
            self._column.insertWidget(1, self._note)
        return self._note

    def _build_foot(self) -> None:
        row = self._foot.state
        self._badge_icon = QLabel()
        row.addWidget(self._badge_icon)
        self._badge = QLabel()
        self._badge.setProperty("kind", "badge")
        row.addWidget(self._badge)
        row.addSpacing(SPACE_4)
        self._figures = FactsLabel()
        self._figures.setProperty("kind", "caption")
        self._figures.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row.addWidget(self._figures, 1)
        self.switcher = BranchSwitcher(self._theme)
        self.switcher.stepped.connect(lambda by: self.version_stepped.emit(self._message.id, by))
        row.addWidget(self.switcher)
        in_every_language(
            self,
            self._show_note,
            self._show_badge,
            self._show_figures,
            lambda: self.setAccessibleName(speaker_line(self._message)),
        )

    def _on_requested(self, action: str) -> None:
        if action == "correct":
            self.correct()
        elif action == "format":
            self.set_formatted(not self.is_formatted)
            self.formatted_chosen.emit(self._message.id, self.is_formatted)
        else:
            requested = {
                "continue": self.continue_requested,
                "copy": self.copy_requested,
                "export": self.export_requested,
                "regenerate": self.regenerate_requested,
                "delete": self.delete_requested,
                "stop": self.stop_requested,
            }[action]
            requested.emit(self._message.id)

    def _as_it_is_now(self) -> Message:
        """The message with what has come of it since it was last told."""
        return replace(self._message, text=self._text.source)

    def _show_activity(self, is_running: bool) -> None:
        if is_running and self._activity is None:
            self._activity = ActivityWidget(self._theme)
            self._foot.state.insertWidget(0, self._activity)
        if self._activity is not None:
            self._activity.setVisible(is_running)

    def _made_progress_bar(self) -> QProgressBar:
        if self._progress_bar is None:
            self._progress_bar = bar = QProgressBar()
            in_every_language(bar, lambda: bar.setAccessibleName(self.tr("Progress before the first word")))
            bar.setTextVisible(False)
            bar.setFixedWidth(120)
            row = self._foot.state
            row.insertWidget(row.indexOf(self._figures), bar)
        return self._progress_bar

    def _hide_progress(self) -> None:
        if self._progress_bar is not None:
            self._progress_bar.hide()

    def _show_note(self) -> None:
        badge = BADGES[self._message.state]
        says_the_same = self._message.state is MessageState.EMPTY
        sentence = "" if self._message.state.is_running or says_the_same else self._message.state_detail
        if sentence or self._note is not None:
            note = self._noted()
            note.say(spoken(sentence), badge.tone, has_details=self._message.state is MessageState.FAILED)

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
            by_hand = self.tr("corrected by hand") if self._message.written is not None else ""
            self._figures.show_facts(by_hand, stats_line(stats) if stats else "")
            self._badge.setToolTip(stats_detail(stats) if stats else "")
