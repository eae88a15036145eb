"""Numbers as people read them, and the words for each end state. Pure functions, any thread."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from PySide6.QtCore import QDate, QLocale

from app.domain import Message, MessageState, ModelCard, RunStats
from app.views.language import QT_TRANSLATE_NOOP, translate
from app.views.numerals import decimal, percent
from app.views.spoken import spoken

KIB = 1024
_SEEN = re.compile(
    r"(?P<size>\d+×\d+)(?: turned by (?P<turned>\d+)°)?(?: as (?P<other>\d+×\d+)| in (?P<parts>\d+) parts)?"
    r"|(?P<pictures>\d+) pictures"
)
"""As `app.run_results` writes it."""


@dataclass(frozen=True, slots=True)
class Badge:
    """How an end state is shown: a word, a drawing and a tone (good, warning, danger, accent or none)."""

    word: str
    icon: str
    tone: str


BADGES = {
    MessageState.QUEUED: Badge(QT_TRANSLATE_NOOP("Figures", "Waiting"), "clock", ""),
    MessageState.STREAMING: Badge(QT_TRANSLATE_NOOP("Figures", "Reading"), "clock", "accent"),
    MessageState.COMPLETE: Badge(QT_TRANSLATE_NOOP("Figures", "Complete"), "check", "good"),
    MessageState.EMPTY: Badge(QT_TRANSLATE_NOOP("Figures", "No text found"), "no_text", "warning"),
    MessageState.STOPPED: Badge(QT_TRANSLATE_NOOP("Figures", "Stopped"), "stop", "warning"),
    MessageState.CUT_OFF: Badge(QT_TRANSLATE_NOOP("Figures", "Cut off at the limit"), "cut", "warning"),
    MessageState.CONTEXT_FULL: Badge(QT_TRANSLATE_NOOP("Figures", "Context full"), "warning", "warning"),
    MessageState.LOOPED: Badge(
        QT_TRANSLATE_NOOP("Figures", "Stopped, repeating itself"), "regenerate", "warning"
    ),
    MessageState.FAILED: Badge(QT_TRANSLATE_NOOP("Figures", "Failed"), "warning", "danger"),
    MessageState.INVALID: Badge(QT_TRANSLATE_NOOP("Figures", "Not what was asked for"), "warning", "warning"),
    MessageState.INTERRUPTED: Badge(QT_TRANSLATE_NOOP("Figures", "Interrupted"), "warning", "warning"),
}

BETWEEN = "  ·  "
"""What parts the facts of one line"""


def badge_word(state: MessageState) -> str:
    """The word for an end state."""
    return translate("Figures", BADGES[state].word)


def message_word(message: Message) -> str:
    """The word for where an answer stands."""
    request = message.request
    if message.state is MessageState.STREAMING and request is not None and not request.reads:
        return translate("Figures", "Answering")
    return badge_word(message.state)


def size(byte_count: int) -> str:
    """Bytes in the largest unit that keeps the number above one."""
    value = float(byte_count)
    for unit in ("B", "kB", "MB"):
        if value < KIB:
            return f"{decimal(value)} {unit}"
        value /= KIB
    return f"{decimal(value, 1)} GB"


def seconds(value_s: float) -> str:
    """A duration with two significant figures or more."""
    if value_s < 0.0995:
        return f"{decimal(value_s * 1000)} ms"
    if value_s < 10:
        return f"{decimal(value_s, 2)} s"
    if value_s < 60:
        return f"{decimal(value_s, 1)} s"
    return f"{int(value_s) // 60} min {int(value_s) % 60} s"


def rate(tokens_per_s: float) -> str:
    """A speed; one decimal below ten."""
    return f"{decimal(tokens_per_s, 1 if tokens_per_s < 10 else 0)} tok/s"


def token_words(number: int) -> str:
    """So many tokens."""
    words = translate("Figures", "{count} token") if number == 1 else translate("Figures", "{count} tokens")
    return words.format(count=decimal(number))


def visual_token_words(number: int) -> str:
    """So many visual tokens."""
    if number == 1:
        return translate("Figures", "{count} visual token").format(count=number)
    return translate("Figures", "{count} visual tokens").format(count=decimal(number))


def seen_words(seen: str) -> str:
    """What a run saw, which its record says in English, in the window's language."""
    return ", ".join(_seen_part(part) for part in seen.split(", "))


def _seen_part(part: str) -> str:
    found = _SEEN.fullmatch(part)
    if found is None:
        return part
    size, turned, other, parts, pictures = found.groups()
    if pictures:
        return translate("Figures", "{count} pictures").format(count=pictures)
    if turned:
        size = translate("Figures", "{size} turned by {angle}°").format(size=size, angle=turned)
    if parts:
        return translate("Figures", "{size} in {count} parts").format(size=size, count=parts)
    return translate("Figures", "{size} as {other}").format(size=size, other=other) if other else size


def stats_line(stats: RunStats) -> str:
    """The figures of a run in one line; what was not measured is left out."""
    parts = [token_words(stats.new_tokens)]
    if stats.tokens_per_s > 0:
        parts.append(rate(stats.tokens_per_s))
    if stats.first_token_s > 0:
        parts.append(translate("Figures", "first token {time}").format(time=seconds(stats.first_token_s)))
    if stats.seen:
        parts.append(translate("Figures", "saw {seen}").format(seen=seen_words(stats.seen)))
    if stats.visual_tokens > 0:
        parts.append(visual_token_words(stats.visual_tokens))
    return BETWEEN.join(parts)


def stats_detail(stats: RunStats) -> str:
    """All figures of a run, one a line, for a tooltip."""
    lines = [
        (translate("Figures", "Model"), stats.model),
        (translate("Figures", "Device"), stats.device),
        (translate("Figures", "Waited"), seconds(stats.queue_s)),
        (translate("Figures", "Opening the picture"), seconds(stats.image_decode_s)),
        (translate("Figures", "Preparing the picture"), seconds(stats.preprocess_s)),
        (translate("Figures", "Looking at the picture"), seconds(stats.vision_s)),
        (translate("Figures", "Prefill"), seconds(stats.prefill_s)),
        (translate("Figures", "First token after"), seconds(stats.first_token_s)),
        (translate("Figures", "Writing"), seconds(stats.decode_s)),
        (
            translate("Figures", "Share of the memory's speed"),
            percent(stats.bandwidth_share) if stats.bandwidth_share else "",
        ),
        ("", spoken(stats.backend_note)),
        (translate("Figures", "Total"), seconds(stats.total_s)),
        (translate("Figures", "Saw"), seen_words(stats.seen)),
        (translate("Figures", "Prompt"), token_words(stats.prompt_tokens)),
        (translate("Figures", "Of these visual"), decimal(stats.visual_tokens)),
        (
            translate("Figures", "Still known from before"),
            token_words(stats.reused_tokens) if stats.reused_tokens else "",
        ),
        (
            translate("Figures", "Peak memory"),
            size(stats.peak_memory_bytes) if stats.peak_memory_bytes else "",
        ),
    ]
    return "\n".join(f"{name}: {value}" if name else value for name, value in lines if value)


def model_line(card: ModelCard) -> str:
    """Name, precision and device of the loaded model."""
    return BETWEEN.join(part for part in (card.name, card.precision, card.device.upper()) if part)


def model_detail(card: ModelCard) -> str:
    """The loaded model in full, for a tooltip."""
    lines = [
        spoken(card.note),
        spoken(card.larger),
        translate("Figures", "{millions} million parameters, {weights} of weights, {cache} of cache").format(
            millions=decimal(card.parameters / 1e6, 1),
            weights=size(card.weights_bytes),
            cache=size(card.cache_bytes),
        ),
        translate("Figures", "Context {tokens}").format(tokens=token_words(card.context_tokens)),
        card.folder,
    ]
    return "\n".join(line for line in lines if line)


def speaker_line(message: Message) -> str:
    """What a screen reader says before a message's text."""
    return translate("Figures", "Answer: {state}").format(state=message_word(message))


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
        return translate("Figures", "Yesterday")
    locale, date = QLocale(), QDate(moment.year, moment.month, moment.day)
    if days < 7:
        return locale.standaloneDayName(date.dayOfWeek())
    if moment.year == present.year:
        return locale.toString(date, translate("Figures", "d MMM", "a day of this year"))
    return locale.toString(date, translate("Figures", "d MMM yyyy", "a day of another year"))
