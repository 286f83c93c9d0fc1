"""Unknown values that differ by known numbers: what is copied, counted up and compared may be any number (data
independence; Wolper: Expressing interesting properties of programs in propositional temporal logic).

A token that goes round a ring is read once, and each station adds one to it. Whatever it was, at the end it is greater
by the number of stations. The unknown variables of a family fall into groups; in each of them, all values follow from
one by adding numbers, modulo ``2**width``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import rustworkx

from coveriflow.analysis.domains.value_edges import Apply, Environment
from coveriflow.program.cfa.accesses import written_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Assume, Call, Edge, Input, Operation, Return
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Constant,
    Expression,
    Variable,
    variables,
)
from coveriflow.program.types.c_types import Integer, Rank

_LARGEST_FAMILY = 12

_Groups = dict[str, tuple[str, int]]
"""For each unknown variable of a family: the name of its group, and what it is greater by."""


@dataclass(frozen=True, slots=True)
class Shifted:
    """``variable`` plus ``number``; the number alone where there is no variable."""

    variable: Variable | None
    number: int


def shifted(expression: Expression) -> Shifted | None:
    """``expression`` as a variable of its width plus a number, modulo ``2**width``; ``None``: it is no such sum."""
    type_ = expression.type
    if not isinstance(type_, Integer) or type_.rank is Rank.BOOL:
        return None
    match expression:
        case Constant(int(number)):
            return Shifted(None, number)
        case Variable():
            return Shifted(expression, 0)
        case Cast(operand) if isinstance(operand.type, Integer) and operand.type.width == type_.width:
            return shifted(operand)
        case Binary(BinaryOp.ADD | BinaryOp.SUB as operator, left, right):
            return _combined(operator, shifted(left), shifted(right), (left, right), type_.width)
        case _:
            return None


def _combined(
    operator: BinaryOp, one: Shifted | None, other: Shifted | None, operands: Sequence[Expression], width: int
) -> Shifted | None:
    if one is None or other is None:
        return None
    if any(not isinstance(each.type, Integer) or each.type.width != width for each in operands):
        return None
    if operator is BinaryOp.SUB:
        return Shifted(one.variable, one.number - other.number) if other.variable is None else None
    if one.variable is not None and other.variable is not None:
        return None
    return Shifted(one.variable or other.variable, one.number + other.number)


def compared(condition: Expression) -> tuple[Shifted, Shifted] | None:
    """Two different variables, each plus a number, of which ``condition`` asks whether they are equal."""
    if not isinstance(condition, Binary) or condition.operator not in (BinaryOp.EQ, BinaryOp.NE):
        return None
    left, right = shifted(condition.left), shifted(condition.right)
    if left is None or right is None or left.variable is None or right.variable is None:
        return None
    if condition.left.type != condition.right.type:
        return None
    return (left, right) if left.variable != right.variable else None


def families_of(cfa: Cfa) -> list[Family]:
    """The variables that are compared with each other, and those that hand on their values to these."""
    graph, nodes, asked = rustworkx.PyGraph(), dict[Variable, int](), set[Variable]()

    def joined(one: Variable, other: Variable) -> None:
        for each in (one, other):
            if each not in nodes:
                nodes[each] = graph.add_node(each)
        graph.add_edge(nodes[one], nodes[other], None)

    for edge in cfa.edges:
        if isinstance(edge.operation, Assume) and (sides := compared(edge.operation.condition)) is not None:
            one, other = (side.variable for side in sides)
            assert one is not None and other is not None
            joined(one, other)
            asked |= {one, other}
    if not asked:
        return []
    for edge in cfa.edges:
        for target, source in _handed_on(edge.operation):
            if source.variable is not None:
                joined(target, source.variable)
    found = ([graph[node] for node in component] for component in rustworkx.connected_components(graph))
    named = (sorted(each, key=lambda variable: variable.name) for each in found if asked.intersection(each))
    return [Family(tuple(each)) for each in named if len(each) <= _LARGEST_FAMILY]


def _handed_on(operation: Operation) -> Iterator[tuple[Variable, Shifted]]:
    """Variables that get the value of another one, or of themselves, plus a number."""
    pairs: list[tuple[Variable, Expression]] = []
    match operation:
        case Assign(Variable() as target, value):
            pairs.append((target, value))
        case Call(_, parameters, arguments):
            pairs += zip(parameters, arguments, strict=True)
        case Return(_, Variable() as value, Variable() as target):
            pairs.append((target, value))
        case _:
            return
    for target, value in pairs:
        found = shifted(value) if isinstance(target.type, Integer) else None
        if found is not None and found.variable is not None and _width(found.variable) == _width(target):
            yield target, found


def _width(variable: Variable) -> int:
    return variable.type.width if isinstance(variable.type, Integer) and variable.type.rank is not Rank.BOOL else 0


@dataclass(slots=True)
class Family:
    """Integer variables of one width. In an environment, the key ``x - y`` has what ``x`` is greater by than ``y``,
    where both are unknown: ``y`` is the first of its group.
    """

    variables: tuple[Variable, ...]
    names: tuple[str, ...] = field(init=False)
    _of: Mapping[str, Variable] = field(init=False)
    _keys: dict[tuple[str, str], str] = field(init=False)
    _modulus: int = field(init=False)

    def __post_init__(self) -> None:
        self.names = tuple(variable.name for variable in self.variables)
        self._of = dict(zip(self.names, self.variables, strict=True))
        pairs = ((x, y) for place, x in enumerate(self.names) for y in self.names[:place])
        self._keys = {(x, y): f"{x} - {y}" for x, y in pairs}
        self._modulus = 1 << _width(self.variables[0])

    def groups(self, known: Environment) -> _Groups:
        """Of the unknown variables."""
        found: _Groups = {}
        for place, name in enumerate(self.names):
            if name in known:
                continue
            found[name] = name, 0
            for first in self.names[:place]:
                number = known.get(self._keys[name, first])
                if number is not None:
                    found[name] = first, number
                    break
        return found

    def put(self, known: Environment, groups: _Groups) -> None:
        """Instead of what ``known`` has of the family. Where one of a group is known by now, all are."""
        for key in self._keys.values():
            known.pop(key, None)
        members = defaultdict[str, list[str]](list)
        for name in self.names:
            if name in groups:
                members[groups[name][0]].append(name)
        for each in members.values():
            self._put_group(known, groups, each)

    def _put_group(self, known: Environment, groups: _Groups, members: list[str]) -> None:
        told = next((name for name in members if name in known), None)
        if told is not None:
            for name in members:
                if name not in known:
                    known[name] = self._number(name, known[told] + groups[name][1] - groups[told][1])
            return
        first = members[0]
        for name in members[1:]:
            known[self._keys[name, first]] = (groups[name][1] - groups[first][1]) % self._modulus

    def _number(self, name: str, value: int) -> int:
        type_ = self._of[name].type
        assert isinstance(type_, Integer)
        return type_.wrap(value)

    def difference(self, groups: _Groups, one: Shifted, other: Shifted) -> int | None:
        """What ``one`` is greater by than ``other``, modulo ``2**width``, if that follows."""
        left, right = (groups.get(side.variable.name) if side.variable else None for side in (one, other))
        if left is None or right is None or left[0] != right[0]:
            return None
        return (left[1] + one.number - right[1] - other.number) % self._modulus

    def united(self, groups: _Groups, one: Shifted, other: Shifted) -> None:
        """Note that ``one`` equals ``other``."""
        assert one.variable is not None and other.variable is not None
        left, right = groups.get(one.variable.name), groups.get(other.variable.name)
        if left is None or right is None or left[0] == right[0]:
            return
        more = right[1] + other.number - left[1] - one.number
        for name, (group, number) in groups.items():
            if group == left[0]:
                groups[name] = right[0], number + more


@dataclass(slots=True)
class Offsets:
    """What edges do to the groups of all families of a program, beside what they do to the values."""

    families: Sequence[Family]
    _family: dict[str, Family] = field(init=False)

    def __post_init__(self) -> None:
        self._family = {name: family for family in self.families for name in family.names}

    def applied(self, edge: Edge, apply: Apply) -> Apply:
        """``apply``, which is what ``edge`` does to the values, and what it does to the groups."""
        operation = edge.operation
        if isinstance(operation, Assume):
            return self._assume(operation, apply)
        if not self.moves(edge):
            return apply
        changed = {name for name in _written(operation) if name in self._family}
        new = {t.name: s for t, s in _handed_on(operation) if t.name in changed and s.variable is not None}
        return self._change(changed, new, apply)

    def moves(self, edge: Edge) -> bool:
        """Whether ``edge`` changes a variable of a family."""
        is_test = isinstance(edge.operation, Assume)
        return not is_test and any(name in self._family for name in _written(edge.operation))

    def _assume(self, operation: Assume, apply: Apply) -> Apply:
        families = {id(f): f for v in variables(operation.condition) if (f := self._family.get(v.name)) is not None}
        if not families:
            return apply
        sides = compared(operation.condition)
        is_equal = isinstance(operation.condition, Binary) and (
            (operation.condition.operator is BinaryOp.EQ) == operation.truth
        )
        family = next(iter(families.values()))

        def applied(known: Environment) -> bool:
            before = [(each, each.groups(known)) for each in families.values()]
            if sides is not None:
                groups = before[0][1]
                difference = family.difference(groups, *sides)
                if difference is not None and (difference == 0) != is_equal:
                    return False
                if is_equal:
                    family.united(groups, *sides)
            if not apply(known):
                return False
            for each, groups in before:
                each.put(known, groups)
            return True

        return applied

    def _change(self, changed: Collection[str], new: Mapping[str, Shifted], apply: Apply) -> Apply:
        """``changed`` variables get new values at once: ``new`` ones, or those that nothing is known of."""
        families = {id(self._family[name]): self._family[name] for name in changed}

        def applied(known: Environment) -> bool:
            before = [(each, each.groups(known)) for each in families.values()]
            if not apply(known):
                return False
            for family, groups in before:
                after = {name: group for name, group in groups.items() if name not in changed}
                for name in changed:
                    if self._family[name] is family and name not in known:
                        after[name] = _moved(groups, name, new.get(name))
                family.put(known, after)
            return True

        return applied

    def isolating(self, names: Collection[str]) -> Apply | None:
        """What takes variables that are not read any more out of their groups; ``None`` where none are in any."""
        gone = {name for name in names if name in self._family}
        if not gone:
            return None
        families = list({id(self._family[name]): self._family[name] for name in gone}.values())

        def isolate(known: Environment) -> bool:
            for family in families:
                groups = family.groups(known)
                family.put(known, {name: group for name, group in groups.items() if name not in gone})
            return True

        return isolate


def _moved(groups: _Groups, name: str, value: Shifted | None) -> tuple[str, int]:
    """The group of ``name``, which now is ``value``; its old group may have been called by its name."""
    alone = f"new {name}", 0
    if value is None or value.variable is None or value.variable.name not in groups:
        return alone
    group, number = groups[value.variable.name]
    return group, number + value.number


def _written(operation: Operation) -> Iterator[str]:
    match operation:
        case Call(_, parameters):
            yield from (parameter.name for parameter in parameters)
        case Return(_, value, target):
            yield from (each.name for each in (value, target) if each is not None)
        case Input(target):
            yield target.name
        case _:
            written = written_variable(operation)
            if written is not None:
                yield written.name
