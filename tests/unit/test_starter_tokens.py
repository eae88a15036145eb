"""The starter model's vocabulary: the plain Python encoder and the exported tokenizer are the same."""

from __future__ import annotations

import json

import pytest
from starter_model import tokens
from tokenizers import Tokenizer

TEXTS = [
    "Total: 12.50 €",
    "“Größe” – naïve façade… ‘it’s’ •",
    "def f(x):\n    return x ** 2  # ŷ → ‟ 日本\t☃",
    "",
]


@pytest.mark.parametrize("text", TEXTS)
def test_the_workers_encode_as_the_exported_tokenizer_does(text: str) -> None:
    exported = Tokenizer.from_str(json.dumps(tokens.tokenizer_json()))
    assert exported.encode(text).ids == tokens.encode(text)
    assert exported.decode(tokens.encode(text)) == text == tokens.decode(tokens.encode(text))


def test_common_signs_cost_one_token() -> None:
    assert all(len(tokens.character(c)) == 1 for c in tokens.SINGLE + "aZ9~")
    assert len(tokens.character("ŷ")) == 2


def test_special_tokens_fill_the_end_of_the_vocabulary_and_are_found_in_text() -> None:
    exported = Tokenizer.from_str(json.dumps(tokens.tokenizer_json()))
    assert exported.get_vocab_size() == tokens.VOCABULARY
    assert exported.encode("<|im_start|>user\n<|vision_start|>").ids == tokens.PREFIX
    assert exported.decode([tokens.IM_END]) == ""
