"""A report of an error says what mends it, and nothing of the user's."""

from __future__ import annotations

from app.domain import MessageState, ModelCard, RunRecord, RunStats
from app.error_report import Surroundings, error_report

SURROUNDINGS = Surroundings("0.1.0", "2.13.0+cpu", "6.11.3", "xcb")
CARD = ModelCard(
    "anna-secret-model", "/home/anna/models/secret", "cuda", "bf16", 2_100_000_000, 8192, 1, 1, False, "note"
)
RECORD = RunRecord(
    "m1",
    MessageState.FAILED,
    RunStats(
        model="anna-secret-model",
        prompt="What is Anna's PIN?",
        seen="anna.png",
        task="ask",
        max_new_tokens=512,
        backend="graphs",
        visual_tokens=280,
    ),
    "out_of_memory",
    "2026-11-30T08:00:00.000+00:00",
    "c1",
)


def test_a_report_says_versions_machine_model_and_code() -> None:
    report = error_report(SURROUNDINGS, RECORD.error_code, CARD, RECORD)
    for words in (
        "Yomi 0.1.0",
        "Error: out_of_memory",
        "torch 2.13.0+cpu",
        "Qt 6.11.3 (xcb)",
        "2100 M parameters, bf16 on cuda",
        "Decoding: graphs, 280 visual tokens",
        "GiB of memory free",
        "failed, ask, at most 512 new tokens",
    ):
        assert words in report


def test_a_report_holds_nothing_of_the_users() -> None:
    report = error_report(SURROUNDINGS, "config_invalid", CARD, RECORD).casefold()
    for words in ("anna", "secret", "/home", "pin", "note", "m1", "c1"):
        assert words not in report.replace("pinned", "")


def test_a_report_is_made_without_a_model_and_without_a_run() -> None:
    report = error_report(Surroundings("", "", "6.11.3", "xcb"), "", None)
    assert "Yomi from a folder" in report
    assert "Error: unknown" in report
    assert "Model: none loaded" in report
    assert "torch missing" in report
