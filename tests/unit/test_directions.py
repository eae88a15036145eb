"""The rules of the house, checked on the whole tree: who imports whom, what may exist, how long it may be."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.fresh_process import in_fresh_process

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("app", "engine", "tests")
HEAVY = {"torch", "transformers", "torchao"}
WINDOW = {"PySide6", "shiboken6", "qasync", "pyqtgraph", "app"}
VAGUE_NAMES = {"utils", "util", "common", "helpers", "helper", "misc", "manager"}
LONGEST_FILE_LINES = 500
LONGEST_FUNCTION_LINES = 60

ROOMS = {
    "app.domain": set(),
    "app.paths": set(),
    "app.rendering": set(),
    "app.copies": {"app.domain", "app.rendering"},
    "app.background": set(),
    "app.home_lock": set(),
    "app.offline_guard": set(),
    "app.single_instance": {"app.paths"},
    "app.crash_log": {"app.log_file"},
    "app.log_file": set(),
    "app.termination": set(),
    "app.mailbox": {"app.domain"},
    "app.json_answer": set(),
    "app.file_names": set(),
    "app.presets": {"app.domain", "app.json_answer"},
    "app.settings": {"app.domain", "app.paths", "app.presets"},
    "app.search_text": set(),
    "app.draft": {"app.domain"},
    "app.edit": set(),
    "app.correction": {"app.domain"},
    "app.read_lines": {"app.domain"},
    "app.omissions": set(),
    "app.found": {"app.domain"},
    "app.frames": {"app.domain"},
    "app.storage": {
        "app.domain",
        "app.draft",
        "app.edit",
        "app.found",
        "app.paths",
        "app.search_text",
        "app.settings",
    },
    "app.documents": {"app.domain"},
    "app.export": {"app.domain", "app.file_names", "app.rendering"},
    "app.capture": {"app.domain"},
    "app.models": {"app.domain", "app.found"},
    "app.views": {
        "app.copies",
        "app.domain",
        "app.edit",
        "app.found",
        "app.frames",
        "app.search_text",
        "app.json_answer",
        "app.models",
        "app.paths",
        "app.presets",
        "app.read_lines",
        "app.rendering",
    },
    "app.run_results": {"app.domain", "app.omissions", "engine"},
    "app.engine_port": {"app.domain", "app.run_results", "engine"},
    "app.bridge": {"app.domain", "app.engine_port", "app.mailbox", "engine"},
    "app.picture_folder": {"app.engine_port"},
    "app.intake": {"app.domain", "app.engine_port", "app.picture_folder", "app.storage"},
    "app.controllers": {
        "app.background",
        "app.copies",
        "app.bridge",
        "app.capture",
        "app.correction",
        "app.documents",
        "app.domain",
        "app.draft",
        "app.edit",
        "app.export",
        "app.found",
        "app.intake",
        "app.models",
        "app.json_answer",
        "app.omissions",
        "app.paths",
        "app.presets",
        "app.read_lines",
        "app.rendering",
        "app.search_text",
        "app.settings",
        "app.storage",
    },
}
"""Room -> the rooms it may import besides itself. What is not listed puts rooms together (bootstrap, cli)."""


def product_files() -> list[Path]:
    return sorted(path for name in ("app", "engine") for path in (ROOT / name).rglob("*.py"))


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> set[str]:
    """Every module that a file imports, at its top or inside a function."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def is_in(module: str, room: str) -> bool:
    return module == room or module.startswith(room + ".")


def loaded_after(statement: str) -> set[str]:
    """Top-level modules that a fresh process holds after a statement."""
    code = (
        f"{statement}\nimport sys, json\nprint(json.dumps(sorted({{n.split('.')[0] for n in sys.modules}})))"
    )
    done = in_fresh_process(code)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "module", ["engine", "engine.api", "engine.errors", "engine.models", "engine.worker"]
)
def test_importing_the_engine_brings_neither_torch_nor_the_window(module: str) -> None:
    loaded = loaded_after(f"import {module}")
    assert "engine" in loaded
    assert not loaded & (HEAVY | WINDOW)


@pytest.mark.parametrize("module", ["app.bootstrap", "app.bridge", "app.cli", "app.__main__"])
def test_importing_the_app_does_not_bring_torch(module: str) -> None:
    loaded = loaded_after(f"import {module}")
    assert "app" in loaded
    assert not loaded & HEAVY


def test_reading_a_picture_file_does_not_bring_torch() -> None:
    statement = (
        "import io\nfrom PIL import Image\nfrom engine.images import load_page\n"
        "buffer = io.BytesIO()\nImage.new('RGB', (8, 8)).save(buffer, 'PNG')\n"
        "assert load_page(buffer.getvalue(), 'dot.png').rgb.size == (8, 8)"
    )
    assert not loaded_after(statement) & (HEAVY | WINDOW)


def test_the_whole_engine_imports_without_the_window() -> None:
    names = [module_name(path) for path in product_files() if path.is_relative_to(ROOT / "engine")]
    loaded = loaded_after("\n".join(f"import {name}" for name in names if not name.endswith("__main__")))
    assert not loaded & (WINDOW | {"transformers"})


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_a_room_imports_only_the_rooms_below_it(room: str) -> None:
    allowed = ROOMS[room] | {room}
    files = [path for path in product_files() if is_in(module_name(path), room)]
    assert files, f"{room} does not exist"
    for path in files:
        ours = {name for name in imports_of(path) if name.split(".")[0] in ("app", "engine")} - {"app"}
        wrong = {name for name in ours if not any(is_in(name, other) for other in allowed)}
        assert not wrong, f"{module_name(path)} imports {sorted(wrong)}"


def test_only_the_bridge_knows_the_engine() -> None:
    knowing = {
        module_name(path) for path in product_files() if any(is_in(n, "engine") for n in imports_of(path))
    }
    outside = {name for name in knowing if is_in(name, "app")}
    # engine_port is the bridge's half without Qt, with run_results; the command line goes through it.
    assert outside <= {"app.bridge", "app.engine_port", "app.run_results"}
    assert "app.engine_port" in outside


@pytest.mark.parametrize(
    "room", ["app.controllers", "app.models", "app.storage", "app.bridge", "app.documents", "app.export"]
)
def test_a_room_behind_the_views_makes_no_widgets(room: str) -> None:
    for path in product_files():
        if is_in(module_name(path), room):
            assert not any(is_in(name, "PySide6.QtWidgets") for name in imports_of(path)), module_name(path)


def test_the_engine_uses_neither_asyncio_nor_pickle_nor_the_network() -> None:
    forbidden = {"asyncio", "pickle", "shelve", "marshal", "socket", "urllib", "http", "requests", "httpx"}
    for path in product_files():
        if path.is_relative_to(ROOT / "engine"):
            assert not {name.split(".")[0] for name in imports_of(path)} & forbidden, module_name(path)


def test_nothing_in_the_product_unpickles_or_evaluates() -> None:
    for path in product_files():
        names = {name.split(".")[0] for name in imports_of(path)}
        assert not names & {"pickle", "shelve", "marshal"}, module_name(path)
        calls = {
            node.func.id
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not calls & {"eval", "exec"}, module_name(path)


def test_the_folder_packaging_is_not_a_package() -> None:
    # With an __init__.py it would stand in for the library of that name and break `import transformers`.
    assert (ROOT / "packaging").is_dir()
    assert not (ROOT / "packaging" / "__init__.py").exists()
    done = subprocess.run(
        [sys.executable, "-c", "import packaging.version as v; print(v.__file__)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert not Path(done.stdout.strip()).is_relative_to(ROOT / "packaging")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_folder_with_python_files_is_a_package(package: str) -> None:
    folders = {path.parent for path in (ROOT / package).rglob("*.py")}
    assert folders
    assert not [str(folder) for folder in folders if not (folder / "__init__.py").exists()]


def test_the_set_up_needs_only_the_standard_library() -> None:
    own = {path.stem for path in (ROOT / "packaging").glob("*.py")}
    set_up = ("dev", "environment", "base_python", "setup_failure", "system_libraries")
    for name in set_up:
        top = {module.split(".")[0] for module in imports_of(ROOT / "packaging" / f"{name}.py")}
        assert top <= set(sys.stdlib_module_names) | own, name
        # The folder is first on sys.path when dev.py runs: a file there must not shadow the standard library.
        assert name not in sys.stdlib_module_names


def test_no_file_is_longer_than_the_limit() -> None:
    files = [path for name in (*PACKAGES, "packaging") for path in (ROOT / name).rglob("*.py")]
    long = {
        str(p.relative_to(ROOT)): n
        for p in files
        if (n := len(p.read_text("utf-8").splitlines())) > LONGEST_FILE_LINES
    }
    assert not long


def test_no_function_of_the_product_is_longer_than_the_limit() -> None:
    long = {}
    for path in product_files():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > LONGEST_FUNCTION_LINES:
                    long[f"{module_name(path)}.{node.name}"] = lines
    assert not long


def test_no_module_of_the_product_has_a_name_that_says_nothing() -> None:
    vague = [
        str(path)
        for path in product_files()
        if VAGUE_NAMES & set(path.relative_to(ROOT).with_suffix("").parts)
    ]
    assert not vague


def test_every_module_of_the_product_says_what_it_owns() -> None:
    silent = [
        module_name(path)
        for path in product_files()
        if path.read_text("utf-8").strip() and not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    assert not silent


def test_nothing_is_left_to_do_later() -> None:
    # Spelled in halves, or this file would find itself.
    marks = ("TO" + "DO", "FIX" + "ME", "XX" + "X", "NotImplemented" + "Error")
    files = [path for name in (*PACKAGES, "packaging") for path in (ROOT / name).rglob("*.py")]
    left = {str(p.relative_to(ROOT)): m for p in files for m in marks if m in p.read_text("utf-8")}
    assert not left


def test_no_test_is_skipped_or_expected_to_fail() -> None:
    marks = (
        "mark.sk" + "ip",
        "mark.xf" + "ail",
        "pytest.sk" + "ip",
        "pytest.xf" + "ail",
        "importor" + "skip",
    )
    left = {str(p): m for p in (ROOT / "tests").rglob("*.py") for m in marks if m in p.read_text("utf-8")}
    assert not left


def test_emitting_signals_keeps_the_reference_count_of_true() -> None:
    # PySide6 6.12.0 on CPython 3.11 loses a reference to True at each emit and aborts after about a thousand.
    code = (
        "import sys\n"
        "from PySide6.QtCore import QObject, Signal\n"
        "class Sender(QObject):\n"
        "    fired = Signal(bool)\n"
        "sender = Sender()\n"
        "sender.fired.connect(lambda value: None)\n"
        "before = sys.getrefcount(True)\n"
        "for _ in range(2000):\n"
        "    sender.fired.emit(True)\n"
        "print(sys.getrefcount(True) - before)\n"
    )
    done = in_fresh_process(code)
    assert done.returncode == 0, done.stderr
    assert abs(int(done.stdout)) < 50
