"""The modules of the set-up script, imported the way `python3 packaging/dev.py` imports them."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "packaging"
NAMES = ("setup_failure", "system_libraries", "base_python", "environment", "dev")


def import_set_up(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Fresh modules, one attribute each; `monkeypatch` forgets them and the folder afterwards."""
    monkeypatch.syspath_prepend(str(FOLDER))
    for name in NAMES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    modules = {}
    for name in NAMES:
        modules[name] = importlib.import_module(name)
        # Through monkeypatch, so that it is taken out again.
        del sys.modules[name]
        monkeypatch.setitem(sys.modules, name, modules[name])
    return SimpleNamespace(**modules)
