"""Paths that go round a loop: cuts between equal parts are one cut, at which one formula has to hold every time.

An invariant of the folded path is a sequence of interpolants that does not depend on how often the path goes round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from coveriflow.logic.interpolation.path import Path, named
from coveriflow.logic.interpolation.shapes import Shape, shape_of
from coveriflow.logic.terms import Term

_LONGEST_PERIOD = 8


@dataclass(frozen=True, slots=True)
class Place:
    """A cut, or several that are one: ``cuts[k]`` has the variables ``tuples[k]``, each in its role."""

    cuts: tuple[int, ...]
    tuples: tuple[tuple[Term, ...], ...]


@dataclass(frozen=True, slots=True)
class Folded:
    """``places`` in the order of their first cuts; ``place_of`` and ``tuple_of`` for each cut."""

    places: tuple[Place, ...]
    place_of: Mapping[int, int]
    tuple_of: Mapping[int, tuple[Term, ...]]


def unfolded(path: Path) -> Folded:
    """Each cut is a place of its own."""
    return _numbered([Place((cut,), (tuple(named(path.shared[cut])),)) for cut in path.cuts])


def folded(path: Path) -> Folded | None:
    """The path with its longest repetition folded; ``None`` if nothing is repeated."""
    shapes = [shape_of(part) for part in path.parts]
    for period in range(1, _LONGEST_PERIOD + 1):
        first, count = _repetition([shape for shape, _ in shapes], period)
        while count >= 2:
            found = _rounds(path, [variables for _, variables in shapes], first, count, period)
            if found is not None:
                return found
            count -= 1
    return None


def different_parts(path: Path, places: Folded) -> list[int]:
    """The numbers of the parts, without those that say the same between the same places as one before."""
    seen: set[tuple[object, ...]] = set()
    found: list[int] = []
    for number, part in enumerate(path.parts):
        ends = [places.tuple_of.get(cut, ()) for cut in (number - 1, number)]
        where = tuple(places.place_of.get(cut) for cut in (number - 1, number))
        names = {v: n for n, v in reversed(list(enumerate(v for end in ends for v in end)))}
        shape, variables = shape_of(part)
        what = (where, shape, tuple(names.get(v) for v in variables), tuple(names[v] for end in ends for v in end))
        if what not in seen:
            seen.add(what)
            found.append(number)
    return found


def _numbered(places: Sequence[Place]) -> Folded:
    ordered = sorted(places, key=lambda place: place.cuts)
    place_of = {cut: number for number, place in enumerate(ordered) for cut in place.cuts}
    tuple_of = {cut: t for place in ordered for cut, t in zip(place.cuts, place.tuples, strict=True)}
    return Folded(tuple(ordered), place_of, tuple_of)


def _repetition(shapes: Sequence[Shape], period: int) -> tuple[int, int]:
    """The longest run of parts of which each is like the one ``period`` before: where it begins, how many rounds."""
    best = (0, 0)
    start = 0
    for number in range(period, len(shapes) + 1):
        if number < len(shapes) and shapes[number] == shapes[number - period]:
            continue
        rounds = (number - start) // period
        if rounds > best[1]:
            best = (start, rounds)
        start = number - period + 1
    return best


def _rounds(path: Path, variables: Sequence[tuple[Term, ...]], first: int, count: int, period: int) -> Folded | None:
    """The cuts before, between and after ``count`` rounds of ``period`` parts, of which ``first`` is the first."""
    places: list[Place] = []
    inside: set[int] = set()
    for offset in range(period):
        cuts = [first - 1 + offset + period * k for k in range(count + 1)]
        cuts = [cut for cut in cuts if 0 <= cut < len(path.parts) - 1 and cut < first - 1 + period * count + 1]
        if len(cuts) < 2:
            continue
        tuples = _roles(path, variables, cuts, period)
        if tuples is None:
            return None
        places.append(Place(tuple(cuts), tuples))
        inside |= set(cuts)
    rest = [Place((cut,), (tuple(named(path.shared[cut])),)) for cut in path.cuts if cut not in inside]
    return _numbered([*places, *rest]) if places else None


def _roles(
    path: Path, variables: Sequence[tuple[Term, ...]], cuts: Sequence[int], period: int
) -> tuple[tuple[Term, ...], ...] | None:
    """The variables at each of ``cuts``, those first that play the first role, and so on."""
    found = [tuple(named(path.shared[cuts[0]]))]
    for here, there in pairwise(cuts):
        renamed = _renaming(path, variables, here, there, period)
        following = tuple(renamed.get(v, v) for v in found[-1])
        if set(following) != path.shared[there] or len(following) != len(path.shared[there]):
            return None
        found.append(following)
    return tuple(found)


def _renaming(
    path: Path, variables: Sequence[tuple[Term, ...]], here: int, there: int, period: int
) -> dict[Term, Term]:
    """What is called differently one round later: by the parts before the two cuts, and by the parts after them."""
    renamed: dict[Term, Term] = {}
    for part in range(here - period + 1, here + period + 1):
        later = part + period
        if part >= 0 and later < len(variables) and len(variables[part]) == len(variables[later]):
            for one, other in zip(variables[part], variables[later], strict=True):
                if one in path.shared[here] and other in path.shared[there]:
                    renamed.setdefault(one, other)
    return renamed
