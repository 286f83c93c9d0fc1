"""Unsequenced side effects (C11 6.5 p2): where the order of evaluation is open, nothing may depend on it.

C leaves the order of most operands open. The automaton evaluates from left to right; that is right only where no other
order gives another result. Names stand for objects (an array is one object), so the check errs towards refusing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from coveriflow.program.declared import place
from coveriflow.program.errors import NotSupported


@dataclass(frozen=True, slots=True)
class Effects:
    """Objects read, objects written by the expression's own operators, and objects written by functions it calls."""

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()

    def __or__(self, other: Effects) -> Effects:
        return Effects(self.reads | other.reads, self.writes | other.writes, self.calls | other.calls)

    @property
    def changed(self) -> frozenset[str]:
        """All objects written."""
        return self.writes | self.calls

    @property
    def touched(self) -> frozenset[str]:
        """All objects read or written."""
        return self.reads | self.changed


NOTHING = Effects()
ENDS_PROGRAM = Effects(calls=frozenset({"the end of the program"}))
"""Of two calls that may end the program, or violate, only one comes first."""

CallEffects = Callable[[str], Effects]
_SEQUENCED = ("&&", "||")
_UNEVALUATED = ("sizeof", "_Alignof")
_STEPS = ("++", "--", "p++", "p--")


def check_sequencing(expression: c_ast.Node, of_call: CallEffects) -> None:
    """Raise ``NotSupported`` where the value of the full ``expression`` may depend on the order of evaluation."""
    effects(expression, of_call)


def effects(node: c_ast.Node, of_call: CallEffects) -> Effects:
    """Effects of ``node``; raises ``NotSupported`` where operands that are not sequenced conflict."""
    match node:
        case c_ast.ID(name=name):
            return Effects(reads=frozenset({name}))
        case c_ast.Assignment():
            return _assignment(node, of_call)
        case c_ast.UnaryOp(op=op) if op in _UNEVALUATED:
            return NOTHING
        case c_ast.UnaryOp(op="++" | "--" | "p++" | "p--"):
            return effects(node.expr, of_call) | Effects(writes=_objects(node.expr))
        case c_ast.FuncCall():
            return _call(node, of_call)
        case c_ast.BinaryOp(op=op) if op not in _SEQUENCED:
            return _unsequenced(node, [effects(node.left, of_call), effects(node.right, of_call)])
        case c_ast.ArrayRef():
            return _unsequenced(node, [effects(node.name, of_call), effects(node.subscript, of_call)])
        case c_ast.InitList():
            return _unsequenced(node, [effects(item, of_call) for item in node.exprs or []])
        case _:
            return _all(node, of_call)


def _all(node: c_ast.Node, of_call: CallEffects) -> Effects:
    total = NOTHING
    for _, child in node.children():
        total = total | effects(child, of_call)
    return total


def _assignment(node: c_ast.Assignment, of_call: CallEffects) -> Effects:
    """The store comes after both operands, so a call may write what is stored to (C11 6.5.16 p3); ``=`` does not read
    it.
    """
    target, right = _objects(node.lvalue), effects(node.rvalue, of_call)
    if right.writes & target:
        raise _conflict(node, right.writes & target)
    places = [effects(node.lvalue, of_call)] if node.op != "=" else _subscripts(node.lvalue, of_call)
    return _unsequenced(node, [*places, right]) | Effects(writes=target)


def _subscripts(lvalue: c_ast.Node, of_call: CallEffects) -> list[Effects]:
    found = []
    while isinstance(lvalue, c_ast.ArrayRef):
        found.append(effects(lvalue.subscript, of_call))
        lvalue = lvalue.name
    return found if isinstance(lvalue, c_ast.ID) else [*found, effects(lvalue, of_call)]


def _call(node: c_ast.FuncCall, of_call: CallEffects) -> Effects:
    arguments = [effects(a, of_call) for a in (node.args.exprs if node.args else [])]
    own = of_call(node.name.name) if isinstance(node.name, c_ast.ID) else NOTHING
    return _unsequenced(node, arguments) | own


def _unsequenced(node: c_ast.Node, operands: list[Effects]) -> Effects:
    total = NOTHING
    for operand in operands:
        clash = (operand.changed & total.touched) | (total.changed & operand.touched)
        if clash:
            raise _conflict(node, clash)
        total = total | operand
    return total


def _conflict(node: c_ast.Node, names: frozenset[str]) -> NotSupported:
    which = ", ".join(name if " " in name else f"'{name}'" for name in sorted(names))
    return NotSupported(f"an expression whose value depends on the order of evaluation (of {which})", place(node))


def _objects(lvalue: c_ast.Node) -> frozenset[str]:
    while isinstance(lvalue, c_ast.ArrayRef):
        lvalue = lvalue.name
    return frozenset({lvalue.name}) if isinstance(lvalue, c_ast.ID) else frozenset()


def effects_of_calls(
    definitions: Iterable[c_ast.FuncDef], lasting: frozenset[str], undefined: CallEffects
) -> CallEffects:
    """What calling a function by name may do, also through its callees, to ``lasting`` names (file scope, static)."""
    own: dict[str, Effects] = {}
    callees: dict[str, set[str]] = {}
    for definition in definitions:
        name = definition.decl.name
        effects, calls = _function_effects(definition, lasting)
        own[name] = own.get(name, NOTHING) | effects
        callees.setdefault(name, set()).update(calls)
    total = {name: undefined(name) for calls in callees.values() for name in calls} | own
    callers = _inverse(callees)
    pending = deque(_callees_first(callees))
    while pending:
        name = pending.popleft()
        grown = _united([total[name], *(total[callee] for callee in callees[name])])
        if grown != total[name]:
            total[name] = grown
            pending.extend(callers.get(name, ()))
    return lambda name: total[name] if name in total else undefined(name)


def _united(parts: Sequence[Effects]) -> Effects:
    """All of them at once: one by one, the growing sets would be copied for each."""
    reads, writes, calls = (
        frozenset().union(*sets) for sets in zip(*((p.reads, p.writes, p.calls) for p in parts), strict=True)
    )
    return Effects(reads, writes, calls)


def _inverse(callees: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    callers: dict[str, list[str]] = {}
    for caller, names in callees.items():
        for name in names:
            callers.setdefault(name, []).append(caller)
    return callers


def _callees_first(callees: Mapping[str, Iterable[str]]) -> list[str]:
    """Postorder, so that one pass is enough where there is no recursion."""
    order: dict[str, None] = {}
    entered: set[str] = set()
    pending = sorted(callees, reverse=True)
    while pending:
        name = pending[-1]
        if name in entered or name not in callees:
            pending.pop()
            if name in callees:
                order.setdefault(name)
        else:
            entered.add(name)
            pending.extend(sorted(callees[name], reverse=True))
    return list(order)


def _function_effects(definition: c_ast.FuncDef, lasting: frozenset[str]) -> tuple[Effects, set[str]]:
    """What a body itself does to ``lasting`` names, and the names of the functions it calls."""
    lasting |= _static_names(definition)
    reads: set[str] = set()
    writes: set[str] = set()
    calls: set[str] = set()
    for node in walk(definition.body):
        if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID):
            calls.add(node.name.name)
        elif isinstance(node, c_ast.ID):
            reads.add(node.name)
        elif isinstance(node, c_ast.Assignment):
            writes |= _objects(node.lvalue)
        elif isinstance(node, c_ast.UnaryOp) and node.op in _STEPS:
            writes |= _objects(node.expr)
    return Effects(reads=frozenset(reads) & lasting, calls=frozenset(writes) & lasting), calls


def _static_names(definition: c_ast.FuncDef) -> frozenset[str]:
    """Names of a function's variables that keep their values between calls."""
    declared = (n for n in walk(definition.body) if isinstance(n, c_ast.Decl))
    return frozenset(d.name for d in declared if d.name and "static" in (d.storage or []))


def walk(node: c_ast.Node) -> Iterator[c_ast.Node]:
    """``node`` and all below it that is evaluated."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        if not (isinstance(current, c_ast.UnaryOp) and current.op in _UNEVALUATED):
            pending.extend(child for _, child in current.children())


def may_have_effect(expression: c_ast.Node) -> bool:
    """Whether evaluating ``expression`` may change anything, by its form."""
    return any(
        isinstance(node, c_ast.Assignment | c_ast.FuncCall | c_ast.Compound)
        or (isinstance(node, c_ast.UnaryOp) and node.op in _STEPS)
        for node in walk(expression)
    )
