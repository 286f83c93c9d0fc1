"""The arguments of the program (C11 5.1.2.2.1): how many there are and what they are is nondeterministic.

There is at least one, the program's name, as Linux has it (``execve``). Where a program follows them, the first few
are objects of their own, each of the length that its text has; what is after the first bytes of a text is any text.
That there are more is possible, but what they are is not known: ``ProgramContext.cut``.
"""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.cfa.arguments import BYTE, FIRST_BYTES, LENGTH, REST
from coveriflow.program.cfa.cfa import Global
from coveriflow.program.cfa.edges import Assign, InputKind
from coveriflow.program.cfa.names import COUNT
from coveriflow.program.errors import Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Address, BinaryOp, Constant, Expression, Variable, scalar_type
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.environment import NAMED
from coveriflow.program.memory.addresses import extent_of
from coveriflow.program.memory.layout import Cut, cell
from coveriflow.program.memory.provenance import CONTENT
from coveriflow.program.syntax.nodes import walk
from coveriflow.program.types.c_types import CHAR, INT, UCHAR, ULLONG, ArrayOf, Block, DeclaredType, Pointer, size_type

_LONGEST = (1 << 17) - 1
"""Linux takes no longer arguments (``MAX_ARG_STRLEN``)."""
_FEW, _MANY = 4, 16


def is_command_line(declared: DeclaredType) -> bool:
    """Whether a parameter of ``main`` has the type of the texts."""
    return isinstance(declared, Pointer) and isinstance(declared.target, Pointer) and declared.target.target == CHAR


def bind_count(context: FunctionContext, span: Span) -> Variable:
    """How many arguments there are."""
    count = context.temporary(INT)
    context.input(count, COUNT, InputKind.ARGUMENT, span)
    context.program.assumptions.setdefault(NAMED)
    _assume(context, make.binary(BinaryOp.GE, count, Constant(1, INT)), span)
    return count


def bind_texts(context: FunctionContext, name: str, body: c_ast.Node, count: Variable, span: Span) -> Expression:
    """The address of the array of pointers to the texts, which ends with a null pointer."""
    program = context.program
    pointer = program.layout.pointer(CHAR)
    listed, named = _listed(name, body)
    step = pointer.width // 8
    followed = named if (InputKind.ARGUMENT, CONTENT + name) in program.followed else frozenset()
    array = _object(context, "argv[]", ArrayOf(pointer, listed + 1), span)
    total = Variable("$argc", INT)
    program.globals[total.name] = Global(total, (0,))
    context.cursor.emit(Assign(total, count), span)
    whole = make.binary(BinaryOp.LE, total, Constant(listed, INT))
    program.cut[array] = Cut(listed * step, whole, f"following more than {listed} arguments of the program")
    after = context.cursor.fresh()
    for number in range(listed):
        text = _text(context, number, is_followed=number in followed, span=span)
        _put(context, array, number, Address(text, 0, pointer), span)
        more, last = context.cursor.fresh(), context.cursor.fresh()
        context.cursor.branch(make.binary(BinaryOp.GT, count, Constant(number + 1, INT)), more, last, span)
        context.cursor.at = last
        _put(context, array, number + 1, Constant(0, pointer), span)
        _set_size(context, array, Constant((number + 2) * step, ULLONG), span)
        context.cursor.goto(after, span)
        context.cursor.at = more
    _set_size(context, array, Constant(program.layout.granules.size, ULLONG), span)
    context.cursor.goto(after, span)
    context.cursor.at = after
    return Address(array, 0, program.layout.pointer(pointer))


def _listed(name: str, body: c_ast.Node) -> tuple[int, frozenset[int]]:
    """How many arguments are distinguished, and which are used: those that a program names by constants; a few more,
    and all, where it uses them otherwise, too.
    """
    named: list[int] = []
    plain = 0
    for node in walk(body):
        if isinstance(node, c_ast.ID) and node.name == name:
            plain += 1
        elif isinstance(node, c_ast.ArrayRef) and isinstance(node.name, c_ast.ID) and node.name.name == name:
            if isinstance(node.subscript, c_ast.Constant) and node.subscript.value.isdigit():
                named.append(int(node.subscript.value))
    most = max(named, default=0) + 1
    if len(named) == plain:
        return min(_MANY, most), frozenset(named)
    listed = min(_MANY, max(_FEW, most))
    return listed, frozenset(range(listed))


def _object(context: FunctionContext, name: str, declared: DeclaredType, span: Span) -> Variable:
    return context.program.object(f"{context.function.name}::{name}", declared, context.function.name, span)


def _text(context: FunctionContext, number: int, span: Span, *, is_followed: bool) -> Variable:
    """An argument: it ends with the only null character in it."""
    model = context.program.model
    most = _LONGEST + 1 if is_followed else 1
    text = _object(context, f"argv[{number}]", ArrayOf(CHAR, most), span)
    if not is_followed:
        return text
    length = context.temporary(size_type(model))
    context.input(length, LENGTH.format(number), InputKind.ARGUMENT, span)
    _assume(context, make.binary(BinaryOp.LE, length, Constant(_LONGEST, scalar_type(length))), span)
    size = make.binary(BinaryOp.ADD, make.cast(length, ULLONG), Constant(1, ULLONG))
    _set_size(context, text, size, span)
    for place in range(FIRST_BYTES):
        byte, at = context.temporary(CHAR), Constant(place, scalar_type(length))
        context.input(byte, BYTE.format(number, place), InputKind.ARGUMENT, span)
        behind, is_end = make.binary(BinaryOp.LT, length, at), make.binary(BinaryOp.EQ, length, at)
        ends_there = make.binary(BinaryOp.EQ, make.negation(byte), is_end)
        _assume(context, make.disjunction(behind, ends_there), span)
        context.cursor.emit(Assign(cell(Address(text, place, context.program.layout.pointer(CHAR)), CHAR), byte), span)
    context.input(context.temporary(UCHAR), REST.format(number), InputKind.ARGUMENT, span)
    start = Address(text, 0, context.program.layout.pointer(CHAR))
    end = cell(make.indexed(start, length, 1), CHAR)
    _assume(context, make.binary(BinaryOp.EQ, end, Constant(0, CHAR)), span)
    return text


def _put(context: FunctionContext, array: Variable, number: int, value: Expression, span: Span) -> None:
    pointer = scalar_type(value)
    at = Address(array, number * pointer.width // 8, context.program.layout.pointer(pointer))
    context.cursor.emit(Assign(cell(at, pointer), value), span)


def _set_size(context: FunctionContext, object_: Variable, size: Expression, span: Span) -> None:
    """Of the granules of ``object_``, those after ``size`` bytes belong to nothing."""
    assert isinstance(object_.type, Block)
    granules = context.program.layout.granules
    bits = granules.bits
    for number in range((object_.type.size >> bits) + 1):
        before = number << bits
        start = Address(object_, before, context.program.layout.pointer())
        entry = make.binary(BinaryOp.ADD, size, Constant(ULLONG.wrap(1 - before), ULLONG))
        if before:
            begins = make.cast(make.binary(BinaryOp.GE, size, Constant(before, ULLONG)), ULLONG)
            entry = make.binary(BinaryOp.MUL, begins, entry)
        context.cursor.emit(Assign(extent_of(start, granules), entry), span)


def _assume(context: FunctionContext, holds: Expression, span: Span) -> None:
    after = context.cursor.fresh()
    context.cursor.branch(holds, after, context.program.halt, span)
    context.cursor.at = after
