"""One question to somebody on the session's bus. Any thread; waits a second at most."""

from __future__ import annotations

from jeepney import Message, MessageType
from jeepney.io.blocking import DBusConnection, open_dbus_connection

ANSWER_TIMEOUT_S = 1.0
NO_BUS = (OSError, KeyError, RuntimeError, ValueError)
"""No address, one that nobody listens at, one of a kind that jeepney does not know, a bus that is silent."""


def opened() -> DBusConnection:
    """A connection to the session's bus. Raises: `NO_BUS`."""
    return open_dbus_connection("SESSION", auth_timeout=ANSWER_TIMEOUT_S)


def answer_to(question: Message) -> Message | None:
    """What is answered; None where that is an error. Raises: `NO_BUS`."""
    with opened() as bus:
        answer = bus.send_and_get_reply(question, timeout=ANSWER_TIMEOUT_S)
    return answer if answer.header.message_type is MessageType.method_return else None
