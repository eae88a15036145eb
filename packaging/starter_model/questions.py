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
        "total pls",
        "how much was it altogether",
        "whats the total",
        "sum",
        "grand total",
        "price total",
        "Read the total.",
        "Give me the total amount.",
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
        "invoice date",
        "What is the invoice date?",
        "issue date",
        "What is the date of issue?",
        "when was this bought",
        "whats the date",
        "from when is this",
        "date on the invoice",
        "When was the invoice written?",
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
        "who is this from",
        "which company",
        "What company sent this?",
        "seller",
        "Who is the seller?",
        "name of the store",
        "Who is it from?",
    ),
    "number": (
        "What is the invoice number?",
        "Invoice number?",
        "What's the number of the invoice?",
        "Which receipt number?",
        "What is the reference number?",
        "inv no",
        "whats the invoice no",
        "bill number",
        "receipt number",
    ),
}
ASK |= {
    "subtotal": (
        "What is the subtotal?",
        "Subtotal?",
        "What is the net amount?",
        "How much before tax?",
        "net",
        "whats the subtotal",
        "total without tax",
    ),
    "tax": (
        "What is the tax?",
        "How much tax?",
        "How much is the VAT?",
        "VAT?",
        "What is the tax amount?",
        "how much tax is in it",
        "sales tax",
        "tax amount",
    ),
    "due": (
        "When is it due?",
        "What is the due date?",
        "Due date?",
        "due when",
        "pay by when",
        "By when must it be paid?",
        "When do I have to pay?",
        "payment deadline",
        "when do i need to pay this",
    ),
    "balance": (
        "What is the balance?",
        "What is the balance due?",
        "What is the amount due?",
        "amount due",
        "How much is still open?",
        "What is still owed?",
        "outstanding amount",
        "how much do i still have to pay",
    ),
    "paid": ("How much was paid?", "What was paid already?", "amount paid", "How much is the deposit?"),
    "cash": ("How much cash was given?", "Cash?", "How much was paid in cash?", "cash given"),
    "change": (
        "How much change?",
        "What is the change?",
        "change",
        "how much change did i get",
        "change back",
    ),
    "discount": ("What is the discount?", "How much discount?", "discount", "how much did i save"),
    "shipping": ("What is the shipping?", "How much is the shipping?", "shipping cost", "delivery fee"),
    "customer": ("What is the customer number?", "customer no", "Which customer number?", "client number"),
    "order": ("What is the order number?", "order no", "Which order is it?", "order number", "PO number?"),
}
NAMES = {
    "total": "total",
    "date": "date",
    "vendor": "shop name",
    "number": "invoice number",
    "subtotal": "subtotal",
    "tax": "tax",
    "due": "due date",
    "balance": "balance due",
    "paid": "amount paid",
    "cash": "cash",
    "change": "change",
    "discount": "discount",
    "shipping": "shipping",
    "customer": "customer number",
    "order": "order number",
}
SPOKEN = {
    "total": ("total", "amount", "sum", "price"),
    "date": ("date", "issued", "created", "modified"),
    "vendor": ("company", "shop", "store", "vendor", "market"),
    "number": ("number", "no.", "invoice", "receipt", "reference", "order"),
    "subtotal": ("total", "net"),
    "tax": ("tax", "vat"),
    "due": ("due", "pay"),
    "balance": ("total", "amount", "balance", "sum", "outstanding", "due", "open"),
    "paid": ("paid", "deposit", "cash", "card", "visa", "payment", "total", "amount"),
    "cash": ("cash", "paid", "given"),
    "change": ("change", "return", "cash"),
    "discount": ("discount", "rebate", "saved", " off", "rabatt"),
    "shipping": ("ship", "deliver", "postage"),
    "customer": ("customer", "client", "account"),
    "order": ("order", "po "),
}
"""Words near which a fact may stand."""
OWN = ("total", "date", "vendor", "number", "subtotal", "tax")
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
        if rng.random() < 0.25:
            free = rng.choice(["{}?", "{}", "What is the {}?", "whats the {}", "Which {}?", "tell me the {}"])
            return free.format(label if rng.random() < 0.4 else label.lower()), page.fields[label]
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

    Bills know the facts of `OWN`; nothing else is asked that a word on the page speaks of.
    """
    said = page.text.lower()
    missed = [
        fact
        for fact in sorted(ASK)
        if fact not in page.facts
        and ((page.facts and fact in OWN) or not any(word in said for word in SPOKEN[fact]))
    ]
    # Another date stands there: right to refuse, but practised too often it makes any label look wrong.
    if "date" in missed and any(word in said for word in ("date", "due", "until")) and rng.random() < 0.6:
        missed.remove("date")
    return rng.choices(missed, [6 if fact in QUESTIONS else 0.25 for fact in missed])[0] if missed else None


def typed(question: str, rng: random.Random) -> str:
    """A question as it is typed in a hurry: small letters, no mark at its end, a slip, `please`."""
    if rng.random() < 0.45:
        question = question.lower()
    if rng.random() < 0.3:
        question = question.rstrip("?.")
    if rng.random() < 0.06:
        question = rng.choice(["please {}", "{} please", "pls {}", "hey, {}", "Can you tell me: {}"]).format(
            question
        )
    letters = [n for n, c in enumerate(question[:-1]) if c.isalpha() and question[n + 1].isalpha()]
    if letters and rng.random() < 0.12:
        n, slip = rng.choice(letters), rng.random()
        if slip < 0.4:
            question = question[:n] + question[n + 1] + question[n] + question[n + 2 :]
        elif slip < 0.7:
            question = question[:n] + question[n + 1 :]
        else:
            question = question[:n] + question[n] + question[n:]
    return question


def ask(page: Page, t: Texts, rng: random.Random) -> tuple[str, str]:
    """A question about the page and its answer."""
    kind = rng.random()
    # Where bars are text, Markdown must not make a table of them.
    if page.text and (kind < 0.25 or ("|" in page.text and rng.random() < 0.4)):
        return MARKDOWN, page.markdown()
    # Forms are few beside bills that look like them, so they are named more often.
    if kind < (0.45 if page.kind == "a form" else 0.32):
        return QUESTIONS["caption"] if rng.random() < 0.7 else rng.choice(ONE_LINE + KIND), caption(page)
    if page.fields and kind < 0.57:
        return named(page, t, rng)
    kind, missed = rng.random(), absent(page, rng)
    if page.facts and kind < 0.6:
        fact = rng.choice([*page.facts, *(f for f in ("total", "total", "date") if f in page.facts)])
        question, answer = wording(fact, rng), page.facts[fact]
        if fact == "total" and " pay" in question:
            answer = page.facts.get("balance", answer)
    elif missed and kind < (0.76 if page.facts else 0.3):
        question, answer = wording(missed, rng), missing(missed)
    elif kind < (0.82 if page.facts else 0.4):
        question, answer = rng.choice(KIND), caption(page)
    else:
        question, answer = far_question(t, rng), REFUSAL
    if question in QUESTIONS.values():
        return question, answer
    return typed(question, rng), answer
