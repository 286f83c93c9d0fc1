"""External text, made safe to print: what would steer the terminal, or hide, becomes a visible sign."""

from __future__ import annotations

import unicodedata

TAB = 4
"""Columns between two tab stops in lines that are shown."""

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def visible(text: str) -> str:
    """``text`` in one line: control characters as pictures, invisible and undecodable ones as ``<U+202E>``."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(visible_character, text))


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
