"""Real GTK windows and real xterm screens, inside a virtual X server. Build-time tool; a process of its own.

    xvfb-run -a /usr/bin/python3 native_windows.py SPECS.json OUT

Runs on the system's Python, which has GTK's bindings (Debian: python3-gi, gir1.2-gtk-3.0, xterm, x11-apps,
imagemagick); hence it imports nothing of this package. Draws `OUT/N.png`, writes `OUT/N.json`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

SETTLE_MS = 350
TERMINAL_WAIT_S = 20.0


def _box(vertical: bool, spacing: int = 8, border: int = 14) -> Any:
    way = Gtk.Orientation.VERTICAL if vertical else Gtk.Orientation.HORIZONTAL
    return Gtk.Box(orientation=way, spacing=spacing, border_width=border)


def _left(text: str) -> Any:
    return Gtk.Label(label=text, xalign=0, wrap=True, max_width_chars=60)


def options(words: list[str]) -> tuple[Any, list[str]]:
    """A heading, check boxes, switches with labels, buttons."""
    box = _box(vertical=True)
    box.add(_left(words[0]))
    for word in words[1:4]:
        box.add(Gtk.CheckButton(label=word, active=len(word) % 2 == 0))
    for word in words[4:7]:
        row = _box(vertical=False, border=0)
        row.pack_start(_left(word), True, True, 0)
        row.pack_end(Gtk.Switch(active=len(word) % 2 == 0), False, False, 0)
        box.add(row)
    row = _box(vertical=False, border=0)
    for name in ("Cancel", "Apply"):
        row.pack_start(Gtk.Button(label=name), True, True, 0)
    box.add(row)
    return box, [*words[:7], "Cancel Apply"]


def table(words: list[str]) -> tuple[Any, list[str]]:
    """A list with columns."""
    store, head = Gtk.ListStore(str, str, str), ["Title", "Author", "Year"]
    rows = [[words[i], words[i + 6], words[20 + i]] for i in range(6)]
    for row in rows:
        store.append(row)
    view = Gtk.TreeView(model=store)
    for index, name in enumerate(head):
        column = Gtk.TreeViewColumn(name, Gtk.CellRendererText(), text=index)
        column.set_min_width(150)
        view.append_column(column)
    return view, [" ".join(head), *(" ".join(row) for row in rows)]


def notice(words: list[str]) -> tuple[Any, list[str]]:
    """A message with entries and buttons."""
    box = _box(vertical=True)
    box.add(_left(words[10]))
    box.add(_left(words[12]))
    for word in words[20:22]:
        box.add(Gtk.Entry(text=word))
    row = _box(vertical=False, border=0)
    for name in ("Close", "Details"):
        row.pack_start(Gtk.Button(label=name), True, True, 0)
    box.add(row)
    return box, [words[10], words[12], *words[20:22], "Close Details"]


KINDS = {"options": options, "table": table, "notice": notice}


def draw_gtk(spec: dict[str, Any], target: Path) -> list[str]:
    """One window in a theme and a font."""
    settings = Gtk.Settings.get_default()
    settings.set_property("gtk-theme-name", spec["theme"])
    settings.set_property("gtk-application-prefer-dark-theme", spec["dark"])
    settings.set_property("gtk-font-name", f"{spec['family']} {spec['size_pt']}")
    settings.set_property("gtk-enable-animations", False)
    window = Gtk.OffscreenWindow()
    widget, lines = KINDS[spec["kind"]](spec["words"])
    frame = Gtk.Frame()
    frame.get_style_context().add_class("background")
    frame.add(widget)
    window.add(frame)
    window.show_all()
    GLib.timeout_add(SETTLE_MS, Gtk.main_quit)
    Gtk.main()
    window.get_pixbuf().savev(str(target), "png", [], [])
    window.destroy()
    return lines


def draw_xterm(spec: dict[str, Any], target: Path, folder: Path) -> list[str]:
    """What xterm shows of some lines."""
    lines: list[str] = spec["lines"]
    text, ready = folder / "screen.txt", folder / "ready"
    text.write_text("\n".join(lines) + "\n", encoding="utf-8")
    ready.unlink(missing_ok=True)
    wide = max(map(len, lines)) + 2
    command = [
        "xterm",
        "-fa",
        spec["family"],
        "-fs",
        str(spec["size_pt"]),
        "-bg",
        spec["back"],
        "-fg",
        spec["ink"],
    ]
    command += [
        "-cr",
        spec["back"],
        "-geometry",
        f"{wide}x{len(lines) + 1}+0+0",
        "-b",
        "6",
        "-T",
        "eval",
        "-e",
        "sh",
        "-c",
    ]
    command += [f"printf '\\033[?25l'; cat '{text}'; echo $WINDOWID > '{ready}'; sleep {TERMINAL_WAIT_S:.0f}"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + TERMINAL_WAIT_S
        while not (ready.exists() and ready.read_text().strip()):
            if process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit("xterm did not show its text; is it installed (apt-get install xterm)?")
            time.sleep(0.05)
        time.sleep(SETTLE_MS / 1000)
        subprocess.run(["import", "-window", ready.read_text().strip(), str(target)], check=True)
    finally:
        process.terminate()
        process.wait()
    return [line for line in lines if line.strip()]


def main() -> None:
    """Command line: a specification and a folder."""
    out = Path(sys.argv[2])
    for number, spec in enumerate(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))):
        target = out / f"{number}.png"
        lines = draw_xterm(spec, target, out) if "lines" in spec else draw_gtk(spec, target)
        (out / f"{number}.json").write_text(json.dumps(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
