"""Actors and how to compose them: ``value() >> when_unknown(reduce() >> bmc())`` is a composition.

An actor is a typed function between artifacts. Definitions are light; the work is in ``work`` and is imported where it
is done. Nothing here knows Prefect, or how a composition is run. Begin with ``definition``, then ``verifiers``. Kept by
``tests/actors/``.
"""

from coveriflow.actors.composition.flow import Flow, when_false, when_unknown
from coveriflow.actors.composition.nodes import (
    Actor,
    Composition,
    CompositionError,
    Fallback,
    Interleaved,
    Parallel,
    Portfolio,
    Ranged,
    Repeat,
    Retry,
    Sequence,
    Slice,
    Splitting,
    Within,
)
from coveriflow.actors.confirmers import confirm_proof, execute
from coveriflow.actors.definedness import check_undefined, seek_undefined
from coveriflow.actors.definition import actor
from coveriflow.actors.external import external, external_given, external_reducer, external_witness, tool
from coveriflow.actors.reducers import (
    abstract_loops,
    accelerate,
    accelerate_automata,
    assume_invariants,
    carry_back,
    carry_over,
    original,
    range_program,
    reduce,
)
from coveriflow.actors.selectors import features, selected
from coveriflow.actors.splitters import inside_range, join_ranges, split_balanced, split_loops, split_random
from coveriflow.actors.termination import termination
from coveriflow.actors.testers import bmc_tests, fuzz, gcov, greybox, random_tests, symbolic_tests
from coveriflow.actors.validators import validate_condition, validate_tests, validate_witness
from coveriflow.actors.verifiers import (
    bmc,
    bmc_given,
    horn,
    horn_given,
    impact,
    impact_given,
    kinduction,
    kinduction_given,
    predicate,
    predicate_given,
    shape,
    symbolic,
    symbolic_given,
    value,
    value_given,
)

__all__ = [
    "Actor",
    "Composition",
    "CompositionError",
    "Fallback",
    "Flow",
    "Interleaved",
    "Parallel",
    "Portfolio",
    "Ranged",
    "Repeat",
    "Retry",
    "Sequence",
    "Slice",
    "Splitting",
    "Within",
    "abstract_loops",
    "accelerate",
    "accelerate_automata",
    "actor",
    "assume_invariants",
    "bmc",
    "bmc_given",
    "bmc_tests",
    "carry_back",
    "carry_over",
    "check_undefined",
    "confirm_proof",
    "execute",
    "external",
    "external_given",
    "external_reducer",
    "external_witness",
    "features",
    "fuzz",
    "gcov",
    "greybox",
    "horn",
    "horn_given",
    "impact",
    "impact_given",
    "inside_range",
    "join_ranges",
    "kinduction",
    "kinduction_given",
    "original",
    "predicate",
    "predicate_given",
    "random_tests",
    "range_program",
    "reduce",
    "seek_undefined",
    "selected",
    "shape",
    "split_balanced",
    "split_loops",
    "split_random",
    "symbolic",
    "symbolic_given",
    "symbolic_tests",
    "termination",
    "tool",
    "validate_condition",
    "validate_tests",
    "validate_witness",
    "value",
    "value_given",
    "when_false",
    "when_unknown",
]
