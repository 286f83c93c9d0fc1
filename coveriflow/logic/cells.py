"""Arrays as what they hold at known indices over a common base: so they can be joined element by element."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from coveriflow.logic.terms import INDEX_WIDTH, Op, Term, bits, make

MOST_CELLS = 256
"""A larger array is a base of its own."""


@dataclass(frozen=True, slots=True)
class Cells:
    """``base``, but for the elements ``known`` by constant index."""

    base: Term
    known: Mapping[int, Term]


_cells: dict[Term, Cells] = {}


def cells_of(array: Term) -> Cells:
    """What is known of ``array``; stores at indices that are not known end the search."""
    chain: list[Term] = []
    current = array
    while current not in _cells and current.op is Op.STORE and current.args[1].constant is not None:
        chain.append(current)
        current = current.args[0]
    found = _cells.get(current) or Cells(current, {})
    for store in reversed(chain):
        index = store.args[1].constant
        assert index is not None
        full = len(found.known) >= MOST_CELLS and index not in found.known
        found = Cells(store, {}) if full else Cells(found.base, {**found.known, index: store.args[2]})
    _cells[array] = found
    return found


def from_cells(base: Term, known: Mapping[int, Term]) -> Term:
    """The array: stores in the order of their indices."""
    array = base
    for index in sorted(known):
        array = make(Op.STORE, (array, bits(index, INDEX_WIDTH), known[index]), "", base.sort)
    _cells[array] = Cells(base, dict(known))
    return array


_stored: dict[Term, frozenset[int]] = {}


def stored_indices(array: Term) -> frozenset[int]:
    """The constant indices at which something was stored on the way to ``array``."""
    pending = [array]
    while pending:
        current = pending[-1]
        before = [a for a in current.args if a.sort == array.sort] if current.op in (Op.STORE, Op.ITE) else []
        missing = [a for a in before if a not in _stored]
        if missing:
            pending += missing
            continue
        pending.pop()
        found = frozenset[int]().union(*(_stored[a] for a in before))
        index = current.args[1].constant if current.op is Op.STORE else None
        _stored[current] = found if index is None or index in found else found | {index}
    return _stored[array]
