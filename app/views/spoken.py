"""Sentences that come from rooms without Qt, in the window's language. GUI thread only.

Those rooms speak English, also on the command line and in the history, where a message keeps its sentence
through a change of language. Here each is recognised by its pattern and said anew; one that is not known
stays as it is.
"""

from __future__ import annotations

import re
from functools import cache

from app.views.engine_sentences import ENGINE_PATTERNS, PHRASES
from app.views.language import QT_TRANSLATE_NOOP, translate

PATTERNS = (
    # The engine's state.
    QT_TRANSLATE_NOOP("Spoken", "Starting the engine…"),
    QT_TRANSLATE_NOOP("Spoken", "Restarting the engine…"),
    QT_TRANSLATE_NOOP("Spoken", "Loading the model…"),
    QT_TRANSLATE_NOOP("Spoken", "Reading…"),
    QT_TRANSLATE_NOOP("Spoken", "Answering…"),
    QT_TRANSLATE_NOOP("Spoken", "Ready"),
    QT_TRANSLATE_NOOP("Spoken", "Stopping…"),
    QT_TRANSLATE_NOOP("Spoken", "No model is loaded; choose a model folder."),
    QT_TRANSLATE_NOOP("Spoken", "Opening the picture…"),
    QT_TRANSLATE_NOOP("Spoken", "Preparing the picture…"),
    QT_TRANSLATE_NOOP("Spoken", "Looking at the picture…"),
    QT_TRANSLATE_NOOP("Spoken", "Getting ready to write…"),
    # What the bundled model's folder says of it.
    QT_TRANSLATE_NOOP(
        "Spoken",
        "This small model reads printed text in Latin letters and answers a few questions about receipts and "
        "forms; choose a larger model for anything else.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "Handwriting, other scripts, photos and free questions need a larger model, such as {name} "
        "({size} GB): download its folder from {address} and choose it here.",
    ),
    # How an answer ended.
    QT_TRANSLATE_NOOP("Spoken", "No text was found in the picture."),
    QT_TRANSLATE_NOOP("Spoken", "Cut off at the limit of new tokens; Continue goes on where it stopped."),
    QT_TRANSLATE_NOOP("Spoken", "The model's context is full; start a new conversation to go on."),
    QT_TRANSLATE_NOOP(
        "Spoken", "The model began to repeat itself and was stopped; the text up to there is kept."
    ),
    QT_TRANSLATE_NOOP("Spoken", "Yomi was closed before the answer was complete; what was shown is kept."),
    QT_TRANSLATE_NOOP("Spoken", "The engine ended before the answer did; use Regenerate to ask again."),
    QT_TRANSLATE_NOOP("Spoken", "The question to this answer is no longer there; send it again."),
    QT_TRANSLATE_NOOP("Spoken", "The history could not be searched; close Yomi and start it again."),
    # Pictures in.
    QT_TRANSLATE_NOOP("Spoken", "{name} is a folder; add the pictures in it instead."),
    QT_TRANSLATE_NOOP("Spoken", "{name} is not a regular file; save the picture to disk first."),
    QT_TRANSLATE_NOOP("Spoken", "{name} is not there; check the path."),
    QT_TRANSLATE_NOOP("Spoken", "{name} may not be read; check its permissions."),
    QT_TRANSLATE_NOOP("Spoken", "{name} could not be read from disk; try to copy it elsewhere."),
    QT_TRANSLATE_NOOP("Spoken", "{name} is larger than {size} MB; save a smaller copy and add that."),
    QT_TRANSLATE_NOOP("Spoken", "Only the first {some} of the {all} pages of {name} were added."),
    QT_TRANSLATE_NOOP("Spoken", "There are no pictures in the folder {name}; add one that holds some."),
    QT_TRANSLATE_NOOP(
        "Spoken", "Only the first {some} of the {all} pictures in the folder {name} were added."
    ),
    QT_TRANSLATE_NOOP(
        "Spoken", "This is only a link, and Yomi never goes online; save the picture and add the file."
    ),
    QT_TRANSLATE_NOOP("Spoken", "There is no picture to paste; copy one first."),
    QT_TRANSLATE_NOOP(
        "Spoken", "There is no picture in it (it offers {kinds}); save the picture and add the file."
    ),
    QT_TRANSLATE_NOOP("Spoken", "There is no picture to ask about yet; add one, then ask."),
    QT_TRANSLATE_NOOP("Spoken", "There is nothing to send yet; add a picture."),
    QT_TRANSLATE_NOOP("Spoken", "Nothing was sent, since no added file can be read. {sentence}"),
    QT_TRANSLATE_NOOP("Spoken", "Page {page} of {name} was left out: {sentence}"),
    QT_TRANSLATE_NOOP("Spoken", "Page {page} was left out: {sentence}"),
    QT_TRANSLATE_NOOP("Spoken", "{name} was left out: {sentence}"),
    QT_TRANSLATE_NOOP("Spoken", "Left out: {sentence}"),
    QT_TRANSLATE_NOOP("Spoken", "{count} files were left out, {name} first: {sentence}"),
    QT_TRANSLATE_NOOP("Spoken", "{count} files were left out. The first: {sentence}"),
    QT_TRANSLATE_NOOP("Spoken", "{sentence} Regenerate goes on with the other pictures."),
    QT_TRANSLATE_NOOP("Spoken", "{count} pictures cannot be opened, {name} first: {sentence}"),
    QT_TRANSLATE_NOOP("Spoken", "{count} pictures cannot be opened. The first: {sentence}"),
    QT_TRANSLATE_NOOP("Spoken", "The file of {name} is no longer in Yomi's folder; add the picture again."),
    QT_TRANSLATE_NOOP("Spoken", "The answer is still on its way; stop it first."),
    QT_TRANSLATE_NOOP("Spoken", "An answer cannot be empty; delete it instead."),
    QT_TRANSLATE_NOOP("Spoken", "Only a part of this picture could be opened; the rest is empty."),
    QT_TRANSLATE_NOOP("Spoken", "What comes after page {page} of this file could not be opened."),
    QT_TRANSLATE_NOOP("Spoken", "That part of the picture is empty; choose a larger one."),
    # Presets, and what becomes of their answers.
    QT_TRANSLATE_NOOP("Spoken", "The prompt is empty; write what is to be asked."),
    QT_TRANSLATE_NOOP("Spoken", "Yomi does not know what {name} stands for; known are {names}."),
    QT_TRANSLATE_NOOP(
        "Spoken", "The clipboard holds no text; copy the text that the preset is to use, then choose it."
    ),
    QT_TRANSLATE_NOOP("Spoken", "The date is not known; set the clock of this computer."),
    QT_TRANSLATE_NOOP("Spoken", "The time is not known; set the clock of this computer."),
    QT_TRANSLATE_NOOP("Spoken", "There is no picture whose name the preset could use; add one."),
    QT_TRANSLATE_NOOP("Spoken", "The preset names no language; choose one in the settings."),
    QT_TRANSLATE_NOOP("Spoken", "The preset has no schema; write one in the settings."),
    QT_TRANSLATE_NOOP("Spoken", "The preset needs your words too; type them, then send."),
    QT_TRANSLATE_NOOP("Spoken", "{name} has not learnt to read as Markdown; choose a larger model for that."),
    QT_TRANSLATE_NOOP("Spoken", "{name} has not learnt to read tables; choose a larger model for that."),
    QT_TRANSLATE_NOOP("Spoken", "{name} cannot translate; choose a larger model for that."),
    QT_TRANSLATE_NOOP("Spoken", "{name} cannot answer with JSON; choose a larger model for that."),
    QT_TRANSLATE_NOOP(
        "Spoken", "This preset reads the picture as it is; take the words away, or the preset."
    ),
    QT_TRANSLATE_NOOP("Spoken", "This is not valid JSON ({reason}); Regenerate asks again."),
    QT_TRANSLATE_NOOP("Spoken", "Valid JSON."),
    QT_TRANSLATE_NOOP("Spoken", "Valid JSON; it fits the schema."),
    QT_TRANSLATE_NOOP("Spoken", "Valid JSON, but it does not fit the schema: {reason}."),
    QT_TRANSLATE_NOOP("Spoken", "Valid JSON, but it could not be checked. {sentence}"),
    QT_TRANSLATE_NOOP("Spoken", "The schema is not valid JSON ({reason}); correct it in the settings."),
    QT_TRANSLATE_NOOP("Spoken", "The schema must be a JSON object; correct it in the settings."),
    QT_TRANSLATE_NOOP("Spoken", "The schema is no JSON Schema ({reason}); correct it in the settings."),
    QT_TRANSLATE_NOOP("Spoken", "This message is not kept in the history, so it goes with the window."),
    QT_TRANSLATE_NOOP("Spoken", "The picture before is still being read; drop this one again in a moment."),
    # Exports.
    QT_TRANSLATE_NOOP("Spoken", "There is nothing to export yet; read a picture first."),
    QT_TRANSLATE_NOOP("Spoken", "The export could not be made; choose another format."),
    QT_TRANSLATE_NOOP("Spoken", "{name} is a folder; choose another name."),
    QT_TRANSLATE_NOOP("Spoken", "{name} is already there; choose another name."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The disk is full, so nothing was exported; free some space or choose another folder.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "{name} may not be written there; choose another folder."),
    QT_TRANSLATE_NOOP("Spoken", "The folder is not there any more; choose another one."),
    QT_TRANSLATE_NOOP("Spoken", "The file's name is too long; choose a shorter one."),
    QT_TRANSLATE_NOOP("Spoken", "{name} could not be written; choose another folder."),
    QT_TRANSLATE_NOOP("Spoken", "The chosen device or precision is not known; choose another one."),
    # What is kept.
    QT_TRANSLATE_NOOP("Spoken", "Yomi is open in another window too; both share one history."),
    QT_TRANSLATE_NOOP("Spoken", "The disk is full, so the history could not be written; free some space."),
    QT_TRANSLATE_NOOP("Spoken", "Another program holds the history, so it could not be written; close it."),
    QT_TRANSLATE_NOOP("Spoken", "The history could not be written; check the folder it lies in."),
    QT_TRANSLATE_NOOP("Spoken", "The history could not be read; start Yomi again."),
    QT_TRANSLATE_NOOP(
        "Spoken", "The history could not be read; it was kept as {name} and a new one was started."
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The history was written by a newer Yomi; install that version to use it, or move {name} out of the "
        "folder {folder}.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The history in {folder} could not be opened; check that the folder is writable and not full.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The history is damaged and could not be moved aside; move {path} away and start Yomi again.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "Until then nothing is kept."),
    QT_TRANSLATE_NOOP(
        "Spoken", "This conversation was changed by another program and cannot be shown; open another one."
    ),
    QT_TRANSLATE_NOOP("Spoken", "The picture's file is not known to Yomi; add the picture again."),
    QT_TRANSLATE_NOOP(
        "Spoken", "The picture could not be kept in {folder}; is it writable, and is there free space?"
    ),
    QT_TRANSLATE_NOOP("Spoken", "Another program holds the history; close it and start Yomi again."),
    QT_TRANSLATE_NOOP("Spoken", "The picture's file is no longer in Yomi's folder; add the picture again."),
    QT_TRANSLATE_NOOP("Spoken", "The settings could not be read; check the permissions of {path}."),
    QT_TRANSLATE_NOOP("Spoken", "The settings could not be understood; the file was kept as {name}."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The settings and the copy before them could not be understood; "
        "they were kept as {name} and {backup}.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "The settings before the last change are in use."),
    QT_TRANSLATE_NOOP("Spoken", "The defaults are in use."),
    QT_TRANSLATE_NOOP("Spoken", "Something unexpected went wrong; Yomi goes on. Details are in {path}."),
    QT_TRANSLATE_NOOP(
        "Spoken", "The sample picture is missing from this installation; open a picture of yours instead."
    ),
)

_SENTENCES = ("sentence",)
"""Places that hold another sentence."""

_PHRASE_PLACES = ("what", "advice")
"""Places that hold one of `PHRASES` and nothing else."""


def spoken(sentence: str) -> str:
    """The sentence in the window's language."""
    if not sentence:
        return ""
    for source, pattern in _compiled():
        found = pattern.fullmatch(sentence)
        if found is not None:
            parts = {name: _part(name, value) for name, value in found.groupdict().items()}
            said = translate("Spoken", source)
            return said.format(**parts) if parts else said
    return sentence


def _part(place: str, value: str) -> str:
    if place in _SENTENCES:
        return spoken(value)
    return translate("Spoken", value) if value in PHRASES else value


@cache
def _compiled() -> tuple[tuple[str, re.Pattern[str]], ...]:
    # Those that hold another sentence first: what they hold would match by itself as well. Then those that
    # say the most: a short one may fit a part of a longer one.
    def order(source: str) -> tuple[bool, int]:
        holds_another = any(f"{{{name}}}" in source for name in _SENTENCES)
        return not holds_another, -len(re.sub(r"\{\w+\}", "", source))

    ordered = sorted((*PATTERNS, *ENGINE_PATTERNS), key=order)
    return tuple((source, _pattern(source)) for source in ordered)


def _pattern(source: str) -> re.Pattern[str]:
    """`{name}` stands for anything, but in some places for a known phrase."""
    phrases = "|".join(re.escape(phrase) for phrase in sorted(PHRASES, key=len, reverse=True))
    pieces = re.split(r"\{(\w+)\}", source)
    text = "".join(
        f"(?P<{piece}>{phrases if piece in _PHRASE_PLACES else '.+'})" if place % 2 else re.escape(piece)
        for place, piece in enumerate(pieces)
    )
    return re.compile(text, re.DOTALL)
