"""The Debian package: a staged tree and `dpkg-deb`. Needs nothing but Python and dpkg.

The bundle goes to /usr/lib/yomi: from /opt, dpkg would take the folder itself away with the last package in
it. The rest is a link into /usr/bin and descriptions. The package depends on Qt's system libraries and on
nothing else: Python comes in the bundle.
"""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = Path("usr/lib/yomi")
ICON_SIZES_PX = (16, 24, 32, 48, 64, 128, 256, 512)
DESCRIPTION = """\
reads the text of pictures on your own machine
 Drop a screenshot, a scan or a photo of a receipt, and its text streams into
 the window; ask about it; search what was read before. On the command line,
 `yomi read` prints the text.
 .
 The model comes with the package. Nothing is downloaded and nothing leaves
 your machine."""

_GLIBC = re.compile(rb"GLIBC_2\.(\d+)\x00")
_ELF = b"\x7fELF"


def control(*, version: str, architecture: str, installed_kb: int, depends: Iterable[str]) -> str:
    """The text of DEBIAN/control."""
    return (
        "Package: yomi\n"
        f"Version: {version}\n"
        f"Architecture: {architecture}\n"
        "Maintainer: The Yomi authors <authors@yomi.invalid>\n"
        f"Installed-Size: {installed_kb}\n"
        f"Depends: {', '.join(sorted(depends))}\n"
        "Section: graphics\n"
        "Priority: optional\n"
        f"Description: {DESCRIPTION}\n"
    )


def dependencies(libraries: Iterable[str], font: str, glibc_minor: int) -> set[str]:
    """What `Depends` names: Qt's libraries, any good font, and the C library that the bundle needs."""
    others = set(libraries) - {"libc6"}
    return others | {f"{font} | fonts-noto-core | fonts-liberation", f"libc6 (>= 2.{glibc_minor})"}


def newest_glibc(folder: Path) -> int:
    """The minor version of the newest glibc symbol that any program or library in the folder asks for."""
    newest = 0
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            data = path.read_bytes()
            if data.startswith(_ELF):
                newest = max([newest, *(int(found) for found in _GLIBC.findall(data))])
    return newest


def stage(bundle: Path, root: Path, *, icons: Path, licences: str, changelog: str) -> None:
    """Lay out everything but DEBIAN under `root`, which must not exist. Links, never copies, the bundle."""
    shutil.copytree(bundle, root / TARGET, symlinks=True, copy_function=_link)
    program = root / "usr/bin/yomi"
    program.parent.mkdir(parents=True)
    program.symlink_to("../lib/yomi/yomi")
    _copy(HERE / "yomi.desktop", root / "usr/share/applications/yomi.desktop")
    _copy(HERE / "yomi.metainfo.xml", root / "usr/share/metainfo/yomi.metainfo.xml")
    shared = root / "usr/share/icons/hicolor"
    for size_px in ICON_SIZES_PX:
        _copy(icons / f"yomi-{size_px}.png", shared / f"{size_px}x{size_px}/apps/yomi.png")
    _copy(icons / "yomi.svg", shared / "scalable/apps/yomi.svg")
    _zip((HERE / "yomi.1").read_text("utf-8"), root / "usr/share/man/man1/yomi.1.gz")
    _zip(changelog, root / "usr/share/doc/yomi/changelog.gz")
    copyright_file = root / "usr/share/doc/yomi/copyright"
    copyright_file.write_text(licences, "utf-8")
    for path in root.rglob("*"):
        if path.is_dir():
            path.chmod(0o755)


def build(root: Path, target: Path, *, version: str, architecture: str, depends: Iterable[str]) -> None:
    """Pack the staged tree; needs dpkg-deb. Raises: subprocess.CalledProcessError."""
    size_bytes = sum(path.lstat().st_size for path in root.rglob("*") if not path.is_dir())
    text = control(
        version=version, architecture=architecture, installed_kb=-(-size_bytes // 1024), depends=depends
    )
    folder = root / "DEBIAN"
    folder.mkdir(mode=0o755)
    (folder / "control").write_text(text, "utf-8")
    # xz: every dpkg reads it, and it is a tenth smaller than zstd -19.
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "-z6", "--build", str(root), str(target)]
    subprocess.run(command, check=True)


def _link(source: str, target: str) -> None:
    """A hard link: half a gigabyte need not be copied to be packed."""
    Path(target).hardlink_to(source)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o644)


def _zip(text: str, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    # No name and no time inside, so that the same text gives the same file.
    target.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
