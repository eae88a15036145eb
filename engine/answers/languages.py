"""Which language a question is in, by the words that are known of each. Pure functions; any thread."""

from __future__ import annotations

import re
from functools import cache

from engine.answers.joints import JOINTS
from engine.answers.questions import spoken_words, vocabulary
from engine.answers.tongues import CHINESE, ENGLISH, JAPANESE, TONGUES, Tongue

SPACED = tuple(tongue for tongue in TONGUES if tongue.spaced)
_KANA = re.compile(r"[\u3040-\u30ff]")
_HAN = re.compile(r"[\u3400-\u9fff]")


def language_of(question: str) -> Tongue:
    """The language that has most of a question's words; English where none has more."""
    if _KANA.search(question):
        return JAPANESE
    if _HAN.search(question):
        return CHINESE
    tongue = max(SPACED, key=lambda each: (_known(question, each), each is ENGLISH))
    return tongue if is_in(question, tongue) else ENGLISH


def is_in(question: str, tongue: Tongue) -> bool:
    """Whether a language has most of a question's words."""
    return 2 * _known(question, tongue) > len(spoken_words(question))


def _known(question: str, tongue: Tongue) -> int:
    """How many words of a question a language has."""
    return sum(word in _all_words(tongue) for word in spoken_words(question))


@cache
def _all_words(tongue: Tongue) -> frozenset[str]:
    joints = JOINTS[tongue]
    greetings = (word for greeting in joints.greetings for word in spoken_words(greeting))
    return vocabulary(tongue) | joints.links | joints.names | joints.deeds | joints.whether | {*greetings}
