"""Which odd file must give which picture or which sentence (the files are made by `odd_images`)."""

from __future__ import annotations

from PIL import Image

from tests.helpers import odd_images as odd
from tests.helpers.odd_images import BLACK, BLUE, CORNERS, DARK, GREEN, RED, WHITE, OddImage

_DAMAGED = "damaged or cut short"
_LEFT_RIGHT_X = (8, 40)


def _halves(left: tuple[int, int, int], right: tuple[int, int, int]) -> tuple[odd.Pixel, ...]:
    return ((_LEFT_RIGHT_X[0], 16, left), (_LEFT_RIGHT_X[1], 16, right))


def _grey(level: int) -> tuple[int, int, int]:
    return (level, level, level)


ORIENTED = [
    OddImage(
        f"{kind} with orientation {tag} comes out upright",
        lambda kind=kind, tag=tag: odd.turned(kind, tag),
        pixels=CORNERS,
        tolerance=12,
        format=kind,
        note="Turned upright" if tag != 1 and kind != "TIFF" else "",
    )
    for kind in ("JPEG", "PNG", "WEBP", "TIFF")
    for tag in range(1, 9)
]

READ_RIGHT = [
    OddImage(
        "a JPEG with a broken EXIF block is read as stored",
        odd.jpeg_with_broken_exif,
        pixels=CORNERS,
        tolerance=12,
    ),
    OddImage(
        "black ink on nothing is laid on white",
        lambda: odd.ink_on_nothing(BLACK),
        pixels=((2, 2, WHITE), (20, 15, BLACK)),
        note="laid on white",
    ),
    OddImage(
        "white ink on nothing is laid on dark",
        lambda: odd.ink_on_nothing(WHITE),
        pixels=((2, 2, DARK), (20, 15, WHITE)),
        note="its ink is light",
    ),
    OddImage(
        "pale yellow ink on nothing is laid on dark",
        lambda: odd.ink_on_nothing((255, 250, 200)),
        pixels=((2, 2, DARK), (20, 15, (255, 250, 200))),
    ),
    OddImage(
        "mid-grey ink on nothing is laid on white",
        lambda: odd.ink_on_nothing((128, 128, 128)),
        pixels=((2, 2, WHITE),),
    ),
    OddImage(
        "grey with alpha is flattened",
        lambda: odd.ink_on_nothing(BLACK, "LA"),
        pixels=((2, 2, WHITE), (20, 15, BLACK)),
    ),
    OddImage(
        "a window with round corners gets white corners",
        odd.window_with_round_corners,
        pixels=((0, 0, WHITE), (20, 14, WHITE), (24, 25, (30, 30, 30))),
    ),
    OddImage(
        "a transparent palette entry becomes white",
        odd.palette_with_transparency,
        pixels=((2, 2, WHITE), (20, 15, (200, 0, 0))),
    ),
    OddImage(
        "palette alpha bytes are honoured",
        odd.palette_with_alpha_bytes,
        pixels=((2, 2, WHITE), (20, 15, (200, 0, 0))),
    ),
    OddImage(
        "a transparent grey value becomes white",
        odd.grey_with_transparent_value,
        pixels=((2, 2, WHITE), (20, 15, (100, 100, 100))),
    ),
    OddImage(
        "a wholly transparent picture is blank and says so",
        lambda: odd.encoded(Image.new("RGBA", (48, 32), (9, 9, 9, 0)), "PNG"),
        pixels=((8, 8, WHITE),),
        note="nothing to see",
    ),
    OddImage(
        "an opaque alpha channel changes nothing",
        lambda: odd.encoded(odd.quarters().convert("RGBA"), "PNG"),
        pixels=CORNERS,
    ),
    OddImage(
        "16-bit grey keeps its levels",
        lambda: odd.grey16(0x4000, 0xFFFF),
        pixels=_halves(_grey(64), WHITE),
        tolerance=1,
    ),
    OddImage(
        "12-bit grey in a 16-bit file is stretched",
        lambda: odd.grey16(0, 4095),
        pixels=_halves(BLACK, WHITE),
        note="stretched",
    ),
    OddImage(
        "16-bit big-endian TIFF keeps its levels",
        odd.grey16_big_endian,
        pixels=_halves(_grey(32), WHITE),
        tolerance=1,
        format="TIFF",
    ),
    OddImage(
        "a 16-bit blank page stays white", lambda: odd.grey16(0xFFFF, 0xFFFF), pixels=_halves(WHITE, WHITE)
    ),
    OddImage(
        "16-bit grey in JPEG 2000 keeps its levels",
        lambda: odd.grey16(0x4000, 0xFFFF, "JPEG2000"),
        pixels=_halves(_grey(64), WHITE),
        tolerance=2,
        format="JPEG2000",
    ),
    OddImage(
        "float TIFF from 0 to 1 is taken at face value",
        lambda: odd.float_tiff(0.5, 1.0),
        pixels=_halves(_grey(128), WHITE),
        tolerance=1,
    ),
    OddImage(
        "float TIFF from 0 to 255 is taken at face value",
        lambda: odd.float_tiff(100, 255),
        pixels=_halves(_grey(100), WHITE),
        tolerance=1,
    ),
    OddImage(
        "float TIFF of any range is stretched",
        lambda: odd.float_tiff(-3.5, 12.25),
        pixels=_halves(BLACK, WHITE),
        note="stretched",
    ),
    OddImage(
        "NaN and infinity in a float TIFF do not blank it",
        odd.float_tiff_with_holes,
        pixels=_halves(BLACK, WHITE),
    ),
    OddImage(
        "32-bit integers with negative values are stretched",
        odd.int32_tiff,
        pixels=_halves(BLACK, WHITE),
        note="-1000 to 3000",
    ),
    OddImage(
        "an Adobe CMYK JPEG is not inverted",
        odd.cmyk,
        pixels=_halves((0, 255, 255), WHITE),
        tolerance=6,
        note="CMYK",
        format="JPEG",
    ),
    OddImage(
        "a CMYK JPEG without Adobe's marker is not inverted",
        odd.cmyk_jpeg_without_adobe_marker,
        pixels=_halves((0, 255, 255), WHITE),
        tolerance=6,
    ),
    OddImage(
        "a CMYK TIFF is converted",
        lambda: odd.cmyk("TIFF"),
        pixels=_halves((0, 255, 255), WHITE),
        tolerance=2,
    ),
    OddImage(
        "a CMYK profile is used",
        lambda: odd.cmyk(profile=odd.cmyk_profile((128, 128, 128))),
        pixels=_halves(_grey(119), WHITE),
        tolerance=8,
        note="by its colour profile",
    ),
    OddImage(
        "a profile of the wrong kind in a CMYK file is ignored",
        lambda: odd.cmyk(profile=b"not a profile"),
        pixels=_halves((0, 255, 255), WHITE),
        tolerance=6,
        note="unusable",
    ),
    OddImage("LAB is converted", odd.lab_tiff, pixels=_halves(BLACK, WHITE), tolerance=3),
    OddImage(
        "one-bit black and white is read",
        lambda: odd.encoded(odd.quarters().convert("1", dither=Image.Dither.NONE), "PNG"),
        pixels=((8, 8, BLACK), (40, 24, WHITE)),
    ),
    OddImage(
        "fax-compressed TIFF is read",
        lambda: odd.encoded(
            odd.quarters().convert("1", dither=Image.Dither.NONE), "TIFF", compression="group4"
        ),
        pixels=((8, 8, BLACK), (40, 24, WHITE)),
        format="TIFF",
    ),
    OddImage(
        "a progressive JPEG is read",
        lambda: odd.encoded(odd.quarters(), "JPEG", quality=95, subsampling=0, progressive=True),
        pixels=CORNERS,
        tolerance=12,
    ),
    OddImage(
        "a grey JPEG is read",
        lambda: odd.encoded(odd.quarters().convert("L"), "JPEG", quality=95),
        pixels=((8, 8, _grey(76)), (40, 24, WHITE)),
        tolerance=12,
    ),
    OddImage(
        "AVIF is read",
        lambda: odd.encoded(odd.quarters(), "AVIF", quality=95, subsampling="4:4:4"),
        pixels=CORNERS,
        tolerance=12,
        format="AVIF",
    ),
    OddImage(
        "WebP named .png is read",
        lambda: odd.encoded(odd.quarters(), "WEBP", lossless=True),
        pixels=CORNERS,
        format="WEBP",
    ),
    OddImage(
        "BMP is read",
        lambda: odd.encoded(odd.quarters(), "BMP"),
        pixels=CORNERS,
        format="BMP",
        name="picture.jpg",
    ),
    OddImage("GIF is read", lambda: odd.encoded(odd.quarters(), "GIF"), pixels=CORNERS, format="GIF"),
    OddImage(
        "PPM is read",
        lambda: odd.encoded(odd.quarters(), "PPM"),
        pixels=CORNERS,
        format="PPM",
        name="no suffix",
    ),
    OddImage("PCX is read", lambda: odd.encoded(odd.quarters(), "PCX"), pixels=CORNERS, format="PCX"),
    OddImage("QOI is read", lambda: odd.encoded(odd.quarters(), "QOI"), pixels=CORNERS, format="QOI"),
    OddImage(
        "JPEG 2000 is read",
        lambda: odd.encoded(odd.quarters(), "JPEG2000"),
        pixels=CORNERS,
        format="JPEG2000",
    ),
    OddImage(
        "an ICO gives its largest picture",
        lambda: odd.encoded(odd.quarters(64, 64), "ICO", sizes=[(16, 16), (64, 64)]),
        size=(64, 64),
        pixels=((10, 10, RED), (50, 10, GREEN)),
        format="ICO",
    ),
    OddImage(
        "an animated GIF gives its first frame and says so",
        lambda: odd.animated("GIF"),
        pixels=CORNERS,
        note="first of 3 frames",
    ),
    OddImage(
        "an animated WebP gives its first frame and says so",
        lambda: odd.animated("WEBP"),
        pixels=CORNERS,
        note="first of 3 frames",
    ),
    OddImage(
        "an animated PNG gives its first frame and says so",
        lambda: odd.animated("PNG"),
        pixels=CORNERS,
        note="first of 3 frames",
    ),
    OddImage("a TIFF of three pages opens on the first", odd.tiff_pages, pixels=CORNERS, pages=3),
    OddImage(
        "the second page of a TIFF has its own orientation", odd.tiff_pages, pixels=CORNERS, pages=3, page=1
    ),
    OddImage(
        "the third page of a TIFF has its own size",
        odd.tiff_pages,
        size=(20, 30),
        pixels=((5, 5, WHITE),),
        pages=3,
        page=2,
    ),
    OddImage(
        "a thumbnail inside a TIFF is no page",
        odd.tiff_with_thumbnail,
        size=(30, 20),
        pixels=((5, 5, BLUE),),
        pages=2,
        page=1,
    ),
    OddImage(
        "the preview inside a phone's JPEG is no page",
        odd.phone_jpeg_with_preview,
        pixels=CORNERS,
        tolerance=12,
        format="JPEG",
    ),
    OddImage(
        "the smallest readable picture is read", lambda: odd.encoded(odd.quarters(8, 4), "PNG"), size=(8, 4)
    ),
    OddImage(
        "a strip of 200 to 1 is still read",
        lambda: odd.encoded(Image.new("RGB", (800, 4), RED), "PNG"),
        size=(800, 4),
        pixels=((5, 2, RED),),
    ),
]

READ_RIGHT.append(
    OddImage("a PNG whose comment inflates to 80 MB is read without it", odd.png_with_text_bomb, format="PNG")
)

REFUSED = [
    OddImage("an empty file says that it is empty", lambda: b"", "image_empty", "is empty (0 bytes)"),
    OddImage(
        "a Git LFS pointer says what to run", lambda: odd.LFS_POINTER, "image_lfs_pointer", "git lfs pull"
    ),
    OddImage("half a PNG is cut short", lambda: odd.cut(odd.photo("PNG"), 0.5), "image_damaged", _DAMAGED),
    OddImage(
        "half a JPEG is cut short",
        lambda: odd.cut(odd.photo("JPEG"), 0.5),
        "image_damaged",
        "JPEG picture that is " + _DAMAGED,
    ),
    OddImage("half a WebP is cut short", lambda: odd.cut(odd.photo("WEBP"), 0.5), "image_damaged", "WebP"),
    OddImage("half an AVIF is cut short", lambda: odd.cut(odd.photo("AVIF"), 0.5), "image_damaged", "AVIF"),
    OddImage("half a GIF is cut short", lambda: odd.cut(odd.photo("GIF"), 0.5), "image_damaged", "GIF"),
    OddImage("half a BMP is cut short", lambda: odd.cut(odd.photo("BMP"), 0.5), "image_damaged", "BMP"),
    OddImage(
        "half a TIFF is cut short",
        lambda: odd.cut(odd.photo("TIFF", compression="tiff_lzw"), 0.5),
        "image_damaged",
        "TIFF",
    ),
    OddImage(
        "half a JPEG 2000 is cut short",
        lambda: odd.cut(odd.photo("JPEG2000"), 0.02),
        "image_damaged",
        _DAMAGED,
    ),
    OddImage(
        "a PNG of ten bytes is cut short",
        lambda: odd.photo("PNG")[:10],
        "image_damaged",
        "PNG picture that is " + _DAMAGED,
    ),
    OddImage("a JPEG of four bytes is cut short", lambda: odd.photo("JPEG")[:4], "image_damaged", "JPEG"),
    OddImage(
        "a scribbled PNG is damaged",
        lambda: odd.scribbled(odd.encoded(odd.quarters(600, 400), "PNG")),
        "image_damaged",
        _DAMAGED,
    ),
    OddImage(
        "a decompression bomb is too large",
        lambda: odd.png_that_claims(60_000, 60_000),
        "image_too_large",
        "more than 178 million pixels",
    ),
    OddImage(
        "a picture just above the limit is too large",
        lambda: odd.png_that_claims(17_800, 10_001),
        "image_too_large",
        "save it smaller",
    ),
    OddImage(
        "a WebP bomb is too large",
        lambda: odd.webp_that_claims(16_383),
        "image_too_large",
        "more than 178 million pixels",
    ),
    OddImage(
        "a tracking pixel is too small",
        lambda: odd.encoded(Image.new("RGB", (1, 1)), "PNG"),
        "image_too_small",
        "1 × 1 pixels",
    ),
    OddImage(
        "a hairline is too small",
        lambda: odd.encoded(Image.new("RGB", (100, 3)), "PNG"),
        "image_too_small",
        "too small to hold text",
    ),
    OddImage("no pixels at all is damaged", lambda: odd.png_that_claims(0, 10), "image_damaged", _DAMAGED),
    OddImage(
        "a ribbon is too narrow",
        lambda: odd.encoded(Image.new("L", (2000, 8)), "PNG"),
        "image_too_narrow",
        "2000 × 8 pixels",
    ),
    OddImage(
        "a tall ribbon is too narrow",
        lambda: odd.encoded(Image.new("L", (4, 900)), "PNG"),
        "image_too_narrow",
        "cut it into shorter pieces",
    ),
    OddImage(
        "a HEIC named .jpg is told by its content",
        odd.heic,
        "image_unsupported",
        "a HEIC photo",
        name="IMG_1.jpg",
    ),
    OddImage(
        "a PDF is told by its content",
        lambda: b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
        "image_unsupported",
        "a PDF document",
        name="scan.png",
    ),
    OddImage(
        "an SVG is told by its content",
        lambda: b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>',
        "image_unsupported",
        "an SVG drawing",
    ),
    OddImage(
        "a web page saved as a picture is told",
        lambda: b"<!DOCTYPE html><html><body>404</body></html>",
        "image_unsupported",
        "a web page",
        name="photo.jpg",
    ),
    OddImage("plain text is told", odd.plain_text, "image_unsupported", "a text file"),
    OddImage(
        "a Word document is told",
        lambda: odd.zip_of("word/document.xml"),
        "image_unsupported",
        "a Word document",
    ),
    OddImage("a ZIP archive is told", lambda: odd.zip_of("holiday.jpg"), "image_unsupported", "unpack it"),
    OddImage("a film is told", odd.film, "image_unsupported", "a video"),
    OddImage(
        "a Photoshop document is told",
        lambda: b"8BPS\x00\x01" + b"\x00" * 20,
        "image_unsupported",
        "a Photoshop document",
    ),
    OddImage(
        "PostScript is refused and never run",
        lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n",
        "image_unsupported",
        "a PostScript document",
    ),
    OddImage(
        "a Windows metafile is refused",
        lambda: b"\xd7\xcd\xc6\x9a" + b"\x00" * 40,
        "image_unsupported",
        "metafile",
    ),
    OddImage("a JPEG XL is told", lambda: b"\xff\x0a" + b"\x00" * 30, "image_unsupported", "JPEG XL"),
    OddImage("a camera raw file is told", odd.camera_raw_tiff, "image_unsupported", "a camera raw file"),
    OddImage(
        "random bytes are not a picture",
        lambda: bytes(range(3, 250)) * 4,
        "image_unknown",
        "not a picture that Yomi knows",
    ),
    OddImage(
        "nothing but zeros is not a picture", lambda: b"\x00" * 500, "image_unknown", "save it as PNG or JPEG"
    ),
    OddImage(
        "a page beyond the last is named",
        odd.tiff_pages,
        "image_page_missing",
        "has 3 pages, so there is no page 8",
        page=7,
    ),
    OddImage(
        "a page before the first is named", odd.quarters_png, "image_page_missing", "has 1 page", page=-1
    ),
]

TABLE = [*ORIENTED, *READ_RIGHT, *REFUSED]
