"""Witnesses of what the embedded verifiers found (SV-COMP GraphML 1.0; formats: 5).

What stands in our models of the library is left out. An edge names its file, unless that is the only source file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from coveriflow.actors.work.source_positions import Originals, named
from coveriflow.actors.work.verify.invariants import ProvedInvariants
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.violations import exchanged
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge, WitnessKind, WitnessNode
from coveriflow.artifacts.witnesses.yaml import WitnessPlace
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.display import short_name
from coveriflow.program.cfa.edges import Assume, Edge, Input, InputKind, Location
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.expressions.float_text import decimal_text
from coveriflow.program.interpreter.interpreter import Execution
from coveriflow.program.types.c_types import Array, Floating, Pointer

_LONGEST = 10_000
_SUFFIXES = {"float": "f", "double": "", "long double": "L"}


Taken = Iterable[tuple[Edge, int | None]]
"""Edges, those that read one number with that number."""


@dataclass(frozen=True, slots=True)
class CycleHead:
    """A loop at a ``place``, and the condition of states that an execution visits again and again."""

    place: WitnessPlace
    recurrent: str


_OPEN = {InputKind.ORDER, InputKind.EVALUATION, InputKind.NAN}
_NO_CALLS = frozenset({InputKind.UNINITIALISED, InputKind.VARIABLE, InputKind.ARGUMENT, *_OPEN})
"""Inputs that are no results of calls."""


def violation_witness(originals: Originals, cfa: Cfa, execution: Execution) -> Witness:
    """The inputs of ``execution``, and the outcomes of conditions of its statements, in the files of the task; at most
    the last 10,000 of them. How operands of conditions are decided, and what is decided within expressions, others see
    in another way.
    """
    outcomes = {at: holds for statement in cfa.control for at, holds in statement.decisions.items()}
    steps = [each for each in with_values(execution) if _is_told(originals, outcomes, each[0])][-_LONGEST:]
    nodes = [WitnessNode(f"n{i}", violation=i == len(steps)) for i in range(len(steps) + 1)]
    edges = [_decided(_edge(originals, i, e, value), outcomes, e) for i, (e, value) in enumerate(steps)]
    return _witness(originals.task, WitnessKind.VIOLATION, tuple(nodes), tuple(edges))


_Outcomes = Mapping[tuple[Location, bool], bool]
"""Where the condition of a statement is decided, by the branch that is taken there, and how."""


def _is_told(originals: Originals, outcomes: _Outcomes, edge: Edge) -> bool:
    if isinstance(operation := edge.operation, Assume) and (edge.source, operation.truth) not in outcomes:
        return False
    return _is_shown(originals, edge)


def _decided(plain: WitnessEdge, outcomes: _Outcomes, edge: Edge) -> WitnessEdge:
    """With the outcome of the condition as it is written: of ``!x``, the opposite of the branch on ``x``."""
    if not isinstance(edge.operation, Assume):
        return plain
    return replace(plain, control=f"condition-{str(outcomes[edge.source, edge.operation.truth]).lower()}")


def endless_witness(originals: Originals, stem: Taken, cycle: Taken, head: CycleHead) -> Witness:
    """The steps of ``stem`` lead to a node with the recurrent set, those of ``cycle`` back to it (sv-witnesses,
    ``termination/README``, of 2022); without steps, one edge goes round.
    """
    before, again = _shown(originals, stem), _shown(originals, cycle)
    first = len(before) + 1
    nodes = [WitnessNode(f"n{i}") for i in range(first + max(1, len(again)))]
    nodes[first] = WitnessNode(
        f"n{first}", cyclehead=True, invariant=head.recurrent, invariant_scope=head.place.function
    )
    entering = replace(
        _at(originals, head.place.file, head.place.line),
        source=f"n{first - 1}",
        target=f"n{first}",
        enter_loop_head=True,
    )
    round_ = [_edge(originals, first + i, edge, value) for i, (edge, value) in enumerate(again)]
    round_ = round_ or [replace(entering, source=f"n{first}")]
    round_[-1] = replace(round_[-1], target=f"n{first}")
    edges = (*(_edge(originals, i, edge, value) for i, (edge, value) in enumerate(before)), entering, *round_)
    return _witness(originals.task, WitnessKind.VIOLATION, tuple(nodes), edges)


def _shown(originals: Originals, taken: Taken) -> list[tuple[Edge, int | None]]:
    """The last 10,000 branches and inputs."""
    return [(edge, value) for edge, value in taken if _is_shown(originals, edge)][-_LONGEST:]


def _at(originals: Originals, file: str, line: int) -> WitnessEdge:
    """An edge on a line, without ends. Which file is meant is clear where it is the only source file."""
    return WitnessEdge("", "", line, line, origin_file="" if originals.files == {file} else file)


def with_values(execution: Execution) -> Iterator[tuple[Edge, int | None]]:
    """The edges of an execution, those that read one number with that number."""
    read = iter(execution.inputs)
    for edge in execution.trace:
        if _is_scalar_input(edge):
            yield edge, next(read)[1]
            continue
        if isinstance(edge.operation, Input) and isinstance(edge.operation.target.type, Array):
            for _ in range(edge.operation.target.type.length):
                next(read)
        yield edge, None


def _is_shown(originals: Originals, edge: Edge) -> bool:
    """Values are told of what stands in source files: calls in headers are not told apart by their lines."""
    if isinstance(edge.operation, Assume):
        return edge.origin.file in originals.all_files
    return _is_scalar_input(edge) and edge.origin.file in originals.files


def _is_scalar_input(edge: Edge) -> bool:
    return isinstance(edge.operation, Input) and not isinstance(edge.operation.target.type, Array)


def _edge(originals: Originals, index: int, edge: Edge, value: int | None) -> WitnessEdge:
    operation = edge.operation
    here = _at(originals, edge.origin.file, edge.origin.line)
    plain = replace(here, source=f"n{index}", target=f"n{index + 1}")
    if isinstance(operation, Assume):
        return replace(plain, control=edge.label.branch)
    assert isinstance(operation, Input)
    assumption = _value_of(operation, value)
    if not assumption:
        return plain
    result = operation.source if assumption.startswith("\\result") else ""
    start, end = originals.call(operation.source, edge.origin) or (-1, -1)
    return replace(
        plain,
        startoffset=start,
        endoffset=end,
        assumption=assumption,
        assumption_scope=named(edge.source.function),
        assumption_resultfunction=result,
    )


def _value_of(read: Input, value: int | None) -> str:
    """What a reader of the witness is told of a value: of a variable by its name in the text, of a call by its
    result.
    """
    name = short_name(read.target)
    if isinstance(read.type, Pointer) and value:
        return ""  # where objects lie is told by no number
    if isinstance(read.type, Floating):
        assert value is not None
        return _floating(name, read, value)
    if name.isidentifier() and name != "return":
        return f"{name} == {value}"
    return "" if read.kind in _NO_CALLS else f"\\result == {value}"


def _floating(name: str, read: Input, value: int) -> str:
    """A NaN equals nothing, so nothing is said of it."""
    assert isinstance(read.type, Floating)
    text = decimal_text(value, read.type)
    if text.endswith(("nan", "inf")):
        return ""
    if name.isidentifier() and name != "return":
        return f"{name} == {text}{_SUFFIXES[read.type.name]}"
    return "" if read.kind in _NO_CALLS else f"\\result == {text}{_SUFFIXES[read.type.name]}"


def correctness_witness(originals: Originals, cfa: Cfa, proved: tuple[ProvedInvariants, ...]) -> Witness:
    """The loop heads, with what was proved to hold there.

    A head is known by its line: a line with several loops has no invariants, and neither has a ``do`` loop, whose head
    is not where its condition is evaluated.
    """
    loops = loops_of(cfa)
    heads = sorted((h for h in loops.heads if loops.is_head(h)), key=lambda head: head.number)
    places = [(head, cfa.leaving[head][0].origin) for head in heads]
    lines = {each.statement.head: each for each in proved if each.statement.keyword != "do"}
    alone = _lines_with_one_loop(cfa)
    nodes, edges = [WitnessNode("n0")], []
    for head, span in places:
        if span.file not in originals.files or span.line < 1:
            continue
        found = lines.get(head)
        line = found.place.line if found is not None else span.line
        name = f"n{len(nodes)}"
        if found is None or (found.place.file, line) not in alone:
            nodes.append(WitnessNode(name))
        else:
            nodes.append(WitnessNode(name, invariant=_conjunction(found.texts), invariant_scope=found.place.function))
        at_head = _at(originals, span.file, line)
        edges.append(replace(at_head, source="n0", target=name, enter_loop_head=True))
    return _witness(originals.task, WitnessKind.CORRECTNESS, tuple(nodes), tuple(edges))


def _lines_with_one_loop(cfa: Cfa) -> frozenset[tuple[str, int]]:
    found = Counter((each.span.file, each.span.line) for each in cfa.control if each.is_loop)
    return frozenset(place for place, times in found.items() if times == 1)


def _conjunction(texts: tuple[str, ...]) -> str:
    return texts[0] if len(texts) == 1 else " && ".join(f"({text})" for text in texts)


def _witness(task: Task, kind: WitnessKind, nodes: tuple[WitnessNode, ...], edges: tuple[WitnessEdge, ...]) -> Witness:
    created = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Witness(
        kind, "n0", nodes, edges, task.name, task.program_hash, exchanged(task), task.data_model, created=created
    )
