"""Which of Qt's input method plug-ins is asked for. Main thread, before the QApplication; Linux only.

Desktops with Fcitx set QT_IM_MODULE=fcitx, and Qt for Python brings no plug-in of that name: nothing could be
written but what is on the keys. Fcitx 5 answers as IBus does, too, and for that there is one. Variables as in
Qt 6.7's QPlatformInputContextFactory.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from pathlib import Path

FCITX = ("fcitx", "fcitx5")
IBUS = "ibus"
VARIABLES = (("QT_IM_MODULE", ""), ("QT_IM_MODULES", ";"))
"""Each with what stands between its names."""


def reach_fcitx_as_ibus(variables: MutableMapping[str, str], plugins: Path) -> None:
    """Ask for IBus where Fcitx is asked for and `plugins`, Qt's folder of them, lacks it."""
    if any((plugins / "platforminputcontexts").glob("*fcitx*")):
        return
    for variable, between in VARIABLES:
        written = variables.get(variable, "")
        names = written.split(between) if between else [written]
        if any(name in FCITX for name in names):
            asked = [IBUS if name in FCITX else name for name in names]
            variables[variable] = between.join(dict.fromkeys(asked))
