"""The one place that touches transformers: what Qwen3-VL's own implementation says about a checkpoint folder.

Its interface moves between releases (`cache` was `past_key_values`); everything that could move is called
here.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from PIL import Image
from torch import Tensor, nn
from transformers import AutoTokenizer, Qwen3VLForConditionalGeneration
from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil
from transformers.models.qwen3_vl.modeling_qwen3_vl import apply_rotary_pos_emb
from transformers.vision_utils import (
    get_vision_cu_seqlens,
    get_vision_interpolation_indices_and_weights,
    get_vision_position_ids,
)


class Oracle:
    """transformers' model, tokenizer and PIL image processor over one folder, fp32 on the CPU unless told
    otherwise.
    """

    def __init__(self, folder: Path, dtype: torch.dtype = torch.float32) -> None:
        self.model = Qwen3VLForConditionalGeneration.from_pretrained(
            folder, dtype=dtype, attn_implementation="sdpa", local_files_only=True
        ).eval()
        self.tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        self.processor = Qwen2VLImageProcessorPil.from_pretrained(folder, local_files_only=True)

    @property
    def visual(self) -> nn.Module:
        return self.model.model.visual

    @property
    def text(self) -> nn.Module:
        return self.model.model.language_model

    def pixels(self, image: Image.Image, size: dict[str, int] | None = None) -> tuple[Tensor, Tensor]:
        """pixel_values [N, C*T*P*P] and grid [1, 3]; `size` holds other pixel limits than the folder's."""
        batch = self.processor(images=[image], return_tensors="pt", **({"size": size} if size else {}))
        return batch["pixel_values"], batch["image_grid_thw"]

    def prompt_ids(self, messages: list[dict[str, object]], grids: Sequence[Tensor]) -> list[int]:
        """Ids of a conversation with each picture's placeholder repeated as its processor does."""
        text = self.tokenizer.apply_chat_template(
            messages, tokenize=False, add_generation_prompt=True, add_vision_id=len(grids) > 1
        )
        merge = self.model.config.vision_config.spatial_merge_size
        counts = [int(grid.prod()) // merge**2 for grid in grids]
        pieces = text.split("<|image_pad|>")
        assert len(pieces) == len(counts) + 1
        joined = pieces[0]
        for count, piece in zip(counts, pieces[1:], strict=True):
            joined += "<|image_pad|>" * count + piece
        return self.tokenizer(joined, add_special_tokens=False)["input_ids"]

    def _inputs(self, ids: Sequence[int], images: Sequence[tuple[Tensor, Tensor]]) -> dict[str, Tensor]:
        input_ids = torch.tensor([list(ids)])
        inputs = {"input_ids": input_ids, "attention_mask": torch.ones_like(input_ids)}
        if images:
            inputs["mm_token_type_ids"] = (input_ids == self.model.config.image_token_id).int()
            inputs["pixel_values"] = torch.cat([pixels for pixels, _ in images])
            inputs["image_grid_thw"] = torch.cat([grid for _, grid in images])
        return inputs

    def save(self, folder: Path, *, shard_bytes: int) -> None:
        """Write model and config as transformers itself writes them today."""
        self.model.save_pretrained(folder, max_shard_size=shard_bytes)

    @torch.no_grad()
    def logits(self, ids: Sequence[int], images: Sequence[tuple[Tensor, Tensor]] = ()) -> Tensor:
        """Logits of every prompt row, [S, V] fp32, from one cold forward."""
        self.model.model.rope_deltas = None
        return self.model(**self._inputs(ids, images), use_cache=False).logits[0].float()

    @torch.no_grad()
    def greedy(
        self, ids: Sequence[int], images: Sequence[tuple[Tensor, Tensor]] = (), *, tokens: int
    ) -> list[int]:
        """The next `tokens` ids by greedy search, end tokens ignored."""
        self.model.model.rope_deltas = None
        # No token has this id: nothing ends the answer, and no end token is forbidden as by min_new_tokens.
        nothing = self.model.config.text_config.vocab_size
        out = self.model.generate(
            **self._inputs(ids, images), do_sample=False, max_new_tokens=tokens, eos_token_id=nothing
        )
        return [int(token) for token in out[0, len(ids) :]]

    @torch.no_grad()
    def rope_index(self, ids: Sequence[int], grids: Sequence[Tensor]) -> tuple[Tensor, int]:
        """Position ids [3, S] and rope delta."""
        input_ids = torch.tensor([list(ids)])
        positions, deltas = self.model.model.get_rope_index(
            input_ids,
            mm_token_type_ids=(input_ids == self.model.config.image_token_id).int(),
            image_grid_thw=torch.cat(list(grids)) if grids else None,
        )
        return positions[:, 0], int(deltas[0, 0])

    @torch.no_grad()
    def image_features(self, pixels: Tensor, grid: Tensor) -> tuple[Tensor, list[Tensor]]:
        """Merged visual tokens and each deepstack level."""
        out = self.visual(pixels, grid_thw=grid)
        return out.pooler_output, list(out.deepstack_features)

    @torch.no_grad()
    def vision_rope(self, coordinates: Tensor) -> tuple[Tensor, Tensor]:
        """cos and sin [N, D] for patch rows and columns [N, 2]."""
        return self.visual.rotary_pos_emb(torch.zeros(1), coordinates)

    @torch.no_grad()
    def text_rope(self, position_ids: Tensor) -> tuple[Tensor, Tensor]:
        """cos and sin [S, D] for positions [3, S]."""
        cos, sin = self.text.rotary_emb(self.text.embed_tokens.weight, position_ids[:, None])
        return cos[0], sin[0]

    @staticmethod
    def rotate(query: Tensor, key: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor]:
        """Rotate [H, S, D] queries and keys."""
        rotated_query, rotated_key = apply_rotary_pos_emb(query[None], key[None], cos[None], sin[None])
        return rotated_query[0], rotated_key[0]

    @torch.no_grad()
    def patch_embed(self, pixels: Tensor) -> Tensor:
        """The convolution over patches: [N, hidden]."""
        return self.visual.patch_embed(pixels)

    @torch.no_grad()
    def position_embedding(self, grid: Tensor) -> Tensor:
        """The learned position grid resampled to one picture: [N, hidden]."""
        vision = self.visual
        indices, weights = get_vision_interpolation_indices_and_weights(
            grid,
            num_grid_per_side=vision.num_grid_per_side,
            mode=vision.interpolation_mode,
            align_corners=vision.interpolation_align_corners,
            spatial_merge_size=vision.spatial_merge_size,
        )
        return (vision.pos_embed(indices) * weights[:, :, None]).sum(1)

    @torch.no_grad()
    def vision_block(self, index: int, hidden: Tensor, grid: Tensor) -> Tensor:
        """One block of the tower over [N, hidden]."""
        coordinates = get_vision_position_ids(grid, self.visual.spatial_merge_size)
        return self.visual.blocks[index](
            hidden, cu_seqlens=get_vision_cu_seqlens(grid), position_embeddings=self.vision_rope(coordinates)
        )

    @torch.no_grad()
    def merger(self, level: int | None, hidden: Tensor) -> Tensor:
        """The deepstack merger of `level`, or the last one for None."""
        module = self.visual.merger if level is None else self.visual.deepstack_merger_list[level]
        return module(hidden)

    @torch.no_grad()
    def text_norm(self, rows: Tensor) -> Tensor:
        """The decoder's last norm."""
        return self.text.norm(rows)

    @torch.no_grad()
    def mlp(self, layer: int, rows: Tensor) -> Tensor:
        """The feed-forward of one decoder layer."""
        return self.text.layers[layer].mlp(rows)

    @torch.no_grad()
    def attention(self, layer: int, rows: Tensor, position_ids: Tensor) -> Tensor:
        """Causal self-attention of one decoder layer over [S, hidden]."""
        rope = self.text.rotary_emb(rows, position_ids[:, None])
        return self.text.layers[layer].self_attn(rows[None], position_embeddings=rope, attention_mask=None)[
            0
        ][0]

    @torch.no_grad()
    def decoder_layer(self, layer: int, rows: Tensor, position_ids: Tensor) -> Tensor:
        """One whole decoder layer over [S, hidden]."""
        rope = self.text.rotary_emb(rows, position_ids[:, None])
        return self.text.layers[layer](rows[None], position_embeddings=rope, attention_mask=None)[0]
