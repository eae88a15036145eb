"""Formulas: LaTeX as MathML for programs that draw it, and as a line of characters for those that do not.
Pure functions, any thread, no Qt.

latex2mathml understands the LaTeX; what it refuses is shown as the model wrote it, delimiters and all.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from xml.etree.ElementTree import Element, tostring

from latex2mathml.converter import convert_to_element

CLOSING: Final = {"$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]"}

LONGEST_FORMULA_CHARS = 4000
"""Past this it is no formula, and reading it would be felt."""

_UNSTARRED = re.compile(r"\\(begin|end)\{(aligned|alignedat|gathered|split)\}(?:\{\d+\})?")
_MATRIX_ENVIRONMENTS = {"aligned": "align*", "alignedat": "align*", "gathered": "gather*", "split": "align*"}
"""latex2mathml lays out the environments on the right only; those on the left mean the same."""

_ACCENTS: Final = {"\u2192": "\u20d7", "^": "\u0302", "\u00af": "\u0304", "\u2015": "\u0305", "~": "\u0303",
                   "\u02d9": "\u0307", "\u00a8": "\u0308", "_": "\u0332", "\u02c7": "\u030c"}  # fmt: skip
_STROKE = "\u29f8"
"""Stands before the sign that it strikes out."""

_SILENT_SPACES: Final = frozenset({"0em", "0.0em"})
_RELATIONS: Final = frozenset("=+−±×÷·<>≤≥≠≈≡∼→←↔⇒⇐⇔∈∉⊂⊆∪∩∧∨∝↦")
_AFTER_A_FRACTION: Final = frozenset(["", *" ,;.)]}|\n"])
_SIGNS: Final = frozenset("+−±")
_BRACKETS: Final = {"(": ")", "[": "]", "{": "}", "|": "|", "‖": "‖", "⟨": "⟩", "⌊": "⌋", "⌈": "⌉"}


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of a formula. `level` is 1 in a superscript, -1 in a subscript, 0 on the line."""

    text: str
    level: int = 0
    italic: bool = False


def source_of(latex: str, opening: str) -> str:
    """A formula as the model wrote it."""
    return f"{opening}{latex}{CLOSING.get(opening, '')}"


def mathml(latex: str, opening: str, *, display: bool) -> str:
    """A formula as MathML; its source as code where it cannot be read."""
    element = _element(latex)
    if element is None:
        return f"<code>{html.escape(source_of(latex, opening), quote=False)}</code>"
    element.set("display", "block" if display else "inline")
    return tostring(element, encoding="unicode")


def runs_of(latex: str) -> tuple[Run, ...]:
    """A formula as characters, with line ends between the rows of an array; empty where it cannot be read."""
    element = _element(latex)
    if element is None:
        return ()
    runs: list[Run] = []
    struck = False
    before = ""
    for run in _walk(element, 0):
        words = run.text
        if words == _STROKE:
            struck = True
            continue
        if struck and words.strip():
            at = len(words) - len(words.lstrip())
            words, struck = f"{words[: at + 1]}\u0338{words[at + 1 :]}", False
        if words.strip() in _SIGNS and (not before or before[-1] in _BRACKETS or before[-1] in _RELATIONS):
            words = words.strip()
        before = (before + words).rstrip(" ")[-1:]
        if runs and (runs[-1].level, runs[-1].italic) == (run.level, run.italic):
            runs[-1] = Run(runs[-1].text + words, run.level, run.italic)
        else:
            runs.append(Run(words, run.level, run.italic))
    return tuple(Run(unicodedata.normalize("NFC", run.text), run.level, run.italic) for run in runs)


@lru_cache(maxsize=256)
def _element(latex: str) -> Element | None:
    if not latex.strip() or len(latex) > LONGEST_FORMULA_CHARS:
        return None
    known = _UNSTARRED.sub(lambda found: f"\\{found[1]}{{{_MATRIX_ENVIRONMENTS[found[2]]}}}", latex)
    try:
        element = convert_to_element(known)
    except Exception:  # noqa: BLE001 - it raises whatever its parser stumbles over (IndexError, KeyError, ...)
        return None
    for node in element.iter():
        node.text = html.unescape(node.text or "")
        # What it does not know comes out as a name: then the source says more than the formula would.
        if node.text == "&" or (node.text.startswith("\\") and len(node.text) > 1):
            return None
    return element


def _walk(node: Element, level: int) -> list[Run]:
    children = list(node)
    match node.tag:
        case "mi":
            return _name(node.text or "", level, upright=node.get("mathvariant") == "normal")
        case "mn" | "mtext" | "ms":
            return [Run(node.text or "", level)]
        case "mo":
            return [Run(_operator(node.text or "", level), level)]
        case "mspace":
            return [_space(node, level)]
        case "mfrac":
            return _fraction(node, children, level)
        case "msqrt" | "mroot":
            return _root(children, level, has_degree=node.tag == "mroot")
        case "msup" | "msub" | "msubsup":
            return _scripts(children, level, node.tag)
        case "mover" | "munder" | "munderover":
            return _stacked(children, level, node.tag)
        case "mtable":
            return _rows(children, level)
        case "mphantom":
            return []
        case _:
            return _row(children, level)


def _row(children: list[Element], level: int) -> list[Run]:
    runs: list[Run] = []
    before = ""
    for child in children:
        inside = _walk(child, level)
        if before == "mfrac" and _plain(inside)[:1] not in _AFTER_A_FRACTION:
            # Or the next factor would look like one below the line.
            runs.append(Run("\u2009", level))
        runs += inside
        before = child.tag
    return runs


def _name(words: str, level: int, *, upright: bool) -> list[Run]:
    if words in _RELATIONS:
        return [Run(_operator(words, level), level)]
    is_function = level == 0 and len(words) > 1 and words.isascii() and words.isalpha()
    return [Run(f"{words} " if is_function else words, level, len(words) == 1 and not upright)]


def _operator(sign: str, level: int) -> str:
    # In small print, and for an unary sign at the start, the space would tear apart what belongs together.
    if level == 0 and sign in _RELATIONS:
        return f" {sign} "
    if level == 0 and (sign == "," or (len(sign) > 1 and sign.isalpha())):
        return f"{sign} "
    return "" if sign in {"\u2061", "\u2062", "\u2063"} else sign


def _space(node: Element, level: int) -> Run:
    if node.get("linebreak"):
        return Run("\n", level)
    return Run("" if node.get("width") in _SILENT_SPACES else " ", level)


def _plain(runs: list[Run]) -> str:
    return "".join(run.text for run in runs)


def _grouped(runs: list[Run], level: int) -> list[Run]:
    """In brackets, unless what they would hold is one thing."""
    words = _plain(runs).strip()
    is_one = words.isalnum() or len(words) <= 1 or _is_bracketed(words)
    return runs if is_one else [Run("(", level), *runs, Run(")", level)]


def _is_bracketed(words: str) -> bool:
    if _BRACKETS.get(words[0]) != words[-1]:
        return False
    depth = 0
    for index, sign in enumerate(words):
        depth += (sign == words[0]) - (sign == words[-1])
        if depth == 0 and index < len(words) - 1:
            return False
    return True


def _fraction(node: Element, children: list[Element], level: int) -> list[Run]:
    above, below = (_walk(child, level) for child in children)
    if node.get("linethickness") == "0":
        return [*above, Run(" over ", level), *below]
    return [*_grouped(above, level), Run("/", level), *_grouped(below, level)]


def _root(children: list[Element], level: int, *, has_degree: bool) -> list[Run]:
    degree = _plain(_walk(children[1], level)) if has_degree and len(children) > 1 else ""
    inside = children[:1] if has_degree else children
    radicand = [run for child in inside for run in _walk(child, level)]
    before = [Run(degree, level or 1)] if degree else []
    return [*before, Run("√", level), *_grouped(radicand, level)]


def _scripts(children: list[Element], level: int, tag: str) -> list[Run]:
    base = _walk(children[0], level)
    marks = ("_", "^") if tag == "msubsup" else ("_",) if tag == "msub" else ("^",)
    runs = _grouped(base, level) if any(sign in _plain(base).strip() for sign in " /") else base
    for mark, child in zip(marks, children[1:], strict=False):
        if level == 0:
            runs = [*runs, *_walk(child, 1 if mark == "^" else -1)]
        else:
            # Characters know one height above the line and one below it.
            runs = [*runs, Run(mark, level), *_grouped(_walk(child, level), level)]
    return runs


def _stacked(children: list[Element], level: int, tag: str) -> list[Run]:
    base = _walk(children[0], level)
    over = (children[-1].text or "").strip() if tag == "mover" else ""
    words = _plain(base)
    if over in _ACCENTS and words:
        return [Run("".join(sign + _ACCENTS[over] for sign in words), level, all(run.italic for run in base))]
    if tag == "munderover":
        return _scripts(children, level, "msubsup")
    return _scripts(children, level, "msup" if tag == "mover" else "msub")


def _rows(rows: list[Element], level: int) -> list[Run]:
    """An array with a line end between its rows, and a wide space between the cells of one."""
    runs: list[Run] = []
    for index, row in enumerate(rows):
        if index:
            runs.append(Run("\n", level))
        first = True
        for cell in row:
            inside = [run for child in cell for run in _walk(child, level)]
            if not _plain(inside).strip():
                continue
            # Columns that are aligned to the right and then to the left are two halves of one equation.
            if not first and not (cell.get("columnalign") == "left" and _starts_with_relation(inside)):
                runs.append(Run("\u2003", level))
            runs += inside
            first = False
    return runs


def _starts_with_relation(runs: list[Run]) -> bool:
    words = _plain(runs).strip()
    return words[:1] in _RELATIONS
