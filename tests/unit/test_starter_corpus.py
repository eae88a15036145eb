"""The starter model's texts: what may be trained on and what never."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from starter_model.corpus import SOURCES, WORD_LISTS, Exclusion, clean, foreign_words
from starter_model.texts import Corpus, Texts, curl


def corpus() -> Corpus:
    prose = ["The quick brown fox jumps over the lazy dog near the river bank.", "A second passage of words."]
    return Corpus(
        prose, prose, ["Größe und Maß"], ["x = 1\n    y = 2"], ["alpha", "beta"], ["naïve"], ["Oslo"]
    )


def test_a_passage_that_shares_six_words_with_an_excluded_text_is_dropped() -> None:
    excluded = Exclusion(["She sells sea shells by the sea shore every single day."])
    assert not excluded.allows("They say: she sells sea shells by the pound.")
    assert not excluded.allows("SHE SELLS, sea-shells by THE sea!")
    assert excluded.allows("She sells sea shells, but by no means the best.")


def test_without_excluded_texts_everything_is_allowed() -> None:
    assert Exclusion([]).allows("any text of at least six words in a row")


def test_fortunes_is_no_source_of_training_text() -> None:
    assert not [name for name in SOURCES if "fortune" in name]
    assert all(SOURCES.values())


def test_tags_entities_and_soft_hyphens_leave_no_trace() -> None:
    assert clean("<p>Tom &amp;\n  <b>Jer\u00adry</b></p>") == "Tom & Jerry"


def test_the_same_seed_draws_the_same_text() -> None:
    first, second = (Texts(corpus(), random.Random(7)) for _ in range(2))
    assert [first.snippet() for _ in range(40)] == [second.snippet() for _ in range(40)]


def test_quotes_curl_towards_the_words_they_hold() -> None:
    assert curl('"It\'s," she said') == "“It’s,” she said"


def test_typewriter_dashes_and_repeated_phrases_turn_up() -> None:
    texts = Texts(corpus(), random.Random(3))
    drawn = [texts.stutter("one two three four five six") for _ in range(80)]
    assert any(" -- " in text for text in drawn)
    assert any(text.count("two three") > 1 or text.count("three four") > 1 for text in drawn)


def test_every_word_list_is_read_in_its_own_encoding(tmp_path: Path) -> None:
    word = {"utf-8": "žlutý", "iso-8859-1": "änglar"}
    for name, encoding, _ in WORD_LISTS:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(f"plain\n{word[encoding]}/AB\n".encode(encoding))
    assert foreign_words(tmp_path, random.Random(0)) == ["änglar", "žlutý"]
    name = next(name for name, encoding, _ in WORD_LISTS if encoding == "utf-8")
    (tmp_path / name).write_bytes("žlutý".encode("iso-8859-2"))
    with pytest.raises(UnicodeDecodeError):
        foreign_words(tmp_path, random.Random(0))
