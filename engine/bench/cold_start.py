"""From nothing to full speed, in a process of its own: `python -m engine.bench.cold_start`.

The parent says when it started the process; what is measured is from there. No kernel cache is used, so that
everything is compiled as on a first run. Prints one JSON object.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

LIMIT_S = 180


def measure_cold_start(dimensions: str, device: str, precision: str) -> dict[str, Any]:
    """Start the process and read what it says; why it could not be measured, under `skipped`."""
    if getattr(sys, "frozen", False):
        return {"precision": precision, "skipped": "a bundle cannot start Python"}
    command = [
        sys.executable,
        "-m",
        "engine.bench.cold_start",
        dimensions,
        device,
        precision,
        repr(time.time()),
    ]
    root = str(Path(__file__).resolve().parents[2])
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=LIMIT_S, check=True)
        report: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    except (OSError, subprocess.SubprocessError, ValueError, IndexError) as error:
        return {"precision": precision, "skipped": f"the process failed: {type(error).__name__}"}
    return {"precision": precision, **report}


def _run(dimensions: str, device: str, precision: str, began: float) -> dict[str, Any]:
    from engine.early_start import open_context_early, without_collecting  # noqa: PLC0415

    if device == "cuda":
        open_context_early()
    with without_collecting():
        import torch  # noqa: PLC0415 - part of what is measured

    torch_in = time.time()
    from engine.api import Precision  # noqa: PLC0415
    from engine.bench.clock import wait_for  # noqa: PLC0415
    from engine.bench.rig import random_rig, step_dims, token_run  # noqa: PLC0415
    from engine.bench.steps import generate  # noqa: PLC0415
    from engine.device import choose_placement  # noqa: PLC0415
    from engine.kernels.fused_step import compile_step_ahead  # noqa: PLC0415
    from engine.ladder import Ladder, Rung  # noqa: PLC0415

    imported = time.time()
    asked = Precision.AUTO if precision == "int4" else Precision(precision)
    placement = choose_placement(device, asked)
    torch.zeros(1, device=placement.device)
    ready = time.time()
    compile_step_ahead(step_dims(dimensions, int4=precision == "int4"), placement.device, None)
    rig = random_rig(
        dimensions,
        placement.device,
        placement.dtype,
        int4=precision == "int4",
        slots=2,
        context_tokens=2048,
    )
    wait_for(placement.device)
    filled = time.time()
    token_run(rig, 0, 64)
    generate(rig.eager, [0], 2)
    said = time.time()
    ladder = Ladder(rig.eager, frozenset(), None)
    rungs: dict[str, float] = {}
    while ladder.can_climb and ladder.rung is not Rung.FUSED:
        began_rung = time.time()
        ladder.climb(1)
        rungs[ladder.rung.value] = time.time() - began_rung
    climbed = time.time()
    generate(ladder.backend, [0], 16)
    fast = time.time()
    return {
        "import_s": imported - began,
        "import_torch_s": torch_in - began,
        "context_s": ready - imported,
        "weights_s": filled - ready,
        "first_tokens_s": said - filled,
        "rungs_s": rungs,
        "climb_s": climbed - said,
        "to_full_speed_s": fast - began,
        "without_weights_s": fast - began - (filled - ready),
        "backend": ladder.rung.value,
        "backend_note": ladder.note,
        "torch": torch.__version__,
    }


if __name__ == "__main__":
    _, _dimensions, _device, _precision, _began = sys.argv
    sys.stdout.write(json.dumps(_run(_dimensions, _device, _precision, float(_began))) + "\n")
