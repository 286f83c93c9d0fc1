"""The first phases of a translation (C11 5.1.1.2), after which every line still has its number."""

from __future__ import annotations

import re

MAXIMUM_PADDING = 1_000
"""Characters of a piece whose columns are kept."""
_SPLICE = re.compile(r"\\[ \t]*\n")
_COMMENTS = re.compile(
    r"""#(?:"(?:[^"\\\n]|\\.)*+"|(?!/[*/])[^"\n])*+"""
    r"""|"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'|/\*(?:[^*]|\*(?!/))*+\*/|//[^\n]*+"""
)
"""And what has none in it: directives up to one, strings and characters."""


def spliced(text: str) -> str:
    """Lines that end in a backslash are joined to the next one (C11 5.1.1.2); blank lines make up for them."""
    pieces: list[str] = []
    position = owed = 0
    for splice in _SPLICE.finditer(text):
        piece = text[position : splice.start()]
        if "\n" in piece:
            piece, owed = _with_lines(piece, owed), 0
        pieces.append(piece)
        position, owed = splice.end(), owed + 1
    return "".join((*pieces, _with_lines(text[position:], owed)))


def _with_lines(text: str, count: int) -> str:
    """``text`` with ``count`` more lines after its first one."""
    return text.replace("\n", "\n" * (count + 1), 1) if count else text


def without_comments(text: str) -> str:
    """Blanks in the place of comments (C11 5.1.1.2 p3), so that nothing that looks at what stands before a word sees
    them. One that is never closed stays.
    """
    return _COMMENTS.sub(_blank_comment, text) if "/*" in text or "//" in text else text


def _blank_comment(found: re.Match[str]) -> str:
    return padded("", found[0]) if found[0][0] == "/" else found[0]


def padded(text: str, original: str) -> str:
    """``text`` in the place of ``original``, with as many lines, and as many characters if they are few."""
    lines = original[len(text) :].split("\n") if len(original) < MAXIMUM_PADDING else [""]
    rest = "\n".join(" " * len(line) for line in lines)
    return text + rest + "\n" * (original.count("\n") - rest.count("\n"))
