"""Reads an export of Yomi as JSON back into messages. Pure functions; any thread.

The file may come from anywhere: nothing in it is trusted, and no path in it is ever opened.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.domain import (
    Attachment,
    Message,
    MessageRequest,
    MessageRole,
    MessageState,
    RequestKind,
    RunStats,
    Written,
)
from app.export.json_record import FORMAT, VERSION
from app.export.transcript import Selection

LONGEST_BYTES = 256 * 1024 * 1024
_HASH = re.compile(r"[0-9a-f]{64}")


class NoExportError(Exception):
    """A file is no export that Yomi can read. `sentence` tells the user why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class ExportedTalk:
    """What an export holds: the messages on show, the other versions, what was selected of the last one."""

    messages: tuple[Message, ...]
    others: tuple[Message, ...] = ()
    selection: Selection | None = None

    @property
    def answers(self) -> tuple[Message, ...]:
        """All of them, those on show first."""
        return tuple(
            message for message in (*self.messages, *self.others) if message.role is MessageRole.ASSISTANT
        )

    def up_to(self, answer: Message) -> tuple[Message, ...]:
        """The branch that an answer lies in, itself last."""
        ids = [message.id for message in self.messages]
        if answer.id in ids:
            return self.messages[: ids.index(answer.id) + 1]
        known = {message.id: message for message in (*self.messages, *self.others)}
        chain = [answer]
        # As many steps as there are messages: a file may tie its messages into a ring.
        for _ in known:
            before = known.get(chain[0].parent_id or "")
            if before is None:
                break
            chain.insert(0, before)
        return tuple(chain)


def read_export(data: bytes) -> ExportedTalk:
    """What the file holds.

    Raises: NoExportError.
    """
    record = _loaded(data)
    if record.get("format") != FORMAT:
        raise NoExportError(
            "This file is no export of Yomi; export a conversation as JSON and name that file."
        )
    version = record.get("version")
    if type(version) is not int or version < 1:
        raise NoExportError(
            "This export is damaged (its version is no number from 1 on); export the conversation again."
        )
    if version > VERSION:
        raise NoExportError("This export was written by a newer Yomi; use that version to repeat it.")
    try:
        messages = tuple(_message(each) for each in record["messages"])
        others = tuple(_message(each) for each in record.get("other_versions", ()))
        selection = record.get("selection")
        return ExportedTalk(messages, others, None if selection is None else _selection(selection))
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise NoExportError(
            f"This export is damaged ({type(error).__name__}: {error}); export the conversation again."
        ) from error


def _loaded(data: bytes) -> Mapping[str, Any]:
    if len(data) > LONGEST_BYTES:
        raise NoExportError("This file is too large to be an export of Yomi; name another one.")
    try:
        record = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise NoExportError("This file is not valid JSON; name an export of Yomi.") from error
    if not isinstance(record, dict):
        raise NoExportError(
            "This file is no export of Yomi; export a conversation as JSON and name that file."
        )
    return record


def _message(record: Mapping[str, Any]) -> Message:
    role = MessageRole(record["role"])
    request = record.get("request")
    run = record.get("run")
    written = record.get("written")
    return Message(
        _text(record["id"]),
        "",
        role,
        _text(record["text"]),
        MessageState(record["state"]) if role is MessageRole.ASSISTANT else MessageState.COMPLETE,
        attachments=tuple(_picture(each) for each in record.get("pictures", ())),
        stats=None if run is None else _run(run),
        created_at=_text(record["created_at"]),
        request=None if request is None else _request(request),
        parent_id=_text(record.get("parent_id") or ""),
        written=None if written is None else _written(written),
    )


def _written(record: Mapping[str, Any]) -> Written:
    return Written(
        _text(record["text"]),
        corrected_at=_text(record["corrected_at"]),
        earlier=tuple((_text(each["text"]), _text(each["until"])) for each in record.get("earlier", ())),
    )


def _request(record: Mapping[str, Any]) -> MessageRequest:
    return MessageRequest(
        RequestKind(record["kind"]), _text(record.get("preset", "")), _text(record.get("schema", ""))
    )


def _picture(record: Mapping[str, Any]) -> Attachment:
    sha256 = _text(record["sha256"] or "")
    if sha256 and not _HASH.fullmatch(sha256):
        raise ValueError("a hash that is none")
    return Attachment(
        id="",
        sha256=sha256,
        name=_text(record["name"]),
        format=_text(record["format"]),
        width_px=int(record["width_px"]),
        height_px=int(record["height_px"]),
        byte_size=int(record["bytes"]),
        page=int(record["page"]) - 1,
        pages=int(record["pages"]),
        error=_text(record["error"] or ""),
    )


def _run(record: Mapping[str, Any]) -> RunStats:
    settings, versions = record["settings"], record["versions"]
    return RunStats(
        model=_text(record["model"]),
        weights=_text(record["weights_fingerprint"] or ""),
        precision=_text(record["precision"]),
        task=_text(record["task"]),
        prompt=_text(record["prompt"]),
        max_new_tokens=int(settings["max_new_tokens"]),
        image_budget_tokens=int(settings["image_budget_tokens"]),
        temperature=float(settings["temperature"]),
        top_p=float(settings["top_p"]),
        seed=int(settings["seed"]),
        resumed=bool(settings["resumed"]),
        yomi=_text(versions["yomi"]),
        torch=_text(versions["torch"]),
        device=_text(record["device"]),
        backend=_text(record["backend"]),
    )


def _selection(record: Mapping[str, Any]) -> Selection:
    start, stop = record["start"], record["stop"]
    return Selection(
        _text(record["message_id"]),
        _text(record["text"]),
        None if start is None else int(start),
        None if stop is None else int(stop),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{type(value).__name__} where text belongs")
    return value
