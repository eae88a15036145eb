"""The whole of `yomi bench`: which figures are taken, in which order. One thread.

Every figure is the median of several runs, and ratios compare what was measured in this one run.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from PIL import Image

from engine.api import LoadRequest, Precision, RequestId
from engine.bandwidth import measure_bandwidth
from engine.bench.cold_start import measure_cold_start
from engine.bench.machine import describe_machine
from engine.bench.peak import CONTEXT_TOKENS, measure_peak
from engine.bench.plan import BenchPlan
from engine.bench.rig import Rig, noise_picture, prompt_around, random_rig
from engine.bench.steps import climb, measure_decode, measure_first_token
from engine.decode import EagerBackend
from engine.device import Placement, choose_placement, memory_used, release_memory
from engine.errors import EngineError
from engine.faults import is_out_of_memory
from engine.ladder import Ladder
from engine.models.base import PreparedImage
from engine.runtime import Runtime

TEXT_TOKENS = 34
PICTURE_GRID = (32, 64)
"""Patches: 512 visual tokens where four make one."""
PICTURE_SIZE_PX = (1024, 512)

CASES = ((1024, 1), (4096, 1), (1024, 8), (1024, 32))
"""Stored tokens and rows of each measurement of decode steps."""

QUICK_CASES = ((1024, 1), (1024, 8))
"""Filling four thousand tokens, or thirty-two rows, takes longer than measuring them."""

LONGEST_TOKENS = max(context for context, _ in CASES) + 512

Report = dict[str, Any]


def run_bench(plan: BenchPlan, progress: Callable[[str], None]) -> Report:
    """Measure everything that applies. Raises: EngineError."""
    placement = choose_placement(plan.device, plan.precision)
    report: Report = {
        "taken_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "quick": plan.quick,
        "machine": describe_machine(placement),
    }
    progress("memory bandwidth")
    report["copy_bandwidth_bytes_s"] = measure_bandwidth(placement.device, placement.prompt_threads)
    report |= {"model": {}, "decode": [], "first_token": [], "memory": [], "cold_start": []}
    if plan.dimensions is not None:
        _measure_dimensions(plan, placement, report, progress)
    else:
        _measure_folder(plan, report, progress)
    progress("memory bandwidth again")
    _take_better_bandwidth(report, measure_bandwidth(placement.device, placement.prompt_threads))
    return report


def _take_better_bandwidth(report: Report, again_bytes_s: float) -> None:
    """What else the machine did while the memory was measured would make every share too large."""
    first_bytes_s = report["copy_bandwidth_bytes_s"]
    report["copy_bandwidths_bytes_s"] = [first_bytes_s, again_bytes_s]
    if again_bytes_s <= first_bytes_s:
        return
    report["copy_bandwidth_bytes_s"] = again_bytes_s
    for decode in report["decode"]:
        if decode.get("roofline_share") is not None:
            decode["roofline_share"] *= first_bytes_s / again_bytes_s


def _measure_folder(plan: BenchPlan, report: Report, progress: Callable[[str], None]) -> None:
    if plan.model_dir is None:
        raise ValueError("neither a folder nor dimensions")
    progress("loading the model")
    began = time.perf_counter()
    runtime = Runtime.load(
        LoadRequest(RequestId("bench"), plan.model_dir, plan.device, plan.precision),
        on_progress=lambda _sentence, _done, _total: None,
        cancelled=lambda: False,
    )
    load_s = time.perf_counter() - began
    try:
        rig, info = _rig_of(runtime), runtime.info
        report["model"] = {
            "name": info.name,
            "parameters": info.parameters,
            "precision": info.precision,
            "weights_bytes": info.weights_bytes,
            "load_s": load_s,
        }
        side = Image.effect_noise(PICTURE_SIZE_PX, 64).convert("RGB")
        image = runtime.prepare_image(side, None)
        runtime.placement.use_threads_for_decode()
        _measure_rig(plan, rig, image, report, progress)
        used, _ = memory_used(runtime.placement.device)
        report["memory"].append({"precision": info.precision, "process_bytes": used})
    finally:
        runtime.close()


def _rig_of(runtime: Runtime) -> Rig:
    model, cache = runtime.model, runtime.cache
    if model is None or cache is None:
        raise ValueError("the runtime is closed")
    info = runtime.info
    return Rig(
        info.name, info.precision, runtime.spec, model, cache, EagerBackend(model, cache), info.weights_bytes
    )


def _measure_dimensions(
    plan: BenchPlan,
    placement: Placement,
    report: Report,
    progress: Callable[[str], None],
) -> None:
    name = plan.dimensions or ""
    kinds = [plan.precision.value]
    if plan.precision is Precision.AUTO:
        kinds = [placement.precision, "int4"]
    report["model"] = {"name": f"random weights at {name} dimensions"}
    for kind in kinds:
        int4 = kind == Precision.INT4.value
        progress(f"{kind}: memory")
        make = partial(random_rig, name, placement.device, placement.dtype, int4=int4, slots=1)
        report["memory"].append(
            measure_peak(
                partial(make, context_tokens=CONTEXT_TOKENS),
                partial(_ladder, plan=plan),
                placement.device,
                picture_grid=PICTURE_GRID,
                text_tokens=TEXT_TOKENS,
            )
        )
        _forget(placement)
        rig = make(context_tokens=LONGEST_TOKENS)
        _measure_rig(plan, rig, noise_picture(name, PICTURE_GRID), report, progress)
        del rig
        _forget(placement)
    for kind in kinds:
        progress(f"{kind}: cold start")
        report["cold_start"].append(measure_cold_start(name, placement.device.type, kind))


def _measure_rig(
    plan: BenchPlan,
    rig: Rig,
    image: PreparedImage,
    report: Report,
    progress: Callable[[str], None],
) -> None:
    bandwidth = report["copy_bandwidth_bytes_s"]
    prompt = prompt_around(rig.spec, image, TEXT_TOKENS)
    for context, rows in QUICK_CASES if plan.quick else CASES:
        room = context + 2 * plan.new_tokens + 64
        label = f"{rig.precision}: {rows} rows of {context} tokens"
        progress(label)
        if room > min(rig.spec.max_position_tokens, rig.cache.context_tokens):
            report["decode"].append(_skipped(rig, rows, context, "longer than the model's context"))
            continue
        try:
            measured = rig.with_cache(rows + 1, room)
            ladder = _ladder(measured, plan)
            climb(measured, ladder)
            figures = measure_decode(
                measured,
                ladder.backend,
                rows=rows,
                context_tokens=context,
                new_tokens=plan.new_tokens,
                repeats=plan.repeats,
                bandwidth_bytes_s=bandwidth,
            )
        except (RuntimeError, MemoryError, EngineError) as error:
            if not is_out_of_memory(error):
                raise
            report["decode"].append(_skipped(rig, rows, context, "not enough memory"))
            continue
        report["decode"].append(figures | {"backend": ladder.rung.value, "backend_note": ladder.note})
    progress(f"{rig.precision}: first token")
    measured = rig.with_cache(2, min(rig.cache.context_tokens, len(prompt) + 256))
    figures = measure_first_token(measured, _ladder(measured, plan), image, prompt, plan.repeats)
    report["first_token"].append(figures)


def _ladder(rig: Rig, plan: BenchPlan) -> Ladder:
    return Ladder(rig.eager, frozenset({-1}), plan.kernel_cache)


def _skipped(rig: Rig, rows: int, context: int, why: str) -> Report:
    return {"precision": rig.precision, "rows": rows, "context_tokens": context, "skipped": why}


def _forget(placement: Placement) -> None:
    gc.collect()
    release_memory(placement.device)
