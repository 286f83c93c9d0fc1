"""How precise an analysis is, and what of a program this concerns: from cheap to precise."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from coveriflow.analysis.data_flow.differences import Partners, opposite
from coveriflow.analysis.data_flow.values.value_sets import Shape
from coveriflow.analysis.search.atoms import Place, name_of
from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.call_graph import reached_functions
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Assume, Call, Check, Input, Location, Return
from coveriflow.program.cfa.loops import Loops
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Element,
    Expression,
    Variable,
    children,
    subexpressions,
)
from coveriflow.program.memory.layout import SITE_PREFIX
from coveriflow.program.types.c_types import Pointer

_LARGEST_GROUP = 8
_LARGEST_GROUP_WITH_POINTERS = 20
_LARGEST_GROUP_OF_TEXTS = 32
_MOST_STATE_VARIABLES = 2
_FEW = 16
"""A variable that gets at most so many different numbers, all from the program text, may be a state of a machine."""


@dataclass(frozen=True, slots=True)
class Precision:
    """``differences``: of variables that conditions and assignments relate; ``apart``: states that differ in the value
    of a state variable; ``patience``: so many states are joined at a loop head before it widens; ``descents``: so
    often the fixpoint is narrowed (Cousot and Cousot 1977). ``growths``: so often a loop head is widened to numbers of
    the program text; then what still grows is given up. ``memory``: also pointers, and what lies in memory.
    ``objects``: states that differ in the number of objects, or in what their sizes are computed from, are kept apart
    (``partition``). ``flags``: those that came another way, too, as flags tell. ``relations``: of values in memory to
    variables, and states with null pointers and counters of arrays apart. ``frames``: see ``FramedCalls``.
    """

    name: str
    shape: Shape
    differences: bool = False
    apart: bool = False
    patience: int = 1
    descents: int = 1
    growths: int = 25
    memory: bool = False
    objects: bool = False
    flags: bool = False
    relations: bool = False
    frames: bool = False


PRECISIONS = (
    Precision("intervals", Shape(1, congruences=False)),
    Precision("disjunctions and congruences", Shape(4, congruences=True), patience=3, descents=2),
    Precision("differences", Shape(4, congruences=True), differences=True, patience=3, descents=2),
    Precision("state variables", Shape(8, congruences=True), True, True, 4, 2),
    Precision("many disjuncts", Shape(24, congruences=True), True, True, 30, 3),
)
"""One after the other (Beyer, Dangl, Wendler 2015: continuous refinement)."""
WITH_MEMORY = (
    Precision("memory", Shape(8, congruences=True), True, False, 3, 2, 250, memory=True),
    Precision("flags", Shape(8, congruences=True), True, False, 6, 2, 250, memory=True, objects=True, flags=True),
    Precision("relations", Shape(8, congruences=True), True, False, 6, 2, 250, True, True, True, relations=True),
    Precision("patience", Shape(8, congruences=True), True, False, 12, 2, 250, memory=True, objects=True, flags=True),
)
"""The same for programs whose memory counts."""
FRAMED = replace(WITH_MEMORY[2], name="relations and framed calls", frames=True)
"""For programs whose functions call themselves: else there are states for each stack of calls."""


def with_memory(names: Collection[str], *, is_recursive: bool) -> Iterator[Precision]:
    """Those of ``WITH_MEMORY`` that tell something new of a program with variables of these ``names``: where objects
    are made, their number counts.
    """
    if is_recursive:
        yield FRAMED
    makes_objects = any(name.startswith(SITE_PREFIX) for name in names)
    yield from (each for each in WITH_MEMORY if each.objects or not makes_objects)


def related(cfa: Cfa, places: Sequence[Place], loops: Loops) -> Partners:
    """Groups of variables that are compared with each other, or of which one is computed from another, or that count in
    the same loop (Venet 2012).
    """
    groups = _groups(cfa, {name_of(place) for place in places}, loops)
    return {name: others for name, group in sorted(groups.items()) if (others := _others(name, group))}


def related_in_memory(cfa: Cfa, places: Sequence[Place], loops: Loops, pointers: Collection[str]) -> Partners:
    """The same with ``pointers`` that move over an object; where a variable is computed as a difference, the negative
    numbers belong to its group, too.
    """
    names = {name_of(place) for place in places}
    moving = _moving(cfa, pointers)
    groups = _groups(cfa, names, loops) | {name: [name] for name in sorted(moving)}
    both = names | moving
    pairs = (
        *_moved(cfa, both),
        *_compared(cfa, both),
        *_added(cfa, both),
        *_counted_together(cfa, both, moving, loops),
    )
    _unite(groups, (pair for pair in pairs if _is_about(pair, groups, moving)), _LARGEST_GROUP_WITH_POINTERS)
    in_texts = list(_in_texts(cfa, both))
    _unite(groups, in_texts, _LARGEST_GROUP_OF_TEXTS)
    places_in_texts = {name for pair in in_texts for name in pair}
    pairs = *_moved(cfa, both), *_compared(cfa, both), *_counted(cfa, both, loops)
    _unite(groups, (pair for pair in pairs if _is_about(pair, groups, places_in_texts)), _LARGEST_GROUP_OF_TEXTS)
    subtracted, found = frozenset(_subtracted(cfa, both)), dict[str, tuple[str, ...]]()
    for name, group in sorted(groups.items()):
        others = _others(name, group)
        if not others:
            continue
        found[name] = others
        if not moving.isdisjoint(group) and not subtracted.isdisjoint(group):
            found[name] = (*others, *map(opposite, others))
            found[opposite(name)] = (*map(opposite, others), *others)
    return found


def _others(name: str, group: Sequence[str]) -> tuple[str, ...]:
    return tuple(other for other in group if other != name)


def _groups(cfa: Cfa, names: set[str], loops: Loops) -> dict[str, list[str]]:
    groups = {name: [name] for name in names}
    _unite(groups, (*_compared(cfa, names), *_moved(cfa, names), *_counted(cfa, names, loops)), _LARGEST_GROUP)
    return groups


def _is_about(pair: tuple[str, str], groups: Mapping[str, list[str]], moving: Collection[str]) -> bool:
    """Whether a pointer that moves is in the group of one of both, now."""
    return any(each in moving for name in pair for each in groups[name])


def _unite(groups: dict[str, list[str]], pairs: Iterable[tuple[str, str]], most: int) -> None:
    for one, other in pairs:
        first, second = groups[one], groups[other]
        if first is not second and len(first) + len(second) <= most:
            first += second
            groups |= dict.fromkeys(second, first)


def _moving(cfa: Cfa, pointers: Collection[str]) -> set[str]:
    """Pointers that are computed from a number that varies, or from themselves, and copies of these."""
    names, found = set(pointers), set[str]()
    sources, shifted = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for edge in cfa.edges:
        for target, value in assignments(edge.operation):
            name = _name(target, names)
            if name is None or value is None:
                continue
            read = set(_summands(value, names))
            sources[name] |= read
            if isinstance(value, Binary):
                shifted[name] |= read
                if any(isinstance(part, Variable | Cell) and _name(part, names) not in read for part in _outer(value)):
                    found.add(name)
    found |= {name for name in shifted if any(name in _closure(each, sources) for each in shifted[name])}
    return {name for name in names if not found.isdisjoint(_closure(name, sources))}


def _outer(expression: Expression) -> Iterator[Expression]:
    """The parts that are not within the address of another one."""
    yield expression
    if not isinstance(expression, Cell):
        for child in children(expression):
            yield from _outer(child)


def _closure(name: str, sources: Mapping[str, set[str]]) -> set[str]:
    """``name`` and all that it may be a copy of, perhaps shifted."""
    found, pending = {name}, [name]
    while pending:
        new = sources[pending.pop()] - found
        found |= new
        pending += new
    return found


def _added(cfa: Cfa, names: set[str]) -> Iterator[tuple[str, str]]:
    """What makes up an address together."""
    for edge in cfa.edges:
        for expression in expressions_of(edge.operation):
            for part in subexpressions(expression):
                if isinstance(part, Binary) and isinstance(part.type, Pointer):
                    yield from _pairs(list(dict.fromkeys(_summands(part, names))))


def _in_texts(cfa: Cfa, names: set[str]) -> Iterator[tuple[str, str]]:
    """What tells where in a region a number is that is tested for zero: such may be the place of the zero."""
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for edge in cfa.edges:
        if isinstance(edge.operation, Assume):
            for region, part in _tested(edge.operation.condition):
                found[region] |= dict.fromkeys(_summands(part, names))
    for some in found.values():
        yield from _pairs(list(some)) if some else ()


def _tested(condition: Expression) -> Iterator[tuple[str, Expression]]:
    """The number that ``condition`` tests: its region and its address."""
    parts = (condition.left, condition.right) if isinstance(condition, Binary) else (condition,)
    if len(parts) == 1 or (isinstance(condition, Binary) and condition.operator in (BinaryOp.EQ, BinaryOp.NE)):
        for one, other in zip(parts, reversed(parts), strict=True):
            while isinstance(one, Cast):
                one = one.operand
            if isinstance(one, Cell) and (len(parts) == 1 or _is_zero(other)):
                yield one.region.name, one.address


def _is_zero(expression: Expression) -> bool:
    while isinstance(expression, Cast):
        expression = expression.operand
    return isinstance(expression, Constant) and expression.value == 0


def _counted_together(cfa: Cfa, names: set[str], moving: set[str], loops: Loops) -> Iterator[tuple[str, str]]:
    """What gets a constant more or less in one loop, a pointer among them; inner loops first."""
    counters: defaultdict[Location, dict[str, None]] = defaultdict(dict)
    for edge in cfa.edges:
        for head in loops.heads.get(edge.source, ()):
            for target, value in assignments(edge.operation):
                name = _name(target, names)
                if name is not None and isinstance(value, Binary | Cast) and list(_summands(value, names)):
                    counters[head][name] = None
    for head in sorted(counters, key=lambda head: -len(loops.heads[head])):
        some = sorted(counters[head], key=lambda name: name not in moving)
        yield from _pairs(some) if some and some[0] in moving else ()


def _subtracted(cfa: Cfa, names: set[str]) -> Iterator[str]:
    """What is subtracted, and kept."""
    for edge in cfa.edges:
        for _, value in assignments(edge.operation):
            for part in subexpressions(value) if value is not None else ():
                if isinstance(part, Binary) and part.operator is BinaryOp.SUB and not isinstance(part.type, Pointer):
                    yield from _summands(part.right, names)


def _compared(cfa: Cfa, names: set[str]) -> Iterator[tuple[str, str]]:
    for edge in cfa.edges:
        if isinstance(edge.operation, Assume | Check):
            for part in subexpressions(edge.operation.condition):
                if isinstance(part, Binary) and part.operator in COMPARISONS and not _is_of_truths(part):
                    yield from _pairs(_read(part, names))


def _is_of_truths(comparison: Binary) -> bool:
    """Whether a side is itself what a comparison tells."""
    for side in (comparison.left, comparison.right):
        while isinstance(side, Cast):
            side = side.operand
        if isinstance(side, Binary) and side.operator in COMPARISONS:
            return True
    return False


def _moved(cfa: Cfa, names: set[str]) -> Iterator[tuple[str, str]]:
    for edge in cfa.edges:
        for target, value in assignments(edge.operation):
            name = _name(target, names)
            if name is not None:
                yield from ((name, other) for other in _summands(value, names) if other != name)


def _counted(cfa: Cfa, names: set[str], loops: Loops) -> Iterator[tuple[str, str]]:
    """Variables that get a constant more or less in a loop, inner loops first."""
    counters: defaultdict[Location, dict[str, None]] = defaultdict(dict)
    for edge in cfa.edges:
        for head in loops.heads.get(edge.source, ()):
            for target, value in assignments(edge.operation):
                name = _name(target, names)
                if name is not None and isinstance(value, Binary | Cast) and [name] == list(_summands(value, names)):
                    counters[head][name] = None
    for head in sorted(counters, key=lambda head: -len(loops.heads[head])):
        yield from _pairs(list(counters[head]))


def assignments(operation: object) -> Iterator[tuple[Expression, Expression | None]]:
    """What gets which value; ``None``: any."""
    match operation:
        case Assign(target, value):
            yield target, value
        case Input(target):
            yield target, None
        case Call(_, parameters, arguments):
            yield from zip(parameters, arguments, strict=True)
        case Return(_, value, target) if target is not None:
            yield target, value


def _name(expression: Expression, names: set[str]) -> str | None:
    found = name_of(expression) if isinstance(expression, Variable | Cell) else None
    return found if found in names else None


def _read(expression: Expression, names: set[str]) -> list[str]:
    found = (_name(part, names) for part in subexpressions(expression))
    return list(dict.fromkeys(name for name in found if name is not None))


def _pairs(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    yield from ((names[0], other) for other in names[1:])


def _summands(expression: Expression | None, names: set[str]) -> Iterator[str]:
    """What the value is near if the rest is small."""
    match expression:
        case Variable() | Cell():
            name = _name(expression, names)
            yield from [] if name is None else [name]
        case Cast(operand):
            yield from _summands(operand, names)
        case Binary(BinaryOp.MUL, left, Constant(1)):
            yield from _summands(left, names)
        case Binary(BinaryOp.ADD | BinaryOp.SUB, left, right):
            yield from _summands(left, names)
            yield from _summands(right, names)
        case _:
            return


def counted_in_memory(cfa: Cfa) -> Mapping[Expression, frozenset[str]]:
    """Values in memory that become greater or less by a constant, and the regions where they say what lies where."""
    copies = defaultdict[Expression, set[Expression]](set)
    for edge in cfa.edges:
        for target, value in assignments(edge.operation):
            if isinstance(target, Variable) and isinstance(value, Cell):
                copies[target].add(value)
    found = set[Expression]()
    for edge in cfa.edges:
        for target, value in assignments(edge.operation):
            while isinstance(value, Cast):
                value = value.operand
            if isinstance(target, Cell) and isinstance(value, Binary) and isinstance(value.right, Constant):
                if target == value.left or target in copies.get(value.left, ()):
                    found.add(target)
    regions = defaultdict[Expression, set[str]](set)
    for edge in cfa.edges:
        for expression in expressions_of(edge.operation):
            for region, part in _indices(expression):
                for each in (part, *copies.get(part, ())):
                    if each in found:
                        regions[each].add(region)
    return {each: frozenset(names) for each, names in regions.items()}


def _indices(expression: Expression) -> Iterator[tuple[str, Expression]]:
    """By region, what addresses there are computed from."""
    for cell in subexpressions(expression):
        if isinstance(cell, Cell):
            yield from ((cell.region.name, part) for part in subexpressions(cell.address))


def changed_in_loop(cfa: Cfa, loops: Loops, head: Location) -> frozenset[str]:
    """Variables and regions of one number that change in the loop of ``head``, or in a function that it calls."""
    within = {location for location, heads in loops.heads.items() if head in heads}
    called = {
        edge.operation.function for edge in cfa.edges if edge.source in within and isinstance(edge.operation, Call)
    }
    reached = reached_functions(cfa.edges)
    called |= {name for each in called for name in reached[each]}
    return frozenset(
        target_name(target)
        for edge in cfa.edges
        if edge.source in within or edge.source.function in called
        for target, _ in assignments(edge.operation)
    )


def target_name(target: Expression) -> str:
    """The variable, region or array that is written."""
    match target:
        case Variable(name) | Cell(Variable(name)) | Element(Variable(name)):
            return name
        case _:
            raise TypeError(f"{target} is no place")


def state_variables(cfa: Cfa, places: Sequence[Place]) -> tuple[str, ...]:
    """Those that get few numbers and are compared, the one that is compared most often first."""
    names = {name_of(place) for place in places}
    values: defaultdict[str, set[int]] = defaultdict(set)
    sources: defaultdict[str, set[str]] = defaultdict(set)
    others: set[str] = set()
    for edge in cfa.edges:
        for target, value in assignments(edge.operation):
            name = _name(target, names)
            if name is None:
                continue
            if isinstance(value, Constant):
                values[name].add(value.value)
            elif value is not None and (source := _name(value, names)) is not None:
                sources[name].add(source)
            else:
                others.add(name)
    few = {n for n in names - others if len(values[n]) > 1 or sources[n]}
    while dropped := {n for n in few if sources[n] - few or len(_numbers(n, values, sources)) > _FEW}:
        few -= dropped
    counts = Counter(name for name in _mentions(cfa, names) if name in few)
    return tuple(name for name, _ in sorted(counts.items(), key=lambda c: (-c[1], c[0])))[:_MOST_STATE_VARIABLES]


def _numbers(name: str, values: defaultdict[str, set[int]], sources: defaultdict[str, set[str]]) -> set[int]:
    """All that may come to ``name`` by copies."""
    reached, pending = {name}, [name]
    while pending:
        new = sources[pending.pop()] - reached
        reached |= new
        pending += new
    return {value for each in reached for value in values[each]}


def _mentions(cfa: Cfa, names: set[str]) -> Iterable[str]:
    for edge in cfa.edges:
        if isinstance(edge.operation, Assume) and edge.operation.truth:
            yield from _read(edge.operation.condition, names)
