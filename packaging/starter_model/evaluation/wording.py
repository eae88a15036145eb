"""Sentences, names, numbers and codes for one picture, all from one seeded source. Build-time tool."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

MONTHS = (
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)
SIGNS = "€£¥§©®°±²³½¼¾×÷µ¶·¿¡«»–—…•‘’“”„™→←≤≥≠†"


@dataclass(frozen=True)
class Texts:
    """What `sources` wrote."""

    prose: tuple[str, ...]
    foreign: tuple[str, ...]
    words: tuple[str, ...]
    foreign_words: tuple[str, ...]
    code: tuple[str, ...]

    @classmethod
    def load(cls, folder: Path) -> Texts:
        """Raises: OSError where the stage `sources` has not been run."""

        def lines(name: str, end: str = "\n") -> tuple[str, ...]:
            return tuple((folder / f"{name}.txt").read_text(encoding="utf-8").split(end))

        return cls(
            lines("prose"), lines("foreign"), lines("words"), lines("foreign_words"), lines("code", "\f")
        )


class Wording:
    """A seeded draw from the texts."""

    def __init__(self, texts: Texts, rng: random.Random) -> None:
        self.texts, self.rng = texts, rng

    def passage(self, least: int = 50, most: int = 420) -> str:
        """One English passage of that many characters. Raises: IndexError where the texts hold none."""
        return self.rng.choice([p for p in self.texts.prose if least <= len(p) <= most])

    def passages(self, characters: int, most: int = 420) -> list[str]:
        """Different passages of together at least so many characters.

        Raises: ValueError where the texts hold fewer.
        """
        fitting = [p for p in self.texts.prose if 50 <= len(p) <= most]
        found: list[str] = []
        for passage in self.rng.sample(fitting, len(fitting)):
            found.append(passage)
            if sum(map(len, found)) >= characters:
                return found
        raise ValueError(f"the texts hold fewer than {characters} characters in passages up to {most}")

    def foreign(self) -> str:
        """One passage in another language, without its tag."""
        return self.rng.choice(self.texts.foreign).split("\t", 1)[1]

    def word(self) -> str:
        """A lower-case English word."""
        return self.rng.choice(self.texts.words)

    def words(self, count: int) -> str:
        """So many of them."""
        return " ".join(self.word() for _ in range(count))

    def title(self, count: int) -> str:
        """Capitalised words."""
        return " ".join(self.word().capitalize() for _ in range(count))

    def odd(self) -> str:
        """A word in odd capitals."""
        word = self.word()
        how = self.rng.randrange(4)
        if how == 0:
            return "".join(c.upper() if i % 2 else c for i, c in enumerate(word))
        if how == 1:
            return word[0] + word[1:].upper()
        if how == 2:
            return "".join(c.upper() if self.rng.random() < 0.5 else c for c in word)
        return word + self.word().capitalize() + self.word().upper()[:3]

    def number(self, digits: int) -> str:
        """Digits, the first not 0."""
        return str(self.rng.randint(10 ** (digits - 1), 10**digits - 1))

    def money(self, most: int = 99) -> str:
        """Units and cents."""
        return f"{self.rng.randint(0, most)}.{self.rng.randint(0, 99):02d}"

    def date(self) -> str:
        """A date in one of the usual forms."""
        r = self.rng
        y, m, d = r.randint(2019, 2029), r.randint(1, 12), r.randint(1, 28)
        return r.choice(
            (
                f"{y}-{m:02d}-{d:02d}",
                f"{d:02d}.{m:02d}.{y}",
                f"{d:02d}/{m:02d}/{y}",
                f"{d} {MONTHS[m - 1]} {y}",
                f"{MONTHS[m - 1]} {d}, {y}",
            )
        )

    def time(self) -> str:
        """Hours and minutes."""
        return f"{self.rng.randint(0, 23):02d}:{self.rng.randint(0, 59):02d}"

    def month_and_year(self) -> str:
        """The heading of a month."""
        return f"{self.rng.choice(MONTHS)} {self.rng.randint(2019, 2029)}"

    def pick_figure(self) -> str:
        """A figure as a dashboard shows it."""
        r = self.rng
        return r.choice(
            (
                f"{r.randint(1, 99)},{r.randint(100, 999)}",
                f"{r.randint(1, 99)}.{r.randint(0, 9)}%",
                f"${self.money(999)}",
            )
        )

    def address(self) -> str:
        """An e-mail address."""
        r = self.rng
        host = f"{self.word()}{r.choice(('', '-' + self.word()))}.{r.choice(('org', 'net', 'com', 'de', 'io', 'co.uk'))}"
        return f"{self.word()}{r.choice(('.', '_', '-', '+'))}{self.word()}{r.choice(('', self.number(2)))}@{host}"

    def url(self) -> str:
        """A web address."""
        r = self.rng
        path = "/".join(self.word() for _ in range(r.randint(1, 3)))
        tail = r.choice(("", ".html", f"?id={self.number(5)}&q={self.word()}", f"#{self.word()}", "/"))
        return f"{r.choice(('https', 'http'))}://{r.choice(('www.', ''))}{self.word()}.{r.choice(('org', 'net', 'com', 'eu'))}/{path}{tail}"

    def street(self) -> str:
        """A street with a number."""
        return f"{self.rng.randint(1, 220)} {self.title(1)} {self.rng.choice(('Street', 'Road', 'Lane', 'Square'))}"
