"""The frozen program's first lines: what a bundle must survive before Yomi itself begins."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.kernels import compiler
from tests.helpers.packaging_scripts import import_script
from tests.helpers.patience import PATIENCE_S
from tests.helpers.set_up import FOLDER, ROOT

ENTRY = FOLDER / "entry.py"


@pytest.fixture
def entry(monkeypatch: pytest.MonkeyPatch) -> Any:
    return import_script(monkeypatch, "entry")


def run_entry(*arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
    """Run the entry as the program does, or code that can import it."""
    command = ["-c", code] if code else [str(ENTRY)]
    folders = os.pathsep.join([str(ROOT), str(FOLDER)])
    return subprocess.run(
        [sys.executable, *command, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
        env={**os.environ, "PYTHONPATH": folders},
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["-c", "print('a worker')"],
        ["-m", "http.server"],
        ["/usr/lib/yomi/_internal/torch/_inductor/compile_worker/__main__.py", "--workers=2"],
        [r"C:\Yomi\_internal\torch\_inductor\compile_worker\__main__.py"],
    ],
)
def test_a_library_that_takes_the_program_for_python_gets_an_error_and_no_window(
    arguments: list[str],
) -> None:
    done = run_entry(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "yomi: this is Yomi, not a Python interpreter.\n"


@pytest.mark.parametrize("arguments", [[], ["receipt.png"], ["read", "-"], ["--model", "m"], ["__main__.py"]])
def test_what_a_user_types_is_never_taken_for_a_worker(entry: Any, arguments: list[str]) -> None:
    assert not entry.is_interpreter_call(arguments)


def test_the_command_line_is_reached_and_its_exit_code_comes_back() -> None:
    assert run_entry("--version").stdout.startswith("yomi ")
    assert run_entry("read").returncode == 2


def test_the_engine_reaches_the_compiler_through_the_bundle_s_program(entry: Any) -> None:
    assert entry.COMPILE_KERNEL == compiler.FLAG
    asked = run_entry(compiler.FLAG)
    assert asked.returncode == 2
    assert "NVRTC" in asked.stderr
    refused = run_entry(compiler.FLAG, "/no/such/library.so", "-x")
    assert refused.returncode == compiler.REFUSED_EXIT
    assert "/no/such/library.so" in refused.stderr


def test_without_standard_streams_the_program_still_runs() -> None:
    code = (
        "import sys; import entry\n"
        "sys.stdin = sys.stdout = sys.stderr = None\n"
        "sys.argv = ['yomi', '--version']\n"
        "code = entry.main()\n"
        "print('swallowed', file=sys.stderr)\n"
        "raise SystemExit(code)"
    )
    done = run_entry(code=code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_torch_is_told_to_compile_without_processes_of_its_own() -> None:
    code = (
        "import os, sys, entry; sys.argv = ['yomi', '--version']; entry.main();"
        "print(os.environ['TORCHINDUCTOR_COMPILE_THREADS'])"
    )
    assert run_entry(code=code).stdout.splitlines()[-1] == "1"


def test_a_native_crash_leaves_its_stack_beside_the_log(yomi_home: Path) -> None:
    code = "import entry, faulthandler\nwith entry.crash_file():\n    faulthandler._sigabrt()"
    assert run_entry(code=code).returncode != 0
    assert "most recent call first" in (yomi_home / "yomi.crash").read_text("utf-8")


def test_a_home_that_cannot_be_written_does_not_keep_the_program_from_starting(
    yomi_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (yomi_home / "file").write_text("", "utf-8")
    monkeypatch.setenv("YOMI_HOME", str(yomi_home / "file" / "folder"))
    assert run_entry("--version").returncode == 0


def test_children_get_the_search_paths_from_before_the_bundle(
    entry: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    variables = {
        "LD_LIBRARY_PATH": "/usr/lib/yomi/_internal",
        "QT_PLUGIN_PATH": "/usr/lib/yomi/plugins",
        "HOME": "/h",
    }
    entry.give_back_search_paths(variables)
    assert variables == {"HOME": "/h"}
    variables = {"LD_LIBRARY_PATH": "/usr/lib/yomi/_internal", "LD_LIBRARY_PATH_ORIG": "/usr/local/lib"}
    entry.give_back_search_paths(variables)
    assert variables == {"LD_LIBRARY_PATH": "/usr/local/lib"}
