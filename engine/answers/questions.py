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
from engine.answers.labels import phrases, plain_words
from engine.answers.tongues import ENGLISH, FRENCH, GERMAN, MARKDOWN, READ, SPANISH, TONGUES, Tongue
from engine.answers.values import Shape
from engine.profile import FIELD, ReaderProfile

_LEAST_TYPED, _LONGER, _TYPED = 3, 2, 0.8
"""Words of so many letters may be typed with a slip: so many letters more or less, so much of them is right.
A word that is one of the language is none of another with a slip."""
_LEAST_BEHEADED = 5
"""Letters of a word whose first one was not typed: "nvoice", but who ate something asks for no date."""
LONGEST_QUESTION = 300
"""Characters. What is longer has words that ask for something else, and need not be gone through."""
QUESTIONS_KEPT = 32
"""A request asks what its question is about at each of its pictures; that takes up to 50 ms each time."""
_END_MARKS = " ¿¡?.!？。！:"
_SPOKEN_MARKS = re.compile(r"[\s?.,;:!'\"“”„«»()？。、，！：；（）「」]+")
_ELIDED = re.compile(r"\b(?:l|d|qu|c|s|n|j|m)['’](?=\w)", re.IGNORECASE)

_WHOSE = re.compile(r"\b(?:from|by|at|chez)(?: [A-ZÀ-Þ][\w&.'’-]*[a-z0-9])+")
"""Whose bill is asked about, which is the one on the picture."""
_NUMERALS = frozenset(phrases("two, three, four, five, six, seven, eight, nine, ten, drei, trois, tres"))
"""Words that are no other with a slip: of three things one is not asked for."""
_OF_GOODS = frozenset(("pieces", "dearest", "cheapest"))
_OF_BILL = frozenset(("date", "vendor"))
_NUMBERED = {"invoice": ENGLISH, "rechnung": GERMAN, "facture": FRENCH, "factura": SPANISH}
"""What a bill calls itself and its number: a word alone asks for that."""
_NUMBER_SIGN = re.compile(r"#(?!\w)")
FORM_FIELDS = frozenset(
    phrases(
        "first name, last name, given name, surname, family name, maiden name, date of birth, birth date, "
        "place of birth, nationality, postcode, zip code, city, country, gender, occupation, "
        "vorname, nachname, geburtsdatum, geburtsort, nationalität, staatsangehörigkeit, postleitzahl, plz, "
        "wohnort, prénom, date de naissance, nationalité, code postal, apellido, apellidos, "
        "fecha de nacimiento, nacionalidad, código postal"
    )
)
"""Names of fields that forms have and bills have not, as they are asked for by themselves."""


def asked_fact(question: str, profile: ReaderProfile) -> Fact | None:
    """The fact that a question asks for; None for any other question."""
    told = " ".join(question.split())
    if len(told) > LONGEST_QUESTION:
        return None
    for kind, wording in profile.questions:
        if kind == FIELD and "{field}" in wording:
            before, after = wording.split("{field}", 1)
            inside = told[len(before) : len(told) - len(after)].strip(" \"'“”")
            if told.startswith(before) and told.endswith(after) and inside:
                return Fact(FIELD, inside, Shape.ANY)
        elif kind in KNOWN and told == wording:
            return KNOWN[kind]
    if " ".join(spoken_words(told)) in FORM_FIELDS:
        return Fact(FIELD, told.strip(_END_MARKS), Shape.ANY)
    if told.casefold().strip(_END_MARKS) in _NUMBERED:
        return in_tongue(KNOWN["number"], _NUMBERED[told.casefold().strip(_END_MARKS)])
    kind, tongue = understood(told)
    if kind:
        return in_tongue(KNOWN[kind], tongue) if kind in KNOWN else None
    return _named_field(told)


def asks_for(question: str, what: str, profile: ReaderProfile) -> bool:
    """Whether a question asks for `LINES` or for a `CAPTION`, in the words of the model or any other."""
    told = " ".join(question.split())
    if len(told) > LONGEST_QUESTION:
        return False
    return told in (what, dict(profile.questions).get(what)) or understood(told)[0] == what


def in_tongue(fact: Fact, tongue: Tongue) -> Fact:
    """A fact as a language calls it."""
    if tongue is ENGLISH:
        return fact
    named, is_goods = tongue.kinds[fact.kind][0], fact.shape is Shape.GOODS
    refusal = tongue.unsure if is_goods else tongue.refusal
    return replace(fact, named=named, refusal_form=refusal, counted_form=tongue.counted)


def _named_field(question: str) -> Fact | None:
    """The field that a question in free words may name, or what it asks the price of."""
    for tongue in TONGUES:
        name = priced_name(question, tongue)
        if name:
            return Fact(FIELD, name, Shape.PRICE, is_sure=False, refusal_form=tongue.refusal)
        for form in tongue.field_forms:
            named = form.fullmatch(question.strip(_END_MARKS))
            if named is not None and not is_filled(spoken_words(named[1]), tongue):
                return Fact(FIELD, named[1], Shape.ANY, is_sure=False, refusal_form=tongue.refusal)
    return None


def priced_name(question: str, tongue: Tongue) -> str:
    """What a question asks the price of; "" where it asks for none."""
    for form in tongue.price_forms:
        named = form.fullmatch(question.strip(_END_MARKS))
        if named is not None and not is_filled(spoken_words(named[1]), tongue):
            return named[1]
    return ""


@lru_cache(maxsize=QUESTIONS_KEPT)
def understood(question: str) -> tuple[str, Tongue]:
    """The one kind that a question is about and the language that it is asked in; "" where there is none.

    As it is spelt in any language, before slips are thought of: French has words that English has with one.
    """
    for slips in (False, True):
        for tongue in TONGUES:
            kind = kind_in(question, tongue, slips=slips)
            if kind:
                return kind, tongue
    return "", ENGLISH


def kind_in(question: str, tongue: Tongue, *, slips: bool) -> str:
    """The one kind that a question in a language is about; "" where there is none."""
    if not tongue.spaced:
        return _kind_in_run(question, tongue)
    words = spoken_words(_WHOSE.sub(" ", question))
    if slips:
        words = [_righted(word, vocabulary(tongue)) for word in words]
    strong, weak = spans_of(words, tongue.kinds), spans_of(words, tongue.weak)
    reads = [] if strong or weak or slips else spans_of(words, tongue.reads)
    told = {at for start, stop, _ in (*strong, *weak, *reads) for at in range(start, stop)}
    shown = {kind for _, _, kind in strong or weak}
    if shown == {"goods"}:
        # When and where the goods were bought is asked of the bill.
        shown = {kind for _, _, kind in weak} & _OF_BILL or shown
    kinds = _told_apart(shown or _reading(kind for _, _, kind in reads))
    rest = [word for at, word in enumerate(words) if at not in told]
    return kinds.pop() if len(kinds) == 1 and is_filled(rest, tongue) else ""


def kinds_listed(question: str, tongue: Tongue, *, slips: bool) -> tuple[str, ...]:
    """What words ask for in their order: one kind, or several where there is not a word beside them."""
    kind = kind_in(question, tongue, slips=slips)
    if kind:
        return (kind,)
    if not tongue.spaced:
        return tuple(dict.fromkeys(_listed_in_run(_run(question), tongue)))
    words = spoken_words(question)
    spans = sorted(spans_of(words, tongue.kinds))
    told = {at for start, stop, _ in spans for at in range(start, stop)}
    return tuple(dict.fromkeys(kind for _, _, kind in spans)) if len(told) == len(words) else ()


def starts_with_phrase(question: str, tongue: Tongue) -> tuple[str, ...]:
    """The words of the phrase that a question begins with; none where it begins otherwise."""
    words = spoken_words(question)
    stops = [stop for start, stop, _ in spans_of(words, tongue.kinds) if start == 0]
    return tuple(words[: max(stops, default=0)])


def spans_of(words: list[str], kinds: dict[str, tuple[str, ...]]) -> list[tuple[int, int, str]]:
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


def _told_apart(kinds: set[str]) -> set[str]:
    """Kinds without the total that is only a word of another: "the total discount", "tax in total"; and
    without the goods of which one is asked for.
    """
    if kinds & _OF_GOODS:
        kinds = kinds - {"goods"}
    others = kinds - {"total"}
    is_sum = len(others) == 1 and all(k in KNOWN and KNOWN[k].shape is Shape.MONEY for k in others)
    return others if is_sum else kinds


def _reading(kinds: Iterable[str]) -> set[str]:
    """The one way of reading that words ask for: as Markdown where one of them says so."""
    asked = set(kinds)
    return {MARKDOWN if MARKDOWN in asked else READ} if asked else set()


def _kind_in_run(question: str, tongue: Tongue) -> str:
    """The same where words have no spaces: phrases are cut out, the longest first, then what adds nothing."""
    run = _run(question)
    rest, found = cut_out(run, tongue.kinds)
    rest, weak = cut_out(rest, tongue.weak)
    rest, reads = (rest, set[str]()) if found or weak else cut_out(rest, tongue.reads)
    kinds = _told_apart(found or weak or _reading(reads))
    return kinds.pop() if len(kinds) == 1 and not _without_fillers(rest, tongue) else ""


def _run(question: str) -> str:
    return _SPOKEN_MARKS.sub("", unicodedata.normalize("NFKC", question)).casefold()


def _without_fillers(run: str, tongue: Tongue) -> str:
    for filler in sorted(tongue.fillers, key=len, reverse=True):
        run = run.replace(filler, "\0")
    return run.strip("\0")


def _listed_in_run(run: str, tongue: Tongue) -> list[str]:
    """The kinds of a run of phrases, in their order; none where there is anything else."""
    listed = [(phrase, kind) for kind, many in tongue.kinds.items() for phrase in many]
    kinds = []
    while run:
        begun = [(phrase, kind) for phrase, kind in listed if run.startswith(phrase)]
        if not begun:
            return []
        phrase, kind = max(begun, key=lambda each: len(each[0]))
        kinds.append(kind)
        run = run[len(phrase) :]
    return kinds


def cut_out(run: str, kinds: dict[str, tuple[str, ...]]) -> tuple[str, set[str]]:
    """A question without spaces and without its phrases, in whose place \\0 stands; and their kinds."""
    found = set()
    listed = [(phrase, kind) for kind, many in kinds.items() for phrase in many]
    for phrase, kind in sorted(listed, key=lambda each: len(each[0]), reverse=True):
        if phrase in run:
            run = run.replace(phrase, "\0")
            found.add(kind)
    return run, found


def spoken_words(text: str) -> list[str]:
    """The words of a question in a language that has spaces."""
    return [
        word
        for word, _, _ in plain_words(_NUMBER_SIGN.sub(" number ", _ELIDED.sub(" ", text).replace("-", " ")))
    ]


@cache
def _phrase(listed: str) -> tuple[str, ...]:
    return tuple(spoken_words(listed))


def is_filled(words: Iterable[str], tongue: Tongue) -> bool:
    """Whether words add nothing to what is asked."""
    return all(word in _fillers(tongue) for word in words)


def is_filled_text(question: str, tongue: Tongue) -> bool:
    """Whether a whole text adds nothing."""
    if tongue.spaced:
        return is_filled(spoken_words(question), tongue)
    return not _without_fillers(_run(question), tongue)


@cache
def _fillers(tongue: Tongue) -> frozenset[str]:
    return frozenset(word for filler in tongue.fillers for word in _phrase(filler))


@cache
def vocabulary(tongue: Tongue) -> frozenset[str]:
    """Every word of a language that a question may have."""
    listed = (
        *tongue.fillers,
        *(
            phrase
            for kinds in (tongue.kinds, tongue.weak, tongue.reads)
            for many in kinds.values()
            for phrase in many
        ),
    )
    return frozenset(word for phrase in listed for word in _phrase(phrase))


def _righted(word: str, vocabulary: frozenset[str]) -> str:
    """A word as it is spelt, where it is one of those with a slip."""
    if word in vocabulary or word in _NUMERALS or len(word) < _LEAST_TYPED:
        return word
    alike = [right for right in vocabulary if _is_slip(word, right)]
    return max(alike, key=lambda right: (_likeness(word, right), right), default=word)


def _is_slip(word: str, right: str) -> bool:
    if word[0] != right[0]:
        # Few slip at the first letter, and bread is not to be read; of a long word it may be missing.
        return len(word) >= _LEAST_BEHEADED and word == right[1:]
    if sorted(word) == sorted(right):
        return True
    longer = max(len(word), len(right))
    return (
        longer > _LEAST_TYPED and abs(len(word) - len(right)) <= _LONGER and _likeness(word, right) >= _TYPED
    )


def _likeness(word: str, right: str) -> float:
    return SequenceMatcher(None, word, right, autojunk=False).ratio()
