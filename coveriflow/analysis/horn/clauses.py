"""A program as a system of constrained Horn clauses.

There is a relation for each place where blocks end, for the entry of each recursive function, and one between its entry
and its exit: its summary. A block is a clause. A call is two: the entry has the arguments, and what follows the call
goes on with what the summary allows. An error that can be reached, or what is not supported, has no head.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.contracts import Watch
from coveriflow.analysis.horn.blocks import Activation, Arrival, Blocks, Place, Start, at_entry
from coveriflow.analysis.horn.frames import Frame
from coveriflow.analysis.predicate.formulas import now
from coveriflow.artifacts.automata.condition_observer import AutomatonStates
from coveriflow.logic.encoding import sort_of
from coveriflow.logic.horn.contracts import Atom, Clause, Predicate
from coveriflow.logic.terms import Term
from coveriflow.program.errors import NotSupported

_MOST_PLACES = 2_000


@dataclass(frozen=True, slots=True)
class Returned:
    """The end of activations; ``given``: what a given condition waits for there."""

    activation: Activation
    given: AutomatonStates | None = None


@dataclass(frozen=True, slots=True)
class System:
    """``clauses``, and what each comes from: the paths to an arrival, or a call that enters a function (``None``).

    ``places``, ``entries`` and ``summaries`` say what the relations are about.
    """

    blocks: Blocks
    clauses: tuple[Clause, ...]
    origins: tuple[Arrival | None, ...]
    places: Mapping[Place, Predicate]
    entries: Mapping[Activation, Predicate]
    summaries: Mapping[Returned, Predicate]


@dataclass(slots=True)
class Making:
    """Makes the system of a program in which calls save nothing. Activations and their ends are met one after the
    other: what follows a call is explored for each end.
    """

    blocks: Blocks
    watch: Watch
    places: dict[Place, Predicate] = field(default_factory=dict)
    entries: dict[Activation, Predicate] = field(default_factory=dict)
    summaries: dict[Returned, Predicate] = field(default_factory=dict)
    clauses: list[tuple[Clause, Arrival | None]] = field(default_factory=list)
    calls: defaultdict[Activation, list[Place]] = field(default_factory=lambda: defaultdict(list))
    pending: list[Start] = field(default_factory=list)

    def made(self) -> System | None:
        """``None``: there was no time. Raises ``NotSupported`` where there are too many places."""
        first = self.blocks.first()
        self.pending += [] if first is None else [first]
        while self.pending:
            start = self.pending.pop()
            arrivals = self.blocks.arrivals(start, self.watch)
            if arrivals is None:
                return None
            for arrival in arrivals:
                self.clauses.append((Clause(start.atoms, arrival.formula.guard, self._head(arrival)), arrival))
        clauses, origins = zip(*self.clauses, strict=True) if self.clauses else ((), ())
        return System(self.blocks, tuple(clauses), tuple(origins), self.places, self.entries, self.summaries)

    def _head(self, arrival: Arrival) -> Atom | None:
        if arrival.is_error or arrival.left_out is not None:
            return None
        blocks, place, frame = self.blocks, arrival.place, arrival.start.frame
        if not frame.is_program and place.position == Position(frame.function.exit):
            return Atom(self._summary(Returned(place.activation, place.given)), blocks.returned(arrival))
        return Atom(self._place(place), blocks.arguments_at(place, arrival))

    def _place(self, place: Place) -> Predicate:
        if place not in self.places:
            if len(self.places) >= _MOST_PLACES:
                raise NotSupported("a program with so many loops and calls")
            self.places[place] = Predicate(f"at {len(self.places)}", self.blocks.parameters_at(place))
            if place.position.location in self.blocks.frames.calls:
                self._call(place)
            else:
                self.pending.append(self.blocks.at(place, self.places[place]))
        return self.places[place]

    def _call(self, place: Place) -> None:
        """Enter the callee, and go on where it is known to end."""
        activation = self.blocks.called(place)
        if activation is None:
            return
        before = self.blocks.at(place, self.places[place])
        entry = self._entry(activation)
        self.clauses.append(
            (Clause(before.atoms, before.formula.guard, Atom(entry, self.blocks.arguments(before))), None)
        )
        self.calls[activation].append(place)
        for returned in tuple(self.summaries):
            if returned.activation == activation:
                self._go_on(place, returned)

    def _go_on(self, place: Place, returned: Returned) -> None:
        after = self.blocks.after_call(place, self.places[place], returned.given, self.summaries[returned])
        self.pending += [] if after is None else [after]

    def _entry(self, activation: Activation) -> Predicate:
        if activation not in self.entries:
            frame = self.blocks.frame_of(activation)
            name = f"entry {len(self.entries)} of {activation.function}"
            self.entries[activation] = Predicate(name, tuple(map(at_entry, frame.given)))
            self.pending.append(self.blocks.entry(activation, self.entries[activation]))
        return self.entries[activation]

    def _summary(self, returned: Returned) -> Predicate:
        if returned not in self.summaries:
            frame = self.blocks.frame_of(returned.activation)
            name = f"summary {len(self.summaries)} of {returned.activation.function}"
            self.summaries[returned] = Predicate(name, _of_summary(frame))
            for place in self.calls[returned.activation]:
                self._go_on(place, returned)
        return self.summaries[returned]


def _of_summary(frame: Frame) -> tuple[Term, ...]:
    returned = (now(v.name, sort_of(v.type)) for v in frame.returned)
    return (*map(at_entry, frame.given), *returned)
