"""Expressions of C to typed expressions and edges: side effects are sequenced, short circuits become branches (C11
6.5).

What is not lowered here is looked up in the program's ``Lowerers``: ``constructs`` says where it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, Location
from coveriflow.program.declarations.compatible_types import same_record
from coveriflow.program.declarations.scopes import EnumConstant
from coveriflow.program.declarations.type_reader import TypeReader
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    SHIFTS,
    ArrayValue,
    BinaryOp,
    Constant,
    Expression,
    UnaryOp,
    is_deeper,
    is_pointer,
    scalar_type,
)
from coveriflow.program.lowering.call_arguments import Argument, evaluated
from coveriflow.program.lowering.checks import arithmetic, converted, in_range, negated
from coveriflow.program.lowering.context import FunctionContext, type_reader
from coveriflow.program.lowering.expressions.either_order import by_plan
from coveriflow.program.lowering.expressions.multipart import adapted, check_scalar, operations, shallow, truth
from coveriflow.program.lowering.expressions.pointer_arithmetic import pointer_arithmetic
from coveriflow.program.lowering.unset import is_discarded_read
from coveriflow.program.syntax.literals import character_constant, floating_constant, integer_constant
from coveriflow.program.syntax.nodes import evaluated_lengths, place
from coveriflow.program.syntax.sequencing import may_have_effect
from coveriflow.program.types.c_types import (
    INT,
    ArrayOf,
    Floating,
    FunctionOf,
    Integer,
    Pointer,
    Record,
    Scalar,
    Unhandled,
    Void,
    common,
    has_name,
    named,
    promoted,
)

MAXIMUM_DEPTH = 32
"""An expression that is nested deeper is computed in steps, so that whatever reads expressions may recurse."""

_Found = TypeVar("_Found")
Lower = Callable[[FunctionContext, c_ast.Node], Expression | None]


def types(context: FunctionContext) -> TypeReader:
    """Reads type nodes in the current scope."""
    return type_reader(
        context.program.model,
        context.scope,
        lambda node: integer_value(context, node),
        lambda node: context.program.lowerers.type_of(context, node),
    )


def value(context: FunctionContext, node: c_ast.Node) -> Expression:
    """The value of ``node``, a scalar; its side effects become edges before."""
    found = any_value(context, node)
    check_scalar(found, place(node))
    return found


def converted_value(context: FunctionContext, node: c_ast.Node, type_: Scalar) -> Expression:
    """The value of ``node``, converted to ``type_`` as if by assignment."""
    found, span = adapted(context, any_value(context, node), type_, place(node)), place(node)
    check_scalar(found, span)
    return converted(context, found, type_, span)


def array_value_of(context: FunctionContext, init: c_ast.Node) -> Callable[[c_ast.Node, Scalar], Expression]:
    """What converts the initial values in ``init``: where some have effects, each is kept as it is computed."""
    keeps = may_have_effect(init)

    def converted_and_kept(node: c_ast.Node, type_: Scalar) -> Expression:
        found = converted_value(context, node, type_)
        if not keeps or isinstance(found, Constant):
            return found
        kept = context.temporary(type_)
        context.cursor.emit(Assign(kept, found), place(node))
        return kept

    return converted_and_kept


def any_value(context: FunctionContext, node: c_ast.Node) -> Expression:
    """The value of ``node``, also of a struct or union. A ``void`` value is an ``InputError``."""
    found = lowered(context, node)
    if found is None:
        raise InputError("a void value is used", place(node))
    return found


def lowered(context: FunctionContext, node: c_ast.Node) -> Expression | None:
    """The value of ``node``, ``None`` for ``void``."""
    if context.program.orders.watches(node):
        found = _watched(context, node)
    else:  # as few frames as can be, since sums are nested as deep as they are long
        found = _lowered(context, node)
    if isinstance(found, ArrayValue):
        return shallow(context, found, MAXIMUM_DEPTH, place(node))
    if found is None or isinstance(found.type, Record) or not is_deeper(found, MAXIMUM_DEPTH):
        return found
    step = context.temporary(scalar_type(found))
    context.cursor.emit(Assign(step, found), place(node))
    return step


def _watched(context: FunctionContext, node: c_ast.Node) -> Expression | None:
    orders = context.program.orders
    if (known := orders.take(node)) is not None:
        return known
    if (planned := orders.plan_of(node)) is not None:
        return by_plan(context, planned, lowered, lowered)
    return noted(context, node, lambda: _lowered(context, node))


def _lowered(context: FunctionContext, node: c_ast.Node) -> Expression | None:
    lowerers = context.program.lowerers
    match node:
        case c_ast.Constant():
            return _literal(context, node)
        case c_ast.BinaryOp(op="&&" | "||"):
            return _logical(context, node)
        case c_ast.BinaryOp():
            left, right = any_value(context, node.left), any_value(context, node.right)
            return binary(context, BinaryOp(node.op), left, right, place(node))
        case c_ast.UnaryOp() if node.op in lowerers.unary:
            return lowerers.unary[node.op](context, node)
        case c_ast.Cast():
            return _cast(context, node)
        case c_ast.ExprList():
            for discarded in node.exprs[:-1]:
                effect(context, discarded)
            return lowered(context, node.exprs[-1])
        case Argument():
            return lowered(context, evaluated(context, node))
        case _ if type(node) in lowerers.expressions:
            return lowerers.expressions[type(node)](context, node)
        case _:
            raise NotSupported(_construct(node), place(node))


def noted(context: FunctionContext, node: c_ast.Node, lower: Callable[[], _Found]) -> _Found:
    """What ``lower`` gives; what it does for an operand whose order is open is noted."""
    return context.program.orders.noted(node, context.cursor.builder, lower)


def binary(context: FunctionContext, op: BinaryOp, left: Expression, right: Expression, span: Span) -> Expression:
    """``left op right`` for numbers and pointers, with the checks that it needs."""
    several = operations(context, left, right)
    if several is not None:
        return several.binary(context, op, left, right, span)
    for operand in (left, right):
        check_scalar(operand, span)
    if is_pointer(left) or is_pointer(right):
        return pointer_arithmetic(context, op, left, right, span)
    if has_name(scalar_type(left)) and has_name(scalar_type(right)):
        return arithmetic(context, op, left, right, span)
    return _wide_bits(context, op, left, right, span)


def _wide_bits(context: FunctionContext, op: BinaryOp, left: Expression, right: Expression, span: Span) -> Expression:
    """Arithmetic in the type of a bit-field that is wider than ``int``: gcc keeps no more bits than that has."""
    if op in SHIFTS:
        result = promoted(scalar_type(left))
        right = named_type(right)
    else:
        result = common(scalar_type(left), scalar_type(right))
        right = named_type(make.cast(right, result))
    found = arithmetic(context, op, named_type(make.cast(left, result)), right, span)
    return found if op in COMPARISONS else in_range(context, found, result, span)


def named_type(operand: Expression) -> Expression:
    """``operand`` in a type that programs can name and that holds all its values."""
    type_ = scalar_type(operand)
    return operand if has_name(type_) else make.cast(operand, named(type_))


def effect(context: FunctionContext, node: c_ast.Node) -> None:
    """Only the side effects of ``node``: no one asks for the old value of ``x++``."""
    planned = context.program.orders.plan_of(node)
    if planned is not None:
        by_plan(context, planned, _only_effect, lowered)
    else:
        noted(context, node, lambda: _effect(context, node))


def _only_effect(context: FunctionContext, node: c_ast.Node) -> None:
    effect(context, node)


def _effect(context: FunctionContext, node: c_ast.Node) -> None:
    if isinstance(node, c_ast.UnaryOp) and node.op in ("p++", "p--"):
        context.program.lowerers.unary[node.op.removeprefix("p")](context, node)
    elif isinstance(node, Argument):
        effect(context, evaluated(context, node))
    elif isinstance(node, c_ast.Cast) and isinstance(types(context).read(node.to_type), Void):
        effect(context, node.expr)
    elif not is_discarded_read(context, node):
        lowered(context, node)


def _construct(node: c_ast.Node) -> str:
    match node:
        case c_ast.UnaryOp(op=op):
            return f"the operator {op}"
        case _:
            return f"the expression construct {type(node).__name__}"


def condition(context: FunctionContext, node: c_ast.Node, if_true: Location, if_false: Location) -> None:
    """Branch on ``node != 0``; ``&&``, ``||`` and ``!`` are control flow (C11 6.5.13, 6.5.14)."""
    match node:
        case c_ast.BinaryOp(op="&&"):
            middle = context.cursor.fresh()
            condition(context, node.left, middle, if_false)
            context.cursor.at = middle
            condition(context, node.right, if_true, if_false)
        case c_ast.BinaryOp(op="||"):
            middle = context.cursor.fresh()
            condition(context, node.left, if_true, middle)
            context.cursor.at = middle
            condition(context, node.right, if_true, if_false)
        case c_ast.UnaryOp(op="!"):
            condition(context, node.expr, if_false, if_true)
        case _:
            test = truth(context, any_value(context, node), place(node))
            context.cursor.branch(test, if_true, if_false, place(node))


def known_constant(context: FunctionContext, node: c_ast.Node, lower: Lower | None = None) -> Constant | None:
    """The value of ``node``, as ``lower`` finds it, where that is known and nothing happens when it is evaluated: no
    edge is left then. Constants are evaluated here.
    """
    scratch = context.scratch()
    found = (lower or value)(scratch, node)
    return found if isinstance(found, Constant) and not scratch.program.builder.edges else None


def constant_value(context: FunctionContext, node: c_ast.Node) -> Constant:
    """The value of a constant expression (C11 6.6); raises ``NotSupported`` for anything else."""
    is_number = isinstance(node, c_ast.Constant) and node.type not in ("string", *context.program.lowerers.literals)
    found = _literal(context, node) if is_number else known_constant(_without_checks(context), node)
    if not isinstance(found, Constant):
        raise NotSupported("an initialiser or bound that is no integer constant", place(node))
    return found


def _without_checks(context: FunctionContext) -> FunctionContext:
    """A context for what is computed when the program is compiled: compilers wrap what overflows there."""
    apart = context.scratch()
    apart.program.violations = replace(context.program.violations, checks=frozenset())
    return apart


def integer_value(context: FunctionContext, node: c_ast.Node) -> Constant:
    """The value of an integer constant expression (C11 6.6 p6)."""
    found = constant_value(context, node)
    if isinstance(found.type, Floating):
        raise InputError("an integer is expected here, not a floating value", place(node))
    return found


def known_value(context: FunctionContext, node: c_ast.Node) -> Constant | None:
    """Whether an operand that is constant by its form is not zero, as 0 or 1."""
    if not is_constant_by_form(context, node):
        return None
    return known_constant(context, node, lambda scratch, each: truth(scratch, any_value(scratch, each), place(each)))


def is_constant_by_form(context: FunctionContext, node: c_ast.Node) -> bool:
    """Whether all operands are constants, and no operator needs a check."""
    match node:
        case c_ast.Constant():
            return True
        case c_ast.ID(name=name):
            return isinstance(context.scope.find(name), EnumConstant)
        case c_ast.UnaryOp(op="sizeof"):
            return all(is_constant_by_form(context, length) for length in evaluated_lengths(node))
        case c_ast.UnaryOp(op="+" | "-" | "~" | "!"):
            return is_constant_by_form(context, node.expr)
        case c_ast.Cast():
            return is_constant_by_form(context, node.expr)
        case c_ast.BinaryOp(op=op) if op not in ("/", "%", "<<", ">>"):
            return is_constant_by_form(context, node.right) and is_constant_by_form(context, node.left)
        case c_ast.TernaryOp():
            return all(is_constant_by_form(context, part) for part in (node.iffalse, node.iftrue, node.cond))
        case _:
            return False


def _literal(context: FunctionContext, node: c_ast.Constant) -> Expression:
    lowerers, span = context.program.lowerers, place(node)
    match node.type:
        case "string":
            return lowerers.expressions[c_ast.ID](context, node) or Constant(0, INT)
        case "char":
            return character_constant(node.value, context.program.model, span)
        case "float" | "double" | "long double":
            return floating_constant(node.value, context.program.model, span)
        case _ if node.type in lowerers.literals:
            return lowerers.literals[node.type](context, node)
        case _ if node.value.startswith("'"):
            return character_constant(node.value, context.program.model, span)
        case _:
            return integer_constant(node.value, context.program.model, span)


def arithmetic_operator(context: FunctionContext, node: c_ast.UnaryOp) -> Expression:
    """The value of ``+``, ``-`` or ``~`` (C11 6.5.3.3)."""
    operand, span = any_value(context, node.expr), place(node)
    several = operations(context, operand)
    if several is not None:
        return several.unary(context, node.op, operand, span)
    check_scalar(operand, span)
    if node.op == "+":
        return make.cast(operand, promoted(scalar_type(operand)))
    if node.op == "~" and isinstance(operand.type, Floating):
        raise InputError("the operator ~ takes no floating operand", span)
    named = named_type(operand)
    found = negated(context, named, span) if node.op == "-" else make.unary(UnaryOp(node.op), named)
    return found if named is operand else in_range(context, found, scalar_type(operand), span)


def logical_not(context: FunctionContext, node: c_ast.UnaryOp) -> Expression:
    """The value of ``!``."""
    return make.negation(truth(context, any_value(context, node.expr), place(node)))


def _logical(context: FunctionContext, node: c_ast.BinaryOp) -> Expression:
    """The value 0 or 1 of ``&&`` and ``||``; the right operand is not looked at where the left one decides."""
    known = known_value(context, node.left)
    if known is None:
        return _branch_value(context, node)
    if bool(known.value) == (node.op == "||"):
        return Constant(int(node.op == "||"), INT)
    return truth(context, any_value(context, node.right), place(node.right))


def _branch_value(context: FunctionContext, node: c_ast.Node) -> Expression:
    result, span = context.temporary(INT), place(node)
    if_true, if_false, after = (context.cursor.fresh() for _ in range(3))
    condition(context, node, if_true, if_false)
    for start, outcome in ((if_true, 1), (if_false, 0)):
        context.cursor.at = start
        context.cursor.emit(Assign(result, Constant(outcome, INT)), span)
        context.cursor.goto(after, span)
    context.cursor.at = after
    return result


def _cast(context: FunctionContext, node: c_ast.Cast) -> Expression | None:
    match types(context).read(node.to_type):
        case Void():
            effect(context, node.expr)
            return None
        case Integer() | Pointer() | Floating() as target:
            operand = adapted(context, any_value(context, node.expr), target, place(node))
            check_scalar(operand, place(node))
            return converted(context, operand, target, place(node))
        case Record() as record:
            found = adapted(context, any_value(context, node.expr), record, place(node))
            to_union = context.program.lowerers.to_union
            return found if same_record(found.type, record) else to_union(context, record, found, place(node))
        case Unhandled(feature):
            raise NotSupported(feature, place(node))
        case ArrayOf() | FunctionOf():
            raise InputError("a cast to an array or function type", place(node))
