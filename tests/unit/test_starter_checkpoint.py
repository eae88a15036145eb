"""What a training run sends is small, finer than what it exports, and is gone on from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file
from starter_model import checkpoint, train
from starter_model.export import partly, read_weights
from starter_model.optim import MuonAdam
from torch import Tensor, nn


def _model(seed: int = 0) -> nn.Module:
    torch.manual_seed(seed)
    model = nn.Sequential(nn.Linear(24, 48), nn.GELU(), nn.Linear(48, 6))
    model.register_parameter("aux_head", nn.Parameter(torch.randn(6)))
    return model


def _steps(model: nn.Module, optimiser: MuonAdam, first: int, count: int) -> None:
    for n in range(first, first + count):
        x = torch.randn(64, 24, generator=torch.Generator().manual_seed(n))
        nn.functional.mse_loss(model(x) * model.aux_head, x[:, :6]).backward()
        optimiser.accumulate()
        optimiser.step(0.1, 1)


def _begun(base: dict[str, Tensor] | None = None) -> tuple[nn.Module, MuonAdam]:
    model = _model()
    if base:
        model.load_state_dict({k: v.float() for k, v in base.items()}, strict=False)
    return model, MuonAdam(model)


def _base() -> dict[str, Tensor]:
    return {n: p.detach().bfloat16() for n, p in _model(7).named_parameters() if not n.startswith("aux_")}


@pytest.mark.parametrize("based", [True, False])
def test_kept_weights_are_finer_than_those_that_are_exported(tmp_path: Path, based: bool) -> None:
    base = _base() if based else None
    model, optimiser = _begun(base)
    _steps(model, optimiser, 0, 20)
    checkpoint.keep(tmp_path, optimiser, 0.25, 42, base)
    found, told = checkpoint.weights_of(tmp_path, base)
    assert (told["progress"], told["seed"], told["steps"]) == ("0.25", "42", "20")
    for name, value in model.named_parameters():
        lost = (found[name] - value).abs().max()
        assert lost <= (value.bfloat16() - value).abs().max() / 2, name


@pytest.mark.parametrize("based", [True, False])
def test_a_run_goes_on_elsewhere_nearly_as_if_it_had_not_stopped(tmp_path: Path, based: bool) -> None:
    base = _base() if based else None
    model, optimiser = _begun(base)
    _steps(model, optimiser, 0, 20)
    checkpoint.keep(tmp_path, optimiser, 0.25, 42, base)
    before = [p.detach().clone() for p in model.parameters()]
    other, resumed = _begun()
    assert train.go_on(tmp_path, resumed, base) == (0.25, 42)
    assert resumed.steps == 20
    _steps(model, optimiser, 20, 5)
    _steps(other, resumed, 20, 5)
    for start, one, two in zip(before, model.parameters(), other.parameters(), strict=True):
        assert (one - two).abs().max() < 0.05 * (one - start).abs().max() + 1e-4


def test_without_its_moments_a_run_warms_up_again(tmp_path: Path) -> None:
    model, optimiser = _begun()
    _steps(model, optimiser, 0, 5)
    checkpoint.keep(tmp_path, optimiser, 0.5, 3)
    for part in tmp_path.glob("moments.*"):
        part.unlink()
    _, resumed = _begun()
    assert train.go_on(tmp_path, resumed, None) == (0.5, 3)
    assert resumed.steps == 0
    assert not any(moment.any() for moment in resumed.first)


def test_the_state_of_the_same_machine_is_preferred_and_an_empty_folder_begins_anew(tmp_path: Path) -> None:
    model, optimiser = _begun()
    assert train.go_on(tmp_path, optimiser, None) is None
    assert train.go_on(None, optimiser, None) is None
    checkpoint.keep(tmp_path, optimiser, 0.1, 1)
    _steps(model, optimiser, 0, 2)
    train.save_state(tmp_path, optimiser, 0.2, 2)
    assert train.go_on(tmp_path, MuonAdam(_model()), None) == (0.2, 2)


def test_a_run_that_began_from_other_weights_is_refused(tmp_path: Path) -> None:
    base = _base()
    _, optimiser = _begun(base)
    checkpoint.keep(tmp_path, optimiser, 0.1, 1, base)
    with pytest.raises(ValueError, match="other weights"):
        checkpoint.weights_of(tmp_path, {name: value + 1 for name, value in base.items()})
    with pytest.raises(ValueError, match="other weights"):
        checkpoint.weights_of(tmp_path)


def test_parts_are_small_and_a_shorter_file_leaves_none_of_a_longer_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "PART_BYTES", 1000)
    tensors = {"a": torch.arange(2000.0), "b": torch.ones(3, dtype=torch.bfloat16)}
    checkpoint.put(tmp_path, "x", tensors, {"seed": "5"})
    parts = sorted(tmp_path.glob("x.safetensors.*"))
    assert len(parts) == 9
    assert max(part.stat().st_size for part in parts) == 1000
    found, told = checkpoint.take(tmp_path, "x")
    assert told == {"seed": "5"}
    assert all(torch.equal(found[name], tensors[name]) for name in tensors)
    checkpoint.put(tmp_path, "x", {"b": tensors["b"]})
    assert [part.name for part in tmp_path.glob("x.*")] == ["x.safetensors.00"]
    with pytest.raises(FileNotFoundError, match="holds no y"):
        checkpoint.take(tmp_path, "y")


def test_the_average_follows_the_last_steps_and_is_exported_without_heads(tmp_path: Path) -> None:
    model, optimiser = _begun()
    average = checkpoint.Average(optimiser, decay=0.9)
    seen = [optimiser.master[0].clone()]
    for n in range(30):
        _steps(model, optimiser, n, 1)
        average.add(optimiser)
        seen.append(optimiser.master[0].clone())
    assert (average.mean[0] - torch.stack(seen[-12:]).mean(0)).abs().max() < (seen[0] - seen[-1]).abs().max()
    train.insure(tmp_path, optimiser, average, 1.0, 1, None)
    told = read_weights(tmp_path, averaged=True)
    assert set(told) == {name for name in optimiser.names if name != "aux_head"}
    assert all(value.dtype is torch.bfloat16 for value in told.values())


def test_a_run_with_nothing_left_to_do_keeps_the_average_of_the_one_before(tmp_path: Path) -> None:
    model, optimiser = _begun()
    average = checkpoint.Average(optimiser)
    _steps(model, optimiser, 0, 1)
    average.add(optimiser)
    train.insure(tmp_path, optimiser, average, 1.0, 1, None)
    before = read_weights(tmp_path, averaged=True)
    _steps(model, optimiser, 1, 1)
    train.insure(tmp_path, optimiser, checkpoint.Average(optimiser), 1.0, 1, None)
    after = read_weights(tmp_path, averaged=True)
    assert all(torch.equal(before[name], after[name]) for name in before)


def test_exporting_takes_a_checkpoint_with_the_file_it_began_from(tmp_path: Path) -> None:
    base = _base()
    save_file(base, tmp_path / "base.safetensors")
    model, optimiser = _begun(base)
    _steps(model, optimiser, 0, 3)
    train.insure(tmp_path / "run", optimiser, None, 0.3, 9, base)
    found = read_weights(tmp_path / "run", tmp_path / "base.safetensors")
    for name, value in model.named_parameters():
        assert torch.allclose(found[name], value, atol=1e-3)


def test_an_export_can_keep_a_share_of_what_it_began_from() -> None:
    trained = {"a": torch.tensor([4.0]), "aux_a": torch.tensor([9.0])}
    assert partly(trained, {"a": torch.tensor([8.0])}, 0.25) == {"a": torch.tensor([5.0])}


def test_a_kept_starter_model_is_within_what_may_be_sent(tmp_path: Path) -> None:
    from starter_model.model import Starter

    optimiser = MuonAdam(Starter())
    names = [n for n in optimiser.names if not n.startswith("aux_")]
    base = {n: m.bfloat16() for n, m in zip(optimiser.names, optimiser.master, strict=True) if n in names}
    for began_from, most in ((base, 28), (None, 64)):
        checkpoint.keep(tmp_path, optimiser, 0.5, 1, began_from)
        sizes = [part.stat().st_size for part in tmp_path.glob("*.safetensors.*")]
        assert max(sizes) <= 16 << 20
        assert sum(sizes) <= most << 20
