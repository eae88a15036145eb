"""Every word of the window is in every language, compiled, and as it stands in the sources."""

from __future__ import annotations

import ast
import json
import re
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator

from app.settings import LANGUAGES as OFFERED
from app.views import spoken as spoken_module
from app.views.language import NAMES, of_the_system
from app.views.spoken import PATTERNS, spoken
from tests.helpers.packaging_scripts import import_script

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("de", "ja", "zh_CN")


def messages(path: Path) -> list[tuple[str, str, list[str]]]:
    """(context, source, translations) of a .ts file."""
    found = []
    for context in ET.parse(path).getroot().findall("context"):  # noqa: S314 - our own file
        for message in context.findall("message"):
            translation = message.find("translation")
            assert translation is not None
            forms = [form.text or "" for form in translation.findall("numerusform")]
            texts = forms or [translation.text or ""]
            found.append((context.findtext("name", ""), message.findtext("source", ""), texts))
    return found


def test_the_files_hold_every_word_and_leave_none_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = import_script(monkeypatch, "translations")
    for name in ("SOURCES", "COMPILED"):
        copy = tmp_path / name.lower()
        shutil.copytree(getattr(tool, name), copy)
        monkeypatch.setattr(tool, name, copy)
    committed = ROOT / "packaging" / "translations", ROOT / "resources" / "translations"
    assert tool.main() == 0
    for before, after in zip(committed, (tool.SOURCES, tool.COMPILED), strict=True):
        for path in before.iterdir():
            assert path.read_bytes() == (after / path.name).read_bytes(), (
                f"{path.name} is not current: run dev.py translations"
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_keeps_the_places_of_its_source(language: str) -> None:
    for context, source, texts in messages(ROOT / "packaging" / "translations" / f"yomi_{language}.ts"):
        for text in texts:
            assert text.strip(), (context, source)
            assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", source)), text
            if "%n" in source:
                assert "%n" in text, text
            assert source.count("\n") == text.count("\n"), text
            # Three dots that lead to a dialog lead there in every language.
            assert source.rstrip().endswith("…") == text.rstrip().endswith("…"), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_entries_of_a_menu_have_the_same_letter(language: str) -> None:
    path = ROOT / "packaging" / "translations" / f"yomi_{language}.ts"
    said = {source: texts[0] for context, source, texts in messages(path) if context == "Menus"}
    source = (ROOT / "app" / "views" / "menus.py").read_text("utf-8")
    blocks = re.split(r"    def _add_(?:file|edit|view)", source)[1:]
    for block in blocks:
        body = block.split("    def _")[0]
        letters = [
            letter.lower()
            for words in re.findall(r'translate\("Menus", "([^"]+)"\)', body)[1:]
            for letter in re.findall(r"&(\w)", said[words])
        ]
        assert len(letters) == len(set(letters)), letters


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_file_says_what_the_source_says(language: str) -> None:
    translator = QTranslator()
    assert translator.load(str(ROOT / "resources" / "translations" / f"yomi_{language}.qm"))
    for context, source, texts in messages(ROOT / "packaging" / "translations" / f"yomi_{language}.ts"):
        if len(texts) == 1 and "%n" not in source and source not in ("d MMM", "d MMM yyyy"):
            assert translator.translate(context, source) == texts[0]


def test_the_languages_are_the_same_everywhere() -> None:
    assert tuple(NAMES) == OFFERED == ("en", *LANGUAGES)


@pytest.mark.parametrize(
    ("wanted", "spoken_one"),
    [
        (["de-AT", "en"], "de"),
        (["zh-Hans-CN"], "zh_CN"),
        (["zh_CN"], "zh_CN"),
        (["zh-Hant-TW", "ja"], "ja"),
        (["fr-FR", "ja-JP"], "ja"),
        (["fr-FR"], "en"),
        ([], "en"),
    ],
)
def test_the_first_language_that_yomi_speaks_is_taken(wanted: list[str], spoken_one: str) -> None:
    assert of_the_system(wanted) == spoken_one


def test_sentences_from_below_are_recognised_with_what_they_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spoken_module, "translate", lambda _context, source: f"<{source}>")
    assert spoken("Ready") == "<Ready>"
    assert spoken("a.png is not there; check the path.") == "<a.png is not there; check the path.>"
    nested = spoken("b.png was left out: b.png may not be read; check its permissions.")
    assert nested == "<b.png was left out: <b.png may not be read; check its permissions.>>"
    named = spoken("Left out: b.png may not be read; check its permissions.")
    assert named == "<Left out: <b.png may not be read; check its permissions.>>"
    paged = spoken("Page 2 of b.tif was left out: The defaults are in use.")
    assert paged == "<Page 2 of b.tif was left out: <The defaults are in use.>>"
    assert spoken("Something nobody has foreseen.") == "Something nobody has foreseen."
    assert spoken("") == ""


ENGLISH_ONLY = (
    "app/commands",
    "app/cli.py",
    "app/export/record_reader.py",
    "app/paths.py",
    "app/offline_guard.py",
)
"""What only the command line, the log or an exception's text says."""

NO_SENTENCES = ("app/presets.py",)
"""Prompts for the model, which are the reader's own to change."""

BEFORE_THE_WINDOW = {"{} is open; close its window first, then start this one again."}


def literals(path: Path) -> Iterator[str]:
    """Texts of a file as `{}` templates, without docstrings and what Qt translates where it stands."""
    tree = ast.parse(path.read_text("utf-8"))
    passed = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
        if name in ("tr", "translate"):
            passed |= {id(part) for part in ast.walk(node)}
        elif isinstance(node, ast.JoinedStr):
            passed |= {id(part) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_every_sentence_that_a_room_without_qt_can_say_in_the_window_is_known() -> None:
    unknown = []
    for path in sorted((ROOT / "app").rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        if place.startswith(("app/views", *ENGLISH_ONLY, *NO_SENTENCES)):
            continue
        for text in literals(path):
            is_sentence = re.match(r"(\{\}|[A-Z]).* .*[a-z][.…]$", text, re.DOTALL) and "SELECT" not in text
            filled = text.replace("{}", "7")
            is_known = any(pattern.fullmatch(filled) for _, pattern in spoken_module._compiled())
            if is_sentence and not is_known and text not in BEFORE_THE_WINDOW:
                unknown.append((place, text))
    assert unknown == []


def test_every_pattern_is_a_sentence_that_some_room_says() -> None:
    sources = "".join(
        re.sub(r'"\s*\n\s*f?"', "", path.read_text("utf-8"))
        for path in (ROOT / "app").rglob("*.py")
        if path.name != "spoken.py"
    ) + (ROOT / "engine" / "images" / "encode.py").read_text("utf-8")
    sources = re.sub(r"\{[^{}\"\n]*\}", "{}", sources)
    model = json.loads((ROOT / "resources" / "models" / "starter" / "yomi.json").read_text("utf-8"))
    said_of_itself = [text for text in model.values() if isinstance(text, str)]
    for pattern in PATTERNS:
        if any(spoken_module._pattern(pattern).fullmatch(text) for text in said_of_itself):
            continue
        words = re.sub(r"\{\w+\}", "{}", pattern)
        # The last piece of a sentence that is put together.
        head = words.removesuffix(" {}")
        assert head in sources, pattern
