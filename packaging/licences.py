"""The licences of everything in a bundle: found from its files, checked, written into one text.

`bundle.py` calls it with the source of each file that PyInstaller took. A component whose licence is not
known or not on the list of `licence_terms` stops the build.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path, PurePath
from typing import Any

from licence_terms import CLASSIFIERS, is_allowed

TEXTS = Path(__file__).resolve().parent / "licence_texts"

WITHOUT_TEXT = {
    # Packages whose wheels bring no text -> the text that their expression names.
    "latex2mathml": ("MIT-latex2mathml.txt",),
    "pyside6_essentials": ("LGPL-3.0.txt", "GPL-3.0.txt"),
    "shiboken6": ("LGPL-3.0.txt", "GPL-3.0.txt"),
    "tokenizers": ("Apache-2.0.txt",),
}
SOURCE_OFFERS = {
    "pyside6_essentials": "Qt and PySide6 are used unchanged; their source: https://download.qt.io/official_releases/",
    "shiboken6": "Used unchanged; its source: https://download.qt.io/official_releases/QtForPython/",
}

DEBIAN_PACKAGES = {
    "libbz2-1.0": "bzip2-1.0.6",
    "libc6": "LGPL-2.1-or-later",
    "libexpat1": "MIT",
    "libffi8": "MIT",
    "liblzma5": "0BSD",
    "libmpdec3": "BSD-2-Clause",
    "libpython3": "PSF-2.0",
    "libsqlite3-0": "blessing",
    "libssl3": "Apache-2.0",
    "libuuid1": "BSD-3-Clause",
    "python3": "PSF-2.0",
}
"""Licence of the libraries, not of the programs that Debian builds from the same source."""

ABSENT = frozenset({"libimagequant"})
"""Named as optional by Pillow's list of its parts, and not in its wheels: `check` asks Pillow itself."""


class LicenceError(Exception):
    """Something in the bundle must not be there; its text is shown as it is."""


@dataclass(frozen=True)
class Component:
    """One thing with a licence: a distribution, a Debian package, or a part inside one."""

    name: str
    version: str
    expression: str
    texts: tuple[str, ...] = ()
    note: str = ""


INSIDE_QT = {
    "libicu": Component("ICU", "", "Unicode-3.0", note="beside Qt; https://icu.unicode.org"),
    "libQt6Gui": Component(
        "HarfBuzz, libpng and zlib",
        "",
        "MIT AND Zlib",
        note="inside Qt; https://doc.qt.io/qt-6/licenses-used-in-qt.html",
    ),
}
"""What PySide6's wheels carry beside Qt's own code, by the file that holds it."""


def collect(sources: Iterable[str], root: Path) -> list[Component]:
    """Everything that the bundled files come from. Raises: LicenceError."""
    paths = [Path(source) for source in sources]
    distributions = _distributions(paths)
    found = [_own(root), _bootloader(), *distributions]
    found += [part for stem, part in INSIDE_QT.items() if any(path.name.startswith(stem) for path in paths)]
    found += system_components(paths)
    return found


def check(components: Iterable[Component]) -> None:
    """Raises: LicenceError, naming each component whose licence is not on the list."""
    refused = []
    for each in components:
        try:
            allowed = is_allowed(each.expression)
        except ValueError:
            allowed = False
        if not allowed and not (each.name in ABSENT and _is_absent(each.name)):
            refused.append(f"{each.name} ({each.expression or 'no licence named'})")
    if refused:
        raise LicenceError(f"Licences that are not on the list of licence_terms.py: {', '.join(refused)}.")


def as_text(components: list[Component]) -> str:
    """One file: the list of components, then each text once."""
    lines = ["Yomi is made with the following software. The full texts are below.", ""]
    lines += [
        f"  {each.name} {each.version}: {each.expression}".rstrip()
        for each in components
        if each.name not in ABSENT
    ]
    blocks: dict[str, list[str]] = {}
    for each in components:
        for text in each.texts:
            blocks.setdefault(text.strip(), []).append(each.name)
    notes = [f"{each.name}: {each.note}" for each in components if each.note]
    parts = ["\n".join(lines), "\n".join(notes)] if notes else ["\n".join(lines)]
    rule = "=" * 100
    parts += [
        f"{rule}\n{', '.join(dict.fromkeys(names))}\n{rule}\n\n{text}" for text, names in blocks.items()
    ]
    return "\n\n".join(parts) + "\n"


def _own(root: Path) -> Component:
    texts = [(root / "LICENSE").read_text("utf-8")]
    texts += [path.read_text("utf-8") for path in sorted((root / "resources").rglob("LICENSE*"))]
    return Component("Yomi", "", "MIT", tuple(texts))


def _bootloader() -> Component:
    note = "only the program that starts Yomi comes from it; its licence makes an exception for that."
    version = metadata.version("pyinstaller")
    return Component(
        "PyInstaller", version, "GPL-2.0-or-later WITH Bootloader-exception", _texts("pyinstaller"), note
    )


def _distributions(paths: Iterable[Path]) -> list[Component]:
    wheels = [path for path in paths if "site-packages" in path.parts]
    tops = {path.parts[path.parts.index("site-packages") + 1] for path in wheels}
    owners = metadata.packages_distributions()
    names: set[str] = set()
    for top in tops:
        if top.endswith((".dist-info", ".libs")):
            names.add(top.split("-")[0].removesuffix(".libs"))
        else:
            module = top.split(".")[0]
            if module not in owners:
                raise LicenceError(f"Nobody knows which package {top} belongs to.")
            names.update(owners[module])
    # What PyInstaller adds of its own is `_bootloader`.
    normal = sorted({normalised(name) for name in names} - {"pyinstaller", "pyinstaller_hooks_contrib"})
    return [part for name in normal for part in distribution_components(name)]


def distribution_components(name: str) -> list[Component]:
    """An installed distribution, and what its wheel says is inside it. Raises: LicenceError."""
    found = metadata.distribution(name)
    own = Component(
        name, found.version, expression_of(found.metadata), _texts(name), SOURCE_OFFERS.get(name, "")
    )
    if not own.texts:
        raise LicenceError(f"{name} brings no licence text; add it to WITHOUT_TEXT in licences.py.")
    return [own, *_parts(found, name)]


def expression_of(fields: metadata.PackageMetadata) -> str:
    """The SPDX expression of a distribution, from whichever field has it; empty where none does."""
    for field in ("License-Expression", "License"):
        value = str(fields[field] or "").strip() if field in fields else ""
        if value and "\n" not in value and value != "UNKNOWN":
            return value
    known = [CLASSIFIERS[line] for line in fields.get_all("Classifier") or () if line in CLASSIFIERS]
    return " AND ".join(known)


def _texts(name: str) -> tuple[str, ...]:
    found = metadata.distribution(name)
    paths = [
        found.locate_file(file)
        for file in found.files or ()
        if ".dist-info" in file.parts[0] and _is_licence(PurePath(*file.parts[1:]))
    ]
    texts = [Path(str(path)).read_text("utf-8", "replace") for path in paths]
    return tuple(texts) or tuple((TEXTS / file).read_text("utf-8") for file in WITHOUT_TEXT.get(name, ()))


def _is_licence(path: PurePath) -> bool:
    return path.parts[0] == "licenses" or path.name.upper().startswith(("LICEN", "COPYING", "NOTICE"))


def _parts(found: metadata.Distribution, owner: str) -> list[Component]:
    """What a wheel's own list of parts (CycloneDX) says is compiled into it."""
    parts = []
    for file in found.files or ():
        if "sboms" in file.parts and file.suffix == ".json":
            document = json.loads(Path(str(found.locate_file(file))).read_text("utf-8"))
            for part in document.get("components", ()):
                expression = _part_expression(part)
                if part.get("scope") != "excluded" and expression and part["name"] != owner:
                    version = str(part.get("version") or "")
                    parts.append(Component(part["name"], version, expression, note=""))
    return parts


def _part_expression(part: dict[str, Any]) -> str:
    terms = []
    for entry in part.get("licenses", ()):
        licence = entry.get("license", {})
        term = entry.get("expression") or licence.get("id") or licence.get("name", "")
        terms.append(" ".join(term.split()))
    terms = [term for term in terms if term]
    return terms[0] if len(terms) == 1 else " AND ".join(f"({term})" for term in terms)


def system_components(paths: Iterable[Path]) -> list[Component]:
    """Python and its libraries: Debian's packages, or an installation of Python's own.

    Raises: LicenceError.
    """
    outside = [path for path in paths if "site-packages" not in path.parts and path.is_absolute()]
    found: list[Component] = []
    if sys.platform.startswith("linux") and Path("/var/lib/dpkg/status").exists():
        names = {_debian_package(path) for path in outside if path.parts[1] in ("usr", "lib", "lib64")}
        found = [_debian_component(name) for name in sorted(name for name in names if name)]
    if any(each.name.startswith(("python3", "libpython3")) for each in found):
        return found
    places = (Path(sys.base_prefix) / "LICENSE.txt", _beside_the_library())
    text = next((path for path in places if path.exists()), None)
    if text is None:
        raise LicenceError(f"Python's licence is not in {sys.base_prefix}; use a Python from python.org.")
    return [*found, Component("Python", sys.version.split()[0], "PSF-2.0", (text.read_text("utf-8"),))]


def _beside_the_library() -> Path:
    return (
        Path(sys.base_prefix) / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "LICENSE.txt"
    )


def _debian_package(path: Path) -> str:
    done = subprocess.run(
        ["dpkg-query", "-S", str(path), str(path.resolve())], capture_output=True, text=True, check=False
    )
    return done.stdout.split(":")[0] if done.stdout else ""


def _debian_component(name: str) -> Component:
    stem = next((known for known in DEBIAN_PACKAGES if name == known or name.startswith(f"{known}.")), "")
    if not stem:
        raise LicenceError(
            f"The licence of Debian's {name} is not known; look it up and add it to licences.py."
        )
    done = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", name], capture_output=True, text=True, check=False
    )
    text = Path("/usr/share/doc", name, "copyright").read_text("utf-8", "replace")
    return Component(name, done.stdout, DEBIAN_PACKAGES[stem], (text,))


def _is_absent(name: str) -> bool:
    from PIL import features

    return not features.check(name)


def normalised(name: str) -> str:
    """A distribution's name in the one spelling that is used here."""
    return name.lower().replace("-", "_").replace(".", "_")
