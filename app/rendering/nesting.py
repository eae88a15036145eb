"""How deep Markdown may be nested: what is deeper stays text. Any thread, no Qt.

markdown-it-py leaves out, without a word, what stands deeper than its limit (20 levels: ten lists). Here the
limit is as deep as anything can be told apart, and the lines beyond it are a paragraph as they were written.
"""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.parser_block import ParserBlock
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

DEEPEST_BLOCKS = 100
"""A list is two levels, a quotation one. Each takes about two calls of Python's stack."""

DEEPEST_INLINE = 20
"""Links and pictures within each other; more is brackets that somebody forgot to close."""


class _Blocks(ParserBlock):
    """Turns into text what others would leave out."""

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803 - the parser's
        """Parse some lines of a container."""
        if state.level < DEEPEST_BLOCKS:
            super().tokenize(state, startLine, endLine)
            return
        line = startLine
        while line < endLine:
            line = state.skipEmptyLines(line)
            if line >= endLine or state.sCount[line] < state.blkIndent:
                break
            first = line
            while line < endLine and not state.isEmpty(line) and state.sCount[line] >= state.blkIndent:
                line += 1
            state.push("paragraph_open", "p", 1).map = [first, line]
            words = state.push("inline", "", 0)
            words.content = state.getLines(first, line, state.blkIndent, keepLastLF=False).strip()
            words.map, words.children = [first, line], []
            state.push("paragraph_close", "p", -1)
        state.line = line


class _Inline(ParserInline):
    """Keeps the limit of links within links, whatever that of blocks is."""

    def skipToken(self, state: StateInline) -> None:  # noqa: N802 - the parser's name
        """Pass over what stands at the present place."""
        if state.level < DEEPEST_INLINE or state.pos in state.cache:
            super().skipToken(state)
        else:
            # To the end, so that no bracket that is open here finds its other half.
            state.cache[state.pos] = state.pos = state.posMax + 1


def limit_nesting(md: MarkdownIt) -> None:
    """Let a parser lose nothing that is nested too deep."""
    blocks, inline = _Blocks(), _Inline()
    blocks.ruler, inline.ruler, inline.ruler2 = md.block.ruler, md.inline.ruler, md.inline.ruler2
    md.block, md.inline = blocks, inline
    md.options["maxNesting"] = 2 * DEEPEST_BLOCKS
