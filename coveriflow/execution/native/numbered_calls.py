"""Which call of several an execution has reached: calls in preprocessed texts note their numbers before they happen."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from coveriflow.program.text.outlines import COMMENTS, LITERALS

PLACE = "__coveriflow_place"
"""The variable that holds the number of the last one; 0 before the first. The harness tells it with the error."""
_MARKER = r"^[ \t]*\#[ \t]*(?:line[ \t]+)?(?P<line>\d+)(?:[ \t]+\"(?P<file>[^\"\n]*)\")?.*$"
_TOKENS = re.compile(
    rf"(?m){COMMENTS}|{LITERALS}|{_MARKER}|^[ \t]*\#.*$"
    r"|(?P<end>\n)|(?P<word>[A-Za-z_$][\w$]*)|(?P<sign>[^\s\w$])"
)
_BEFORE_CALLS = frozenset({*";{}):?,(&|=!<>+-/%^~", "return", "else", "do"})


@dataclass(frozen=True, slots=True)
class CalledAt:
    """A call of ``function`` in the program's own text. ``column``: in its line of the preprocessed text; macros of
    headers may bring several lines of one number. ``literals``: the string literals of its arguments.
    """

    function: str
    file: str
    line: int
    column: int
    literals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Call:
    start: int
    end: int
    at: CalledAt


def with_places(
    sources: Sequence[tuple[str, str]], functions: Collection[str]
) -> tuple[list[tuple[str, str]], tuple[CalledAt, ...]]:
    """``sources`` (name, preprocessed text) in which each call of one of ``functions`` notes its number, and the calls,
    of which the first one has the number 1. None has one where a function may also be called in another way.
    """
    uses = [list(_uses(name, text, functions)) for name, text in sources]
    if any(use is None for each in uses for use in each):
        return list(sources), ()
    found: list[CalledAt] = []
    texts: list[tuple[str, str]] = []
    for (name, text), calls in zip(sources, uses, strict=True):
        pieces, start = [f"extern int {PLACE};\n"], 0
        for call in filter(None, calls):
            found.append(call.at)
            pieces += [text[start : call.start], f"({PLACE} = {len(found)}, {call.at.function})"]
            start = call.end
        texts.append((name, "".join([*pieces, text[start:]])))
    return [*texts, ("<places>", f"int {PLACE};\n")], tuple(found)


def _uses(name: str, text: str, functions: Collection[str]) -> Iterator[_Call | None]:
    """Calls are within braces, and after what cannot be the type of a declaration; what else is no declaration at file
    scope is ``None``.
    """
    file, line, braces, before = name, 1, 0, ""
    used: _Call | None = None
    literals = {f'"{function}"' for function in functions}
    for token in _TOKENS.finditer(text):
        if token["line"]:
            file, line = token["file"] or file, int(token["line"]) - 1
        elif token["end"]:
            line += 1
        elif word := token["word"] or token["sign"]:
            if used is not None and (braces > 0 or word != "("):
                yield used if word == "(" and before in _BEFORE_CALLS else None
            used = None
            if word in functions:
                column = token.start() - text.rfind("\n", 0, token.start())
                at = CalledAt(word, file, line, column, tuple(_literals(text, token.end())))
                used = _Call(token.start(), token.end(), at)
            else:
                before = word
            braces += {"{": 1, "}": -1}.get(word, 0)
        else:
            line += token[0].count("\n")
            if token[0] in literals:
                yield None


def _literals(text: str, start: int) -> Iterator[str]:
    """Of the arguments that begin after ``start``."""
    depth = 0
    for token in _TOKENS.finditer(text, start):
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if token[0].startswith('"') and depth > 0:
            yield token[0]
        if depth <= 0 and token["sign"]:
            return
