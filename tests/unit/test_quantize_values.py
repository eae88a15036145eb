"""Weights in 4 and 8 bits: what is packed comes back, and stands for the numbers it should."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor, nn

from engine import quantized_linear
from engine.int4 import Int4Weight, Int8Table, pack_nibbles, unpack_nibbles
from engine.quantized_linear import (
    CpuInt4Product,
    CpuInt8Head,
    Int4Linear,
    UnpackingHead,
    UnpackingProduct,
    card_block_rows,
    join_linears,
    prepare_head,
    prepare_linear,
    unpacked_product,
)


def random_int4(rows: int, columns: int, group: int, seed: int = 0) -> Int4Weight:
    generator = torch.Generator().manual_seed(seed)
    values = torch.randint(0, 16, (rows, columns), generator=generator, dtype=torch.uint8)
    scale = torch.rand(rows, columns // group, generator=generator) * 0.02 + 0.005
    zero = torch.randn(rows, columns // group, generator=generator) * 0.02
    return Int4Weight(pack_nibbles(values), scale.bfloat16(), zero.bfloat16())


def random_int8(rows: int, columns: int, seed: int = 0) -> Int8Table:
    generator = torch.Generator().manual_seed(seed)
    values = torch.randint(-127, 128, (rows, columns), generator=generator, dtype=torch.int8)
    return Int8Table(values, torch.rand(rows, generator=generator) * 0.002 + 0.001)


def random_rows(count: int, columns: int) -> Tensor:
    return torch.randn(count, columns, generator=torch.Generator().manual_seed(7))


@given(st.integers(1, 5), st.integers(1, 20), st.integers(0, 2**32 - 1))
def test_what_is_packed_comes_back(rows: int, pairs: int, seed: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    values = torch.randint(0, 16, (rows, pairs * 2), generator=generator, dtype=torch.uint8)
    packed = pack_nibbles(values)
    assert packed.shape == (rows, pairs)
    assert torch.equal(unpack_nibbles(packed), values)


def test_the_even_column_lies_in_the_low_half() -> None:
    assert pack_nibbles(torch.tensor([[1, 2, 15, 0]], dtype=torch.uint8)).tolist() == [[0x21, 0x0F]]


def test_a_nibble_stands_for_its_distance_from_8_in_steps_of_its_group() -> None:
    nibbles = pack_nibbles(torch.tensor([[0, 8, 15, 9]], dtype=torch.uint8))
    weight = Int4Weight(
        nibbles, torch.tensor([[0.5, 2.0]]).bfloat16(), torch.tensor([[0.25, -1.0]]).bfloat16()
    )
    assert weight.dequantize(torch.float32).tolist() == [[-3.75, 0.25, 13.0, 1.0]]
    assert (weight.rows, weight.columns, weight.group) == (1, 4, 2)


def test_rows_can_be_taken_and_put_together() -> None:
    weight = random_int4(48, 64, 32)
    parts = [weight.row_block(start, start + 16) for start in (0, 16, 32)]
    whole = weight.dequantize(torch.float32)
    assert torch.equal(parts[1].dequantize(torch.float32), whole[16:32])
    assert torch.equal(Int4Weight.stacked(parts).dequantize(torch.float32), whole)


def test_scales_and_zeros_in_pairs_stand_for_the_same_numbers() -> None:
    plain = random_int4(48, 96, 32)
    weight = plain.in_pairs()
    assert plain.pairs is None
    assert weight.pairs is not None
    assert weight.pairs.is_contiguous()
    assert torch.equal(weight.pairs[2, 37], torch.stack((plain.scale[37, 2], plain.zero[37, 2])))
    assert torch.equal(weight.dequantize(torch.float32), plain.dequantize(torch.float32))
    block = weight.row_block(16, 32)
    assert block.pairs is not None
    assert torch.equal(block.pairs, weight.pairs[:, 16:32])
    assert torch.equal(block.dequantize(torch.float32), plain.dequantize(torch.float32)[16:32])


def test_looked_up_rows_are_those_of_the_table() -> None:
    table = random_int8(40, 16)
    ids = torch.tensor([3, 39, 3])
    assert torch.equal(table.rows_at(ids, torch.float32), table.dequantize(torch.float32)[ids])


def test_a_copy_owns_its_memory() -> None:
    table, weight = random_int8(4, 8), random_int4(4, 32, 32)
    own_table, own_weight = table.to(torch.device("cpu")), weight.to(torch.device("cpu"))
    before = weight.dequantize(torch.float32)
    table.values.zero_()
    weight.nibbles.zero_()
    assert not own_table.equals(table)
    assert torch.equal(own_weight.dequantize(torch.float32), before)


@pytest.mark.parametrize("rows", [1, 7, 40])
@pytest.mark.parametrize("group", [32, 64, 128])
@pytest.mark.parametrize("has_bias", [False, True])
def test_every_product_is_that_of_the_unpacked_weight(rows: int, group: int, has_bias: bool) -> None:
    weight = random_int4(96, 256, group)
    bias = torch.randn(96, generator=torch.Generator().manual_seed(3)) if has_bias else None
    given_rows = random_rows(rows, 256)
    expected = F.linear(given_rows, weight.dequantize(torch.float32), bias)
    torch.testing.assert_close(UnpackingProduct(weight, bias)(given_rows), expected, rtol=1e-5, atol=1e-5)
    # Activations are rounded to bf16 there, and so is the result.
    difference = (CpuInt4Product(weight, bias)(given_rows) - expected).norm() / expected.norm()
    assert float(difference) < 0.006


def test_unpacking_by_blocks_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    weight, table, rows = random_int4(80, 64, 32), random_int8(50, 64), random_rows(3, 64)
    product, logits = UnpackingProduct(weight, None)(rows), UnpackingHead(table)(rows)
    monkeypatch.setattr(quantized_linear, "BLOCK_VALUES", 64 * 7)
    in_blocks = UnpackingProduct(weight, None)
    assert in_blocks.block_rows == 7
    torch.testing.assert_close(in_blocks(rows), product, rtol=1e-6, atol=1e-6)
    torch.testing.assert_close(UnpackingHead(table)(rows), logits, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("count", [1, 5])
def test_the_likeliest_tokens_are_exact_in_either_head(count: int) -> None:
    table, hidden = random_int8(2000, 128), random_rows(count, 128) * 3
    expected = F.linear(hidden, table.dequantize(torch.float32))
    torch.testing.assert_close(UnpackingHead(table)(hidden), expected, rtol=1e-5, atol=1e-5)
    logits = CpuInt8Head(table)(hidden)
    assert logits.dtype == torch.float32
    assert torch.equal(logits.argmax(-1), expected.argmax(-1))
    best = expected.topk(8).indices
    torch.testing.assert_close(logits.gather(1, best), expected.gather(1, best), rtol=1e-5, atol=1e-5)
    assert float((logits - expected).norm() / expected.norm()) < 0.01


def test_a_vocabulary_smaller_than_the_second_look_is_no_trouble() -> None:
    table, hidden = random_int8(16, 32), random_rows(2, 32)
    expected = F.linear(hidden, table.dequantize(torch.float32))
    torch.testing.assert_close(CpuInt8Head(table)(hidden), expected, rtol=1e-5, atol=1e-5)


def test_linears_that_share_an_input_become_one_product() -> None:
    weights = [random_int4(32, 64, 32, seed=1), random_int4(16, 64, 32, seed=2)]
    linears = [Int4Linear(nn.Linear(64, weight.rows).requires_grad_(False), weight) for weight in weights]
    rows = random_rows(4, 64)
    expected = torch.cat(
        [
            F.linear(rows, weight.dequantize(torch.float32), linear.bias)
            for weight, linear in zip(weights, linears, strict=True)
        ],
        -1,
    )
    joined = join_linears(linears)(rows)
    assert joined.shape == (4, 48)
    assert float((joined - expected).norm() / expected.norm()) < 0.006


@pytest.mark.parametrize(
    ("has_kernel", "rows", "product", "head"),
    [
        (True, 32, CpuInt4Product, CpuInt8Head),
        (True, 24, UnpackingProduct, CpuInt8Head),
        (False, 32, UnpackingProduct, UnpackingHead),
    ],
)
def test_the_processor_and_the_shape_choose_the_product(
    has_kernel: bool, rows: int, product: type, head: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quantized_linear, "has_cpu_kernel", lambda: has_kernel)
    assert type(prepare_linear(random_int4(rows, 64, 32), None)) is product
    assert type(prepare_head(random_int8(rows, 64))) is head


@pytest.mark.parametrize(
    ("rows", "columns", "expected"),
    [(12288, 2048, 4096), (2048, 6144, 1024), (4096, 2048, 4096), (2048, 2048, 2048), (300, 40000, 256)],
)
def test_blocks_unpacked_on_a_card_are_equal_and_begin_with_a_tile(
    rows: int, columns: int, expected: int
) -> None:
    weight = Int4Weight(
        torch.empty(rows, columns // 2, dtype=torch.uint8, device="meta"),
        torch.empty(rows, columns // 40, dtype=torch.bfloat16, device="meta"),
        torch.empty(rows, columns // 40, dtype=torch.bfloat16, device="meta"),
    )
    assert card_block_rows(weight) == expected


def test_a_product_in_blocks_is_that_of_the_whole_weight() -> None:
    weight = Int4Weight(
        torch.randint(0, 256, (700, 64), dtype=torch.uint8),
        torch.rand(700, 1).bfloat16(),
        torch.rand(700, 1).bfloat16(),
    )
    rows = torch.randn(5, 128)
    wanted = F.linear(rows, weight.dequantize(torch.float32))
    for block_rows in (256, 700, 1000):
        assert torch.allclose(unpacked_product(rows, weight, block_rows), wanted, atol=1e-4)
