"""Sums of many choices, in one form: equal addends cancel, and what is chosen between is as small as it can be.

Where the branches of a program join, each variable is a choice among what the branches made of it. A solver that adds
up many such variables then has a sum for each combination of branches. With what the branches have in common outside,
equal terms cancel, and what is left to add up are small choices.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from coveriflow.logic import build
from coveriflow.logic.substitution import rebuilt
from coveriflow.logic.terms import Op, Term, bits, make, subterms

_MOST_ADDENDS = 128
"""Addends of a sum that are looked at: beyond that it is one addend."""

_SUMS = frozenset({Op.ADD, Op.SUB, Op.NEG, Op.TRUNCATE})


@dataclass(frozen=True, slots=True)
class _Sum:
    """``constant`` plus each of ``addends`` so many times, modulo ``2**width``; none of these is a sum itself."""

    addends: Mapping[Term, int]
    constant: int
    width: int

    def plus(self, other: _Sum, times: int = 1) -> _Sum:
        found = dict(self.addends)
        for term, count in other.addends.items():
            found[term] = found.get(term, 0) + times * count
        return _sum(found, self.constant + times * other.constant, self.width)

    def without(self, common: Mapping[Term, int]) -> _Sum:
        return self.plus(_Sum(common, 0, self.width), -1)

    def truncated(self, width: int) -> _Sum | None:
        """``None`` where two addends become one: a sum of them would not be in order."""
        addends = [(build.resized(term, width, is_signed=False), count) for term, count in self.addends.items()]
        if any(term.op in _SUMS or term.constant is not None for term, _ in addends):
            return None
        return _sum(dict(addends), self.constant, width) if len({t for t, _ in addends}) == len(addends) else None

    def term(self) -> Term:
        """The addends in the order of their numbers, then the constant. Not folded: that would move constants into
        choices again.
        """
        parts = [_times(term, count, self.width) for term, count in sorted(self.addends.items(), key=_number)]
        if self.constant or not parts:
            parts.append(bits(self.constant, self.width))
        total = parts[0]
        for part in parts[1:]:
            total = make(Op.ADD, (total, part), "", self.width)
        return total


def _number(addend: tuple[Term, int]) -> int:
    return addend[0].number


def _sum(addends: Mapping[Term, int], constant: int, width: int) -> _Sum:
    most = 1 << width
    return _Sum({term: count % most for term, count in addends.items() if count % most}, constant % most, width)


def _times(term: Term, count: int, width: int) -> Term:
    if count == 1:
        return term
    if count == (1 << width) - 1:
        return make(Op.NEG, (term,), "", width)
    return make(Op.MUL, (term, bits(count, width)), "", width)


class CommonAddends:
    """Moves common addends out of choices: ``c ? x + 1 : x`` is ``x + (c ? 1 : 0)``; what was done once is kept."""

    def __init__(self) -> None:
        self._done: dict[Term, Term] = {}
        self._sums: dict[Term, _Sum] = {}

    def outside(self, root: Term) -> Term:
        """``root`` with common addends outside of all its choices, and cancelled where sums are compared."""
        done, pending = self._done, [root]
        while pending:
            term = pending[-1]
            missing = [argument for argument in term.args if argument not in done]
            if missing:
                pending += missing
            elif pending.pop() not in done:
                done[term] = self._parted(term, tuple(done[argument] for argument in term.args))
        return done[root]

    def _parted(self, term: Term, args: tuple[Term, ...]) -> Term:
        if term.op is Op.EQ and args[0].sort > 0:
            return self._equal(*args)
        if term.sort <= 0 or term.op not in _SUMS | {Op.ITE}:
            return rebuilt(term, args)
        if term.op is Op.ITE:
            return self._kept(self._choice(*args))
        parts = [self._sum_of(argument) for argument in args]
        if term.op is Op.ADD:
            return self._kept(parts[0].plus(parts[1]))
        if term.op is Op.SUB:
            return self._kept(parts[0].plus(parts[1], -1))
        if term.op is Op.NEG:
            return self._kept(_sum({}, 0, term.sort).plus(parts[0], -1))
        truncated = parts[0].truncated(term.sort) if args[0].op in _SUMS else None
        return rebuilt(term, args) if truncated is None else self._kept(truncated)

    def _choice(self, condition: Term, then: Term, otherwise: Term) -> _Sum:
        one, other = self._sum_of(then), self._sum_of(otherwise)
        width = then.sort
        common = {term: other.addends[term] for term in one.addends if term in other.addends}
        rest = one.without(common), other.without(common)
        apart = _sum(rest[0].addends, one.constant - other.constant, width).term()
        chosen = build.ite(condition, apart, _sum(rest[1].addends, 0, width).term())
        return _sum(common, other.constant, width).plus(_one(chosen))

    def _equal(self, left: Term, right: Term) -> Term:
        one, other = self._sum_of(left), self._sum_of(right)
        common = {term: other.addends[term] for term in one.addends if term in other.addends}
        if not common:
            return build.equal(left, right)
        return build.equal(one.without(common).term(), other.without(common).term())

    def _sum_of(self, term: Term) -> _Sum:
        """What ``term``, which is in this form, is the sum of."""
        return self._sums.get(term) or _one(term)

    def _kept(self, found: _Sum) -> Term:
        term = found.term()
        if len(found.addends) <= _MOST_ADDENDS:
            self._sums.setdefault(term, found)
        return term


def _one(term: Term) -> _Sum:
    if term.constant is not None:
        return _sum({}, term.constant, term.sort)
    return _Sum({term: 1}, 0, term.sort)


def has_sums_of_choices(question: list[Term]) -> bool:
    """Whether choices among numbers are added up, so that another form may make a difference."""
    return any(term.op is Op.ITE and term.sort > 0 and _adds(term) for term in subterms(question))


def _adds(choice: Term) -> bool:
    return any(each.op in (Op.ADD, Op.SUB) or each.op is Op.ITE for each in choice.args[1:])
