"""Names with letters beyond ASCII, as they are or as universal character names (C11 6.4.2.1, 6.4.3)."""

from __future__ import annotations

import re

_BEYOND = r"(?:[^\x00-\x7f]|\\u[\da-fA-F]{4}|\\U[\da-fA-F]{8})"
_NAME = rf"(?:[A-Za-z_$]|{_BEYOND})(?:[\w$]|{_BEYOND})*"
_PART = re.compile(
    rf"""//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|^[ \t]*\#[^\n]*|\d[\w.$]*|(?P<name>{_NAME})""",
    re.ASCII | re.DOTALL | re.MULTILINE,
)
_UNIVERSAL = re.compile(r"\\u([\da-fA-F]{4})|\\U([\da-fA-F]{8})")
_TAKEN = re.compile(r"\$[\da-f]+\$")


def with_plain_names(text: str) -> str:
    """``text`` with ``gr$f6$$df$e`` for ``größe``, which no name of its own looks like. What is no letter stays."""
    if (text.isascii() and "\\u" not in text and "\\U" not in text) or _TAKEN.search(text):
        return text
    return _PART.sub(lambda part: _plain(part["name"]) if part["name"] else part[0], text)


def _plain(name: str) -> str:
    written = _UNIVERSAL.sub(lambda found: _character(int(found[1] or found[2], 16)), name)
    if not written.replace("$", "_").isidentifier():
        return name
    return "".join(each if each.isascii() else f"${ord(each):x}$" for each in written)


def _character(code: int) -> str:
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\\"
