"""Small texts that engines stumble over: addresses, capitals, sizes, single words, letters, signs. Build-time tool."""

from __future__ import annotations

from starter_model.evaluation.browser import Fragment
from starter_model.evaluation.drafts import Draft, Pen, div
from starter_model.evaluation.wording import SIGNS

SIZES_PX = (8, 9, 10, 11, 12, 14, 16, 20, 24, 32, 40, 48, 60)


def _stack(pen: Pen, kind: str, lines: list[str], role: str, size: int, width: int) -> Draft:
    family = pen.family(role)
    css = f"body{{background:#fff;color:#222;font:{size}px/1.6 '{family}';padding:14px}}.l{{white-space:nowrap}}"
    high = 30 + round(size * 1.6 + 1) * len(lines)
    return Draft(kind, Fragment("".join(div("l", x) for x in lines), css, width, high), lines, (family,))


def addresses(pen: Pen) -> Draft:
    """E-mail addresses and URLs."""
    w = pen.words
    lines = [w.address() if n % 2 else w.url() for n in range(6)]
    return _stack(pen, "addresses", lines, pen.pick("sans", "mono", "sans"), pen.rng.randint(13, 18), 800)


def capitals(pen: Pen) -> Draft:
    """Words in odd capitals."""
    lines = [" ".join(pen.words.odd() for _ in range(4)) for _ in range(5)]
    return _stack(pen, "capitals", lines, pen.pick("sans", "serif"), pen.rng.randint(13, 20), 760)


def sizes(pen: Pen, size: int) -> Draft:
    """Plain words at one size in pixels."""
    lines = [pen.words.words(4 if size < 30 else 2).capitalize() for _ in range(4)]
    return _stack(pen, f"px{size:02d}", lines, pen.pick("sans", "serif"), size, max(300, 26 * size))


def strip(pen: Pen) -> Draft:
    """One word in a strip of 20 pixels' height."""
    w, family, size = pen.words, pen.family(pen.pick("sans", "serif", "mono")), pen.rng.randint(11, 15)
    word = pen.pick(w.word(), w.word().capitalize(), w.money(), w.number(4), w.word().upper())
    dark = pen.rng.random() < 0.3
    css = f"body{{background:{'#333' if dark else '#fff'};color:{'#eee' if dark else '#111'};font:{size}px/20px '{family}';padding:0 4px;white-space:nowrap}}"
    return Draft("strip", Fragment(div("l", word), css, 14 + size * len(word), 20), [word], (family,))


def tongues(pen: Pen) -> Draft:
    """A passage in another language."""
    family = pen.rng.choice(
        ("Hack", "Jura") if pen.unseen else ("DejaVu Sans", "DejaVu Serif", "Noto Sans", "Liberation Serif")
    )
    size, text = pen.rng.randint(14, 19), [pen.words.foreign(), pen.words.foreign()]
    css = (
        f"body{{background:#fff;color:#222;font:{size}px/1.5 '{family}';padding:16px}}.p{{margin-bottom:8px}}"
    )
    return Draft("tongues", Fragment("".join(div("p", p) for p in text), css, 720, 300), text, (family,))


def letters(pen: Pen) -> Draft:
    """Words with letters of Latin-1 and Latin Extended-A."""
    family = pen.rng.choice(
        ("Hack", "Jura") if pen.unseen else ("DejaVu Sans", "DejaVu Serif", "Noto Sans", "Liberation Serif")
    )
    size = pen.rng.randint(14, 20)
    lines = [" ".join(pen.rng.choice(pen.words.texts.foreign_words) for _ in range(4)) for _ in range(5)]
    css = f"body{{background:#fff;color:#222;font:{size}px/1.6 '{family}';padding:14px}}.l{{white-space:nowrap}}"
    body = "".join(div("l", x) for x in lines)
    return Draft("letters", Fragment(body, css, 760, 30 + round(size * 1.6 + 1) * 5), lines, (family,))


def signs(pen: Pen) -> Draft:
    """Currency and typographic signs and ligatures within text."""
    w, r = pen.words, pen.rng
    family = r.choice(("DejaVu Sans", "DejaVu Serif", "Noto Sans", "EB Garamond"))
    a, b, c = (r.choice(SIGNS) for _ in range(3))
    lines = [
        f"“{w.words(3).capitalize()}” – {w.word()}… ‘{w.word()}’",
        f"€{w.money()} £{w.money()} ¥{w.number(4)} {w.number(2)} §{w.number(1)} {r.randint(1, 40)}°",
        f"{w.word()} {a} {w.word()} {b} {w.word()} {c} {w.word()}",
        f"office flow find {w.word()} -- {w.word()} ... waffle",
        f"{r.randint(1, 9)} × {r.randint(1, 9)} ± {r.randint(1, 9)}% ½ © {r.randint(1990, 2029)} {w.title(1)}™ • {w.word()}",
    ]
    css = f"body{{background:#fff;color:#222;font:{r.randint(15, 20)}px/1.6 '{family}';padding:14px;font-variant-ligatures:common-ligatures}}.l{{white-space:nowrap}}"
    return Draft("signs", Fragment("".join(div("l", x) for x in lines), css, 640, 190), lines, (family,))
