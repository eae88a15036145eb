"""A conversation is a tree of messages of which one branch is shown; no branch is lost by showing another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain import Attachment, Conversation, Message, MessageRole, new_id
from app.storage.branches import ROOT
from app.storage.conversations import ConversationRepository

LONGER_THAN_A_CASCADE = 1_200
"""SQLite follows cascades and triggers 1,000 rows deep."""


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[ConversationRepository]:
    opened = ConversationRepository.open(tmp_path / "history.sqlite3")
    yield opened
    opened.close()


@pytest.fixture
def conversation(repository: ConversationRepository) -> Conversation:
    return repository.create_conversation()


def add(
    repository: ConversationRepository, conversation: Conversation, name: str, parent_id: str | None = None
) -> None:
    picture = Attachment(new_id(), name * 32, f"{name}.png", "PNG", 1, 1, 1)
    repository.add_message(
        Message(name, conversation.id, MessageRole.USER, name, attachments=(picture,), parent_id=parent_id)
    )


def shown(repository: ConversationRepository, conversation: Conversation) -> list[str]:
    return [message.id for message in repository.load_messages(conversation.id)]


@pytest.fixture
def tree(repository: ConversationRepository, conversation: Conversation) -> ConversationRepository:
    """q1 - a1 - q2 - a2, with q2 edited to q3 - a3, a3 made anew as a4, and q1 edited to q5."""
    for name, parent_id in (
        ("q1", None),
        ("a1", None),
        ("q2", None),
        ("a2", None),
        ("q3", "a1"),
        ("a3", None),
        ("a4", "q3"),
        ("q5", ROOT),
    ):
        add(repository, conversation, name, parent_id)
    return repository


def test_a_message_that_names_no_parent_goes_on_with_the_shown_branch(
    tree: ConversationRepository, conversation: Conversation
) -> None:
    assert shown(tree, conversation) == ["q5"]
    add(tree, conversation, "a5")
    assert shown(tree, conversation) == ["q5", "a5"]
    tree.set_leaf("a2")
    add(tree, conversation, "q6")
    assert shown(tree, conversation) == ["q1", "a1", "q2", "a2", "q6"]


def test_every_branch_can_be_shown_with_its_own_pictures_and_is_remembered(
    tree: ConversationRepository, conversation: Conversation
) -> None:
    for leaf, path in {
        "a2": ["q1", "a1", "q2", "a2"],
        "a3": ["q1", "a1", "q3", "a3"],
        "a4": ["q1", "a1", "q3", "a4"],
        "q5": ["q5"],
    }.items():
        assert tree.set_leaf(leaf) == leaf
        messages = tree.load_messages(conversation.id)
        assert [message.id for message in messages] == path
        assert [message.attachments[0].name for message in messages] == [f"{name}.png" for name in path]
        found = tree.conversation(conversation.id)
        assert found is not None
        assert found.leaf_id == leaf


def test_showing_a_message_shows_its_branch_to_the_newest_end(
    tree: ConversationRepository, conversation: Conversation
) -> None:
    assert tree.set_leaf("q1") == "a4"
    assert tree.set_leaf("q2") == "a2"
    assert tree.set_leaf("not there") == ROOT
    assert shown(tree, conversation) == ["q1", "a1", "q2", "a2"]


def test_siblings_are_told_for_messages_that_have_some_and_in_order(
    tree: ConversationRepository, conversation: Conversation
) -> None:
    other = tree.create_conversation()
    add(tree, other, "o1")
    assert tree.siblings(conversation.id) == {
        "q1": ("q1", "q5"),
        "q5": ("q1", "q5"),
        "q2": ("q2", "q3"),
        "q3": ("q2", "q3"),
        "a3": ("a3", "a4"),
        "a4": ("a3", "a4"),
    }
    assert tree.siblings(other.id) == {}


def test_deleting_a_branch_takes_what_follows_and_shows_the_newest_one_beside_it(
    tree: ConversationRepository, conversation: Conversation
) -> None:
    tree.set_leaf("a4")
    assert tree.delete_branch("q3") == ("a3" * 32, "a4" * 32, "q3" * 32)
    assert shown(tree, conversation) == ["q1", "a1", "q2", "a2"]
    tree.delete_branch("a2")
    assert shown(tree, conversation) == ["q1", "a1", "q2"]
    tree.delete_branch("q1")
    assert shown(tree, conversation) == ["q5"]
    tree.delete_branch("q5")
    assert shown(tree, conversation) == []
    assert tree.delete_branch("q5") == ()
    add(tree, conversation, "again")
    assert shown(tree, conversation) == ["again"]


def test_deleting_a_branch_that_is_not_shown_leaves_the_shown_one(
    tree: ConversationRepository, conversation: Conversation
) -> None:
    tree.set_leaf("a2")
    tree.delete_branch("q3")
    assert shown(tree, conversation) == ["q1", "a1", "q2", "a2"]


def test_the_last_messages_of_a_branch_are_read_by_themselves(
    tree: ConversationRepository, conversation: Conversation
) -> None:
    tree.set_leaf("a2")
    last = tree.load_messages(conversation.id, 2)
    assert [(message.id, message.attachments[0].name) for message in last] == [
        ("q2", "q2.png"),
        ("a2", "a2.png"),
    ]
    assert last[0].parent_id is not None
    assert [message.id for message in tree.load_branch(last[0].parent_id, 5)] == ["q1", "a1"]
    assert tree.load_branch("not there", 5) == ()


def test_a_conversation_whose_end_another_program_took_away_shows_its_newest_message(
    tree: ConversationRepository, conversation: Conversation
) -> None:
    for leaf in ("", "gone"):
        tree._database.connection.execute("UPDATE conversations SET leaf_id = ?", (leaf,))
        assert shown(tree, conversation) == ["q5"]


def test_messages_tied_into_a_ring_end(tree: ConversationRepository, conversation: Conversation) -> None:
    tree._database.connection.execute("UPDATE messages SET parent_id = 'a2' WHERE id = 'q1'")
    tree.set_leaf("a2")
    assert sorted(shown(tree, conversation)) == ["a1", "a2", "a4", "q1", "q2", "q3"]


def test_a_chain_longer_than_sqlite_follows_cascades_is_shown_and_deleted(
    repository: ConversationRepository, conversation: Conversation
) -> None:
    with repository._database.transaction() as connection:
        connection.executemany(
            "INSERT INTO messages (id, conversation_id, role, text, state, state_detail, created_at,"
            " parent_id) VALUES (?, ?, 'user', '', 'complete', '', '2026', ?)",
            [(f"m{n}", conversation.id, f"m{n - 1}" if n else ROOT) for n in range(LONGER_THAN_A_CASCADE)],
        )
    assert len(shown(repository, conversation)) == LONGER_THAN_A_CASCADE
    repository.delete_branch("m1")
    assert shown(repository, conversation) == ["m0"]
    repository.delete_conversation(conversation.id)
    assert repository.conversation(conversation.id) is None


def test_pinned_conversations_come_first_and_pinning_is_no_writing(
    repository: ConversationRepository,
) -> None:
    old, middle, new = (repository.create_conversation(name) for name in ("old", "middle", "new"))
    repository.set_pinned(old.id, True)
    assert [c.title for c in repository.list_conversations()] == ["old", "new", "middle"]
    assert [c.pinned for c in repository.list_conversations()] == [True, False, False]
    latest = repository.latest_conversation()
    assert latest is not None
    assert latest.id == new.id
    repository.set_pinned(middle.id, True)
    assert [c.title for c in repository.list_conversations()] == ["middle", "old", "new"]
    repository.set_pinned(old.id, False)
    assert [c.title for c in repository.list_conversations()] == ["middle", "new", "old"]
