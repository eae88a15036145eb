"""Pictures for a file that holds them: small, upright, without what the original tells of place and time. Any
thread."""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable
from dataclasses import dataclass

from app.domain import Attachment

PictureSource = Callable[[Attachment, int], bytes]
"""PNG or JPEG of an attachment's page, its longer side at most so many pixels; may raise."""

LONGEST_SIDE_PX = 1600
"""Small print of a page stays readable; a page is some 300 kB."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EmbeddedPicture:
    data: bytes

    @property
    def mime(self) -> str:
        return "image/png" if self.data.startswith(b"\x89PNG") else "image/jpeg"

    @property
    def data_uri(self) -> str:
        return f"data:{self.mime};base64,{base64.b64encode(self.data).decode('ascii')}"


def embedded(attachment: Attachment, source: PictureSource) -> EmbeddedPicture | None:
    """The picture; None where it cannot be shown any more: the text is exported all the same."""
    if not attachment.is_readable:
        return None
    try:
        return EmbeddedPicture(source(attachment, LONGEST_SIDE_PX))
    except Exception as error:  # noqa: BLE001 - whatever the file's decoder meets, the text must come out
        log.warning("picture not exported: %s", type(error).__name__)
        return None
