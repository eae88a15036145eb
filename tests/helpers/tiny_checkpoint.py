"""Writes a seeded Qwen3-VL checkpoint of about 1 MB: every part of the architecture, no meaning.

Nothing here imports the engine or transformers: the files are what a download would hold.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from torch import Tensor

CONTROL_TOKENS = (
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|vision_pad|>",
    "<|image_pad|>",
    "<|video_pad|>",
)
PLAIN_ADDED_TOKENS = ("<think>", "</think>")
MERGE_CORPUS = (
    "the quick brown fox jumps over the lazy dog",
    "read all the text in this image in reading order, line by line",
    "Total 23.15 EUR, date 2024-05-17, invoice number 4711",
    "日本語の文字 и кириллица, ñandú, naïve café, emoji 🙂🙃",
)
SPLIT_PATTERN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
VOCAB_SIZE = 512

# With these, logits have a standard deviation of about 1, rounding is not amplified from layer to layer, and
# with seed 1 and a head of its own greedy search does not settle on one token.
EMBEDDING_SCALE = 0.12
LINEAR_GAIN = 1.0

CHAT_TEMPLATE = """\
{%- set images = namespace(count=0) %}
{%- for message in messages %}
    {{- '<|im_start|>' + message.role + '\\n' }}
    {%- if message.content is string %}
        {{- message.content }}
    {%- else %}
        {%- for part in message.content %}
            {%- if part.type == 'image' %}
                {%- set images.count = images.count + 1 %}
                {%- if add_vision_id %}Picture {{ images.count }}: {% endif -%}
                {{- '<|vision_start|><|image_pad|><|vision_end|>' }}
            {%- elif 'text' in part %}
                {{- part.text }}
            {%- endif %}
        {%- endfor %}
    {%- endif %}
    {{- '<|im_end|>\\n' }}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n' }}
{%- endif %}
"""


def build_tokenizer() -> Tokenizer:
    """A byte-level BPE of 512 ids with Qwen's control tokens at its end."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(SPLIT_PATTERN), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCAB_SIZE - len(CONTROL_TOKENS) - len(PLAIN_ADDED_TOKENS),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(MERGE_CORPUS, trainer)
    tokenizer.add_special_tokens(
        [AddedToken(token, special=True, normalized=False) for token in CONTROL_TOKENS]
    )
    tokenizer.add_tokens([AddedToken(token, special=False, normalized=False) for token in PLAIN_ADDED_TOKENS])
    return tokenizer


def build_config(tokenizer: Tokenizer, *, layers: int = 4, tied: bool = True) -> dict[str, Any]:
    """config.json of the tiny model: three deepstack levels, interleaved M-RoPE, grouped heads."""

    def token_id(token: str) -> int:
        found = tokenizer.token_to_id(token)
        assert found is not None
        return found

    return {
        "architectures": ["Qwen3VLForConditionalGeneration"],
        "model_type": "qwen3_vl",
        "image_token_id": token_id("<|image_pad|>"),
        "video_token_id": token_id("<|video_pad|>"),
        "vision_start_token_id": token_id("<|vision_start|>"),
        "vision_end_token_id": token_id("<|vision_end|>"),
        "tie_word_embeddings": tied,
        "text_config": {
            "model_type": "qwen3_vl_text",
            "vocab_size": VOCAB_SIZE,
            "hidden_size": 64,
            "intermediate_size": 96,
            "num_hidden_layers": layers,
            "num_attention_heads": 4,
            "num_key_value_heads": 2,
            "head_dim": 32,
            "hidden_act": "silu",
            "max_position_embeddings": 4096,
            "rms_norm_eps": 1e-6,
            "attention_bias": False,
            "eos_token_id": token_id("<|im_end|>"),
            "rope_theta": 5000000.0,
            "rope_scaling": {"rope_type": "default", "mrope_interleaved": True, "mrope_section": [6, 5, 5]},
            "tie_word_embeddings": tied,
        },
        "vision_config": {
            "model_type": "qwen3_vl",
            "depth": 4,
            "hidden_size": 48,
            "intermediate_size": 64,
            "num_heads": 4,
            "in_channels": 3,
            "patch_size": 8,
            "spatial_merge_size": 2,
            "temporal_patch_size": 2,
            "out_hidden_size": 64,
            "num_position_embeddings": 36,
            "deepstack_visual_indexes": [0, 1, 2],
            "hidden_act": "gelu_pytorch_tanh",
        },
    }


def parameter_shapes(config: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    """Every tensor of the checkpoint by name, written out from the architecture alone."""
    text, vision = config["text_config"], config["vision_config"]
    hidden, ffn, dim = text["hidden_size"], text["intermediate_size"], text["head_dim"]
    heads, kv_heads = text["num_attention_heads"] * dim, text["num_key_value_heads"] * dim
    shapes: dict[str, tuple[int, ...]] = {
        "model.language_model.embed_tokens.weight": (text["vocab_size"], hidden)
    }
    for layer in range(text["num_hidden_layers"]):
        name = f"model.language_model.layers.{layer}"
        shapes |= {
            f"{name}.self_attn.q_proj.weight": (heads, hidden),
            f"{name}.self_attn.k_proj.weight": (kv_heads, hidden),
            f"{name}.self_attn.v_proj.weight": (kv_heads, hidden),
            f"{name}.self_attn.o_proj.weight": (hidden, heads),
            f"{name}.self_attn.q_norm.weight": (dim,),
            f"{name}.self_attn.k_norm.weight": (dim,),
            f"{name}.mlp.gate_proj.weight": (ffn, hidden),
            f"{name}.mlp.up_proj.weight": (ffn, hidden),
            f"{name}.mlp.down_proj.weight": (hidden, ffn),
            f"{name}.input_layernorm.weight": (hidden,),
            f"{name}.post_attention_layernorm.weight": (hidden,),
        }
    shapes["model.language_model.norm.weight"] = (hidden,)
    if not config["tie_word_embeddings"]:
        shapes["lm_head.weight"] = (text["vocab_size"], hidden)
    return shapes | _vision_shapes(vision)


def _vision_shapes(vision: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    width, ffn, patch = vision["hidden_size"], vision["intermediate_size"], vision["patch_size"]
    joined = width * vision["spatial_merge_size"] ** 2
    shapes: dict[str, tuple[int, ...]] = {
        "model.visual.patch_embed.proj.weight": (width, 3, vision["temporal_patch_size"], patch, patch),
        "model.visual.patch_embed.proj.bias": (width,),
        "model.visual.pos_embed.weight": (vision["num_position_embeddings"], width),
    }
    linears: dict[str, tuple[int, int]] = {}
    norms: dict[str, int] = {}
    for block in range(vision["depth"]):
        name = f"model.visual.blocks.{block}"
        norms |= {f"{name}.norm1": width, f"{name}.norm2": width}
        linears |= {
            f"{name}.attn.qkv": (width * 3, width),
            f"{name}.attn.proj": (width, width),
            f"{name}.mlp.linear_fc1": (ffn, width),
            f"{name}.mlp.linear_fc2": (width, ffn),
        }
    levels = range(len(vision["deepstack_visual_indexes"]))
    for name, norm in [("model.visual.merger", width)] + [
        (f"model.visual.deepstack_merger_list.{level}", joined) for level in levels
    ]:
        norms[f"{name}.norm"] = norm
        linears[f"{name}.linear_fc1"] = (joined, joined)
        linears[f"{name}.linear_fc2"] = (vision["out_hidden_size"], joined)
    for name, size in norms.items():
        shapes |= {f"{name}.weight": (size,), f"{name}.bias": (size,)}
    for name, shape in linears.items():
        shapes |= {f"{name}.weight": shape, f"{name}.bias": (shape[0],)}
    return shapes


def build_weights(config: dict[str, Any], *, seed: int = 0) -> dict[str, Tensor]:
    """Random weights large enough that every part of the model changes the next token."""
    generator = torch.Generator().manual_seed(seed)
    weights: dict[str, Tensor] = {}
    for name, shape in parameter_shapes(config).items():
        values = torch.randn(shape, generator=generator)
        is_norm_weight = name.endswith(".weight") and len(shape) == 1
        if is_norm_weight:
            weights[name] = 1.0 + 0.1 * values
        elif len(shape) == 1:
            weights[name] = 0.1 * values
        elif "embed" in name and len(shape) == 2:
            weights[name] = EMBEDDING_SCALE * values
        else:
            weights[name] = values * (LINEAR_GAIN / (values[0].numel() ** 0.5))
    return weights


def write_tiny_checkpoint(
    folder: Path, *, seed: int = 0, layers: int = 4, tied: bool = True, dtype: torch.dtype = torch.float32
) -> Path:
    """Write the whole folder and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = build_tokenizer()
    config = build_config(tokenizer, layers=layers, tied=tied)
    weights = {name: value.to(dtype) for name, value in build_weights(config, seed=seed).items()}
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    tokenizer.save(str(folder / "tokenizer.json"))
    end, stop = tokenizer.token_to_id("<|im_end|>"), tokenizer.token_to_id("<|endoftext|>")
    documents: dict[str, dict[str, Any]] = {
        "config.json": config,
        "generation_config.json": {"eos_token_id": [end, stop], "pad_token_id": stop, "do_sample": False},
        "tokenizer_config.json": {
            "tokenizer_class": "Qwen2Tokenizer",
            "eos_token": "<|im_end|>",
            "pad_token": "<|endoftext|>",
            "model_max_length": 4096,
        },
        "preprocessor_config.json": {
            "image_processor_type": "Qwen2VLImageProcessor",
            "patch_size": 8,
            "merge_size": 2,
            "temporal_patch_size": 2,
            "image_mean": [0.5, 0.45, 0.4],
            "image_std": [0.5, 0.55, 0.6],
            "size": {"shortest_edge": 256, "longest_edge": 65536},
        },
    }
    for name, document in documents.items():
        (folder / name).write_text(json.dumps(document, indent=2), encoding="utf-8")
    (folder / "chat_template.jinja").write_text(CHAT_TEMPLATE, encoding="utf-8")
    return folder
