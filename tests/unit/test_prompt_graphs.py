"""Recorded prompts over the plain recorder: the same padding, places and checks as on a card."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch

from engine.decode import EagerBackend
from engine.errors import SelfCheckError
from engine.graphs.prompts import PATCH_SIZES, PromptGraphs
from engine.models.base import PreparedImage, Prompt, VisualFeatures
from engine.runtime import Runtime
from tests.helpers.call_recorder import CallRecorder
from tests.helpers.loading import encode, load, noise, user
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    folder = write_tiny_checkpoint(tmp_path_factory.mktemp("tiny"), seed=1, tied=False)
    loaded = load(folder, slots=3, context_tokens=700)
    yield loaded
    loaded.close()


@pytest.fixture(scope="module")
def recorded(runtime: Runtime) -> PromptGraphs:
    assert isinstance(runtime.backend, EagerBackend)
    made = PromptGraphs(runtime.backend, CallRecorder())
    grant(made)
    return made


def grant(made: PromptGraphs) -> None:
    """Record all that is wished for."""
    while made.has_wishes:
        made.record_wish(2)


def picture(runtime: Runtime, width_px: int, height_px: int, seed: int = 0) -> PreparedImage:
    return runtime.prepare_image(noise(width_px, height_px, seed), None)


def question(runtime: Runtime, *images: PreparedImage, text: str = "What is the total?") -> Prompt:
    return runtime.build_prompt([user(text, len(images))], images)


def in_chunks(
    made: PromptGraphs, slot: int, prompt: Prompt, features: VisualFeatures | None, size: int
) -> torch.Tensor:
    """The prompt's logits, every chunk of it replayed."""
    logits = None
    for start in range(0, len(prompt), size):
        stop = min(start + size, len(prompt))
        if not made.takes_chunk(start, stop):
            grant(made)
        assert made.takes_chunk(start, stop)
        logits = made.prefill(slot, prompt, features, start, stop)
    assert logits is not None
    return logits


def close(ours: torch.Tensor, theirs: torch.Tensor) -> None:
    assert float((ours - theirs).abs().max()) <= 2e-5 * max(1.0, float(theirs.abs().max()))


@pytest.mark.parametrize("size", [1000, 33, 7])
def test_a_recorded_prompt_with_pictures_says_and_stores_what_a_plain_one_does(
    runtime: Runtime, recorded: PromptGraphs, size: int
) -> None:
    images = [picture(runtime, 131, 77, seed=3), picture(runtime, 64, 48)]
    prompt = question(runtime, *images)
    features = encode(runtime, images)
    wanted = runtime.prefill(0, prompt, features, 0, len(prompt))
    assert wanted is not None
    assert runtime.cache is not None
    kept = runtime.cache.keys[:, 0, :, : len(prompt)].clone()
    ours = in_chunks(recorded, 1, prompt, features, size)
    close(ours, wanted)
    close(runtime.cache.keys[:, 1, :, : len(prompt)], kept)
    close(runtime.decode([1], [5])[0], runtime.decode([0], [5])[0])
    assert runtime.cache.length(1) == runtime.cache.length(0)
    assert not runtime.cache.keys[:, 1, :, len(prompt) + 1 :].any(), "padding was stored in the slot"
    runtime.free(0)
    runtime.free(1)


def test_what_a_larger_prompt_left_behind_is_not_seen_by_a_smaller_one(
    runtime: Runtime, recorded: PromptGraphs
) -> None:
    image = picture(runtime, 131, 77)
    features = encode(runtime, [image])
    long, short = question(runtime, image, text="a b c d e " * 9), question(runtime, text="x")
    wanted = runtime.prefill(0, short, None, 0, len(short))
    assert wanted is not None
    in_chunks(recorded, 0, long, features, 128)
    close(in_chunks(recorded, 0, short, None, 128), wanted)
    runtime.free(0)


def test_the_recorded_tower_sees_what_the_plain_one_does(runtime: Runtime, recorded: PromptGraphs) -> None:
    images = [picture(runtime, 200, 90, seed=1), picture(runtime, 64, 48), picture(runtime, 260, 240, seed=2)]
    if not recorded.takes_pictures(images):
        grant(recorded)
    assert recorded.takes_pictures(images)
    for group in (images, images[2:], images[:1]):
        wanted, ours = encode(runtime, group), recorded.encode(group, lambda: False)
        assert wanted is not None
        assert ours is not None
        close(ours.embeds, wanted.embeds)
        assert len(ours.deepstack) == len(wanted.deepstack)
        for level, expected in zip(ours.deepstack, wanted.deepstack, strict=True):
            close(level, expected)


def test_a_cancelled_picture_gives_nothing(runtime: Runtime, recorded: PromptGraphs) -> None:
    image = picture(runtime, 64, 48)
    if not recorded.takes_pictures([image]):
        grant(recorded)
    answers = iter([False, True])
    assert recorded.encode([image], lambda: next(answers)) is None
    assert recorded.encode([image], lambda: True) is None


def test_sizes_are_wished_for_once_and_those_too_large_never(runtime: Runtime) -> None:
    assert isinstance(runtime.backend, EagerBackend)
    made = PromptGraphs(runtime.backend, CallRecorder())
    grant(made)
    assert made.takes_chunk(40, 70)
    # A chunk at the beginning of a slot is another recording.
    assert not made.takes_chunk(0, 30)
    assert not made.takes_chunk(0, 30)
    assert not made.takes_chunk(0, 100)
    for _ in range(2):
        made.record_wish(2)
    assert not made.has_wishes
    assert made.takes_chunk(0, 30)
    assert made.takes_chunk(0, 100)
    assert not made.takes_chunk(0, 5000)
    most = PATCH_SIZES[-1]
    huge = PreparedImage(torch.zeros(most + 4, 1), (1, 2, most // 2 + 2), 1, 1, 1)
    film = PreparedImage(torch.zeros(8, 1), (2, 2, 2), 1, 1, 1)
    assert not made.takes_pictures([huge])
    assert not made.takes_pictures([film])
    assert not made.has_wishes


class Forgetful(CallRecorder):
    """Replays do nothing."""

    def record(self, step):  # type: ignore[no-untyped-def]
        super().record(step)
        return lambda: None


def test_a_recording_that_does_not_hold_is_refused(runtime: Runtime) -> None:
    assert isinstance(runtime.backend, EagerBackend)
    made = PromptGraphs(runtime.backend, Forgetful())
    with pytest.raises(SelfCheckError):
        made.record_wish(2)
    assert not made.takes_chunk(0, 30)
    assert not made.takes_pictures([picture(runtime, 64, 48)])
    while made.has_wishes:
        with pytest.raises(SelfCheckError):
            made.record_wish(2)
