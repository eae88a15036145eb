"""Pages full of what is rare: letters with accents outside of sentences, signs next to what they look like.

Runs in the picture workers. Accents are put on letters at random, so that no word tells which one it must be.
"""

from __future__ import annotations

import random
import unicodedata
from collections import defaultdict
from collections.abc import Callable

from starter_model.layouts import paragraph
from starter_model.page import Page
from starter_model.texts import Texts

RARE = "ĳŀŉſĸĲĿţŢ"
"""Letters of Latin Extended-A that no language writes today, or writes as two or as another."""


def _variants() -> dict[str, str]:
    """Plain letter -> those of Latin-1, of Latin Extended-A and of Romanian that are it with a mark."""
    found: dict[str, list[str]] = defaultdict(list)
    for code in range(0xC0, 0x180):
        letter = chr(code)
        plain = unicodedata.normalize("NFD", letter)[0]
        if letter.isalpha() and plain.isascii():
            found[plain].append(letter)
    for plain, more in {
        "d": "đð",
        "D": "ĐÐ",
        "h": "ħ",
        "H": "Ħ",
        "i": "ı",
        "l": "ł",
        "L": "Ł",
        "o": "øœ",
        "O": "ØŒ",
        "n": "ŋ",
        "N": "Ŋ",
        "t": "ŧþț",
        "T": "ŦÞȚ",
        "a": "æ",
        "A": "Æ",
        "s": "ßș",
        "S": "Ș",
    }.items():
        found[plain].extend(more)
    return {plain: "".join(letters) for plain, letters in found.items()}


VARIANTS = _variants()
TONGUES = {
    "Polish": "ąćęłńóśźż",
    "Czech": "áčďéěíňóřšťúůýž",
    "Slovak": "áäčďéíĺľňóôŕšťúýž",
    "Hungarian": "áéíóöőúüű",
    "Turkish": "çğıöşüâîİ",
    "Romanian": "ăâîșț",
    "Latvian": "āčēģīķļņšūž",
    "Lithuanian": "ąčęėįšųūž",
    "Croatian": "čćđšž",
    "Esperanto": "ĉĝĥĵŝŭ",
    "Maltese": "ċġħżàèìòù",
    "Icelandic": "áðéíóúýþæö",
    "Estonian": "äõöüšž",
    "Welsh": "âêîôûŵŷ",
    "Sami": "áčđŋšŧž",
    "Norwegian": "æøåéò",
}
TWINS = (
    "āăãâīĭĩîēĕêěōŏõôūŭũû",
    "āàăáīìĭíēèĕéōòŏóūùŭú",
    "ïîīìíëêēèéüûūùúöôōòó",
    "ťţțŧđďľĺļłńňņñ",
    "ğĝġģşșšśźžżčćċĉ",
    "őöóűüúūōøœæå",
)
"""Marks that small print makes alike."""
BESIDE = "€£$¥¢§©®°±²³½¼¾×÷µ¶·¿¡«»–—…•‘’“”„‚™‹›†‡≤≥≠−→←′″¹ªº¦¬"
LOOKALIKES = (
    "–-—",
    "…...",
    "°º˚",
    "×x",
    "™”“",
    "‘’'",
    '“”"„',
    "±+",
    "½¼¾",
    "§$S",
    "©@®",
    "«<‹",
    "»>›",
    "·.•",
    "≠≤≥",
    "†‡t",
    "²³2¹",
    "µu",
    "¡!i",
    "¿?",
    "€E£",
    "¶P",
)


def remarked(rng: random.Random, word: str, marks: str, share: float) -> str:
    """A word some of whose letters carry another mark; of `marks` where they hold one for that letter."""
    out = []
    for c in word:
        others = VARIANTS.get(c, "")
        if others and rng.random() < share:
            fitting = [v for v in others if v.lower() in marks]
            chosen = rng.choice(fitting or (others if not marks else c))
            out.append(c if chosen in RARE and rng.random() < 0.9 else chosen)
        else:
            out.append(c)
    return "".join(out)


def marked_word(t: Texts, marks: str, share: float) -> str:
    """A word of a list or of English, remarked; now and then in capitals."""
    r = t.rng
    word = r.choice(t.corpus.foreign_words) if r.random() < 0.45 else t.handle()
    if r.random() < 0.75:
        plain = unicodedata.normalize("NFD", word)
        word = remarked(r, "".join(c for c in plain if not unicodedata.combining(c)), marks, share)
    if r.random() < 0.25:
        return word[:1].upper() + word[1:]
    return word.upper() if r.random() < 0.1 and "ß" not in word and "ı" not in word else word


def signs_line(t: Texts) -> str:
    """Signs between words and numbers, with and without spaces, each near what it could be taken for."""
    r = t.rng
    kind = r.randrange(10)
    if kind < 3:
        count = r.randint(2, 4)
        joints = [
            r.choice([" {} ", " {} ", "{}", " {}", "{} "]).format(r.choice(BESIDE)) for _ in range(count)
        ]
        return t.word() + "".join(j + (t.word() if r.random() < 0.75 else t.number()) for j in joints)
    if kind == 3:
        a, b, c = r.randint(1, 99), r.randint(1, 99), r.randint(1, 99)
        return r.choice(
            [
                f"{a} × {b} ± {c}%",
                f"{a}×{b} cm",
                f"{a} x {b} × {c}",
                f"{a} ÷ {b} = {c}",
                f"−{a} °C … +{b} °C",
                f"{a}°",
                f"{a}° {b}′ {c}″ N",
                f"{a}² + {b}³ ≠ {c}",
                f"½ {t.word()} ¼ {t.word()} ¾",
                f"{a}½ {t.word()}",
            ]
        )
    if kind == 4:
        return r.choice(
            [
                f"© {r.randint(1950, 2035)} {t.title(1, 2)}™",
                f"{t.title(1, 1)}™ • {t.word()}",
                f"{t.title(1, 2)}® · {t.word()}",
                f"{t.words(1, 3)} • {t.words(1, 2)} • {t.word()}",
                f"{t.title(1, 1)}™{r.choice([',', '.', ' –', ''])} {t.word()}",
                f"{t.title(1, 2)} | {t.title(1, 2)}",
                " | ".join(t.word() for _ in range(r.randint(2, 4))),
                f"{t.handle()} {t.handle()} | {t.handle()} -{t.handle()[0]}",
                f"{t.title(1, 2)} / {t.word()} | {t.number()}",
            ]
        )
    if kind == 5:
        money = [f"{s}{t.price()}" for s in r.sample("€£$¥", 3)]
        return r.choice(
            [
                " ".join(money),
                f"{money[0]} – {money[1]}",
                f"{t.price()} {r.choice('€£¥')} §{r.randint(1, 99)}",
                f"§ {r.randint(1, 400)} {t.title(1, 1)}",
                f"{money[0]} {money[1]} §{r.randint(1, 9)} {r.randint(1, 40)}°",
            ]
        )
    if kind == 6:
        left, right = r.choice(["“”", "‘’", "„“", "«»", "‹›", '""', "''", "”“", "‚‘"])
        dash, dots = r.choice([" – ", " - ", " — ", " -- ", "–"]), r.choice(["…", "...", " …", "… "])
        last = r.choice(["‘{}’", "'{}'", "“{}”", "{}"]).format(t.word())
        return f"{left}{t.words(1, 4)}{right}{dash}{t.word()}{dots}{r.choice(['', ' '])}{last}"
    if kind == 7:
        group = r.choice(LOOKALIKES)
        return " ".join(
            r.choice(["{}", "{}", "{} {}", "{}{}"]).format(t.word(), r.choice(group))
            for _ in range(r.randint(2, 5))
        )
    if kind == 8:
        words = [
            "office",
            "flow",
            "find",
            "waffle",
            "fjord",
            "offline",
            "affix",
            "fluffy",
            "first",
            "shuffle",
            "Tfi",
            "halfling",
            "fifth",
            "raffle",
        ]
        return " ".join(
            r.choice(words) if r.random() < 0.5 else t.word() for _ in range(r.randint(2, 6))
        ) + r.choice([" --", " ...", "…", ""])
    return " ".join("".join(r.choice(BESIDE) for _ in range(r.randint(1, 3))) for _ in range(r.randint(2, 7)))


def accents_line(t: Texts, marks: str, share: float) -> str:
    """Several marked words."""
    return " ".join(marked_word(t, marks, share) for _ in range(t.rng.randint(1, 7)))


def _fill(p: Page, size: float, line: Callable[[], str], rich: bool) -> None:
    r, (x0, y0, x1, y1) = p.rng, p.box
    same, y = r.random() < 0.6, y0
    family = p.library.rich_family(r) if rich else p.library.family(r)
    wraps = r.random() < 0.4
    p.kind = "lines of text"
    while not p.full:
        name = family if same else p.library.rich_family(r) if rich else p.library.family(r)
        font = p.font(
            name, size * (1 if same else r.uniform(0.8, 1.4)), bold=r.random() < 0.15, italic=r.random() < 0.1
        )
        if y + font.ascent + font.descent > y1:
            break
        text = line()
        if wraps:
            y = paragraph(
                p, font, text, x0, y + font.ascent, x1 - x0, round(font.size * 1.35), y1, block="line"
            )
            y -= font.ascent - font.size * 0.2
            continue
        if text := p.cut(font, text, x1 - x0):
            p.add(
                p.put(
                    font,
                    text,
                    x0 + r.choice([0, 0, 0, r.random()]) * max(0.0, x1 - x0 - font.width(text) * 1.02),
                    y + font.ascent,
                )
            )
        y += (font.ascent + font.descent) * r.uniform(1.0, 1.5)


def accents(p: Page, t: Texts, size: float) -> None:
    """Line after line of letters with marks, of one language or of any."""
    r = p.rng
    kind = r.random()
    marks = "" if kind < 0.3 else r.choice(TWINS) if kind < 0.55 else TONGUES[r.choice(sorted(TONGUES))]
    share = r.choice([0.15, 0.3, 0.5])
    _fill(p, size, lambda: accents_line(t, marks, share), rich=True)


def signs(p: Page, t: Texts, size: float) -> None:
    """Line after line of signs."""
    _fill(p, size, lambda: signs_line(t), rich=p.rng.random() < 0.6)
