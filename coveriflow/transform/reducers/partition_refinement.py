"""The coarsest partition in which states of one block lead to the same blocks (Hopcroft 1971), also where not every
state has every letter; and classes that are united one by one (Tarjan 1975).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

State = TypeVar("State", bound=Hashable)
Letter = TypeVar("Letter", bound=Hashable)
Entering = Mapping[State, Sequence[tuple[Letter, State]]]
"""By state, from where it is reached: letters, and the states before. Of a state, a letter leads to one at most."""


def refined(blocks: Iterable[Iterable[State]], entering: Entering[State, Letter]) -> list[list[State]]:
    """The coarsest partition that is finer than ``blocks``, and in which the states of a block have the same letters,
    each of them leading to the same block. What states there are and their order is the same in each run.
    """
    refinement = _Refinement(list(map(dict.fromkeys, blocks)))
    while refinement.waiting:
        splitter, _ = refinement.waiting.popitem()
        leading: defaultdict[Letter, dict[State, None]] = defaultdict(dict)
        for state in refinement.members[splitter]:
            for letter, source in entering.get(state, ()):
                leading[letter][source] = None
        for sources in leading.values():
            refinement.split(sources)
    return [list(members) for members in refinement.members]


@dataclass(slots=True)
class _Refinement(Generic[State]):
    """Blocks, none of them empty, by numbers; ``waiting``: those that others may have to be split by."""

    members: list[dict[State, None]]
    block_of: dict[State, int] = field(init=False)
    waiting: dict[int, None] = field(init=False)

    def __post_init__(self) -> None:
        self.members = [members for members in self.members if members]
        self.block_of = {state: number for number, members in enumerate(self.members) for state in members}
        self.waiting = dict.fromkeys(range(len(self.members)))

    def split(self, sources: Iterable[State]) -> None:
        """Split each block that ``sources`` has some of, but not all; the smaller half waits."""
        parts: defaultdict[int, dict[State, None]] = defaultdict(dict)
        for source in sources:
            parts[self.block_of[source]][source] = None
        for number, part in parts.items():
            if len(part) == len(self.members[number]):
                continue
            new = len(self.members)
            for state in part:
                del self.members[number][state]
                self.block_of[state] = new
            self.members.append(part)
            smaller = new if len(part) <= len(self.members[number]) else number
            self.waiting[new if number in self.waiting else smaller] = None


class Classes:
    """Classes of the numbers below ``count``, at first one for each; they are called by one of their members."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))

    def of(self, number: int) -> int:
        """The class of ``number``."""
        parent = self._parent
        while parent[number] != number:
            parent[number] = number = parent[parent[number]]
        return number

    def add(self, other: int, to: int) -> None:
        """The class ``other`` becomes part of the class ``to``; which is the larger one, the caller knows."""
        self._parent[other] = to
