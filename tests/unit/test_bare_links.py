"""Addresses without markup become links, whole and alone; what is none stays text, to the character."""

from __future__ import annotations

import random

import pytest

from app.rendering.bare_links import address_at
from app.rendering.blocks import Block
from app.rendering.markdown import to_html
from app.rendering.pieces import Grid, Paragraph, Span, pieces_of


def spans_of(text: str) -> list[Span]:
    spans: list[Span] = []
    for piece in pieces_of(Block(text)):
        if isinstance(piece, Paragraph):
            spans += piece.spans
        elif isinstance(piece, Grid):
            spans += [span for row in piece.rows for cell in row for span in cell]
    return spans


def links_of(text: str) -> list[tuple[str, str]]:
    return [(span.text, span.link) for span in spans_of(text) if span.link]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("See https://example.org.", "https://example.org"),
        ("(https://en.wikipedia.org/wiki/A_(b))", "https://en.wikipedia.org/wiki/A_(b)"),
        ("https://example.org/a_b_c?q=1&r=*#x, and more", "https://example.org/a_b_c?q=1&r=*#x"),
        ("**https://example.org/x**", "https://example.org/x"),
        ("HTTP://EXAMPLE.ORG/X!", "HTTP://EXAMPLE.ORG/X"),
        ("詳しくはhttps://example.org/aを見て。", "https://example.org/a"),
        ("http://localhost:3000/ is it", "http://localhost:3000/"),
        ("https://[::1]:80/a", "https://[::1]:80/a"),
        ("| https://example.org/$1$ | y |\n|---|---|\n| 1 | 2 |\n", "https://example.org/$1$"),
    ],
)
def test_a_web_address_with_its_scheme_is_a_link(text: str, words: str) -> None:
    ((shown, address),) = links_of(text)
    assert shown == words
    assert address.lower().startswith(words[:12].lower())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Write to first_last_x@example.org, please", "first_last_x@example.org"),
        ("a.b+c@mail.example.co!", "a.b+c@mail.example.co"),
        ("**_name_@example.org**", "_name_@example.org"),
        ("mailto:me@example.org", "me@example.org"),
        ("(me@example.org)", "me@example.org"),
    ],
)
def test_a_mail_address_is_a_link_that_writes_to_it(text: str, words: str) -> None:
    assert links_of(text) == [(words, f"mailto:{words}")]


@pytest.mark.parametrize(
    "text",
    [
        "example.org",
        "www.example.org",
        "ftp://example.org",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "http:// https://. http:/x xhttps://example.org",
        "https://user:password@example.org",
        "https://example.org@evil.example",
        "a@b x..y@example.org .@example.org a@example.org@example.com",
        "a@example.org_x a@example.",
        "https://example.org/" + "x" * 2_100,
        "1.50@2.30 each",
        "`https://example.org` and `a@example.org`",
        r"\(a@example.org\)",
    ],
)
def test_what_is_no_address_of_those_kinds_stays_text(text: str) -> None:
    assert not links_of(text)


def test_a_link_that_was_written_as_one_keeps_its_own_address() -> None:
    assert links_of("[by https://one.example and a@two.example](https://three.example)") == [
        ("by https://one.example and a@two.example", "https://three.example")
    ]


def test_what_is_shown_is_what_was_written_whatever_stands_around_an_address() -> None:
    chance = random.Random(5)
    parts = [
        "https://example.org/a_b",
        "me_you@example.org",
        " ",
        "(",
        ")",
        ".",
        "x",
        "_",
        "@",
        ":",
        "//",
        "日",
    ]
    for _ in range(400):
        text = "".join(chance.choice(parts) for _ in range(chance.randrange(1, 9)))
        shown = "".join(span.text for span in spans_of(text))
        # An underscore may be emphasis; everything else is there.
        assert shown.replace("_", "") == text.strip().replace("_", "")


def test_the_html_of_a_copy_has_them_too_and_loads_nothing() -> None:
    html = to_html("https://example.org/?a=1&b=2 and me@example.org")
    assert '<a href="https://example.org/?a=1&amp;b=2">https://example.org/?a=1&amp;b=2</a>' in html
    assert '<a href="mailto:me@example.org">me@example.org</a>' in html


@pytest.mark.parametrize(
    ("line", "words", "address"),
    [
        ("Web: https://example.org/a_b (shop)", "a_b", "https://example.org/a_b"),
        ("(https://example.org).", "example", "https://example.org"),
        ("E-Mail:first_last@example.org, Tel", "last", "mailto:first_last@example.org"),
        ("詳しくはhttps://example.org/aを", "example", "https://example.org/a"),
        ("Web: https://example.org/a_b (shop)", "shop", ""),
        ("example.org", "example", ""),
        ("https://user:x@example.org", "example", ""),
        ("ftp://example.org", "example", ""),
        ("file:///etc/passwd", "etc", ""),
    ],
)
def test_an_address_in_plain_text_is_found_where_it_stands(line: str, words: str, address: str) -> None:
    assert address_at(line, line.index(words) + 1) == address
