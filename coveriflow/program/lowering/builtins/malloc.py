"""Calls of ``malloc``, ``calloc``, ``free`` and ``alloca``; ``allocation`` says where their objects lie.

What is larger than any object may be is not allocated (glibc: the limit is ``PTRDIFF_MAX``): then the result is null.
Else ``malloc`` does not fail, which the result names (``environment.MEMORY_SUFFICES``): under LP64 an execution ends
that asks for more than a process can have. More objects than a site has, and larger ones under ILP32, are
``Unsupported``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pycparser import c_ast

from coveriflow.program.cfa.edges import ACCESSIBLE, CLOSE, FREEABLE, USABLE, Assign, Undefined
from coveriflow.program.errors import Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    BinaryOp,
    Constant,
    Expression,
    Variable,
    is_pointer,
    scalar_type,
)
from coveriflow.program.lowering.builtins.allocated_objects import count_objects
from coveriflow.program.lowering.checks import converted
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.environment import MEMORY_SUFFICES
from coveriflow.program.lowering.expressions.allocation import (
    allocated,
    allocated_on_stack,
    largest,
    placed_size,
)
from coveriflow.program.lowering.expressions.calls.arguments import exactly
from coveriflow.program.lowering.expressions.expressions import value
from coveriflow.program.lowering.expressions.pointer_arithmetic import accessible, emit_check, extent
from coveriflow.program.lowering.expressions.zeroing import Size, unit_of, zeroed
from coveriflow.program.memory.addresses import same_object
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import (
    INT,
    UINT128,
    ULLONG,
    difference_type,
    size_type,
)
from coveriflow.program.types.data_model import DataModel

Preparation = Callable[[FunctionContext, Variable, Size, Span], None]
"""What is done with a new object: its address, its size, and the place of the call."""


def _malloc(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    (size,) = exactly(1, node)
    bytes_ = _bytes(context, size)
    return _allocated_if(context, is_possible(bytes_, context.program.model), bytes_, place(node), _left_as_it_is)


def _bytes(context: FunctionContext, node: c_ast.Node) -> Expression:
    """An argument that is a number of bytes."""
    return converted(context, value(context, node), size_type(context.program.model), place(node))


def _left_as_it_is(_context: FunctionContext, _start: Variable, _size: Size, _span: Span) -> None:
    """What an object holds is not known."""


def _allocated_if(
    context: FunctionContext, fits: Expression, size: Expression, span: Span, prepare: Preparation
) -> Expression:
    """The address of a new object of ``size`` bytes, which ``prepare`` fills; null where it does not fit."""
    pointer, bytes_ = context.program.layout.pointer(), size_type(context.program.model)
    if fits == Constant(0, INT):
        return Constant(0, pointer)
    context.program.assumptions.setdefault(MEMORY_SUFFICES)
    result = context.temporary(pointer)
    possible, impossible, after = (context.cursor.fresh() for _ in range(3))
    context.cursor.branch(fits, possible, impossible, span)
    context.cursor.at = possible
    size = placed_size(context, size, span)
    if not isinstance(size, Constant):
        length = context.temporary(bytes_)
        context.cursor.emit(Assign(length, size), span)
        size = length
    found = allocated(context, size, span)
    count_objects(context, BinaryOp.ADD, span)
    prepare(context, found, size, span)
    if isinstance(fits, Constant):
        return found
    context.cursor.emit(Assign(result, found), span)
    context.cursor.goto(after, span)
    context.cursor.at = impossible
    context.cursor.emit(Assign(result, Constant(0, pointer)), span)
    context.cursor.goto(after, span)
    context.cursor.at = after
    return result


def is_possible(size: Expression, model: DataModel) -> Expression:
    """Whether an object may have ``size`` bytes."""
    most = difference_type(model).maximum
    if (known := largest(size)) is not None and known <= most:
        return Constant(1, INT)
    return make.binary(BinaryOp.LE, size, Constant(most, scalar_type(size)))


def _alloca(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """It ends with the function (gcc)."""
    (size,) = exactly(1, node)
    bytes_ = _bytes(context, size)
    again = bool(context.breaks or context.labels)
    return allocated_on_stack(context, bytes_, place(node), None, again=again)


def _kept(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """An object of the library: it is not the program's to free."""
    (size,) = exactly(1, node)
    length = _bytes(context, size)
    if not isinstance(length, Constant):
        kept = context.temporary(size_type(context.program.model))
        context.cursor.emit(Assign(kept, length), place(node))
        length = kept
    return allocated(context, length, place(node), is_kept=True)


def _calloc(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """All bits zero (C11 7.22.3.2); null where the product is more than an object may have."""
    bytes_ = size_type(context.program.model)
    count, size = (_bytes(context, argument) for argument in exactly(2, node))
    wide = ULLONG if bytes_.width < ULLONG.width else UINT128
    product = make.binary(BinaryOp.MUL, make.cast(count, wide), make.cast(size, wide))
    fits = is_possible(product, context.program.model)
    zero = partial(zeroed, unit=unit_of(size))
    return _allocated_if(context, fits, make.binary(BinaryOp.MUL, count, size), place(node), zero)


def _free(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """``free(0)`` does nothing; else the pointer must point to the start of a heap object that exists."""
    (argument,) = exactly(1, node)
    pointer, span = _as_pointer(context, value(context, argument)), place(node)
    kept = context.temporary(scalar_type(pointer))
    context.cursor.emit(Assign(kept, pointer), span)
    release, after = context.cursor.fresh(), context.cursor.fresh()
    context.cursor.branch(make.truth(kept), release, after, span)
    context.cursor.at = release
    emit_check(context, _may_be_freed(context, kept), Undefined.FREE, span)
    _end(context, kept, span)
    count_objects(context, BinaryOp.SUB, span)
    context.cursor.goto(after, span)
    context.cursor.at = after


def _end(context: FunctionContext, pointer: Expression, span: Span) -> None:
    """No granule of the object belongs to it any more."""
    bits, first = context.program.layout.granules.bits, extent(context, pointer)
    for number in range(context.program.layout.spread - 1, 0, -1):
        entry = extent(context, make.offset(pointer, number << bits))
        is_beyond = make.binary(BinaryOp.LE, first, Constant(number << bits, ULLONG))
        context.cursor.emit(Assign(entry, make.binary(BinaryOp.MUL, make.cast(is_beyond, ULLONG), entry)), span)
    context.cursor.emit(Assign(first, Constant(0, ULLONG)), span)


def _as_pointer(context: FunctionContext, address: Expression) -> Expression:
    return address if is_pointer(address) else make.cast(address, context.program.layout.pointer())


def _may_be_freed(context: FunctionContext, pointer: Expression) -> Expression:
    """Whether an allocated object begins there, and none that begins before it reaches up to it."""
    granules = context.program.layout.granules
    bits = granules.bits
    number = make.cast(pointer, ULLONG)
    start = make.binary(BinaryOp.AND, number, Constant((1 << bits) - 1, ULLONG))
    heap = Constant(granules.first_heap << bits, ULLONG)
    at_start = make.conjunction(make.negation(start), make.binary(BinaryOp.GE, number, heap))
    begins = make.conjunction(at_start, make.truth(extent(context, pointer)))
    if context.program.layout.spread == 1:
        return begins
    one_before = make.offset(_as_pointer(context, pointer), -(1 << bits))
    before, whole = extent(context, one_before), Constant(1 << bits, ULLONG)
    return make.conjunction(begins, make.binary(BinaryOp.LE, before, whole))


def _accessible(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """Whether so many bytes from an address belong to one object that exists."""
    address, size = (value(context, each) for each in exactly(2, node))
    return make.cast(accessible(context, address, make.cast(size, ULLONG)), INT)


def _freeable(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """Whether an allocated object begins at an address."""
    (argument,) = exactly(1, node)
    return make.cast(_may_be_freed(context, value(context, argument)), INT)


def _close(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """Whether two addresses lie where one object does."""
    left, right = (value(context, each) for each in exactly(2, node))
    return make.cast(same_object(left, right, context.program.layout, exactly=False), INT)


def _check_free(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """That an object may be freed, before a model does anything with it."""
    (argument,) = exactly(1, node)
    emit_check(context, _may_be_freed(context, value(context, argument)), Undefined.FREE, place(node))


def _asks_accesses(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """Whether an access of no object violates the property: what models leave out is not supported then."""
    exactly(0, node)
    return Constant(int(Undefined.DEREFERENCE in context.program.violations.checks), INT)


def _size(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """How many bytes a heap object has; 0 for a null pointer."""
    (argument,) = exactly(1, node)
    entry = extent(context, value(context, argument))
    size = make.binary(BinaryOp.SUB, entry, make.cast(make.truth(entry), ULLONG))
    kept = context.temporary(size_type(context.program.model))
    context.cursor.emit(Assign(kept, make.cast(size, scalar_type(kept))), place(node))
    return kept


_MEANINGS: Mapping[str, LowerCall] = {"malloc": _malloc, "calloc": _calloc, "free": _free, "alloca": _alloca}
CALLS: Mapping[str, LowerCall] = {
    **{prefix + name: meaning for name, meaning in _MEANINGS.items() for prefix in ("", "__builtin_")},
    USABLE: _size,
    ACCESSIBLE: _accessible,
    FREEABLE: _freeable,
    CLOSE: _close,
    "__coveriflow_kept": _kept,
    "__coveriflow_check_free": _check_free,
    "__coveriflow_asks_accesses": _asks_accesses,
}
