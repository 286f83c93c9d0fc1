"""What explicit values keep, and where (Beyer, Löwe: Explicit-state software model checking based on CEGAR and
interpolation, Sect. 3: a precision maps program locations to variables).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Set
from dataclasses import dataclass, field
from enum import Enum

from coveriflow.program.cfa.edges import Location


class Scope(Enum):
    """What shares one set of variables."""

    LOCATION = "location"
    FUNCTION = "function"
    PROGRAM = "program"

    def holding(self, location: Location) -> Hashable:
        """The scope that ``location`` lies in."""
        match self:
            case Scope.LOCATION:
                return location
            case Scope.FUNCTION:
                return location.function
            case Scope.PROGRAM:
                return None


@dataclass(slots=True)
class ValuePrecision:
    """The names of the variables that are tracked, by scope; ``everywhere``: in all of them. It only grows."""

    scope: Scope = Scope.PROGRAM
    everywhere: frozenset[str] = frozenset()
    _by_scope: defaultdict[Hashable, set[str]] = field(default_factory=lambda: defaultdict(set))
    _anywhere: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self._anywhere = set(self.everywhere)

    def __len__(self) -> int:
        """How many variables are tracked in how many scopes, beside those that are tracked everywhere."""
        return sum(map(len, self._by_scope.values()))

    @property
    def anywhere(self) -> Set[str]:
        """What is tracked at some location."""
        return self._anywhere

    def holds(self, name: str, location: Location) -> bool:
        """Whether the value of ``name`` is kept at ``location``."""
        return name in self.everywhere or name in self._by_scope.get(self.scope.holding(location), ())

    def at(self, location: Location) -> Set[str]:
        """What is tracked at ``location``."""
        return self.everywhere | self._by_scope.get(self.scope.holding(location), set())

    def grow(self, found: Mapping[Location, Collection[str]]) -> Growth:
        """Track ``found``, too."""
        before, scopes = set(self._anywhere), set[Hashable]()
        for location, names in found.items():
            scope = self.scope.holding(location)
            new = {name for name in names if name not in self.everywhere} - self._by_scope.get(scope, set())
            if new:
                self._by_scope[scope] |= new
                self._anywhere |= new
                scopes.add(scope)
        return Growth(self.scope, frozenset(scopes), frozenset(self._anywhere - before))


@dataclass(frozen=True, slots=True)
class Growth:
    """The ``scopes`` where more is tracked; ``names``: what was tracked nowhere before."""

    scope: Scope
    scopes: frozenset[Hashable]
    names: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.scopes)

    def touches(self, location: Location) -> bool:
        """Whether more is tracked at ``location``."""
        return self.scope.holding(location) in self.scopes
