"""The names of a function's parameters, and the values of those that no call gives one (C11 6.9.1, 5.1.2.2.1)."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program import folding
from coveriflow.program.context import FunctionContext
from coveriflow.program.designators import copied
from coveriflow.program.edges import Assign, InputKind
from coveriflow.program.effects import walk
from coveriflow.program.errors import Span
from coveriflow.program.expressions import BinaryOp, Cell, Constant, Variable, scalar_type
from coveriflow.program.layout import MEMORY, cell
from coveriflow.program.scopes import FunctionSymbol, ObjectSymbol, UnusableSymbol
from coveriflow.program.types import (
    INT,
    Block,
    DeclaredType,
    Floating,
    Integer,
    Pointer,
    Record,
)
from coveriflow.program.variable_arrays import bind_variable_array


def bind_parameters(context: FunctionContext, symbol: FunctionSymbol, span: Span) -> None:
    """Names of parameters; one that needs a place in memory is copied there."""
    variables = context.program.arguments[context.function.name]
    for (name, declared), variable in zip(symbol.declared.parameters or (), variables, strict=True):
        context.names.add(variable.name)
        if name is None:
            continue
        context.scope.symbols[name] = ObjectSymbol(variable, declared)
        is_passed_in_memory = isinstance(variable.type, Block)
        if context.is_recursive if is_passed_in_memory else context.in_memory(name, declared):
            object_ = context.object(name, declared, span)
            context.initialised.add(object_)
            context.scope.symbols[name] = ObjectSymbol(object_, declared)
            _copy_parameter(context, object_, declared, variable, span)
    assert symbol.definition is not None
    _bind_variable_arrays(context, symbol.definition)
    for number, (name, declared) in enumerate(symbol.hidden):
        if name is None or not _uses(symbol.definition, name):
            continue
        _bind_argument(context, name, declared, _known_of(symbol, number, declared), span)


def _known_of(symbol: FunctionSymbol, number: int, declared: DeclaredType) -> BinaryOp | None:
    """How an argument of ``main`` compares with 0: their number is not negative, and the pointers to them are no null
    pointers (C11 5.1.2.2.1 p2); where these lead to is not known.
    """
    if symbol.unique != "main":
        return None
    if number == 0 and declared == INT:
        return BinaryOp.GE
    return BinaryOp.NE if isinstance(declared, Pointer) else None


def _copy_parameter(
    context: FunctionContext, object_: Variable, declared: DeclaredType, variable: Variable, span: Span
) -> None:
    start = context.address(object_, declared)
    if isinstance(declared, Record):
        passed = Cell(MEMORY, context.address(variable, declared), declared)
        copied(context, start, declared, passed, span)
    else:
        context.cursor.emit(Assign(cell(start, scalar_type(variable)), variable), span)


def _bind_variable_arrays(context: FunctionContext, definition: c_ast.FuncDef) -> None:
    for parameter in definition.decl.type.args.params if definition.decl.type.args else ():
        symbol = context.scope.symbols.get(getattr(parameter, "name", None) or "")
        if isinstance(symbol, ObjectSymbol):
            bind_variable_array(context, parameter, symbol)


def _uses(definition: c_ast.FuncDef, name: str) -> bool:
    return any(isinstance(node, c_ast.ID) and node.name == name for node in walk(definition.body))


def _bind_argument(
    context: FunctionContext, name: str, declared: DeclaredType, known: BinaryOp | None, span: Span
) -> None:
    """A parameter that no call gives a value: it has any, but for what is ``known`` of it."""
    if not isinstance(declared, Integer | Pointer | Floating):
        context.scope.symbols[name] = UnusableSymbol(f"the parameter '{name}' of the entry function")
        return
    kept = context.temporary(declared)
    context.input(kept, name, InputKind.ARGUMENT, span)
    if known is not None:
        after = context.cursor.fresh()
        context.cursor.branch(folding.binary(known, kept, Constant(0, declared)), after, context.program.halt, span)
        context.cursor.at = after
    variable = context.local(name, declared, span)
    context.scope.symbols[name] = ObjectSymbol(variable, declared)
    target = cell(context.address(variable, declared), declared) if isinstance(variable.type, Block) else variable
    context.cursor.emit(Assign(target, kept), span)
