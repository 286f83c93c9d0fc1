"""Functions of files, of processes and of the environment, of which no more is known than what they read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pycparser import c_ast

from coveriflow.program.errors import Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Expression
from coveriflow.program.lowering.builtins.texts_read import (
    NO_LIMIT,
    are_checked,
    is_literal,
    read_bytes,
    read_texts,
    value_read,
)
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.expressions.calls.arguments import arguments, evaluate
from coveriflow.program.lowering.expressions.calls.undefined import undefined_function
from coveriflow.program.syntax.nodes import place


@dataclass(frozen=True, slots=True)
class _Accesses:
    """By the numbers of arguments: ``texts`` that are read to their ends, the array of ``bytes`` and the factors of its
    size, and what may be null instead.
    """

    texts: tuple[int, ...] = ()
    bytes: tuple[int, ...] = ()
    optional: tuple[int, ...] = ()


_TEXT, _TEXTS, _SECOND = _Accesses((0,)), _Accesses((0, 1)), _Accesses((1,))
_READ: Mapping[str, _Accesses] = {
    **dict.fromkeys(("access", "chdir", "chmod", "chown", "creat", "lchown", "mkdir", "mkfifo", "mknod"), _TEXT),
    **dict.fromkeys(("open", "opendir", "remove", "rmdir", "truncate", "unlink", "unsetenv"), _TEXT),
    **dict.fromkeys(("fopen", "link", "popen", "rename", "setenv", "symlink", "strcoll"), _TEXTS),
    **dict.fromkeys(("faccessat", "fchmodat", "fchownat", "fdopen", "mkdirat", "openat", "unlinkat"), _SECOND),
    "system": _Accesses((0,), optional=(0,)),
    "freopen": _Accesses((0, 1), optional=(0,)),
    "write": _Accesses(bytes=(1, 2)),
    "pwrite": _Accesses(bytes=(1, 2)),
    "send": _Accesses(bytes=(1, 2)),
    "fwrite": _Accesses(bytes=(0, 1, 2)),
}


def _undefined(context: FunctionContext, node: c_ast.FuncCall) -> Expression | None:
    return undefined_function(context, node, _read if are_checked(context) else None)


def _read(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """All arguments, the last one first; then what they point to is read. A literal has all that is read of it."""
    what, span = _READ[node.name.name], place(node)
    values: dict[int, Expression] = {}
    for number, argument in reversed(list(enumerate(arguments(node)))):
        if number in what.bytes or (number in what.texts and not is_literal(argument)):
            values[number] = value_read(context, argument, span)
        else:
            evaluate(context, argument)
    for number in what.texts:
        if number in values:
            _read_text(context, values[number], span, is_optional=number in what.optional)
    if what.bytes and len(values) == len(what.bytes):
        start, *counts = (values[number] for number in what.bytes)
        read_bytes(context, start, counts, span)


def _read_text(context: FunctionContext, start: Expression, span: Span, *, is_optional: bool) -> None:
    cursor, after = context.cursor, context.cursor.fresh()
    if is_optional:
        given = cursor.fresh()
        cursor.branch(make.truth(start), given, after, span)
        cursor.at = given
    read_texts(context, {0: start}, {0: NO_LIMIT}, span)
    cursor.goto(after, span)
    cursor.at = after


CALLS: Mapping[str, LowerCall] = dict.fromkeys(_READ, _undefined)
