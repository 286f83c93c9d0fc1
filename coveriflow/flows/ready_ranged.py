"""Ranged analyses as ready flows: parallel analysis of one program (Haltermann, Jakobs, Richter, Wehrheim, 2023).

The names are the paper's: Ra-2Se is the composition of two symbolic executions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from coveriflow.actors import (
    bmc,
    predicate,
    range_program,
    split_alternatives,
    split_balanced,
    split_loops,
    split_random,
    symbolic,
    symbolic_given,
    tool,
    value,
)
from coveriflow.actors.composition.flow import Flow, when_unknown
from coveriflow.actors.composition.nodes import Splitting
from coveriflow.flows.compositions import behind_range_reducer, confirmed, one_by_one, ranged


def two_symbolic_executions() -> Flow:
    """Two symbolic executions: one of the paths with more than three loop iterations, one of the others."""
    return Flow("ra-2se", ranged(split_loops(), confirmed(symbolic()), confirmed(symbolic())))


def two_random() -> Flow:
    """Two symbolic executions of the ranges on both sides of a random path."""
    return Flow("ra-2se-rdm", ranged(split_random(), confirmed(symbolic()), confirmed(symbolic())))


def three_symbolic_executions() -> Flow:
    """Three symbolic executions: more than ten loop iterations, between three and ten, and fewer."""
    analyses = (confirmed(symbolic()), confirmed(symbolic()), confirmed(symbolic()))
    return Flow("ra-3se", ranged(split_loops(bounds="3,10"), *analyses))


def two_bounded_model_checkers() -> Flow:
    """Two bounded model checkers on ranges that are divided by loop bounds."""
    return Flow("ra-2bmc", ranged(split_loops(), confirmed(bmc()), confirmed(bmc())))


def symbolic_execution_and_predicates() -> Flow:
    """Symbolic execution of paths with more than three loop iterations, predicate abstraction of the others."""
    return Flow("ra-se-pred", ranged(split_loops(), confirmed(symbolic()), confirmed(predicate())))


def balanced() -> Flow:
    """Two symbolic executions of ranges with about the same number of paths."""
    return Flow("ranged", ranged(split_balanced(), confirmed(symbolic()), confirmed(symbolic())))


def dynamic() -> Flow:
    """Two symbolic executions; one that finishes takes the right part of the other one's range (work stealing)."""
    analyses = (confirmed(symbolic()), confirmed(symbolic()))
    return Flow("ra-2se-dynamic", ranged(split_balanced(probes=16), *analyses, splitting=Splitting.DYNAMIC))


def two_cbmc() -> Flow:
    """CBMC on two programs, one for each of the ranges that are divided by loop bounds."""
    cbmc = behind_range_reducer(tool("cbmc"))
    return Flow("ra-2cbmc", ranged(split_loops(), cbmc, cbmc))


def symbolic_execution_and_cbmc() -> Flow:
    """Symbolic execution of paths with more than three loop iterations, CBMC for a program of the others."""
    return Flow("ra-se-cbmc", ranged(split_loops(), confirmed(symbolic()), behind_range_reducer(tool("cbmc"))))


def alternatives() -> Flow:
    """Each large part between which the program chooses: explicit values, bounded model checking, predicates."""
    verifiers = (
        confirmed(value(condition="never")),
        confirmed(bmc(condition="never")),
        confirmed(predicate(condition="never")),
    )
    either = range_program() >> one_by_one(*verifiers, shares=(0.2, 0.3))
    return Flow("alternatives", ranged(split_alternatives(), either, either))


def in_rounds() -> Flow:
    """Two symbolic executions on balanced ranges; the rest is divided again by their condition, and again."""
    first = confirmed(symbolic(share=0.3))
    second, third = confirmed(symbolic_given(share=0.5)), confirmed(symbolic_given())
    rest = when_unknown(ranged(split_balanced(), second, second)) >> when_unknown(
        ranged(split_balanced(), third, third)
    )
    return Flow("ranged-rounds", ranged(split_balanced(), first, first) >> rest)


READY: Mapping[str, Callable[[], Flow]] = {
    "ranged": balanced,
    "ranged-rounds": in_rounds,
    "ra-2se": two_symbolic_executions,
    "ra-2se-dynamic": dynamic,
    "ra-2se-rdm": two_random,
    "ra-3se": three_symbolic_executions,
    "ra-2bmc": two_bounded_model_checkers,
    "ra-se-pred": symbolic_execution_and_predicates,
    "alternatives": alternatives,
}

WITH_TOOLS: Mapping[str, Callable[[], Flow]] = {
    "ra-2cbmc": two_cbmc,
    "ra-se-cbmc": symbolic_execution_and_cbmc,
}
"""Flows that need external tools."""
