"""Actors and how to compose them: ``value() >> when_unknown(reduce() >> bmc())`` is a composition."""

from coveriflow.actors.algebra import (
    Actor,
    Composition,
    CompositionError,
    Fallback,
    Flow,
    Parallel,
    Portfolio,
    Repeat,
    Retry,
    Sequence,
    Within,
    when_false,
    when_unknown,
)
from coveriflow.actors.confirmers import execute
from coveriflow.actors.contracts import actor
from coveriflow.actors.external import external, external_given, external_witness, tool
from coveriflow.actors.reducers import carry_over, range_program, reduce
from coveriflow.actors.selectors import features, selected
from coveriflow.actors.splitters import split_balanced, split_loops, split_random
from coveriflow.actors.testers import bmc_tests, fuzz, gcov, random_tests, symbolic_tests
from coveriflow.actors.validators import validate_condition, validate_tests, validate_witness
from coveriflow.actors.verifiers import (
    bmc,
    bmc_given,
    impact,
    impact_given,
    kinduction,
    kinduction_given,
    predicate,
    predicate_given,
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
    "Parallel",
    "Portfolio",
    "Repeat",
    "Retry",
    "Sequence",
    "Within",
    "actor",
    "bmc",
    "bmc_given",
    "bmc_tests",
    "carry_over",
    "execute",
    "external",
    "external_given",
    "external_witness",
    "features",
    "fuzz",
    "gcov",
    "impact",
    "impact_given",
    "kinduction",
    "kinduction_given",
    "predicate",
    "predicate_given",
    "random_tests",
    "range_program",
    "reduce",
    "selected",
    "split_balanced",
    "split_loops",
    "split_random",
    "symbolic",
    "symbolic_given",
    "symbolic_tests",
    "tool",
    "validate_condition",
    "validate_tests",
    "validate_witness",
    "value",
    "value_given",
    "when_false",
    "when_unknown",
]
