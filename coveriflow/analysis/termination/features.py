"""What ranking functions are made of: numbers that a state has, as mathematical integers.

A state has finitely many bits, so that each number has finitely many values: whatever decreases strictly for ever does
not exist, and no bound below has to be shown (Cook, Kroening, Ruemmer, Wintersteiger 2010).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from coveriflow.analysis.domains.symbolic import PathFormula
from coveriflow.analysis.search.atoms import Place, name_of
from coveriflow.logic import build
from coveriflow.logic.encoding import encoded
from coveriflow.logic.terms import Op, Term, bits, signed
from coveriflow.program.cfa.display import rendered
from coveriflow.program.expressions.compile import Key
from coveriflow.program.expressions.expressions import scalar_type

SPARE = 34
"""Bits more than the widest number has: sums of numbers with factors do not overflow."""


class Kind(Enum):
    """``PLAIN``: the value in its type. ``SIZE``: its absolute value. ``AROUND``: ``one - other`` modulo its width, as
    unsigned number: how often ``one`` must be decremented to become ``other``. ``GAP``: the absolute difference.
    ``IS``: whether it is ``constant``, 1 or 0. ``LOWEST``: its lowest bit that is set.
    """

    PLAIN = "plain"
    SIZE = "size"
    AROUND = "around"
    GAP = "gap"
    IS = "is"
    LOWEST = "lowest"


@dataclass(frozen=True, slots=True)
class Feature:
    """One number. ``other`` or else ``constant`` is what ``one`` is compared with."""

    kind: Kind
    one: Place
    other: Place | None = None
    constant: int = 0

    @property
    def places(self) -> tuple[Place, ...]:
        """What it depends on."""
        return (self.one,) if self.other is None else (self.one, self.other)

    @property
    def width(self) -> int:
        """Bits of its operands."""
        return max(scalar_type(place).width for place in self.places)

    def term(self, formula: PathFormula, width: int) -> Term:
        """The number in ``formula``, as a signed bit-vector of ``width`` bits, more than its operands have."""
        one = encoded(self.one, formula.read, anywhere=True)
        first = _wide(one, self.one, width)
        if self.other is None:
            second = bits(self.constant, width)
        else:
            second = _wide(encoded(self.other, formula.read, anywhere=True), self.other, width)
        match self.kind:
            case Kind.PLAIN:
                return first
            case Kind.SIZE:
                return _absolute(first, width)
            case Kind.GAP:
                return _absolute(build.arithmetic(Op.SUB, first, second), width)
            case Kind.AROUND:
                narrow = build.resized(build.arithmetic(Op.SUB, first, second), one.sort, is_signed=False)
                return build.resized(narrow, width, is_signed=False)
            case Kind.IS:
                return build.ite(build.equal(first, second), bits(1, width), bits(0, width))
            case Kind.LOWEST:
                lowest = build.arithmetic(Op.BVAND, one, build.negative(one))
                return build.resized(lowest, width, is_signed=False)

    def value(self, state: Mapping[Key, int]) -> int | None:
        """The number in a state, ``None`` where something has no value."""
        found = [_value(state, place) for place in self.places]
        if any(each is None for each in found):
            return None
        first = found[0] or 0
        second = self.constant if self.other is None else found[1] or 0
        mask = (1 << scalar_type(self.one).width) - 1
        match self.kind:
            case Kind.PLAIN:
                return first
            case Kind.SIZE:
                return abs(first)
            case Kind.GAP:
                return abs(first - second)
            case Kind.AROUND:
                return (first - second) & mask
            case Kind.IS:
                return int(first == second)
            case Kind.LOWEST:
                return (first & mask) & -(first & mask)

    def __str__(self) -> str:
        """As people read it."""
        one = rendered(self.one)
        other = str(self.constant) if self.other is None else rendered(self.other)
        match self.kind:
            case Kind.PLAIN:
                return one
            case Kind.SIZE:
                return f"|{one}|"
            case Kind.GAP:
                return f"|{one} - {other}|"
            case Kind.AROUND:
                difference = one if other == "0" else f"{one} - {other}"
                return f"(({difference}) mod 2^{scalar_type(self.one).width})"
            case Kind.IS:
                return f"({one} == {other})"
            case Kind.LOWEST:
                return f"({one} & -{one})"


def _wide(term: Term, place: Place, width: int) -> Term:
    return build.resized(term, width, is_signed=scalar_type(place).signed)


def _absolute(term: Term, width: int) -> Term:
    is_negative = build.less(term, bits(0, width), is_signed=True)
    return build.ite(is_negative, build.negative(term), term)


def _value(state: Mapping[Key, int], place: Place) -> int | None:
    found = state.get(name_of(place))
    return None if found is None else scalar_type(place).wrap(found)


def features_of(places: Sequence[Place], constants: Sequence[int]) -> Iterator[Feature]:
    """The plain ones first."""
    yield from (Feature(Kind.PLAIN, place) for place in places)
    yield from (Feature(Kind.SIZE, place) for place in places if scalar_type(place).signed)
    for one, other in combinations(places, 2):
        if one.type == other.type:
            yield Feature(Kind.AROUND, one, other)
            yield Feature(Kind.AROUND, other, one)
            yield Feature(Kind.GAP, one, other)
    for place in places:
        type_ = scalar_type(place)
        for constant in (c for c in constants if type_.minimum <= c <= type_.maximum):
            yield Feature(Kind.IS, place, None, constant)
            if constant or type_.signed:
                yield Feature(Kind.AROUND, place, None, constant)
        yield Feature(Kind.LOWEST, place)


@dataclass(frozen=True, slots=True)
class Combination:
    """``constant`` and the sum of features with their factors: one component of a ranking function."""

    terms: tuple[tuple[int, Feature], ...]
    constant: int = 0

    @property
    def width(self) -> int:
        """Bits in which it is computed without overflow."""
        sizes = [abs(factor).bit_length() + feature.width + 2 for factor, feature in self.terms]
        return max([*sizes, abs(self.constant).bit_length() + 2], default=2) + len(self.terms).bit_length() + 1

    def term(self, formula: PathFormula, width: int) -> Term:
        """Its value in ``formula``."""
        total = bits(self.constant, width)
        for factor, feature in self.terms:
            part = build.arithmetic(Op.MUL, bits(factor, width), feature.term(formula, width))
            total = build.arithmetic(Op.ADD, total, part)
        return total

    def value(self, state: Mapping[Key, int]) -> int | None:
        """Its value in a state."""
        found = [feature.value(state) for _, feature in self.terms]
        if any(each is None for each in found):
            return None
        return self.constant + sum(factor * (each or 0) for (factor, _), each in zip(self.terms, found, strict=True))

    def __str__(self) -> str:
        """As people read it."""
        text = ""
        for factor, feature in sorted(self.terms, key=lambda pair: pair[0] < 0):
            size = "" if abs(factor) == 1 else f"{abs(factor)} * "
            text += f"{_sign(factor, is_first=not text)}{size}{feature}"
        if self.constant or not text:
            text += f"{_sign(self.constant, is_first=not text)}{abs(self.constant)}"
        return text


def _sign(factor: int, *, is_first: bool) -> str:
    if is_first:
        return "-" if factor < 0 else ""
    return " - " if factor < 0 else " + "


def as_signed(value: int, width: int) -> int:
    """A model's value of a term."""
    return signed(value, width)
