"""Markdown, as the generated parts of the site are made of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a bar or a line break in a cell does not end it."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(cell, line))} |" for line in lines) + "\n"


def cell(text: str) -> str:
    """``text`` in one line."""
    return " ".join(text.replace("|", "&#124;").split())


def code(text: str) -> str:
    """``text`` as code, also in a table."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<code>{escaped}</code>"


def block(text: str, language: str = "text") -> str:
    """``text`` as lines of code."""
    body = text.strip("\n")
    return f"```{language}\n{body}\n```\n"


def prose(docstring: str) -> str:
    """A docstring as Markdown: what stands in two backticks there stands in one here."""
    return docstring.replace("``", "`").strip() + "\n"


def inline(sentence: str) -> str:
    """A sentence of plain text: nothing in it is markup, and an option like ``--flow`` is code."""
    words = sentence.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("*", "&#42;")
    words = words.replace("_", "&#95;").replace("[", "&#91;")
    return re.sub(r"(?<![\w-])--[a-z][a-z-]*", lambda found: f"<code>{found[0]}</code>", words)
