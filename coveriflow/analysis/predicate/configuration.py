"""The table of analyses (unifying paper, Table 1): each is a choice of operators of one CPA."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from coveriflow.analysis.predicate.abstraction import Combination
from coveriflow.analysis.predicate.blocks import BlockOperator
from coveriflow.analysis.predicate.questions import Arithmetic
from coveriflow.analysis.predicate.refinement import Strategy


@dataclass(frozen=True, slots=True)
class Configuration:
    """``block``: where abstractions are computed. ``combination``: of predicates. ``strategy``: what interpolants are
    for. ``forced_covering``: Impact's ``fcover``, else none. ``bounded``: whether a loop bound is a component.

    ``algorithm``: what runs CPA++. ``module``: an implementation of the whole for its own, where there is one.
    ``arithmetic``: whom questions and interpolants are asked of first; all others are asked after.
    """

    block: BlockOperator
    combination: Combination
    strategy: Strategy
    forced_covering: bool
    bounded: bool
    algorithm: str
    module: str = ""
    arithmetic: Arithmetic = Arithmetic.BITS


TABLE: Mapping[str, Configuration] = {
    "bmc": Configuration(
        BlockOperator.NEVER,
        Combination.BOOLEAN,
        Strategy.NONE,
        forced_covering=False,
        bounded=True,
        algorithm="Algorithm 3 without the step case",
        module="coveriflow.analysis.unwinding.bmc",
    ),
    "kinduction": Configuration(
        BlockOperator.NEVER,
        Combination.BOOLEAN,
        Strategy.NONE,
        forced_covering=False,
        bounded=True,
        algorithm="Algorithm 3",
        module="coveriflow.analysis.induction.kinduction",
    ),
    "predicate": Configuration(
        BlockOperator.L,
        Combination.BOOLEAN,
        Strategy.PREDICATES,
        forced_covering=False,
        bounded=False,
        algorithm="Algorithm 4",
    ),
    "impact": Configuration(
        BlockOperator.L,
        Combination.BOOLEAN,
        Strategy.INTERPOLANTS,
        forced_covering=True,
        bounded=False,
        algorithm="Algorithm 4",
    ),
    "ufo": Configuration(
        BlockOperator.L,
        Combination.BOOLEAN,
        Strategy.PREDICATES | Strategy.INTERPOLANTS,
        forced_covering=True,
        bounded=False,
        algorithm="Algorithm 4",
    ),
}
"""For all: path formulas in solved form, one intermediate state per location and block, coverage by a solver. Bounded
model checking and k-induction have one block, the whole program: the bounded implementations keep its path formulas
without abstraction states, k-induction counting visits of all loop heads together where the paper has one loop.
"""
