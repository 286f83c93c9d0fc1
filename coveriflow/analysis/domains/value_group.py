"""Finding reached states of explicit values that may cover another."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from operator import itemgetter

from coveriflow.analysis.cpa.composite import CompositeState
from coveriflow.analysis.domains.value_edges import Environment
from coveriflow.program.expressions.compile import Key


class ValueGroup:
    """Finds the states that may cover another without looking at all: by the values of what each of them knows.

    Holds composite states whose first component is ``Values`` (``reached.Group``). Law: if ``covers(a, b)`` then ``b``
    agrees with ``a`` on all keys that ``a`` knows.
    """

    def __init__(self) -> None:
        self._tables: dict[frozenset[Key], _Table] = {}
        self._by_order: dict[tuple[Key, ...], _Table] = {}

    def add(self, state: CompositeState) -> None:
        """See ``Group``."""
        self._row(state).append(state)

    def discard(self, state: CompositeState) -> None:
        """See ``Group``."""
        self._row(state).remove(state)

    def _row(self, state: CompositeState) -> list[CompositeState]:
        known: Environment = state.elements[0].known
        table = self._by_order.get(tuple(known))
        if table is None:
            table = self._tables.setdefault(frozenset(known), _Table(tuple(known)))
            self._by_order[tuple(known)] = table
        return table.rows.setdefault(table.projected(known), [])

    def candidates(self, state: CompositeState) -> list[CompositeState]:
        """See ``Group``: the states that know only what ``state`` knows too, with the same values."""
        known: Environment = state.elements[0].known
        found: list[CompositeState] = []
        for table in self._tables.values():
            try:
                found += table.rows.get(table.projected(known), ())
            except KeyError:
                continue  # it knows something that ``state`` does not
        return found


@dataclass(slots=True)
class _Table:
    """States that know the values of ``keys``, by these values."""

    keys: tuple[Key, ...]
    rows: dict[Hashable, list[CompositeState]] = field(default_factory=dict)
    projected: Callable[[Environment], Hashable] = field(init=False)
    """The values of ``keys``."""

    def __post_init__(self) -> None:
        self.projected = itemgetter(*self.keys) if self.keys else lambda _known: ()
