"""A session's bus of a test's own, on which nothing is started by itself."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

EMPTY_BUS = """\
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
"""The portal of this machine, where it has one, would answer."""


@contextmanager
def private_bus(folder: Path) -> Iterator[str]:
    """The address of a bus that is there while this is entered."""
    written = folder / "bus.conf"
    written.write_text(EMPTY_BUS, "utf-8")
    with subprocess.Popen(
        ["dbus-daemon", "--config-file", str(written), "--nofork", "--print-address"],
        stdout=subprocess.PIPE,
        text=True,
    ) as daemon:
        try:
            assert daemon.stdout is not None
            yield daemon.stdout.readline().strip()
        finally:
            daemon.terminate()
