"""The functions that are declared with a GNU attribute, by the tokens of a text: a syntax tree keeps only some."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from coveriflow.program.text.extended_names import with_plain_names

_TOKEN = re.compile(
    r'//(?:\\\n|[^\n])*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|^[ \t]*\#[^\n]*'
    r"|(?P<token>[A-Za-z_$][\w$]*|[^\s\w])",
    re.MULTILINE | re.DOTALL,
)
_ATTRIBUTE = frozenset({"__attribute__", "__attribute"})
_BETWEEN = _ATTRIBUTE | {"asm", "__asm", "__asm__"}
_WORD = re.compile(r"[A-Za-z_$]")


def declared_with(text: str, attribute: re.Pattern[str]) -> set[str]:
    """The functions with an attribute that ``attribute`` matches as a whole; ``""`` among them: it is not known which
    ones some such attribute belongs to.
    """
    return set(_with_attribute(list(filter(None, _TOKEN.findall(with_plain_names(text)))), attribute))


def _with_attribute(tokens: Sequence[str], attribute: re.Pattern[str]) -> Iterator[str]:
    closed = _closing(tokens)
    opened = {end: start for start, end in closed.items()}
    for number, token in enumerate(tokens):
        end = closed.get(number + 1) if token in _ATTRIBUTE else None
        if end is not None and any(attribute.fullmatch(each) for each in tokens[number:end]):
            found = _before(tokens, number - 1, opened)
            yield from [found] if found else _behind(tokens, end + 1, closed)


def _closing(tokens: Sequence[str]) -> dict[int, int]:
    """By the number of a parenthesis that opens: that of the one that closes it."""
    found, waiting = dict[int, int](), list[int]()
    for number, token in enumerate(tokens):
        if token == "(":
            waiting.append(number)
        elif token == ")" and waiting:
            found[waiting.pop()] = number
    return found


def _before(tokens: Sequence[str], number: int, opened: dict[int, int]) -> str:
    """The function whose parameters, and what follows them, end here."""
    while number in opened:
        named = opened[number] - 1
        if named >= 2 and opened.get(named) == named - 2:
            named -= 1  # a name in parentheses of its own
        if named < 0 or tokens[named] not in _BETWEEN:
            return tokens[named] if named >= 0 and _WORD.match(tokens[named]) else ""
        number = named - 1
    return ""


def _behind(tokens: Sequence[str], number: int, closed: dict[int, int]) -> list[str]:
    """The functions that a declaration or definition declares whose specifiers go on here."""
    found, is_named = list[str](), False
    while number < len(tokens) and tokens[number] not in (";", "{", "}", "="):
        if tokens[number] == "(" and number in closed:
            end, name = closed[number], tokens[number - 1]
            if end == number + 2 and end + 1 in closed:  # a name in parentheses of its own
                end, name = closed[end + 1], tokens[number + 1]
            if not is_named and _WORD.match(name) and name not in _BETWEEN:
                found.append(name)
                is_named = True
            number = end
        elif tokens[number] == ",":
            is_named = False
        number += 1
    is_whole = number < len(tokens) and tokens[number] in (";", "{")
    return found if is_whole and found else [""]
