"""The registry of model families: `architectures[0]` of config.json -> the folder that knows it.

A family is one folder here whose `__init__.py` declares `ARCHITECTURES` and `load_family()`; the registry
finds the folders by itself, and nothing else names them. Looking a family up imports no torch;
`load_family()` does.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING

from engine.errors import UnsupportedArchitectureError

if TYPE_CHECKING:
    from engine.models.base import Family


@cache
def registered_architectures() -> dict[str, str]:
    """Architecture name -> module name of the family that declares it."""
    found: dict[str, str] = {}
    for entry in pkgutil.iter_modules(__path__):
        if not entry.ispkg:
            continue
        module_name = f"{__name__}.{entry.name}"
        for architecture in importlib.import_module(module_name).ARCHITECTURES:
            if architecture in found:
                raise RuntimeError(
                    f"{architecture} is declared by {found[architecture]} and by {module_name}"
                )
            found[architecture] = module_name
    return found


def resolve_family(architecture: str) -> Family:
    """The family that reads `architecture`. Raises: UnsupportedArchitectureError."""
    module_name = registered_architectures().get(architecture)
    if module_name is None:
        known = ", ".join(sorted(registered_architectures()))
        raise UnsupportedArchitectureError(
            f"Yomi cannot run models of the kind {architecture[:80]}; choose a model of one of these "
            f"kinds: {known}.",
            f"architectures[0]={architecture[:200]!r}",
        )
    family: Family = importlib.import_module(module_name).load_family()
    return family
