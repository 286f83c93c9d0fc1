"""From witnesses of violations to observers: which edges of the program pass what the witness waits for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from coveriflow.actors.work.source_positions import named
from coveriflow.actors.work.validate.probes import (
    MARK,
    NotMatchedError,
    Placed,
    ProgramText,
    before_statement,
    expression_text,
    probed_automaton,
)
from coveriflow.actors.work.validate.said_inputs import Reads, Told, Values, said_value, said_values
from coveriflow.analysis.domains.observer import Observer
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.violations import violations_of
from coveriflow.artifacts.witnesses.yaml import ViolationSequence, Waypoint, WaypointKind, WitnessPlace
from coveriflow.program.cfa.branch_statements import ControlStatement
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Call, Check, Edge, Input
from coveriflow.transform.probes import Probe, claim, is_probe

_RESULT = re.compile(r"\\result\b")


@dataclass(frozen=True, slots=True)
class Observed:
    """A program with probes, and the observer over its edges. ``exact``: a path that the witness means is never lost.
    ``values``: see ``Values``.
    """

    cfa: Cfa
    observer: Observer
    exact: bool
    values: Values


def marked(number: int, condition: str) -> str:
    """A probe that is passed where ``condition`` holds."""
    return claim(number, f"if ({condition}) {MARK}{number}();")


def marks(numbers: Iterable[int]) -> str:
    """The functions that such probes call."""
    return "".join(f"static void {MARK}{number}(void) {{ }} " for number in numbers) + "\n"


def mark_of(edge: Edge) -> int | None:
    """The number of the probe that is passed by ``edge``."""
    operation = edge.operation
    if isinstance(operation, Call) and operation.function.startswith(MARK):
        return int(operation.function.removeprefix(MARK).partition(".")[0])
    return None


def has_partial_probes(cfa: Cfa) -> bool:
    """Whether a probe has no value in some executions: these end there."""
    return any(isinstance(edge.operation, Check) and is_probe(edge.origin) for edge in cfa.edges)


@dataclass(slots=True)
class _Sequence:
    """A sequence of waypoints on its way to be an observer; waypoints have numbers from 1."""

    task: Task
    content: ViolationSequence
    waypoints: list[Waypoint] = field(default_factory=list)
    moves: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    avoided: dict[int, frozenset[int]] = field(default_factory=dict)

    def observed(self) -> Observed:
        text = ProgramText(self.task)
        for state, segment in enumerate(self.content.segments):
            self.avoided[state] = frozenset(map(self._number, segment.avoid))
            if segment.follow.kind is not WaypointKind.TARGET:
                self.moves[state] = ((self._number(segment.follow), state + 1),)
        probes = list(_probes(text, self.waypoints))
        numbers = [n for n, each in enumerate(self.waypoints, 1) if each.kind in _WITH_PROBES]
        cfa = probed_automaton(text.probed(probes, marks(numbers)) if numbers else self.task)
        passed = _passed(text, cfa, self.waypoints)
        last = len(self.content.segments) - 1
        targets = _targets(text, cfa, self.content.segments[-1].follow.place)
        observer = Observer(0, self.moves, frozenset({last}), passed, cfa.error, targets, self.avoided)
        exact = (
            not has_partial_probes(cfa) and not self._may_hold_at_once() and not self._is_partial(text, cfa, targets)
        )
        return Observed(cfa, observer, exact, self._values(text))

    def _is_partial(self, text: ProgramText, cfa: Cfa, targets: frozenset[Edge]) -> bool:
        """Whether a condition comes out without a branch in some executions, or checks stand in the lines of the target
        that another tool calls by its first one.
        """
        branchings = (each for each in self.waypoints if each.kind is WaypointKind.BRANCHING)
        if any(statement.is_partial for each in branchings for statement in _conditions(text, cfa, each)):
            return True
        functions = {edge.source.function for edge in targets}
        others = (edge for edge in cfa.entering[cfa.error] if edge not in targets and not is_probe(edge.origin))
        return bool(violations_of(self.task).checks) and any(edge.source.function in functions for edge in others)

    def _may_hold_at_once(self) -> bool:
        """Whether two assumptions follow each other at one place: one visit may be meant, or two."""
        follow = [segment.follow for segment in self.content.segments]
        assumed = ((a, b) for a, b in pairwise(follow) if a.kind is b.kind is WaypointKind.ASSUMPTION)
        return any(a.place.line == b.place.line for a, b in assumed)

    def _number(self, waypoint: Waypoint) -> int:
        if waypoint.kind is WaypointKind.TARGET:
            raise NotMatchedError("a target is not to be avoided")
        self.waypoints.append(waypoint)
        return len(self.waypoints)

    def _values(self, text: ProgramText) -> Values:
        told, reads = Told(), Reads(text)
        for segment in self.content.segments:
            point = segment.follow
            value = said_value(point.constraint)
            if point.kind is WaypointKind.RETURN and value is not None:
                told.returned(point.place.line, value)
            elif point.kind is WaypointKind.ASSUMPTION:
                placed = text.at(point.place, lambda _: True, "statement")
                told.assigned(placed, reads.before(placed), said_values(point.constraint))
            else:
                told.assigned(None, (), {})
        return told.values()


_WITH_PROBES = (WaypointKind.ASSUMPTION, WaypointKind.RETURN)


def observed_sequence(task: Task, content: ViolationSequence) -> Observed:
    """``NotMatchedError``, with the number of the waypoint, where one says nothing about the program."""
    return _Sequence(task, content).observed()


def described(content: ViolationSequence, number: int) -> Waypoint:
    """The waypoint with a number."""
    order = [each for segment in content.segments for each in (*segment.avoid, segment.follow)]
    return order[number - 1]


def _probes(text: ProgramText, waypoints: Sequence[Waypoint]) -> Iterator[tuple[Source, Probe]]:
    """What comes first in the witness is looked at last: a visit passes one of several waypoints at a place."""
    calls: dict[tuple[str, int], CallProbe] = {}
    statements: dict[Placed, str] = {}
    for number, each in reversed(list(enumerate(waypoints, 1))):
        try:
            if each.kind is WaypointKind.ASSUMPTION:
                placed = text.at(each.place, lambda _: True, "statement")
                statements[placed] = statements.get(placed, "") + marked(number, expression_text(each.constraint))
            elif each.kind is WaypointKind.RETURN:
                found = call_at(text, each.place)
                calls.setdefault((found.source.name, found.start), found).add(number, each.constraint)
        except NotMatchedError as error:
            raise NotMatchedError(error.reason, number) from None
    for placed, probe in statements.items():
        yield from before_statement(placed, probe)
    for call in calls.values():
        yield from call.probes()


@dataclass(slots=True)
class CallProbe:
    """A call in the text as it is analysed, from ``start`` to ``end``, and what is asked about its result."""

    source: Source
    start: int
    end: int
    tests: list[str] = field(default_factory=list)

    def add(self, number: int, constraint: str) -> None:
        """What the ``constraint`` says of the result; an empty one holds always."""
        condition = _RESULT.sub(f" {self._name} ", constraint)
        self.tests.append(marked(number, expression_text(condition) if constraint.strip() else "1"))

    @property
    def _name(self) -> str:
        return f"coveriflow_result_{self.start}"

    def probes(self) -> Iterator[tuple[Source, Probe]]:
        """The value of the call goes into a variable, which is looked at."""
        call = self.source.preprocessed[self.start : self.end]
        yield self.source, Probe(self.start, f"__typeof__({call}) {self._name} = ", "({")
        yield self.source, Probe(self.end, f"; {''.join(self.tests)} {self._name}; }})")


def call_at(text: ProgramText, place: WitnessPlace) -> CallProbe:
    """The call that is closed by the parenthesis at ``place``; where a statement begins there (ESBMC names that), the
    only call of its line.
    """
    file = text.file_of(place)
    offset = text.originals.text(file).offset(place.line, place.column) if place.column else None
    if offset is None:
        raise NotMatchedError("a call is known by the column of its closing parenthesis")
    original, calls = text.originals.text(file), list(calls_in(text, file, place.line))
    for found in calls:
        if original.closing(found[0]) == offset:
            return found[1]
    behind = [found for found in calls if found[0] >= offset and original.place(found[0])[0] == place.line]
    if len(behind) == 1 and original.begins_statement(offset):
        return behind[0][1]
    raise NotMatchedError("no call of the program ends there")


def calls_in(text: ProgramText, file: str, last_line: int) -> Iterator[tuple[int, CallProbe]]:
    """Calls of functions by their names that begin on a line up to ``last_line``, each with the offset of its name in
    the file as the user wrote it.
    """
    source = next(each for each in text.task.sources if each.name == file)
    for line in range(max(1, last_line - _LONGEST_CALL), last_line + 1):
        for call in text.calls.get((file, line), ()):
            original = text.originals.word(call.name, call.span)
            end = closing(source.preprocessed, call.opening)
            if original is not None and end is not None:
                yield original, CallProbe(source, call.start, end + 1)


_LONGEST_CALL = 50
_LITERAL_OR_BRACKET = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[()]')


def closing(text: str, opening: int) -> int | None:
    """The offset of the parenthesis that closes the one at ``opening``."""
    depth = 0
    for found in _LITERAL_OR_BRACKET.finditer(text, opening):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if depth == 0:
            return found.start()
    return None


def _passed(text: ProgramText, cfa: Cfa, waypoints: Sequence[Waypoint]) -> dict[Edge, frozenset[int]]:
    found: defaultdict[Edge, set[int]] = defaultdict(set)
    for number, each in enumerate(waypoints, 1):
        if each.kind in _WITH_PROBES:
            continue
        edges = _branches(text, cfa, each) if each.kind is WaypointKind.BRANCHING else _entries(text, cfa, each)
        if not edges:
            raise NotMatchedError("no condition or call of the program stands there", number)
        for edge in edges:
            found[edge].add(number)
    for edge in cfa.edges:
        mark = mark_of(edge)
        if mark is not None:
            found[edge].add(mark)
    return {edge: frozenset(numbers) for edge, numbers in found.items()}


def _conditions(text: ProgramText, cfa: Cfa, waypoint: Waypoint) -> list[ControlStatement]:
    """Those at a keyword; none if it is not clear which statement is meant."""
    place, file, found = waypoint.place, text.file_of(waypoint.place), list[ControlStatement]()
    for statement in cfa.control:
        at = text.originals.keyword(statement)
        if at is None or (at.file, at.line) != (file, place.line) or place.column not in (0, at.column):
            continue
        found.append(statement)
    return found if len({statement.span for statement in found}) == 1 else []


def _branches(text: ProgramText, cfa: Cfa, waypoint: Waypoint) -> list[Edge]:
    """The edges that decide the condition at a keyword."""
    found = _conditions(text, cfa, waypoint)
    return [
        edge
        for statement in found
        for (source, truth), holds in statement.decisions.items()
        if str(holds).lower() == waypoint.constraint
        for edge in cfa.leaving[source]
        if isinstance(edge.operation, Assume) and edge.operation.truth is truth
    ]


def _entries(text: ProgramText, cfa: Cfa, waypoint: Waypoint) -> list[Edge]:
    """The edges of the call that is closed at a place."""
    place, file, found = waypoint.place, text.file_of(waypoint.place), []
    for edge in cfa.edges:
        operation = edge.operation
        name = operation.function if isinstance(operation, Call) else getattr(operation, "source", "")
        if edge.origin.file != file or not isinstance(operation, Call | Input):
            continue
        call = text.originals.call(named(name), edge.origin)
        if call is not None and text.originals.text(file).place(call[1]) == (place.line, place.column):
            found.append(edge)
    return found


def _targets(text: ProgramText, cfa: Cfa, place: WitnessPlace) -> frozenset[Edge]:
    """The calls of the error function on the line of a target."""
    file = text.file_of(place)
    errors = [edge for edge in cfa.entering[cfa.error] if not is_probe(edge.origin)]
    found = frozenset(edge for edge in errors if (edge.origin.file, edge.origin.line) == (file, place.line))
    if not found:
        raise NotMatchedError(f"nothing violates the property at the target, line {place.line}")
    return found
