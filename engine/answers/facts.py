"""Facts that bills and forms are asked about: what each is called, and what its value looks like.

Pure; any thread. Where they stand is `engine.answers.labels`, how they are asked for
`engine.answers.questions`.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.answers.goods_asked import IN_ENGLISH
from engine.answers.values import Shape


@dataclass(frozen=True, slots=True)
class Fact:
    """What is asked for. A field has no labels but its name, which is its `named`.

    `refusal`: the sentence that there is none, in the language of the question. `is_sure`: that is what is
    asked for; a field in free words may be anything, which the model answers.
    """

    kind: str
    named: str
    shape: Shape
    is_sure: bool = True
    refusal_form: str = "I see no {named} here."
    counted_form: str = IN_ENGLISH.counted
    """How many goods, where a line may be several pieces."""

    @property
    def refusal(self) -> str:
        """What is said where it does not stand on the picture."""
        return self.refusal_form.format(named=self.named)


KNOWN = {
    fact.kind: fact
    for fact in (
        Fact("total", "total", Shape.MONEY),
        Fact("subtotal", "subtotal", Shape.MONEY),
        Fact("tax", "tax", Shape.MONEY),
        Fact("balance", "balance due", Shape.MONEY),
        Fact("date", "date", Shape.DATE),
        Fact("due", "due date", Shape.DATE),
        Fact("vendor", "shop name", Shape.NAME),
        Fact("number", "invoice number", Shape.NUMBER),
        Fact("order", "order number", Shape.NUMBER),
        Fact("customer", "customer number", Shape.NUMBER),
        Fact("paid", "amount paid", Shape.MONEY),
        Fact("cash", "cash", Shape.MONEY),
        Fact("change", "change", Shape.MONEY),
        Fact("discount", "discount", Shape.MONEY),
        Fact("shipping", "shipping", Shape.MONEY),
        Fact("time", "time", Shape.TIME),
        Fact("phone", "phone number", Shape.PHONE),
        Fact("email", "e-mail address", Shape.EMAIL),
        Fact("website", "website", Shape.WEBSITE),
        Fact("address", "address", Shape.ADDRESS),
        Fact("rate", "tax rate", Shape.RATE),
        Fact("currency", "currency", Shape.CURRENCY),
        Fact("goods", "items", Shape.GOODS, refusal_form=IN_ENGLISH.unsure),
        Fact("pieces", "number of items", Shape.GOODS, refusal_form=IN_ENGLISH.unsure),
        Fact("dearest", "most expensive item", Shape.GOODS, refusal_form=IN_ENGLISH.unsure),
        Fact("cheapest", "cheapest item", Shape.GOODS, refusal_form=IN_ENGLISH.unsure),
    )
}
