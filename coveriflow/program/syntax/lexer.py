"""pycparser's lexer with the words of GNU C, and without those of C23 that programs use as names of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from pycparser.c_lexer import CLexer, _fixed_tokens_by_first

from coveriflow.program.text.normalise import IMAGINARY
from coveriflow.program.text.tokens import users_file

CONVERT_VECTOR = "__builtin_convertvector"
REAL_PART = "__real__"
IMAGINARY_PART = "__imag__"
"""GNU's operators that take complex numbers apart."""

_WORDS = {
    **dict.fromkeys(("typeof", "__typeof", "__typeof__"), "TYPEOF"),
    **dict.fromkeys(("__alignof", "__alignof__"), "_ALIGNOF"),
    **dict.fromkeys(("_BitInt", "_ExtInt"), "_BITINT"),
    **dict.fromkeys(("__complex__", "__complex"), "_COMPLEX"),
    **dict.fromkeys(("__real__", "__real"), "REAL_PART"),
    **dict.fromkeys(("__imag__", "__imag"), "IMAGINARY_PART"),
    IMAGINARY: "IMAGINARY",
    CONVERT_VECTOR: "CONVERT_VECTOR",
    "__auto_type": "AUTO",
    "__label__": "__LABEL__",
    "__builtin_offsetof": "OFFSETOF",
    "__builtin_types_compatible_p": "__BUILTIN_TYPES_COMPATIBLE_P",
    "__builtin_va_arg": "__BUILTIN_VA_ARG",
}


def _fixed() -> dict[str, str]:
    """The kinds of operators and of what stands between parts; but for those with which something else may begin."""
    known = (entry for bucket in _fixed_tokens_by_first.values() for entry in bucket)
    return {entry.literal: entry.tok_type for entry in known if entry.literal[0] not in "#./[]"}


def _plain() -> Iterator[str]:
    """Blanks, and after them a token of the kinds that are most of all; what begins otherwise is another one."""
    yield r"[ \t\f\v\n]*(?:"
    yield r"(?P<word>[a-zA-Z_$][0-9a-zA-Z_$]*)(?![0-9a-zA-Z_$\"'])"
    yield f"|(?P<fixed>{'|'.join(map(re.escape, sorted(_FIXED, key=len, reverse=True)))})"
    yield r"|(?P<number>[1-9][0-9]*|0)(?![\w.'$])"
    yield ")?"


_NUMBERS = ("INT_CONST_DEC", "INT_CONST_OCT")
"""The kinds of a number, and of zero (C11 6.4.4.1)."""
_FIXED = _fixed()
_PLAIN = re.compile("".join(_plain()))


class Lexer(CLexer):  # type: ignore[misc]
    """Of a text of the user."""

    _filename: str
    _pos: int

    def __init__(self, error_func: Callable[[str, int, int], None], *, dialect: str) -> None:
        super().__init__(error_func)
        self._keyword_map.pop("offsetof", None)
        self._keyword_map.update(_WORDS)

    def token(self) -> Any:
        """The next token. Most are found by one pattern, all others as they always were."""
        if self._pending_tok is not None or self._in_attribute:
            return super().token()
        text, start = self._lexdata, self._pos
        found = _PLAIN.match(text, start)
        assert found is not None  # it matches nothing, too
        kind, end = found.lastgroup, found.end()
        begin = found.start(kind) if kind else end
        if lines := text.count("\n", start, begin):
            self._lineno += lines
            self._line_start = text.rindex("\n", start, begin) + 1
        self._pos = end
        if kind is None:
            return super().token()
        value = found[kind]
        if kind == "word":
            type_ = self._keyword_map.get(value, "ID")
        else:
            type_ = _FIXED[value] if kind == "fixed" else _NUMBERS[value == "0"]
        return self._make_token(type_, value, begin)

    def _handle_ppline(self) -> None:
        super()._handle_ppline()
        self._filename = users_file(self._filename)


class OwnLexer(Lexer):
    """Of a text of ours: its line markers are believed."""

    def _handle_ppline(self) -> None:
        CLexer._handle_ppline(self)
