"""What a prompt takes of a card beside weights and cache, at the 2B model's dimensions in 4 bits.

Nothing is computed: tensors on torch's meta device have a size and no data, and their bytes are counted. An
H200 took 57 MB for the plain prompt when 57 were counted here.
"""

from __future__ import annotations

import copy
from typing import cast

import pytest
import torch
from torch import Tensor, nn

from engine import quantized_linear
from engine.bench.dimensions import DIMENSIONS
from engine.bench.rig import _spec, noise_picture, prompt_around
from engine.cache import StaticKVCache
from engine.decode import EagerBackend
from engine.graphs import prompts
from engine.graphs.prompts import PromptGraphs
from engine.int4 import Int4Weight, Int8Table
from engine.models.base import CausalModel, VisualFeatures
from engine.sidecar_weights import install
from tests.helpers.call_recorder import CallRecorder
from tests.helpers.live_bytes import LiveBytes

META = torch.device("meta")
GROUP = 128
CONTEXT_TOKENS = 1024
SIZE, PATCHES = 576, 2048
MB = 1e6


@pytest.fixture
def flat(monkeypatch: pytest.MonkeyPatch) -> str:
    """The 2B model with a few layers: what is alive at once does not depend on their number."""
    config = copy.deepcopy(DIMENSIONS["2b"])
    config["text_config"]["num_hidden_layers"] = 3
    config["vision_config"] |= {"depth": 3, "deepstack_visual_indexes": [0, 1, 2]}
    monkeypatch.setitem(DIMENSIONS, "flat", config)

    def by_one_kernel(weight: Int4Weight | Int8Table, dtype: torch.dtype) -> Tensor:
        values = weight.nibbles if isinstance(weight, Int4Weight) else weight.values
        columns = weight.columns if isinstance(weight, Int4Weight) else values.shape[1]
        return torch.empty((values.shape[0], columns), dtype=dtype, device=META)

    # As on a card, where unpacking makes its result alone.
    monkeypatch.setattr(quantized_linear, "dense", by_one_kernel)
    return "flat"


def model_in_int4(dimensions: str) -> CausalModel:
    model = _spec(dimensions).build()
    module, shared = cast(nn.Module, model), model.shared_parameters()
    packed: dict[str, Int4Weight | Int8Table] = {}
    for name in model.quantizable().linears:
        rows, columns = module.get_parameter(name).shape
        scale = torch.empty(rows, columns // GROUP, dtype=torch.bfloat16, device=META)
        nibbles = torch.empty(rows, columns // 2, dtype=torch.uint8, device=META)
        packed[name] = Int4Weight(nibbles, scale, torch.empty_like(scale))
    for name in model.quantizable().tables:
        if name not in shared:
            vocab, width = module.get_parameter(name).shape
            values = torch.empty(vocab, width, dtype=torch.int8, device=META)
            packed[name] = Int8Table(values, torch.empty(vocab, device=META))
    install(module, packed, shared)
    module.to(torch.bfloat16)
    model.finish_loading(CONTEXT_TOKENS)
    return model


def backend_of(dimensions: str) -> EagerBackend:
    model = model_in_int4(dimensions)
    cache = StaticKVCache(_spec(dimensions).cache_shape, 1, CONTEXT_TOKENS, META, torch.bfloat16)
    return EagerBackend(model, cache)


def test_a_plain_prompt_takes_one_block_of_weights_and_one_wide_result(flat: str) -> None:
    with LiveBytes() as live:
        eager = backend_of(flat)
        prompt = prompt_around(_spec(flat), noise_picture(flat, (32, 64)), 34)
        hidden = eager.model.embed_tokens(torch.zeros(512, dtype=torch.int64, device=META))
        features = VisualFeatures(hidden, tuple(torch.empty_like(hidden) for _ in range(3)))
        held = live.begin_anew()
        eager.prefill(0, prompt, features, 0, len(prompt))
    block, wide, row = 4096 * 2048 * 2, len(prompt) * 2 * 6144 * 2, len(prompt) * 2048 * 2
    assert block + wide < live.most_bytes - held < block + wide + 5 * row
    assert live.most_bytes - held < 40 * MB


def test_a_size_is_recorded_with_little_beside_what_stays(flat: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompts, "_must_agree", lambda *_: None)
    with LiveBytes() as live:
        made = PromptGraphs(backend_of(flat), CallRecorder())
        held = live.begin_anew()
        made._record_chunk(SIZE, prompts.OPENING, 0)
    stays = live.now_bytes - held
    assert 4 * SIZE * 2048 * 2 < stays < 12 * MB
    assert live.most_bytes - held < 56 * MB


def test_a_tower_is_recorded_over_one_copy_of_its_patches(flat: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompts, "_must_agree", lambda *_: None)
    with LiveBytes() as live:
        made = PromptGraphs(backend_of(flat), CallRecorder())
        for block in made.eager.model.model.visual.blocks:  # type: ignore[attr-defined]
            block.attn.turn = lambda rows, _rope: rows  # in place, as a card's kernel turns
        held = live.begin_anew()
        made._record_tower(PATCHES)
    # Queries, keys and values, the patches, their norm, and what attention makes of them, here twice.
    hidden, stays = PATCHES * 1024 * 2, live.now_bytes - held
    assert 5 * hidden < live.most_bytes - held - stays < 9 * hidden
