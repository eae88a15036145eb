"""What the doctor tries with a text that was read: keeps it in a history, exports it in every format. Main
thread; no Qt.

Both happen in a folder of their own beside the user's files, which is gone afterwards.
"""

from __future__ import annotations

import html
import io
import json
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

from app.commands.result_writers import FORMATS, Producer, Source, writer_for
from app.domain import Conversation, Message, MessageRole, RunSettings, new_id
from app.engine_port import Finished, outcome_of_finish
from app.export.file_target import ExportError, write_export
from app.export.formats import ExportFormat, exported
from app.export.transcript import NothingToExportError, Words, one_answer
from app.paths import data_dir
from app.storage.conversations import ConversationRepository
from app.storage.errors import StorageError

LABEL = "sample.png"


class KeepingError(Exception):
    """A text was not kept or exported as it was; its text says what went wrong."""


def keep_in_history(text: str) -> str:
    """Write `text` into a new history, close it, and find it again; what was done. Raises: KeepingError."""
    return _in_own_folder(lambda folder: _keep(folder / "history.sqlite3", text))


def export_everywhere(result: Finished) -> str:
    """Write the result to a file in every format and look for its text; what was done.

    Raises: KeepingError.
    """
    return _in_own_folder(lambda folder: _export(folder, result))


def _in_own_folder(work: Callable[[Path], str]) -> str:
    try:
        # An antivirus or indexer may still hold a file on Windows; the system empties what is left.
        with tempfile.TemporaryDirectory(
            dir=data_dir(), prefix="doctor-", ignore_cleanup_errors=True
        ) as name:
            return work(Path(name))
    except (StorageError, ExportError, NothingToExportError) as error:
        raise KeepingError(error.sentence) from error
    except ImportError as error:
        raise KeepingError(f"a part is missing: {error}; set Yomi up again") from error
    except OSError as error:
        raise KeepingError(f"nothing can be written: {error}; set YOMI_HOME to another folder") from error


def _keep(path: Path, text: str) -> str:
    repository = ConversationRepository.open(path)
    conversation = repository.create_conversation()
    repository.add_message(Message(new_id(), conversation.id, MessageRole.ASSISTANT, text))
    repository.close()
    again = ConversationRepository.open(path)
    found = [message.text for message in again.load_messages(conversation.id)]
    again.close()
    # A history that could not be opened is kept in memory, and is empty the second time.
    if found != [text]:
        raise KeepingError(" ".join(repository.notices) or "a conversation was not found again")
    return "a conversation was written and found again"


def _export(folder: Path, result: Finished) -> str:
    for name in FORMATS:
        pieces: list[str] = []
        writer = writer_for(name, pieces.append, Producer)
        writer.begin(Source(LABEL))
        writer.text(result.text)
        writer.end(result)
        writer.close()
        path = folder / f"sample.{name}"
        path.write_text("".join(pieces), "utf-8")
        written = path.read_text("utf-8")
        _look_for(result.text, json.loads(written)[0]["text"] if name == "json" else written, name)
    for format_ in ExportFormat:
        path = write_export(folder / f"export{format_.suffix}", _exported(result, format_), replace=False)
        _look_for(result.text, _text_of(path, format_), format_)
    return f"the sample was written as {', '.join(ExportFormat)}"


def _exported(result: Finished, format_: ExportFormat) -> bytes:
    """The sample as the window exports it."""
    outcome = outcome_of_finish(result, RunSettings())
    question = Message(new_id(), "", MessageRole.USER, "")
    answer = Message(
        new_id(), "", MessageRole.ASSISTANT, outcome.text, stats=outcome.stats, lines=outcome.lines
    )
    transcript = one_answer(Conversation("", LABEL, "", ""), (question, answer), answer.id)
    # The question has no picture to be asked for.
    return exported(transcript, format_, Words(), lambda _attachment, _side_px: b"", "")


def _text_of(path: Path, format_: ExportFormat) -> str:
    """What a reader of the file finds in it."""
    data = path.read_bytes()
    match format_:
        case ExportFormat.DOCX:
            with ZipFile(io.BytesIO(data)) as document:
                return _without_tags(document.read("word/document.xml").decode("utf-8"))
        case ExportFormat.HTML:
            return _without_tags(data.decode("utf-8"))
        case ExportFormat.JSON:
            return str(json.loads(data)["messages"][-1]["text"])
        case ExportFormat.MARKDOWN:
            return re.sub(r"\\(.)", r"\1", data.decode("utf-8"), flags=re.DOTALL)
    return data.decode("utf-8")


def _without_tags(source: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", " ", source))


def _look_for(text: str, written: str, name: str) -> None:
    # Word for word: a format may set lines in its own way.
    if " ".join(text.split()) not in " ".join(written.replace("\u00a0", " ").split()):
        raise KeepingError(f"the text is not in its export as {name}")
