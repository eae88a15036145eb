"""Collects the words of the window into `packaging/translations/*.ts` and compiles them into
`resources/translations/*.qm`. Run by `dev.py translations` with the project's own Python.

The .ts files are what translators edit, with Qt Linguist or any editor. English has plural forms only.
"""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "packaging" / "translations"
COMPILED = ROOT / "resources" / "translations"
LANGUAGES = ("en", "de", "ja", "zh_CN")


def main() -> int:
    """Update and compile every language; 1 where words are still to be translated."""
    SOURCES.mkdir(parents=True, exist_ok=True)
    COMPILED.mkdir(parents=True, exist_ok=True)
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "app").rglob("*.py"))
    open_words = 0
    for language in LANGUAGES:
        source = SOURCES / f"yomi_{language}.ts"
        plural_only = ["-pluralonly"] if language == "en" else []
        options = [
            "-no-obsolete",
            "-locations",
            "none",
            "-source-language",
            "en",
            "-target-language",
            language,
        ]
        run("lupdate", *options, *plural_only, *files, "-ts", str(source))
        missing = unfinished(source)
        open_words += len(missing)
        for context, words in missing:
            print(f"{source.name}: {context}: {words!r} is not translated", file=sys.stderr)
        run("lrelease", "-silent", str(source), "-qm", str(COMPILED / f"yomi_{language}.qm"))
    return 1 if open_words else 0


def unfinished(source: Path) -> list[tuple[str, str]]:
    """(context, words) of what a .ts file leaves open."""
    found = []
    for context in ET.parse(source).getroot().findall("context"):  # noqa: S314 - our own file
        name = context.findtext("name", "")
        for message in context.findall("message"):
            translation = message.find("translation")
            texts = [] if translation is None else [*translation.itertext()]
            if translation is None or translation.get("type") or not "".join(texts).strip():
                found.append((name, message.findtext("source", "")))
    return found


def run(tool: str, *arguments: str) -> None:
    """One of Qt's tools, as PySide6 carries it."""
    call = f"import sys; from PySide6.scripts.pyside_tool import {tool}; sys.exit({tool}())"
    done = subprocess.run(
        [sys.executable, "-c", call, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{tool} failed: {done.stdout}{done.stderr}")


if __name__ == "__main__":
    raise SystemExit(main())
