"""Undefined behaviour in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from coveriflow.artifacts.answers import Confirmation
from coveriflow.artifacts.definedness import (
    Beyond,
    Detail,
    Divided,
    Left,
    NoObject,
    Outside,
    Shifted,
    UndefinedBehaviour,
)
from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.text.violations import LEAKS
from coveriflow.program.wording import counted

KINDS: Mapping[Undefined, str] = {
    Undefined.DIVISION: "division by zero, or with a result that its type cannot hold",
    Undefined.OVERFLOW: "signed arithmetic with a result that its type cannot hold",
    Undefined.SHIFT: "shift by a negative number, or by as many bits as the value has or more",
    Undefined.BOUNDS: "access outside of an array",
    Undefined.FLOAT_CONVERSION: "conversion of a floating value to an integer type that cannot hold it",
    Undefined.DEREFERENCE: "access through a pointer that points to no object, or beyond its object",
    Undefined.POINTER: "pointer arithmetic that leaves an object",
    Undefined.COMPARISON: "distance between objects, or comparison of a pointer to one that does not exist any more",
    Undefined.LIFETIME: "comparison or test of a pointer to a local object that does not exist any more",
    Undefined.FREE: "free of what is not the start of an allocated object, or was freed before",
    Undefined.STACK: "allocation of more memory on the stack than it has",
    Undefined.CALL: "call through a pointer that points to no function of its type",
    Undefined.SIGNATURE: "call of a function with another type than its own",
    Undefined.ARGUMENT: "an argument is read with another type than it was passed with, or none is left",
    Undefined.OVERLAP: "copy between objects that overlap",
    Undefined.OPERAND: "call of a function with an operand for which it is not defined",
    Undefined.JUMP: "jump to what is no label of the function",
    Undefined.READ_ONLY: "write to a string literal, or to an object that is const",
    Undefined.BOOL: "read of a _Bool that holds neither 0 nor 1",
    Undefined.UNINITIALISED: "read of a local variable that was never written",
    Undefined.UNREACHABLE: "__builtin_unreachable is reached",
    Undefined.RETURNING: "a function returns that is declared not to",
    Undefined.UNSEQUENCED: "change of an object, and another access to it in no order",
    Undefined.LEAK: "allocated memory is never freed",
    Undefined.LOST: "no pointer is left to allocated memory",
}
"""What happens where a check fails."""


def kind_sentence(name: str) -> str:
    """Of the kind that is called so; the name itself where there is none."""
    kind = Undefined.__members__.get(name)
    return name if kind is None else KINDS[kind]


def told(found: UndefinedBehaviour) -> str:
    """What happens, and where: the reason of a run that found it."""
    _, line, _ = found.place
    if found.undefined in LEAKS:
        return f"memory leak at the end of the program, at line {line}: {what(found)}"
    inside = f" in the call of {found.called}" if found.called else ""
    return f"undefined behaviour at line {line}{inside}: {what(found)}"


def what(found: UndefinedBehaviour) -> str:
    """What happens, with object and size where these are known."""
    return KINDS[found.undefined] if found.detail is None else _said(found.detail)


def confirmed_by(found: UndefinedBehaviour) -> str:
    """How the execution was confirmed."""
    if found.confirmation is Confirmation.EXECUTED:
        return "a test that was compiled with sanitizers and executed: they report this line"
    return f"a test that the interpreter replayed ({found.note})" if found.note else "a test that was replayed"


def _said(detail: Detail) -> str:
    match detail:
        case Outside(access, name, index, length):
            where = f"`{name}`" if name else "an array"
            return f"{access.value} of {_past(index, length, 1, 'element')} {where} (index {index}, {length} elements)"
        case Beyond(access, _, _, offset, count, size):
            where = f"{_object(detail)} ({counted(size, 'byte')}, offset {offset})"
            return f"{access.value} of {_past(offset, size, count, 'byte')} {where}"
        case NoObject(access, is_written=False):
            return f"{access.value} through a pointer that was never written"
        case NoObject(access, is_null=True):
            return f"{access.value} through a null pointer"
        case NoObject(access, existed=True):
            return f"{access.value} of {_object(detail)}, which does not exist any more"
        case NoObject(access):
            return f"{access.value} through a pointer that points to no object"
        case Divided(0):
            return "division by zero"
        case Divided(by):
            return f"division of the least value of a type by {by}, whose result the type cannot hold"
        case Shifted(by, width):
            return f"shift of a value of {width} bits by {by}"
        case Left(objects, lines, is_lost):
            where = (
                f" allocated at {'line' if len(lines) == 1 else 'lines'} {', '.join(map(str, lines))}" if lines else ""
            )
            verb = "is" if objects == 1 else "are"
            return f"{counted(objects, 'object')}{where} {verb} {'lost' if is_lost else 'never freed'}"
        case _:
            assert_never(detail)


def _past(at: int, size: int, count: int, unit: str) -> str:
    """How much of an access of ``count`` lies outside of ``size``, and on which side."""
    if at < 0:
        return f"{counted(min(count, -at), unit)} before"
    return f"{counted(min(count, at + count - size), unit)} past"


def _object(found: Beyond | NoObject) -> str:
    if found.name:
        return f"`{found.name}`"
    return f"the object allocated at line {found.allocated}" if found.allocated else "an object"
