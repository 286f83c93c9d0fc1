"""External text, made safe where people look: what would steer a terminal, or hide, becomes a visible sign.

There is one function for each target: ``visible`` and ``visible_lines`` for terminals and plain text, ``in_markup`` for
HTML and SVG, ``in_markdown``. Formats have their own, ``csv_text`` and ``python_text`` in ``formats/primitives``, and
libraries for JSON, XML and YAML. Kept by ``tests/report/test_targets.py``.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
import unicodedata
from functools import cache
from pathlib import Path

TAB = 4
"""Columns between two tab stops in lines that are shown."""

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~&]|^[-+=]|^\d+(?=[.)])|!(?=\[))")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def visible(text: str) -> str:
    """``text`` in one line: control characters as pictures, invisible and undecodable ones as ``<U+202E>``."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(visible_character, text))


def visible_lines(text: str) -> str:
    """``text`` with its line ends, each line visible."""
    return "\n".join(map(visible, text.split("\n")))


def in_markup(text: str) -> str:
    """``text`` between the tags of HTML or SVG, or between the quotes of an attribute."""
    return html.escape(visible_lines(text))


def in_markdown(text: str) -> str:
    """``text`` in one line of Markdown, as itself."""
    return _MARKUP.sub(_marked, visible(" ".join(text.split())))


def _marked(found: re.Match[str]) -> str:
    """A number that would begin a list is kept from it by a character that is not seen."""
    return f"&#8203;{found[0]}" if found[0].isdigit() else f"\\{found[0]}"


@cache
def content_policy(template: Path) -> str:
    """What a page of ``template`` may do: run the script that stands there, and nothing that got in by a text. It loads
    and sends nothing.
    """
    script = template.read_text(encoding="utf-8").rpartition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    nothing = "default-src 'none'; base-uri 'none'; form-action 'none'"
    return f"{nothing}; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def visible_character(character: str) -> str:
    """One character; a tab is a blank."""
    code = ord(character)
    if character == "\t":
        return " "
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if 0xDC80 <= code <= 0xDCFF:
        return f"<{code - 0xDC00:02X}>"
    return f"<U+{code:04X}>" if unicodedata.category(character) in _UNSEEN else character
