"""The ready flows, as values. ``cmc`` is also the default."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from coveriflow.actors.algebra import Composition, Do, Flow, do, when_false, when_unknown
from coveriflow.actors.confirmation import execute
from coveriflow.actors.contracts import Actor
from coveriflow.actors.reducers import reduce
from coveriflow.actors.verifiers import bmc, bmc_given, value


def confirmed(verifier: Composition) -> Composition:
    """``verifier``, and an execution of the violation that it claims."""
    return verifier >> when_false(do(execute()))


def value_alone() -> Flow:
    """Explicit-value analysis."""
    return Flow("value", confirmed(do(value())))


def bmc_alone() -> Flow:
    """Bounded model checking."""
    return Flow("bmc", confirmed(do(bmc())))


def sequential(first: Actor, second: Actor) -> Composition:
    """Reducer-based conditional model checking: what ``first`` leaves becomes a residual program for ``second``.

    (fold paper, Fig. 1; without a condition the second verifier gets the program itself.)
    """
    return do(first) >> when_unknown(do(reduce()) >> do(second))


def cmc() -> Flow:
    """Explicit values for a third of the budget, at most 100 s (as in the fold paper); BMC for the residual program."""
    return Flow("cmc", confirmed(sequential(value(cpu=100.0, share=1 / 3), bmc())))


def cmc_without_reducer() -> Flow:
    """The same verifiers; the second one is condition-aware (CMC paper, Sect. IV-C)."""
    first: Do = do(value(cpu=100.0, share=1 / 3))
    return Flow("cmc-conditional", confirmed(first >> when_unknown(do(bmc_given()))))


READY: Mapping[str, Callable[[], Flow]] = {
    "default": cmc,
    "cmc": cmc,
    "cmc-conditional": cmc_without_reducer,
    "value": value_alone,
    "bmc": bmc_alone,
}
