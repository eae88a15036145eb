"""What is asked about a picture, and the answers the starter model learns: reading, a few facts, an honest
refusal.
"""

from __future__ import annotations

import random

from starter_model.page import Page
from starter_model.texts import Texts
from starter_model.wordlists import LABELS

READ = "Read the text."
MARKDOWN = "Read the text as Markdown."
QUESTIONS = {
    "total": "What is the total?",
    "date": "What is the date?",
    "vendor": "Who is the vendor?",
    "number": "What is the invoice number?",
    "lines": "How many lines are there?",
    "caption": "What kind of picture is this?",
    "field": "What is the value of {field}?",
}
"""The one wording in which the application asks each thing; `yomi.json` carries them."""
READ_OTHERS = (
    "Read.",
    "Read this.",
    "What does it say?",
    "Transcribe the text.",
    "What is written here?",
    "Read the text in this picture.",
    "OCR",
    "Extract the text.",
    "Read all text in the image.",
    "Please read this to me.",
    "What text is in the image?",
    "Transcribe this image.",
)
REFUSAL = "This small model only reads text; choose a larger model for questions like this."
ASK = {
    "total": (
        "What is the total?",
        "What's the total amount?",
        "How much is it?",
        "How much in total?",
        "Total?",
        "What is the total amount to pay?",
        "How much do I have to pay?",
        "total amount",
        "What was the sum?",
        "What does it cost?",
    ),
    "date": (
        "What is the date?",
        "Which date?",
        "When was this?",
        "Date?",
        "What date is on it?",
        "When was it issued?",
        "What day is it from?",
        "date of the receipt",
    ),
    "vendor": (
        "Who is the vendor?",
        "Which shop is this?",
        "What is the name of the shop?",
        "Vendor?",
        "Where was this bought?",
        "What store is this from?",
        "Who issued this?",
        "shop name",
    ),
    "number": (
        "What is the invoice number?",
        "Invoice number?",
        "What's the number of the invoice?",
        "Which receipt number?",
        "What is the reference number?",
        "order number",
    ),
}
ASK["subtotal"] = ("What is the subtotal?", "Subtotal?", "What is the net amount?", "How much before tax?")
ASK["tax"] = ("What is the tax?", "How much tax?", "How much is the VAT?", "VAT?", "What is the tax amount?")
NAMES = {
    "total": "total",
    "date": "date",
    "vendor": "shop name",
    "number": "invoice number",
    "subtotal": "subtotal",
    "tax": "tax",
}
SPOKEN = {
    "total": ("total", "amount", "sum", "price"),
    "date": ("date", "issued", "created", "modified"),
    "vendor": ("company", "shop", "store", "vendor", "market"),
    "number": ("number", "no.", "invoice", "receipt", "reference", "order"),
    "subtotal": ("total", "net"),
    "tax": ("tax", "vat"),
}
"""Words near which a fact may stand."""
KIND = (
    "What kind of picture is this?",
    "What is this?",
    "What kind of screen is this?",
    "What type of document is this?",
    "What kind of image is it?",
    "Which sort of document is it?",
)
ONE_LINE = (
    "Describe the image.",
    "Describe the image in one line.",
    "Give a caption for this picture.",
    "Caption",
    "What does the picture show?",
    "Describe this screenshot in one sentence.",
)
FAR = (
    "Describe this picture in detail.",
    "Describe every object in the image.",
    "What colour is the background?",
    "What colors are used?",
    "Who is in the picture?",
    "Summarize this.",
    "Summarise the text in one sentence.",
    "Translate this into French.",
    "Translate to German.",
    "Is this a good idea?",
    "What should I do now?",
    "Explain this code.",
    "What is wrong here?",
    "Write a reply.",
    "Who wrote this?",
    "Is there a cat?",
    "How many people are there?",
    "What is the mood of this picture?",
    "Why?",
    "Tell me a joke.",
    "What do you think?",
    "Hello",
    "Hi, how are you?",
    "Who are you?",
    "What can you do?",
    "Fix the bug.",
    "Convert this to a table.",
    "Rewrite this politely.",
    "What is the capital of France?",
    "Is this spam?",
    "Where is the button?",
    "What happens next?",
    "Which item is the cheapest?",
    "What is the most expensive item?",
    "Is the person happy?",
    "Give me three bullet points.",
    "What time is it now?",
    "What does the icon mean?",
    "Compare the two columns.",
    "What language is this?",
    "Make it shorter.",
    "Can you help me?",
    "What is in the top left corner?",
    "What brand is this?",
    "What's the weather like?",
    "Find the mistake.",
)


def far_question(t: Texts, rng: random.Random) -> str:
    """A question that the model must decline."""
    if rng.random() < 0.45:
        return rng.choice(FAR)
    w = [t.word().lower() for _ in range(4)]
    return rng.choice(
        [
            f"What is {w[0]}?",
            f"Why is the {w[0]} {w[1]}?",
            f"Is there a {w[0]} in the picture?",
            f"What does {w[0]} mean?",
            f"Who is {w[0].title()}?",
            f"Explain {w[0]} {w[1]}.",
            f"Where can I find the {w[0]}?",
            f"How do I {w[0]} the {w[1]}?",
            f"What colour is the {w[0]}?",
            f"Write a {w[0]} about {w[1]}.",
            f"Translate {w[0]} into Spanish.",
            f"Can you {w[0]} it?",
            f"How many {w[0]} can you see?",
            f"Does the {w[0]} {w[1]} the {w[2]}?",
            f"Tell me about {w[0]} and {w[1]}.",
            f"Should I {w[0]}?",
            f"{w[0]} {w[1]} {w[2]} {w[3]}?",
            f"Summarize the part about {w[0]}.",
            f"Which {w[0]} is better?",
            f"When did {w[0].title()} {w[1]}?",
        ]
    )


def article(kind: str) -> str:
    """The kind of a page as an answer."""
    return kind[:1].upper() + kind[1:] + "."


def caption(page: Page) -> str:
    """The kind of the page in one line, with its heading or its shop where it has one."""
    name = (
        page.facts.get("vendor", page.heading) if page.kind in ("a receipt", "an invoice") else page.heading
    )
    if not name or len(name) > 80:
        return article(page.kind)
    joint = " from " if page.kind in ("a receipt", "an invoice") else ": "
    return f"{page.kind[:1].upper()}{page.kind[1:]}{joint}{name}" + ("" if name[-1] in ".!?" else ".")


def missing(fact: str) -> str:
    """The answer where the page does not show it."""
    return f"I see no {NAMES[fact]} here."


def wording(fact: str, rng: random.Random) -> str:
    """How a fact is asked for: half the time as the application does."""
    return QUESTIONS[fact] if fact in QUESTIONS and rng.random() < 0.5 else rng.choice(ASK[fact])


def named(page: Page, t: Texts, rng: random.Random) -> tuple[str, str]:
    """The value of a field that the page names, or that it has none of that name."""
    if page.fields and rng.random() < 0.8:
        label = rng.choice(sorted(page.fields))
        answer = page.fields[label]
    else:
        label = rng.choice(LABELS) if rng.random() < 0.7 else t.title(1, 2)
        answer = page.fields.get(label, f"I see no {label} here.")
        if label not in page.fields and any(label.lower() in line.text.lower() for line in page.lines):
            return QUESTIONS["caption"], caption(page)
    question = rng.choice(
        [
            QUESTIONS["field"].format(field=label),
            QUESTIONS["field"].format(field=label),
            QUESTIONS["field"].format(field=label),
            f'What is the value of "{label}"?',
            f'What does the field "{label}" say?',
            f'What stands at "{label}"?',
            f"What is in the field {label}?",
        ]
    )
    return question, answer


def absent(page: Page, rng: random.Random) -> str | None:
    """A fact that the page does not show, more often one that the application asks for.

    Bills know their facts; on other pages nothing is asked that a word on them speaks of.
    """
    missed = [fact for fact in sorted(ASK) if fact not in page.facts]
    if not page.facts:
        said = page.text.lower()
        missed = [fact for fact in missed if not any(word in said for word in SPOKEN[fact])]
    return rng.choices(missed, [3 if fact in QUESTIONS else 1 for fact in missed])[0] if missed else None


def ask(page: Page, t: Texts, rng: random.Random) -> tuple[str, str]:
    """A question about the page and its answer."""
    kind = rng.random()
    if page.text and kind < 0.25:
        return MARKDOWN, page.markdown()
    if kind < 0.32:
        return QUESTIONS["caption"] if rng.random() < 0.7 else rng.choice(ONE_LINE + KIND), caption(page)
    if page.fields and kind < 0.57:
        return named(page, t, rng)
    kind, missed = rng.random(), absent(page, rng)
    if page.facts and kind < 0.6:
        fact = rng.choice(sorted(page.facts) + (["total"] * 2 if "total" in page.facts else []))
        question, answer = wording(fact, rng), page.facts[fact]
    elif missed and kind < (0.84 if page.facts else 0.3):
        question, answer = wording(missed, rng), missing(missed)
    elif kind < (0.88 if page.facts else 0.4):
        question, answer = rng.choice(KIND), caption(page)
    else:
        question, answer = far_question(t, rng), REFUSAL
    if question in QUESTIONS.values():
        return question, answer
    if rng.random() < 0.15:
        question = question.lower()
    if rng.random() < 0.1:
        question = question.rstrip("?.")
    return question, answer
