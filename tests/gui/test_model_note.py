"""The window says that the small bundled model reads, and where to get a large one, until it is dismissed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain import ModelCard
from app.views.figures import model_detail
from app.views.model_note import ModelNote
from app.views.theme import Theme

CARD = ModelCard(
    name="Yomi Starter",
    folder="/models/starter",
    device="cpu",
    precision="fp32",
    parameters=12_300_000,
    context_tokens=4096,
    weights_bytes=1,
    cache_bytes=1,
    bundled=True,
    note="Reads print.",
    larger="A larger model reads more: download one and choose it here.",
)


@pytest.fixture
def note(qtbot: QtBot, qapp: QApplication) -> ModelNote:
    made = ModelNote(Theme(qapp))
    qtbot.addWidget(made)
    return made


def test_nothing_is_said_before_a_model_is_loaded(note: ModelNote) -> None:
    assert note.sentence == ""


def test_the_bundled_model_is_named_and_more_says_where_a_large_one_is(note: ModelNote, qtbot: QtBot) -> None:
    note.show_model(CARD)
    assert "Yomi Starter" in note.sentence
    note.more.click()
    assert note.sentence == CARD.larger
    with qtbot.waitSignal(note.model_folder_requested):
        note.more.click()
    assert "Yomi Starter" in note.sentence


@pytest.mark.parametrize("changes", [{"bundled": False}, {"larger": ""}])
def test_of_another_model_nothing_is_said(note: ModelNote, changes: dict[str, object]) -> None:
    note.show_model(CARD)
    note.show_model(replace(CARD, **changes))  # type: ignore[arg-type]
    assert note.sentence == ""


def test_once_dismissed_it_stays_away(note: ModelNote, qtbot: QtBot) -> None:
    note.show_model(CARD)
    with qtbot.waitSignal(note.dismissed):
        note.close_button.click()
    note.show_model(CARD)
    assert note.sentence == ""
    note.set_wanted(wanted=True)
    assert note.sentence


def test_the_models_details_say_where_a_large_one_is() -> None:
    assert CARD.larger in model_detail(CARD)
