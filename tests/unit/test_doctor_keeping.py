"""The doctor tries history and export with a text of its own, and leaves nothing behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.commands import doctor_keeping
from app.commands.doctor_keeping import KeepingError, export_everywhere, keep_in_history
from app.commands.result_writers import FORMATS
from engine.api import Finished, FinishReason, Metrics, RequestId

TEXT = 'Corner Bakery\n日本語 "24.14" *total*'


def finished(text: str) -> Finished:
    return Finished(RequestId("one"), FinishReason.COMPLETE, text, Metrics())


def test_a_text_is_kept_and_exported_and_the_folder_is_empty_afterwards(yomi_home: Path) -> None:
    assert "found again" in keep_in_history(TEXT)
    said = export_everywhere(finished(TEXT))
    assert all(name in said for name in (*FORMATS, "html", "docx"))
    assert list(yomi_home.iterdir()) == []


def broken_history(monkeypatch: pytest.MonkeyPatch) -> None:
    real = doctor_keeping._keep

    def keep(path: Path, text: str) -> str:
        path.mkdir()
        return real(path, text)

    monkeypatch.setattr(doctor_keeping, "_keep", keep)


def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(doctor_keeping, "data_dir", refuse)


@pytest.mark.parametrize("breaking", [broken_history, full_disk])
def test_a_history_that_cannot_be_written_is_told_from_one_that_can(
    monkeypatch: pytest.MonkeyPatch, breaking: Callable[[pytest.MonkeyPatch], None]
) -> None:
    breaking(monkeypatch)
    with pytest.raises(KeepingError, match=r"\w+ \w+ \w+"):
        keep_in_history(TEXT)


def test_an_export_that_loses_the_text_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent:
        def begin(self, source: object) -> None: ...
        def text(self, text: str) -> None: ...
        def end(self, result: object) -> None: ...
        def close(self) -> None: ...

    monkeypatch.setattr(doctor_keeping, "writer_for", lambda *arguments: Silent())
    with pytest.raises(KeepingError, match="not in its export as text"):
        export_everywhere(finished("Corner Bakery"))


def test_a_format_whose_library_is_missing_is_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> bytes:
        raise ImportError("No module named 'lxml'")

    monkeypatch.setattr(doctor_keeping, "exported", missing)
    with pytest.raises(KeepingError, match=r"lxml.*set Yomi up again"):
        export_everywhere(finished("Corner Bakery"))
