"""From witnesses in GraphML to observers: their edges are guards that match by lines, so nothing is refuted by them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from coveriflow.actors.work.source_positions import named
from coveriflow.actors.work.validate.probes import (
    NotMatchedError,
    Placed,
    ProgramText,
    expression_text,
    probed_automaton,
)
from coveriflow.actors.work.validate.waypoints import (
    CallProbe,
    Observed,
    Values,
    calls_in,
    mark_of,
    marked,
    marks,
    said_value,
)
from coveriflow.analysis.domains.observer import Observer
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge
from coveriflow.program.cfa.branch_statements import ControlStatement
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Call, Edge, Location, Return
from coveriflow.program.cfa.labels import Branch
from coveriflow.program.cfa.loops import Loops, loops_of
from coveriflow.transform.probes import Probe

_NO_SIMPLE = frozenset({"if", "while", "for", "do", "switch", "case", "default", "return", "goto", "break", "continue"})


def observed_automaton(task: Task, witness: Witness) -> Observed:
    """``NotMatchedError``, with the number of the edge, where one says nothing about the program."""
    text = ProgramText(task)
    numbers = [n for n, edge in enumerate(witness.edges, 1) if edge.assumption.strip()]
    cfa = probed_automaton(text.probed(list(_probes(text, witness)), marks(numbers)) if numbers else task)
    states = {node.name: number for number, node in enumerate(witness.nodes)}
    moves: defaultdict[int, tuple[tuple[int, int], ...]] = defaultdict(tuple)
    sinks = {node.name for node in witness.nodes if node.sink}
    for number, edge in enumerate(witness.edges, 1):
        if edge.target not in sinks:
            moves[states[edge.source]] += ((number, states[edge.target]),)
    final = frozenset(states[node.name] for node in witness.nodes if node.violation)
    if not final:
        raise NotMatchedError("it has no violation node")
    passed = _Guards(cfa, witness).passed()
    targets = frozenset(cfa.entering[cfa.error])
    observer = Observer(states[witness.entry], moves, final, passed, cfa.error, targets)
    return Observed(cfa, observer, exact=False, values=_values(witness))


def _values(witness: Witness) -> Values:
    """In the order of the file, which is that of the path where the automaton is one."""
    found: Values = defaultdict(list)
    for edge in witness.edges:
        value = said_value(edge.assumption)
        if value is not None:
            found[edge.startline].append(value)
    return found


def _probes(text: ProgramText, witness: Witness) -> Iterator[tuple[Source, Probe]]:
    """What comes first in the witness is looked at last: a visit passes one of several edges at a place."""
    calls: dict[tuple[str, int], CallProbe] = {}
    behind: dict[Placed, str] = {}
    for number, edge in reversed(list(enumerate(witness.edges, 1))):
        if not edge.assumption.strip():
            continue
        try:
            condition = " && ".join(f"({part})" for part in edge.assumption.split(";") if part.strip())
            if "\\result" in condition:
                for call in _calls(text, edge):
                    calls.setdefault((call.source.name, call.start), call).add(number, condition)
            else:
                for placed in _statements(text, edge):
                    behind[placed] = behind.get(placed, "") + marked(number, expression_text(condition))
        except NotMatchedError as error:
            raise NotMatchedError(error.reason, number) from None
    for call in calls.values():
        yield from call.probes()
    for placed, probe in behind.items():
        statement = placed.statement
        if not statement.in_block:
            yield placed.source, Probe(statement.start, "{")
        yield placed.source, Probe(statement.end, probe if statement.in_block else f"{probe} }}")


def _calls(text: ProgramText, edge: WitnessEdge) -> list[CallProbe]:
    """The calls of a function whose result an edge speaks of."""
    found = []
    for source in text.task.sources:
        for offset, call in calls_in(text, source.name, edge.endline if edge.endline > 0 else edge.startline):
            name = source.preprocessed[call.start : call.end].partition("(")[0].strip()
            line = text.originals.text(source.name).place(offset)[0]
            if name == edge.assumption_resultfunction and edge.startline <= line:
                found.append(call)
    if not found:
        raise NotMatchedError(f"{edge.assumption_resultfunction} is not called on line {edge.startline}")
    return found


def _statements(text: ProgramText, edge: WitnessEdge) -> list[Placed]:
    """The declarations and assignments of its lines: after these its assumption is to hold."""
    last = edge.endline if edge.endline > 0 else edge.startline
    found = [
        each
        for each in text.statements
        if edge.startline <= each.place.line <= last
        and each.statement.word not in _NO_SIMPLE
        and each.source.preprocessed[each.statement.start] != "{"
        and edge.assumption_scope in ("", each.statement.function)
    ]
    if not found:
        raise NotMatchedError(f"no declaration or assignment stands on line {edge.startline}")
    return found


class _Guards:
    """Which edges of the program match which edges of a witness."""

    def __init__(self, cfa: Cfa, witness: Witness) -> None:
        self.cfa = cfa
        self.witness = witness
        self.loops: Loops = loops_of(cfa)
        self.outcomes = dict(_outcomes(cfa.control))

    def passed(self) -> dict[Edge, frozenset[int]]:
        """By program edge: the numbers, from 1, of the witness edges that it matches."""
        by_line: defaultdict[int, list[int]] = defaultdict(list)
        anywhere = []
        for number, guard in enumerate(self.witness.edges, 1):
            if guard.assumption.strip():
                continue
            if guard.startline > 0:
                for line in range(guard.startline, min(max(guard.endline, guard.startline), guard.startline + 100) + 1):
                    by_line[line].append(number)
            else:
                anywhere.append(number)
        found: dict[Edge, frozenset[int]] = {}
        for edge in self.cfa.edges:
            mark = mark_of(edge)
            candidates = [*by_line.get(edge.origin.line, ()), *anywhere]
            numbers = {n for n in candidates if self._matches(edge, self.witness.edges[n - 1])}
            if mark is not None:
                numbers = {mark}
            if numbers:
                found[edge] = frozenset(numbers)
        return found

    def _matches(self, edge: Edge, guard: WitnessEdge) -> bool:
        operation = edge.operation
        if guard.control:
            outcome = self.outcomes.get((edge.source, getattr(operation, "truth", None)))
            whole = None if outcome is None else (Branch.TRUE if outcome else Branch.FALSE).value
            if not isinstance(operation, Assume) or guard.control not in (edge.label.branch, whole):
                return False
        if guard.enter_function and not (
            isinstance(operation, Call) and named(operation.function) == guard.enter_function
        ):
            return False
        if guard.return_from_function and not (
            isinstance(operation, Return) and named(operation.function) == guard.return_from_function
        ):
            return False
        return not guard.enter_loop_head or self.loops.is_head(edge.target)


def _outcomes(control: tuple[ControlStatement, ...]) -> Iterator[tuple[tuple[Location, bool | None], bool]]:
    for statement in control:
        yield from statement.decisions.items()
