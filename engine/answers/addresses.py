"""Where in what was read an address stands: at its label, or below the name of a shop. Pure; any thread."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.answers.labels import labels_in
from engine.answers.places import Answer, behind_of, read_of
from engine.answers.values import VALUES, Shape
from engine.api import ReadLine

_MOST_LINES = 3
_MOST_ABOVE = 10
"""Lines from the top of a bill in which its shop's address stands."""
_STREET = re.compile(
    r"\b(?:street|st|road|rd|avenue|ave|av|lane|ln|drive|dr|way|square|sq|court|place|boulevard|blvd|bd|row|hill|"
    r"close|gate|quay|terrace|crescent|highway|hwy|parkway|pkwy|house|rue|chemin|quai|cours|allée|calle|avenida|"
    r"avda|plaza|paseo|camino|via|viale|corso|piazza)\b\.?"
    r"|\w*(?:straße|strasse|str\.|weg|platz|allee|gasse|ufer|damm|chaussee|straat|plein|gracht|laan)(?!\w)",
    re.IGNORECASE,
)
_POSTCODE = re.compile(
    r"\b(?:\d{4,6}|\d{3}-\d{4}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{4} ?[A-Z]{2})\b"
)
_OTHER = tuple(VALUES[shape] for shape in (Shape.MONEY, Shape.DATE, Shape.TIME, Shape.EMAIL, Shape.WEBSITE))


def address_in(lines: Sequence[ReadLine]) -> Answer | None:
    """The first address: a street with its number and what follows it, or what stands at a label."""
    for number, line in enumerate(lines):
        label = next((each for each in labels_in(line.text) if each.leads), None)
        if label is not None and any(kind == "address" for kind, _ in label.meant):
            behind = behind_of(line.text[label.stop :])
            if behind:
                return _joined(read_of(line, behind), lines[number + 1 :])
            if number + 1 < len(lines) and not labels_in(lines[number + 1].text):
                below = lines[number + 1]
                return _joined(read_of(below, below.text.strip()), lines[number + 2 :])
    for number, line in enumerate(lines[:_MOST_ABOVE]):
        if _is_street(line.text) and not _is_other(line.text):
            return _joined(read_of(line, line.text.strip()), lines[number + 1 :])
    return None


def _joined(first: Answer, below: Sequence[ReadLine]) -> Answer:
    """An address that goes on below, as one line."""
    for line in below[: _MOST_LINES - 1]:
        if not _goes_on(line.text):
            break
        read = read_of(line, line.text.strip())
        text = f"{first.text.rstrip(',')}, {read.text}"
        first = replace(first, text=text, confidence=min(first.confidence, read.confidence))
    return first


def _is_street(text: str) -> bool:
    return any(map(str.isdigit, text)) and _STREET.search(text) is not None


def _goes_on(text: str) -> bool:
    return not _is_other(text) and (_is_street(text) or _POSTCODE.search(text) is not None)


def _is_other(text: str) -> bool:
    """Whether a line holds a value of another kind, or the label of one."""
    if any(kind != "address" for label in labels_in(text) for kind, _ in label.meant):
        return True
    return any(pattern.search(text) for pattern in _OTHER)
