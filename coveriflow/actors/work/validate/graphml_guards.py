"""From witnesses in GraphML to observers: their edges are guards that match by files and lines, and by offsets where
these are given and fit the lines. Nothing is refuted by them: what a guard means is not certain enough for that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from coveriflow.actors.work.source_positions import named
from coveriflow.actors.work.validate.parts_of_statements import COMPOUND, PartsOfStatements
from coveriflow.actors.work.validate.probes import (
    NotMatchedError,
    Placed,
    ProgramText,
    before_condition,
    before_statement,
    expression_text,
    probed_automaton,
)
from coveriflow.actors.work.validate.said_inputs import Reads, Told, Values, said_value, said_values
from coveriflow.actors.work.validate.text_offsets import (
    Extent,
    HeadPart,
    after_part,
    condition_of,
    conditions_at,
    extent_of,
    head_part,
    of_offsets,
    offset_of,
    operand_of,
    said_extent,
)
from coveriflow.actors.work.validate.waypoints import CallProbe, Observed, calls_in, mark_of, marked, marks
from coveriflow.analysis.domains.observer import Observer
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge
from coveriflow.program.cfa.branch_statements import ControlStatement
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Call, Edge, Location, Return, Skip
from coveriflow.program.cfa.labels import Branch
from coveriflow.program.cfa.loops import Loops, loops_of
from coveriflow.transform.probes import Probe, is_probe

_FEW = 10
_NOT_EXECUTED = COMPOUND - {"return"}


def observed_automaton(task: Task, witness: Witness) -> Observed:
    """``NotMatchedError``, with the number of the edge, where one says nothing about the program."""
    text, said = ProgramText(task), witness
    parts = PartsOfStatements(text)
    witness = parts.of_whole_ones(witness)
    numbers = [n for n, edge in enumerate(witness.edges, 1) if edge.assumption.strip()]
    cfa = probed_automaton(text.probed(list(_probes(text, witness)), marks(numbers)) if numbers else task)
    states = {node.name: number for number, node in enumerate(witness.nodes)}
    drawn = _Drawn(len(witness.edges), len(states))
    sinks = {node.name for node in witness.nodes if node.sink}
    for number, edge in enumerate(witness.edges, 1):
        if edge.target not in sinks:
            drawn.add(number, edge, states[edge.source], states[edge.target])
        elif _is_other_branch(edge, witness):
            drawn.avoid(number, edge, states[edge.source])
    final = frozenset(states[node.name] for node in witness.nodes if node.violation)
    if not final:
        raise NotMatchedError("it has no violation node")
    passed = _Guards(cfa, text, drawn.guards).passed()
    targets = frozenset(cfa.entering[cfa.error])
    start = states[_behind_entry(witness, task.specification.entry)]
    at_once = set(_passed_at_once(parts, said, drawn, frozenset[int]().union(*passed.values())))
    start = drawn.skip(at_once, start)
    observer = Observer(start, drawn.moves, final, passed, cfa.error, targets, drawn.avoided)
    return Observed(cfa, observer, exact=False, values=_values(text, said))


def _is_other_branch(edge: WitnessEdge, witness: Witness) -> bool:
    """Whether an edge to a sink is the branch that the only other edge from there does not take: it is known then which
    executions the witness leaves out.
    """
    others = [each for each in witness.edges if each.source == edge.source and each is not edge]
    if len(others) != 1 or not edge.control or edge.assumption.strip() or others[0].assumption.strip():
        return False
    (other,) = others
    at, there = ((e.origin_file, e.startline, e.startoffset) for e in (edge, other))
    return at == there and edge.startline > 0 and other.control == _OPPOSITE[edge.control]


def _behind_entry(witness: Witness, function: str) -> str:
    """Where the witness is after the call of the function that the program begins with, if it says that there is one:
    no edge of the program is that.
    """
    entered = next((edge for edge in witness.edges if _is_first(witness, function, edge)), None)
    return witness.entry if entered is None or entered.assumption.strip() else entered.target


def _is_first(witness: Witness, function: str, edge: WitnessEdge) -> bool:
    """Whether the edge is the call of the function that the program begins with. What it assumes is to hold before the
    first statement.
    """
    leaving = sum(other.source == witness.entry for other in witness.edges)
    return leaving == 1 and edge.source == witness.entry and edge.enter_function == function and not edge.control


_OPPOSITE = {"condition-true": "condition-false", "condition-false": "condition-true"}


@dataclass
class _Drawn:
    """The moves of an observer. An edge that assumes something has a probe for its guard; where it also branches, the
    probe is passed before the condition is evaluated, and its outcome comes next.
    """

    edges: int
    states: int
    moves: defaultdict[int, tuple[tuple[int, int], ...]] = field(default_factory=lambda: defaultdict(tuple))
    avoided: dict[int, frozenset[int]] = field(default_factory=dict)
    guards: dict[int, WitnessEdge] = field(default_factory=dict)

    def add(self, number: int, edge: WitnessEdge, source: int, target: int) -> None:
        """The move of one edge of the witness."""
        if not edge.assumption.strip():
            self.guards[number] = edge
        elif edge.control:
            between, taken, other = self.states + number, self.edges + number, 2 * self.edges + number
            self.guards[taken] = edge
            self.guards[other] = replace(edge, control=_OPPOSITE[edge.control])
            self.moves[between] = ((taken, target),)
            self.avoided[between] = frozenset({other})
            target = between
        self.moves[source] += ((number, target),)

    def avoid(self, number: int, edge: WitnessEdge, source: int) -> None:
        """What an execution of the witness does not take from ``source``."""
        self.guards[number] = edge
        self.avoided[source] = self.avoided.get(source, frozenset()) | {number}

    def skip(self, numbers: Collection[int], start: int) -> int:
        """These edges are passed at once, where no other leaves their source; so is one at ``start``."""
        beyond = {s: moves[0][1] for s, moves in self.moves.items() if len(moves) == 1 and moves[0][0] in numbers}

        def last(state: int) -> int:
            seen = {state}
            while (following := beyond.get(state)) is not None and following not in seen:
                seen.add(following)
                state = following
            return state

        for state, moves in self.moves.items():
            self.moves[state] = tuple((number, last(target)) for number, target in moves)
        return last(start)


def _passed_at_once(parts: PartsOfStatements, said: Witness, drawn: _Drawn, matched: frozenset[int]) -> Iterator[int]:
    """The numbers of edges that are about nothing which an execution passes here: those that no edge of the program is
    ``matched`` by, about a statement that does nothing, such as a declaration without a value; and those whose
    assumption has no place.
    """
    for number, edge in enumerate(said.edges, 1):
        if edge.control or edge.enter_function or edge.return_from_function:
            continue
        is_empty = number in drawn.guards and number not in matched and not edge.assumption.strip()
        if parts.lack_a_place(edge) or (is_empty and parts.is_in_one(edge)):
            yield number


def _values(text: ProgramText, witness: Witness) -> Values:
    """In the order of the file, which is that of the path where the automaton is one."""
    told, reads = Told(), Reads(text)
    for edge in witness.edges:
        said, value = said_values(edge.assumption), said_value(edge.assumption)
        places = _assigned(text, edge) if said and not edge.control else []
        read_here = [read for each in places for read in reads.at(each)]
        told.assigned(tuple(places), read_here, said)
        if value is not None and not read_here:
            told.returned(edge.startline, value)
    return told.values()


def _probes(text: ProgramText, witness: Witness) -> Iterator[tuple[Source, Probe]]:
    """What comes first in the witness is looked at last: a visit passes one of several edges at a place."""
    calls: dict[tuple[str, int], CallProbe] = {}
    behind: dict[Placed, str] = {}
    conditions: dict[tuple[Placed, int, int], str] = {}
    before: dict[Placed, str] = {}
    heads: dict[tuple[Placed, HeadPart], str] = {}
    for number, edge in reversed(list(enumerate(witness.edges, 1))):
        if not edge.assumption.strip():
            continue
        try:
            condition = " && ".join(f"({part})" for part in edge.assumption.split(";") if part.strip())
            if "\\result" in condition:
                for call in _calls(text, edge):
                    calls.setdefault((call.source.name, call.start), call).add(number, condition)
                continue
            probe = marked(number, expression_text(condition))
            if not edge.control and (parts := _in_heads(text, edge)):
                for head in parts:
                    heads[head] = heads.get(head, "") + probe
                continue
            if edge.control and (decided := _decided(text, edge)):
                for at in [(placed, *operand_of(text, edge, placed)) for placed in decided]:
                    conditions[at] = conditions.get(at, "") + probe
                continue
            if _is_first(witness, text.task.specification.entry, edge):
                into, places = before, [_first_statement(text, edge.enter_function)]
            elif not edge.control and (simple := _assigned(text, edge)):
                into, places = behind, simple
            else:
                into, places = before, _evaluating(text, edge)
            for placed in places:
                into[placed] = into.get(placed, "") + probe
        except NotMatchedError as error:
            raise NotMatchedError(error.reason, number) from None
    for call in calls.values():
        yield from call.probes()
    for (placed, start, end), probe in conditions.items():
        yield from before_condition(placed, probe, (start, end))
    for (placed, part), probe in heads.items():
        yield placed.source, after_part(part, probe)
    for placed, probe in before.items():
        yield from before_statement(placed, probe)
    for placed, probe in behind.items():
        statement = placed.statement
        if not statement.in_block:
            yield placed.source, Probe(statement.start, "{")
        yield placed.source, Probe(statement.end, probe if statement.in_block else f"{probe} }}")


def _calls(text: ProgramText, edge: WitnessEdge) -> list[CallProbe]:
    """The calls of a function whose result an edge speaks of."""
    found = []
    files = text.files_named(edge.origin_file)
    for source in (each for each in text.task.sources if each.name in files):
        for offset, call in calls_in(text, source.name, edge.endline if edge.endline > 0 else edge.startline):
            name = source.preprocessed[call.start : call.end].partition("(")[0].strip()
            line = text.originals.text(source.name).place(offset)[0]
            if name == edge.assumption_resultfunction and edge.startline <= line:
                found.append((call, Extent(source.name, offset, offset + call.end - call.start)))
    if not found:
        raise NotMatchedError(f"{edge.assumption_resultfunction} is not called on line {edge.startline}")
    return of_offsets(text, edge, found)


def _assigned(text: ProgramText, edge: WitnessEdge) -> list[Placed]:
    """The declarations and assignments that it is about: after these its assumption is to hold."""
    last = edge.endline if edge.endline > 0 else edge.startline
    files = text.files_named(edge.origin_file)
    found = [
        (each, extent_of(text, each))
        for each in text.statements
        if each.place.file in files
        and edge.startline <= each.place.line <= last
        and each.statement.word not in COMPOUND
        and each.source.preprocessed[each.statement.start] != "{"
        and edge.assumption_scope in ("", each.statement.function)
    ]
    return of_offsets(text, edge, found)


def _in_heads(text: ProgramText, edge: WitnessEdge) -> list[tuple[Placed, HeadPart]]:
    """The parts of heads of ``for`` that its offsets are in: after these its assumption is to hold."""
    files = text.files_named(edge.origin_file)
    loops = (each for each in text.statements if each.statement.word == "for" and each.place.file in files)
    found = ((each, head_part(text, edge, each)) for each in loops)
    return [(each, part) for each, part in found if part is not None]


def _decided(text: ProgramText, edge: WitnessEdge) -> list[Placed]:
    """The statements with the conditions of its lines."""
    files = text.files_named(edge.origin_file)
    found = [
        (each, condition_of(text, each))
        for each in text.statements
        if each.statement.condition is not None
        and each.place.file in files
        and each.place.line <= max(edge.startline, edge.endline)
        and edge.startline <= text.analysed(each.source).place(each.statement.condition[1]).line
        and edge.assumption_scope in ("", each.statement.function)
    ]
    return of_offsets(text, edge, found)


def _evaluating(text: ProgramText, edge: WitnessEdge) -> list[Placed]:
    """The statements of its lines in which something is decided by an operator (``?:``), or called by a ``return``:
    before these its assumption is to hold.
    """
    files = text.files_named(edge.origin_file)
    found = [
        (each, extent_of(text, each))
        for each in text.statements
        if each.place.file in files
        and each.place.line <= max(edge.startline, edge.endline)
        and edge.startline <= text.analysed(each.source).place(each.statement.end).line
        and each.statement.word not in _NOT_EXECUTED
        and each.source.preprocessed[each.statement.start] != "{"
        and edge.assumption_scope in ("", each.statement.function)
    ]
    chosen = of_offsets(text, edge, found)
    if not chosen:
        what = "condition" if edge.control else "declaration or assignment"
        raise NotMatchedError(f"no {what} stands on line {edge.startline}")
    return chosen


def _first_statement(text: ProgramText, function: str) -> Placed:
    """The one with which the execution of a function begins."""
    inside = [
        each
        for each in text.statements
        if each.statement.function == function and each.source.preprocessed[each.statement.start] != "{"
    ]
    if not inside:
        raise NotMatchedError(f"the function {function} has no statement")
    return min(inside, key=lambda each: each.statement.start)


class _Guards:
    """Which edges of the program match which edges of a witness."""

    def __init__(self, cfa: Cfa, text: ProgramText, guards: Mapping[int, WitnessEdge]) -> None:
        self.cfa = cfa
        self.guards = guards
        self.loops: Loops = loops_of(cfa)
        self.outcomes = dict(_outcomes(cfa.control))
        self.text = text
        parts = [(edge.origin.file, offset_of(text, edge.origin)) for edge in cfa.edges if _decides(edge)]
        self.conditions = {n: _said_conditions(text, each, parts) for n, each in guards.items() if each.control}

    def passed(self) -> dict[Edge, frozenset[int]]:
        """By program edge: the numbers, from 1, of the witness edges that it matches. Lines are those of the file that
        these name, else of the program's source files, and not of our models, of headers, or of probes. A return is
        known by its function: some name the line of the statement, others that of the call.
        """
        files = {number: self.text.files_named(guard.origin_file) for number, guard in self.guards.items()}
        by_line: defaultdict[int, list[int]] = defaultdict(list)
        anywhere = []
        for number, guard in self.guards.items():
            if guard.startline > 0 and not guard.return_from_function:
                for line in range(guard.startline, min(max(guard.endline, guard.startline), guard.startline + 100) + 1):
                    by_line[line].append(number)
            else:
                anywhere.append(number)
        found: dict[Edge, frozenset[int]] = {}
        for edge in self.cfa.edges:
            mark = mark_of(edge)
            here = edge.origin.file
            candidates = (n for n in (*by_line.get(edge.origin.line, ()), *anywhere) if here in files[n])
            numbers = {n for n in candidates if self._matches(edge, self.guards[n]) and self._is_there(edge, n)}
            if mark is not None:
                numbers = {mark}
            if numbers:
                found[edge] = frozenset(numbers)
        return found

    def _is_there(self, edge: Edge, number: int) -> bool:
        """Whether a branch is one of the conditions that the offsets of a witness edge are in, where these tell."""
        conditions = self.conditions.get(number)
        offset = offset_of(self.text, edge.origin) if conditions else None
        return not conditions or offset is None or any(each.has(edge.origin.file, offset) for each in conditions)

    def _matches(self, edge: Edge, guard: WitnessEdge) -> bool:
        operation = edge.operation
        if guard.control:
            outcome = self.outcomes.get((edge.source, getattr(operation, "truth", None)))
            whole = None if outcome is None else (Branch.TRUE if outcome else Branch.FALSE).value
            if not isinstance(operation, Assume) or guard.control not in (edge.label.branch, whole):
                return False
        if guard.enter_function and self._entered(edge) != guard.enter_function:
            return False
        if guard.return_from_function and not (
            isinstance(operation, Return) and named(operation.function) == guard.return_from_function
        ):
            return False
        return not guard.enter_loop_head or self._comes_to_head(edge.target)

    def _entered(self, edge: Edge) -> str:
        """The function that is called; that of the error has no body here, though it may have one in the text."""
        if isinstance(edge.operation, Call):
            return named(edge.operation.function)
        return self.cfa.error_function if edge.target == self.cfa.error else ""

    def _comes_to_head(self, location: Location) -> bool:
        """Whether a loop begins there, or nothing comes before one: an edge of others may be several of ours."""
        for _ in range(_FEW):
            leaving = self.cfa.leaving[location]
            if self.loops.is_head(location) or len(leaving) != 1 or not isinstance(leaving[0].operation, Skip):
                break
            location = leaving[0].target
        return self.loops.is_head(location)


def _decides(edge: Edge) -> bool:
    return isinstance(edge.operation, Assume) and not is_probe(edge.origin)


def _said_conditions(text: ProgramText, edge: WitnessEdge, parts: Sequence[tuple[str, int | None]]) -> list[Extent]:
    """Where the conditions begin that an edge may mean: ``parts`` are those of all branches. Its offsets may name one
    operand of ``&&`` or ``||``; where nothing begins in them, the conditions of statements that they are in.
    """
    said = said_extent(text, edge)
    if said is not None and any(offset is not None and said.has(file, offset) for file, offset in parts):
        return [said]
    return conditions_at(text, edge)


def _outcomes(control: tuple[ControlStatement, ...]) -> Iterator[tuple[tuple[Location, bool | None], bool]]:
    for statement in control:
        yield from statement.decisions.items()
