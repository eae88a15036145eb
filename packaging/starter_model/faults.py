"""Lines that small readers trip over: repeated phrases, typewriter dashes, operators, dots, odd capitals,
addresses, accents, signs.

Runs in the picture workers; pure functions of the generator in `Texts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starter_model.pitfalls import pitfall
from starter_model.wordlists import LETTERS, SIGNS

if TYPE_CHECKING:
    from starter_model.texts import Texts

OPERATORS = (
    "!=",
    "==",
    "=>",
    "->",
    "<=",
    ">=",
    "===",
    "!==",
    ":=",
    "+=",
    "-=",
    "++",
    "--",
    "::",
    "&&",
    "||",
    "<-",
    "|>",
    "??",
    "?.",
    "//",
    "**",
    "<<",
    ">>",
)
LIGATED = ("flow", "fluffy", "waffle", "affinity", "shuffle", "first")
JOINTS = (" ", ", ", "; ", "; then ", " and ", ". ", " -- ", ", then ", " or ", "... ", "! ")


def repeated(t: Texts) -> str:
    """A phrase said two to five times, between other words."""
    r = t.rng
    words = t.sentence(70).split()
    start = r.randrange(len(words))
    phrase, joint = " ".join(words[start : start + r.randint(1, 4)]), r.choice(JOINTS)
    times = joint.join([phrase] * r.randint(2, 5))
    return " ".join([*words[max(0, start - 4) : start], times, *words[start + 1 : start + r.randint(1, 6)]])


def dashed(t: Texts) -> str:
    """Two hyphens, a hyphen, an en or an em dash, with spaces and without: all must be told apart."""
    r = t.rng
    dash = r.choice([" -- ", " -- ", " -- ", "--", " - ", " – ", " — ", "—", "–", " --- "])
    return (
        f"{t.sentence(40)}{dash}{r.choice([t.name, lambda: t.sentence(30), t.word, lambda: t.title(1, 3)])()}"
    )


def dotted(t: Texts) -> str:
    """Three dots or the one sign for them, at an end, a beginning or between; two and four dots."""
    r = t.rng
    dots = r.choice(["...", "...", "...", "…", "…", "…", "..", "....", " ...", " …"])
    a, b = t.sentence(30).rstrip("."), t.sentence(25)
    return r.choice([f"{a}{dots}", f"{a}{dots} {b}", f"{dots.strip()}{b}", f"{t.title(1, 2)}{dots}"])


def operation(t: Texts) -> str:
    """A short expression; the operator stands tight or loose."""
    r, gap = t.rng, t.rng.choice(["", " ", " "])
    op = r.choice(OPERATORS)
    a, b, c = t.handle()[:9], t.handle()[:9], r.randint(0, 99)
    return r.choice(
        [
            f"if ({a}{gap}{op}{gap}{b}) {{",
            f"if {a} {op} {c}:",
            f"{a}{gap}{op}{gap}{c};",
            f"return {a} {op} {b}",
            f"({a}, {b}) => {a}{gap}{op}{gap}{b}",
            f"while {a}[{c}] {op} {b}.{a}():",
            f"assert {a} == {b} != {c}",
            f"{a} != {b}",
            f"{a} == {b}",
            f"map({a} => {b} * {c})",
        ]
    )


def odd_capitals(t: Texts) -> str:
    """Words whose capitals follow no rule."""
    r = t.rng
    return " ".join(
        "".join(c.upper() if r.random() < 0.5 else c.lower() for c in t.word())
        for _ in range(r.randint(1, 6))
    )


def accented(t: Texts) -> str:
    """Words of many languages, or invented ones full of accents."""
    r = t.rng
    made = [
        "".join(
            r.choice(LETTERS if r.random() < 0.4 else "abcdefghijklmnoprstuvyz")
            for _ in range(r.randint(3, 9))
        )
        for _ in range(2)
    ]
    words = [r.choice(t.corpus.foreign_words) for _ in range(r.randint(2, 8))]
    if r.random() < 0.3:
        words[r.randrange(len(words))] = r.choice(made)
    return " ".join(w.capitalize() if r.random() < 0.2 else w for w in words)


def signed(t: Texts) -> str:
    """Currency, typographic and legal signs next to what they belong to."""
    r = t.rng
    n = t.price()
    left = r.choice(["“”", "‘’", "„“", "«»", "‹›", '""', "''", "()", "[]"])
    return r.choice(
        [
            f"{r.choice('€£$¥')}{n} – {r.choice('€£$¥')}{t.price()}",
            f"{n} {r.choice('€£')} (±{r.randint(1, 9)} %)",
            f"© {r.randint(1980, 2030)} {t.company()}™",
            f"§ {r.randint(1, 99)}, ¶ {r.randint(1, 9)}: {left[0]}{t.words(1, 4)}{left[1]}",
            f"{r.randint(1, 40)} °C, {r.randint(1, 99)} µm, {r.randint(2, 20)} × {r.randint(2, 20)} cm²",
            f"{left[0]}{t.sentence(40)}{left[1]}",
            f"½ + ¼ = ¾; {r.randint(1, 9)}³ ≠ {r.randint(1, 9)}²",
            f"{t.word()}† {t.word()}‡ · {t.word()}®",
            f"final {t.word()} offi{r.choice(['ce', 'cial', 'cer'])} {r.choice(LIGATED)}",
            f"{r.choice(SIGNS)} {t.words(1, 3)} {r.choice(SIGNS)} {t.word()}",
        ]
    )


def alike(t: Texts) -> str:
    """Letters and digits that look alike, and prices that are equal."""
    r = t.rng
    price = t.price()
    return r.choice(
        [
            "".join(r.choice("Il1|!ijO0oQCGS5Z2B8rnmvvwuUVcle") for _ in range(r.randint(4, 12))),
            f"{price} {price} {price}",
            f"{t.word()},{t.word()}. {t.word()};{t.word()}:",
            f"{t.number()} {t.number()} {t.number()}",
            f"x = {r.randint(0, 9)}, y={r.randint(0, 9)}, z ={r.randint(0, 9)}",
        ]
    )


def fault(t: Texts) -> str:
    """A line of one of these sorts, or of those that were misread last."""
    if t.rng.random() < 0.5:
        return pitfall(t)
    return t.rng.choice(
        [
            repeated,
            repeated,
            dashed,
            dashed,
            dotted,
            dotted,
            operation,
            operation,
            odd_capitals,
            accented,
            accented,
            signed,
            alike,
            lambda t: t.email(),
            lambda t: t.url(),
        ]
    )(t)
