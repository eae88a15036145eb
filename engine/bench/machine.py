"""What a measurement was taken on. One thread."""

from __future__ import annotations

import os
import platform
from typing import Any

import psutil
import torch

from engine.device import Placement


def describe_machine(placement: Placement) -> dict[str, Any]:
    """The device, the system and the versions that matter."""
    facts: dict[str, Any] = {
        "device": placement.device.type,
        "device_name": _cpu_name(),
        "cpu": _cpu_name(),
        "cores": psutil.cpu_count(logical=False) or os.cpu_count() or 1,
        "threads": placement.prompt_threads,
        "memory_bytes": psutil.virtual_memory().total,
        "load_average": [round(value, 2) for value in psutil.getloadavg()],
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "torch": torch.__version__,
    }
    if placement.device.type == "cuda":
        card = torch.cuda.get_device_properties(placement.device)
        facts |= {
            "device_name": card.name,
            "device_memory_bytes": card.total_memory,
            "multiprocessors": card.multi_processor_count,
            "capability": f"{card.major}.{card.minor}",
            "cuda": torch.version.cuda,
        }
    else:
        facts["vector_instructions"] = torch.backends.cpu.get_cpu_capability()
    return facts


def _cpu_name() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:  # noqa: PTH123 - a pseudo file
            names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()
