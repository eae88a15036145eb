"""What goes into a bundle and what stays out, as plain functions over names and paths.

Used by `yomi.spec`, by the size report and by the tests. Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path, PurePath

Entry = tuple[str, str, str]
"""Target inside the bundle, source file, kind: a row of PyInstaller's tables."""

EXCLUDED_MODULES = (
    # torch's compiler and exporters, and the algebra they need. It cannot work in a bundle: it wants a C
    # compiler and headers, and starts `sys.executable` as its workers.
    "torch._dynamo",
    "torch._inductor",
    "torch.onnx",
    "torch.testing._internal.common_utils",
    "torch.testing._internal.distributed",
    "torch.utils.tensorboard",
    "torch.utils.benchmark",
    "torch.utils.bottleneck",
    "sympy",
    "mpmath",
    "networkx",
    "triton",
    "functorch",
    # Optional to somebody, needed by no code path of ours.
    "torchao",
    "transformers",
    "huggingface_hub",
    "hf_xet",
    "tqdm",
    "fsspec",
    "yaml",
    "regex",
    "requests",
    "httpx",
    "rich",
    "matplotlib",
    "scipy",
    "pandas",
    "h5py",
    "cupy",
    "numba",
    "OpenGL",
    "colorcet",
    "IPython",
    # Tests and tools.
    "pytest",
    "_pytest",
    "pytestqt",
    "hypothesis",
    "mypy",
    "numpy.f2py",
    "numpy.testing",
    "numpy.distutils",
    "setuptools",
    "pkg_resources",
    "pip",
    "wheel",
    # Of Python itself: other windows, other shells.
    "tkinter",
    "turtle",
    "idlelib",
    "lib2to3",
    "ensurepip",
    "pydoc_data",
    "curses",
    "readline",
    "test",
    # Qt without its QML half, its network and its tools.
    "PySide6.QtNetwork",
    "PySide6.QtPrintSupport",
    "PySide6.QtQml",
    "PySide6.QtQuick",
    "PySide6.QtSql",
    "PySide6.QtTest",
    "PySide6.QtUiTools",
    "PySide6.QtXml",
)
"""Imports that the analysis would follow. A test reads a picture and asks that none of them was imported."""

QT_PLUGINS = (
    "iconengines/*qsvgicon*",
    "imageformats/*qgif*",
    "imageformats/*qico*",
    "imageformats/*qjpeg*",
    "imageformats/*qsvg*",
    "imageformats/*qwebp*",
    "platforminputcontexts/*compose*",
    "platforminputcontexts/*ibus*",
    "platforms/*qcocoa*",
    "platforms/*qdirect2d*",
    "platforms/*qoffscreen*",
    "platforms/*qwayland*",
    "platforms/*qwindows*",
    "platforms/*qxcb*",
    "platformthemes/*",
    "styles/*",
    "wayland-*-client/*",
    "wayland-shell-integration/*",
    "xcbglintegrations/*",
)
"""Plug-ins that a window with pictures, pasted ones too, can ask for."""

QT_TRANSLATIONS = ("qtbase_de.qm", "qtbase_ja.qm", "qtbase_zh_CN.qm")

LINK = "SYMLINK"
SYSTEM_FOLDERS = ("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/")


def is_wanted(target: str) -> bool:
    """Whether a file that PyInstaller collected belongs into the bundle."""
    path = PurePath(target.replace("\\", "/"))
    if "plugins" in path.parts and "PySide6" in path.parts:
        plugin = PurePath(*path.parts[path.parts.index("plugins") + 1 :])
        return any(plugin.match(pattern) for pattern in QT_PLUGINS)
    if path.parts[0].endswith(".dist-info"):
        # `yomi doctor` reads versions; the licence texts are in one file.
        return path.name == "METADATA" and path.parts[0].split("-")[0] not in EXCLUDED_MODULES
    if "PySide6" in path.parts and "translations" in path.parts:
        # Qt's own dialogs, in the languages that Yomi speaks.
        return path.name in QT_TRANSLATIONS
    if "PySide6" in path.parts and "qml" in path.parts:
        return False
    return path.suffix not in (".pyi", ".h", ".cpp", ".cmake", ".a", ".lib")


def reachable(
    entries: Iterable[Entry], *, provided: Iterable[str], needed: Callable[[str], set[str]]
) -> list[Entry]:
    """The entries, less the libraries that nothing in the bundle needs or that the Linux system brings.

    `provided` are the names that the package depends on; `needed` gives the names a binary is linked to.
    """
    rows = list(entries)
    given = set(provided)
    libraries = {
        PurePath(target).name: source for target, source, kind in rows if _is_library(target, source)
    }
    reached: set[str] = set()
    waiting = [source for target, source, kind in rows if kind != LINK and not _is_library(target, source)]
    while waiting:
        user = waiting.pop()
        for name in needed(user):
            # A wheel brings what it needs beyond the libraries that every desktop has; those are depended on.
            is_foreign = _is_from_wheel(user) and not _is_from_wheel(libraries.get(name, ""))
            if name in libraries and name not in reached and name not in given and not is_foreign:
                reached.add(name)
                waiting.append(libraries[name])
    return [row for row in rows if not _is_library(*row[:2]) or PurePath(row[0]).name in reached]


def without_dangling_links(entries: Iterable[Entry]) -> list[Entry]:
    """The entries, less the links to files that are not among them."""
    rows = list(entries)
    targets = {target for target, _, kind in rows if kind != LINK}
    return [row for row in rows if row[2] != LINK or (PurePath(row[0]).parent / row[1]).as_posix() in targets]


def _is_library(target: str, source: str) -> bool:
    """Whether the file is there only for others: one of Qt's, or one of the system's beside the program."""
    path = PurePath(target)
    if path.parts[:3] == ("PySide6", "Qt", "lib"):
        return True
    # The program loads libpython by its name, so that no table says who needs it.
    return (
        source.startswith(SYSTEM_FOLDERS)
        and len(path.parts) == 1
        and ".so" in target
        and not target.startswith("libpython")
    )


def _is_from_wheel(source: str) -> bool:
    return "site-packages" in PurePath(source).parts


_PARTS = {
    "torch": "torch",
    "nvidia": "CUDA",
    "pyside6": "Qt",
    "shiboken6": "Qt",
    "numpy": "numpy",
    "pil": "Pillow",
    "pillow": "Pillow",
    "tokenizers": "tokenizers",
    "safetensors": "safetensors",
    "resources": "pictures and icons",
    "yomi": "Python modules",
    "yomiw": "Python modules",
}


def part_of(path: PurePath) -> str:
    """The part of the bundle that a file, named relative to it, belongs to."""
    parts = path.parts[1:] if path.parts[0] == "_internal" else path.parts
    if parts[:2] == ("resources", "models"):
        return "model"
    return _PARTS.get(parts[0].split(".")[0].lower(), "Python and its libraries")


def sizes_by_part(folder: Path) -> dict[str, int]:
    """Bytes of each part of a finished bundle, the largest first."""
    sizes: dict[str, int] = {}
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            part = part_of(path.relative_to(folder))
            sizes[part] = sizes.get(part, 0) + path.stat().st_size
    return dict(sorted(sizes.items(), key=lambda item: -item[1]))
