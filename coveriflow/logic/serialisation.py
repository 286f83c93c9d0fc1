"""Terms for another process: a table in which operands come before operators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coveriflow.logic.terms import Op, Sort, Term, make, subterms

_Row = tuple[str, tuple[int, ...], int | str, Sort]


@dataclass(frozen=True, slots=True)
class Packed:
    """``rows``: operator, numbers of the operands' rows, payload, sort; ``roots``: the rows of the terms meant."""

    rows: tuple[_Row, ...]
    roots: tuple[int, ...]


def packed(terms: Sequence[Term]) -> Packed:
    """``terms``, and what they share only once."""
    numbers: dict[Term, int] = {}
    rows: list[_Row] = []
    for term in subterms(list(terms)):
        numbers[term] = len(rows)
        rows.append((term.op.value, tuple(numbers[a] for a in term.args), term.payload, term.sort))
    return Packed(tuple(rows), tuple(numbers[t] for t in terms))


def unpacked(content: Packed) -> list[Term]:
    """The terms that were packed."""
    terms: list[Term] = []
    for op, args, payload, sort in content.rows:
        terms.append(make(Op(op), tuple(terms[a] for a in args), payload, sort))
    return [terms[root] for root in content.roots]
