"""Building blocks of flows: functions from compositions to compositions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce as folded
from operator import rshift

from coveriflow.actors import (
    carry_back,
    confirm_proof,
    execute,
    gcov,
    join_ranges,
    range_program,
    reduce,
    validate_witness,
)
from coveriflow.actors.composition.flow import when_false, when_unknown
from coveriflow.actors.composition.nodes import Composition, Fallback, IfThenElse, Ranged, Splitting, Within, actors_in
from coveriflow.actors.options import RangeProgramForm
from coveriflow.actors.questions import DECIDED, NOT_COVERED, VerdictIs
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.verdicts import Verdict


def confirmed(verifier: Composition) -> Composition:
    """``verifier``, and an execution of the violation that it claims."""
    return verifier >> when_false(execute())


def proved(verifier: Composition) -> Composition:
    """``verifier``, and where its proof is only claimed, one of the program itself if k-induction finds it."""
    return verifier >> IfThenElse(VerdictIs((Verdict.TRUE,)), confirm_proof())


def validated(verifier: Composition) -> Composition:
    """``verifier``, and what a validator shows again along its witness: without that there is no verdict."""
    return verifier >> IfThenElse(DECIDED, validate_witness())


def along_witness(verifier: Composition) -> Composition:
    """Witness-driven refutation: a violation that is claimed is searched for along its witness, and executed."""
    return verifier >> when_false(validate_witness())


def sequential(*verifiers: Composition) -> Composition:
    """Reducer-based conditional model checking: what one verifier leaves becomes a residual program for the next.

    (fold paper, Fig. 1; without a condition the next verifier gets the program itself, as it does where the reducer
    does not support the program. A residual program of a residual program is one of the original. What they all leave
    in the end is described by one condition about the original.)
    """
    first, *others = verifiers
    rest: Composition | None = None
    for verifier in reversed(others):
        further: list[Composition] = [carry_back()] if _tells(verifier) else []
        further += [reduce() >> rest] if rest is not None else []
        rest = verifier >> when_unknown(folded(rshift, further)) if further else verifier
    return first if rest is None else first >> when_unknown(reduce() >> rest)


def _tells(verifier: Composition) -> bool:
    """Whether it says by a condition how far it came."""
    return any(Condition in each.provides for each in actors_in(verifier))


def conditional(first: Composition, *others: Composition) -> Composition:
    """Conditional model checking: the others take the conditions of those before them (CMC paper, Sect. IV-C)."""
    whole = first
    for verifier in others:
        whole = whole >> when_unknown(verifier)
    return whole


def one_by_one(*verifiers: Composition, shares: Sequence[float]) -> Composition:
    """A sequential portfolio: the next verifier where one fails or does not decide, with what is left of the budget.
    ``shares``: of what is left, for each but the last.
    """
    *earlier, last = verifiers
    return Fallback((*(Within(each, share=share) for each, share in zip(earlier, shares, strict=True)), last))


def ranged(splitter: Composition, *analyses: Composition, splitting: Splitting = Splitting.STATIC) -> Ranged:
    """Composition of ranged analyses: each looks at one of the ranges that ``splitter`` makes; what they found is
    joined (ranged analysis, Sect. 3). ``splitting``: whether ranges are also parted while they are looked at.
    """
    return Ranged(splitter, analyses, join_ranges(), splitting)


def behind_range_reducer(verifier: Composition, form: RangeProgramForm = "instrumented") -> Composition:
    """``verifier``, which needs to know nothing of ranges, on a program of just the paths in its range; its violations
    are those of the original (ranged analysis, Fig. 4).
    """
    return range_program(form=form) >> verifier


def testing(*testers: Composition) -> Composition:
    """Conditional testing: each tester makes tests for the branches that those before it left open. What they cover is
    measured by gcov. A test that violates the property is executed.

    (Beyer, Lemberger: Conditional testing, ATVA 2019.)
    """
    first, *others = testers
    whole = first
    for tester in others:
        whole = whole >> IfThenElse(NOT_COVERED, tester)
    return whole >> gcov() >> when_false(execute())
