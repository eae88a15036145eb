"""Which pictures are animated: their pages are frames, of which one is looked at. Any thread; no Qt."""

from __future__ import annotations

from app.domain import Attachment

ANIMATED_FORMATS = ("GIF", "WEBP", "PNG", "AVIF")
"""Of a TIFF each page is a picture of its own."""


def is_animated(attachment: Attachment) -> bool:
    """Whether another frame of it may be looked at."""
    return attachment.pages > 1 and attachment.format in ANIMATED_FORMATS
