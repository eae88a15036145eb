"""How long the tests wait for what is sure to come: long enough for a machine that others load.

A wait ends as soon as what it waits for is there, so this costs only a test that fails.
"""

from __future__ import annotations

PATIENCE_S = 120.0
PATIENCE_MS = 120_000

PROCESS_PATIENCE_S = 300.0
"""Of a process of its own with the real model, which has more to do."""
