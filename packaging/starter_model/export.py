"""Writes the trained weights as a Hugging Face folder: bf16 weights, configuration, tokenizer, chat
template, profile.

python -m starter_model.export --weights DIR_OR_FILE [--base FILE [--keep SHARE]] [--average] --out DIR
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load, load_file, save_file
from torch import Tensor

from starter_model import checkpoint, questions, tokens
from starter_model.model import MERGE, PATCH, config

LIMIT_BYTES = 25_000_000
CANVAS_PX = 245_760
"""The largest picture it was trained on, and the budget of a question about a whole picture."""

REGION_PX = 61_440
"""Pages are read in pieces of at most a quarter of the canvas: the tower's attention is quadratic in the
pixels, more rows decode side by side, and the first text comes sooner (sizes tried: docs/log.md)."""

CHAT_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{% if message['content'] is string %}{{ message['content'] }}"
    "{% else %}{% for item in message['content'] %}"
    "{% if item['type'] == 'image' or 'image' in item or 'image_url' in item %}"
    "<|vision_start|><|image_pad|><|vision_end|>"
    "{% elif 'text' in item %}{{ item['text'] }}{% endif %}{% endfor %}{% endif %}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def read_weights(path: Path, base: Path | None = None, averaged: bool = False) -> dict[str, Tensor]:
    """Weights from one file, from a run's state, or from the parts that it brings back.

    `base` is the file it began from, which a checkpoint needs; `averaged` takes the mean of its last steps.
    Raises: OSError where there are none; ValueError where the run began from another file.
    """
    if path.is_file():
        return load_file(path)
    if averaged:
        return checkpoint.take(path, checkpoint.AVERAGE)[0]
    if (path / "state.safetensors").exists():
        state = load_file(path / "state.safetensors")
        return {k.removeprefix("master."): v for k, v in state.items() if k.startswith("master.")}
    if parts := sorted(path.glob("weights.safetensors.[0-9][0-9]")):
        return load(b"".join(p.read_bytes() for p in parts))
    return checkpoint.weights_of(path, load_file(base) if base else None)[0]


def partly(weights: dict[str, Tensor], base: dict[str, Tensor], keep: float) -> dict[str, Tensor]:
    """What a run made of `base`, with a share of `base` (0 to 1) left in every weight; fp32, no heads."""
    return {
        name: (1 - keep) * value.float() + keep * base[name].float()
        for name, value in weights.items()
        if not name.startswith("aux_")
    }


def profile() -> dict[str, Any]:
    """`yomi.json`: how the application should read with this model."""
    return {
        "name": "Yomi Starter",
        "bundled": True,
        "canvas_px": REGION_PX,
        "read_budget_tokens": CANVAS_PX // (PATCH * MERGE) ** 2,
        "ask_budget_tokens": CANVAS_PX // (PATCH * MERGE) ** 2,
        "multiple_px": PATCH * MERGE,
        "single_turn": True,
        "prompts": {"read": questions.READ, "markdown": questions.MARKDOWN},
        # Lines are counted by the engine, whatever the model has learnt to say.
        "questions": {kind: said for kind, said in questions.QUESTIONS.items() if kind != "lines"},
        "note": (
            "This small model reads printed text in Latin letters and answers a few questions about receipts "
            "and forms; choose a larger model for anything else."
        ),
        "larger": (
            "Handwriting, other scripts, photos and free questions need a larger model, such as "
            "Qwen3-VL-2B-Instruct (4 GB): download its folder from "
            "https://huggingface.co/Qwen/Qwen3-VL-2B-Instruct and choose it here."
        ),
    }


def write(weights: dict[str, Tensor], out: Path) -> int:
    """Write the folder and give its size in bytes. Raises: ValueError where it is over the limit."""
    out.mkdir(parents=True, exist_ok=True)
    tensors = {k: v.to(torch.bfloat16).contiguous() for k, v in weights.items() if not k.startswith("aux_")}
    save_file(tensors, out / "model.safetensors", metadata={"format": "pt"})
    names = dict(tokens.SPECIAL_IDS)
    documents: dict[str, Any] = {
        "config.json": config(),
        "generation_config.json": {
            "bos_token_id": names["<|endoftext|>"],
            "eos_token_id": [names["<|im_end|>"], names["<|endoftext|>"]],
            "pad_token_id": names["<|endoftext|>"],
            "do_sample": False,
            "max_new_tokens": 2048,
        },
        "preprocessor_config.json": {
            "image_processor_type": "Qwen2VLImageProcessor",
            "processor_class": "Qwen3VLProcessor",
            "do_convert_rgb": True,
            "do_resize": True,
            "do_rescale": True,
            "do_normalize": True,
            "image_mean": [0.5, 0.5, 0.5],
            "image_std": [0.5, 0.5, 0.5],
            "patch_size": PATCH,
            "merge_size": MERGE,
            "temporal_patch_size": 2,
            "size": {"shortest_edge": 1024, "longest_edge": CANVAS_PX},
        },
        "tokenizer_config.json": {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "add_bos_token": False,
            "add_prefix_space": False,
            "clean_up_tokenization_spaces": False,
            "model_max_length": 8192,
            "errors": "replace",
            "bos_token": None,
            "eos_token": "<|im_end|>",
            "pad_token": "<|endoftext|>",
            "unk_token": None,
            "added_tokens_decoder": {
                str(n): {
                    "content": name,
                    "lstrip": False,
                    "normalized": False,
                    "rstrip": False,
                    "single_word": False,
                    "special": True,
                }
                for name, n in names.items()
            },
        },
        "tokenizer.json": tokens.tokenizer_json(),
        "yomi.json": profile(),
    }
    for name, document in documents.items():
        (out / name).write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    (out / "chat_template.jinja").write_text(CHAT_TEMPLATE, encoding="utf-8")
    size = sum(p.stat().st_size for p in out.iterdir())
    if size > LIMIT_BYTES:
        raise ValueError(f"{out} holds {size} bytes, more than {LIMIT_BYTES}")
    return size


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--base", type=Path, help="the file that the run began from, for its checkpoint")
    parser.add_argument("--average", action="store_true", help="the mean of the last steps instead")
    parser.add_argument("--keep", type=float, default=0.0, help="share of `--base` that stays in the weights")
    arguments = parser.parse_args()
    chosen = read_weights(arguments.weights, arguments.base, arguments.average)
    if arguments.keep:
        if arguments.base is None:
            parser.error("--keep needs --base, the file that the run began from")
        chosen = partly(chosen, load_file(arguments.base), arguments.keep)
    print(write(chosen, arguments.out), "bytes")
