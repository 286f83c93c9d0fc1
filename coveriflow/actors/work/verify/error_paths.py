"""From the values of a violation to the path that people read."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from coveriflow.actors.work.source_positions import Originals, named
from coveriflow.actors.work.value_display import Shown, asks_free
from coveriflow.actors.work.violated import violated
from coveriflow.artifacts.display.error_paths import ErrorPath, Event, EventKind, PathStep
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.display import rendered
from coveriflow.program.cfa.edges import Assign, Assume, Call, Check, Edge, Input, InputKind, Location, Return
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Expression, Variable, scalar_type, variables
from coveriflow.program.interpreter.interpreter import Interpreter, StepTaken
from coveriflow.program.printing.memory import is_bookkeeping
from coveriflow.program.types.c_types import Array

_NEVER = "the execution never ends: it goes on like this"
_PARTS = "__coveriflow_"
"""How functions are called of which a function of the library consists."""
_ARGUMENTS = "argv[]"
"""The array of the program's arguments, which has no name in a text."""
_FIRST = 5_000
_LAST = 5_000
_SHOWN_ELEMENTS = 8
_UNREADABLE = ("$", "[", "0x")
"""Signs of what the program text does not say so: temporary variables, memory, patterns of floating values."""
_Place = tuple[str, int, str, int]
"""File, line, function, and how many calls are open."""
_ASKED = frozenset({InputKind.CALL, InputKind.UNDEFINED, InputKind.LIBRARY})


def error_path(originals: Originals, cfa: Cfa, values: tuple[int, ...], *, undefined: bool = False) -> ErrorPath | None:
    """The execution with ``values``, at most its first and its last 5,000 steps; ``None`` if it does not come to the
    error soon enough. ``undefined``: the error is that a check fails.
    """
    return _shortened(_Drawing(originals, cfa, undefined), values)


def endless_path(
    originals: Originals, cfa: Cfa, values: tuple[int, ...], first: int, again: int, *, recurs: bool
) -> ErrorPath | None:
    """The execution with ``values`` to its edge number ``again``, where it is as it was after the edges before
    ``first``; if no state ``recurs``, as an example of how it goes on.
    """
    begins = "the cycle begins here" if recurs else "from here on the execution does not leave the loop"
    ends = "the execution never ends: its state is that where the cycle begins" if recurs else _NEVER
    marks = {first: Event(EventKind.CYCLE, begins), again: Event(EventKind.ERROR, ends)}
    return _shortened(_Drawing(originals, cfa, undefined=False, marks=marks), values)


def _shortened(drawing: _Drawing, values: tuple[int, ...]) -> ErrorPath | None:
    first: list[PathStep] = []
    last: deque[PathStep] = deque(maxlen=_LAST)
    omitted = 0
    for step in drawing.steps(values):
        if len(first) < _FIRST:
            first.append(step)
        else:
            omitted += len(last) == _LAST
            last.append(step)
    if not drawing.has_failed:
        return None
    return ErrorPath((*first, *last), omitted, len(first) if omitted else 0)


def _place_of(taken: StepTaken) -> _Place:
    edge = taken.edge
    at = edge.target if isinstance(edge.operation, Return) else edge.source
    depth = taken.depth - isinstance(edge.operation, Call)
    return edge.origin.file, edge.origin.line, named(at.function), depth


@dataclass(slots=True)
class _Drawing:
    """``marks``: what is said before the edges with these numbers; with the last of them the path ends."""

    originals: Originals
    cfa: Cfa
    undefined: bool
    marks: Mapping[int, Event] = field(default_factory=dict)
    has_failed: bool = False
    _shown: Shown = field(init=False)
    _decided: dict[tuple[Location, bool], tuple[str, str] | None] = field(default_factory=dict)
    _unwritten: set[str] = field(default_factory=set)
    _calls: list[Span] = field(default_factory=list)
    _freeing: Span | None = None

    def __post_init__(self) -> None:
        self._shown = Shown(self.cfa)
        for each in self.cfa.control:
            is_written = each.span.file not in self.originals.files or self.originals.keyword(each) is not None
            for (source, truth), holds in each.decisions.items():
                self._decided[source, truth] = (each.keyword, "true" if holds else "false") if is_written else None

    def steps(self, values: tuple[int, ...]) -> Iterator[PathStep]:
        """What happens in one line is one step, until an edge is taken a second time or control is elsewhere.

        What happens in other files (headers, functions of the library) belongs to the line that it was called from.
        """
        here: _Place | None = None
        events: list[Event] = []
        seen: set[Edge] = set()
        last: StepTaken | None = None
        for number, taken in enumerate(Interpreter(self.cfa).steps(values)):
            edge, mark = taken.edge, self.marks.get(number)
            known = edge.origin.file in self.originals.files and edge.origin.line > 0
            place = _place_of(taken)
            if known and (place != here or edge in seen or mark is not None):
                if here is not None and events:
                    yield PathStep(*here, tuple(events))
                here, events, seen = place, [], set()
            seen.add(edge)
            events += [mark] if mark is not None else []
            if number == max(self.marks, default=-1):
                self.has_failed = True
                break
            events += self._events(taken, is_own=known)
            self.has_failed = edge.target == self.cfa.error
            last = taken
        end = self._end(last) if self.undefined and last is not None else None
        if end is not None:
            self.has_failed = True
            there, event = end
            if there is not None and there != here:
                if here is not None and events:
                    yield PathStep(*here, tuple(events))
                here, events = there, []
            events.append(event)
        if here is not None and events:
            yield PathStep(*here, tuple(events))

    def _end(self, last: StepTaken) -> tuple[_Place | None, Event] | None:
        """The check that fails after the ``last`` edge; it has no place where that is in no file of the program."""
        check = self.cfa.leaving[last.edge.target][0]
        if not isinstance(check.operation, Check):
            return None
        known = check.origin.file in self.originals.files and check.origin.line > 0
        place = (check.origin.file, check.origin.line, named(check.source.function), last.depth)
        return place if known else None, Event(EventKind.UNDEFINED, check.operation.undefined.name)

    def _events(self, taken: StepTaken, *, is_own: bool) -> Iterator[Event]:
        edge, operation = taken.edge, taken.edge.operation
        if edge.target == self.cfa.error:
            yield Event(EventKind.ERROR, violated(self.originals, edge) or self.cfa.error_function)
        if asks_free(edge):
            self._freeing = edge.origin
        elif edge.origin == self._freeing:
            yield from (Event(EventKind.FREED, name) for name in self._shown.freed(taken.written))
        match operation:
            case Assign(target, given):
                name, value, scope = self._shown.assigned(target, taken.written, taken.memory)
                if name and value != _ARGUMENTS and (is_own or scope != edge.source.function):
                    yield Event(EventKind.INPUT if self._is_unwritten(given) else EventKind.VALUE, name, value, scope)
            case Input():
                yield from self._read(operation, taken)
            case Assume() if is_own:
                yield from self._branch(edge, operation)
            case Call(function, parameters, _) if is_own and not function.startswith(_PARTS):
                shown = (self._shown.assigned(p, {p.name: taken.memory[p.name]}, taken.memory) for p in parameters)
                yield Event(EventKind.CALL, named(function), ", ".join(f"{each.name} = {each.value}" for each in shown))
            case Return(function) if is_own and not function.startswith(_PARTS):
                yield from self._returned(operation, taken)
            case _:
                return

    def _is_unwritten(self, given: Expression) -> bool:
        """Whether it is what a variable holds that the program has not written."""
        return isinstance(given, Variable) and given.name in self._unwritten

    def _returned(self, back: Return, taken: StepTaken) -> Iterator[Event]:
        value = back.value
        result = "" if value is None else self._shown.value(taken.memory[value.name], scalar_type(value))
        yield Event(EventKind.RETURN, named(back.function), result)
        assigned = self._shown.assigned(back.target, taken.written, taken.memory) if back.target is not None else None
        if assigned is not None and assigned.name:
            yield Event(EventKind.VALUE, *assigned)

    def _read(self, read: Input, taken: StepTaken) -> Iterator[Event]:
        """Of whole arrays the first elements."""
        assigned, source = self._shown.assigned(read.target, taken.written, taken.memory), read.source
        if isinstance(read.target.type, Array):
            values = [self._shown.value(v, read.type) for v in list(taken.written.values())[:_SHOWN_ELEMENTS]]
            more = ", ..." if len(taken.written) > _SHOWN_ELEMENTS else ""
            yield Event(EventKind.INPUT, source, f"{{{', '.join(values)}{more}}}")
            return
        if read.kind is InputKind.UNINITIALISED and not assigned.name:
            self._unwritten.add(read.target.name)  # given to what is in memory next
        value = self._shown.value(next(iter(taken.written.values())), read.type)
        if read.kind in _ASKED:
            yield Event(EventKind.INPUT, f"{source}()", value)
            if assigned.name:
                yield Event(EventKind.VALUE, *assigned)
        elif assigned.name:
            yield Event(EventKind.INPUT, *assigned)

    def _branch(self, edge: Edge, test: Assume) -> Iterator[Event]:
        """A whole condition by its keyword, a part of one as a text, if it can be read as one; no check of ours, and
        nothing of a library function or a macro that stands there.
        """
        if test.undefined is not None or any(is_bookkeeping(each) for each in variables(test.condition)):
            return
        if (edge.source, test.truth) in self._decided:
            known = self._decided[edge.source, test.truth]
            if known is not None:
                yield Event(EventKind.BRANCH, *known)
            return
        text = rendered(test.condition)
        if not any(sign in text for sign in _UNREADABLE):
            yield Event(EventKind.BRANCH, text, "true" if test.truth else "false")
