"""Whether the desktop's portal may hand out pictures of the screen without asking its user again. GUI thread
only; asks the session's bus and waits a second at most.

Source: org.freedesktop.impl.portal.PermissionStore, version 2, and xdg-desktop-portal 1.20, which keeps the
permission under the name of the desktop file, or under none for a program that it does not know.
"""

from __future__ import annotations

import logging

from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection

from app.capture.portal_keys import ANSWER_TIMEOUT_S, APP_ID, NO_BUS

SERVICE = "org.freedesktop.impl.portal.PermissionStore"
PATH = "/org/freedesktop/impl/portal/PermissionStore"
TABLE = ENTRY = "screenshot"
UNKNOWN_PROGRAM = ""

log = logging.getLogger(__name__)


def is_permitted() -> bool:
    """Whether the user said yes, for this program or for all that have no name."""
    question = new_method_call(DBusAddress(PATH, SERVICE, SERVICE), "Lookup", "ss", (TABLE, ENTRY))
    try:
        with open_dbus_connection("SESSION", auth_timeout=ANSWER_TIMEOUT_S) as bus:
            answer = bus.send_and_get_reply(question, timeout=ANSWER_TIMEOUT_S)
    except NO_BUS as error:
        log.info("nobody to ask for the permission: %s", error)
        return False
    if answer.header.message_type is not MessageType.method_return:
        # It holds nothing of the kind yet.
        return False
    permissions = dict(answer.body[0])
    allowed: list[str] = permissions.get(APP_ID) or permissions.get(UNKNOWN_PROGRAM) or []
    return "yes" in allowed
