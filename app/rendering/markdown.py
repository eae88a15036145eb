"""Markdown as a model writes it: how it is parsed, and the HTML that others get of it. Pure functions, any
thread, no Qt.

CommonMark with tables, strikethrough and maths, bent wherever the standard would hide something that the
model wrote: HTML, entities and reference definitions stay the text they are, a row may have more cells than
its table has columns, a line end is a line end, and only web and mail addresses become links. The reasons are
in docs/adr/finished-blocks-are-formatted.md.
"""

from __future__ import annotations

import html
from collections.abc import MutableMapping, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from mdit_py_plugins.dollarmath import dollarmath_plugin

from app.rendering.bare_links import bare_mail_address, bare_web_address
from app.rendering.dialect import (
    bracketed_display,
    bracketed_formula,
    breaks_in_cells,
    every_cell,
    narrow_table,
    without_empty_heads,
)
from app.rendering.highlight import styled_html
from app.rendering.links import is_link
from app.rendering.maths import mathml
from app.rendering.nesting import limit_nesting

Environment = MutableMapping[str, Any]


class _Dialect(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: N802 - the parser's name
        """Which addresses become links."""
        return is_link(url)


@cache
def parser() -> MarkdownIt:
    """The one parser; it keeps nothing between calls."""
    md = _Dialect("commonmark", {"html": False, "breaks": True}, renderer_cls=_Renderer)
    limit_nesting(md)
    md.enable(["table", "strikethrough"])
    # A line of dashes under a paragraph is a rule far more often than it makes a heading of what is above.
    md.disable(["lheading", "reference", "entity", "html_block", "html_inline"])
    md.block.ruler.at("table", narrow_table, {"alt": ["paragraph", "reference"]})
    md.inline.ruler.before("escape", "bracketed_formula", bracketed_formula)
    md.inline.ruler.before("escape", "bare_web_address", bare_web_address)
    md.inline.ruler.before("escape", "bare_mail_address", bare_mail_address)
    md.block.ruler.before("fence", "bracketed_display", bracketed_display, {"alt": ["paragraph"]})
    md.core.ruler.after("block", "every_cell", every_cell)
    md.core.ruler.after("every_cell", "without_empty_heads", without_empty_heads)
    md.core.ruler.after("inline", "breaks_in_cells", breaks_in_cells)
    md.use(dollarmath_plugin, allow_labels=False, allow_space=False, allow_digits=False, double_inline=True)
    md.add_render_rule("math_inline", _formula_in_line)
    md.add_render_rule("math_inline_double", _formula_in_words)
    md.add_render_rule("math_block", _formula_by_itself)
    return md


def tokens_of(text: str) -> list[Token]:
    """The parsed blocks of `text`, none of whose characters but markup is dropped."""
    return parser().parse(text)


def to_html(text: str, *, full_page_title: str | None = None) -> str:
    """`text` as HTML that loads nothing: a fragment, or with a title a page of its own.

    Formulas are MathML, code is coloured by inline styles, pictures are links to where they would be.
    """
    md = parser()
    environment: dict[str, Any] = {}
    body = str(md.renderer.render(tokens_of(text), md.options, environment))
    if full_page_title is None:
        return body
    return (
        '<!DOCTYPE html>\n<html><head><meta charset="utf-8">'
        f"<title>{html.escape(full_page_title)}</title></head>\n<body>\n{body}</body></html>\n"
    )


def plain_to_html(text: str) -> str:
    """Text that is no Markdown as an HTML fragment that looks the same: line ends and spaces are kept."""
    shown = html.escape(text, quote=False).replace("\r\n", "\n").replace("\r", "\n")
    # No line end of its own after a <br>: where spaces are kept it would be another one.
    return f'<p style="white-space: pre-wrap">{shown.replace(chr(10), "<br>")}</p>\n'


class _Renderer(RendererHTML):
    """HTML that another program can take: nothing to load, no classes to style."""

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Environment) -> str:
        """A code block, coloured where its language is known."""
        del options, env
        token = tokens[idx]
        words = token.info.split()
        return f"<pre><code>{styled_html(token.content, words[0] if words else '')}</code></pre>\n"

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Environment) -> str:
        """A link to the picture: showing it would tell its server that this was read."""
        token = tokens[idx]
        address = str(token.attrGet("src") or "")
        words = self.renderInlineAsText(token.children or [], options, env) or address
        return f'<a href="{html.escape(address)}">{html.escape(words)}</a>'


def _formula_in_line(
    _renderer: RendererHTML, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: Environment
) -> str:
    return mathml(tokens[idx].content, tokens[idx].markup, display=False)


def _formula_in_words(
    _renderer: RendererHTML, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: Environment
) -> str:
    return mathml(tokens[idx].content, tokens[idx].markup, display=True)


def _formula_by_itself(
    _renderer: RendererHTML, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: Environment
) -> str:
    return f"<p>{mathml(tokens[idx].content, tokens[idx].markup, display=True)}</p>\n"
