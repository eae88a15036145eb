"""The texts and font families of the evaluation, all kept out of training, and the stage that unpacks them.

Build-time tool, run by hand:

    python -m starter_model.evaluation.sources --out .train/evaluation --exclude DIR ...

fetches the Debian and npm packages named here with their ordinary clients, and writes `texts/*.txt` and
`fonts/*.ttf`. No package here is one of `corpus.SOURCES`, no family one that training draws; passages that share
six words in a row with an excluded text (the training corpus, other evaluation sets) are dropped.
"""

from __future__ import annotations

import argparse
import gzip
import random
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from starter_model.corpus import Exclusion, html_passages

SOURCES = {
    "dict-devil": "public domain (Ambrose Bierce, The Devil's Dictionary)",
    "dict-jargon": "public domain (the Jargon File)",
    "dict-foldoc": "GFDL-1.1+",
    "installation-guide-amd64": "GPL-2+",
    "aptitude-doc-en": "GPL-2+",
    "aptitude-doc-es": "GPL-2+",
    "aptitude-doc-fr": "GPL-2+",
    "debian-faq": "GPL-2+",
    "hunspell-sk": "GPL/LGPL/MPL",
    "hunspell-sl": "GPL/LGPL",
    "hunspell-hr": "GPL/LGPL/MPL",
    "hunspell-lv": "LGPL-2.1+",
    "hunspell-lt": "BSD",
    "hunspell-is": "CC-BY-SA-3.0",
    "hunspell-eu": "GPL-2",
    "wnorwegian": "GPL-2+",
    "wcatalan": "GPL-2+",
    "libruby3.1": "Ruby licence, BSD-2-Clause",
    "golang-github-gorilla-mux-dev": "BSD-3-Clause",
}
"""Debian package -> licence of the text taken from it."""

DEBIAN_FONTS = ("fonts-hack", "fonts-jura")
NPM_FAMILIES = (
    "atkinson-hyperlegible",
    "be-vietnam-pro",
    "commit-mono",
    "crimson-pro",
    "fraunces",
    "hanken-grotesk",
    "literata",
    "martian-mono",
    "newsreader",
    "noticia-text",
    "onest",
    "red-hat-mono",
    "sofia-sans",
)
UNSEEN = {
    "sans": (
        "Jura",
        "Atkinson Hyperlegible",
        "Be Vietnam Pro",
        "Hanken Grotesk",
        "Onest",
        "Sofia Sans",
    ),
    "serif": ("Crimson Pro", "Fraunces", "Literata", "Newsreader 16pt 16pt", "Noticia Text"),
    "mono": ("Hack", "CommitMono", "Martian Mono SemiExpanded", "Red Hat Mono"),
}
"""Role -> families that training never draws."""
SEEN = {
    "sans": ("DejaVu Sans", "Liberation Sans", "Noto Sans", "Roboto", "Open Sans", "Lato", "Carlito"),
    "serif": ("DejaVu Serif", "Liberation Serif", "Noto Serif", "Caladea", "EB Garamond"),
    "mono": ("DejaVu Sans Mono", "Liberation Mono", "Noto Sans Mono", "Fira Code", "Inconsolata"),
}
"""Role -> families that people's screens use and training draws too; reported apart from `UNSEEN`."""

WORD_LISTS = {
    "sk_SK": "utf-8",
    "sl_SI": "iso-8859-2",
    "hr_HR": "utf-8",
    "lv_LV": "utf-8",
    "lt_LT": "utf-8",
    "is_IS": "utf-8",
    "eu_ES": "utf-8",
}
GUIDES = ("ca", "cs", "da", "de", "es", "fr", "it", "nl", "pt", "ro", "sv")
PROSE_CHARACTERS = re.compile(r"[ -~‘’“”–—…]+")


def entries(dictionary: Path) -> Iterator[str]:
    """Paragraphs of a dictd dictionary, unwrapped."""
    text = gzip.decompress(dictionary.read_bytes()).decode("utf-8", "ignore")
    for paragraph in re.split(r"\n\s*\n", text.replace("{", "").replace("}", "")):
        flat = re.sub(r"\s+", " ", paragraph).strip()
        if 50 <= len(flat) <= 420 and flat[0].isupper() and flat[-1] in ".!?":
            yield flat


def readable(passages: Iterable[str], excluded: list[Exclusion]) -> list[str]:
    """English passages of common characters that share no six words with an excluded text, sorted."""
    return sorted(
        {
            p
            for p in passages
            if PROSE_CHARACTERS.fullmatch(p) and "://" not in p and all(e.allows(p) for e in excluded)
        }
    )


def _hunspell_words(path: Path, encoding: str) -> list[str]:
    lines = path.read_bytes().decode(encoding, "ignore").splitlines()
    words = {re.split(r"[/\t ]", line)[0] for line in lines}
    return sorted(w for w in words if 3 < len(w) < 15 and w.isalpha() and not w.isascii())


def write_texts(unpacked: Path, out: Path, excluded: list[Exclusion], seed: int) -> None:
    """Write `prose`, `foreign`, `words`, `foreign_words` and `code` from the unpacked packages."""
    rng, share = random.Random(seed), unpacked / "usr/share"
    dictionaries = [share / f"dictd/{name}.dict.dz" for name in ("devil", "jargon", "foldoc")]
    manuals = [
        *sorted((share / "doc/installation-guide-amd64/en").glob("*.html")),
        *sorted((share / "doc/aptitude/html/en").glob("*.html")),
        *sorted((share / "doc/debian/FAQ").glob("*.en.html")),
    ]
    english = [p for d in dictionaries for p in entries(d)]
    english += [p for p in html_passages(manuals) if 50 <= len(p) <= 420 and p[-1] in ".!?"]
    prose = readable(english, excluded)
    foreign = []
    for tongue in GUIDES:
        files = sorted((share / "doc/installation-guide-amd64" / tongue).glob("*.html"))
        found = [p for p in html_passages(files) if 50 <= len(p) <= 300 and p[-1] == "."]
        found = sorted({p for p in found if any(c.isalpha() and not c.isascii() for c in p)})
        latin = [p for p in found if all(ord(c) < 0x180 or c in "‘’“”„–—…" for c in p)]
        foreign += [f"{tongue}\t{p}" for p in rng.sample(latin, min(120, len(latin)))]
    words = sorted({w for p in prose for w in re.findall(r"\b[a-z]{3,13}\b", p)})
    foreign_words = []
    for name, encoding in WORD_LISTS.items():
        found = _hunspell_words(share / f"hunspell/{name}.dic", encoding)
        foreign_words += rng.sample(found, min(400, len(found)))
    for name in ("bokmål", "catalan"):
        lines = (share / "dict" / name).read_bytes().decode("utf-8", "ignore").splitlines()
        found = sorted({w for w in lines if 3 < len(w) < 15 and w.isalpha() and not w.isascii()})
        foreign_words += rng.sample(found, min(400, len(found)))
    foreign_words = sorted({w for w in foreign_words if all(ord(c) < 0x180 for c in w)})
    roots = [unpacked / "usr/lib/ruby", unpacked / "usr/share/gocode"]
    files = sorted(p for root in roots for s in ("*.rb", "*.go") for p in root.rglob(s))
    blocks = [b for b in code_blocks_of(files, rng) if all(e.allows(b) for e in excluded)]
    out.mkdir(parents=True, exist_ok=True)
    for name, items in (
        ("prose", prose),
        ("foreign", foreign),
        ("words", words),
        ("foreign_words", foreign_words),
    ):
        (out / f"{name}.txt").write_text("\n".join(items), encoding="utf-8")
        print(name, len(items))
    (out / "code.txt").write_text("\f".join(blocks), encoding="utf-8")
    print("code", len(blocks))


def code_blocks_of(files: list[Path], rng: random.Random) -> Iterator[str]:
    """Runs of 6 to 16 lines of source files, outdented, at most 84 characters wide."""
    for path in rng.sample(files, min(400, len(files))):
        lines = path.read_text(encoding="utf-8", errors="ignore").expandtabs(4).splitlines()
        if len(lines) < 40:
            continue
        start = rng.randrange(len(lines) - 20)
        block = [line.rstrip() for line in lines[start : start + rng.randint(6, 16)]]
        indents = [len(line) - len(line.lstrip()) for line in block if line]
        plain = all(line.isascii() and len(line) <= 84 for line in block)
        if plain and len(indents) > 4:
            yield "\n".join(line[min(indents) :] for line in block)


def write_fonts(unpacked: Path, npm: Path, out: Path) -> None:
    """Write the unseen families as plain TrueType files and a fontconfig file that adds them."""
    from fontTools.ttLib import TTFont  # only this stage needs it

    out.mkdir(parents=True, exist_ok=True)
    for path in sorted((unpacked / "usr/share/fonts").rglob("*.[ot]tf")):
        (out / path.name).write_bytes(path.read_bytes())
    for family in NPM_FAMILIES:
        for weight in (400, 700):
            path = npm / f"@fontsource/{family}/files/{family}-latin-{weight}-normal.woff2"
            font = TTFont(path)
            font.flavor = None
            font.save(out / f"{family}-{weight}.ttf")
    (out / "fonts.conf").write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        f'<include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>{out.resolve()}</dir></fontconfig>\n',
        encoding="utf-8",
    )


def fetch(out: Path) -> None:
    """Download and unpack every package. Raises: CalledProcessError where a client fails."""
    deb, npm = out / "deb", out / "npm"
    deb.mkdir(parents=True, exist_ok=True)
    npm.mkdir(parents=True, exist_ok=True)
    subprocess.run(["apt-get", "download", *SOURCES, *DEBIAN_FONTS], cwd=deb, check=True)
    for package in sorted(deb.glob("*.deb")):
        subprocess.run(["dpkg", "-x", str(package.resolve()), str((deb / "x").resolve())], check=True)
    names = [f"@fontsource/{family}" for family in NPM_FAMILIES]
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", *names], cwd=npm, check=True)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--exclude", type=Path, nargs="*", default=[], help="folders of .txt files to keep apart from"
    )
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--no-fetch", action="store_true", help="use what is already downloaded")
    a = parser.parse_args()
    if not a.no_fetch:
        fetch(a.out)
    excluded = [Exclusion(p.read_text("utf-8") for p in sorted(folder.glob("*.txt"))) for folder in a.exclude]
    write_texts(a.out / "deb/x", a.out / "texts", excluded, a.seed)
    write_fonts(a.out / "deb/x", a.out / "npm/node_modules", a.out / "fonts")


if __name__ == "__main__":
    main()
