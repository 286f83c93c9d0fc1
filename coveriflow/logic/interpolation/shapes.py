"""Formulas but for the names of their variables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from zlib import crc32

from coveriflow.logic.substitution import variables_of
from coveriflow.logic.terms import Op, Term, subterms

Shape = tuple[object, ...]
_NUMBER = re.compile(r"(\d+)")


def shape_of(formulas: Sequence[Term]) -> tuple[Shape, tuple[Term, ...]]:
    """What ``formulas`` are but for names, and the variables in the order in which they occur: with equal shapes, a
    renaming of the variables takes one to the other.

    The sides of an equation have no order of their own (terms keep that in which they were made): they are ordered by
    what they are, and where that is the same by the names in them.
    """
    operands = _Operands(formulas)
    numbers: dict[Term, int] = {}
    variables: list[Term] = []
    rows: list[object] = []
    for term in operands.first_to_last(formulas):
        numbers[term] = len(numbers)
        if term.op is Op.VARIABLE:
            variables.append(term)
        rows.append((*_label(term), tuple(numbers[a] for a in operands.of[term])))
    return (*rows, tuple(numbers[f] for f in formulas)), tuple(variables)


class _Operands:
    """``of``: the operands of each subterm, in an order that does not depend on when terms were made."""

    def __init__(self, formulas: Sequence[Term]) -> None:
        self.of: dict[Term, tuple[Term, ...]] = {}
        self._nameless: dict[Term, int] = {}
        for term in subterms(list(formulas)):
            self.of[term] = tuple(sorted(term.args, key=self._key)) if term.op is Op.EQ else term.args
            row = (*_label(term), tuple(self._nameless[a] for a in self.of[term]))
            self._nameless[term] = crc32(repr(row).encode())

    def _key(self, term: Term) -> tuple[object, ...]:
        names = sorted(_natural(str(v.payload)) for v in variables_of(term))
        return self._nameless[term], names

    def first_to_last(self, formulas: Sequence[Term]) -> Iterator[Term]:
        """All subterms, operands before those that use them."""
        done: set[Term] = set()
        pending = list(reversed(formulas))
        while pending:
            term = pending[-1]
            missing = [a for a in reversed(self.of[term]) if a not in done]
            if missing:
                pending += missing
                continue
            pending.pop()
            if term not in done:
                done.add(term)
                yield term


def _label(term: Term) -> tuple[object, ...]:
    return term.op.value, "" if term.op is Op.VARIABLE else term.payload, term.sort


def _natural(name: str) -> list[tuple[int, str]]:
    """``x@9`` comes before ``x@10``."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in _NUMBER.split(name)]
