"""`yomi export`: a conversation of the history, to standard output or a file. Main thread; no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from app.commands.doctor import version
from app.commands.terminal import Terminal
from app.domain import Attachment, Conversation, MessageState
from app.engine_port import compact_picture
from app.export.file_target import ExportError, write_export
from app.export.formats import ExportFormat, exported
from app.export.transcript import NothingToExportError, Words, whole_conversation
from app.paths import history_path, images_dir, named_by_user
from app.storage.conversations import ConversationRepository
from app.storage.database import Database
from app.storage.errors import StorageError
from app.storage.images import ImageRepository

FORMATS = tuple(str(each) for each in ExportFormat)
LATEST = "latest"

STATES = {
    MessageState.STOPPED: "Stopped",
    MessageState.CUT_OFF: "Cut off at the limit",
    MessageState.CONTEXT_FULL: "Context full",
    MessageState.LOOPED: "Stopped, repeating itself",
    MessageState.FAILED: "Failed",
    MessageState.INTERRUPTED: "Interrupted",
}
"""What is said of an answer that did not end well."""


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What the command line asks for. An empty `output` is standard output."""

    wanted: str
    format_: ExportFormat
    output: str = ""
    all_versions: bool = False
    force: bool = False


def list_conversations(terminal: Terminal) -> int:
    """One line a conversation: the beginning of its id, when it was last written to, its title."""
    try:
        repository = _opened(terminal)
        try:
            for conversation in repository.list_conversations():
                title = " ".join(conversation.title.split())
                terminal.write(f"{conversation.id[:8]}  {conversation.updated_at[:16]}  {title}\n")
        finally:
            repository.close()
    except StorageError as error:
        terminal.complain(error.sentence)
        return 1
    return 0


def run_export(options: ExportOptions, terminal: Terminal) -> int:
    """Export a conversation; the exit code."""
    try:
        data = _exported(options, terminal)
        if options.output:
            # The path as it was typed is the user's own; links are followed.
            path = write_export(named_by_user(options.output), data, replace=options.force)
            terminal.complain(f"written to {path}")
        else:
            terminal.write(data.decode("utf-8"))
    except ExportError as error:
        hint = " --force replaces it." if error.code == "export_exists" else ""
        terminal.complain(error.sentence + hint)
        return 1
    except (StorageError, NothingToExportError, _NotFoundError) as error:
        terminal.complain(error.sentence)
        return 1
    return 0


class _NotFoundError(Exception):
    """No conversation, or more than one, is meant."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def _opened(terminal: Terminal) -> ConversationRepository:
    """The history, as it is: another window may be writing to it. One that is damaged is moved aside, of
    which no later start would tell. Raises: StorageError.
    """
    path = history_path()
    if not path.exists():
        raise StorageError("There is no history yet; read a picture in the window first.")
    repository = ConversationRepository(Database.open(path))
    for notice in repository.notices:
        terminal.complain(notice)
    return repository


def _exported(options: ExportOptions, terminal: Terminal) -> bytes:
    images = ImageRepository(images_dir())

    def picture(attachment: Attachment, max_side_px: int) -> bytes:
        return compact_picture(images.read(attachment.sha256), attachment.page, max_side_px)

    repository = _opened(terminal)
    try:
        conversation = _meant(repository.list_conversations(), options.wanted)
        transcript = whole_conversation(
            conversation,
            repository.load_messages(conversation.id),
            repository.load_all(conversation.id),
            says_all=options.all_versions,
        )
    finally:
        repository.close()
    return exported(transcript, options.format_, Words(states=STATES), picture, version())


def _meant(conversations: tuple[Conversation, ...], wanted: str) -> Conversation:
    """The conversation that is called by its title, by the beginning of its id, or `latest`."""
    if wanted == LATEST and conversations:
        return max(conversations, key=lambda each: each.updated_at)
    named = [each for each in conversations if " ".join(each.title.split()) == " ".join(wanted.split())]
    found = named or [each for each in conversations if wanted and each.id.startswith(wanted.casefold())]
    if not found:
        raise _NotFoundError(f"There is no conversation {wanted!r}; `yomi export --list` names them all.")
    if len(found) > 1:
        raise _NotFoundError(f"{len(found)} conversations fit {wanted!r}; give more of the id.")
    return found[0]
