"""What pointers of the environment point to where they are followed: each is null, or points to a new object with any
content.

That is an assumption of the result, for undefined functions and variables and for parameters of the entry function.
Pointers that such an object holds point to nothing that is known (``provenance``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pycparser import c_ast

from coveriflow.program.cfa.edges import OUTSIDE, Assign, Input, InputKind
from coveriflow.program.errors import Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Constant, Element, Expression, Variable, scalar_type
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.expressions.allocation import allocated_at, new_site, room_of
from coveriflow.program.lowering.expressions.calls.arguments import exactly
from coveriflow.program.lowering.expressions.expressions import value
from coveriflow.program.memory.layout import OUTSIDE_PREFIX, Site, Source
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import BOOL, ULLONG, Array, size_type
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.types.granules import USUAL

_SIZE = room_of(1, USUAL[DataModel.ILP32])
"""Bytes of each object: what fits into a granule of either data model."""
_CALLS = {DataModel.ILP32: 64, DataModel.LP64: 1 << 18}
"""How many objects one call in the text may get."""
_SENTENCES = {
    InputKind.UNDEFINED: "a pointer that the undefined function {} returns",
    InputKind.VARIABLE: "a pointer that the undefined variable {} holds at the start",
    InputKind.ARGUMENT: "a pointer that the parameter {} of the entry function holds at the start",
}


def follow(context: FunctionContext, target: Variable, source: Source, span: Span) -> None:
    """``target``, a pointer or an array of them, gets its value."""
    kind, name = source
    program = context.program
    places: list[Variable | Element] = [target]
    if isinstance(target.type, Array):
        element = target.type.element
        places = [Element(target, Constant(number, ULLONG), element) for number in range(target.type.length)]
    size = Constant(_SIZE, size_type(program.model))
    most = _CALLS[program.model] if kind is InputKind.UNDEFINED else len(places)
    site = _site(context, size, name, span, most)
    pointer = _SENTENCES[kind].format(name)
    sentence = f"{pointer} is null or points to a new object of {_SIZE} bytes, which nothing else changes"
    program.assumptions.setdefault(sentence)
    for into in places:
        _one(context, into, site, source, span)


def _site(context: FunctionContext, size: Expression, name: str, span: Span, most: int) -> Site:
    site = replace(new_site(context, size, span, most, prefix=OUTSIDE_PREFIX), outside=name)
    context.program.sites[site.counter.name] = site
    return site


def _printed(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """Printed C asks for such an object."""
    (argument,) = exactly(1, node)
    size = make.cast(value(context, argument), size_type(context.program.model))
    site = _site(context, size, OUTSIDE, place(node), _CALLS[context.program.model])
    return allocated_at(context, site, size, place(node))


def _one(context: FunctionContext, target: Variable | Element, site: Site, source: Source, span: Span) -> None:
    leads = context.temporary(BOOL)
    context.cursor.emit(Input(leads, source[1], source[0], BOOL), span)
    to_object, to_nothing, after = (context.cursor.fresh() for _ in range(3))
    context.cursor.branch(make.truth(leads), to_object, to_nothing, span)
    context.cursor.at = to_object
    size = Constant(_SIZE, size_type(context.program.model))
    start = make.cast(allocated_at(context, site, size, span), scalar_type(target))
    context.cursor.emit(Assign(target, start), span)
    context.cursor.goto(after, span)
    context.cursor.at = to_nothing
    context.cursor.emit(Assign(target, Constant(0, scalar_type(target))), span)
    context.cursor.goto(after, span)
    context.cursor.at = after


CALLS: Mapping[str, LowerCall] = {OUTSIDE: _printed}
