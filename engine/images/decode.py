"""Encoded bytes to facts and to upright pixels, or to one ImageError with a sentence for the user.

Any thread. Works on bytes only, trusts neither suffix nor header, and leaves
Pillow's globals (MAX_IMAGE_PIXELS, LOAD_TRUNCATED_IMAGES) as they are.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageFile, JpegImagePlugin, TiffImagePlugin, UnidentifiedImageError

from engine.errors import ImageError
from engine.images.formats import ACCEPTED_FORMATS
from engine.images.integrity import is_png_damaged, without_comments
from engine.images.pixels import to_rgb
from engine.images.sniff import display_name, looks_like_text, raster_name, refusal_for
from engine.images.tiff_complaints import tiff_complaints

MAX_SOURCE_PX = 178_000_000
"""Largest picture decoded: an A0 poster at 340 dpi, half a GB as RGB; Pillow itself stops at 178.96 MP."""
MAX_WORKING_PX = 48_000_000
"""Above this a picture is halved while decoding or after: A3 at 500 dpi, still fine print at half that."""
MIN_SIDE_PX = 4
"""No script is legible in fewer rows."""
MAX_ASPECT = 200
"""Qwen3-VL's own bound (QwenLM/Qwen3-VL#1145); beyond it a picture is a line, not a page."""
MAX_PAGES = 2000
"""Frames counted before a TIFF is called malformed: its chain of directories may be made endless."""

_ORIENTATION_TAG = 0x0112
_SUBFILE_TAG = 254
_DNG_TAG = 50706
_SWAPPED_ORIENTATIONS = (5, 6, 7, 8)
_ONE_PAGE_FORMATS = ("GIF", "WEBP", "PNG", "AVIF")
_WARNING_LOCK = threading.Lock()


@dataclass(frozen=True, slots=True)
class ImageFacts:
    """What a file holds, before its pixels are needed. Sizes are upright."""

    format: str
    width_px: int
    height_px: int
    pages: int
    notes: tuple[str, ...]
    byte_size: int
    frames: int = 1
    """Of an animated picture: it is one page, and any of these may be looked at as that."""


@dataclass(frozen=True, slots=True)
class UprightImage:
    """One page as the reader sees it: RGB, upright, 8 bits. `source_*` is the upright size in the file."""

    rgb: Image.Image
    notes: tuple[str, ...]
    source_width_px: int
    source_height_px: int
    format: str
    page: int
    pages: int


def inspect(data: bytes, name: str, *, verify: bool = True) -> ImageFacts:
    """Facts about a file; `verify` also decodes its first page, so that a truncated file is refused here.

    Raises: ImageError.
    """
    with _decoding(data, name), tiff_complaints():
        image = _open(data, name)
        pages = _pages(image, name)
        width, height = _upright_size(image)
        _check_size(width, height, name)
        frames = _frames(image)
        notes: tuple[str, ...] = frame_notes(0, frames)
    if verify:
        upright = load_page(data, name, 0, least_side_px=1)
        notes = upright.notes
    return ImageFacts(_format_name(image), width, height, len(pages), notes, len(data), frames)


def load_page(data: bytes, name: str, page: int = 0, *, least_side_px: int | None = None) -> UprightImage:
    """Decode one page to upright RGB; of an animated picture `page` is one of its frames.

    `least_side_px` allows a JPEG to be decoded smaller, its longer side keeping at least that many pixels.
    Raises: ImageError.
    """
    with _decoding(data, name), tiff_complaints() as complaints:
        image = _open(data, name)
        pages = _pages(image, name)
        frames = _frames(image)
        places = pages if frames == 1 else range(frames)
        if not 0 <= page < len(places):
            raise _page_missing(name, page, len(places))
        notes = list(frame_notes(page, frames))
        if places[page]:
            with _quiet():
                image.seek(places[page])
        width, height = _upright_size(image)
        _check_size(width, height, name)
        with _quiet():
            orientation = _orientation(image)
        if is_png_damaged(data):
            raise _damaged(data, name, "a checksum does not match")
        if isinstance(image, JpegImagePlugin.JpegImageFile):
            _draft(image, least_side_px)
        rgb, more = _upright_rgb(image, orientation)
        if orientation != 1:
            notes.append("Turned upright by its EXIF orientation.")
        notes.extend(more)
        if complaints:
            notes.append("Parts of this picture are damaged; what is left of it is read.")
        if rgb.width * rgb.height > MAX_WORKING_PX:
            rgb = rgb.reduce(2)
        if least_side_px is None and rgb.size != (width, height):
            notes.append(f"Read at {rgb.width} × {rgb.height} of its {width} × {height} pixels.")
    return UprightImage(rgb, tuple(notes), width, height, _format_name(image), page, len(pages))


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence Pillow's warnings about odd files: they are turned into notes and errors here.

    The filters are the process's own, hence the lock; only the short calls run under it, never a whole decode
    (but that of a picture so large that Pillow warns while decoding).
    """
    with _WARNING_LOCK, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def _decoding(data: bytes, name: str) -> Iterator[None]:
    """Turn whatever a decoder raises on hostile bytes into an ImageError."""
    try:
        yield
    except ImageError:
        raise
    except MemoryError as error:
        raise ImageError(
            f"{display_name(name)} does not fit into memory; close other programs or save it smaller.",
            f"{len(data)} bytes",
            "image_memory",
        ) from error
    except Image.DecompressionBombError as error:
        raise _too_large(name, str(error)) from error
    except Exception as error:  # decoders raise anything from SyntaxError to AttributeError on damaged bytes
        raise _damaged(data, name, f"{type(error).__name__}: {error}") from error


def _damaged(data: bytes, name: str, detail: str) -> ImageError:
    kind = raster_name(data)
    what = f"a {kind} picture that" if kind else "a picture that"
    sentence = f"{display_name(name)} is {what} is damaged or cut short; copy or download it again."
    return ImageError(sentence, detail, "image_damaged")


def _open(data: bytes, name: str) -> ImageFile.ImageFile:
    refusal = refusal_for(data)
    if refusal is not None:
        raise ImageError(f"{display_name(name)} is {refusal.what}; {refusal.advice}.", code=refusal.code)
    try:
        with _quiet():
            image = Image.open(BytesIO(without_comments(data)), formats=ACCEPTED_FORMATS)
    except UnidentifiedImageError as error:
        if raster_name(data) is not None:
            raise
        if looks_like_text(data):
            raise ImageError(
                f"{display_name(name)} is a text file, not a picture; its text needs no reading.",
                code="image_unsupported",
            ) from error
        raise ImageError(
            f"{display_name(name)} is not a picture that Yomi knows; save it as PNG or JPEG and open that.",
            code="image_unknown",
        ) from error
    if isinstance(image, TiffImagePlugin.TiffImageFile) and _DNG_TAG in image.tag_v2:
        sentence = f"{display_name(name)} is a camera raw file; export it as PNG or JPEG and open that."
        raise ImageError(sentence, code="image_unsupported")
    return image


def _format_name(image: ImageFile.ImageFile) -> str:
    """The format as people know it: a phone's multi-picture JPEG is a JPEG."""
    return "JPEG" if image.format == "MPO" else str(image.format)


def _pages(image: ImageFile.ImageFile, name: str) -> tuple[int, ...]:
    """Frame numbers that are pages: all TIFF directories but thumbnails and masks; else the first frame."""
    if not isinstance(image, TiffImagePlugin.TiffImageFile):
        return (0,)
    pages: list[int] = []
    with _quiet():
        frame = 0
        while frame < MAX_PAGES:
            try:
                image.seek(frame)
            except EOFError:
                break
            except Exception as error:
                if not frame:
                    raise
                raise _page_damaged(name, len(pages), f"{type(error).__name__}: {error}") from error
            if frame == 0 or not int(image.tag_v2.get(_SUBFILE_TAG, 0)) & 0b101:
                pages.append(frame)
            frame += 1
        image.seek(0)
    return tuple(pages)


def directories_that_open(data: bytes) -> int:
    """Of a TIFF the directories before the first that makes no sense, thumbnails too; 0 of what is none."""
    opened = 0
    # Decoders raise anything on damaged bytes; what opened until then counts.
    with suppress(Exception), _quiet(), tiff_complaints():
        image = Image.open(BytesIO(data), formats=["TIFF"])
        while opened < MAX_PAGES:
            image.seek(opened)
            opened += 1
    return opened


def _frames(image: ImageFile.ImageFile) -> int:
    """How many frames an animated picture has; 1 of any other."""
    if image.format not in _ONE_PAGE_FORMATS:
        return 1
    with _quiet():
        return max(1, int(getattr(image, "n_frames", 1)))


def frame_notes(frame: int, frames: int) -> tuple[str, ...]:
    """What is said of a picture of which one frame is looked at, from 0; nothing of one that stands still."""
    if frames == 1:
        return ()
    if frame == 0:
        return (f"Animated: the first of {frames} frames is read.",)
    return (f"Animated: frame {frame + 1} of {frames} is read.",)


def _orientation(image: ImageFile.ImageFile) -> int:
    """EXIF orientation 1..8; 1 where the tag is absent or damaged."""
    try:
        value = image.getexif().get(_ORIENTATION_TAG, 1)
    except Exception:  # noqa: BLE001 - a damaged EXIF block must not cost the picture
        return 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


def _upright_size(image: ImageFile.ImageFile) -> tuple[int, int]:
    width, height = image.size
    if isinstance(image, TiffImagePlugin.TiffImageFile):
        return width, height  # Pillow's TIFF reader reports, and decodes to, the upright size
    with _quiet():
        swapped = _orientation(image) in _SWAPPED_ORIENTATIONS
    return (height, width) if swapped else (width, height)


def _check_size(width: int, height: int, name: str) -> None:
    if width * height > MAX_SOURCE_PX:
        raise _too_large(name, f"{width} x {height} pixels")
    if min(width, height) < MIN_SIDE_PX:
        raise ImageError(
            f"{display_name(name)} is only {width} × {height} pixels, too small to hold text; "
            "open a larger copy.",
            code="image_too_small",
        )
    if max(width, height) > MAX_ASPECT * min(width, height):
        raise ImageError(
            f"{display_name(name)} is {width} × {height} pixels, too narrow a strip to read; "
            "cut it into shorter pieces.",
            code="image_too_narrow",
        )


def _page_missing(name: str, page: int, pages: int) -> ImageError:
    count = "1 page" if pages == 1 else f"{pages} pages"
    return ImageError(
        f"{display_name(name)} has {count}, so there is no page {page + 1}; choose another.",
        code="image_page_missing",
    )


def _page_damaged(name: str, page: int, detail: str) -> ImageError:
    return ImageError(
        f"{display_name(name)} is damaged from page {page + 1} on; copy or download it again.",
        detail,
        "image_damaged",
    )


def _too_large(name: str, detail: str) -> ImageError:
    return ImageError(
        f"{display_name(name)} has more than {MAX_SOURCE_PX // 1_000_000} million pixels; "
        "save it smaller or cut out the part to read.",
        detail,
        "image_too_large",
    )


def _draft(image: JpegImagePlugin.JpegImageFile, least_side_px: int | None) -> None:
    """Let libjpeg decode at 1/2, 1/4 or 1/8: cheaper in time and memory than to shrink afterwards."""
    width, height = image.size
    if least_side_px is not None:
        scale = min(1.0, least_side_px / max(width, height))
        image.draft(None, (max(1, int(width * scale)), max(1, int(height * scale))))
    elif width * height > MAX_WORKING_PX:
        image.draft(None, (width // 2, height // 2))


def _upright_rgb(image: ImageFile.ImageFile, orientation: int) -> tuple[Image.Image, tuple[str, ...]]:
    if image.width * image.height * 2 > MAX_SOURCE_PX:
        with _quiet():
            image.load()
    else:
        image.load()
    with _quiet():
        rgb, notes = to_rgb(image)
    if isinstance(image, TiffImagePlugin.TiffImageFile):
        return _plain(rgb), notes
    return _plain(_transposed(rgb, orientation)), notes


def _transposed(rgb: Image.Image, orientation: int) -> Image.Image:
    method = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_270,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_90,
    }.get(orientation)
    return rgb if method is None else rgb.transpose(method)


def _plain(rgb: Image.Image) -> Image.Image:
    """A picture without the file's metadata, profile or file handle: only pixels go on."""
    plain = Image.new("RGB", rgb.size)
    plain.paste(rgb)
    return plain
