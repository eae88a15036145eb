"""Questions as people ask them about a bill, one by one as they were tried: what each is taken for."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.answers.asking import wishes_in
from engine.api import GenerationRequest, ImageInput, RequestId, Role, Task, Turn
from engine.profile import load_profile

STARTER = load_profile(Path(__file__).resolve().parents[2] / "resources" / "models" / "starter")
TAKEN = {
    "how much do i owe u": "balance",
    "gimme the total pls": "total",
    "whats the damage": "total",
    "TOTAL!!!!!": "total",
    "totl": "total",
    "summe bitte": "total",
    "c'est combien": "total",
    "これはいくらですか": "total",
    "这个多少钱": "total",
    "how much did I pay for?": "total",
    "How much VAT did I pay and at which rate?": "tax, rate",
    "what's the shop's address and phone?": "address, phone",
    "what's my customer number and order number": "customer, order",
    "is it paid?": "paid",
    "how much cash did I give?": "cash",
    "how much change should I have got": "change",
    "wie viel war die Steuer?": "tax",
    "how much did the shop charge me for bread?": "bread",
    "what did I pay for the tea": "tea",
    "how much did I pay for the tea?": "tea",
    "wie viel war der Kaffee?": "Kaffee",
    "Was habe ich für den Kaffee bezahlt?": "Kaffee",
    "was hat die Milch gekostet": "Milch",
    "Combien coûte le café ?": "café",
    "how much was the bread and the milk?": "bread, milk",
    "¿cuánto costó el pan?": "pan",
    "コーヒーはいくらでしたか": "コーヒー",
    "咖啡多少钱": "咖啡",
    "who is the applicant?": "applicant",
    "Wo steht die IBAN?": "IBAN",
    "wie lautet die IBAN": "IBAN",
    "prices": "goods",
    "price list": "goods",
    "list all prices": "goods",
    "list of goods as json": "goods, beyond",
    "items in csv": "goods, beyond",
    "how many different products": "pieces",
    "¿qué es lo más caro?": "dearest",
    "the three most expensive items": "free",
    "sum of all items": "free",
    "how much did both coffees cost together?": "free",
    "who served me?": "free",
    "how old is this bill": "free",
    "how many pages": "free",
    "how many coffees did I buy?": "free",
    "Wie viele Kaffees?": "free",
    "did I buy milk?": "free",
    "€?": "hint",
    "liste alles auf": "",
}


@pytest.mark.parametrize(("question", "taken"), TAKEN.items())
def test_a_question_is_taken_for_what_is_meant(question: str, taken: str) -> None:
    turn = Turn(Role.USER, question, (ImageInput(b"one", "one.png"),))
    wishes = wishes_in(GenerationRequest(RequestId("q"), (turn,), Task.ASK), STARTER)
    assert ", ".join(wish.named if wish.kind == "field" else wish.kind for wish in wishes) == taken
