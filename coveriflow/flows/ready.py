"""The ready flows, as values. ``cmc`` is also the default."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from coveriflow.actors import bmc, bmc_given, execute, impact, kinduction, predicate, reduce, symbolic, tool, value
from coveriflow.actors.algebra import Actor, Composition, Flow, when_false, when_unknown


def confirmed(verifier: Composition) -> Composition:
    """``verifier``, and an execution of the violation that it claims."""
    return verifier >> when_false(execute())


def value_alone() -> Flow:
    """Explicit-value analysis."""
    return Flow("value", confirmed(value()))


def bmc_alone() -> Flow:
    """Bounded model checking."""
    return Flow("bmc", confirmed(bmc()))


def kinduction_alone() -> Flow:
    """k-induction with invariants."""
    return Flow("kinduction", confirmed(kinduction()))


def predicate_alone() -> Flow:
    """Lazy predicate abstraction."""
    return Flow("predicate", confirmed(predicate()))


def impact_alone() -> Flow:
    """Lazy abstraction with interpolants (Impact)."""
    return Flow("impact", confirmed(impact()))


def symbolic_alone() -> Flow:
    """Symbolic execution, path by path."""
    return Flow("symbolic", confirmed(symbolic()))


def sequential(first: Actor, second: Actor) -> Composition:
    """Reducer-based conditional model checking: what ``first`` leaves becomes a residual program for ``second``.

    (fold paper, Fig. 1; without a condition the second verifier gets the program itself.)
    """
    return first >> when_unknown(reduce() >> second)


def cmc() -> Flow:
    """Explicit values for a third of the budget, at most 100 s (as in the fold paper); BMC for the residual program."""
    return Flow("cmc", confirmed(sequential(value(cpu=100.0, share=1 / 3), bmc())))


def cmc_without_reducer() -> Flow:
    """The same verifiers; the second one is condition-aware (CMC paper, Sect. IV-C)."""
    first = value(cpu=100.0, share=1 / 3)
    return Flow("cmc-conditional", confirmed(first >> when_unknown(bmc_given())))


def portfolio() -> Flow:
    """Four verifiers side by side, each with a quarter of the budget: the first verdict ends the others."""
    return Flow("portfolio", confirmed(value()) | confirmed(bmc()) | confirmed(kinduction()) | confirmed(predicate()))


def cbmc_alone() -> Flow:
    """CBMC, a bounded model checker of others (see 'coveriflow actors check cbmc')."""
    return Flow("cbmc", tool("cbmc"))


def cmc_with_cbmc() -> Flow:
    """Explicit values for a third of the budget, at most 100 s; CBMC for the residual program."""
    return Flow("cmc-cbmc", confirmed(sequential(value(cpu=100.0, share=1 / 3), tool("cbmc"))))


READY: Mapping[str, Callable[[], Flow]] = {
    "default": cmc,
    "cmc": cmc,
    "cmc-conditional": cmc_without_reducer,
    "portfolio": portfolio,
    "value": value_alone,
    "bmc": bmc_alone,
    "kinduction": kinduction_alone,
    "predicate": predicate_alone,
    "impact": impact_alone,
    "symbolic": symbolic_alone,
    "cbmc": cbmc_alone,
    "cmc-cbmc": cmc_with_cbmc,
}
