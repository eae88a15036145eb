"""A question that no rule understands: the name of a field, a greeting, or something that the model may say.

Pure functions; any thread.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from engine.answers.abroad import asked_abroad
from engine.answers.facts import KNOWN, Fact
from engine.answers.joints import JOINTS
from engine.answers.labels import labels_in
from engine.answers.languages import SPACED, is_in, language_of
from engine.answers.questions import QUESTIONS_KEPT, is_filled_text, spoken_words
from engine.answers.values import Shape
from engine.answers.wishes import FREE, Wish, field_named, may_be_named
from engine.profile import FIELD

HINT = "hint"
"""The kind of a wish where nothing is asked for."""


@lru_cache(maxsize=QUESTIONS_KEPT)
def unknown(question: str) -> Wish:
    """What a question that is not understood is taken for."""
    told = " ".join(unicodedata.normalize("NFKC", question).split())
    foreign = _foreign_fact(told)
    if foreign is not None:
        return Wish(foreign.kind, foreign, named=foreign.named)
    tongue = language_of(told)
    joints = JOINTS[tongue]
    greeted = " ".join(spoken_words(told)) in {" ".join(spoken_words(each)) for each in joints.greetings}
    name = "" if joints.whether.intersection(spoken_words(told)[:1]) else field_named(told, tongue)
    if greeted or (not name and is_filled_text(told, tongue)):
        return Wish(HINT, sentence=joints.hint)
    if name:
        fact = Fact(FIELD, name, Shape.ANY, is_sure=False, refusal_form=tongue.refusal)
        return Wish(FIELD, fact, named=name, otherwise=joints.alone)
    return Wish(FREE, otherwise=joints.alone)


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
