"""C text in the place of calls: statement expressions made from templates, with names of their own in each place."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pycparser import c_ast

from coveriflow.program.syntax.nodes import OF_VALUE, is_unevaluated
from coveriflow.program.syntax.parser import GnuParser
from coveriflow.program.syntax.sequencing import may_have_effect

DEFINED = "__coveriflow_defined"
"""``__coveriflow_defined(c)``: where ``c`` is zero, the execution is undefined."""

ANY = "__coveriflow_any"
"""``__coveriflow_any(x, "s")``: ``x`` gets a value that the function ``s`` of the C library gives it."""

ASSUMED = "__coveriflow_assumed"
"""``__coveriflow_assumed(c)``: ``c`` is never zero, since the C library keeps to its promises."""

CHOSEN = "__coveriflow_chosen"
"""``__coveriflow_chosen("s")``: what follows is one of several ways that C allows; ``s`` is the assumption of it."""

_PREFIXES = re.compile("__builtin_(?:__)?|__isoc[0-9]+_")
"""What compilers and headers put before the name of a function."""
_TYPES = "typedef int div_t, ldiv_t, lldiv_t, imaxdiv_t;"
"""Names that templates take for types, as a program that calls the functions has them."""


class Expanded(c_ast.Compound):  # type: ignore[misc]  # pycparser has no types
    """A statement expression in the place of ``call``, whose arguments it evaluates in an order of its own."""

    __slots__ = (*(slot for slot in c_ast.Compound.__slots__ if slot != "__weakref__"), "call")

    def __init__(self, items: list[c_ast.Node], call: c_ast.FuncCall) -> None:
        super().__init__(items, call.coord)
        self.call = call


@dataclass(slots=True)
class Expansion:
    """Of the calls in one program. ``expanders``: what a call of a function becomes, by the function's name; the call
    itself comes back where nothing is known of such a call. ``count``: how many statement expressions there are, whose
    names end in their numbers.
    """

    expanders: Mapping[str, Expander]
    count: int = 0

    def fresh(self) -> int:
        """Another number."""
        self.count += 1
        return self.count

    def expanded(self, call: c_ast.FuncCall) -> c_ast.Node:
        """What ``call`` means as a statement expression; ``call`` where nothing is known."""
        expander = self.expanders.get(call.name.name)
        if expander is None:
            return call
        instead = expander(call, self)
        if instead is call or not _evaluates_each_once(instead, call):
            return call
        return Expanded(instead.block_items, call) if isinstance(instead, c_ast.Compound) else instead


Expander = Callable[[c_ast.FuncCall, Expansion], c_ast.Node]


def _evaluates_each_once(instead: c_ast.Node, call: c_ast.FuncCall) -> bool:
    """Whether each argument of ``call`` that may have an effect is evaluated once, on every way through ``instead``."""
    wanted = {id(each) for each in (call.args.exprs if call.args else []) if may_have_effect(each)}
    if not wanted:
        return True
    found: Counter[int] = Counter()
    pending = [(instead, 1)]
    while pending:
        node, times = pending.pop()
        if id(node) in wanted:
            found[id(node)] += times
        elif not is_unevaluated(node):
            pending += [(child, times if _is_always_evaluated(name, node) else 2) for name, child in node.children()]
    return all(found[each] == 1 for each in wanted)


def _is_always_evaluated(part: str, node: c_ast.Node) -> bool:
    """Whether the ``part`` of that name is evaluated exactly once where ``node`` is."""
    match node:
        case c_ast.TernaryOp() | c_ast.If() | c_ast.Switch():
            return part == "cond"
        case c_ast.BinaryOp(op="&&" | "||"):
            return part == "left"
        case c_ast.For():
            return part == "init"
        case c_ast.While() | c_ast.DoWhile():
            return False
        case _:
            return True


def statements(
    call: c_ast.FuncCall, text: str, parts: Mapping[str, c_ast.Node | str], expansion: Expansion
) -> c_ast.Compound:
    """``text`` in the place of ``call``: its last statement, an expression, is the value. ``parts`` stand where it has
    their names; one that may have an effect must stand once only.
    """
    copied = Copy(_inside(call), expansion, parts)
    return c_ast.Compound([copied.of(item) for item in _parsed(text)], call.coord)


@dataclass(frozen=True, slots=True)
class _Inside:
    """The place of a call, of what stands for it."""

    file: str
    line: int
    column: int
    called: str


def _inside(call: c_ast.FuncCall) -> object:
    """Calls in what stands for a call are parts of that."""
    if call.coord is None or isinstance(call.coord, _Inside):
        return call.coord
    name = _PREFIXES.sub("", str(call.name.name))
    return _Inside(call.coord.file, call.coord.line, call.coord.column, name.removesuffix("_chk"))


@functools.cache
def _parsed(text: str) -> tuple[c_ast.Node, ...]:
    return tuple(function(f"{_TYPES} void template(void) {{ {text} }}").body.block_items)


@functools.cache
def function(text: str) -> c_ast.FuncDef:
    """The definition of a function that a template is."""
    return GnuParser().parse(text).ext[-1]


class Copy:
    """Copies of a template's nodes for a call at ``coord``; ``names``: what is put for names of the template."""

    def __init__(self, coord: object, expansion: Expansion, names: Mapping[str, c_ast.Node | str]) -> None:
        self.coord = coord
        self._expansion, self._number = expansion, expansion.fresh()
        self._names = dict(names)

    def of(self, node: c_ast.Node) -> c_ast.Node:
        """A copy of ``node``."""
        instead = self._names.get(node.name) if isinstance(node, c_ast.ID) else None
        if isinstance(instead, c_ast.Node):
            return instead
        if isinstance(node, c_ast.Decl) and node.name:
            self._names[node.name] = f"${node.name}{self._number}"
        new = object.__new__(type(node))
        for slot in type(node).__slots__:
            if slot != "__weakref__":
                setattr(new, slot, self._value(node, slot))
        infer(new, OF_VALUE)
        is_call = isinstance(new, c_ast.FuncCall) and isinstance(new.name, c_ast.ID)
        return self._expansion.expanded(new) if is_call else new

    def _value(self, node: c_ast.Node, slot: str) -> object:
        value = getattr(node, slot)
        if slot == "coord":
            return self.coord
        if isinstance(value, c_ast.Node):
            return self.of(value)
        if isinstance(value, list):
            return [self.of(part) if isinstance(part, c_ast.Node) else part for part in value]
        is_name = isinstance(value, str) and slot in ("name", "declname")
        return self._names.get(value, value) if is_name else value


def infer(node: c_ast.Node, op: str) -> None:
    """``__auto_type x = e`` has the type of ``e``; ``op``: see ``nodes.AUTO_TYPE``."""
    if isinstance(node, c_ast.Decl) and isinstance(getattr(node.type, "type", None), c_ast.InferredType):
        node.type.type = c_ast.TypeOf(op, node.init, node.coord)
