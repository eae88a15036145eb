"""The fingerprint tells checkpoints apart without reading them through."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from engine.checkpoint import SINGLE_FILE, read_index
from engine.errors import CheckpointError
from engine.fingerprint import SAMPLE_BYTES, SAMPLED_TENSORS, weights_fingerprint


def checkpoint(folder: Path, count: int = 3, seed: int = 1, name: str = "w") -> Path:
    folder.mkdir(exist_ok=True)
    generator = torch.Generator().manual_seed(seed)
    tensors = {f"{name}{index}": torch.randn(40, 50, generator=generator) for index in range(count)}
    save_file(tensors, folder / SINGLE_FILE)
    return folder


def fingerprint(folder: Path) -> str:
    return weights_fingerprint(read_index(folder))


def test_a_copy_has_the_same_fingerprint_wherever_it_lies(tmp_path: Path) -> None:
    one, two = checkpoint(tmp_path / "one"), checkpoint(tmp_path / "two")
    assert fingerprint(one) == fingerprint(two)
    assert len(fingerprint(one)) == 64


def test_other_weights_of_the_same_shapes_have_another_fingerprint(tmp_path: Path) -> None:
    made = {fingerprint(checkpoint(tmp_path / str(seed), seed=seed)) for seed in range(5)}
    assert len(made) == 5


def test_other_names_and_other_counts_have_another_fingerprint(tmp_path: Path) -> None:
    made = {
        fingerprint(checkpoint(tmp_path / "a")),
        fingerprint(checkpoint(tmp_path / "b", name="v")),
        fingerprint(checkpoint(tmp_path / "c", count=4)),
    }
    assert len(made) == 3


def test_a_large_checkpoint_is_sampled_and_not_read_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = checkpoint(tmp_path / "many", count=300)
    read: list[int] = []
    real = Path.open

    class Counting:
        def __init__(self, path: Path) -> None:
            self.file = real(path, "rb")

        def __enter__(self) -> Counting:
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def seek(self, place: int) -> None:
            self.file.seek(place)

        def read(self, count: int) -> bytes:
            read.append(count)
            return self.file.read(count)

    stored = read_index(folder)
    monkeypatch.setattr(Path, "open", lambda path, _mode: Counting(path))
    weights_fingerprint(stored)
    assert 30 <= len(read) <= SAMPLED_TENSORS
    assert max(read) <= SAMPLE_BYTES


def test_a_file_that_went_away_is_said_in_words(tmp_path: Path) -> None:
    folder = checkpoint(tmp_path / "gone")
    stored = read_index(folder)
    (folder / SINGLE_FILE).unlink()
    with pytest.raises(CheckpointError, match="cannot be read"):
        weights_fingerprint(stored)
