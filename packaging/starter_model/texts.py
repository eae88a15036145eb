"""What stands in the training pictures: sentences, names, prices, dates, addresses, code. Pure functions
of a seed.

Runs in the picture workers; reads the corpus files once.
"""

from __future__ import annotations

import random
import string
from dataclasses import dataclass
from pathlib import Path

from starter_model.faults import fault
from starter_model.statements import statements
from starter_model.wordlists import (
    BUTTONS,
    DAYS,
    GOODS,
    LABELS,
    LETTERS,
    MENU,
    MONTHS,
    SIGNS,
    SUFFIXES,
    TLDS,
    UNITS,
)


@dataclass
class Corpus:
    """The corpus files, in memory."""

    prose: list[str]
    long: list[str]
    foreign: list[str]
    code: list[str]
    words: list[str]
    foreign_words: list[str]
    places: list[str]

    @classmethod
    def load(cls, folder: Path) -> Corpus:
        """Read the files that `corpus.py` wrote."""

        def lines(name: str) -> list[str]:
            return (folder / f"{name}.txt").read_text(encoding="utf-8").splitlines()

        code = (folder / "code.txt").read_text(encoding="utf-8").split("\f")
        prose = lines("prose")
        return cls(
            prose,
            [p for p in prose if len(p) > 160],
            lines("foreign"),
            code,
            lines("words"),
            lines("foreign_words"),
            lines("places"),
        )


class Texts:
    """Draws pieces of text from one random generator."""

    def __init__(self, corpus: Corpus, rng: random.Random) -> None:
        self.corpus, self.rng, self.stutters = corpus, rng, 0.10

    def word(self) -> str:
        """One word, of prose or of the dictionary, seldom foreign."""
        r = self.rng
        kind = r.random()
        if kind < 0.55:
            words = r.choice(self.corpus.prose).split()
            return r.choice(words).strip(".,;:!?\"'()[]-") or "and"
        if kind < 0.9:
            return r.choice(self.corpus.words)
        if kind < 0.96:
            return r.choice(self.corpus.places)
        return r.choice(self.corpus.foreign_words)

    def words(self, least: int, most: int) -> str:
        """Several words in a row."""
        return " ".join(self.word() for _ in range(self.rng.randint(least, most)))

    def title(self, least: int = 1, most: int = 4) -> str:
        """Words with capitals: each, the first, all or at random."""
        text, kind = self.words(least, most), self.rng.random()
        if kind < 0.5:
            return " ".join(w[:1].upper() + w[1:] for w in text.split(" "))
        if kind < 0.8:
            return text[:1].upper() + text[1:]
        if kind < 0.93:
            return text.upper()
        return "".join(c.upper() if self.rng.random() < 0.4 else c.lower() for c in text)

    def passage(self) -> str:
        """Prose, one or more passages of the corpus, quotes now and then curly."""
        r = self.rng
        text = r.choice(
            self.corpus.foreign
            if r.random() < 0.12
            else self.corpus.long
            if r.random() < 0.5
            else self.corpus.prose
        )
        if r.random() < 0.05:
            text = self.mixed(r.randint(4, 14))
        if r.random() < 0.3:
            text = curl(text)
        if r.random() < self.stutters:
            text = self.stutter(text)
        if r.random() < 0.04:
            text = f"{fault(self)} {text}" if r.random() < 0.5 else f"{text} {fault(self)}"
        if r.random() < 0.05 and ", " in text:
            text = text.replace(", ", r.choice(["... ", " ... ", "… ", " -- "]), 1)
        if r.random() < 0.03:
            text = text.upper()
        return text

    def stutter(self, text: str) -> str:
        """What readers trip over: typewriter dashes, repeated phrases, doubled letters, two or four dots."""
        r, words = self.rng, text.split()
        kind = r.random()
        if kind < 0.35:
            return f"{text} -- {r.choice([self.name, self.company, lambda: self.title(1, 3)])()}"
        if kind < 0.6 or len(words) < 4:
            at = r.randint(1, max(1, len(words) - 1))
            return " ".join([*words[:at], "--", *words[at:]])
        start = r.randrange(len(words) - 2)
        phrase = " ".join(words[start : start + r.randint(1, 3)])
        if kind < 0.9:
            joint = r.choice([" ", ", ", "; ", "; then ", " and ", ". ", " -- "])
            return " ".join(
                [*words[:start], joint.join([phrase] * r.randint(2, 4)), *words[start + 1 : start + 12]]
            )
        if kind < 0.95:
            return " ".join("".join(c * 2 for c in w) for w in words[:6]) + r.choice(["..", "", "...."])
        return text.rstrip(".") + r.choice(["..", "....", "!!", "??", "?!"])

    def sentence(self, most: int = 120) -> str:
        """A passage cut at a word before `most` characters."""
        text = self.passage()
        if len(text) > most:
            start = self.rng.randrange(len(text) - most)
            start = text.find(" ", start) + 1 if self.rng.random() < 0.5 else 0
            text = text[start : start + most]
            text = text[: text.rfind(" ")] if " " in text else text
        return text.strip() or self.word()

    def number(self) -> str:
        """A number in one of the usual notations."""
        r = self.rng
        value = r.choice([r.randint(0, 9), r.randint(0, 99), r.randint(0, 9999), r.randint(0, 99999999)])
        return r.choice(
            [
                str(value),
                f"{value:,}",
                f"{value:,}".replace(",", "."),
                f"{value:,}".replace(",", " "),
                f"-{value}",
                f"+{value}",
                f"{r.random() * 100:.{r.randint(1, 4)}f}",
                f"{r.random() * 100:.2f}".replace(".", ","),
                f"{r.randint(0, 100)}%",
                f"{r.random() * 100:.1f} %",
                f"#{value}",
                f"0x{value:X}",
                f"{r.random():.2e}",
                f"{r.randint(1, 31)}/{r.randint(1, 99)}",
                f"{r.randint(1, 9999)} {r.choice(UNITS)}",
            ]
        )

    def price(self) -> str:
        """A price without a currency."""
        r = self.rng
        value = r.choice([r.random() * 10, r.random() * 100, r.random() * 100, r.random() * 2000])
        return f"{value:.2f}"

    def money(self) -> str:
        """A price as it stands on bills."""
        r, price = self.rng, self.price()
        if r.random() < 0.2:
            price = price.replace(".", ",")
        return r.choice(
            [
                price,
                price,
                f"${price}",
                f"€{price}",
                f"£{price}",
                f"{price} €",
                f"{price} EUR",
                f"{price} USD",
                f"{r.choice(['EUR', 'USD', 'CHF', 'GBP'])} {price}",
                f"-{price}",
                f"${float(price.replace(',', '.')):,.2f}",
            ]
        )

    def date(self) -> str:
        """A date in one of the usual orders."""
        r = self.rng
        y, m, d = r.randint(1950, 2032), r.randint(1, 12), r.randint(1, 28)
        month = MONTHS[m - 1]
        return r.choice(
            [
                f"{y}-{m:02d}-{d:02d}",
                f"{d:02d}.{m:02d}.{y}",
                f"{m:02d}/{d:02d}/{y}",
                f"{d:02d}/{m:02d}/{y % 100:02d}",
                f"{d} {month} {y}",
                f"{month} {d}, {y}",
                f"{d} {month[:3]} {y}",
                f"{month[:3]} {d}",
                f"{d}.{m}.{y}",
                f"{r.choice(DAYS)}, {month} {d}",
                f"{r.choice(DAYS)[:3]} {d} {month[:3]}",
            ]
        )

    def time(self) -> str:
        """A time of day."""
        r = self.rng
        h, m, s = r.randint(0, 23), r.randint(0, 59), r.randint(0, 59)
        return r.choice(
            [
                f"{h:02d}:{m:02d}",
                f"{h:02d}:{m:02d}:{s:02d}",
                f"{h % 12 + 1}:{m:02d} {r.choice(['AM', 'PM', 'am', 'pm'])}",
                f"{h}:{m:02d}",
            ]
        )

    def phone(self) -> str:
        """A telephone number."""
        r = self.rng
        a, b, c = r.randint(10, 999), r.randint(100, 999), r.randint(1000, 9999999)
        return r.choice(
            [
                f"+{r.randint(1, 99)} {a} {b} {c}",
                f"({a}) {b}-{c % 10000:04d}",
                f"0{a}-{c}",
                f"0{a}/{b}{c % 1000:03d}",
                f"{a}-{b}-{c % 10000:04d}",
            ]
        )

    def handle(self) -> str:
        """A lower-case name without spaces."""
        return "".join(c for c in self.word().lower() if c.isascii() and c.isalnum()) or "user"

    def email(self) -> str:
        """An e-mail address."""
        r = self.rng
        user = f"{self.handle()}{r.choice(['', '.', '_', '-', '+', '+'])}{self.handle()}"
        number = r.choice(["", str(r.randint(1, 99))])
        host = r.choice(["example", self.handle(), f"{self.handle()}-{self.handle()}"])
        return f"{user}{number}@{host}.{r.choice(TLDS)}"

    def url(self) -> str:
        """A web address."""
        r = self.rng
        path = "/".join(self.handle() for _ in range(r.randint(0, 3)))
        query = f"?{self.handle()}={r.randint(0, 99999)}" if r.random() < 0.3 else ""
        if query and r.random() < 0.6:
            query += f"&{self.handle()}={r.choice([self.handle(), str(r.randint(0, 999))])}"
        if r.random() < 0.12:
            query += f"#{self.handle()}"
        scheme = r.choice(["https://", "https://", "http://", "www.", ""])
        host = f"{self.handle()}{r.choice(['', '-' + self.handle()])}.{r.choice(TLDS)}"
        return f"{scheme}{host}/{path}{query}"

    def path(self) -> str:
        """A file path of one of the three systems."""
        r = self.rng
        parts = [r.choice([self.handle(), self.title(1, 2)]) for _ in range(r.randint(1, 4))]
        if r.random() < 0.3:
            return "C:\\" + "\\".join(parts) + f".{r.choice(SUFFIXES)}"
        return (
            r.choice(["/", "~/", "./", "../", "/usr/", "/home/"])
            + "/".join(p.replace(" ", "_") for p in parts)
            + f".{r.choice(SUFFIXES)}"
        )

    def code_number(self) -> str:
        """An identifier such as an invoice number carries."""
        r = self.rng
        return "".join(
            r.choice(string.ascii_uppercase)
            if c == "A"
            else r.choice(string.digits)
            if c == "0"
            else r.choice(string.hexdigits)
            if c == "x"
            else c
            for c in r.choice(
                [
                    "AAA-00000",
                    "AA000000",
                    "0000-0000",
                    "000/A00-0000",
                    "000/0000",
                    "000/0000",
                    "00/00000",
                    "0000/00",
                    "A-0000",
                    "A/000",
                    "A0000000A",
                    "INV-00000",
                    "2026-0000",
                    "No. 00000",
                    "xxxxxxxx",
                    "AA-000.000",
                    "#000000",
                    "DE000000000",
                    "xxxx-xxxx-xxxx",
                ]
            )
        )

    def name(self) -> str:
        """A person's name."""
        r = self.rng
        last = (
            r.choice(self.corpus.foreign_words).capitalize()
            if r.random() < 0.12
            else r.choice([r.choice(self.corpus.places), self.handle().capitalize()])
        )
        return r.choice(
            [
                f"{r.choice(self.corpus.places)} {last}",
                f"{r.choice(self.corpus.places)[0]}. {last}",
                f"{r.choice(['Dr.', 'Mr', 'Ms', 'Mrs.', 'Prof.'])} {last}",
            ]
        )

    def company(self) -> str:
        """A firm's or a shop's name."""
        r = self.rng
        base = " ".join(w.capitalize() for w in self.words(1, 2).split())
        text = base + r.choice(
            [
                "",
                "",
                " Ltd.",
                " Inc.",
                " GmbH",
                " & Sons",
                " Market",
                " Café",
                " Store",
                " S.A.",
                " LLC",
                " Bakery",
                " Hotel",
                " & Co.",
            ]
        )
        return text.upper() if r.random() < 0.35 else text

    def street(self) -> str:
        """A street with a number."""
        r = self.rng
        base = self.word().capitalize()
        return r.choice(
            [
                f"{r.randint(1, 999)} {base} {r.choice(['Street', 'St.', 'Road', 'Ave', 'Lane'])}",
                f"{base}straße {r.randint(1, 99)}",
                f"{r.randint(1, 99)} rue {base}",
            ]
        )

    def city(self) -> str:
        """A town with its code."""
        return f"{self.rng.randint(1000, 99999)} {self.rng.choice(self.corpus.places)}"

    def goods(self) -> str:
        """Something that is sold."""
        r = self.rng
        text = r.choice(GOODS) if r.random() < 0.45 else self.title(1, 3)
        return text.upper() if r.random() < 0.2 else text

    def mixed(self, count: int) -> str:
        """Words set with signs, numbers, letters with accents and odd characters, so that none stays rare."""
        r, out = self.rng, []
        for _ in range(count):
            kind = r.random()
            if kind < 0.2:
                out.append(self.number())
            elif kind < 0.4:
                out.append(r.choice(self.corpus.foreign_words))
            elif kind < 0.5:
                out.append(r.choice(SIGNS) + (self.number() if r.random() < 0.5 else self.word()))
            elif kind < 0.6:
                out.append("".join(r.choice(LETTERS + string.ascii_letters) for _ in range(r.randint(2, 8))))
            elif kind < 0.72:
                out.append(
                    "".join(
                        r.choice(string.ascii_letters + string.digits + string.punctuation)
                        for _ in range(r.randint(2, 10))
                    )
                )
            elif kind < 0.8:
                left, right = r.choice(
                    ["()", "[]", "{}", '""', "“”", "‘’", "„“", "«»", "<>", "''", "**", "``"]
                )
                out.append(left + self.word() + right)
            elif kind < 0.88:
                out.append(
                    self.word()
                    + r.choice(
                        [
                            ",",
                            ".",
                            ";",
                            ":",
                            "!",
                            "?",
                            "...",
                            "…",
                            " -",
                            " –",
                            " —",
                            " =",
                            " +",
                            " &",
                            "/",
                            " /",
                            " |",
                            "’s",
                            "'s",
                        ]
                    )
                )
            else:
                out.append(self.title(1, 1))
        return " ".join(out)

    def snippet(self) -> str:
        """A short line of any sort."""
        r = self.rng
        if r.random() < 0.3:
            return fault(self)
        return r.choice(
            [
                self.number,
                self.money,
                self.date,
                self.time,
                self.phone,
                self.email,
                self.url,
                self.path,
                self.code_number,
                self.name,
                self.company,
                self.street,
                self.city,
                self.goods,
                lambda: self.mixed(r.randint(1, 5)),
                lambda: self.mixed(r.randint(2, 6)),
                lambda: self.title(1, 5),
                lambda: self.title(1, 4),
                lambda: self.words(1, 7),
                lambda: self.words(2, 8).capitalize(),
                lambda: self.sentence(60),
                lambda: self.sentence(60),
                lambda: f"{r.choice(LABELS)}: {self.number()}",
                lambda: r.choice(MENU),
                lambda: r.choice(BUTTONS),
            ]
        )()

    def code(self) -> list[str]:
        """Lines of source, without rulers."""
        r = self.rng
        if r.random() < 0.4:
            return statements(self)
        lines = r.choice(self.corpus.code).split("\n")
        return [line for line in lines if not any(line.count(c * 6) for c in "-=*_#/.~")] or statements(self)


def curl(text: str) -> str:
    """Typewriter quotes turned into typographic ones."""
    out: list[str] = []
    for at, c in enumerate(text):
        opening = at == 0 or text[at - 1] in " ([{-—“‘"
        out.append({'"': "“" if opening else "”", "'": "‘" if opening else "’"}.get(c, c))
    return "".join(out).replace(" -- ", " — ").replace("--", "—").replace("...", "…")
