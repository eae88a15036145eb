"""The project's virtual environment: makes it, fills it through pip, repairs it, knows when all is done.

Standard library only. The user's pip configuration decides where packages come from; decided here is only
whether pip also looks at PyTorch's own index.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import base_python
from setup_failure import NEEDED_GB, SetupError, sentence

INPUTS = ("pyproject.toml", "constraints.txt", "packaging/environment.py")

TORCH_CUDA_INDEX = "https://download.pytorch.org/whl/cu130"
"""torch 2.13 for Windows is a CPU build on PyPI; its CUDA 13.0 builds are on PyTorch's own index."""
TORCH_CPU_INDEX = "https://download.pytorch.org/whl/cpu"


class Environment:
    """The folder `.venv` of one checkout. One process at a time fills it; any number may use it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / ".venv"
        self.stamp = self.folder / "yomi-stamp.json"
        self.unfinished = self.folder / "yomi-unfinished"
        self.log = self.folder / "yomi-setup.log"
        on_windows = os.name == "nt"
        self.python = (
            self.folder / ("Scripts" if on_windows else "bin") / ("python.exe" if on_windows else "python")
        )

    def ensure(self) -> Path:
        """Bring the environment up to date and return its Python. Raises: SetupError."""
        base = base_python.find()
        wanted = self._fingerprint(base.version)
        if self._is_current(wanted):
            return self.python
        base_python.check_platform()
        try:
            with self._alone():
                # Whoever held the lock before may have done the work.
                if not self._is_current(wanted):
                    self._build(base, wanted)
        except OSError as error:
            text = f"{error.strerror} {error}"
            place = error.filename or self.folder
            raise SetupError(sentence(text, otherwise=f"{place}: {error.strerror}", place=place)) from None
        return self.python

    def _fingerprint(self, version: str) -> dict[str, str]:
        """All that the environment depends on; a difference from the stamp means work."""
        digest = hashlib.sha256()
        for name in INPUTS:
            try:
                digest.update((self.root / name).read_bytes())
            except OSError as error:
                missing = self.root / name
                raise SetupError(f"{missing}: {error.strerror}; get a complete copy of Yomi.") from None
        return {
            "inputs": digest.hexdigest(),
            "python": version,
            "root": str(self.root),
            "torch": " ".join(torch_arguments()),
        }

    def _is_current(self, wanted: dict[str, str]) -> bool:
        if self.unfinished.exists() or not self.python.exists():
            return False
        try:
            return bool(json.loads(self.stamp.read_text("utf-8")) == wanted)
        except (OSError, ValueError):
            return False

    def _build(self, base: base_python.BasePython, wanted: dict[str, str]) -> None:
        # pip takes a half-written package for an installed one: after an interruption, start from nothing.
        if self.unfinished.exists() or self._version() != base.version:
            self._create(base)
        self.unfinished.touch()
        with contextlib.suppress(FileNotFoundError):
            self.stamp.unlink()
        self._fill()
        self.stamp.write_text(json.dumps(wanted), "utf-8")
        self.unfinished.unlink()

    def _version(self) -> str:
        """`major.minor` of the environment at hand; empty where it does not run or lacks pip."""
        code = "import sys, pip; print('%d.%d' % sys.version_info[:2])"
        try:
            return subprocess.run(
                [str(self.python), "-c", code],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=clean_variables(),
                text=True,
                check=False,
            ).stdout.strip()
        except OSError:
            return ""

    def _create(self, base: base_python.BasePython) -> None:
        """Make an empty environment in place of whatever is there."""
        free_gb = shutil.disk_usage(str(self.root)).free / 1024**3
        if free_gb < NEEDED_GB:
            raise SetupError(
                f"Only {free_gb:.1f} GB are free at {self.root}: make room for {NEEDED_GB} GB, "
                "then run this command again."
            )
        base_python.ensure_venv_module(base)
        say(f"Making {self.folder} with Python {base.version} ...")
        self.folder.mkdir(exist_ok=True)
        self.unfinished.touch()
        command = [base.path, "-m", "venv", "--clear", str(self.folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=clean_variables())
        if done.returncode:
            words = done.stdout + done.stderr
            last = (words.strip().splitlines() or [""])[-1]
            raise SetupError(
                sentence(words, otherwise="Python's venv failed", place=self.folder, detail=last)
            )

    def _fill(self) -> None:
        """Install the project editable with its test extra; pip shows its own progress."""
        say("Installing Yomi and what it needs; the first time takes minutes ...")
        hint = cpu_build_hint(self.python)
        if hint:
            say(hint)
        log_bytes_before = self.log.stat().st_size if self.log.exists() else 0
        pip = [str(self.python), "-m", "pip", "install", "--disable-pip-version-check"]
        what = ["-c", "constraints.txt", *torch_arguments(), "-e", ".[test]"]
        done = subprocess.run(
            [*pip, "--log", str(self.log), *what],
            cwd=str(self.root),
            env=clean_variables(),
            stdout=sys.stderr,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            check=False,
        )
        if done.returncode:
            # What failed inside a build step is only in the log; it also holds what went well after a retry.
            words = [done.stderr, "Killed" if done.returncode == -9 else "", self._new_log(log_bytes_before)]
            otherwise = f"pip failed with exit code {done.returncode}"
            detail = f"all of pip's words: {self.log}"
            raise SetupError(sentence(*words, otherwise=otherwise, place=self.folder, detail=detail))

    def _new_log(self, start_bytes: int) -> str:
        """What pip logged since the log had `start_bytes`."""
        try:
            return self.log.read_bytes()[start_bytes:].decode("utf-8", "replace")
        except OSError:
            return ""

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep a second set-up of the same checkout waiting until the first has ended."""
        with (self.root / ".venv.lock").open("w") as handle:
            lock(handle)
            yield


def torch_arguments() -> list[str]:
    """What pip is told of torch's builds: only CUDA on Windows needs PyTorch's own index."""
    if sys.platform == "win32" and base_python.has_nvidia():
        return ["--extra-index-url", TORCH_CUDA_INDEX]
    return []


def cpu_build_hint(python: Path) -> str:
    """A line on torch's small build, where the big one is about to come to a Linux without an NVIDIA card."""
    is_x86_linux = sys.platform.startswith("linux") and platform.machine() == "x86_64"
    if not is_x86_linux or base_python.has_nvidia():
        return ""
    command = [str(python), "-m", "pip", "config", "list"]
    settings = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    # Whoever set an index or a folder of wheels has decided already; `config list` shows variables, too.
    if "index-url" in settings or "find-links" in settings:
        return ""
    return (
        "This machine has no NVIDIA card, and PyPI's torch for Linux brings 3 GB of CUDA: for the CPU build "
        f"(0.2 GB) stop this and put PIP_EXTRA_INDEX_URL={TORCH_CPU_INDEX} before the command."
    )


def clean_variables() -> dict[str, str]:
    """The process's variables, less those that would send pip or Python out of the environment."""
    variables = dict(os.environ)
    for name in ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "__PYVENV_LAUNCHER__"):
        variables.pop(name, None)
    variables["PIP_USER"] = "0"
    return variables


def lock(handle: IO[str]) -> None:
    """Hold the file for this process alone until it is closed; waits for another holder, and says so."""
    waiting = "Another set-up of this copy is running; waiting for it ..."
    if sys.platform == "win32":
        import msvcrt

        while True:
            try:
                msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)
            except OSError:
                say(waiting)
            else:
                return
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say(waiting)
        fcntl.flock(handle, fcntl.LOCK_EX)


def say(line: str) -> None:
    """Tell the user what goes on, beside the app's own output."""
    print(line, file=sys.stderr, flush=True)
