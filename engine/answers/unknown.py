"""A question that no rule understands: the name of a field, a greeting, or something that the model may say.

Pure functions; any thread.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from engine.answers.abroad import asked_abroad
from engine.answers.facts import KNOWN, Fact
from engine.answers.joints import JOINTS
from engine.answers.labels import labels_in, phrases
from engine.answers.languages import SPACED, is_in, language_of
from engine.answers.questions import LONGEST_QUESTION, QUESTIONS_KEPT, is_filled_text, spoken_words
from engine.answers.values import Shape
from engine.answers.wishes import FREE, Wish, field_named, may_be_named
from engine.profile import FIELD

_WHO = frozenset(phrases("who, wer, qui, quién, quien"))
_HOW = frozenset(
    phrases(
        "how, why, wie, warum, wieso, weshalb, comment, pourquoi, combien, cómo, cuántos, cuántas, cuánto"
    )
)
HINT = "hint"
"""The kind of a wish where nothing is asked for."""


@lru_cache(maxsize=QUESTIONS_KEPT)
def unknown(question: str) -> Wish:
    """What a question that is not understood is taken for."""
    told = " ".join(unicodedata.normalize("NFKC", question).split())
    if len(told) > LONGEST_QUESTION:
        # A pasted letter names no field, and the model would ramble about it.
        return Wish(FREE, sentence=JOINTS[language_of(told[:LONGEST_QUESTION])].alone)
    foreign = _foreign_fact(told)
    if foreign is not None:
        return Wish(foreign.kind, foreign, named=foreign.named)
    tongue = language_of(told)
    joints = JOINTS[tongue]
    greeted = " ".join(spoken_words(told)) in {" ".join(spoken_words(each)) for each in joints.greetings}
    name = "" if _asks_what_is(spoken_words(told), joints.whether) else field_named(told, tongue)
    if greeted or (not name and is_filled_text(told, tongue)):
        return Wish(HINT, sentence=joints.hint)
    if name:
        fact = Fact(FIELD, name, Shape.ANY, is_sure=False, refusal_form=tongue.refusal)
        return Wish(FIELD, fact, named=name, otherwise=joints.alone)
    return Wish(FREE, otherwise=joints.alone)


def _asks_what_is(words: list[str], whether: frozenset[str]) -> bool:
    """Whether a question is about what is so, or how, or how many, and names no field: nobody is called
    "served", and what stands at "coffee" is not how many there were.
    """
    if words[:1] and words[0] in _WHO:
        return not whether.intersection(words[1:2])
    return bool((whether | _HOW).intersection(words[:1]))


def is_nameable(fact: Fact, question: str) -> bool:
    """Whether the field that a question names in free words may be one."""
    return may_be_named(fact.named, language_of(question))


def _foreign_fact(question: str) -> Fact | None:
    """The fact that is asked for in a language of bills that the window does not have, or the one whose label
    a question in such a one holds.
    """
    if any(is_in(question, tongue) for tongue in SPACED):
        return None
    kinds = {kind for label in labels_in(question) for kind, _ in label.meant if kind in KNOWN}
    asked = asked_abroad(question) or (kinds.pop() if len(kinds) == 1 else "")
    return KNOWN[asked] if asked else None
