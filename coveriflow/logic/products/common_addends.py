"""Sums without choices among sums: ``c ? x + 1 : x`` is ``x + (c ? 1 : 0)``.

Where the branches of a program join, each variable is a choice among what the branches made of it. A solver that adds
up many such variables then has a sum for each combination of branches. With what the branches have in common outside,
equal terms cancel, and what is left to add up are small choices.
"""

from __future__ import annotations

from collections import Counter

from coveriflow.logic import build
from coveriflow.logic.substitution import rebuilt
from coveriflow.logic.terms import Op, Term, bits

_MOST = 32
"""Addends of a sum that are looked at: beyond that it is one addend."""


class CommonAddends:
    """Moves common addends out of choices; what was done once is kept. The value of each term stays the same."""

    def __init__(self) -> None:
        self._done: dict[Term, Term] = {}
        self._sums: dict[Term, Counter[Term]] = {}

    def outside(self, root: Term) -> Term:
        """``root`` with common addends outside of all its choices."""
        done, pending = self._done, [root]
        while pending:
            term = pending[-1]
            missing = [argument for argument in term.args if argument not in done]
            if missing:
                pending += missing
            elif pending.pop() not in done:
                again = rebuilt(term, tuple(done[argument] for argument in term.args))
                done[term] = self._parted(again) if again.op is Op.ITE and again.sort > 0 else again
        return done[root]

    def _parted(self, choice: Term) -> Term:
        condition, then, otherwise = choice.args
        one, other = self._addends(then), self._addends(otherwise)
        common = one & other
        if not common:
            return choice
        rest = build.ite(condition, _sum(one - common, choice.sort), _sum(other - common, choice.sort))
        return build.arithmetic(Op.ADD, _sum(common, choice.sort), rest)

    def _addends(self, term: Term) -> Counter[Term]:
        """What ``term`` is the sum of."""
        if term.op is not Op.ADD:
            return Counter([term])
        if term not in self._sums:
            both = self._addends(term.args[0]) + self._addends(term.args[1])
            self._sums[term] = both if both.total() <= _MOST else Counter([term])
        return self._sums[term]


def _sum(addends: Counter[Term], width: int) -> Term:
    total = bits(0, width)
    for addend in sorted(addends.elements(), key=lambda term: (term.constant is not None, term.number)):
        total = build.arithmetic(Op.ADD, total, addend)
    return total
