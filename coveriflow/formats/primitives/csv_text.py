"""Text of others in cells of tables: a cell is never a formula.

A table program computes a cell that begins with ``=``, ``+``, ``-``, ``@``, a tab or a line end. Such a formula may
send data away. Law: a cell that comes from a text begins with none of them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""With their forms of full width, which some programs read as the same."""


def line(cells: Iterable[object]) -> bytes:
    """One line of RFC 4180 in UTF-8. Numbers stay numbers; what is not UTF-8 in a text is escaped."""
    sheet = io.StringIO(newline="")
    csv.writer(sheet).writerow([cell(each) if isinstance(each, str) else each for each in cells])
    return sheet.getvalue().encode("utf-8", "backslashreplace")


def cell(text: str) -> str:
    """``text``; with an apostrophe in front, which tables do not show, where it would be a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text
