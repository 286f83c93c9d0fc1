"""What functions of the C library access of the program's objects, though nothing is known of them but that they write
nothing which it sees: where accesses violate the property, this has to be there.
"""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.cfa.presumptions import ACCESSES
from coveriflow.program.declarations.scopes import FunctionSymbol
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Constant, Expression
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.calls.arguments import arguments
from coveriflow.program.lowering.expressions.expressions import value
from coveriflow.program.lowering.expressions.multipart import held
from coveriflow.program.lowering.expressions.pointer_arithmetic import accessible, emit_check
from coveriflow.program.lowering.expressions.sizeof import type_of
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import ULLONG, ArrayOf, DeclaredType, FunctionOf, Pointer, Record

Evaluate = Callable[[FunctionContext, c_ast.FuncCall], None]

_OF_LOCKS = ("pthread_", "sem_")
_OF_THE_LIBRARY = frozenset({"_IO_FILE", "__dirstream"})
"""Tags of types whose objects are the library's own."""
_READING_A_LENGTH = frozenset(
    "wmemcmp wmemchr wcsncmp send sendto setsockopt bind connect write pwrite fwrite writev".split()
)
"""Functions that read as much as an argument says, also of a literal."""


def what_is_accessed(context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol | None) -> Evaluate | None:
    """How to evaluate the arguments of such a call with checks of what it accesses; ``None``: there is nothing to
    check, or that all is there becomes an assumption.
    """
    if Undefined.DEREFERENCE not in context.program.violations.checks:
        return None
    types, name = _types(context, node, symbol), node.name.name
    if name.startswith(_OF_LOCKS) and all(_size(type_) for type_ in types if isinstance(type_, Pointer)):
        return lambda context, node: _evaluate_objects(context, node, types)
    accessed = (
        type_
        for argument, type_ in zip(arguments(node), types, strict=True)
        if name in _READING_A_LENGTH or not (isinstance(argument, c_ast.Constant) and argument.type == "string")
    )
    if any(map(_is_of_program, accessed)):
        context.program.assumptions.setdefault(f"the library function {name} {ACCESSES}")
    return None


def _types(context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol | None) -> list[DeclaredType]:
    """Of the parameters; where there are none, of the arguments."""
    parameters = symbol.declared.parameters if symbol is not None else None
    declared = [type_ for _, type_ in parameters or ()]
    given = arguments(node)
    return [declared[n] if n < len(declared) else type_of(context, each) for n, each in enumerate(given)]


def _is_of_program(type_: DeclaredType) -> bool:
    """Whether such an argument may lead to an object of the program: those of the library, such as files, do not."""
    if isinstance(type_, ArrayOf):
        return True
    if not isinstance(type_, Pointer) or isinstance(type_.target, FunctionOf):
        return False
    target = type_.target
    return not isinstance(target, Record) or (target.members is not None and target.tag not in _OF_THE_LIBRARY)


def _size(type_: Pointer) -> int:
    """Of the object that an argument points to, in bytes; zero where it is not known."""
    target = type_.target
    return target.size if isinstance(target, Record) and target.members is not None else 0


def _evaluate_objects(context: FunctionContext, node: c_ast.FuncCall, types: list[DeclaredType]) -> None:
    """Locks, semaphores and their attributes: the first one has to be there, others may be null pointers."""
    span, values = place(node), dict[int, Expression]()
    for number, argument in reversed(list(enumerate(arguments(node)))):
        values[number] = held(context, value(context, argument), span)
    for number, type_ in enumerate(types):
        if isinstance(type_, Pointer):
            given = make.cast(values[number], type_)
            is_there = accessible(context, given, Constant(_size(type_), ULLONG))
            condition = make.disjunction(make.negation(given), is_there) if number else is_there
            emit_check(context, condition, Undefined.DEREFERENCE, span)
