"""The starter model's vocabulary: 256 bytes, a few dozen common signs as one token, and Qwen's special
tokens.

Pure functions; `tokenizer_json` is what the exported folder holds and `encode` is the same code in
plain Python, because the picture workers must not pay for a library (a test holds the two together).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

SPECIAL = (
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|vision_pad|>",
    "<|image_pad|>",
    "<|video_pad|>",
)
SINGLE = "‘’“”–—…•€éèêëáàâäãåçñóòôöõøúùûüíîïßÉÀÄÖÜÅØÇ¿£°§©®«»·æ×"
VOCABULARY = 320


def _byte_letters() -> list[str]:
    """The printable letter that byte-level BPE writes for each byte, as GPT-2 defined it."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters, extra = {b: chr(b) for b in plain}, 0
    for b in range(256):
        if b not in letters:
            letters[b] = chr(256 + extra)
            extra += 1
    return [letters[b] for b in range(256)]


def _merges() -> list[tuple[bytes, bytes]]:
    out: list[tuple[bytes, bytes]] = []
    for c in SINGLE:
        raw = c.encode()
        for pair in [(raw[:1], raw[1:2])] if len(raw) == 2 else [(raw[:1], raw[1:2]), (raw[:2], raw[2:])]:
            if pair not in out:
                out.append(pair)
    return out


MERGES = _merges()
IDS: dict[bytes, int] = {bytes([b]): b for b in range(256)} | {
    a + b: 256 + n for n, (a, b) in enumerate(MERGES)
}
SPECIAL_IDS = {name: VOCABULARY - len(SPECIAL) + n for n, name in enumerate(SPECIAL)}
if len(IDS) > VOCABULARY - len(SPECIAL):
    raise ValueError(f"the vocabulary holds {len(IDS)} pieces and has room for {VOCABULARY - len(SPECIAL)}")
IM_START, IM_END = SPECIAL_IDS["<|im_start|>"], SPECIAL_IDS["<|im_end|>"]
IMAGE, PAD = SPECIAL_IDS["<|image_pad|>"], SPECIAL_IDS["<|endoftext|>"]


@lru_cache(maxsize=4096)
def character(c: str) -> tuple[int, ...]:
    """Token ids of one character."""
    parts = [bytes([b]) for b in c.encode()]
    while len(parts) > 1 and parts[0] + parts[1] in IDS:
        parts[:2] = [parts[0] + parts[1]]
    return tuple(IDS[p] for p in parts)


def encode(text: str) -> list[int]:
    """Token ids of plain text (special tokens are not looked for)."""
    return [i for c in text for i in character(c)]


def decode(ids: list[int]) -> str:
    """Text of token ids, special tokens left out."""
    names = {n: piece for piece, n in IDS.items()}
    return b"".join(names.get(i, b"") for i in ids).decode("utf-8", "replace")


PREFIX = [IM_START, *encode("user\n"), SPECIAL_IDS["<|vision_start|>"]]


def question_ids(question: str) -> list[int]:
    """What follows the picture's tokens in a prompt, up to where the answer begins."""
    return [
        SPECIAL_IDS["<|vision_end|>"],
        *encode(question),
        IM_END,
        *encode("\n"),
        IM_START,
        *encode("assistant\n"),
    ]


def tokenizer_json() -> dict[str, Any]:
    """The `tokenizer.json` of the exported model."""
    letters = _byte_letters()

    def spell(raw: bytes) -> str:
        return "".join(letters[b] for b in raw)

    vocab = {spell(raw): n for raw, n in IDS.items()}
    for n in range(len(IDS), VOCABULARY - len(SPECIAL)):
        vocab[f"<|unused_{n}|>"] = n
    added = [
        {
            "id": n,
            "content": name,
            "single_word": False,
            "lstrip": False,
            "rstrip": False,
            "normalized": False,
            "special": True,
        }
        for name, n in SPECIAL_IDS.items()
    ]
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added,
        "normalizer": None,
        "pre_tokenizer": {
            "type": "ByteLevel",
            "add_prefix_space": False,
            "trim_offsets": False,
            "use_regex": False,
        },
        "post_processor": None,
        "decoder": {
            "type": "ByteLevel",
            "add_prefix_space": False,
            "trim_offsets": False,
            "use_regex": False,
        },
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": vocab,
            "merges": [[spell(a), spell(b)] for a, b in MERGES],
        },
    }
