"""What is exported, and how it looks as text, Markdown and JSON."""

from __future__ import annotations

import html
import json
import random
import re
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from app.domain import Message, MessageState
from app.export.json_record import to_json
from app.export.plain_text import escaped, to_markdown, to_text
from app.export.transcript import (
    NothingToExportError,
    Scope,
    Words,
    one_answer,
    selected_text,
    whole_conversation,
)
from tests.helpers.transcripts import CONVERSATION, MARKDOWN, PICTURE, TEXT, formatted, reading

WORDS = Words(states={MessageState.CUT_OFF: "Cut off at the limit"})
PIECES = (
    "*", "**", "_", "#", "# ", "- ", "-", "--", "---", "+ ", "1. ", "1)", "12.50", "|", "a|b", "|---|", "<b>",
    "</x>", "&amp;", "&#65;", "[a](b)", "![x](y)", "`", "```", "~~~", "~~", "$x$", "\\", ">", " ", "  ",
    "    ", "\t", "\n", "\n\n", "TOTAL", "日本", "=", "===", ": ", ":---", "<http://a>", "_a_", "[x]: y", "!",
)  # fmt: skip
"""What means something in Markdown, or stands beside it."""


def test_an_answer_as_text_is_the_models_text_to_the_character() -> None:
    assert to_text(one_answer(CONVERSATION, reading(), "m2"), WORDS) == TEXT
    assert to_text(one_answer(CONVERSATION, reading("no line end"), "m2"), WORDS) == "no line end\n"


def test_a_conversation_as_text_says_who_said_what_about_which_picture() -> None:
    text = to_text(whole_conversation(CONVERSATION, (*reading(), *formatted())), WORDS)
    assert text.startswith("Receipt: *Café* <1>\n=====")
    assert "Question:\n[Picture: re<ceipt>.png, 800 × 600]\n\nAnswer:\n# 1 *Milk*" in text
    assert "Question:\nWhat is *this*?" in text
    assert text.endswith("[Cut off at the limit]\n")


def test_a_formatted_answer_as_markdown_is_as_the_model_wrote_it_and_a_reading_is_escaped() -> None:
    assert to_markdown(one_answer(CONVERSATION, formatted(), "m4"), WORDS) == MARKDOWN
    page = to_markdown(whole_conversation(CONVERSATION, (*reading(), *formatted())), WORDS)
    assert page.startswith("# Receipt: \\*Café\\* \\<1\\>\n\n## Question\n")
    assert "\\# 1 \\*Milk\\*" in page
    assert "What is \\*this\\*?" in page
    assert MARKDOWN.strip() in page


@pytest.mark.parametrize("seed", range(4))
def test_escaped_text_looks_in_markdown_as_it_is(seed: int) -> None:
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    rng = random.Random(seed)

    def by_line(text: str) -> str:
        blocks = re.split(r"\n\s*\n", text.replace("\u00a0", " ").strip())
        return "\n\n".join(
            "\n".join(" ".join(line.split()) for line in b.split("\n")) for b in blocks
        ).strip()

    for _ in range(400):
        text = "".join(rng.choice(PIECES) for _ in range(rng.randint(1, 14)))
        page = re.sub(r"<br ?/?>\n", "\n", parser.render(escaped(text))).replace("</p>\n<p>", "\n\n")
        assert not re.findall(r"<(?!/?p>)[^>]*>", page), text
        assert by_line(html.unescape(re.sub(r"</?p>", "", page))) == by_line(text)


def test_json_holds_what_a_repetition_needs() -> None:
    record = json.loads(to_json(one_answer(CONVERSATION, reading(), "m2"), "0.1.0"))
    assert (record["format"], record["version"], record["scope"]) == ("yomi-export", 3, "answer")
    question, answer = record["messages"]
    assert question["pictures"][0]["sha256"] == PICTURE.sha256
    assert question["pictures"][0]["page"] == 1
    assert answer["text"] == TEXT
    assert answer["lines"][0]["box"] == [1, 2, 30, 40]
    assert answer["lines"][0]["page"] == 1
    assert answer["lines"][0]["words"][0]["confidence"] == 0.9877
    assert answer["written"] is None
    run = answer["run"]
    assert run["weights_fingerprint"] == "f" * 64
    assert run["prompt"] == "Read the text."
    assert run["versions"] == {"yomi": "0.1.0", "torch": "2.13.0"}
    assert run["settings"] == {
        "max_new_tokens": 4096,
        "image_budget_tokens": 0,
        "temperature": 0.0,
        "top_p": 1.0,
        "seed": 0,
        "resumed": False,
    }
    assert run["metrics"]["new_tokens"] == 1234
    assert "model" not in run["metrics"]


def test_a_reading_takes_only_its_question_along_and_a_question_all_that_was_said_before() -> None:
    talk = (*formatted(), *reading())
    assert [m.id for m in one_answer(CONVERSATION, talk, "m2").messages] == ["m1", "m2"]
    talk = (*reading(), *formatted())
    assert [m.id for m in one_answer(CONVERSATION, talk, "m4").messages] == ["m1", "m2", "m3", "m4"]


def test_a_selection_keeps_the_words_that_are_whole_in_it_and_counts_from_its_start() -> None:
    piece = selected_text(CONVERSATION, reading(), "m2", "Milk*  1.20\nTOTAL_1")
    assert piece.scope is Scope.SELECTION
    assert piece.selection is not None
    assert TEXT[piece.selection.start : piece.selection.stop] == piece.messages[-1].text
    lines = piece.messages[-1].lines
    # "*Milk*" begins before the selection, so that it is not known how sure the piece of it is.
    assert [[word.text for word in line.words] for line in lines] == [["1.20"], ["TOTAL_1"]]
    for line in lines:
        for word in line.words:
            assert piece.messages[-1].text[word.start : word.stop] == word.text
        assert piece.messages[-1].text[line.start :].startswith(line.text)
    assert to_text(piece, WORDS) == "Milk*  1.20\nTOTAL_1\n"


def test_a_selection_that_is_not_one_run_of_the_text_is_only_its_text() -> None:
    piece = selected_text(CONVERSATION, reading(), "m2", "Milk TOTAL_1")
    assert piece.selection is not None
    assert piece.selection.start is None
    assert piece.messages[-1].text == "Milk TOTAL_1"
    assert piece.messages[-1].lines == ()


def test_nothing_is_exported_of_nothing() -> None:
    with pytest.raises(NothingToExportError):
        whole_conversation(CONVERSATION, ())
    with pytest.raises(NothingToExportError):
        one_answer(CONVERSATION, reading(" \n"), "m2")
    with pytest.raises(NothingToExportError):
        one_answer(CONVERSATION, reading(), "gone")
    with pytest.raises(NothingToExportError):
        selected_text(CONVERSATION, reading(), "m2", " ")


def versions() -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """(what is shown, everything) of a reading that was answered twice and gone on with in between."""
    question, first = reading("First reading")
    question = replace(question, parent_id="", created_at="1")
    first = replace(first, parent_id="m1", created_at="2")
    more, said = formatted("About the first")
    more = replace(more, parent_id="m2", created_at="3")
    said = replace(said, parent_id="m3", created_at="4")
    second = replace(first, id="m5", text="Second reading", created_at="5")
    return (question, second), (question, first, more, said, second)


def test_every_version_is_written_with_what_follows_it() -> None:
    shown, everything = versions()
    transcript = whole_conversation(CONVERSATION, shown, everything, says_all=True)
    page = to_markdown(transcript, Words())
    order = ["## Answer, version 1 of 2", "First reading", "About the first", "## Answer, version 2 of 2"]
    assert [page.index(each) for each in (*order, "Second reading")] == sorted(
        page.index(each) for each in (*order, "Second reading")
    )
    assert page.count("## Question\n") == 2
    assert [message.id for message in transcript.said] == ["m1", "m2", "m3", "m4", "m5"]


def test_only_what_is_shown_is_written_where_no_more_is_asked_for() -> None:
    shown, everything = versions()
    text = to_text(whole_conversation(CONVERSATION, shown, everything), Words())
    assert "Second reading" in text
    assert "First reading" not in text
    assert "version" not in text


def test_json_names_the_other_versions_of_a_conversation_and_of_an_answer() -> None:
    shown, everything = versions()
    whole = json.loads(to_json(whole_conversation(CONVERSATION, shown, everything), "0.1.0"))
    assert [each["id"] for each in whole["messages"]] == ["m1", "m5"]
    assert [each["id"] for each in whole["other_versions"]] == ["m2", "m3", "m4"]
    answer = json.loads(to_json(one_answer(CONVERSATION, shown, "m5", everything), "0.1.0"))
    assert [each["id"] for each in answer["other_versions"]] == ["m2"]


def test_messages_whose_beginning_is_missing_are_written_all_the_same() -> None:
    shown, everything = versions()
    loose = replace(everything[3], id="m9", parent_id="gone")
    transcript = whole_conversation(CONVERSATION, shown, (*everything, loose), says_all=True)
    assert {message.id for message in transcript.said} == {"m1", "m2", "m3", "m4", "m5", "m9"}
