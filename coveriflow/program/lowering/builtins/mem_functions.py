"""``memcpy``, ``memmove`` and ``memset`` (C11 7.24.2) of a constant number of bytes: one assignment of these."""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, Undefined
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Address, BinaryOp, Cell, Constant, Expression, scalar_type
from coveriflow.program.lowering.call_arguments import evaluated
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.expressions.calls.arguments import arguments
from coveriflow.program.lowering.expressions.expressions import known_constant, value
from coveriflow.program.lowering.expressions.lvalues import MAXIMUM_PARTS
from coveriflow.program.lowering.expressions.pointer_arithmetic import check_access, check_writable, emit_check
from coveriflow.program.memory.layout import MEMORY
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import UCHAR, ULLONG, Bytes, Integer


def _count(context: FunctionContext, node: c_ast.FuncCall) -> int | None:
    """The number of bytes, where it is a constant and not too large to be written out: then it has been evaluated."""
    if len(arguments(node)) != 3:
        return None
    size = arguments(node)[2]
    try:
        found = known_constant(context, size)
    except (NotSupported, InputError):
        return None
    if found is None or not isinstance(found.type, Integer) or not 0 <= found.value <= MAXIMUM_PARTS:
        return None
    evaluated(context, size)
    return found.value


def _address(context: FunctionContext, given: Expression, span: Span) -> Expression:
    """A pointer argument, in a variable unless it is known."""
    pointer = make.cast(given, context.program.layout.pointer())
    if isinstance(pointer, Address | Constant):
        return pointer
    kept = context.temporary(scalar_type(pointer))
    context.cursor.emit(Assign(kept, pointer), span)
    return kept


def _copy(context: FunctionContext, node: c_ast.FuncCall) -> Expression | None:
    count, span = _count(context, node), place(node)
    if count is None:
        return None
    target, source = (_address(context, value(context, each), span) for each in arguments(node)[:2])
    for address in (target, source) if count else ():
        check_access(context, address, count, span)
    if count:
        check_writable(context, target, span)
    apart = _are_apart(target, source)
    if node.name.name == "memcpy" and not apart:
        emit_check(context, _no_overlap(target, source, Constant(count, ULLONG)), Undefined.OVERLAP, span)
        apart = True
    bytes_ = Bytes(count, apart)
    if count:
        context.cursor.emit(Assign(Cell(MEMORY, target, bytes_), Cell(MEMORY, source, bytes_)), span)
    return target


def _are_apart(target: Expression, source: Expression) -> bool:
    return isinstance(target, Address) and isinstance(source, Address) and target.object != source.object


def _apart(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """That two objects of any number of bytes do not overlap, for models."""
    target, source, size = (value(context, each) for each in arguments(node))
    emit_check(context, _no_overlap(target, source, make.cast(size, ULLONG)), Undefined.OVERLAP, place(node))


def _no_overlap(target: Expression, source: Expression, size: Expression) -> Expression:
    """That two addresses are the same, where every library copies rightly, or ``size`` bytes from each other."""
    one, other = (make.cast(each, ULLONG) for each in (target, source))
    same = make.binary(BinaryOp.EQ, one, other)
    before = make.binary(BinaryOp.LE, make.binary(BinaryOp.ADD, one, size), other)
    behind = make.binary(BinaryOp.LE, make.binary(BinaryOp.ADD, other, size), one)
    return make.disjunction(same, make.disjunction(before, behind))


def _fill(context: FunctionContext, node: c_ast.FuncCall) -> Expression | None:
    count, span = _count(context, node), place(node)
    if count is None:
        return None
    target = _address(context, value(context, arguments(node)[0]), span)
    byte = make.cast(value(context, arguments(node)[1]), UCHAR)
    if not isinstance(byte, Constant):
        kept = context.temporary(UCHAR)
        context.cursor.emit(Assign(kept, byte), span)
        byte = kept
    if count:
        check_access(context, target, count, span)
        check_writable(context, target, span)
        context.cursor.emit(Assign(Cell(MEMORY, target, Bytes(count)), byte), span)
    return target


MODELLED: Mapping[str, LowerCall] = {"memcpy": _copy, "memmove": _copy, "memset": _fill}
CALLS: Mapping[str, LowerCall] = {"__coveriflow_apart": _apart}
"""What models call."""
