"""Function calls: of defined functions, of inputs, and of the functions that verification tasks give a meaning to."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, Call, Check, InputKind, Return, Skip, Stop, Undefined, Unsupported
from coveriflow.program.declarations.input_types import INPUT_PREFIX, gives_scalar, input_type
from coveriflow.program.declarations.scopes import FunctionSymbol, ObjectSymbol, Scope, UnusableSymbol
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Cell, Constant, Expression, Variable, scalar_type
from coveriflow.program.library.errno import LOCATION, may_set_errno
from coveriflow.program.library.texts import EXIT_HANDLERS, KEYS
from coveriflow.program.library.unmodelled import is_library, library_names, refuse_other_control, refuse_unmodelled
from coveriflow.program.lowering.call_arguments import check_evaluated, tracked
from coveriflow.program.lowering.checks import converted
from coveriflow.program.lowering.context import FunctionContext, ProgramContext, scalar
from coveriflow.program.lowering.expressions.calling_conventions import is_callable, passed
from coveriflow.program.lowering.expressions.expressions import any_value, effect, value
from coveriflow.program.lowering.expressions.lvalues import function_address
from coveriflow.program.lowering.expressions.multipart import adapted
from coveriflow.program.lowering.expressions.object_storage import unknown
from coveriflow.program.lowering.expressions.record_passing import pass_record, record_result, store_result
from coveriflow.program.lowering.expressions.sizeof import offset_of, type_of
from coveriflow.program.lowering.expressions.variadic_calls import further_arguments
from coveriflow.program.memory.layout import MEMORY
from coveriflow.program.syntax.nodes import place
from coveriflow.program.syntax.sequencing import ENDS_PROGRAM, NOTHING, VIOLATES, Effects, may_have_effect
from coveriflow.program.text.violations import ASSUMING, FAILING, TOLD_LAST, is_input
from coveriflow.program.types.c_types import (
    INT,
    DeclaredType,
    Floating,
    FunctionOf,
    Integer,
    Pointer,
    Record,
    Scalar,
    Void,
    long_type,
)
from coveriflow.program.wording import counted

_ENDING = {"abort", "__builtin_trap", "__builtin_abort", *FAILING}
_LAST_THREAD = {"pthread_exit", "thrd_exit"}
_EXITING = {"exit", "_exit", "_Exit", "quick_exit", "__builtin_exit", "__builtin__exit"}
ENDING = frozenset(_ENDING | _LAST_THREAD | _EXITING)
"""Functions that end the program."""


def known_effects(name: str, program: ProgramContext) -> Effects:
    """What a call of a function that the program does not define does to what no variable holds.

    Inputs are nothing: each has any value in any order, so the executions are the same in every order.
    """
    if name in program.violations.functions | program.violations.assertions:
        return VIOLATES
    is_known = name in ENDING or name in ASSUMING or name == "__builtin_unreachable"
    return ENDS_PROGRAM if is_known or _never_returns(name, program) else NOTHING


def call(context: FunctionContext, node: c_ast.FuncCall, target: Variable | None = None) -> Expression | None:
    """Call a function (C11 6.5.2.2); its result goes to ``target`` if that is given and has the result's type.

    All calls pass here, so that each argument is evaluated exactly once, whatever is called (``call_arguments``).
    """
    node = _with_function(context, node)
    if isinstance(node.name, c_ast.ID) and node.name.name == "__builtin_offsetof":
        return offset_of(context, node)  # it takes a type and a designator
    counted = tracked(context, node)
    found = _called(context, counted, target)
    check_evaluated(counted)
    return found


def _with_function(context: FunctionContext, node: c_ast.FuncCall) -> c_ast.FuncCall:
    """``(*f)(x)``, ``(&f)(x)`` and what ``_Generic`` selects are calls of a function by its name."""
    while True:
        match node.name:
            case c_ast.UnaryOp(op="*" | "&") if _names_function(context, node.name):
                node = c_ast.FuncCall(node.name.expr, node.args, node.coord)
            case c_ast.GenericSelection():
                node = c_ast.FuncCall(context.program.lowerers.selected(context, node.name), node.args, node.coord)
            case _:
                return node


def _called(context: FunctionContext, node: c_ast.FuncCall, target: Variable | None) -> Expression | None:
    if not isinstance(node.name, c_ast.ID):
        return _indirect(context, node)
    symbol = context.symbol(node.name.name)
    if isinstance(symbol, ObjectSymbol):
        return _indirect(context, node)
    if symbol is not None and not isinstance(symbol, FunctionSymbol):
        what = symbol.feature if isinstance(symbol, UnusableSymbol) else "a call of something that is no function"
        raise NotSupported(what, place(node))
    if symbol is not None and symbol.violates:
        return _violation(context, node, symbol)
    if symbol is not None and symbol.definition is not None:
        is_model = place(symbol.definition).file.startswith("<")
        meaning = context.program.lowerers.modelled.get(node.name.name) if is_model else None
        found = meaning(context, node) if meaning is not None else None
        return found if found is not None else _defined(context, node, symbol, target)
    if symbol is not None and symbol.inside is not None:
        raise NotSupported("a call of a nested function before its definition", place(node))
    return _undefined(context, node, symbol, target)


def _names_function(context: FunctionContext, node: c_ast.UnaryOp) -> bool:
    return isinstance(node.expr, c_ast.ID) and isinstance(context.symbol(node.expr.name), FunctionSymbol)


def _indirect(context: FunctionContext, node: c_ast.FuncCall) -> Expression | None:
    """A call through a pointer: one of the functions whose address the program takes, told by comparing."""
    span = place(node)
    pointer, values = value(context, node.name), _values(context, node)
    type_ = pointer.type.target if isinstance(pointer.type, Pointer) else None
    if not isinstance(type_, FunctionOf):
        raise NotSupported("a call of something that is no function", span)
    values = passed(context, type_, values, span)
    kept = context.temporary(scalar_type(pointer))
    context.cursor.emit(Assign(kept, pointer), span)
    with context.program.orders.body(context.cursor.builder):
        return _one_of(context, node, kept, type_, values)


def _one_of(
    context: FunctionContext, node: c_ast.FuncCall, kept: Variable, type_: FunctionOf, values: list[Expression]
) -> Expression | None:
    span = place(node)
    result = _result_place(context, type_.result, span)
    after, none = context.cursor.fresh(), context.cursor.fresh()
    context.program.calls_pointers = True
    for symbol in context.program.pointed_functions:
        if symbol.violates or is_callable(symbol.declared, type_, values, context.program.model):
            chosen, other = context.cursor.fresh(), context.cursor.fresh()
            is_this = make.binary(BinaryOp.EQ, kept, function_address(context, symbol, span))
            context.cursor.branch(is_this, chosen, other, span)
            context.cursor.at = chosen
            if symbol.inside is not None:
                runs = context.cursor.fresh()
                context.cursor.branch(make.truth(symbol.inside), runs, none, span)
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
        if may_set_errno(symbol.unique):
            _refuse_error_number(context, symbol.unique, span)
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
    is_open = symbol.declared.is_variadic or symbol.violates
    is_open = is_open or (symbol.declared.parameters is None and not symbol.is_entered)
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
        raise InputError(f"'{node.name.name}' takes {counted(count, 'argument')}, not {len(given)}", place(node))
    return given


def _violation(context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol) -> Expression:
    evaluate_all(context, node)
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
    if declaration.name in library_names() and "static" not in (declaration.storage or []):
        if not place(declaration).file.startswith("<"):
            sentence = f"the program's own function {declaration.name} is called, not that of the C library"
            context.program.assumptions.setdefault(sentence)


def _values(context: FunctionContext, node: c_ast.FuncCall) -> list[Expression]:
    """The arguments' values, from the last one to the first, as gcc reads inputs (C11 6.5.2.2 p10 lets it)."""
    return [any_value(context, each) for each in reversed(arguments(node))][::-1]


def _entered(
    context: FunctionContext, symbol: FunctionSymbol, given: list[Expression], target: Variable | None, span: Span
) -> Expression | None:
    """The edges into a function and back."""
    with context.program.orders.body(context.cursor.builder):
        return _enter(context, symbol, given, target, span)


def _enter(
    context: FunctionContext, symbol: FunctionSymbol, given: list[Expression], target: Variable | None, span: Span
) -> Expression | None:
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
        raise InputError(f"'{symbol.unique}' takes {counted(len(parameters), 'argument')}, not {len(given)}", span)
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


def _undefined(
    context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol | None, target: Variable | None
) -> Expression | None:
    name = node.name.name
    if name in ENDING:
        _end(context, node)
        return None
    lowerers = context.program.lowerers
    if name in lowerers.calls:
        return lowerers.calls[name](context, node)
    computed = lowerers.mathematics(context, node, symbol)
    if computed is not None:
        return computed
    match name:
        case "__VERIFIER_assume":
            (argument,) = exactly(1, node)
            _go_on_where(context, _passed_to_assume(context, argument, symbol), place(node))
            return None
        case "__builtin_expect":
            likely, expected = exactly(2, node)
            long = long_type(context.program.model, signed=True)
            found = converted(context, value(context, likely), long, place(likely))
            evaluate_hint(context, expected)
            return found
        case "__builtin_unreachable":
            context.cursor.emit(Check(Constant(0, INT), Undefined.UNREACHABLE), place(node))
            context.cursor.leave(Stop(None), context.program.halt, place(node))
            return None
        case _ if name.startswith(INPUT_PREFIX) or (is_input(name) and gives_scalar(symbol)):
            return _input(context, node, symbol, target)
        case _ if name.startswith(("__builtin_", "__sync_", "__atomic_")):
            raise NotSupported(f"the built-in function {name}", place(node))
        case _:
            return undefined_function(context, node)


def _end(context: FunctionContext, node: c_ast.FuncCall) -> None:
    given, status = arguments(node), None
    for number, argument in reversed(list(enumerate(given))):
        if node.name.name in _EXITING and number == 0:
            status = converted(context, value(context, argument), INT, place(node))
        else:
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
    if status is None or isinstance(status, Constant) or not runs_at_exit(context):
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
        call_without_arguments(context, handlers, span)
    for symbol in context.program.destructors:
        call_without_arguments(context, symbol, span)


def runs_at_exit(context: FunctionContext) -> bool:
    """Whether anything does."""
    return exit_handlers(context) is not None or bool(context.program.destructors)


def call_without_arguments(context: FunctionContext, symbol: FunctionSymbol, span: Span) -> None:
    """Call a function whose result no one looks at."""
    _entered(context, symbol, [], None, span)


def assume(context: FunctionContext, argument: c_ast.Node, span: Span) -> None:
    """The execution goes on only where ``argument`` is not zero."""
    _go_on_where(context, value(context, argument), span)


def _go_on_where(context: FunctionContext, given: Expression, span: Span) -> None:
    after = context.cursor.fresh()
    context.cursor.branch(make.truth(given), after, context.program.halt, span)
    context.cursor.at = after


def _passed_to_assume(context: FunctionContext, argument: c_ast.Node, symbol: FunctionSymbol | None) -> Expression:
    """It has a parameter of type ``int``, whatever else it is declared with (C11 6.5.2.2 p7)."""
    given, span = value(context, argument), place(argument)
    declared = symbol.declared.parameters if symbol is not None else None
    if isinstance(given.type, Pointer):
        return given
    if declared and isinstance(declared[0][1], Integer):
        given = converted(context, given, declared[0][1], span)
    elif isinstance(given.type, Floating):
        raise NotSupported("a floating argument of __VERIFIER_assume without a prototype", span)
    return converted(context, given, INT, span)


def _input(
    context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol | None, target: Variable | None
) -> Expression:
    """Its value depends on no argument."""
    name = node.name.name
    type_ = input_type(node, symbol, context.program.model)
    evaluate_all(context, node)
    into = _into(context, target, type_)
    context.input(into, name, InputKind.CALL, place(node))
    return into


def _never_returns(name: str, program: ProgramContext) -> bool:
    """Whether a function that is not defined is declared so; what those of the library do besides is not known."""
    return name in program.never_returning and name not in library_names()


def undefined_function(context: FunctionContext, node: c_ast.FuncCall) -> Expression | None:
    """Contract: it returns anything and touches nothing, which is an assumption of the result."""
    name = node.name.name
    found = context.symbol(name)
    symbol = found if isinstance(found, FunctionSymbol) else None
    refuse_other_control(name, place(node))
    if is_library(name) or (symbol is not None and symbol.is_of_system):
        declared = symbol.declared if symbol else None
        refuse_unmodelled(name, declared, lambda: [type_of(context, each) for each in arguments(node)], place(node))
        if not is_library(name):
            _refuse_error_number(context, name, place(node))
    evaluate_all(context, node)
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


def _refuse_error_number(context: FunctionContext, name: str, span: Span) -> None:
    """Of a function that may set ``errno``, where nothing else says so and the program looks at it."""
    if LOCATION in context.program.external:
        raise NotSupported(f"the library function {name}, which may set errno,", span)


def evaluate_all(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """Arguments that no one looks at, the last one first, as ``_values`` does it."""
    for argument in reversed(arguments(node)):
        evaluate(context, argument)


def evaluate_hint(context: FunctionContext, argument: c_ast.Node) -> None:
    """A hint; whether gcc evaluates one with an effect depends on what else it knows."""
    if may_have_effect(argument):
        raise NotSupported("a hint with an effect", place(argument))
    effect(context, argument)


def evaluate(context: FunctionContext, argument: c_ast.Node) -> None:
    """An argument that no one looks at: only its side effects count, and text has none."""
    if not (isinstance(argument, c_ast.Constant) and argument.type == "string"):
        effect(context, argument)
