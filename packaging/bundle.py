"""Makes the bundle and the installer of the system it runs on; `python3 packaging/dev.py bundle` starts it.

In order: icons, PyInstaller, licences, pruning, sizes, and then the package: a .deb on Linux, an Inno Setup
program on Windows, a disk image on macOS. Everything lands in `dist`, everything in between in `build`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import time
import tomllib
from importlib import metadata
from pathlib import Path

import icon_set
import licences
import system_libraries
from bundle_contents import sizes_by_part
from linux import deb
from windows import version_resource

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "bundle"
DIST = ROOT / "dist"
STARTER = ROOT / "resources" / "models" / "starter"

BUNDLE_LIMIT_MB = 650
PACKAGE_LIMIT_MB = 200
"""For a torch that computes on the CPU. A CUDA build weighs what CUDA weighs; see docs/release.md."""

STRIPPED = ("libtorch_cpu.so", "libtorch_python.so", "libpython3*.so*")
"""Tables of local symbols are 100 MB of torch's two, and 25 MB of a Python that was built without packaging;
they are of use to a debugger alone."""


class BundleError(Exception):
    """An expected failure; its text is shown as it is."""


def main(arguments: list[str]) -> int:
    """Build what the arguments ask for; returns the exit code."""
    parser = argparse.ArgumentParser(prog="dev.py bundle", description="Make the bundle and the installer.")
    parser.add_argument("--model", metavar="DIR", type=Path, default=STARTER, help="the model to bundle")
    parser.add_argument("--no-package", action="store_true", help="stop after the bundle")
    parsed = parser.parse_args(arguments)
    try:
        version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
        bundle = make_bundle(version, parsed.model.resolve())
        if not parsed.no_package:
            make_package(bundle, version)
    except (BundleError, licences.LicenceError) as error:
        print(f"Yomi: {error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(
            f"Yomi: {error.cmd[0]} failed with exit code {error.returncode}; its words are above.",
            file=sys.stderr,
        )
        return 1
    return 0


def make_bundle(version: str, model: Path) -> Path:
    """The folder with the program. Raises: BundleError, LicenceError, CalledProcessError."""
    check_model(model)
    started = time.monotonic()
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    icon_set.draw(ROOT / "resources" / "icons" / "yomi.svg", WORK / "icons")
    (WORK / "version.txt").write_text(version_resource.text(version), "utf-8")
    run_pyinstaller(version, model)
    bundle = DIST / "yomi"
    write_licences(bundle)
    strip_libraries(bundle)
    report_sizes(bundle)
    print(f"{bundle}: made in {time.monotonic() - started:.0f} s", flush=True)
    return bundle


def check_model(folder: Path) -> None:
    """Raises: BundleError where the folder holds no model."""
    if not (folder / "config.json").is_file() or not list(folder.glob("*.safetensors")):
        raise BundleError(f"{folder} holds no model: name a model folder with --model DIR.")


def run_pyinstaller(version: str, model: Path) -> None:
    """Raises: CalledProcessError."""
    folders = {"YOMI_BUNDLE_WORK": str(WORK), "YOMI_BUNDLE_MODEL": str(model), "YOMI_BUNDLE_VERSION": version}
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", str(DIST), "--workpath", str(ROOT / "build" / "pyinstaller")]
    spec = ROOT / "packaging" / "yomi.spec"
    subprocess.run([*command, str(spec)], check=True, cwd=ROOT, env={**os.environ, **folders})


def write_licences(bundle: Path) -> None:
    """Collect, check and write `LICENCES.txt` into the bundle. Raises: LicenceError."""
    sources = json.loads((WORK / "sources.json").read_text("utf-8"))
    components = licences.collect(sources, ROOT)
    licences.check(components)
    (bundle / "LICENCES.txt").write_text(licences.as_text(components), "utf-8")
    if sys.platform == "darwin":
        shutil.copyfile(
            bundle / "LICENCES.txt", DIST / "Yomi.app" / "Contents" / "Resources" / "LICENCES.txt"
        )


def strip_libraries(bundle: Path) -> None:
    """Take local symbols out of the largest libraries, on Linux."""
    if not sys.platform.startswith("linux"):
        return
    if shutil.which("strip") is None:
        raise BundleError("`strip` is missing: install binutils, then run this command again.")
    for name in STRIPPED:
        for path in bundle.rglob(name):
            subprocess.run(["strip", "--strip-unneeded", str(path)], check=True)


def report_sizes(bundle: Path) -> None:
    """Print what each part weighs. Raises: BundleError where a CPU bundle is too large."""
    sizes = sizes_by_part(bundle)
    for part, size_bytes in sizes.items():
        print(f"{size_bytes / 1e6:8.1f} MB  {part}")
    total_mb = sum(sizes.values()) / 1e6
    print(f"{total_mb:8.1f} MB  in all")
    if is_cpu_build() and total_mb > BUNDLE_LIMIT_MB:
        raise BundleError(f"The bundle has {total_mb:.0f} MB, and {BUNDLE_LIMIT_MB} MB is the limit.")


def is_cpu_build() -> bool:
    """Whether the torch at hand is one without CUDA: only such a build names no NVIDIA packages."""
    wants_cuda = any(line.startswith(("nvidia-", "cuda-")) for line in metadata.requires("torch") or ())
    return not wants_cuda and "+cu" not in metadata.version("torch")


def make_package(bundle: Path, version: str) -> Path:
    """The installer for this system. Raises: BundleError, CalledProcessError."""
    started = time.monotonic()
    if sys.platform == "win32":
        package = make_setup_program(version)
    elif sys.platform == "darwin":
        package = DIST / f"Yomi-{version}-{platform.machine()}.dmg"
        script = ROOT / "packaging" / "macos" / "dmg.sh"
        subprocess.run(["bash", str(script), str(DIST / "Yomi.app"), str(package)], check=True)
    else:
        package = make_deb(bundle, version)
    size_mb = package.stat().st_size / 1e6
    digest = hashlib.sha256(package.read_bytes()).hexdigest()
    package.with_name(f"{package.name}.sha256").write_text(f"{digest}  {package.name}\n", "utf-8")
    print(f"{package}: {size_mb:.1f} MB, made in {time.monotonic() - started:.0f} s")
    if is_cpu_build() and size_mb > PACKAGE_LIMIT_MB:
        raise BundleError(f"The package has {size_mb:.0f} MB, and {PACKAGE_LIMIT_MB} MB is the limit.")
    return package


def make_deb(bundle: Path, version: str) -> Path:
    """Raises: BundleError, CalledProcessError."""
    if shutil.which("dpkg-deb") is None:
        raise BundleError("`dpkg-deb` is missing: install dpkg, or stop after the bundle with --no-package.")
    architecture = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    root = WORK / "deb"
    shutil.rmtree(root, ignore_errors=True)
    deb.stage(
        bundle,
        root,
        icons=WORK / "icons",
        licences=(bundle / "LICENCES.txt").read_text("utf-8"),
        changelog=(ROOT / "CHANGELOG.md").read_text("utf-8"),
    )
    package = DIST / f"yomi_{version}_{architecture}.deb"
    depends = deb.dependencies(
        system_libraries.LIBRARIES.values(), system_libraries.FONT_PACKAGE, deb.newest_glibc(bundle)
    )
    deb.build(root, package, version=version, architecture=architecture, depends=depends)
    shutil.rmtree(root)
    return package


def make_setup_program(version: str) -> Path:
    """Raises: BundleError, CalledProcessError."""
    compiler = shutil.which("iscc") or r"C:\Program Files (x86)\Inno Setup 6\ISCC.exe"
    if not Path(compiler).exists():
        raise BundleError("Inno Setup 6 is missing: install it, or stop after the bundle with --no-package.")
    script = ROOT / "packaging" / "windows" / "yomi.iss"
    subprocess.run([compiler, f"/DVersion={version}", f"/DRoot={ROOT}", str(script)], check=True)
    return DIST / f"yomi-{version}-setup.exe"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
