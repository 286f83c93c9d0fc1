"""Witnesses of what the embedded verifiers found (SV-COMP GraphML 1.0; formats: 5)."""

from __future__ import annotations

from datetime import UTC, datetime

from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.witnesses import Witness, WitnessEdge, WitnessKind, WitnessNode
from coveriflow.program.cfa import Cfa
from coveriflow.program.edges import Assume, Edge, Input, InputKind
from coveriflow.program.float_texts import decimal_text
from coveriflow.program.interpreter import Interpreter
from coveriflow.program.loops import loops_of
from coveriflow.program.rendering import short_name
from coveriflow.program.types import Array, Floating

_LONGEST = 10_000
_SUFFIXES = {"float": "f", "double": "", "long double": "L"}


_NO_CALLS = frozenset({InputKind.UNINITIALISED, InputKind.VARIABLE, InputKind.ARGUMENT})
"""Inputs that are no results of calls."""


def violation_witness(task: Task, cfa: Cfa, values: tuple[int, ...]) -> Witness:
    """The branches and inputs of the execution with ``values``; at most the last 10,000 of them."""
    execution = Interpreter(cfa).run(values)
    read = iter(execution.inputs)
    steps = [(e, next(read)[1] if _is_scalar_input(e) else None) for e in execution.trace if _is_shown(e)]
    steps = steps[-_LONGEST:]
    nodes = [WitnessNode(f"n{i}", violation=i == len(steps)) for i in range(len(steps) + 1)]
    edges = [_edge(i, edge, value) for i, (edge, value) in enumerate(steps)]
    return _witness(task, WitnessKind.VIOLATION, tuple(nodes), tuple(edges))


def _is_shown(edge: Edge) -> bool:
    return isinstance(edge.operation, Assume) or _is_scalar_input(edge)


def _is_scalar_input(edge: Edge) -> bool:
    return isinstance(edge.operation, Input) and not isinstance(edge.operation.target.type, Array)


def _edge(index: int, edge: Edge, value: int | None) -> WitnessEdge:
    line, operation = edge.origin.line, edge.operation
    source, target = f"n{index}", f"n{index + 1}"
    if isinstance(operation, Assume):
        return WitnessEdge(source, target, line, line, control=edge.label.branch)
    assert isinstance(operation, Input)
    scope, assumption, result = edge.source.function, _value_of(operation, value), ""
    if assumption.startswith("\\result"):
        result = operation.source
    if not assumption:
        return WitnessEdge(source, target, line, line)
    return WitnessEdge(
        source, target, line, line, assumption=assumption, assumption_scope=scope, assumption_resultfunction=result
    )


def _value_of(read: Input, value: int | None) -> str:
    """What a reader of the witness is told of a value: of a variable by its name in the text, of a call by its
    result.
    """
    name = short_name(read.target)
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


def correctness_witness(task: Task, cfa: Cfa) -> Witness:
    """The loop heads, without invariants: what makes the proof checkable is the evidence of the answer."""
    loops = loops_of(cfa)
    heads = sorted((h for h in loops.heads if loops.is_head(h)), key=lambda head: head.number)
    lines = [cfa.leaving[head][0].origin.line for head in heads]
    nodes = [WitnessNode("n0"), *(WitnessNode(f"n{i + 1}") for i in range(len(heads)))]
    edges = [
        WitnessEdge("n0", f"n{i + 1}", line, line, enter_loop_head=True) for i, line in enumerate(lines) if line > 0
    ]
    return _witness(task, WitnessKind.CORRECTNESS, tuple(nodes[: 1 + len(edges)]), tuple(edges))


def _witness(task: Task, kind: WitnessKind, nodes: tuple[WitnessNode, ...], edges: tuple[WitnessEdge, ...]) -> Witness:
    created = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Witness(
        kind, "n0", nodes, edges, task.name, task.program_hash, task.specification, task.data_model, created=created
    )
