"""Which Python the environment is made from, and whether Yomi can run on it at all. Standard library only."""

from __future__ import annotations

import os
import platform
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import system_libraries
from setup_failure import SetupError

OLDEST, NEWEST = (3, 11), (3, 13)


class BasePython:
    """A Python interpreter outside any environment: its path and `major.minor`."""

    def __init__(self, path: str, version: str) -> None:
        self.path = path
        self.version = version


def find() -> BasePython:
    """The interpreter that runs this, or another on PATH where this one's version does not fit.

    Raises: SetupError.
    """
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        # Inside an environment (perhaps the one about to be replaced), the interpreter under it is meant.
        path = getattr(sys, "_base_executable", None) or sys.executable
        return BasePython(path, f"{sys.version_info[0]}.{sys.version_info[1]}")
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        # Version managers leave launchers on PATH for versions that are not switched on: starting one tells.
        if found and _runs(found, "pass"):
            return BasePython(found, f"3.{minor}")
    raise SetupError(
        f"Yomi needs Python {OLDEST[0]}.{OLDEST[1]} to {NEWEST[0]}.{NEWEST[1]}, and this is "
        f"{platform.python_version()}: install Python 3.12 and run this command with it."
    )


def check_platform() -> None:
    """Refuse machines for which torch has no build. Raises: SetupError."""
    if struct.calcsize("P") != 8:
        raise SetupError("torch has no build for a 32-bit Python: install a 64-bit Python.")
    if sys.platform == "darwin" and platform.machine() == "x86_64":
        raise SetupError(
            "torch no longer has builds for Intel Macs, nor for an Intel Python on Apple silicon: "
            "use an arm64 Python on a Mac with Apple silicon."
        )


def ensure_venv_module(base: BasePython) -> None:
    """Debian and Ubuntu keep `ensurepip` in a package of its own: install it as root, else name it.

    Raises: SetupError.
    """
    if _runs(base.path, "import venv, ensurepip"):
        return
    package = f"python{base.version}-venv"
    if not (sys.platform.startswith("linux") and system_libraries.is_debian()):
        raise SetupError(
            f"{base.path} has no venv or ensurepip module: install your system's full Python {base.version}, "
            "then run this command again."
        )
    if os.geteuid() != 0:
        raise SetupError(
            f"Python's venv module is missing: run `sudo apt-get install -y {package}`, "
            "then this command again."
        )
    system_libraries.apt_install([package])


def has_nvidia() -> bool:
    """Whether an NVIDIA driver is installed."""
    if sys.platform == "win32":
        windows = Path(os.environ.get("SYSTEMROOT", r"C:\Windows"))
        return (windows / "System32" / "nvcuda.dll").exists()
    return Path("/proc/driver/nvidia/version").exists() or Path("/dev/nvidia0").exists()


def _runs(path: str, code: str) -> bool:
    return subprocess.run([path, "-c", code], capture_output=True, check=False).returncode == 0
