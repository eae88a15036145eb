"""The dialogs that choose files and folders. GUI thread only; each is opened, never waited for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFileDialog, QWidget


def open_pictures_dialog(
    parent: QWidget, folder: str, suffixes: tuple[str, ...], chosen: Callable[[list[str]], object]
) -> QFileDialog:
    """Let pictures be chosen, starting in `folder`."""
    dialog = QFileDialog(parent, QCoreApplication.translate("FileDialogs", "Open pictures"), folder)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    patterns = " ".join(f"*{suffix}" for suffix in suffixes)
    pictures = QCoreApplication.translate("FileDialogs", "Pictures")
    everything = QCoreApplication.translate("FileDialogs", "All files")
    dialog.setNameFilters([f"{pictures} ({patterns})", f"{everything} (*)"])
    dialog.filesSelected.connect(lambda paths: chosen(list(paths)))
    dialog.open()
    return dialog


def open_model_folder_dialog(parent: QWidget, folder: str, chosen: Callable[[str], object]) -> QFileDialog:
    """Let a model folder be chosen, starting in `folder`."""
    title = QCoreApplication.translate(
        "FileDialogs", "Choose a model folder (Qwen3-VL in Hugging Face layout)"
    )
    dialog = QFileDialog(parent, title, folder)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.fileSelected.connect(chosen)
    dialog.open()
    return dialog


def open_export_dialog(
    parent: QWidget, suggestion: str, format_title: str, suffix: str, chosen: Callable[[str], object]
) -> QFileDialog:
    """Let a name for a new file be chosen; the dialog asks before one that is there is taken."""
    dialog = QFileDialog(parent, QCoreApplication.translate("FileDialogs", "Export"), suggestion)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setDefaultSuffix(suffix.removeprefix("."))
    dialog.setNameFilter(f"{format_title} (*{suffix})")
    dialog.selectFile(Path(suggestion).name)
    dialog.fileSelected.connect(chosen)
    dialog.open()
    return dialog
