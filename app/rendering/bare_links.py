"""Addresses that stand in a text without any markup: web addresses with their scheme, and mail addresses. Any
thread, no Qt.

Rules of markdown-it-py's kind for inline text. They run where the text is parsed, not on what is left of it:
the underscores of an address are no emphasis. A name without a scheme (`example.org`) stays text: on a
receipt it is a shop's name, or the end of one sentence and the start of the next.
"""

from __future__ import annotations

import re

from markdown_it.rules_inline import StateInline

from app.rendering.links import is_link

LONGEST_CHARS = 2_000
"""Browsers take longer addresses, people do not write them."""

LONGEST_SCHEME_CHARS = 6
"""Of `https`, and the sign before it."""

_SCHEME = re.compile(r"(?<![A-Za-z0-9.+-])(https?)$", re.IGNORECASE)
_REST = re.compile(r"://[^\s<>\"`|\\^{}\u2018-\u201f\u2e80-\U0010ffff]{1,2001}")
"""Up to a space or a sign that no address has; Chinese and Japanese words follow without one."""

_HOST = re.compile(r"://(?:\[[0-9a-f:.]+\]|[^\W_](?:[\w.-]*[^\W_])?)(?::\d{1,5})?(?=[/?#]|$)", re.I)
_TRAILING = "?!.,:;*_~'"
_CLOSING = {")": "(", "]": "["}

_LOCAL = re.compile(r"[A-Za-z0-9!#%&'*+/=?_~.-]{1,64}$")
_LOCAL_BEGINS = re.compile(r"[A-Za-z0-9_+-]")
_DOMAIN = re.compile(r"@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?![\w@-])", re.IGNORECASE)

_WORD = re.compile(r"[^\s<>\"`|\\^{}\u2018-\u201f\u2e80-\U0010ffff]{1,2001}")
_ANY_SCHEME = re.compile(r"(?<![A-Za-z0-9.+-])https?://", re.IGNORECASE)
_MAIL = re.compile(
    r"(?<![@/\w])[A-Za-z0-9_+-][A-Za-z0-9_+.-]{0,62}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?![\w@-])",
    re.IGNORECASE,
)


def bare_web_address(state: StateInline, silent: bool) -> bool:
    """`https://example.org/…`, where its colon stands."""
    if state.linkLevel > 0 or not state.src.startswith("://", state.pos):
        return False
    scheme = _SCHEME.search(state.pending[-LONGEST_SCHEME_CHARS:])
    rest = _REST.match(state.src, state.pos, state.posMax)
    if scheme is None or rest is None or len(rest[0]) > LONGEST_CHARS:
        return False
    end = _trimmed(rest[0])
    if _HOST.match(end) is None:
        return False
    words = scheme[1] + end
    return _push(state, words, words, len(scheme[1]), len(end), silent=silent)


def bare_mail_address(state: StateInline, silent: bool) -> bool:
    """`name@example.org`, where its sign stands."""
    if state.linkLevel > 0 or state.src[state.pos] != "@":
        return False
    domain = _DOMAIN.match(state.src, state.pos, state.posMax)
    local = _LOCAL.search(state.src[max(0, state.pos - 64) : state.pos])
    if domain is None or local is None:
        return False
    name = local[0].lstrip("!#%&'*/=?~.")
    # Of a web address with a name before its host, or of two signs: neither is anybody's address.
    before = state.src[max(0, state.pos - LONGEST_CHARS) : state.pos - len(name)].split(" ")[-1]
    if not name or before.endswith("@") or "://" in before or name.endswith(".") or ".." in name:
        return False
    if _LOCAL_BEGINS.match(name) is None:
        return False
    if not silent and not _take_back(state, name):
        return False
    return _push(
        state, name + domain[0], f"mailto:{name}{domain[0]}", len(name), len(domain[0]), silent=silent
    )


def address_at(line: str, place: int) -> str:
    """What a click at that place of a line of plain text would open; empty where there is no address."""
    for found in _WORD.finditer(line):
        if found.start() <= place <= found.end():
            words = found[0]
            web = _ANY_SCHEME.search(words)
            if web is not None:
                address = web[0] + _trimmed(words[web.end() :])
                start = found.start() + web.start()
                is_whole = _HOST.match(address[len(web[0]) - 3 :]) is not None
            else:
                mail = _MAIL.search(words)
                address = f"mailto:{mail[0]}" if mail is not None else ""
                start = found.start() + (mail.start() if mail is not None else 0)
                is_whole = mail is not None and ".." not in mail[0]
            ends = start + len(address.removeprefix("mailto:"))
            if is_whole and start <= place <= ends and is_link(address):
                return address
    return ""


def _take_back(state: StateInline, name: str) -> bool:
    """Make what was parsed of a name one text again: an underscore in it is no emphasis."""
    while len(state.pending) < len(name):
        last = state.tokens[-1] if state.tokens else None
        if last is None or last.type != "text":
            return False
        state.tokens.pop()
        state.pending = last.content + state.pending
        state.delimiters[:] = [each for each in state.delimiters if each.token < len(state.tokens)]
    return state.pending.endswith(name)


def _trimmed(rest: str) -> str:
    """Without what ends the sentence and not the address, and without a bracket that was opened before it."""
    while rest:
        sign = rest[-1]
        if sign in _TRAILING or (sign in _CLOSING and rest.count(sign) > rest.count(_CLOSING[sign])):
            rest = rest[:-1]
        else:
            break
    return rest


def _push(
    state: StateInline, words: str, address: str, before_chars: int, after_chars: int, *, silent: bool
) -> bool:
    href = state.md.normalizeLink(address)
    if not is_link(href) or not state.md.validateLink(href):
        return False
    if not silent:
        state.pending = state.pending[: len(state.pending) - before_chars]
        opening = state.push("link_open", "a", 1)
        opening.attrs = {"href": href}
        opening.markup, opening.info = "linkify", "auto"
        state.push("text", "", 0).content = words
        closing = state.push("link_close", "a", -1)
        closing.markup, closing.info = "linkify", "auto"
    state.pos += after_chars
    return True
