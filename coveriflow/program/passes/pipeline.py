"""From the edges as they were built to an automaton: no empty steps, nothing unreachable, no inputs that are never
read.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeGuard

from coveriflow.program.cfa.accesses import read_names, written_variable
from coveriflow.program.cfa.arguments import is_rest
from coveriflow.program.cfa.call_graph import reached_functions, users
from coveriflow.program.cfa.cfa import Cfa, Function, Global, RawEdge, numbered
from coveriflow.program.cfa.edges import Call, Input, InputKind, Location, Operation, Return, Skip
from coveriflow.program.cfa.liveness import Liveness, live_variables
from coveriflow.program.cfa.recursion import Saving
from coveriflow.program.declarations.array_initialisers import MAXIMUM_LENGTH
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.lowering.expressions.object_order import Orders
from coveriflow.program.memory.address_numbers import AddressNumbers
from coveriflow.program.memory.points_to import PointsTo
from coveriflow.program.memory.provenance import Refusals
from coveriflow.program.memory.regions import Regions
from coveriflow.program.passes.automatic_storage import Automatic, only_heap_is_freed
from coveriflow.program.passes.bool_representations import BoolValues
from coveriflow.program.passes.const_objects import assume_constant_members_are_not_written, without_writes_to_constants
from coveriflow.program.passes.dangling_pointers import Expired
from coveriflow.program.passes.excess_precision import without_excess_precision
from coveriflow.program.passes.indeterminate_values import with_flags, with_passed_declarations
from coveriflow.program.passes.lifetime_ends import with_block_lifetimes, with_lifetimes
from coveriflow.program.passes.lowered_program import LoweredProgram
from coveriflow.program.passes.memory_splitting import Splitting
from coveriflow.program.passes.open_nans import locals_for_nans, without_open_nans
from coveriflow.program.passes.padding_bytes import assume_padding_does_not_matter
from coveriflow.program.passes.reused_storage import LocalStorage, assume_none_is_kept
from coveriflow.program.passes.rounding_modes import with_directions
from coveriflow.program.passes.shared_literals import assume_literals_are_apart
from coveriflow.program.passes.type_punning import assume_for_type_punning
from coveriflow.program.types.c_types import Array

Representative = Callable[[Location], Location]


@dataclass(frozen=True, slots=True)
class Analysed:
    """Edges over the whole memory, where their addresses may lead, and which location stands for one of before."""

    edges: list[RawEdge]
    points_to: PointsTo
    represent: Representative


def analysed(program: LoweredProgram, edges: list[RawEdge]) -> Analysed:
    """``edges``, those that can be reached of a program that has been lowered completely."""
    functions, entry = program.functions, program.functions[program.entry]
    edges = with_directions(without_excess_precision(edges, program), program)
    edges = list(with_passed_declarations(edges, program.passed, program.builder))
    edges = with_flags(edges, program.unset, program.builder.beside)
    live = _without_dead_inputs(edges, functions, entry.result)
    edges, shorter = without_empty_steps(live, program.builder.blocks.boundary())
    edges = reachable(edges, shorter(entry.entry))
    _refuse_huge_inputs(edges)
    points_to = PointsTo()
    points_to.analyse(edge.operation for edge in edges)
    assume_for_type_punning(program, points_to, edges)
    assume_padding_does_not_matter(program, points_to, edges)
    assume_literals_are_apart(program, points_to, edges)
    return Analysed(edges, points_to, shorter)


def finished(program: LoweredProgram, found: Analysed) -> Cfa:
    """The automaton of a program."""
    points_to, shorter = found.points_to, found.represent
    functions, entry = program.functions, program.entry
    blocks, location = program.builder.blocks, program.builder.location
    objects, granules = tuple(program.layout.objects.values()), program.layout.granules
    refusals = Refusals(points_to, program.sites, program.cut, granules, program.halt, program.builder.beside)
    edges = _without_open_numbers(refusals.refused(found.edges), program, points_to, shorter)
    assume_constant_members_are_not_written(program, points_to, edges)
    edges = list(without_writes_to_constants(points_to, objects, edges, granules, program.builder.beside))
    edges = _without_open_values(program, points_to, edges)
    automatic = Automatic(program, points_to, objects, entry)
    edges = Expired(points_to, automatic.kept(edges), granules, program.builder.beside).excluded(edges)
    orders = Orders(points_to, program.layout, {shorter(f.entry) for f in functions.values()}, program.builder.beside)
    edges = list(orders.left_open(edges))
    ends = automatic.ending(edges)
    edges = list(only_heap_is_freed(points_to, program.sites, edges, granules))
    assume_none_is_kept(program, ends, edges, shorter)
    edges = with_block_lifetimes(edges, blocks, ends.blocks, location, shorter)
    edges, further = without_empty_steps(edges)
    edges, functions = with_lifetimes(edges, functions, ends.functions, location)
    regions = Regions(points_to, objects, granules)
    splitting = Splitting(regions, location)
    edges = list(splitting.edges(edges))
    functions = _with_locals(splitting.functions(functions), locals_for_nans(edges))
    saving = Saving(program.builder, functions)
    edges = saving.saved(edges)
    functions = _with_locals(functions, saving.locals)
    mentioned, represent = _mentioned(edges), lambda location: further(shorter(location))
    trimmed = {name: _trimmed(f, mentioned, represent) for name, f in sorted(functions.items())}
    return Cfa(
        entry=trimmed[entry].entry,
        error=program.error,
        halt=program.halt,
        edges=numbered(edges),
        globals=(
            *program.globals.values(),
            *orders.globals(),
            *_with_owners(regions.globals(), edges),
            *saving.globals.values(),
        ),
        objects=tuple(replace(each, in_block=True) if each.variable.name in blocks.homes else each for each in objects),
        functions=trimmed,
        entry_function=entry,
        error_function=program.error_function,
        data_model=program.model,
        granules=granules,
        assumptions=tuple(program.assumptions),
        control=tuple(each.moved(represent) for each in program.builder.control),
    )


def _with_locals(functions: Mapping[str, Function], new: Mapping[str, Iterable[Variable]]) -> dict[str, Function]:
    return {name: replace(f, locals=(*f.locals, *new.get(name, ()))) for name, f in functions.items()}


def _without_open_numbers(
    edges: list[RawEdge], program: LoweredProgram, points_to: PointsTo, represent: Representative
) -> list[RawEdge]:
    """Without what comes after comparisons of addresses that are not known."""
    storage = LocalStorage(program, edges, represent)
    numbers = AddressNumbers(points_to, program.address_numbers, storage.may_end, storage.may_begin_again, program.halt)
    return reachable(numbers.refused(edges), represent(program.functions[program.entry].entry))


def _without_open_values(program: LoweredProgram, points_to: PointsTo, edges: list[RawEdge]) -> list[RawEdge]:
    """What depends on a ``_Bool`` that is neither 0 nor 1, or on what is open of a NaN."""
    edges = list(BoolValues(points_to, program.builder.beside).excluded(edges))
    return without_open_nans(program, points_to, edges)


def _refuse_huge_inputs(edges: list[RawEdge]) -> None:
    for edge in edges:
        if isinstance(edge.operation, Input) and isinstance(type_ := edge.operation.target.type, Array):
            if type_.length > MAXIMUM_LENGTH:
                raise NotSupported("a local array of more than a million elements without initialiser", edge.origin)


def reachable(edges: list[RawEdge], entry: Location) -> list[RawEdge]:
    """The edges on paths from ``entry``; a return edge counts where its call does."""
    plain: defaultdict[int, list[int]] = defaultdict(list)
    crossing: defaultdict[int, list[RawEdge]] = defaultdict(list)
    for edge in edges:
        if type(edge.operation) is Call or type(edge.operation) is Return:
            crossing[edge.source.number].append(edge)
        else:
            plain[edge.source.number].append(edge.target.number)
    seen: set[int] = set()
    called: set[int] = set()
    waiting: set[int] = set()
    pending = [entry.number]
    while pending:
        number = pending.pop()
        if number in seen:
            continue
        seen.add(number)
        pending += plain.get(number, ())
        for edge in crossing.get(number, ()):
            target, operation = edge.target.number, edge.operation
            if isinstance(operation, Call):
                back = operation.return_to.number
                called.add(back)
                if back in waiting:
                    waiting.discard(back)
                    pending.append(back)
            if isinstance(operation, Return) and target not in called:
                waiting.add(target)
            elif target not in seen:
                pending.append(target)
    return [e for e in edges if e.source.number in seen and e.target.number in seen]


def without_empty_steps(
    edges: list[RawEdge], needed: Callable[[Location, Location], bool] = lambda _source, _target: False
) -> tuple[list[RawEdge], Representative]:
    """Contract edges that do nothing, have no alternative and are not ``needed``; a loop of nothing else keeps one.

    Where a call returns to stays a location of its own: the call stack is a stack of these.
    """
    returns = {e.operation.return_to.number for e in edges if isinstance(e.operation, Call)}
    degree = Counter([edge.source.number for edge in edges])
    nothing = Skip()
    steps = [e for e in edges if type(e.operation) is Skip and e.operation == nothing]
    steps = [e for e in steps if degree[e.source.number] == 1 and e.source.number not in returns]
    following = {e.source.number: e.target for e in steps if not needed(e.source, e.target)}
    table: dict[int, Location] = {}

    def represent(location: Location) -> Location:
        if location.number not in following:
            return location
        path: dict[int, None] = {}
        current = location
        while current.number not in table and current.number in following and current.number not in path:
            path[current.number] = None
            current = following[current.number]
        end = table.get(current.number, current)
        table.update(dict.fromkeys(path, end))
        return end

    kept = [_moved(e, represent) for e in edges if not _is_contracted(e.source, following, represent)]
    return kept, represent


def _is_contracted(location: Location, following: Mapping[int, Location], represent: Representative) -> bool:
    return location.number in following and represent(location) != location


def _moved(edge: RawEdge, represent: Representative) -> RawEdge:
    operation, source, target = edge.operation, represent(edge.source), represent(edge.target)
    if isinstance(operation, Call):
        operation = replace(operation, return_to=represent(operation.return_to))
    elif source is edge.source and target is edge.target:
        return edge
    return RawEdge(source, operation, target, edge.origin, edge.text)


def _without_dead_inputs(
    edges: list[RawEdge], functions: Mapping[str, Function], status: Variable | None
) -> list[RawEdge]:
    """An unknown value that is never read is no input; the exit status is read by whoever called the program."""
    inputs = [e.operation.target for e in edges if _is_not_asked_for(e.operation)]
    own, others = ({v.name for v in inputs if ("::" in v.name) is is_local} for is_local in (True, False))
    live = live_variables(edges, functions, asked=frozenset(own))
    read = frozenset[str]().union(*(read_names(edge.operation) for edge in edges)) if others else frozenset[str]()
    dead = [_is_dead(e, live, read) and written_variable(e.operation) != status for e in edges]
    return [replace(e, operation=Skip(), text="") if gone else e for e, gone in zip(edges, dead, strict=True)]


def _is_dead(edge: RawEdge, live: Liveness, read: frozenset[str]) -> bool:
    """Such inputs go to local variables, and to undefined ones at the start. One of them is for executions."""
    if not _is_not_asked_for(edge.operation):
        return False
    name = edge.operation.target.name
    return not live.has(name, edge.target) if "::" in name else name not in read


def _is_not_asked_for(operation: Operation) -> TypeGuard[Input]:
    """Whether this is an input of which the program text says nothing."""
    return isinstance(operation, Input) and operation.kind is not InputKind.CALL and not is_rest(operation)


def _with_owners(regions: Iterable[Global], edges: list[RawEdge]) -> Iterator[Global]:
    """``regions`` with their function where no one uses them but it and those that it calls."""
    known, reached = users(edges), reached_functions(edges)
    for region in regions:
        own = region.function
        apart = own not in reached[own] and known.get(region.variable.name, set()) <= {own} | reached[own]
        yield region if apart else replace(region, function="")


def _mentioned(edges: list[RawEdge]) -> set[str]:
    """Names of the variables that some edge reads or writes."""
    names: set[str] = set()
    for edge in edges:
        names |= read_names(edge.operation)
        written = written_variable(edge.operation)
        names |= {written.name} if written else set()
    return names


def _trimmed(function: Function, mentioned: set[str], represent: Representative) -> Function:
    """``function`` with the locals that are still mentioned."""
    kept = tuple(v for v in function.locals if v.name in mentioned)
    return replace(function, entry=represent(function.entry), locals=kept)
