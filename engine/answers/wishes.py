"""A question that asks for several things, cut into what it asks for: facts, lines, the kind of picture, the
text, and what is none of these.

Pure functions; any thread. A piece between two joints ("and", a comma) is a thing of its own only where its
words show that; where none of the pieces is understood, the question asks for something else as a whole.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from engine.answers.facts import KNOWN, Fact
from engine.answers.joints import JOINTS
from engine.answers.languages import language_of
from engine.answers.questions import (
    FORM_FIELDS,
    LONGEST_QUESTION,
    QUESTIONS_KEPT,
    in_tongue,
    is_filled,
    is_filled_text,
    kind_in,
    kinds_listed,
    priced_name,
    spoken_words,
    starts_with_phrase,
)
from engine.answers.tongues import CAPTION, LINES, MARKDOWN, READ, TONGUES, Tongue
from engine.answers.values import Shape
from engine.profile import FIELD

BEYOND = "beyond"
"""The kind of a wish that is not understood."""
FREE = "free"
"""The kind of a question in any words, which the model answers as it likes."""
_LEAST_SHARED = 3
"""Letters that two words share, as in "Rechnungs- und Kundennummer"."""
_MOST_NAMED = 3
"""Words of a field's name."""
_MARKS = r"[,;&+?!？！，；。]|(?<=\w) ?/ ?(?=\w)|\.(?= [A-ZÄÖÜ])|(?<!\S)\d{1,2}[.)](?= )"
"""Marks that part two things; a point does only before a new sentence, a number only where it counts."""
_ELIDED = re.compile(r"^(?:l|d)['’](?=\w)", re.IGNORECASE)
_AROUND = " .,;:…?!()，、？！。\"'“”„«»"


@dataclass(frozen=True, slots=True)
class Wish:
    """One of the things that a question asks for.

    `fact`: none for lines, the kind of picture and what is not answered here, of which `sentence` is said.
    `label`: what its answer's line begins with; empty where nothing else is asked for. `named`: how the
    question calls it.
    """

    kind: str
    fact: Fact | None = None
    label: str = ""
    sentence: str = ""
    named: str = ""
    otherwise: str = ""
    """Said where the model says no sentence of its own: nothing bears out a value that it says, or what is
    asked for stands there and it is not certain what belongs to it; of a caption, where no text is."""

    @property
    def asks_model(self) -> bool:
        """Whether the model is asked about it."""
        return not self.sentence and self.kind != LINES

    @property
    def needs_reading(self) -> bool:
        """Whether its picture has to be read for it."""
        return self.fact is not None or self.kind in (CAPTION, LINES)


@dataclass(slots=True)
class _Piece:
    """What stands between two joints, where that is in the question, and the kinds that it asks for."""

    text: str
    start: int
    kinds: tuple[str, ...] = ()


@lru_cache(maxsize=QUESTIONS_KEPT)
def wishes_of(question: str) -> tuple[Wish, ...]:
    """What a question asks for, in its order, where that is several things; nothing for any other."""
    lines = unicodedata.normalize("NFKC", question).splitlines()
    told = "; ".join(" ".join(line.split()) for line in lines if line.strip())
    if len(told) > LONGEST_QUESTION or told.casefold().startswith(f"{FIELD} "):
        return ()
    best: tuple[Wish, ...] = ()
    most = 0
    for slips in (False, True):
        for tongue in TONGUES:
            pieces = _cut(told, tongue)
            if slips and len(pieces) < 2:
                continue
            pieces = _understood(told, pieces, tongue, slips=slips)
            known = sum(bool(piece.kinds) for piece in pieces)
            wishes = _wishes(pieces, tongue) if known or _is_list(told, pieces, tongue) else ()
            if known and all(piece.kinds or _is_empty(piece, tongue) for piece in pieces):
                return wishes if len(wishes) > 1 else ()
            if len(wishes) > 1 and known >= most and (known > most or not best):
                best, most = wishes, known
    return best


def _understood(told: str, pieces: list[_Piece], tongue: Tongue, *, slips: bool) -> list[_Piece]:
    """The pieces of a question, each with what it asks for."""
    for piece in pieces:
        piece.kinds = kinds_listed(piece.text, tongue, slips=slips)
    if tongue.spaced:
        for at, piece in enumerate(pieces):
            if not piece.kinds:
                piece.kinds = _completed(pieces, at, tongue)
    return _joined(told, pieces, tongue)


def _cut(told: str, tongue: Tongue) -> list[_Piece]:
    pieces, start = [], 0
    for match in _joint(tongue).finditer(told):
        if match["joint"] is not None:
            pieces.append(_Piece(told[start : match.start()], start))
            start = match.end()
    pieces.append(_Piece(told[start:], start))
    return [piece for piece in pieces if any(map(str.isalnum, piece.text))]


@cache
def _joint(tongue: Tongue) -> re.Pattern[str]:
    """What parts two things, as `joint`, or a phrase that holds such a word."""
    joints = JOINTS[tongue]
    edge = r"\b" if tongue.spaced else ""
    words = "|".join(re.escape(word) for word in sorted(joints.words, key=len, reverse=True))
    listed = [phrase for kinds in (tongue.kinds, tongue.weak) for many in kinds.values() for phrase in many]
    if not tongue.spaced:
        listed += [filler for filler in tongue.fillers if len(filler) > 1]
    parting = re.compile(rf"{edge}(?:{words}){edge}|{_MARKS}", re.IGNORECASE)
    kept = sorted({*joints.kept, *filter(parting.search, listed)} - {*joints.words}, key=len, reverse=True)
    whole = "|".join(rf"{edge}{re.escape(phrase)}{edge}" for phrase in kept) or "(?!)"
    shaped = rf"(?<=\S) (?={joints.shaped}\b)" if joints.shaped else "(?!)"
    return re.compile(rf"(?:{whole})|(?P<joint>{parting.pattern}|{shaped})", re.IGNORECASE)


def _completed(pieces: Sequence[_Piece], at: int, tongue: Tongue) -> tuple[str, ...]:
    """What a piece asks for with a word that it shares with another: "order and customer number"."""
    others = {kind for piece in pieces for kind in piece.kinds}
    kinds = (kind_in(text, tongue, slips=False) for text in _completions(pieces, at, tongue))
    return next(((kind,) for kind in kinds if kind and kind not in others), ())


def _completions(pieces: Sequence[_Piece], at: int, tongue: Tongue) -> Iterator[str]:
    text = pieces[at].text.strip()
    links = JOINTS[tongue].links
    later = next((piece.text.split() for piece in pieces[at + 1 :] if piece.kinds), [])
    before = next((piece.text.split() for piece in reversed(pieces[:at]) if piece.kinds), [])
    if text.endswith("-") and later:
        yield from (text[:-1] + later[-1][-n:] for n in range(len(later[-1]) - 1, _LEAST_SHARED - 1, -1))
    elif text.startswith("-") and before:
        yield from (before[-1][:n] + text[1:] for n in range(len(before[-1]) - 1, _LEAST_SHARED - 1, -1))
    elif later and starts_with_phrase(" ".join(later), tongue):
        yield f"{text} {later[-1].strip(_AROUND)}"
    if before and spoken_words(text)[:1] and spoken_words(text)[0] in links:
        phrase = starts_with_phrase(" ".join(before), tongue)
        yield from (f"{' '.join(phrase[:n])} {text}" for n in range(1, len(phrase)))
    if at + 1 < len(pieces):
        following = pieces[at + 1].text.split()
        tails = [n for n, word in enumerate(following) if n and word.casefold() in links]
        yield from (f"{text} {' '.join(following[n:])}" for n in tails[:1])


def _joined(told: str, pieces: Sequence[_Piece], tongue: Tongue) -> list[_Piece]:
    """The pieces, those in a row that are not understood put together again."""
    joined: list[_Piece] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if last is None or last.kinds or piece.kinds or _is_empty(piece, tongue) or _is_empty(last, tongue):
            joined.append(piece)
            continue
        text = told[last.start : piece.start] + piece.text
        both = _Piece(text, last.start, kinds_listed(text, tongue, slips=False))
        if both.kinds or not (field_named(last.text, tongue) and field_named(piece.text, tongue)):
            joined[-1] = both
        else:
            joined.append(piece)
    return joined


def _is_list(told: str, pieces: Sequence[_Piece], tongue: Tongue) -> bool:
    """Whether a question may list fields of a form, by names that stand in no list of facts."""
    if (
        len(pieces) < 2
        or tongue is not language_of(told)
        or JOINTS[tongue].whether.intersection(spoken_words(told)[:1])
    ):
        return False
    return all(field_named(piece.text, tongue) for piece in pieces)


def _wishes(pieces: Sequence[_Piece], tongue: Tongue) -> tuple[Wish, ...]:
    """What the pieces ask for; nothing where they ask for no more than the text."""
    found: dict[tuple[str, str], Wish] = {}
    is_priced = False
    for piece in pieces:
        wishes = [_known(kind, tongue) for kind in piece.kinds]
        if not wishes and not _is_empty(piece, tongue):
            priced = priced_name(piece.text, tongue)
            # "How much was the bread, and the milk?"
            is_priced = bool(priced) or (is_priced and bool(field_named(piece.text, tongue)))
            wishes = [_unknown(piece, tongue, priced, is_priced=is_priced)]
        for wish in wishes:
            found.setdefault((wish.kind, wish.label or wish.sentence), wish)
    is_asked = any(wish.kind not in (READ, BEYOND) for wish in found.values())
    return tuple(found.values()) if is_asked else ()


def _known(kind: str, tongue: Tongue) -> Wish:
    joints = JOINTS[tongue]
    if kind in (READ, MARKDOWN):
        return Wish(READ, sentence=joints.apart)
    if kind == CAPTION:
        return Wish(CAPTION, otherwise=joints.blank)
    if kind == LINES:
        named = tongue.kinds[LINES][0]
        return Wish(LINES, label=_label(named, tongue), named=named)
    fact = in_tongue(KNOWN[kind], tongue)
    return Wish(kind, fact, _label(fact.named, tongue), named=fact.named)


def _unknown(piece: _Piece, tongue: Tongue, priced: str, *, is_priced: bool) -> Wish:
    name = priced or field_named(piece.text, tongue)
    if name:
        shape = Shape.PRICE if is_priced else Shape.ANY
        fact = Fact(FIELD, name, shape, refusal_form=tongue.refusal)
        return Wish(
            FIELD, fact, _label(name, tongue), named=name, otherwise=JOINTS[tongue].beyond.format(named=name)
        )
    named = piece.text.strip(_AROUND)
    return Wish(BEYOND, sentence=JOINTS[tongue].beyond.format(named=named), named=named)


def _label(named: str, tongue: Tongue) -> str:
    return JOINTS[tongue].label_form.format(named=named[:1].upper() + named[1:])


def _is_empty(piece: _Piece, tongue: Tongue) -> bool:
    """Whether a piece asks for nothing by itself."""
    return not field_named(piece.text, tongue) and is_filled_text(piece.text, tongue)


def field_named(text: str, tongue: Tongue) -> str:
    """The name of a field that words may be, "" where they are none."""
    if not tongue.spaced:
        return ""
    words = [_ELIDED.sub("", word) for word in text.split()]
    names = [word.strip(_AROUND) for word in words if word.strip(_AROUND).casefold() in JOINTS[tongue].names]
    while words and _adds_nothing(words[0], tongue):
        words.pop(0)
    while words and _adds_nothing(words[-1], tongue) and not _is_of_form(" ".join(words)):
        words.pop()
    words = _without_whose(words, tongue)
    if not words:
        return names[0] if len(names) == 1 else ""
    name = " ".join(words).strip(_AROUND)
    return name if may_be_named(name, tongue) else ""


def may_be_named(name: str, tongue: Tongue) -> bool:
    """Whether a field may be called so: by few words, of which none says what is to be done."""
    if _is_of_form(name):
        return True
    joints, words = JOINTS[tongue], name.split()
    spoken = {part for word in words for part in spoken_words(word)}
    inner = (word for word in words[1:-1] if word.casefold() not in {*joints.links, *joints.words})
    is_short = len(words) <= _MOST_NAMED and any(map(str.isalpha, name))
    return is_short and not spoken & joints.deeds and not any(_adds_nothing(word, tongue) for word in inner)


def _is_of_form(name: str) -> bool:
    return " ".join(spoken_words(name)) in FORM_FIELDS


def _without_whose(words: list[str], tongue: Tongue) -> list[str]:
    """A name without what it is said of: the address of the shop is the address."""
    for at, word in enumerate(words[1:], 1):
        is_link = word.casefold() in JOINTS[tongue].links
        if is_link and kind_in(" ".join(words[at:]), tongue, slips=False) == "vendor":
            return words[:at]
    return words


def _adds_nothing(word: str, tongue: Tongue) -> bool:
    return is_filled(spoken_words(_ELIDED.sub("", word)), tongue)
