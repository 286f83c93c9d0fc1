"""What explicit values keep, by location, by function or in the whole program."""

from __future__ import annotations

import random

import pytest

from coveriflow.analysis.domains.step_functions import StepFunctions
from coveriflow.analysis.domains.value_precision import Scope, ValuePrecision
from coveriflow.analysis.domains.values import ValueDomain, Values
from coveriflow.analysis.explicit.refinement import Refinement
from coveriflow.analysis.explicit.verifier import Strategy
from coveriflow.artifacts.answers import ClosedReachedSet
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.accesses import read_variables, written_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.expressions.compile import Key
from tests.analysis.domains.test_domains import explored, programs
from tests.analysis.runs import automaton_of, explicit
from tests.places import ROOT

FOLDER = ROOT / "tests" / "programs" / "values"


@pytest.mark.parametrize(
    ("file", "sufficient"),
    [
        ("07-counter-that-matters-in-one-loop.c", {Scope.LOCATION}),
        ("08-counter-that-matters-in-one-function.c", {Scope.LOCATION, Scope.FUNCTION}),
    ],
)
@pytest.mark.parametrize("refinement", [Refinement.SHORTEST, Refinement.SELECTIVE], ids=lambda r: r.value)
def test_what_is_tracked_where_it_matters_closes_the_search(
    file: str, sufficient: set[Scope], refinement: Refinement
) -> None:
    cfa = automaton_of((FOLDER / file).read_text())
    for scope in Scope:
        findings = explicit(cfa, 400, strategy=Strategy(refinement=refinement, scope=scope))
        assert findings.verdict is (Verdict.TRUE if scope in sufficient else Verdict.UNKNOWN), scope
        assert isinstance(findings.proof, ClosedReachedSet)
        assert (findings.proof.states < 30) is (scope in sufficient), scope


def test_a_precision_grows_where_it_is_told_to() -> None:
    cfa = automaton_of((FOLDER / "08-counter-that-matters-in-one-function.c").read_text())
    main, called = cfa.functions["main"], cfa.functions["go_on"]
    by_location, by_function, whole = (ValuePrecision(scope, frozenset({"always"})) for scope in Scope)
    for precision in (by_location, by_function, whole):
        growth = precision.grow({main.entry: {"n", "always"}})
        assert growth
        assert growth.names == {"n"}
        assert not precision.grow({main.entry: {"n"}})
        assert precision.holds("n", main.entry)
        assert precision.at(called.entry) >= {"always"}
    assert not by_location.holds("n", main.exit)
    assert by_function.holds("n", main.exit)
    assert not by_function.holds("n", called.entry)
    assert whole.holds("n", called.entry)


def some_precision(cfa: Cfa, rng: random.Random) -> ValuePrecision:
    """What is tracked at each location is left to chance."""
    names = set[str]()
    for edge in cfa.edges:
        written = written_variable(edge.operation)
        names |= {v.name for v in (*read_variables(edge.operation), *([written] if written else []))}
    precision = ValuePrecision(Scope.LOCATION)
    share = {name: rng.random() for name in sorted(names)}
    precision.grow({at: {name for name in share if rng.random() < share[name]} for at in cfa.locations})
    return precision


def test_nothing_is_known_where_the_precision_does_not_hold_it() -> None:
    """And the functions of steps do then what the domain says, too."""
    seen = forgotten = 0
    for seed, cfa in programs():
        rng = random.Random(seed)
        domain, precise = ValueDomain(cfa, some_precision(cfa, rng)), ValueDomain(cfa)
        functions = StepFunctions(domain)
        assert domain.precision is not None
        for node in explored(cfa, [domain]).nodes:
            known = node.state.elements[0].known
            assert {_name(key) for key in known} <= domain.precision.at(node.state.position.location)
            for arc in node.arcs:
                after, most, own = (
                    domain.successor(Values(known), arc.step),
                    precise.successor(Values(known), arc.step),
                    {**known},
                )
                assert functions.whole(arc.step)(own) is (after is not None)
                if after is not None and most is not None:
                    assert after.known == own
                    assert after.known.items() <= most.known.items()
                    forgotten += len(after.known) < len(most.known)
                seen += 1
    assert seen > 500
    assert forgotten > 100


def _name(key: Key) -> str:
    return key[0] if isinstance(key, tuple) else key
