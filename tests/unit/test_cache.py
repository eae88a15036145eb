"""The cache's bookkeeping, and how its size follows from memory."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.cache import FREE_SHARE, MAX_SLOTS, SMALL_CACHE_BYTES, StaticKVCache, choose_capacity
from engine.errors import OutOfMemoryError, RequestError
from engine.models.base import CacheShape

GIB = 1 << 30
STARTER_TOKEN_BYTES = CacheShape(6, 2, 64).token_bytes(torch.float32)
TWO_B_TOKEN_BYTES = CacheShape(28, 8, 128).token_bytes(torch.bfloat16)


def small_cache() -> StaticKVCache:
    return StaticKVCache(CacheShape(2, 2, 4), 3, 8, torch.device("cpu"), torch.float32)


def test_a_token_of_the_2b_takes_114688_bytes() -> None:
    assert TWO_B_TOKEN_BYTES == 114_688


def test_the_cache_holds_what_its_shape_says() -> None:
    cache = small_cache()
    assert cache.keys.shape == cache.values.shape == (2, 3, 2, 8, 4)
    # One token more a slot than it can hold, for rows that store nothing.
    assert cache.size_bytes == 2 * 2 * 3 * 2 * (8 + 1) * 4 * 4


def test_what_ran_ahead_of_the_length_is_zeroed_with_the_slot() -> None:
    cache = small_cache()
    cache.begin(1, 3, 0)
    cache.advance(1, 3)
    cache.touch(1, 6)
    cache.keys[:, 1, :, :6] = float("nan")
    cache.truncate(1, 2)
    assert cache.length(1) == 2
    cache.free(1)
    assert not cache.storage.isnan().any()


def test_truncating_never_makes_a_slot_longer() -> None:
    cache = small_cache()
    cache.begin(1, 3, 0)
    cache.advance(1, 3)
    cache.truncate(1, 7)
    assert cache.length(1) == 3


def test_a_card_with_memory_for_them_gets_more_slots() -> None:
    few, _ = choose_capacity(1000, 40 * GIB, 100 * GIB, 1024, 4096)
    many, _ = choose_capacity(1000, 40 * GIB, 100 * GIB, 1024, 4096, most_slots=32)
    assert (few, many) == (MAX_SLOTS, 32)


def test_lengths_and_deltas_belong_to_slots() -> None:
    cache = small_cache()
    cache.begin(1, 5, -3)
    cache.advance(1, 5)
    cache.begin(2, 2, 0)
    assert [cache.length(slot) for slot in range(3)] == [0, 5, 0]
    assert [cache.rope_delta(slot) for slot in range(3)] == [0, -3, 0]
    cache.free(1)
    assert (cache.length(1), cache.rope_delta(1)) == (0, 0)


def test_a_prompt_longer_than_the_context_is_refused_with_both_numbers() -> None:
    with pytest.raises(RequestError) as caught:
        small_cache().begin(0, 9, 0)
    assert "9 tokens" in caught.value.user_message
    assert "holds 8" in caught.value.user_message


def test_a_full_slot_has_no_room_for_one_more() -> None:
    cache = small_cache()
    cache.begin(0, 8, 0)
    cache.advance(0, 7)
    cache.check_room([0, 1])
    cache.advance(0, 1)
    with pytest.raises(RequestError, match="full"):
        cache.check_room([1, 0])


def test_the_starter_gets_sixteen_slots_of_4096() -> None:
    assert choose_capacity(STARTER_TOKEN_BYTES, 50_000_000, 8 * GIB, 4096, 4096) == (16, 4096)


def test_the_2b_on_a_card_of_12_gib_gets_several_slots_of_8192() -> None:
    slots, context = choose_capacity(TWO_B_TOKEN_BYTES, 4_255_000_000, 7 * GIB, 8192, 262_144)
    assert context == 8192
    assert slots >= 2


def test_the_2b_on_a_card_of_6_gib_still_gets_8192() -> None:
    slots, context = choose_capacity(TWO_B_TOKEN_BYTES, 4_255_000_000, 2 * GIB, 8192, 262_144)
    assert (slots, context) == (1, 8192)


def test_context_is_halved_before_a_model_is_refused() -> None:
    assert choose_capacity(TWO_B_TOKEN_BYTES, 4_255_000_000, GIB, 8192, 262_144) == (1, 4096)
    with pytest.raises(OutOfMemoryError, match="free memory"):
        choose_capacity(TWO_B_TOKEN_BYTES, 4_255_000_000, GIB // 8, 8192, 262_144)


def test_a_model_never_gets_more_context_than_it_knows() -> None:
    assert choose_capacity(1000, 1000, GIB, 8192, 300)[1] == 300


@given(
    token_bytes=st.integers(min_value=1, max_value=2_000_000),
    weights_bytes=st.integers(min_value=1, max_value=1 << 36),
    free_bytes=st.integers(min_value=0, max_value=1 << 38),
    wanted=st.integers(min_value=16, max_value=32_768),
    positions=st.integers(min_value=16, max_value=300_000),
)
def test_the_choice_always_fits_or_is_refused(
    token_bytes: int, weights_bytes: int, free_bytes: int, wanted: int, positions: int
) -> None:
    try:
        slots, context = choose_capacity(token_bytes, weights_bytes, free_bytes, wanted, positions)
    except OutOfMemoryError:
        floor = min(1024, wanted, positions)
        assert token_bytes * floor > min(free_bytes * FREE_SHARE, max(SMALL_CACHE_BYTES, weights_bytes)) - 1
        return
    assert 1 <= slots <= MAX_SLOTS
    assert context <= min(wanted, positions)
    assert slots * context * token_bytes <= free_bytes * FREE_SHARE
