"""A desktop's portal of keys for tests, as strict as the documented one about what it is sent.

It runs on a thread of its own; what it heard is in `calls`.
"""

from __future__ import annotations

import threading
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

SERVICE = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"
LOOK_EVERY_S = 0.02


class ShortcutPortal:
    """What it answers to a wish for keys is `code` and the keys, none where `gives` is empty."""

    def __init__(self, *, code: int = 0, gives: str = "Ctrl+Alt+Y", knows_sessions: bool = True) -> None:
        self.code = code
        self.gives = gives
        self.knows_sessions = knows_sessions
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self.closed: list[str] = []
        self._waiting: list[Message] = []
        self._client = ""
        self._session = ""
        self._lock = threading.Lock()
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Be there; returns once the bus has the name."""
        bus = open_dbus_connection("SESSION")
        bus.send_and_get_reply(message_bus.RequestName(SERVICE))
        self._ending.clear()
        self._thread = threading.Thread(target=self._serve, args=(bus,), name="portal")
        self._thread.start()

    def stop(self) -> None:
        """Be gone."""
        self._ending.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def press(self, name: str, session: str = "", token: str = "") -> None:
        """The user presses the keys of this name."""
        options = {"activation_token": ("s", token)} if token else {}
        self._signal(SHORTCUTS, "Activated", "osta{sv}", (session or self._session, name, 7, options))

    def take_back(self) -> None:
        """The desktop ends the session."""
        self._signal("org.freedesktop.portal.Session", "Closed", None, (), path=self._session)

    @property
    def names(self) -> list[str]:
        """What was called, in order."""
        return [name for name, _ in self.calls]

    @property
    def bound(self) -> list[tuple[str, dict[str, Any]]]:
        """The shortcuts of the last wish."""
        return [body[1] for name, body in self.calls if name == "BindShortcuts"][-1]

    def _signal(
        self, interface: str, name: str, signature: str | None, body: tuple[Any, ...], path: str = PATH
    ) -> None:
        message = new_signal(DBusAddress(path, interface=interface), name, signature, body)
        message.header.fields[HeaderFields.destination] = self._client
        with self._lock:
            self._waiting.append(message)

    def _serve(self, bus: DBusConnection) -> None:
        with bus:
            while not self._ending.is_set():
                with self._lock:
                    waiting, self._waiting = self._waiting, []
                for message in waiting:
                    bus.send(message)
                try:
                    message = bus.receive(timeout=LOOK_EVERY_S)
                except TimeoutError:
                    continue
                if message.header.message_type is MessageType.method_call:
                    self._answer(bus, message)

    def _answer(self, bus: DBusConnection, call: Message) -> None:
        fields = call.header.fields
        name = fields[HeaderFields.member]
        self._client = fields[HeaderFields.sender]
        allowed = not {"CreateSession", "BindShortcuts"} & set(self.names)
        if name != "Get":
            # Before the answer: who has it may look at once.
            self.calls.append((name, call.body))
        match name, fields.get(HeaderFields.signature, ""):
            case "Get", "ss":
                bus.send(new_method_return(call, "v", (("u", 2),)))
            case "Register", "sa{sv}":
                reply = new_method_return(call) if allowed else new_error(call, SERVICE + ".Error.Failed")
                bus.send(reply)
            case "CreateSession", "a{sv}":
                if self.knows_sessions:
                    self._session = self._path("session", call.body[0]["session_handle_token"])
                    self._end_request(bus, call, call.body[0], {"session_handle": ("s", self._session)}, 0)
                else:
                    bus.send(new_error(call, SERVICE + ".Error.NotAllowed", "s", ("An app id is required",)))
            case "BindShortcuts", "oa(sa{sv})sa{sv}":
                given = [
                    (each, {"trigger_description": ("s", self.gives)})
                    for each, _ in call.body[1]
                    if self.gives
                ]
                self._end_request(bus, call, call.body[3], {"shortcuts": ("a(sa{sv})", given)}, self.code)
            case "Close", "":
                self.closed.append(fields[HeaderFields.path])
                bus.send(new_method_return(call))
            case _:
                bus.send(new_error(call, "org.freedesktop.DBus.Error.UnknownMethod"))

    def _end_request(
        self, bus: DBusConnection, call: Message, options: dict[str, Any], results: dict[str, Any], code: int
    ) -> None:
        path = self._path("request", options["handle_token"])
        bus.send(new_method_return(call, "o", (path,)))
        request = DBusAddress(path, interface="org.freedesktop.portal.Request")
        answer = new_signal(request, "Response", "ua{sv}", (code, results))
        answer.header.fields[HeaderFields.destination] = self._client
        bus.send(answer)

    def _path(self, kind: str, token: tuple[str, str]) -> str:
        return f"{PATH}/{kind}/{self._client[1:].replace('.', '_')}/{token[1]}"
