"""The modules of the bundle's scripts, imported the way `packaging/bundle.py` imports them."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

import pytest

from tests.helpers.set_up import FOLDER


def import_script(monkeypatch: pytest.MonkeyPatch, name: str) -> ModuleType:
    """A module of `packaging/` and what it imports from there; `monkeypatch` forgets them afterwards."""
    monkeypatch.syspath_prepend(str(FOLDER))
    before = set(sys.modules)
    module = importlib.import_module(name)
    for each in set(sys.modules) - before:
        path = getattr(sys.modules[each], "__file__", None) or ""
        if path.startswith(str(FOLDER)) or each in ("linux", "windows"):
            monkeypatch.setitem(sys.modules, each, sys.modules.pop(each))
    return module
