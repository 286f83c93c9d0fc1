"""Smaller inputs with which an execution still ends at the same edge: fewer arguments, shorter texts, small numbers.

What a solver chooses is arbitrary: two million arguments, control characters. People read the smaller execution, and
it can be executed where the other one cannot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from coveriflow.actors.work.confirm.command_line import PROGRAM_NAME
from coveriflow.logic.cpu_time import Deadline, in_seconds
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.cfa.names import COUNT
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter
from coveriflow.program.library.inline.scanf import FORMAT, SOURCE
from coveriflow.program.lowering.functions.program_arguments import BYTE, FIRST_BYTES, LENGTH
from coveriflow.program.types.c_types import Integer

_STEPS = 200_000
"""Longer executions are left as they are."""
_ARGUMENTS = 20
"""So many texts are made shorter."""
_COUNTS = (1, 2, 3, 4, 6, 10)
_FEW = 200
"""So many inputs are tried one by one."""
_SMALL = (0, 1, 2, 3, 10, -1)
_LETTERS = tuple(b"a0 ")


@dataclass(frozen=True, slots=True)
class _Choice:
    """``named``: arguments of the program by their source; ``listed``: all other inputs in the order of reading."""

    named: dict[str, int]
    listed: tuple[int, ...]

    def inputs(self) -> Callable[[Edge], int]:
        """What is read beyond those is zero."""
        rest = iter(self.listed)

        def value(edge: Edge) -> int:
            operation = edge.operation
            assert isinstance(operation, Input)
            if operation.kind is InputKind.ARGUMENT:
                return operation.type.wrap(self.named.get(operation.source, 0))
            return operation.type.wrap(next(rest, 0))

        return value


def smaller_inputs(cfa: Cfa, values: Sequence[int], seconds: float) -> tuple[int, ...]:
    """Inputs with which ``cfa`` ends at the same edge as with ``values``, found within ``seconds`` of CPU time; the
    same ones if there are none, or if ``values`` lead to no violation.
    """
    first = Interpreter(cfa).run(values, _STEPS)
    if first.end not in (End.ERROR, End.UNDEFINED) or not first.inputs:
        return tuple(values)
    search = _Search(Interpreter(cfa), first, in_seconds(seconds))
    search.go()
    return tuple(value for _, value in search.best.inputs)


@dataclass(slots=True)
class _Search:
    """``best``: the execution with the smallest inputs so far."""

    interpreter: Interpreter
    best: Execution
    deadline: Deadline
    choice: _Choice = field(init=False)

    def __post_init__(self) -> None:
        self.choice = _choice(self.best)

    def go(self) -> None:
        """Arguments first: their number decides how much is read. What was accepted may allow more."""
        before = None
        while before != self.choice and not self.deadline.is_over():
            before = self.choice
            self._count()
            for number in range(min(self.choice.named.get(COUNT, 0), _ARGUMENTS)):
                if LENGTH.format(number) in self.choice.named:
                    self._text(number)
            self._others()

    def _try(self, choice: _Choice) -> bool:
        if choice == self.choice or self.deadline.is_over():
            return False
        limit = 2 * self.best.steps + 1000
        ran = self.interpreter.run(choice.inputs(), limit, is_over=self.deadline.is_over)
        if ran.end is not self.best.end or ran.trace[-1] != self.best.trace[-1]:
            return False
        self.best, self.choice = ran, _choice(ran)
        return True

    def _first(self, choices: Iterable[_Choice]) -> bool:
        return any(self._try(each) for each in choices)

    def _with(self, **named: int) -> _Choice:
        return replace(self.choice, named={**self.choice.named, **named})

    def _count(self) -> None:
        count = self.choice.named.get(COUNT)
        if count is not None:
            self._first(self._with(**{COUNT: few}) for few in _COUNTS if few < count)

    def _text(self, number: int) -> None:
        """Shorter, then with letters where nothing depends on the characters. A program has a name: no other one is
        looked for.
        """
        if not number:
            self._try(self._as_text(number, PROGRAM_NAME))
            return
        length = self.choice.named[LENGTH.format(number)]
        self._first(self._cut(number, few) for few in range(min(length, FIRST_BYTES)))
        for place in range(min(self.choice.named.get(LENGTH.format(number), 0), FIRST_BYTES)):
            name = BYTE.format(number, place)
            if not 32 < self.choice.named.get(name, 0) < 127:
                self._first(self._with(**{name: letter}) for letter in _LETTERS)

    def _cut(self, number: int, length: int) -> _Choice:
        known = [self.choice.named.get(BYTE.format(number, place), 0) for place in range(length)]
        return self._as_text(number, bytes(byte & 0xFF or _LETTERS[0] for byte in known))

    def _as_text(self, number: int, text: bytes) -> _Choice:
        named = {BYTE.format(number, place): byte for place, byte in enumerate(text)}
        return self._with(**{LENGTH.format(number): len(text), BYTE.format(number, len(text)): 0, **named})

    def _others(self) -> None:
        """All at once, then one by one. What an execution takes changes with each that is accepted."""
        changed = [0 if _may_change(edge) else value for edge, value in self._read()]
        self._try(replace(self.choice, listed=tuple(changed)))
        self._equals()
        place = 0
        while place < min(len(self.choice.listed), _FEW) and not self.deadline.is_over():
            edge, value = self._read()[place]
            if _may_change(edge):
                self._first(self._at({place: other}) for other in _smaller(edge, value))
            place += 1

    def _equals(self) -> None:
        """Numbers that are equal stay so: the violation may need that."""
        read = self._read()
        repeated = Counter(value for edge, value in read if _may_change(edge))
        for value in [each for each, count in repeated.items() if count > 1][:_FEW]:
            places = [place for place, (edge, each) in enumerate(self._read()) if each == value and _may_change(edge)]
            if len(places) > 1:
                self._first(self._at(dict.fromkeys(places, few)) for few in _smaller(self._read()[places[0]][0], value))

    def _read(self) -> list[tuple[Edge, int]]:
        return [each for each in self.best.inputs if not _is_argument(each[0])]

    def _at(self, values: Mapping[int, int]) -> _Choice:
        """With other ``values`` at these places."""
        listed = tuple(values.get(place, value) for place, value in enumerate(self.choice.listed))
        return replace(self.choice, listed=listed)


def _choice(execution: Execution) -> _Choice:
    named: dict[str, int] = {}
    listed: list[int] = []
    for edge, value in execution.inputs:
        assert isinstance(edge.operation, Input)
        if _is_argument(edge):
            named[edge.operation.source] = value
        else:
            listed.append(value)
    return _Choice(named, tuple(listed))


def _is_argument(edge: Edge) -> bool:
    return isinstance(edge.operation, Input) and edge.operation.kind is InputKind.ARGUMENT


def _may_change(edge: Edge) -> bool:
    """Numbers that a user can choose. How many conversions of a format succeed stays as it is."""
    operation = edge.operation
    if not isinstance(operation, Input) or not isinstance(operation.type, Integer):
        return False
    if operation.kind is InputKind.LIBRARY:
        return operation.source.startswith(SOURCE) and not operation.source.startswith(SOURCE + FORMAT)
    return operation.kind in (InputKind.CALL, InputKind.UNINITIALISED)


def _smaller(edge: Edge, value: int) -> Iterator[int]:
    """Simpler than ``value``, the simplest ones first."""
    assert isinstance(edge.operation, Input)
    type_ = edge.operation.type
    assert isinstance(type_, Integer)
    if edge.operation.kind is InputKind.LIBRARY and type_.width == 8:
        yield from () if 32 <= value < 127 or value == 10 else _LETTERS
        return
    yield from (few for few in _SMALL if _size(few) < _size(value) and type_.minimum <= few <= type_.maximum)
    half = value
    while abs(half) > 2 * max(_SMALL):
        half = int(half / 2)
        yield half


def _size(value: int) -> tuple[int, bool]:
    return abs(value), value < 0
