"""How facts are asked for in the languages of those who ask: phrases, words that add nothing, and a refusal.

Data only; any thread. Bills may be in one language and questions in another. A question in Chinese or
Japanese has no spaces; there phrases are looked for as they stand, the longest first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from engine.answers.labels import phrases

LINES = "lines"
CAPTION = "caption"
"""Two things beside the facts that are asked for in many words: how many lines, and what kind of picture."""
READ = "read"
MARKDOWN = "markdown"
"""The whole text, plain or as Markdown."""


@dataclass(frozen=True, slots=True, eq=False)
class Tongue:
    """One language. `kinds`: by kind of fact the words by which a question shows that it is about it, the
    first being how a sentence calls it. `fillers`: words beside those that leave it at that; any other word
    asks for something else. `field_forms`: how a question names a field in its own words. `spaced`: words
    have spaces.
    """

    refusal: str
    kinds: dict[str, tuple[str, ...]]
    fillers: frozenset[str]
    field_forms: tuple[re.Pattern[str], ...] = ()
    spaced: bool = True
    weak: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Words that show a kind where nothing shows another: "how much" is the total, "how much tax" is not."""
    reads: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Words that ask for the whole text where nothing asks for anything else."""


def _free(*forms: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(form, re.IGNORECASE) for form in forms)


ENGLISH = Tongue(
    refusal="I see no {named} here.",
    kinds={
        "total": phrases(
            "total, total amount, grand total, sum, total sum, total price, amount payable, "
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
        "change": phrases("change, change back, change given"),
        "discount": phrases("discount, rebate, saved, savings, did i save"),
        "shipping": phrases(
            "shipping, delivery fee, postage, shipping cost, shipping fee, delivery cost, "
            "shipping and handling, shipping & handling, postage and packing, delivery and handling"
        ),
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
            "each, both, were, these, those, let, us, following"
        )
    ),
    field_forms=_free(
        r"(?:what(?:'?s| is) )?(?:and |please )?(?:the )?value (?:of|for|at) (?:the )?(?:field )?"
        r"(\S+(?: \S+){0,2})",
        r"(?:what(?:'?s| is| was)|which is|tell me|show me|give me) (?:the |my )?(\S+(?: \S+){0,2})",
    ),
    weak={
        "total": phrases("how much, amount, cost, costs, price, pay"),
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
            "Unternehmen, Aussteller, wo gekauft, welcher Laden, Markt"
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
            "ausgestellt, geld, werden, sein"
        )
    ),
    weak={
        "total": phrases(
            "wie viel, wieviel, was kostet, kostet, gekostet, betrag, preis, kosten, zahlen, bezahlen"
        ),
        "date": phrases("wann, tag"),
        "vendor": phrases("von wem, wer, wo"),
        "number": phrases("nummer"),
    },
    field_forms=_free(
        r"(?:was (?:ist|war|steht bei|steht unter)|wie (?:lautet|ist|heißt)|nenne? mir|zeige? mir|sage? mir) "
        r"(?:der |die |das |den |mein |meine )?(\S+(?: \S+){0,2})",
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
        "total": phrases("combien, montant, prix, coûte, coûté"),
        "date": phrases("quand"),
        "vendor": phrases("qui, où"),
    },
    field_forms=_free(r"quel(?:le)? est (?:le |la |l')?(\S+(?: \S+){0,2})"),
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
            "gracias, fue, ha, se, lo, le, fecha, cuesta"
        )
    ),
    weak={
        "total": phrases("cuánto, cuanto, importe, monto, precio, cuesta, costó"),
        "date": phrases("cuándo, cuando"),
        "vendor": phrases("quién, quien, dónde"),
    },
    field_forms=_free(r"cu[áa]l es (?:el |la |mi )?(\S+(?: \S+){0,2})"),
    reads={
        READ: phrases(
            "lee, leer, lea, texto, todo, todo el texto, resto, contenido, transcribe, transcribir, "
            "transcripción, ocr, dice, escrito, completo"
        ),
        MARKDOWN: phrases("markdown, en markdown, md"),
    },
)
JAPANESE = Tongue(
    refusal="ここには「{named}」が見当たりません。",
    kinds={
        "total": phrases("合計, 合計金額, 総額, 総計, 税込, 税込金額, 請求金額, 請求額, お会計, トータル"),
        "subtotal": phrases("小計, 税抜, 税抜き, 税抜金額, 税別"),
        "tax": phrases("税金, 消費税, 税額, 税"),
        "balance": phrases("残高, 未払い, 未払額, 残金, 残額, 未払い金額"),
        "date": phrases("日付, 発行日, 請求日, 年月日, 何日, 日にち, 購入日, 請求書の日付"),
        "due": phrases("支払期限, 支払い期限, 期日, 期限, 締め切り, 締切, 支払期日, いつまで, いつまでに"),
        "vendor": phrases(
            "店名, 店, お店, 店の名前, お店の名前, 会社, 会社名, 発行者, 発行元, 請求元, 誰から, "
            "売り手, 販売者"
        ),
        "number": phrases(
            "請求書番号, 領収書番号, 伝票番号, レシート番号, 請求番号, 請求書の番号, 領収書の番号, "
            "レシートの番号"
        ),
        "order": phrases("注文番号, 発注番号"),
        "customer": phrases("顧客番号, お客様番号, 会員番号"),
        "paid": phrases("支払済み, 支払い済み, 入金額, 支払額, 支払った金額, 前払い"),
        "cash": phrases("現金, お預かり, 預かり金額"),
        "change": phrases("お釣り, おつり, 釣り銭"),
        "discount": phrases("割引, 値引き, 値引"),
        "shipping": phrases("送料, 配送料"),
        LINES: phrases("行数, 何行, 行の数"),
        CAPTION: phrases("これは何, 何の画像, 何の写真, どんな画像, 画像の種類, 書類の種類, 何の書類"),
    },
    fillers=frozenset(
        phrases(
            "です, でした, は, が, の, を, に, も, と, で, へ, か, な, ね, よ, この, その, これ, "
            "それ, 何, なに, なん, いくら, いつ, どこ, 誰, どの, 教えて, 教え, ください, 下さい, "
            "お願いします, お願い, してください, ますか, ます, あります, ある, 書いて, 見せて, "
            "レシート, 領収書, 請求書, 伝票, 画像, 写真, ページ, 書類, 全部, 支払う, 払う, お, "
            "いい, 支払えば, 払えば, 良い, いくつ, なんですか, ですか, さん, 名前, 金額, 番号, "
            "必要, って, じゃあ, それと, 買った, 買い, した, から, 発行, された, まで, 支払い, "
            "支払, どれ, 値, 項目, ました, ましたか, それぞれ, 両方"
        )
    ),
    weak={
        "total": phrases("いくら, 金額, 値段"),
        "date": phrases("いつ"),
        "vendor": phrases("誰, どこ"),
        "number": phrases("番号"),
    },
    spaced=False,
    reads={
        READ: phrases(
            "読んで, 読み取って, 読み取り, 読む, 文字起こし, テキスト, 全文, 本文, 文字, 残り, 内容, "
            "ぜんぶ, すべて, 全て, 何て書いてある, 何と書いてある, 書いてあること"
        ),
        MARKDOWN: phrases("マークダウン, markdown"),
    },
)
CHINESE = Tongue(
    refusal="这里没有找到“{named}”。",
    kinds={
        "total": phrases(
            "总计, 合计, 总额, 总金额, 总价, 总共, 一共, 总数, 總計, 合計, 總額, 總金額, 總共, 应付金额, 共计"
        ),
        "subtotal": phrases("小计, 税前, 不含税, 小計, 稅前, 不含稅, 净额"),
        "tax": phrases("税额, 税, 税金, 增值税, 稅, 稅額, 税款"),
        "balance": phrases("应付余额, 余额, 未付, 欠款, 尚欠, 餘額, 待付, 未付金额"),
        "date": phrases("日期, 开票日期, 发票日期, 哪天, 哪一天, 几号, 發票日期, 開票日期, 购买日期"),
        "due": phrases(
            "到期日, 付款期限, 截止日期, 到期, 期限, 最晚什么时候付款, 付款截止日期, 什么时候到期"
        ),
        "vendor": phrases(
            "店名, 商家, 商店, 店, 哪家店, 卖家, 公司, 销售方, 供应商, 商店名称, 开票方, 賣家, "
            "谁开的, 哪家公司"
        ),
        "number": phrases(
            "发票号码, 发票号, 发票编号, 收据号, 收据编号, 单号, 發票號碼, 发票的号码, 收据号码"
        ),
        "order": phrases("订单号, 订单编号, 訂單號, 订单号码"),
        "customer": phrases("客户编号, 客户号, 客戶編號, 客户号码"),
        "paid": phrases("已付金额, 已付, 已支付, 定金, 付了多少, 付了多少钱"),
        "cash": phrases("现金, 現金"),
        "change": phrases("找零, 找钱, 找回"),
        "discount": phrases("折扣, 优惠, 優惠"),
        "shipping": phrases("运费, 運費, 邮费"),
        LINES: phrases("行数, 多少行, 几行, 幾行"),
        CAPTION: phrases("这是什么, 什么图片, 什么样的图片, 图片类型, 文件类型, 這是什麼, 这是什么图片"),
    },
    fillers=frozenset(
        phrases(
            "是, 的, 在, 了, 吗, 呢, 吧, 啊, 请, 請, 告诉我, 告訴我, 我, 要, 这, 這, 那, 个, 張, "
            "张, 上, 里, 什么, 什麼, 多少, 哪, 哪个, 谁, 誰, 请问, 問, 问, 付, 需要, 应该, 发票, "
            "收据, 账单, 小票, 图片, 照片, 图, 页, 文件, 發票, 收據, 图中, 和, 还有, 显示, 给我, "
            "看, 一下, 读, 找, 名字, 名称, 号码, 钱, 数, 开, 从, 哪里, 家, 有, 几, 文字, 谢谢, "
            "支付, 买, 分别, 各"
        )
    ),
    weak={
        "total": phrases("多少钱, 多少錢, 金额, 金額, 多少"),
        "date": phrases("什么时候, 什麼時候, 何时"),
        "vendor": phrases("谁, 誰, 哪里"),
        "number": phrases("号码, 編號, 编号"),
    },
    spaced=False,
    reads={
        READ: phrases(
            "读取, 读出, 识别, 读一下, 全文, 文本, 全部, 所有, 内容, 其余, 剩下, 剩余, 转录, 写了什么, "
            "写着什么, 其他, 朗读"
        ),
        MARKDOWN: phrases("markdown"),
    },
)
TONGUES = (ENGLISH, GERMAN, FRENCH, SPANISH, JAPANESE, CHINESE)
"""The window's languages, French and Spanish; the first that a question fits is meant."""
