"""Numbers at which growth may stop: those of the program text; of floating-point numbers some of each magnitude."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from coveriflow.analysis.data_flow.precision import assignments, target_name
from coveriflow.analysis.search.atoms import Vocabulary, name_of
from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Check, Edge
from coveriflow.program.expressions import softfloat
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    Binary,
    Cell,
    Constant,
    Element,
    Expression,
    NewObject,
    Variable,
    scalar_type,
    subexpressions,
)
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.expressions.float_sets import infinite, position_of
from coveriflow.program.expressions.softfloat import Format
from coveriflow.program.types.c_types import Floating, Integer

_MAGNITUDES = tuple(Fraction(16) ** n for n in range(-3, 17))
_MOST_INTEGERS = 40


def thresholds(cfa: Cfa) -> list[int]:
    """The numbers of conditions of the program text, and their neighbours, ascending."""
    return _with_neighbours(number for edge in cfa.edges for number in _constants(_condition(edge.operation)))


def own_thresholds(cfa: Cfa, names: Iterable[str]) -> dict[str, Sequence[int]]:
    """The same for each of ``names``: of conditions about it, and about what it is compared with or computed from, or
    what is computed from it.
    """
    near: dict[str, set[str]] = {name: {name} for name in names}
    numbers: defaultdict[str, set[int]] = defaultdict(set)
    for edge in cfa.edges:
        for part in _comparisons(edge.operation):
            mentioned = [name for name in _read(part) if name in near]
            for name in mentioned:
                near[name].update(mentioned)
                numbers[name].update(_constants(part))
        for target, value in assignments(edge.operation):
            sources = [name for name in _read(value) if name in near] if value is not None else []
            for name in _read(target):
                if name in near:
                    near[name].update(sources)
                    for source in sources:
                        near[source].add(name)
    return {name: _with_neighbours(n for each in group for n in numbers[each]) for name, group in near.items()}


def closed_set_thresholds(cfa: Cfa, names: Collection[str]) -> Mapping[str, Sequence[int]]:
    """``own_thresholds``; none where no check depends on a variable, if nothing but checks leads to the error."""
    own = own_thresholds(cfa, names)
    errors = (edge.operation for edge in cfa.entering[cfa.error])
    if all(isinstance(each, Assume) and each.undefined for each in errors):
        own |= dict.fromkeys(set(names) - deciding(cfa), ())
    return own


def deciding(cfa: Cfa) -> set[str]:
    """Names on which checks depend: what these and addresses are computed from, and what that is compared with. What
    else grows need not grow step by step.
    """
    checking = {edge.source for edge in cfa.entering[cfa.error]}
    pending: dict[str, None] = {}
    beside: defaultdict[str, set[str]] = defaultdict(set)
    for edge in cfa.edges:
        if isinstance(edge.operation, Check) or edge.source in checking:
            pending |= dict.fromkeys(_mentioned(getattr(edge.operation, "condition", None)))
        pending |= dict.fromkeys(_placing(edge))
        for part in _comparisons(edge.operation):
            mentioned = list(_mentioned(part))
            for name in mentioned:
                beside[name].update(mentioned)
        for target, value in assignments(edge.operation):
            beside[target_name(target)].update(_mentioned(value))
    found = set[str]()
    while pending:
        name, _ = pending.popitem()
        found.add(name)
        pending |= dict.fromkeys(beside[name] - found)
    return found


def _placing(edge: Edge) -> Iterator[str]:
    """What addresses, indices and sizes of objects are computed from."""
    for expression in expressions_of(edge.operation):
        for part in subexpressions(expression):
            if isinstance(part, Cell):
                yield from _mentioned(part.address)
            elif isinstance(part, Element):
                yield from _mentioned(part.index)
            elif isinstance(part, NewObject):
                yield from (*_mentioned(part.address), *_mentioned(part.size))


def _mentioned(expression: Expression | None) -> Iterator[str]:
    """Variables, regions and arrays."""
    for part in subexpressions(expression) if expression is not None else ():
        if isinstance(part, Variable):
            yield part.name
        elif isinstance(part, Cell):
            yield part.region.name
        elif isinstance(part, Element):
            yield part.array.name


def _condition(operation: object) -> Expression | None:
    is_of_text = isinstance(operation, Assume) and operation.undefined is None
    return operation.condition if is_of_text else None  # type: ignore[attr-defined]


def _comparisons(operation: object) -> Iterator[Expression]:
    """The comparisons of a condition, or all of it where there are none."""
    condition = _condition(operation)
    if condition is None:
        return
    parts = list(subexpressions(condition))
    compared = [part for part in parts if isinstance(part, Binary) and part.operator in COMPARISONS]
    yield from compared or parts[:1]


def _constants(condition: Expression | None) -> Iterator[int]:
    for part in subexpressions(condition) if condition is not None else ():
        if isinstance(part, Constant) and isinstance(part.type, Integer):
            yield part.value


def _read(expression: Expression) -> Iterator[str]:
    yield from (name_of(part) for part in subexpressions(expression) if isinstance(part, Variable | Cell))


def _with_neighbours(numbers: Iterable[int]) -> list[int]:
    return sorted({number + distance for number in {0, *numbers} for distance in (-1, 0, 1)})


def float_thresholds(vocabulary: Vocabulary) -> dict[str, Sequence[int]]:
    """Positions, ascending, by the name of the type; of the types that ``vocabulary`` has places of."""
    types = {scalar_type(place) for place in vocabulary.places}
    forms = {type_.name: format_of(type_) for type_ in types if isinstance(type_, Floating)}
    values = constants_of(vocabulary)
    return {name: _positions(form, values) for name, form in forms.items()}


def constants_of(vocabulary: Vocabulary) -> set[Fraction]:
    """The finite numbers of the program text, and some integers."""
    found = {Fraction(number) for number in vocabulary.constants()[:_MOST_INTEGERS]}
    for constant in vocabulary.numbers():
        assert isinstance(constant.type, Floating)
        form = format_of(constant.type)
        if not softfloat.is_nan(form, constant.value) and not softfloat.is_infinite(form, constant.value):
            found.add(softfloat.exact(form, constant.value))
    return found


def _positions(form: Format, values: set[Fraction]) -> Sequence[int]:
    found = {-1, 0, infinite(form) - 1, -infinite(form)}
    for value in (*values, *_MAGNITUDES):
        position = position_of(form, softfloat.nearest(form, abs(value)))
        found |= {position, -position - 1}
    return sorted(found)
