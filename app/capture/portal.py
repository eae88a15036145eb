"""What the desktop portal is called on the session's bus, and how it says no. Any thread.

Source: org.freedesktop.portal.Request.
"""

from __future__ import annotations

SERVICE = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
REQUEST = "org.freedesktop.portal.Request"
CANCELLED = 1
"""The answer of who was asked and did not want it; larger ones say that something failed."""
