"""Which of the values that an execution takes it does read: what is written before it is read decides nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from coveriflow.program.cfa.accesses import parts_of
from coveriflow.program.cfa.edges import Assign, Edge, Input, Operation, Return
from coveriflow.program.expressions.compile import Environment, Key, compiled
from coveriflow.program.expressions.expressions import (
    Address,
    Cast,
    Cell,
    Element,
    Expression,
    Variable,
    scalar_type,
    variables,
)
from coveriflow.program.memory.points_to import size_of_scalar
from coveriflow.program.types.c_types import Array, Block, Region


@dataclass(slots=True)
class ReadInputs:
    """``read``: the numbers of the inputs of which something is read, as far as the execution was followed. What may be
    read counts as read.
    """

    read: set[int] = field(default_factory=set)
    _taken: int = 0
    _of_input: dict[str, dict[Key, int]] = field(default_factory=dict)
    """By name, where the value of which input stands."""

    def follow(self, edge: Edge, memory: Environment, written: Mapping[Key, int]) -> None:
        """One edge, after which ``memory`` is as it is, and which has ``written`` something."""
        if self._of_input:
            copied = self._input_at(_copied(edge.operation))
            if copied is None:
                self.look(edge.operation, memory, written)
            for key in written:
                self._of_input.get(_name(key), {}).pop(key, None)
            if copied is not None:
                self._put(written, copied)
        if isinstance(edge.operation, Input):
            self._put(written, self._taken)
            self._taken += 1

    def _input_at(self, key: Key) -> int | None:
        return self._of_input.get(_name(key), {}).get(key)

    def _put(self, keys: Iterable[Key], number: int) -> None:
        for key in keys:
            self._of_input.setdefault(_name(key), {})[key] = number

    def look(self, operation: Operation, memory: Environment, written: Mapping[Key, int]) -> None:
        """What ``operation`` reads."""
        changed = {_name(key) for key in written}
        for part in _read(operation):
            found = _place(part)
            if found is None:
                continue
            name, index = found
            if index is not None and changed.isdisjoint(each.name for each in variables(index)):
                number = self._input_at((name, compiled(index)(memory)))
                self.read |= set() if number is None else {number}
            else:
                self.read.update(self._of_input.get(name, {}).values())


def _name(key: Key) -> str:
    return key[0] if isinstance(key, tuple) else key


def _copied(operation: Operation) -> Key:
    """The variable whose value goes to one that is named, or to a memory that is; ``""`` where it is another thing."""
    match operation:
        case Assign(Variable() | Cell(_, Address()), Variable(name) | Cast(Variable(name))):
            return name
        case _:
            return ""


def _read(operation: Operation) -> Iterator[Expression]:
    """All that is evaluated, without the place that is written."""
    if isinstance(operation, Return):
        yield from () if operation.value is None else (operation.value,)
        return
    target = operation.target if isinstance(operation, Assign) else None
    yield from (part for part in parts_of(operation) if part is not target)


def _place(part: Expression) -> tuple[str, Expression | None] | None:
    """The name of what is read and, if it is one element, which one; ``None`` where ``part`` itself reads nothing."""
    match part:
        case Element(Variable(name), index):
            return name, index
        case Cell(Variable(name, Region(width, single)), index):
            is_one = not single and width >= 8 * size_of_scalar(scalar_type(part))
            return name, index if is_one else None
        case Variable(name, type_) if not isinstance(type_, Array | Block | Region):
            return name, None
        case _:
            return None
