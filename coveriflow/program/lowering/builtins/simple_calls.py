"""Functions of the C library and the compiler that need no memory: output, random numbers, hints."""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.cfa.edges import UNSUPPORTED, InputKind, Unsupported
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression
from coveriflow.program.library.inline.format_strings import without_casts, written_format
from coveriflow.program.library.unmodelled import FORMATTED
from coveriflow.program.lowering.builtins.texts_read import (
    NO_LIMIT,
    Limits,
    are_checked,
    is_literal,
    read_texts,
    texts_of_format,
    value_read,
)
from coveriflow.program.lowering.call_arguments import evaluated, spelled
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.expressions.calls.arguments import arguments, evaluate, evaluate_hint, exactly
from coveriflow.program.lowering.expressions.expressions import constant_value, value
from coveriflow.program.lowering.expressions.sizeof import type_of
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import INT, Floating, Integer, long_type

_RAND_MAX = 0x7FFFFFFF
_OUTPUT = ("puts", "putchar", "putc", "fputc", "fputs", "fflush", "__builtin_puts", "__builtin_putchar")
_OF_TEXTS = frozenset({"puts", "fputs", "__builtin_puts"})
_READING = ("scanf", "fscanf", "sscanf", "__isoc99_scanf", "__isoc99_sscanf", "gets", "fgets", "read", "fread")
_NOTHING = ("srand", "srandom", "setbuf", "__builtin_prefetch")
_ATOMIC = ("__VERIFIER_atomic_begin", "__VERIFIER_atomic_end", "__sync_synchronize", "__builtin_ia32_pause")


def _anything(context: FunctionContext, node: c_ast.FuncCall, type_: Integer, kind: InputKind) -> Expression:
    into = context.temporary(type_)
    context.input(into, node.name.name, kind, place(node))
    return into


def _output(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """It may fail, so the result is anything."""
    return _written(context, node, {0: NO_LIMIT} if node.name.name in _OF_TEXTS else {})


def _written(context: FunctionContext, node: c_ast.FuncCall, texts: Limits) -> Expression:
    """``texts``: what it reads."""
    _evaluate(context, node, texts)
    return _anything(context, node, INT, InputKind.LIBRARY)


def _given(context: FunctionContext, argument: c_ast.Node) -> None:
    """An argument for output; streams are not objects that a program can look into."""
    written = spelled(argument)
    if isinstance(written, c_ast.ID) and written.name in ("stdout", "stderr", "stdin"):
        evaluated(context, argument)
    else:
        evaluate(context, argument)


def _formatted(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """``%n`` writes to the memory of the program, other conversions do not; a computed format should have none, where
    there is a pointer for it.
    """
    given, where = arguments(node), FORMATTED[node.name.name]
    written = without_casts(spelled(given[where])) if len(given) > where else None
    if isinstance(written, c_ast.Constant) and written.type == "string":
        if _writes(written_format(written) or written.value):
            raise NotSupported(f"{node.name.name} with such a format", place(node))
    elif not all(isinstance(type_of(context, each), Integer | Floating) for each in given[where + 1 :]):
        context.program.assumptions.setdefault(f"the format of {node.name.name} at {place(node)} has no %n")
    return _written(context, node, texts_of_format(context, given, where, place(node)))


def _writes(text: str) -> bool:
    """Whether a conversion of the format is ``%n``, with flags, width, precision and length or without."""
    conversions = text.replace("%%", "").split("%")[1:]
    return any(conversion.lstrip("-+ #'$0123456789.*hljztLqIZ").startswith("n") for conversion in conversions)


def _reading(_context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    raise NotSupported(f"the input function {node.name.name}", place(node))


def _nothing(context: FunctionContext, node: c_ast.FuncCall) -> None:
    _evaluate(context, node, {})


def _evaluate(context: FunctionContext, node: c_ast.FuncCall, texts: Limits) -> None:
    """All arguments; then the ``texts`` among them are read, if that may violate the property."""
    needed = {*texts, *(number - 1 for number, limit in texts.items() if limit is None)}
    needed = needed if are_checked(context) else set()
    values: dict[int, Expression] = {}
    for number, argument in reversed(list(enumerate(arguments(node)))):
        if number in needed and not is_literal(argument):
            values[number] = value_read(context, argument, place(node))
        else:
            _given(context, argument)
    read_texts(context, values, texts, place(node))


def _atomic(_context: FunctionContext, node: c_ast.FuncCall) -> None:
    """There is one thread."""
    exactly(0, node)


def _random(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    exactly(0, node)
    type_ = INT if node.name.name == "rand" else long_type(context.program.model, signed=True)
    return make.binary(BinaryOp.AND, _anything(context, node, type_, InputKind.UNDEFINED), Constant(_RAND_MAX, INT))


def _unsupported(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """Printed C says so of what was not supported in the original; a function of the library, where its model ends."""
    (feature,) = exactly(1, node)
    if not isinstance(feature, c_ast.Constant) or feature.type != "string":
        raise InputError(f"{UNSUPPORTED} takes a string literal", place(node))
    what, span = feature.value.strip('"'), place(node)
    if not span.file.startswith("<"):
        raise NotSupported(what, span)
    context.cursor.leave(Unsupported(what, is_limit=True), context.program.halt, span)


def _likely(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    likely, expected, probability = exactly(3, node)
    found = make.cast(value(context, likely), long_type(context.program.model, signed=True))
    evaluate_hint(context, expected)
    constant_value(context, probability)
    return found


_MEANINGS: Mapping[LowerCall, tuple[str, ...]] = {
    _output: _OUTPUT,
    _formatted: tuple(FORMATTED),
    _reading: _READING,
    _nothing: _NOTHING,
    _atomic: _ATOMIC,
    _random: ("rand", "random"),
    _likely: ("__builtin_expect_with_probability",),
    _unsupported: (UNSUPPORTED,),
}
CALLS: Mapping[str, LowerCall] = {name: meaning for meaning, names in _MEANINGS.items() for name in names}
