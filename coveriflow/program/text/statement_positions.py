"""Where the statements of a preprocessed C text stand, without parsing it: what something can be put before."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field

from coveriflow.program.text.outlines import outline

LOOPS = frozenset({"while", "for", "do"})

_TOKENS = re.compile(
    r"(?ms)//(?:\\.|[^\\\n])*|/\*.*?(?:\*/|\Z)|^[ \t]*\#[^\n]*"
    r"|(?P<token>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|[A-Za-z_$][\w$]*|\.?\d[\w.]*|[^\s])"
)
_WORD = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
_OPENING = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
_DEEPEST = 200


@dataclass(frozen=True, slots=True)
class StatementText:
    """A statement or a declaration, at offsets from ``start`` to ``end`` in ``function``.

    ``reached``: every execution that comes to it comes to this offset: its start, or after its label, to which others
    jump. ``word``: its first word, ``""`` where it begins with none. ``in_block``: it is one of the statements of a
    block, with labels or without; else it is all that another statement consists of. ``condition``: the offsets of the
    condition of a loop, an ``if`` or a ``switch``.
    """

    function: str
    start: int
    reached: int
    end: int
    word: str
    in_block: bool
    condition: tuple[int, int] | None = None

    @property
    def is_loop(self) -> bool:
        """Whether the condition is evaluated again and again."""
        return self.word in LOOPS and self.condition is not None


def statements_in(preprocessed: str) -> list[StatementText]:
    """The statements of all functions, outer ones before inner ones; those within expressions, and those of functions
    within functions, are not found, and neither is anything after what is no C.
    """
    found: list[StatementText] = []
    tokens = [(m["token"], m.start("token")) for m in _TOKENS.finditer(preprocessed) if m["token"]]
    starts = [start for _, start in tokens]
    for function, body in outline(preprocessed).bodies:
        try:
            _Scanner(tokens, function, found).block(bisect_left(starts, body), 0)
        except (_NoStatementError, IndexError):
            continue
    return sorted(found, key=lambda each: (each.start, -each.end))


class _NoStatementError(Exception):
    """No statement that the scanner knows."""


@dataclass(slots=True)
class _Scanner:
    """``tokens`` with offsets; each method begins at a token's number and gives the number after what it found."""

    tokens: list[tuple[str, int]]
    function: str
    found: list[StatementText] = field(default_factory=list)

    def block(self, number: int, depth: int) -> int:
        """The statements of a block, up to its closing brace."""
        while self.tokens[number][0] != "}":
            number = self._statement(number, depth, in_block=True)
        return number

    def _statement(self, number: int, depth: int, *, in_block: bool) -> int:
        if depth > _DEEPEST:
            raise _NoStatementError
        token, start = self.tokens[number]
        place, reached = len(self.found), start
        condition = None
        if token == "{":
            behind = self.block(number + 1, depth + 1) + 1
        elif token in ("if", "while", "for", "switch"):
            opening, closing = self._parenthesis(number + 1)
            condition = self._condition(token, opening, closing)
            behind = self._statement(closing + 1, depth + 1, in_block=False)
            if token == "if" and self._is(behind, "else"):
                behind = self._statement(behind + 1, depth + 1, in_block=False)
        elif token == "do":
            behind = self._statement(number + 1, depth + 1, in_block=False)
            opening, closing = self._parenthesis(behind + 1)
            condition = self._condition(token, opening, closing)
            behind = self._to_semicolon(closing + 1)
        elif (labelled := self._behind_label(number)) is not None:
            reached = self._end(labelled - 1)
            behind = labelled if self._is(labelled, "}") else self._statement(labelled, depth + 1, in_block=in_block)
        else:
            behind = self._to_semicolon(number)
        word, end = token if _WORD.fullmatch(token) else "", self._end(behind - 1)
        self.found.insert(place, StatementText(self.function, start, reached, end, word, in_block, condition))
        return behind

    def _end(self, number: int) -> int:
        """The offset after a token."""
        token, start = self.tokens[number]
        return start + len(token)

    def _is(self, number: int, token: str) -> bool:
        return number < len(self.tokens) and self.tokens[number][0] == token

    def _parenthesis(self, number: int) -> tuple[int, int]:
        """The numbers of the parenthesis that opens here, and of the one that closes it."""
        if not self._is(number, "("):
            raise _NoStatementError
        return number, next(n for n, depth in self._depths(number) if depth == 0)

    def _depths(self, number: int) -> Iterator[tuple[int, int]]:
        """Each token from here on, with how many brackets are open after it."""
        depth = 0
        for at in range(number, len(self.tokens)):
            depth += _OPENING.get(self.tokens[at][0], 0)
            if depth < 0:
                raise _NoStatementError
            yield at, depth
        raise _NoStatementError

    def _to_semicolon(self, number: int) -> int:
        return next(at for at, depth in self._depths(number) if depth == 0 and self._is(at, ";")) + 1

    def _condition(self, keyword: str, opening: int, closing: int) -> tuple[int, int]:
        """From after the token before it to where the one after it begins."""
        if keyword == "for":
            semicolons = self._semicolons(opening, closing)
            if len(semicolons) != 2:
                raise _NoStatementError
            opening, closing = semicolons
        return self.tokens[opening][1] + 1, self.tokens[closing][1]

    def _semicolons(self, opening: int, closing: int) -> list[int]:
        found, depth = [], 0
        for at in range(opening, closing):
            depth += _OPENING.get(self.tokens[at][0], 0)
            if depth == 1 and self._is(at, ";"):
                found.append(at)
        return found

    def _behind_label(self, number: int) -> int | None:
        """The token after a label that begins here, if one does."""
        token = self.tokens[number][0]
        if token == "case":
            questions = 0
            for at, depth in self._depths(number):
                questions += depth == 0 and self._is(at, "?")
                if depth == 0 and self._is(at, ":"):
                    if not questions:
                        return at + 1
                    questions -= 1
        return number + 2 if _WORD.fullmatch(token) and self._is(number + 1, ":") else None
