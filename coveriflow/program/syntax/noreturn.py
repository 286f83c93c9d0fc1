"""Functions that are declared not to return to their caller (C11 6.7.4 p8; GNU: the attribute ``noreturn``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pycparser import c_ast

_SPECIFIER = "_Noreturn"
_HINT = re.compile(r"\b(?:__)?noreturn(?:__)?\b")
_TOKEN = re.compile(
    r'//(?:\\\n|[^\n])*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|^[ \t]*\#[^\n]*'
    r"|(?P<token>[A-Za-z_$][\w$]*|[^\s\w])",
    re.MULTILINE | re.DOTALL,
)
_ATTRIBUTE = frozenset({"__attribute__", "__attribute"})
_BETWEEN = _ATTRIBUTE | {"asm", "__asm", "__asm__"}
_WORD = re.compile(r"[A-Za-z_$]")


def note_attributes(text: str, tree: c_ast.FileAST) -> None:
    """Declarations of ``tree`` at file scope, which has no attributes any more, get the specifier that says the same as
    the attribute does in ``text``.
    """
    if not _HINT.search(text):
        return
    names = set(_with_attribute([match["token"] for match in _TOKEN.finditer(text) if match["token"]]))
    for declared in tree.ext:
        if isinstance(declared, c_ast.Decl) and declared.name in names:
            declared.funcspec = [*(declared.funcspec or []), _SPECIFIER]


def never_returning(trees: Iterable[c_ast.FileAST]) -> frozenset[str]:
    """The functions with the specifier, by name."""
    declared = (each for tree in trees for each in tree.ext if isinstance(each, c_ast.Decl))
    functions = (each for each in declared if each.name and isinstance(each.type, c_ast.FuncDecl))
    return frozenset(each.name for each in functions if _SPECIFIER in (each.funcspec or ()))


def _with_attribute(tokens: list[str]) -> Iterator[str]:
    """The names that are declared with it; ``""`` where it is not known which one it belongs to."""
    closed = _closing(tokens)
    opened = {end: start for start, end in closed.items()}
    for number, token in enumerate(tokens):
        end = closed.get(number + 1) if token in _ATTRIBUTE else None
        if end is not None and any(_HINT.fullmatch(each) for each in tokens[number:end]):
            yield _before(tokens, number - 1, opened) or _behind(tokens, end + 1, closed)


def _closing(tokens: list[str]) -> dict[int, int]:
    """By the number of a parenthesis that opens: that of the one that closes it."""
    found, waiting = dict[int, int](), list[int]()
    for number, token in enumerate(tokens):
        if token == "(":
            waiting.append(number)
        elif token == ")" and waiting:
            found[waiting.pop()] = number
    return found


def _before(tokens: list[str], number: int, opened: dict[int, int]) -> str:
    """The function whose parameters, and what follows them, end here."""
    while number in opened:
        named = opened[number] - 1
        if named < 0 or tokens[named] not in _BETWEEN:
            return tokens[named] if named >= 0 and _WORD.match(tokens[named]) else ""
        number = named - 1
    return ""


def _behind(tokens: list[str], number: int, closed: dict[int, int]) -> str:
    """The only function that a declaration declares whose specifiers go on here."""
    found = ""
    while number < len(tokens) and tokens[number] not in (";", "{", "}", "=", ","):
        if tokens[number] == "(" and number in closed:
            before = tokens[number - 1]
            found = found or (before if _WORD.match(before) and before not in _BETWEEN else "")
            number = closed[number]
        number += 1
    return found if number < len(tokens) and tokens[number] == ";" else ""
