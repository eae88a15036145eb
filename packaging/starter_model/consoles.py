"""Terminals whose output stands in columns: disks, files, processes, services; read row by row.

Runs in the picture workers. Between two columns the picture has many spaces and the reading one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from starter_model.page import Page, readable
from starter_model.texts import Texts
from starter_model.wordlists import MONTHS

Rows = Iterator[tuple[list[str], str]]  # cells, and `<` or `>` for each: to which side it is set


def _size(t: Texts) -> str:
    r = t.rng
    return r.choice(
        [
            f"{r.randint(0, 999)}{r.choice('KMGT')}",
            f"{r.uniform(1, 10):.1f}{r.choice('KMG')}",
            str(r.randint(0, 9_999_999)),
            "0",
        ]
    )


def _disks(t: Texts) -> Rows:
    r = t.rng
    yield [f"{_prompt(t)}df {r.choice(['-h', '-hT', '', '-h /'])}".rstrip()], "<"
    sides = "<>>>><"
    yield (
        [
            "Filesystem",
            r.choice(["Size", "1K-blocks", "1M-blocks"]),
            "Used",
            r.choice(["Avail", "Available"]),
            "Use%",
            "Mounted on",
        ],
        sides,
    )
    for _ in range(r.randint(2, 9)):
        device = r.choice(
            [
                f"/dev/sd{r.choice('abc')}{r.randint(1, 9)}",
                "tmpfs",
                "udev",
                f"/dev/nvme0n1p{r.randint(1, 4)}",
                "overlay",
                f"/dev/mapper/{t.handle()[:8]}",
            ]
        )
        place = r.choice(["/", "/boot", "/home", "/dev/shm", f"/{t.handle()}", f"/mnt/{t.handle()}"])  # noqa: S108 (drawn)
        yield [device, _size(t), _size(t), _size(t), f"{r.randint(0, 100)}%", place], sides


def _files(t: Texts) -> Rows:
    r, owner = t.rng, t.handle()[:8]
    yield [f"{_prompt(t)}ls {r.choice(['-l', '-la', '-lh', '-alF'])} {t.path()}"], "<"
    yield [f"total {r.randint(4, 9999)}"], "<"
    for _ in range(r.randint(3, 14)):
        mode = r.choice(["-rw-r--r--", "drwxr-xr-x", "-rwxr-xr-x", "lrwxrwxrwx", "-rw-------", "-rw-rw-r--"])
        clock = r.choice([f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}", str(r.randint(1998, 2030))])
        name = r.choice(
            [
                f"{t.handle()}.{r.choice(['txt', 'md', 'py', 'png', 'c'])}",
                t.handle(),
                f".{t.handle()}",
                f"{t.handle()}/",
            ]
        )
        group = owner if r.random() < 0.7 else t.handle()[:8]
        yield (
            [
                mode,
                str(r.randint(1, 24)),
                owner,
                group,
                _size(t),
                r.choice(MONTHS)[:3],
                str(r.randint(1, 31)),
                clock,
                name,
            ],
            "<><<><>><",
        )


def _processes(t: Texts) -> Rows:
    r = t.rng
    yield [f"{_prompt(t)}{r.choice(['top', 'ps aux', 'htop', 'ps -ef'])}"], "<"
    if r.random() < 0.5:
        yield (
            [f"Tasks: {r.randint(90, 400)} total, {r.randint(1, 4)} running, {r.randint(80, 300)} sleeping"],
            "<",
        )
        yield (
            [f"%Cpu(s): {r.uniform(0, 60):.1f} us, {r.uniform(0, 9):.1f} sy, {r.uniform(30, 99):.1f} id"],
            "<",
        )
        yield [f"MiB Mem : {r.uniform(900, 64000):.1f} total, {r.uniform(90, 9000):.1f} free"], "<"
    sides = "><><>>>><"
    yield ["PID", "USER", "PR", "S", "%CPU", "%MEM", "VIRT", "TIME+", "COMMAND"], sides
    for _ in range(r.randint(3, 14)):
        yield (
            [
                str(r.randint(1, 99999)),
                r.choice(["root", t.handle()[:8]]),
                str(r.randint(-20, 20)),
                r.choice("SRIDZ"),
                f"{r.uniform(0, 99):.1f}",
                f"{r.uniform(0, 40):.1f}",
                _size(t),
                f"{r.randint(0, 99)}:{r.uniform(0, 60):05.2f}",
                r.choice([t.handle(), t.path(), f"[{t.handle()}/{r.randint(0, 9)}]"]),
            ],
            sides,
        )


def _named(t: Texts) -> Rows:
    """A table of a program: names in capitals, then rows of words and numbers."""
    r = t.rng
    heads = r.sample(
        [
            "NAME",
            "STATUS",
            "IMAGE",
            "PORTS",
            "AGE",
            "READY",
            "UNIT",
            "LOAD",
            "ACTIVE",
            "VERSION",
            "ID",
            "TYPE",
            "SIZE",
        ],
        r.randint(3, 6),
    )
    heads = [h.capitalize() for h in heads] if r.random() < 0.3 else heads
    yield (
        [f"{_prompt(t)}{t.handle()} {r.choice(['ps', 'list', 'get pods', 'status', 'images', '--all'])}"],
        "<",
    )
    sides = "<" * len(heads)
    yield heads, sides
    makers = [
        r.choice(
            [
                t.handle,
                t.number,
                t.time,
                lambda: r.randbytes(6).hex(),
                lambda: r.choice(
                    ["running", "active", "exited", "loaded", "failed", "Up 3 hours", "1/1", "<none>"]
                ),
                t.path,
            ]
        )
        for _ in heads
    ]
    for _ in range(r.randint(2, 10)):
        yield [m().replace(" ", "") or "-" for m in makers], sides


def _memory(t: Texts) -> Rows:
    r = t.rng
    yield [f"{_prompt(t)}free {r.choice(['-h', '-m', ''])}".rstrip()], "<"
    sides = "<>>>>>>"
    yield ["", "total", "used", "free", "shared", "buff/cache", "available"], sides
    yield ["Mem:", *(_size(t) for _ in range(6))], sides
    yield ["Swap:", *(_size(t) for _ in range(3))], sides


def _log(t: Texts) -> Rows:
    r = t.rng
    yield [f"{_prompt(t)}git log --oneline -{r.randint(2, 9)}"], "<"
    for _ in range(r.randint(2, 6)):
        yield [f"{r.randbytes(4).hex()[:7]} {t.words(2, 6)}"], "<"


def _shell(t: Texts) -> Rows:
    r = t.rng
    yield (
        [
            _prompt(t)
            + r.choice(
                [
                    f"if [ $? != 0 ]; then echo {t.handle()}... ; fi",
                    f'for {t.handle()[:3]} in *.{t.handle()[:3]}; do echo "$i"; done',
                    f"cat {t.path()} | grep -v '{t.word()}' | wc -l",
                    f"echo ${t.handle().upper()} && cd {t.path()}",
                    f"{t.handle()} --{t.handle()}={r.randint(0, 99)} -{t.handle()[:1]} >> {t.path()} 2>&1",
                ]
            )
        ],
        "<",
    )
    if r.random() < 0.5:
        yield [t.sentence(70)], "<"


def _barred(t: Texts) -> Rows:
    """A table whose bars and rule are typed, as by databases and in Markdown: all of it is read."""
    r, count, framed = t.rng, t.rng.randint(2, 4), t.rng.random() < 0.6
    makers = [r.choice([t.handle, t.price, t.word, lambda: str(r.randint(0, 999))]) for _ in range(count)]
    rule = "-" * r.randint(3, 5)
    rows = [[t.handle()[:8] for _ in makers], [rule] * count]
    rows += [[m()[:10] for m in makers] for _ in range(r.randint(2, 8))]
    if r.random() < 0.3:  # as it is written by hand: nothing stands below each other
        for row in rows:
            text = " | ".join(row)
            yield [f"| {text} |" if framed else text], "<"
        return
    if not framed and r.random() < 0.3:
        del rows[1]
    sides = "".join(r.choice("<<>") for _ in range(count))
    for row in rows:
        cells = [part for cell in row for part in ("|", cell)][1:]
        yield (
            ["|", *cells, "|"] if framed else cells,
            f"<{'<'.join(sides)}<" if framed else "<".join(sides),
        )


def _prompt(t: Texts) -> str:
    r = t.rng
    return r.choice(
        ["$ ", "# ", f"{t.handle()}@{t.handle()}:~$ ", f"{t.handle()}@{t.handle()}:~/{t.handle()}$ ", "% "]
    )


KINDS: tuple[Callable[[Texts], Rows], ...] = (
    _disks,
    _disks,
    _files,
    _files,
    _processes,
    _named,
    _named,
    _memory,
    _log,
    _shell,
    _barred,
)


def console(p: Page, t: Texts, size: float) -> None:
    """Commands one after the other, their tables set in columns of one pitch."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "mono"), min(size, (x1 - x0) / p.scale / 22))
    leading, y = round(font.size * r.uniform(1.05, 1.45)), y0 + font.ascent
    step, gap = font.advance("x"), r.choice([1, 1, 2, 3])
    inks = [p.theme.ink] * 5 + [readable(r, p.theme.paper)]
    p.kind = "a terminal"
    while y + font.descent < y1 and not p.full:
        rows = list(r.choice(KINDS)(t))
        most = max(len(cells) for cells, _ in rows)
        wide = [
            max((len(c[n]) for c, _ in rows if len(c) > 1 and n < len(c)), default=0) for n in range(most)
        ]
        for cells, sides in rows:
            if y + font.descent > y1 or p.full:
                return
            spans, at, ink = [], 0, r.choice(inks)
            for n, cell in enumerate(cells):
                room = int((x1 - x0) / step) - at
                text = cell if cell.isascii() else p.fit(font, cell)
                shift = max(0, wide[n] - len(text)) if len(cells) > 1 and sides[n] == ">" else 0
                text = text[: max(0, room - shift)].rstrip()
                if text:
                    spans.append(p.put(font, text, x0 + (at + shift) * step, y, ink))
                at += (wide[n] if len(cells) > 1 else len(cell)) + gap
            p.add(*spans, block="code")
            y += leading
        y += leading * r.choice([0, 0, 0, 1])
