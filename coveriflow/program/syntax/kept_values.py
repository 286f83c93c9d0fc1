"""Calls that compilers may leave out if the function has no effect: those whose value nothing surely needs.

gcc folds expressions also without optimisation: of ``f(3) * 0``, ``f(3) == f(3)`` or ``(unsigned)f(3) >= 0`` nothing is
left where ``f`` is declared ``const``. What is not known to be kept here counts as left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from pycparser import c_ast

from coveriflow.program.syntax.nodes import evaluated_lengths, is_unevaluated

_COMPARISONS = frozenset({"==", "!=", "<", ">", "<=", ">="})
_DECIMAL = re.compile(r"0|[1-9]\d{0,8}")
_STEPS = frozenset({"++", "--", "p++", "p--"})
_MAXIMUM = 100
"""Of literals that are compared with: values of ``int`` may be smaller or larger."""


@dataclass(frozen=True, slots=True)
class DroppedCalls:
    """By their identities: calls that may be left out of functions with ``effects``, and of those that may ``run`` on
    and on. The nodes are kept, so that no other one gets their identities.
    """

    effects: dict[int, c_ast.FuncCall] = field(default_factory=dict)
    run: dict[int, c_ast.FuncCall] = field(default_factory=dict)


@dataclass(slots=True)
class Dropped:
    """``promises``: whether a call by this name is of a function without effects, by what it is declared to be; ``""``
    stands for a call through a pointer. ``integers``: functions that return ``int``. ``constants``: enumerators.
    ``found``: the calls of such functions.
    """

    promises: Callable[[str], bool]
    integers: Collection[str]
    constants: Collection[str]
    found: list[c_ast.FuncCall] = field(default_factory=list)

    def visit(self, node: c_ast.Node | None) -> None:
        """A statement or a declaration; of an expression nothing needs the value."""
        match node:
            case None:
                return
            case c_ast.Return(expr=value) | c_ast.Decl(init=value):
                self._look(value, kept=True)
                if isinstance(node, c_ast.Decl):
                    self._look(node.type, kept=False)
            case c_ast.If() | c_ast.While() | c_ast.DoWhile() | c_ast.Switch() | c_ast.For():
                for name, child in node.children():
                    self._look(child, kept=True) if name == "cond" else self.visit(child)
            case _ if _is_statement(node):
                for child in node:
                    self.visit(child)
            case _:
                self._look(node, kept=False)

    def _look(self, node: c_ast.Node | None, *, kept: bool) -> None:
        """An expression; ``kept``: its value is surely needed."""
        if node is None:
            return
        if _is_statement(node):
            self.visit(node)
            return
        for child, is_kept in self._parts(node, kept):
            self._look(child, kept=is_kept)

    def _parts(self, node: c_ast.Node, kept: bool) -> Iterator[tuple[c_ast.Node, bool]]:  # noqa: FBT001
        match node:
            case c_ast.FuncCall():
                yield from self._of_call(node, kept)
            case _ if is_unevaluated(node):
                yield from ((each, False) for each in evaluated_lengths(node))
            case c_ast.Assignment():
                yield from ((node.lvalue, True), (node.rvalue, True))
            case c_ast.InitList(exprs=items):
                is_ordered = not any(isinstance(each, c_ast.NamedInitializer) for each in items or [])
                yield from ((each, kept and is_ordered) for each in items or [])
            case c_ast.UnaryOp(op=op):
                yield node.expr, kept or op in _STEPS
            case c_ast.Cast(to_type=type_):
                yield from ((type_, False), (node.expr, kept))
            case c_ast.ArrayRef() | c_ast.StructRef():
                yield from ((each, kept) for each in node)
            case c_ast.BinaryOp():
                yield from self._of_operator(node, kept)
            case c_ast.TernaryOp():
                yield node.cond, self._acts(node.iftrue) or self._acts(node.iffalse)
                yield from ((node.iftrue, kept), (node.iffalse, kept))
            case c_ast.ExprList(exprs=items):
                yield from ((each, kept and each is items[-1]) for each in items)
            case _:
                yield from ((each, False) for each in node)

    def _of_call(self, node: c_ast.FuncCall, kept: bool) -> Iterator[tuple[c_ast.Node, bool]]:  # noqa: FBT001
        name, items = called(node), node.args.exprs if node.args else []
        is_promised = self.promises(name)
        if is_promised and not kept:
            self.found.append(node)
        is_open = is_promised or name.startswith("__builtin_")
        if not name:
            yield node.name, True
        yield from ((each, kept or not is_open) for each in items)

    def _of_operator(self, node: c_ast.BinaryOp, kept: bool) -> Iterator[tuple[c_ast.Node, bool]]:  # noqa: FBT001
        left, right = node.left, node.right
        if node.op in ("&&", "||"):
            is_open = node.op == "&&" and self._varies(right)
            yield from ((left, self._acts(right) or (kept and is_open)), (right, kept))
            return
        yield left, kept and self._needs(node.op, left, right)
        yield right, kept and self._needs(node.op, right, left)

    def _needs(self, operator: str, operand: c_ast.Node, other: c_ast.Node) -> bool:
        """Whether a value depends on ``operand``, whatever types these have."""
        number = _number(other)
        if number is None:
            return self._varies(other)
        if operator in ("+", "-") or (operator == "*" and number != 0):
            return True
        if not isinstance(operand, c_ast.FuncCall) or abs(number) > _MAXIMUM:
            return False
        if called(operand) in self.integers:
            return operator in _COMPARISONS or (operator in ("/", "%") and abs(number) > 1)
        return operator in ("==", "!=") and number in (0, 1)

    def _varies(self, node: c_ast.Node) -> bool:
        """Whether its value is none that a compiler knows, or knows to be the same as another one."""
        match node:
            case c_ast.ID(name=name):
                return name not in self.constants
            case c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*"):
                return not self._has_promised(node)
            case c_ast.FuncCall():
                return self._acts(node)
            case _:
                return False

    def _acts(self, node: c_ast.Node) -> bool:
        """Whether it surely has an effect, so that what decides about it is needed."""
        match node:
            case c_ast.Assignment():
                return True
            case c_ast.UnaryOp(op=op):
                return op in _STEPS or (not is_unevaluated(node) and op != "&" and self._acts(node.expr))
            case c_ast.FuncCall():
                name = called(node)
                return not self.promises(name) and not name.startswith("__builtin_")
            case c_ast.Cast():
                return self._acts(node.expr)
            case c_ast.BinaryOp(op=op):
                return op not in ("&&", "||") and (self._acts(node.left) or self._acts(node.right))
            case c_ast.ExprList(exprs=items):
                return any(map(self._acts, items))
            case _:
                return False

    def _has_promised(self, node: c_ast.Node) -> bool:
        if isinstance(node, c_ast.FuncCall) and self.promises(called(node)):
            return True
        return any(map(self._has_promised, node))


def called(node: c_ast.FuncCall) -> str:
    """The name that is called, ``""`` if it is none: ``(*f)(3)`` and ``(&f)(3)`` call ``f``."""
    found = node.name
    while isinstance(found, c_ast.UnaryOp) and found.op in ("*", "&"):
        found = found.expr
    return found.name if isinstance(found, c_ast.ID) else ""


def _number(node: c_ast.Node) -> int | None:
    """The value of a decimal literal, perhaps with a sign."""
    if isinstance(node, c_ast.UnaryOp) and node.op == "-":
        inner = _number(node.expr)
        return None if inner is None else -inner
    if isinstance(node, c_ast.Constant) and _DECIMAL.fullmatch(node.value):
        return int(node.value)
    return None


def _is_statement(node: c_ast.Node) -> bool:
    return isinstance(
        node,
        c_ast.Compound | c_ast.If | c_ast.While | c_ast.DoWhile | c_ast.For | c_ast.Switch | c_ast.Case
        | c_ast.Default | c_ast.Label | c_ast.Return | c_ast.Goto | c_ast.Break | c_ast.Continue | c_ast.DeclList
        | c_ast.Decl | c_ast.EmptyStatement | c_ast.FuncDef | c_ast.Typedef | c_ast.Pragma,
    )  # fmt: skip
