"""By the values of which places abstract states are kept apart: how many objects there are, what their sizes are
computed from, and flags that tell which way an execution came.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from coveriflow.analysis.data_flow.evaluation import parts_of
from coveriflow.analysis.data_flow.precision import assignments
from coveriflow.analysis.data_flow.values.contents import cell_name
from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Assume, Call
from coveriflow.program.cfa.liveness import live_variables
from coveriflow.program.cfa.loops import Loops
from coveriflow.program.expressions.expressions import (
    Address,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Expression,
    NewObject,
    Variable,
    subexpressions,
)
from coveriflow.program.memory.layout import EXTENT, FIRST_ADDRESS, SITE_PREFIX
from coveriflow.program.types.c_types import Pointer

_MOST = 24
_MOST_VALUES = 4
_MOST_COUNTERS = 2
MOST_COUNTED = 8
"""What a counter is told apart up to."""
_MOST_POINTERS = 4
"""Pointers to one of few texts that are kept apart all the time."""


def partition_places(cfa: Cfa, names: frozenset[str]) -> tuple[str, ...]:
    """Of ``names``: counters of sites, and what sizes of objects are computed from."""
    counters = [name for name in sorted(names) if name.startswith(SITE_PREFIX)]
    sizes = [name for name in _sizes(cfa, names) if name not in counters][:_MOST]
    return (*counters, *sizes)


def rows(cfa: Cfa, names: frozenset[str]) -> list[str]:
    """Pointers to records of tables that no one writes: what several fields hold belongs together."""
    written = {_name(target) for edge in cfa.edges for target, _ in assignments(edge.operation)}
    fields: defaultdict[str, dict[Expression, None]] = defaultdict(dict)
    for edge in cfa.edges:
        for expression in expressions_of(edge.operation):
            for part in subexpressions(expression):
                if (
                    isinstance(part, Cell)
                    and part.region.name not in written
                    and not part.region.name.startswith(EXTENT.name)
                ):
                    pointer = _only_pointer(part.address)
                    if pointer in names:
                        fields[pointer][part.address] = None
    return [name for name in sorted(fields) if len(fields[name]) > 1]


def _only_pointer(address: Expression) -> str | None:
    """The variable of which ``address`` is a constant distance away."""
    match address:
        case Variable(name, Pointer()):
            return name
        case Cast(operand) | Binary(BinaryOp.ADD, operand, Constant()):
            return _only_pointer(operand)
        case _:
            return None


def flags(cfa: Cfa, loops: Loops, names: frozenset[str], *, may_be_null: bool) -> list[str]:
    """Variables that get few numbers of the text, or addresses, alone. They are read before a loop is entered or a
    function called, so that states are apart for a short time; a few pointers may live longer.
    """
    values = _few_values(cfa, names)
    lasting = _lasting(cfa, loops)
    short = [name for name in sorted(values) if "::" in name and name not in lasting]
    given = {each.name for function in cfa.functions.values() for each in function.parameters}
    others = [name for name in sorted(values) if name in lasting and name not in given]
    null = {0} if may_be_null else set()
    pointers = [name for name in others if all(value >= FIRST_ADDRESS for value in values[name] - null)]
    pointers.sort(key=lambda name: 0 in values[name])
    return [*short, *pointers[:_MOST_POINTERS]]


def nullable(cfa: Cfa, loops: Loops, pointers: Collection[str]) -> list[str]:
    """``pointers`` that get the null pointer, and something else. What comes with the null pointer is kept apart from
    what comes with an address. They are read before a loop is entered or a function called; a few may live longer.
    """
    names = frozenset(pointers)
    nulls, sources = set[str](), defaultdict[str, set[str]](set)
    others: set[str] = set()
    for edge in cfa.edges:
        for target, value in assignments(edge.operation):
            name, read = _name(target), value
            while isinstance(read, Cast):
                read = read.operand
            if name not in names:
                continue
            assert name is not None
            match read:
                case Constant(0) | Address(value=0):
                    nulls.add(name)
                case Variable(source) | Cell(Variable(source)) if source in names:
                    sources[name].add(source)
                case _:
                    others.add(name)
    nulls, others = _copies(nulls, sources), _copies(others, sources)
    lasting = _lasting(cfa, loops)
    both = sorted(nulls & others)
    return [*(n for n in both if n not in lasting), *[n for n in both if n in lasting][:_MOST_POINTERS]]


def bases(cfa: Cfa, pointers: Collection[str]) -> list[str]:
    """``pointers`` that are read in memory, and from which numbers that vary count. In which of few objects that is
    tells how far they may count.
    """
    read = {
        target.name
        for edge in cfa.edges
        for target, value in assignments(edge.operation)
        if isinstance(target, Variable) and isinstance(value, Cell)
    }
    found: dict[str, None] = {}
    for edge in cfa.edges:
        for expression in expressions_of(edge.operation):
            for part in subexpressions(expression):
                if isinstance(part, Cell) and part.region.name.startswith(EXTENT.name):
                    continue
                if (
                    isinstance(part, Cell)
                    and isinstance(part.address, Binary)
                    and part.address.operator is BinaryOp.ADD
                ):
                    base, index = _without_casts(part.address.left), part.address.right
                    if isinstance(base, Variable) and base.name in read:
                        if any(isinstance(each, Variable) for each in subexpressions(index)):
                            found[base.name] = None
    return [name for name in found if name in pointers][:_MOST]


def _without_casts(expression: Expression) -> Expression:
    while isinstance(expression, Cast):
        expression = expression.operand
    return expression


def _copies(names: set[str], sources: Mapping[str, set[str]]) -> set[str]:
    """``names``, and what one of them is copied to."""
    found, changed = set(names), True
    while changed:
        new = {name for name, some in sources.items() if name not in found and not found.isdisjoint(some)}
        found |= new
        changed = bool(new)
    return found


def _lasting(cfa: Cfa, loops: Loops) -> set[str]:
    """What is live where a loop begins, or while a function is called."""
    live = live_variables(cfa.edges, cfa.functions)
    found = {name for head in loops.heads if loops.is_head(head) for name in live(head)}
    for edge in cfa.edges:
        if isinstance(edge.operation, Call):
            found |= live(edge.source) & live(edge.operation.return_to)
    return found


def counters(cfa: Cfa, names: frozenset[str]) -> list[str]:
    """Values in memory that count how much of an array is filled: they grow by one, are compared with a small number,
    and say where something is written. What has been filled depends on them.
    """
    known = {name: next(iter(some)) for name, some in _known_values(cfa, names).items() if len(some) == 1}
    read = _reads(cfa)
    found: dict[str, None] = {}
    for edge in cfa.edges:
        for target, value in assignments(edge.operation):
            if isinstance(target, Cell) and value is not None and _grown(value, read) == target:
                where = _constant(target.address, known)
                if where is not None and _is_limited(cfa, target) and _indexes(cfa, target, read):
                    found[cell_name(target.region.name, (where, parts_of(target)))] = None
    return list(found)[:_MOST_COUNTERS]


def _reads(cfa: Cfa) -> dict[str, Expression]:
    """By variable, the value in memory that is its only value."""
    values: defaultdict[str, list[Expression | None]] = defaultdict(list)
    for edge in cfa.edges:
        for target, value in assignments(edge.operation):
            if isinstance(target, Variable):
                values[target.name].append(value)
    return {n: some[0] for n, some in values.items() if len(some) == 1 and isinstance(some[0], Cell)}


def _grown(value: Expression, read: Mapping[str, Expression]) -> Expression | None:
    """The value in memory that ``value`` is greater by one than."""
    match value:
        case Cast(operand):
            return _grown(operand, read)
        case Binary(BinaryOp.ADD, Variable(name), Constant(1)):
            return read.get(name)
        case Binary(BinaryOp.ADD, Cell() as cell, Constant(1)):
            return cell
        case _:
            return None


def _is_limited(cfa: Cfa, counter: Cell) -> bool:
    """Whether it is compared with a small number."""
    conditions = (edge.operation.condition for edge in cfa.edges if isinstance(edge.operation, Assume))
    return any(
        isinstance(part, Binary)
        and counter in (part.left, part.right)
        and any(isinstance(side, Constant) and 0 < side.value <= MOST_COUNTED for side in (part.left, part.right))
        for condition in conditions
        for part in subexpressions(condition)
    )


def _indexes(cfa: Cfa, counter: Cell, read: Mapping[str, Expression]) -> bool:
    """Whether an address that is written is computed from it."""
    copies = {name for name, value in read.items() if value == counter}
    return any(
        isinstance(target, Cell)
        and any(part == counter or (isinstance(part, Variable) and part.name in copies) for part in _within(target))
        for edge in cfa.edges
        for target, _ in assignments(edge.operation)
    )


def _within(target: Cell) -> Iterator[Expression]:
    yield from subexpressions(target.address)


def _constant(address: Expression, known: Mapping[str, int]) -> int | None:
    """An address that is computed from constants and variables of one value."""
    match address:
        case Constant(number) | Address(value=number):
            return number
        case Variable(name):
            return known.get(name)
        case Cast(operand):
            return _constant(operand, known)
        case Binary(BinaryOp.ADD, left, right):
            one, other = _constant(left, known), _constant(right, known)
            return None if one is None or other is None else one + other
        case _:
            return None


def _few_values(cfa: Cfa, names: frozenset[str]) -> dict[str, set[int]]:
    """All numbers that come to a variable, where these are few and known."""
    return {name: some for name, some in _known_values(cfa, names).items() if len(some) > 1}


def _known_values(cfa: Cfa, names: frozenset[str]) -> dict[str, set[int]]:
    values: defaultdict[str, set[int]] = defaultdict(set)
    sources: defaultdict[str, set[str]] = defaultdict(set)
    others: set[str] = set()
    for edge in cfa.edges:
        for target, value in assignments(edge.operation):
            name, read = _name(target), value
            while isinstance(read, Cast):
                read = read.operand
            if name is None or not isinstance(target, Variable):
                continue
            match read:
                case Constant(number) | Address(value=number):
                    values[name].add(number)
                case Variable(source) if source in names and source != name:
                    sources[name].add(source)
                case _:
                    others.add(name)
    known = {name: set(some) for name, some in values.items()} | {n: values.get(n, set()) for n in sources}
    known = {name: some for name, some in known.items() if name in names and name not in others}
    changed = True
    while changed:
        lost = [n for n in known if any(s not in known for s in sources[n]) or len(known[n]) > _MOST_VALUES]
        for name in lost:
            del known[name]
        grown = {n: known[n].union(*(known[s] for s in sources[n])) for n in known if sources[n] <= known.keys()}
        changed = bool(lost) or any(grown[n] != known[n] for n in grown)
        known |= grown
    return known


def _read(expression: Expression, names: frozenset[str]) -> Iterator[str]:
    for part in subexpressions(expression):
        if isinstance(part, Variable) and part.name in names:
            yield part.name


def _sizes(cfa: Cfa, names: frozenset[str]) -> list[str]:
    """Backwards along assignments."""
    sources: defaultdict[str, dict[str, None]] = defaultdict(dict)
    found: dict[str, None] = {}
    for edge in cfa.edges:
        if isinstance(edge.operation, Assign) and isinstance(edge.operation.value, NewObject):
            found.update(dict.fromkeys(_read(edge.operation.value.size, names)))
        for target, value in assignments(edge.operation):
            name = _name(target)
            if name is not None and value is not None:
                sources[name].update(dict.fromkeys(_read(value, names)))
    pending = list(found)
    while pending:
        new = [name for name in sources[pending.pop()] if name not in found]
        found.update(dict.fromkeys(new))
        pending += new
    return list(found)


def _name(target: Expression) -> str | None:
    match target:
        case Variable(name) | Cell(Variable(name)):
            return name
        case _:
            return None
