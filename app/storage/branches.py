"""A conversation's messages as a tree: each names the one that it follows, and the conversation names the
last message of the branch that is shown. Functions over an open connection, in a transaction of the caller's.

A message is always younger than the one it follows, so that `seq` orders every branch. A message that
follows none, the first of its branch, has ROOT as its parent.
"""

from __future__ import annotations

import sqlite3

ROOT = ""

_BELOW = (
    "WITH RECURSIVE below (id) AS (SELECT ? UNION"
    " SELECT m.id FROM messages AS m JOIN below AS b ON m.conversation_id = ? AND m.parent_id = b.id)"
)
# UNION, not UNION ALL: rows that another program tied into a ring end the walk.
PATH = (
    "WITH RECURSIVE path (id, parent_id) AS ("
    " SELECT id, parent_id FROM messages WHERE id = ? UNION"
    " SELECT m.id, m.parent_id FROM messages AS m JOIN path AS p ON m.id = p.parent_id LIMIT ?)"
)
"""Common table `path` of the bound id and the messages before it on its branch, as many as the bound number;
all where that is -1.
"""


def leaf_of(connection: sqlite3.Connection, conversation_id: str) -> str:
    """The last message of the shown branch, ROOT where there is none."""
    row = connection.execute(
        "SELECT m.id FROM conversations AS c JOIN messages AS m"
        " ON m.id = c.leaf_id AND m.conversation_id = c.id WHERE c.id = ?",
        (conversation_id,),
    ).fetchone()
    return str(row[0]) if row is not None else newest_below(connection, conversation_id, ROOT)


def newest_below(connection: sqlite3.Connection, conversation_id: str, message_id: str) -> str:
    """The youngest message at or below `message_id`; it is the end of its branch."""
    row = connection.execute(
        f"{_BELOW} SELECT m.id FROM below AS b JOIN messages AS m ON m.id = b.id ORDER BY m.seq DESC LIMIT 1",  # noqa: S608 - constants
        (message_id, conversation_id),
    ).fetchone()
    return ROOT if row is None else str(row[0])


def ids_below(connection: sqlite3.Connection, conversation_id: str, message_id: str) -> tuple[str, ...]:
    """`message_id` and every message that follows it, directly or not."""
    rows = connection.execute(f"{_BELOW} SELECT id FROM below", (message_id, conversation_id))  # noqa: S608
    return tuple(row[0] for row in rows)


def siblings(connection: sqlite3.Connection, conversation_id: str) -> dict[str, tuple[str, ...]]:
    """For each message that is not the only one after its parent: all that follow it, oldest first."""
    rows = connection.execute(
        "SELECT id, parent_id FROM messages WHERE conversation_id = ?1 AND parent_id IN"
        " (SELECT parent_id FROM messages WHERE conversation_id = ?1 GROUP BY parent_id HAVING count(*) > 1)"
        " ORDER BY seq",
        (conversation_id,),
    ).fetchall()
    by_parent: dict[str, list[str]] = {}
    for message_id, parent_id in rows:
        by_parent.setdefault(parent_id, []).append(message_id)
    return {message_id: tuple(by_parent[parent_id]) for message_id, parent_id in rows}


def set_leaf(connection: sqlite3.Connection, conversation_id: str, message_id: str) -> None:
    """Show the branch that ends in `message_id`."""
    connection.execute("UPDATE conversations SET leaf_id = ? WHERE id = ?", (message_id, conversation_id))


def place_of(connection: sqlite3.Connection, message_id: str) -> tuple[str, str] | None:
    """The message's conversation and parent, None where it is not there."""
    row = connection.execute(
        "SELECT conversation_id, parent_id FROM messages WHERE id = ?", (message_id,)
    ).fetchone()
    return None if row is None else (str(row[0]), str(row[1]))
