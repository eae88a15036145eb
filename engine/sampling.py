"""Choosing the next token from logits, and how probable it was. Engine thread only; one sampler for each
sequence.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.api import Sampling
from engine.errors import RequestError

WORD = 0xFFFF_FFFF_FFFF_FFFF
STEP, FIRST_FACTOR, SECOND_FACTOR = 0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB
"""Of splitmix64 (Steele, Lea and Flood 2014): the n-th number of a seed without those before it."""

KEY = 0xFFFF_FFFF
TOKEN_STEP, FIRST_MIX, SECOND_MIX = 0x9E37_79B9, 0x7FEB_352D, 0x846C_A68B
"""Of lowbias32 (Wellons 2018): a number of a key and a token."""

CHANCE_BITS = 23
"""So that the number between 0 and 1 is exact in fp32, and neither of them."""


class Sampler:
    """Greedy at temperature 0, else nucleus sampling: the same seed and turn take the same token of the same
    logits, on a device as on the host.
    """

    def __init__(self, sampling: Sampling) -> None:
        """Raises: RequestError for settings that cannot be."""
        # The comparison form also refuses NaN.
        if not 0.0 <= sampling.temperature <= 100.0:
            raise RequestError("The temperature must lie between 0 and 100; choose another.", repr(sampling))
        if not 0.0 < sampling.top_p <= 1.0:
            raise RequestError("top_p must be above 0 and at most 1; choose another.", repr(sampling))
        self.sampling = sampling
        # A seed from anywhere is folded into 64 bits.
        self.seed = sampling.seed & WORD
        self.turn = 0
        """Tokens drawn so far."""

    @property
    def is_greedy(self) -> bool:
        """Whether `select` is a plain argmax, so that a batch of rows can be chosen at once."""
        return self.sampling.temperature == 0.0

    @property
    def cuts(self) -> bool:
        """Whether only the likeliest tokens are drawn from."""
        return not self.is_greedy and self.sampling.top_p < 1.0

    @torch.inference_mode()
    def select(self, logits: Tensor) -> int:
        """The next token id from logits [V] fp32; one host sync. Ties go to the lowest id."""
        if self.is_greedy:
            return int(logits.argmax())
        temperature, top_p = (
            torch.tensor([value], device=logits.device)
            for value in (self.sampling.temperature, self.sampling.top_p)
        )
        key = torch.tensor([key_of(self.seed, self.turn)], device=logits.device)
        self.turn += 1
        return int(draw(logits.unsqueeze(0), temperature, top_p, key, cuts=self.cuts))


def key_of(seed: int, turn: int) -> int:
    """32 bits that look like chance."""
    mixed = (seed + (turn + 1) * STEP) & WORD
    mixed = ((mixed ^ mixed >> 30) * FIRST_FACTOR) & WORD
    mixed = ((mixed ^ mixed >> 27) * SECOND_FACTOR) & WORD
    return (mixed ^ mixed >> 31) >> 32


def keys_of(seeds: Tensor, turns: Tensor) -> Tensor:
    """The same of [R] int64, of which a seed may be above 2^63 and then is negative: [R] int64."""
    mixed = seeds + (turns + 1) * _signed(STEP)
    mixed = (mixed ^ _shifted(mixed, 30)) * _signed(FIRST_FACTOR)
    mixed = (mixed ^ _shifted(mixed, 27)) * _signed(SECOND_FACTOR)
    return _shifted(mixed ^ _shifted(mixed, 31), 32)


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def _shifted(words: Tensor, bits: int) -> Tensor:
    """Down, with zeros above."""
    return (words >> bits) & ((1 << (64 - bits)) - 1)


def draw(logits: Tensor, temperature: Tensor, top_p: Tensor, keys: Tensor, *, cuts: bool) -> Tensor:
    """Token ids [R] from logits [R, V] fp32, a temperature above 0 and top_p each [R] fp32, keys [R] int64;
    without `cuts` every top_p counts as 1. No host sync.

    The largest of logit and chance is taken, chance being of Gumbel's distribution: that is a draw from the
    softmax, and it stays the same where logits differ by rounding. Where top_p is below 1, the likeliest
    tokens whose probabilities reach it are drawn from, with the one that crosses it.
    """
    # Down from the maximum first, so that a tiny temperature cannot overflow.
    scaled = (logits - logits.amax(-1, keepdim=True)) / temperature.unsqueeze(-1)
    scores = scaled + chance(keys, logits.shape[-1])
    if not cuts:
        return scores.argmax(-1)
    ordered, ids = torch.softmax(scaled, -1).sort(dim=-1, descending=True, stable=True)
    before = ordered.cumsum(-1) - ordered
    kept = (before < top_p.unsqueeze(-1)) | (top_p.unsqueeze(-1) >= 1.0)
    best = torch.where(kept, scores.gather(-1, ids), -math.inf).argmax(-1, keepdim=True)
    return ids.gather(-1, best).squeeze(-1)


def chance(keys: Tensor, vocab: int) -> Tensor:
    """A number of Gumbel's distribution for each token of each key of [R] int64: [R, V] fp32."""
    tokens = torch.arange(vocab, device=keys.device)
    mixed = (tokens * TOKEN_STEP + keys.unsqueeze(-1)) & KEY
    mixed = ((mixed ^ mixed >> 16) * FIRST_MIX) & KEY
    mixed = ((mixed ^ mixed >> 15) * SECOND_MIX) & KEY
    mixed = (mixed ^ mixed >> 16) >> (32 - CHANCE_BITS)
    return -torch.log(-torch.log((mixed.float() + 0.5) / (1 << CHANCE_BITS)))


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
        if logits.device.type == "cpu":
            return _likeliest(logits.numpy())
        ids = logits.argmax(dim=-1)
    else:
        chosen = [sampler.select(row) for sampler, row in zip(samplers, logits, strict=True)]
        ids = torch.tensor(chosen, device=logits.device)
    # Only the chosen token's share of the softmax is needed, so only its denominator is computed.
    log_shares = logits.gather(-1, ids.unsqueeze(-1)).squeeze(-1) - logits.logsumexp(dim=-1)
    return [
        choice_of(token_id, share) for token_id, share in zip(ids.tolist(), log_shares.tolist(), strict=True)
    ]


def _likeliest(logits: NDArray[np.float32]) -> list[Choice]:
    """Each row's first highest, by numpy: on a few hundred tokens a tenth of what torch takes to start."""
    ids = logits.argmax(axis=-1)
    peaks = logits[np.arange(len(ids)), ids]
    with np.errstate(all="ignore"):
        totals = np.exp(logits - peaks[:, None]).sum(axis=-1)
        log_shares = -np.log(totals)
    return [
        choice_of(token_id, share) for token_id, share in zip(ids.tolist(), log_shares.tolist(), strict=True)
    ]


def choice_of(token_id: int, log_share: float) -> Choice:
    """A token and the logarithm of its share of the softmax."""
    return Choice(int(token_id), _probability(log_share))


def _probability(log_share: float) -> float:
    # Not min(): where one of the two is no number, it gives either, by their order.
    return math.exp(log_share if log_share < 0.0 else 0.0) if not math.isnan(log_share) else math.nan
