"""Parts of expressions whose order of evaluation C leaves open: what each of them does is noted while it is lowered.

When all functions have been lowered it is known where pointers lead, and ``passes.evaluation_clashes`` makes a plan for
each expression. Where its order matters the program is lowered anew, by that plan (``expressions.either_order``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from pycparser import c_ast

from coveriflow.program.cfa.builder import Builder
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Constant, Expression, Variable
from coveriflow.program.syntax.nodes import evaluated_lengths, is_unevaluated

_Found = TypeVar("_Found")


DEPENDS = "an expression whose value depends on the order of evaluation"
"""What is refused where not all orders can be tried."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is done where the order of parts matters, which are known by their numbers. ``orders``: in which orders
    these are computed, before all the others. ``apart``: these may not touch the same object. ``is_assumed``: others
    that may not are assumed not to. ``is_refused``: it is not supported.
    """

    orders: tuple[tuple[int, ...], ...] = ((),)
    apart: tuple[tuple[int, int], ...] = ()
    is_assumed: bool = False
    is_refused: bool = False


@dataclass(frozen=True, slots=True)
class OpenNode:
    """Names an expression whenever a program is lowered: its function, its place, what it is, and of how many nodes."""

    function: str
    where: Span
    kind: str
    size: int


@dataclass(frozen=True, slots=True)
class Touched:
    """An access of a part: ``place`` holds the address or the index, or for a variable (``name``) whether there was an
    access; ``none``, if there may be none. ``size``: of what lies in memory.
    """

    place: Variable
    none: Constant | None
    changes: bool
    name: str = ""
    size: int = 0


@dataclass(eq=False, slots=True)
class Part:
    """A part of an expression, and what was lowered for it and all that is below. ``parent``: the number of the part
    around it. ``loads``: each reading of an object that C asks for. ``bodies``: what each called function does.
    ``edges``: all others. ``touched``: accesses of its own, where they are distinguished when the program runs.
    """

    node: c_ast.Node
    parent: int | None = None
    loads: list[Expression] = field(default_factory=list)
    bodies: list[list[RawEdge]] = field(default_factory=list)
    edges: list[RawEdge] = field(default_factory=list)
    is_lowered: bool = False
    touched: list[Touched] | None = None

    @property
    def is_whole(self) -> bool:
        """Whether C orders what is within: nothing there is a part of its own."""
        return is_sequenced(self.node)


@dataclass(eq=False, slots=True)
class Planned:
    """An expression that is lowered by a plan: ``is_running``, while it is."""

    open_: OpenNode
    plan: Plan
    parts: Sequence[Part]
    is_running: bool = False


@dataclass(slots=True)
class OpenOrders:
    """``decided``: what is known from the last time. ``sites``: the parts of what is open. ``chosen``: what was lowered
    by its plan. ``copies``: how often the expression that is lowered is. ``kept``: values of parts that have been
    computed, by the identity of the node. ``taken``: which of them have been asked for.
    """

    decided: Mapping[OpenNode, Plan] = field(default_factory=dict)
    sites: dict[OpenNode, list[list[Part]]] = field(default_factory=dict)
    planned: dict[int, Planned] = field(default_factory=dict)
    chosen: set[OpenNode] = field(default_factory=set)
    copies: int = 1
    kept: dict[int, Expression] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)
    _parts: dict[int, list[Part]] = field(default_factory=dict)
    _active: list[Part] = field(default_factory=list)
    _in_body: bool = False

    def watch(self, open_: OpenNode, root: c_ast.Node, *, finely: bool = False) -> None:
        """Note what the parts of ``root`` do when they are lowered; the last one is ``root`` itself. ``finely``: also
        operations on numbers.
        """
        known = self.sites.setdefault(open_, [])
        if any(one[-1].node is root for one in known):
            return
        parts = parts_of(root, finely=finely)
        known.append(parts)
        for each in parts:
            self._parts.setdefault(id(each.node), []).append(each)
        plan = self.decided.get(open_)
        if plan is not None:
            self.planned[id(root)] = Planned(open_, plan, parts)

    def watches(self, node: c_ast.Node) -> bool:
        """Whether what ``node`` does is noted."""
        return id(node) in self._parts

    def plan_of(self, node: c_ast.Node) -> Planned | None:
        """How ``node`` is to be lowered, unless that happens now."""
        found = self.planned.get(id(node))
        return None if found is None or found.is_running else found

    def take(self, node: c_ast.Node) -> Expression | None:
        """The value of ``node``, if that has been computed."""
        found = self.kept.get(id(node))
        if found is not None:
            self.taken.add(id(node))
        return found

    def noted(self, node: c_ast.Node, builder: Builder, lower: Callable[[], _Found]) -> _Found:
        """What ``lower`` gives, which lowers ``node`` by adding to ``builder``."""
        started = [each for each in self._parts.get(id(node), ()) if each not in self._active]
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

    def touching(self) -> list[Part]:
        """The parts at which the next access is put down, if that is asked for."""
        if self._in_body or not self._active:
            return []
        around = (each for each in self._active[:-1] if each.is_whole)
        return [each for each in (*around, self._active[-1]) if each.touched is not None]

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


# --- the parts of an expression ---------------------------------------------------------------------------------------

_OPERATIONS = (c_ast.BinaryOp, c_ast.UnaryOp, c_ast.Cast)
_TOUCHING = (c_ast.ID, c_ast.ArrayRef, c_ast.StructRef, c_ast.Assignment, c_ast.FuncCall)
_STEPS = ("++", "--", "p++", "p--")
_SIGNS = ("+", "-", "~", "!")


def is_sequenced(node: c_ast.Node) -> bool:
    """Whether this is an expression that has an order within (``&&``, ``||``, ``?:``, a comma), or one whose parts are
    not known here.
    """
    match node:
        case c_ast.BinaryOp(op=op):
            return op in ("&&", "||")
        case c_ast.Constant() | c_ast.Cast() | c_ast.UnaryOp() | c_ast.InitList() | c_ast.NamedInitializer():
            return False
        case _:
            return not isinstance(node, _TOUCHING)


def parts_of(root: c_ast.Node, *, finely: bool = False) -> list[Part]:
    """All that reads or changes anything, or calls a function; what is below a part comes before it. The last one is
    ``root``. ``finely``: each operation is a part of its own.
    """
    found: list[Part] = []
    _add_parts(root, found, finely, is_root=True)
    return found


def _add_parts(node: c_ast.Node, found: list[Part], finely: bool, *, is_root: bool = False) -> None:  # noqa: FBT001
    if is_unevaluated(node) and not evaluated_lengths(node):
        return
    begin = len(found)
    if not is_sequenced(node) or (is_root and isinstance(node, c_ast.InitList)):
        for child in inner_parts(node):
            _add_parts(child, found, finely)
    is_step = isinstance(node, c_ast.UnaryOp) and (node.op in _STEPS or node.op == "*" or is_unevaluated(node))
    is_operation = finely and isinstance(node, _OPERATIONS)
    if is_root or is_step or is_operation or isinstance(node, _TOUCHING) or is_sequenced(node):
        for each in found[begin:]:
            each.parent = len(found) if each.parent is None else each.parent
        found.append(Part(node))


def inner_parts(node: c_ast.Node) -> list[c_ast.Node]:
    """What is evaluated for ``node``, in no order."""
    match node:
        case c_ast.BinaryOp(left=left, right=right):
            return [left, right]
        case c_ast.ArrayRef(name=name, subscript=subscript):
            return [name, subscript]
        case c_ast.Assignment(lvalue=left, rvalue=right):
            return [left, right]
        case c_ast.FuncCall(name=name, args=given):
            return [name, *(given.exprs if given else [])]
        case c_ast.StructRef(name=name):
            return [name]
        case c_ast.UnaryOp(expr=expr) | c_ast.Cast(expr=expr):
            return [] if is_unevaluated(node) else [expr]
        case c_ast.InitList(exprs=exprs):
            return list(exprs or [])
        case c_ast.NamedInitializer(expr=expr):
            return [expr]
        case _:
            return []


def units(expression: c_ast.Node, whole: set[int]) -> Iterator[c_ast.Node]:
    """The largest expressions within which C leaves the order open. ``whole``: lists of initial values that are, too,
    by their identity. Statements within expressions have expressions of their own.
    """
    pending = [expression]
    while pending:
        node = _stripped(pending.pop())
        if isinstance(node, c_ast.Compound | c_ast.Typename):
            continue
        if is_unevaluated(node):
            pending.extend(evaluated_lengths(node))
        elif isinstance(node, c_ast.InitList) and id(node) not in whole:
            pending.extend(reversed(inner_parts(node)))
        elif is_sequenced(node):
            pending.extend(reversed(list(node)))
        else:
            yield node
            pending.extend(child for each in _ordered_within(node) for child in each)


def within(root: c_ast.Node) -> Iterator[c_ast.Node]:
    """``root`` and all that is evaluated for it in no order."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        if node is root or not is_sequenced(node):
            pending.extend(inner_parts(node))


def _stripped(node: c_ast.Node) -> c_ast.Node:
    while isinstance(node, c_ast.Cast | c_ast.NamedInitializer) or (
        isinstance(node, c_ast.UnaryOp) and node.op in _SIGNS
    ):
        node = node.expr
    return node


def _ordered_within(root: c_ast.Node) -> Iterator[c_ast.Node]:
    """Expressions with an order within that are parts of ``root``."""
    return (each.node for each in parts_of(root) if each.is_whole and not isinstance(each.node, c_ast.Compound))
