"""Markdown that was read in pieces is one text: one table, one fence."""

from __future__ import annotations

import pytest

from engine.lines import Passage
from engine.markdown_joints import MarkdownJoints, columns_of, is_rule
from engine.markdown_reading import without_spans

HEAD = "| Item | Price |\n| --- | ---: |\n| Milk | 1.20 |\n"
NEXT = "| Bread | 2.10 |\n| --- | --- |\n| Tea | 3.40 |\n"
ONE_TABLE = "| Item | Price |\n| --- | ---: |\n| Milk | 1.20 |\n| Bread | 2.10 |\n| Tea | 3.40 |\n"


def joined(text: str, step: int) -> str:
    joints = MarkdownJoints()
    out = [joints.push(text[at : at + step]) for at in range(0, len(text), step)]
    return "".join([*out, joints.finish()])


@pytest.mark.parametrize("step", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize(
    ("pieces", "whole"),
    [
        (HEAD + NEXT, ONE_TABLE),
        ("```py\na = 1\n```\n```py\nb = 2\n```\n", "```py\na = 1\nb = 2\n```\n"),
        ("```\na\n```\n```\nb\n```\n```\nc\n```", "```\na\nb\nc\n```"),
        ("# Title\n\n" + HEAD + NEXT + "\nDone.", "# Title\n\n" + ONE_TABLE + "\nDone."),
    ],
)
def test_pieces_that_follow_each_other_become_one(pieces: str, whole: str, step: int) -> None:
    assert joined(pieces, step) == whole


@pytest.mark.parametrize("step", [1, 4, 1000])
@pytest.mark.parametrize(
    "text",
    [
        HEAD + "\n" + NEXT,
        "```\na\n```\n\n```\nb\n```\n",
        HEAD + "| a | b | c |\n| --- | --- | --- |\n",
        "```\n| a | b |\n|---|---|\n| c | d |\n|---|---|\n```\n",
        "A line\n---\nanother | with a bar\n",
        "```\na\n```",
        "```\nnot closed",
        "| a |",
        "``",
        "",
    ],
)
def test_what_is_no_joint_is_said_as_it_is(text: str, step: int) -> None:
    assert joined(text, step) == text


def test_plain_text_and_rows_are_said_at_once() -> None:
    joints = MarkdownJoints()
    assert joints.push("# A hea") == "# A hea"
    assert joints.push("ding\n| a | b |\n|---|") == "ding\n| a | b |\n|---|"
    assert joints.push("---|\n| c") == "---|\n| c"


def test_what_is_left_out_is_told_in_places_of_what_came() -> None:
    joints = MarkdownJoints()
    came = HEAD + NEXT
    joints.push(came)
    ((start, stop),) = joints.removed
    assert came[start:stop] == "| --- | --- |\n"


@pytest.mark.parametrize(
    ("line", "columns", "rule"),
    [("| a | b |", 2, False), ("|---|:-:|", 2, True), (r"| a \| b |", 1, False), ("a | b", 0, False)],
)
def test_rows_are_told_by_their_bars(line: str, columns: int, rule: bool) -> None:
    assert (columns_of(line), is_rule(line)) == (columns, rule)


def test_a_passage_follows_its_text_when_something_is_taken_out() -> None:
    text = "first\n|--|\nsecond\n"
    first = Passage(0, 6, "", ["fir", "st\n"], [1.0, 0.9], (), 0, complete=True)
    second = Passage(6, 18, "", ["|-", "-|\nsec", "ond\n"], [0.5, 0.6, 0.7], (), 0, complete=True)
    removed = [(6, 11)]
    assert text[:6] + text[11:] == "first\nsecond\n"
    assert without_spans(first, removed) == first
    moved = without_spans(second, removed)
    assert (moved.start, moved.stop) == (6, 13)
    assert list(moved.pieces) == ["", "sec", "ond\n"]
    assert list(moved.confidences) == [0.5, 0.6, 0.7]
