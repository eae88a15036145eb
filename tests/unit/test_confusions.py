"""What is read as what is counted to the character, with the words about it."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pytest
from starter_model.evaluation import confusions
from starter_model.evaluation.scores import as_json, distance, grade, plain


def _of(truth: str, read: str) -> list[tuple[str, str]]:
    return [(slip.wanted, slip.got) for slip in confusions.slips(truth, read, "row", "name")]


def test_a_digit_read_as_a_letter_is_told_with_its_words() -> None:
    slips = confusions.slips("No. 996/1993 of May", "No. 996/I993 of May", "answers", "0-form")
    assert [(s.wanted, s.got, s.shown, s.read) for s in slips] == [
        ("1", "I", "No. 996/1993 of", "No. 996/I993 of")
    ]


def test_what_is_lost_or_invented_has_one_empty_side() -> None:
    assert _of("means. -- Saul Alinsky", "means. Saul Alinsky") == [("-- ", "")]
    assert _of("a b c", "a b | c") == [("", "| ")]
    assert _of("of OR-concurrency.", "of OR-\nconcurrency.") == [("", " ")]


def test_equal_texts_differ_in_nothing_but_white_space_that_is_collapsed() -> None:
    assert _of("one  two\nthree", "one two three\n") == []


@pytest.mark.parametrize("seed", range(20))
def test_the_slips_of_a_text_are_as_many_as_its_errors(seed: int) -> None:
    r = random.Random(seed)
    truth = " ".join("".join(r.choice("abcl1I") for _ in range(r.randint(1, 6))) for _ in range(12))
    read = "".join(r.choice(["", c, c * 2, "x"]) if c != " " and r.random() < 0.1 else c for c in truth)
    told = sum(max(len(a), len(b)) for a, b in _of(truth, read))
    # Words are matched first, which is never shorter than the shortest edit.
    assert distance(plain(truth), plain(read)) <= told <= 2 * distance(plain(truth), plain(read))


def test_the_most_frequent_comes_first_with_its_chances_and_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {"0-handed-chat": ("they're in!", "they’re in!"), "1-handed-chat": ("it's 'so!", "it’s 'sol")}
    readings = []
    for name, (truth, read) in texts.items():
        (tmp_path / f"{name}.png").write_bytes(b"")
        (tmp_path / f"{name}.txt").write_text(truth, "utf-8")
        readings.append(grade(name, "handed", "chat", True, [truth], read, 1.0, None, "complete"))
    result = tmp_path / "r.json"
    result.write_text(json.dumps(as_json(readings, [])), "utf-8")
    monkeypatch.setattr(sys, "argv", ["confusions", "--of", str(tmp_path), str(result)])
    confusions.main()
    rows = capsys.readouterr().out.splitlines()
    assert rows[2].startswith("| `'` | `’` | 2 | 2 | 3 | handed 2 | `they're in! > they’re in!`; ")
    assert rows[3].startswith("| `!` | `l` | 1 | 1 | 2 | handed 1 | ")
    assert rows[-1] == "3 wrong characters in 2 pictures, 20 characters"


def test_results_of_another_folder_are_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"")
    (tmp_path / "a.txt").write_text("x", "utf-8")
    other = grade("b", "handed", "chat", True, ["x"], "x", 1.0, None, "complete")
    result = tmp_path / "r.json"
    result.write_text(json.dumps(as_json([other], [])), "utf-8")
    with pytest.raises(ValueError, match="lacks b; name the folder"):
        confusions.paired(tmp_path, [result])


def test_a_character_that_cannot_be_seen_is_named() -> None:
    reading = grade("0-handed-x", "handed", "x", True, ["a\x07b c"], "ab c", 1.0, None, "complete")
    assert "| `U+0007` | nothing | 1 | 1 | 1 |" in confusions.table(
        confusions.ranked([(reading, ["a\x07b c"])]), 1
    )
