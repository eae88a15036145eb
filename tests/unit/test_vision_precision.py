"""In which number format the vision tower runs, apart from the decoder."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import cast

import pytest
import torch

from engine import device
from engine.api import Precision
from engine.device import choose_placement, multiplies_bf16
from engine.models.qwen3_vl import vision
from engine.models.qwen3_vl.decoder import RowLinear
from engine.models.qwen3_vl.model import Qwen3VLModel
from engine.tile_linear import tiles_work
from tests.helpers.loading import encode, greedy, load, noise, user
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_checkpoint(tmp_path_factory.mktemp("models") / "tiny", seed=3)


def tiles(monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
    monkeypatch.setattr(device, "multiplies_bf16", lambda: there)


def test_a_processor_with_tiles_rounds_the_tower_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    tiles(monkeypatch, there=True)
    placement = choose_placement("cpu", Precision.AUTO)
    assert (placement.dtype, placement.vision_dtype) == (torch.float32, torch.bfloat16)
    assert placement.precision == "fp32"


def test_a_processor_without_tiles_rounds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    tiles(monkeypatch, there=False)
    assert choose_placement("cpu", Precision.AUTO).vision_dtype == torch.float32


def test_asking_for_fp32_means_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    tiles(monkeypatch, there=True)
    assert choose_placement("cpu", Precision.FP32).vision_dtype == torch.float32


@pytest.mark.parametrize(
    ("abilities", "able"),
    [({"amx_bf16": True}, True), ({"avx512_bf16": True}, True), ({"avx2": True}, False), ({}, False)],
)
def test_bf16_is_multiplied_in_tiles_or_in_wide_registers(
    abilities: dict[str, bool], able: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: abilities, raising=False)
    assert multiplies_bf16() is able


def test_a_torch_that_cannot_say_has_no_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(torch.cpu, "get_capabilities", raising=False)
    assert multiplies_bf16() is False


def test_a_rounded_tower_gives_the_decoder_its_own_dtype_and_nearly_the_same_features(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiles(monkeypatch, there=True)
    plain, rounded = load(folder), load(folder, precision=Precision.AUTO)
    tower = cast(Qwen3VLModel, rounded.model).model.visual
    assert {parameter.dtype for parameter in tower.parameters()} == {torch.bfloat16}
    assert rounded.cache is not None
    assert rounded.cache.dtype == torch.float32
    halved = sum(parameter.nbytes for parameter in tower.parameters())
    assert rounded.info.weights_bytes == plain.info.weights_bytes - halved
    picture = plain.prepare_image(noise(96, 64), None)
    exact, near = encode(plain, [picture]), encode(rounded, [picture])
    assert exact is not None
    assert near is not None
    for wanted, got in zip([exact.embeds, *exact.deepstack], [near.embeds, *near.deepstack], strict=True):
        assert got.dtype == torch.float32
        error = float((got - wanted).norm() / wanted.norm())
        # Not nought either: else the tower was not rounded at all.
        assert 0 < error < 0.03
    prompt = rounded.build_prompt([user("a", 1)], [picture])
    assert len(greedy(rounded, 0, prompt, near, 4)) == 4
    plain.close()
    rounded.close()


def test_the_tower_in_tiles_sees_what_it_sees_plainly_in_bf16(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiles(monkeypatch, there=True)
    if not tiles_work():
        # Nothing to compare: the plain tower is what runs here.
        assert cast(Qwen3VLModel, load(folder, precision=Precision.AUTO).model).model.visual._tiled is None
        return
    runtime = load(folder, precision=Precision.AUTO)
    tower = cast(Qwen3VLModel, runtime.model).model.visual
    assert tower._tiled is not None
    pictures = [runtime.prepare_image(noise(96, 64), None), runtime.prepare_image(noise(33, 97), None)]
    tiled = encode(runtime, pictures)
    tower._tiled = None
    runtime.features.clear()
    plain = encode(runtime, pictures)
    assert tiled is not None
    assert plain is not None
    for wanted, got in zip([plain.embeds, *plain.deepstack], [tiled.embeds, *tiled.deepstack], strict=True):
        assert float((got - wanted).norm() / wanted.norm()) < 0.02
    runtime.close()


def test_a_cancelled_tower_in_tiles_gives_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiles(monkeypatch, there=True)
    runtime = load(folder, precision=Precision.AUTO)
    picture = runtime.prepare_image(noise(96, 64), None)
    for asked in range(3):
        answers = [False] * asked + [True] * 9
        assert runtime.encode_images([picture], partial(answers.pop, 0)) is None
    runtime.close()


def test_a_torch_without_these_products_does_without(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise AttributeError("_reorder_linear_weight")

    monkeypatch.setattr("engine.tile_linear.TileLinear", missing)
    assert tiles_work.__wrapped__() is False


def test_wrong_products_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(weight: torch.Tensor, _bias: torch.Tensor, _gelu: str | None) -> object:
        return lambda rows: torch.zeros(rows.shape[0], weight.shape[0])

    monkeypatch.setattr("engine.tile_linear.TileLinear", wrong)
    assert tiles_work.__wrapped__() is False


def test_places_are_looked_up_in_pieces_as_they_are_at_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = load(folder)
    tower = cast(Qwen3VLModel, runtime.model).model.visual
    places = tower.places((1, 16, 24))
    at_once = tower.positions(places)
    monkeypatch.setattr(vision, "POSITION_ROWS", 100)
    assert torch.equal(tower.positions(places), at_once)
    runtime.close()


def test_a_large_model_keeps_one_copy_of_its_weights(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiles(monkeypatch, there=True)
    monkeypatch.setattr("engine.models.qwen3_vl.model.SMALL_STEP_BYTES", 1000)
    runtime = load(folder, precision=Precision.AUTO)
    model = cast(Qwen3VLModel, runtime.model)
    assert model.model.visual._tiled is None
    products = [product for layer in model.decoder.layers for product in layer.products]
    assert all(isinstance(product, RowLinear) and product.tiles is None for product in products)
    runtime.close()
