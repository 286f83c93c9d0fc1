"""The structure of a function's control flow: which locations follow which in a text of loops and branches.

By dominators, as in Ramsey, Beyond Relooper (2022): what several edges lead to comes after its immediate dominator,
what one edge leads to in the place of this edge, and what leaves a loop after it, unless it ends soon and does not
leave it where the loop begins.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.program.cfa.dominators import Dominators, dominators_of
from coveriflow.program.cfa.edges import Location

_FEW = 4
Successors = Callable[[Location], Sequence[Location]]


@dataclass(slots=True)
class Structure:
    """``order``: reverse postorder. ``followers``: by location what comes after it, and is in all loops that it is in;
    ``exits``: by loop head what comes after the loop. ``inlined``: what comes in the place of its only edge.
    """

    order: Sequence[Location]
    followers: Mapping[Location, Sequence[Location]]
    exits: Mapping[Location, Sequence[Location]]
    inlined: frozenset[Location]
    heads: frozenset[Location]


def structure_of(order: Sequence[Location], successors: Successors, exit_: Location) -> Structure:
    """The structure of the locations in ``order``, a reverse postorder from the first one; others are ends, ``exit_``
    that where the function returns.
    """
    return _Structuring(order, successors, exit_).structure()


@dataclass(slots=True)
class _Structuring:
    order: Sequence[Location]
    successors: Successors
    exit: Location
    position: dict[Location, int] = field(default_factory=dict)
    entering: defaultdict[Location, list[Location]] = field(default_factory=lambda: defaultdict(list))
    dominators: Dominators[Location] = field(default_factory=lambda: Dominators({}, {}))
    bodies: dict[Location, set[Location]] = field(default_factory=dict)
    innermost: dict[Location, Location] = field(default_factory=dict)
    outer: dict[Location, Location] = field(default_factory=dict)

    def structure(self) -> Structure:
        self.position = {location: number for number, location in enumerate(self.order)}
        for location in self.order:
            for target in self._targets(location):
                self.entering[target].append(location)
        if self.order:
            self.dominators = dominators_of(self.order[0], self._targets)
        self._find_loops()
        followers, exits, inlined = defaultdict(list), defaultdict(list), set[Location]()
        returns = defaultdict[Location, list[Location]](list)
        forward = Counter(
            target
            for target, sources in self.entering.items()
            for source in sources
            if not self._is_back(source, target)
        )
        for location in self.order[1:]:
            place, leaves = self._place(location)
            ends = self._soon(location) if forward[location] == 1 else None
            if leaves and (ends is None or place in self.entering[location]):
                exits[place].append(location)
            elif forward[location] == 1:
                inlined.add(location)
                if leaves and ends == self.exit:
                    returns[place].append(location)
            else:
                followers[place].append(location)
        for head, found in returns.items():  # a loop ends by its only way out, for those who go by induction
            if len(found) == 1 and all(self._stops(each) for each in exits.get(head, ())):
                exits[head][:0] = found
                inlined.remove(found[0])
        return Structure(self.order, followers, exits, frozenset(inlined), frozenset(self.bodies))

    def _targets(self, location: Location) -> list[Location]:
        return [target for target in self.successors(location) if target in self.position]

    def _is_back(self, source: Location, target: Location) -> bool:
        return target in self.bodies and source in self.bodies[target]

    def _find_loops(self) -> None:
        """Natural loops, inner ones first: their heads come later in the order."""
        for head in reversed(self.order):
            back = [source for source in self.entering[head] if self.position[source] >= self.position[head]]
            sources = [source for source in back if self.dominators.dominates(head, source)]
            if not sources:
                continue
            body, pending = {head}, sources
            while pending:
                location = pending.pop()
                if location not in body:
                    body.add(location)
                    pending.extend(self.entering[location])
            self.bodies[head] = body
            for location in body:
                if location in self.bodies and location != head:
                    self.outer.setdefault(location, head)
                self.innermost.setdefault(location, head)

    def _soon(self, location: Location) -> Location | None:
        """The end to which a few steps lead from here, or where control does not go on."""
        for _ in range(_FEW):
            following = self.successors(location)
            if not following:
                return location
            if len(following) != 1 or len(self.entering[location]) != 1:
                return None
            (location,) = following
            if location not in self.position:
                return location
        return None

    def _stops(self, location: Location) -> bool:
        """Whether a few steps lead from here to where the program stops."""
        for _ in range(_FEW):
            following = self.successors(location)
            if len(following) != 1 or location not in self.position:
                break
            (location,) = following
        return location not in self.position and location != self.exit

    def _place(self, location: Location) -> tuple[Location, bool]:
        """What ``location`` comes after, and whether that is a loop that it is not in."""
        place, leaves = self.dominators.immediate[location], False
        head = self.innermost.get(place)
        while head is not None and location not in self.bodies[head]:
            place, leaves = head, True
            head = self.outer.get(head)
        return place, leaves
