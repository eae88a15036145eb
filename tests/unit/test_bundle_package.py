"""The installers' own files: what they say of Yomi is what Yomi is."""

from __future__ import annotations

import configparser
import plistlib
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from app.bootstrap import StartOptions
from app.cli import COMMANDS
from engine.images import ACCEPTED_FORMATS, ACCEPTED_SUFFIXES
from tests.helpers.packaging_scripts import import_script
from tests.helpers.patience import PATIENCE_S
from tests.helpers.set_up import FOLDER, ROOT, import_set_up

LINUX = FOLDER / "linux"
MIME_TYPES = {
    "PNG": "image/png",
    "JPEG": "image/jpeg",
    "WEBP": "image/webp",
    "AVIF": "image/avif",
    "TIFF": "image/tiff",
    "BMP": "image/bmp",
    "GIF": "image/gif",
    "PPM": "image/x-portable-pixmap",
    "ICO": "image/vnd.microsoft.icon",
    "JPEG2000": "image/jp2",
    "PCX": "image/vnd.zbrush.pcx",
    "QOI": "image/qoi",
}


@pytest.fixture
def deb(monkeypatch: pytest.MonkeyPatch) -> Any:
    return import_script(monkeypatch, "linux.deb")


@pytest.fixture
def bundle(monkeypatch: pytest.MonkeyPatch) -> Any:
    return import_script(monkeypatch, "bundle")


@pytest.fixture
def menu_entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(LINUX / "yomi.desktop", "utf-8")
    return parser["Desktop Entry"]


def test_the_menu_entry_offers_yomi_for_every_format_it_reads(menu_entry: configparser.SectionProxy) -> None:
    assert set(ACCEPTED_FORMATS) == set(MIME_TYPES)
    offered = menu_entry["MimeType"].rstrip(";").split(";")
    assert set(MIME_TYPES.values()) <= set(offered)
    assert len(offered) == len(set(offered))


def test_windows_offers_yomi_only_for_suffixes_it_reads() -> None:
    script = (FOLDER / "windows" / "yomi.iss").read_text("utf-8")
    offered = re.findall(r'SupportedTypes"; ValueType: string; ValueName: "(\.\w+)"', script)
    assert {".png", ".jpg", ".webp"} <= set(offered) <= set(ACCEPTED_SUFFIXES)


def test_the_menu_entry_and_the_window_carry_the_same_name(menu_entry: configparser.SectionProxy) -> None:
    assert menu_entry["Exec"] == "yomi %F"
    # The desktop joins a window to its entry by the file's name.
    assert 'setDesktopFileName("yomi")' in (ROOT / "app" / "bootstrap.py").read_text("utf-8")
    assert StartOptions().paths == ()
    component = ET.parse(LINUX / "yomi.metainfo.xml").getroot()  # noqa: S314 - our own file
    assert component.findtext("launchable") == "yomi.desktop"
    assert component.findtext("summary") == menu_entry["Comment"]


def test_the_manual_page_names_every_command_and_option() -> None:
    page = (LINUX / "yomi.1").read_text("utf-8").replace("\\-", "-")
    source = (ROOT / "app" / "cli.py").read_text("utf-8")
    options = set(re.findall(r'"(--[a-z-]+)"', source)) - {"--version"}
    missing = {word for word in {*COMMANDS, *options} if word not in page}
    assert not missing


def test_the_control_file_has_every_field_that_dpkg_wants(deb: Any) -> None:
    text = deb.control(version="1.2.3", architecture="amd64", installed_kb=7, depends=["libz", "liba"])
    fields = dict(line.split(": ", 1) for line in text.splitlines() if not line.startswith(" "))
    assert fields["Package"] == "yomi"
    assert fields["Version"] == "1.2.3"
    assert fields["Installed-Size"] == "7"
    assert fields["Depends"] == "liba, libz"
    assert "<" in fields["Maintainer"]
    assert text.endswith("\n")
    rest = text.split("Description: ")[1].splitlines()[1:]
    assert all(line.startswith(" ") and len(line) <= 80 for line in rest)


def test_the_package_depends_on_qts_libraries_a_font_and_a_new_enough_glibc(
    deb: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = import_set_up(monkeypatch).system_libraries
    depends = deb.dependencies(system.LIBRARIES.values(), system.FONT_PACKAGE, 36)
    assert {"libegl1", "libxcb-cursor0", "libc6 (>= 2.36)"} <= depends
    assert any(each.startswith("fonts-dejavu-core |") for each in depends)
    assert not any("python" in each for each in depends)


def test_the_newest_glibc_symbol_counts_and_only_in_programs(deb: Any, tmp_path: Path) -> None:
    (tmp_path / "a.so").write_bytes(b"\x7fELF...GLIBC_2.4\0GLIBC_2.28\0GLIBC_2.100x\0")
    (tmp_path / "b.so").write_bytes(b"\x7fELF...GLIBC_2.17\0")
    (tmp_path / "text").write_bytes(b"GLIBC_2.40\0")
    assert deb.newest_glibc(tmp_path) == 28


@pytest.fixture
def staged(deb: Any, tmp_path: Path) -> Path:
    program = tmp_path / "yomi"
    (program / "_internal").mkdir(parents=True)
    (program / "yomi").write_text("#!/bin/sh\n", "utf-8")
    (program / "yomi").chmod(0o755)
    (program / "_internal" / "a.so").symlink_to("b.so")
    icons = tmp_path / "icons"
    icons.mkdir()
    for name in ("yomi.svg", *(f"yomi-{size_px}.png" for size_px in deb.ICON_SIZES_PX)):
        (icons / name).write_bytes(b"picture")
    root = tmp_path / "root"
    deb.stage(program, root, icons=icons, licences="all texts", changelog="what is new")
    return root


def test_the_command_and_the_menu_entry_lead_into_the_bundle(staged: Path) -> None:
    command = staged / "usr/bin/yomi"
    assert command.resolve() == (staged / "usr/lib/yomi/yomi").resolve()
    assert (staged / "usr/lib/yomi/yomi").stat().st_mode & 0o777 == 0o755
    assert (staged / "usr/lib/yomi/_internal/a.so").is_symlink()
    for name in (
        "applications/yomi.desktop",
        "icons/hicolor/48x48/apps/yomi.png",
        "icons/hicolor/scalable/apps/yomi.svg",
        "man/man1/yomi.1.gz",
        "metainfo/yomi.metainfo.xml",
    ):
        assert (staged / "usr/share" / name).stat().st_mode & 0o777 == 0o644
    assert (staged / "usr/share/doc/yomi/copyright").read_text("utf-8") == "all texts"


def test_the_package_says_how_much_room_it_takes(
    deb: Any, staged: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (staged / "usr/lib/yomi/large").write_bytes(b"x" * 3_000_000)
    commands: list[list[str]] = []
    monkeypatch.setattr(deb.subprocess, "run", lambda command, check: commands.append(command))
    deb.build(staged, tmp_path / "y.deb", version="1.0.0", architecture="amd64", depends=["libc6"])
    assert commands[0][0] == "dpkg-deb"
    assert "--root-owner-group" in commands[0]
    control = (staged / "DEBIAN/control").read_text("utf-8")
    size_kb = int(re.findall(r"Installed-Size: (\d+)", control)[0])
    assert 2930 <= size_kb <= 2940


def test_a_folder_without_a_model_is_refused_in_one_sentence(
    bundle: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bundle.main(["--model", str(tmp_path)]) == 1
    assert (
        capsys.readouterr().err == f"Yomi: {tmp_path} holds no model: name a model folder with --model DIR.\n"
    )


def test_a_cpu_bundle_over_its_limit_is_refused_and_a_cuda_one_is_not(
    bundle: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "yomi").write_bytes(b"x" * 2_000_000)
    monkeypatch.setattr(bundle, "BUNDLE_LIMIT_MB", 1)
    monkeypatch.setattr(bundle, "is_cpu_build", lambda: False)
    bundle.report_sizes(tmp_path)
    monkeypatch.setattr(bundle, "is_cpu_build", lambda: True)
    with pytest.raises(bundle.BundleError, match="2 MB, and 1 MB is the limit"):
        bundle.report_sizes(tmp_path)


@pytest.mark.parametrize(
    ("version", "requirements", "is_cpu"),
    [
        ("2.13.0+cpu", [], True),
        ("2.13.0", ["filelock"], True),
        ("2.13.0", ["nvidia-cublas==13.1; platform_system == 'Linux'"], False),
        ("2.13.0+cu130", [], False),
    ],
)
def test_which_torch_is_at_hand_decides_about_the_limits(
    bundle: Any, monkeypatch: pytest.MonkeyPatch, version: str, requirements: list[str], is_cpu: bool
) -> None:
    monkeypatch.setattr(bundle.metadata, "version", lambda name: version)
    monkeypatch.setattr(bundle.metadata, "requires", lambda name: requirements)
    assert bundle.is_cpu_build() is is_cpu


def test_the_icon_is_drawn_in_every_size_and_format(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # In a process of its own: a QGuiApplication would stand in the way of the tests that need widgets.
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path; import icon_set\n"
        "icon_set.draw(Path(sys.argv[2]), Path(sys.argv[3]))"
    )
    source = ROOT / "resources" / "icons" / "yomi.svg"
    subprocess.run(
        [sys.executable, "-c", code, str(FOLDER), str(source), str(tmp_path)], check=True, timeout=PATIENCE_S
    )
    from PIL import Image

    sizes = import_script(monkeypatch, "linux.deb").ICON_SIZES_PX
    for size_px in sizes:
        with Image.open(tmp_path / f"yomi-{size_px}.png") as image:
            assert image.size == (size_px, size_px)
            assert image.getpixel((0, 0))[3] == 0
            assert image.getpixel((size_px // 2, size_px // 10))[3] == 255
    with Image.open(tmp_path / "yomi.ico") as image:
        assert {(16, 16), (256, 256)} <= image.info["sizes"]
    assert (tmp_path / "yomi.icns").read_bytes().startswith(b"icns")


def test_the_version_resource_has_four_numbers_and_refuses_other_forms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resource = import_script(monkeypatch, "windows.version_resource")
    text = resource.text("1.2.3")
    assert "filevers=(1, 2, 3, 0)" in text
    compile(text, "version.txt", "eval")
    for wrong in ("1.2", "1.2.3.4", "1.2.dev0"):
        with pytest.raises(ValueError, match=r"version|invalid literal"):
            resource.text(wrong)


def test_windows_paths_may_be_long_and_mac_needs_one_entitlement() -> None:
    manifest = ET.parse(FOLDER / "windows" / "yomi.manifest")  # noqa: S314 - our own file
    found = [each.text for each in manifest.iter() if each.tag.endswith("}longPathAware")]
    assert found == ["true"]
    rights = plistlib.loads((FOLDER / "macos" / "entitlements.plist").read_bytes())
    assert rights == {"com.apple.security.cs.allow-unsigned-executable-memory": True}


def test_the_verb_brings_pyinstaller_once_and_passes_arguments_and_exit_code_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    setup = import_set_up(monkeypatch)
    started: list[list[str]] = []
    codes = {"-c": 1, "-m": 0, str(FOLDER / "bundle.py"): 4}

    def wait(command: list[str], variables: dict[str, str], folder: Path) -> int:
        started.append(command[1:])
        return codes[command[1]]

    monkeypatch.setattr(setup.system_libraries, "ensure", lambda for_tests: None)
    monkeypatch.setattr(setup.dev.Environment, "ensure", lambda self: Path("python"))
    monkeypatch.setattr(setup.dev, "wait", wait)
    assert setup.dev.main(["bundle", "--no-package"]) == 4
    assert started[1][-2:] == ["-e", ".[bundle]"]
    assert started[2] == [str(FOLDER / "bundle.py"), "--no-package"]
    started.clear()
    codes["-c"] = 0
    assert setup.dev.main(["bundle"]) == 4
    assert len(started) == 2
    codes["-c"], codes["-m"] = 1, 9
    assert setup.dev.main(["bundle"]) == 9
