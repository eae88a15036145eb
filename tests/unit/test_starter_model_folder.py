"""The bundled model as it is shipped: size, formats, prompt, profile, and that it reads."""

from __future__ import annotations

import json
from pathlib import Path

import jinja2
import numpy as np
import pytest
import torch
from PIL import Image, ImageDraw, ImageFont
from safetensors import safe_open
from safetensors.torch import load_file
from starter_model import augment, questions, tokens
from starter_model.export import CHAT_TEMPLATE, LIMIT_BYTES, config, profile, write
from starter_model.model import Starter

FOLDER = Path(__file__).parents[2] / "resources" / "models" / "starter"


def test_the_folder_stays_under_its_limit() -> None:
    assert sum(p.stat().st_size for p in FOLDER.iterdir()) <= LIMIT_BYTES


def test_weights_are_bf16_and_without_training_heads() -> None:
    with safe_open(FOLDER / "model.safetensors", "pt") as file:
        names = list(file.keys())
        assert {file.get_slice(name).get_dtype() for name in names} == {"BF16"}
    wanted = {name for name in Starter().state_dict() if not name.startswith("aux_")}
    assert set(names) == wanted


def test_the_documents_in_the_folder_are_those_that_the_exporter_writes() -> None:
    assert json.loads((FOLDER / "config.json").read_text(encoding="utf-8")) == config()
    assert json.loads((FOLDER / "yomi.json").read_text(encoding="utf-8")) == profile()
    assert json.loads((FOLDER / "tokenizer.json").read_text(encoding="utf-8")) == tokens.tokenizer_json()
    assert (FOLDER / "chat_template.jinja").read_text(encoding="utf-8") == CHAT_TEMPLATE


def test_the_chat_template_gives_the_prompt_of_the_training() -> None:
    content = [{"type": "image"}, {"type": "text", "text": questions.READ}]
    environment = jinja2.Environment(autoescape=False)  # noqa: S701 (a prompt, not a page)
    prompt = environment.from_string(CHAT_TEMPLATE).render(
        messages=[{"role": "user", "content": content}], add_generation_prompt=True
    )
    before, after = prompt.split("<|image_pad|>")
    assert before == "<|im_start|>user\n<|vision_start|>"
    assert after == f"<|vision_end|>{questions.READ}<|im_end|>\n<|im_start|>assistant\n"
    assert len(tokens.question_ids(questions.READ)) == len(questions.READ) + 14


def test_an_oversized_export_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="more than"):
        write({"x": torch.zeros(LIMIT_BYTES // 2 + 8)}, tmp_path)


def test_the_model_reads_a_line_it_has_never_seen() -> None:
    truth = "Invoice 4711"
    picture = Image.new("RGB", (144, 32), "white")
    ImageDraw.Draw(picture).text((8, 4), truth, fill="black", font=ImageFont.load_default(20))
    model = Starter().eval()
    state = {k: v.float() for k, v in load_file(FOLDER / "model.safetensors").items()}
    model.load_state_dict(state, strict=False)
    pixels = torch.from_numpy(np.asarray(picture).copy())[None].permute(0, 3, 1, 2).float() / 255
    said = tokens.question_ids(questions.READ)
    start = len(said)
    with torch.inference_mode():
        while said[-1] != tokens.IM_END or len(said) == start:
            said.append(
                int(model(augment.patches(pixels), 4, 18, torch.tensor([said]))["logits"][0, -1].argmax())
            )
            assert len(said) < start + 40
    assert tokens.decode(said[start:]) == truth
