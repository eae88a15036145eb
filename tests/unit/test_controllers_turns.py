"""From a conversation to what the engine is asked."""

from __future__ import annotations

import pytest

from app.controllers.turns import TITLE_LENGTH, NoQuestionError, Question, Reading, plan_for, title_from
from app.domain import Attachment, ChatTurn, Message, MessageRole, MessageState, Picture


def attachment(sha256: str, page: int = 0, error: str = "") -> Attachment:
    return Attachment(f"id-{sha256}-{page}", sha256, f"{sha256}.png", "PNG", 1, 1, 1, page=page, error=error)


def question(name: str, text: str, *attachments: Attachment) -> Message:
    return Message(name, "c", MessageRole.USER, text, attachments=attachments)


def answer(name: str, text: str, state: MessageState = MessageState.COMPLETE) -> Message:
    return Message(name, "c", MessageRole.ASSISTANT, text, state)


class Store:
    def __init__(self) -> None:
        self.loads: list[str] = []

    def __call__(self, sha256: str) -> bytes:
        self.loads.append(sha256)
        return sha256.encode()


@pytest.fixture
def store() -> Store:
    return Store()


def test_pages_of_one_file_are_loaded_once_and_kept_apart(store: Store) -> None:
    talk = [question("q", " ", attachment("a", 0), attachment("a", 1), attachment("b")), answer("x", "")]
    plan = plan_for(talk, "x", store)
    assert plan == Reading((Picture(b"a", "a.png", 0), Picture(b"a", "a.png", 1), Picture(b"b", "b.png", 0)))
    assert store.loads == ["a", "b"]


def test_what_cannot_be_read_is_never_loaded(store: Store) -> None:
    talk = [question("q", "", attachment("", error="It is broken."), attachment("a")), answer("x", "")]
    assert plan_for(talk, "x", store) == Reading((Picture(b"a", "a.png"),))
    assert store.loads == ["a"]


def test_what_was_said_after_an_answer_does_not_reach_it(store: Store) -> None:
    talk = [
        question("q1", "One?", attachment("a")),
        answer("x1", "1"),
        question("q2", "Two?", attachment("b")),
        answer("x2", "2"),
    ]
    assert plan_for(talk, "x1", store) == Question(
        (ChatTurn(MessageRole.USER, "One?", (Picture(b"a", "a.png"),)),)
    )
    assert store.loads == ["a"]


def test_turns_of_one_side_in_a_row_become_one(store: Store) -> None:
    talk = [
        question("q1", "", attachment("a")),
        answer("x1", "", MessageState.FAILED),
        question("q2", "Again?"),
        answer("x2", "", MessageState.STOPPED),
        question("q3", "Well?", attachment("b")),
        answer("x3", ""),
    ]
    plan = plan_for(talk, "x3", store)
    pictures = (Picture(b"a", "a.png"), Picture(b"b", "b.png"))
    assert plan == Question((ChatTurn(MessageRole.USER, "Again?\nWell?", pictures),))


def test_an_answer_cut_short_is_part_of_the_talk(store: Store) -> None:
    talk = [
        question("q", "", attachment("a")),
        answer("x", "half", MessageState.STOPPED),
        question("r", "And?"),
    ]
    plan = plan_for([*talk, answer("y", "")], "y", store)
    assert isinstance(plan, Question)
    assert [turn.text for turn in plan.turns] == ["", "half", "And?"]


@pytest.mark.parametrize("talk", [[], [answer("x", "")], [question("q", "One?")]])
def test_an_answer_without_a_question_is_no_request(store: Store, talk: list[Message]) -> None:
    with pytest.raises(NoQuestionError):
        plan_for(talk, "x", store)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("", ""),
        ("\n \n---\n", ""),
        ("  Corner \t Shop  \nMilk", "Corner Shop"),
        ("***\n漢字の領収書", "漢字の領収書"),
        ("x" * TITLE_LENGTH, "x" * TITLE_LENGTH),
        ("x" * (TITLE_LENGTH + 1), "x" * (TITLE_LENGTH - 1) + "…"),
    ],
)
def test_a_title_is_the_first_line_that_says_something(text: str, title: str) -> None:
    assert title_from(text) == title
