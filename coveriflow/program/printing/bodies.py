"""Function bodies in C: ``if``, ``while``, ``break`` and ``continue`` where the control flow has this structure, and
``goto`` elsewhere. Every location is written once, and every edge leads where it led: by falling through, or by a jump.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Call, Edge, Location
from coveriflow.program.expressions.expressions import subexpressions
from coveriflow.program.printing.control_structure import Structure
from coveriflow.program.types.c_types import Floating

DEEPEST = 12
"""How deep blocks are nested; what would be deeper is written with jumps."""
_CALLING = 4
"""Steps without a statement, at most, up to the call of the error function."""


@dataclass(frozen=True, slots=True)
class Writing:
    """What the lines of one function are made of. ``only``: the edge that is taken in text where the condition of a
    branch cannot be expressed there; ``ending``: what is written for ``exit``, wherever control comes there.
    """

    cfa: Cfa
    exit: Location
    ending: str
    statements: Callable[[Edge], Iterable[str]]
    condition: Callable[[Assume], str]
    only: Callable[[Sequence[Edge]], Edge | None]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text, and the edge that it stands for. ``label``: it is one, and needed if something jumps there."""

    text: str
    edge: Edge | None = None
    label: Location | None = None


@dataclass(frozen=True, slots=True)
class _Around:
    """Where ``break`` and ``continue`` lead, and how deep blocks are nested here."""

    leave: Location | None = None
    repeat: Location | None = None
    depth: int = 1

    def deeper(self) -> _Around:
        return _Around(self.leave, self.repeat, self.depth + 1)


@dataclass(frozen=True, slots=True)
class _Item:
    """A location to be written, and what comes after it in the text. ``is_open``: the loop that it heads, and its
    label, are written already.
    """

    location: Location
    following: Location | None
    is_open: bool = False


def next_location(edge: Edge) -> Location:
    """Where the function goes on after ``edge``."""
    return edge.operation.return_to if isinstance(edge.operation, Call) else edge.target


def body_lines(writing: Writing, structure: Structure) -> list[Line]:
    """The lines of a function's statements; labels only where they are needed."""
    body = _Body(writing, structure)
    body.block([_Item(structure.order[0] if structure.order else writing.exit, None)], _Around())
    while missing := [each for each in body.targets if each not in body.written]:
        if body.lines[-1].text.endswith("}"):
            body.block_is_left()
        body.block([_Item(missing[0], None)], _Around())
    return [line for line in body.lines if line.label is None or line.label in body.targets]


@dataclass(slots=True)
class _Body:
    """``targets``: of jumps; ``fallen``: how often control comes somewhere without one."""

    writing: Writing
    structure: Structure
    lines: list[Line] = field(default_factory=list)
    targets: dict[Location, None] = field(default_factory=dict)
    written: set[Location] = field(default_factory=set)
    fallen: Counter[Location] = field(default_factory=Counter)

    def _line(self, around: _Around, text: str, edge: Edge | None = None) -> None:
        self.lines.append(Line("  " * around.depth + text, edge))

    def block_is_left(self) -> None:
        """Nothing comes to the end of the last block: what is written next is no part of it."""
        self._line(_Around(), "abort();")

    def block(self, items: Sequence[_Item], around: _Around) -> None:
        """Write ``items``, the last one first, with all that belongs after them."""
        todo = list(items)
        while todo:
            item = todo.pop()
            location = item.location
            if location == self.writing.exit:
                self._line(around, self.writing.ending)
                continue
            if not item.is_open:
                self.written.add(location)
                self.lines.append(Line(f"{'  ' * (around.depth - 1)} L{location.number}:;", label=location))
                if location in self.structure.heads:
                    self._loop(item, around, todo)
                    continue
            following = _behind(self._followers(location), item.following, todo)
            self._own(location, following, around, todo)

    def _loop(self, item: _Item, around: _Around, todo: list[_Item]) -> None:
        """A loop in a block of its own; where that would be too deep, one that jumps back."""
        head = item.location
        exits = [each for each in self.structure.exits.get(head, ()) if not self._is_error(each)]
        *silent, branch = self._up_to_branch(head)
        entering, leaving = self._kept(branch, exits, item.following)
        if leaving is not None and exits:
            exits.sort(key=lambda each: each != next_location(leaving))
        elif leaving is not None and next_location(leaving) == self.writing.exit:
            exits = [self.writing.exit]
        behind = _behind(exits, item.following, todo)
        if around.depth >= DEEPEST:
            todo.append(_Item(head, behind, is_open=True))
            return
        inside = _Around(behind, head, around.depth + 1)
        if entering is None or leaving is None:
            self._line(around, "while (1) {")
            self.block([_Item(head, head, is_open=True)], inside)
        else:
            self.fallen[next_location(leaving)] += 1
            self.written |= {*silent, branch}
            self._line(around, f"while ({self._test(entering)}) {{", entering)
            rest: list[_Item] = []
            following = _behind(self._followers(branch), head, rest)
            self._go(entering, following, inside, rest)
            self.block(rest, inside)
        self._line(around, "}")

    def _up_to_branch(self, head: Location) -> list[Location]:
        """From the head of a loop to the first location where something is to be written."""
        path = [head]
        while not self._followers(path[-1]) and (edge := self._silent(path[-1])) is not None:
            following = next_location(edge)
            if following not in self.structure.inlined or following in self.structure.heads:
                break
            path.append(following)
        return path

    def _silent(self, location: Location) -> Edge | None:
        """The only edge from here, if nothing is written for it."""
        edges = self.writing.cfa.leaving[location]
        if location == self.writing.exit or len(edges) != 1 or isinstance(edges[0].operation, Assume | Call):
            return None
        return None if any(self.writing.statements(edges[0])) else edges[0]

    def _kept(
        self, head: Location, exits: Sequence[Location], following: Location | None
    ) -> tuple[Edge | None, Edge | None]:
        """The edges into the loop and out of it, if its head is a branch that decides this."""
        edges = self.writing.cfa.leaving[head]
        if len(edges) != 2 or not _is_pair(edges) or self.writing.only(edges) is not None:
            return None, None
        behind: Sequence[Location | None] = exits or [following, self.writing.exit]
        outside = [edge for edge in edges if next_location(edge) in behind]
        if len(outside) != 1:
            return None, None
        return next(edge for edge in edges if edge is not outside[0]), outside[0]

    def _own(self, location: Location, following: Location | None, around: _Around, todo: list[_Item]) -> None:
        edges = self.writing.cfa.leaving[location]
        if not edges:
            self._line(around, "abort();")
        elif (only := self.writing.only(edges)) is not None:
            self._go(only, following, around, todo)
        elif not isinstance(edges[0].operation, Assume):
            for text in self.writing.statements(edges[0]):
                self._line(around, text, edges[0])
            self._go(edges[0], following, around, todo)
        elif len(edges) == 1:
            self._line(around, f"if ({self._test(edges[0], holds=False)}) abort();", edges[0])
            self._go(edges[0], following, around, todo)
        else:
            self._branch(edges, following, around, todo)

    def _branch(self, edges: Sequence[Edge], following: Location | None, around: _Around, todo: list[_Item]) -> None:
        """Whichever side needs no block becomes a jump under a condition, and the other one follows."""
        taken, other = _sorted(edges)
        if self._is_inlined(taken) and self._is_inlined(other):
            self._two_blocks(taken, other, following, around, todo)
            return
        if not self._is_inlined(other):
            taken, other = other, taken  # now ``taken`` is a jump
        jump = self._jump(next_location(taken), following, around)
        if not self._is_inlined(other):
            behind = self._jump(next_location(other), following, around)
            first, last = ((taken, jump), (other, behind)) if jump else ((other, behind), (taken, ""))
            if first[1]:
                self._line(around, f"if ({self._test(first[0])}) {first[1]}", first[0])
            if last[1]:
                self._line(around, _alone(last[1]), last[0])
        elif jump or around.depth >= DEEPEST:
            assert jump or following is not None
            self._line(around, f"if ({self._test(taken)}) {jump or self._far_jump(next_location(taken))}", taken)
            todo.append(_Item(next_location(other), following))
        else:
            self._line(around, f"if ({self._test(other)}) {{", other)
            self.block([_Item(next_location(other), following)], around.deeper())
            self._line(around, "}")

    def _two_blocks(
        self, taken: Edge, other: Edge, following: Location | None, around: _Around, todo: list[_Item]
    ) -> None:
        """If control cannot leave the first block at its end, the second one needs no ``else``."""
        first, second = next_location(taken), next_location(other)
        if around.depth >= DEEPEST:
            self._line(around, f"if ({self._test(other)}) {self._goto(second)}", other)
            todo += [_Item(second, following), _Item(first, second)]
            return
        self._line(around, f"if ({self._test(taken)}) {{", taken)
        before = self._falls(following)
        self.block([_Item(first, following)], around.deeper())
        if self._falls(following) == before:
            self._line(around, "}")
            todo.append(_Item(second, following))
        else:
            self._else(other, following, around)

    def _else(self, edge: Edge, following: Location | None, around: _Around) -> None:
        """``else if`` as long as there is nothing but another branch."""
        while self._is_inlined(edge) and self._is_mere_branch(next_location(edge)):
            location = next_location(edge)
            self.written.add(location)
            taken, edge = _sorted(self.writing.cfa.leaving[location])
            self._line(around, f"}} else if ({self._test(taken)}) {{", taken)
            self._side(taken, following, around.deeper())
        if self._is_inlined(edge):
            self._line(around, "} else {", edge)
            self._side(edge, following, around.deeper())
        elif jump := self._jump(next_location(edge), following, around):
            self._line(around, "} else {", edge)
            self._line(around.deeper(), _alone(jump), edge)
        self._line(around, "}")

    def _side(self, edge: Edge, following: Location | None, around: _Around) -> None:
        items: list[_Item] = []
        self._go(edge, following, around, items)
        self.block(items, around)

    def _is_mere_branch(self, location: Location) -> bool:
        edges = self.writing.cfa.leaving[location]
        has_more = location in self.structure.heads or self._followers(location)
        return len(edges) == 2 and _is_pair(edges) and not has_more and self.writing.only(edges) is None

    def _followers(self, location: Location) -> list[Location]:
        return [each for each in self.structure.followers.get(location, ()) if not self._is_error(each)]

    def _is_error(self, location: Location) -> bool:
        """Whether nothing comes there but the call of the error function. It stands where one edge leads to it, else at
        the end: what comes right behind a loop is reached when the loop ends, for those who verify by induction.
        """
        cfa, steps = self.writing.cfa, list[Edge]()
        while location != cfa.error and len(steps) < _CALLING:
            edges = cfa.leaving[location]
            is_step = len(edges) == 1 and not isinstance(edges[0].operation, Assume | Call)
            if not is_step or location == self.writing.exit or location in self.structure.heads:
                return False
            steps += edges
            location = next_location(edges[0])
        return location == cfa.error and not any(text for each in steps for text in self.writing.statements(each))

    def _go(self, edge: Edge, following: Location | None, around: _Around, todo: list[_Item]) -> None:
        """Go on after ``edge``: by what comes in its place, or by a jump if it needs one."""
        target = next_location(edge)
        if self._is_inlined(edge):
            todo.append(_Item(target, following))
        elif jump := self._jump(target, following, around):
            self._line(around, _alone(jump), edge)

    def _is_inlined(self, edge: Edge) -> bool:
        target = next_location(edge)
        return target in self.structure.inlined and target not in self.written and not self._is_error(target)

    def _jump(self, target: Location, following: Location | None, around: _Around) -> str:
        """Empty where it is not needed, because ``target`` comes next."""
        if self._is_error(target) and (target == self.writing.cfa.error or target in self.structure.inlined):
            return f"{{ {self.writing.cfa.error_function}(); abort(); }}"
        if target == self.writing.cfa.halt:
            return "abort();"
        if target in (following, around.leave):
            self.fallen[target] += 1
            return "" if target == following else "break;"
        if target == around.repeat:
            return "continue;"
        return self._far_jump(target)

    def _far_jump(self, target: Location) -> str:
        """One that is right wherever it stands."""
        return self.writing.ending if target == self.writing.exit else self._goto(target)

    def _goto(self, target: Location) -> str:
        self.targets[target] = None
        return f"goto L{target.number};"

    def _falls(self, following: Location | None) -> int:
        return 0 if following is None else self.fallen[following]

    def _test(self, edge: Edge, *, holds: bool = True) -> str:
        """The condition under which ``edge`` is taken, or not, in words from which verifiers learn most: Eva thinks
        that ``x`` may be no number where ``x < y`` holds, and knows better where ``(x < y) != 0`` does.
        """
        operation = edge.operation
        assert isinstance(operation, Assume)
        text = self.writing.condition(operation)
        is_wanted = operation.truth is holds
        if any(isinstance(e.type, Floating) for e in subexpressions(operation.condition)):
            return f"({text}) {'!=' if is_wanted else '=='} 0"
        return text if is_wanted else f"!({text})"


def _behind(follow: Sequence[Location], following: Location | None, todo: list[_Item]) -> Location | None:
    """Have ``follow`` written next, in this order, with ``following`` after them; what comes first."""
    behind = [*follow[1:], following]
    todo.extend(_Item(location, after) for location, after in reversed(list(zip(follow, behind, strict=False))))
    return follow[0] if follow else following


def _alone(jump: str) -> str:
    """A jump that depends on nothing: its statements need no block."""
    return jump.removeprefix("{ ").removesuffix(" }")


def _is_pair(edges: Sequence[Edge]) -> bool:
    return all(isinstance(edge.operation, Assume) for edge in edges)


def _sorted(edges: Sequence[Edge]) -> tuple[Edge, Edge]:
    """The branch that is taken where the condition holds, and the other one."""
    first, second = edges
    assert isinstance(first.operation, Assume)
    return (first, second) if first.operation.truth else (second, first)
