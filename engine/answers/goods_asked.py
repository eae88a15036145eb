"""How the goods of a bill are asked for, and what is said of them, in each language.

Data only; any thread. The first phrase of a kind is how a sentence calls it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.answers.labels import phrases


@dataclass(frozen=True, slots=True)
class GoodsAsked:
    """One language. `one`: a word for one of them, which says nothing beside another kind. `unsure`: said
    where they are not certain. `counted`: how many there are, where a line may be several pieces.
    """

    kinds: dict[str, tuple[str, ...]]
    one: tuple[str, ...]
    unsure: str
    counted: str


IN_ENGLISH = GoodsAsked(
    kinds={
        "goods": phrases(
            "items, item list, list of items, list the items, list all items, list items, all items, goods, "
            "list the goods, products, list of products, list the products, list all products, articles, "
            "line items, positions, purchases, shopping list, what items, what products, list what i bought, "
            "what did i buy, what have i bought, what did we buy, what was bought, what i bought, "
            "things i bought, what did i purchase, what was purchased, what did i order, what was ordered, "
            "what did i pay for, what am i paying for, bought items, everything i bought, all i bought, "
            "prices, price list, list of prices, all prices, item prices, prices of the items, "
            "items with prices, items with their prices, products with prices, goods with prices"
        ),
        "pieces": phrases(
            "number of items, how many items, total number of items, item count, count of items, "
            "count the items, how many things, how many products, number of products, how many articles, "
            "how many goods, how many line items, how many positions, number of positions, "
            "how many did i buy, number of articles, number of things, how many different items, "
            "how many different products, how many different things"
        ),
        "dearest": phrases(
            "most expensive item, most expensive, most expensive thing, most expensive product, dearest, "
            "priciest, costliest, highest price, cost the most, costs the most, cost me the most, "
            "cost most, costs most, most costly, what cost the most"
        ),
        "cheapest": phrases(
            "cheapest item, cheapest, cheapest thing, cheapest product, least expensive, lowest price, "
            "cost the least, costs the least, cost least, costs least"
        ),
    },
    one=phrases("item, product, article"),
    unsure="I cannot tell the {named} here for certain.",
    counted="{lines} lines, {pieces} pieces",
)
IN_GERMAN = GoodsAsked(
    kinds={
        "goods": phrases(
            "Artikel, Artikelliste, Liste der Artikel, liste die Artikel auf, liste alle Artikel auf, "
            "zähle die Artikel auf, Waren, Warenliste, Produkte, Liste der Produkte, Positionen, Posten, "
            "liste die Posten auf, liste die Positionen auf, Einkäufe, Einkaufsliste, was habe ich gekauft, "
            "was hab ich gekauft, was haben wir gekauft, was wurde gekauft, was ich gekauft habe, "
            "was habe ich bestellt, was wurde bestellt, wofür habe ich bezahlt, gekaufte Artikel"
        ),
        "pieces": phrases(
            "Anzahl der Artikel, wie viele Artikel, wieviele Artikel, Artikelanzahl, wie viele Produkte, "
            "wie viele Waren, wie viele Positionen, wieviele Positionen, wie viele Posten, wie viele Sachen, "
            "wie viele Dinge, Anzahl der Positionen, Anzahl der Posten, Anzahl der Produkte"
        ),
        "dearest": phrases(
            "teuerster Artikel, teuerste, teuersten, teuerster, teuerstes, am teuersten, höchster Preis, "
            "höchste Preis, höchsten Preis, am meisten gekostet"
        ),
        "cheapest": phrases(
            "billigster Artikel, billigste, billigsten, billigster, billigstes, am billigsten, günstigste, "
            "günstigsten, günstigster, am günstigsten, niedrigster Preis, niedrigste Preis"
        ),
    },
    one=phrases("Produkt, Ware"),
    unsure="„{named}“: Das kann ich hier nicht sicher sagen.",
    counted="{lines} Zeilen, {pieces} Stück",
)
IN_FRENCH = GoodsAsked(
    kinds={
        "goods": phrases(
            "articles, liste des articles, produits, liste des produits, achats, marchandises, "
            "qu'ai-je acheté, qu'est-ce que j'ai acheté, ce que j'ai acheté, quels articles, quels produits"
        ),
        "pieces": phrases(
            "nombre d'articles, combien d'articles, nombre de produits, combien de produits, "
            "combien de choses"
        ),
        "dearest": phrases(
            "article le plus cher, le plus cher, la plus chère, plus cher, plus chère, plus coûteux, "
            "prix le plus élevé, produit le plus cher"
        ),
        "cheapest": phrases(
            "article le moins cher, le moins cher, la moins chère, moins cher, moins chère, "
            "prix le plus bas, produit le moins cher"
        ),
    },
    one=phrases("article, produit"),
    unsure="« {named} » : je ne peux pas le dire ici avec certitude.",
    counted="{lines} lignes, {pieces} pièces",
)
IN_SPANISH = GoodsAsked(
    kinds={
        "goods": phrases(
            "artículos, lista de artículos, productos, lista de productos, compras, mercancías, "
            "qué compré, qué he comprado, qué compramos, lo que compré, qué artículos, qué productos"
        ),
        "pieces": phrases(
            "número de artículos, cuántos artículos, número de productos, cuántos productos, cuántas cosas"
        ),
        "dearest": phrases(
            "artículo más caro, el más caro, la más cara, más caro, más cara, más costoso, precio más alto, "
            "producto más caro"
        ),
        "cheapest": phrases(
            "artículo más barato, el más barato, la más barata, más barato, más barata, más económico, "
            "precio más bajo, producto más barato"
        ),
    },
    one=phrases("artículo, producto"),
    unsure="«{named}»: aquí no puedo decirlo con seguridad.",
    counted="{lines} líneas, {pieces} unidades",
)
IN_JAPANESE = GoodsAsked(
    kinds={
        "goods": phrases(
            "商品, 品物, 買ったもの, 買った物, 購入品, 購入した商品, 品目, 明細, 商品一覧, 商品リスト, "
            "商品のリスト, 何を買った, 何を買いました, 何を買いましたか, 何を購入しました, 何を買ったか"
        ),
        "pieces": phrases(
            "商品の数, 商品数, 商品はいくつ, 商品は何点, 何点, 点数, 品数, 何個, いくつ買った, "
            "いくつ買いました, 何品"
        ),
        "dearest": phrases(
            "一番高い商品, 一番高い, 一番高かった, 一番高いもの, 一番高い物, 最も高い, 最も高い商品, "
            "最も高価, 最高額"
        ),
        "cheapest": phrases(
            "一番安い商品, 一番安い, 一番安かった, 一番安いもの, 一番安い物, 最も安い, 最も安い商品, 最安"
        ),
    },
    one=phrases("もの, 物"),
    unsure="「{named}」はここでは確かなことが言えません。",
    counted="{lines}行、{pieces}点",
)
IN_CHINESE = GoodsAsked(
    kinds={
        "goods": phrases(
            "商品, 物品, 货品, 商品清单, 商品列表, 购买的商品, 买的东西, 买了什么, 买了哪些东西, 买了哪些, "
            "买了哪些商品, 买了些什么, 買了什麼, 有哪些商品, 列出商品, 列出所有商品, 品项"
        ),
        "pieces": phrases(
            "商品数量, 商品件数, 多少件商品, 几件商品, 多少个商品, 多少种商品, 买了多少件, 买了几件, 多少件, "
            "几件, 幾件"
        ),
        "dearest": phrases("最贵的商品, 最贵的, 最贵, 最貴, 最贵的东西, 价格最高, 价格最高的商品"),
        "cheapest": phrases("最便宜的商品, 最便宜的, 最便宜, 最便宜的东西, 价格最低, 价格最低的商品"),
    },
    one=phrases("东西"),
    unsure="“{named}”在这里无法确定。",
    counted="{lines}行，{pieces}件",
)
