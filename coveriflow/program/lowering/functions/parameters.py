"""The names of a function's parameters, and the values of those that no call gives one (C11 6.9.1, 5.1.2.2.1)."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, InputKind
from coveriflow.program.declarations.scopes import FunctionSymbol, ObjectSymbol, UnusableSymbol
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Cell, Constant, Expression, Variable, scalar_type
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.lvalues import copied
from coveriflow.program.lowering.functions.program_arguments import bind_count, bind_texts, is_command_line
from coveriflow.program.lowering.functions.vla import bind_variable_array
from coveriflow.program.memory.layout import MEMORY, cell
from coveriflow.program.syntax.inner_names import parameters_called
from coveriflow.program.syntax.nodes import mentions, place, walk
from coveriflow.program.syntax.sequencing import may_have_effect
from coveriflow.program.types.c_types import (
    INT,
    Block,
    DeclaredType,
    Floating,
    Integer,
    Pointer,
    Record,
)

_Called = tuple[c_ast.FuncDef, str]
"""A function, and the name of one of its parameters."""


def bind_parameters(context: FunctionContext, symbol: FunctionSymbol, span: Span) -> None:
    """Names of parameters; one that needs a place in memory is copied there."""
    variables = context.program.arguments[context.function.name]
    assert symbol.definition is not None
    for (name, declared), variable in zip(symbol.declared.parameters or (), variables, strict=True):
        context.names.add(variable.name)
        if name is None:
            continue
        context.scope.symbols[name] = ObjectSymbol(variable, declared)
        is_passed_in_memory = isinstance(variable.type, Block)
        declarations = parameters_called(symbol.definition, name)
        if context.is_recursive if is_passed_in_memory else context.in_memory(name, declared, declarations):
            object_ = context.object(name, declared, span)
            context.initialised.add(object_)
            context.scope.symbols[name] = ObjectSymbol(object_, declared)
            _copy_parameter(context, object_, declared, variable, span)
    _bind_variable_arrays(context, symbol.definition)
    _bind_hidden(context, symbol, symbol.definition, span)


def _bind_hidden(context: FunctionContext, symbol: FunctionSymbol, definition: c_ast.FuncDef, span: Span) -> None:
    """Parameters of the entry function. What those of ``main`` point to matters only where it is followed."""
    used = [each for each in symbol.hidden if each[0] is not None and mentions(definition.body, each[0])]
    evaluated = {node.name for node in walk(definition.body) if isinstance(node, c_ast.ID)}
    count: Variable | None = None
    is_main = symbol.unique == "main" and bool(symbol.hidden) and symbol.hidden[0][1] == INT
    for name, declared in used:
        assert name is not None
        is_followed = (InputKind.ARGUMENT, name) in context.program.followed
        if name not in evaluated:
            variable = context.local(name, declared, span, parameters_called(definition, name))
            context.scope.symbols[name] = ObjectSymbol(variable, declared)
        elif is_main and (name, declared) == symbol.hidden[0]:
            count = count or bind_count(context, span)
            _bind(context, (definition, name), declared, count, span)
        elif is_main and (name, declared) == symbol.hidden[1] and is_followed and is_command_line(declared):
            count = count or bind_count(context, span)
            texts = bind_texts(context, name, definition.body, count, span)
            _bind(context, (definition, name), declared, texts, span)
        else:
            _bind_argument(context, (definition, name), declared, span, is_null=not is_main)


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
        outer = getattr(parameter, "type", None)
        if isinstance(outer, c_ast.ArrayDecl) and outer.dim is not None and may_have_effect(outer.dim):
            raise NotSupported("an array length with a side effect within a type", place(outer.dim))
        symbol = context.scope.symbols.get(getattr(parameter, "name", None) or "")
        if isinstance(symbol, ObjectSymbol):
            bind_variable_array(context, parameter, symbol)


def _bind_argument(
    context: FunctionContext, called: _Called, declared: DeclaredType, span: Span, *, is_null: bool
) -> None:
    """A parameter that no call gives a value: it has any; ``is_null``: it may be a null pointer."""
    _, name = called
    if not isinstance(declared, Integer | Pointer | Floating):
        context.scope.symbols[name] = UnusableSymbol(f"the parameter '{name}' of the entry function")
        return
    kept = context.temporary(declared)
    context.input(kept, name, InputKind.ARGUMENT, span)
    if isinstance(declared, Pointer) and not is_null:
        after = context.cursor.fresh()
        known = make.binary(BinaryOp.NE, kept, Constant(0, declared))
        context.cursor.branch(known, after, context.program.halt, span)
        context.cursor.at = after
    _bind(context, called, declared, kept, span)


def _bind(context: FunctionContext, called: _Called, declared: DeclaredType, value: Expression, span: Span) -> None:
    _, name = called
    variable = context.local(name, declared, span, parameters_called(*called))
    context.scope.symbols[name] = ObjectSymbol(variable, declared)
    type_ = scalar_type(value)
    target = cell(context.address(variable, declared), type_) if isinstance(variable.type, Block) else variable
    context.cursor.emit(Assign(target, value), span)
