"""Which slot serves a prompt: only what is the same token by token and picture by picture is reused."""

from __future__ import annotations

import torch

from engine.feature_cache import FeatureCache, apart, joined
from engine.models.base import ImageSpan, Prompt, VisualFeatures
from engine.prefix_cache import LEAST_REUSED_TOKENS, MOST_ANSWERS, PictureRun, PrefixCache, elements_of

OPENING = tuple(range(100, 104))
PICTURE_TOKENS = 30


def prompt(digest: bytes, *words: int) -> Prompt:
    """Opening, a picture, words."""
    span = ImageSpan(len(OPENING), len(OPENING) + PICTURE_TOKENS, 0, digest)
    ids = (*OPENING, *[7] * PICTURE_TOKENS, *words)
    return Prompt(ids, torch.zeros(3, len(ids), dtype=torch.int64), 0, (span,))


def kept(cache: PrefixCache, slot: int, made: Prompt, said: tuple[int, ...] = ()) -> None:
    elements = (*elements_of(made), *said)
    assert cache.keep(slot, elements, len(made) + len(said)) == []


def test_a_picture_is_one_element_told_by_its_digest() -> None:
    assert elements_of(prompt(b"a", 1, 2)) == (*OPENING, PictureRun(b"a", PICTURE_TOKENS), 1, 2)
    assert elements_of(prompt(b"a", 1)) != elements_of(prompt(b"b", 1))


def test_a_second_question_goes_on_after_the_picture() -> None:
    cache = PrefixCache(8)
    kept(cache, 3, prompt(b"a", 1, 2, 3), said=(50, 51))
    found = cache.choose(prompt(b"a", 1, 9, 9), [0, 3, 5], keeps=True)
    assert (found.slot, found.tokens) == (3, len(OPENING) + PICTURE_TOKENS + 1)


def test_what_was_said_counts_where_it_comes_back() -> None:
    cache = PrefixCache(8)
    kept(cache, 3, prompt(b"a", 1, 2), said=(50, 51))
    found = cache.choose(prompt(b"a", 1, 2, 50, 51, 60, 61), [3], keeps=True)
    assert found.tokens == len(OPENING) + PICTURE_TOKENS + 4


def test_another_picture_under_the_same_words_shares_only_the_opening() -> None:
    cache = PrefixCache(8)
    kept(cache, 3, prompt(b"a", 1, 2))
    found = cache.choose(prompt(b"b", 1, 2), [0, 3], keeps=True)
    assert (found.slot, found.tokens) == (0, 0)
    assert len(OPENING) < LEAST_REUSED_TOKENS


def test_a_picture_without_a_digest_is_like_no_other() -> None:
    cache = PrefixCache(8)
    kept(cache, 3, prompt(b"", 1, 2))
    assert cache.choose(prompt(b"", 1, 2), [3, 4], keeps=True).tokens == 0


def test_the_last_token_of_a_prompt_is_always_computed() -> None:
    cache = PrefixCache(8)
    kept(cache, 0, prompt(b"a", 1, 2), said=(3,))
    assert cache.choose(prompt(b"a", 1, 2), [0], keeps=True).tokens == len(OPENING) + PICTURE_TOKENS + 1
    kept(cache, 0, prompt(b"a", *range(20)))
    assert cache.choose(prompt(b"a"), [0], keeps=True).tokens == 0, (
        "a picture is computed whole or not at all"
    )


def test_a_sequence_that_ended_within_a_picture_holds_nothing_of_it() -> None:
    cache = PrefixCache(8)
    whole = prompt(b"a", 1, 2)
    assert cache.keep(1, elements_of(whole), len(OPENING) + 10) == []
    assert cache.choose(whole, [1], keeps=True).tokens == 0
    assert PrefixCache(8).keep(1, elements_of(whole), 0) == [1]


def test_a_slot_in_use_serves_nobody_else() -> None:
    cache = PrefixCache(8)
    kept(cache, 3, prompt(b"a", 1, 2))
    assert cache.choose(prompt(b"a", 1, 2), [0, 1], keeps=True).slot == 0
    cache.forget(3)
    assert cache.choose(prompt(b"a", 1, 2), [0, 3], keeps=True).tokens == 0


def test_the_oldest_content_goes_first_and_the_longest_beginning_wins() -> None:
    cache = PrefixCache(8)
    kept(cache, 0, prompt(b"a", 1))
    kept(cache, 1, prompt(b"b", 1))
    assert cache.oldest() == 0
    assert cache.keep(2, elements_of(prompt(b"b", 1, 2, 3)), PICTURE_TOKENS + len(OPENING) + 3) == [0]
    assert cache.choose(prompt(b"b", 1, 2, 9), [0, 1, 2], keeps=True).slot == 2


def test_kept_slots_stay_together_so_that_empty_ones_are_neighbours() -> None:
    cache = PrefixCache(8)
    for name in (b"a", b"b", b"c", b"d"):
        made = prompt(name, 1)
        slot = cache.choose(made, range(8), keeps=True).slot
        cache.forget(slot)
        kept(cache, slot, made)
        assert slot in (0, 1)
    assert cache.choose(prompt(b"e", 1), range(8), keeps=False).slot == 2
    assert cache.choose(prompt(b"e", 1), [0, 1], keeps=False).slot == 0, "nothing else was free"


def test_one_slot_keeps_its_content_until_it_is_needed() -> None:
    cache = PrefixCache(1)
    kept(cache, 0, prompt(b"a", 1))
    assert cache.choose(prompt(b"a", 1, 2), [0], keeps=True).tokens > 0
    assert cache.choose(prompt(b"b", 1, 2), [0], keeps=True).tokens == 0


def test_answers_are_remembered_as_they_were_said_and_not_without_end() -> None:
    cache = PrefixCache(1)
    cache.remember("", (1,))
    cache.remember("text", ())
    assert cache.said("text") is None
    for index in range(MOST_ANSWERS + 1):
        cache.remember(str(index), (index, 1))
        assert cache.said("0") == (0, 1)
    assert cache.said("1") is None
    assert cache.said(str(MOST_ANSWERS)) == (MOST_ANSWERS, 1)


def features(rows: int, value: float) -> VisualFeatures:
    level = torch.full((rows, 4), value)
    return VisualFeatures(level, (level + 1, level + 2))


def test_features_are_bounded_in_bytes_and_the_least_used_go_first() -> None:
    size = features(8, 0.0).size_bytes
    assert size == 3 * 8 * 4 * 4
    cache = FeatureCache(2 * size)
    for name in (b"a", b"b"):
        cache.put(name, features(8, 1.0))
    assert cache.get(b"a") is not None
    cache.put(b"c", features(8, 2.0))
    assert cache.get(b"b") is None
    assert cache.get(b"a") is not None
    assert cache.size_bytes == 2 * size
    cache.put(b"huge", features(80, 1.0))
    cache.put(b"", features(1, 1.0))
    cache.put(b"a", features(8, 9.0))
    assert cache.size_bytes == 2 * size
    assert cache.get(b"huge") is None
    assert cache.get(b"") is None
    cache.clear()
    assert (cache.size_bytes, cache.get(b"a")) == (0, None)


def test_a_picture_taken_out_of_several_owns_its_memory() -> None:
    both = joined([features(3, 1.0), features(2, 5.0)])
    first, own = apart(both, [3, 2])
    assert torch.equal(first.embeds, features(3, 1.0).embeds)
    assert torch.equal(own.embeds, features(2, 5.0).embeds)
    assert torch.equal(own.deepstack[1], features(2, 5.0).deepstack[1])
    assert own.embeds.untyped_storage().nbytes() == own.embeds.nbytes
