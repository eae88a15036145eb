"""Conversations to export."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from app.domain import (
    Attachment,
    Conversation,
    Message,
    MessageRequest,
    MessageRole,
    MessageState,
    ReadLine,
    ReadWord,
    RequestKind,
    RunStats,
)

CONVERSATION = Conversation(
    "c1", "Receipt: *Café* <1>", "2026-11-30T08:00:00.000+00:00", "2026-11-30T08:01:00.000+00:00"
)
PICTURE = Attachment("a1", "ab" * 32, "re<ceipt>.png", "PNG", 800, 600, 1234)
TEXT = "# 1 *Milk*  1.20\nTOTAL_1  <b>1.20</b>\n\n    Thank you & goodbye\n"
STATS = RunStats(
    model="Starter",
    weights="f" * 64,
    precision="fp32",
    task="read",
    prompt="Read the text.",
    max_new_tokens=4096,
    yomi="0.1.0",
    torch="2.13.0",
    device="cpu",
    backend="eager",
    new_tokens=1234,
    tokens_per_s=40.0,
)
MARKDOWN = """## Sum **bold** and *soft*

- one
  - two

1. first

| a | b |
|---|--:|
| 1 | ~~2~~ |

```python
print("x < 1")
```

> quoted

See [the page](https://example.org/x?a=1&b=2) and ![a picture](https://example.org/p.png).

مرحبا بالعالم
"""


def png(width_px: int = 40, height_px: int = 20) -> bytes:
    out = BytesIO()
    Image.new("RGB", (width_px, height_px), "white").save(out, "PNG")
    return out.getvalue()


def line_of(text: str, line: str) -> ReadLine:
    start = text.index(line)
    words = []
    at = start
    for word in line.split():
        at = text.index(word, at)
        words.append(ReadWord(word, 0.98765, at, at + len(word)))
        at += len(word)
    return ReadLine(line, start, 0, (1, 2, 30, 40), tuple(words))


def reading(text: str = TEXT) -> tuple[Message, Message]:
    """A picture without a question, and its text."""
    kind = MessageRequest(RequestKind.READ)
    lines = tuple(line_of(text, line) for line in text.split("\n") if line.strip())
    return (
        Message("m1", "c1", MessageRole.USER, "", attachments=(PICTURE,), request=kind),
        Message("m2", "c1", MessageRole.ASSISTANT, text, stats=STATS, lines=lines, request=kind),
    )


def formatted(text: str = MARKDOWN) -> tuple[Message, Message]:
    """A question, and an answer that may be Markdown and was cut off."""
    kind = MessageRequest(RequestKind.ASK)
    return (
        Message("m3", "c1", MessageRole.USER, "What is *this*?", request=kind),
        Message("m4", "c1", MessageRole.ASSISTANT, text, MessageState.CUT_OFF, request=kind),
    )
