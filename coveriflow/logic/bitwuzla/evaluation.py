"""What terms are where all variables have values: every operation on numbers by our own folding, arrays as cells."""

from __future__ import annotations

from collections.abc import Mapping

from coveriflow.logic.substitution import rebuilt
from coveriflow.logic.terms import BOOLEAN, Op, Term, bits, boolean, subterms

_FAR = 64
"""Stores after which all cells are put together: reading looks at no more of them."""


class Cells:
    """An array: one cell that differs from ``before``, or all cells together."""

    __slots__ = ("_before", "_depth", "_index", "_known", "_value", "default")

    def __init__(self, default: int, known: dict[int, int] | None = None) -> None:
        self.default = default
        self._known: dict[int, int] | None = {} if known is None else known
        self._before: Cells | None = None
        self._index = self._value = self._depth = 0

    def stored(self, index: int, value: int) -> Cells:
        """The same with one other cell."""
        made = Cells(self.default)
        made._known, made._before, made._index, made._value = None, self, index, value
        made._depth = self._depth + 1
        return Cells(self.default, made.known()) if made._depth >= _FAR else made

    def at(self, index: int) -> int:
        """One cell."""
        cells = self
        while cells._known is None:
            if cells._index == index:
                return cells._value
            assert cells._before is not None
            cells = cells._before
        return cells._known.get(index, cells.default)

    def known(self) -> dict[int, int]:
        """All cells that were stored."""
        cells, later = self, list[tuple[int, int]]()
        while cells._known is None:
            later.append((cells._index, cells._value))
            assert cells._before is not None
            cells = cells._before
        return {**cells._known, **dict(reversed(later))}

    def is_equal(self, other: Cells) -> bool:
        """Whether all cells are equal; two arrays with different defaults are not, since they have 2^64 cells."""
        mine, theirs = ({i: v for i, v in each.known().items() if v != each.default} for each in (self, other))
        return self.default == other.default and mine == theirs


class Evaluation:
    """Values of terms, under those of ``variables``: a number, or an array of stores into a constant one. A variable
    without a value is zero.
    """

    def __init__(self, variables: Mapping[Term, Term]) -> None:
        self._variables = variables
        self._known: dict[Term, int | Cells] = {}

    def value(self, term: Term) -> int:
        """Of a truth value or a bit-vector."""
        found = self.array_or_value(term)
        assert isinstance(found, int)
        return found

    def array_or_value(self, root: Term) -> int | Cells:
        """Of any term."""
        for term in subterms([root], self._known):
            self._known[term] = self._computed(term)
        return self._known[root]

    def _computed(self, term: Term) -> int | Cells:
        if term.constant is not None:
            return term.constant
        if term.op is Op.VARIABLE:
            given = self._variables.get(term)
            if given is not None:
                return self.array_or_value(given)
            return 0 if term.sort >= BOOLEAN else Cells(0)
        args = [self._known[each] for each in term.args]
        match term.op, args:
            case Op.ITE, [int() as condition, one, other]:
                return one if condition else other
            case Op.CONST_ARRAY, [int() as default]:
                return Cells(default)
            case Op.STORE, [Cells() as array, int() as index, int() as value]:
                return array.stored(index, value)
            case Op.SELECT, [Cells() as array, int() as index]:
                return array.at(index)
            case Op.EQ, [Cells() as one, Cells() as other]:
                return int(one.is_equal(other))
            case _:
                pass
        found = rebuilt(term, tuple(_constant(v, a.sort) for v, a in zip(args, term.args, strict=True))).constant
        assert found is not None
        return found


def _constant(value: int | Cells, sort: int) -> Term:
    assert isinstance(value, int)
    return boolean(bool(value)) if sort == BOOLEAN else bits(value, sort)
