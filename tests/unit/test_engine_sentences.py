"""What the engine says to a user is recognised and said in the window's language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QCoreApplication, QTranslator

from app.engine_port import PictureError, inspect_image
from app.views import spoken as spoken_module
from app.views.engine_sentences import ENGINE_PATTERNS, PHRASES
from app.views.spoken import spoken
from engine import errors
from engine.images import load_page, sniff
from engine.profile import load_profile
from engine.sidecar import unfit

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("de", "ja", "zh_CN")

COMMAND_LINE_ONLY = ("quantize.py", "sidecar_file.py", "bench", "sampling.py")
"""Files whose refusals no gesture of the window can meet: they stay in English, also where they do."""

FASTER_STEPS = ("kernels", "graphs", "ladder.py", "models/qwen3_vl/step_weights.py")
"""Files that say why a faster way to compute is not used: told apart for those who work on it."""

PUT_TOGETHER = {
    "{} has {}, so there is no page {}; choose another.",
    "{} {}; make it anew with {}, or choose another precision.",
    "{} is {}; {}.",
}
"""Sentences whose pieces are chosen where they are raised; real ones are tried below."""

IN_ENGLISH = {
    (
        "int4 needs a multiple of {} columns, which {} of this model's weights do not have: {}{};"
        " use the model as it is."
    ),
    "Temperature must not be negative and top-p must be above 0 and at most 1.",
    "This model has no weights that Yomi knows how to quantise; use it as it is.",
}


def error_names() -> set[str]:
    names, open_classes = set(), [errors.EngineError]
    while open_classes:
        kind = open_classes.pop()
        names.add(kind.__name__)
        open_classes += kind.__subclasses__()
    return names


def words_of(node: ast.expr | None) -> str | None:
    """A literal or an f-string, with `{}` for each place."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def raised_sentences() -> Iterator[tuple[str, str, str]]:
    """(file, kind of error, sentence) of every error that the engine makes with words of its own."""
    kinds = error_names()
    for path in sorted((ROOT / "engine").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in kinds:
                words = words_of(node.args[0] if node.args else None)
                if words is not None:
                    yield str(path.relative_to(ROOT / "engine")), node.func.id, words


def is_known(sentence: str) -> bool:
    filled = sentence.replace("{}", "7")
    return any(pattern.fullmatch(filled) for _, pattern in spoken_module._compiled())


def test_every_sentence_that_the_engine_can_say_in_the_window_is_known() -> None:
    unknown = [
        (file, words)
        for file, _, words in raised_sentences()
        if not file.startswith((*COMMAND_LINE_ONLY, *FASTER_STEPS))
        and words not in IN_ENGLISH | PUT_TOGETHER
        and not is_known(words)
    ]
    assert unknown == []


def test_every_kind_of_error_has_a_sentence() -> None:
    said = {kind for _, kind, _ in raised_sentences()}
    # These are made where their sentence is chosen, with a name for it.
    assert error_names() - said <= {"EngineError", "EngineFaultedError", "KernelUnavailableError"}


def test_what_stays_in_english_is_still_said() -> None:
    assert {words for _, _, words in raised_sentences()} >= IN_ENGLISH


def test_every_pattern_and_every_phrase_is_in_the_engine() -> None:
    sources = "".join(
        re.sub(r'"\s*\n\s*f?"', "", path.read_text("utf-8")) for path in (ROOT / "engine").rglob("*.py")
    )
    sources = re.sub(r"\{[^{}\"\n]*(?:'[^'\n]*'[^{}\"\n]*)*\}", "{}", sources)
    for pattern in ENGINE_PATTERNS:
        # What is put together of pieces is looked for by its end.
        pieces = re.split(r"\{\w+\}", pattern)
        assert max(pieces, key=len) in sources or pieces[-1][-24:] in sources, pattern
    for phrase in PHRASES:
        assert phrase in sources, phrase


def test_every_kind_of_file_that_is_refused_has_its_words() -> None:
    tree = ast.parse(Path(sniff.__file__).read_text("utf-8"))
    constants = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    kinds = [
        text
        for text in constants
        if isinstance(text, str)
        and re.match(r"(?:an?|only|empty|export|save|unpack|open|take|run|copy) ", text)
    ]
    assert kinds
    assert [text for text in kinds if text not in PHRASES and not text.endswith(".")] == []


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest, qapp: object) -> Iterator[str]:
    translator = QTranslator()
    assert translator.load(str(ROOT / "resources" / "translations" / f"yomi_{request.param}.qm"))
    QCoreApplication.installTranslator(translator)
    yield request.param
    QCoreApplication.removeTranslator(translator)


def test_no_sentence_of_the_engine_stays_english_in_another_language(language: str) -> None:
    for pattern in (*ENGINE_PATTERNS, *PHRASES):
        example = re.sub(r"\{(\w+)\}", "7", pattern)
        if "{what}" in pattern or pattern in PHRASES:
            continue
        assert spoken(example) != example, pattern


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"8BPS" + bytes(60),
        b"%PDF-1.7\n" + bytes(60),
        b"PK\x03\x04" + b"word/document.xml" + bytes(60),
        b"\x00\x00\x00\x18ftypheic" + bytes(60),
        b"<!doctype html><html></html>",
        b"just some words",
        b"\x89PNG\r\n\x1a\n" + bytes(60),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_the_windows_language(language: str, data: bytes) -> None:
    with pytest.raises(PictureError) as caught:
        inspect_image(data, "Brief.bin")
    said = spoken(caught.value.sentence)
    assert "Brief.bin" in said
    english = re.compile(r"\b(?:is|are|the|open|save|that|pages|and|not)\b")
    assert not english.search(said.replace("Brief.bin", "").replace("`git lfs pull`", "")), said


@pytest.mark.parametrize("why", ["does not fit this model", "is damaged", "is of another version of Yomi"])
def test_what_is_wrong_with_int4_weights_is_known(why: str) -> None:
    sentence = unfit(Path("/models/a/int4.safetensors"), "", why).user_message
    assert is_known(sentence)
    assert f'"{why}"' in (ROOT / "engine" / "sidecar.py").read_text("utf-8")


@pytest.mark.parametrize("pages", [1, 3])
def test_a_page_that_is_not_there_is_known(pages: int) -> None:
    out = BytesIO()
    Image.new("RGB", (64, 64)).save(
        out, "TIFF", save_all=True, append_images=[Image.new("RGB", (64, 64))] * (pages - 1)
    )
    with pytest.raises(errors.ImageError) as caught:
        load_page(out.getvalue(), "scan.tif", 7)
    assert is_known(caught.value.user_message)


def test_a_file_without_a_name_is_named_in_the_windows_language(language: str) -> None:
    with pytest.raises(PictureError) as caught:
        inspect_image(b"", "")
    assert "picture" not in spoken(caught.value.sentence)


def test_the_longer_sentence_is_recognised_where_a_shorter_one_fits_its_end(language: str) -> None:
    long = spoken("config.json in the model folder cannot be read; check its permissions.")
    short = spoken("config.json cannot be read; check its permissions.")
    assert "in the model folder" not in long
    assert long != short


def test_what_the_bundled_model_says_of_itself_is_said_in_the_windows_language(language: str) -> None:
    profile = load_profile(ROOT / "resources" / "models" / "starter")
    assert profile.note
    assert spoken(profile.note) != profile.note
    assert "https://huggingface.co/Qwen/Qwen3-VL-2B-Instruct" in profile.larger
    assert spoken(profile.larger) != profile.larger
    assert "https://huggingface.co/Qwen/Qwen3-VL-2B-Instruct" in spoken(profile.larger)
