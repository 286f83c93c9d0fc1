"""Expressions that designate objects (C11 6.3.2.1): variables, elements, members, and what pointers point to."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, InputKind, Undefined
from coveriflow.program.declarations.compatible_types import same_record
from coveriflow.program.declarations.scopes import (
    EnumConstant,
    FunctionSymbol,
    ObjectSymbol,
    RegisterSymbol,
    TypeAlias,
    UnusableSymbol,
)
from coveriflow.program.declarations.type_reader import VARIABLE_ARRAY, flattened, flattened_scalar, shape
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    Address,
    ArrayValue,
    BinaryOp,
    Cell,
    Constant,
    Element,
    Expression,
    Variable,
    is_pointer,
    scalar_type,
)
from coveriflow.program.lowering.call_arguments import Argument, evaluated
from coveriflow.program.lowering.checks import check_apart, converted, index_within
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.bit_fields import BitField, bits_read, bits_stored, bytes_of, steady
from coveriflow.program.lowering.expressions.either_order import note_access
from coveriflow.program.lowering.expressions.expressions import any_value, lowered, noted, value
from coveriflow.program.lowering.expressions.multipart import adapted, check_scalar, number_type, placed, put
from coveriflow.program.lowering.expressions.pointer_arithmetic import (
    check_access,
    check_far_part,
    check_kept_address,
    check_kept_in_object,
    check_scaling,
    check_writable,
    moved,
    pointer_arithmetic,
    retyped,
)
from coveriflow.program.lowering.extern_variables import define, is_missing
from coveriflow.program.lowering.unset import check_read
from coveriflow.program.lowering.volatile_objects import read_anew
from coveriflow.program.memory.addresses import object_named
from coveriflow.program.memory.layout import MEMORY, cell
from coveriflow.program.syntax.literals import literal_element, string_bytes
from coveriflow.program.syntax.nodes import place, subscripted, subscripts_of
from coveriflow.program.types.c_types import (
    UCHAR,
    ULLONG,
    ArrayOf,
    Block,
    Bytes,
    DeclaredType,
    FunctionOf,
    Pointer,
    Record,
    Sort,
    Unhandled,
    Void,
)
from coveriflow.program.types.record_layout import ends_record, find_member, size_of


@dataclass(frozen=True, slots=True)
class InMemory:
    """The object at ``address``; ``safe``: it is known to exist there. ``trailing``: the last member of a struct, which
    programs let extend beyond it; ``followed``: there are members after it, of its struct or of one around that.
    """

    address: Expression
    declared: DeclaredType
    safe: bool
    trailing: bool = False
    followed: bool = False


Designator = Variable | Element | InMemory | BitField
_PLACES = (c_ast.ID, c_ast.ArrayRef, c_ast.StructRef, c_ast.UnaryOp)
_VALUES = (c_ast.Assignment, c_ast.FuncCall, c_ast.TernaryOp, c_ast.ExprList, c_ast.Cast, c_ast.Compound)
"""What may have a struct or union as its value, which then lies somewhere."""


def designated(context: FunctionContext, node: c_ast.Node) -> Designator:
    """What ``node`` designates; finding that out may have side effects, but the object is not touched."""
    return noted(context, node, lambda: _designated(context, node))


def _designated(context: FunctionContext, node: c_ast.Node) -> Designator:
    if (chosen := context.program.lowerers.selected(context, node)) is not None:
        return designated(context, chosen)
    match node:
        case c_ast.ID():
            return _named(context, node)
        case c_ast.ArrayRef():
            return _subscripted(context, node)
        case c_ast.StructRef():
            return _member(context, node)
        case c_ast.UnaryOp(op="*"):
            if (rows := array_of_rows(context, node)) is not None:
                return _row_of(context, rows, node)
            return _pointed(value(context, node.expr), place(node))
        case c_ast.Constant(type="string"):
            return _literal(context, node)
        case Argument():
            return designated(context, evaluated(context, node))
        case _ if type(node) in (further := context.program.lowerers.places):
            place_of: Callable[[FunctionContext, c_ast.Node], Designator] = further[type(node)]
            return place_of(context, node)
        case (
            c_ast.Assignment()
            | c_ast.FuncCall()
            | c_ast.TernaryOp()
            | c_ast.ExprList()
            | c_ast.Cast()
            | c_ast.Compound()
        ):
            found = lowered(context, node)
            if isinstance(found, Cell) and isinstance(found.type, Record):
                return InMemory(found.address, found.type, safe=True)
            raise InputError("this is not something that can be assigned to", place(node))
        case _:
            raise InputError("this is not something that can be assigned to", place(node))


def _pointed(pointer: Expression, span: Span) -> InMemory:
    type_ = pointer.type
    if not isinstance(type_, Pointer):
        raise InputError("only a pointer can be dereferenced", span)
    return InMemory(pointer, type_.target, safe=False)


def _named(context: FunctionContext, node: c_ast.ID) -> Designator:
    symbol = object_symbol(context, node)
    if isinstance(symbol.variable.type, Block):
        return InMemory(context.address(symbol.variable, symbol.declared), symbol.declared, safe=True)
    return symbol.variable


def object_symbol(context: FunctionContext, node: c_ast.ID) -> ObjectSymbol:
    """The variable that a name means."""
    match context.scope.find(node.name):
        case ObjectSymbol() as symbol:
            if is_missing(context.program, symbol.variable):
                define(context.program, symbol, place(node))
            if not isinstance(symbol.variable.type, Block):
                flattened(symbol.declared, place(node))
            return symbol
        case UnusableSymbol(feature):
            raise NotSupported(feature, place(node))
        case RegisterSymbol():
            raise NotSupported("a variable that is bound to a register", place(node))
        case None:
            raise InputError(f"'{node.name}' is not declared", place(node))
        case TypeAlias():
            raise InputError(f"'{node.name}' is a type, not a variable", place(node))
        case _:
            raise NotSupported(f"'{node.name}' used as a value", place(node))


def _subscripted(context: FunctionContext, node: c_ast.ArrayRef) -> Designator:
    if (rows := array_of_rows(context, node)) is not None:
        return _row_of(context, rows, node)
    base: c_ast.Node = node
    while isinstance(base, c_ast.ArrayRef):
        base = base.name
    if isinstance(base, c_ast.ID):
        symbol = context.scope.find(base.name)
        if isinstance(symbol, ObjectSymbol) and isinstance(symbol.declared, ArrayOf):
            if not isinstance(symbol.variable.type, Block):
                return _element(context, node)
    return _indexed(context, node)


def _row_of(context: FunctionContext, rows: ObjectSymbol, node: c_ast.Node) -> InMemory:
    found: InMemory = context.program.lowerers.computed_row(context, rows, subscripts_of(node), place(node))
    return found


def array_of_rows(context: FunctionContext, node: c_ast.Node) -> ObjectSymbol | None:
    """The array with computed dimensions, several of them, of which ``node`` is a row or an element."""
    base = subscripted(node)
    symbol = context.scope.find(base.name) if isinstance(base, c_ast.ID) else None
    if not isinstance(symbol, ObjectSymbol) or not 1 < len(symbol.dimensions) >= len(subscripts_of(node)):
        return None
    return symbol


def _indexed(context: FunctionContext, node: c_ast.ArrayRef) -> Designator:
    """``p[i]``, or an element of an array in memory or of a vector."""
    span = place(node)
    if (known := context.program.orders.take(node.name)) is not None:
        pointer = known
    elif isinstance(node.name, _PLACES) and getattr(node.name, "op", "*") == "*":
        whole = designated(context, node.name)
        if isinstance(whole, InMemory) and number_type(whole.declared):
            return _element_of_vector(context, whole, node.subscript, span)
        if isinstance(whole, InMemory) and isinstance(whole.declared, ArrayOf):
            return element_in_memory(context, whole, value(context, node.subscript), span)
        pointer = noted(context, node.name, lambda: loaded(context, whole, place(node.name)))
    else:
        pointer = any_value(context, node.name)
        record = number_type(pointer.type)
        if record is not None:
            lying = placed(context, pointer, span)
            whole = InMemory(lying.address, record, safe=not isinstance(pointer, Cell))
            return _element_of_vector(context, whole, node.subscript, span)
        check_scalar(pointer, span)
    index = value(context, node.subscript)
    if not is_pointer(pointer):
        pointer, index = index, pointer
    if not is_pointer(pointer):
        raise InputError("only arrays and pointers have elements", span)
    return _pointed(moved(context, pointer, index, span, is_accessed=True), span)


def _element_of_vector(context: FunctionContext, whole: InMemory, subscript: c_ast.Node, span: Span) -> InMemory:
    """An element of a vector, which exists as a whole."""
    record = whole.declared
    if not isinstance(record, Record) or record.sort is not Sort.VECTOR:
        raise InputError("a complex number has no elements", span)
    accessed(context, whole, span)
    array = InMemory(whole.address, ArrayOf(record.element, record.count), safe=True)
    return replace(element_in_memory(context, array, value(context, subscript), span), safe=whole.safe)


def element_in_memory(context: FunctionContext, whole: InMemory, index: Expression, span: Span) -> InMemory:
    """An element of an array in memory, with the checks that the index needs."""
    assert isinstance(whole.declared, ArrayOf)
    element, length = whole.declared.element, whole.declared.length
    if is_pointer(index):
        raise InputError("an index is a number", span)
    known = whole.safe and not (context.program.asks_whole_objects and _is_part(whole))
    asks = Undefined.BOUNDS in context.program.violations.checks and not whole.trailing
    if length and (known or asks):
        index = index_within(context, index, length, span)
    size = size_of(element, span)
    address = make.indexed(whole.address, index, size)
    if not isinstance(index, Constant) and not (known and length):
        check_scaling(context, index, size, span)
        check_kept_in_object(context, whole.address, address, span)
    elif isinstance(index, Constant) and not whole.safe:
        check_far_part(context, whole.address, index.value * size, span)
    return InMemory(retyped(address, element, context), element, safe=known and bool(length))


def _is_part(array: InMemory) -> bool:
    """Whether the object may have more than ``array``."""
    address = array.address
    block = address.object.type if isinstance(address, Address) else None
    assert isinstance(array.declared, ArrayOf)
    whole = size_of(array.declared.element, Span("")) * (array.declared.length or 0)
    return not isinstance(block, Block) or block.size != whole


def _member(context: FunctionContext, node: c_ast.StructRef) -> Designator:
    span = place(node)
    if node.type == "->":
        whole: Designator = _pointed(value(context, node.name), span)
    else:
        whole = designated(context, node.name)
    return member_of(context, whole, node.field.name, span)


def member_of(context: FunctionContext, whole: Designator, name: str, span: Span) -> InMemory | BitField:
    """The member called ``name`` of a struct or union."""
    if not isinstance(whole, InMemory) or not isinstance(whole.declared, Record) or whole.declared.is_number:
        feature = getattr(getattr(whole, "declared", None), "feature", None)
        if feature:
            raise NotSupported(feature, span)
        raise InputError("only structs and unions have members", span)
    size_of(whole.declared, span)
    found = find_member(whole.declared, name)
    if found is None:
        raise InputError(f"'{whole.declared}' has no member '{name}'", span)
    address = make.offset(whole.address, found.offset)
    if not whole.safe:
        check_far_part(context, whole.address, found.offset, span)
    if found.bits is not None:
        return BitField(retyped(address, UCHAR, context), found, whole.safe)
    ends = not whole.followed and ends_record(whole.declared, found.type, found.offset, context.program.model)
    return InMemory(retyped(address, found.type, context), found.type, whole.safe, trailing=ends, followed=not ends)


def _element(context: FunctionContext, node: c_ast.ArrayRef) -> Element:
    subscripts = subscripts_of(node)
    base: c_ast.Node = node
    while isinstance(base, c_ast.ArrayRef):
        base = base.name
    assert isinstance(base, c_ast.ID)
    symbol = object_symbol(context, base)
    assert isinstance(symbol.declared, ArrayOf)
    dimensions, element = shape(symbol.declared, place(node))
    if len(subscripts) != len(dimensions):
        raise NotSupported("an array used as a value here", place(node))
    index = _flat_index(context, subscripts, dimensions)
    return Element(symbol.variable, index, element)


def _flat_index(context: FunctionContext, subscripts: list[c_ast.Node], dimensions: tuple[int, ...]) -> Expression:
    flat: Expression = Constant(0, ULLONG)
    of_whole = context.program.asks_whole_objects and len(dimensions) > 1
    for subscript, dimension in zip(subscripts, dimensions, strict=True):
        index = value(context, subscript)
        if of_whole:
            index = make.cast(index, ULLONG)
        else:
            index = index_within(context, index, dimension, place(subscript))
        scaled = make.binary(BinaryOp.MUL, flat, Constant(dimension, ULLONG))
        flat = index if scaled == Constant(0, ULLONG) else make.binary(BinaryOp.ADD, scaled, index)
    return index_within(context, flat, math.prod(dimensions), place(subscripts[0])) if of_whole else flat


def _literal(context: FunctionContext, node: c_ast.Constant) -> InMemory:
    characters = string_bytes(node.value, place(node))
    element = literal_element(node.value, context.program.model)
    width = element.width // 8
    *_, outside = context.scope.outwards()
    owner = f"{outside.unit} {getattr(node, 'function', '')}"
    variable = context.program.literal(characters, width, place(node), owner)
    declared = ArrayOf(element, len(characters) // width)
    return InMemory(Address(variable, 0, context.program.layout.pointer(declared)), declared, safe=True)


# --- reading and writing ----------------------------------------------------------------------------------------------


def loaded(context: FunctionContext, found: Designator, span: Span) -> Expression:
    """The value: of an array the address of its first element, of a function its address (C11 6.3.2.1)."""
    check_read(context, found, span)
    read_now = _loaded(context, found, span)
    if not (isinstance(found, InMemory) and isinstance(found.declared, ArrayOf | FunctionOf)):
        context.program.orders.loaded(read_now)
        note_access(context, read_now, span, changes=False)
    return read_now


def _loaded(context: FunctionContext, found: Designator, span: Span) -> Expression:
    if context.program.volatile and (anew := _volatile(context, found, span)) is not None:
        return anew
    match found:
        case Variable() | Element():
            return found
        case InMemory(address, ArrayOf(element)):
            check_kept_address(context, address, span)
            return retyped(address, element, context)
        case InMemory(address, FunctionOf()):
            return address
        case InMemory() | BitField():
            return _read(accessed(context, found, span))


def _volatile(context: FunctionContext, found: Designator, span: Span) -> Variable | None:
    if isinstance(found, InMemory | BitField):
        named = object_named(found.address)
        type_ = found.declared if isinstance(found, InMemory) else Void()
        return None if named is None else read_anew(context, named.object, type_, span)
    return read_anew(context, found.array if isinstance(found, Element) else found, found.type, span)


def accessed(context: FunctionContext, found: Designator, span: Span) -> Designator:
    """The same, with a check that the object exists."""
    if isinstance(found, InMemory) and not found.safe:
        if isinstance(found.declared, Void):
            raise InputError("a void value is used", span)
        if isinstance(found.declared, Unhandled):
            raise NotSupported(found.declared.feature, span)
        check_access(context, found.address, size_of(found.declared, span), span)
    elif isinstance(found, BitField) and not found.safe:
        check_access(context, found.address, len(bytes_of(found)), span)
    return found


def _read(found: Designator) -> Expression:
    match found:
        case InMemory(address, Record() as record):
            return Cell(MEMORY, address, record)
        case InMemory(address, declared):
            return cell(address, flattened_scalar(declared))
        case BitField():
            return bits_read(found)
        case _:
            return found


def store(context: FunctionContext, found: Designator, new: Expression, span: Span) -> Expression:
    """Assign ``new``, converted to the object's type; the value is that of the object afterwards."""
    new = adapted(context, new, _stored_type(found), span)
    if isinstance(found, InMemory | BitField) and not found.safe:
        check_writable(context, found.address, span)
    match found:
        case BitField():
            return bits_stored(context, found, new, span)
        case InMemory(address, Record() as record):
            return copied(context, address, record, new, span)
        case InMemory(address, declared):
            address = steady(context, address, span)
            target = cell(address, flattened_scalar(declared))
            context.cursor.emit(Assign(target, converted(context, new, scalar_type(target), span)), span)
            note_access(context, target, span, changes=True)
            return target
        case _:
            context.cursor.emit(Assign(found, converted(context, new, scalar_type(found), span)), span)
            note_access(context, found, span, changes=True)
            return found


def _stored_type(found: Designator) -> DeclaredType:
    match found:
        case InMemory(declared=declared):
            return declared
        case BitField(member=member):
            return member.type
        case _:
            return scalar_type(found)


def copied(context: FunctionContext, target: Expression, record: Record, new: Expression, span: Span) -> Expression:
    """A struct or union is copied as a whole, the elements of other values one by one."""
    new = adapted(context, new, record, span)
    if isinstance(new, ArrayValue) and new.type is record:
        return put(context, steady(context, target, span), new, span)
    if not isinstance(new, Cell) or not same_record(new.type, record):
        raise InputError("a struct or union takes a value of its own type only", span)
    target, source = steady(context, target, span), steady(context, new.address, span)
    whole = Bytes(size_of(record, span))
    check_apart(context, target, source, whole.size, span)
    context.cursor.emit(Assign(Cell(MEMORY, target, whole), Cell(MEMORY, source, whole)), span)
    note_access(context, Cell(MEMORY, target, record), span, changes=True)
    return Cell(MEMORY, target, record)


MAXIMUM_PARTS = 4096


def read(context: FunctionContext, node: c_ast.Node) -> Expression:
    """The value of an expression that designates something."""
    if isinstance(node, c_ast.ID):
        symbol = context.symbol(node.name)
        if isinstance(symbol, EnumConstant):
            return symbol.constant
        if isinstance(symbol, FunctionSymbol):
            return function_address(context, symbol, place(node))
        if isinstance(symbol, RegisterSymbol):
            into = context.temporary(flattened_scalar(symbol.declared))
            context.input(into, node.name, InputKind.UNINITIALISED, place(node))
            return into
    return loaded(context, designated(context, node), place(node))


def function_address(context: FunctionContext, symbol: FunctionSymbol, span: Span) -> Address:
    """The address of a function: that of an object without bytes."""
    name = f"&{symbol.unique}"
    objects = context.program.layout.objects
    if name not in objects:
        context.program.object(name, ArrayOf(UCHAR, 0), "", span, ())
    return Address(objects[name].variable, 0, context.program.layout.pointer(symbol.declared))


def address_of(context: FunctionContext, node: c_ast.UnaryOp) -> Expression:
    """``&x``; ``&*p`` and ``&p[i]`` touch nothing (C11 6.5.3.2 p3)."""
    if isinstance(node.expr, c_ast.ID):
        symbol = context.symbol(node.expr.name)
        if isinstance(symbol, FunctionSymbol):
            return function_address(context, symbol, place(node))
        if isinstance(symbol, ObjectSymbol) and symbol.is_variable_array:
            return retyped(symbol.variable, Unhandled(VARIABLE_ARRAY), context)
    rows = array_of_rows(context, node.expr)
    if rows is not None and 0 < len(subscripts_of(node.expr)) < len(rows.dimensions):
        found_row: Expression = context.program.lowerers.row_address(
            context, rows, subscripts_of(node.expr), place(node)
        )
        return found_row
    if isinstance(node.expr, c_ast.ArrayRef) and not _is_of_vector(context, node.expr):
        left, right = value(context, node.expr.name), value(context, node.expr.subscript)
        return pointer_arithmetic(context, BinaryOp.ADD, left, right, place(node))
    found = designated(context, node.expr)
    if isinstance(found, InMemory):
        check_kept_address(context, found.address, place(node))
        return retyped(found.address, found.declared, context)
    if isinstance(found, BitField):
        raise InputError("a bit-field has no address", place(node))
    raise NotSupported("the address of such a variable", place(node))


def _is_of_vector(context: FunctionContext, node: c_ast.ArrayRef) -> bool:
    return number_type(any_value(context.scratch(), node.name).type) is not None
