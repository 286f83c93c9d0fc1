"""Local variables without a value. One whose declaration a jump passes has an indeterminate value whenever its block is
entered so (C11 6.2.4 p6), whatever it held when it was left.

One that may be read before it is written has a flag, where the property asks for that: 0 where it gets no value, 1
before each write.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from coveriflow.program.cfa.accesses import written_variable
from coveriflow.program.cfa.builder import Builder
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.data_flow import Numbering, Step, groups, least_solution
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import Assign, Call, Check, Edge, Input, InputKind, Location, Return, Skip, Undefined
from coveriflow.program.cfa.object_scopes import Block
from coveriflow.program.expressions.expressions import Constant, Variable, scalar_type, variables
from coveriflow.program.types.c_types import INT, Array

Flags = Mapping[Variable, Variable]
_NO_VALUE, _VALUE = Constant(0, INT), Constant(1, INT)


def with_passed_declarations(
    edges: Iterable[RawEdge], declared: Iterable[Variable], builder: Builder
) -> Iterator[RawEdge]:
    """An edge into a block gives the variables ``declared`` there any value: which matters only after such a jump."""
    own: defaultdict[Block, list[Variable]] = defaultdict(list)
    for variable in declared:
        if (block := builder.blocks.variables.get(variable.name)) is not None:
            own[block].append(variable)
    for edge in edges:
        if isinstance(edge.operation, Call | Return):  # of a recursive function: its blocks are not left meanwhile
            yield edge
            continue
        _, entered = builder.blocks.crossed(edge.source, edge.target)
        yield from _with_values(edge, [variable for block in entered for variable in own.get(block, ())], builder)


def _with_values(edge: RawEdge, variables: list[Variable], builder: Builder) -> Iterator[RawEdge]:
    for variable in variables:
        type_ = variable.type.element if isinstance(variable.type, Array) else scalar_type(variable)
        operation = Input(variable, variable.name, InputKind.UNINITIALISED, type_)
        following = builder.beside(edge.source)
        yield replace(edge, target=following)
        edge = RawEdge(following, operation, edge.target, edge.origin, operation_text(operation))
    yield edge


# --- flags ------------------------------------------------------------------------------------------------------------


def with_flags(edges: list[RawEdge], flags: Flags, beside: Callable[[Location], Location]) -> list[RawEdge]:
    """``edges`` in which each variable's flag tells whether it was written since its declaration was passed; checks
    that cannot fail are gone, and so are flags of which no check is left.

    What an edge writes is marked before it: it has been checked by then whether the edge's operands were written.
    """
    if not flags:
        return edges
    results = _results(edges)
    open_at = _maybe_unset(edges, flags, results)
    kept = [edge if _may_fail(edge, open_at) else replace(edge, operation=Skip(), text="") for edge in edges]
    asked = {flag for edge in kept if _is_check(edge) for flag in variables(edge.operation.condition)}  # type: ignore[union-attr]
    left = {variable: flag for variable, flag in flags.items() if flag in asked}
    return [each for edge in kept for each in _marked(edge, left, set(flags.values()) - asked, results, beside)]


def _results(edges: Iterable[RawEdge]) -> Mapping[Location, frozenset[Variable]]:
    """By where calls return to: what the returns write."""
    found: defaultdict[Location, set[Variable]] = defaultdict(set)
    for edge in edges:
        if isinstance(edge.operation, Return) and edge.operation.target is not None:
            found[edge.target].add(edge.operation.target)
    return {location: frozenset(written) for location, written in found.items()}


def _is_check(edge: RawEdge) -> bool:
    return isinstance(edge.operation, Check) and edge.operation.undefined is Undefined.UNINITIALISED


def _may_fail(edge: RawEdge, open_at: Callable[[Location], frozenset[str]]) -> bool:
    if not _is_check(edge):
        return True
    assert isinstance(edge.operation, Check)
    return any(flag.name in open_at(edge.source) for flag in variables(edge.operation.condition))


def _writes(edge: RawEdge | Edge, results: Mapping[Location, frozenset[Variable]]) -> frozenset[Variable]:
    """The variables that have a value after ``edge``; after a call those that its return writes."""
    operation = edge.operation
    if isinstance(operation, Call):
        return results.get(operation.return_to, frozenset())
    if _takes_value_away(edge) or isinstance(operation, Return):
        return frozenset()
    written = written_variable(operation)
    return frozenset() if written is None else frozenset({written})


def _takes_value_away(edge: RawEdge | Edge) -> bool:
    return isinstance(edge.operation, Input) and edge.operation.kind is InputKind.UNINITIALISED


def _maybe_unset(
    edges: list[RawEdge], flags: Flags, results: Mapping[Location, frozenset[Variable]]
) -> Callable[[Location], frozenset[str]]:
    """By location, the names of the flags that may be 0 there; functions that are called change no flag of others."""
    known, (group, by_group) = frozenset(flags.values()), groups(edges)
    found: dict[str, tuple[Numbering, Mapping[int, int]]] = {}
    for name, own in by_group.items():
        numbering = Numbering()
        found[name] = numbering, least_solution(_changes(own, flags, known, results, numbering))

    def open_at(location: Location) -> frozenset[str]:
        numbering, bits = found[group(location)]
        return numbering.names(bits.get(location.number, 0))

    return open_at


def _changes(
    edges: Iterable[RawEdge | Edge],
    flags: Flags,
    known: frozenset[Variable],
    results: Mapping[Location, frozenset[Variable]],
    numbering: Numbering,
) -> Iterator[Step]:
    """Which flags are 0, and which are not any more, after each edge."""
    for edge in edges:
        if not isinstance(edge.operation, Return):
            after = edge.operation.return_to if isinstance(edge.operation, Call) else edge.target
            written = numbering.bits(flags[each].name for each in _writes(edge, results) if each in flags)
            cleared = numbering.bits(flag.name for flag in _cleared(edge, flags, known))
            yield Step(edge.source, cleared, written, after)


def _cleared(edge: RawEdge | Edge, flags: Flags, known: frozenset[Variable]) -> frozenset[Variable]:
    """The flags, all of which are ``known``, that are 0 after ``edge``."""
    operation = edge.operation
    if isinstance(operation, Assign) and operation.value == _NO_VALUE and operation.target in known:
        assert isinstance(operation.target, Variable)
        return frozenset({operation.target})
    return _taken_away(edge, flags)


def _taken_away(edge: RawEdge | Edge, flags: Flags) -> frozenset[Variable]:
    operation = edge.operation
    if isinstance(operation, Input) and _takes_value_away(edge) and operation.target in flags:
        return frozenset({flags[operation.target]})
    return frozenset()


def _marked(
    edge: RawEdge,
    flags: Flags,
    unused: set[Variable],
    results: Mapping[Location, frozenset[Variable]],
    beside: Callable[[Location], Location],
) -> Iterator[RawEdge]:
    if isinstance(edge.operation, Assign) and edge.operation.target in unused:
        yield replace(edge, operation=Skip(), text="")
        return
    changes = [(flags[each], _VALUE) for each in sorted(_writes(edge, results), key=str) if each in flags]
    changes += [(flag, _NO_VALUE) for flag in _taken_away(edge, flags)]
    for flag, value in changes:
        following, operation = beside(edge.source), Assign(flag, value)
        yield RawEdge(edge.source, operation, following, edge.origin, operation_text(operation))
        edge = replace(edge, source=following)
    yield edge
