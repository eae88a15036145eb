"""The window as a whole: what a reader sees from the first moment to an answer, in every state."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.bootstrap import StartOptions
from app.domain import EngineState, MessageState
from app.views.theme import ThemeMode
from engine.api import FinishReason, Resume, Stage
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import End, Fail, FakeEngine, Gate, Progress, Say, says
from tests.helpers.fresh_process import in_fresh_process

ROOT = Path(__file__).resolve().parents[2]


def test_the_window_is_on_screen_before_torch_is_imported(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from app.bootstrap import build\n"
        "app = build()\n"
        "app.start()\n"
        "assert app.window.isVisible()\n"
        "heavy = {'torch', 'transformers', 'engine.worker', 'PIL', 'numpy'} & set(sys.modules)\n"
        "print(sorted(heavy))\n"
        "app.finished.connect(app.qt.quit)\n"
        "app.close()\n"
        "app.qt.exec()\n"
    )
    done = in_fresh_process(code)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_a_new_window_says_what_to_do_and_what_the_engine_does(open_desk: OpenDesk) -> None:
    engine = FakeEngine()
    gate = engine.gate_loads()
    desk = open_desk(engine)
    assert desk.window.empty.isVisible()
    desk.until(gate.reached.is_set)
    desk.until(lambda: desk.window.status.sentence == "Loading Fake Reader…")
    gate.open()
    desk.until_ready()
    assert desk.window.status.sentence == "Ready"
    assert desk.window.status.model_text.startswith("Fake Reader")


def test_the_sample_is_read_with_one_click(desk: Desk, qtbot: QtBot) -> None:
    qtbot.mouseClick(desk.window.empty.sample_button, Qt.MouseButton.LeftButton)
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert desk.messages()[0].attachments[0].name == "receipt.png"
    assert desk.answer().shown_text == "Hello, world."


def test_pictures_named_on_the_command_line_are_read_in_a_conversation(
    open_desk: OpenDesk, tmp_path: Path
) -> None:
    desk = open_desk(options=StartOptions(paths=(str(picture_file(tmp_path)),)))
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert desk.answer().message.state is MessageState.COMPLETE
    assert desk.window.header.title == "Hello, world."


@pytest.mark.parametrize("way", ["command line", "drop"])
def test_the_pictures_of_a_folder_are_read(open_desk: OpenDesk, tmp_path: Path, way: str) -> None:
    folder = tmp_path / "scans"
    folder.mkdir()
    for name in ("2.png", "10.png"):
        picture_file(folder, name)
    desk = open_desk(options=StartOptions(paths=(str(folder),) if way == "command line" else ()))
    if way == "drop":
        desk.until_ready()
        desk.drop(folder)
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert [each.name for each in desk.messages()[0].attachments] == ["2.png", "10.png"]
    assert desk.answer().message.state is MessageState.COMPLETE


@pytest.mark.parametrize("way", ["command line", "drop"])
def test_a_folder_without_pictures_is_never_met_with_silence(
    open_desk: OpenDesk, tmp_path: Path, way: str
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    desk = open_desk(options=StartOptions(paths=(str(folder),) if way == "command line" else ()))
    if way == "drop":
        desk.until_ready()
        desk.drop(folder)
    desk.until(lambda: any("no pictures in the folder" in said for said in desk.window.notices.sentences()))
    desk.until_idle()
    assert desk.messages() == ()


def test_a_model_folder_named_on_the_command_line_is_the_one_that_is_loaded(
    open_desk: OpenDesk, tmp_path: Path
) -> None:
    desk = open_desk(options=StartOptions(model_folder=str(tmp_path)))
    desk.until_ready()
    assert [load.model_dir for load in desk.engine.loads] == [tmp_path]


def test_text_streams_into_the_window_and_its_figures_follow(desk: Desk, tmp_path: Path) -> None:
    looking, middle = Gate(), Gate()
    desk.engine.script(Progress(Stage.VISION, 3, 9), looking, Say("Half of "), middle, Say("it all."))
    desk.drop(picture_file(tmp_path))
    desk.stand_at(looking, lambda: desk.answer_badge() == "Looking at the picture…")
    assert desk.answer().progress == (3, 9)
    looking.open()
    desk.stand_at(middle, lambda: desk.answer().shown_text == "Half of ")
    assert desk.answer_badge() == "Reading"
    assert desk.answer().figures == "1 token"
    middle.open()
    desk.until_idle()
    assert desk.answer().shown_text == "Half of it all."
    assert desk.answer_badge() == "Complete"
    assert desk.answer().figures.startswith("20 tokens")
    assert "38 tok/s" in desk.answer().figures
    assert "first token 0.33 s" in desk.answer().figures


@pytest.mark.parametrize(
    ("steps", "badge", "note", "offers"),
    [
        (says("All of it."), "Complete", "", {"copy", "correct", "format", "export", "regenerate", "delete"}),
        ((End(FinishReason.EMPTY),), "No text found", "", {"regenerate", "delete"}),
        (
            (Say("Some"), End(FinishReason.LENGTH, Resume(0, "Some"))),
            "Cut off at the limit",
            "limit",
            {"copy", "correct", "format", "export", "regenerate", "delete", "continue"},
        ),
        (
            (Say("Some"), End(FinishReason.CONTEXT_FULL)),
            "Context full",
            "new conversation",
            {"copy", "correct", "format", "export", "regenerate", "delete"},
        ),
        (
            (Say("Ha ha"), End(FinishReason.LOOP)),
            "Stopped, repeating itself",
            "repeat",
            {"copy", "correct", "format", "export", "regenerate", "delete"},
        ),
        (
            (Say("Some"), Fail(user_message="The machine ran out of memory; close a program.")),
            "Failed",
            "ran out of memory",
            {"copy", "correct", "format", "export", "regenerate", "delete"},
        ),
        (
            (Fail(user_message="The picture is damaged; open another one."),),
            "Failed",
            "damaged",
            {"regenerate", "delete"},
        ),
    ],
)
def test_an_answer_says_truthfully_how_it_ended(
    desk: Desk, tmp_path: Path, steps: tuple[object, ...], badge: str, note: str, offers: set[str]
) -> None:
    desk.read(picture_file(tmp_path), *steps)  # type: ignore[arg-type]
    assert desk.answer_badge() == badge
    assert note in desk.answer().note if note else desk.answer().note == ""
    assert desk.answer().offers == offers


def test_stop_keeps_the_partial_text(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    gate = Gate()
    desk.engine.script(Say("What was shown"), gate, Say(" and what was not"))
    desk.drop(picture_file(tmp_path))
    desk.stand_at(gate, lambda: desk.has_answer() and desk.answer().shown_text == "What was shown")
    assert desk.window.composer.stop_button.isVisible()
    qtbot.mouseClick(desk.window.composer.stop_button, Qt.MouseButton.LeftButton)
    desk.until_idle()
    assert desk.answer().shown_text == "What was shown"
    assert desk.answer_badge() == "Stopped"
    assert not desk.window.composer.stop_button.isVisible()


def test_continue_goes_on_where_the_answer_was_cut_off(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    desk.read(picture_file(tmp_path), Say("One two"), End(FinishReason.LENGTH, Resume(0, "One two")))
    desk.engine.script(Say(" three"))
    button = desk.answer().button("continue")
    assert button.text() in desk.answer().note
    # The rows below the answer are laid out in a turn of their own.
    desk.until(lambda: button.width() >= button.sizeHint().width() > button.height())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    desk.until(lambda: desk.answer().message.state is MessageState.COMPLETE)
    assert desk.answer().shown_text == "One two three"
    assert desk.engine.requests[-1].resume == Resume(0, "One two")


def test_regenerate_replaces_the_answer_in_its_place(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    desk.read(picture_file(tmp_path), *says("First try."))
    desk.engine.script(*says("Second try."))
    qtbot.mouseClick(desk.answer().button("regenerate"), Qt.MouseButton.LeftButton)
    desk.until(lambda: desk.answer().shown_text == "Second try.")
    desk.until_idle()
    assert len(desk.messages()) == 2


def test_copy_takes_the_raw_text_and_confirms(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    raw = "# not a heading\n<T> a | b <br> \\(y\\)\n  two  spaces"
    desk.read(picture_file(tmp_path), *says(raw))
    qtbot.mouseClick(desk.answer().button("copy"), Qt.MouseButton.LeftButton)
    assert desk.app.qt.clipboard().text() == raw
    assert desk.answer().shown_text == raw


def test_copy_last_answer_works_from_the_menu_and_says_when_there_is_none(desk: Desk, tmp_path: Path) -> None:
    desk.window.menus.copy_answer.trigger()
    assert desk.window.notices.sentences() == ("There is no answer to copy yet.",)
    desk.read(picture_file(tmp_path), *says("To copy."))
    desk.window.menus.copy_answer.trigger()
    assert desk.app.qt.clipboard().text() == "To copy."


def test_a_second_question_is_about_the_picture_before(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path))
    desk.ask("What is the total?", *says("22.40"))
    assert [m.text for m in desk.messages()][2:] == ["What is the total?", "22.40"]
    assert desk.window.composer.text == ""
    assert len(desk.engine.requests[-1].turns) == 3


def test_a_model_that_cannot_be_loaded_is_told_in_a_banner_and_the_present_one_stays(
    desk: Desk, tmp_path: Path
) -> None:
    desk.engine.load_error = Fail("config_invalid", "config.json is missing; choose another folder.")
    desk.window.model_folder_chosen.emit(str(tmp_path))
    desk.until(lambda: bool(desk.window.banner.sentence))
    assert "config.json is missing" in desk.window.banner.sentence
    assert "Fake Reader stays in use" in desk.window.banner.sentence
    assert desk.window.status.model_text.startswith("Fake Reader")
    desk.engine.load_error = None
    desk.read(picture_file(tmp_path))
    assert desk.answer_badge() == "Complete"


def test_without_any_model_the_window_says_so_and_offers_to_choose_one(open_desk: OpenDesk) -> None:
    desk = open_desk(FakeEngine(load_error=Fail("config_invalid", "The folder does not exist.")))
    desk.until(lambda: desk.app.bridge.state is EngineState.NO_MODEL)
    desk.until(lambda: bool(desk.window.banner.sentence))
    assert "does not exist" in desk.window.banner.sentence
    assert "No model" in desk.window.status.sentence


def test_a_faulted_engine_is_restarted_from_the_banner(
    open_desk: OpenDesk, tmp_path: Path, qtbot: QtBot
) -> None:
    desk = open_desk()
    desk.until_ready()
    desk.read(
        picture_file(tmp_path), Fail("engine_faulted", "The graphics card stopped; restart the engine.")
    )
    assert "graphics card" in desk.window.banner.sentence
    desk.engine = FakeEngine("After the restart.")
    qtbot.mouseClick(desk.window.banner.button, Qt.MouseButton.LeftButton)
    desk.until_ready()
    assert desk.window.banner.sentence == ""
    qtbot.mouseClick(desk.answer().button("regenerate"), Qt.MouseButton.LeftButton)
    desk.until(lambda: desk.answer().shown_text == "After the restart.")


def test_every_control_has_a_name_for_a_screen_reader(desk: Desk, tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"nothing")
    desk.read(picture_file(tmp_path))
    desk.app.intake.add_paths([str(picture_file(tmp_path, "two.png")), str(broken)])
    desk.until(lambda: len(desk.app.intake.attachments) == 2)
    desk.window.say("A notice.")
    desk.window.resize(1300, 800)
    desk.window.show_model_failure("No model.")
    kinds = (QAbstractButton, QLineEdit, QAbstractScrollArea)
    unnamed = [
        f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for widget in desk.window.findChildren(QWidget)
        if isinstance(widget, kinds)
        and widget.isVisibleTo(desk.window)
        and not widget.accessibleName()
        and not (isinstance(widget, QAbstractButton) and widget.text())
        and not widget.objectName().startswith("qt_")
    ]
    assert not unnamed


def test_tab_reaches_the_controls_and_comes_back(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    desk.read(picture_file(tmp_path))
    desk.window.activateWindow()
    desk.window.composer.setFocus()
    start = desk.app.qt.focusWidget()
    assert start is not None
    seen: list[QWidget] = []
    for _ in range(60):
        focused = desk.app.qt.focusWidget()
        assert focused is not None
        if focused is start and seen:
            break
        seen.append(focused)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    else:
        raise AssertionError("Tab never came back to where it began")
    assert desk.answer().button("copy") in seen
    assert desk.window.sidebar.list_view in seen


@pytest.mark.parametrize(
    ("width", "panel", "sidebar"), [(1200, True, True), (800, False, True), (560, False, False)]
)
def test_a_narrow_window_gives_its_room_to_the_messages(
    desk: Desk, width: int, panel: bool, sidebar: bool
) -> None:
    desk.window.resize(width, 640)
    assert desk.window.width() == width
    assert desk.window.panel.isVisible() is panel
    assert desk.window.sidebar.isVisible() is sidebar
    desk.window.resize(1200, 640)
    assert desk.window.panel.isVisible()
    assert desk.window.sidebar.isVisible()


def test_what_the_window_looked_like_is_remembered(open_desk: OpenDesk) -> None:
    first = open_desk()
    first.until_ready()
    first.window.resize(711, 500)
    first.window.menus.panel.trigger()
    first.window.menus.themes[ThemeMode.DARK].trigger()
    first.close()
    second = open_desk()
    second.until_ready()
    assert second.window.size().width() == 711
    assert not second.window.panel.isVisible()
    assert second.app.theme.is_dark
    second.window.theme_chosen.emit("light")
