"""Keeps `docs/screens/` current: python packaging/screens.py [OUT_DIR] renders the set as small WebP files.

The window with a scripted engine, light and dark, at one and two times the size, and once in each language.
`--window` renders `docs/window.png` instead, with the bundled model, whose figures are in the picture: best
where nothing else runs. Runs without a screen (QT_QPA_PLATFORM=offscreen); nothing here ships.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
LARGEST_BYTES = 100_000
QUALITIES = (88, 80, 70, 60, 45)
PATIENCE_S = 300.0


def main(arguments: list[str]) -> int:
    """Render the set; each scale in a process of its own, since Qt takes it from the environment."""
    if arguments[:1] == ["--scale"]:
        return render(Path(arguments[2]), arguments[1])
    if arguments[:1] == ["--window"]:
        return render_window(ROOT / "docs" / "window.png")
    out = Path(arguments[0]) if arguments else ROOT / "docs" / "screens"
    out.mkdir(parents=True, exist_ok=True)
    for scale in ("1", "2"):
        variables = {**os.environ, "QT_SCALE_FACTOR": scale, "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, str(HERE / "screens.py"), "--scale", scale, str(out)]
        subprocess.run(command, env=variables, check=True)
    return 0


def render(out: Path, scale: str) -> int:
    """Every scene of one scale."""
    import screenshots as shots

    twice = scale == "2"
    with shots.stage(out, size=(1080, 700)) as play:
        keep(play, out, "welcome-2x" if twice else "welcome")
        if not twice:
            play.app.theme.set_mode("dark")
            keep(play, out, "welcome-dark")
            play.app.theme.set_mode("light")
    with shots.stage(out, size=(1080, 700)) as play:
        lines = shots.receipt_lines()
        ending = shots.End(shots.FinishReason.COMPLETE, lines=lines)
        play.read(*shots.says(shots.TEXT), ending)
        # The end of the run is said with the next sample, which would take the place of these figures.
        play.turn(2.0)
        play.app.window.show_snapshot(shots.busy_snapshot(1))
        if twice:
            play.app.theme.set_mode("dark")
            keep(play, out, "reading-dark-2x")
            play.app.theme.set_mode("light")
            return 0
        keep(play, out, "reading")
        for language in ("de", "ja", "zh_CN"):
            play.app.language.set(language)
            keep(play, out, f"reading-{language}")
        play.app.language.set("en")
        others(play, out)
    with shots.stage(out, size=(1080, 1000)) as play:
        answers(play, out)
    with shots.stage(out, size=(1080, 760)) as play:
        versions(play, out)
    with shots.stage(out, size=(1080, 700)) as play:
        searching(play, out)
    with shots.stage(out, size=(1080, 760)) as play:
        troubles(play, out)
    with shots.stage(out, size=(1080, 700)) as play:
        several(play, out)
    with shots.stage(out, size=(1080, 700)) as play:
        correcting(play, out)
    return 0


def render_window(target: Path) -> int:
    """The receipt of the README's first command, read and asked about by the bundled model."""
    import io

    import screenshots as shots
    from PIL import Image
    from PySide6.QtCore import QBuffer, QIODevice

    with shots.stage(target.parent, size=(1280, 832), is_scripted=False) as play:
        app = play.app
        play.wait(lambda: app.bridge.card is not None, PATIENCE_S)
        app.desktop.open_paths([str(ROOT / "receipt.png")])
        play.wait(lambda: len(app.chat.messages) == 2 and not app.chat.is_running, PATIENCE_S)
        app.window.send_requested.emit("What is the total?")
        play.wait(lambda: len(app.chat.messages) == 4 and not app.chat.is_running, PATIENCE_S)
        app.window.model_note.hide()
        play.turn(2.0)
        app.window.messages.scroll_to_end()
        play.turn(1.0)
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        app.window.grab().save(buffer, "PNG")
    with Image.open(io.BytesIO(bytes(buffer.data().data()))) as picture:
        picture.convert("RGB").save(target, optimize=True)
    print(target, target.stat().st_size)
    return 0


def searching(play: object, out: Path) -> None:
    """What was found in a small history, and the places in one conversation."""
    import screenshots as shots

    shots.fill_shelf(play)  # type: ignore[arg-type]
    window = play.app.window  # type: ignore[attr-defined]
    shots.search_for(play, "coffee")  # type: ignore[arg-type]
    window.sidebar.results.step(2)
    window.sidebar.results.open_current()
    play.turn(1.5)  # type: ignore[attr-defined]
    keep(play, out, "search")
    window.sidebar.search.clear()
    window.menus.find_here.trigger()
    play.app.finding.bar.field.setText("coffee")  # type: ignore[attr-defined]
    play.turn(0.5)  # type: ignore[attr-defined]
    play.app.theme.set_mode("dark")  # type: ignore[attr-defined]
    keep(play, out, "find-dark")


def troubles(play: object, out: Path) -> None:
    """Answers that were cut off, stopped or failed; the colours of more contrast."""
    import screenshots as shots
    from PySide6.QtCore import Qt

    app = play.app  # type: ignore[attr-defined]
    play.read(*shots.says(shots.TEXT[:90]), shots.End(shots.FinishReason.LENGTH, shots.Resume(0, "Harbour")))  # type: ignore[attr-defined]
    play.ask("What is the total?", *shots.says("Total Total Total"), shots.End(shots.FinishReason.LOOP))  # type: ignore[attr-defined]
    failed = "The machine ran out of memory; close other programs or choose a smaller image budget."
    play.ask("Is there a phone number?", shots.Fail(user_message=failed))  # type: ignore[attr-defined]
    keep(play, out, "ends")
    # What a desktop that asks for more contrast would say.
    more = SimpleNamespace(contrastPreference=lambda: Qt.ContrastPreference.HighContrast)
    app.theme._hints = more  # noqa: SLF001 - the desktop stands behind it
    app.theme.set_mode("light")
    keep(play, out, "ends-high-contrast")


def several(play: object, out: Path) -> None:
    """Several pictures in one message, one of them broken; an edit of a question; a draft left elsewhere."""
    import tempfile

    import screenshots as shots
    from PIL import Image

    app = play.app  # type: ignore[attr-defined]
    window = app.window
    with tempfile.TemporaryDirectory() as folder:
        names = ("bakery.png", "ferry.png", "hotel.png")
        paths = [str(Path(folder) / name) for name in names]
        for path in paths:
            Path(path).write_bytes(Path(shots.RECEIPT).read_bytes())
        broken = Path(folder) / "holiday.jpg"
        with Image.open(shots.RECEIPT) as receipt:
            receipt.convert("RGB").save(broken)
        broken.write_bytes(broken.read_bytes()[:20_000])
        app.intake.add_paths([*paths, str(broken)])
        play.wait(lambda: len(app.intake.attachments) == 4 and not app.intake.is_reading)  # type: ignore[attr-defined]
        window.composer.insert_text("Which of these were paid by card?")
        keep(play, out, "several-pictures")
        app.intake.remove(app.intake.attachments[-1].id)
        window.composer.clear_text()
        play.ask("Which of these were paid by card?", *shots.says("All three were paid by card."))  # type: ignore[attr-defined]
    asked = app.chat.conversation.id
    shots.fill_shelf(play)  # type: ignore[arg-type]
    app.chat.open_conversation(app.repository.list_conversations()[1].id)
    window.composer.insert_text("Is this paid?")
    app.chat.open_conversation(asked)
    window.messages.last_question().edit()
    window.messages.last_question().editor.field.setPlainText("Which of these is the dearest?")
    keep(play, out, "edit-and-draft")


def correcting(play: object, out: Path) -> None:
    """A reading with a word in doubt, being corrected; twelve pictures that were taken off; an engine that
    stopped.
    """
    import tempfile

    import screenshots as shots

    app = play.app  # type: ignore[attr-defined]
    window = app.window
    play.read(*shots.says(shots.TEXT), shots.End(shots.FinishReason.COMPLETE, lines=shots.receipt_lines()))  # type: ignore[attr-defined]
    window.messages.widgets_in_order()[-1].correct()
    keep(play, out, "correcting")
    window.messages.widgets_in_order()[-1].end_editing()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(12):
            path = Path(folder) / f"receipt-{number + 1:02d}.png"
            path.write_bytes(Path(shots.RECEIPT).read_bytes())
            app.intake.add_paths([str(path)])
        play.wait(lambda: len(app.intake.attachments) == 12 and not app.intake.is_reading)  # type: ignore[attr-defined]
    keep(play, out, "twelve-pictures")
    app.theme.set_mode("dark")
    window.composer.tray_head.button.click()
    keep(play, out, "removed-dark")
    app.theme.set_mode("light")
    window.notices.end_all()
    shots.drag_over_window(window)
    keep(play, out, "drop")
    window.hide_drop()
    sentence = "The graphics card stopped answering; restart the engine."
    play.ask("What is the total?", shots.Fail(code="engine_faulted", user_message=sentence))  # type: ignore[attr-defined]
    keep(play, out, "engine-stopped")


def answers(play: object, out: Path) -> None:
    """An answer with everything that is laid out: headings, a table, code, formulas, Arabic."""
    import screenshots as shots

    play.read(*shots.says(shots.TEXT))  # type: ignore[attr-defined]
    play.ask("What does it say, in detail?", *shots.says(shots.FORMATTED))  # type: ignore[attr-defined]
    for mode in ("light", "dark"):
        play.app.theme.set_mode(mode)  # type: ignore[attr-defined]
        keep(play, out, "answer" if mode == "light" else "answer-dark")
    play.app.theme.set_mode("light")  # type: ignore[attr-defined]


def versions(play: object, out: Path) -> None:
    """A question in its second version, the presets over the composer, one of them being written."""
    import screenshots as shots

    from app.views.preset_section import PresetSection

    app = play.app  # type: ignore[attr-defined]
    play.read(*shots.says(shots.TEXT))  # type: ignore[attr-defined]
    play.ask("What did the milk cost?", *shots.says("There is no milk on this receipt."))  # type: ignore[attr-defined]
    play.engine.script(*shots.says("22.40"))  # type: ignore[attr-defined]
    app.branches.edit(app.chat.messages[-2].id, "What is the total?")
    play.wait(lambda: not app.chat.is_running)  # type: ignore[attr-defined]
    app.window.composer.insert_text("/")
    keep(play, out, "versions-and-presets")
    app.window.composer.clear_text()
    dialog = app.preferences.open()
    section = dialog.findChild(PresetSection)
    section.list_view.setCurrentRow(3)
    section.edit_button.click()
    keep(play, out, "preset", section.editor)
    section.editor.close()
    dialog.close()


def others(play: object, out: Path) -> None:
    """The viewer, the estimate, the settings, an export, the runs so far, the curtain over a screen."""
    import screenshots as shots
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtWidgets import QApplication

    from app.views.screen_curtain import ScreenPicture

    app = play.app  # type: ignore[attr-defined]
    attachments = app.chat.messages[0].attachments
    viewer = app.window.viewers.open(attachments[0], attachments)
    play.wait(lambda: viewer.view.has_image)  # type: ignore[attr-defined]
    viewer.tools["text"].click()
    viewer.tools["beside"].click()
    viewer.line_list.setCurrentRow(4)
    keep(play, out, "viewer", viewer)
    viewer.line_list.setCurrentRow(-1)
    viewer.tools["part"].click()
    viewer.view.set_part(QRectF(40, 372, 480, 96))
    keep(play, out, "viewer-part", viewer)
    viewer.close()
    frames(play, out)
    app.intake.add_paths([shots.RECEIPT])
    play.wait(lambda: bool(app.intake.attachments) and not app.intake.is_reading)  # type: ignore[attr-defined]
    keep(play, out, "estimate")
    app.intake.clear()
    dialog = app.preferences.open()
    keep(play, out, "settings", dialog)
    app.preferences.open_privacy()
    keep(play, out, "privacy", dialog)
    dialog.close()
    exports = app.exporting.choose()
    keep(play, out, "export", exports)
    exports.reject()
    for record in past_runs():
        app.repository.runs.add(record)
    runs = app.run_history.open()
    keep(play, out, "runs", runs)
    runs.reject()
    screen = QApplication.primaryScreen()
    size = screen.geometry().size()
    shown = app.window.grab().toImage().scaled(size, Qt.AspectRatioMode.KeepAspectRatioByExpanding)
    picture = shown.copy(0, 0, size.width(), size.height())
    app.capturing.curtains.draw([ScreenPicture(screen, picture)])
    curtain = app.capturing.curtains.curtains[0]
    curtain.set_region(QRectF(170, 120, 380, 240))
    keep(play, out, "capture", curtain)
    app.capturing.curtains.cancel()


def frames(play: object, out: Path) -> None:
    """The viewer over an animation, of which a frame is chosen."""
    import tempfile

    import screenshots as shots
    from PIL import Image

    app = play.app  # type: ignore[attr-defined]
    with Image.open(shots.RECEIPT) as receipt, tempfile.TemporaryDirectory() as folder:
        page = receipt.convert("RGB")
        path = Path(folder) / "scrolling.gif"
        views = [page.crop((0, 16 * step, page.width, 16 * step + 300)) for step in range(12)]
        views[0].save(path, save_all=True, append_images=views[1:], duration=120)
        app.intake.add_paths([str(path)])
        play.wait(lambda: bool(app.intake.attachments) and not app.intake.is_reading)  # type: ignore[attr-defined]
    (waiting,) = app.intake.attachments
    viewer = app.window.viewers.open_waiting(waiting, (waiting,))
    viewer.frames.step(7)
    play.wait(lambda: viewer.view.has_image)  # type: ignore[attr-defined]
    keep(play, out, "viewer-frames", viewer)
    viewer.close()
    app.intake.clear()


def past_runs() -> list[object]:
    """A morning's work: readings and questions, one stopped, one cut off."""
    from app.domain import MessageState, RunRecord, RunStats

    ends = {7: MessageState.STOPPED, 18: MessageState.CUT_OFF}
    now = datetime.now(UTC)
    records: list[object] = []
    for number in range(26):
        speed = 41 + 6 * math.sin(number * 1.7) - (8 if number % 5 == 0 else 0)
        tokens = 90 + 37 * (number * 7 % 11)
        stats = RunStats(
            model="Yomi Starter",
            task="ask" if number % 5 == 0 else "read",
            new_tokens=tokens,
            tokens_per_s=speed,
            first_token_s=0.22 + 0.03 * (number % 4),
            total_s=0.3 + tokens / speed,
        )
        ended = (now - timedelta(minutes=9 * (26 - number))).isoformat(timespec="milliseconds")
        records.append(RunRecord("past", ends.get(number, MessageState.COMPLETE), stats, ended_at=ended))
    return records


def keep(play: object, out: Path, name: str, widget: object = None) -> None:
    """What is on screen as WebP, as well as fits the limit."""
    import io

    from PIL import Image
    from PySide6.QtCore import QBuffer, QIODevice

    play.turn(0.8)  # type: ignore[attr-defined]
    pixels = (widget or play.app.window).grab()  # type: ignore[attr-defined]
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    pixels.save(buffer, "PNG")
    with Image.open(io.BytesIO(bytes(buffer.data().data()))) as picture:
        for quality in QUALITIES:
            encoded = io.BytesIO()
            picture.convert("RGB").save(encoded, "WEBP", quality=quality, method=6)
            if len(encoded.getvalue()) <= LARGEST_BYTES:
                break
    (out / f"{name}.webp").write_bytes(encoded.getvalue())
    print(out / f"{name}.webp", len(encoded.getvalue()))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
