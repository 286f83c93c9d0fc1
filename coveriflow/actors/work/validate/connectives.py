"""The parts of a C expression that is a claim: what stands between its outermost ``||``, or ``&&``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_DEPTH = {"(": 1, "[": 1, ")": -1, "]": -1}


def disjuncts(tokens: Sequence[str]) -> list[list[str]]:
    """The expression is true exactly where one of these is; each has a value where those before it are false."""
    return _parts(tokens, "||")


def conjuncts(tokens: Sequence[str]) -> list[list[str]]:
    """The expression is true exactly where all of these are."""
    return _parts(tokens, "&&")


def bare(tokens: Sequence[str]) -> list[str]:
    """Without parentheses around the whole."""
    inner = list(tokens)
    while len(inner) > 2 and inner[0] == "(" and _closing(inner) == len(inner) - 1:
        inner = inner[1:-1]
    return inner


def _closing(tokens: Sequence[str]) -> int:
    depth = 0
    for number, token in enumerate(tokens):
        depth += _DEPTH.get(token, 0)
        if not depth:
            return number
    return -1


def _parts(tokens: Sequence[str], operator: str) -> list[list[str]]:
    """What binds less than ``operator`` keeps the whole together."""
    whole = bare(tokens)
    outer = list(_outermost(whole))
    weaker = {"?", ","} | ({"||"} if operator == "&&" else set())
    cuts = [number for number, token in outer if token == operator]
    if not cuts or any(token in weaker for _, token in outer):
        return [whole]
    ends = [*cuts, len(whole)]
    starts = [0, *(number + 1 for number in cuts)]
    return [part for start, end in zip(starts, ends, strict=True) for part in _parts(whole[start:end], operator)]


def _outermost(tokens: Sequence[str]) -> Iterator[tuple[int, str]]:
    depth = 0
    for number, token in enumerate(tokens):
        depth += _DEPTH.get(token, 0)
        if not depth:
            yield number, token
