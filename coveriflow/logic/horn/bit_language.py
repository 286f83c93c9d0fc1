"""What sets of states are made of where all numbers are bits: those that change, and comparisons that clauses make."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice

from coveriflow.logic import build
from coveriflow.logic.cpu_time import Deadline
from coveriflow.logic.horn.bit_steps import NO_STATE, BitStep, Layout
from coveriflow.logic.horn.comparisons import exactly, literals
from coveriflow.logic.horn.contracts import Clause, Predicate, predicates_of
from coveriflow.logic.interpolation.contracts import Inapplicable
from coveriflow.logic.sat.circuits import Literal, is_bits
from coveriflow.logic.substitution import conjunction, variables_of
from coveriflow.logic.terms import BOOLEAN, FALSE, Term, bits, boolean

_COMPARISONS, _PAIRS = 300, 100
_FEW = 2
"""So many bits are told apart as well without comparisons."""


@dataclass(slots=True)
class BitLanguage:
    """Of ``clauses``. ``Inapplicable`` where they have arrays or floating-point numbers; ``OutOfTime`` where there was
    no time to find out which bits change.
    """

    clauses: Sequence[Clause]
    deadline: Deadline
    is_quick: bool = field(default=True, init=False)
    _layouts: Mapping[Predicate, Layout] = field(init=False)
    _known: Mapping[Predicate, Term] = field(init=False)
    _steps: Mapping[int, BitStep] = field(init=False)

    def __post_init__(self) -> None:
        roots = [c.guard for c in self.clauses]
        roots += [argument for c in self.clauses if c.head is not None for argument in c.head.arguments]
        if not all(map(is_bits, roots)):
            raise Inapplicable("numbers that are not made of bits")
        predicates = predicates_of(self.clauses)
        self._layouts = {predicate: _layout(predicate, {}, ()) for predicate in predicates}
        self._steps = {id(clause): BitStep(clause, *self._both(clause), self.deadline) for clause in self.clauses}
        same = constants(list(self._steps.values()))
        known = {p: [self.term(p, literal) for literal in sorted(some, key=abs)] for p, some in same.items()}
        self._known = {p: conjunction(known[p]) if p in known else FALSE for p in predicates}
        bodies = {p: [c for c in self.clauses if c.body and c.body[0].predicate is p] for p in predicates}
        self._layouts = {
            p: _layout(p, {abs(each): each > 0 for each in same.get(p, ())}, bodies[p]) for p in predicates
        }
        for clause in self.clauses:
            step = self._steps[id(clause)]
            step.settle(*self._both(clause))
            if step.body is not None and self.known(step.body) is FALSE:
                step.learn(FALSE)

    def _both(self, clause: Clause) -> tuple[Layout, Layout]:
        """Of its body and head."""
        before = self._layouts[clause.body[0].predicate] if clause.body else NO_STATE
        return before, self._layouts[clause.head.predicate] if clause.head is not None else NO_STATE

    def step(self, clause: Clause) -> BitStep:
        """See ``Language``."""
        return self._steps[id(clause)]

    def known(self, predicate: Predicate) -> Term:
        """See ``Language``: bits that never change, and ``false`` where there are no states."""
        return self._known[predicate]

    def term(self, predicate: Predicate, literal: Literal) -> Term:
        """See ``Language``."""
        term = self._layouts[predicate].terms[abs(literal) - 1]
        return term if literal > 0 else build.negate(term)

    def order(self, literal: Literal) -> tuple[int, ...]:
        """See ``Language``: bits."""
        return (abs(literal), literal)


def constants(steps: Sequence[BitStep]) -> dict[Predicate, frozenset[Literal]]:
    """What always holds of the states of each predicate that is reached: the strongest set of literals that each step
    keeps.
    """
    found = dict[Predicate, frozenset[Literal]]()
    pending = list(steps)
    while pending:
        step = pending.pop()
        if step.clause.head is None or (step.body is not None and step.body not in found):
            continue
        head = step.clause.head.predicate
        values = step.after(found[step.body] if step.body is not None else (), found.get(head))
        if values is not None:
            seen = frozenset(n if holds else -n for n, holds in enumerate(values, 1))
            found[head] = found.get(head, seen) & seen
            pending += [step, *(each for each in steps if each.body is head)]
    return found


def _layout(predicate: Predicate, fixed: Mapping[int, bool], clauses: Collection[Clause]) -> Layout:
    """``fixed``: the bits that never change, by their numbers among all of them."""
    places, changing, number = dict[Term, list[Literal | bool]](), list[Term](), 0
    for parameter in predicate.parameters:
        places[parameter] = []
        for bit in _bits(parameter):
            number += 1
            if number not in fixed:
                changing.append(bit)
            places[parameter].append(fixed.get(number, len(changing)))
    free = {p: sum(not isinstance(each, bool) for each in known) for p, known in places.items()}
    compared = list(_compared(predicate, free, clauses)) if clauses else []
    return Layout((*changing, *compared), tuple(compared), places)


def _compared(predicate: Predicate, free: Mapping[Term, int], clauses: Iterable[Clause]) -> Iterable[Term]:
    """Comparisons that say more than some bits, and whether two numbers are equal. ``free``: how many bits change."""
    found = dict[Term, None]()
    for each in literals(predicate, clauses).comparisons[:_COMPARISONS]:
        if is_bits(each) and sum(free[parameter] for parameter in variables_of(each)) > _FEW:
            found[each] = None
    numbers = [parameter for parameter, count in free.items() if count > _FEW]
    pairs = (build.equal(one, other) for one, other in combinations(numbers, 2) if one.sort == other.sort)
    return found | dict.fromkeys(islice(pairs, _PAIRS))


def _bits(number: Term) -> Iterable[Term]:
    """That each of them is one."""
    return exactly(number, boolean(True) if number.sort == BOOLEAN else bits(-1, number.sort))
