"""Expressions of C to typed expressions and edges: side effects are sequenced, short circuits become branches (C11 6.5)."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program import folding
from coveriflow.program.builder import Builder, Cursor
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
from coveriflow.program.edges import Assign, Check, Location, Undefined
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import (
    BinaryOp,
    Constant,
    Element,
    Expression,
    Place,
    UnaryOp,
    Variable,
    integer_type,
)
from coveriflow.program.literals import character_constant, integer_constant
from coveriflow.program.scopes import EnumConstant, ObjectSymbol, TypeAlias, UnusableSymbol
from coveriflow.program.types import INT, ULLONG, Integer, common, promoted, size_type

_SHIFTS = (BinaryOp.SHL, BinaryOp.SHR)
_DIVISIONS = (BinaryOp.DIV, BinaryOp.MOD)


def types(context: FunctionContext) -> TypeReader:
    """Reads type nodes in the current scope."""
    return type_reader(context.program.model, context.scope, lambda node: constant_value(context, node))


def value(context: FunctionContext, node: c_ast.Node) -> Expression:
    """The value of ``node``; its side effects become edges before. A ``void`` value is an ``InputError``."""
    found = lowered(context, node)
    if found is None:
        raise InputError("a void value is used", place(node))
    return found


def lowered(context: FunctionContext, node: c_ast.Node) -> Expression | None:
    """The value of ``node``, ``None`` for ``void``."""
    match node:
        case c_ast.Constant():
            return _literal(context, node)
        case c_ast.ID() | c_ast.ArrayRef():
            return _read(context, node)
        case c_ast.BinaryOp(op="&&" | "||"):
            return _branch_value(context, node)
        case c_ast.BinaryOp():
            left, right = value(context, node.left), value(context, node.right)
            return arithmetic(context, BinaryOp(node.op), left, right, place(node))
        case c_ast.UnaryOp():
            return _unary(context, node)
        case c_ast.Assignment():
            return assignment(context, node)
        case c_ast.TernaryOp():
            return _conditional(context, node)
        case c_ast.Cast():
            return _cast(context, node)
        case c_ast.ExprList():
            for discarded in node.exprs[:-1]:
                effect(context, discarded)
            return lowered(context, node.exprs[-1])
        case _:
            return _other(context, node)


def _other(context: FunctionContext, node: c_ast.Node) -> Expression | None:
    from coveriflow.program.calls import call
    from coveriflow.program.statements import statement_expression

    match node:
        case c_ast.FuncCall():
            return call(context, node)
        case c_ast.Compound():
            return statement_expression(context, node)
        case c_ast.StructRef():
            raise NotSupported("access to a member of a struct or union", place(node))
        case c_ast.CompoundLiteral() | c_ast.InitList():
            raise NotSupported("a compound literal", place(node))
        case _:
            raise NotSupported(f"the expression construct {type(node).__name__}", place(node))


def effect(context: FunctionContext, node: c_ast.Node) -> None:
    """Only the side effects of ``node``."""
    if isinstance(node, c_ast.UnaryOp) and node.op in ("p++", "p--"):
        _step(context, node)
    elif isinstance(node, c_ast.Cast) and isinstance(types(context).read(node.to_type), Void):
        effect(context, node.expr)
    else:
        lowered(context, node)


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
    scratch = _scratch(context)
    found = value(scratch, node)
    if not isinstance(found, Constant):
        raise NotSupported("an initialiser or bound that is no integer constant", place(node))
    return found


def _scratch(context: FunctionContext) -> FunctionContext:
    """A context whose edges are thrown away, for operands that are not evaluated."""
    builder = Builder(locations=context.program.builder.locations)
    cursor = Cursor(builder, context.function.name, builder.location(context.function.name))
    return FunctionContext(context.program, context.function, cursor, context.scope)


def _literal(context: FunctionContext, node: c_ast.Constant) -> Expression:
    span = place(node)
    match node.type:
        case "string":
            raise NotSupported("a string literal", span)
        case "char":
            return character_constant(node.value, span)
        case "float" | "double" | "long double":
            raise NotSupported("floating-point arithmetic", span)
        case _:
            return integer_constant(node.value, context.program.model, span)


def _read(context: FunctionContext, node: c_ast.Node) -> Expression:
    if isinstance(node, c_ast.ID):
        symbol = context.scope.find(node.name)
        if isinstance(symbol, EnumConstant):
            return symbol.constant
    target = lvalue(context, node)
    if not isinstance(target.type, Integer):
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
        raise NotSupported("indexing of anything but a named array", place(node))
    dimensions, element = shape(symbol.declared, place(node))
    if len(subscripts) != len(dimensions):
        raise NotSupported("an array used as a value (a pointer)", place(node))
    index = _flat_index(context, subscripts, dimensions)
    return Element(symbol.variable, index, element)


def _flat_index(context: FunctionContext, subscripts: list[c_ast.Node], dimensions: tuple[int, ...]) -> Expression:
    flat: Expression = Constant(0, ULLONG)
    for subscript, dimension in zip(subscripts, dimensions, strict=True):
        index = value(context, subscript)
        wide = folding.cast(index, common(integer_type(index), ULLONG))
        inside = folding.binary(BinaryOp.LT, wide, Constant(dimension, ULLONG))
        check(context, inside, Undefined.BOUNDS, place(subscript))
        index = folding.cast(index, ULLONG)
        scaled = folding.binary(BinaryOp.MUL, flat, Constant(dimension, ULLONG))
        flat = index if scaled == Constant(0, ULLONG) else folding.binary(BinaryOp.ADD, scaled, index)
    return flat


def check(context: FunctionContext, defined: Expression, undefined: Undefined, span: Span) -> None:
    """The execution goes on only where ``defined`` holds; nothing is emitted where it always does."""
    if not (isinstance(defined, Constant) and defined.value):
        context.cursor.emit(Check(defined, undefined), span)


def arithmetic(context: FunctionContext, op: BinaryOp, left: Expression, right: Expression, span: Span) -> Expression:
    """``left op right``, with a check where it may have no value."""
    if op in _DIVISIONS:
        check(context, _divides(left, right), Undefined.DIVISION, span)
    elif op in _SHIFTS:
        check(context, _shifts(left, right), Undefined.SHIFT, span)
    return folding.binary(op, left, right)


def _divides(left: Expression, right: Expression) -> Expression:
    operands = common(integer_type(left), integer_type(right))
    left, right = folding.cast(left, operands), folding.cast(right, operands)
    not_zero = folding.binary(BinaryOp.NE, right, Constant(0, operands))
    if not operands.signed:
        return not_zero
    not_least = folding.binary(BinaryOp.NE, left, Constant(operands.minimum, operands))
    not_minus_one = folding.binary(BinaryOp.NE, right, Constant(-1, operands))
    return folding.conjunction(not_zero, folding.disjunction(not_least, not_minus_one))


def _shifts(left: Expression, right: Expression) -> Expression:
    count = folding.cast(right, promoted(integer_type(right)))
    type_ = integer_type(count)
    width = promoted(integer_type(left)).width
    below = folding.binary(BinaryOp.LT, count, Constant(width, type_))
    if not type_.signed:
        return below
    return folding.conjunction(folding.binary(BinaryOp.GE, count, Constant(0, type_)), below)


def _unary(context: FunctionContext, node: c_ast.UnaryOp) -> Expression | None:
    match node.op:
        case "++" | "--":
            return _step(context, node)
        case "p++" | "p--":
            return _step_after(context, node)
        case "+":
            operand = value(context, node.expr)
            return folding.cast(operand, promoted(integer_type(operand)))
        case "-" | "~":
            return folding.unary(UnaryOp(node.op), value(context, node.expr))
        case "!":
            return folding.negation(value(context, node.expr))
        case "sizeof":
            size = size_of(_type_of(context, node.expr), place(node))
            return Constant(size, size_type(context.program.model))
        case "&" | "*":
            raise NotSupported("a pointer", place(node))
        case _:
            raise NotSupported(f"the operator {node.op}", place(node))


def _type_of(context: FunctionContext, node: c_ast.Node) -> DeclaredType:
    """The type of an operand that is not evaluated."""
    if isinstance(node, c_ast.Typename):
        return types(context).read(node)
    if isinstance(node, c_ast.ID):
        return _object(context, node).declared
    return integer_type(value(_scratch(context), node))


def _step(context: FunctionContext, node: c_ast.UnaryOp) -> Expression:
    """``++x`` and ``--x`` (C11 6.5.3.1): the new value."""
    target = lvalue(context, node.expr)
    op = BinaryOp.ADD if "+" in node.op else BinaryOp.SUB
    return store(context, target, folding.binary(op, _content(target, node), Constant(1, INT)), place(node))


def _step_after(context: FunctionContext, node: c_ast.UnaryOp) -> Expression:
    """``x++`` and ``x--`` (C11 6.5.2.4): the old value."""
    target = lvalue(context, node.expr)
    old = context.temporary(integer_type(_content(target, node)))
    context.cursor.emit(Assign(old, target), place(node))
    op = BinaryOp.ADD if "+" in node.op else BinaryOp.SUB
    store(context, target, folding.binary(op, old, Constant(1, INT)), place(node))
    return old


def _content(target: Place, node: c_ast.Node) -> Place:
    if not isinstance(target.type, Integer):
        raise NotSupported("an array used as a value (a pointer)", place(node))
    return target


def store(context: FunctionContext, target: Place, new: Expression, span: Span) -> Expression:
    """Assign ``new``, converted to the target's type; the value of the assignment is the target's (C11 6.5.16)."""
    if not isinstance(target.type, Integer):
        raise InputError("an array cannot be assigned to", span)
    context.cursor.emit(Assign(target, folding.cast(new, target.type)), span)
    return target


def assignment(context: FunctionContext, node: c_ast.Assignment) -> Expression:
    """``=`` and the compound assignments (C11 6.5.16)."""
    from coveriflow.program.calls import called_into

    target = lvalue(context, node.lvalue)
    if node.op != "=":
        right = value(context, node.rvalue)
        op = BinaryOp(node.op.removesuffix("="))
        return store(
            context, target, arithmetic(context, op, _content(target, node), right, place(node)), place(node)
        )
    if isinstance(node.rvalue, c_ast.FuncCall) and isinstance(target, Variable):
        if called_into(context, node.rvalue, target):
            return target
    return store(context, target, value(context, node.rvalue), place(node))


def _branch_value(context: FunctionContext, node: c_ast.Node) -> Expression:
    """The value 0 or 1 of ``&&`` and ``||``."""
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
            context.cursor.emit(Assign(result, folding.cast(found, integer_type(result))), place(node))
        context.cursor.goto(after, place(node))
    context.cursor.at = after
    return result


def _joined_result(context: FunctionContext, operands: list[Expression | None]) -> Variable | None:
    left, right = operands
    if left is None or right is None:
        return None
    return context.temporary(common(integer_type(left), integer_type(right)))


def _cast(context: FunctionContext, node: c_ast.Cast) -> Expression | None:
    match types(context).read(node.to_type):
        case Void():
            effect(context, node.expr)
            return None
        case Integer() as target:
            return folding.cast(value(context, node.expr), target)
        case Unhandled(feature):
            raise NotSupported(feature, place(node))
        case ArrayOf() | FunctionOf():
            raise InputError("a cast to an array or function type", place(node))
