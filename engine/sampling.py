"""Choosing the next token from logits, and how probable it was. Engine thread only; one sampler for each
sequence.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from engine.api import Sampling
from engine.errors import RequestError


class Sampler:
    """Greedy at temperature 0, else nucleus sampling from a generator of its own: same seed, same tokens."""

    def __init__(self, sampling: Sampling, device: torch.device | str) -> None:
        """Raises: RequestError for settings that cannot be."""
        # The comparison form also refuses NaN.
        if not 0.0 <= sampling.temperature <= 100.0:
            raise RequestError("The temperature must lie between 0 and 100; choose another.", repr(sampling))
        if not 0.0 < sampling.top_p <= 1.0:
            raise RequestError("top_p must be above 0 and at most 1; choose another.", repr(sampling))
        self.sampling = sampling
        self.generator: torch.Generator | None = None
        if sampling.temperature > 0.0:
            self.generator = torch.Generator(device=device)
            # manual_seed takes 64 bits; a seed from anywhere is folded into them.
            self.generator.manual_seed(sampling.seed & 0xFFFF_FFFF_FFFF_FFFF)

    @property
    def is_greedy(self) -> bool:
        """Whether `select` is a plain argmax, so that a batch of rows can be chosen at once."""
        return self.generator is None

    @torch.inference_mode()
    def select(self, logits: Tensor) -> int:
        """The next token id from logits [V] fp32; one host sync. Ties go to the lowest id."""
        if self.generator is None:
            return int(logits.argmax())
        # Down from the maximum first, so that a tiny temperature cannot overflow.
        scaled = (logits - logits.max()) / self.sampling.temperature
        probabilities = torch.softmax(scaled, -1)
        if self.sampling.top_p < 1.0:
            return self._nucleus(probabilities)
        return int(torch.multinomial(probabilities, 1, generator=self.generator))

    def _nucleus(self, probabilities: Tensor) -> int:
        """Sample among the likeliest tokens whose probabilities reach top_p; the one that crosses it is
        kept.
        """
        ordered, ids = probabilities.sort(descending=True, stable=True)
        before = ordered.cumsum(-1) - ordered
        kept = torch.where(before < self.sampling.top_p, ordered, 0.0)
        return int(ids[torch.multinomial(kept, 1, generator=self.generator)])


class Choice(NamedTuple):
    """A token, and the probability (0 to 1) that the model gave it: at temperature 1, among all tokens.

    It is NaN where the logits hold no numbers: such a token means nothing.
    """

    token_id: int
    confidence: float


@torch.inference_mode()
def choose(samplers: Sequence[Sampler], logits: Tensor) -> list[Choice]:
    """The next token of each row of logits [B, V] fp32; two host syncs, and one a row that is sampled."""
    if all(sampler.is_greedy for sampler in samplers):
        ids = logits.argmax(dim=-1)
    else:
        chosen = [sampler.select(row) for sampler, row in zip(samplers, logits, strict=True)]
        ids = torch.tensor(chosen, device=logits.device)
    # Only the chosen token's share of the softmax is needed, so only its denominator is computed.
    log_shares = logits.gather(-1, ids.unsqueeze(-1)).squeeze(-1) - logits.logsumexp(dim=-1)
    return [
        choice_of(token_id, share) for token_id, share in zip(ids.tolist(), log_shares.tolist(), strict=True)
    ]


def choice_of(token_id: int, log_share: float) -> Choice:
    """A token and the logarithm of its share of the softmax."""
    return Choice(int(token_id), _probability(log_share))


def _probability(log_share: float) -> float:
    # Not min(): where one of the two is no number, it gives either, by their order.
    return math.exp(log_share if log_share < 0.0 else 0.0) if not math.isnan(log_share) else math.nan
