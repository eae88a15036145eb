"""Which desktop this is, from the environment. Any thread; asks no other process."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Surroundings:
    """`platform` is Qt's plug-in (xcb, wayland, windows, cocoa, offscreen); `desktops` in lower case."""

    platform: str
    desktops: frozenset[str] = frozenset()
    is_linux: bool = sys.platform.startswith("linux")

    @staticmethod
    def found(platform: str, variables: Mapping[str, str] = os.environ) -> Surroundings:
        """This process's."""
        named = variables.get("XDG_CURRENT_DESKTOP", "") or variables.get("DESKTOP_SESSION", "")
        is_wayland = bool(variables.get("WAYLAND_DISPLAY")) and platform != "offscreen"
        return Surroundings(
            # Qt may run through XWayland, where it sees only the windows of other X11 programs.
            "wayland" if is_wayland else platform,
            frozenset(part for part in named.lower().replace(";", ":").split(":") if part),
        )

    @property
    def is_wayland(self) -> bool:
        return self.platform.startswith("wayland")

    @property
    def is_gnome(self) -> bool:
        return bool(self.desktops & {"gnome", "gnome-classic", "unity", "ubuntu"})

    @property
    def is_kde(self) -> bool:
        return bool(self.desktops & {"kde", "plasma"})
