"""Nothing is made twice of a picture that was just looked at; what is kept is bounded."""

from __future__ import annotations

import pytest

from engine.api import ImageInput
from engine.picture_shelf import PictureShelf


class Workshop:
    """Counts what it makes."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> str:
        self.made += 1
        return f"piece {self.made}"


def picture(data: bytes = b"x" * 10, **settings: object) -> ImageInput:
    return ImageInput(data, "a.png", **settings)  # type: ignore[arg-type]


def test_the_same_bytes_under_another_name_are_the_same_picture() -> None:
    shelf, make = PictureShelf(1000), Workshop()
    first = shelf.once(picture(), "decoded", make, len)
    assert shelf.once(ImageInput(b"x" * 10, "b.png"), "decoded", make, len) == first
    assert make.made == 1


@pytest.mark.parametrize("other", [picture(b"y" * 10), picture(page=1), picture(part=(0, 0, 2, 2))])
def test_other_bytes_another_page_and_another_part_are_not(other: ImageInput) -> None:
    shelf, make = PictureShelf(1000), Workshop()
    assert shelf.once(picture(), "decoded", make, len) != shelf.once(other, "decoded", make, len)


def test_what_is_made_of_a_picture_is_told_apart() -> None:
    shelf, make = PictureShelf(1000), Workshop()
    made = [shelf.once(picture(), what, make, len) for what in ("decoded", ("patches", 3), ("patches", 4))]
    assert made == [
        shelf.once(picture(), what, make, len) for what in ("decoded", ("patches", 3), ("patches", 4))
    ]
    assert make.made == 3
    assert shelf.size_bytes == 10 + 3 * len("piece 1")


def test_the_least_used_goes_first_and_what_is_too_large_is_never_kept() -> None:
    shelf, make = PictureShelf(50), Workshop()
    a, b, c = (picture(letter * 10) for letter in (b"a", b"b", b"c"))
    kept = shelf.once(a, "decoded", make, len)
    shelf.once(b, "decoded", make, len)
    assert shelf.once(a, "decoded", make, len) == kept
    shelf.once(c, "decoded", make, len)
    assert shelf.size_bytes == 2 * (10 + len(kept))
    assert shelf.once(a, "decoded", make, len) == kept
    assert make.made == 3
    shelf.once(b, "decoded", make, len)
    assert make.made == 4
    for _ in range(2):
        shelf.once(picture(b"huge" * 20), "decoded", make, len)
    assert make.made == 6
    shelf.clear()
    assert shelf.size_bytes == 0
    assert shelf.once(a, "decoded", make, len) != kept


def test_what_could_not_be_made_is_tried_again() -> None:
    shelf, make = PictureShelf(1000), Workshop()

    def fail() -> str:
        raise ValueError("told to")

    with pytest.raises(ValueError, match="told to"):
        shelf.once(picture(), "decoded", fail, len)
    assert shelf.size_bytes == 0
    assert shelf.once(picture(), "decoded", make, len) == "piece 1"
