"""Compositions are values: frozen trees of actors, checked when they are built; anyone can run or draw them.

``a >> b``: one after the other. ``a & b``: side by side, to the end. ``a | b``: side by side, the first that decides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar

from coveriflow.actors.questions import DECIDED, Question, subject_of
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.display.brief import Brief, cut
from coveriflow.artifacts.display.notebook import Displayed
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End

Parameter = int | float | str | bool | None
USUAL: dict[str, Callable[[], Mapping[str, Any]]] = {}
"""By actor, the parameters that it has if nothing else is said; filled where actors are defined."""


class CompositionError(ValueError):
    """A composition that cannot work: reported when it is built."""


class Composable(Displayed, Brief):
    """What compositions have in common: operators, and their parts. All three operators are associative: what they
    make is flat.
    """

    __slots__ = ()

    def __rshift__(self, other: Composition) -> Sequence:
        return Sequence((*_flat(Sequence, self), *_flat(Sequence, other)))

    def __and__(self, other: Composition) -> Parallel:
        return Parallel((*_flat(Parallel, self), *_flat(Parallel, other)))

    def __or__(self, other: Composition) -> Portfolio:
        return Portfolio((*_flat(Portfolio, self), *_flat(Portfolio, other)))

    def __repr__(self) -> str:
        return cut(" ".join(self.expression().split()))

    def expression(self) -> str:
        """How it is written in Python, more or less."""
        return f"{type(self).__name__}({', '.join(each.expression() for each in self.children())})"

    def children(self) -> tuple[Composition, ...]:
        """The compositions that this one is made of, in the order of the text."""
        return ()

    def rebuilt(self, children: tuple[Composition, ...]) -> Composition:
        """The same with other parts."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Need:
    """One input of an actor: an artifact of one of ``types``; an ``optional`` one may be missing."""

    name: str
    types: tuple[type, ...]
    optional: bool = False

    def __str__(self) -> str:
        return " or ".join(t.__name__ for t in self.types)


@dataclass(frozen=True, slots=True, repr=False)
class Actor(Composable):
    """One use of an actor: what to call (``module:name`` of its definition) with which parameters, sorted by name.

    ``label``: what this use is called, where it is not the actor's name. ``sources``: for inputs, by name, whose
    artifact is taken; the latest one, for the others.
    """

    name: str
    version: str
    definition: str
    parameters: tuple[tuple[str, Parameter], ...]
    needs: tuple[Need, ...]
    provides: tuple[type, ...]
    label: str = ""
    sources: tuple[tuple[str, str], ...] = ()

    @property
    def called(self) -> str:
        """What others call it."""
        return self.label or self.name

    def named(self, label: str) -> Actor:
        """The same, with a name of its own: to be distinguished from another use of the actor."""
        return replace(self, label=label)

    def taking(self, **sources: str) -> Actor:
        """The same, with inputs that come from those who are called so: ``reduce().taking(condition="value")``."""
        has = [need.name for need in self.needs]
        for name in sources:
            if name not in has:
                raise CompositionError(f"{self.called} has no input '{name}' (it has: {', '.join(has) or 'none'})")
        return replace(self, sources=tuple(sorted({**dict(self.sources), **sources}.items())))

    def rebuilt(self, children: tuple[Composition, ...]) -> Actor:
        """See ``Composable``."""
        return self

    def expression(self) -> str:
        """See ``Composable``; without parameters that are as usual."""
        usual = USUAL[self.name]() if self.name in USUAL else {}
        given = ", ".join(f"{key}={value!r}" for key, value in self.parameters if (key, value) not in usual.items())
        label = f".named({self.label!r})" if self.label else ""
        return f"{self.name.replace('-', '_')}({given}){label}"

    def __str__(self) -> str:
        given = ", ".join(f"{key}={value}" for key, value in self.parameters if value is not None)
        return f"{self.name}({given})"


@dataclass(frozen=True, slots=True, repr=False)
class _Several(Composable):
    """Compositions of one kind of several others."""

    parts: tuple[Composition, ...]

    sign: ClassVar[str] = ""

    def children(self) -> tuple[Composition, ...]:
        """See ``Composable``."""
        return self.parts

    def expression(self) -> str:
        """See ``Composable``."""
        parts = [f"({e.expression()})" if isinstance(e, _Several) else e.expression() for e in self.parts]
        return self.sign.join(parts) if self.sign else f"{type(self).__name__}({', '.join(parts)})"

    def rebuilt(self, children: tuple[Composition, ...]) -> Composition:
        """See ``Composable``."""
        return replace(self, parts=children)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True, repr=False)
class Sequence(_Several):
    """One after the other; what earlier parts produced is there for all later ones."""

    sign: ClassVar[str] = " >> "


@dataclass(frozen=True, slots=True, repr=False)
class Parallel(_Several):
    """All at the same time and to the end, each with an equal share of the budget; each sees what was there before.

    The answer is the decisive one, if there are any and they agree; verdicts that contradict each other are a defect,
    and the answer is then ``unknown``.
    """

    sign: ClassVar[str] = " & "


@dataclass(frozen=True, slots=True, repr=False)
class Portfolio(_Several):
    """All at the same time, each with an equal share of the budget, until one has an answer for which ``wins`` holds:
    the others are stopped, and only what the winner produced remains. Without a winner all that was produced does.

    An answer that is only claimed (by an external tool) ends no other part, and wins where no other answer does: the
    first one, unless such answers contradict each other.
    """

    sign: ClassVar[str] = " | "

    wins: Question = DECIDED

    def __post_init__(self) -> None:
        """Refuse a rule about something else than answers."""
        if subject_of(self.wins) is not Answer:
            raise CompositionError(f"a portfolio ends with an answer, and '{self.wins}' is not about answers")


@dataclass(frozen=True, slots=True, repr=False)
class Fallback(_Several):
    """The next one where one fails, lacks its tool, does nothing at all, or does not decide although it has a verifier
    (which may have been skipped). Each sees what those before have produced.
    """


@dataclass(frozen=True, slots=True)
class Slice:
    """A turn of part number ``part``: at most ``cpu`` seconds of CPU time, and at most ``share`` of what is left of the
    budget; none at all where that is less than ``least`` seconds, or where ``when`` does not hold at the beginning.
    """

    part: int
    cpu: float | None = None
    share: float = 1.0
    least: float = 0.3
    when: Question | None = None

    def of(self, left: float) -> float:
        """How long it is where so many seconds are left."""
        most = math.inf if self.cpu is None else self.cpu
        turn = min(most, self.share * left)
        return turn if turn >= min(self.least, most) else 0.0


@dataclass(frozen=True, slots=True, repr=False)
class Interleaved(_Several):
    """A portfolio whose parts take turns, as ``slices`` say: at the end of its turn a part is stopped where it is, and
    in its next turn it goes on. As many as there are ``cores`` for run at a time. The first answer that decides ends
    all; a part's last turn ends by its own limit, and what it leaves of the budget is for the turns after it.

    The limit of a part is all the time that it may have. Those that are stopped hold at most half of the memory. In a
    part one actor runs at a time: what runs side by side cannot be stopped as one.
    """

    slices: tuple[Slice, ...] = ()
    cores: int = 1

    def __post_init__(self) -> None:
        """Refuse turns of nobody, parts without a turn, and shares that are none."""
        if {each.part for each in self.slices} != set(range(len(self.parts))) or self.cores < 1:
            raise CompositionError(
                "each part of an Interleaved has a slice, and each slice a part; cores are from 1 on"
            )
        for part in self.parts:
            if (beside := _side_by_side(part)) is not None:
                raise CompositionError(f"in a part of an Interleaved one actor runs at a time, not a {beside}")
        for each in self.slices:
            if not 0 < each.share <= 1 or not (each.cpu is None or 0 < each.cpu < math.inf) or not each.least > 0:
                raise CompositionError(f"a slice has seconds above 0, and a share between 0 and 1: {each}")

    def expression(self) -> str:
        """See ``Composable``."""
        parts = ", ".join(part.expression() for part in self.parts)
        return f"Interleaved(({parts},), {self.slices!r}, {self.cores})"


def _side_by_side(composition: Composable) -> str | None:
    """The name of a composition in it, of several at a time."""
    if isinstance(composition, Parallel | Portfolio | Interleaved | Ranged):
        return type(composition).__name__
    return next((name for each in composition.children() if (name := _side_by_side(each)) is not None), None)


@dataclass(frozen=True, slots=True, repr=False)
class IfThenElse(Composable):
    """``then`` where ``condition`` holds for the last answer, else ``otherwise`` (nothing if that is ``None``).

    A condition about artifacts of another kind is asked of the latest one of these, and does not hold without one.
    """

    condition: Question
    then: Composition
    otherwise: Composition | None = None

    def expression(self) -> str:
        """See ``Composable``."""
        parts = ", ".join(each.expression() for each in self.children())
        named = {f"verdict is {verdict.value}": f"when_{verdict.value}" for verdict in (Verdict.UNKNOWN, Verdict.FALSE)}
        asked = str(self.condition)
        return f"{named[asked]}({parts})" if asked in named else f"IfThenElse({asked}, {parts})"

    def children(self) -> tuple[Composition, ...]:
        """See ``Composable``."""
        return (self.then,) if self.otherwise is None else (self.then, self.otherwise)

    def rebuilt(self, children: tuple[Composition, ...]) -> IfThenElse:
        """See ``Composable``."""
        return IfThenElse(self.condition, *children)


@dataclass(frozen=True, slots=True, repr=False)
class _Around(Composable):
    """Compositions of one other."""

    part: Composition

    def children(self) -> tuple[Composition, ...]:
        """See ``Composable``."""
        return (self.part,)

    def rebuilt(self, children: tuple[Composition, ...]) -> Composition:
        """See ``Composable``."""
        return replace(self, part=children[0])  # type: ignore[return-value]


@dataclass(frozen=True, slots=True, repr=False)
class Within(_Around):
    """``part`` with at most ``limits``, and at most ``share`` of the CPU and wall time that is left."""

    limits: Limits = Limits()
    share: float = 1.0

    def __post_init__(self) -> None:
        """Refuse a share or a limit that is none."""
        if not 0 < self.share <= 1:
            raise CompositionError(f"a share of the budget lies between 0 and 1: {self.share}")
        for each in (self.limits.cpu, self.limits.wall, self.limits.memory):
            if each is not None and not 0 < each < math.inf:
                raise CompositionError(f"a limit is a number above 0: {each}")


@dataclass(frozen=True, slots=True, repr=False)
class Retry(_Around):
    """``part`` once more, up to ``times`` times, where an actor in it ended in one of the ways ``on``; ``wait`` seconds
    lie between.
    """

    times: int = 1
    wait: float = 0.0
    on: tuple[End, ...] = (End.DIED, End.FAILED)

    def __post_init__(self) -> None:
        """Refuse what means nothing."""
        if self.times < 0 or not self.wait >= 0:
            raise CompositionError(f"a retry is done from 0 times on, from 0 seconds on: {self.times}, {self.wait}")


@dataclass(frozen=True, slots=True, repr=False)
class Repeat(_Around):
    """``part`` again and again until ``until`` holds for the last answer, at most ``most`` times.

    A round sees what came before the first one, and of earlier rounds the latest artifact of each kind from each
    actor. Artifacts of the kinds ``gathered`` are joined with those that the same actor made in earlier rounds (their
    operator ``+``) as soon as they are there.
    """

    until: Question = DECIDED
    most: int = 1
    gathered: tuple[type, ...] = ()

    def __post_init__(self) -> None:
        """Refuse no rounds, and kinds that cannot be joined."""
        if self.most < 1:
            raise CompositionError(f"nothing is repeated {self.most} times")
        for kind in self.gathered:
            if not hasattr(kind, "__add__"):
                raise CompositionError(f"artifacts of the kind {kind.__name__} cannot be joined over rounds")


class Splitting(Enum):
    """When ranges are made: before the analyses, or also while they run, where one of them has nothing to do."""

    STATIC = "static"
    DYNAMIC = "dynamic"


@dataclass(frozen=True, slots=True, repr=False)
class Ranged(Composable):
    """Composition of ranged analyses (ranged analysis, Sect. 3): ``splitter`` parts the paths into ranges, each of
    ``analyses`` looks at one, all at the same time, and ``aggregator`` joins what they found.

    Who is done takes the next range, if there are more ranges than analyses; if there are fewer, the last analyses have
    nothing to do, and share no budget. The CPU time that one leaves is for those who still work. The first violation
    ends the others, and remains with what belongs to it. Where all paths are one range, or the splitter fails, the
    first analysis looks at the whole program.

    ``splitting``: with ``DYNAMIC``, who has nothing to do gets the right part of what another one has left of its
    range, if the analysis there can give it away (symbolic execution can), and half of its time.
    (Siddiqui and Khurshid, 2012: work stealing.)
    """

    splitter: Composition
    analyses: tuple[Composition, ...]
    aggregator: Composition
    splitting: Splitting = Splitting.STATIC

    def __post_init__(self) -> None:
        """Refuse what nobody looks at."""
        if not self.analyses:
            raise CompositionError("ranges without an analysis")

    def children(self) -> tuple[Composition, ...]:
        """See ``Composable``."""
        return (self.splitter, *self.analyses, self.aggregator)

    def rebuilt(self, children: tuple[Composition, ...]) -> Ranged:
        """See ``Composable``."""
        splitter, *analyses, aggregator = children
        return Ranged(splitter, tuple(analyses), aggregator, self.splitting)


Composition = (
    Actor | Sequence | Parallel | Portfolio | Fallback | Interleaved | IfThenElse | Within | Retry | Repeat | Ranged
)


def _flat(kind: type[_Several], composition: Composable) -> tuple[Composition, ...]:
    """A portfolio with a rule of its own stays one part."""
    if type(composition) is kind and replace(composition, parts=()) == kind(()):
        return composition.children()
    if isinstance(composition, Composable):
        return (composition,)  # type: ignore[return-value]
    raise no_composition(composition)


def no_composition(given: object) -> CompositionError:
    """The error for what was given in place of a composition."""
    return CompositionError(f"{given!r} is no composition: actors are called, as in value() >> bmc()")


def actors_in(composition: Composition) -> Iterator[Actor]:
    """All actors, in the order of the text."""
    if isinstance(composition, Actor):
        yield composition
    for part in composition.children():
        yield from actors_in(part)


def questions_in(composition: Composition) -> Iterator[Question]:
    """All that is asked, in the order of the text."""
    named = (getattr(composition, name, None) for name in ("condition", "wins", "when", "until"))
    yield from (each for each in named if each is not None)
    for part in composition.children():
        yield from questions_in(part)


def mapped(composition: Composition, change: Callable[[Actor], Actor]) -> Composition:
    """``composition`` with each actor changed."""
    if isinstance(composition, Actor):
        return change(composition)
    return composition.rebuilt(tuple(mapped(part, change) for part in composition.children()))
