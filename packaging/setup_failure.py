"""What can go wrong in the set-up, as one sentence each that says what to do. Standard library only."""

from __future__ import annotations

NEEDED_GB = 3
"""A new environment with the CPU build of torch measured 1.6 GB; pip unpacks beside it for a moment."""


class SetupError(Exception):
    """An expected failure of the set-up; its text is shown as it is."""


AGAIN = "then run this command again"

TROUBLES = (
    (
        ("No space left on device", "Errno 28", "WinError 112", "Errno 122", "Disk quota exceeded"),
        f"The disk is full: make room for {NEEDED_GB} GB at {{place}} and in your temporary folder, {AGAIN}.",
    ),
    (
        ("Read-only file system", "Errno 30"),
        "{place} is on a read-only file system: copy Yomi to a folder of your own and run it there.",
    ),
    (
        ("Permission denied", "Errno 13", "WinError 5]"),
        "{place} cannot be written: make yourself its owner, or copy Yomi to a folder of your own.",
    ),
    (
        ("CERTIFICATE_VERIFY_FAILED", "SSLError", "SSLCertVerificationError"),
        "The package index's certificate is not trusted here: set PIP_CERT to the file of your network's "
        f"certificates, {AGAIN}.",
    ),
    (
        (
            "NewConnectionError",
            "NameResolutionError",
            "Failed to establish a new connection",
            "Temporary failure in name resolution",
            "Name or service not known",
            "getaddrinfo failed",
            "Connection refused",
            "Connection reset",
            "ProxyError",
            "ConnectTimeout",
            "ReadTimeout",
            "timed out",
            "Max retries exceeded",
        ),
        "The package index cannot be reached: see that this machine is online "
        f"(or set PIP_PROXY, or PIP_INDEX_URL to a mirror), {AGAIN}.",
    ),
    (
        ("DO NOT MATCH THE HASHES", "BadZipFile", "IncompleteRead", "content-length"),
        "A download arrived damaged: run this command again.",
    ),
    (
        ("ResolutionImpossible", "conflicting dependencies", "The user requested (constraint)"),
        "Your pip configuration bounds a version that Yomi needs otherwise: find the bound with "
        f"`pip config list` and lift it, {AGAIN}{{detail}}.",
    ),
    (
        ("No matching distribution found", "Could not find a version"),
        "Your package index lacks a version that Yomi needs for this Python: add an index that has it "
        f"(PIP_EXTRA_INDEX_URL) or use another Python, {AGAIN}{{detail}}.",
    ),
    (
        ("MemoryError", "Cannot allocate memory", "Killed"),
        f"The machine ran out of memory: close other programs, {AGAIN}.",
    ),
)
"""Words of pip, venv or the system -> what they mean for the user. The first that fits counts."""


def sentence(*texts: str, otherwise: str, place: object, detail: str = "") -> str:
    """One sentence for a failure, from the words of what failed, the surest first.

    `otherwise` opens it where none of them is known.
    """
    detail = f" ({detail})" if detail else ""
    for text in texts:
        for words, answer in TROUBLES:
            if any(word in text for word in words):
                return answer.format(place=place, detail=detail)
    return f"{otherwise}{detail}: run this command again, and report it where it stays."
