"""Lines of what the fourth run's weights misread, each sign beside what it is taken for.

Runs in the picture workers; pure functions of the generator in `Texts`. What was misread is what
`evaluation.confusions` ranks: digits behind a slash, apostrophes of both kinds, `+` in addresses, bars that
are text, two hyphens that begin a line, capitals I between capitals, marks behind narrow letters, brackets.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starter_model.texts import Texts

ENDINGS = ("'s", "'re", "'ll", "'ve", "'d", "n't", "'m", "s'", "in'")
TWIN_DIGITS = "1I8B0QO6G5S2Z"
CURRENCIES = ("EUR", "USD", "GBP", "CHF", "SEK", "JPY")
OPTIONS = ("--help", "--version", "--all", "--no-color", "-v, --verbose", "-o, --output=FILE", "--", "---")
NARROW = ("all", "ill", "well", "it", "hello", "I", "fee", "foo", "too", "pea", "goa", "coo")
"""What ends in narrow letters, or becomes another word by an l."""
PAIRS = (("!=", "≠"), ("<=", "≤"), (">=", "≥"), ("->", "→"), ("<-", "←"), ("...", "…"), ("--", "–"))
"""As it is typed, and the one sign that it must not become."""


def reference(t: Texts) -> str:
    """A number in parts, as files, invoices and houses carry; behind a slash stand digits and letters."""
    r = t.rng

    def digits(least: int, most: int) -> str:
        return "".join(r.choice(string.digits) for _ in range(r.randint(least, most)))

    def part() -> str:
        kind = r.random()
        if kind < 0.62:
            return digits(1, 5)
        if kind < 0.74:
            return r.choice(string.ascii_uppercase)
        if kind < 0.88:
            return r.choice(string.ascii_uppercase) + digits(1, 4)
        return digits(1, 3) + r.choice(string.ascii_letters)

    shape = r.randrange(7)
    if shape < 3:
        text = f"{digits(2, 4)}/{digits(2, 5)}"
    elif shape == 3:
        text = f"{r.choice(string.ascii_uppercase)}-{digits(3, 5)}"
    elif shape == 4:
        text = f"{r.choice(TWIN_DIGITS)}/{r.choice(TWIN_DIGITS)}{digits(0, 3)}"
    else:
        text = r.choice("//-.").join(part() for _ in range(r.randint(2, 4)))
    before = r.choice(["", "", "No. ", "Nr. ", "Ref. ", "Order ", "Invoice no. ", "File ", "§ "])
    return before + text


def contraction(t: Texts) -> str:
    """Words with an apostrophe, straight or curled, at every place where one may stand."""
    r = t.rng
    sign = "'" if r.random() < 0.6 else "’"

    def one() -> str:
        kind = r.random()
        if kind < 0.7:
            return t.handle() + r.choice(ENDINGS)
        return r.choice(
            [
                f"{r.randint(1, 12)} o'clock",
                f"'{r.randint(10, 99)}s",
                f"O'{t.handle().capitalize()}",
                f"d'{t.handle()}",
                f"{t.word()} 'n' {t.word()}",
                "'tis",
                "they're",
                "you're",
                "I'm",
                "don't",
                "it's",
            ]
        )

    words = [one() if r.random() < 0.5 else t.word() for _ in range(r.randint(2, 8))]
    text = " ".join([*words, one()]).replace("'", sign)
    if r.random() < 0.12:  # both in one line: nothing but their shape tells them apart
        return text + " " + one().replace("'", "’" if sign == "'" else "'")
    return text


def barred(t: Texts) -> str:
    """Bars between words: menus, by-lines, shell pipes, alternatives."""
    r = t.rng
    parts = [
        r.choice([t.word, lambda: t.title(1, 2), t.number, t.date, t.handle])()
        for _ in range(r.randint(2, 5))
    ]
    return r.choice(
        [
            " | ".join(parts),
            " | ".join(parts),
            f"{t.title(1, 3)} | {t.date()}",
            f"{t.name()} | {t.company()}",
            "|".join(t.handle() for _ in parts),
            f"{t.handle()} || {t.handle()}",
            f"| {' | '.join(parts)} |",
            f"{t.handle()} {t.path()} | {t.handle()} -{t.handle()[0]} | {t.handle()}",
            f"[{'|'.join(t.handle()[:5] for _ in parts)}] {t.words(1, 3)}",
            f"|{t.handle()}| = {r.randint(0, 99)}",
        ]
    )


def led(t: Texts) -> str:
    """Lines that begin with two hyphens, and some with one, three or a dash."""
    r = t.rng
    return r.choice(
        [
            f"-- {t.name()}",
            f"-- {t.name()}",
            f"-- {t.title(1, 3)}, {t.sentence(30)}",
            f"-- {t.words(2, 6)}",
            f"{r.choice(OPTIONS)} {t.words(1, 5)}",
            f"--{t.handle()}={t.handle()} --{t.handle()}",
            f"{t.handle()} --{t.handle()} -- {t.handle()}",
            f"--- {t.path()}",
            f"- {t.words(1, 5)}",
            f"– {t.words(1, 5)}",
            f"— {t.name()}",
            f"{t.sentence(40)} --",
        ]
    )


def abbreviation(t: Texts) -> str:
    """Capitals joined to capitals, numbers, commas and full stops, some of them I beside l."""
    r = t.rng

    def capitals() -> str:
        if r.random() < 0.3:
            return t.handle().upper()[:9]
        return "".join(r.choice("IIILTEASCBDMNOPR") for _ in range(r.randint(2, 5)))

    return r.choice(
        [
            f"{capitals()}/{capitals()}",
            f"{capitals()}/{capitals()}{r.randint(1, 9999)}.{r.randint(1, 99)}-{r.randint(1950, 2030)}",
            f"{t.word().capitalize()}{capitals()}",
            f"{t.handle()}{t.handle().capitalize()}{capitals()} {t.word()}",
            f"{capitals()}-{capitals()} {t.words(1, 3)}",
            f"{r.choice(['I/O', 'AI', 'II', 'III', 'IV', 'VII', 'ID', 'IP', 'CIA', 'FBI'])} {t.words(1, 3)}",
            f"{t.words(1, 2)} ({capitals()})",
            f"{capitals()}, {capitals()}. {t.word().capitalize()}",
            f"{r.choice(['I.e.', 'i.e.', 'I.', 'P.S.', 'U.S.A.', 'V. I.', 'Y.', 'F.'])} {t.words(1, 3)}",
            f"{t.title(1, 2)} {r.choice(['I', 'II', 'III', 'IV', 'VI', 'VIII', 'XIII'])}",
        ]
    )


def exclaimed(t: Texts) -> str:
    """Marks behind letters that are as narrow: l, i, t, a full stop."""
    r, mark = t.rng, t.rng.choice(["!", "!", "!", "!!", "?", "?!"])
    last = r.choice([t.word, t.handle, lambda: r.choice(NARROW)])()
    return r.choice(
        [
            f"{t.words(1, 6).capitalize()} {last}{mark}",
            f"{last}{mark} {t.words(1, 4).capitalize()}",
            f'"{last}{mark}" {t.words(1, 3)}',
            f"{t.words(1, 3)} ({last}{mark})",
            f"¡{last.capitalize()}! {t.word()}{mark}",
            f"{last.upper()}{mark}",
        ]
    )


def bracketed(t: Texts) -> str:
    """Words and numbers in brackets of all three kinds, also within each other."""
    r = t.rng
    left, right = r.choice(["[]", "[]", "{}", "{}", "()", "<>"])
    inner, outer = t.words(1, 3), r.choice(["({})", "[{}]", "{{{}}}"])
    return r.choice(
        [
            f"{t.words(1, 3)} {left}{inner}{right} {t.word()}",
            f"{t.words(1, 3)} {left}{inner}?{right}.",
            outer.format(f"{t.word()} {left}{inner}{right}"),
            f'{{"{t.handle()}": [{r.random():.2f}, -{r.randint(1, 9)}], "{t.handle()}": {r.randint(0, 99)}}}',
            f"{t.handle()}[{r.randint(0, 99)}]({t.handle()}, {{{t.handle()}}})",
            f"{t.words(1, 4)} [{r.randint(1, 40)}]",
            f"{left}{t.number()}{right} {left}{t.number()}{right}",
        ]
    )


def typewritten(t: Texts) -> str:
    """What is typed as two or three signs, beside the one sign that looks like it."""
    r = t.rng
    two, one = r.choice(PAIRS)
    sign = two if r.random() < 0.65 else one
    gap = r.choice(["", " ", " "])
    a, b = t.handle()[:9], r.choice([str(r.randint(0, 99)), t.handle()[:9]])
    return r.choice(
        [
            f"{a} {sign} {b}",
            f"{a}{gap}{sign}{gap}{b}",
            f"if {a} % {r.randint(2, 64)} {sign} {b}:",
            f"{t.words(1, 3)} {sign} {t.words(1, 3)}",
            f"{a} {two} {b}, {b} {one} {a}",
        ]
    )


def amount(t: Texts) -> str:
    """Sums with their currency before and behind, thousands set off in four ways."""
    r = t.rng
    whole, cents, code = r.randint(0, 99_999), f"{r.randint(0, 99):02d}", r.choice(CURRENCIES)
    thousands, point = r.choice([(",", "."), (",", "."), (".", ","), ("'", "."), ("’", "."), (" ", ",")])
    sum_ = f"{whole:,}".replace(",", thousands) + point + cents
    return r.choice(
        [
            f"{code} {sum_}",
            f"{code} {sum_}",
            f"{sum_} {code}",
            f"{r.choice(['Total', 'TOTAL', 'Sum', 'Balance'])} {code} {sum_}",
            f"{sum_} {r.choice('+-')}{sum_}",
            f"{t.price()} {t.price().replace('.', ',')} {t.price()}",
        ]
    )


def repeated_figures(t: Texts) -> str:
    """Figures beside others of the same digits: sizes used and free with their share, equal columns."""
    r = t.rng
    a, b = r.randint(1, 999), r.randint(1, 99)
    unit = r.choice(["G", "M", "K", "T", "%", ".0", ""])
    return r.choice(
        [
            f"{a}{unit} {b}{unit} {b}% /{t.handle()}",
            f"{t.handle()} {a}{unit} {b}{unit} {a - b}{unit} {b}%",
            f"{b} {b} {b} {t.word()} {b}",
            f"{a}/{a} {t.word()} {b}/{b}",
            f"{b}:{b}:{b} {t.word()} {a}{unit} {a}{unit}",
        ]
    )


def stretched(t: Texts) -> str:
    """Words one letter of which is said three times or more."""
    r, words = t.rng, t.words(1, 5).split()
    at = r.randrange(len(words))
    place = r.randrange(len(words[at]))
    words[at] = words[at][:place] + words[at][place] * r.randint(2, 4) + words[at][place:]
    return " ".join(words)


KINDS: tuple[tuple[Callable[[Texts], str], int], ...] = (
    (reference, 5),
    (contraction, 5),
    (barred, 4),
    (led, 4),
    (abbreviation, 3),
    (exclaimed, 3),
    (bracketed, 3),
    (typewritten, 3),
    (amount, 3),
    (stretched, 1),
    (repeated_figures, 2),
    (lambda t: t.email(), 2),
    (lambda t: t.url(), 2),
)


def pitfall(t: Texts) -> str:
    """A line of one of these sorts."""
    return t.rng.choices([kind for kind, _ in KINDS], [weight for _, weight in KINDS])[0](t)
