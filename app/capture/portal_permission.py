"""Whether the desktop's portal may hand out pictures of the screen without asking its user again. GUI thread
only; asks the session's bus and waits a second at most.

Source: org.freedesktop.impl.portal.PermissionStore, version 2, and xdg-desktop-portal 1.20, which keeps the
permission under the name of the desktop file, or under none for a program that it does not know.
"""

from __future__ import annotations

import logging

from jeepney import DBusAddress, new_method_call

from app.capture import session_bus
from app.capture.portal_keys import APP_ID

SERVICE = "org.freedesktop.impl.portal.PermissionStore"
PATH = "/org/freedesktop/impl/portal/PermissionStore"
TABLE = ENTRY = "screenshot"
UNKNOWN_PROGRAM = ""

log = logging.getLogger(__name__)


def is_permitted() -> bool:
    """Whether the user said yes, for this program or for all that have no name."""
    question = new_method_call(DBusAddress(PATH, SERVICE, SERVICE), "Lookup", "ss", (TABLE, ENTRY))
    try:
        answer = session_bus.answer_to(question)
    except session_bus.NO_BUS as error:
        log.info("nobody to ask for the permission: %s", error)
        return False
    if answer is None:
        # It holds nothing of the kind yet.
        return False
    permissions = dict(answer.body[0])
    allowed: list[str] = permissions.get(APP_ID) or permissions.get(UNKNOWN_PROGRAM) or []
    return "yes" in allowed
