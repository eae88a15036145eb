"""Invented lines of source in many languages, so that operators stay common whatever the corpus holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starter_model.texts import Texts


def statements(t: Texts) -> list[str]:
    """Small statements of many languages, with operators spaced and not."""
    r, out, depth = t.rng, [], 0
    for _ in range(r.randint(3, 20)):
        a, b, c = t.handle(), t.handle(), t.handle()
        gap = r.choice(["", " ", " "])
        op = r.choice(
            [
                "=",
                "==",
                "!=",
                "+=",
                "->",
                "=>",
                "<=",
                ">=",
                "**",
                "//",
                "&&",
                "||",
                "%",
                "<<",
                ":=",
                "<",
                ">",
                "|",
                "^",
            ]
        )
        line = r.choice(
            [
                f"{a}{gap}={gap}{b}({c}, {r.randint(0, 99)})",
                f"if {a} {op} {b}:",
                f"for {a} in range({r.randint(1, 99)}):",
                f"def {a}_{b}({c}, {a}=None):",
                f"return {a}[{r.randint(0, 9)}]{gap}{op}{gap}{b}",
                f'print(f"{{{a}}} {b}")',
                f'let {a}{gap}={gap}"{t.words(1, 3)}";',
                f"const {a} = ({b}) => {c}.map(x => x * {r.randint(2, 9)});",
                f"{a}.{b}({{ {c}: {r.randint(0, 999)} }});",
                f"// {t.words(2, 6)}",
                f"# {t.words(2, 6)}",
                f"/* {t.words(1, 4)} */",
                f"SELECT {a}, {b} FROM {c} WHERE {a} > {r.randint(1, 99)};",  # noqa: S608 (drawn, never run)
                f'<{a} class="{b}-{c}">{t.word()}</{a}>',
                f"{a}: {r.choice(['true', 'false', 'null', str(r.randint(0, 9999)), b])}",
                f'"{a}": {r.random():.4f},',
                f'"{a}": ["{b}", "{c}"],',
                f'{{"{a}": {r.randint(0, 9999)}, "{b}": [{r.random():.4f}, -{r.randint(1, 99)}]}}',
                f"export {a.upper()}={b}",
                f"import {a}.{b} as {c[:2]}",
                f"from {a} import {b}, {c}",
                f"int {a}{gap}={gap}{r.randint(-99, 99)};",
                "}",
                "{",
                "else:",
                "});",
                f'    """{t.words(3, 6).capitalize()}."""',
                f"{a}[x]{gap}={gap}{b}(i{gap}**{gap}2) % {r.randint(2, 64)} != 0",
                f"self.{a} = {b} or {{}}",
                f"@{a}.{b}",
                f"except {a.title()}Error as {c[0]}:",
                f"while ({a} < {b}) {{",
                f"sorted({a}.items(), key=lambda kv: kv[{r.randint(0, 1)}])",
                "",
            ]
        )
        depth = max(0, min(4, depth + r.choice([-1, 0, 0, 0, 1])))
        out.append(" " * (4 if r.random() < 0.9 else 2) * depth + line)
    return out
