"""Call stacks of which only few are told apart where functions call themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.contracts import Step
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Edge, Location, Return

MOST_CALLS = 16
"""So many calls that may be made again before they return are counted."""


@dataclass(frozen=True)
class MergedStacks:
    """Of consecutive calls that may be made again before they return, the innermost one is known, and how many there
    are, up to a most: it stands as often in the stack.

    Law: where a step of an execution leads from one position to another, what stands for the second one is among what
    ``after`` says of what stands for the first one (``standing_for``). There are finitely many stacks.
    """

    cfa: Cfa
    recursive: frozenset[Edge]

    def standing_for(self, stack: Sequence[Location]) -> tuple[Location, ...]:
        """The merged stack of a stack of active calls."""
        found: tuple[Location, ...] = ()
        for back in stack:
            found = self._pushed(found, back)
        return found

    def after(self, position: Position, step: Step) -> tuple[Position, ...]:
        """Where ``step`` may lead: a return leads to all stacks on which the call may have been made."""
        stacks: Iterable[tuple[Location, ...]] = (position.stack,)
        for edge in step:
            if isinstance(edge.operation, Call):
                stacks = [self._pushed(stack, edge.operation.return_to) for stack in stacks]
            elif isinstance(edge.operation, Return):
                stacks = [
                    under for stack in stacks if stack and stack[-1] == edge.target for under in self._under(stack)
                ]
        return tuple(Position(step[-1].target, stack) for stack in dict.fromkeys(stacks))

    def is_met_again(self, location: Location) -> bool:
        """Whether control comes here by a call or a return that may happen again before the calls return."""
        return location in self._recursive or location in self._entered

    def counts(self, back: Location) -> bool:
        """Whether a call that returns to ``back`` may be made again before it returns."""
        return back in self._recursive

    def outer(self, stack: Sequence[Location]) -> int:
        """How many calls at the begin of ``stack`` come before the first one that may be made again."""
        return next((index for index, back in enumerate(stack) if back in self._recursive), len(stack))

    def _pushed(self, stack: tuple[Location, ...], back: Location) -> tuple[Location, ...]:
        if back not in self._recursive:
            return (*stack, back)
        number = self._innermost(stack)
        return (*stack[: len(stack) - number], *[back] * min(number + 1, MOST_CALLS))

    def _innermost(self, stack: Sequence[Location]) -> int:
        """How many calls at the end of ``stack`` may be made again."""
        return next((n for n, back in enumerate(reversed(stack)) if back not in self._recursive), len(stack))

    def _under(self, stack: tuple[Location, ...]) -> list[tuple[Location, ...]]:
        """On what the innermost call of ``stack`` was made."""
        back, number = stack[-1], self._innermost(stack)
        if number == 0:
            return [stack[:-1]]
        rest, caller = stack[: len(stack) - number], back.function
        if number == 1:
            is_first = caller in self._called[rest[-1]] if rest else caller == self.cfa.entry.function
            return [rest] if is_first else []
        numbers = (number - 1, number) if number == MOST_CALLS else (number - 1,)
        return [(*rest, *[other] * n) for n in numbers for other in self._callers[caller]]

    @cached_property
    def _called(self) -> defaultdict[Location, set[str]]:
        """By where calls return to, the functions that they call."""
        found = defaultdict[Location, set[str]](set)
        for edge in self.cfa.edges:
            if isinstance(edge.operation, Call):
                found[edge.operation.return_to].add(edge.operation.function)
        return found

    @cached_property
    def _callers(self) -> defaultdict[str, list[Location]]:
        """By function, where calls of it return to that may be made again before they return."""
        found = defaultdict[str, list[Location]](list)
        for back, functions in self._called.items():
            for function in functions if back in self._recursive else ():
                found[function].append(back)
        return found

    @cached_property
    def _recursive(self) -> frozenset[Location]:
        """Where calls return to that may be made again before they return."""
        return frozenset(e.operation.return_to for e in self.recursive if isinstance(e.operation, Call))

    @cached_property
    def _entered(self) -> frozenset[Location]:
        return frozenset(edge.target for edge in self.recursive)
