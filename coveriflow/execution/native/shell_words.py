"""Bytes as a shell takes them."""

from __future__ import annotations

import shlex

ESCAPES = {10: "\\n", 9: "\\t"}


def quoted(text: bytes) -> str:
    """One word; bytes that cannot be typed as bash has them."""
    if all(32 <= byte < 127 for byte in text):
        return shlex.quote(text.decode("ascii"))
    return "$'" + "".join(map(typed, text)) + "'"


def printf_format(text: bytes) -> str:
    """What ``printf`` is given to print ``text``."""
    special = {ord("%"): "%%", ord("'"): "'\\''"}
    format_ = "".join(special.get(byte) or typed(byte) for byte in text)
    return f"{'-- ' if format_.startswith('-') else ''}'{format_}'"


def typed(byte: int) -> str:
    """One byte between quotes."""
    return chr(byte) if 32 <= byte < 127 and byte not in b"'\\" else ESCAPES.get(byte, f"\\{byte:03o}")
