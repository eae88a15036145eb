"""The commonest questions in languages of bills that the window does not have: Dutch and Italian.

Data and one pure function; any thread. They are understood where every word is known, as others are, and
answered as the bill writes the value; what is refused is refused in English.
"""

from __future__ import annotations

from engine.answers.labels import phrases, plain_words

_ASKED = {
    "total": phrases(
        "hoeveel, quanto, totaal, totaalbedrag, bedrag, totale, importo, prezzo, prijs, kost, costa"
    ),
    "date": phrases("wanneer, quando, datum, data, dag, giorno"),
    "vendor": phrases("winkel, verkoper, bedrijf, waar, negozio, venditore, azienda, dove, wie, chi"),
    "number": phrases("factuurnummer, bonnummer, fattura numero, numero di fattura, numero fattura"),
    "due": phrases("vervaldatum, scadenza"),
    "tax": phrases("btw, iva, belasting, imposta"),
    "subtotal": phrases("subtotaal, subtotale, imponibile"),
}
_FILLERS = frozenset(
    phrases(
        "wat, is, het, de, een, moet, ik, betalen, betaal, heb, betaald, van, dit, deze, bon, kassabon, "
        "rekening, factuur, er, te, hoe, hoog, op, welke, was, gekocht, kwam, komt, die, dat, alstublieft, "
        "in, qual, quale, è, e, il, la, lo, l, un, una, devo, pagare, ho, pagato, di, del, della, dello, "
        "questo, questa, scontrino, ricevuta, fattura, che, cosa, per, favore, su, sul, sulla, si, comprato"
    )
)
_WEAK = frozenset(
    phrases("hoeveel, quanto, bedrag, importo, prezzo, prijs, kost, costa, wanneer, quando, wie, chi")
)
"""Words that show a kind where nothing shows another: "quanto", but not "quanto è l'IVA"."""


def asked_abroad(question: str) -> str:
    """The kind of the fact that a question asks for; "" where it is none, or not understood."""
    told = question.replace("'", " ").replace("’", " ")
    words = [word for word, _, _ in plain_words(told)]
    run = f" {' '.join(words)} "
    shown: dict[str, bool] = {}
    for kind, listed in _ASKED.items():
        for phrase in sorted(listed, key=len, reverse=True):
            if f" {phrase} " in run:
                run = run.replace(f" {phrase} ", "  ")
                shown[kind] = shown.get(kind, False) or phrase not in _WEAK
    if any(word not in _FILLERS for word in run.split()):
        return ""
    kinds = {kind for kind, is_strong in shown.items() if is_strong} or set(shown)
    return kinds.pop() if len(kinds) == 1 else ""
