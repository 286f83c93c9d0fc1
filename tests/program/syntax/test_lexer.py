"""The lexer finds most tokens by one pattern: they are those that pycparser's own finds, at the same places."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from pycparser.c_lexer import CLexer

from coveriflow.program.syntax.lexer import Lexer

_PROGRAMS = Path(__file__).parents[2] / "programs"
_CHARACTERS = "[]\"'\\#/.01x9LuU8é$\n\t\f (){}<>=&|-+*%^!~?:;,aE_@"


class _Slow(Lexer):
    """With the words of ours, and one token after the other as pycparser finds it."""

    token = CLexer.token


def _tokens(kind: type[Lexer], text: str) -> tuple[list[tuple[Any, ...]], list[tuple[str, int, int]]]:
    errors: list[tuple[str, int, int]] = []
    lexer = kind(lambda *error: errors.append(error), dialect="c23")
    lexer.input(text, "a.c")
    found = []
    while (token := lexer.token()) is not None:
        found.append((token.type, token.value, token.lineno, token.column, token.filename))
    return found, errors


@pytest.mark.parametrize(
    "text",
    [
        '0 00 07 08 0x1 1.5 1. .5 1\'000 10u 1e3 0b1 a1 L\'a\' u8"x" U x"y" 1x',
        'a\n\n  b\n# 7 "other.c"\nc #pragma pack(1)\n\n#pragma once\n d',
        '[[packed]] a[ 1 ] [ [x(1, "]")]] b ] <: :> <% %> ... .. -> --> >>= <<= &&& /',
        "\x0b\x0c\tint\r\n\u00e9 caf\u00e9 $x _y 'ab' 'a \"b",
    ],
)
def test_tokens_are_the_same(text: str) -> None:
    assert _tokens(Lexer, text) == _tokens(_Slow, text)


def test_tokens_of_any_text_are_the_same() -> None:
    drawn = random.Random(1)
    for _ in range(4_000):
        text = "".join(drawn.choice(_CHARACTERS) for _ in range(drawn.randrange(1, 16)))
        assert _tokens(Lexer, text) == _tokens(_Slow, text), text


def test_tokens_of_programs_are_the_same() -> None:
    for path in sorted(_PROGRAMS.rglob("*.c"))[::20]:
        text = path.read_text("utf-8", "replace")
        assert _tokens(Lexer, text) == _tokens(_Slow, text), path
