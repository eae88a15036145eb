"""How facts are asked for in the languages of those who ask. Bills may be in one language and questions in
another.

Data only; any thread.
"""

from __future__ import annotations

import re

from engine.answers.eastern_tongues import CHINESE, JAPANESE
from engine.answers.goods_asked import IN_ENGLISH, IN_FRENCH, IN_GERMAN, IN_SPANISH
from engine.answers.labels import phrases
from engine.answers.tongue import CAPTION, LINES, MARKDOWN, READ, Tongue

__all__ = [
    "CAPTION",
    "CHINESE",
    "ENGLISH",
    "FRENCH",
    "GERMAN",
    "JAPANESE",
    "LINES",
    "MARKDOWN",
    "READ",
    "SPANISH",
    "TONGUES",
    "Tongue",
]


def _free(*forms: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(form, re.IGNORECASE) for form in forms)


ENGLISH = Tongue(
    refusal="I see no {named} here.",
    unsure=IN_ENGLISH.unsure,
    counted=IN_ENGLISH.counted,
    kinds={
        "total": phrases(
            "total, total amount, grand total, sum, total sum, total price, amount payable, "
            "total amount due, total due, "
            "total cost, altogether, in total, in all, gross, gross amount, gross total, total incl vat, "
            "total including vat, total with vat, total incl tax, total including tax, total with tax"
        ),
        "subtotal": phrases(
            "subtotal, sub total, net amount, before tax, without tax, net, total without tax, "
            "total before tax, net total, excluding tax, without vat, before vat, excluding vat"
        ),
        "tax": phrases("tax, vat, sales tax, tax amount, total tax, vat amount, gst, taxes"),
        "balance": phrases(
            "balance due, balance, amount due, still owed, owed, owe, still owe, still open, "
            "still have to pay, still need to pay, still to pay, open, outstanding amount, "
            "outstanding, remaining amount, remaining balance, open amount, left to pay"
        ),
        "date": phrases(
            "date, invoice date, issue date, date of issue, which day, what day, issued, dated, "
            "purchase date, date of purchase, bill date, receipt date, when did i shop"
        ),
        "due": phrases(
            "due date, due, deadline, pay by, payment deadline, pay until, date due, payment due, "
            "pay by when, by when, when do i have to pay, when do i need to pay, when must i pay, "
            "when should i pay, when to pay, when must it be paid, when must this be paid, "
            "by when must it be paid, by when must this be paid, paid by when, latest date to pay"
        ),
        "vendor": phrases(
            "shop name, vendor, shop, store, seller, supplier, merchant, company, business, "
            "sender, issuer, who from, who issued this, who issued it, who sent this, who sent it, "
            "who sold this, who sold it, sent this, issued this, company name, name of the shop, "
            "who do i have to pay, who do i pay, who must i pay, who should i pay, whom do i pay, "
            "name of the store"
        ),
        "number": phrases(
            "invoice number, invoice no, invoice id, inv no, inv number, receipt number, "
            "receipt no, bill number, bill no, number of the invoice, number of the receipt, "
            "number of the bill, number of this invoice, number of this receipt, reference number, "
            "invoice nr, reference no, receipt id, invoice num"
        ),
        "order": phrases(
            "order number, order no, po number, order id, which order, purchase order, purchase order number"
        ),
        "customer": phrases(
            "customer number, customer no, client id, customer id, client number, client no, account number"
        ),
        "paid": phrases("amount paid, paid, deposit, already paid, paid already, paid so far, down payment"),
        "cash": phrases("cash, cash given, paid in cash"),
        "change": phrases("change, get back, got back, change back, change given"),
        "discount": phrases("discount, rebate, saved, savings, did i save"),
        "shipping": phrases(
            "shipping, delivery fee, postage, shipping cost, shipping fee, delivery cost, "
            "shipping and handling, shipping & handling, postage and packing, delivery and handling"
        ),
        "time": phrases("time, what time, at what time, time of day, what hour, which hour"),
        "phone": phrases(
            "phone number, phone, telephone, telephone number, tel, tel number, tel no, phone no, "
            "contact number, mobile number, mobile"
        ),
        "email": phrases("e-mail address, e-mail, email, email address, mail address"),
        "website": phrases("website, web site, web address, url, homepage, web page"),
        "address": phrases(
            "address, shop address, store address, street address, postal address, where is the shop, "
            "where is the store, address of the shop, address of the store, located, location"
        ),
        "rate": phrases(
            "tax rate, vat rate, rate of tax, rate of vat, tax percentage, vat percentage, rate, percentage, "
            "percent tax, percent vat, percentage is the vat, percentage is the tax, percentage is tax"
        ),
        "currency": phrases("currency, which currency, what currency"),
        **IN_ENGLISH.kinds,
        LINES: phrases(
            "lines, how many lines, number of lines, count lines, count the lines, line count, "
            "lines of text, how many lines of text, how many rows"
        ),
        CAPTION: phrases(
            "caption, what is this, whats this, kind of picture, kind of image, kind of document, "
            "kind of screen, type of document, type of picture, sort of document, describe, "
            "describe the image, describe the picture, describe this, describe this screenshot, "
            "in one line, in one sentence, what does the picture show, what am i looking at, "
            "document type"
        ),
    },
    fillers=frozenset(
        phrases(
            "what, whats, what's, which, who, whos, is, was, are, the, a, an, on, of, in, at, "
            "this, that, it, its, there, here, please, pls, plz, tell, me, show, give, read, find, "
            "amount, name, value, bill, receipt, invoice, slip, from, for, to, when, much, how, "
            "my, i, do, did, does, have, has, had, need, must, should, pay, be, payment, been, "
            "and, also, ok, okay, thanks, thank, you, hey, hi, hello, can, could, would, say, "
            "says, about, so, then, now, picture, image, photo, page, document, pdf, file, scan, "
            "many, get, extract, just, only, we, by, back, know, like, want, any, still, bought, "
            "buy, written, sent, got, given, look, see, euro, euros, dollar, dollars, pounds, yen, "
            "each, both, were, these, those, let, us, following, asap, quickly, quick, charged, their, our, "
            "your, used, either, list, gimme, lemme, u, ur"
        )
    ),
    field_forms=_free(
        r"(?:what(?:'?s| is) )?(?:and |please )?(?:the )?value (?:of|for|at) (?:the )?(?:field )?"
        r"(\S+(?: \S+){0,2})",
        r"(?:what(?:'?s| is| was)|which is|tell me|show me|give me) (?:the |my )?(\S+(?: \S+){0,2})",
    ),
    price_forms=_free(
        r"(?:what|how much) did (?:i|we) (?:pay|spend) (?:for|on) (?:the |an? |my )?(\S+(?: \S+){0,2})",
        r"how much did (?:they|the shop|it) charge(?: me| us)? for (?:the |an? |my )?(\S+(?: \S+){0,2})",
        r"how much (?:is|was|were|are|did|does|do|for) (?:the |an? |my )?(\S+(?: \S+){0,2}?)(?: costs?)?",
        r"(?:what(?:'?s| is| was) )?(?:the )?(?:price|cost) (?:of|for) (?:the |an? |one )?(\S+(?: \S+){0,2})",
        r"what (?:did|does|do) (?:the |a |an |one )?(\S+(?: \S+){0,2}) costs?",
    ),
    weak={
        "goods": IN_ENGLISH.one,
        "total": phrases("how much, amount, cost, costs, price, pay, spend, spent, damage"),
        "date": phrases("when, day"),
        "vendor": phrases(
            "who is this from, who is it from, whos it from, from whom, where, who is that from"
        ),
        "number": phrases("number, reference"),
    },
    reads={
        READ: phrases(
            "read, read out, read aloud, text, whole text, full text, all the text, all of the text, "
            "everything, all, whole, rest, remaining, words, content, contents, transcribe, transcription, "
            "transcript, ocr, what does it say, what does this say, what is written, what it says, plain, "
            "what stands here, text from, extract the text, copy the text, print the text, line by line"
        ),
        MARKDOWN: phrases("markdown, as markdown, in markdown, md, as md"),
    },
)
GERMAN = Tongue(
    refusal="Hier finde ich nichts zu „{named}“.",
    unsure=IN_GERMAN.unsure,
    counted=IN_GERMAN.counted,
    kinds={
        "total": phrases(
            "Summe, Gesamtsumme, Gesamtbetrag, Gesamt, Rechnungsbetrag, Endbetrag, Endsumme, "
            "total, insgesamt, zusammen, Gesamtpreis, brutto, Bruttobetrag, zu zahlen, "
            "Rechnungssumme"
        ),
        "subtotal": phrases(
            "Zwischensumme, netto, Nettobetrag, ohne Steuer, ohne Mehrwertsteuer, vor Steuern"
        ),
        "tax": phrases("Steuer, Mehrwertsteuer, Umsatzsteuer, MwSt, USt, Steuerbetrag, Steuern"),
        "balance": phrases(
            "offener Betrag, offen, offene Betrag, Restbetrag, noch offen, noch zu zahlen, ausstehend, Saldo"
        ),
        "date": phrases(
            "Datum, Rechnungsdatum, Ausstellungsdatum, welcher Tag, welchem Tag, wann gekauft, "
            "ausgestellt, wann ausgestellt, Kaufdatum, Belegdatum"
        ),
        "due": phrases(
            "Fälligkeit, fällig, Fälligkeitsdatum, Zahlungsfrist, Zahlungsziel, bis wann, zahlbar bis, Frist"
        ),
        "vendor": phrases(
            "Name des Geschäfts, Geschäft, Laden, Verkäufer, Firma, Händler, Lieferant, Absender, "
            "Unternehmen, Aussteller, wo gekauft, welcher Laden, Markt, wer hat das geschickt, "
            "wer hat das gesendet"
        ),
        "number": phrases(
            "Rechnungsnummer, Belegnummer, Bonnummer, Rechnungsnr, Rechnungs-Nr, "
            "Nummer der Rechnung, Rechnung Nr, Quittungsnummer, Referenznummer, Nummer des Belegs, "
            "Belegnr"
        ),
        "order": phrases("Bestellnummer, Auftragsnummer, Bestellnr, Auftragsnr"),
        "customer": phrases("Kundennummer, Kundennr, Kunden-Nr"),
        "paid": phrases("gezahlter Betrag, bezahlt, gezahlt, Anzahlung, schon bezahlt, bereits bezahlt"),
        "cash": phrases("Bargeld, bar, bar gegeben, bar bezahlt, gegeben"),
        "change": phrases("Rückgeld, Wechselgeld, zurückbekommen"),
        "discount": phrases("Rabatt, Nachlass, Skonto, gespart, Ersparnis"),
        "shipping": phrases(
            "Versandkosten, Versand, Porto, Lieferkosten, Porto und Verpackung, Versand und Verpackung"
        ),
        "time": phrases("Uhrzeit, um wie viel Uhr, wie viel Uhr, welche Uhrzeit, Zeit"),
        "phone": phrases("Telefonnummer, Telefon, Tel, Handynummer, Rufnummer, Mobilnummer"),
        "email": phrases("E-Mail-Adresse, E-Mail, Email, Mailadresse"),
        "website": phrases("Website, Webseite, Internetadresse, Homepage, url"),
        "address": phrases("Adresse, Anschrift, Adresse des Geschäfts, Straße"),
        "rate": phrases("Steuersatz, Mehrwertsteuersatz, MwSt-Satz, Prozentsatz, wie viel Prozent"),
        "currency": phrases("Währung, welche Währung, in welcher Währung"),
        **IN_GERMAN.kinds,
        LINES: phrases("Zeilen, wie viele Zeilen, Anzahl der Zeilen, Zeilenzahl, wieviele Zeilen"),
        CAPTION: phrases(
            "was ist das, was für ein Bild, was für ein Dokument, Bildunterschrift, Art von Bild, "
            "beschreibe das Bild, was zeigt das Bild, was ist auf dem Bild, beschreibe, "
            "welche Art von Dokument"
        ),
    },
    fillers=frozenset(
        phrases(
            "was, wie, wer, wo, wann, welche, welches, welcher, welchen, ist, sind, war, der, die, "
            "das, dem, den, des, ein, eine, einer, auf, von, vom, im, in, an, am, zu, zum, zur, "
            "hier, da, dort, bitte, sag, sage, mir, zeig, zeige, gib, nenne, nenn, lies, finde, "
            "lautet, steht, hoch, viel, viele, ich, es, er, muss, soll, habe, hat, haben, "
            "rechnung, beleg, quittung, bon, kassenbon, kassenzettel, bild, seite, dokument, und, "
            "auch, noch, mal, denn, für, bezahlen, zahlen, betrag, heißt, name, wert, nummer, "
            "datum, wurde, wird, man, bekommen, erhalten, sehen, mein, meine, meiner, dieser, "
            "diese, dieses, diesem, kannst, du, kommt, stammt, danke, insgesamt, kosten, gekauft, "
            "ausgestellt, geld, werden, sein, gestellt, sie, ihr, weder, entweder, liste, auflisten"
        )
    ),
    weak={
        "goods": IN_GERMAN.one,
        "total": phrases(
            "wie viel, wieviel, was kostet, kostet, gekostet, teuer, betrag, preis, kosten, zahlen, bezahlen"
        ),
        "date": phrases("wann, tag"),
        "vendor": phrases("von wem, wer, wo"),
        "number": phrases("nummer"),
    },
    field_forms=_free(
        r"(?:was (?:ist|war|steht bei|steht unter)|wie (?:lautet|ist|heißt)|nenne? mir|zeige? mir|sage? mir) "
        r"(?:der |die |das |den |mein |meine )?(\S+(?: \S+){0,2})",
        r"wo steht (?:der |die |das )?(\S+(?: \S+){0,2})",
    ),
    price_forms=_free(
        r"wie ?viel (?:war|waren|ist|sind) (?:der |die |das |ein |eine )?(\S+(?: \S+){0,2})",
        r"was habe ich für (?:den |die |das |ein |eine |einen )?(\S+(?: \S+){0,2}) (?:be)?zahlt",
        r"(?:was|wie ?viel) (?:hat|haben|kostet|kosten|kostete|kosteten) (?:der |die |das |ein |eine )?"
        r"(\S+(?: \S+){0,2}?)(?: gekostet)?",
        r"(?:(?:was|wie) (?:hoch )?(?:ist|war) )?(?:der )?preis (?:von|für|der|des) (?:der |die |das |dem )?"
        r"(\S+(?: \S+){0,2})",
    ),
    reads={
        READ: phrases(
            "lies, lese, lesen, vorlesen, vor, abschreiben, Text, ganzen Text, gesamten Text, alles, ganzen, "
            "ganze, gesamte, gesamten, Rest, übrigen, Inhalt, was steht, transkribiere, transkribieren, ocr, "
            "steht geschrieben, geschrieben"
        ),
        MARKDOWN: phrases("Markdown, als Markdown, in Markdown, md"),
    },
)
FRENCH = Tongue(
    refusal="Je ne vois rien ici pour « {named} ».",
    unsure=IN_FRENCH.unsure,
    counted=IN_FRENCH.counted,
    kinds={
        "total": phrases(
            "total, montant total, somme, total ttc, prix total, montant ttc, somme totale, net à payer"
        ),
        "subtotal": phrases("sous-total, total ht, hors taxe, hors taxes, montant ht, ht, net"),
        "tax": phrases("taxe, tva, taxes, montant de la tva"),
        "balance": phrases("reste à payer, solde, restant dû, montant restant, solde dû"),
        "date": phrases(
            "date, date de facture, date de la facture, quel jour, date d'émission, date d'achat"
        ),
        "due": phrases("échéance, date d'échéance, date limite, à payer avant, date limite de paiement"),
        "vendor": phrases(
            "magasin, vendeur, boutique, fournisseur, entreprise, société, émetteur, commerçant"
        ),
        "number": phrases(
            "numéro de facture, numéro de la facture, facture no, facture n°, numéro du ticket"
        ),
        "order": phrases("numéro de commande, commande n°"),
        "customer": phrases("numéro client, numéro de client, code client"),
        "paid": phrases("montant payé, acompte, déjà payé, payé"),
        "cash": phrases("espèces, en espèces"),
        "change": phrases("monnaie rendue, monnaie, rendu"),
        "discount": phrases("remise, rabais, réduction"),
        "shipping": phrases("frais de port, livraison, frais de livraison, frais de port et d'emballage"),
        "time": phrases("heure, quelle heure, à quelle heure"),
        "phone": phrases("numéro de téléphone, téléphone, tél, portable"),
        "email": phrases("adresse e-mail, e-mail, email, courriel, adresse électronique"),
        "website": phrases("site web, site internet, site, url"),
        "address": phrases("adresse, adresse du magasin, adresse de la boutique"),
        "rate": phrases("taux de tva, taux, pourcentage, taux de taxe"),
        "currency": phrases("devise, monnaie utilisée, quelle devise"),
        **IN_FRENCH.kinds,
        LINES: phrases("lignes, combien de lignes, nombre de lignes"),
        CAPTION: phrases(
            "qu'est-ce que c'est, c'est quoi, légende, type de document, quel type d'image, décris l'image"
        ),
    },
    fillers=frozenset(
        phrases(
            "quel, quelle, quels, quelles, est, sont, était, le, la, les, l, un, une, de, du, des, "
            "d, sur, à, au, en, combien, qui, quand, où, ce, cet, cette, ça, c'est, il, elle, y, "
            "a, ici, svp, s'il, te, vous, plaît, merci, dis, dites, moi, donne, donnez, montre, "
            "lis, facture, ticket, reçu, image, page, document, et, aussi, pour, dois, je, faut, "
            "payer, mon, ma, nom, valeur, montant, émis, émise, acheté, date"
        )
    ),
    weak={
        "goods": IN_FRENCH.one,
        "total": phrases("combien, montant, prix, coûte, coûté"),
        "date": phrases("quand"),
        "vendor": phrases("qui, où"),
    },
    field_forms=_free(r"quel(?:le)? est (?:le |la |l')?(\S+(?: \S+){0,2})"),
    price_forms=_free(
        r"combien (?:co[uû]te(?:nt)?|co[uû]tait|a co[uû]té) (?:le |la |les |l')?(\S+(?: \S+){0,2})",
        r"(?:quel est )?(?:le )?prix (?:de la |de l'|du |des |de )(\S+(?: \S+){0,2})",
    ),
    reads={
        READ: phrases(
            "lis, lire, lisez, texte, tout, tout le texte, le reste, reste, contenu, transcris, transcrire, "
            "transcription, ocr, écrit, entier, complet"
        ),
        MARKDOWN: phrases("markdown, en markdown, md"),
    },
)
SPANISH = Tongue(
    refusal="Aquí no veo nada de «{named}».",
    unsure=IN_SPANISH.unsure,
    counted=IN_SPANISH.counted,
    kinds={
        "total": phrases("total, importe total, suma, monto total, precio total"),
        "subtotal": phrases("subtotal, base imponible, sin iva, neto, sin impuestos"),
        "tax": phrases("impuesto, iva, impuestos"),
        "balance": phrases("saldo pendiente, saldo, pendiente, importe pendiente, por pagar"),
        "date": phrases(
            "fecha, fecha de factura, fecha de la factura, qué día, fecha de emisión, fecha de compra"
        ),
        "due": phrases("vencimiento, fecha de vencimiento, vence, fecha límite"),
        "vendor": phrases("tienda, vendedor, empresa, proveedor, comercio, emisor, negocio"),
        "number": phrases(
            "número de factura, número de la factura, número de recibo, nº de factura, número del recibo"
        ),
        "order": phrases("número de pedido, número del pedido"),
        "customer": phrases("número de cliente, código de cliente"),
        "paid": phrases("importe pagado, pagado, anticipo, depósito"),
        "cash": phrases("efectivo, en efectivo"),
        "change": phrases("cambio, vuelto"),
        "discount": phrases("descuento, rebaja"),
        "shipping": phrases("gastos de envío, envío, coste de envío, gastos de envío y manipulación"),
        "time": phrases("hora, qué hora, a qué hora"),
        "phone": phrases("número de teléfono, teléfono, tel, móvil"),
        "email": phrases("correo electrónico, e-mail, email, correo"),
        "website": phrases("sitio web, página web, web, url"),
        "address": phrases("dirección, dirección de la tienda, domicilio"),
        "rate": phrases("tipo de iva, porcentaje de iva, porcentaje, tipo impositivo"),
        "currency": phrases("moneda, divisa, qué moneda"),
        **IN_SPANISH.kinds,
        LINES: phrases("líneas, cuántas líneas, número de líneas"),
        CAPTION: phrases(
            "qué es esto, tipo de documento, tipo de imagen, describe la imagen, qué tipo de imagen"
        ),
    },
    fillers=frozenset(
        phrases(
            "cuál, cual, qué, que, es, son, era, el, la, los, las, un, una, de, del, en, a, al, "
            "cuánto, cuanto, cuánta, quién, quien, cuándo, cuando, dónde, este, esta, esto, aquí, "
            "por, favor, dime, dame, muestra, lee, factura, recibo, ticket, imagen, página, "
            "documento, y, también, para, tengo, debo, hay, pagar, mi, nombre, valor, importe, "
            "gracias, fue, ha, se, lo, le, fecha, cuesta, emitió, emitido"
        )
    ),
    weak={
        "goods": IN_SPANISH.one,
        "total": phrases("cuánto, cuanto, importe, monto, precio, cuesta, costó"),
        "date": phrases("cuándo, cuando"),
        "vendor": phrases("quién, quien, dónde"),
    },
    field_forms=_free(r"cu[áa]l es (?:el |la |mi )?(\S+(?: \S+){0,2})"),
    price_forms=_free(
        r"cu[áa]nto (?:cuestan?|costó|costaron|valen?) (?:el |la |los |las )?(\S+(?: \S+){0,2})",
        r"(?:cu[áa]l es )?(?:el )?precio (?:de la |de los |del |de )(\S+(?: \S+){0,2})",
    ),
    reads={
        READ: phrases(
            "lee, leer, lea, texto, todo, todo el texto, resto, contenido, transcribe, transcribir, "
            "transcripción, ocr, dice, escrito, completo"
        ),
        MARKDOWN: phrases("markdown, en markdown, md"),
    },
)
TONGUES = (ENGLISH, GERMAN, FRENCH, SPANISH, JAPANESE, CHINESE)
"""The window's languages, French and Spanish; the first that a question fits is meant."""
