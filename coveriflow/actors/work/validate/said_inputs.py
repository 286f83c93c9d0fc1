"""Which values a witness says are read: as the result of a call, or as the value of the variable that a call is
assigned to. They are tried first in an execution, so nothing rests on them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from coveriflow.actors.work.validate.probes import Placed, ProgramText

Values = dict[int, list[int]]
"""By line: the values that a witness says are read there, in its order."""

_PLACE = r"[A-Za-z_]\w*(?:\s*(?:\.|->)\s*[A-Za-z_]\w*|\s*\[[^\[\]]{1,40}\])*"
_VALUE = re.compile(rf"[\s(]*(?P<name>\\result|{_PLACE})[\s)]*==\s*\(?\s*(?P<value>-?\s*\d+)[uUlL]*\s*\)?", re.ASCII)
_READ = re.compile(
    rf"(?<![\w$.>\]])(?P<name>{_PLACE})\s*=\s*(?:\([\w\s]*\)\s*)*__VERIFIER_nondet_\w+\s*\(\s*(?:void\s*)?\)",
    re.ASCII,
)


def said_value(constraint: str) -> int | None:
    """The whole number that a constraint of the usual form says something is."""
    found = _VALUE.fullmatch(constraint.strip().removesuffix(";").strip())
    return _number(found) if found else None


def said_values(constraint: str) -> dict[str, int]:
    """By name, or by place in an object, without blanks: the whole numbers of a constraint that says what they are."""
    found = (_VALUE.match(part) for part in re.split(r";|&&", constraint))
    return {_name(each): _number(each) for each in found if each and not each.string[each.end() :].strip(" )")}


def _name(found: re.Match[str]) -> str:
    return re.sub(r"\s", "", found["name"])


def _number(found: re.Match[str]) -> int:
    return int(re.sub(r"\s", "", found["value"]))


@dataclass(frozen=True, slots=True)
class Read:
    """A statement that assigns an input to ``variable``, or to a place in it, at an offset in the statement."""

    placed: Placed
    variable: str
    offset: int = 0


@dataclass
class Told:
    """Collects values in the order of a witness. Where the next part at the same place repeats a variable, it is
    the same read.
    """

    _by_line: Values = field(default_factory=lambda: defaultdict(list))
    _by_read: defaultdict[Read, list[int]] = field(default_factory=lambda: defaultdict(list))
    _place: object = None
    _said: set[Read] = field(default_factory=set)

    def returned(self, line: int, value: int) -> None:
        """A call on a line has this value."""
        self._by_line[line].append(value)

    def assigned(self, place: object, reads: Iterable[Read], said: Mapping[str, int]) -> None:
        """The part of the witness at ``place`` says what variables are, and these reads come just before."""
        if place != self._place:
            self._place, self._said = place, set()
        for read in reads:
            if read.variable in said and read not in self._said:
                self._said.add(read)
                self._by_read[read].append(said[read.variable])

    def values(self) -> Values:
        """By line: of several reads there, the first visit of each, then the second one."""
        found: Values = defaultdict(list, {line: list(values) for line, values in self._by_line.items()})
        reads = sorted(self._by_read, key=lambda each: (each.placed.statement.start, each.offset))
        visits = max(map(len, self._by_read.values()), default=0)
        for visit in range(visits):
            for read in reads:
                found[read.placed.place.line] += self._by_read[read][visit : visit + 1]
        return found


@dataclass(frozen=True)
class Reads:
    """All of a program that are statements of their own."""

    text: ProgramText

    @cached_property
    def _by_statement(self) -> dict[Placed, list[Read]]:
        found: defaultdict[Placed, list[Read]] = defaultdict(list)
        for placed in self.text.statements:
            statement = placed.statement
            text = placed.source.preprocessed[statement.start : statement.end]
            if statement.condition is None and not text.startswith(("{", "do")):
                found[placed] += [Read(placed, _name(match), match.start()) for match in _READ.finditer(text)]
        return found

    def at(self, placed: Placed) -> list[Read]:
        """Those of a statement."""
        return self._by_statement.get(placed, [])

    def before(self, placed: Placed) -> list[Read]:
        """Those of the statements after which ``placed`` is reached: before it in the text, or last in its body."""
        return self._by_following.get(placed, [])

    @cached_property
    def _by_following(self) -> dict[Placed, list[Read]]:
        found: defaultdict[Placed, list[Read]] = defaultdict(list)
        for placed, reads in self._by_statement.items():
            for each in self._following(placed):
                found[each] += reads
        return found

    def _following(self, placed: Placed) -> Iterator[Placed]:
        here = placed.statement
        same = [each for each in self.text.statements if each.source is placed.source]
        behind = min((each.statement.start for each in same if each.statement.start >= here.end), default=None)
        for each in same:
            other = each.statement
            is_around = other.is_loop and other.start < here.start and here.end <= other.end
            if other.start == behind or (is_around and (behind is None or other.end <= behind)):
                yield each
