"""Function calls: of defined functions, of inputs, and of the functions that verification tasks give a meaning to."""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from coveriflow.program import folding
from coveriflow.program.calling_conventions import is_callable, passed
from coveriflow.program.checks import converted
from coveriflow.program.context import FunctionContext, ProgramContext, scalar
from coveriflow.program.declared import place
from coveriflow.program.designators import function_address
from coveriflow.program.edges import Assign, Call, Check, InputKind, Return, Skip, Stop, Undefined, Unsupported
from coveriflow.program.effects import ENDS_PROGRAM, NOTHING, VIOLATES, Effects
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import BinaryOp, Cell, Constant, Expression, Variable, scalar_type
from coveriflow.program.layout import MEMORY
from coveriflow.program.library_exit import EXIT_HANDLERS
from coveriflow.program.library_names import is_library, refuse_unmodelled
from coveriflow.program.library_threads import KEYS
from coveriflow.program.lowering import FURTHER, any_value, effect, value
from coveriflow.program.math_functions import math_call
from coveriflow.program.numbers import adapted
from coveriflow.program.objects import unknown
from coveriflow.program.passing import pass_record, record_result, store_result
from coveriflow.program.scopes import FunctionSymbol, ObjectSymbol, Scope, UnusableSymbol
from coveriflow.program.sizes import offset_of
from coveriflow.program.types import (
    BOOL,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    INT128,
    LLONG,
    SHORT,
    UCHAR,
    UINT,
    UINT128,
    ULLONG,
    USHORT,
    DeclaredType,
    Floating,
    FunctionOf,
    Integer,
    Pointer,
    Record,
    Scalar,
    Unhandled,
    Void,
    long_double_type,
    long_type,
    size_type,
)
from coveriflow.program.variable_arguments import further_arguments
from coveriflow.program.violations import ASSUMING, FAILING, TOLD_LAST, is_input

INPUT_PREFIX = "__VERIFIER_nondet_"
_INPUT_TYPES = {
    "bool": BOOL, "char": CHAR, "int": INT, "int128": INT128, "loff_t": LLONG, "longlong": LLONG, "short": SHORT,
    "u32": UINT, "u8": UCHAR, "u16": USHORT, "u64": ULLONG, "uchar": UCHAR, "uint": UINT, "uint128": UINT128,
    "ulonglong": ULLONG, "unsigned": UINT, "unsigned_int": UINT, "ushort": USHORT,
}  # fmt: skip
_ENDING = {"abort", "__builtin_trap", "__builtin_abort", *FAILING}
_LAST_THREAD = {"pthread_exit", "thrd_exit"}
_EXITING = {"exit", "_exit", "_Exit", "quick_exit", "__builtin_exit", "__builtin__exit"}


def known_effects(name: str, program: ProgramContext) -> Effects:
    """What a call of a function that the program does not define does to what no variable holds.

    Inputs are nothing: each has any value in any order, so the executions are the same in every order.
    """
    if name in program.violations.functions | program.violations.assertions:
        return VIOLATES
    is_known = name in _ENDING or name in _EXITING or name in _LAST_THREAD
    is_known = is_known or name in ASSUMING or name == "__builtin_unreachable"
    return ENDS_PROGRAM if is_known or _never_returns(name, program) else NOTHING


def call(context: FunctionContext, node: c_ast.FuncCall, target: Variable | None = None) -> Expression | None:
    """Call a function (C11 6.5.2.2); its result goes to ``target`` if that is given and has the result's type."""
    while isinstance(node.name, c_ast.UnaryOp) and node.name.op in ("*", "&") and _names_function(context, node.name):
        node = c_ast.FuncCall(node.name.expr, node.args, node.coord)
    if isinstance(node.name, c_ast.GenericSelection):
        return call(context, c_ast.FuncCall(SELECTED[0](context, node.name), node.args, node.coord), target)
    if not isinstance(node.name, c_ast.ID):
        return _indirect(context, node)
    if node.name.name == "__builtin_offsetof":
        return offset_of(context, node)
    symbol = context.symbol(node.name.name)
    if isinstance(symbol, ObjectSymbol):
        return _indirect(context, node)
    if symbol is not None and not isinstance(symbol, FunctionSymbol):
        what = symbol.feature if isinstance(symbol, UnusableSymbol) else "a call of something that is no function"
        raise NotSupported(what, place(node))
    if symbol is not None and symbol.violates:
        return _violation(context, node, symbol)
    if symbol is not None and symbol.definition is not None:
        meaning = MODELLED.get(node.name.name) if place(symbol.definition).file.startswith("<") else None
        found = meaning(context, node) if meaning is not None else None
        return found if found is not None else _defined(context, node, symbol, target)
    if symbol is not None and symbol.inside is not None:
        raise NotSupported("a call of a nested function before its definition", place(node))
    return _undefined(context, node, symbol, target)


def _names_function(context: FunctionContext, node: c_ast.UnaryOp) -> bool:
    return isinstance(node.expr, c_ast.ID) and isinstance(context.symbol(node.expr.name), FunctionSymbol)


def _indirect(context: FunctionContext, node: c_ast.FuncCall) -> Expression | None:
    """A call through a pointer: one of the functions whose address the program takes, told by comparing."""
    pointer, span = value(context, node.name), place(node)
    type_ = pointer.type.target if isinstance(pointer.type, Pointer) else None
    if not isinstance(type_, FunctionOf):
        raise NotSupported("a call of something that is no function", span)
    values = passed(context, type_, _values(context, node), span)
    kept = context.temporary(scalar_type(pointer))
    context.cursor.emit(Assign(kept, pointer), span)
    result = _result_place(context, type_.result, span)
    after, none = context.cursor.fresh(), context.cursor.fresh()
    context.program.calls_pointers = True
    for symbol in context.program.pointed_functions:
        if symbol.violates or is_callable(symbol.declared, type_, values, context.program.model):
            chosen, other = context.cursor.fresh(), context.cursor.fresh()
            is_this = folding.binary(BinaryOp.EQ, kept, function_address(context, symbol, span))
            context.cursor.branch(is_this, chosen, other, span)
            context.cursor.at = chosen
            if symbol.inside is not None:
                runs = context.cursor.fresh()
                context.cursor.branch(folding.truth(symbol.inside), runs, none, span)
                context.cursor.at = runs
            found = _come_to(context, symbol, _taken(symbol, values), node)
            if result is not None and found is not None:
                store_result(context, result, found, span)
            context.cursor.goto(after, span)
            context.cursor.at = other
    context.cursor.goto(none, span)
    context.cursor.at = none
    context.cursor.emit(Check(Constant(0, INT), Undefined.CALL), span)
    context.cursor.leave(Stop(None), context.program.halt, span)
    context.cursor.at = after
    return result


def _come_to(
    context: FunctionContext, symbol: FunctionSymbol, values: list[Expression], node: c_ast.FuncCall
) -> Expression | None:
    """Enter a function; where it has no definition, a call of it by its name is a call of it. What is not supported of
    that is so only if control comes there.
    """
    span = place(node)
    if symbol.is_entered:
        return _entered(context, symbol, values, None, span)
    around, names = context.scope, [f"$argument{number}" for number in range(len(values))]
    call_ = c_ast.FuncCall(c_ast.ID(symbol.unique), c_ast.ExprList([c_ast.ID(name) for name in names]), node.coord)
    try:
        given = dict(zip(names, (_kept_value(context, each, span) for each in values), strict=True))
        context.scope = Scope(around, dict(given))
        return _undefined(context, call_, symbol, None)
    except NotSupported as error:
        context.cursor.leave(Unsupported(error.feature), context.program.halt, span)
        return None
    finally:
        context.scope = around


def _kept_value(context: FunctionContext, given: Expression, span: Span) -> ObjectSymbol:
    if isinstance(given.type, Record):
        raise NotSupported("a struct as an argument of a function that is not defined", span)
    kept = context.temporary(scalar_type(given))
    context.cursor.emit(Assign(kept, given), span)
    return ObjectSymbol(kept, scalar_type(given))


def _taken(symbol: FunctionSymbol, values: list[Expression]) -> list[Expression]:
    """Without the arguments that are ignored."""
    is_open = symbol.declared.is_variadic or symbol.violates or symbol.declared.parameters is None
    return values if is_open else values[: len(symbol.declared.parameters or ())]


def _result_place(context: FunctionContext, declared: DeclaredType, span: Span) -> Variable | Cell | None:
    match declared:
        case Void():
            return None
        case Record():
            object_ = context.temporary_object(declared, span)
            return Cell(MEMORY, context.address(object_, declared), declared)
        case _:
            return context.temporary(scalar(declared, span))


def _into(context: FunctionContext, target: Variable | None, type_: Scalar) -> Variable:
    return target if target is not None and target.type == type_ else context.temporary(type_)


def arguments(node: c_ast.FuncCall) -> list[c_ast.Node]:
    """The arguments' nodes."""
    return list(node.args.exprs) if node.args else []


def exactly(count: int, node: c_ast.FuncCall) -> list[c_ast.Node]:
    """The arguments' nodes, of which there must be ``count``."""
    given = arguments(node)
    if len(given) != count:
        raise InputError(f"'{node.name.name}' takes {count} arguments, not {len(given)}", place(node))
    return given


def _violation(context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol) -> Expression:
    for argument in reversed(arguments(node)):
        evaluate(context, argument)
    texts = [a.value for a in arguments(node) if isinstance(a, c_ast.Constant) and a.type == "string"]
    said = texts[-1 if symbol.unique in TOLD_LAST else 0] if texts and symbol.unique in FAILING else ""
    violate(context, f"{symbol.unique}({said})", place(node))
    return Constant(0, INT)


def violate(context: FunctionContext, what: str, span: Span) -> None:
    """Entering an error function: the error location is its body, so that each call leads there by an edge of its own.
    ``what``: the call.
    """
    context.cursor.leave(Skip(what), context.program.error, span)


def _defined(
    context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol, target: Variable | None
) -> Expression | None:
    _assume_own(context, symbol)
    return _entered(context, symbol, _values(context, node), target, place(node))


def _assume_own(context: FunctionContext, symbol: FunctionSymbol) -> None:
    """A compiler may take a function of the C library for the program's own one of that name (C11 7.1.3 p2)."""
    assert symbol.definition is not None
    declaration = symbol.definition.decl
    if is_library(declaration.name) and "static" not in (declaration.storage or []):
        if not place(declaration).file.startswith("<"):
            sentence = f"the program's own function {declaration.name} is called, not that of the C library"
            context.program.assumptions.setdefault(sentence)


def _values(context: FunctionContext, node: c_ast.FuncCall) -> list[Expression]:
    """The arguments' values, evaluated from the last one to the first, as gcc does it (C11 6.5.2.2 p10 lets it): then
    inputs are read in the order in which the compiled program reads them.
    """
    return [any_value(context, argument) for argument in reversed(arguments(node))][::-1]


def _entered(
    context: FunctionContext, symbol: FunctionSymbol, given: list[Expression], target: Variable | None, span: Span
) -> Expression | None:
    """The edges into a function and back."""
    if symbol.violates:
        violate(context, f"{symbol.unique}()", span)
        return None
    if symbol.hidden:
        raise NotSupported("a call of the entry function, which has parameters,", span)
    function = context.program.function(symbol)
    parameters = context.program.arguments[function.name]
    if symbol.declared.is_variadic and len(given) >= len(parameters) - 1:
        fixed = len(parameters) - 1
        given = [*given[:fixed], further_arguments(context, given[fixed:], span)]
    if len(given) != len(parameters):
        raise InputError(f"'{symbol.unique}' takes {len(parameters)} arguments, not {len(given)}", span)
    passed: list[Expression] = []
    declared = [type_ for _, type_ in symbol.declared.parameters or ()]
    for argument, parameter, type_ in zip(given, parameters, declared, strict=True):
        if isinstance(type_, Record):
            pass_record(context, parameter, type_, argument, span)
            continue
        number = adapted(context, argument, type_, span)
        if isinstance(number.type, Record):
            raise InputError("a struct or union is passed where a number is expected", span)
        passed.append(converted(context, number, scalar_type(parameter), span))
    result = function.result
    into = None if result is None else _into(context, target, scalar_type(result))
    back = context.cursor.fresh()
    context.cursor.leave(Call(function.name, function.parameters, tuple(passed), back), function.entry, span)
    context.program.builder.add(function.exit, Return(function.name, result, into), back, span)
    context.cursor.at = back
    record = context.program.results.get(function.name)
    return record_result(context, record, symbol.declared.result, span) if record is not None else into


SELECTED: list[Callable[[FunctionContext, c_ast.GenericSelection], c_ast.Node]] = []
"""What ``_Generic`` chooses: ``type_selection`` enters it."""

LIBRARY: dict[str, Callable[[FunctionContext, c_ast.FuncCall], Expression | None]] = {}
"""Functions that the program does not define, and what calling them does; other modules enter theirs."""
MODELLED: dict[str, Callable[[FunctionContext, c_ast.FuncCall], Expression | None]] = {}
"""What calling functions of ``library.MODELS`` does in special cases, ``None`` in others."""


def _undefined(
    context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol | None, target: Variable | None
) -> Expression | None:
    name = node.name.name
    if name in _ENDING or name in _EXITING or name in _LAST_THREAD:
        _end(context, node)
        return None
    if name in LIBRARY:
        return LIBRARY[name](context, node)
    computed = math_call(context, node, symbol)
    if computed is not None:
        return computed
    match name:
        case "__VERIFIER_assume":
            (argument,) = exactly(1, node)
            assume(context, argument, place(node))
            return None
        case "__builtin_expect":
            likely, expected = exactly(2, node)
            found = converted(
                context, value(context, likely), long_type(context.program.model, signed=True), place(likely)
            )
            effect(context, expected)
            return found
        case "__builtin_unreachable":
            context.cursor.emit(Check(Constant(0, INT), Undefined.UNREACHABLE), place(node))
            context.cursor.leave(Stop(None), context.program.halt, place(node))
            return None
        case _ if name.startswith(INPUT_PREFIX) or (is_input(name) and _gives_scalar(symbol)):
            return _input(context, node, symbol, target)
        case _ if name.startswith(("__builtin_", "__sync_", "__atomic_")):
            raise NotSupported(f"the built-in function {name}", place(node))
        case _:
            return undefined_function(context, node)


def _end(context: FunctionContext, node: c_ast.FuncCall) -> None:
    given = arguments(node)
    status: Expression | None = None
    if node.name.name in _EXITING and given:
        status = converted(context, value(context, given[0]), INT, place(node))
    else:
        for argument in given:
            evaluate(context, argument)
    if node.name.name in _LAST_THREAD:
        keys = context.program.external.get(KEYS)
        if isinstance(keys, FunctionSymbol) and keys.definition is not None:
            raise NotSupported("the end of a thread that has values of its own", place(node))
        status = Constant(0, INT)
    if node.name.name in ("exit", "__builtin_exit") or node.name.name in _LAST_THREAD:
        status = _kept(context, status, place(node))
        run_exit_handlers(context, place(node))
    context.cursor.leave(Stop(status), context.program.halt, place(node))


def _kept(context: FunctionContext, status: Expression | None, span: Span) -> Expression | None:
    if status is None or isinstance(status, Constant) or exit_handlers(context) is None:
        return status
    kept = context.temporary(INT)
    context.cursor.emit(Assign(kept, status), span)
    return kept


def exit_handlers(context: FunctionContext) -> FunctionSymbol | None:
    """The function that calls what ``atexit`` was given, if the program calls that; one that was printed is called by
    the program itself.
    """
    found = context.program.external.get(EXIT_HANDLERS)
    if not isinstance(found, FunctionSymbol) or found.definition is None:
        return None
    return found if place(found.definition).file.startswith("<") else None


def run_exit_handlers(context: FunctionContext, span: Span) -> None:
    """What happens before a program ends normally (C11 7.22.4.4 p3)."""
    handlers = exit_handlers(context)
    if handlers is not None:
        _entered(context, handlers, [], None, span)


def assume(context: FunctionContext, argument: c_ast.Node, span: Span) -> None:
    """The execution goes on only where ``argument`` is not zero."""
    holds = folding.truth(value(context, argument))
    after = context.cursor.fresh()
    context.cursor.branch(holds, after, context.program.halt, span)
    context.cursor.at = after


def _input(
    context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol | None, target: Variable | None
) -> Expression:
    name = node.name.name
    type_ = _input_type(context, node, symbol)
    into = _into(context, target, type_)
    context.input(into, name, InputKind.CALL, place(node))
    return into


def _gives_scalar(symbol: FunctionSymbol | None) -> bool:
    return symbol is None or isinstance(symbol.declared.result, Integer | Pointer | Floating)


def _input_type(context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol | None) -> Scalar:
    if symbol is not None and isinstance(symbol.declared.result, Integer | Pointer | Floating):
        return symbol.declared.result
    if symbol is None:
        return INT
    name, model = node.name.name.removeprefix(INPUT_PREFIX), context.program.model
    known: dict[str, Scalar] = {
        "float": FLOAT,
        "double": DOUBLE,
        "longdouble": long_double_type(model),
        "long": long_type(model, signed=True),
        "ulong": long_type(model, signed=False),
        "size_t": size_type(model),
        "sector_t": long_type(model, signed=False),
        "pthread_t": long_type(model, signed=False),
        **_INPUT_TYPES,
    }
    if isinstance(symbol.declared.result, Unhandled):
        raise NotSupported(symbol.declared.result.feature, place(node))
    if name not in known:
        raise NotSupported(f"the input function {node.name.name}", place(node))
    return known[name]


def _never_returns(name: str, program: ProgramContext) -> bool:
    """Whether a function that is not defined is declared so; what those of the library do besides is not known."""
    return name in program.never_returning and not is_library(name)


def undefined_function(context: FunctionContext, node: c_ast.FuncCall) -> Expression | None:
    """Contract: it returns anything and touches nothing, which is an assumption of the result."""
    name = node.name.name
    found = context.symbol(name)
    symbol = found if isinstance(found, FunctionSymbol) else None
    refuse_unmodelled(name, symbol.declared if symbol else None, place(node))
    for argument in reversed(arguments(node)):
        evaluate(context, argument)
    returns: DeclaredType = symbol.declared.result if symbol else INT
    if _never_returns(name, context.program):
        context.program.assumptions.setdefault(f"the undefined function {name} ends the program as exit does")
        run_exit_handlers(context, place(node))
        context.cursor.leave(Stop(None), context.program.halt, place(node))
        return context.temporary(returns) if isinstance(returns, Scalar) else None
    sentence = f"the undefined function {name} returns anything and changes nothing"
    context.program.assumptions.setdefault(sentence)
    kind = InputKind.LIBRARY if is_library(name) else InputKind.UNDEFINED
    match returns:
        case Void():
            context.cursor.emit(Skip(f"{name}()"), place(node))
            return None
        case Integer() | Pointer() | Floating():
            into = context.temporary(returns)
            context.input(into, name, kind, place(node))
            return into
        case Record() if not is_library(name):
            object_ = context.temporary_object(returns, place(node))
            unknown(context, object_, returns, place(node), kind, name)
            return Cell(MEMORY, context.address(object_, returns), returns)
        case _:
            raise NotSupported(f"the result of the undefined function {name}", place(node))


def evaluate(context: FunctionContext, argument: c_ast.Node) -> None:
    """An argument that no one looks at: only its side effects count, and text has none."""
    if not (isinstance(argument, c_ast.Constant) and argument.type == "string"):
        effect(context, argument)


FURTHER[c_ast.FuncCall] = call
