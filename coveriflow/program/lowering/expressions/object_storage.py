"""Objects in memory while a program is lowered: their initial values (C11 6.7.9), and unknown ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from pycparser import c_ast

from coveriflow.program.cfa.cfa import MemoryObject
from coveriflow.program.cfa.edges import Assign, InputKind
from coveriflow.program.declarations.initialisers import Given, completed_length, given_values, with_flexible_part
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Address, Cast, Cell, Constant, Expression, Variable, scalar_type
from coveriflow.program.lowering.checks import check_fits
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.bit_fields import BitField
from coveriflow.program.lowering.expressions.expressions import any_value, integer_value, types
from coveriflow.program.lowering.expressions.lvalues import MAXIMUM_PARTS, InMemory, store
from coveriflow.program.lowering.expressions.multipart import adapted, check_scalar, elements, number_type
from coveriflow.program.lowering.expressions.sizeof import type_of
from coveriflow.program.lowering.expressions.zeroing import unit_of, zeroed_by_loop
from coveriflow.program.memory.layout import MEMORY, cell, is_data
from coveriflow.program.syntax.nodes import place
from coveriflow.program.syntax.sequencing import may_read
from coveriflow.program.types.c_types import (
    BOOL,
    UCHAR,
    Array,
    ArrayOf,
    Block,
    Bytes,
    DeclaredType,
    Floating,
    Integer,
    Pointer,
    Record,
    Scalar,
    is_complex,
    size_type,
)
from coveriflow.program.types.record_layout import Leaf, leaves, size_of


def is_in_memory(variable: Variable) -> bool:
    """Whether ``variable`` is an object in memory."""
    return isinstance(variable.type, Block)


def completed_type(context: FunctionContext, declared: DeclaredType, init: c_ast.Node | None) -> DeclaredType:
    """``T x[] = ...`` gets its length from the initialiser."""
    if isinstance(declared, ArrayOf) and declared.length is None and init is not None:
        return ArrayOf(declared.element, completed_length(declared, init, _constant(context), _record(context)))
    return declared


def storage_type(context: FunctionContext, declared: DeclaredType, init: c_ast.Node | None) -> DeclaredType:
    """What an object with static storage is made of, see ``with_flexible_part``."""
    if init is None:
        return declared
    return with_flexible_part(declared, init, _constant(context), _record(context))


def _constant(context: FunctionContext) -> Callable[[c_ast.Node], int]:
    return lambda node: integer_value(context, node).value


def _record(context: FunctionContext) -> Callable[[c_ast.Node], Record | None]:
    def of(node: c_ast.Node) -> Record | None:
        found = type_of(context, node)
        return found if isinstance(found, Record) else None

    return of


def _given(context: FunctionContext, declared: DeclaredType, init: c_ast.Node) -> list[Given]:
    return list(given_values(declared, init, _constant(context), _record(context)))


def initialise(
    context: FunctionContext, variable: Variable, declared: DeclaredType, init: c_ast.Node, name: str = ""
) -> None:
    """The initialiser of a local object: first zeros everywhere that nothing is given for. If it reads the object, of
    this ``name``, then what is there before.
    """
    span = place(init)
    start = context.address(variable, declared)
    given = _given(context, declared, init)
    if may_read(init, name):
        unknown(context, variable, declared, span)
    else:
        context.initialised.add(variable)
    whole = {(g.offset, g.offset + _size(g)) for g in given if g.member is None}
    parts = _first(leaves(declared), MAXIMUM_PARTS + 1)
    is_copy = len(given) == 1 and isinstance(given[0].type, Record)
    if not is_copy or size_of(given[0].type, span) < size_of(declared, span):
        if len(parts) > MAXIMUM_PARTS:
            size = Constant(size_of(declared, span), size_type(context.program.model))
            zeroed_by_loop(context, start, size, span, _unit(declared, size))
        elif any((part.offset, part.offset + part.type.width // 8) not in whole for part in parts):
            everything = Cell(MEMORY, start, Bytes(size_of(declared, span)))
            context.cursor.emit(Assign(everything, Constant(0, UCHAR)), span)
    for each in given:
        new = _character(each) or any_value(context, each.node)
        store(context, _target(context, start, each), new, place(each.node))


def _character(given: Given) -> Constant | None:
    """The value, if it is one of a string's."""
    if given.character is None:
        return None
    assert isinstance(given.type, Integer)
    return Constant(given.character, given.type)


def _size(given: Given) -> int:
    return given.type.width // 8 if isinstance(given.type, Integer | Pointer | Floating) else 0


def _target(context: FunctionContext, start: Expression, given: Given) -> InMemory | BitField:
    address = make.cast(make.offset(start, given.offset), context.program.layout.pointer(given.type))
    if given.member is not None:
        return BitField(address, given.member, safe=True)
    return InMemory(address, given.type, safe=True)


def _unit(declared: DeclaredType, size: Constant) -> Integer:
    """What to zero at a time: the elements of an array of numbers."""
    while isinstance(declared, ArrayOf):
        declared = declared.element
    return declared if isinstance(declared, Integer) and declared != BOOL else unit_of(size)


def unknown(
    context: FunctionContext,
    variable: Variable,
    declared: DeclaredType,
    span: Span,
    kind: InputKind = InputKind.UNINITIALISED,
    source: str | None = None,
) -> None:
    """A local object starts with any content, each time its declaration is passed.

    A large one of the entry function that is declared once keeps the unknown content that memory has at the start, and
    a list of arguments leads nowhere.
    """
    few = _first(leaves(declared), MAXIMUM_PARTS + 1)
    once = kind is InputKind.UNINITIALISED and context.is_entry and not context.breaks and not context.labels
    if once and len(few) > _FEW:
        return
    context.initialised.add(variable)
    forget(context, variable, declared, span, kind, source)


def forget(
    context: FunctionContext,
    variable: Variable,
    declared: DeclaredType,
    span: Span,
    kind: InputKind = InputKind.UNINITIALISED,
    source: str | None = None,
) -> None:
    """A local object has any content from here on."""
    start, few = context.address(variable, declared), _first(leaves(declared), MAXIMUM_PARTS + 1)
    if len(few) > MAXIMUM_PARTS:
        raise NotSupported(f"a local object of more than {MAXIMUM_PARTS} parts that is not initialised", span)
    is_list = isinstance(declared, ArrayOf) and declared == context.program.argument_list
    for part in few:
        address = make.cast(make.offset(start, part.offset), context.program.layout.pointer(part.type))
        if is_list:
            context.cursor.emit(Assign(cell(address, part.type), Constant(0, part.type)), span)
            continue
        kept = context.temporary(part.type)
        context.input(kept, source or variable.name, kind, span)
        context.cursor.emit(Assign(cell(address, part.type), kept), span)


def is_large(declared: DeclaredType) -> bool:
    """Whether an object has more parts than are forgotten one by one."""
    return len(_first(leaves(declared), MAXIMUM_PARTS + 1)) > MAXIMUM_PARTS


_FEW = 16


def _first(parts: Iterator[Leaf], count: int) -> list[Leaf]:
    return [part for part, _ in zip(parts, range(count), strict=False)]


def static_initial(
    context: FunctionContext, variable: Variable, declared: DeclaredType, init: c_ast.Node | None
) -> None:
    """Initial bytes of an object with static storage; addresses among them are stored when the program starts."""
    start = context.address(variable, declared)
    data: dict[int, int] = {}
    for each in _given(context, declared, init) if init is not None else ():
        record = number_type(each.type)
        if record is not None:
            _put_number(context, start, data, each, record)
            continue
        new = _character(each) or static_scalar(context, each)
        if isinstance(new, Constant) and not new.is_open:
            _put(data, each, new)
        else:
            target = _target(context, start, each)
            if isinstance(target, BitField) or isinstance(each.type, Record):
                raise NotSupported("such an initial value", place(each.node))
            context.program.startup.append((cell(target.address, scalar_type(new)), new, place(each.node)))
    initial = tuple(sorted((offset, byte) for offset, byte in data.items() if byte))
    context.program.layout.objects[variable.name] = MemoryObject(variable, "", initial, declared)


def _put_number(
    context: FunctionContext, begin: Expression, data: dict[int, int], given: Given, record: Record
) -> None:
    """A complex number or vector, all of whose elements are constants."""
    detached, span = context.detached(), place(given.node)
    start = detached.cursor.at
    found = any_value(detached, static_form(context, given.node))
    known = elements(adapted(detached, found, record, span))
    if detached.cursor.at != start or not all(isinstance(each, Constant) for each in known):
        raise NotSupported("an initial value that is no constant", span)
    for member, each in zip(record.members or (), known, strict=True):
        assert isinstance(each, Constant)
        part = replace(given, offset=given.offset + member.offset, type=member.type)
        if each.is_open:
            context.program.startup.append((cell(_target(context, begin, part).address, each.type), each, span))
        else:
            _put(data, part, each)


def static_scalar(context: FunctionContext, given: Given) -> Expression:
    """The value of a constant expression or an address constant (C11 6.6 p9), converted."""
    if not isinstance(given.type, Integer | Pointer | Floating):
        raise InputError("a scalar is given for an array, struct or union", place(given.node))
    bits = given.member.bits if given.member is not None else None
    return static_value(context, given.node, given.type, bits)


def static_value(context: FunctionContext, node: c_ast.Node, type_: Scalar, bits: int | None = None) -> Expression:
    """See ``static_scalar``. ``bits``: of the bit-field that gets it."""
    detached = context.detached()
    start = detached.cursor.at
    given = adapted(detached, any_value(detached, static_form(context, node)), type_, place(node))
    check_scalar(given, place(node))
    if bits is not None and isinstance(given.type, Floating) and isinstance(type_, Integer) and type_.rank != 0:
        check_fits(detached, given, replace(type_, width=bits), place(node))
    found = make.cast(known_global(context, given), type_)
    inner = found.operand if isinstance(found, Cast) else found
    if detached.cursor.at != start or not isinstance(inner, Constant | Address):
        raise NotSupported("an initial value that is no constant", place(node))
    if type_ == BOOL and isinstance(inner, Address) and is_data(inner.object):
        return Constant(1, BOOL)  # no object is at null
    return found


def static_form(context: FunctionContext, node: c_ast.Node) -> c_ast.Node:
    """``(int){1}`` is ``(int)1`` in an initial value that must be known (gcc)."""
    if not isinstance(node, c_ast.CompoundLiteral):
        return node
    declared = types(context).read(node.type)
    if not isinstance(declared, Integer | Pointer | Floating) and not is_complex(declared):
        return node
    inner: c_ast.Node = node.init
    while isinstance(inner, c_ast.InitList) and len(inner.exprs or []) == 1:
        inner = inner.exprs[0]
    return c_ast.Cast(node.type, inner, node.coord)


def known_global(context: FunctionContext, found: Expression) -> Expression:
    """Before the program starts, variables have their initial values. Those of string literals never change."""
    if isinstance(found, Cell) and isinstance(found.address, Address) and isinstance(found.type, Integer):
        return _known_character(context, found, found.address, found.type)
    known = context.program.globals.get(found.name) if isinstance(found, Variable) else None
    if known is None or not known.initial or context.function.name or isinstance(known.variable.type, Array | Block):
        return found
    return Constant(known.initial[0], scalar_type(known.variable))


def _known_character(context: FunctionContext, found: Cell, address: Address, type_: Integer) -> Expression:
    program, block, last = context.program, address.object.type, address.offset + type_.width // 8
    if address.object not in program.literals.values() or not isinstance(block, Block):
        return found
    if not 0 <= address.offset < last <= block.size:
        return found
    initial = dict(program.layout.objects[address.object.name].initial or ())
    data = bytes(initial.get(place_, 0) for place_ in range(address.offset, last))
    return Constant(type_.wrap(int.from_bytes(data, "little")), type_)


def _put(data: dict[int, int], given: Given, new: Constant) -> None:
    """Write a constant as little-endian bytes, or its bits where a bit-field is."""
    member = given.member
    if member is None:
        width = new.type.width // 8
        for number, byte in enumerate((new.value & ((1 << (8 * width)) - 1)).to_bytes(width, "little")):
            data[given.offset + number] = byte
        return
    assert member.bits is not None
    mask = ((1 << member.bits) - 1) << member.first
    bits = (new.value << member.first) & mask
    for number in range((member.first + member.bits + 7) // 8):
        old = data.get(given.offset + number, 0)
        data[given.offset + number] = (old & ~(mask >> (8 * number)) | (bits >> (8 * number))) & 0xFF
