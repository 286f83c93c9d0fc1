"""Entering and leaving blocks while a function is lowered (C11 6.2.4 p6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, Skip
from coveriflow.program.cfa.object_scopes import Block
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Address, Expression, subexpressions
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.types.c_types import Pointer


@contextmanager
def inside(context: FunctionContext, span: Span) -> Iterator[None]:
    """A block, with names and objects of its own; steps of nothing lead in and out."""
    scope, outer = context.scope, context.cursor.block
    context.scope, context.cursor.block = scope.inner(), Block(outer)
    context.cursor.emit(Skip(), span)
    context.cursor.builder.blocks.openings[context.cursor.block] = context.cursor.at
    try:
        yield
    finally:
        context.scope, context.cursor.block = scope, outer
    context.cursor.emit(Skip(), span)


N = TypeVar("N", bound=c_ast.Node)


def with_own_names(handler: Callable[[FunctionContext, N], None]) -> Callable[[FunctionContext, N], None]:
    """For statements that are blocks, but need no steps: what a condition in them declares ends with them (C11 6.8.4
    p3, 6.8.5 p5).
    """

    def handled(context: FunctionContext, node: N) -> None:
        outer = context.scope
        context.scope = outer.inner()
        try:
            handler(context, node)
        finally:
            context.scope = outer

    return handled


def taken_outside(context: FunctionContext, found: Expression, span: Span) -> Expression:
    """The value of a block; an address may be that of an object which has ended with it."""
    if not isinstance(found.type, Pointer) or not any(isinstance(part, Address) for part in subexpressions(found)):
        return found
    kept = context.temporary(found.type)
    context.cursor.emit(Assign(kept, found), span)
    return kept
