"""The labels that values stand at on bills and forms, and where they are in a line. Pure; any thread.

They are what tills, invoices and forms print in English, with the commonest of German, French, Spanish,
Italian and Dutch; none is of one model or one set of pictures.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import product

_WORD = re.compile(r"\S+")
_MARKS = re.compile(r"[^\w%]+")
_RATE = re.compile(r"\(?\b\d+(?:[.,]\d+)? ?%\)?")


def phrases(listed: str) -> tuple[str, ...]:
    """The phrases of a list that commas part."""
    return tuple(phrase.strip() for phrase in listed.split(","))


def _taxed(how: str) -> tuple[str, ...]:
    """The names of a sum with its tax, or without it: "amount incl VAT"."""
    sums = phrases("total, amount, total amount, price, total price, sum, summe, gesamt, betrag, preis")
    taxes = phrases("tax, taxes, sales tax, vat, gst, hst, mwst, ust, moms")
    return tuple(" ".join(words) for words in product(sums, phrases(how), taxes))


LABELS: dict[str, tuple[tuple[str, ...], ...]] = {
    "total": (
        phrases(
            "grand total, total due, total to pay, total payable, total amount, total amount due, "
            "invoice total, total price, order total, gesamtbetrag, rechnungsbetrag, endbetrag, "
            "gesamtsumme, zu zahlen, zahlbetrag, zu zahlender betrag, total ttc, montant total, "
            "montant ttc, net à payer, total à payer, importe total, total a pagar, total factura, "
            "totale fattura, totale da pagare, totaal te betalen, totaalbedrag, total general, "
            "total général"
        ),
        phrases(
            "total, sum, summe, gesamt, bruttobetrag, brutto, totale, totaal, total tax included, gross, "
            "gross amount, gross total, total gross"
        )
        + _taxed("inc, incl, including, with, inkl, inklusive, mit"),
        phrases(
            "amount due, amount payable, amount to pay, to pay, balance due, amount, betrag, montant, importe"
        ),
    ),
    "subtotal": (
        phrases(
            "subtotal, sub total, net, net total, net amount, sum net, total net, zwischensumme, "
            "netto, nettobetrag, summe netto, netto summe, gesamt netto, warenwert, total ht, "
            "montant ht, sous total, total hors taxe, base imponible, imponibile, subtotale, "
            "subtotaal"
        )
        + _taxed("ex, excl, excluding, before, without, exkl, ohne, vor"),
    ),
    "tax": (
        phrases(
            "tax, vat, gst, hst, sales tax, tax amount, vat amount, mwst, ust, mehrwertsteuer, "
            "umsatzsteuer, mwst betrag, steuer, steuerbetrag, zzgl mwst, inkl mwst, "
            "enthaltene mwst, zzgl ust, tva, montant tva, total tva, iva, importe iva, cuota iva, "
            "btw, total tax, total vat, tax total, incl vat, plus vat"
        ),
    ),
    "balance": (
        phrases(
            "balance due, amount due, amount owed, balance, outstanding, still due, "
            "still to pay, remaining balance, amount outstanding, balance outstanding, balance owed, "
            "balance payable, open balance, remaining, offen, offener betrag, restbetrag, "
            "noch zu zahlen, reste à payer, solde, solde dû, saldo, saldo pendiente, pendiente, "
            "importe pendiente, da saldare, openstaand"
        ),
        phrases("total due, zu zahlen, net à payer, total a pagar"),
    ),
    "date": (
        phrases(
            "invoice date, date of issue, issue date, issued on, issued, date issued, "
            "receipt date, rechnungsdatum, belegdatum, ausstellungsdatum, date de facture, "
            "date de la facture, date facture, date d'émission, date démission, facture du, "
            "fecha de factura, fecha factura, fecha de emisión, data fattura, data di emissione, "
            "factuurdatum"
        ),
        phrases(
            "date, dated, bill date, billing date, date of invoice, statement date, datum, fecha, "
            "data, order date, bestelldatum, date of purchase, purchase date, kaufdatum, "
            "rechnung vom, vom"
        ),
    ),
    "due": (
        phrases(
            "due date, date due, due, payment due, payment due by, payment due date, pay by, "
            "please pay by, payable by, due on, due by, payable until, payment deadline, deadline, "
            "fällig am, fällig, fällig bis, fälligkeit, fälligkeitsdatum, zahlbar bis, "
            "zahlungsziel, zahlung bis, zu zahlen bis, zahlungsfrist, échéance, date d'échéance, "
            "date déchéance, date limite de paiement, à payer avant le, payable avant le, "
            "vencimiento, fecha de vencimiento, vence el, vence, fecha límite de pago, "
            "pagar antes del, scadenza, data di scadenza, vervaldatum, te betalen voor"
        ),
    ),
    "number": (
        phrases(
            "invoice number, invoice no, invoice nr, invoice id, invoice, inv no, inv, tax invoice no, "
            "tax invoice, rechnungsnummer, rechnung nr, rechnungsnr, rechnungs nr, rechnung, "
            "re nr, numéro de facture, facture no, facture n, n de facture, no de facture, "
            "facture numéro, facture, factura no, factura n, factura núm, número de factura, "
            "n de factura, factura, nº de factura, factura nº, fattura n, numero fattura, fattura, "
            "factuurnummer"
        ),
        phrases(
            "receipt number, receipt no, receipt nr, receipt, receipt id, bill number, bill no, "
            "bill, bon, bonnr, bon nr, beleg, belegnr, beleg nr, belegnummer, bonnummer, ticket, "
            "ticket no, ticket n, document no, document number, quittung nr, reçu n, reçu no, "
            "recibo no, recibo n, nº recibo, transaction no, transaction number, transaction, credit note, "
            "credit note no, credit note number, gutschrift, gutschrift nr, avoir n, nota de crédito, "
            "nota di credito, creditnota"
        ),
        phrases(
            "reference number, reference no, reference, ref, ref no, our reference, "
            "referenznummer, referencia"
        ),
    ),
    "order": (
        phrases(
            "order number, order no, order nr, order id, order, po number, po no, purchase order, "
            "purchase order no, bestellnummer, bestell nr, bestellnr, auftragsnummer, auftrag nr, "
            "numéro de commande, commande n, commande no, n de commande, número de pedido, "
            "pedido n, pedido no, nº de pedido, pedido, numero ordine, ordine n, bestelnummer"
        ),
    ),
    "customer": (
        phrases(
            "customer number, customer no, customer nr, customer id, customer ref, client id, "
            "client no, client number, client ref, account number, account no, kundennummer, "
            "kunden nr, kundennr, kunden no, numéro client, numéro de client, n client, no client, "
            "code client, número de cliente, cliente n, cliente no, n cliente, nº cliente, "
            "nº de cliente, código de cliente, codice cliente, klantnummer"
        ),
        phrases("customer, client, kunde, cliente"),
    ),
    "paid": (
        phrases(
            "amount paid, paid, payments, payment received, payment, deposit, deposit paid, "
            "prepaid, anzahlung, bereits bezahlt, bezahlt, gezahlt, acompte, montant payé, payé, "
            "déjà payé, pagado, anticipo, importe pagado, acconto, betaald, less paid, "
            "less deposit, total paid"
        ),
    ),
    "cash": (
        phrases(
            "cash, cash given, cash tendered, paid in cash, given, tendered, bar, bargeld, "
            "gegeben, bar gegeben"
        ),
        phrases("espèces, efectivo, contanti, contant, cash received"),
    ),
    "change": (
        phrases(
            "change, change due, change given, your change, rückgeld, wechselgeld, zurück, rendu, "
            "monnaie, monnaie rendue, cambio, resto, wisselgeld"
        ),
    ),
    "discount": (
        phrases(
            "discount, rebate, you saved, less discount, total discount, rabatt, nachlass, skonto, "
            "remise, descuento, sconto, korting, savings"
        ),
    ),
    "shipping": (
        phrases(
            "shipping, shipping cost, shipping fee, shipping & handling, shipping handling, "
            "delivery, postage, delivery fee, versand, versandkosten, lieferkosten, freight, "
            "frais de port, livraison, gastos de envío, envío, spedizione, verzendkosten"
        ),
    ),
    "time": (phrases("time, uhrzeit, zeit, heure, hora, ora, tijd, purchase time"),),
    "phone": (
        phrases(
            "tel, phone, telephone, telefon, fon, telefonnummer, phone no, phone number, tel no, tél, "
            "téléphone, telefono, teléfono, telefoon"
        ),
        phrases("mobile, mobil, handy, portable, móvil, cell"),
    ),
    "email": (phrases("email, e mail, mail, email address, courriel, correo electrónico, correo"),),
    "website": (phrases("web, website, internet, homepage, url, site web, sitio web"),),
    "address": (
        phrases("address, street address, adresse, anschrift, dirección, indirizzo, adres"),
        phrases("street, straße"),
    ),
    "vendor": (
        phrases(
            "from, seller, vendor, sold by, supplier, shop, store, merchant, issued by, company, "
            "verkäufer, lieferant, firma, rechnungssteller, vendeur, fournisseur, émetteur, "
            "vendedor, proveedor, emisor, fornitore, venditore, empresa"
        ),
    ),
}
"""By kind and rank: where labels of several ranks have a value, the first rank is what is meant."""
OTHER = "other"
OTHERS = phrases(
    "tip, rounding, return by, valid until, valid from, member since, exchange until, expires, "
    "expiry, delivery date, ship date, shipped, delivered, service date, printed on, ordered on, "
    "best before, bill to, ship to, sold to, to, attn, name, till, terminal, table, card no, card, "
    "visa, mastercard, debit, fax, vat no, "
    "vat id, vat reg no, vat number, vat reg, tax id, tax no, gst no, ustidnr, ust idnr, "
    "ust id nr, ust id, steuernr, steuer nr, steuernummer, st nr, iban, bic, account, page, items, "
    "total items, qty, quantity, cashier, city, subject, terms, "
    "payment terms, lieferdatum, leistungsdatum, liefertermin, gültig bis, date de livraison, "
    "livré le, fecha de entrega, valable jusqu'au, siret, siren, tva intracom, n tva, no tva, nif, "
    "cif, p iva, kasse, bediener, seite, anzahl, menge, ort, "
    "karte, ec karte, carte, carte bancaire, tarjeta, cantidad, "
    "refers to, refers to invoice, refers to receipt, for invoice, regarding invoice, original invoice, "
    "original invoice no, original receipt, original receipt no, zu rechnung, zur rechnung, "
    "ursprüngliche rechnung, facture d'origine, sur facture, factura original, fattura originale, "
    "customer name, total qty, total quantity, total savings, points, mwst nr, btw nr"
)
"""Labels whose values are none of the facts, though they look alike."""
GOODS = frozenset(
    phrases(
        "description, item, items, article, product, qty, quantity, price, unit, rate, hours, "
        "service, beschreibung, bezeichnung, artikel, menge, preis, einzelpreis, pos, position, "
        "anzahl, leistung, désignation, quantité, qté, prix, pu, descripción, concepto, cantidad, "
        "precio, descrizione, quantità, prezzo"
    )
)
"""Words of the row over a list of goods: what stands below is theirs."""


@dataclass(frozen=True, slots=True)
class Label:
    """A label in a line: where it starts and stops, and what it may mean, as kinds with their ranks."""

    start: int
    stop: int
    leads: bool
    """Whether the line begins with it."""
    meant: tuple[tuple[str, int], ...]


def plain_words(text: str) -> tuple[tuple[str, int, int], ...]:
    """The words of a line without marks, in lower case, each with where it stands; marks alone are none."""
    found = ((_plain(match.group()), *match.span()) for match in _WORD.finditer(text))
    return tuple(word for word in found if word[0])


def without_rates(text: str) -> str:
    """A text with spaces in place of its percentages: what else stands in it stands where it stood."""
    return _RATE.sub(lambda match: " " * len(match.group()), text)


def _plain(word: str) -> str:
    return _MARKS.sub("", unicodedata.normalize("NFKC", word)).casefold()


def labels_in(line: str) -> list[Label]:
    """The labels of a line, the longest that fit: a part of one does not count, and a rate is in none."""
    words, at = plain_words(without_rates(line)), 0
    found = []
    while at < len(words):
        for count in range(min(_LONGEST, len(words) - at), 0, -1):
            meant = _LEXICON.get(tuple(word for word, _, _ in words[at : at + count]))
            if meant:
                found.append(Label(words[at][1], words[at + count - 1][2], at == 0, meant))
                at += count
                break
        else:
            at += 1
    return found


def _lexicon() -> dict[tuple[str, ...], tuple[tuple[str, int], ...]]:
    entries: dict[tuple[str, ...], tuple[tuple[str, int], ...]] = {}
    kinds = {**LABELS, OTHER: (OTHERS,)}
    for kind, ranks in kinds.items():
        for rank, listed in enumerate(ranks):
            for phrase in dict.fromkeys(listed):
                words = tuple(_plain(word) for word in phrase.split() if _plain(word))
                entries[words] = (*entries.get(words, ()), (kind, rank))
    return entries


_LEXICON = _lexicon()
_LONGEST = max(map(len, _LEXICON))
