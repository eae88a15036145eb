"""The libraries, fonts and programs of Linux that pip cannot bring: installs what is missing, or names it.

Runs before the project's environment exists: standard library only.
Source: the NEEDED entries of PySide6-Essentials 6.11.3 (QtCore, QtGui, QtWidgets, QtNetwork, QtSvg,
the platform plugins xcb and wayland), less what the wheel brings itself.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

from setup_failure import SetupError

LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libbrotlidec.so.1": "libbrotli1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libstdc++.so.6": "libstdc++6",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
"""Shared object -> Debian's package."""

TEST_PROGRAMS = {"Xvfb": "xvfb", "dbus-run-session": "dbus"}
"""Programs that the tests start -> Debian's package."""

FONT_PACKAGE = "fonts-dejavu-core"
FONT_DIRS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
FONT_SUFFIXES = (".ttf", ".otf", ".ttc", ".pfb")


def missing_items(*, for_tests: bool) -> dict[str, str]:
    """What this Linux machine lacks, by name, with Debian's package for each."""
    missing = {name: package for name, package in LIBRARIES.items() if not _loads(name)}
    if not _has_font():
        missing["a TrueType font"] = FONT_PACKAGE
    if for_tests:
        missing.update({name: package for name, package in TEST_PROGRAMS.items() if not shutil.which(name)})
    return missing


def ensure(*, for_tests: bool) -> None:
    """Install what is missing where this process may; else raise the line to run. Raises: SetupError."""
    if not sys.platform.startswith("linux"):
        return
    missing = missing_items(for_tests=for_tests)
    if not missing:
        return
    if not is_debian():
        raise SetupError(_other_linux_sentence(sorted(missing)))
    packages = sorted(set(missing.values()))
    if os.geteuid() != 0:
        install = (
            f"sudo apt-get update && sudo apt-get install -y --no-install-recommends {' '.join(packages)}"
        )
        raise SetupError(f"{_names(missing)} missing: run `{install}`, then this command again.")
    print(f"Installing {', '.join(packages)} ...", file=sys.stderr, flush=True)
    apt_install(packages)
    left = missing_items(for_tests=for_tests)
    if left:
        again = f"apt-get install --reinstall {' '.join(sorted(set(left.values())))}"
        raise SetupError(f"{_names(left)} missing still: run `{again}`.")


def is_debian() -> bool:
    """Whether this is Debian, Ubuntu or one of their kin, with apt-get."""
    return Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None


def apt_install(packages: list[str]) -> None:
    """Install Debian packages; this process is root. Raises: SetupError."""
    variables = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    command = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages]
    # Where the lists at hand are good enough, a failed update does not matter: the install decides.
    subprocess.run(["apt-get", "update", "-q"], env=variables, capture_output=True, check=False)
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = next((row for row in done.stderr.splitlines() if row.startswith("E:")), "no reason given")
        raise SetupError(
            f"apt-get failed ({reason}): see that this machine reaches its package mirror, "
            f"then run `{' '.join(command)}`."
        )


def _loads(name: str) -> bool:
    """Whether the dynamic loader finds the library: it is asked directly, as Qt will ask it."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def _has_font() -> bool:
    for folder in FONT_DIRS:
        for _, _, names in os.walk(str(Path(folder).expanduser())):
            if any(name.lower().endswith(FONT_SUFFIXES) for name in names):
                return True
    return False


def _names(missing: dict[str, str]) -> str:
    """The first few, so that the sentence stays readable, with a verb that fits."""
    names = sorted(missing)
    if len(names) == 1:
        return f"{names[0]} is"
    rest = len(names) - 3
    return f"{', '.join(names[:3])} and {rest} more are" if rest > 0 else f"{' and '.join(names)} are"


def _other_linux_sentence(names: list[str]) -> str:
    # rpm packages provide their libraries by this name, whatever the distribution calls the package.
    capabilities = " ".join(f"'{name}()(64bit)'" for name in names if ".so" in name)
    for tool in ("dnf", "zypper"):
        if capabilities and shutil.which(tool):
            others = ", ".join(name for name in names if ".so" not in name)
            also = f" and {others}" if others else ""
            install = f"sudo {tool} install {capabilities}"
            return f"Libraries{also} are missing: run `{install}`, then this command again."
    return (
        f"Install these with your system's package manager, then run this command again: {', '.join(names)}."
    )
