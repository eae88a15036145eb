"""Properties of the two steps: chunked is whole, batched is alone, a reused slot starts clean."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.api import Role, Turn
from engine.attention import PrefillAttention
from engine.errors import RequestError
from engine.models.base import Prompt, VisualFeatures
from engine.runtime import Runtime
from tests.helpers.loading import encode, greedy, load, noise, user
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint

TOLERANCE = 1e-5
Case = tuple[Prompt, VisualFeatures | None]


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    folder = write_tiny_checkpoint(tmp_path_factory.mktemp("tiny"), seed=1, tied=False)
    loaded = load(folder, slots=6, context_tokens=256)
    yield loaded
    loaded.close()


@pytest.fixture(scope="module")
def cases(runtime: Runtime) -> list[Case]:
    """Prompts of different lengths, with none, one and two pictures."""
    wanted = [
        ([user("What is the total of this receipt, and when was it paid?")], []),
        ([user("Read", 1)], [(131, 77)]),
        ([user("a", 1), Turn(Role.ASSISTANT, "b"), user("c", 1)], [(64, 48), (33, 97)]),
        ([user("Read all the text", 1)], [(31, 331)]),
        ([user("x")], []),
    ]
    found: list[Case] = []
    for turns, sizes in wanted:
        prepared = [runtime.prepare_image(noise(*size, seed=index), None) for index, size in enumerate(sizes)]
        found.append((runtime.build_prompt(turns, prepared), encode(runtime, prepared)))
    return found


def whole(runtime: Runtime, slot: int, case: Case) -> torch.Tensor:
    prompt, features = case
    logits = runtime.prefill(slot, prompt, features, 0, len(prompt))
    assert logits is not None
    return logits


@pytest.mark.parametrize("chunk", [1, 2, 7, 16, 40])
def test_a_prompt_in_chunks_gives_what_it_gives_whole(
    runtime: Runtime, cases: list[Case], chunk: int
) -> None:
    for prompt, features in cases:
        expected = whole(runtime, 0, (prompt, features))
        logits = None
        for start in range(0, len(prompt), chunk):
            assert logits is None
            logits = runtime.prefill(1, prompt, features, start, min(start + chunk, len(prompt)))
        assert logits is not None
        assert float((logits - expected).abs().max()) <= TOLERANCE
        assert runtime.length(1) == len(prompt)


def test_a_chunk_that_begins_inside_a_picture_takes_its_own_deepstack_rows(
    runtime: Runtime, cases: list[Case]
) -> None:
    prompt, features = cases[2]
    span = prompt.image_spans[1]
    expected = whole(runtime, 0, (prompt, features))
    cut = span.start + 3
    runtime.prefill(1, prompt, features, 0, cut)
    logits = runtime.prefill(1, prompt, features, cut, len(prompt))
    assert logits is not None
    assert float((logits - expected).abs().max()) <= TOLERANCE
    assert features is not None
    mixed_up = VisualFeatures(features.embeds, tuple(level.roll(3, 0) for level in features.deepstack))
    runtime.prefill(1, prompt, mixed_up, 0, cut)
    wrong = runtime.prefill(1, prompt, mixed_up, cut, len(prompt))
    assert wrong is not None
    assert float((wrong - expected).abs().max()) > 100 * TOLERANCE


@pytest.mark.parametrize("slots", [[0, 1, 2, 3, 4], [4, 2, 0, 1, 3], [5, 0, 2, 1, 3], [3, 5, 1, 0, 4]])
def test_rows_of_a_batch_say_what_each_says_alone(
    runtime: Runtime, cases: list[Case], slots: list[int]
) -> None:
    """Neighbouring slots and scattered ones, in rising order and not: all ways through decode attention."""
    alone = [greedy(runtime, 0, *case, 24) for case in cases]
    said = [[int(whole(runtime, slot, case).argmax())] for slot, case in zip(slots, cases, strict=True)]
    for _ in range(23):
        logits = runtime.decode(slots, [row[-1] for row in said])
        for row, answer in zip(logits, said, strict=True):
            answer.append(int(row.argmax()))
    assert said == alone
    assert len({tuple(answer) for answer in said}) == len(said)


def test_logits_of_a_batch_equal_those_of_single_rows(runtime: Runtime, cases: list[Case]) -> None:
    for slots in ([0, 1, 2, 3], [0, 2, 3, 5]):
        singles = []
        for case in cases[:4]:
            whole(runtime, 0, case)
            singles.append(runtime.decode([0], [65])[0])
        for slot, case in zip(slots, cases, strict=False):
            whole(runtime, slot, case)
        batch = runtime.decode(slots, [65] * 4)
        assert float((batch - torch.stack(singles)).abs().max()) <= TOLERANCE
        for slot, case in zip(slots, cases, strict=False):
            assert runtime.length(slot) == len(case[0]) + 1


def test_rows_of_equal_length_need_no_mask_and_agree(runtime: Runtime, cases: list[Case]) -> None:
    single = (whole(runtime, 0, cases[1]), runtime.decode([0], [65])[0])[1]
    for slot in (0, 1, 2):
        whole(runtime, slot, cases[1])
    batch = runtime.decode([0, 1, 2], [65, 65, 65])
    assert float((batch - single).abs().max()) <= TOLERANCE


def test_a_reused_slot_starts_clean(runtime: Runtime, cases: list[Case]) -> None:
    long, short = cases[2], cases[4]
    fresh = greedy(runtime, 5, *short, 24)
    greedy(runtime, 3, *long, 40)
    runtime.free(3)
    assert runtime.length(3) == 0
    assert greedy(runtime, 3, *short, 24) == fresh


def test_a_slot_that_held_no_numbers_at_all_is_clean_again(runtime: Runtime, cases: list[Case]) -> None:
    """A NaN left behind would pass through any mask of the rows that attend together."""
    assert runtime.cache is not None
    alone = [greedy(runtime, 0, *cases[number], 8) for number in (4, 2)]
    for how in ("freed", "begun anew"):
        greedy(runtime, 0, *cases[2], 40)
        runtime.cache.keys[:, 0, :, : runtime.length(0)].fill_(float("nan"))
        runtime.cache.values[:, 0, :, : runtime.length(0)].fill_(float("nan"))
        if how == "freed":
            runtime.free(0)
        said = [[int(whole(runtime, slot, cases[number]).argmax())] for slot, number in ((0, 4), (1, 2))]
        for _ in range(7):
            logits = runtime.decode([0, 1], [answer[-1] for answer in said])
            for row, answer in zip(logits, said, strict=True):
                answer.append(int(row.argmax()))
        assert said == alone


def test_a_neighbour_that_joins_later_changes_nothing(runtime: Runtime, cases: list[Case]) -> None:
    alone = greedy(runtime, 0, *cases[1], 20)
    said = [int(whole(runtime, 0, cases[1]).argmax())]
    for step in range(19):
        if step == 6:
            whole(runtime, 1, cases[3])
        slots = [0] if step < 6 else [0, 1]
        said.append(int(runtime.decode(slots, [said[-1], 65][: len(slots)])[0].argmax()))
    assert said == alone


def test_continuing_with_a_prefix_says_the_rest(runtime: Runtime) -> None:
    turns = [user("hello there")]
    full = greedy(runtime, 0, runtime.build_prompt(turns, []), None, 12)
    prompt = runtime.build_prompt(turns, [])
    extended = Prompt(
        (*prompt.input_ids, *full[:5]),
        torch.arange(len(prompt) + 5).expand(3, -1),
        0,
        (),
    )
    assert greedy(runtime, 1, extended, None, 7) == full[5:]


def test_a_prompt_of_exactly_the_context_fits_and_one_more_token_does_not(runtime: Runtime) -> None:
    size = runtime.context_tokens
    prompt = Prompt(tuple([65] * size), torch.arange(size).expand(3, -1), 0, ())
    logits = runtime.prefill(0, prompt, None, 0, size)
    assert logits is not None
    assert torch.isfinite(logits).all()
    with pytest.raises(RequestError, match="full"):
        runtime.decode([0], [65])
    longer = Prompt((*prompt.input_ids, 65), torch.arange(size + 1).expand(3, -1), 0, ())
    with pytest.raises(RequestError, match="tokens"):
        runtime.prefill(0, longer, None, 0, 4)


def test_the_last_place_of_the_context_is_used(runtime: Runtime) -> None:
    size = runtime.context_tokens - 1
    prompt = Prompt(tuple([65] * size), torch.arange(size).expand(3, -1), 0, ())
    runtime.prefill(0, prompt, None, 0, size)
    last = runtime.decode([0], [66])[0]
    whole_prompt = Prompt((*prompt.input_ids, 66), torch.arange(size + 1).expand(3, -1), 0, ())
    expected = whole(runtime, 1, (whole_prompt, None))
    assert float((last - expected).abs().max()) <= TOLERANCE


def test_steps_that_make_no_sense_are_programming_errors(runtime: Runtime, cases: list[Case]) -> None:
    prompt, features = cases[1]
    whole(runtime, 0, cases[1])
    with pytest.raises(ValueError, match="slot 0 holds"):
        runtime.prefill(0, prompt, features, 3, len(prompt))
    with pytest.raises(ValueError, match="of a prompt of"):
        runtime.prefill(0, prompt, features, 0, len(prompt) + 1)
    with pytest.raises(ValueError, match="need"):
        runtime.prefill(0, prompt, None, 0, len(prompt))
    with pytest.raises(ValueError, match="features for"):
        runtime.prefill(0, prompt, cases[2][1], 0, len(prompt))
    with pytest.raises(ValueError, match="slots"):
        runtime.decode([1, 1], [65, 65])
    with pytest.raises(ValueError, match="slots"):
        runtime.decode([1], [65, 65])


@given(cuts=st.lists(st.integers(min_value=1, max_value=80), max_size=6))
def test_any_cuts_give_the_same_logits(runtime: Runtime, cases: list[Case], cuts: list[int]) -> None:
    prompt, features = cases[3]
    expected = whole(runtime, 0, cases[3])
    bounds = sorted({0, len(prompt), *(cut for cut in cuts if cut < len(prompt))})
    logits = None
    for start, stop in pairwise(bounds):
        logits = runtime.prefill(1, prompt, features, start, stop)
    assert logits is not None
    assert float((logits - expected).abs().max()) <= TOLERANCE


def test_repeated_heads_of_an_accelerator_equal_grouped_ones(runtime: Runtime) -> None:
    """Off the CPU a later chunk repeats its keys instead of grouping queries; both must be the same sum."""
    assert runtime.cache is not None
    generator = torch.Generator().manual_seed(0)
    query, key, value = (torch.randn(5, heads, 32, generator=generator) for heads in (4, 2, 2))
    here = runtime.cache.device
    with torch.inference_mode():
        attend = PrefillAttention(runtime.cache, 0, 3, 8)
        grouped = attend(0, query, key, value)
        try:
            runtime.cache.device = torch.device("cuda")
            repeated = attend(0, query, key, value)
        finally:
            runtime.cache.device = here
            runtime.cache.advance(0, 8)
            runtime.free(0)
    assert float((grouped - repeated).abs().max()) <= TOLERANCE
