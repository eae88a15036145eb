"""Screens as browsers and web programs show them: one function a kind. Build-time tool."""

from __future__ import annotations

import html

from starter_model.evaluation.browser import Fragment
from starter_model.evaluation.drafts import Draft, Pen, div, spans

THEMES = (
    ("#ffffff", "#1f2328", "#0969da"),
    ("#0d1117", "#e6edf3", "#58a6ff"),
    ("#fdf6e3", "#586e75", "#b58900"),
    ("#282a36", "#f8f8f2", "#bd93f9"),
    ("#f6f5f4", "#2e3436", "#1c71d8"),
    ("#eceff4", "#2e3440", "#5e81ac"),
    ("#242424", "#f0f0f0", "#78aeed"),
    ("#fffbeb", "#422006", "#92400e"),
)
"""Background, text and accent colours of the usual light and dark themes."""


def news(pen: Pen) -> Draft:
    """An article with a byline."""
    w, family, size = pen.words, pen.family("serif"), pen.rng.randint(14, 19)
    back, ink, accent = pen.rng.choice(THEMES)
    head, by = w.title(5), f"By {w.title(2)} | {w.date()}"
    body = [w.passage(120, 380) for _ in range(3)]
    css = (
        f"body{{background:{back};color:{ink};padding:22px 30px;font:{size}px/1.5 '{family}'}}"
        f".h{{font-size:{size + 11}px;font-weight:700}}.y{{color:{accent};font-size:{size - 2}px}}"
        ".p{margin:10px 0}"
    )
    text = div("h", head) + div("y", by) + "".join(div("p", p) for p in body)
    return Draft("news", Fragment(text, css, 700, 560), [head, by, *body], (family,))


def mail(pen: Pen) -> Draft:
    """A mail program: folders, then the list of messages."""
    w, family = pen.words, pen.family("sans")
    back, ink, accent = pen.rng.choice(THEMES)
    folders = ["Inbox", "Starred", "Snoozed", "Sent", "Drafts", "Spam"][: pen.rng.randint(4, 6)]
    rows = [[w.title(2), w.passage(50, 70), w.time()] for _ in range(pen.rng.randint(5, 8))]
    css = (
        f"body{{background:{back};color:{ink};font:14px '{family}';display:flex}}"
        f".s{{width:150px;padding:14px;background:#8882}}.s div{{padding:7px 0}}"
        f".l{{flex:1;padding:8px 18px}}.r{{display:flex;gap:20px;padding:9px 0;border-bottom:1px solid #8884;white-space:nowrap}}"
        f".r span:first-child{{width:180px;font-weight:600;color:{accent}}}.r span:nth-child(2){{flex:1}}"
    )
    side = "".join(div("f", f) for f in folders)
    body = "".join(f'<div class="r">{spans(row)}</div>' for row in rows)
    text = f'<div class="s">{side}</div><div class="l">{body}</div>'
    size = (980, 60 + 37 * len(rows))
    return Draft("mail", Fragment(text, css, *size), folders + [" ".join(r) for r in rows], (family,))


def dashboard(pen: Pen) -> Draft:
    """A side bar, tiles with figures, and a table."""
    w, family = pen.words, pen.family("sans")
    back, ink, accent = pen.rng.choice(THEMES)
    menu = [w.word().capitalize() for _ in range(6)]
    tiles = [(w.title(2), w.pick_figure()) for _ in range(3)]
    head = ["Name", "State", "Count", "Share"]
    rows = [
        [w.title(2), pen.pick("Running", "Idle", "Failed", "Done"), w.number(4), f"{pen.rng.randint(1, 99)}%"]
        for _ in range(5)
    ]
    css = (
        f"body{{background:{back};color:{ink};font:15px '{family}';display:flex}}"
        f".s{{width:170px;background:{accent}22;padding:20px}}.s div{{padding:9px 0}}.m{{flex:1;padding:20px}}"
        ".t{display:flex;gap:18px;margin-bottom:22px}.t>div{flex:1;border:1px solid #8885;border-radius:8px;padding:14px}"
        ".k{font-size:13px}.v{font-size:27px;font-weight:700;margin-top:6px}"
        "table{width:100%;border-collapse:collapse}td,th{text-align:left;padding:8px 6px;border-bottom:1px solid #8884}"
    )
    blocks = "".join(f"<div>{div('k', k)}{div('v', v)}</div>" for k, v in tiles)
    table = "".join(f"<tr>{spans(r, 'th' if i == 0 else 'td')}</tr>" for i, r in enumerate([head, *rows]))
    text = (
        f'<div class="s">{"".join(div("n", m) for m in menu)}</div><div class="m"><div class="t">{blocks}</div>'
        f"<table>{table}</table></div>"
    )
    below = [" ".join(r) for r in [head, *rows]]
    by_tile = menu + [part for tile in tiles for part in tile] + below
    by_row = menu + [k for k, _ in tiles] + [v for _, v in tiles] + below
    return Draft("dashboard", Fragment(text, css, 900, 440), by_tile, (family,), [by_row])


def calendar(pen: Pen) -> Draft:
    """A month, row by row."""
    w, family, r = pen.words, pen.family("sans"), pen.rng
    back, ink, accent = r.choice(THEMES)
    title = w.month_and_year()
    start, days = r.randint(0, 6), r.randint(28, 31)
    cells = [""] * start + [str(d) for d in range(1, days + 1)]
    cells += [""] * (-len(cells) % 7)
    names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    grid = [names] + [cells[i : i + 7] for i in range(0, len(cells), 7)]
    css = (
        f"body{{background:{back};color:{ink};font:16px '{family}';padding:18px}}.h{{font-size:21px;color:{accent};margin-bottom:8px}}"
        "table{border-collapse:collapse;width:100%}td,th{padding:9px;text-align:center;border:1px solid #8883}"
    )
    table = "".join(f"<tr>{spans(row, 'th' if i == 0 else 'td')}</tr>" for i, row in enumerate(grid))
    lines = [title] + [" ".join(c for c in row if c) for row in grid]
    return Draft(
        "calendar",
        Fragment(f"{div('h', title)}<table>{table}</table>", css, 480, 90 + 40 * len(grid)),
        lines,
        (family,),
    )


def bullets(pen: Pen) -> Draft:
    """A bulleted or numbered list whose items wrap."""
    w, family, size = pen.words, pen.family(pen.pick("sans", "serif")), pen.rng.randint(13, 18)
    back, ink, _ = pen.rng.choice(THEMES)
    numbered = pen.rng.random() < 0.4
    head, items = w.title(3), [w.passage(60, 190) for _ in range(5)]
    css = (
        f"body{{background:{back};color:{ink};font:{size}px/1.45 '{family}';padding:20px}}.h{{font-size:{size + 6}px;font-weight:700}}"
        "li{margin:7px 0}"
    )
    tag = "ol" if numbered else "ul"
    listing = "".join(f"<li>{html.escape(i)}</li>" for i in items)
    plain = [head, *(f"{n}. {i}" if numbered else i for n, i in enumerate(items, 1))]
    others = [] if numbered else [[head, *(f"{sign} {i}" for i in items)] for sign in "•-"]
    fragment = Fragment(f"{div('h', head)}<{tag}>{listing}</{tag}>", css, 560, 560)
    return Draft("bullets", fragment, plain, (family,), others)


def editor(pen: Pen) -> Draft:
    """Source code in an editor."""
    family, size = pen.family("mono"), pen.rng.randint(12, 16)
    back, ink, accent = pen.rng.choice(THEMES)
    lines = pen.rng.choice(pen.words.texts.code).split("\n")
    css = f"body{{background:{back};color:{ink};padding:14px;font:{size}px/1.5 '{family}'}}.l{{white-space:pre;min-height:1.5em}}.k{{color:{accent};white-space:pre}}"
    text = "".join(
        div("k" if line.strip().startswith(("#", "//", "def", "func")) else "l", line) for line in lines
    )
    wide = max(map(len, lines)) * size * 7 // 10 + 40
    return Draft(
        "editor",
        Fragment(text, css, max(300, wide), 30 + int(size * 1.5 + 1) * len(lines)),
        [x for x in lines if x.strip()],
        (family,),
    )


def terminal(pen: Pen) -> Draft:
    """A shell session."""
    w, family, size = pen.words, pen.family("mono"), pen.rng.randint(12, 15)
    back, ink = pen.rng.choice(
        (("#300a24", "#eeeeec"), ("#002b36", "#93a1a1"), ("#ffffff", "#171421"), ("#1d1f21", "#c5c8c6"))
    )
    prompt = f"{w.word()}@{w.word()}:~/{w.word()}$"
    lines = [f"{prompt} df -h /{w.word()}", "Filesystem      Size  Used Avail Use% Mounted on"]
    lines += [
        f"/dev/sd{pen.pick('a', 'b')}{n}       {pen.rng.randint(10, 900):4d}G  {pen.rng.randint(10, 99):3d}G  {pen.rng.randint(10, 99):3d}G  {pen.rng.randint(3, 99):2d}% /{w.word()}"
        for n in range(1, 5)
    ]
    lines += [
        f"{prompt} git log --oneline -3",
        *(f"{pen.rng.getrandbits(28):07x} {w.words(5).capitalize()}" for _ in range(3)),
        f"{prompt} if [ $? != 0 ]; then echo {w.word()}... ; fi",
    ]
    css = f"body{{background:{back};color:{ink};padding:12px;font:{size}px/1.4 '{family}'}}.l{{white-space:pre}}"
    wide = max(map(len, lines)) * size * 7 // 10 + 40
    return Draft(
        "terminal",
        Fragment("".join(div("l", x) for x in lines), css, wide, 30 + int(size * 1.4 + 1) * len(lines)),
        lines,
        (family,),
    )


def settings(pen: Pen) -> Draft:
    """Two panes: sections on the left, options with values on the right."""
    w, family = pen.words, pen.family("sans")
    back, ink, accent = pen.rng.choice(THEMES)
    menu = [w.title(1) for _ in range(7)]
    options = [
        (w.words(3).capitalize(), pen.pick("On", "Off", "Never", w.words(2).capitalize())) for _ in range(6)
    ]
    css = (
        f"body{{background:{back};color:{ink};font:15px '{family}';display:flex}}.s{{width:180px;padding:16px;border-right:1px solid #8885}}"
        f".s div{{padding:8px}}.m{{flex:1;padding:16px 26px}}.r{{display:flex;justify-content:space-between;padding:11px 0}}.h{{font-size:21px;color:{accent};padding-bottom:10px}}"
    )
    rows = "".join(f'<div class="r">{spans(list(o))}</div>' for o in options)
    head = menu[1]
    text = f'<div class="s">{"".join(div("n", m) for m in menu)}</div><div class="m">{div("h", head)}{rows}</div>'
    return Draft(
        "settings",
        Fragment(text, css, 760, 360),
        [*menu, head, *(f"{a} {b}" for a, b in options)],
        (family,),
    )


def message(pen: Pen) -> Draft:
    """A message box with two buttons."""
    w, family, size = pen.words, pen.family("sans"), pen.rng.randint(13, 17)
    back, ink, accent = pen.rng.choice(THEMES)
    head, body = w.title(3), w.passage(60, 220)
    buttons = [pen.pick("Not now", "Discard", "Skip"), pen.pick("Continue", "Install", "Allow")]
    css = (
        f"body{{background:{back};color:{ink};font:{size}px/1.45 '{family}';padding:24px}}.h{{font-weight:700;font-size:{size + 3}px;margin-bottom:10px}}"
        f".b{{display:flex;gap:12px;justify-content:flex-end;margin-top:20px}}.b span{{border-radius:6px;padding:8px 18px;background:{accent};color:{back}}}"
    )
    text = div("h", head) + div("p", body) + f'<div class="b">{spans(buttons)}</div>'
    return Draft("message", Fragment(text, css, 520, 260), [head, body, " ".join(buttons)], (family,))


def chat(pen: Pen) -> Draft:
    """Messages with a name and a time."""
    w, family = pen.words, pen.family("sans")
    back, ink, accent = pen.rng.choice(THEMES)
    rows = [(f"{w.title(1)} {w.time()}", w.passage(50, 150)) for _ in range(4)]
    css = f"body{{background:{back};color:{ink};font:15px/1.4 '{family}';padding:14px 20px}}.n{{color:{accent};font-weight:600;margin-top:10px}}"
    text = "".join(div("n", n) + div("t", t) for n, t in rows)
    return Draft("chat", Fragment(text, css, 600, 380), [part for row in rows for part in row], (family,))


KINDS = (news, mail, dashboard, calendar, bullets, editor, terminal, settings, message, chat)
PANES = (mail, dashboard, calendar, settings)
