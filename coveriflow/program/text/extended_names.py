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
_ALLOWED = (
    *((0xA8, 0xA8), (0xAA, 0xAA), (0xAD, 0xAD), (0xAF, 0xAF), (0xB2, 0xB5), (0xB7, 0xBA), (0xBC, 0xBE), (0xC0, 0xD6)),
    *((0xD8, 0xF6), (0xF8, 0x167F), (0x1681, 0x180D), (0x180F, 0x1FFF), (0x200B, 0x200D), (0x202A, 0x202E)),
    *((0x203F, 0x2040), (0x2054, 0x2054), (0x2060, 0x218F), (0x2460, 0x24FF), (0x2776, 0x2793), (0x2C00, 0x2DFF)),
    *((0x2E80, 0x2FFF), (0x3004, 0x3007), (0x3021, 0x302F), (0x3031, 0xD7FF), (0xF900, 0xFD3D), (0xFD40, 0xFDCF)),
    *((0xFDF0, 0xFE44), (0xFE47, 0xFFFC)),
)
"""First and last characters of the ranges up to U+FFFF; each plane after that is one but for its last two.
U+FFFD stands for bytes that are no text.
"""
_ENCODED = re.compile(r"(?:\bx\$)?\$([\da-f]+)\$")
_FIRST = re.compile(r"(?<![\w$])\$")


def with_plain_names(text: str) -> str:
    """``text`` with ``gr$f6$$df$e`` for ``größe``, which no name of its own looks like: then each ``$`` is written as
    ``$24$``. What no name may have stays. None begins with a ``$`` then: names that do so are ours.
    """
    is_plain = text.isascii() and "\\u" not in text and "\\U" not in text
    if is_plain and "$" not in text:
        return text
    is_taken = _ENCODED.search(text) is not None
    if is_plain and not is_taken and not _FIRST.search(text):
        return text
    kept = _WORD if is_taken else _WORD | {"$"}
    return _PART.sub(lambda part: _plain(part["name"], kept) if part["name"] else part[0], text)


def with_written_name(name: str) -> str:
    """A name as the program text has it."""
    return _ENCODED.sub(lambda found: chr(int(found[1], 16)), name)


_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


def _plain(name: str, kept: frozenset[str]) -> str:
    written = _UNIVERSAL.sub(lambda found: _character(int(found[1] or found[2], 16)), name)
    if not all(each.isascii() or _is_allowed(ord(each)) for each in written):
        return name
    first, rest = written[0], written[1:]
    begin = first if first in _WORD else f"x$${ord(first):x}$"
    return begin + "".join(each if each in kept else f"${ord(each):x}$" for each in rest)


def _is_allowed(code: int) -> bool:
    """Whether a name may have it (C11 D.1)."""
    if code > 0xFFFF:
        return code <= 0xEFFFD and code & 0xFFFF <= 0xFFFD
    return any(first <= code <= last for first, last in _ALLOWED)


def _character(code: int) -> str:
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\\"
