"""A region while it holds a slot. Engine thread only."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.generation import Region
from engine.models.base import Prompt, VisualFeatures
from engine.sampling import Sampler
from engine.tokenizer import StreamingDetokenizer


@dataclass(slots=True, eq=False)
class Sequence:
    """What a region needs while it holds a slot."""

    region: Region
    prompt: Prompt
    features: VisualFeatures | None
    sampler: Sampler
    detokenizer: StreamingDetokenizer
    prefilled_tokens: int = 0
    stored_tokens: int = 0
    """Of the prompt and the answer, those whose keys are in the slot as far as the answer was heard."""
    last_token: int = -1
    said: list[int] = field(default_factory=list)
    """Every token that was chosen, the last one not stored yet."""

    @property
    def is_decoding(self) -> bool:
        return self.last_token >= 0
