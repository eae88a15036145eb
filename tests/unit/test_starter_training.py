"""The starter model's training parts: the optimiser, the schedule, resuming, what is done to pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from starter_model import augment, train
from starter_model.optim import MuonAdam, orthogonal
from starter_model.page import moved, turned
from starter_model.pictures import FLAWS
from starter_model.stages import stage_at
from torch import nn


def small() -> nn.Module:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(12, 24), nn.GELU(), nn.Linear(24, 3))


def steps(model: nn.Module, optimiser: MuonAdam, count: int) -> float:
    generator, loss = torch.Generator().manual_seed(1), torch.tensor(0.0)
    for _ in range(count):
        x = torch.randn(64, 12, generator=generator)
        loss = nn.functional.mse_loss(model(x), x[:, :3])
        loss.backward()
        optimiser.accumulate()
        optimiser.step(1.0, 1)
    return float(loss.detach())


def test_newton_schulz_brings_every_singular_value_near_one() -> None:
    values = torch.linalg.svdvals(
        orthogonal(torch.randn(3, 16, 40, generator=torch.Generator().manual_seed(0)))
    )
    assert values.min() > 0.5
    assert values.max() < 1.5


def test_training_lowers_the_loss() -> None:
    model = small()
    optimiser = MuonAdam(model)
    first = steps(model, optimiser, 1)
    assert steps(model, optimiser, 60) < 0.3 * first


def test_a_resumed_optimiser_goes_on_exactly_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    model = small()
    optimiser = MuonAdam(model)
    steps(model, optimiser, 5)
    train.save_state(tmp_path, optimiser, 0.25, 42)
    steps(model, optimiser, 5)
    other = small()
    resumed = MuonAdam(other)
    assert train.load_state(tmp_path, resumed) == (0.25, 42)
    steps(other, resumed, 5)
    for a, b in zip(model.parameters(), other.parameters(), strict=True):
        assert torch.equal(a, b)


def test_the_rate_warms_up_holds_and_ends_at_zero() -> None:
    assert train.rate(0.0, 0) < 0.01
    assert train.rate(0.2, 1000) == 1.0
    assert train.rate(1.0, 1000) == 0.0
    assert train.rate(0.9, 1000) < train.rate(0.6, 1000)


def test_pictures_and_answers_grow_along_the_run() -> None:
    first, last = stage_at(0.0), stage_at(1.0)
    assert first.max_chars < last.max_chars
    assert first.pixels[1] < last.pixels[1]


def test_a_flawless_picture_passes_unchanged() -> None:
    picture = torch.randint(
        0, 256, (1, 32, 48, 3), dtype=torch.uint8, generator=torch.Generator().manual_seed(0)
    )
    row = torch.zeros(1, FLAWS)
    row[:, [0, 4, 8, 13, 15]] = 1.0
    out = augment.spoil(picture, row, torch.Generator().manual_seed(0))
    assert torch.equal((out * 255).round().byte(), picture.permute(0, 3, 1, 2))


def test_jpeg_loses_more_at_a_lower_quality() -> None:
    picture = torch.rand(1, 3, 32, 32, generator=torch.Generator().manual_seed(0))
    smooth = nn.functional.avg_pool2d(picture, 5, 1, 2)
    fine, coarse = (augment.jpeg(smooth, torch.tensor([q])) for q in (95.0, 20.0))
    assert (fine - smooth).abs().mean() < 0.02 < 2 * (coarse - smooth).abs().mean()


def test_a_dot_lands_where_its_label_says_after_a_turn() -> None:
    h, w, at = 96, 160, (120.0, 30.0)
    picture = torch.zeros(1, h, w, 3, dtype=torch.uint8)
    picture[0, 28:32, 118:122] = 255
    homography = turned(3.0, 0.01, (0.05, -0.04), 0.96, w, h)
    row = torch.zeros(1, FLAWS)
    row[:, [9, 13, 15]] = 1.0
    row[0, :9] = torch.linalg.inv(torch.tensor(homography)).reshape(9)
    out = augment.spoil(picture, row, torch.Generator())[0, 0]
    ys, xs = torch.meshgrid(torch.arange(h) + 0.5, torch.arange(w) + 0.5, indexing="ij")
    x, y = moved(homography, at)
    assert float((out * xs).sum() / out.sum()) == pytest.approx(x, abs=0.4)
    assert float((out * ys).sum() / out.sum()) == pytest.approx(y, abs=0.4)


def test_patches_come_in_merge_order() -> None:
    picture = torch.zeros(1, 3, 32, 32)
    picture[:, :, 0:8, 8:16] = 1.0
    picture[:, :, 8:16, 0:8] = 0.5
    means = augment.patches(picture).mean(-1)[0]
    assert means[:4].tolist() == pytest.approx([-1.0, 1.0, 0.0, -1.0])
    assert means[4:].tolist() == [-1.0] * 12
