"""Which variables an operation reads and writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from coveriflow.program.cfa.edges import Assign, Assume, Call, Check, Input, Operation, Return, Skip, Stop, Unsupported
from coveriflow.program.expressions.expressions import Cell, Element, Expression, Variable, all_parts
from coveriflow.program.types.c_types import Region


def parts_of(operation: Operation) -> tuple[Expression, ...]:
    """All expressions that an operation evaluates (``expressions_of``) and all their parts, each before its own."""
    try:
        return operation.parts
    except AttributeError:
        found = tuple(all_parts(expressions_of(operation)))
        object.__setattr__(operation, "parts", found)
        return found


def read_variables(operation: Operation) -> list[Variable]:
    """Variables whose values the operation needs; a write to one element reads the rest of the array."""
    if isinstance(operation, Return):
        return [operation.value] if operation.value is not None and operation.target is not None else []
    parts = parts_of(operation)
    if isinstance(operation, Assign) and isinstance(operation.target, Variable):
        parts = parts[1:]
    return [part for part in parts if isinstance(part, Variable)]


def read_names(operation: Operation) -> frozenset[str]:
    """The names of these variables."""
    try:
        return operation.names
    except AttributeError:
        found = frozenset([variable.name for variable in read_variables(operation)])
        object.__setattr__(operation, "names", found)
        return found


def _is_whole(target: Element | Cell) -> bool:
    """Whether this is all that a region holds."""
    return isinstance(target, Cell) and isinstance(target.region.type, Region) and target.region.type.single


def written_variable(operation: Operation) -> Variable | None:
    """The variable that the operation changes, wholly or one element of it (a call changes its parameters)."""
    match operation:
        case Assign(target):
            match target:
                case Element(array):
                    return array
                case Cell(region):
                    return region
                case _:
                    return target
        case Input(target) | Return(_, _, target):
            return target
        case _:
            return None


def overwritten_variable(operation: Operation) -> Variable | None:
    """The variable whose old value is lost after the operation."""
    if isinstance(operation, Assign) and isinstance(operation.target, Element | Cell):
        target = operation.target
        return target.region if isinstance(target, Cell) and _is_whole(target) else None
    return written_variable(operation)


def expressions_of(operation: Operation) -> tuple[Expression, ...]:
    """All expressions that an operation evaluates; of a target in an array or in memory, the target itself."""
    return _EXPRESSIONS[type(operation)](operation)


def _none(_: Any) -> tuple[Expression, ...]:
    return ()


def _condition(operation: Any) -> tuple[Expression, ...]:
    return (operation.condition,)


_EXPRESSIONS: Mapping[type[Operation], Callable[[Any], tuple[Expression, ...]]] = {
    **dict.fromkeys((Skip, Unsupported, Input, Return), _none),
    **dict.fromkeys((Assume, Check), _condition),
    Stop: lambda operation: () if operation.status is None else (operation.status,),
    Assign: attrgetter("target", "value"),
    Call: attrgetter("arguments"),
}
