"""Model sizes that can be measured without a checkpoint: speed does not depend on what the weights say.

Any thread; imports no torch. The numbers of the 2B are those of its published config.json.
"""

from __future__ import annotations

from typing import Any

ARCHITECTURE = "Qwen3VLForConditionalGeneration"

_TEXT_2B = {
    "model_type": "qwen3_vl_text",
    "vocab_size": 151936,
    "hidden_size": 2048,
    "intermediate_size": 6144,
    "num_hidden_layers": 28,
    "num_attention_heads": 16,
    "num_key_value_heads": 8,
    "head_dim": 128,
    "hidden_act": "silu",
    "max_position_embeddings": 262144,
    "rms_norm_eps": 1e-6,
    "attention_bias": False,
    "rope_theta": 5000000,
    "rope_scaling": {"rope_type": "default", "mrope_interleaved": True, "mrope_section": [24, 20, 20]},
    "tie_word_embeddings": True,
}
_VISION_2B = {
    "model_type": "qwen3_vl",
    "depth": 24,
    "hidden_size": 1024,
    "intermediate_size": 4096,
    "num_heads": 16,
    "in_channels": 3,
    "patch_size": 16,
    "spatial_merge_size": 2,
    "temporal_patch_size": 2,
    "out_hidden_size": 2048,
    "num_position_embeddings": 2304,
    "deepstack_visual_indexes": [5, 11, 17],
    "hidden_act": "gelu_pytorch_tanh",
}
_SMALL = {
    "num_hidden_layers": 3,
    "hidden_size": 128,
    "intermediate_size": 256,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 32,
    "vocab_size": 512,
    "rope_scaling": {"rope_type": "default", "mrope_interleaved": True, "mrope_section": [6, 5, 5]},
}
_SMALL_VISION = {
    "depth": 4,
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_heads": 4,
    "out_hidden_size": 128,
    "num_position_embeddings": 64,
    "deepstack_visual_indexes": [0, 1, 2],
}


def _config(text: dict[str, Any], vision: dict[str, Any], image_token_id: int) -> dict[str, Any]:
    return {
        "architectures": [ARCHITECTURE],
        "model_type": "qwen3_vl",
        "image_token_id": image_token_id,
        "video_token_id": image_token_id + 1,
        "vision_start_token_id": image_token_id - 3,
        "vision_end_token_id": image_token_id - 2,
        "tie_word_embeddings": True,
        "text_config": text,
        "vision_config": vision,
    }


DIMENSIONS = {
    "2b": _config(_TEXT_2B, _VISION_2B, 151655),
    "tiny": _config(_TEXT_2B | _SMALL, _VISION_2B | _SMALL_VISION, 500),
}
"""Name -> config.json."""
