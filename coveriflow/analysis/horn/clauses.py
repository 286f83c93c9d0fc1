"""A program as a system of constrained Horn clauses.

There is a relation for each place where blocks end, for the entry of each recursive function, and one between its entry
and its exit: its summary. A block is a clause. A call is two: the entry has the arguments, and what follows the call
goes on with what the summary allows. An error that can be reached, or what is not supported, has no head.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from coveriflow.analysis.cpa.contracts import Watch
from coveriflow.analysis.horn.blocks import Arrival, Blocks, Place, Start, at_entry
from coveriflow.analysis.horn.frames import Frame
from coveriflow.analysis.predicate.formulas import now
from coveriflow.logic.encoding import sort_of
from coveriflow.logic.horn.contracts import Atom, Clause, Predicate
from coveriflow.logic.terms import Term
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.errors import NotSupported

_MOST_PLACES = 2_000


@dataclass(frozen=True, slots=True)
class System:
    """``clauses``, and what each comes from: the paths to an arrival, or a call that enters a function (``None``).

    ``places``, ``entries`` and ``summaries`` say what the relations are about; the latter two by function.
    """

    blocks: Blocks
    clauses: tuple[Clause, ...]
    origins: tuple[Arrival | None, ...]
    places: Mapping[Place, Predicate]
    entries: Mapping[str, Predicate]
    summaries: Mapping[str, Predicate]


@dataclass(slots=True)
class _Making:
    blocks: Blocks
    watch: Watch
    places: dict[Place, Predicate] = field(default_factory=dict)
    entries: dict[str, Predicate] = field(default_factory=dict)
    summaries: dict[str, Predicate] = field(default_factory=dict)
    clauses: list[tuple[Clause, Arrival | None]] = field(default_factory=list)
    pending: list[Place] = field(default_factory=list)

    def made(self) -> System | None:
        if not self._explored(self.blocks.first()):
            return None
        while self.pending:
            if not self._left(self.pending.pop()):
                return None
        clauses, origins = zip(*self.clauses, strict=True) if self.clauses else ((), ())
        return System(self.blocks, tuple(clauses), tuple(origins), self.places, self.entries, self.summaries)

    def _left(self, place: Place) -> bool:
        """The paths from ``place``; whether there was time."""
        blocks, predicate = self.blocks, self.places[place]
        if place.position.location not in blocks.frames.calls:
            return self._explored(blocks.at(place, predicate))
        name = blocks.call_at(place).function
        before = blocks.at(place, predicate)
        is_new = name not in self.entries
        entry = self._entry(name)
        self.clauses.append((Clause(before.atoms, before.formula.guard, Atom(entry, blocks.arguments(before))), None))
        after = blocks.after_call(place, predicate, self._summary(name))
        entered = not is_new or self._explored(blocks.entry(blocks.frames.of(name), entry))
        return entered and (after is None or self._explored(after))

    def _explored(self, start: Start) -> bool:
        arrivals = self.blocks.arrivals(start, self.watch)
        for arrival in arrivals or ():
            clause = Clause(start.atoms, arrival.formula.guard, self._head(arrival))
            self.clauses.append((clause, arrival))
        return arrivals is not None

    def _head(self, arrival: Arrival) -> Atom | None:
        if arrival.is_error or arrival.left_out is not None:
            return None
        blocks, frame, position = self.blocks, arrival.start.frame, arrival.position
        name = "" if frame.is_program else frame.function.name
        if name and position.location == frame.function.exit and not position.stack:
            return Atom(self._summary(name), blocks.returned(arrival))
        place = Place(name, position)
        return Atom(self._place(place), blocks.arguments_at(place, arrival))

    def _place(self, place: Place) -> Predicate:
        if place not in self.places:
            if len(self.places) >= _MOST_PLACES:
                raise NotSupported("a program with so many loops and calls")
            name = f"at {len(self.places)}"
            self.places[place] = Predicate(name, self.blocks.parameters_at(place))
            self.pending.append(place)
        return self.places[place]

    def _entry(self, name: str) -> Predicate:
        if name not in self.entries:
            frame = self.blocks.frames.of(name)
            self.entries[name] = Predicate(f"entry of {name}", tuple(map(at_entry, frame.given)))
        return self.entries[name]

    def _summary(self, name: str) -> Predicate:
        if name not in self.summaries:
            self.summaries[name] = Predicate(f"summary of {name}", _of_summary(self.blocks.frames.of(name)))
        return self.summaries[name]


def _of_summary(frame: Frame) -> tuple[Term, ...]:
    returned = (now(v.name, sort_of(v.type)) for v in frame.returned)
    return (*map(at_entry, frame.given), *returned)


def system_of(cfa: Cfa, watch: Watch) -> System | None:
    """That of ``cfa``, in which calls save nothing; ``None``: there was no time. Raises ``NotSupported`` where there
    are too many places.
    """
    return _Making(Blocks(cfa), watch).made()
