"""Looking a family up costs no torch; only building one does."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import sys
from engine.errors import UnsupportedArchitectureError
from engine.models import registered_architectures, resolve_family
assert "Qwen3VLForConditionalGeneration" in registered_architectures()
try:
    resolve_family("Nothing")
except UnsupportedArchitectureError:
    pass
assert "torch" not in sys.modules, "torch"
resolve_family("Qwen3VLForConditionalGeneration")
assert "torch" in sys.modules
assert "transformers" not in sys.modules, "transformers"
assert "PySide6" not in sys.modules, "PySide6"
"""


def test_the_registry_imports_torch_only_for_a_family_that_is_wanted() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
