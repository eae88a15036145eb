"""Makes the widget of a message, with everything it asks for passed on by the column it stands in. GUI thread
only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.domain import Message, MessageRole, ModelCard, RequestKind
from app.views.assistant_message import AssistantMessageWidget
from app.views.link_question import ask_about_link
from app.views.pictures import Pictures
from app.views.slices import Slices
from app.views.theme import Theme
from app.views.user_message import UserMessageWidget

if TYPE_CHECKING:
    from app.views.message_view import MessageView

MessageWidget = AssistantMessageWidget | UserMessageWidget


class MessageMaker:
    """Knows what the reader chose for messages that have no widget now."""

    def __init__(self, view: MessageView, pictures: Pictures, theme: Theme) -> None:
        self._view = view
        self._pictures = pictures
        self._theme = theme
        self._slices = Slices(view)
        self._formats: dict[str, bool] = {}
        """Of messages for which the reader chose: whether Markdown is laid out."""
        self.formats_answers = True
        """Whether Markdown is laid out in the answers that are asked for in it."""
        self._card: ModelCard | None = None
        self._readers: set[str] = set()
        """Names of models that only read: what looks like Markdown in their answers stood on the picture."""

    def show_model(self, card: ModelCard) -> None:
        """The model whose answers come now."""
        self._card = card
        if not card.answers_freely:
            self._readers.add(card.name)

    def is_formatted(self, message: Message) -> bool:
        """Whether the Markdown of an answer is laid out: as the reader chose, else by what was asked for."""
        chosen = self._formats.get(message.id)
        if chosen is not None:
            return chosen
        if message.is_whole_json:
            return True
        request = message.request
        if request is None or not request.is_formatted or not self.formats_answers:
            return False
        if request.kind in {RequestKind.MARKDOWN, RequestKind.TABLE}:
            return True
        if message.stats is not None and message.stats.model:
            return message.stats.model not in self._readers
        return self._card is None or self._card.answers_freely

    def reformat(self, widgets: Iterable[MessageWidget]) -> None:
        """Show answers the way that they are shown now; one that is being written stays as it is."""
        for widget in widgets:
            if isinstance(widget, AssistantMessageWidget) and not widget.message.state.is_running:
                widget.set_formatted(self.is_formatted(widget.message))

    def widget_for(self, message: Message) -> MessageWidget:
        """A widget that shows `message` now."""
        widget = self._question(message) if message.role is MessageRole.USER else self._answer(message)
        widget.delete_requested.connect(self._view.delete_requested)
        widget.version_stepped.connect(self._view.version_stepped)
        return widget

    def _question(self, message: Message) -> UserMessageWidget:
        view = self._view
        widget = UserMessageWidget(message, self._pictures, self._theme, slices=self._slices)
        widget.picture_opened.connect(
            lambda attachment, all_of_it=message.attachments: view.picture_opened.emit(attachment, all_of_it)
        )
        widget.edited.connect(view.edited)
        widget.replace_requested.connect(view.replace_requested)
        widget.pictures_dropped.connect(view.pictures_dropped)
        view.edits.watch(widget)
        return widget

    def _answer(self, message: Message) -> AssistantMessageWidget:
        view = self._view
        is_formatted = self.is_formatted(message)
        widget = AssistantMessageWidget(message, self._theme, slices=self._slices, formatted=is_formatted)
        widget.copy_requested.connect(view.copy_requested)
        widget.regenerate_requested.connect(view.regenerate_requested)
        widget.continue_requested.connect(view.continue_requested)
        widget.stop_requested.connect(view.stop_requested)
        widget.export_requested.connect(view.export_requested)
        widget.details_requested.connect(view.details_requested)
        widget.place_wanted.connect(view.place_wanted)
        widget.set_places(lambda character: view.has_place(widget.message.id, character))
        widget.link_activated.connect(lambda address: ask_about_link(view, address))
        widget.laid_out.connect(lambda: view.found.mark(widget))
        widget.formatted_chosen.connect(lambda _id, formatted: self._on_chosen(widget.message, formatted))
        view.edits.watch(widget)
        return widget

    def _on_chosen(self, message: Message, formatted: bool) -> None:
        """The reader chose for one answer; for those to come too, where it is asked for in Markdown."""
        self._formats[message.id] = formatted
        if message.request is not None and message.request.is_formatted and not message.is_whole_json:
            self.formats_answers = formatted
            self._view.formatting_chosen.emit(formatted)
