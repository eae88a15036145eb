"""What a file is, told by its first bytes alone: pictures that may be read, and kinds refused by name.

A suffix is never looked at: phones and browsers save HEIC as .jpg and WebP as .png. Any thread.
Signatures are those of the formats' own specifications.
"""

from __future__ import annotations

from dataclasses import dataclass

SNIFF_BYTES = 4096
"""How much of the head is looked at; the longest look-back needed is a PDF header behind 1 KiB of junk."""

_NAME_LIMIT = 60


@dataclass(frozen=True, slots=True)
class Refusal:
    """A kind of file that is not a picture we read: `what` it is and what to do about it."""

    code: str
    what: str
    advice: str


def display_name(name: str) -> str:
    """A file name that is safe inside a sentence: printable, one line, at most 60 characters."""
    clean = "".join(c if c.isprintable() else " " for c in name).strip() or "The picture"
    if len(clean) <= _NAME_LIMIT:
        return clean
    keep = (_NAME_LIMIT - 1) // 2
    return f"{clean[:keep]}…{clean[-keep:]}"


_EXPORT = "export it as PNG or JPEG and open that"
_PAGES = "save its pages as PNG pictures and open those"
_UNPACK = "unpack it and open the pictures inside"

_SIGNATURES: tuple[tuple[int, bytes, str, str], ...] = (
    (0, b"8BPS", "a Photoshop document", _EXPORT),
    (0, b"gimp xcf", "a GIMP document", _EXPORT),
    (0, b"%!PS", "a PostScript document", _PAGES),
    (0, b"\xc5\xd0\xd3\xc6", "a PostScript document", _PAGES),
    (0, b"AT&TFORM", "a DjVu document", _PAGES),
    (0, b"\xd7\xcd\xc6\x9a", "a Windows metafile drawing", _EXPORT),
    (40, b" EMF", "a Windows metafile drawing", _EXPORT),
    (0, b"\xff\x0a", "a JPEG XL picture", _EXPORT),
    (0, b"\x00\x00\x00\x0cJXL ", "a JPEG XL picture", _EXPORT),
    (128, b"DICM", "a DICOM medical picture", _EXPORT),
    (0, b"FUJIFILMCCD-RAW", "a camera raw file", _EXPORT),
    (0, b"IIU\x00", "a camera raw file", _EXPORT),
    (0, b"IIRO", "a camera raw file", _EXPORT),
    (8, b"CR\x02", "a camera raw file", _EXPORT),
    (0, b"{\\rtf", "a text document", "open it in a word processor: its text needs no reading"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document", _PAGES),
    (0, b"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", _UNPACK),
    (0, b"\x1f\x8b", "a gzip archive", _UNPACK),
    (0, b"\x28\xb5\x2f\xfd", "a Zstandard archive", _UNPACK),
    (0, b"\xfd7zXZ\x00", "an xz archive", _UNPACK),
    (0, b"BZh", "a bzip2 archive", _UNPACK),
    (257, b"ustar", "a tar archive", _UNPACK),
    (0, b"\x1a\x45\xdf\xa3", "a video", "take a still picture of the frame that you want read"),
    (0, b"OggS", "a sound or video file", "open a picture instead"),
    (0, b"ID3", "a sound file", "open a picture instead"),
    (0, b"fLaC", "a sound file", "open a picture instead"),
    (0, b"\x7fELF", "a program", "open a picture instead"),
    (0, b"SQLite format 3\x00", "a database", "open a picture instead"),
)

_RASTER_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF87a", "GIF"),
    (b"GIF89a", "GIF"),
    (b"BM", "BMP"),
    (b"II*\x00", "TIFF"),
    (b"MM\x00*", "TIFF"),
    (b"II+\x00", "TIFF"),
    (b"MM\x00+", "TIFF"),
    (b"\x00\x00\x00\x0cjP  ", "JPEG 2000"),
    (b"\xff\x4f\xff\x51", "JPEG 2000"),
    (b"\x00\x00\x01\x00", "ICO"),
    (b"qoif", "QOI"),
)

_HEIF_BRANDS = frozenset(
    {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"hevm", b"hevs", b"mif1", b"msf1"}
)
_AVIF_BRANDS = frozenset({b"avif", b"avis"})


def refusal_for(data: bytes) -> Refusal | None:
    """The reason why these bytes are no picture that we read, or None where they may be one."""
    head = data[:SNIFF_BYTES]
    if not data:
        return Refusal("image_empty", "empty (0 bytes)", "copy or download it again")
    if head.startswith(b"version https://git-lfs.github.com/spec/"):
        return Refusal(
            "image_lfs_pointer",
            "only a Git LFS pointer, not the picture itself",
            "run `git lfs pull` and open it again",
        )
    for offset, magic, what, advice in _SIGNATURES:
        if head[offset : offset + len(magic)] == magic:
            return Refusal("image_unsupported", what, advice)
    if b"%PDF-" in head[:1024]:
        return Refusal("image_unsupported", "a PDF document, not a picture", _PAGES)
    if head.startswith(b"PK\x03\x04"):
        return _zip_refusal(head)
    if head[:4] == b"RIFF" and head[8:12] in (b"WAVE", b"AVI "):
        return Refusal("image_unsupported", "a sound or video file", "open a picture instead")
    if head[4:8] == b"ftyp":
        return _box_refusal(head)
    return _markup_refusal(head)


def _zip_refusal(head: bytes) -> Refusal:
    for marker, what in (
        (b"word/", "a Word document"),
        (b"xl/", "an Excel workbook"),
        (b"ppt/", "a PowerPoint presentation"),
        (b"[Content_Types].xml", "an Office document"),
        (b"mimetypeapplication/epub", "an e-book"),
        (b"mimetypeapplication/vnd.oasis", "an OpenDocument file"),
    ):
        if marker in head:
            return Refusal("image_unsupported", what, _PAGES)
    return Refusal("image_unsupported", "a ZIP archive", _UNPACK)


def _box_refusal(head: bytes) -> Refusal | None:
    """ISO media files: the brands in `ftyp` tell AVIF (read) from HEIC, JPEG XL and films (refused)."""
    size = int.from_bytes(head[:4], "big")
    box = head[8 : max(12, min(size, len(head)))]
    brands = {box[i : i + 4] for i in range(0, len(box) - 3, 4)}
    if brands & _AVIF_BRANDS:
        return None
    if brands & _HEIF_BRANDS:
        return Refusal(
            "image_unsupported",
            "a HEIC photo, which Yomi cannot decode",
            "save it as JPEG or PNG (on an iPhone: Settings, Camera, Formats, Most Compatible)",
        )
    if b"crx " in brands:
        return Refusal("image_unsupported", "a camera raw file", _EXPORT)
    return Refusal("image_unsupported", "a video", "take a still picture of the frame that you want read")


def _markup_refusal(head: bytes) -> Refusal | None:
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if start.startswith(b"<svg") or (
        start.startswith((b"<?xml", b"<!doctype svg", b"<!--")) and b"<svg" in start
    ):
        return Refusal("image_unsupported", "an SVG drawing", _EXPORT)
    if start.startswith((b"<!doctype html", b"<html")):
        return Refusal(
            "image_unsupported",
            "a web page, not a picture",
            "open it in a browser and take a screenshot, or save the picture itself",
        )
    return None


def raster_name(data: bytes) -> str | None:
    """The picture format that the first bytes announce, for a sentence about a file that does not decode."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    if data[4:8] == b"ftyp":
        return "AVIF"
    for magic, name in _RASTER_MAGIC:
        if data.startswith(magic):
            return name
    return None


def looks_like_text(data: bytes) -> bool:
    """Whether the head is plain text (UTF-8 or UTF-16 with its mark)."""
    head = data[:SNIFF_BYTES]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    try:
        text = head.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(head) - 4 or len(data) <= SNIFF_BYTES:
            return False
        text = head[: error.start].decode("utf-8")
    return all(c.isprintable() or c in "\t\r\n\f" for c in text.removeprefix("\ufeff"))
