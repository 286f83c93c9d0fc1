"""Which variables an operation reads and writes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from coveriflow.program.cfa.edges import Assign, Assume, Call, Check, Input, Operation, Return, Skip, Stop, Unsupported
from coveriflow.program.expressions.expressions import Cell, Element, Expression, Variable, variables
from coveriflow.program.types.c_types import Region


def read_variables(operation: Operation) -> Iterator[Variable]:
    """Variables whose values the operation needs; a write to one element reads the rest of the array."""
    match operation:
        case Skip() | Unsupported() | Input():
            return
        case Stop(status):
            if status is not None:
                yield from variables(status)
        case Assume(condition) | Check(condition):
            yield from variables(condition)
        case Assign(target, value):
            if isinstance(target, Element | Cell):
                yield from variables(target)
            yield from variables(value)
        case Call(_, _, arguments):
            for argument in arguments:
                yield from variables(argument)
        case Return(_, value, target):
            if value is not None and target is not None:
                yield value
        case _:
            assert_never(operation)


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


def expressions_of(operation: Operation) -> Iterator[Expression]:
    """All expressions that an operation evaluates; of a target in an array or in memory, the target itself."""
    match operation:
        case Skip() | Unsupported() | Input() | Return():
            return
        case Stop(status):
            if status is not None:
                yield status
        case Assume(condition) | Check(condition):
            yield condition
        case Assign(target, value):
            yield target
            yield value
        case Call(_, _, arguments):
            yield from arguments
        case _:
            assert_never(operation)
