"""C text to pycparser's syntax tree, with every failure as an ``InputError`` that has a place."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import TypeVar

from pycparser import c_ast
from pycparser.c_parser import CParser, ParseError

from coveriflow.program.errors import InputError, Span
from coveriflow.program.source_text import neutralised

T = TypeVar("T")

_RECURSION = 20_000
_PLACE = re.compile(r"^(?P<file>.*?):(?P<line>\d+)(?::(?P<column>\d+))?: *(?P<what>.*)$", re.DOTALL)


def parsed(name: str, text: str) -> c_ast.FileAST:
    """The syntax tree of preprocessed ``text``; line markers are honoured."""
    check_is_text(name, text)
    clean = neutralised(name, text)
    prelude = f'typedef int __builtin_va_list;\n# 1 "{_quoted(name)}"\n'
    try:
        tree: c_ast.FileAST = deeply(lambda: CParser().parse(prelude + clean, name))
    except ParseError as error:
        raise _located(str(error), name, clean) from None
    except RecursionError:
        raise InputError("the program is nested too deeply", Span(name)) from None
    return tree


def check_is_text(name: str, text: str) -> None:
    """Binary files are no C."""
    for bad in ("\0", "\ufffd"):
        if bad in text:
            line = text.count("\n", 0, text.index(bad)) + 1
            raise InputError("this is not a C text (it holds binary data)", Span(name, line))


def deeply(work: Callable[[], T]) -> T:
    """Run ``work`` with room for deep recursion (pure Python frames take no C stack)."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _RECURSION))
    try:
        return work()
    finally:
        sys.setrecursionlimit(before)


def _located(message: str, name: str, text: str) -> InputError:
    if match := _PLACE.match(message):
        span = Span(match["file"], int(match["line"]), int(match["column"] or 0))
        return InputError(f"syntax error {_what(match['what'])}".rstrip(), span)
    what = message.removeprefix(f"{name}:").strip()
    return InputError(f"syntax error {_what(what)}".rstrip(), Span(name, text.count("\n") + 1))


def _what(what: str) -> str:
    if what.startswith("before:"):
        return f"before '{what.removeprefix('before:').strip()}'"
    return f"({what[:1].lower()}{what[1:]})" if what else ""


def _quoted(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"')
