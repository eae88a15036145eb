"""A line of facts gives way by whole ones, and says the rest in its tooltip."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.views.facts_label import FactsLabel


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        ("20 tokens · 38 tok/s · first token 0.33 s", "20 tokens · 38 tok/s · first token 0.33 s"),
        ("20 tokens · 38 tok/s · first token 0.3", "20 tokens · 38 tok/s"),
        ("20 tokens · 38", "20 tokens"),
        ("20 toke", ""),
    ],
)
def test_what_has_no_room_is_left_out_whole(qtbot: QtBot, room: str, shown: str) -> None:
    label = FactsLabel()
    qtbot.addWidget(label)
    label.show_facts("20 tokens", "", "38 tok/s", "first token 0.33 s")
    label.resize(label.fontMetrics().horizontalAdvance(room), 20)
    label.show()
    label.grab()
    assert label.fitting("20 tokens · 38 tok/s · first token 0.33 s", label.width()) == shown
    assert label.text() == "20 tokens  ·  38 tok/s  ·  first token 0.33 s"
    assert bool(label.toolTip()) is (room != "20 tokens · 38 tok/s · first token 0.33 s")
