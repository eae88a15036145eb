"""PortalKeys: keys that work in every program, had from a Wayland desktop through its portal. GUI thread
only.

Source: org.freedesktop.portal.GlobalShortcuts, versions 1 and 2, and org.freedesktop.host.portal.Registry.
The desktop asks the user, who may choose other keys there; what came of it is told later. jeepney, since Qt
for Python cannot write the `a(sa{sv})` that the portal wants; the connection is a local socket that Qt's loop
watches.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from secrets import token_hex
from typing import Any

from jeepney import DBusAddress, HeaderFields, Message, MessageType, new_method_call
from jeepney.bus_messages import MatchRule, message_bus
from jeepney.io.blocking import DBusConnection
from PySide6.QtCore import QObject, QSocketNotifier, Qt

from app.capture import session_bus
from app.capture.hotkey import Answer
from app.capture.portal import CANCELLED, PATH, REQUEST, SERVICE

SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"
REGISTRY = "org.freedesktop.host.portal.Registry"
SESSION = "org.freedesktop.portal.Session"
APP_ID = "yomi"
"""As the desktop file is named; the portal takes no other."""
DESCRIPTION_CHARS = 80

_MODIFIERS = (
    (Qt.KeyboardModifier.ControlModifier, "CTRL"),
    (Qt.KeyboardModifier.AltModifier, "ALT"),
    (Qt.KeyboardModifier.ShiftModifier, "SHIFT"),
    (Qt.KeyboardModifier.MetaModifier, "LOGO"),
)

_NAMES = {
    Qt.Key.Key_Print: "Print",
    Qt.Key.Key_Insert: "Insert",
    Qt.Key.Key_Home: "Home",
    Qt.Key.Key_End: "End",
    Qt.Key.Key_PageUp: "Prior",
    Qt.Key.Key_PageDown: "Next",
    Qt.Key.Key_Pause: "Pause",
}
"""Those of keys that write nothing, as libxkbcommon has them."""
LATIN = range(0x20, 0x100)

Answered = Callable[[Answer, str], object]
"""With the keys that were given, in the desktop's own words."""
Pressed = Callable[[str], object]
"""With the token that lets a window come to the front; empty where the desktop gave none."""

log = logging.getLogger(__name__)


class PortalKeys(QObject):
    """The keys of one hotkey: asked for by `grab`, answered once for each asking."""

    def __init__(
        self,
        bus: DBusConnection,
        pressed: Pressed,
        answered: Answered,
        description: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bus = bus
        self._pressed = pressed
        self._answered = answered
        self._description = description
        self._wanted = ("", "")
        """The name of what is bound, and the keys that are proposed for it"""
        self._session = ""
        self._calls: dict[int, Callable[[Message], None]] = {}
        """Calls that are not answered yet, by their serial number"""
        self._requests: dict[str, Callable[[int, dict[str, Any]], None]] = {}
        """Requests that the desktop still has, by their path"""
        self._notifier = QSocketNotifier(bus.sock.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_readable)
        for rule in (
            MatchRule(type="signal", sender=SERVICE),
            _owner_rule(),
        ):
            self._call(message_bus.AddMatch(rule), _nothing)
        self._register()

    @staticmethod
    def opened(
        pressed: Pressed, answered: Answered, description: str, parent: QObject | None = None
    ) -> PortalKeys | None:
        """Connected to the session's bus; None where there is none."""
        try:
            bus = session_bus.opened()
        except session_bus.NO_BUS as error:
            log.info("no hotkey through the portal: %s", error)
            return None
        return PortalKeys(bus, pressed, answered, description, parent)

    def grab(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
        """Ask for these keys instead of those before; False where the portal has no name for them, or where
        there is no bus any more.
        """
        self.release()
        keys = trigger(key, modifiers)
        if not keys or not self._notifier.isEnabled():
            return False
        # Named after the keys: others are something new, about which the desktop asks the user again.
        self._wanted = ("capture-" + keys.lower().replace("+", "-"), keys)
        self._ask()
        return True

    def release(self) -> None:
        """Give the keys back."""
        self._wanted = ("", "")
        self._requests.clear()
        if self._session:
            self._call(_message(SESSION, "Close", path=self._session), _nothing)
            self._session = ""

    def close(self) -> None:
        """Give everything back and hang up."""
        if self._notifier.isEnabled():
            self.release()
            self._hang_up()
        self.deleteLater()

    # -- asking, a step at a time

    def _register(self) -> None:
        """Say who this is; an older portal has no such door, and one that finds no desktop file says no."""
        self._call(_message(REGISTRY, "Register", "sa{sv}", (APP_ID, {})), _noted)

    def _ask(self) -> None:
        token = _token()
        options = {"handle_token": ("s", token), "session_handle_token": ("s", _token())}
        self._request(token, _message(SHORTCUTS, "CreateSession", "a{sv}", (options,)), self._on_session)

    def _on_session(self, code: int, results: dict[str, Any]) -> None:
        self._session = str(_value(results, "session_handle"))
        if code or not self._session:
            self._session = ""
            self._answered(Answer.FAILED, "")
            return
        token = _token()
        name, keys = self._wanted
        shortcut = (
            name,
            {
                "description": ("s", self._description[:DESCRIPTION_CHARS]),
                "preferred_trigger": ("s", keys),
            },
        )
        body = (self._session, [shortcut], "", {"handle_token": ("s", token)})
        self._request(token, _message(SHORTCUTS, "BindShortcuts", "oa(sa{sv})sa{sv}", body), self._on_bound)

    def _on_bound(self, code: int, results: dict[str, Any]) -> None:
        bound = dict(_value(results, "shortcuts") or ())
        if code > CANCELLED:
            self._answered(Answer.FAILED, "")
        elif code or self._wanted[0] not in bound:
            # A dialog that was closed without keys ends in success and an empty list, too.
            self._answered(Answer.DENIED, "")
        else:
            self._answered(Answer.GIVEN, str(_value(bound[self._wanted[0]], "trigger_description")))

    def _request(self, token: str, message: Message, then: Callable[[int, dict[str, Any]], None]) -> None:
        """A call whose answer comes as a signal of an object that is named beforehand."""
        sender = str(self._bus.unique_name).lstrip(":").replace(".", "_")
        path = f"{PATH}/request/{sender}/{token}"
        self._requests[path] = then

        def on_reply(reply: Message) -> None:
            if reply.header.message_type is MessageType.error and self._requests.pop(path, None) is not None:
                _noted(reply)
                self._answered(Answer.FAILED, "")

        self._call(message, on_reply)

    def _call(self, message: Message, then: Callable[[Message], None]) -> None:
        serial = next(self._bus.outgoing_serial)
        self._calls[serial] = then
        try:
            self._bus.send(message, serial=serial)
        except OSError as error:
            self._on_lost(error)

    # -- hearing

    def _on_readable(self) -> None:
        while self._notifier.isEnabled():
            try:
                message = self._bus.receive(timeout=0)
            except TimeoutError:
                return
            except (OSError, ValueError) as error:
                self._on_lost(error)
                return
            self._hear(message)

    def _hear(self, message: Message) -> None:
        fields = message.header.fields
        if message.header.message_type is not MessageType.signal:
            self._calls.pop(fields.get(HeaderFields.reply_serial, -1), _nothing)(message)
            return
        match fields.get(HeaderFields.interface), fields.get(HeaderFields.member), message.body:
            case (str(interface), "Response", (int(code), dict(results))) if interface == REQUEST:
                self._requests.pop(fields.get(HeaderFields.path, ""), _unasked)(code, results)
            case (str(interface), "Activated", (str(session), str(name), _, dict(options))) if (
                interface == SHORTCUTS and session == self._session and name == self._wanted[0]
            ):
                self._pressed(str(_value(options, "activation_token")))
            case (str(interface), "Closed", _) if (
                interface == SESSION and self._session and fields.get(HeaderFields.path) == self._session
            ):
                log.info("the desktop took the hotkey back")
                self._session = ""
            case (_, "NameOwnerChanged", (str(name), _, str(owner))) if name == SERVICE:
                self._on_portal(is_there=bool(owner))

    def _on_portal(self, *, is_there: bool) -> None:
        """The portal went, or came again and knows nothing of us."""
        self._session = ""
        self._requests.clear()
        if is_there:
            self._register()
            if self._wanted[0]:
                self._ask()

    def _on_lost(self, error: Exception) -> None:
        log.warning("the hotkey's connection to the bus is lost: %s", error)
        self._session = ""
        self._hang_up()

    def _hang_up(self) -> None:
        if self._notifier.isEnabled():
            self._notifier.setEnabled(False)
            self._bus.close()


def is_offered() -> bool:
    """Whether the desktop's portal has a part for keys. Asks it, and waits a second at most."""
    question = _message("org.freedesktop.DBus.Properties", "Get", "ss", (SHORTCUTS, "version"))
    try:
        return session_bus.answer_to(question) is not None
    except session_bus.NO_BUS as error:
        log.info("no portal to ask for keys: %s", error)
        return False


def trigger(key: Qt.Key, modifiers: Qt.KeyboardModifier) -> str:
    """Keys in the portal's writing, such as CTRL+ALT+y; empty for a key that has no name there."""
    name = _NAMES.get(key, "")
    if Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35:
        name = f"F{key - Qt.Key.Key_F1 + 1}"
    elif int(key) in LATIN:
        written = chr(key).lower()
        # Any character has a name by its number, too.
        name = written if written.isascii() and written.isalnum() else f"U{ord(written):04X}"
    held = [word for modifier, word in _MODIFIERS if modifiers & modifier]
    return "+".join([*held, name]) if name else ""


def _message(
    interface: str, method: str, signature: str | None = None, body: tuple[Any, ...] = (), *, path: str = PATH
) -> Message:
    return new_method_call(DBusAddress(path, SERVICE, interface), method, signature, body)


def _owner_rule() -> MatchRule:
    rule = MatchRule(type="signal", sender="org.freedesktop.DBus", member="NameOwnerChanged")
    rule.add_arg_condition(0, SERVICE)
    return rule


def _token() -> str:
    return f"yomi_{token_hex(8)}"


def _value(results: dict[str, Any], name: str) -> Any:
    """What jeepney gives as a pair of its type and itself; empty where it is missing."""
    match results.get(name):
        case (str(), value):
            return value
    return ""


def _noted(reply: Message) -> None:
    if reply.header.message_type is MessageType.error:
        log.info("portal: %s", reply.body[0] if reply.body else "refused")


def _nothing(_reply: Message) -> None:
    """Nobody waits for it."""


def _unasked(_code: int, _results: dict[str, Any]) -> None:
    """The answer to something that is no longer wanted."""
