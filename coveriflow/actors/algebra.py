"""Compositions are values: frozen trees of actors, checked when they are built; anyone can run or draw them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict

Parameter = int | float | str | bool | None


class CompositionError(ValueError):
    """A composition that cannot work: said when it is built."""


class Composable:
    """``a >> b``: first ``a``, then ``b``. Associative: sequences inside are flattened."""

    __slots__ = ()

    def __rshift__(self, other: Composition) -> Sequence:
        return Sequence((*_parts(self), *_parts(other)))


@dataclass(frozen=True, slots=True)
class Need:
    """One input of an actor: an artifact of one of ``types``; an ``optional`` one may be missing."""

    name: str
    types: tuple[type, ...]
    optional: bool = False

    def __str__(self) -> str:
        return " or ".join(t.__name__ for t in self.types)


@dataclass(frozen=True, slots=True)
class Actor(Composable):
    """One use of an actor: what to call (``module:name`` of its definition) with which parameters, sorted by name."""

    name: str
    version: str
    definition: str
    parameters: tuple[tuple[str, Parameter], ...]
    needs: tuple[Need, ...]
    provides: tuple[type, ...]

    def __str__(self) -> str:
        given = ", ".join(f"{key}={value}" for key, value in self.parameters if value is not None)
        return f"{self.name}({given})"


@dataclass(frozen=True, slots=True)
class Sequence(Composable):
    """One after the other; what earlier parts produced is there for all later ones."""

    parts: tuple[Composition, ...]


@dataclass(frozen=True, slots=True)
class VerdictIs:
    """Holds where the last answer in the scope has one of ``verdicts``; no answer yet counts as ``unknown``."""

    verdicts: tuple[Verdict, ...]

    def __str__(self) -> str:
        return "verdict is " + " or ".join(v.value for v in self.verdicts)


@dataclass(frozen=True, slots=True)
class IfThenElse(Composable):
    """``then`` where ``condition`` holds, else ``otherwise`` (nothing if that is ``None``)."""

    condition: VerdictIs
    then: Composition
    otherwise: Composition | None = None


Composition = Actor | Sequence | IfThenElse


def _parts(composition: Composable) -> tuple[Composition, ...]:
    if isinstance(composition, Sequence):
        return composition.parts
    if isinstance(composition, Actor | IfThenElse):
        return (composition,)
    raise _no_composition(composition)


def _no_composition(given: object) -> CompositionError:
    return CompositionError(f"{given!r} is no composition: actors are called, as in value() >> bmc()")


def actors_in(composition: Composition) -> Iterator[Actor]:
    """All actors, in the order of the text."""
    match composition:
        case Actor():
            yield composition
        case Sequence(parts):
            for part in parts:
                yield from actors_in(part)
        case IfThenElse(_, then, otherwise):
            yield from actors_in(then)
            if otherwise is not None:
                yield from actors_in(otherwise)


def mapped(composition: Composition, change: Callable[[Actor], Actor]) -> Composition:
    """``composition`` with each actor changed."""
    match composition:
        case Actor():
            return change(composition)
        case Sequence(parts):
            return Sequence(tuple(mapped(part, change) for part in parts))
        case IfThenElse(condition, then, otherwise):
            other = mapped(otherwise, change) if otherwise is not None else None
            return IfThenElse(condition, mapped(then, change), other)


def provided(composition: Composition, available: frozenset[type]) -> frozenset[type]:
    """Types of artifacts that may be there after ``composition``, if ``available`` are there before.

    Raises ``CompositionError`` for an actor that lacks an input, naming what would provide it.
    """
    match composition:
        case Actor():
            _check(composition, available)
            return available | frozenset(composition.provides)
        case Sequence(parts):
            for part in parts:
                available = provided(part, available)
            return available
        case IfThenElse(_, then, otherwise):
            after = provided(then, available)
            return after | (provided(otherwise, available) if otherwise is not None else frozenset())
        case _:
            raise _no_composition(composition)


def _check(actor: Actor, available: frozenset[type]) -> None:
    for need in actor.needs:
        if not need.optional and not any(t in available for t in need.types):
            raise CompositionError(_lacking(actor, need))


def _lacking(actor: Actor, need: Need) -> str:
    from coveriflow.actors.contracts import known_actors

    providers = [name for name, d in sorted(known_actors().items()) if set(d.provides) & set(need.types)]
    suggestion = f"; put {' or '.join(providers)} before it" if providers else ""
    return f"{actor.name} needs a {need}, which nothing before it provides{suggestion}"


@dataclass(frozen=True, slots=True)
class Flow:
    """A named composition that answers a task. Checked when built: actors find their inputs, and there is an answer."""

    name: str
    composition: Composition
    takes: tuple[type, ...] = (Task,)

    def __post_init__(self) -> None:
        after = provided(self.composition, frozenset(self.takes))
        if Answer not in after:
            raise CompositionError(f"flow '{self.name}' never gives an answer")


def when_unknown(then: Composition, otherwise: Composition | None = None) -> IfThenElse:
    """Go on only where nothing has been decided."""
    return IfThenElse(VerdictIs((Verdict.UNKNOWN,)), then, otherwise)


def when_false(then: Composition, otherwise: Composition | None = None) -> IfThenElse:
    """Go on only where a violation is claimed."""
    return IfThenElse(VerdictIs((Verdict.FALSE,)), then, otherwise)
