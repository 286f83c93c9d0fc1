"""Smaller inputs with which an execution still ends at the same edge: fewer arguments, shorter texts, small numbers.

What a solver chooses is arbitrary: two million arguments, control characters. People read the smaller execution, and
it can be executed where the other one cannot.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain

from coveriflow.actors.work.confirm.command_line import PROGRAM_NAME
from coveriflow.actors.work.confirm.input_sizes import (
    LETTERS,
    Size,
    beyond,
    character_cost,
    is_consistent,
    is_number,
    may_change,
    size_of,
    smaller,
)
from coveriflow.logic.cpu_time import Deadline, in_seconds
from coveriflow.program.cfa.arguments import BYTE, FIRST_BYTES, LENGTH, REST
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.cfa.names import COUNT
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter

_STEPS = 1_000_000
"""Longer executions are left as they are."""
_ARGUMENTS = 20
"""So many texts are made shorter."""
_COUNTS = (1, 2, 3, 4, 6, 10)
_SHORT = (3, 10)
"""Lengths of texts that are tried with few arguments before anything that takes long."""
_MANY, _FEW = 8, 200
"""More inputs become fewer first; so many are tried one by one."""
_DIGITS = tuple(b"123456789")
_NUMBER = re.compile(rb"-?[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class _Choice:
    """``named``: arguments of the program by their source; ``listed``: all other inputs in the order of reading."""

    named: dict[str, int]
    listed: tuple[int, ...]

    def inputs(self) -> Callable[[Edge], int]:
        """What is read beyond those is zero, or the end of the input."""
        rest = iter(self.listed)

        def value(edge: Edge) -> int:
            operation = edge.operation
            assert isinstance(operation, Input)
            if operation.kind is InputKind.ARGUMENT:
                return operation.type.wrap(self.named.get(operation.source, 0))
            return operation.type.wrap(next(rest, beyond(operation)))

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
    size: Size = field(init=False)

    def __post_init__(self) -> None:
        self.choice, self.size = _choice(self.best), size_of(self.best.inputs)

    def go(self) -> None:
        """Arguments first: their number decides how much is read. What was accepted may allow more."""
        self._brief()
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
        if size_of(ran.inputs) >= self.size or (is_consistent(self.best.inputs) and not is_consistent(ran.inputs)):
            return False
        self.best, self.choice, self.size = ran, _choice(ran), size_of(ran.inputs)
        return True

    def _first(self, choices: Iterable[_Choice]) -> bool:
        return any(self._try(each) for each in choices)

    def _with(self, **named: int) -> _Choice:
        return replace(self.choice, named={**self.choice.named, **named})

    def _brief(self) -> None:
        """Few arguments, all of them short: an execution with a long text may take all the time that there is."""
        count = self.choice.named.get(COUNT, 0)
        given = [number for number in range(_ARGUMENTS) if LENGTH.format(number) in self.choice.named]
        if count > max(_COUNTS) or any(self.choice.named[LENGTH.format(number)] > max(_SHORT) for number in given):
            self._first(self._cut(given, short, few) for short in _SHORT for few in _COUNTS if few <= count)

    def _cut(self, given: Sequence[int], length: int, count: int) -> _Choice:
        texts = [_named_text(number, self._known(number)[:length]) for number in given]
        return self._with(**dict(chain.from_iterable(each.items() for each in texts)), **{COUNT: count})

    def _count(self) -> None:
        count = self.choice.named.get(COUNT)
        if count is not None:
            self._first(self._with(**{COUNT: few}) for few in _COUNTS if few < count)
            number = 1
            while number < min(self.choice.named[COUNT], _ARGUMENTS):
                number += not self._try(self._without(number))

    def _without(self, number: int) -> _Choice:
        """Without one argument: those after it come one place earlier."""
        named = {**self.choice.named, COUNT: self.choice.named[COUNT] - 1}
        for after in range(number, min(self.choice.named[COUNT], _ARGUMENTS)):
            for here, there in zip(_sources(after), _sources(after + 1), strict=True):
                named[here] = self.choice.named.get(there, 0)
        return replace(self.choice, named=named)

    def _text(self, number: int) -> None:
        """Shorter, then with letters where nothing depends on the characters. A program has a name: no other one is
        looked for.
        """
        if not number:
            self._try(self._as_text(number, PROGRAM_NAME))
            return
        known = self._known(number)
        if not self._first(self._as_text(number, known[:few]) for few in range(len(known))):
            self._further(number)
        self._number(number)
        place = 0
        while place < len(known := self._known(number)):
            place += not self._try(self._as_text(number, known[:place] + known[place + 1 :]))
        for place, byte in enumerate(self._known(number)):
            others = (each for each in (*LETTERS, *_DIGITS) if character_cost(each) < character_cost(byte))
            self._first(self._with(**{BYTE.format(number, place): each}) for each in others)

    def _further(self, number: int) -> None:
        """Of a text that has more characters than are known: letters, and fewer of them."""
        length = self.choice.named.get(LENGTH.format(number), 0)
        if length <= FIRST_BYTES:
            return
        self._try(self._with(**{REST.format(number): LETTERS[0]}))
        self._bisect(length - FIRST_BYTES, lambda more: self._with(**{LENGTH.format(number): FIRST_BYTES + more}))

    def _number(self, number: int) -> None:
        """A text that is a number, as a smaller one."""
        text = self._known(number)
        if _NUMBER.fullmatch(text) is not None:
            self._bisect(int(text), lambda few: self._as_text(number, str(few).encode()))

    def _known(self, number: int) -> bytes:
        """The text, as far as its bytes are known."""
        length = min(self.choice.named.get(LENGTH.format(number), 0), FIRST_BYTES)
        known = [self.choice.named.get(BYTE.format(number, place), 0) for place in range(length)]
        return bytes(byte & 0xFF or LETTERS[0] for byte in known)

    def _as_text(self, number: int, text: bytes) -> _Choice:
        return self._with(**_named_text(number, text))

    def _bisect(self, value: int, chosen: Callable[[int], _Choice]) -> None:
        """Towards zero from ``value``, which is accepted; zero is not."""
        refused = 0
        while abs(value - refused) > 1 and not self.deadline.is_over():
            half = abs(value - refused) // 2
            middle = refused + (half if value > refused else -half)
            if self._try(chosen(middle)):
                value = middle
            else:
                refused = middle

    def _others(self) -> None:
        """All at once, then one by one, then fewer; of many the other way round. What an execution takes changes with
        each that is accepted.
        """
        if len(self.choice.listed) > _MANY:
            self._fewer()
        changed = [0 if _is_free(edge) else value for edge, value in self._read()]
        self._try(replace(self.choice, listed=tuple(changed)))
        self._equals()
        place = 0
        while place < min(len(self.choice.listed), _FEW) and not self.deadline.is_over():
            edge, value = self._read()[place]
            if may_change(edge):
                found = self._first(self._at({place: other}) for other in smaller(edge, value))
                if not found and is_number(edge):
                    self._bisect(value, partial(self._one, place))
            place += 1
        self._fewer()

    def _one(self, place: int, value: int) -> _Choice:
        return self._at({place: value})

    def _fewer(self) -> None:
        """Without some that follow each other: half of all, then ever smaller parts (Zeller and Hildebrandt, 2002)."""
        size = len(self.choice.listed) // 2
        while size and not self.deadline.is_over():
            place = 0
            while place < len(self.choice.listed) and not self.deadline.is_over():
                kept = self.choice.listed[:place] + self.choice.listed[place + size :]
                place += 0 if self._try(replace(self.choice, listed=kept)) else size
            size //= 2

    def _equals(self) -> None:
        """Numbers that are equal stay so: the violation may need that."""
        repeated = Counter(value for edge, value in self._read() if _is_free(edge))
        for value in [each for each, count in repeated.items() if count > 1][:_FEW]:
            places = [place for place, (edge, each) in enumerate(self._read()) if each == value and _is_free(edge)]
            if len(places) > 1:
                edge = self._read()[places[0]][0]
                found = self._first(self._at(dict.fromkeys(places, few)) for few in smaller(edge, value))
                if not found:
                    self._bisect(value, partial(self._alike, tuple(places)))

    def _alike(self, places: Sequence[int], value: int) -> _Choice:
        return self._at(dict.fromkeys(places, value))

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


def _named_text(number: int, text: bytes) -> dict[str, int]:
    """What is read of an argument that is ``text``."""
    read = {BYTE.format(number, place): byte for place, byte in enumerate(text.ljust(FIRST_BYTES, b"\0"))}
    return {LENGTH.format(number): len(text), **read}


def _sources(number: int) -> list[str]:
    """All that is read of one argument."""
    return [LENGTH.format(number), REST.format(number), *(BYTE.format(number, each) for each in range(FIRST_BYTES))]


def _is_argument(edge: Edge) -> bool:
    return isinstance(edge.operation, Input) and edge.operation.kind is InputKind.ARGUMENT


def _is_free(edge: Edge) -> bool:
    """Whether zero is a simple value of it."""
    return may_change(edge) and is_number(edge)
