"""Markdown that was read in pieces is one text: one table, one fence."""

from __future__ import annotations

import random

import pytest
from markdown_it import MarkdownIt

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
        HEAD + "\n| a | b | c |\n| --- | --- | --- |\n",
        HEAD + "| Bread |\n| Tea | 3.40 |\n",
        "| a |\n| --- |\n| b |\n",
        "+----+------+\n| id | name |\n+----+------+\n| 1  | a    |\n| 2  | b    |\n| 3  | c    |\n+----+\n",
        "| id | name |\n+----+------+\n| 1 | a |\n",
        "cat log |\n| sort | uniq -c\n| head -3 |\n",
        "cat log\n| sort |\n| uniq -c | head |\n",
        "|a| + |b|\n",
        "make || exit 1\n|| echo no ||\n",
        "|\n",
        "|",
        "a |\nb | c |\n",
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


SUMS = "| Subtotal | 3.00 |\n| Total | 4.00 |\n"
EMPTY = "|  |  |\n| --- | --- |\n"


@pytest.mark.parametrize("step", [1, 3, 1000])
@pytest.mark.parametrize(
    ("rows", "table"),
    [
        (SUMS, EMPTY + SUMS),
        ("| Total | 4.00 |", EMPTY + "| Total | 4.00 |"),
        ("Acme\n" + SUMS + "Thank you\n", "Acme\n\n" + EMPTY + SUMS + "\nThank you\n"),
        ("Acme\n\n" + SUMS + "\nBye", "Acme\n\n" + EMPTY + SUMS + "\nBye"),
        ("```\n" + SUMS + "```\n" + SUMS, "```\n" + SUMS + "```\n\n" + EMPTY + SUMS),
        ("| Item | Price |\n| Milk | 1.20 |", "| Item | Price |\n| --- | --- |\n| Milk | 1.20 |"),
        ("| Item | Price |", "| Item | Price |\n| --- | --- |"),
        ("| Menge | Betrag |\n\nEnde", "| Menge | Betrag |\n| --- | --- |\n\nEnde"),
        ("|  |  |\n" + SUMS, EMPTY + SUMS),
        (HEAD + "Bye", HEAD + "\nBye"),
        (SUMS + NEXT, EMPTY + SUMS + "| Bread | 2.10 |\n| Tea | 3.40 |\n"),
        (
            HEAD + "| Sum | net | 1.20 |\n| Sum | 1.20 |",
            HEAD + "\n|  |  |  |\n| --- | --- | --- |\n| Sum | net | 1.20 |\n| Sum | 1.20 |",
        ),
        (
            HEAD + "| a | b | c |\n| --- | --- | --- |\n| d | e | f |\n",
            HEAD + "\n| a | b | c |\n| --- | --- | --- |\n| d | e | f |\n",
        ),
        ("| a | b |\n| --- | --- | --- |\n| c | d |", "| a | b |\n| --- | --- |\n| c | d |"),
        (r"| a \| b | c |", EMPTY + r"| a \| b | c |"),
    ],
)
def test_rows_without_a_head_become_a_table(rows: str, table: str, step: int) -> None:
    assert joined(rows, step) == table
    assert joined(table, step) == table


def test_rows_of_sums_are_a_table_for_any_program() -> None:
    def kinds(text: str) -> list[str]:
        parser = MarkdownIt("commonmark").enable("table")
        return [token.type for token in parser.parse(text) if token.type in ("table_open", "paragraph_open")]

    said = "# Acme\n" + SUMS + "Thank you\n" + HEAD + "| a | b | c |\nBye\n"
    assert "table_open" not in kinds(SUMS)
    told = kinds(joined(said, 4))
    assert told == ["table_open", "paragraph_open", "table_open", "table_open", "paragraph_open"]


@pytest.mark.parametrize("seed", range(40))
def test_a_text_is_the_same_however_it_comes_and_what_was_put_in_can_be_taken_out(seed: int) -> None:
    chance = random.Random(seed)
    lines = [
        *("| a | b |", "| --- | --- |", "| a | b | c |", "| --- | --- | --- |", "| Item | Price |", ""),
        *("text", "```", "| x |", "|", "+---+", "# H", "|  |  |", "| sort | uniq -c", "|a|+|b|", "  "),
    ]
    for _ in range(20):
        came = "\n".join(chance.choice(lines) for _ in range(chance.randint(1, 9))) + chance.choice(
            ["", "\n"]
        )
        joints = MarkdownJoints()
        text = joints.push(came) + joints.finish()
        assert {joined(came, step) for step in (1, 2, 5)} == {text}
        assert joined(text, 3) == text
        left = "".join(came[at] for at in range(len(came)) if not any(a <= at < b for a, b in joints.removed))
        for place, words in reversed(joints.inserted):
            before = sum(b - a for a, b in joints.removed if b <= place)
            left = left[: place - before] + words + left[place - before :]
        assert left == text


SIGNS = ("|", "|", "-", "-", ":", " ", "\n", "\n", "\r", "\t", "\x85", "\u2028", "\u3000", "\\", "+", "a")
WRITTEN = (*SIGNS, *SIGNS, "```", "| a | b |", "| Item | Price |", "| --- | --- |", "||", "|-|")


@pytest.mark.parametrize("seed", range(20))
def test_any_signs_are_said_the_same_whether_they_come_at_once_or_one_by_one(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(200):
        above, whole = chance.choice(("", "", "| a | b |", "text", "```")), chance.random() < 0.8
        came = "".join(chance.choices(WRITTEN, k=chance.randint(1, 14)))
        cut = chance.randint(0, len(came))
        said = set()
        for pieces in ([came], [*came], [came[:cut], came[cut:]]):
            joints = MarkdownJoints(above)
            said.add("".join([*map(joints.push, pieces), joints.finish(whole=whole)]))
        assert len(said) == 1, (came, above, said)


def test_a_rule_behind_other_white_space_is_waited_for() -> None:
    for came in (" |||\n|-|", "||\n|-\t||", "||\n\u3000|-||", "||\n|-|\u2028a", " ||\n|-|\n-"):
        assert joined(came, 1) == joined(came, 1000), came


@pytest.mark.parametrize("at", range(1, len(SUMS)))
def test_a_table_that_was_cut_anywhere_goes_on_as_one_table(at: int) -> None:
    first = MarkdownJoints()
    text = first.push(SUMS[:at]) + first.finish(whole=False)
    later = MarkdownJoints()
    assert later.push(SUMS[:at]) + later.finish(whole=False) == text
    whole = text + later.push(SUMS[at:]) + later.finish()
    # Where a part of the first row was said already, nothing can stand before it: it is the head.
    assert whole in (EMPTY + SUMS, "| Subtotal | 3.00 |\n| --- | --- |\n| Total | 4.00 |\n")


def test_a_table_goes_on_below_the_row_that_was_said_before() -> None:
    joints = MarkdownJoints("| Bread | 2.10 |")
    assert joints.push("\n| Tea | 3.40 |\n| --- | --- |\n") + joints.finish() == "\n| Tea | 3.40 |\n"
    assert MarkdownJoints("Bread").push("\n" + SUMS + "\n") == "\n\n" + EMPTY + SUMS + "\n"


def test_text_is_said_at_once_and_a_row_when_it_is_whole() -> None:
    joints = MarkdownJoints()
    assert joints.push("# A hea") == "# A hea"
    assert joints.push("ding\n\n| a | b |") == "ding\n\n"
    assert joints.push("\n| -") == ""
    assert joints.is_waiting
    assert joints.push("-- | --- |\n") == "| a | b |\n| --- | --- |\n"
    assert joints.push("| c | d |\n| e") == "| c | d |\n"
    assert joints.push(" | f |\nBye") == "| e | f |\n\nBye"
    assert not joints.is_waiting


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
