"""Numbers as people read them, and the words for each end state. Pure functions, any thread."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from app.domain import Message, MessageState, ModelCard, RunStats

KIB = 1024


@dataclass(frozen=True, slots=True)
class Badge:
    """How an end state is shown: a word, a drawing and a tone (good, warning, danger, accent or none)."""

    word: str
    icon: str
    tone: str


BADGES = {
    MessageState.QUEUED: Badge("Waiting", "clock", ""),
    MessageState.STREAMING: Badge("Reading", "clock", "accent"),
    MessageState.COMPLETE: Badge("Complete", "check", "good"),
    MessageState.EMPTY: Badge("No text found", "no_text", "warning"),
    MessageState.STOPPED: Badge("Stopped", "stop", "warning"),
    MessageState.CUT_OFF: Badge("Cut off at the limit", "cut", "warning"),
    MessageState.CONTEXT_FULL: Badge("Context full", "warning", "warning"),
    MessageState.LOOPED: Badge("Stopped, repeating itself", "regenerate", "warning"),
    MessageState.FAILED: Badge("Failed", "warning", "danger"),
    MessageState.INTERRUPTED: Badge("Interrupted", "warning", "warning"),
}


def size(byte_count: int) -> str:
    """Bytes in the largest unit that keeps the number above one."""
    value = float(byte_count)
    for unit in ("B", "kB", "MB"):
        if value < KIB:
            return f"{value:.0f} {unit}"
        value /= KIB
    return f"{value:.1f} GB"


def seconds(value_s: float) -> str:
    """A duration with two significant figures or more."""
    if value_s < 0.0995:
        return f"{value_s * 1000:.0f} ms"
    if value_s < 10:
        return f"{value_s:.2f} s"
    if value_s < 60:
        return f"{value_s:.1f} s"
    return f"{int(value_s) // 60} min {int(value_s) % 60} s"


def rate(tokens_per_s: float) -> str:
    """A speed; one decimal below ten."""
    return f"{tokens_per_s:.1f} tok/s" if tokens_per_s < 10 else f"{tokens_per_s:,.0f} tok/s"


def count(number: int, noun: str) -> str:
    """A number with its noun, in the plural where it must be."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def stats_line(stats: RunStats) -> str:
    """The figures of a run in one line; what was not measured is left out."""
    parts = [count(stats.new_tokens, "token")]
    if stats.tokens_per_s > 0:
        parts.append(rate(stats.tokens_per_s))
    if stats.first_token_s > 0:
        parts.append(f"first token {seconds(stats.first_token_s)}")
    if stats.seen:
        parts.append(f"saw {stats.seen}")
    if stats.visual_tokens > 0:
        parts.append(count(stats.visual_tokens, "visual token"))
    return "  ·  ".join(parts)


def stats_detail(stats: RunStats) -> str:
    """All figures of a run, one a line, for a tooltip."""
    lines = [
        ("Model", stats.model),
        ("Device", stats.device),
        ("Waited", seconds(stats.queue_s)),
        ("Opening the picture", seconds(stats.image_decode_s)),
        ("Preparing the picture", seconds(stats.preprocess_s)),
        ("Looking at the picture", seconds(stats.vision_s)),
        ("Prefill", seconds(stats.prefill_s)),
        ("First token after", seconds(stats.first_token_s)),
        ("Writing", seconds(stats.decode_s)),
        ("Total", seconds(stats.total_s)),
        ("Saw", stats.seen),
        ("Prompt", count(stats.prompt_tokens, "token")),
        ("Of these visual", f"{stats.visual_tokens:,}"),
        ("Peak memory", size(stats.peak_memory_bytes) if stats.peak_memory_bytes else ""),
    ]
    return "\n".join(f"{name}: {value}" for name, value in lines if value)


def model_line(card: ModelCard) -> str:
    """Name, precision and device of the loaded model."""
    return "  ·  ".join(part for part in (card.name, card.precision, card.device.upper()) if part)


def model_detail(card: ModelCard) -> str:
    """The loaded model in full, for a tooltip."""
    lines = [
        card.note,
        card.larger,
        f"{card.parameters / 1e6:,.1f} million parameters, {size(card.weights_bytes)} of weights, "
        f"{size(card.cache_bytes)} of cache",
        f"Context {count(card.context_tokens, 'token')}",
        card.folder,
    ]
    return "\n".join(line for line in lines if line)


def speaker_line(message: Message) -> str:
    """What a screen reader says before a message's text."""
    return f"Answer, {BADGES[message.state].word.lower()}"


def when(iso_utc: str, now: datetime | None = None) -> str:
    """A moment as briefly as its distance allows: time today, weekday this week, else the date."""
    try:
        moment = datetime.fromisoformat(iso_utc).astimezone()
    except ValueError:
        return ""
    present = (now or datetime.now(UTC)).astimezone()
    days = (present.date() - moment.date()).days
    if days <= 0:
        return moment.strftime("%H:%M")
    if days == 1:
        return "Yesterday"
    if days < 7:
        return moment.strftime("%A")
    if moment.year == present.year:
        return f"{moment.day} {moment.strftime('%b')}"
    return f"{moment.day} {moment.strftime('%b %Y')}"
