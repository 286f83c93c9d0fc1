"""Arrays whose length is computed (C11 6.7.6.2 p5): each execution of the declaration allocates one."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, Undefined
from coveriflow.program.declarations.scopes import ObjectSymbol
from coveriflow.program.declarations.type_reader import VARIABLE_ARRAY
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, is_pointer, scalar_type
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.allocation import allocated_on_stack
from coveriflow.program.lowering.expressions.array_lengths import computed_dimensions, written_lengths
from coveriflow.program.lowering.expressions.expressions import types, value
from coveriflow.program.lowering.expressions.lvalues import InMemory
from coveriflow.program.lowering.expressions.pointer_arithmetic import emit_check, moved, retyped
from coveriflow.program.lowering.expressions.sizeof import variable_array_of
from coveriflow.program.memory.layout import cell
from coveriflow.program.syntax.nodes import AUTO_TYPE, OF_VALUE, place, subscripts_of
from coveriflow.program.syntax.sequencing import may_have_effect
from coveriflow.program.types.c_types import (
    UINT128,
    ULLONG,
    ArrayOf,
    Block,
    DeclaredType,
    Pointer,
    Unhandled,
    difference_type,
    size_type,
)
from coveriflow.program.types.record_layout import size_of


def variable_array(context: FunctionContext, node: c_ast.Decl) -> None:
    """Declare ``T a[n]...[m]``: ``a`` is a pointer to the first element."""
    span, bytes_ = place(node), size_type(context.program.model)
    lengths, inner = written_lengths(node.type)
    element = types(context).read(inner)
    if isinstance(element, Unhandled):
        raise NotSupported(element.feature, span)
    dimensions = computed_dimensions(context, lengths, span)
    size: Expression = Constant(size_of(element, span), bytes_)
    for dimension in dimensions:
        most = make.binary(BinaryOp.DIV, Constant(bytes_.maximum, bytes_), size)
        if size != Constant(0, bytes_):
            emit_check(context, make.binary(BinaryOp.LE, dimension, most), Undefined.STACK, span)
        total = context.temporary(bytes_)
        context.cursor.emit(Assign(total, make.binary(BinaryOp.MUL, size, dimension)), span)
        size = total
    _declare(context, node, dimensions, element, size)


def variable_array_alike(context: FunctionContext, node: c_ast.Decl) -> bool:
    """Declare ``typeof(a) b``, where ``a`` is an array of variable length, or a row of one; whether it is that."""
    operand = node.type.type.expr if isinstance(node.type, c_ast.TypeDecl) and _is_typeof(node.type.type) else None
    symbol = variable_array_of(context, operand) if operand is not None else None
    if symbol is None or symbol.element is None or node.init is not None or node.storage or may_have_effect(operand):
        return False
    dimensions = symbol.dimensions[len(subscripts_of(operand)) :]
    known = tuple(each for each in dimensions if each is not None)
    if not known or len(known) < len(dimensions):
        return False
    bytes_ = size_type(context.program.model)
    size: Expression = Constant(size_of(symbol.element, place(node)), bytes_)
    for dimension in known:
        size = make.binary(BinaryOp.MUL, size, dimension)
    _declare(context, node, known, symbol.element, size)
    return True


def _is_typeof(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.TypeOf) and node.op not in (AUTO_TYPE, OF_VALUE)


def _declare(
    context: FunctionContext,
    node: c_ast.Decl,
    dimensions: tuple[Expression, ...],
    element: DeclaredType,
    size: Expression,
) -> None:
    span = place(node)
    target = _row(dimensions, element)
    first = allocated_on_stack(context, size, span, context.cursor.block, again=bool(context.labels))
    context.jumps.arrays.append(context.cursor.block)
    variable = context.named(node.name, context.program.layout.pointer(target))
    context.locals.append(variable)
    context.cursor.emit(Assign(variable, make.cast(first, scalar_type(variable))), span)
    context.scope.symbols[node.name] = ObjectSymbol(variable, scalar_type(variable), dimensions, element)


def declared_type(context: FunctionContext, node: c_ast.Decl) -> DeclaredType:
    """The type of what is declared. The lengths of an array are evaluated when the declaration is reached, so here
    they may have effects.
    """
    lengths, inner = written_lengths(node.type)
    if any(length is not None and may_have_effect(length) for length in lengths):
        types(context).read(inner)
        return Unhandled(VARIABLE_ARRAY)
    return types(context).read(node.type)


def _row(dimensions: tuple[Expression | None, ...], element: DeclaredType) -> DeclaredType:
    """What a pointer to the first part of an array points to; it has no known size where a dimension is computed."""
    for dimension in reversed(dimensions[1:]):
        if not isinstance(dimension, Constant) or isinstance(element, Unhandled):
            return Unhandled(VARIABLE_ARRAY)
        element = ArrayOf(element, dimension.value)
    return element


def bind_variable_array(context: FunctionContext, node: c_ast.Decl, symbol: ObjectSymbol) -> None:
    """A parameter ``T a[n][m]`` or ``T (*a)[m]``: the lengths are those at the beginning of the function."""
    if not (isinstance(symbol.declared, Pointer) and symbol.declared.target == Unhandled(VARIABLE_ARRAY)):
        return
    lengths, inner = written_lengths(node.type.type)
    element = types(context).read(inner)
    if not lengths or isinstance(element, Unhandled):
        return
    dimensions = (None, *computed_dimensions(context, lengths, place(node)))
    context.scope.symbols[node.name] = ObjectSymbol(symbol.variable, symbol.declared, dimensions, element)


def _first(context: FunctionContext, symbol: ObjectSymbol) -> Expression:
    """The address of the first element; a parameter may lie in memory."""
    if not isinstance(symbol.variable.type, Block):
        return symbol.variable
    assert isinstance(symbol.declared, Pointer)
    return cell(context.address(symbol.variable, symbol.declared), symbol.declared)


def subscripted_row(
    context: FunctionContext, symbol: ObjectSymbol, subscripts: list[c_ast.Node], span: Span
) -> InMemory:
    """``a[i]...``: an element, or a row of elements; each index is checked against its own dimension."""
    step = difference_type(context.program.model)
    assert symbol.element is not None
    pointer = retyped(_first(context, symbol), symbol.element, context)
    flat: Expression = Constant(0, step)
    for subscript, dimension in zip(subscripts, symbol.dimensions, strict=False):
        index = value(context, subscript)
        if is_pointer(index):
            raise InputError("an index is a number", span)
        if dimension is not None:
            unsigned = make.cast(index, UINT128 if scalar_type(index).width > ULLONG.width else ULLONG)
            emit_check(context, make.binary(BinaryOp.LT, unsigned, dimension), Undefined.BOUNDS, span)
            flat = make.binary(BinaryOp.MUL, flat, make.cast(dimension, step))
        flat = make.binary(BinaryOp.ADD, flat, make.cast(index, step))
    rest = symbol.dimensions[len(subscripts) :]
    for dimension in rest:
        assert dimension is not None
        flat = make.binary(BinaryOp.MUL, flat, make.cast(dimension, step))
    declared: DeclaredType = ArrayOf(_row(rest, symbol.element), None) if rest else symbol.element
    address = moved(context, pointer, flat, span)
    return InMemory(retyped(address, declared, context), declared, safe=False)


def row_address(context: FunctionContext, symbol: ObjectSymbol, subscripts: list[c_ast.Node], span: Span) -> Expression:
    """``&a[i]`` of an array of rows: the row after the last one may be meant, too (C11 6.5.6 p8)."""
    step, (*before, last) = difference_type(context.program.model), subscripts
    assert symbol.element is not None
    start = subscripted_row(context, symbol, before, span).address if before else _first(context, symbol)
    index, own = value(context, last), symbol.dimensions[len(before)]
    if is_pointer(index):
        raise InputError("an index is a number", span)
    if own is not None:
        unsigned = make.cast(index, UINT128 if scalar_type(index).width > ULLONG.width else ULLONG)
        emit_check(context, make.binary(BinaryOp.LE, unsigned, own), Undefined.BOUNDS, span)
    rest, flat = symbol.dimensions[len(subscripts) :], make.cast(index, step)
    for dimension in rest:
        assert dimension is not None
        flat = make.binary(BinaryOp.MUL, flat, make.cast(dimension, step))
    address = moved(context, retyped(start, symbol.element, context), flat, span)
    return retyped(address, _row((None, *rest), symbol.element), context)
