"""The fonts the training pictures are drawn with: which families, where they come from, and their subsets.

Build-time tool, run by hand. Fonts are not committed: this module names the Debian and npm packages that hold
them, picks a few faces of each family and writes Latin subsets with an index, `fonts.json`.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont, TTLibError

DEBIAN_PACKAGES = [
    "fonts-3270",
    "fonts-adf-gillius",
    "fonts-adf-libris",
    "fonts-adf-universalis",
    "fonts-agave",
    "fonts-anonymous-pro",
    "fonts-arapey",
    "fonts-averia-sans-gwf",
    "fonts-b612",
    "fonts-cabin",
    "fonts-cantarell",
    "fonts-cardo",
    "fonts-clear-sans",
    "fonts-cmu",
    "fonts-comfortaa",
    "fonts-comic-neue",
    "fonts-courier-prime",
    "fonts-croscore",
    "fonts-crosextra-caladea",
    "fonts-crosextra-carlito",
    "fonts-dejavu-core",
    "fonts-dejavu-extra",
    "fonts-dosis",
    "fonts-ebgaramond",
    "fonts-ebgaramond-extra",
    "fonts-elstob",
    "fonts-fantasque-sans",
    "fonts-fanwood",
    "fonts-firacode",
    "fonts-freefont-ttf",
    "fonts-gfs-didot",
    "fonts-go",
    "fonts-goudybookletter",
    "fonts-hermit",
    "fonts-inconsolata",
    "fonts-inter",
    "fonts-jetbrains-mono",
    "fonts-junicode",
    "fonts-karla",
    "fonts-lato",
    "fonts-league-mono",
    "fonts-league-spartan",
    "fonts-liberation",
    "fonts-lindenhill",
    "fonts-linuxlibertine",
    "fonts-manrope",
    "fonts-monofur",
    "fonts-monoid",
    "fonts-mononoki",
    "fonts-noto-core",
    "fonts-noto-mono",
    "fonts-ocr-b",
    "fonts-oldstandard",
    "fonts-open-sans",
    "fonts-osifont",
    "fonts-oxygen",
    "fonts-paratype",
    "fonts-play",
    "fonts-quattrocento",
    "fonts-quicksand",
    "fonts-roboto-slab",
    "fonts-roboto-unhinted",
    "fonts-routed-gothic",
    "fonts-sil-andika",
    "fonts-sil-charis",
    "fonts-sil-gentium-basic",
    "fonts-sil-gentiumplus",
    "fonts-sora",
    "fonts-stix",
    "fonts-texgyre",
    "fonts-tuffy",
    "fonts-urw-base35",
    "fonts-vollkorn",
    "fonts-yanone-kaffeesatz",
    "fonts-yrsa-rasa",
]
FONTSOURCE_FAMILIES = [
    "merriweather",
    "lora",
    "playfair-display",
    "montserrat",
    "poppins",
    "raleway",
    "nunito",
    "work-sans",
    "source-sans-3",
    "source-serif-4",
    "source-code-pro",
    "ibm-plex-sans",
    "ibm-plex-serif",
    "ibm-plex-mono",
    "ubuntu",
    "ubuntu-mono",
    "rubik",
    "mulish",
    "barlow",
    "dm-sans",
    "dm-mono",
    "libre-baskerville",
    "libre-franklin",
    "crimson-text",
    "bitter",
    "arvo",
    "space-mono",
    "space-grotesk",
    "exo-2",
    "oswald",
    "archivo",
    "fira-sans",
    "josefin-sans",
    "titillium-web",
    "heebo",
    "hind",
    "asap",
    "public-sans",
    "overpass",
    "red-hat-display",
    "lexend",
    "figtree",
    "plus-jakarta-sans",
    "outfit",
    "urbanist",
    "alegreya",
    "cormorant-garamond",
    "spectral",
    "zilla-slab",
    "domine",
    "cousine",
    "cutive-mono",
    "vt323",
    "share-tech-mono",
    "roboto-mono",
    "roboto-condensed",
    "gelasio",
    "signika",
    "kanit",
    "varela-round",
    "catamaran",
    "assistant",
    "mukta",
    "maven-pro",
    "questrial",
    "caveat",
    "patrick-hand",
    "indie-flower",
    "special-elite",
    "orbitron",
]
HELD_OUT = frozenset(
    [
        "IBM Plex Mono",
        "Poppins",
        "Source Serif 4",
        "Work Sans",
        "PT Sans",
        "Bitter",
        "Ubuntu",
        "Spectral",
        "DM Mono",
        "Clear Sans",
        "Gentium Plus",
    ]
)
HAND = frozenset(["Caveat", "Patrick Hand", "Indie Flower", "Comic Neue", "TeX Gyre Chorus", "Z003"])
DISPLAY = frozenset(
    [
        "Orbitron",
        "Special Elite",
        "VT323",
        "Oswald",
        "League Spartan",
        "Yanone Kaffeesatz",
        "Comfortaa",
        "Dosis",
        "Monoid",
        "Play",
        "Averia Sans GWF",
        "Routed Gothic",
        "osifont",
        "IBM 3270",
        "OCR B",
        "Arapey",
        "Josefin Sans",
    ]
)
# Small capitals, symbols, reversed and display cuts whose letters are not the characters of their text.
SKIPPED = re.compile(
    r"\b(SC|Smallcaps|Keyboard|Math|Symbols|Half Italic|Upright|Classical|Extra|Concrete|Monoisome|"
    r"Variable Width|Initials)\b"
    r"|D050000L|STIXGeneral|Minus$|Condensed IBM"
)
SERIF_NAMES = re.compile(
    r"Serif|Roman|Garamond|Times|Termes|Pagella|Schola|Bonum|Bookman|Charis|Gentium|Caladea|Cardo|Didot|Fanwood|Goudy|"
    r"Libertine|Linden|Old Standard|STIX|Tinos|Vollkorn|Yrsa|Rasa|C059|P052|Merriweather|"
    r"Lora|Playfair|Baskerville|"
    r"Crimson|Bitter|Arvo|Alegreya|Cormorant|Spectral|Zilla|Domine|Gelasio|Slab|Quattrocento"
)
CUTS = re.compile(
    r"Outline|Inverted|Sharp|Cond|Narrow|Wide|Extended|Expanded|Thin|ExtraLight|Hairline|AllSC|SC1"
)
CHARACTERS = (
    "".join(map(chr, [*range(32, 127), *range(0xA0, 0x180)])) + "‘’‚“”„–—…•·€™→←↑↓✓×−≤≥≠′″‹›†‡◦▪■□●○►ȘșȚț"
)
FACES = 5


def _style(font: TTFont, name: str) -> tuple[int, bool]:
    """Weight class and slant of a face, from its name where the tables are careless."""
    lowered = name.lower()
    slanted = bool(re.search(r"italic|oblique|slanted", lowered)) or bool(font["head"].macStyle & 2)
    weight = int(font["OS/2"].usWeightClass)
    if "bold" in lowered and "semi" not in lowered and "demi" not in lowered:
        weight = 700
    return weight, slanted


def _candidates(debian: Path, npm: Path) -> list[tuple[str, str, int, bool, Path, str]]:
    """Every usable face below the unpacked packages: family, style, weight, slant, file, package."""
    found = []
    for path in sorted([*debian.rglob("*.ttf"), *debian.rglob("*.otf")]):
        if path.name.startswith("Noto") and path.name.split("-")[0] not in {
            "NotoSans",
            "NotoSerif",
            "NotoSansMono",
            "NotoSansDisplay",
            "NotoSerifDisplay",
        }:
            continue
        font = TTFont(path, lazy=True)
        if not set(range(33, 127)) <= set(font.getBestCmap() or {}):
            continue
        names = font["name"]
        family = (names.getDebugName(16) or names.getDebugName(1) or "").strip()
        style = (names.getDebugName(17) or names.getDebugName(2) or "").strip()
        full = f"{style} {path.stem}"
        narrow_family = "Condensed" in family or "Narrow" in family
        if not family or SKIPPED.search(family) or (CUTS.search(full) and not narrow_family):
            continue
        weight, slanted = _style(font, full)
        found.append((family, style, weight, slanted, path, "debian"))
    for folder in sorted((npm / "@fontsource").iterdir()):
        for weight in (300, 400, 500, 600, 700):
            for slant in ("normal", "italic"):
                path = folder / "files" / f"{folder.name}-latin-{weight}-{slant}.woff2"
                if path.exists():
                    family = folder.name.replace("-", " ").title()
                    for wrong, right in (("Ibm", "IBM"), ("Dm ", "DM "), ("Vt323", "VT323")):
                        family = family.replace(wrong, right)
                    found.append(
                        (family, slant, weight, slant == "italic", path, f"@fontsource/{folder.name}")
                    )
    return found


def _chosen(
    faces: list[tuple[str, str, int, bool, Path, str]],
) -> list[tuple[str, str, int, bool, Path, str]]:
    """At most `FACES` faces of a family: upright 400, bold, italic, then a semi-bold and a light."""
    wanted = [(400, False), (700, False), (400, True), (600, False), (300, False), (700, True), (500, False)]
    kept: dict[tuple[int, bool], Any] = {}
    for weight, slanted in wanted:
        for face in faces:
            if len(kept) < FACES and face[3] == slanted and abs(face[2] - weight) < 50:
                kept.setdefault((weight, slanted), face)
    return list(kept.values()) or faces[:1]


def build(debian: Path, npm: Path, out: Path) -> None:
    """Write Latin subsets of the chosen faces and `fonts.json` beside them."""
    out.mkdir(parents=True, exist_ok=True)
    families: dict[str, list[tuple[str, str, int, bool, Path, str]]] = {}
    for face in _candidates(debian, npm):
        families.setdefault(face[0], []).append(face)
    index = []
    for family in sorted(families):
        for _, style, weight, slanted, path, package in _chosen(families[family]):
            options = subset.Options(
                layout_features=["kern", "liga"], hinting=True, notdef_outline=True, name_IDs=[1, 2]
            )
            try:
                font = TTFont(path)
                present = set(font.getBestCmap())
                maker = subset.Subsetter(options)
                maker.populate(text=CHARACTERS)
                maker.subset(font)
                font.flavor = None
                name = f"{len(index):03d}{'.otf' if 'CFF ' in font else '.ttf'}"
                font.save(out / name)
            except (TTLibError, ValueError, KeyError, AssertionError) as error:  # broken: left out, and said
                print(f"left out {path.name}: {error}")
                continue
            fixed = bool(font["post"].isFixedPitch) or bool(
                re.search(
                    r"Mono|Code|Cousine|Cursor|Typewriter|3270|VT323|Hermit|Agave|monofur|mononoki|OCR B",
                    family,
                )
            )
            role = (
                "mono"
                if fixed
                else "hand"
                if family in HAND
                else "display"
                if family in DISPLAY
                else "serif"
                if SERIF_NAMES.search(family)
                else "sans"
            )
            index.append(
                {
                    "file": name,
                    "family": family,
                    "style": style,
                    "weight": weight,
                    "italic": slanted,
                    "role": role,
                    "held_out": family in HELD_OUT,
                    "package": package,
                    "missing": "".join(c for c in CHARACTERS if ord(c) not in present),
                }
            )
    (out / "fonts.json").write_text(json.dumps(index, ensure_ascii=False, indent=0))
    print(f"{len(index)} faces of {len({f['family'] for f in index})} families")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--debian", type=Path, required=True, help="folder with the unpacked Debian packages")
    parser.add_argument("--npm", type=Path, required=True, help="node_modules with @fontsource packages")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    build(arguments.debian, arguments.npm, arguments.out)
