"""The input method that a desktop names is reached by the plug-in that is there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QLibraryInfo

from app.input_method import reach_fcitx_as_ibus

BUNDLED = ("libcomposeplatforminputcontextplugin.so", "libibusplatforminputcontextplugin.so")


@pytest.fixture
def plugins(tmp_path: Path) -> Path:
    folder = tmp_path / "platforminputcontexts"
    folder.mkdir()
    for name in BUNDLED:
        (folder / name).touch()
    return tmp_path


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"QT_IM_MODULE": "fcitx"}, {"QT_IM_MODULE": "ibus"}),
        ({"QT_IM_MODULE": "fcitx5"}, {"QT_IM_MODULE": "ibus"}),
        ({"QT_IM_MODULES": "wayland;fcitx;ibus"}, {"QT_IM_MODULES": "wayland;ibus"}),
        (
            {"QT_IM_MODULE": "fcitx", "QT_IM_MODULES": "wayland;fcitx"},
            {"QT_IM_MODULE": "ibus", "QT_IM_MODULES": "wayland;ibus"},
        ),
        ({"QT_IM_MODULE": "ibus"}, {"QT_IM_MODULE": "ibus"}),
        ({"QT_IM_MODULE": "compose"}, {"QT_IM_MODULE": "compose"}),
        ({}, {}),
    ],
)
def test_fcitx_is_reached_as_ibus_and_nothing_else_is_changed(
    plugins: Path, before: dict[str, str], after: dict[str, str]
) -> None:
    variables = dict(before)
    reach_fcitx_as_ibus(variables, plugins)
    assert variables == after


def test_a_qt_with_a_plug_in_for_fcitx_is_left_alone(plugins: Path) -> None:
    (plugins / "platforminputcontexts" / "libfcitx5platforminputcontextplugin.so").touch()
    variables = {"QT_IM_MODULE": "fcitx"}
    reach_fcitx_as_ibus(variables, plugins)
    assert variables == {"QT_IM_MODULE": "fcitx"}


def test_qt_for_python_brings_what_fcitx_is_reached_by() -> None:
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforminputcontexts"
    assert any(folder.glob("*ibus*")) == sys.platform.startswith("linux")
