"""Texts that output functions read, where accesses violate the property: to their end, or as far as they are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, Undefined
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, is_pointer
from coveriflow.program.library.inline.format_strings import Conversion, printed_pieces, without_casts, written_format
from coveriflow.program.lowering.call_arguments import spelled
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.expressions import value
from coveriflow.program.lowering.expressions.multipart import held
from coveriflow.program.lowering.expressions.pointer_arithmetic import (
    accessible,
    check_access,
    emit_check,
    retyped,
)
from coveriflow.program.memory.layout import cell
from coveriflow.program.types.c_types import INT, UCHAR, ULLONG

NO_LIMIT = -1
Limits = Mapping[int, int | None]
"""By the number of an argument that is a text: how many bytes are read at most; ``None``: the argument before says."""


def are_checked(context: FunctionContext) -> bool:
    """Whether an access of no object violates the property."""
    return Undefined.DEREFERENCE in context.program.violations.checks


def texts_of_format(context: FunctionContext, given: Sequence[c_ast.Node], where: int, span: Span) -> Limits:
    """What a call with the format ``given[where]`` reads, its format among it. ``NotSupported`` where that is not
    known of a format that is written out, and is asked for.
    """
    found: dict[int, int | None] = {where: NO_LIMIT}
    text = written_format(spelled(given[where])) if len(given) > where else None
    pieces = printed_pieces(text) if text is not None else []
    is_known, argument = pieces is not None or "s" not in (text or "").lower(), where + 1
    for piece in pieces or ():
        if isinstance(piece, Conversion):
            argument += (piece.width is None) + (piece.precision is None)
            if piece.letter == "m":
                continue
            if piece.letter in "sS":
                is_known &= piece.letter == "s" and not piece.length and argument < len(given)
                found[argument] = piece.precision
            argument += 1
    if not is_known and are_checked(context):
        raise NotSupported("an output format that reads texts in such a way", span)
    return found


def is_literal(argument: c_ast.Node) -> bool:
    """Whether an argument is a text that is written out."""
    written = without_casts(spelled(argument))
    return isinstance(written, c_ast.Constant) and written.type == "string"


def value_read(context: FunctionContext, argument: c_ast.Node, span: Span) -> Expression:
    """The value of an argument, which is looked at when all have been evaluated."""
    return held(context, value(context, argument), span)


def read_texts(context: FunctionContext, values: Mapping[int, Expression], limits: Limits, span: Span) -> None:
    """Check each byte that is read. ``values``: of the arguments that are texts, or say how long one is."""
    for number, limit in limits.items():
        if number in values:
            most = values.get(number - 1) if limit is None else None if limit < 0 else Constant(limit, ULLONG)
            _read(
                context, _start(context, values[number], span), None if most is None else make.cast(most, ULLONG), span
            )


def read_bytes(context: FunctionContext, start: Expression, counts: Sequence[Expression], span: Span) -> None:
    """Check an access of as many bytes as the product of ``counts``, where that is not zero."""
    cursor, number = context.cursor, make.cast(counts[0], ULLONG)
    for each in (make.cast(count, ULLONG) for count in counts[1:]):
        most = make.binary(BinaryOp.DIV, Constant(ULLONG.maximum, ULLONG), number)
        fits = make.disjunction(make.negation(number), make.binary(BinaryOp.LE, each, most))
        emit_check(context, fits, Undefined.DEREFERENCE, span)
        number = make.binary(BinaryOp.MUL, number, each)
    some, after = cursor.fresh(), cursor.fresh()
    cursor.branch(make.truth(number), some, after, span)
    cursor.at = some
    place = retyped(_start(context, start, span), UCHAR, context)
    emit_check(context, accessible(context, place, number), Undefined.DEREFERENCE, span)
    cursor.goto(after, span)
    cursor.at = after


def _start(context: FunctionContext, given: Expression, span: Span) -> Expression:
    """Where a text begins; zero that is written as a number is a null pointer."""
    if is_pointer(given):
        return given
    if given != Constant(0, INT):
        raise NotSupported("a number in the place of a text", span)
    return Constant(0, context.program.layout.pointer(UCHAR))


def _read(context: FunctionContext, start: Expression, most: Expression | None, span: Span) -> None:
    """A loop over bytes, up to one that is zero."""
    cursor = context.cursor
    index, byte = context.temporary(ULLONG), context.temporary(UCHAR)
    head, body, further, after = (cursor.fresh() for _ in range(4))
    cursor.emit(Assign(index, Constant(0, ULLONG)), span)
    cursor.goto(head, span)
    cursor.at = head
    if most is not None:
        cursor.branch(make.binary(BinaryOp.LT, index, most), body, after, span)
        cursor.at = body
    place = make.indexed(retyped(start, UCHAR, context), index, 1)
    check_access(context, place, 1, span)
    cursor.emit(Assign(byte, cell(place, UCHAR)), span)
    cursor.branch(make.truth(byte), further, after, span)
    cursor.at = further
    cursor.emit(Assign(index, make.binary(BinaryOp.ADD, index, Constant(1, ULLONG))), span)
    cursor.goto(head, span)
    cursor.at = after
