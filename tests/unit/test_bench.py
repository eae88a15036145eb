"""`yomi bench` on a CPU: what it measures at tiny dimensions, and what it says where something is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

from app.commands import bench, bench_rival
from app.commands.bench_rival import RivalMissingError, measure_transformers
from app.engine_port import BENCH_DIMENSIONS, ModelFolderError
from engine.api import Precision
from engine.bandwidth import measure_bandwidth, memory_bandwidth
from engine.bench import cold_start, run
from engine.bench.dimensions import DIMENSIONS
from engine.bench.plan import BenchPlan
from engine.bench.rig import noise_picture, prompt_around, random_rig, token_run
from engine.bench.run import run_bench
from engine.bench.steps import measure_decode
from tests.helpers.shell import Shell

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    """One quick run at tiny dimensions, with short contexts."""
    patch = pytest.MonkeyPatch()
    patch.setattr(run, "QUICK_CASES", ((64, 1), (64, 3), (10**9, 1)))
    patch.setattr(run, "LONGEST_TOKENS", 700)
    patch.setattr(cold_start, "LIMIT_S", 100)
    stages: list[str] = []
    made = run_bench(BenchPlan(None, "tiny", "cpu", Precision.AUTO, None, quick=True), stages.append)
    patch.undo()
    assert stages
    return made


def test_decode_is_measured_in_full_and_in_4_bits_for_each_number_of_rows(report: dict[str, Any]) -> None:
    taken = {(d["precision"], d["rows"]): d for d in report["decode"] if "skipped" not in d}
    assert taken.keys() == {("fp32", 1), ("fp32", 3), ("int4", 1), ("int4", 3)}
    for decode in taken.values():
        assert decode["tokens_per_s"]["runs"] >= 3
        assert decode["tokens_per_s"]["least"] <= decode["tokens_per_s"]["median"]
        rate = decode["tokens_per_s"]["median"]
        share = rate / decode["rows"] * decode["step_bytes"] / report["copy_bandwidth_bytes_s"]
        assert decode["roofline_share"] == pytest.approx(share)
    assert taken["int4", 1]["step_bytes"] < taken["fp32", 1]["step_bytes"]


def test_what_does_not_fit_the_context_is_named_and_not_measured(report: dict[str, Any]) -> None:
    skipped = [decode for decode in report["decode"] if "skipped" in decode]
    assert len(skipped) == 2
    assert all(decode["context_tokens"] == 10**9 for decode in skipped)


def test_the_first_token_has_its_parts_and_a_second_question_is_asked(report: dict[str, Any]) -> None:
    for first in report["first_token"]:
        assert first["visual_tokens"] == 512
        assert first["text_tokens"] == 34
        for name in ("tower_ms", "prefill_ms", "first_token_ms", "second_question_ms"):
            assert first[name]["median"] > 0


def test_the_cold_start_is_a_process_of_its_own(report: dict[str, Any]) -> None:
    for start in report["cold_start"]:
        assert "skipped" not in start
        assert start["import_s"] > 0
        assert start["to_full_speed_s"] >= start["import_s"] + start["weights_s"]
        assert start["backend"] == "eager"


def test_the_report_is_json_and_a_table(report: dict[str, Any]) -> None:
    assert json.loads(json.dumps(report)) == report
    lines = list(bench.table(report))
    assert any("3 x 64 tokens" in line and "tok/s" in line for line in lines)
    assert any("not measured" in line for line in lines)
    assert any("second question" in line for line in lines)


def test_a_memory_that_was_busy_when_it_was_measured_is_measured_again(report: dict[str, Any]) -> None:
    first, again = report["copy_bandwidths_bytes_s"]
    assert report["copy_bandwidth_bytes_s"] == max(first, again)
    decodes: list[dict[str, Any]] = [{"roofline_share": 1.4}, {"roofline_share": None}, {"skipped": "long"}]
    busy = {"copy_bandwidth_bytes_s": 5e9, "decode": decodes}
    run._take_better_bandwidth(busy, 10e9)
    assert busy["copy_bandwidth_bytes_s"] == 10e9
    assert decodes == [{"roofline_share": 0.7}, {"roofline_share": None}, {"skipped": "long"}]
    run._take_better_bandwidth(busy, 4e9)
    assert busy["copy_bandwidth_bytes_s"] == 10e9
    assert decodes[0] == {"roofline_share": 0.7}


def test_a_share_of_more_than_all_is_explained(report: dict[str, Any]) -> None:
    taken = [decode for decode in report["decode"] if "skipped" not in decode]
    within = [decode | {"roofline_share": 0.9} for decode in taken]
    beyond = [*within[1:], within[0] | {"roofline_share": 1.4}]
    assert bench.SHARES_OVER_ALL not in list(bench.table(report | {"decode": within}))
    assert bench.SHARES_OVER_ALL in list(bench.table(report | {"decode": beyond}))


def test_the_peak_of_a_card_is_told_with_its_parts(report: dict[str, Any]) -> None:
    parts = {"weights": 1.9e9, "cache": 0.24e9, "while it works": 0.04e9}
    memory = {"precision": "int4", "peak_bytes": 2.18e9, "parts_bytes": parts}
    lines = list(bench.table(report | {"memory": [memory]}))
    assert "int4  peak memory 2.18 GB (weights 1.90, cache 0.24, while it works 0.04)" in lines


def test_what_a_longer_context_costs_is_told_beside_what_it_weighs(report: dict[str, Any]) -> None:
    short, *_ = (d for d in report["decode"] if d["rows"] == 1 and "skipped" not in d)
    long = short | {"context_tokens": 4096, "step_ms": short["step_ms"] * 1.26}
    long["step_bytes"] = short["step_bytes"] * 1.3
    lines = list(bench.table(report | {"decode": [short, long]}))
    told = "a step at 4096 tokens takes 1.26 times as long as at 64 and reads 1.30 times as much"
    assert f"{short['precision']:<5} {told}" in lines


def test_a_cold_start_that_fails_or_cannot_be_is_said_to_have_been_skipped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("python", 1)

    monkeypatch.setattr(cold_start.subprocess, "run", fails)
    assert "TimeoutExpired" in cold_start.measure_cold_start("tiny", "cpu", "fp32")["skipped"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "bundle" in cold_start.measure_cold_start("tiny", "cpu", "fp32")["skipped"]


def test_random_weights_weigh_what_the_dimensions_say() -> None:
    rig = random_rig("tiny", CPU, torch.float32, int4=False, slots=1, context_tokens=64)
    text = DIMENSIONS["tiny"]["text_config"]
    hidden, ffn, layers = text["hidden_size"], text["intermediate_size"], text["num_hidden_layers"]
    heads = (text["num_attention_heads"] + text["num_key_value_heads"]) * 2 * text["head_dim"]
    linears = layers * (heads * hidden + 3 * hidden * ffn)
    norms = layers * (2 * hidden + 2 * text["head_dim"]) + hidden
    wanted = 4 * (linears + norms + text["vocab_size"] * hidden)
    assert rig.step_bytes(0) == wanted
    token_bytes = 2 * layers * text["num_key_value_heads"] * text["head_dim"] * 4
    assert rig.step_bytes(100, rows=3) == wanted + 300 * token_bytes


def test_the_2b_reads_3_44_gb_a_step_in_bf16() -> None:
    text = DIMENSIONS["2b"]["text_config"]
    per_layer = text["hidden_size"] * (
        (text["num_attention_heads"] + text["num_key_value_heads"]) * 2 * text["head_dim"]
        + 3 * text["intermediate_size"]
    )
    assert per_layer == 50_331_648
    assert text["num_hidden_layers"] * per_layer + text["vocab_size"] * text["hidden_size"] == 1_720_451_072


def test_the_same_seed_gives_the_same_model() -> None:
    rigs = [random_rig("tiny", CPU, torch.float32, int4=True, slots=1, context_tokens=64) for _ in range(2)]
    assert torch.equal(token_run(rigs[0], 0, 20), token_run(rigs[1], 0, 20))


def test_a_measured_slot_is_left_as_long_as_it_was() -> None:
    rig = random_rig("tiny", CPU, torch.float32, int4=False, slots=2, context_tokens=128)
    figures = measure_decode(
        rig, rig.eager, rows=2, context_tokens=40, new_tokens=8, repeats=3, bandwidth_bytes_s=0.0
    )
    assert figures["roofline_share"] is None
    assert [rig.cache.length(slot) for slot in range(2)] == [40, 40]


def test_a_picture_of_noise_stands_in_the_midst_of_its_prompt() -> None:
    rig = random_rig("tiny", CPU, torch.float32, int4=False, slots=1, context_tokens=64)
    image = noise_picture("tiny", (4, 8))
    prompt = prompt_around(rig.spec, image, 10)
    assert (prompt.visual_tokens, len(prompt)) == (8, 18)
    assert prompt.image_spans[0].start == 5


def test_the_memory_of_a_cpu_is_measured_once_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    assert measure_bandwidth(CPU, 1) > 1e8
    first = memory_bandwidth(CPU, 1)
    monkeypatch.setattr("engine.bandwidth.measure_bandwidth", lambda device, threads: -1.0)
    assert memory_bandwidth(CPU, 1) == first > 0


def test_a_device_without_a_clock_of_ours_is_not_measured() -> None:
    assert measure_bandwidth(torch.device("meta"), 1) == 0.0


# -- the command


@pytest.fixture
def quick_report(report: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The command without the measuring."""
    asked: dict[str, Any] = {}

    def measured(plan: BenchPlan, _progress: object) -> dict[str, Any]:
        asked["plan"] = plan
        return dict(report)

    monkeypatch.setattr(bench, "bench_model", measured)
    return asked


def test_the_command_prints_the_table_and_writes_the_json(
    shell: Shell, quick_report: dict[str, Any], tmp_path: Path
) -> None:
    target = tmp_path / "figures.json"
    code, out, err = shell("bench", "--quick", "--dimensions", "tiny", "--json", str(target))
    assert (code, err) == (0, "")
    assert "tok/s" in out
    assert json.loads(target.read_text("utf-8"))["decode"]
    plan = quick_report["plan"]
    assert (plan.quick, plan.dimensions, plan.model_dir) == (True, "tiny", None)


def test_a_dash_prints_the_json_alone(shell: Shell, quick_report: dict[str, Any]) -> None:
    code, out, _ = shell("bench", "--json", "-")
    assert code == 0
    assert json.loads(out)["machine"]["device"] == "cpu"
    assert quick_report["plan"].model_dir.name == "starter"


def test_a_file_that_cannot_be_written_is_said(
    shell: Shell, quick_report: dict[str, Any], tmp_path: Path
) -> None:
    code, out, err = shell("bench", "--json", str(tmp_path / "none" / "figures.json"))
    assert code == 1
    assert "tok/s" in out
    assert "cannot be written" in err


def test_a_model_that_cannot_be_measured_is_a_sentence(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object) -> dict[str, Any]:
        raise ModelFolderError("The model folder does not exist; choose another.", "config")

    monkeypatch.setattr(bench, "bench_model", refuses)
    code, out, err = shell("bench", "--model", "/nowhere")
    assert (code, out) == (1, "")
    assert "does not exist" in err


def test_a_folder_and_a_device_that_are_not_there_are_refused_by_the_real_engine(
    shell: Shell, tmp_path: Path
) -> None:
    code, _, err = shell("bench", "--model", str(tmp_path / "nothing"))
    assert code == 1
    assert "folder" in err


# -- the rival


def test_transformers_is_measured_at_the_same_dimensions() -> None:
    figures = measure_transformers(BENCH_DIMENSIONS["tiny"], "cpu", compiled=False, new_tokens=4, repeats=2)
    assert figures["tokens_per_s"]["median"] > 0
    assert figures["first_token_ms"]["median"] > 0
    assert "dynamic" in figures["name"]


def test_without_transformers_the_comparison_is_refused_in_a_sentence(
    shell: Shell, quick_report: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(RivalMissingError, match="not installed"):
        measure_transformers(BENCH_DIMENSIONS["tiny"], "cpu", compiled=False, new_tokens=4, repeats=2)
    code, _, err = shell("bench", "--dimensions", "tiny", "--against", "transformers")
    assert code == 1
    assert "not installed" in err
    assert not quick_report, "nothing is measured first"


def test_both_ways_of_transformers_are_in_the_report(
    shell: Shell, quick_report: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    figure = {"median": 2.0, "least": 1.0, "most": 3.0, "runs": 2}

    def measured(*_: object, compiled: bool, **__: object) -> dict[str, Any]:
        name = "transformers compiled" if compiled else "transformers"
        return {
            "name": name,
            "version": "5",
            "tokens_per_s": figure,
            "first_token_ms": figure,
            "first_run_s": 1.0,
        }

    monkeypatch.setattr(bench_rival, "measure_transformers", measured)
    monkeypatch.setattr(bench_rival, "require_transformers", lambda: None)
    monkeypatch.setenv("CC", "cc")
    code, out, _ = shell("bench", "--dimensions", "tiny", "--against", "compiled")
    assert code == 0
    assert "transformers 5: 2 tok/s" in out
    assert "transformers compiled 5" in out
    assert ((1, *run.PICTURE_GRID), run.TEXT_TOKENS) == (bench_rival.PICTURE_GRID, bench_rival.TEXT_TOKENS)
    assert run.PICTURE_GRID[0] * run.PICTURE_GRID[1] // 4 == bench_rival.VISUAL_TOKENS
    assert (bench_rival.CONTEXT_TOKENS, 1) in run.QUICK_CASES


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (RuntimeError("at /home/somebody/x.py"), "it failed with RuntimeError"),
        (RivalMissingError("too old"), "too old"),
    ],
)
def test_a_rival_that_fails_is_said_to_have_failed_and_the_figures_stay(
    shell: Shell,
    quick_report: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    reason: str,
) -> None:
    def fails(*_: object, **__: object) -> dict[str, Any]:
        raise error

    monkeypatch.setattr(bench_rival, "measure_transformers", fails)
    code, out, _ = shell("bench", "--dimensions", "tiny", "--against", "transformers")
    assert code == 0
    assert f"transformers generate, dynamic cache: not measured, {reason}" in out
    assert "somebody" not in out
    assert quick_report


def rival(*, compiled: bool, limit_s: float = 60.0) -> dict[str, Any]:
    dimensions = BENCH_DIMENSIONS["tiny"]
    return bench_rival.measure_rival(
        dimensions, "cpu", compiled=compiled, new_tokens=4, repeats=2, limit_s=limit_s
    )


class Alarm:
    """A system's alarm that rings when it is told to."""

    SIGALRM, ITIMER_REAL = 14, 0

    def __init__(self) -> None:
        self.handler: Any = "what was there"
        self.set_s: list[float] = []

    def signal(self, _number: int, handler: Any) -> Any:
        self.handler, before = handler, self.handler
        return before

    def setitimer(self, _which: int, seconds: float) -> None:
        self.set_s.append(seconds)


def test_a_rival_that_does_not_come_to_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    alarm = Alarm()

    def never(*_: object, **__: object) -> dict[str, Any]:
        alarm.handler(alarm.SIGALRM, None)
        raise AssertionError("the alarm was not heard")

    monkeypatch.setattr(bench_rival, "signal", alarm)
    monkeypatch.setattr(bench_rival, "measure_transformers", never)
    assert rival(compiled=False, limit_s=7.0)["skipped"] == "it was not done after 7 s"
    assert alarm.set_s == [7.0, 0.0]
    assert alarm.handler == "what was there"


def test_compiling_is_not_tried_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.setattr("os.name", "posix")
    assert "C compiler" in rival(compiled=True)["skipped"]


def test_the_report_does_not_say_where_things_lie(
    shell: Shell, quick_report: dict[str, Any], tmp_path: Path
) -> None:
    target = tmp_path / "figures.json"
    folder = tmp_path / "my model"
    folder.mkdir()
    code, _, _ = shell("bench", "--quick", "--model", str(folder), "--json", str(target))
    assert code == 0
    text = target.read_text("utf-8")
    assert str(tmp_path) not in text
    assert "yomi bench --model my model --device auto" in text
    assert quick_report
