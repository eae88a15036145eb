"""A second start hands its files over and ends; nobody else gets in, a crash leaves nothing in the way."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterator
from multiprocessing.connection import Client
from pathlib import Path
from typing import Any

import pytest

from app import single_instance
from app.single_instance import OtherVersionError, SingleInstance, StartRequest, hand_over
from tests.helpers.fresh_process import in_fresh_process


class Window:
    """The first window's side, and what it heard."""

    def __init__(self, record: Path) -> None:
        self.record = record
        self.heard: list[StartRequest] = []
        self.door = SingleInstance(record, "1.2.3")
        assert self.door.listen(self.heard.append)

    def told(self) -> dict[str, object]:
        return dict(json.loads(self.record.read_text("utf-8")))


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    opened = Window(tmp_path / "instance.json")
    yield opened
    opened.door.close()


def test_a_second_start_hands_over_all_that_it_was_given(window: Window) -> None:
    request = StartRequest(("/a/Жук 漢字.png", "/b/\udcff.png"), captures=True, activation_token="abc")
    assert hand_over(window.record, request, "1.2.3")
    assert hand_over(window.record, StartRequest(), "1.2.3")
    assert window.heard == [request, StartRequest()]


def test_without_a_window_there_is_nobody_to_hand_over_to(tmp_path: Path) -> None:
    assert not hand_over(tmp_path / "instance.json", StartRequest(), "1.2.3")


@pytest.mark.parametrize(
    "content", ["", "{}", "[1]", "null", '{"address": 1, "token": 2, "protocol": 1}', "\x00"]
)
def test_a_damaged_record_is_no_window(tmp_path: Path, content: str) -> None:
    record = tmp_path / "instance.json"
    record.write_text(content, "utf-8")
    assert not hand_over(record, StartRequest(), "1.2.3")


def test_the_record_of_a_window_that_crashed_is_no_window_and_is_replaced(tmp_path: Path) -> None:
    record = tmp_path / "instance.json"
    crashed = {"protocol": 1, "version": "1", "pid": 0, "address": str(tmp_path / "gone"), "token": "x"}
    record.write_text(json.dumps(crashed), "utf-8")
    assert not hand_over(record, StartRequest(), "1.2.3")
    window = Window(record)
    try:
        assert hand_over(record, StartRequest(("/a.png",)), "1.2.3")
    finally:
        window.door.close()


def test_closing_leaves_neither_record_nor_socket(tmp_path: Path) -> None:
    window = Window(tmp_path / "instance.json")
    address = Path(str(window.told()["address"]))
    assert address.exists()
    window.door.close()
    assert not window.record.exists()
    assert not address.parent.exists()
    window.door.close()


def test_closing_leaves_the_record_of_another_window_alone(tmp_path: Path) -> None:
    first = Window(tmp_path / "instance.json")
    second = Window(tmp_path / "instance.json")
    first.door.close()
    try:
        assert hand_over(second.record, StartRequest(("/a.png",)), "1.2.3")
        assert second.heard == [StartRequest(("/a.png",))]
    finally:
        second.door.close()


def test_only_the_user_can_see_the_door(window: Window) -> None:
    assert stat.S_IMODE(window.record.stat().st_mode) == 0o600
    folder = Path(str(window.told()["address"])).parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"nonsense",
        b'{"token": "guessed", "protocol": 1, "paths": ["/etc/passwd"], "captures": false}',
        b'{"token": "TOKEN", "protocol": 1, "paths": [1], "captures": false, "activation_token": ""}',
        b'{"token": "TOKEN", "protocol": 1, "paths": "/a", "captures": false, "activation_token": ""}',
        b"[" * 100_000,
        b"\xff\xfe",
    ],
)
def test_what_is_no_request_is_dropped_and_the_door_stays_open(window: Window, message: bytes) -> None:
    message = message.replace(b"TOKEN", str(window.told()["token"]).encode())
    with Client(str(window.told()["address"])) as caller:
        caller.send_bytes(message)
        with pytest.raises((EOFError, OSError)):
            caller.recv_bytes()
    assert hand_over(window.record, StartRequest(("/a.png",)), "1.2.3")
    assert window.heard == [StartRequest(("/a.png",))]


def test_a_caller_that_says_nothing_does_not_block_the_door(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(single_instance, "GREETING_TIMEOUT_S", 0.05)
    with Client(str(window.told()["address"])):
        assert hand_over(window.record, StartRequest(("/a.png",)), "1.2.3")
    assert window.heard == [StartRequest(("/a.png",))]


def test_a_window_of_another_protocol_is_named_and_asked_to_be_closed(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = {**window.told(), "protocol": 2, "version": "9.0"}
    window.record.write_text(json.dumps(newer), "utf-8")
    with pytest.raises(OtherVersionError, match=r"Yomi 9\.0 is open; close its window first"):
        hand_over(window.record, StartRequest(), "1.2.3")
    # The window itself says so too, to one that read an older record.
    window.record.write_text(json.dumps({**newer, "protocol": 1}), "utf-8")
    monkeypatch.setattr(single_instance, "PROTOCOL", 1)
    with Client(str(newer["address"])) as caller:
        caller.send_bytes(json.dumps({"token": newer["token"], "protocol": 7}).encode())
        assert json.loads(caller.recv_bytes())["taken"] is False
    assert window.heard == []


def test_where_no_door_can_be_the_window_opens_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "gone"))
    door = SingleInstance(tmp_path / "no" / "folder" / "instance.json", "1.2.3")
    assert not door.listen(lambda request: None)
    door.close()


def test_the_second_start_needs_no_qt() -> None:

    code = (
        "import app.single_instance, sys; print(any(n.startswith(('PySide6', 'torch')) for n in sys.modules))"
    )
    done = in_fresh_process(code)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "False"


@pytest.fixture
def running_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


def test_where_nothing_can_be_written_a_second_start_finds_the_window_all_the_same(
    tmp_path: Path, running_folder: Path
) -> None:
    record = tmp_path / "no folder" / "instance.json"
    heard: list[StartRequest] = []
    door = SingleInstance(record, "1.2.3")
    assert door.listen(heard.append)
    try:
        assert not record.exists()
        (spare,) = running_folder.glob("*.json")
        assert stat.S_IMODE(spare.stat().st_mode) == 0o600
        assert hand_over(record, StartRequest(("/a.png",)), "1.2.3")
        assert heard == [StartRequest(("/a.png",))]
        # Another folder of Yomi's is another Yomi.
        assert not hand_over(tmp_path / "other" / "instance.json", StartRequest(), "1.2.3")
    finally:
        door.close()
    assert list(running_folder.iterdir()) == []
    assert not hand_over(record, StartRequest(), "1.2.3")


def test_a_disk_that_fills_up_while_the_record_is_written_leaves_no_half_of_one(
    tmp_path: Path, running_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "instance.json"
    real = json.dump

    def dump(content: object, file: Any) -> None:
        if file.fileno() in open_at:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(content, file)

    open_at: set[int] = set()
    real_open = os.open

    def opened(path: Any, *rest: Any, **more: Any) -> int:
        number = real_open(path, *rest, **more)
        open_at.discard(number)
        if Path(path) == record:
            open_at.add(number)
        return number

    monkeypatch.setattr(single_instance.json, "dump", dump)
    monkeypatch.setattr(single_instance.os, "open", opened)
    window = SingleInstance(record, "1.2.3")
    heard: list[StartRequest] = []
    assert window.listen(heard.append)
    try:
        assert not record.exists()
        assert hand_over(record, StartRequest(), "1.2.3")
    finally:
        window.close()


def test_a_record_that_another_user_put_there_is_not_believed(
    tmp_path: Path, running_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "no folder" / "instance.json"
    heard: list[StartRequest] = []
    door = SingleInstance(record, "1.2.3")
    assert door.listen(heard.append)
    try:
        monkeypatch.setattr(single_instance, "_own_id", lambda: 12345)
        assert not hand_over(record, StartRequest(("/secret.png",)), "1.2.3")
        assert heard == []
    finally:
        monkeypatch.undo()
        door.close()


def test_what_a_window_that_crashed_left_beside_is_cleared_away(tmp_path: Path, running_folder: Path) -> None:
    record = tmp_path / "instance.json"
    spare = single_instance._spare(record)
    spare.write_text(json.dumps({"protocol": 7, "version": "9.0", "address": "x", "token": "y"}), "utf-8")
    window = Window(record)
    try:
        assert not spare.exists()
    finally:
        window.door.close()
