"""Functions of ``complex.h`` and their built-in forms (C11 7.3): exact where C says what they give, else any value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pycparser import c_ast

from coveriflow.program.declarations.scopes import FunctionSymbol
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions import make as folding
from coveriflow.program.expressions.expressions import ArrayValue, Constant, Expression, UnaryOp
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.expressions.calls.arguments import exactly
from coveriflow.program.lowering.expressions.expressions import any_value
from coveriflow.program.lowering.expressions.multipart import adapted, elements, held
from coveriflow.program.lowering.multicomponent.complex_arithmetic import ABSOLUTE_VALUE, ANYTHING, PROJECTION, computed
from coveriflow.program.lowering.multicomponent.complex_constants import is_finite
from coveriflow.program.lowering.multicomponent.complex_numbers import complex_of
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import DOUBLE, FLOAT, Floating, Record, long_double_type

Make = Callable[[FunctionContext, c_ast.FuncCall, str, Record], Expression]

_INEXACT = """cacos casin catan ccos csin ctan cacosh casinh catanh ccosh csinh ctanh cexp clog clog10 csqrt""".split()


def _operand(context: FunctionContext, node: c_ast.Node, record: Record) -> tuple[Expression, ...]:
    return elements(adapted(context, any_value(context, node), record, place(node)))


def _real(context: FunctionContext, node: c_ast.FuncCall, _base: str, record: Record) -> Expression:
    (argument,) = exactly(1, node)
    return _operand(context, argument, record)[0]


def _imaginary(context: FunctionContext, node: c_ast.FuncCall, _base: str, record: Record) -> Expression:
    (argument,) = exactly(1, node)
    return _operand(context, argument, record)[1]


def _conjugate(context: FunctionContext, node: c_ast.FuncCall, _base: str, record: Record) -> Expression:
    (argument,) = exactly(1, node)
    real, imaginary = _operand(context, argument, record)
    return ArrayValue((real, folding.unary(UnaryOp.NEGATE, imaginary)), record)


def _projection(context: FunctionContext, node: c_ast.FuncCall, _base: str, record: Record) -> Expression:
    (argument,) = exactly(1, node)
    given = _operand(context, argument, record)
    if all(isinstance(each, Constant) and is_finite(each) for each in given):
        return ArrayValue(given, record)
    return ArrayValue(tuple(computed(context, PROJECTION, given, record.element, place(node))), record)


def _absolute(context: FunctionContext, node: c_ast.FuncCall, base: str, record: Record) -> Expression:
    (argument,) = exactly(1, node)
    _assume(context, base)
    return computed(context, ABSOLUTE_VALUE, _operand(context, argument, record), record.element, place(node))[0]


def _argument(context: FunctionContext, node: c_ast.FuncCall, base: str, record: Record) -> Expression:
    return _anything(context, node, base, record, count=1)[0]


def _inexact(context: FunctionContext, node: c_ast.FuncCall, base: str, record: Record) -> Expression:
    return ArrayValue(tuple(_anything(context, node, base, record, count=1)), record)


def _power(context: FunctionContext, node: c_ast.FuncCall, base: str, record: Record) -> Expression:
    return ArrayValue(tuple(_anything(context, node, base, record, count=2)), record)


def _anything(
    context: FunctionContext, node: c_ast.FuncCall, base: str, record: Record, count: int
) -> list[Expression]:
    for argument in exactly(count, node):
        for each in _operand(context, argument, record):
            held(context, each, place(argument))
    _assume(context, base)
    return computed(context, ANYTHING.replace("NAME", base), (), record.element, place(node))


def _assume(context: FunctionContext, base: str) -> None:
    context.program.assumptions.setdefault(f"the function {base} of complex.h returns anything that it may return")


_FUNCTIONS: dict[str, Make] = {
    "creal": _real,
    "cimag": _imaginary,
    "conj": _conjugate,
    "cproj": _projection,
    "cabs": _absolute,
    "carg": _argument,
    "cpow": _power,
    **dict.fromkeys(_INEXACT, _inexact),
}
_OF_NUMBERS = frozenset({"creal", "cimag", "cabs", "carg"})
"""Those whose result is real."""


def _entered() -> Iterator[tuple[str, Callable[[FunctionContext, c_ast.FuncCall], Expression]]]:
    for base, make in _FUNCTIONS.items():
        for suffix in ("", "f", "l"):
            for prefix in ("", "__builtin_"):
                yield f"{prefix}{base}{suffix}", _meaning(base, suffix, make)


def _meaning(base: str, suffix: str, make: Make) -> Callable[[FunctionContext, c_ast.FuncCall], Expression]:
    def meaning(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
        types: dict[str, Floating] = {"": DOUBLE, "f": FLOAT, "l": long_double_type(context.program.model)}
        record = complex_of(context, types[suffix])
        symbol = context.symbol(node.name.name)
        if isinstance(symbol, FunctionSymbol):
            wanted = record.element if base in _OF_NUMBERS else record
            if symbol.declared.result != wanted:
                raise NotSupported(f"a function {node.name.name} that is not the C library's", place(node))
        return make(context, node, base + suffix, record)

    return meaning


CALLS: Mapping[str, LowerCall] = dict(_entered())
