"""Operands whose order of evaluation C leaves open: what each of them does is noted while it is lowered.

When all functions have been lowered it is known where pointers lead, and ``passes.evaluation_clashes`` decides about
each expression. Where its order matters the program is lowered anew, with both orders (``expressions.either_order``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeVar

from pycparser import c_ast

from coveriflow.program.cfa.builder import Builder
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Expression

_Found = TypeVar("_Found")


DEPENDS = "an expression whose value depends on the order of evaluation"
"""What is refused where both orders are not all that there are, or cannot be tried."""


class Order(Enum):
    """What is done where the order of operands matters."""

    BOTH = "both orders"
    REFUSED = "not supported"


@dataclass(frozen=True, slots=True)
class OpenNode:
    """Names an expression whenever a program is lowered: its function, its place, what it is, and of how many nodes."""

    function: str
    where: Span
    kind: str
    size: int


@dataclass(eq=False, slots=True)
class Operand:
    """What was lowered for one operand. ``loads``: each reading of an object that C asks for. ``bodies``: what each
    called function does. ``edges``: all others.
    """

    node: c_ast.Node
    loads: list[Expression] = field(default_factory=list)
    bodies: list[list[RawEdge]] = field(default_factory=list)
    edges: list[RawEdge] = field(default_factory=list)
    is_lowered: bool = False


@dataclass(slots=True)
class OpenOrders:
    """``decided``: what is known from the last time. ``sites``: the operands of what is open. ``chosen``: where there
    are both orders now. ``depth``: of how many such expressions the one that is lowered is an operand.
    """

    decided: Mapping[OpenNode, Order] = field(default_factory=dict)
    sites: dict[OpenNode, list[list[Operand]]] = field(default_factory=dict)
    chosen: set[OpenNode] = field(default_factory=set)
    depth: int = 0
    _operands: dict[int, list[Operand]] = field(default_factory=dict)
    _active: list[Operand] = field(default_factory=list)
    _in_body: bool = False

    def watch(self, open_: OpenNode, operands: list[c_ast.Node]) -> None:
        """Note what these do when they are lowered."""
        known = self.sites.setdefault(open_, [])
        if any([each.node for each in one] == operands for one in known):
            return
        watched = [Operand(node) for node in operands]
        known.append(watched)
        for each in watched:
            self._operands.setdefault(id(each.node), []).append(each)

    def watches(self, node: c_ast.Node) -> bool:
        """Whether what ``node`` does is noted."""
        return id(node) in self._operands

    def noted(self, node: c_ast.Node, builder: Builder, lower: Callable[[], _Found]) -> _Found:
        """What ``lower`` gives, which lowers ``node`` by adding to ``builder``."""
        started = [each for each in self._operands.get(id(node), ()) if each not in self._active]
        if not started:
            return lower()
        begin, active = len(builder.edges), self._active
        self._active = [*active, *started]
        try:
            found = lower()
        finally:
            self._active = active
        for each in started:
            own = {id(edge) for body in each.bodies for edge in body}
            each.edges += [edge for edge in builder.edges[begin:] if id(edge) not in own]
            each.is_lowered = True
        return found

    def loaded(self, found: Expression) -> None:
        """An object is read."""
        if not self._in_body:
            for each in self._active:
                each.loads.append(found)

    @contextmanager
    def body(self, builder: Builder) -> Iterator[None]:
        """A called function runs."""
        if not self._active or self._in_body:
            yield
            return
        begin, self._in_body = len(builder.edges), True
        try:
            yield
        finally:
            self._in_body = False
        for each in self._active:
            each.bodies.append(builder.edges[begin:])


def operands_of(node: c_ast.Node) -> list[c_ast.Node]:
    """The operands of an expression, whose order is open."""
    match node:
        case c_ast.BinaryOp(left=left, right=right):
            return [left, right]
        case c_ast.ArrayRef(name=name, subscript=subscript):
            return [name, subscript]
        case c_ast.Assignment(lvalue=left, rvalue=right):
            return [left, right]
        case c_ast.FuncCall(name=name, args=given):
            return [name, *(given.exprs if given else [])]
        case _:
            return [child for _, child in node.children()]
