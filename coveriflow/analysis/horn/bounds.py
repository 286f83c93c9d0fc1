"""Candidates for bounds: how large a variable can grow, by how many rounds or calls there are.

A solution over integers that do not wrap is one in bits as soon as bounds show that nothing wraps. Spacer seldom finds
bounds that grow with a variable. These are guessed here, and none is believed: what is inductive is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from itertools import combinations, combinations_with_replacement, product

from coveriflow.analysis.horn.blocks import entry_name
from coveriflow.analysis.predicate.formulas import program_name
from coveriflow.logic import build
from coveriflow.logic.horn.contracts import Clause, Predicate, predicates_of
from coveriflow.logic.substitution import conjunction
from coveriflow.logic.terms import Op, Term, bits, signed, subterms

_MOST_PARAMETERS = 8
_MOST_CONSTANTS = 8
_LARGEST_FACTOR = 1 << 20
_WIDEST = 64
_NEAR = 2
_MOST_SUMMANDS = 3
_FEW = 4
"""Numbers of a program without a frame below: each may be a sum of the others."""


def candidates(clauses: Sequence[Clause]) -> dict[Predicate, Term]:
    """For each relation: ranges between numbers of the program, and growth that is linear or exponential."""
    constants = _constants(clauses)
    return {each: conjunction(list(dict.fromkeys(_of(each, constants)))) for each in predicates_of(clauses)}


def closed_forms(clauses: Sequence[Clause], results: Collection[Predicate]) -> dict[Predicate, Term]:
    """For each relation: what a number is as a sum of those at the entry of its frame, or their negatives, and in
    ``results`` as a product of two, modulo 2^width: so is the result of a function, after any number of calls. Which
    numbers are powers of two, and which signs they have.
    """
    return {each: conjunction(list(dict.fromkeys(_forms_of(each, results)))) for each in predicates_of(clauses)}


def _forms_of(predicate: Predicate, results: Collection[Predicate]) -> Iterator[Term]:
    numbers = [p for p in predicate.parameters if 1 < p.sort <= _WIDEST][:_MOST_PARAMETERS]
    entries = [each for each in numbers if entry_name(each) is not None]
    for each in numbers:
        yield from _ranges(each, ())
    for number in (each for each in numbers if entry_name(each) is None):
        others = [each for each in numbers if each is not number] if len(numbers) <= _FEW else []
        name = program_name(number)
        given = sorted(entries or others, key=lambda each: entry_name(each) != name)
        given = [each for each in given if each.sort == number.sort][:_MOST_SUMMANDS]
        if predicate in results or not entries:
            for one, other in combinations_with_replacement(given, 2):
                yield build.equal(number, build.arithmetic(Op.MUL, one, other))
        for signs in product((0, 1, -1), repeat=len(given)):
            summands = sum(map(abs, signs))
            if summands:
                total = reduce(_added, zip(signs, given, strict=True), bits(0, number.sort))
                constants = (0, 1, -1) if summands == 1 else (0,)
                yield from (build.equal(number, _plus(total, constant)) for constant in constants)

    yield from _powers(numbers)


def _powers(numbers: Sequence[Term]) -> Iterator[Term]:
    """What doubles with each call: a number, or what it has grown by, as a power of two, or one beside it."""
    for grown, base in _differences(numbers):
        for by in filter(_is_local, numbers):
            if by.sort == grown.sort and by is not grown and by is not base:
                power = build.arithmetic(Op.SHL, bits(1, by.sort), by)
                yield from (build.equal(grown, _plus(power, constant)) for constant in (0, 1, -1))


def _added(total: Term, signed_number: tuple[int, Term]) -> Term:
    sign, number = signed_number
    return build.arithmetic(Op.ADD if sign > 0 else Op.SUB, total, number) if sign else total


def _constants(clauses: Sequence[Clause]) -> list[int]:
    """Numbers of the clauses, those that are there most often first."""
    roots = [c.guard for c in clauses]
    roots += [a for c in clauses for atom in (*c.body, *((c.head,) if c.head else ())) for a in atom.arguments]
    found = Counter(
        signed(int(t.payload), t.sort) for t in subterms(roots) if t.op is Op.CONSTANT and 1 < t.sort <= _WIDEST
    )
    return [value for value, _ in found.most_common(_MOST_CONSTANTS)]


def _of(predicate: Predicate, constants: Sequence[int]) -> Iterator[Term]:
    numbers = [p for p in predicate.parameters if 1 < p.sort <= _WIDEST][:_MOST_PARAMETERS]
    for number in numbers:
        yield from _ranges(number, constants)
    for one, other in combinations(numbers, 2):
        if one.sort == other.sort:
            yield from (build.equal(one, _plus(other, c)) for c in range(-_NEAR, _NEAR + 1))
    for grown, base in _differences(numbers):
        for constant in (c for c in constants if c >= 0):
            yield _at_most(grown, bits(constant, grown.sort))
        for by in filter(_is_local, numbers):
            if by is not base and by.sort <= grown.sort and grown is not by:
                yield from _growth(grown, by, constants)


def _ranges(number: Term, constants: Sequence[int]) -> Iterator[Term]:
    for constant in dict.fromkeys((0, 1, *constants)):
        limit = bits(constant, number.sort)
        yield build.negate(build.less(number, limit, is_signed=True))
        yield build.negate(build.less(limit, number, is_signed=True))


def _is_local(number: Term) -> bool:
    """Only these count rounds and calls."""
    return "::" in str(number.payload)


def _plus(number: Term, constant: int) -> Term:
    return build.arithmetic(Op.ADD, number, bits(constant, number.sort))


def _differences(numbers: Sequence[Term]) -> Iterator[tuple[Term, Term | None]]:
    """Numbers that may have changed, and how much, modulo 2^width; each with what it is compared with."""
    before = {name: n for n in numbers if (name := entry_name(n)) is not None}
    for number in numbers:
        name = program_name(number)
        if name is not None:
            yield number, None
            base = before.get(name)
            if base is not None:
                yield build.arithmetic(Op.SUB, number, base), base


def _growth(grown: Term, by: Term, constants: Sequence[int]) -> Iterator[Term]:
    """Between multiples, or powers of two, of how often ``by`` can be counted down; in a width without overflow."""
    wide = 2 * grown.sort
    value, rounds = build.resized(grown, wide, is_signed=False), _rounds(by, wide)
    yield _at_most(rounds, value)
    for factor in dict.fromkeys((1, *(c for c in constants if 1 < c <= _LARGEST_FACTOR))):
        yield _at_most(value, build.arithmetic(Op.MUL, rounds, bits(factor, wide)))
    one = bits(1, wide)
    for less, off in ((0, 0), (0, 1), (1, 0)):
        exponent = _rounds(build.arithmetic(Op.SUB, by, bits(less, by.sort)), wide)
        power = build.arithmetic(Op.SUB, build.arithmetic(Op.SHL, one, exponent), bits(off, wide))
        is_large = build.less(bits(grown.sort, wide), exponent, is_signed=False)
        yield build.disjoin(is_large, _at_most(value, power))


def _rounds(by: Term, wide: int) -> Term:
    """``by``, or zero if it is negative."""
    is_negative = build.less(by, bits(0, by.sort), is_signed=True)
    return build.resized(build.ite(is_negative, bits(0, by.sort), by), wide, is_signed=False)


def _at_most(small: Term, large: Term) -> Term:
    return build.negate(build.less(large, small, is_signed=False))
