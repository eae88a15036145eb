"""The environment of the set-up: when there is work, what an interruption leaves, what each failure says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.helpers.patience import PATIENCE_S
from tests.helpers.set_up import FOLDER, import_set_up


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch) -> Any:
    return import_set_up(monkeypatch)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the files that an environment depends on."""
    root = tmp_path / "checkout with spaces é"
    (root / "packaging").mkdir(parents=True)
    for name in ("pyproject.toml", "constraints.txt", "packaging/environment.py"):
        (root / name).write_text("first", "utf-8")
    return root


class FakeTools:
    """Stands where `subprocess.run` is: makes what venv and pip would make, keeps what was asked for."""

    def __init__(self, environment: Any) -> None:
        self.environment = environment
        self.commands: list[list[str]] = []
        self.pip_code = 0
        self.pip_words = ""
        self.version = "3.11"
        self.interrupt_pip = False

    def __call__(self, command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        self.commands.append(command)
        if command[0] == str(self.environment.python) and not self.environment.python.exists():
            raise FileNotFoundError(2, "No such file or directory", command[0])
        if command[1:3] == ["-m", "venv"]:
            self.environment.python.parent.mkdir(parents=True, exist_ok=True)
            self.environment.python.touch()
        if command[1:4] == ["-m", "pip", "install"]:
            if self.interrupt_pip:
                raise KeyboardInterrupt
            return subprocess.CompletedProcess(command, self.pip_code, "", self.pip_words)
        return subprocess.CompletedProcess(command, 0, self.version + "\n", "")

    def count(self, *words: str) -> int:
        return sum(command[1 : 1 + len(words)] == list(words) for command in self.commands)


@pytest.fixture
def tools(setup: Any, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> FakeTools:
    environment = setup.environment.Environment(checkout)
    fake = FakeTools(environment)
    monkeypatch.setattr(
        setup.base_python, "find", lambda: setup.base_python.BasePython(sys.executable, "3.11")
    )
    monkeypatch.setattr(setup.environment.subprocess, "run", fake)
    return fake


def test_a_first_run_makes_the_environment_and_installs_the_test_extra(tools: FakeTools) -> None:
    assert tools.environment.ensure() == tools.environment.python
    assert tools.count("-m", "venv") == 1
    pip = next(command for command in tools.commands if command[1:4] == ["-m", "pip", "install"])
    assert pip[-2:] == ["-e", ".[test]"]
    assert pip[pip.index("-c") + 1] == "constraints.txt"
    assert not tools.environment.unfinished.exists()


def test_a_second_run_starts_no_process(tools: FakeTools) -> None:
    tools.environment.ensure()
    tools.commands.clear()
    assert tools.environment.ensure() == tools.environment.python
    assert tools.commands == []


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_a_changed_input_installs_again_into_the_same_environment(tools: FakeTools, name: str) -> None:
    tools.environment.ensure()
    tools.commands.clear()
    (tools.environment.root / name).write_text("second", "utf-8")
    tools.environment.ensure()
    assert tools.count("-m", "pip", "install") == 1
    assert tools.count("-m", "venv") == 0


def test_an_interrupted_installation_is_built_from_nothing_by_the_next_run(tools: FakeTools) -> None:
    tools.interrupt_pip = True
    with pytest.raises(KeyboardInterrupt):
        tools.environment.ensure()
    assert not tools.environment.stamp.exists()
    tools.interrupt_pip = False
    tools.commands.clear()
    tools.environment.ensure()
    assert tools.count("-m", "venv") == 1
    assert tools.environment.stamp.exists()


def test_an_interrupted_update_does_not_leave_the_old_stamp_behind(tools: FakeTools) -> None:
    tools.environment.ensure()
    (tools.environment.root / "constraints.txt").write_text("second", "utf-8")
    tools.interrupt_pip = True
    with pytest.raises(KeyboardInterrupt):
        tools.environment.ensure()
    (tools.environment.root / "constraints.txt").write_text("first", "utf-8")
    tools.interrupt_pip = False
    tools.commands.clear()
    tools.environment.ensure()
    assert tools.count("-m", "pip", "install") == 1


def test_an_environment_of_another_python_is_replaced(tools: FakeTools) -> None:
    tools.environment.ensure()
    tools.environment.stamp.write_text(json.dumps({"python": "3.10"}), "utf-8")
    tools.version = "3.10"
    tools.commands.clear()
    tools.environment.ensure()
    assert tools.count("-m", "venv") == 1


def test_a_damaged_stamp_is_work_to_do_and_no_crash(tools: FakeTools) -> None:
    tools.environment.ensure()
    tools.environment.stamp.write_bytes(b"\xff\x00{")
    tools.commands.clear()
    tools.environment.ensure()
    assert tools.count("-m", "pip", "install") == 1


def test_a_moved_checkout_is_installed_again(tools: FakeTools, setup: Any) -> None:
    # The editable install and venv's scripts hold absolute paths.
    tools.environment.ensure()
    moved = tools.environment.root.rename(tools.environment.root.parent / "elsewhere")
    tools.environment = setup.environment.Environment(moved)
    tools.commands.clear()
    tools.environment.ensure()
    assert tools.count("-m", "pip", "install") == 1


def test_an_incomplete_copy_is_named(setup: Any, tools: FakeTools) -> None:
    (tools.environment.root / "constraints.txt").unlink()
    with pytest.raises(setup.setup_failure.SetupError, match=r"constraints\.txt.*get a complete copy"):
        tools.environment.ensure()


PIP_FAILURES = [
    ("OSError: [Errno 28] No space left on device", "disk is full"),
    ("OSError: [Errno 30] Read-only file system: '/x'", "read-only file system"),
    (
        "ERROR: Could not install packages due to an OSError: [Errno 13] Permission denied: '/x'",
        "cannot be written",
    ),
    ("SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]'))", "PIP_CERT"),
    (
        "NameResolutionError: Temporary failure in name resolution\nERROR: No matching distribution found",
        "online",
    ),
    ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "damaged"),
    ("The user requested (constraint) torch<=2.0\nERROR: ResolutionImpossible", "pip config list"),
    ("ERROR: No matching distribution found for torch==2.13.0", "PIP_EXTRA_INDEX_URL"),
    ("MemoryError", "out of memory"),
    ("something that nobody has seen", "pip failed with exit code 1"),
]


@pytest.mark.parametrize(("words", "expected"), PIP_FAILURES, ids=[expected for _, expected in PIP_FAILURES])
def test_each_failure_of_pip_is_one_sentence(setup: Any, tools: FakeTools, words: str, expected: str) -> None:
    tools.pip_code, tools.pip_words = 1, words
    with pytest.raises(setup.setup_failure.SetupError) as caught:
        tools.environment.ensure()
    text = str(caught.value)
    assert expected in text
    assert "\n" not in text
    assert text.endswith(".")
    assert "{" not in text


def test_a_pip_that_the_system_ended_ran_out_of_memory(setup: Any, tools: FakeTools) -> None:
    tools.pip_code = -9
    with pytest.raises(setup.setup_failure.SetupError, match="out of memory"):
        tools.environment.ensure()


def test_a_folder_that_cannot_be_written_is_a_sentence(
    setup: Any, tools: FakeTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_open = Path.open

    def refuse(path: Path, mode: str = "r", **rest: Any) -> Any:
        if "w" in mode:
            raise PermissionError(13, "Permission denied", str(path))
        return real_open(path, mode, **rest)

    monkeypatch.setattr(setup.environment.Path, "open", refuse)
    with pytest.raises(
        setup.setup_failure.SetupError, match=r"\.venv\.lock cannot be written: make yourself its owner"
    ):
        tools.environment.ensure()


def test_too_little_room_is_said_before_anything_is_made(
    setup: Any, tools: FakeTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup.environment.shutil, "disk_usage", lambda _: SimpleNamespace(free=10**9))
    with pytest.raises(setup.setup_failure.SetupError, match=r"Only 0\.9 GB are free .* make room for 3 GB"):
        tools.environment.ensure()
    assert tools.count("-m", "venv") == 0


def test_no_network_is_one_sentence_from_the_real_tools(checkout: Path, tmp_path: Path) -> None:
    (checkout / "pyproject.toml").write_text(
        '[project]\nname = "x"\nversion = "1"\ndependencies = ["six"]\n', "utf-8"
    )
    (checkout / "constraints.txt").write_text("", "utf-8")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from pathlib import Path\nimport environment, setup_failure\n"
        "try: environment.Environment(Path(sys.argv[2])).ensure()\n"
        "except setup_failure.SetupError as error: print(error)\n"
    )
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    # Port 9 of this machine has no listener: a refused connection, without leaving the machine.
    variables |= {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "1", "PIP_CONFIG_FILE": os.devnull}
    variables |= {"PIP_NO_CACHE_DIR": "1", "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code, str(FOLDER), str(checkout)],
        env=variables,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("The package index cannot be reached"), done.stdout + done.stderr
    assert (checkout / ".venv" / "yomi-unfinished").exists()


@pytest.mark.parametrize(
    ("platform", "nvidia", "expected"),
    [("win32", True, True), ("win32", False, False), ("linux", True, False), ("darwin", False, False)],
)
def test_only_windows_with_an_nvidia_card_asks_pytorchs_own_index(
    setup: Any, monkeypatch: pytest.MonkeyPatch, platform: str, nvidia: bool, expected: bool
) -> None:
    monkeypatch.setattr(setup.environment.sys, "platform", platform)
    monkeypatch.setattr(setup.base_python, "has_nvidia", lambda: nvidia)
    arguments = setup.environment.torch_arguments()
    assert (arguments == ["--extra-index-url", "https://download.pytorch.org/whl/cu130"]) is expected
    assert bool(arguments) is expected


@pytest.mark.parametrize(
    ("settings", "nvidia", "hinted"),
    [
        ("", False, True),
        ("", True, False),
        ("global.find-links='/wheels'", False, False),
        (":env:.index-url='x'", False, False),
    ],
)
def test_the_small_torch_is_pointed_out_only_where_the_big_one_is_coming_for_nothing(
    setup: Any, tools: FakeTools, monkeypatch: pytest.MonkeyPatch, settings: str, nvidia: bool, hinted: bool
) -> None:
    monkeypatch.setattr(setup.environment.sys, "platform", "linux")
    monkeypatch.setattr(setup.environment.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(setup.base_python, "has_nvidia", lambda: nvidia)
    tools.version = settings
    assert bool(setup.environment.cpu_build_hint(Path(sys.executable))) is hinted


def test_variables_that_lead_pip_elsewhere_do_not_reach_it(
    setup: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_PREFIX"):
        monkeypatch.setenv(name, "/elsewhere")
    monkeypatch.setenv("PIP_USER", "1")
    monkeypatch.setenv("PIP_INDEX_URL", "https://mirror.example")
    variables = setup.environment.clean_variables()
    assert "/elsewhere" not in variables.values()
    assert variables["PIP_USER"] == "0"
    assert variables["PIP_INDEX_URL"] == "https://mirror.example"


def test_a_second_set_up_waits_for_the_first(
    setup: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, done = threading.Event(), threading.Event()
    monkeypatch.setattr(setup.environment, "say", lambda _: waiting.set())
    path = tmp_path / "lock"

    def second() -> None:
        with path.open("w") as handle:
            setup.environment.lock(handle)
            done.set()

    with path.open("w") as first:
        setup.environment.lock(first)
        thread = threading.Thread(target=second)
        thread.start()
        assert waiting.wait(PATIENCE_S)
        assert not done.is_set()
    thread.join(PATIENCE_S)
    assert done.is_set()
