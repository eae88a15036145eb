"""Choosing the next token from logits. Engine thread only; one sampler for each sequence."""

from __future__ import annotations

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
