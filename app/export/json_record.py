"""A transcript as JSON: enough to read the same pictures again and get the same text. Pure functions.

The fields are described in docs/export-format.md and, for a machine, in docs/export-format.schema.json.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import Any

from app.domain import Attachment, Message, MessageRole, ReadLine, RunSettings, RunStats, Written
from app.export.transcript import Transcript

FORMAT = "yomi-export"
VERSION = 3

CONFIDENCE_DIGITS = 4
"""Certainty is seldom a round 1; four digits tell 99.9 % from 99.99 %, and more is noise."""

_SETTINGS = frozenset(field.name for field in fields(RunSettings))
_OWN_PLACE = frozenset({"model", "weights", "precision", "task", "prompt", "yomi", "torch"})
"""Settings that have a place of their own in the record."""


def to_json(transcript: Transcript, yomi_version: str) -> str:
    """The record, indented."""
    conversation = transcript.conversation
    selection = transcript.selection
    record = {
        "format": FORMAT,
        "version": VERSION,
        "yomi": yomi_version,
        "exported_at": transcript.exported_at,
        "scope": str(transcript.scope),
        "conversation": {
            "id": conversation.id,
            "title": conversation.title,
            "created_at": conversation.created_at,
        },
        "messages": [message_record(message) for message in transcript.messages],
        "other_versions": [message_record(message) for message in transcript.others],
        "selection": None if selection is None else asdict(selection),
    }
    return json.dumps(record, ensure_ascii=False, indent=2) + "\n"


def message_record(message: Message) -> dict[str, Any]:
    """A question with its pictures, or an answer with its lines and the run that made it."""
    record: dict[str, Any] = {
        "id": message.id,
        "parent_id": message.parent_id or None,
        "role": str(message.role),
        "created_at": message.created_at,
        "text": message.text,
        "request": None if message.request is None else asdict(message.request),
    }
    if message.role is MessageRole.USER:
        return {**record, "pictures": [picture_record(item) for item in message.attachments]}
    return {
        **record,
        "state": str(message.state),
        "state_detail": message.state_detail,
        "lines": [line_record(line) for line in message.lines],
        "written": None if message.written is None else written_record(message.written),
        "run": None if message.stats is None else run_record(message.stats),
    }


def picture_record(attachment: Attachment) -> dict[str, Any]:
    """One page of a picture file, found again by the hash of its bytes; pages count from 1."""
    return {
        "name": attachment.name,
        "sha256": attachment.sha256 or None,
        "format": attachment.format,
        "width_px": attachment.width_px,
        "height_px": attachment.height_px,
        "bytes": attachment.byte_size,
        "page": attachment.page + 1,
        "pages": attachment.pages,
        "notes": list(attachment.notes),
        "error": attachment.error or None,
    }


def line_record(line: ReadLine) -> dict[str, Any]:
    """A line with its box as [left, top, right, bottom] in pixels, null where its place is not known."""
    return {
        "text": line.text,
        "start": line.start,
        "page": None if line.page is None else line.page + 1,
        "box": None if line.box is None else list(line.box),
        "words": [
            {
                "text": word.text,
                "confidence": round(word.confidence, CONFIDENCE_DIGITS),
                "start": word.start,
                "stop": word.stop,
            }
            for word in line.words
        ],
    }


def written_record(written: Written) -> dict[str, Any]:
    """What the model wrote, where a reader corrected it."""
    return {
        "text": written.text,
        "lines": [line_record(line) for line in written.lines],
        "corrected_at": written.corrected_at,
        "earlier": [{"text": text, "until": until} for text, until in written.earlier],
    }


def run_record(stats: RunStats) -> dict[str, Any]:
    """What made a text: the model, what it was told, the settings, the figures."""
    values = asdict(stats)
    figures = {name: value for name, value in values.items() if name not in _SETTINGS}
    return {
        "model": stats.model,
        "weights_fingerprint": stats.weights or None,
        "device": figures.pop("device"),
        "precision": stats.precision,
        "backend": figures.pop("backend"),
        "task": stats.task,
        "prompt": stats.prompt,
        "settings": {name: values[name] for name in values if name in _SETTINGS - _OWN_PLACE},
        "versions": {"yomi": stats.yomi, "torch": stats.torch},
        "metrics": figures,
    }
