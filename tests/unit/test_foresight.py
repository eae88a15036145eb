"""What a state says of the tokens behind the next: the formula, and files that cannot be used."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file
from torch import Tensor

from engine import foresight
from engine.foresight import FILE_NAME, Foresight, load_foresight
from tests.helpers.foreseen import drawn

AHEAD, WIDTH, VOCABULARY = 3, 16, 24


def tensors() -> dict[str, Tensor]:
    return drawn(AHEAD, WIDTH, VOCABULARY)


def by_hand(given: dict[str, Tensor], state: Tensor, token_id: int) -> list[int]:
    said, before = [], None
    for step in range(AHEAD):
        inner = (
            state @ given["state.weight"][step] + given["state.bias"][step] + given["token.weight"][token_id]
        )
        if before is not None:
            inner = inner + before @ given["before.weight"][step - 1]
        before = inner.clamp(min=0)
        token_id = int((before @ given["out.weight"] + given["out.bias"]).argmax())
        said.append(token_id)
    return said


def test_each_row_is_foreseen_as_if_it_were_alone() -> None:
    given = tensors()
    states = torch.randn(5, WIDTH, generator=torch.Generator().manual_seed(4))
    token_ids = [3, 0, 23, 3, 7]
    expected = [by_hand(given, state, token_id) for state, token_id in zip(states, token_ids, strict=True)]
    assert len({tuple(row) for row in expected}) > 1
    assert Foresight(given).foresee(states.numpy(), token_ids, AHEAD) == expected


def test_fewer_tokens_are_the_first_of_more() -> None:
    seer = Foresight(tensors())
    states = np.ones((2, WIDTH), np.float32)
    assert seer.foresee(states, [1, 2], 1) == [row[:1] for row in seer.foresee(states, [1, 2], 3)]


def test_a_file_in_bf16_is_read(tmp_path: Path) -> None:
    save_file({name: tensor.bfloat16() for name, tensor in tensors().items()}, tmp_path / FILE_NAME)
    seer = load_foresight(tmp_path, WIDTH, VOCABULARY)
    assert seer is not None
    assert (seer.ahead, seer.width, seer.vocab_size) == (AHEAD, WIDTH, VOCABULARY)


def test_no_file_is_no_foresight_and_no_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert load_foresight(tmp_path, WIDTH, VOCABULARY) is None
    assert not caplog.records


def broken(how: str) -> dict[str, Tensor]:
    given = tensors()
    if how == "missing":
        del given["out.bias"]
    elif how == "shape":
        given["token.weight"] = given["token.weight"][:, :-1].contiguous()
    elif how == "steps":
        given["before.weight"] = given["before.weight"][:1].contiguous()
    elif how == "nan":
        given["out.weight"][0, 0] = float("nan")
    elif how == "whole numbers":
        given["out.bias"] = given["out.bias"].int()
    elif how == "empty":
        given = {name: tensor[:0].contiguous() for name, tensor in given.items()}
    return given


@pytest.mark.parametrize("how", ["missing", "shape", "steps", "nan", "whole numbers", "empty"])
def test_a_file_with_other_contents_is_noted_and_left(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    save_file(broken(how), tmp_path / FILE_NAME)
    assert load_foresight(tmp_path, WIDTH, VOCABULARY) is None
    assert "No foresight" in caplog.text


@pytest.mark.parametrize("kept_bytes", [0, 7, 40, 900])
def test_a_file_that_is_cut_short_is_noted_and_left(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, kept_bytes: int
) -> None:
    save_file(tensors(), tmp_path / FILE_NAME)
    (tmp_path / FILE_NAME).write_bytes((tmp_path / FILE_NAME).read_bytes()[:kept_bytes])
    assert load_foresight(tmp_path, WIDTH, VOCABULARY) is None
    assert "No foresight" in caplog.text


def test_a_file_far_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    save_file(tensors(), tmp_path / FILE_NAME)
    monkeypatch.setattr(foresight, "MOST_BYTES", 100)
    assert load_foresight(tmp_path, WIDTH, VOCABULARY) is None
    assert "No foresight" in caplog.text


@pytest.mark.parametrize(("width", "vocabulary"), [(WIDTH + 1, VOCABULARY), (WIDTH, VOCABULARY + 1)])
def test_what_was_made_for_another_model_is_left(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, width: int, vocabulary: int
) -> None:
    save_file(tensors(), tmp_path / FILE_NAME)
    assert load_foresight(tmp_path, width, vocabulary) is None
    assert "made for a model" in caplog.text
