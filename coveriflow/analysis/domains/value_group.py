"""Finding reached states of explicit values that may cover another."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import islice
from operator import itemgetter
from typing import Generic, TypeVar

from coveriflow.analysis.cpa.composite import CompositeState
from coveriflow.analysis.domains.value_edges import Environment
from coveriflow.program.expressions.compile import Key

T = TypeVar("T")

_MOST_CELLS = 256
"""Of one state that are compared before all of it is."""
_LARGE = 1_000
"""A state that knows so much is looked at again each time: another one seldom knows the same things in this order."""


class ValueGroup:
    """Finds the states that may cover another without looking at all: by the values of what each of them knows, of
    variables first, and only where these agree of cells of memory, which may be many.

    Holds composite states whose first component is ``Values`` (``reached.Group``). Law: if ``covers(a, b)`` then ``b``
    agrees with ``a`` on all keys that ``a`` knows.
    """

    def __init__(self) -> None:
        self._tables: dict[frozenset[Key], _Table[_Cells]] = {}
        self._by_order: dict[tuple[Key, ...], tuple[_Table[_Cells], tuple[Key, ...]]] = {}

    def add(self, state: CompositeState) -> None:
        """See ``Group``."""
        self._row(state).append(state)

    def discard(self, state: CompositeState) -> None:
        """See ``Group``."""
        self._row(state).remove(state)

    def _row(self, state: CompositeState) -> list[CompositeState]:
        known: Environment = state.elements[0].known
        if len(known) > _LARGE:
            table, cells = self._table(known)
        else:
            found = self._by_order.get(keys := tuple(known))
            if found is None:
                found = self._by_order[keys] = self._table(known)
            table, cells = found
        return table.rows.setdefault(table.projected(known), _Cells()).row(known, cells)

    def _table(self, known: Environment) -> tuple[_Table[_Cells], tuple[Key, ...]]:
        """Where a state belongs by its variables, and which of its cells are compared then: the newest ones."""
        variables = tuple([key for key in known if type(key) is str])
        cells = tuple(islice((key for key in reversed(known) if type(key) is not str), _MOST_CELLS))
        return self._tables.setdefault(frozenset(variables), _Table(variables)), cells

    def candidates(self, state: CompositeState) -> list[CompositeState]:
        """See ``Group``: those of whose variables and compared cells ``state`` knows the same values."""
        known: Environment = state.elements[0].known
        found: list[CompositeState] = []
        for table in self._tables.values():
            try:
                cells = table.rows.get(table.projected(known))
            except KeyError:
                continue  # it knows something that ``state`` does not
            if cells is not None:
                found += cells.candidates(known)
        return found


@dataclass(slots=True)
class _Table(Generic[T]):
    """By the values of ``keys``."""

    keys: tuple[Key, ...]
    rows: dict[Hashable, T] = field(default_factory=dict)
    projected: Callable[[Environment], Hashable] = field(init=False)
    """The values of ``keys``."""

    def __post_init__(self) -> None:
        self.projected = itemgetter(*self.keys) if self.keys else lambda _known: ()


@dataclass(slots=True)
class _Cells:
    """States that agree on variables. ``plain``: those that know no cells."""

    plain: list[CompositeState] = field(default_factory=list)
    tables: dict[frozenset[Key], _Table[list[CompositeState]]] = field(default_factory=dict)

    def row(self, known: Environment, cells: tuple[Key, ...]) -> list[CompositeState]:
        """Where a state belongs that is compared by ``cells``."""
        if not cells:
            return self.plain
        table = self.tables.setdefault(frozenset(cells), _Table(cells))
        return table.rows.setdefault(table.projected(known), [])

    def candidates(self, known: Environment) -> list[CompositeState]:
        """Those that know what is ``known``, as far as they are compared."""
        found = self.plain.copy()
        for table in self.tables.values():
            try:
                found += table.rows.get(table.projected(known), ())
            except KeyError:
                continue
        return found
