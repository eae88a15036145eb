"""How languages join several things that are asked for, and what they say of each.

Data only; any thread. The words for the things themselves are in `engine.answers.tongues`.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.answers.labels import phrases
from engine.answers.tongues import CHINESE, ENGLISH, FRENCH, GERMAN, JAPANESE, SPANISH, Tongue


@dataclass(frozen=True, slots=True)
class Joints:
    """One language.

    `words` stand between two things, `kept` are phrases that hold such a word and are one thing, `shaped` is
    a pattern of how an answer is to be written. `links` begin what is said of a thing, as in "number of the
    bill"; `names` are words for what anything is called, `deeds` words of what is no thing that stands on a
    picture, `whether` verbs that begin a question whether something is so.

    `label_form` begins the line of an answer. `apart` is said where the whole text is asked for beside other
    things, `beyond` of a part that is not understood, `alone` where that is the whole question, and `hint`
    where nothing is asked for, as with `greetings`, and `blank` of a picture without text.
    """

    words: tuple[str, ...]
    label_form: str
    apart: str
    beyond: str
    alone: str
    hint: str
    blank: str
    greetings: tuple[str, ...]
    kept: tuple[str, ...] = ()
    shaped: str = ""
    whether: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    deeds: frozenset[str] = frozenset()


JOINTS: dict[Tongue, Joints] = {
    ENGLISH: Joints(
        words=phrases(
            "and also, as well as, and then, and, or, plus, also, along with, together with, then, vs"
        ),
        label_form="{named}: ",
        apart="I read the whole text only where nothing else is asked for.",
        beyond="“{named}” is beyond this small model; choose a larger one for it.",
        alone="This small model only reads text; choose a larger model for questions like this.",
        hint="Ask for the total, a date, the shop, a number, what was bought, another field, or the text.",
        blank="There is no text on this picture.",
        greetings=phrases(
            "hello, hi, hey, hello there, thanks, thank you, many thanks, help, help me, who are you, "
            "what can you do, what can i ask, good morning, good evening, bye, test"
        ),
        kept=phrases(
            "terms and conditions, terms & conditions, profit and loss, pros and cons, black and white, "
            "more and more, bed and breakfast, questions and answers"
        ),
        shaped=r"(?:as|in) (?:an? )?(?:json|csv|xml|yaml|excel|markdown|table|list)",
        whether=frozenset(
            phrases(
                "is, are, was, were, do, does, did, has, have, had, can, could, will, would, should, isn't"
            )
        ),
        links=frozenset(phrases("of, on, from, for, in, at")),
        names=frozenset(phrases("name, names")),
        deeds=frozenset(
            phrases(
                "translate, translation, summarize, summarise, summary, explain, convert, compare, check, "
                "verify, calculate, compute, add, count, sort, write, draw, correct, right, wrong, it, them, "
                "they, him, her, he, she, we, if, whether, because, why, not, more, less, or, with, without, "
                "into, as, than, else, other, others, something, anything, make, create, turn, put, remove, "
                "fix, help, guess, think, mean, means, meaning, good, bad, will, does, double, half, twice, "
                "line, lines, word, words, letter, letters, item, items, thing, things, first, last, next, "
                "most, least, colour, color, language, signature, signed, logo, after, before, "
                "who, why, how, where, second, third, row, rows, column, columns, cell, table, button, icon, "
                "window, screen, menu, paragraph, heading, headline, header, footer, chapter, title, topic, "
                "wrote, made, owns, error, errors, message, highest, lowest, biggest, largest, smallest, "
                "cheapest, average, together, cost, costs, json, csv, xml, excel"
            )
        ),
    ),
    GERMAN: Joints(
        words=phrases("und auch, und, oder, sowie, plus, außerdem, dann"),
        label_form="{named}: ",
        apart="Den ganzen Text lese ich nur, wenn nach nichts anderem gefragt wird.",
        beyond="„{named}“ geht über dieses kleine Modell hinaus; wählen Sie dafür ein größeres.",
        alone="Dieses kleine Modell liest nur Text; wählen Sie für solche Fragen ein größeres.",
        hint="Fragen Sie nach Summe, Datum, Geschäft, Nummer, Artikeln, anderen Feldern oder dem Text.",
        blank="Auf diesem Bild steht kein Text.",
        greetings=phrases(
            "hallo, hilfe, hilf mir, danke, vielen dank, wer bist du, was kannst du, guten morgen, guten tag"
        ),
        kept=phrases(
            "Geschäfts- und Lieferbedingungen, Gewinn- und Verlustrechnung, schwarz und weiß, mehr und mehr"
        ),
        shaped=r"(?:als|in) (?:eine[rn]? )?(?:json|csv|xml|yaml|excel|markdown|tabelle|liste)",
        whether=frozenset(phrases("ist, sind, war, waren, hat, haben, kann, können, wird, werden, gibt")),
        links=frozenset(phrases("von, vom, des, der, auf, aus, für, im, in")),
        names=frozenset(phrases("name, namen")),
        deeds=frozenset(
            phrases(
                "übersetze, übersetzen, übersetzung, fasse, zusammenfassung, erkläre, erklären, rechne, "
                "berechne, prüfe, vergleiche, schreibe, zeichne, richtig, falsch, stimmt, sie, ihn, ihm, "
                "warum, wieso, weshalb, ob, weil, nicht, mehr, weniger, oder, mit, ohne, als, etwas, mache, "
                "entferne, korrigiere, hilf, bedeutet, verdopple, zeile, wort, wörter, erste, ersten, "
                "letzte, letzten, farbe, sprache, unterschrift, logo, zusammen, wer, warum, wie, wo, "
                "zweite, zweiten, dritte, spalte, zelle, tabelle, knopf, fenster, überschrift, absatz, "
                "titel, thema, fehler, meldung, größte, kleinste, höchste"
            )
        ),
    ),
    FRENCH: Joints(
        words=phrases("et aussi, ainsi que, et, ou, plus, puis"),
        label_form="{named} : ",
        apart="Je ne lis le texte entier que si rien d'autre n'est demandé.",
        beyond="« {named} » dépasse ce petit modèle ; choisissez-en un plus grand.",
        alone="Ce petit modèle ne fait que lire du texte ; choisissez-en un plus grand pour cela.",
        hint="Demandez le total, une date, le magasin, un numéro, les articles, un autre champ ou le texte.",
        blank="Il n'y a aucun texte sur cette image.",
        greetings=phrases("bonjour, salut, merci, aide, aide-moi, qui es-tu, que sais-tu faire, bonsoir"),
        kept=phrases("conditions générales de vente et de livraison, noir et blanc, recto et verso"),
        shaped=r"(?:en|comme|sous forme de) (?:une? )?(?:json|csv|xml|yaml|excel|markdown|tableau|liste)",
        whether=frozenset(phrases("est, sont, était, a, ont, peut, peux, fait")),
        links=frozenset(phrases("de, du, des, d, sur, dans, pour, la")),
        names=frozenset(phrases("nom, noms")),
        deeds=frozenset(
            phrases(
                "traduis, traduire, traduction, résume, résumer, résumé, explique, expliquer, calcule, "
                "calculer, vérifie, compare, écris, dessine, correct, vrai, faux, lui, eux, pourquoi, si, "
                "parce, pas, plus, moins, ou, avec, sans, comme, autre, fais, corrige, aide, signifie, "
                "ligne, mot, mots, première, dernière, couleur, langue, signature, logo, qui, comment, où, "
                "deuxième, colonne, cellule, tableau, bouton, fenêtre, titre, paragraphe, sujet"
            )
        ),
    ),
    SPANISH: Joints(
        words=phrases("y también, así como, y, e, o, más, además, luego"),
        label_form="{named}: ",
        apart="Solo leo el texto completo si no se pregunta nada más.",
        beyond="«{named}» supera a este modelo pequeño; elija uno mayor.",
        alone="Este modelo pequeño solo lee texto; elija uno mayor para preguntas como esta.",
        hint="Pregunte por el total, una fecha, la tienda, un número, los artículos, otro campo o el texto.",
        blank="No hay ningún texto en esta imagen.",
        greetings=phrases("hola, gracias, ayuda, quién eres, qué puedes hacer, buenos días"),
        kept=phrases("términos y condiciones, blanco y negro, más y más"),
        shaped=r"(?:en|como) (?:una? )?(?:json|csv|xml|yaml|excel|markdown|tabla|lista)",
        whether=frozenset(phrases("es, son, era, está, están, ha, han, puede, puedes, hay")),
        links=frozenset(phrases("de, del, en, para, sobre, la")),
        names=frozenset(phrases("nombre, nombres")),
        deeds=frozenset(
            phrases(
                "traduce, traducir, traducción, resume, resumir, resumen, explica, explicar, calcula, "
                "calcular, comprueba, compara, escribe, dibuja, correcto, verdad, falso, ella, ellos, "
                "porqué, si, porque, no, más, menos, o, con, sin, como, otro, haz, corrige, ayuda, "
                "significa, línea, palabra, palabras, primera, última, color, idioma, firma, logo, "
                "quién, cómo, dónde, segunda, columna, celda, tabla, botón, ventana, título, párrafo, tema"
            )
        ),
    ),
    JAPANESE: Joints(
        words=phrases(
            "それから, それと, および, 及び, ならびに, または, もしくは, そして, あと, と, や, 、, ・"
        ),
        label_form="{named}：",
        apart="全文は、ほかに質問がない場合にのみ読み取ります。",
        beyond="「{named}」はこの小さなモデルでは答えられません。大きなモデルを選んでください。",
        alone="この小さなモデルは文字を読むだけです。このような質問には大きなモデルを選んでください。",
        hint="合計、日付、店名、番号、商品などの項目、または画像の文字についてお尋ねください。",
        blank="この画像に文字はありません。",
        greetings=phrases("こんにちは, ありがとう, ありがとうございます, ヘルプ, 助けて, 何ができますか"),
    ),
    CHINESE: Joints(
        words=phrases("以及, 还有, 並且, 并且, 或者, 或, 和, 与, 與, 跟, 及, 、, 另外"),
        label_form="{named}：",
        apart="只有单独提出时，我才读取全文。",
        beyond="这个小模型无法回答“{named}”，请选择更大的模型。",
        alone="这个小模型只读取文字；这类问题请选择更大的模型。",
        hint="可以询问总额、日期、店名、号码、商品等项目，或图片中的文字。",
        blank="这张图片上没有文字。",
        greetings=phrases("你好, 您好, 谢谢, 帮助, 你能做什么"),
    ),
}
