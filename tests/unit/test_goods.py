"""The goods of a bill are listed, counted and compared where their prices add up, and else not."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.answers.asking import wishes_in
from engine.answers.checked_answer import CheckedAnswer
from engine.answers.facts import KNOWN
from engine.answers.finder import checked
from engine.answers.goods import goods_of, price_of
from engine.answers.places import Answer
from engine.answers.questions import asked_fact
from engine.answers.tongues import TONGUES, Tongue
from engine.answers.values import Shape
from engine.answers.wishes import Wish
from engine.api import (
    EngineEvent,
    Finished,
    FinishReason,
    GenerationRequest,
    ImageInput,
    RequestId,
    Role,
    Task,
    Turn,
)
from engine.profile import load_profile
from engine.reading import RegionPlan
from tests.helpers.read_texts import lines_of

STARTER = load_profile(Path(__file__).resolve().parents[2] / "resources" / "models" / "starter")
TILL = """WINTER MARKET
Tel. 0568 703098
Bon R-70099
25.09.2023 14:05
Coffee 3.10
Green Tea 2.40
2 x Bread 6.20
TOTAL EUR 11.70
Cash 20.00
Change 8.30"""
INVOICE = """Aldgate Paper Ltd.
Invoice date: 3 March 2024
Description Qty Price Amount
Lamp 2 20.00 40.00
Paper A4 500 1 7.50 7.50
Subtotal 47.50
VAT 20% 9.50
Total 57.00"""


def goods(text: str) -> list[str]:
    return [good.text for good in goods_of(lines_of(text))]


def answered(kind: str, text: str) -> str | None:
    found = checked(KNOWN[kind], Answer("46.00", 0.5), lines_of(text))
    return found.text if found else None


def wish(question: str) -> Wish:
    turn = Turn(Role.USER, question, (ImageInput(b"one", "one.png"),))
    (only,) = wishes_in(GenerationRequest(RequestId("q"), (turn,), Task.ASK), STARTER)
    return only


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TILL, ["Coffee 3.10", "Green Tea 2.40", "2 x Bread 6.20"]),
        (INVOICE, ["Lamp 2 20.00 40.00", "Paper A4 500 1 7.50 7.50"]),
        ("Milch 1,19 A\n2 Stk x 0,60\nBrot 2,00 B\nSumme 3,19", []),
        ("Milch 1,20 A\n2 Stk x 0,60\nBrot 2,00 B\nSumme 3,20", ["Milch 1,20 A 2 Stk x 0,60", "Brot 2,00 B"]),
        ("Äpfel 2,04\n0,512 kg x 3,99 EUR/kg\nSumme 2,04", ["Äpfel 2,04 0,512 kg x 3,99 EUR/kg"]),
        ("Shop\nBio Milk\n2 x 1.60 3.20\nTotal 3.20", ["Bio Milk 2 x 1.60 3.20"]),
        ("Tea 2.00\nVoucher -0.50\nTotal 1.50", ["Tea 2.00"]),
        ("Tea 2.00\nDiscount -0.50\nTotal 1.50", ["Tea 2.00"]),
        ("Tea 2.00\nSubtotal 2.00\nShipping 3.00\nTax 0.50\nTotal 5.50", ["Tea 2.00"]),
        ("Tea 2.00\nPostage 3.00\nTotal 5.00", ["Tea 2.00", "Postage 3.00"]),
        ("Change Purse 12.00\nNet Curtain 8.00\nTotal 20.00", ["Change Purse 12.00", "Net Curtain 8.00"]),
        ("Ticket 1 6.51\nTotal 6.51", ["Ticket 1 6.51"]),
        ("Canapé 1 299,00 €\nTapis 100,00 €\nTotal 1 399,00 €", ["Canapé 1 299,00 €", "Tapis 100,00 €"]),
        ("Item Qty Amount\nPen 11 326.88\nInk 9 798.40\nTotal 1125.28", ["Pen 11 326.88", "Ink 9 798.40"]),
        ("コーヒー ¥300\n紅茶 ¥280\nTotal ¥580", ["コーヒー ¥300", "紅茶 ¥280"]),
    ],
)
def test_the_goods_of_a_bill_are_the_lines_whose_prices_add_up(text: str, told: list[str]) -> None:
    assert goods(text) == told


@pytest.mark.parametrize(
    "text",
    [
        TILL.replace("3.10", "8.10"),
        TILL.replace("Coffee 3.10\n", ""),
        TILL.replace("TOTAL EUR 11.70\n", ""),
        "Acme\nTotal 12.00\nVISA 12.00",
        "Acme\nAmount due 12.00\nDue date 3 March 2024",
        "Tea 2.00\nOrganic whole\nmilk 1.20\nTotal 3.20",
        "Item Price\nOrganic whole\nmilk 1.20\nTotal 1.20",
        "Name Ada\nDate 2020-07-09",
        "",
    ],
)
def test_goods_that_do_not_add_up_are_not_said(text: str) -> None:
    assert goods(text) == []
    assert [answered(kind, text) for kind in ("goods", "dearest", "cheapest", "pieces")] == [None] * 4


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        ("goods", TILL, "Coffee 3.10\nGreen Tea 2.40\n2 x Bread 6.20"),
        ("pieces", TILL, "3 lines, 4 pieces"),
        ("pieces", "Tea 2.00\nMilk 1.20\nTotal 3.20", "2"),
        ("pieces", "Tea 2.00\nMilk 1.20\nTotal 3.20\nItems 2", "2"),
        ("pieces", "Tea 2.00\nMilk 1.20\nTotal 3.20\nItems 11", None),
        ("pieces", TILL + "\nItems sold: 4", "4"),
        ("pieces", "Total 3.20\nArtikel 7", "7"),
        ("dearest", INVOICE, "Lamp 2 20.00 40.00"),
        ("dearest", TILL, None),
        ("cheapest", TILL, "Green Tea 2.40"),
        ("cheapest", "Tea 2.00\nMilk 2.00\nCake 3.00\nTotal 7.00", "Tea 2.00\nMilk 2.00"),
    ],
)
def test_goods_are_listed_counted_and_compared(kind: str, text: str, told: str | None) -> None:
    assert answered(kind, text) == told


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("how much was the coffee?", TILL, "3.10"),
        ("What did the tea cost?", TILL, "2.40"),
        ("price of the bread", TILL, "6.20"),
        ("how much is the paper?", INVOICE, "7.50"),
        ("how much was the lamp?", INVOICE, "40.00"),
        ("how much was the milk?", "Milk 1.20\nMilk 1.30\nTotal 2.50", "1.20, 1.30"),
        ("how much was the milk?", "Oat Milk 2.20\nMilk 1.30\nTotal 3.50", "1.30"),
        ("how much was the wine?", TILL, None),
    ],
)
def test_the_price_of_one_of_the_goods_is_its_own(question: str, text: str, told: str | None) -> None:
    fact = asked_fact(question, STARTER)
    assert fact is not None
    assert fact.shape is Shape.PRICE
    found = checked(fact, Answer("11.70", 0.9), lines_of(text))
    assert (found.text if found else None) == told


def test_a_price_that_many_goods_have_is_as_sure_as_the_least_sure_of_them() -> None:
    found = price_of("milk", lines_of("Milk 1.20\nMilk 1.20\nTotal 2.40", 0.4))
    assert found is not None
    assert (found.text, found.confidence) == ("1.20", 0.4)


ASKED = {
    "goods": (
        "what did I buy?",
        "List all items on the receipt",
        "items",
        "everything I bought",
        "Was habe ich gekauft?",
        "Liste die Artikel auf",
        "Qu'est-ce que j'ai acheté ?",
        "Quels articles ai-je achetés ?",
        "¿Qué compré?",
        "何を買いましたか？",
        "买的东西",
        "列出所有商品",
    ),
    "pieces": (
        "how many items?",
        "How many items did I buy?",
        "total number of items",
        "Wie viele Artikel sind auf der Rechnung?",
        "Combien d'articles ?",
        "¿Cuántos artículos hay?",
        "商品はいくつありますか",
        "有多少件商品？",
    ),
    "dearest": (
        "which is the most expensive?",
        "which item cost the most?",
        "Welcher Artikel ist am teuersten?",
        "Quel est l'article le plus cher ?",
        "¿Cuál es el artículo más caro?",
        "一番高い商品は何ですか",
        "最贵的商品是什么",
    ),
    "cheapest": (
        "what was the cheapest thing I bought?",
        "list the cheapest item",
        "was war der billigste Artikel",
        "Quel est le moins cher ?",
        "¿Cuál es el más barato?",
        "一番安いものは？",
        "最便宜的是哪个",
    ),
    "date": ("when did I buy the items?", "Wann habe ich die Artikel gekauft?", "Wanneer was dit?"),
    "vendor": ("where did I buy the items?", "welke winkel is dit?", "Che negozio è?"),
    "total": ("how much did I spend?", "Hoeveel moet ik betalen?", "Quanto devo pagare?"),
    "change": ("what did I get back?",),
    "tax": ("quanto è l'IVA?",),
    "number": ("invoice", "Rechnung", "Facture ?", "factura"),
    "free": ("what do you think?", "average price of the items", "hoeveel kost de koffie?"),
}


@pytest.mark.parametrize(("kind", "question"), [(k, q) for k, many in ASKED.items() for q in many])
def test_a_question_for_goods_is_understood_and_one_beside_it_too(kind: str, question: str) -> None:
    assert wish(question).kind == kind


@pytest.mark.parametrize("tongue", TONGUES, ids=[tongue.refusal for tongue in TONGUES])
def test_what_is_not_certain_is_said_in_each_language(tongue: Tongue) -> None:
    assert tongue.unsure.count("{named}") == 1
    assert tongue.counted.format(lines=2, pieces=3) != ""


def said(question: str, *texts: str) -> Finished:
    """What is said of pictures that were read as `texts`."""
    events: list[EngineEvent] = []
    images = tuple(ImageInput(bytes([n]), f"{n + 1}.png") for n in range(len(texts)))
    asked = GenerationRequest(RequestId("q"), (Turn(Role.USER, question, images),), Task.ASK)
    wishes = wishes_in(asked, STARTER)
    made = CheckedAnswer(asked, events.append, lambda: False, wishes)
    made.set_regions(
        [
            RegionPlan(
                (Turn(Role.USER, question, (image,)),),
                (),
                (at,),
                "\n",
                False,
                256,
                read=lines_of(text),
                wish=number,
            )
            for at, (image, text) in enumerate(zip(images, texts, strict=True))
            for number in range(len(wishes))
        ]
    )
    for region in made.regions:
        made.hear(region, "46.00", 0.5, 0)
        made.end_region(region, FinishReason.COMPLETE)
    made.finish(None)
    (end,) = (event for event in events if isinstance(event, Finished))
    return end


def test_a_list_is_said_in_lines_of_which_each_is_as_sure_as_it_was_read() -> None:
    end = said("what did I buy?", TILL)
    assert end.text == "Coffee 3.10\nGreen Tea 2.40\n2 x Bread 6.20"
    assert [line.text for line in end.lines] == end.text.splitlines()
    assert all(end.text[word.start : word.stop] == word.text for line in end.lines for word in line.words)
    assert {word.confidence for line in end.lines for word in line.words} == {0.9}
    assert [(found.kind, found.value) for found in end.answers] == [("goods", end.text)]


def test_a_list_stands_below_its_name_where_more_is_asked_for() -> None:
    end = said("list the items and the total", TILL)
    assert end.text == "Items:\nCoffee 3.10\nGreen Tea 2.40\n2 x Bread 6.20\nTotal: 11.70"
    assert all(end.text[word.start : word.stop] == word.text for line in end.lines for word in line.words)


def test_lists_of_several_bills_stand_below_their_names() -> None:
    end = said("what did I buy?", "Tea 2.00\nTotal 2.00", "Tea 2.00\nTotal 3.00", TILL)
    assert end.text == (
        "1.png: Tea 2.00\n2.png: I cannot tell the items here for certain.\n"
        "\n3.png:\nCoffee 3.10\nGreen Tea 2.40\n2 x Bread 6.20"
    )
    assert all(end.text[word.start : word.stop] == word.text for line in end.lines for word in line.words)


def test_prices_of_several_goods_are_asked_for_at_once() -> None:
    end = said("how much was the coffee and the bread?", TILL)
    assert end.text == "Coffee: 3.10\nBread: 6.20"


def test_what_is_not_certain_is_refused_in_one_sentence() -> None:
    end = said("Was habe ich gekauft?", TILL.replace("3.10", "8.10"))
    assert end.text == "„Artikel“: Das kann ich hier nicht sicher sagen."
    assert [found.value for found in end.answers] == [None]
