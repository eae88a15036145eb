"""Whole conversations: the same prompt ids, positions, logits and greedy tokens as transformers."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import torch

from engine.api import Precision, Role, Turn
from engine.models.base import PreparedImage
from engine.runtime import Runtime
from tests.helpers.loading import encode, greedy, load, noise, user
from tests.helpers.oracle import Oracle

TOLERANCE = 1e-5


@dataclass(frozen=True)
class Conversation:
    """Turns, and the sizes of their pictures in order."""

    turns: tuple[Turn, ...]
    sizes: tuple[tuple[int, int], ...] = ()


def assistant(text: str) -> Turn:
    return Turn(Role.ASSISTANT, text)


CONVERSATIONS = {
    "text only": Conversation((user("What is the total of this receipt?"),)),
    "system and text": Conversation((Turn(Role.SYSTEM, "Be brief."), user("  Hello\n\n there "))),
    "one picture": Conversation((user("Read the text", 1),), ((131, 77),)),
    "one picture without words": Conversation((user("", 1),), ((64, 64),)),
    "odd sizes": Conversation((user("Read", 1),), ((305, 30),)),
    "tall": Conversation((user("Read", 1),), ((31, 331),)),
    "two adjacent": Conversation((user("Compare", 2),), ((64, 48), (33, 97))),
    "four adjacent": Conversation((user("Read all", 4),), ((32, 32), (48, 32), (32, 48), (80, 16))),
    "separated by turns": Conversation(
        (user("First", 1), assistant("ok 23.15"), user("Second", 1), assistant("日本語"), user("Both?")),
        ((64, 48), (48, 80)),
    ),
    "three turns, three pictures": Conversation(
        (user("a", 1), assistant("b"), user("c", 1), assistant("d"), user("e", 1)),
        ((32, 64), (64, 32), (48, 48)),
    ),
}


def messages_of(turns: tuple[Turn, ...]) -> list[dict[str, object]]:
    """The same turns in the form that transformers takes."""
    messages: list[dict[str, object]] = []
    for turn in turns:
        text: list[dict[str, str]] = [{"type": "text", "text": turn.text}] if turn.text else []
        content = [{"type": "image"} for _ in turn.images] + text if turn.images else turn.text
        messages.append({"role": str(turn.role), "content": content})
    return messages


def pictures_of(
    conversation: Conversation, runtime: Runtime, oracle: Oracle
) -> tuple[list[PreparedImage], list[tuple[torch.Tensor, torch.Tensor]]]:
    images = [noise(*size, seed=index) for index, size in enumerate(conversation.sizes)]
    return [runtime.prepare_image(image, None) for image in images], [
        oracle.pixels(image) for image in images
    ]


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_prompt_ids_and_positions_are_the_original_ones(runtime: Runtime, oracle: Oracle, name: str) -> None:
    conversation = CONVERSATIONS[name]
    prepared, theirs = pictures_of(conversation, runtime, oracle)
    prompt = runtime.build_prompt(conversation.turns, prepared)
    grids = [grid for _, grid in theirs]
    ids = oracle.prompt_ids(messages_of(conversation.turns), grids)
    assert list(prompt.input_ids) == ids
    positions, delta = oracle.rope_index(ids, grids)
    assert torch.equal(prompt.position_ids, positions)
    assert prompt.rope_delta == delta
    assert prompt.visual_tokens == sum(image.visual_tokens for image in prepared)


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_prefill_logits_and_64_greedy_tokens_are_the_original_ones(
    runtime: Runtime, oracle: Oracle, name: str
) -> None:
    conversation = CONVERSATIONS[name]
    prepared, theirs = pictures_of(conversation, runtime, oracle)
    prompt = runtime.build_prompt(conversation.turns, prepared)
    features = encode(runtime, prepared)
    logits = runtime.prefill(0, prompt, features, 0, len(prompt))
    assert logits is not None
    expected = oracle.logits(prompt.input_ids, theirs)[-1]
    assert float((logits - expected).abs().max()) <= TOLERANCE
    tokens = greedy(runtime, 0, prompt, features, 64)
    assert tokens == oracle.greedy(prompt.input_ids, theirs, tokens=64)
    assert len(set(tokens)) >= 5


def test_decode_logits_stay_within_tolerance_at_every_step(runtime: Runtime, oracle: Oracle) -> None:
    conversation = CONVERSATIONS["one picture"]
    prepared, theirs = pictures_of(conversation, runtime, oracle)
    prompt = runtime.build_prompt(conversation.turns, prepared)
    features = encode(runtime, prepared)
    said = greedy(runtime, 0, prompt, features, 32)
    expected = oracle.logits([*prompt.input_ids, *said], theirs)[len(prompt) :]
    assert runtime.prefill(0, prompt, features, 0, len(prompt)) is not None
    for token, row in zip(said, expected, strict=True):
        logits = runtime.decode([0], [token])[0]
        assert float((logits - row).abs().max()) <= TOLERANCE


def test_a_tied_head_is_the_embedding(tied_folder: Path) -> None:
    runtime, oracle = load(tied_folder), Oracle(tied_folder)
    conversation = CONVERSATIONS["separated by turns"]
    prepared, theirs = pictures_of(conversation, runtime, oracle)
    prompt = runtime.build_prompt(conversation.turns, prepared)
    tokens = greedy(runtime, 0, prompt, encode(runtime, prepared), 64)
    assert tokens == oracle.greedy(prompt.input_ids, theirs, tokens=64)
    assert len(set(tokens)) >= 3


def test_text_before_a_picture_may_have_any_length(runtime: Runtime, oracle: Oracle) -> None:
    for length in (0, 1, 2, 5, 16, 31, 32, 33, 64, 127, 200):
        turns = (Turn(Role.SYSTEM, "x" * length), user("Read", 1))
        conversation = Conversation(turns, ((64, 48),))
        prepared, theirs = pictures_of(conversation, runtime, oracle)
        prompt = runtime.build_prompt(turns, prepared)
        logits = runtime.prefill(1, prompt, encode(runtime, prepared), 0, len(prompt))
        assert logits is not None
        assert float((logits - oracle.logits(prompt.input_ids, theirs)[-1]).abs().max()) <= TOLERANCE


@pytest.mark.parametrize("level", range(3))
def test_dropping_any_deepstack_level_is_noticed(runtime: Runtime, oracle: Oracle, level: int) -> None:
    conversation = CONVERSATIONS["one picture"]
    prepared, theirs = pictures_of(conversation, runtime, oracle)
    prompt = runtime.build_prompt(conversation.turns, prepared)
    features = encode(runtime, prepared)
    assert features is not None
    levels = list(features.deepstack)
    levels[level] = torch.zeros_like(levels[level])
    logits = runtime.prefill(0, prompt, replace(features, deepstack=tuple(levels)), 0, len(prompt))
    assert logits is not None
    assert float((logits - oracle.logits(prompt.input_ids, theirs)[-1]).abs().max()) > 100 * TOLERANCE


def test_an_earlier_chat_does_not_change_a_later_one(runtime: Runtime, oracle: Oracle) -> None:
    """Rope deltas live with the slot: github.com/huggingface/transformers/issues/43952."""
    first, second = CONVERSATIONS["tall"], CONVERSATIONS["two adjacent"]
    answers = []
    for conversation in (first, second, first):
        prepared, _ = pictures_of(conversation, runtime, oracle)
        prompt = runtime.build_prompt(conversation.turns, prepared)
        answers.append(greedy(runtime, 0, prompt, encode(runtime, prepared), 24))
    assert answers[0] == answers[2]
    assert answers[0] != answers[1]


def test_two_chats_interleaved_say_what_each_says_alone(runtime: Runtime, oracle: Oracle) -> None:
    alone, prompts = [], []
    for name in ("tall", "two adjacent"):
        prepared, theirs = pictures_of(CONVERSATIONS[name], runtime, oracle)
        prompt = runtime.build_prompt(CONVERSATIONS[name].turns, prepared)
        alone.append(oracle.greedy(prompt.input_ids, theirs, tokens=24))
        prompts.append((prompt, encode(runtime, prepared)))
    said: list[list[int]] = []
    for slot, (prompt, features) in enumerate(prompts):
        logits = runtime.prefill(slot, prompt, features, 0, len(prompt))
        assert logits is not None
        said.append([int(logits.argmax())])
    for _ in range(23):
        for slot in (0, 1):
            said[slot].append(int(runtime.decode([slot], [said[slot][-1]])[0].argmax()))
    assert said == alone


def test_bf16_stays_near_the_original_in_bf16(tiny_folder: Path) -> None:
    """Teacher-forced: where the likeliest token differs, the original's two best are within rounding."""
    runtime, oracle = load(tiny_folder, precision=Precision.BF16), Oracle(tiny_folder, torch.bfloat16)
    conversation = CONVERSATIONS["one picture"]
    prepared, theirs = pictures_of(conversation, runtime, oracle)
    prompt = runtime.build_prompt(conversation.turns, prepared)
    features = encode(runtime, prepared)
    bf16 = [(pixels.bfloat16(), grid) for pixels, grid in theirs]
    said = oracle.greedy(prompt.input_ids, bf16, tokens=32)
    expected = oracle.logits([*prompt.input_ids, *said], bf16)[len(prompt) :]
    assert runtime.prefill(0, prompt, features, 0, len(prompt)) is not None
    agreed = 0
    for token, row in zip(said, expected, strict=True):
        logits = runtime.decode([0], [token])[0]
        if int(logits.argmax()) == int(row.argmax()):
            agreed += 1
            continue
        best = row.topk(2).values
        assert float(best[0] - best[1]) <= 4 * 2**-8 * float(best[0].abs())
    assert agreed >= 28


def test_what_transformers_itself_writes_today_can_be_loaded(
    runtime: Runtime, oracle: Oracle, tiny_folder: Path, tmp_path: Path
) -> None:
    """Its config has other keys than those published in 2025, and its weights come in shards."""
    oracle.save(tmp_path, shard_bytes=500_000)
    assert (tmp_path / "model.safetensors.index.json").is_file()
    for name in (
        "tokenizer.json",
        "tokenizer_config.json",
        "chat_template.jinja",
        "preprocessor_config.json",
    ):
        shutil.copy(tiny_folder / name, tmp_path / name)
    again = load(tmp_path)
    conversation = CONVERSATIONS["two adjacent"]
    prepared, _ = pictures_of(conversation, runtime, oracle)
    prompt = again.build_prompt(conversation.turns, prepared)
    expected = greedy(runtime, 0, prompt, encode(runtime, prepared), 32)
    assert greedy(again, 0, prompt, encode(again, prepared), 32) == expected
    again.close()
