"""What goes into a bundle: nothing that is needed is left out, and what is left out is not needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from tests.helpers.packaging_scripts import import_script
from tests.helpers.patience import PATIENCE_S
from tests.helpers.set_up import FOLDER, ROOT
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint

BLOCKED = """
import sys
sys.path[:0] = sys.argv[1:3]
from bundle_contents import EXCLUDED_MODULES

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if any(name == each or name.startswith(each + ".") for each in EXCLUDED_MODULES):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocked())
from PySide6.QtWidgets import QApplication
qt = QApplication([])
import app.bootstrap, app.views.charts
from app.cli import main
code = main(sys.argv[3:])
import torch
print("torch._dynamo" in sys.modules, "sympy" in sys.modules, file=sys.stderr)
raise SystemExit(code)
"""


@pytest.fixture
def contents(monkeypatch: pytest.MonkeyPatch) -> Any:
    return import_script(monkeypatch, "bundle_contents")


def test_window_and_reading_work_without_any_module_that_the_bundle_leaves_out(tmp_path: Path) -> None:
    write_tiny_checkpoint(tmp_path)
    question = ["ask", str(ROOT / "receipt.png"), "What is the total?", "--max-new-tokens", "4"]
    done = subprocess.run(
        [sys.executable, "-P", "-c", BLOCKED, str(ROOT), str(FOLDER), *question, "--model", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    # A model of random numbers runs into the limit, and that alone is what the exit code reports.
    assert "cut off at the limit of new tokens" in done.stderr, done.stderr
    assert done.stderr.endswith("False False\n"), "loading a model imported torch's compiler"


@pytest.mark.parametrize(
    ("target", "wanted"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platforms/libqvnc.so", False),
        (r"PySide6\plugins\platforms\qwindows.dll", True),
        (r"PySide6\plugins\sqldrivers\qsqlite.dll", False),
        ("PySide6/Qt/plugins/platforms/libqcocoa.dylib", True),
        ("PySide6/Qt/plugins/wayland-shell-integration/libxdg-shell.so", True),
        ("PySide6/Qt/translations/qtbase_de.qm", True),
        ("PySide6/Qt/translations/qtbase_fr.qm", False),
        ("PySide6/Qt/translations/qt_help_de.qm", False),
        ("torch/include/ATen/ATen.h", False),
        ("torch/lib/libtorch_cpu.so", True),
        ("numpy-2.4.6.dist-info/METADATA", True),
        ("numpy-2.4.6.dist-info/RECORD", False),
        ("torchao-0.18.0.dist-info/METADATA", False),
        ("resources/models/starter/config.json", True),
    ],
)
def test_files_are_chosen_by_what_a_code_path_can_ask_for(contents: Any, target: str, wanted: bool) -> None:
    assert contents.is_wanted(target) is wanted


def test_libraries_of_the_system_and_those_that_nothing_needs_stay_out(contents: Any) -> None:
    wheel = "/v/site-packages/PySide6/Qt"
    needed = {
        "/usr/lib/python3.11/lib-dynload/_ssl.so": {"libssl.so.3", "libz.so.1"},
        "/usr/lib/libssl.so.3": {"libcrypto.so.3"},
        f"{wheel}/plugins/platforms/libqxcb.so": {"libQt6Gui.so.6", "libgtk-3.so.0"},
        f"{wheel}/lib/libQt6Gui.so.6": {"libQt6Core.so.6", "libglib-2.0.so.0"},
    }
    entries = [
        ("lib-dynload/_ssl.so", "/usr/lib/python3.11/lib-dynload/_ssl.so", "EXTENSION"),
        ("PySide6/Qt/plugins/platforms/libqxcb.so", f"{wheel}/plugins/platforms/libqxcb.so", "BINARY"),
        ("libpython3.11.so.1.0", "/usr/lib/libpython3.11.so.1.0", "BINARY"),
    ]
    qt = ["libQt6Gui.so.6", "libQt6Core.so.6", "libQt6Network.so.6"]
    entries += [(f"PySide6/Qt/lib/{name}", f"{wheel}/lib/{name}", "BINARY") for name in qt]
    system = ["libssl.so.3", "libcrypto.so.3", "libz.so.1", "libgtk-3.so.0", "libglib-2.0.so.0"]
    entries += [(name, f"/usr/lib/{name}", "BINARY") for name in system]
    entries += [(name, f"PySide6/Qt/lib/{name}", "SYMLINK") for name in qt]
    kept = contents.without_dangling_links(
        contents.reachable(
            entries,
            provided=["libz.so.1", "libglib-2.0.so.0"],
            needed=lambda source: needed.get(source, set()),
        )
        + [entry for entry in entries if entry[2] == "SYMLINK"]
    )
    names = {target for target, _, kind in kept if kind != "SYMLINK"}
    assert names == {
        "lib-dynload/_ssl.so",
        "libssl.so.3",
        "libcrypto.so.3",
        "libpython3.11.so.1.0",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/lib/libQt6Gui.so.6",
        "PySide6/Qt/lib/libQt6Core.so.6",
    }
    links = {target for target, _, kind in kept if kind == "SYMLINK"}
    assert links == {"libQt6Gui.so.6", "libQt6Core.so.6"}


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ("yomi", "Python modules"),
        ("_internal/torch/lib/libtorch_cpu.so", "torch"),
        ("_internal/nvidia/cublas/lib/libcublas.so.12", "CUDA"),
        ("_internal/PySide6/Qt/lib/libQt6Gui.so.6", "Qt"),
        ("_internal/numpy.libs/libgfortran.so.5", "numpy"),
        ("_internal/pillow.libs/libtiff.so.6", "Pillow"),
        ("_internal/resources/models/starter/model.safetensors", "model"),
        ("_internal/resources/icons/yomi.svg", "pictures and icons"),
        ("_internal/libcrypto.so.3", "Python and its libraries"),
    ],
)
def test_each_file_counts_for_one_part_of_the_size_report(contents: Any, path: str, part: str) -> None:
    assert contents.part_of(PurePosixPath(path)) == part


def test_sizes_are_added_up_by_part_and_links_weigh_nothing(contents: Any, tmp_path: Path) -> None:
    for name, size_bytes in (("_internal/torch/a.so", 300), ("_internal/torch/b.py", 50), ("yomi", 20)):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * size_bytes)
    (tmp_path / "_internal" / "a.so").symlink_to("torch/a.so")
    assert list(contents.sizes_by_part(tmp_path).items()) == [("torch", 350), ("Python modules", 20)]
