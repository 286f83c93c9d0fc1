"""Conditions of an earlier version of a program translated to the present one (CMC paper, Sect. I: regression).

A path is covered today if it was covered yesterday, no changed edge is on it, and none can be reached from where it was
accepted: then whatever follows it is what could follow it yesterday. Changed are edges that do something else, or lead
elsewhere, and those that name a variable or object whose initial value or place is another one now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from coveriflow.artifacts.automata.guarded_files import with_files_of
from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.artifacts.tasks import Task
from coveriflow.program.cfa.accesses import expressions_of, read_variables, written_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Edge, Location, Operation, Return
from coveriflow.program.expressions.expressions import Address, Variable, subexpressions


@dataclass(frozen=True, slots=True)
class TranslationToVersion:
    """``condition``: about the present program. Of ``transitions``, ``kept`` are still there; of those that accept
    (``acceptances``), ``accepted`` still do. ``changed``: edges of the present program. ``same``: which edge of it
    each of the earlier one is; no execution that is covered takes another one.
    """

    condition: Condition
    transitions: int
    kept: int
    acceptances: int
    accepted: int
    changed: tuple[Edge, ...]
    same: Mapping[Edge, Edge]


def carried_over(condition: Condition, before: Cfa, after: Cfa, about: Task) -> TranslationToVersion:
    """``condition``, which is about ``before``, for ``after``, the automaton of ``about``.

    Law: no execution of ``after`` that the new condition covers reaches the error, if that holds for the old one and
    ``before``.
    """
    same = _Correspondence(before, after).found()
    present = set(same.values())
    changed = tuple(edge for edge in after.edges if edge not in present)
    settled = _settled(after, present)
    by_label = before.by_label
    kept: list[Transition] = []
    acceptances = accepted = 0
    for transition in condition.transitions:
        accepts = transition.target in condition.accepting
        acceptances += accepts
        edge = same.get(by_label[transition.guard]) if transition.guard in by_label else None
        if edge is None or transition.assumption or (accepts and edge.target not in settled):
            continue
        accepted += accepts
        kept.append(replace(transition, guard=edge.label))
    keeps_accepting = not condition.covers_everything or (bool(same) and after.entry in settled)
    carried = replace(
        condition,
        accepting=condition.accepting if keeps_accepting else frozenset(),
        transitions=tuple(kept),
        program_hash=about.program_hash,
        preprocessed_hash=about.preprocessed_hash,
        producer=f"{condition.producer} for an earlier version",
    )
    carried = with_files_of(about, carried)
    return TranslationToVersion(carried, len(condition.transitions), len(kept), acceptances, accepted, changed, same)


def _settled(cfa: Cfa, present: Set[Edge]) -> set[Location]:
    """The locations from which only edges that were there before can be reached, if the open calls are such edges.

    Then no function returns to where only a new call leads.
    """
    calls = {(e.operation.function, e.operation.return_to) for e in present if isinstance(e.operation, Call)}

    def counts(edge: Edge) -> bool:
        return not isinstance(edge.operation, Return) or (edge.operation.function, edge.target) in calls

    unsettled = {edge.source for edge in cfa.edges if edge not in present and counts(edge)}
    pending = list(unsettled)
    while pending:
        for edge in cfa.entering[pending.pop()]:
            if counts(edge) and edge.source not in unsettled:
                unsettled.add(edge.source)
                pending.append(edge.source)
    return set(cfa.locations) - unsettled


@dataclass(slots=True)
class _Correspondence:
    """Which edge of ``after`` is which of ``before``. ``places`` is one to one; ``taken`` its other direction."""

    before: Cfa
    after: Cfa
    places: dict[Location, Location] = field(default_factory=dict)
    taken: dict[Location, Location] = field(default_factory=dict)
    edges: dict[Edge, Edge] = field(default_factory=dict)

    def found(self) -> Mapping[Edge, Edge]:
        """By edge of ``before``; what is not there has changed, or was removed."""
        if (self.before.entry_function, self.before.data_model) != (self.after.entry_function, self.after.data_model):
            return {}
        if self.before.error_function != self.after.error_function:
            return {}
        special = ((self.before.error, self.after.error), (self.before.halt, self.after.halt))
        names = [name for name in self.before.functions if name in self.after.functions]
        ends = [(self.before.functions[n], self.after.functions[n]) for n in names]
        for one, other in (*special, *((a.entry, b.entry) for a, b in ends), *((a.exit, b.exit) for a, b in ends)):
            self._agree({one: other})
        others = _different_names(self.before, self.after)
        old, new = _by_function(self.before), _by_function(self.after)
        for name in names:
            self._align(old[name], new[name], others)
        self._align_returns(others)
        return self.edges

    def _align(self, old: list[Edge], new: list[Edge], others: set[str]) -> None:
        """The longest common parts of two functions, as far as they fit together."""
        said = [_said(e.operation) for e in old], [_said(e.operation) for e in new]
        matcher = SequenceMatcher(None, *said, autojunk=False)
        for start, other, size in matcher.get_matching_blocks():
            for edge, now in zip(old[start : start + size], new[other : other + size], strict=True):
                if others.isdisjoint(_names(edge.operation)) and self._agree(_ends(edge, now)):
                    self.edges[edge] = now

    def _align_returns(self, others: set[str]) -> None:
        """Where calls return to is known when the calls are."""
        returning: defaultdict[tuple[Location, Location], list[Edge]] = defaultdict(list)
        for edge in self.after.edges:
            if isinstance(edge.operation, Return):
                returning[edge.source, edge.target].append(edge)
        for edge in self.before.edges:
            if not isinstance(edge.operation, Return) or not others.isdisjoint(_names(edge.operation)):
                continue
            there = self.places.get(edge.source), self.places.get(edge.target)
            if there[0] is None or there[1] is None:
                continue
            for now in returning[there[0], there[1]]:
                if now.operation == edge.operation:
                    self.edges[edge] = now

    def _agree(self, pairs: Mapping[Location, Location]) -> bool:
        """Whether these places can be the same ones; then they are."""
        fits = all(self.places.get(a, b) == b and self.taken.get(b, a) == a for a, b in pairs.items())
        if fits and len(set(pairs.values())) == len(pairs):
            self.places.update(pairs)
            self.taken.update({b: a for a, b in pairs.items()})
            return True
        return False


def _by_function(cfa: Cfa) -> defaultdict[str, list[Edge]]:
    """The edges of each function but those that return, in the order of the text."""
    found: defaultdict[str, list[Edge]] = defaultdict(list)
    for edge in cfa.edges:
        if not isinstance(edge.operation, Return):
            found[edge.source.function].append(edge)
    return found


_NOWHERE = Location(-1, "")


def _said(operation: Operation) -> Operation:
    """All that an operation does, but for where it returns to."""
    return replace(operation, return_to=_NOWHERE) if isinstance(operation, Call) else operation


def _ends(edge: Edge, now: Edge) -> dict[Location, Location]:
    ends = {edge.source: now.source, edge.target: now.target}
    if isinstance(edge.operation, Call) and isinstance(now.operation, Call):
        ends[edge.operation.return_to] = now.operation.return_to
    return ends


def _names(operation: Operation) -> Iterator[str]:
    """Of all variables that ``operation`` names."""
    written = written_variable(operation)
    if written is not None:
        yield written.name
    yield from (each.name for each in read_variables(operation))
    for expression in expressions_of(operation):
        for each in subexpressions(expression):
            if isinstance(each, Variable | Address):
                yield each.name if isinstance(each, Variable) else each.object.name
    if isinstance(operation, Call):
        yield from (each.name for each in operation.parameters)


def _different_names(before: Cfa, after: Cfa) -> set[str]:
    """Of variables with static storage and of objects that begin differently, or are in one version only."""
    old, new = _beginnings(before), _beginnings(after)
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}


def _beginnings(cfa: Cfa) -> dict[str, object]:
    found: dict[str, object] = {each.variable.name: each for each in cfa.globals}
    return found | {each.variable.name: each for each in cfa.objects}
