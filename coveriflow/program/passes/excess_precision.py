"""Values that are more precise than their types (C11 5.2.4.2.2 p9): what the x87 does under ILP32.

SSE cannot convert a signed integer of 64 bits to ``float`` or ``double``. So gcc loads it into a register of the x87,
which holds it exactly. The value is rounded when it is stored: in a variable, as an argument, for arithmetic of SSE.
It is not rounded where the x87 goes on with it: it is converted back to such an integer or to ``long double``, or is
the result of a function, or is kept in a register for the rest of the expression. The same is so where gcc leaves an
operation away, as in ``x + 0.0`` and ``x * 1.0``.

In these places an execution goes on only with integers that the type holds exactly: others are not supported.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pycparser import c_ast

from coveriflow.program.cfa.accesses import parts_of
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.edges import Assign, Assume, Check, Location, Operation, Undefined, Unsupported
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Constant,
    Expression,
    Unary,
    UnaryOp,
    Variable,
    children,
    scalar_type,
    subexpressions,
)
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.expressions.softfloat import absolute, from_integer
from coveriflow.program.passes.lowered_program import LoweredProgram
from coveriflow.program.syntax.nodes import walk
from coveriflow.program.types.c_types import DOUBLE, FLOAT, INT, ULLONG, Floating, Integer
from coveriflow.program.types.data_model import DataModel

_FEATURE = "an integer that a floating type does not hold exactly, where the x87 does not round it,"
_ARITHMETIC = (BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL, BinaryOp.DIV)


def register_names(trees: Iterable[c_ast.FileAST]) -> frozenset[str]:
    """What is declared ``register``: gcc keeps it there, so storing it there does not round it."""
    declarations = (node for tree in trees for node in walk(tree) if isinstance(node, c_ast.Decl))
    return frozenset(each.name for each in declarations if each.name and "register" in (each.storage or []))


def without_excess_precision(edges: Sequence[RawEdge], program: LoweredProgram) -> list[RawEdge]:
    """``edges`` with branches to ``Unsupported`` before those whose values may not be rounded."""
    if program.model is not DataModel.ILP32:
        return list(edges)
    leaving: defaultdict[Location, list[RawEdge]] = defaultdict(list)
    needed: defaultdict[Location, dict[Expression, None]] = defaultdict(dict)
    for edge in edges:
        leaving[edge.source].append(edge)
        for exact in _conditions(edge.operation, program.registers):
            needed[edge.source].setdefault(exact)
    found: list[RawEdge] = []
    for source, group in leaving.items():
        if source not in needed:
            found += group
            continue
        here = source
        for exact in needed[source]:
            after, refused = program.builder.beside(source), program.builder.beside(source)
            unsupported = Unsupported(_FEATURE)
            steps = (here, Assume(exact, truth=True), after), (here, Assume(exact, truth=False), refused)
            for start, operation, target in (*steps, (refused, unsupported, program.halt)):
                found.append(RawEdge(start, operation, target, group[0].origin))
            here = after
        found += [replace(edge, source=here) for edge in group]
    return found


def _conditions(operation: Operation, registers: frozenset[str]) -> Iterator[Expression]:
    """Under which the values that are not rounded need not be."""
    for value in _taken(operation, registers):
        for cast in _unrounded(value):
            integer, type_ = cast.operand, scalar_type(cast.operand)
            assert isinstance(type_, Integer)
            most = 1 << format_of(_floating(cast)).precision
            if most < type_.maximum:
                below = make.binary(BinaryOp.LE, integer, Constant(most, type_))
                least = Constant(max(-most, type_.minimum), type_)
                yield make.conjunction(below, make.binary(BinaryOp.LE, least, integer))


def _taken(operation: Operation, registers: frozenset[str]) -> Iterator[Expression]:
    """Floating values that the x87 goes on with."""
    parts = parts_of(operation)
    if not any(isinstance(part.type, Floating) for part in parts):
        return
    for part in parts:
        if isinstance(part, Cast) and isinstance(part.operand.type, Floating) and _is_of_x87(part.type):
            yield part.operand
    match operation:
        case Assign(Variable(name, Floating()), value) if _is_kept(name, registers):
            yield value
        case Check(condition, Undefined.FLOAT_CONVERSION):
            bounds = (part for part in subexpressions(condition) if isinstance(part, Binary) and part.type == INT)
            yield from (side for bound in bounds for side in children(bound))
        case _:
            pass


def _is_of_x87(type_: object) -> bool:
    if isinstance(type_, Floating):
        return type_ not in (FLOAT, DOUBLE)
    return isinstance(type_, Integer) and type_.width > INT.width and type_ != ULLONG


def _is_kept(name: str, registers: frozenset[str]) -> bool:
    """Whether a variable is not in memory: a result, a value between, or what is declared so."""
    own = name.rpartition("::")[2]
    return own == "return" or own.startswith("$") or own.partition(".")[0] in registers


def _unrounded(value: Expression) -> Iterator[Cast]:
    """Conversions of integers whose exact values may come out as ``value``."""
    match value:
        case Cast(operand, Floating()) if isinstance(operand.type, Integer):
            if operand.type.width > INT.width and operand.type != ULLONG:
                yield value
        case Cast(operand, Floating()) | Unary(_, operand) if isinstance(operand.type, Floating):
            if not (isinstance(value, Unary) and value.operator is UnaryOp.ROOT):
                yield from _unrounded(operand)
        case Binary(operator, left, right, Floating()) if operator in _ARITHMETIC:
            for one, other in ((left, right), (right, left)):
                if isinstance(other, Constant) and _is_neutral(other):
                    yield from _unrounded(one)
        case _:
            pass


def _is_neutral(constant: Constant) -> bool:
    form = format_of(_floating(constant))
    return absolute(form, constant.value) in (0, from_integer(form, 1))


def _floating(expression: Expression) -> Floating:
    assert isinstance(expression.type, Floating)
    return expression.type
