"""What printed C has to know of the memory that a program uses."""

from __future__ import annotations

from collections.abc import Iterator

from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Assume, Operation
from coveriflow.program.expressions.expressions import Address, Cast, Cell, NewObject, Place, Variable, subexpressions
from coveriflow.program.memory.layout import EXTENT, SITE_PREFIX
from coveriflow.program.types.c_types import DeclaredType, Floating, Integer, Pointer, Record


def shows_addresses(cfa: Cfa) -> bool:
    """Whether addresses become numbers, as far as the program asks for it."""
    return any(_shows_address(edge.operation) for edge in cfa.edges)


def _shows_address(operation: Operation) -> bool:
    match operation:
        case Assign(target, value) if not is_bookkeeping(target):
            used = value
        case Assume(condition):
            used = condition
        case _:
            return False
    casts = (part for part in subexpressions(used) if isinstance(part, Cast))
    return any(isinstance(each.operand.type, Pointer) and isinstance(each.type, Integer) for each in casts)


def used_elsewhere(cfa: Cfa) -> Iterator[str]:
    """The objects that other functions than their own have the address of."""
    owners = {each.variable: each.function for each in cfa.objects if each.initial is None}
    for edge in cfa.edges:
        for part in (part for each in expressions_of(edge.operation) for part in subexpressions(each)):
            if isinstance(part, Address) and owners.get(part.object, edge.source.function) != edge.source.function:
                yield part.object.name


def made_types(cfa: Cfa) -> dict[str, DeclaredType]:
    """For variables that point to new objects: what the program takes these for, where it converts the pointer."""
    made = {
        edge.operation.target.name
        for edge in cfa.edges
        if isinstance(edge.operation, Assign)
        and isinstance(edge.operation.target, Variable)
        and isinstance(edge.operation.value, NewObject)
    }
    found: dict[str, DeclaredType] = {}
    for edge in cfa.edges if made else ():
        for part in (part for each in expressions_of(edge.operation) for part in subexpressions(each)):
            match part:
                case Cast(Variable(name), Pointer(Integer() | Floating() | Pointer() | Record() as target)) if (
                    name in made
                ):
                    found.setdefault(name, target)
                case _:
                    pass
    return found


def is_bookkeeping(target: Place) -> bool:
    """Whether this is about where objects lie, which the compiler of the text decides."""
    name = target.region.name if isinstance(target, Cell) else target.name if isinstance(target, Variable) else ""
    return name.startswith((EXTENT.name, SITE_PREFIX))
