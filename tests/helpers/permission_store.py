"""The store in which a desktop's portal keeps what its user allowed, for tests: it answers one look-up."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from jeepney import HeaderFields, MessageType, new_error, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from tests.helpers.patience import PATIENCE_S

SERVICE = "org.freedesktop.impl.portal.PermissionStore"


@contextmanager
def permission_store(kept: dict[str, list[str]] | None) -> Iterator[None]:
    """On the session's bus while this is entered; None holds nothing yet."""
    with open_dbus_connection("SESSION") as bus:
        bus.send_and_get_reply(message_bus.RequestName(SERVICE))
        thread = threading.Thread(target=_answer_once, args=(bus, kept), name="permission-store")
        thread.start()
        try:
            yield
        finally:
            thread.join()


def _answer_once(bus: DBusConnection, kept: dict[str, list[str]] | None) -> None:
    while True:
        call = bus.receive(timeout=PATIENCE_S)
        if call.header.message_type is MessageType.method_call:
            break
    assert call.header.fields[HeaderFields.member] == "Lookup"
    assert call.body == ("screenshot", "screenshot")
    if kept is None:
        bus.send(new_error(call, "org.freedesktop.portal.Error.NotFound"))
    else:
        bus.send(new_method_return(call, "a{sas}v", (kept, ("y", 0))))
