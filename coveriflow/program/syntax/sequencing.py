"""Unsequenced side effects (C11 6.5 p2): where the order of evaluation is open, nothing may depend on it.

C leaves the order of most operands open. The automaton evaluates from left to right; that is right only where no other
order gives another result. Names stand for objects (an array is one object): what may depend on an order here is looked
at again when it is known where pointers lead (``passes.evaluation_clashes``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import permutations
from operator import or_

from pycparser import c_ast

from coveriflow.program.syntax.nodes import evaluated_lengths, is_unevaluated, walk
from coveriflow.program.values import many


@many
@dataclass(frozen=True, slots=True)
class Effects:
    """Objects read, objects written by the expression's own operators, and objects written by functions it calls.
    ``indirect``: whether it also calls some function through a pointer. ``loops``: whether one that it calls may have
    loops.
    """

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()
    indirect: bool = False
    loops: bool = False

    def __or__(self, other: Effects) -> Effects:
        if self is NOTHING or other is NOTHING:
            return other if self is NOTHING else self
        indirect, loops = self.indirect or other.indirect, self.loops or other.loops
        return Effects(self.reads | other.reads, self.writes | other.writes, self.calls | other.calls, indirect, loops)

    @property
    def changed(self) -> frozenset[str]:
        """All objects written."""
        return self.writes | self.calls if self.calls else self.writes

    @property
    def touched(self) -> frozenset[str]:
        """All objects read or written."""
        return self.reads | changed if (changed := self.changed) else self.reads


NOTHING = Effects()
_NONE = frozenset[str]()
_END, _VIOLATION = "the end of the program", "a violation"
ENDS_PROGRAM = Effects(calls=frozenset({_END}))
"""Of two calls that may end the program only one comes first."""
VIOLATES = Effects(calls=frozenset({_VIOLATION}))
"""It does not matter which of two violations comes first."""

_ASKED = Effects(reads=frozenset({_END}))
"""What may be undefined sees whether the program has ended."""

CallEffects = Callable[[str], Effects]
THROUGH_POINTERS = "*"
"""Stands for whatever lies in memory: which objects two pointers point to is not seen here."""
_BEHIND = "* "
"""Before ``pointer.member``: that member of the object to which this variable leads, see ``Names.behind``."""


@dataclass(frozen=True, slots=True)
class Names:
    """What names say. ``pointed``: whether pointers may point to a variable. ``apart``: whether a member of a struct
    variable shares no bytes with its other members. ``dimensions``: with how many subscripts a variable or member is
    surely an array. ``behind``: whether a variable is a pointer to a struct, this member of which shares no bytes with
    its others. ``variables``: names that may be of variables: calling one leads to a function whose address is taken,
    which are those in ``functions``. ``asks_operations``: what
    is undefined violates the property, so that it matters whether it comes before an end of the program.
    ``asks_end``: the property is that the program ends.
    """

    pointed: Callable[[str], bool] = lambda _name: True
    apart: Callable[[str, str], bool] = lambda _name, _member: False
    behind: Callable[[str, str], bool] = lambda _name, _member: False
    dimensions: Mapping[str, int] = field(default_factory=dict)
    variables: Set[str] = frozenset()
    functions: Set[str] = frozenset()
    asks_operations: bool = False
    asks_end: bool = False


NO_NAMES = Names()


@dataclass(frozen=True, slots=True)
class Sequencing:
    """Of a full expression, the parts whose value may depend on an order. ``left_open``: on that of their operands.
    ``assumed``: lists of initial values, whose order is that of the text in all compilers, and what is beside a loop
    that may go on for ever.
    """

    left_open: list[c_ast.Node]
    assumed: list[c_ast.Node]


@dataclass(slots=True)
class _Order:
    """``of_call``: effects of calls."""

    of_call: CallEffects
    names: Names
    found: Sequencing = field(default_factory=lambda: Sequencing([], []))

    def clash(self, changed: frozenset[str], touched: frozenset[str]) -> frozenset[str]:
        """What both surely touch, and ``THROUGH_POINTERS`` if there may be more."""
        if not changed or not touched:
            return _NONE
        named = changed - _in_memory(changed)
        found = {one for one in named if any(_overlap(one, other) for other in touched)}
        for one, other in ((changed, touched), (touched, changed)):
            if any(self._may_meet(each, beside) for each in _in_memory(one) for beside in other):
                found.add(THROUGH_POINTERS)
        return frozenset(found)

    def _may_meet(self, place: str, other: str) -> bool:
        """Whether what lies in memory may be what ``other`` stands for: two members of one object are not."""
        if other == THROUGH_POINTERS or other.startswith(_BEHIND):
            both_known = place.startswith(_BEHIND) and other.startswith(_BEHIND)
            return not (both_known and place != other and _variable(place) == _variable(other))
        return " " not in other and self.names.pointed(_variable(other))


def _in_memory(names: frozenset[str]) -> frozenset[str]:
    return frozenset(name for name in names if name == THROUGH_POINTERS or name.startswith(_BEHIND))


def _overlap(one: str, other: str) -> bool:
    """Whether two objects, variables or ``variable.member``, share bytes."""
    if {one, other} <= {_END, _VIOLATION}:
        return not one == other == _VIOLATION
    return one == other or one.startswith(f"{other}.") or other.startswith(f"{one}.")


def _variable(name: str) -> str:
    return name.partition(".")[0]


_SEQUENCED = ("&&", "||")
_STEPS = ("++", "--", "p++", "p--")
_ASKED_OF = (c_ast.ID, c_ast.UnaryOp, c_ast.BinaryOp, c_ast.Cast, c_ast.ArrayRef, c_ast.StructRef, c_ast.Assignment)


def check_sequencing(expression: c_ast.Node, of_call: CallEffects, names: Names = NO_NAMES) -> Sequencing:
    """Where the value of the full ``expression`` may depend on the order of evaluation."""
    if any(isinstance(node, c_ast.Compound) for node in walk(expression)):
        names = replace(names, behind=NO_NAMES.behind)  # a name may stand for several variables
    order = _Order(of_call, names)
    _effects(expression, order)
    return order.found


def _effects(node: c_ast.Node, order: _Order) -> Effects:
    found = _effects_of_parts(node, order)
    return found | _ASKED if order.names.asks_operations and isinstance(node, _ASKED_OF) else found


def _effects_of_parts(node: c_ast.Node, order: _Order) -> Effects:
    match node:
        case c_ast.ID(name=name):
            return Effects(reads=frozenset({name}))
        case c_ast.UnaryOp(op="&"):
            return _place_effects(node.expr, order)
        case c_ast.UnaryOp(op="*") | c_ast.StructRef():
            return _place_effects(node, order) | Effects(reads=_objects(node, order.names))
        case c_ast.Assignment():
            return _assignment(node, order)
        case _ if is_unevaluated(node):
            return reduce(or_, (_effects(length, order) for length in evaluated_lengths(node)), NOTHING)
        case c_ast.UnaryOp(op="++" | "--" | "p++" | "p--"):
            return _effects(node.expr, order) | Effects(writes=_objects(node.expr, order.names))
        case c_ast.FuncCall():
            return _call(node, order)
        case c_ast.BinaryOp(op=op) if op not in _SEQUENCED:
            return _unsequenced(node, [_effects(node.left, order), _effects(node.right, order)], order)
        case c_ast.ArrayRef():
            parts = [_effects(node.name, order), _effects(node.subscript, order)]
            return _unsequenced(node, parts, order) | Effects(reads=_objects(node, order.names))
        case c_ast.InitList():
            return _initial_values(node, order)
        case c_ast.Compound(block_items=items):
            return _of_block(node, items or [], order)
        case c_ast.For(init=c_ast.DeclList(decls=declared)):
            return _of_block(node, [*declared, *filter(None, (node.cond, node.next, node.stmt))], order)
        case _:
            return _all(node, order)


def _of_block(node: c_ast.Node, items: Sequence[c_ast.Node], order: _Order) -> Effects:
    """Without those on objects that begin with the block and end with it: from their declarations on, their names are
    no others' (C11 6.2.1 p7), but in functions that are called.
    """
    calls = [n.name.name for n in walk(node) if isinstance(n, c_ast.FuncCall) and isinstance(n.name, c_ast.ID)]
    elsewhere = {_variable(name) for call in calls for name in order.of_call(call).touched}
    total = NOTHING
    for item in reversed(items):
        total |= _effects(item, order)
        if isinstance(item, c_ast.Decl) and item.name not in elsewhere and not _LASTING & {*(item.storage or ())}:
            total = _without(total, item.name) | _effects(item.type, order)
    return total


_LASTING = frozenset({"static", "extern"})


def _without(effects: Effects, variable: str | None) -> Effects:
    reads, writes = (
        frozenset(each for each in names if _variable(each) != variable) for names in (effects.reads, effects.writes)
    )
    return replace(effects, reads=reads, writes=writes)


def _all(node: c_ast.Node, order: _Order) -> Effects:
    total = NOTHING
    for child in node:
        total = total | _effects(child, order)
    return total


def _place_effects(lvalue: c_ast.Node, order: _Order) -> Effects:
    """Of finding out where ``lvalue`` is, without reading it."""
    match lvalue:
        case c_ast.ID():
            return NOTHING
        case c_ast.ArrayRef():
            return _unsequenced(
                lvalue, [_base_effects(lvalue.name, 1, order), _effects(lvalue.subscript, order)], order
            )
        case c_ast.StructRef(type="."):
            return _place_effects(lvalue.name, order)
        case c_ast.StructRef():
            return _effects(lvalue.name, order)
        case c_ast.UnaryOp(op="*"):
            return _effects(lvalue.expr, order)
        case c_ast.UnaryOp(op="__real__" | "__imag__"):
            return _place_effects(lvalue.expr, order)
        case _:
            return _effects(lvalue, order)


def _base_effects(base: c_ast.Node, subscripts: int, order: _Order) -> Effects:
    """Of what has so many subscripts, on the way to a place: a pointer is read there, and an array is not."""
    root, depth = base, subscripts
    while isinstance(root, c_ast.ArrayRef):
        root, depth = root.name, depth + 1
    named = root.field if isinstance(root, c_ast.StructRef) else root
    is_array = isinstance(named, c_ast.ID) and order.names.dimensions.get(named.name, 0) >= depth
    if not isinstance(base, c_ast.ArrayRef):
        return _place_effects(base, order) if is_array else _effects(base, order)
    parts = [_base_effects(base.name, subscripts + 1, order), _effects(base.subscript, order)]
    return _unsequenced(base, parts, order) | Effects(reads=frozenset() if is_array else _objects(base, order.names))


def _assignment(node: c_ast.Assignment, order: _Order) -> Effects:
    """The store comes after both operands (C11 6.5.16 p3), and in all compilers after what the right side changes;
    ``=`` does not read what is stored to.
    """
    left = _effects(node.lvalue, order) if node.op != "=" else _place_effects(node.lvalue, order)
    parts = [left, _effects(node.rvalue, order)]
    return _unsequenced(node, parts, order) | Effects(writes=_objects(node.lvalue, order.names))


def _call(node: c_ast.FuncCall, order: _Order) -> Effects:
    arguments = [_effects(a, order) for a in (node.args.exprs if node.args else [])]
    if isinstance(node.name, c_ast.ID):
        called = order.of_call(node.name.name)
        if node.name.name in order.names.variables:
            arguments.insert(0, _effects(node.name, order))
            called |= Effects(indirect=True)
        return _unsequenced(node, arguments, order) | called
    return _unsequenced(node, [_effects(node.name, order), *arguments], order) | Effects(indirect=True)


def _unsequenced(node: c_ast.Node, operands: list[Effects], order: _Order) -> Effects:
    total, depends, waits = NOTHING, False, False
    for operand in operands:
        clash = order.clash(operand.changed, total.touched) | order.clash(total.changed, operand.touched)
        depends |= bool(clash) or _may_clash_by_pointer(operand, total, order)
        last = {_VIOLATION, _END} if order.names.asks_end else {_VIOLATION}
        waits |= any(one.loops and last & other.calls for one, other in permutations((total, operand)))
        total = total | operand
    if depends:
        order.found.left_open.append(node)
    elif waits:
        order.found.assumed.append(node)
    return total


def _initial_values(node: c_ast.InitList, order: _Order) -> Effects:
    """C11 6.7.9 p23 leaves their order open, but all compilers compute them as they are written, if no designators
    change what comes first.
    """
    items = [_effects(item, order) for item in node.exprs or []]
    if any(isinstance(each, c_ast.NamedInitializer) for each in walk(node)):
        return _unsequenced(node, items, order)
    total, depends = NOTHING, False
    for item in items:
        clash = order.clash(item.changed, total.touched) | order.clash(total.changed, item.touched)
        depends |= bool(clash) or _may_clash_by_pointer(item, total, order)
        total = total | item
    if depends:
        order.found.assumed.append(node)
    return total


def _may_clash_by_pointer(one: Effects, other: Effects, order: _Order) -> bool:
    """Whether some function that is called through a pointer could do to one operand what the other one sees."""
    for caller, beside in ((one, other), (other, one)):
        if caller.indirect:
            called = order.of_call(THROUGH_POINTERS)
            seen = beside | called if beside.indirect else beside
            if order.clash(called.changed, seen.touched) or order.clash(seen.changed, called.touched):
                return True
    return False


def _objects(lvalue: c_ast.Node, names: Names) -> frozenset[str]:
    """What a store to ``lvalue`` may change: an indexed name may be an array or a pointer."""
    member, subscripts, through = "", 0, False
    while True:
        match lvalue:
            case c_ast.Cast() | c_ast.UnaryOp(op="__real__" | "__imag__"):
                lvalue = lvalue.expr
            case c_ast.ArrayRef():
                subscripts, lvalue = subscripts + 1, lvalue.name
            case c_ast.StructRef(type="."):
                through |= subscripts > names.dimensions.get(lvalue.field.name, 0)
                member, subscripts, lvalue = lvalue.field.name, 0, lvalue.name
            case c_ast.StructRef(type="->", name=c_ast.ID(name=name), field=field_):
                known = not subscripts and not through and names.behind(name, field_.name)
                return frozenset({f"{_BEHIND}{name}.{field_.name}" if known else THROUGH_POINTERS})
            case c_ast.FuncCall() if member and not subscripts:
                return frozenset({THROUGH_POINTERS} if through else ())
            case c_ast.ID(name=name):
                through |= subscripts > names.dimensions.get(name, 0)
                own = f"{name}.{member}" if member and not subscripts and names.apart(name, member) else name
                return frozenset({own, THROUGH_POINTERS} if through else {own})
            case _:
                return frozenset({THROUGH_POINTERS})


def effects_of_calls(
    definitions: Iterable[c_ast.FuncDef],
    lasting: frozenset[str],
    undefined: CallEffects,
    names: Names = NO_NAMES,
    nested: Iterable[c_ast.FuncDef] = (),
) -> CallEffects:
    """What calling a function by name may do, also through its callees, to ``lasting`` names (file scope, static), and
    to any name if it is a ``nested`` function.
    """
    own: dict[str, Effects] = {}
    callees: dict[str, set[str]] = {}
    bodies = [(d, lasting) for d in definitions] + [(d, lasting | _used_names(d)) for d in nested]
    for definition, kept in bodies:
        name = definition.decl.name
        effects, calls = _function_effects(definition, kept, names)
        own[name] = own.get(name, NOTHING) | effects
        callees.setdefault(name, set()).update(calls)
    own[THROUGH_POINTERS], callees[THROUGH_POINTERS] = NOTHING, set(names.functions)
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
    sets_of_parts = zip(*((p.reads, p.writes, p.calls) for p in parts), strict=True)
    reads, writes, calls = (frozenset().union(*sets) for sets in sets_of_parts)
    return Effects(reads, writes, calls, any(p.indirect for p in parts), any(p.loops for p in parts))


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


def _function_effects(definition: c_ast.FuncDef, lasting: frozenset[str], names: Names) -> tuple[Effects, set[str]]:
    """What a body itself does to ``lasting`` names, and the names of the functions it calls."""
    lasting |= _static_names(definition) | {THROUGH_POINTERS}
    reads: set[str] = set()
    writes: set[str] = set()
    calls: set[str] = set()
    indirect = False
    for node in walk(definition.body):
        if isinstance(node, c_ast.FuncCall):
            named = isinstance(node.name, c_ast.ID)
            calls.update({node.name.name} if named else ())
            indirect |= not named or node.name.name in names.variables
        elif isinstance(node, c_ast.ID):
            reads.add(node.name)
        elif isinstance(node, c_ast.StructRef | c_ast.ArrayRef) or (isinstance(node, c_ast.UnaryOp) and node.op == "*"):
            reads |= _objects(node, names)
        elif isinstance(node, c_ast.Assignment):
            writes |= _objects(node.lvalue, names)
        elif isinstance(node, c_ast.UnaryOp) and node.op in _STEPS:
            writes |= _objects(node.expr, names)
    read, written = (frozenset(map(_seen_from_outside, each)) & lasting for each in (reads, writes))
    found = Effects(read, frozenset(), written, indirect) | (_ASKED if names.asks_operations else NOTHING)
    loops = [node for node in walk(definition.body) if isinstance(node, _LOOPING)]
    found |= Effects(loops=bool(loops))
    return found | (ENDS_PROGRAM if any(map(_may_go_on_for_ever, loops)) else NOTHING), calls


_LOOPING = c_ast.For | c_ast.While | c_ast.DoWhile | c_ast.Goto


def _may_go_on_for_ever(node: c_ast.Node) -> bool:
    """By its form: what comes after such a loop is not evaluated, and in another order it may be before."""
    match node:
        case c_ast.For(cond=condition) | c_ast.While(cond=condition) | c_ast.DoWhile(cond=condition):
            return condition is None or isinstance(condition, c_ast.Constant)
        case _:
            return isinstance(node, c_ast.Goto)


def _seen_from_outside(name: str) -> str:
    """Where a variable leads is known only where that is the same one."""
    return THROUGH_POINTERS if name.startswith(_BEHIND) else name


def _used_names(definition: c_ast.FuncDef) -> frozenset[str]:
    """Names in the body that are no parameters."""
    parameters = definition.decl.type.args.params if definition.decl.type.args else ()
    own = {getattr(parameter, "name", None) for parameter in parameters}
    return frozenset(n.name for n in walk(definition.body) if isinstance(n, c_ast.ID)) - own


def _static_names(definition: c_ast.FuncDef) -> frozenset[str]:
    """Names of a function's variables that keep their values between calls."""
    declared = (n for n in walk(definition.body) if isinstance(n, c_ast.Decl))
    return frozenset(d.name for d in declared if d.name and "static" in (d.storage or []))


def may_read(expression: c_ast.Node, name: str) -> bool:
    """Whether evaluating ``expression`` may read the object ``name``, by its form: also through its address."""
    nodes = list(walk(expression))
    mentions = sum(isinstance(node, c_ast.ID) and node.name == name for node in nodes)
    addresses = sum(
        isinstance(node, c_ast.UnaryOp)
        and node.op == "&"
        and isinstance(node.expr, c_ast.ID)
        and node.expr.name == name
        for node in nodes
    )
    follows = any(isinstance(node, _FOLLOWING) or _is_followed(node) for node in nodes)
    return bool(mentions > (0 if follows else addresses))


_FOLLOWING = c_ast.FuncCall | c_ast.ArrayRef | c_ast.StructRef | c_ast.Compound


def _is_followed(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.UnaryOp) and node.op == "*"


def may_have_effect(expression: c_ast.Node) -> bool:
    """Whether evaluating ``expression`` may change anything, by its form."""
    return any(
        isinstance(node, c_ast.Assignment | c_ast.FuncCall | c_ast.Compound)
        or (isinstance(node, c_ast.UnaryOp) and node.op in _STEPS)
        for node in walk(expression)
    )
