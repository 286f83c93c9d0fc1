"""The ready flows, as values. ``staged`` is also the default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from coveriflow.actors import (
    abstract_loops,
    accelerate_automata,
    assume_invariants,
    bmc,
    bmc_given,
    bmc_tests,
    features,
    fuzz,
    greybox,
    horn,
    impact,
    kinduction,
    original,
    predicate,
    random_tests,
    range_program,
    reduce,
    shape,
    split_alternatives,
    symbolic,
    symbolic_tests,
    termination,
    tool,
    validate_witness,
    value,
)
from coveriflow.actors.composition.flow import Flow, when_unknown
from coveriflow.actors.composition.nodes import Composition, Fallback, IfThenElse, Interleaved, Portfolio, Slice, Within
from coveriflow.actors.questions import ConditionHas, TimeLeft, VerdictIs
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows import ready_ranged
from coveriflow.flows.compositions import (
    conditional,
    confirmed,
    one_by_one,
    proved,
    ranged,
    sequential,
    testing,
    validated,
)
from coveriflow.flows.kinds_of_programs import (
    FOLLOWS_A_HEAP,
    HAS_LARGE_ALTERNATIVES,
    HAS_LOOPS,
    HAS_LOOPS_ALONE,
    HAS_NO_CYCLES,
    HAS_NO_HEAP,
    HAS_SMALL_ALTERNATIVES,
    IS_AN_EVENT_MACHINE,
    IS_LARGE,
    IS_NOT_RECURSIVE,
    IS_RECURSIVE,
    MAY_HAVE_LISTS,
    REACTS,
    READS_NOTHING,
    RECURSIVE_WITH_HEAP,
    TAKES_LONG_TO_COMPILE,
)

_SMALL = 300
"""States of a condition for which a residual program is made in the default flow."""

_APART, _LARGE_APART = 8.0, 100.0
"""Seconds with which alternatives are verified apart: with less, each would not have the turns that it needs."""

RULES = Path(__file__).with_name("select.yml")
"""The table of rules of the flow ``select``."""


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


def greybox_alone() -> Flow:
    """Greybox fuzzing by a fuzzer of our own, which needs gcc alone: for violations only."""
    return Flow("greybox", confirmed(greybox()))


def horn_alone() -> Flow:
    """Constrained Horn clauses: property-directed reachability, and summaries of recursive functions (Spacer)."""
    return Flow("horn", confirmed(horn()))


def shape_alone() -> Flow:
    """Shape analysis: linked lists of any length, their data and their memory."""
    return Flow("shape", confirmed(shape()))


def cmc() -> Flow:
    """Explicit values for a third of the budget, at most 100 s (as in the fold paper); BMC for the residual program."""
    return Flow("cmc", confirmed(sequential(value(cpu=100.0, share=1 / 3), bmc())))


def staged(cores: int = 1) -> Flow:
    """Verifiers in turns, each of which goes on where it was stopped. The first turns are short: bounded model checking
    (after explicit values, where a program reads no inputs), k-induction (for recursive programs Horn clauses), shape
    analysis for programs with objects on the heap, and greybox fuzzing. Most verdicts fall there. Then all take turns
    of a second or two, and longer ones after that, with symbolic execution and predicate abstraction. A large loop
    without arrays and a heap is looked at as a circuit, by Horn clauses. The fuzzer has longer turns where a loop
    branches on what it reads, and the longest where a program takes long to read. With more cores
    (--cores), up to four, so many run at a time. Where the program chooses between large parts, each part has
    turns of its own.
    """
    return _staged(cores, _SLICES)


def staged_for_memory(cores: int = 1) -> Flow:
    """The same where accesses of memory are asked for. Mostly k-induction proves these, from values in memory: it has
    most of the time.
    """
    return _staged(cores, _SLICES_FOR_MEMORY)


def _staged(cores: int, slices: tuple[Slice, ...]) -> Flow:
    in_turns = _in_turns((*_FIRST, *_SECONDS, *slices), min(cores, _MOST_CORES))
    known = IfThenElse(READS_NOTHING, confirmed(_moment_of_values()))
    apart = Fallback((original() >> _in_turns(_FIRST, 1, writes=False), _of_alternatives(slices)))
    small = IfThenElse(HAS_SMALL_ALTERNATIVES, IfThenElse(TimeLeft(_APART), apart))
    large = IfThenElse(HAS_LARGE_ALTERNATIVES, IfThenElse(TimeLeft(_LARGE_APART), apart))
    return Flow("staged", features() >> Fallback((known, small, large, original() >> in_turns)))


def _in_turns(slices: tuple[Slice, ...], cores: int, *, writes: bool = True) -> Composition:
    *others, last = _parts()
    parts = (*others, last if writes else bmc(condition="never"))
    taking = {each.part for each in slices}
    places = {part: place for place, part in enumerate(sorted(taking))}
    turns = tuple(replace(each, part=places[each.part]) for each in slices)
    return Interleaved(tuple(confirmed(parts[part]) for part in sorted(taking)), turns, cores)


def _of_alternatives(slices: tuple[Slice, ...]) -> Composition:
    """Each alternative as a program of its own: which verifier decides one says nothing of the others."""
    of_one = range_program() >> features() >> _in_turns((*_FIRST, *_SECONDS, *slices), 1)
    return ranged(split_alternatives(), of_one, of_one)


def _moment_of_values() -> Composition:
    """Explicit values, and if these leave little, bounded model checking for the residual program."""
    rest = IfThenElse(ConditionHas(_SMALL), reduce() >> bmc(cpu=0.35, share=0.1, condition="never"))
    return value(cpu=0.35, share=0.1, condition="finished") >> when_unknown(rest)


_MOST_CORES = 4
_VALUE, _SHAPE, _GREYBOX, _HORN, _SYMBOLIC, _PREDICATE, _KINDUCTION, _BMC = range(8)


def _parts() -> tuple[Composition, ...]:
    """Who takes turns, in the order of those numbers: where none decides, the last one's reason is shown, and it alone
    writes the condition of what it has verified.
    """
    return (
        value(condition="never"),
        shape(),
        greybox(patience=3.0),
        horn(condition="never"),
        symbolic(condition="never"),
        predicate(condition="never"),
        kinduction(condition="never"),
        bmc(),
    )


_FIRST = (
    Slice(_BMC, 0.12, 0.05),
    Slice(_VALUE, 0.2, 0.05),
    Slice(_GREYBOX, 0.8, 0.05, when=READS_NOTHING),
    Slice(_KINDUCTION, 0.7, 0.1, when=IS_NOT_RECURSIVE),
    Slice(_BMC, 0.3, 0.05, when=IS_RECURSIVE),
    Slice(_HORN, 1.0, 0.1, when=IS_RECURSIVE),
    Slice(_SHAPE, 2.0, 0.15, when=MAY_HAVE_LISTS),
)
"""Turns about as long as a program takes that has nothing difficult. What is about lists, the others leave open, and
shape analysis knows at once.
"""

_SECONDS = (
    Slice(_BMC, 0.35, 0.05),
    Slice(_VALUE, 0.5, 0.05),
    Slice(_BMC, 1.65, 0.2),
    Slice(_VALUE, 1.0, 0.1),
    Slice(_BMC, 1.2, 0.1, when=IS_AN_EVENT_MACHINE),
    Slice(_GREYBOX, 12.0, 0.5, when=IS_LARGE),
    Slice(_SYMBOLIC, 6.0, 0.7, when=IS_LARGE),
    Slice(_KINDUCTION, 1.8, 0.2, when=HAS_LOOPS),
    Slice(_HORN, 0.6, 0.1, when=HAS_LOOPS),
    Slice(_SHAPE, 5.0, 0.3, when=MAY_HAVE_LISTS),
    Slice(_GREYBOX, 2.6, 0.25),
    Slice(_GREYBOX, 2.5, 0.2, when=IS_AN_EVENT_MACHINE),
    Slice(_GREYBOX, 4.0, 0.25, when=TAKES_LONG_TO_COMPILE),
    Slice(_HORN, 6.0, 0.35, when=REACTS),
    Slice(_BMC, share=0.75, when=HAS_NO_CYCLES),
    Slice(_BMC, 3.0, 0.2, when=FOLLOWS_A_HEAP),
    Slice(_KINDUCTION, 3.0, 0.2, when=HAS_LOOPS_ALONE),
    Slice(_VALUE, 3.5, 0.2, when=READS_NOTHING),
    Slice(_SYMBOLIC, 0.8, 0.1),
    Slice(_PREDICATE, 1.0, 0.15, when=HAS_NO_HEAP),
    Slice(_BMC, 2.0, 0.2),
    Slice(_HORN, 3.5, 0.25, when=HAS_NO_HEAP),
    Slice(_HORN, 3.5, 0.25, when=RECURSIVE_WITH_HEAP),
    Slice(_SYMBOLIC, 1.2, 0.2),
    Slice(_PREDICATE, 1.0, 0.15, when=HAS_NO_HEAP),
)
"""Turns of a second or two. Without loops and recursion bounded model checking has most of the time, since one bound is
enough. Where nothing is read there is one execution, and explicit values have the time to follow it.
"""

_LAST = (
    Slice(_KINDUCTION, share=0.35, least=8.0),
    Slice(_SYMBOLIC, share=0.35, least=8.0),
    Slice(_PREDICATE, share=0.5, least=8.0),
    Slice(_BMC),
)

_SLICES = (
    Slice(_VALUE, 1.5, 0.1, 0.8),
    Slice(_GREYBOX, 8.0, 0.15, 2.0),
    Slice(_SHAPE, 12.0, 0.5, when=MAY_HAVE_LISTS),
    Slice(_BMC, 9.5, 0.35, when=FOLLOWS_A_HEAP),
    Slice(_HORN, 12.0, 0.6, when=REACTS),
    Slice(_KINDUCTION, 9.5, 0.35, when=HAS_NO_HEAP),
    Slice(_HORN, 12.0, 0.55, when=HAS_NO_HEAP),
    Slice(_HORN, 12.0, 0.55, when=RECURSIVE_WITH_HEAP),
    Slice(_SYMBOLIC, 4.0, 0.3),
    Slice(_PREDICATE, 6.0, 0.55, when=HAS_NO_HEAP),
    Slice(_KINDUCTION, 9.5, 0.2, 5.0, when=FOLLOWS_A_HEAP),
    Slice(_HORN, 12.0, 0.2, 5.0, when=FOLLOWS_A_HEAP),
    Slice(_PREDICATE, 6.0, 0.2, 5.0, when=FOLLOWS_A_HEAP),
    Slice(_VALUE, 10.0, 0.1, 2.0),
    *_LAST,
)

_SLICES_FOR_MEMORY = (
    Slice(_GREYBOX, 8.0, 0.25, 1.0),
    Slice(_KINDUCTION, 75.0, 0.8),
    Slice(_SYMBOLIC, 5.0, 0.35),
    Slice(_HORN, 4.0, 0.3),
    Slice(_PREDICATE, 6.0, 0.5),
    *_LAST,
)


def cmc_without_reducer() -> Flow:
    """As cmc, without a reducer: the second verifier takes the condition. See the CMC paper, Sect. IV-C."""
    return Flow("cmc-conditional", confirmed(conditional(value(cpu=100.0, share=1 / 3), bmc_given())))


def cmc_of_three() -> Flow:
    """Explicit values, predicate abstraction and k-induction; each gets the residual program of what those before it
    left.
    """
    return Flow("cmc-three", confirmed(sequential(value(share=0.25), predicate(share=0.5), kinduction())))


def portfolio() -> Flow:
    """Four verifiers side by side, each with a quarter of the budget: the first verdict ends the others."""
    return Flow("portfolio", confirmed(value()) | confirmed(bmc()) | confirmed(kinduction()) | confirmed(predicate()))


def portfolio_one_by_one() -> Flow:
    """Three verifiers one after the other, for those tasks that the ones before did not decide."""
    parts = (confirmed(value()), confirmed(kinduction()), confirmed(predicate()))
    return Flow("portfolio-sequential", one_by_one(*parts, shares=(0.2, 0.6)))


def portfolio_with_fallbacks() -> Flow:
    """Two sequences side by side, in each of which a second verifier takes over where the first one does not decide."""
    searching = Fallback((confirmed(value(share=0.5)), confirmed(bmc())))
    proving = Fallback((confirmed(kinduction(share=0.5)), confirmed(predicate())))
    return Flow("portfolio-fallback", searching | proving)


def portfolio_validated() -> Flow:
    """Four verifiers side by side; a verdict counts only when a validator has confirmed it along its witness."""
    parts = (validated(value()), validated(bmc()), validated(kinduction()), validated(predicate()))
    return Flow("portfolio-validated", Portfolio(parts))


def accelerated() -> Flow:
    """Accelerated loops, and a trace automaton that cuts off what is subsumed; then bounded model checking. A proof of
    that program is confirmed by k-induction, with a fifth of the budget kept for it.
    """
    return Flow("accelerate", proved(confirmed(accelerate_automata() >> bmc(share=0.8))))


def accelerated_cbmc() -> Flow:
    """Accelerated loops with a trace automaton; then CBMC, and k-induction to confirm its proof."""
    return Flow("accelerate-cbmc", proved(accelerate_automata() >> tool("cbmc")))


def abstracted_loops() -> Flow:
    """Bounded model checking for two fifths of the budget; then the same for the program with abstracted loops."""
    return Flow("abstract", confirmed(one_by_one(bmc(), abstract_loops(share=0.4) >> bmc(), shares=(0.4,))))


def abstracted_cbmc() -> Flow:
    """CBMC for two fifths of the budget; then CBMC on the program whose loops are abstracted by invariants."""
    alone, of_loops = tool("cbmc"), abstract_loops(share=0.4) >> tool("cbmc")
    return Flow("abstract-cbmc", one_by_one(alone, of_loops, shares=(0.4,)))


def assumed_esbmc() -> Flow:
    """ESBMC, external k-induction, on the program with invariants of its loops, which it has not to find."""
    return Flow("invariants-esbmc", assume_invariants(share=0.3) >> tool("esbmc"))


def select() -> Flow:
    """A verifier chosen by features of the program (loops, floats, arrays, ...), by a table of rules to be edited."""
    from coveriflow.actors.flow_files.reading import read_flow

    return read_flow(RULES.read_bytes(), str(RULES))


def tests() -> Flow:
    """A test suite that takes all branches: random tests, then for those that are left bounded model checking, then
    symbolic execution.
    """
    return Flow("test", testing(random_tests(), bmc_tests(share=0.6), symbolic_tests(share=0.7)))


def fuzzing() -> Flow:
    """A test suite by a fuzzer that is guided by coverage (libFuzzer); symbolic execution for what it leaves."""
    return Flow("fuzz", testing(fuzz(), symbolic_tests(share=0.7)))


def cbmc_alone() -> Flow:
    """CBMC, an external bounded model checker (see 'coveriflow actors check cbmc')."""
    return Flow("cbmc", tool("cbmc"))


def cmc_with_cbmc() -> Flow:
    """Explicit values for a third of the budget, at most 100 s; CBMC for the residual program."""
    return Flow("cmc-cbmc", confirmed(sequential(value(cpu=100.0, share=1 / 3), tool("cbmc"))))


def cpachecker_alone() -> Flow:
    """CPAchecker's predicate abstraction; its proof is shown again with the invariants of its witness."""
    alone = Within(tool("cpachecker", "predicate"), share=0.7)
    return Flow("cpachecker", alone >> IfThenElse(VerdictIs((Verdict.TRUE,)), validate_witness()))


def cmc_with_cpachecker() -> Flow:
    """Explicit values for a third of the budget, at most 100 s; CPAchecker for the residual program."""
    second = tool("cpachecker", "predicate")
    return Flow("cmc-cpachecker", confirmed(sequential(value(cpu=100.0, share=1 / 3), second)))


def cpachecker_first() -> Flow:
    """CPAchecker's explicit values for half of the budget; k-induction for the residual program of its condition."""
    first = Within(tool("cpachecker", "value-condition"), share=0.5)
    return Flow("cpachecker-cmc", confirmed(sequential(first, kinduction())))


def esbmc_alone() -> Flow:
    """ESBMC, external k-induction; its proof is shown again with the invariants of its witness."""
    alone = Within(tool("esbmc"), share=0.7)
    return Flow("esbmc", alone >> IfThenElse(VerdictIs((Verdict.TRUE,)), validate_witness()))


def cmc_with_esbmc() -> Flow:
    """Explicit values for a third of the budget, at most 100 s; ESBMC for the residual program."""
    return Flow("cmc-esbmc", confirmed(sequential(value(cpu=100.0, share=1 / 3), tool("esbmc"))))


def eva_alone() -> Flow:
    """Frama-C's Eva, an external abstract interpreter (see 'coveriflow actors check eva')."""
    return Flow("eva", tool("eva"))


def cmc_with_eva() -> Flow:
    """Explicit values for a third of the budget, at most 100 s; Eva for the residual program."""
    return Flow("cmc-eva", confirmed(sequential(value(cpu=100.0, share=1 / 3), tool("eva"))))


def termination_alone() -> Flow:
    """Whether every execution ends: ranking functions, and states that recur."""
    return Flow("termination", termination())


ALONE: Mapping[str, Callable[[], Flow]] = {
    "value": value_alone,
    "bmc": bmc_alone,
    "kinduction": kinduction_alone,
    "predicate": predicate_alone,
    "impact": impact_alone,
    "symbolic": symbolic_alone,
    "horn": horn_alone,
    "shape": shape_alone,
}
"""Flows of one verifier of our own."""

WITH_TOOLS: Mapping[str, Callable[[], Flow]] = {
    "cbmc": cbmc_alone,
    "cmc-cbmc": cmc_with_cbmc,
    "accelerate-cbmc": accelerated_cbmc,
    "abstract-cbmc": abstracted_cbmc,
    "cpachecker": cpachecker_alone,
    "cmc-cpachecker": cmc_with_cpachecker,
    "cpachecker-cmc": cpachecker_first,
    "esbmc": esbmc_alone,
    "cmc-esbmc": cmc_with_esbmc,
    "invariants-esbmc": assumed_esbmc,
    "eva": eva_alone,
    "cmc-eva": cmc_with_eva,
    "fuzz": fuzzing,
    **ready_ranged.WITH_TOOLS,
}
"""Flows that need external tools."""

READY: Mapping[str, Callable[[], Flow]] = {
    "default": staged,
    "staged": staged,
    "cmc": cmc,
    "cmc-conditional": cmc_without_reducer,
    "cmc-three": cmc_of_three,
    "portfolio": portfolio,
    "portfolio-sequential": portfolio_one_by_one,
    "portfolio-fallback": portfolio_with_fallbacks,
    "portfolio-validated": portfolio_validated,
    "select": select,
    "accelerate": accelerated,
    "abstract": abstracted_loops,
    "termination": termination_alone,
    "greybox": greybox_alone,
    "test": tests,
    **ready_ranged.READY,
    **ALONE,
    **WITH_TOOLS,
}
