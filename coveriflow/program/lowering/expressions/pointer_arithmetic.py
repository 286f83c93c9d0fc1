"""Pointer arithmetic and the checks that keep accesses within objects (C11 6.5.6, 6.5.3.2; ``layout``)."""

from __future__ import annotations

from functools import reduce

from coveriflow.program.cfa.edges import Check, Undefined, Unsupported
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Expression,
    is_pointer,
    scalar_type,
)
from coveriflow.program.expressions.integer_arithmetic import apply_binary
from coveriflow.program.lowering.address_casts import check_number
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.memory.addresses import extent_of, object_named, same_object
from coveriflow.program.memory.layout import is_constant, is_label
from coveriflow.program.types.c_types import (
    INT,
    LLONG,
    ULLONG,
    Block,
    DeclaredType,
    Floating,
    FunctionOf,
    Pointer,
    difference_type,
)
from coveriflow.program.types.granules import NEAR
from coveriflow.program.types.record_layout import constant_bytes, size_of

_LABELS = "the distance between labels"


def pointer_arithmetic(
    context: FunctionContext, op: BinaryOp, left: Expression, right: Expression, span: Span
) -> Expression:
    """``p + i``, ``i + p``, ``p - i``, ``p - q`` and comparisons."""
    if isinstance(left.type, Floating) or isinstance(right.type, Floating):
        raise InputError(f"the operator {op.value} cannot be applied to a pointer and a floating value", span)
    if op in COMPARISONS:
        left, right = (_as_pointer(context, each, beside, span) for each, beside in ((left, right), (right, left)))
    match op:
        case BinaryOp.ADD if is_pointer(left) != is_pointer(right):
            pointer, index = (left, right) if is_pointer(left) else (right, left)
            return moved(context, pointer, index, span)
        case BinaryOp.SUB if is_pointer(left) and not is_pointer(right):
            return moved(context, left, make.unary_minus(right, difference_type(context.program.model)), span)
        case BinaryOp.SUB if is_pointer(left) and is_pointer(right):
            return _difference(context, left, right, span)
        case BinaryOp.EQ | BinaryOp.NE:
            _check_existing(context, left, right, span)
            return make.binary(op, left, right)
        case BinaryOp.LT | BinaryOp.LE | BinaryOp.GT | BinaryOp.GE:
            return make.binary(op, left, right)  # see ``object_order``
        case _:
            raise InputError(f"the operator {op.value} cannot be applied to a pointer", span)


def _as_pointer(context: FunctionContext, operand: Expression, other: Expression, span: Span) -> Expression:
    """``operand`` of a comparison with ``other``: gcc converts a number to the type of a pointer."""
    if is_pointer(operand):
        return operand
    check_number(context.program, operand, scalar_type(other), span)
    return make.cast(operand, scalar_type(other))


def _check_distance(context: FunctionContext, left: Expression, right: Expression, span: Span) -> None:
    """That of different objects is not known (C11 6.5.6 p9)."""
    if not isinstance(left, Constant) and not isinstance(right, Constant) and not _is_model(span):
        _refuse_labels(context, left, span)
        emit_check(context, same_object(left, right, context.program.layout), Undefined.COMPARISON, span)


def _refuse_labels(context: FunctionContext, pointer: Expression, span: Span) -> None:
    """GNU C defines the distance of labels; here they have no places."""
    labels = tuple(each for name, each in context.program.layout.objects.items() if is_label(name))
    if not labels or target_size(pointer, span) > 1:
        return
    if isinstance(pointer, Address):
        if any(pointer.object == each.variable for each in labels):
            raise NotSupported(_LABELS, span)
        return
    type_ = context.program.layout.pointer()
    same = [make.binary(BinaryOp.EQ, pointer, Address(each.variable, 0, type_)) for each in labels]
    refused, other = context.cursor.fresh(), context.cursor.fresh()
    context.cursor.branch(reduce(make.disjunction, same), refused, other, span)
    context.cursor.at = refused
    context.cursor.leave(Unsupported(_LABELS), context.program.halt, span)
    context.cursor.at = other


def _is_model(span: Span) -> bool:
    """Whether this is about a function of the C library, which may do what programs may not."""
    return span.file.startswith("<")


def _check_existing(context: FunctionContext, left: Expression, right: Expression, span: Span) -> None:
    """A freed object's address may be given to another one (C11 6.2.4 p2)."""
    operands = [each for each in (left, right) if not isinstance(each, Constant)]
    if not context.program.frees or len(operands) < 2 or _is_model(span):
        return
    for each in operands:
        type_ = scalar_type(each)
        if isinstance(type_, Pointer) and not isinstance(type_.target, FunctionOf) and not isinstance(each, Address):
            exists = make.disjunction(make.negation(each), make.truth(extent(context, each)))
            emit_check(context, exists, Undefined.COMPARISON, span)


def _difference(context: FunctionContext, left: Expression, right: Expression, span: Span) -> Expression:
    if isinstance(left, Address) and isinstance(right, Address) and left.object == right.object:
        known = apply_binary(BinaryOp.DIV, left.offset - right.offset, max(1, target_size(left, span)), LLONG)
        return Constant(known, difference_type(context.program.model))
    _check_distance(context, left, right, span)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Constant) and not isinstance(other, Constant):
            check_number(context.program, other, ULLONG, span)
    step = difference_type(context.program.model)
    difference = make.binary(BinaryOp.SUB, make.cast(left, step), make.cast(right, step))
    return make.binary(BinaryOp.DIV, difference, Constant(max(1, target_size(left, span)), step))


def target_size(pointer: Expression, span: Span) -> int:
    """Bytes of what ``pointer`` points to."""
    type_ = scalar_type(pointer)
    assert isinstance(type_, Pointer)
    return size_of(type_.target, span)


def moved(
    context: FunctionContext, pointer: Expression, index: Expression, span: Span, *, is_accessed: bool = False
) -> Expression:
    """``pointer + index``, which must not leave the object (here: its granules). ``is_accessed``: the result is not
    kept, but accessed at once.
    """
    size = target_size(pointer, span)
    result = make.indexed(pointer, index, size)
    if not isinstance(index, Constant):
        check_scaling(context, index, size, span)
    is_at_once = is_accessed or _is_model(span)
    if isinstance(index, Constant) and is_at_once:
        check_far_part(context, pointer, index.value * size, span)
    else:
        check_kept_in_object(context, pointer, result, span)
    return result


def check_kept_in_object(context: FunctionContext, pointer: Expression, result: Expression, span: Span) -> None:
    """That ``result``, computed from ``pointer``, belongs to its object; where accesses violate the property, only that
    it is not so far away that it could belong to another one.
    """
    if _are_in_named_object(pointer, result):
        return
    exactly = not context.program.asks_whole_objects
    kept = same_object(pointer, result, context.program.layout, exactly=exactly)
    emit_check(context, kept, Undefined.POINTER, span)


def check_far_part(context: FunctionContext, whole: Expression, distance: int, span: Span) -> None:
    """That what lies ``distance`` bytes after ``whole``, or before it, and is accessed at once, cannot belong to
    another object. All counts that lies between it and a pointer that the program has.
    """
    address = make.offset(whole, distance)
    base, total = _parted(address)
    if abs(total) >= NEAR:
        check_kept_in_object(context, base, address, span)


def _parted(address: Expression) -> tuple[Expression, int]:
    """A pointer, and by how many bytes ``address`` is greater."""
    distance = 0
    while True:
        match address:
            case Cast(operand, Pointer()) if is_pointer(operand):
                address = operand
            case Binary(BinaryOp.ADD, base, Constant(step)) if is_pointer(base) and isinstance(step, int):
                address, distance = base, distance + step
            case _:
                return address, distance


def _are_in_named_object(pointer: Expression, result: Expression) -> bool:
    """Whether both can be seen to belong to one object, or to end it."""
    one, other = _named(pointer), _named(result)
    if one is None or other is None or one.object != other.object or not isinstance(one.object.type, Block):
        return False
    return 0 <= other.offset <= one.object.type.size


def _named(address: Expression) -> Address | None:
    while isinstance(address, Cast) and isinstance(address.type, Pointer):
        address = address.operand
    return address if isinstance(address, Address) else None


def check_kept_address(context: FunctionContext, address: Expression, span: Span) -> None:
    """That of a part, at a known distance from a pointer: it belongs to what the pointer belongs to."""
    base, distance = _parted(address)
    if distance:
        check_kept_in_object(context, base, address, span)


def check_scaling(context: FunctionContext, index: Expression, size: int, span: Span) -> None:
    """That ``index * size`` does not wrap, where the type of ``index`` does not tell."""
    type_, step = scalar_type(index), difference_type(context.program.model)
    least, most = step.minimum // max(1, size) + 1, step.maximum // max(1, size)
    wide = make.cast(index, step)
    turns_negative = not type_.signed and type_.width >= step.width
    if type_.minimum < least or turns_negative:
        emit_check(context, make.binary(BinaryOp.GE, wide, Constant(least, step)), Undefined.POINTER, span)
    if type_.maximum > most:
        emit_check(context, make.binary(BinaryOp.LE, wide, Constant(most, step)), Undefined.POINTER, span)


def emit_check(context: FunctionContext, defined: Expression, undefined: Undefined, span: Span) -> None:
    """The execution goes on only where ``defined`` holds; nothing is emitted where it always does."""
    if not (isinstance(defined, Constant) and defined.value):
        context.cursor.emit(Check(defined, undefined), span)


def check_access(context: FunctionContext, address: Expression, size: int, span: Span) -> None:
    """An access of ``size`` bytes at ``address`` must be within an object that exists."""
    emit_check(context, accessible(context, address, Constant(size, ULLONG)), Undefined.DEREFERENCE, span)


def check_writable(context: FunctionContext, address: Expression, span: Span) -> None:
    """That of a named object; where a pointer leads, ``passes.const_objects`` asks."""
    found = object_named(address)
    if found is None or not isinstance(found.object.type, Block):
        return
    known = context.program.layout.objects.get(found.object.name)
    declared = known.declared if known is not None and isinstance(address, Address) else None
    is_member = declared is not None and any(found.offset in each for each in constant_bytes(declared))
    if is_member or is_constant(found.object.type, context.program.layout.granules):
        emit_check(context, Constant(0, INT), Undefined.READ_ONLY, span)


def accessible(context: FunctionContext, address: Expression, size: Expression) -> Expression:
    """Whether ``size`` bytes from ``address`` belong to one object that exists."""
    if isinstance(address, Cast) and isinstance(address.operand, Address):
        address = address.operand
    if isinstance(address, Address) and isinstance(address.object.type, Block) and isinstance(size, Constant):
        fits = address.offset >= 0 and address.offset + size.value <= address.object.type.size
        return Constant(int(fits), ULLONG)
    number = make.cast(address, ULLONG)
    mask = context.program.layout.granules.size - 1
    end = make.binary(BinaryOp.ADD, make.binary(BinaryOp.AND, number, Constant(mask, ULLONG)), size)
    return make.binary(BinaryOp.LT, end, extent(context, address))


def extent(context: FunctionContext, address: Expression) -> Cell:
    """See ``extent_of``."""
    return extent_of(address, context.program.layout.granules)


def retyped(pointer: Expression, target: DeclaredType, context: FunctionContext) -> Expression:
    """``pointer`` as a pointer to ``target``."""
    return make.cast(pointer, context.program.layout.pointer(target))
