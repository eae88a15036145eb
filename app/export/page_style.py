"""The looks of an exported page: one style sheet, inside the file."""

from __future__ import annotations

# Code keeps its paper in the dark: its colours are made for it.
STYLE = """\
:root {
  color-scheme: light dark;
  --ink: #1c1e21; --soft: #6a6f76; --line: #dcdfe3; --card: #f6f7f8; --page: #ffffff; --link: #3a55c8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8eaed; --soft: #9aa0a7; --line: #3a3e44; --card: #25282c; --page: #1a1c1f; --link: #94a7ff;
  }
}
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: .8125rem; font-weight: 600; color: var(--soft); margin: 0 0 .5rem; }
section { margin: 0 0 2rem; }
section.question { background: var(--card); border-radius: 10px; padding: 1rem 1.25rem; }
figure { margin: 0 0 .75rem; }
img { display: block; max-width: 100%; max-height: 36rem; border: 1px solid var(--line); border-radius: 6px; }
figcaption, .note, footer { color: var(--soft); font-size: .8125rem; }
figcaption { margin-top: .35rem; overflow-wrap: anywhere; }
.text { overflow-wrap: anywhere; }
.text > :first-child { margin-top: 0; }
.text > :last-child { margin-bottom: 0; }
.text h1, .text h2, .text h3 { color: var(--ink); font-size: 1.15rem; margin: 1.25rem 0 .5rem; }
pre { background: #f6f7f8; color: #1c1e21; border: 1px solid var(--line); }
pre { border-radius: 6px; padding: .75rem 1rem; overflow-x: auto; }
.text p, .text li, .text h1, .text h2, .text h3, th, td { unicode-bidi: plaintext; text-align: start; }
blockquote { margin: 1rem 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); }
a { color: var(--link); }
code { font: .9em ui-monospace, monospace; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: start; vertical-align: top; }
footer { max-width: 46rem; margin: 0 auto; padding: 0 1.25rem 2rem; }
@media print {
  section.question { border: 1px solid var(--line); }
  pre { white-space: pre-wrap; }
  img { max-height: 20cm; }
}
"""
