"""Path formulas cut into parts: conjuncts, and what the two sides of each cut share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property

from coveriflow.logic.substitution import conjunction, conjuncts_of, variables_of
from coveriflow.logic.terms import Op, Term, subterms

FLOATING = frozenset(op for op in Op if op.value.startswith(("fp.", "to_fp")))
"""The operations of floating-point numbers."""

Conjuncts = tuple[Term, ...]


@dataclass(frozen=True)
class Path:
    """``parts``: A_1..A_n as conjuncts; there are n - 1 cuts, and cut ``i`` lies between parts ``i`` and ``i + 1``
    (counted from 0).
    """

    parts: tuple[Conjuncts, ...]
    variables: tuple[frozenset[Term], ...] = field(init=False, repr=False)
    shared: tuple[frozenset[Term], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        variables = tuple(_variables(part) for part in self.parts)
        object.__setattr__(self, "variables", variables)
        object.__setattr__(self, "shared", _shared(variables))

    @property
    def cuts(self) -> range:
        """The numbers of the cuts."""
        return range(len(self.parts) - 1)

    @cached_property
    def formulas(self) -> tuple[Term, ...]:
        """The parts as single formulas."""
        return tuple(conjunction(part) for part in self.parts)


def path_of(parts: Iterable[Term]) -> Path:
    """The path whose parts are these formulas."""
    return Path(tuple(conjuncts_of(part) for part in parts))


def has_operations(path: Path, operators: Set[Op]) -> bool:
    """Whether one of ``operators`` occurs in ``path``."""
    return any(term.op in operators for term in subterms([c for part in path.parts for c in part]))


def named(variables: Iterable[Term]) -> list[Term]:
    """Variables in an order that does not depend on what was done before."""
    return sorted(variables, key=lambda v: (str(v.payload), v.sort))


def _variables(part: Conjuncts) -> frozenset[Term]:
    return frozenset[Term]().union(*(variables_of(c) for c in part))


def _shared(variables: Sequence[frozenset[Term]]) -> tuple[frozenset[Term], ...]:
    """For each cut what occurs on both sides of it."""
    before: list[frozenset[Term]] = []
    seen: frozenset[Term] = frozenset()
    for part in variables[:-1]:
        seen |= part
        before.append(seen)
    shared: list[frozenset[Term]] = []
    seen = frozenset()
    for part, left in zip(reversed(variables[1:]), reversed(before), strict=True):
        seen |= part
        shared.append(left & seen)
    return tuple(reversed(shared))
