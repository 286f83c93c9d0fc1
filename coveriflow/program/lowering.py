"""Expressions of C to typed expressions and edges: side effects are sequenced, short circuits become branches (C11
6.5).

Kinds of expressions that are not lowered here are looked up in ``FURTHER`` and ``UNARY``, where ``assignments``,
``calls`` and ``statements``, which build on this module, enter theirs.
"""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from coveriflow.program import folding
from coveriflow.program.checks import arithmetic, converted, index_within
from coveriflow.program.context import FunctionContext, type_reader
from coveriflow.program.declared import (
    ArrayOf,
    DeclaredType,
    FunctionOf,
    TypeReader,
    Unhandled,
    Void,
    flattened,
    place,
    shape,
    size_of,
)
from coveriflow.program.edges import Assign, Location
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.expressions import (
    BinaryOp,
    Constant,
    Element,
    Expression,
    Place,
    UnaryOp,
    Variable,
    is_deeper,
    scalar_type,
)
from coveriflow.program.literals import character_constant, floating_constant, integer_constant
from coveriflow.program.scopes import EnumConstant, ObjectSymbol, TypeAlias, UnusableSymbol
from coveriflow.program.types import INT, ULLONG, Array, Floating, Integer, common, promoted, size_type

MAXIMUM_DEPTH = 32
"""An expression that is nested deeper is computed in steps, so that whatever reads expressions may recurse."""

Lower = Callable[[FunctionContext, c_ast.Node], Expression | None]
FURTHER: dict[type[c_ast.Node], Lower] = {}


def types(context: FunctionContext) -> TypeReader:
    """Reads type nodes in the current scope."""
    return type_reader(context.program.model, context.scope, lambda node: integer_value(context, node))


def value(context: FunctionContext, node: c_ast.Node) -> Expression:
    """The value of ``node``; its side effects become edges before. A ``void`` value is an ``InputError``."""
    found = lowered(context, node)
    if found is None:
        raise InputError("a void value is used", place(node))
    return found


def lowered(context: FunctionContext, node: c_ast.Node) -> Expression | None:
    """The value of ``node``, ``None`` for ``void``."""
    found = _lowered(context, node)
    if found is None or not is_deeper(found, MAXIMUM_DEPTH):
        return found
    step = context.temporary(scalar_type(found))
    context.cursor.emit(Assign(step, found), place(node))
    return step


def _lowered(context: FunctionContext, node: c_ast.Node) -> Expression | None:
    match node:
        case c_ast.Constant():
            return _literal(context, node)
        case c_ast.ID() | c_ast.ArrayRef():
            return _read(context, node)
        case c_ast.BinaryOp(op="&&" | "||"):
            return _logical(context, node)
        case c_ast.BinaryOp():
            left, right = value(context, node.left), value(context, node.right)
            return arithmetic(context, BinaryOp(node.op), left, right, place(node))
        case c_ast.UnaryOp() if node.op in UNARY:
            return UNARY[node.op](context, node)
        case c_ast.TernaryOp():
            return _conditional(context, node)
        case c_ast.Cast():
            return _cast(context, node)
        case c_ast.ExprList():
            for discarded in node.exprs[:-1]:
                effect(context, discarded)
            return lowered(context, node.exprs[-1])
        case _ if type(node) in FURTHER:
            return FURTHER[type(node)](context, node)
        case _:
            raise NotSupported(_construct(node), place(node))


def effect(context: FunctionContext, node: c_ast.Node) -> None:
    """Only the side effects of ``node``: no one asks for the old value of ``x++``."""
    if isinstance(node, c_ast.UnaryOp) and node.op in ("p++", "p--"):
        UNARY[node.op.removeprefix("p")](context, node)
    elif isinstance(node, c_ast.Cast) and isinstance(types(context).read(node.to_type), Void):
        effect(context, node.expr)
    else:
        lowered(context, node)


def _construct(node: c_ast.Node) -> str:
    match node:
        case c_ast.StructRef():
            return "access to a member of a struct or union"
        case c_ast.CompoundLiteral() | c_ast.InitList():
            return "a compound literal"
        case c_ast.UnaryOp(op="&" | "*"):
            return "a pointer"
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
            test = folding.truth(value(context, node))
            context.cursor.branch(test, if_true, if_false, place(node))


def constant_value(context: FunctionContext, node: c_ast.Node) -> Constant:
    """The value of a constant expression (C11 6.6); raises ``NotSupported`` for anything else."""
    found = value(context.scratch(), node)
    if not isinstance(found, Constant):
        raise NotSupported("an initialiser or bound that is no integer constant", place(node))
    return found


def integer_value(context: FunctionContext, node: c_ast.Node) -> Constant:
    """The value of an integer constant expression (C11 6.6 p6)."""
    found = constant_value(context, node)
    if isinstance(found.type, Floating):
        raise InputError("an integer is expected here, not a floating value", place(node))
    return found


def _known(context: FunctionContext, node: c_ast.Node) -> Constant | None:
    """Whether an operand that is constant by its form is not zero, as 0 or 1."""
    if not _is_constant(context, node):
        return None
    found = folding.truth(constant_value(context, node))
    assert isinstance(found, Constant)
    return found


def _is_constant(context: FunctionContext, node: c_ast.Node) -> bool:
    match node:
        case c_ast.Constant():
            return True
        case c_ast.ID(name=name):
            return isinstance(context.scope.find(name), EnumConstant)
        case c_ast.UnaryOp(op="sizeof"):
            return True
        case c_ast.UnaryOp(op="+" | "-" | "~" | "!"):
            return _is_constant(context, node.expr)
        case c_ast.Cast():
            return _is_constant(context, node.expr)
        case c_ast.BinaryOp(op=op) if op not in ("/", "%", "<<", ">>"):
            return _is_constant(context, node.right) and _is_constant(context, node.left)
        case c_ast.TernaryOp():
            return all(_is_constant(context, part) for part in (node.iffalse, node.iftrue, node.cond))
        case _:
            return False


def _literal(context: FunctionContext, node: c_ast.Constant) -> Expression:
    span = place(node)
    match node.type:
        case "string":
            raise NotSupported("a string literal", span)
        case "char":
            return character_constant(node.value, span)
        case "float" | "double" | "long double":
            return floating_constant(node.value, context.program.model, span)
        case _ if node.value.startswith("'"):
            return character_constant(node.value, span)
        case _:
            return integer_constant(node.value, context.program.model, span)


def _read(context: FunctionContext, node: c_ast.Node) -> Expression:
    if isinstance(node, c_ast.ID):
        symbol = context.scope.find(node.name)
        if isinstance(symbol, EnumConstant):
            return symbol.constant
    target = lvalue(context, node)
    if isinstance(target.type, Array):
        raise NotSupported("an array used as a value (a pointer)", place(node))
    return target


def lvalue(context: FunctionContext, node: c_ast.Node) -> Place:
    """The object that ``node`` designates (C11 6.3.2.1)."""
    match node:
        case c_ast.ID():
            return _object(context, node).variable
        case c_ast.ArrayRef():
            return _element(context, node)
        case c_ast.UnaryOp(op="*"):
            raise NotSupported("a pointer", place(node))
        case c_ast.StructRef():
            raise NotSupported("access to a member of a struct or union", place(node))
        case _:
            raise InputError("this is not something that can be assigned to", place(node))


def _object(context: FunctionContext, node: c_ast.ID) -> ObjectSymbol:
    match context.scope.find(node.name):
        case ObjectSymbol() as symbol:
            flattened(symbol.declared, place(node))
            if "::" not in symbol.variable.name and symbol.variable.name not in context.program.globals:
                raise NotSupported(f"the variable '{node.name}', which is declared but not defined,", place(node))
            return symbol
        case UnusableSymbol(feature):
            raise NotSupported(feature, place(node))
        case None:
            raise InputError(f"'{node.name}' is not declared", place(node))
        case TypeAlias():
            raise InputError(f"'{node.name}' is a type, not a variable", place(node))
        case _:
            raise NotSupported(f"'{node.name}' used as a value", place(node))


def _element(context: FunctionContext, node: c_ast.ArrayRef) -> Element:
    subscripts: list[c_ast.Node] = []
    base: c_ast.Node = node
    while isinstance(base, c_ast.ArrayRef):
        subscripts.insert(0, base.subscript)
        base = base.name
    if not isinstance(base, c_ast.ID):
        raise NotSupported("indexing of anything but a named array", place(node))
    symbol = _object(context, base)
    if not isinstance(symbol.declared, ArrayOf):
        raise InputError(f"'{base.name}' is no array", place(node))
    dimensions, element = shape(symbol.declared, place(node))
    if len(subscripts) != len(dimensions):
        raise NotSupported("an array used as a value (a pointer)", place(node))
    index = _flat_index(context, subscripts, dimensions)
    return Element(symbol.variable, index, element)


def _flat_index(context: FunctionContext, subscripts: list[c_ast.Node], dimensions: tuple[int, ...]) -> Expression:
    flat: Expression = Constant(0, ULLONG)
    for subscript, dimension in zip(subscripts, dimensions, strict=True):
        index = index_within(context, value(context, subscript), dimension, place(subscript))
        scaled = folding.binary(BinaryOp.MUL, flat, Constant(dimension, ULLONG))
        flat = index if scaled == Constant(0, ULLONG) else folding.binary(BinaryOp.ADD, scaled, index)
    return flat


def _plus(context: FunctionContext, node: c_ast.UnaryOp) -> Expression:
    operand = value(context, node.expr)
    return folding.cast(operand, promoted(scalar_type(operand)))


def _arithmetic_unary(context: FunctionContext, node: c_ast.UnaryOp) -> Expression:
    operand = value(context, node.expr)
    if node.op == "~" and isinstance(operand.type, Floating):
        raise InputError("the operator ~ takes no floating operand", place(node))
    return folding.unary(UnaryOp(node.op), operand)


def _not(context: FunctionContext, node: c_ast.UnaryOp) -> Expression:
    return folding.negation(value(context, node.expr))


def _sizeof(context: FunctionContext, node: c_ast.UnaryOp) -> Expression:
    return Constant(size_of(_type_of(context, node.expr), place(node)), size_type(context.program.model))


def _type_of(context: FunctionContext, node: c_ast.Node) -> DeclaredType:
    """The type of an operand that is not evaluated."""
    if isinstance(node, c_ast.Typename):
        return types(context).read(node)
    base, rows = node, 0
    while isinstance(base, c_ast.ArrayRef):
        base, rows = base.name, rows + 1
    if not isinstance(base, c_ast.ID) or isinstance(context.scope.find(base.name), EnumConstant):
        return scalar_type(value(context.scratch(), node))
    declared = _object(context, base).declared
    for _ in range(rows):
        if not isinstance(declared, ArrayOf):
            raise InputError(f"'{base.name}' is no array", place(node))
        declared = declared.element
    return declared


UNARY: dict[str, Callable[[FunctionContext, c_ast.UnaryOp], Expression]] = {
    "+": _plus,
    "-": _arithmetic_unary,
    "~": _arithmetic_unary,
    "!": _not,
    "sizeof": _sizeof,
}


def _logical(context: FunctionContext, node: c_ast.BinaryOp) -> Expression:
    """The value 0 or 1 of ``&&`` and ``||``; the right operand is not looked at where the left one decides."""
    known = _known(context, node.left)
    if known is None:
        return _branch_value(context, node)
    if bool(known.value) == (node.op == "||"):
        return Constant(int(node.op == "||"), INT)
    return folding.truth(value(context, node.right))


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


def _conditional(context: FunctionContext, node: c_ast.TernaryOp) -> Expression | None:
    """``c ? a : b`` (C11 6.5.15): only one of ``a`` and ``b`` is evaluated."""
    known = _known(context, node.cond)
    if known is not None:
        return _chosen(context, *((node.iftrue, node.iffalse) if known.value else (node.iffalse, node.iftrue)))
    if_true, if_false, after = (context.cursor.fresh() for _ in range(3))
    condition(context, node.cond, if_true, if_false)
    ends = []
    for start, operand in ((if_true, node.iftrue), (if_false, node.iffalse)):
        context.cursor.at = start
        found = lowered(context, operand)
        ends.append((context.cursor.at, found))
    result = _joined_result(context, [found for _, found in ends])
    for end, found in ends:
        context.cursor.at = end
        if result is not None and found is not None:
            context.cursor.emit(Assign(result, folding.cast(found, scalar_type(result))), place(node))
        context.cursor.goto(after, place(node))
    context.cursor.at = after
    return result


def _chosen(context: FunctionContext, chosen: c_ast.Node, other: c_ast.Node) -> Expression | None:
    """The operand that a constant condition takes; the other one has its say in the type."""
    found, ignored = lowered(context, chosen), lowered(context.scratch(), other)
    if found is None or ignored is None:
        return None
    return folding.cast(found, common(scalar_type(found), scalar_type(ignored)))


def _joined_result(context: FunctionContext, operands: list[Expression | None]) -> Variable | None:
    left, right = operands
    if left is None or right is None:
        return None
    return context.temporary(common(scalar_type(left), scalar_type(right)))


def _cast(context: FunctionContext, node: c_ast.Cast) -> Expression | None:
    match types(context).read(node.to_type):
        case Void():
            effect(context, node.expr)
            return None
        case Integer() | Floating() as target:
            return converted(context, value(context, node.expr), target, place(node))
        case Unhandled(feature):
            raise NotSupported(feature, place(node))
        case ArrayOf() | FunctionOf():
            raise InputError("a cast to an array or function type", place(node))
