"""Messages and their pictures as rows of the history, and back. Pure functions; any thread."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict, fields

from app.domain import (
    Attachment,
    Message,
    MessageRequest,
    MessageRole,
    MessageState,
    RequestKind,
    ResumePoint,
    RunStats,
    Written,
)
from app.storage.line_records import lines_from_json, lines_to_json

_STATS_FIELDS = frozenset(field.name for field in fields(RunStats))
_RESUME_FIELDS = frozenset(field.name for field in fields(ResumePoint))
_REQUEST_FIELDS = frozenset(field.name for field in fields(MessageRequest))

ATTACHMENT_COLUMNS = tuple(field.name for field in fields(Attachment))

CHANGING = ("text", "state", "state_detail", "stats", "resume", "lines", "request", "written")
"""The columns of a message that may change after it was added."""


def changing_values(message: Message) -> tuple[str | int | None, ...]:
    """The values of CHANGING."""
    return (
        message.text,
        message.state,
        message.state_detail,
        None if message.stats is None else json.dumps(asdict(message.stats)),
        None if message.resume is None else resume_to_json(message.resume),
        lines_to_json(message.lines),
        None if message.request is None else json.dumps(asdict(message.request)),
        None if message.written is None else _written_to_json(message.written),
    )


def attachment_values(attachment: Attachment) -> tuple[str | int, ...]:
    """The values of ATTACHMENT_COLUMNS."""
    return (
        attachment.id,
        attachment.sha256,
        attachment.name,
        attachment.format,
        attachment.width_px,
        attachment.height_px,
        attachment.byte_size,
        attachment.page,
        attachment.pages,
        json.dumps(attachment.notes),
        attachment.error,
    )


def attachment_of(row: sqlite3.Row) -> Attachment:
    """The attachment of a row of its table.

    Raises: ValueError, TypeError where another program wrote what makes no sense.
    """
    values = {name: row[name] for name in ATTACHMENT_COLUMNS}
    return Attachment(**{**values, "notes": tuple(json.loads(row["notes"]))})


def message_of(row: sqlite3.Row, attachments: tuple[Attachment, ...]) -> Message:
    """The message of a row of its table.

    Raises: ValueError, TypeError, AttributeError where another program wrote what makes no sense.
    """
    return Message(
        id=row["id"],
        conversation_id=row["conversation_id"],
        role=MessageRole(row["role"]),
        text=row["text"],
        state=MessageState(row["state"]),
        state_detail=row["state_detail"],
        attachments=attachments,
        stats=stats_of(row["stats"]),
        resume=_resume(row["resume"]),
        created_at=row["created_at"],
        lines=lines_from_json(row["lines"], row["text"]),
        parent_id=row["parent_id"],
        request=_request(row["request"]),
        written=_written(row["written"]),
    )


def resume_to_json(point: ResumePoint) -> str:
    """Where an answer goes on, as a column."""
    # Not `asdict`: it copies token by token, and this is written again and again while text streams in.
    return json.dumps({name: getattr(point, name) for name in _RESUME_FIELDS})


def _resume(text: str | None) -> ResumePoint | None:
    if text is None:
        return None
    known = {name: value for name, value in json.loads(text).items() if name in _RESUME_FIELDS}
    region, said, characters = (known.pop(name, None) for name in ("region", "text", "characters"))
    above = known.pop("above", "")
    are_texts = isinstance(said, str) and isinstance(above, str)
    if not are_texts or not isinstance(region, int) or not isinstance(characters, int | None):
        raise TypeError(f"no resume point: {text[:80]!r}")
    numbers = {name: tuple(int(each) for each in value) for name, value in known.items()}
    return ResumePoint(region, said, characters=characters, above=above, **numbers)


def _written_to_json(written: Written) -> str:
    resume = None if written.resume is None else resume_to_json(written.resume)
    return json.dumps(
        {
            "text": written.text,
            "lines": lines_to_json(written.lines),
            "resume": resume,
            "corrected_at": written.corrected_at,
            "earlier": written.earlier,
        }
    )


def _written(text: str | None) -> Written | None:
    if text is None:
        return None
    record = json.loads(text)
    said, lines, moment = (record.get(name) for name in ("text", "lines", "corrected_at"))
    if not isinstance(said, str) or not isinstance(lines, str | None) or not isinstance(moment, str):
        raise TypeError(f"nothing that was written: {text[:80]!r}")
    earlier = tuple((str(text), str(until)) for text, until in record.get("earlier", ()))
    return Written(said, lines_from_json(lines, said), _resume(record.get("resume")), moment, earlier)


def _request(text: str | None) -> MessageRequest | None:
    """What was asked for; what another version of Yomi asked with more words is known by its kind."""
    if text is None:
        return None
    known = {name: value for name, value in json.loads(text).items() if name in _REQUEST_FIELDS}
    return MessageRequest(**{**known, "kind": RequestKind(str(known.get("kind")))})


def stats_of(text: str | None) -> RunStats | None:
    """The figures; those that another version of Yomi did not know keep their defaults."""
    if text is None:
        return None
    known = {name: value for name, value in json.loads(text).items() if name in _STATS_FIELDS}
    return RunStats(**{**known, "turned_deg": tuple(known.get("turned_deg", ()))})
