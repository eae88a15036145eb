"""What a question asks for: a fact of a bill or a form, how many lines, what kind of picture, or something
else.

Pure functions; any thread. A question is understood only where every word of it is: one that is left over
asks for something else. The words themselves are in `engine.answers.tongues`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cache, lru_cache

from engine.answers.facts import KNOWN, Fact
from engine.answers.labels import plain_words
from engine.answers.tongues import ENGLISH, TONGUES, Tongue
from engine.answers.values import Shape
from engine.profile import FIELD, ReaderProfile

_LEAST_TYPED, _LONGER, _TYPED = 3, 2, 0.8
"""Words of so many letters may be typed with a slip: so many letters more or less, so much of them is right.
A word that is one of the language is none of another with a slip."""
_LONGEST_QUESTION = 300
"""Characters. What is longer has words that ask for something else, and need not be gone through."""
_QUESTIONS_KEPT = 32
"""A request asks what its question is about at each of its pictures; that takes up to 50 ms each time."""
_END_MARKS = " ?.!？。！:"
_SPOKEN_MARKS = re.compile(r"[\s?.,;:!'\"“”„«»()？。、，！：；（）「」]+")
_ELIDED = re.compile(r"\b(?:l|d|qu|c|s|n|j|m)['’](?=\w)", re.IGNORECASE)

_NUMBER_SIGN = re.compile(r"#(?!\w)")


def asked_fact(question: str, profile: ReaderProfile) -> Fact | None:
    """The fact that a question asks for; None for any other question."""
    told = " ".join(question.split())
    if len(told) > _LONGEST_QUESTION:
        return None
    for kind, wording in profile.questions:
        if kind == FIELD and "{field}" in wording:
            before, after = wording.split("{field}", 1)
            inside = told[len(before) : len(told) - len(after)].strip(" \"'“”")
            if told.startswith(before) and told.endswith(after) and inside:
                return Fact(FIELD, inside, Shape.ANY)
        elif kind in KNOWN and told == wording:
            return KNOWN[kind]
    kind, tongue = _understood(told)
    if kind:
        return _in_tongue(KNOWN[kind], tongue) if kind in KNOWN else None
    return _named_field(told)


def asks_for(question: str, what: str, profile: ReaderProfile) -> bool:
    """Whether a question asks for `LINES` or for a `CAPTION`, in the words of the model or any other."""
    told = " ".join(question.split())
    if len(told) > _LONGEST_QUESTION:
        return False
    return told in (what, dict(profile.questions).get(what)) or _understood(told)[0] == what


def _in_tongue(fact: Fact, tongue: Tongue) -> Fact:
    if tongue is ENGLISH:
        return fact
    return replace(fact, named=tongue.kinds[fact.kind][0], refusal_form=tongue.refusal)


def _named_field(question: str) -> Fact | None:
    """The field that a question in free words may name."""
    for tongue in TONGUES:
        for form in tongue.field_forms:
            named = form.fullmatch(question.strip(_END_MARKS))
            if named is not None and not _is_filled(_words(named[1]), tongue):
                return Fact(FIELD, named[1], Shape.ANY, is_sure=False, refusal_form=tongue.refusal)
    return None


@lru_cache(maxsize=_QUESTIONS_KEPT)
def _understood(question: str) -> tuple[str, Tongue]:
    """The one kind that a question is about and the language that it is asked in; "" where there is none.

    As it is spelt in any language, before slips are thought of: French has words that English has with one.
    """
    for slips in (False, True):
        for tongue in TONGUES:
            kind = _kind_in(question, tongue, slips=slips)
            if kind:
                return kind, tongue
    return "", ENGLISH


def _kind_in(question: str, tongue: Tongue, *, slips: bool) -> str:
    if not tongue.spaced:
        return _kind_in_run(question, tongue)
    words = _words(question)
    if slips:
        words = [_righted(word, _vocabulary(tongue)) for word in words]
    strong, weak = _spans(words, tongue.kinds), _spans(words, tongue.weak)
    told = {at for start, stop, _ in (*strong, *weak) for at in range(start, stop)}
    kinds = {kind for _, _, kind in strong or weak}
    rest = [word for at, word in enumerate(words) if at not in told]
    return kinds.pop() if len(kinds) == 1 and _is_filled(rest, tongue) else ""


def _spans(words: list[str], kinds: dict[str, tuple[str, ...]]) -> list[tuple[int, int, str]]:
    """Where phrases stand; what lies within a longer one does not count: a due date is no date."""
    spans = [
        (start, start + len(phrase), kind)
        for kind, listed in kinds.items()
        for phrase in map(_phrase, listed)
        for start in range(len(words) - len(phrase) + 1)
        if tuple(words[start : start + len(phrase)]) == phrase
    ]
    return [
        (start, stop, kind)
        for start, stop, kind in spans
        if not any(a <= start and stop <= b and (b - a) > (stop - start) for a, b, _ in spans)
    ]


def _kind_in_run(question: str, tongue: Tongue) -> str:
    """The same where words have no spaces: phrases are cut out, the longest first, then what adds nothing."""
    run = _SPOKEN_MARKS.sub("", unicodedata.normalize("NFKC", question)).casefold()
    rest, found = _cut_out(run, tongue.kinds)
    rest, weak = _cut_out(rest, tongue.weak)
    for filler in sorted(tongue.fillers, key=len, reverse=True):
        rest = rest.replace(filler, "\0")
    kinds = found or weak
    return kinds.pop() if len(kinds) == 1 and not rest.strip("\0") else ""


def _cut_out(run: str, kinds: dict[str, tuple[str, ...]]) -> tuple[str, set[str]]:
    found = set()
    listed = [(phrase, kind) for kind, many in kinds.items() for phrase in many]
    for phrase, kind in sorted(listed, key=lambda each: len(each[0]), reverse=True):
        if phrase in run:
            run = run.replace(phrase, "\0")
            found.add(kind)
    return run, found


def _words(text: str) -> list[str]:
    return [
        word
        for word, _, _ in plain_words(_NUMBER_SIGN.sub(" number ", _ELIDED.sub(" ", text).replace("-", " ")))
    ]


@cache
def _phrase(listed: str) -> tuple[str, ...]:
    return tuple(_words(listed))


def _is_filled(words: Iterable[str], tongue: Tongue) -> bool:
    """Whether words add nothing to what is asked."""
    return all(word in _fillers(tongue) for word in words)


@cache
def _fillers(tongue: Tongue) -> frozenset[str]:
    return frozenset(word for filler in tongue.fillers for word in _phrase(filler))


@cache
def _vocabulary(tongue: Tongue) -> frozenset[str]:
    """Every word of a language that a question may have."""
    listed = (
        *tongue.fillers,
        *(phrase for kinds in (tongue.kinds, tongue.weak) for many in kinds.values() for phrase in many),
    )
    return frozenset(word for phrase in listed for word in _phrase(phrase))


def _righted(word: str, vocabulary: frozenset[str]) -> str:
    """A word as it is spelt, where it is one of those with a slip."""
    if word in vocabulary or len(word) < _LEAST_TYPED:
        return word
    alike = [right for right in vocabulary if _is_slip(word, right)]
    return max(alike, key=lambda right: (_likeness(word, right), right), default=word)


def _is_slip(word: str, right: str) -> bool:
    if sorted(word) == sorted(right):
        return word[0] == right[0]
    longer = max(len(word), len(right))
    return (
        longer > _LEAST_TYPED and abs(len(word) - len(right)) <= _LONGER and _likeness(word, right) >= _TYPED
    )


def _likeness(word: str, right: str) -> float:
    return SequenceMatcher(None, word, right, autojunk=False).ratio()
