"""Text as it is looked for: what counts as the same, and where it stands in the original. Pure functions; any
thread.

Case, width (Ａ, ｱ), the kind of white space and accents of Latin, Greek and Cyrillic letters make no
difference: what is typed without them is found with them, and the other way round. A line break between two
characters of a script that is written without spaces is not there at all, since pages break such lines
anywhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

MOST_TERMS = 8
LONGEST_TERM = 200

SNIPPET_LENGTH = 110
"""Characters of a snippet: two to three lines of a side bar."""

_LEAD = 24
"""Characters of a snippet that are shown before the first hit."""

_CHUNK = 2048
"""Characters that are looked at together: most texts are searched without a map of their characters."""

_UNSPACED = "\u2e80-\u312f\u3190-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese and Japanese. Korean is written with spaces."""

_GAPS = re.compile(rf"(?<=[{_UNSPACED}]) (?=[{_UNSPACED}])")
_UNSPACED_CHARACTER = re.compile(rf"[{_UNSPACED}]")
_ASCII_WORD = re.compile("[!-~]+")
_HALF_WIDTH_KANA = re.compile("[\uff66-\uff9f]+")
_QUOTED = re.compile(r'"([^"]*)"|(\S+)')


_ACCENTS = re.compile("[\u0300-\u036f]+")
"""Of Latin, Greek and Cyrillic letters. Voiced kana and vowels of other scripts are letters themselves."""

_CROSSED = str.maketrans("øłđħŧı", "oldhti")
"""Letters whose stroke or missing dot no normal form takes away."""


class _Folding(dict[int, str]):
    """Code point -> what it counts as: compatibility form without accents, case folded; white space and
    controls a space.
    """

    def __missing__(self, code: int) -> str:
        character = chr(code)
        category = unicodedata.category(character)
        if character.isspace() or category == "Cc":
            folded = " "
        elif category == "Cf":
            # Marks that are not seen: soft hyphens, joiners, directions.
            folded = ""
        else:
            whole = unicodedata.normalize("NFKC", character)
            bare = _ACCENTS.sub("", unicodedata.normalize("NFD", whole))
            # Together again where there was more to it than accents, as in が.
            folded = unicodedata.normalize("NFC", bare).casefold().translate(_CROSSED)
        self[code] = folded
        return folded


_FOLDING = _Folding()


def plain(text: str) -> str:
    """The text with letters and their marks in one character, which positions are counted in."""
    if text.isascii():
        return text
    return _HALF_WIDTH_KANA.sub(
        lambda run: unicodedata.normalize("NFKC", run.group()), unicodedata.normalize("NFC", text)
    )


def fold(text: str) -> str:
    """What the text counts as."""
    folded = " ".join(plain(text).translate(_FOLDING).split())
    return folded if folded.isascii() else _GAPS.sub("", folded)


def terms_of(words: str) -> tuple[str, ...]:
    """The folded terms of what was typed: words, and in double quotes phrases."""
    found: dict[str, None] = {}
    for quoted, word in _QUOTED.findall(words):
        # A quote that is not closed yet is still being typed.
        term = fold(quoted or word.replace('"', " "))[:LONGEST_TERM].strip()
        if term:
            found[term] = None
    return tuple(found)[:MOST_TERMS]


def spans(text: str, terms: Sequence[str]) -> Iterator[tuple[int, int]]:
    """[start, stop) of each place in `plain(text)` that counts as one of the folded `terms`, in order; places
    that touch are one.
    """
    text = plain(text)
    overlap = 4 * max(map(len, terms), default=0) + 32
    last: tuple[int, int] | None = None
    for start in range(0, len(text), _CHUNK):
        for place in _places(text[start : start + _CHUNK + overlap], terms):
            if place[0] >= _CHUNK:
                # It begins in the next chunk, which finds it too.
                break
            found = (start + place[0], start + place[1])
            if last is not None and found[0] <= last[1]:
                last = (last[0], max(last[1], found[1]))
                continue
            if last is not None:
                yield last
            last = found
    if last is not None:
        yield last


def snippet(text: str, terms: Sequence[str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """One line of the text around its first hit, and where the hits stand in it; the beginning where there is
    none.
    """
    text = plain(text)
    first = next(spans(text, terms), None)
    start = max(0, first[0] - _LEAD) if first is not None else 0
    if start:
        start = _word_start(text, start, first[0] if first is not None else start)
    piece = text[start : start + SNIPPET_LENGTH]
    before = "…" if start else ""
    after = "…" if start + SNIPPET_LENGTH < len(text) else ""
    # One for one, so that the places stay.
    line = before + "".join(" " if character.isspace() else character for character in piece) + after
    marks = tuple((len(before) + a, len(before) + b) for a, b in spans(piece, terms))
    return line, marks


def _word_start(text: str, start: int, stop: int) -> int:
    """The first beginning of a word from `start` on, before `stop`; `start` where no word begins."""
    for index in range(start, stop):
        if text[index].isspace():
            return index + 1
    return start


def _places(piece: str, terms: Sequence[str]) -> list[tuple[int, int]]:
    folded = fold(piece)
    present = [term for term in terms if term in folded]
    if not present:
        return []
    mapped, origins = _mapped(piece)
    places: list[tuple[int, int]] = []
    for term in present:
        at = mapped.find(term)
        while at >= 0:
            places.append((origins[at], origins[at + len(term) - 1] + 1))
            at = mapped.find(term, at + len(term))
    return sorted(places)


def _mapped_ascii(piece: str) -> tuple[str, list[int]]:
    """The same for the letters that most texts are of, word by word."""
    words: list[str] = []
    origins: list[int] = []
    end = 0
    for word in _ASCII_WORD.finditer(piece):
        if words:
            words.append(" ")
            origins.append(end)
        words.append(word.group().lower())
        origins.extend(range(word.start(), word.end()))
        end = word.end()
    if words and end < len(piece):
        words.append(" ")
        origins.append(end)
    return "".join(words), origins


def _mapped(piece: str) -> tuple[str, list[int]]:
    """The folded piece, and for each of its characters the index of the one that it came from."""
    if piece.isascii():
        return _mapped_ascii(piece)
    characters: list[str] = []
    origins: list[int] = []
    for index, character in enumerate(piece):
        for folded in _FOLDING[ord(character)]:
            if folded == " " and (not characters or characters[-1] == " "):
                continue
            if (
                len(characters) > 1
                and characters[-1] == " "
                and _UNSPACED_CHARACTER.match(folded)
                and _UNSPACED_CHARACTER.match(characters[-2])
            ):
                del characters[-1], origins[-1]
            characters.append(folded)
            origins.append(index)
    return "".join(characters), origins
