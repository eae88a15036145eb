"""`python -m app`: the same as the command `yomi`. Nothing runs at import."""

from __future__ import annotations

import sys

INTERRUPTED_EXIT = 130


def main() -> int:
    """Run the command; returns its exit code, also when Ctrl-C comes before its modules are there."""
    try:
        from app.offline_guard import guard  # noqa: PLC0415 - within reach of the handler

        # Before anything else is imported: a library that goes online at its import is refused too.
        guard.install()
        from app.cli import main as run  # noqa: PLC0415 - under the guard
        from app.process_end import ended  # noqa: PLC0415

        return ended(run())
    except KeyboardInterrupt:
        return INTERRUPTED_EXIT


if __name__ == "__main__":
    sys.exit(main())
