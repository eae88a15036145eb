"""What the set-up finds out about a machine: its Python, its libraries, whether torch exists for it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.set_up import import_set_up


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch) -> Any:
    return import_set_up(monkeypatch)


def test_a_python_of_the_wrong_version_names_the_right_ones(
    setup: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup.base_python.sys, "version_info", (3, 10, 4))
    monkeypatch.setattr(setup.base_python.platform, "python_version", lambda: "3.10.4")
    monkeypatch.setattr(setup.base_python.shutil, "which", lambda _: None)
    with pytest.raises(
        setup.setup_failure.SetupError, match=r"needs Python 3\.11 to 3\.13, and this is 3\.10\.4"
    ):
        setup.base_python.find()


def test_a_fitting_python_on_the_path_is_taken_instead(setup: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup.base_python.sys, "version_info", (3, 14, 0))
    monkeypatch.setattr(
        setup.base_python.shutil, "which", lambda name: sys.executable if name == "python3.12" else None
    )
    found = setup.base_python.find()
    assert (found.path, found.version) == (sys.executable, "3.12")


def test_a_launcher_whose_python_is_absent_is_passed_over(
    setup: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    launcher = tmp_path / "python3.13"
    launcher.write_text("#!/bin/sh\nexit 127\n", "utf-8")
    launcher.chmod(0o755)
    monkeypatch.setattr(setup.base_python.sys, "version_info", (3, 9, 0))
    answers = {"python3.13": str(launcher), "python3.11": sys.executable}
    monkeypatch.setattr(setup.base_python.shutil, "which", answers.get)
    assert setup.base_python.find().version == "3.11"


@pytest.mark.parametrize(
    ("user", "debian", "expected"),
    [
        (1000, True, r"sudo apt-get install -y python3\.11-venv"),
        (0, False, r"install your system's full Python 3\.11"),
    ],
)
def test_a_missing_venv_module_is_named(
    setup: Any, monkeypatch: pytest.MonkeyPatch, user: int, debian: bool, expected: str
) -> None:
    monkeypatch.setattr(setup.base_python, "_runs", lambda *_: False)
    monkeypatch.setattr(setup.base_python.os, "geteuid", lambda: user, raising=False)
    monkeypatch.setattr(setup.system_libraries, "is_debian", lambda: debian)
    with pytest.raises(setup.setup_failure.SetupError, match=expected):
        setup.base_python.ensure_venv_module(setup.base_python.BasePython("/usr/bin/python3", "3.11"))


def test_root_on_debian_gets_the_missing_venv_module(setup: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    installed: list[list[str]] = []
    monkeypatch.setattr(setup.base_python, "_runs", lambda *_: False)
    monkeypatch.setattr(setup.base_python.os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(setup.system_libraries, "is_debian", lambda: True)
    monkeypatch.setattr(setup.system_libraries, "apt_install", installed.append)
    setup.base_python.ensure_venv_module(setup.base_python.BasePython("/usr/bin/python3", "3.11"))
    assert installed == [["python3.11-venv"]]


@pytest.mark.parametrize(
    ("platform", "machine", "pointer_bytes", "expected"),
    [("darwin", "x86_64", 8, "Intel Macs"), ("win32", "AMD64", 4, "32-bit")],
)
def test_a_machine_without_builds_of_torch_is_refused(
    setup: Any,
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    machine: str,
    pointer_bytes: int,
    expected: str,
) -> None:
    monkeypatch.setattr(setup.base_python.sys, "platform", platform)
    monkeypatch.setattr(setup.base_python.platform, "machine", lambda: machine)
    monkeypatch.setattr(setup.base_python.struct, "calcsize", lambda _: pointer_bytes)
    with pytest.raises(setup.setup_failure.SetupError, match=expected):
        setup.base_python.check_platform()


@pytest.fixture
def bare_linux(setup: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """A Linux that lacks two libraries, in the shape asked for."""

    def shape(*, user: int, debian: bool, programs: tuple[str, ...] = ()) -> Any:
        libraries = setup.system_libraries
        monkeypatch.setattr(libraries.sys, "platform", "linux")
        monkeypatch.setattr(
            libraries, "_loads", lambda name: name not in ("libEGL.so.1", "libxcb-cursor.so.0")
        )
        monkeypatch.setattr(libraries, "_has_font", lambda: True)
        monkeypatch.setattr(libraries, "is_debian", lambda: debian)
        monkeypatch.setattr(libraries.os, "geteuid", lambda: user, raising=False)
        monkeypatch.setattr(
            libraries.shutil, "which", lambda name: f"/usr/bin/{name}" if name in programs else None
        )
        return libraries

    return shape


def test_missing_libraries_give_the_one_line_to_run(setup: Any, bare_linux: Callable[..., Any]) -> None:
    libraries = bare_linux(user=1000, debian=True)
    with pytest.raises(setup.setup_failure.SetupError) as caught:
        libraries.ensure(for_tests=False)
    assert "sudo apt-get install -y --no-install-recommends libegl1 libxcb-cursor0`" in str(caught.value)


def test_only_the_tests_need_a_virtual_screen(setup: Any, bare_linux: Callable[..., Any]) -> None:
    libraries = bare_linux(user=1000, debian=True)
    assert "Xvfb" not in libraries.missing_items(for_tests=False)
    assert libraries.missing_items(for_tests=True)["Xvfb"] == "xvfb"


def test_rpm_systems_get_a_line_of_their_own(setup: Any, bare_linux: Callable[..., Any]) -> None:
    libraries = bare_linux(user=1000, debian=False, programs=("dnf",))
    with pytest.raises(
        setup.setup_failure.SetupError, match=r"sudo dnf install 'libEGL\.so\.1\(\)\(64bit\)'"
    ):
        libraries.ensure(for_tests=False)


def test_other_systems_get_the_names_of_the_libraries(setup: Any, bare_linux: Callable[..., Any]) -> None:
    libraries = bare_linux(user=0, debian=False)
    with pytest.raises(setup.setup_failure.SetupError, match=r"libEGL\.so\.1, libxcb-cursor\.so\.0"):
        libraries.ensure(for_tests=False)


def test_root_on_debian_gets_the_libraries_installed(
    setup: Any, bare_linux: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    libraries = bare_linux(user=0, debian=True)
    commands: list[list[str]] = []

    def apt(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        if command[1] == "install":
            monkeypatch.setattr(libraries, "_loads", lambda _: True)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(libraries.subprocess, "run", apt)
    libraries.ensure(for_tests=False)
    assert [command[1] for command in commands] == ["update", "install"]
    assert commands[1][-2:] == ["libegl1", "libxcb-cursor0"]


def test_a_failing_apt_is_one_sentence(
    setup: Any, bare_linux: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    libraries = bare_linux(user=0, debian=True)
    answer = subprocess.CompletedProcess([], 100, "", "W: old\nE: Unable to locate package libegl1\n")
    monkeypatch.setattr(libraries.subprocess, "run", lambda *_, **__: answer)
    with pytest.raises(
        setup.setup_failure.SetupError, match=r"apt-get failed \(E: Unable to locate package libegl1\)"
    ):
        libraries.ensure(for_tests=False)


def test_no_libraries_are_looked_for_outside_linux(setup: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup.system_libraries.sys, "platform", "darwin")
    monkeypatch.setattr(setup.system_libraries, "_loads", lambda name: pytest.fail(f"looked for {name}"))
    setup.system_libraries.ensure(for_tests=True)


def test_this_machine_lacks_nothing(setup: Any) -> None:
    assert setup.system_libraries.missing_items(for_tests=True) == {}
