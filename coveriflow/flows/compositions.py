"""Building blocks of flows: functions from compositions to compositions."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.actors import execute, reduce
from coveriflow.actors.algebra import Actor, Composition, Fallback, IfThenElse, Within, when_false, when_unknown
from coveriflow.actors.questions import NOT_COVERED


def confirmed(verifier: Composition) -> Composition:
    """``verifier``, and an execution of the violation that it claims."""
    return verifier >> when_false(execute())


def sequential(*verifiers: Actor) -> Composition:
    """Reducer-based conditional model checking: what one verifier leaves becomes a residual program for the next.

    (fold paper, Fig. 1; without a condition the next verifier gets the program itself. A residual program of a residual
    program is one of the original.)
    """
    *earlier, last = verifiers
    rest: Composition = last
    for verifier in reversed(earlier):
        rest = verifier >> when_unknown(reduce() >> rest)
    return rest


def conditional(first: Actor, *others: Actor) -> Composition:
    """Conditional model checking: the others take the conditions of those before them (CMC paper, Sect. IV-C)."""
    whole: Composition = first
    for verifier in others:
        whole = whole >> when_unknown(verifier)
    return whole


def one_by_one(*verifiers: Composition, shares: Sequence[float]) -> Composition:
    """A sequential portfolio: the next verifier where one fails or does not decide, with what is left of the budget.
    ``shares``: of what is left, for each but the last.
    """
    *earlier, last = verifiers
    return Fallback((*(Within(each, share=share) for each, share in zip(earlier, shares, strict=True)), last))


def testing(*testers: Actor) -> Composition:
    """Conditional testing: each tester makes tests for the branches that those before it left open. A test that
    violates the property is executed.

    (Beyer, Lemberger: Conditional testing, ATVA 2019.)
    """
    first, *others = testers
    whole: Composition = first
    for tester in others:
        whole = whole >> IfThenElse(NOT_COVERED, tester)
    return whole >> when_false(execute())
