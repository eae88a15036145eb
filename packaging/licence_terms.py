"""Which licences may be in a bundle, and what an SPDX expression asks for. Standard library only."""

from __future__ import annotations

import re

ALLOWED = frozenset(
    {
        "0BSD",
        "Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "blessing",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "BSD-3-Clause-Open-MPI",
        "BSL-1.0",
        "bzip2-1.0.6",
        "CC0-1.0",
        "FTL",
        "IJG",
        "ISC",
        "libtiff",
        "MIT",
        "MIT-0",
        "MIT-CMU",
        "PSF-2.0",
        "Unicode-3.0",
        "Unicode-DFS-2016",
        "Unlicense",
        "X11",
        "Zlib",
        # Of these, the bundle holds libraries as files of their own, which a user may exchange.
        "LGPL-2.1-or-later",
        "LGPL-3.0-only",
        # With these exceptions the terms do not reach what is linked with it or started by it.
        "GPL-2.0-or-later WITH Bootloader-exception",
        "GPL-3.0-or-later WITH GCC-exception-3.1",
    }
)

CLASSIFIERS = {
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: BSD License": "BSD-3-Clause",
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Python Software Foundation License": "PSF-2.0",
}

_WORDS = re.compile(r"[()]|[^\s()]+")


def is_allowed(expression: str) -> bool:
    """Whether an SPDX expression can be met with licences of the list alone. Raises: ValueError."""
    words = _WORDS.findall(expression)
    answer = _either(words)
    if words:
        raise ValueError(f"not an SPDX expression: {expression!r}")
    return answer


def _either(words: list[str]) -> bool:
    answer = _both(words)
    while words and words[0] == "OR":
        del words[0]
        # No short cut: each side has to be read to its end.
        right = _both(words)
        answer = answer or right
    return answer


def _both(words: list[str]) -> bool:
    answer = _term(words)
    while words and words[0] == "AND":
        del words[0]
        right = _term(words)
        answer = answer and right
    return answer


def _term(words: list[str]) -> bool:
    if not words or words[0] in ("AND", "OR", "WITH", ")"):
        raise ValueError("a licence is missing in the expression")
    word = words.pop(0)
    if word == "(":
        answer = _either(words)
        if not words or words.pop(0) != ")":
            raise ValueError("a bracket is not closed in the expression")
        return answer
    if words[:1] == ["WITH"] and len(words) > 1:
        word = f"{word} WITH {words[1]}"
        del words[:2]
    return word in ALLOWED
