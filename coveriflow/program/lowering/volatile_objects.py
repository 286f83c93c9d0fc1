"""Objects that are declared ``volatile`` (C11 6.7.3 p7): what is not the program may change them.

Those that no file defines have another value each time. Of the others it is assumed that only the program changes them.
"""

from __future__ import annotations

from collections.abc import Set

from coveriflow.program.cfa.edges import InputKind
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.lowering.context import FunctionContext, ProgramContext
from coveriflow.program.types.c_types import DeclaredType, Floating, Integer, Pointer, Type

_ONLY_THE_PROGRAM = "only the program changes the variable '{}', which is volatile"


def note_volatile(program: ProgramContext, variable: str, qualified: Set[str]) -> None:
    """A variable with static storage is declared with these qualifiers."""
    if "volatile" in qualified:
        program.volatile.add(variable)


def read_anew(context: FunctionContext, variable: Variable, type_: DeclaredType | Type, span: Span) -> Variable | None:
    """What a volatile ``variable`` that nothing defines holds now, of which as much is read as ``type_`` says."""
    program = context.program
    if variable.name not in program.volatile:
        return None
    if variable.name not in program.undefined:
        program.assumptions.setdefault(_ONLY_THE_PROGRAM.format(variable.name.rpartition("::")[2]))
        return None
    if not isinstance(type_, Integer | Pointer | Floating):
        return None
    into = context.temporary(type_)
    context.input(into, variable.name, InputKind.VARIABLE, span)
    return into
