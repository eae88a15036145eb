"""The texts the training pictures show: named free sources, cleaned, with any evaluation text kept out.

Build-time tool, run by hand. Writes `prose.txt` (a passage a line), `foreign.txt`, `code.txt` (blocks
between form feeds), `words.txt`, `foreign_words.txt` and `places.txt`. Debian's `fortunes` is not a
source, because evaluation screens quote it; and every passage that shares six words in a row with an
excluded text is dropped (see `Exclusion`).
"""

from __future__ import annotations

import argparse
import gzip
import html
import random
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

# Debian package -> licence of the text taken from it.
SOURCES = {
    "r-cran-janeaustenr": "public domain (novels of Jane Austen)",
    "dict-wn": "WordNet 3.0 licence",
    "debian-handbook": "GPL-2+ or CC-BY-SA-3.0",
    "debian-reference-en": "GPL-2+",
    "debian-reference-de": "GPL-2+",
    "debian-reference-fr": "GPL-2+",
    "debian-reference-es": "GPL-2+",
    "debian-reference-it": "GPL-2+",
    "debian-reference-pt": "GPL-2+",
    "developers-reference": "GPL-2+",
    "developers-reference-fr": "GPL-2+",
    "developers-reference-de": "GPL-2+",
    "wamerican": "public domain (SCOWL)",
    "miscfiles": "public domain and GPL-2+",
    "wngerman": "GPL-2+",
    "wfrench": "GPL-2+",
    "wspanish": "GPL-2+",
    "witalian": "GPL-2+",
    "wswedish": "GPL-2+",
    "wdanish": "GPL-2+",
    "wportuguese": "GPL-2+",
    "wdutch": "GPL-2+ (OpenTaal: BSD)",
    "wpolish": "GPL-2, LGPL-2.1, MPL-1.1, Apache-2.0 or CC-BY-4.0",
    "hunspell-cs": "GPL-2+",
    "hunspell-hu": "GPL/LGPL/MPL",
    "hunspell-tr": "MPL-2.0",
    "hunspell-ro": "GPL/LGPL/MPL",
    "libpython3.11-stdlib": "PSF-2.0",
    "nodejs modules of npm": "MIT",
    "libc6-dev": "LGPL-2.1+",
}
SHINGLE_WORDS = 6


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.lower())


class Exclusion:
    """Texts that must not be trained on, as a set of six-word runs."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._runs: set[tuple[str, ...]] = set()
        for text in texts:
            self._runs.update(self._shingles(text))

    @staticmethod
    def _shingles(text: str) -> Iterator[tuple[str, ...]]:
        words = _words(text)
        for start in range(len(words) - SHINGLE_WORDS + 1):
            yield tuple(words[start : start + SHINGLE_WORDS])

    def allows(self, passage: str) -> bool:
        """True where the passage shares no run of six words with an excluded text."""
        return not self._runs or not any(run in self._runs for run in self._shingles(passage))


def clean(text: str) -> str:
    """One passage a line: tags and runs of white space out, entities resolved."""
    text = html.unescape(re.sub(r"<[^>]+>", "", text))
    return re.sub(r"\s+", " ", text.replace("­", "").replace("\u200b", "")).strip()


def html_passages(files: Iterable[Path]) -> Iterator[str]:
    """Paragraphs, list items and headings of HTML manuals."""
    for path in files:
        page = path.read_text(encoding="utf-8", errors="ignore")
        for found in re.finditer(r"<(p|li|dd|h[1-6])\b[^>]*>(.*?)</\1>", page, re.S):
            passage = clean(found.group(2))
            if 20 <= len(passage) <= 1200:
                yield passage


def austen_passages(database: Path) -> Iterator[str]:
    """Paragraphs of the novels inside an R lazy-load database (zlib blocks of length-prefixed strings)."""
    blob = database.read_bytes()
    while len(blob) > 4:
        decoder = zlib.decompressobj()
        try:
            plain = decoder.decompress(blob[4:])
        except zlib.error:
            return
        blob = decoder.unused_data
        lines = []
        for found in re.finditer(rb"\x00\x04\x00\x09(....)", plain, re.S):
            size = int.from_bytes(found.group(1), "big")
            if size < 200:
                lines.append(plain[found.end() : found.end() + size].decode("utf-8", "ignore"))
        for paragraph in "\n".join(lines).split("\n\n"):
            passage = clean(paragraph.replace("_", ""))
            if 40 <= len(passage) <= 1500:
                yield passage


def wordnet_passages(dictionary: Path) -> Iterator[str]:
    """Definitions and their example sentences."""
    text = gzip.decompress(dictionary.read_bytes()).decode("utf-8", "ignore")
    for sense in re.split(r"\n(?=\S)[^\n]*\n|\n {4}(?:[a-z]+ )?\d*: ", "\n" + text):
        flat = re.sub(r"\s*\[(?:syn|ant|also):.*?\]", "", re.sub(r"\s+", " ", sense), flags=re.S)
        flat = re.sub(r"^ *(?:(?:n|v|adj|adv) )?(?:\d+)?:? ", "", flat).strip(" :")
        for piece in re.split(r"; (?=\")", flat):
            part = piece.strip().strip("{}")
            if 12 <= len(part) <= 400 and "{" not in part:
                yield part.strip('"') if part.count('"') == 2 and part.startswith('"') else part


def code_blocks(roots: Iterable[Path], rng: random.Random, per_suffix: int) -> Iterator[str]:
    """Runs of 3 to 40 lines of source files, outdented."""
    by_suffix: dict[str, list[Path]] = {}
    for root in roots:
        for suffix in (
            ".py",
            ".js",
            ".h",
            ".c",
            ".sh",
            ".json",
            ".pl",
            ".pm",
            ".css",
            ".ts",
            ".yml",
            ".md",
            ".conf",
        ):
            by_suffix.setdefault(suffix, []).extend(sorted(root.rglob(f"*{suffix}"))[:3000])
    for suffix in sorted(by_suffix):
        files = by_suffix[suffix]
        rng.shuffle(files)
        taken = 0
        for path in files:
            if taken > per_suffix:
                break
            if not path.is_file() or path.stat().st_size > 400_000:
                continue
            lines = path.read_text(encoding="utf-8", errors="ignore").expandtabs(4).splitlines()
            for _ in range(4):
                if len(lines) < 4:
                    break
                start = rng.randrange(max(1, len(lines) - 3))
                block = [line.rstrip() for line in lines[start : start + rng.randint(3, 40)]]
                if any(len(line) > 130 for line in block):
                    continue
                indents = [len(line) - len(line.lstrip()) for line in block if line.strip()]
                if len(indents) < 3:
                    continue
                text = "\n".join(line[min(indents) :] for line in block)
                taken += len(text)
                yield text


def _read_words(path: Path, encoding: str = "utf-8") -> list[str]:
    raw = path.read_bytes()
    data = gzip.decompress(raw) if path.suffix == ".gz" else raw
    return [line.split("/")[0].strip() for line in data.decode(encoding).splitlines()]


def _sample(rng: random.Random, items: Iterable[str], budget_bytes: int) -> list[str]:
    unique = sorted(set(items))
    rng.shuffle(unique)
    out, used = [], 0
    for item in unique:
        used += len(item.encode())
        if used > budget_bytes:
            break
        out.append(item)
    return out


WORD_LISTS = (
    ("dict/ngerman", "utf-8", 40_000),
    ("dict/french", "utf-8", 40_000),
    ("dict/spanish", "utf-8", 40_000),
    ("dict/italian", "utf-8", 40_000),
    ("dict/swedish", "iso-8859-1", 40_000),
    ("dict/danish", "utf-8", 40_000),
    ("dict/portuguese", "utf-8", 40_000),
    ("dict/dutch", "utf-8", 40_000),
    ("dict/polish", "utf-8", 80_000),
    ("hunspell/cs_CZ.dic", "utf-8", 80_000),
    ("hunspell/hu_HU.dic", "utf-8", 60_000),
    ("hunspell/tr_TR.dic", "utf-8", 60_000),
    ("hunspell/ro_RO.dic", "utf-8", 60_000),
)
"""List, its encoding, and how many bytes of its words are taken."""


def foreign_words(share: Path, rng: random.Random) -> list[str]:
    """Words with letters outside ASCII, of every list, sorted. Raises: UnicodeDecodeError."""
    found: set[str] = set()
    for name, encoding, budget_bytes in WORD_LISTS:
        words = _read_words(share / name, encoding)
        fitting = [w for w in words if not w.isascii() and 2 < len(w) < 16 and w.isalpha()]
        found.update(_sample(rng, fitting, budget_bytes))
    return sorted(found)


def build(unpacked: Path, out: Path, exclude: Path | None, seed: int) -> None:
    """Write the corpus files from the unpacked Debian packages and this machine's sources."""
    rng, share = random.Random(seed), unpacked / "usr/share"
    excluded = (
        Exclusion(p.read_text(encoding="utf-8") for p in sorted(exclude.glob("*.txt")))
        if exclude
        else Exclusion([])
    )
    handbook = share / "doc/debian-handbook/html"
    english = [
        *_sample(
            rng, austen_passages(unpacked / "usr/lib/R/site-library/janeaustenr/data/Rdata.rdb"), 3_000_000
        ),
        *_sample(rng, wordnet_passages(share / "dictd/wn.dict.dz"), 3_500_000),
        *_sample(
            rng,
            html_passages(
                [
                    *sorted((handbook / "en-US").glob("*.html")),
                    *sorted((share / "debian-reference").glob("*.en.html")),
                    *sorted((share / "developers-reference").glob("*.html")),
                ]
            ),
            2_500_000,
        ),
    ]
    foreign: list[str] = []
    for tongue, code in (
        ("de-DE", "de"),
        ("fr-FR", "fr"),
        ("es-ES", "es"),
        ("it-IT", "it"),
        ("pt-BR", "pt"),
        ("nl-NL", "nl"),
        ("pl-PL", "pl"),
        ("cs-CZ", "cs"),
        ("da-DK", "da"),
        ("nb-NO", "nb"),
        ("sv-SE", "sv"),
        ("tr-TR", "tr"),
        ("hr-HR", "hr"),
        ("ro-RO", "ro"),
    ):
        files = [
            *sorted((handbook / tongue).glob("*.html")),
            *sorted((share / "debian-reference").glob(f"*.{code}.html")),
            *sorted((share / "developers-reference" / code).glob("*.html")),
        ]
        passages = [p for p in html_passages(files) if any(ord(c) > 191 for c in p)]
        foreign.extend(_sample(rng, passages, 350_000))
    roots = ("/usr/lib/python3.11", "/usr/share/nodejs", "/usr/include", "/usr/share/perl", "/etc")
    code = list(code_blocks(map(Path, roots), rng, 300_000))
    words = [w for w in _read_words(share / "dict/american-english") if w.isascii() and 1 < len(w) < 16]
    places = [w.title() for w in _read_words(share / "dict/propernames.gz") if w.isascii()]
    out.mkdir(parents=True, exist_ok=True)
    prose = [p for p in english if excluded.allows(p)]
    dropped = len(english) - len(prose)
    for name, items in (
        ("prose", prose),
        ("foreign", [p for p in foreign if excluded.allows(p)]),
        ("words", words),
        ("foreign_words", foreign_words(share, random.Random(seed))),
        ("places", places),
    ):
        (out / f"{name}.txt").write_text("\n".join(items), encoding="utf-8")
        print(name, len(items), sum(map(len, items)))
    kept = [b for b in code if excluded.allows(b)]
    (out / "code.txt").write_text("\f".join(kept), encoding="utf-8")
    print("code", len(kept), sum(map(len, kept)), "dropped passages", dropped)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--unpacked", type=Path, required=True, help="folder with the unpacked Debian packages"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--exclude", type=Path, help="folder of .txt files that must not be trained on")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    build(arguments.unpacked, arguments.out, arguments.exclude, arguments.seed)
