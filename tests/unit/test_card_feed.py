"""What goes to a card in pieces arrives whole, and no buffer is filled before it was fetched."""

from __future__ import annotations

import pytest
import torch

from engine.card_feed import CardFeed
from engine.graphs.recorder import Mark
from tests.helpers.call_recorder import CallRecorder

CPU = torch.device("cpu")


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32, torch.uint8])
@pytest.mark.parametrize("shape", [(), (0, 4), (3,), (7, 9), (16, 16), (1000, 3)])
def test_a_tensor_of_any_size_arrives_as_it_was(dtype: torch.dtype, shape: tuple[int, ...]) -> None:
    feed = CardFeed(CPU, CallRecorder(), buffer_bytes=64)
    values = (torch.rand(shape) * 200).to(dtype)
    first, second = feed.send(values), feed.send(values + 1)
    assert torch.equal(first, values)
    assert torch.equal(second, values + 1)
    assert first.data_ptr() != values.data_ptr() or values.numel() == 0


def test_a_buffer_is_filled_again_only_when_the_card_has_fetched_it() -> None:
    told: list[str] = []

    class Noting(CallRecorder):
        def mark(self) -> Mark:
            number = sum(word.startswith("sent") for word in told)
            told.append(f"sent {number}")

            class Past:
                def synchronize(self) -> None:
                    told.append(f"waited {number}")

            return Past()

    feed = CardFeed(CPU, Noting(), buffer_bytes=16)
    feed.send(torch.arange(12, dtype=torch.float32))
    # Two marks stand for the empty buffers; each piece waits for the one before the last.
    assert told == ["sent 0", "sent 1", "waited 0", "sent 2", "waited 1", "sent 3", "waited 2", "sent 4"]
