"""`python -m app`: the same as the command `yomi`. Nothing runs at import."""

from __future__ import annotations

import sys

from app.cli import main

if __name__ == "__main__":
    sys.exit(main())
