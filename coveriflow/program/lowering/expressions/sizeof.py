"""``sizeof``, ``typeof`` and ``offsetof``: of types, and of expressions that are not evaluated (C11 6.5.3.4, 7.19)."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.declarations.scopes import FunctionSymbol, ObjectSymbol
from coveriflow.program.declarations.type_reader import VARIABLE_ARRAY
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, scalar_type
from coveriflow.program.lowering.call_arguments import Argument, spelled
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.array_lengths import computed_dimensions, written_lengths
from coveriflow.program.lowering.expressions.bit_fields import BitField
from coveriflow.program.lowering.expressions.expressions import lowered, types, value
from coveriflow.program.lowering.expressions.lvalues import (
    Designator,
    InMemory,
    designated,
    element_in_memory,
    member_of,
    object_symbol,
)
from coveriflow.program.syntax.nodes import OF_VALUE, place, subscripted, subscripts_of
from coveriflow.program.syntax.sequencing import may_have_effect
from coveriflow.program.text.normalise import ALIGNED_VARIABLES
from coveriflow.program.types.c_types import (
    ArrayOf,
    DeclaredType,
    FunctionOf,
    Integer,
    Pointer,
    Record,
    Unhandled,
    Void,
    has_name,
    size_type,
)
from coveriflow.program.types.record_layout import alignment_of, preferred_alignment, size_of


def offset_of(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """``offsetof(type, member)``: the address that the member has in an object at 0 (C11 7.19 p3)."""
    type_, member = node.args.exprs
    span = place(node)
    object_ = InMemory(Constant(0, context.program.layout.pointer()), types(context).read(type_), safe=True)
    inner: list[c_ast.Node] = []
    while not isinstance(member, c_ast.ID):
        inner.append(member)
        member = member.name
    found: Designator = member_of(context, object_, member.name, span)
    for step in reversed(inner):
        if not isinstance(found, InMemory):
            raise InputError("a bit-field has no address", span)
        if isinstance(step, c_ast.StructRef):
            found = member_of(context, found, step.field.name, span)
        else:
            found = element_in_memory(context, found, value(context, step.subscript), span)
    if not isinstance(found, InMemory):
        raise InputError("a bit-field has no address", span)
    return make.cast(found.address, size_type(context.program.model))


def size_of_operand(context: FunctionContext, node: c_ast.UnaryOp) -> Expression:
    """``sizeof``; the operand is evaluated only where it has lengths that are computed."""
    bytes_ = size_type(context.program.model)
    if isinstance(node.expr, c_ast.Typename) and _has_computed_length(context, node.expr.type):
        return _computed_size(context, node.expr.type)
    symbol, subscripts = variable_array_of(context, node.expr), subscripts_of(node.expr)
    if symbol is not None:
        _refuse_effect(node.expr)
    if symbol is not None and symbol.element is not None and None not in symbol.dimensions[len(subscripts) :]:
        total: Expression = Constant(size_of(symbol.element, place(node)), bytes_)
        for dimension in symbol.dimensions[len(subscripts) :]:
            assert dimension is not None
            total = make.binary(BinaryOp.MUL, dimension, total)
        return total
    refuse_bit_field(context, node.expr)
    return Constant(size_of(type_of(context, node.expr), place(node)), bytes_)


def _has_computed_length(context: FunctionContext, node: c_ast.Node) -> bool:
    """Whether this is the type of an array of variable length."""
    lengths, _ = written_lengths(node)
    return any(length is not None and not _is_constant(context, length) for length in lengths)


def _is_constant(context: FunctionContext, length: c_ast.Node) -> bool:
    try:
        types(context).constant(length)
    except NotSupported:
        return False
    return True


def _computed_size(context: FunctionContext, node: c_ast.Node) -> Expression:
    lengths, inner = written_lengths(node)
    size: Expression = Constant(size_of(types(context).read(inner), place(node)), size_type(context.program.model))
    for dimension in computed_dimensions(context, lengths, place(node)):
        size = make.binary(BinaryOp.MUL, dimension, size)
    return size


def variable_array_of(context: FunctionContext, node: c_ast.Node) -> ObjectSymbol | None:
    """The array of variable length, or parameter that is one, of which ``node`` is the whole or a part."""
    base = subscripted(node)
    symbol = context.scope.find(base.name) if isinstance(base, c_ast.ID) else None
    if not isinstance(symbol, ObjectSymbol) or not 0 < len(symbol.dimensions) >= len(subscripts_of(node)):
        return None
    return symbol


def type_of(context: FunctionContext, node: c_ast.Node) -> DeclaredType:
    """The type of an expression, which is not evaluated (C11 6.5.3.4): an array's is its own."""
    return _type_of(context.scratch(), node)


def _type_of(context: FunctionContext, node: c_ast.Node) -> DeclaredType:
    """The same in a scratch context."""
    chosen = context.program.lowerers.selected(context, node)
    if chosen is not None:
        return _type_of(context, chosen)
    match node:
        case Argument():
            return _type_of(context, spelled(node))
        case c_ast.Typename():
            return types(context).read(node)
        case c_ast.ID() if isinstance(context.symbol(node.name), ObjectSymbol):
            return object_symbol(context, node).declared
        case c_ast.ID() if isinstance(function := context.symbol(node.name), FunctionSymbol):
            return function.declared
        case (
            c_ast.ArrayRef()
            | c_ast.StructRef()
            | c_ast.UnaryOp(op="*")
            | c_ast.Constant(type="string")
            | c_ast.CompoundLiteral()
        ):
            return _designated_type(context, node)
        case _:
            pass
    found_value = lowered(context, node)
    if found_value is None:
        return Void()
    type_ = found_value.type
    return type_ if isinstance(type_, Record) else scalar_type(found_value)


def type_stood_for(context: FunctionContext, node: c_ast.TypeOf) -> DeclaredType:
    """What ``typeof`` stands for."""
    if node.op != OF_VALUE:
        refuse_bit_field(context, node.expr)
    return _operand_type(context, node.expr)


def refuse_bit_field(context: FunctionContext, node: c_ast.Node) -> None:
    """``NotSupported``: the value of ``node`` is that of a bit-field, before promotion. C leaves its type open (C11
    6.7.2.1 p5); gcc's has as many bits as the field, and no name.
    """
    chosen = context.program.lowerers.selected(context.scratch(), node)
    if chosen is not None:
        refuse_bit_field(context, chosen)
        return
    match node:
        case Argument():
            refuse_bit_field(context, spelled(node))
        case c_ast.StructRef():
            if isinstance(designated(context.scratch(), node), BitField):
                raise NotSupported("the type of the value of a bit-field", place(node))
        case c_ast.ExprList(exprs=[*_, last]):
            refuse_bit_field(context, last)
        case c_ast.Assignment(lvalue=changed) | c_ast.UnaryOp(op="++" | "--" | "p++" | "p--", expr=changed):
            refuse_bit_field(context, changed)
        case c_ast.Compound(block_items=[*items, last]) if (value_ := _value_of_statement(last)) is not None:
            asked = c_ast.UnaryOp("sizeof", value_, value_.coord)
            lowered(context.scratch(), c_ast.Compound([*items, asked], node.coord))
        case _:
            pass


def _value_of_statement(node: c_ast.Node) -> c_ast.Node | None:
    """What may be a bit-field, as the last statement of an expression of statements."""
    while isinstance(node, c_ast.Label):
        node = node.stmt
    asked = c_ast.StructRef | c_ast.ExprList | c_ast.Assignment | c_ast.UnaryOp | c_ast.Compound
    return node if isinstance(node, asked) else None


def _operand_type(context: FunctionContext, node: c_ast.Node) -> DeclaredType:
    symbol = variable_array_of(context, node)
    if symbol is not None:
        _refuse_effect(node)
        if len(subscripts_of(node)) == len(symbol.dimensions) and symbol.element is not None:
            return symbol.element
        raise NotSupported("typeof of an array of variable length", place(node))
    found = type_of(context, node)
    if isinstance(found, Integer) and not has_name(found):
        raise NotSupported("typeof of a bit-field that is wider than int", place(node))
    if _is_variably_modified(found):
        _refuse_effect(node)
    return found


def _is_variably_modified(declared: DeclaredType) -> bool:
    """Whether the type depends on a length that is computed (C11 6.7.6 p3)."""
    while isinstance(declared, Pointer | ArrayOf | FunctionOf):
        match declared:
            case Pointer(target):
                declared = target
            case ArrayOf(element):
                declared = element
            case FunctionOf(result):
                declared = result
    return declared == Unhandled(VARIABLE_ARRAY)


def _refuse_effect(operand: c_ast.Node) -> None:
    """An operand whose type depends on a computed length is evaluated where others are not (C11 6.5.3.4 p2)."""
    if may_have_effect(operand):
        raise NotSupported("an effect in an operand with a type of variable length", place(operand))


def _designated_type(context: FunctionContext, node: c_ast.Node) -> DeclaredType:
    """The declared type of what ``node`` designates."""
    if isinstance(node, c_ast.ArrayRef):
        whole = _type_of(context, node.name)
        if isinstance(whole, ArrayOf):
            return whole.element
    if isinstance(node, c_ast.UnaryOp):
        array = _type_of(context, node.expr)
        if isinstance(array, ArrayOf):
            return array.element
    found = designated(context, node)
    match found:
        case InMemory():
            return found.declared
        case BitField():
            return found.member.type
        case _:
            return scalar_type(found)


def alignment_of_operand(context: FunctionContext, node: c_ast.UnaryOp) -> Expression:
    """``_Alignof`` of a type is what members of that type have; ``__alignof__``, and that of an expression, is what
    objects of the type have (gcc).
    """
    operand, span, model = node.expr, place(node), context.program.model
    if isinstance(operand, c_ast.StructRef) or _may_be_aligned(context, operand):
        raise NotSupported("the alignment of such an object", span)
    refuse_bit_field(context, operand)
    declared = type_of(context, operand)
    size_of(declared.element if isinstance(declared, ArrayOf) else declared, span)
    of_member = node.op == "_Alignof" and isinstance(operand, c_ast.Typename)
    found = alignment_of(declared, model) if of_member else preferred_alignment(declared, model)
    return Constant(found, size_type(model))


def _may_be_aligned(context: FunctionContext, operand: c_ast.Node) -> bool:
    """Whether a variable may have another alignment than its type, or none of its own."""
    if variable_array_of(context, operand) is not None:
        return True
    if not isinstance(operand, c_ast.ID):
        return False
    attributes = context.scope.find(ALIGNED_VARIABLES) is not None
    return attributes or operand.name in context.program.addressed.aligned
