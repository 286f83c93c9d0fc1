"""Invariants about each element of an array: conditions over an index that stands for every value of its type.

Such an index is a ``Variable`` that the program does not have, from ``any_index``. A condition that mentions one holds
if it holds for each value of it. Solvers never see a quantifier:

- what is to be shown is shown for an unknown that nothing else is known of;
- what is assumed is assumed for some terms only, those at which the question reads and writes arrays.

Assuming less never makes a proof wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from coveriflow.logic import build
from coveriflow.logic.encoding import Read, claim
from coveriflow.logic.terms import TRUE, Op, Term, bits, subterms
from coveriflow.logic.terms import variable as logic_variable
from coveriflow.program.expressions.expressions import Cell, Element, Expression, Variable, subexpressions, variables
from coveriflow.program.types.c_types import Integer

_MARK = "every "
_MOST_INSTANCES = 16
_SUMS = frozenset({Op.ADD, Op.SUB, Op.MUL, Op.SHL, Op.LSHR, Op.UDIV})


def any_index(type_: Integer) -> Variable:
    """The index that stands for all numbers of ``type_``: no name of C has a space in it."""
    return Variable(f"{_MARK}{type_}::k", type_)


def is_any_index(variable: Variable) -> bool:
    """Whether it comes from ``any_index``."""
    return variable.name.startswith(_MARK)


@lru_cache(maxsize=100_000)
def is_quantified(expression: Expression) -> bool:
    """Whether ``expression`` is about every value of an index."""
    return any(map(is_any_index, variables(expression)))


@lru_cache(maxsize=100_000)
def indexed_by_any(expression: Expression) -> frozenset[Expression]:
    """The places of elements that depend on an index of every value; ``expression`` itself if there are none."""
    if not is_quantified(expression):
        return frozenset()
    accesses = (part for part in subexpressions(expression) if isinstance(part, Element | Cell))
    places = (part.index if isinstance(part, Element) else part.address for part in accesses)
    return frozenset(place for place in places if is_quantified(place)) or frozenset({expression})


def unquantified(conditions: Iterable[Expression]) -> tuple[Expression, ...]:
    """Those about one state of variables only."""
    return tuple(each for each in conditions if not is_quantified(each))


def shown(expression: Expression, read: Read) -> Term:
    """``expression`` for an unknown index: it holds for every index if this is valid."""
    return claim(expression, lambda v: _unknown(v) if is_any_index(v) else read(v))


def _unknown(index: Variable) -> Term:
    assert isinstance(index.type, Integer)
    return logic_variable(index.name, index.type.width)


@dataclass(slots=True)
class Instances:
    """What conditions at one state say of some indices. ``read``: the state."""

    read: Read
    _known: dict[tuple[Expression, Term], Term] = field(default_factory=dict)

    def of(self, conditions: Sequence[Expression], indices: Sequence[Term]) -> Term:
        """All ``conditions``, those about every index only for ``indices`` and, where they relate elements at several
        places, for those beside these.
        """
        result, around = TRUE, neighbours(indices)
        for each in conditions:
            places = len(indexed_by_any(each))
            for index in (TRUE,) if places == 0 else indices if places == 1 else around:
                result = build.conjoin(result, self._instance(each, index))
        return result

    def _instance(self, each: Expression, index: Term) -> Term:
        found = self._known.get((each, index))
        if found is None:

            def read(variable: Variable) -> Term:
                if not is_any_index(variable):
                    return self.read(variable)
                assert isinstance(variable.type, Integer)
                return build.resized(index, variable.type.width, is_signed=variable.type.signed)

            found = self._known[each, index] = claim(each, read)
        return found


def indices_in(roots: Iterable[Term]) -> tuple[Term, ...]:
    """Terms at which arrays are read or written in ``roots``, and what these are sums and products of; at most some."""
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    for term in subterms(list(roots)):
        if term.op in (Op.SELECT, Op.STORE):
            found.update(dict.fromkeys(_leaves(term.args[1], seen)))
    return tuple(sorted(found, key=_importance)[:_MOST_INSTANCES])


def _importance(term: Term) -> tuple[bool, bool, int]:
    """The unknown index that something is shown for comes first, numbers come last."""
    is_unknown = term.op is Op.VARIABLE and str(term.payload).startswith(_MARK)
    return not is_unknown, term.constant is not None, term.number


def _leaves(index: Term, seen: set[Term]) -> Iterator[Term]:
    """Where an address is a sum, also in an ``int`` as wide as a pointer, its parts: one of them is an index, perhaps
    with a number added to it, in the size of an element.
    """
    pending = [index]
    while pending:
        term = pending.pop()
        if term in seen:
            continue
        seen.add(term)
        if term.op in (Op.SIGN_EXTEND, Op.ZERO_EXTEND):
            yield from _around(term.args[0])
            pending += term.args[0].args if term.args[0].op in _SUMS else ()
        elif term.op in _SUMS:
            if term is not index and term.op in (Op.ADD, Op.SUB):
                yield from _around(term)
            pending += term.args
        elif term.op is Op.ITE:
            pending += term.args[1:]
        else:
            yield from _around(term)


def _around(term: Term) -> Iterator[Term]:
    """``term``, and what it is next to."""
    yield term
    if term.op is Op.ADD and term.args[1].constant is not None:
        yield term.args[0]


def neighbours(indices: Sequence[Term]) -> tuple[Term, ...]:
    """``indices``, and those before and after them."""
    found = dict.fromkeys(indices)
    for term in indices:
        if term.constant is None:
            found.update({build.arithmetic(Op.ADD, term, bits(step, term.sort)): None for step in (1, -1)})
    return tuple(found)
