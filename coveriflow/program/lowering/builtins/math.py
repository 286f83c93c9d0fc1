"""Functions of ``math.h`` and their built-in forms (C11 7.12, F.10): exact ones become operators, others any value."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, InputKind, Location
from coveriflow.program.declarations.scopes import FunctionSymbol
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    BinaryOp,
    Constant,
    Expression,
    Unary,
    UnaryOp,
    Variable,
    scalar_type,
)
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.expressions.softfloat import absolute, is_nan, modulo, remainder
from coveriflow.program.lowering.checks import converted, is_in_range
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.expressions import value
from coveriflow.program.lowering.expressions.sizeof import type_of
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import (
    BOOL,
    DOUBLE,
    FLOAT,
    INT,
    LLONG,
    Floating,
    Integer,
    Scalar,
    Unhandled,
    long_double_type,
    long_type,
)
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.wording import counted

_OPERATORS = {
    "fabs": UnaryOp.ABSOLUTE,
    "sqrt": UnaryOp.ROOT,
    "floor": UnaryOp.FLOOR,
    "ceil": UnaryOp.CEIL,
    "trunc": UnaryOp.TRUNCATE,
    "rint": UnaryOp.NEAREST,
    "nearbyint": UnaryOp.NEAREST,
    "round": UnaryOp.ROUND,
}
_TO_INTEGERS = {"lrint": UnaryOp.NEAREST, "lround": UnaryOp.ROUND, "llrint": UnaryOp.NEAREST, "llround": UnaryOp.ROUND}
_COMPARISONS = {
    "isgreater": BinaryOp.GT,
    "isgreaterequal": BinaryOp.GE,
    "isless": BinaryOp.LT,
    "islessequal": BinaryOp.LE,
}
_INEXACT = frozenset(
    """acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp exp10 exp2 expm1 fdim fma hypot ldexp
    lgamma log log10 log1p log2 logb nextafter pow scalbln scalbn significand sin sinh tan tanh tgamma
    """.split()
)
_REMAINDERS = {"fmod": modulo, "remainder": remainder}
_WRITING = frozenset("frexp modf remquo sincos".split())
_CLASSES = {"nan": 0, "infinite": 1, "zero": 2, "subnormal": 3, "normal": 4}
"""glibc's values of ``FP_NAN`` and so on."""

Make = Callable[[FunctionContext, c_ast.FuncCall, Floating, str], Expression]


def math_call(context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol | None) -> Expression | None:
    """The value of a call of a function of ``math.h`` that the program does not define; ``None``: it is another one."""
    name = node.name.name.removeprefix("__builtin_")
    built_in = name != node.name.name
    if name in _GENERIC and (built_in or symbol is None or _takes_floating(symbol)):
        return _GENERIC[name](context, node, _generic_type(context, node, symbol), name)
    for base, type_ in _readings(name, context.program.model):
        found = _function(base) if built_in or base not in _BUILT_IN else None
        if found is not None and _is_as_declared(symbol, base, type_):
            if symbol is not None and symbol.declared.parameters is None and base not in _WRITING | _INEXACT:
                _refuse_integers(context, node)
            return found(context, node, type_, base)
    return None


def _refuse_integers(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """Without a prototype nothing converts an argument (C11 6.5.2.2 p6)."""
    for argument in node.args.exprs if node.args else []:
        if isinstance(type_of(context, argument), Integer):
            raise NotSupported("an integer for a floating parameter without a prototype", place(argument))


def _takes_floating(symbol: FunctionSymbol) -> bool:
    parameters = symbol.declared.parameters
    return symbol.declared.result == INT and bool(parameters) and isinstance((parameters or ())[0][1], Floating)


def _readings(name: str, model: DataModel) -> list[tuple[str, Floating]]:
    """``sqrtf`` is ``sqrt`` of ``float``; glibc's headers declare ``__isnanf``."""
    plain = name.removeprefix("__") if name.startswith(("__is", "__finite", "__signbit", "__fpclassify")) else name
    suffixed = {"f": FLOAT, "l": long_double_type(model)}
    found = [(plain, DOUBLE)]
    return [*found, (plain[:-1], suffixed[plain[-1]])] if plain[-1:] in suffixed else found


def _function(base: str) -> Make | None:
    if base in _WRITING:
        return _writing
    if base in _INEXACT:
        return _inexact
    if base in _OPERATORS:
        return _operator
    if base in _TO_INTEGERS:
        return _to_integer
    return _FURTHER.get(base)


def _is_as_declared(symbol: FunctionSymbol | None, base: str, type_: Floating) -> bool:
    """Whether the program means the library's function: what it declares has the library's result type."""
    if symbol is None:
        return True
    declared = symbol.declared.result
    if base in _CLASSIFICATIONS:
        return declared == INT
    return base in _TO_INTEGERS or declared == type_ or (base in _WRITING and not isinstance(declared, Unhandled))


def _arguments(node: c_ast.FuncCall, count: int) -> list[c_ast.Node]:
    given = list(node.args.exprs) if node.args else []
    if len(given) != count:
        raise InputError(f"'{node.name.name}' takes {counted(count, 'argument')}, not {len(given)}", place(node))
    return given


def _held(context: FunctionContext, expression: Expression, span: Span) -> Expression:
    """``expression`` so that it may stand several times."""
    if isinstance(expression, Constant):
        return expression
    step = context.temporary(scalar_type(expression))
    context.cursor.emit(Assign(step, expression), span)
    return step


def _operands(context: FunctionContext, node: c_ast.FuncCall, type_: Floating, count: int) -> list[Expression]:
    found = [make.cast(value(context, argument), type_) for argument in _arguments(node, count)]
    return [_held(context, operand, place(node)) for operand in found]


def _operator(context: FunctionContext, node: c_ast.FuncCall, type_: Floating, base: str) -> Expression:
    (argument,) = _arguments(node, 1)
    operand = make.cast(value(context, argument), type_)
    if _OPERATORS[base] is UnaryOp.NEAREST:
        if node.name.name.startswith("__builtin_rint"):
            context.program.inlined.append(place(node))
        return Unary(UnaryOp.NEAREST, operand, type_)  # gcc leaves it to the library, which looks how to round
    return make.unary(_OPERATORS[base], operand)


def _to_integer(context: FunctionContext, node: c_ast.FuncCall, type_: Floating, base: str) -> Expression:
    """What does not fit has an unspecified result (C11 7.12.9.5 p2, 7.12.9.7 p2)."""
    (argument,) = _arguments(node, 1)
    operand = make.cast(value(context, argument), type_)
    by_direction = _TO_INTEGERS[base] is UnaryOp.NEAREST
    rounded = Unary(UnaryOp.NEAREST, operand, type_) if by_direction else make.unary(_TO_INTEGERS[base], operand)
    target = LLONG if base.startswith("ll") else long_type(context.program.model, signed=True)
    span, operand = place(node), _held(context, rounded, place(node))
    fits = is_in_range(operand, type_, target)
    if isinstance(operand, Constant) and isinstance(fits, Constant) and fits.value:
        return converted(context, operand, target, span)
    result = context.temporary(target)
    cases = [] if isinstance(fits, Constant) else [(fits, make.cut(operand, target))]
    after = _first_of(context, result, cases, span)
    context.input(result, node.name.name, InputKind.LIBRARY, span)
    context.cursor.goto(after, span)
    context.cursor.at = after
    return result


def _writing(_context: FunctionContext, node: c_ast.FuncCall, _type: Floating, _base: str) -> Expression:
    raise NotSupported(f"the function {node.name.name}", place(node))


def _inexact(context: FunctionContext, node: c_ast.FuncCall, type_: Floating, _base: str) -> Expression:
    """C leaves open how exact these are (5.2.4.2.2 p6): any value."""
    for argument in node.args.exprs if node.args else []:
        _held(context, value(context, argument), place(argument))
    name = node.name.name
    context.program.assumptions.setdefault(f"the function {name} of math.h returns anything")
    into = context.temporary(type_)
    context.input(into, name, InputKind.LIBRARY, place(node))
    return into


def _chosen(
    context: FunctionContext, cases: Sequence[tuple[Expression, Expression]], otherwise: Expression, span: Span
) -> Variable:
    """The value beside the first condition that holds."""
    result = context.temporary(scalar_type(otherwise))
    after = _first_of(context, result, cases, span)
    context.cursor.emit(Assign(result, otherwise), span)
    context.cursor.goto(after, span)
    context.cursor.at = after
    return result


def _first_of(
    context: FunctionContext, result: Variable, cases: Sequence[tuple[Expression, Expression]], span: Span
) -> Location:
    """Store the value beside the first condition that holds and go to the location; if none holds, go on."""
    after = context.cursor.fresh()
    for condition, chosen in cases:
        holds, following = context.cursor.fresh(), context.cursor.fresh()
        context.cursor.branch(condition, holds, following, span)
        context.cursor.at = holds
        context.cursor.emit(Assign(result, chosen), span)
        context.cursor.goto(after, span)
        context.cursor.at = following
    return after


def _remainder(context: FunctionContext, node: c_ast.FuncCall, type_: Floating, base: str) -> Expression:
    """C has these exact (7.12.10). They are computed of constants; else the value is one that is small enough."""
    span, (left, right) = place(node), _operands(context, node, type_, 2)
    if isinstance(left, Constant) and isinstance(right, Constant):
        known = _REMAINDERS[base](format_of(type_), left.value, right.value)
        if not is_nan(format_of(type_), known) and (base == "fmod" or absolute(format_of(type_), known)):
            return Constant(known, type_)
    result = context.temporary(type_)
    after = _first_of(context, result, _clear_remainders(left, right, base), span)
    context.input(result, node.name.name, InputKind.LIBRARY, span)
    for fact in _facts_of_rest(result, left, right, base):
        holds = context.cursor.fresh()
        context.cursor.branch(fact, holds, context.program.halt, span)
        context.cursor.at = holds
    context.cursor.goto(after, span)
    context.cursor.at = after
    return result


def _clear_remainders(left: Expression, right: Expression, base: str) -> list[tuple[Expression, Expression]]:
    """Invalid operands, and a left one that is smaller than the right one, or than half of it (F.10.7)."""
    product = make.binary(BinaryOp.MUL, left, right)
    is_zero = make.binary(BinaryOp.EQ, right, Constant(0, scalar_type(right)))
    infinite = _magnitude(left, BinaryOp.EQ, _infinity_of(left))
    numbers = make.disjunction(make.disjunction(_is_nan(left), _is_nan(right)), make.disjunction(infinite, is_zero))
    smaller = make.binary(BinaryOp.LT, _reach(left, base), make.unary(UnaryOp.ABSOLUTE, right))
    if base == "remainder":
        smaller = make.conjunction(smaller, make.binary(BinaryOp.NE, left, Constant(0, scalar_type(left))))
    return [(numbers, make.binary(BinaryOp.DIV, product, product)), (smaller, left)]


def _facts_of_rest(rest: Expression, left: Expression, right: Expression, base: str) -> list[Expression]:
    """``fmod`` has the sign of the left operand; that of a zero of ``remainder`` not all libraries keep. The first fact
    holds for no NaN, whose sign is not asked for then.
    """
    least, most = (make.unary(UnaryOp.ABSOLUTE, each) for each in (left, right))
    within = make.binary(BinaryOp.LE, make.unary(UnaryOp.ABSOLUTE, rest), least)
    if base == "remainder":
        return [within, make.binary(BinaryOp.LE, _reach(rest, base), most)]
    same = make.binary(BinaryOp.EQ, make.sign(rest), make.sign(left))
    return [within, make.binary(BinaryOp.LT, _reach(rest, base), most), same]


def _reach(operand: Expression, base: str) -> Expression:
    """What is compared with the right operand: the magnitude, or the double of it, which is exact."""
    magnitude = make.unary(UnaryOp.ABSOLUTE, operand)
    return make.binary(BinaryOp.ADD, magnitude, magnitude) if base == "remainder" else magnitude


def _infinity_of(operand: Expression) -> int:
    type_ = scalar_type(operand)
    assert isinstance(type_, Floating)
    return _infinity(type_).value


def _extreme(context: FunctionContext, node: c_ast.FuncCall, type_: Floating, base: str) -> Expression:
    """A NaN counts as missing. Which one of two zeros comes out C leaves open (F.10.9.2), and glibc's differ."""
    span, (left, right) = place(node), _operands(context, node, type_, 2)
    better, worse = (BinaryOp.LT, BinaryOp.GT) if base == "fmin" else (BinaryOp.GT, BinaryOp.LT)
    same = make.binary(BinaryOp.EQ, make.sign(left), make.sign(right))
    clear = [(better, left), (worse, right)]
    cases = [(make.conjunction(_is_nan(left), _is_nan(right)), make.binary(BinaryOp.ADD, left, right))]
    cases += [(_is_nan(right), left), (_is_nan(left), right)]
    cases += [(make.binary(op, left, right), chosen) for op, chosen in clear]
    zero = _zero(context, node, [*cases, (same, left)])
    return _chosen(context, [*cases, (same, left), (make.truth(zero), left)], right, span)


def _zero(context: FunctionContext, node: c_ast.FuncCall, clear: list[tuple[Expression, Expression]]) -> Variable:
    """Whether the left one of two zeros comes out: open, but where it does not matter it is no input."""
    span, choice = place(node), context.temporary(BOOL)
    is_clear = _chosen(context, [(condition, Constant(1, INT)) for condition, _ in clear], Constant(0, INT), span)
    decided, is_open, after = (context.cursor.fresh() for _ in range(3))
    context.cursor.branch(make.truth(is_clear), decided, is_open, span)
    context.cursor.at = is_open
    context.input(choice, node.name.name, InputKind.LIBRARY, span)
    context.cursor.goto(after, span)
    context.cursor.at = decided
    context.cursor.emit(Assign(choice, Constant(0, BOOL)), span)
    context.cursor.goto(after, span)
    context.cursor.at = after
    return choice


def _copysign(context: FunctionContext, node: c_ast.FuncCall, type_: Floating, _base: str) -> Expression:
    magnitude, sign = _operands(context, node, type_, 2)
    magnitude = make.unary(UnaryOp.ABSOLUTE, magnitude)
    negative = make.unary(UnaryOp.NEGATE, magnitude)
    return _chosen(context, [(make.sign(sign), negative)], magnitude, place(node))


def _is_nan(operand: Expression) -> Expression:
    return make.binary(BinaryOp.NE, operand, operand)


def _infinity(type_: Floating) -> Constant:
    return Constant(format_of(type_).infinity, type_)


def _magnitude(operand: Expression, op: BinaryOp, bound: int) -> Expression:
    type_ = scalar_type(operand)
    return make.binary(op, make.unary(UnaryOp.ABSOLUTE, operand), Constant(bound, type_))


def _least_normal(type_: Floating) -> int:
    form = format_of(type_)
    return 3 << (form.precision - 1) if form.has_integer_bit else 1 << form.fraction_bits


def _classified(context: FunctionContext, node: c_ast.FuncCall, type_: Floating, base: str) -> Expression:
    (operand,) = _operands(context, node, type_, 1)
    infinity = _infinity(type_).value
    match base:
        case "isnan":
            return _is_nan(operand)
        case "isinf" | "isinf_sign" if node.name.name.startswith(("__isinf", "__builtin_isinf_sign")):
            ends = (_infinity(type_), make.unary(UnaryOp.NEGATE, _infinity(type_)))
            above, below = (make.binary(BinaryOp.EQ, operand, end) for end in ends)
            return make.binary(BinaryOp.SUB, above, below)
        case "isinf":
            return _magnitude(operand, BinaryOp.EQ, infinity)
        case "isfinite" | "finite":
            return _magnitude(operand, BinaryOp.LT, infinity)
        case "isnormal":
            normal = _magnitude(operand, BinaryOp.GE, _least_normal(type_))
            return make.conjunction(normal, _magnitude(operand, BinaryOp.LT, infinity))
        case _:
            return _sign(context, node, operand)


def _sign(context: FunctionContext, node: c_ast.FuncCall, operand: Expression) -> Expression:
    """C says only that it is not zero; this is what gcc and glibc mostly give (``tested_calls``)."""
    of_library = node.name.name.startswith("__signbit")
    width = scalar_type(operand).width
    if of_library:
        weight = {32: 8, 64: 128, 80: 512}[width] if context.program.model is DataModel.LP64 else 512
    else:
        weight = {32: INT.minimum, 64: 1, 80: 512}[width]
    return make.binary(BinaryOp.MUL, make.sign(operand), Constant(weight, INT))


def _cases(operand: Expression, type_: Floating, results: Sequence[Expression]) -> list[tuple[Expression, Expression]]:
    tests = [
        _is_nan(operand),
        _magnitude(operand, BinaryOp.EQ, _infinity(type_).value),
        _magnitude(operand, BinaryOp.GE, _least_normal(type_)),
        make.binary(BinaryOp.NE, operand, Constant(0, type_)),
    ]
    return list(zip(tests, results, strict=True))


def _fpclassify(context: FunctionContext, node: c_ast.FuncCall, type_: Floating, _base: str) -> Expression:
    (operand,) = _operands(context, node, type_, 1)
    results = [Constant(_CLASSES[each], INT) for each in ("nan", "infinite", "normal", "subnormal")]
    return _chosen(context, _cases(operand, type_, results), Constant(_CLASSES["zero"], INT), place(node))


def _generic_fpclassify(context: FunctionContext, node: c_ast.FuncCall, _type: Floating, _base: str) -> Expression:
    """gcc's: the five results come first."""
    *classes, last = _arguments(node, 6)
    *results, zero = [_held(context, make.cast(value(context, each), INT), place(node)) for each in classes]
    operand = _held(context, value(context, last), place(node))
    type_ = scalar_type(operand)
    if not isinstance(type_, Floating):
        raise InputError("a floating value is expected here", place(node))
    return _chosen(context, _cases(operand, type_, results), zero, place(node))


def _generic_type(context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol | None) -> Floating:
    """The type that the last argument has, or that the program declares for it."""
    if symbol is not None and symbol.declared.parameters:
        declared = symbol.declared.parameters[0][1]
        if isinstance(declared, Floating):
            return declared
    given: list[Scalar] = [
        scalar_type(value(context.scratch(), argument))
        for argument in (node.args.exprs if node.args else [])
        if not (isinstance(argument, c_ast.Constant) and argument.type == "string")
    ]
    floating = [type_ for type_ in given if isinstance(type_, Floating)]
    return max(floating, key=lambda each: each.width, default=DOUBLE)


def _comparison(context: FunctionContext, node: c_ast.FuncCall, type_: Floating, base: str) -> Expression:
    left, right = _operands(context, node, type_, 2)
    if base in _COMPARISONS:
        return make.binary(_COMPARISONS[base], left, right)
    if base == "isunordered":
        return make.disjunction(_is_nan(left), _is_nan(right))
    less, greater = (make.binary(op, left, right) for op in (BinaryOp.LT, BinaryOp.GT))
    return make.disjunction(less, greater)


def _nan(context: FunctionContext, node: c_ast.FuncCall, type_: Floating, base: str) -> Expression:
    (argument,) = _arguments(node, 1)
    if not isinstance(argument, c_ast.Constant) or argument.type != "string":
        return _some_nan(context, node, argument, type_)
    try:
        payload = int(argument.value.strip('"') or "0", 0)
    except ValueError:
        raise NotSupported("a NaN with such a payload", place(node)) from None
    form = format_of(type_)
    payload &= form.quiet - 1
    if base == "nans":
        return Constant(form.infinity | (payload or form.quiet >> 1), type_)
    return Constant(form.infinity | form.quiet | payload, type_)


def _some_nan(context: FunctionContext, node: c_ast.FuncCall, argument: c_ast.Node, type_: Floating) -> Expression:
    """What a text makes of its payload is not known."""
    span = place(node)
    _held(context, value(context, argument), span)
    into, after = context.temporary(type_), context.cursor.fresh()
    context.input(into, node.name.name, InputKind.LIBRARY, span)
    context.cursor.branch(_is_nan(into), after, context.program.halt, span)
    context.cursor.at = after
    return into


def _infinite(_context: FunctionContext, node: c_ast.FuncCall, type_: Floating, _base: str) -> Expression:
    _arguments(node, 0)
    return _infinity(type_)


_BUILT_IN = frozenset({"inf", "huge_val", "nans"})
_CLASSIFICATIONS = frozenset({"isnan", "isinf", "isfinite", "finite", "isnormal", "signbit", "fpclassify"})
_GENERIC: dict[str, Make] = {
    **dict.fromkeys(("isnan", "isinf", "isinf_sign", "isfinite", "isnormal", "signbit"), _classified),
    **dict.fromkeys((*_COMPARISONS, "isunordered", "islessgreater"), _comparison),
    "fpclassify": _generic_fpclassify,
}
_FURTHER: dict[str, Make] = {
    **dict.fromkeys(("isnan", "isinf", "finite", "signbit"), _classified),
    **dict.fromkeys(("fmin", "fmax"), _extreme),
    **dict.fromkeys(("nan", "nans"), _nan),
    **dict.fromkeys(("inf", "huge_val"), _infinite),
    **dict.fromkeys(_REMAINDERS, _remainder),
    "copysign": _copysign,
    "fpclassify": _fpclassify,
}
BASES = frozenset({*_OPERATORS, *_TO_INTEGERS, *_INEXACT, *_WRITING, *_GENERIC, *_FURTHER})
"""All functions that are known here, of ``double``."""
