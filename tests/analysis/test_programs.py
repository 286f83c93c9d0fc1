"""Programs of all topics: each analysis says what their first lines expect of it (``tests/programs/README.md``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from coveriflow.analysis.explicit.refinement import Refinement
from coveriflow.analysis.explicit.verifier import Strategy
from coveriflow.analysis.induction.kinduction import InductionLimits, KInduction
from coveriflow.analysis.predicate.configuration import TABLE
from coveriflow.analysis.predicate.questions import Arithmetic
from coveriflow.analysis.predicate.verifier import PredicateAnalysis
from coveriflow.analysis.search.findings import Findings
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.analysis.shape.verifier import ShapeVerifier
from coveriflow.artifacts.answers import ClosedReachedSet, HornSolution, Induction, InductiveInvariants
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Check
from coveriflow.program.errors import NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.lowering.environment import ENVIRONMENT
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.reducers.parallel_composition import parallel_composition
from tests.analysis.runs import automaton_of, bounded, condition_of, executed, explicit, solved
from tests.programs import reader
from tests.programs.reader import Asked, Question, Said, questions

QUESTIONS = [each for each in questions() if each.covering is None and each.asked is Asked.ANALYSIS]
REFINEMENTS = (Refinement.SHORTEST, Refinement.SELECTIVE)


def residual(cfa: Cfa, findings: Findings) -> Cfa:
    composed = parallel_composition(cfa, condition_of(cfa, findings.automaton)).cfa
    return program_cfa([("residual.c", printed(composed).text)], cfa.data_model)


def _cmc(cfa: Cfa, states: int = 300, last: int = 4) -> list[Findings]:
    """The value analysis, and bounded model checking of what it leaves."""
    first = explicit(cfa, states)
    return [bounded(residual(cfa, first), last=last) if first.verdict is Verdict.UNKNOWN else first]


def _kinduction(cfa: Cfa, last: int = 13) -> list[Findings]:
    findings = KInduction(cfa, SoftLimits(cpu=60), InductionLimits(last=last)).run()
    if findings.verdict is Verdict.TRUE:
        assert isinstance(findings.proof, Induction)
        assert not findings.undefined
    return [findings]


def _abstracting(name: str) -> Callable[..., list[Findings]]:
    def found(cfa: Cfa, arithmetic: str = "bits") -> list[Findings]:
        asked = tuple(Arithmetic) if arithmetic == "each" else (Arithmetic(arithmetic),)
        return [_abstracted(cfa, name, each) for each in asked]

    return found


def _abstracted(cfa: Cfa, name: str, arithmetic: Arithmetic) -> Findings:
    analysis = PredicateAnalysis(cfa, SoftLimits(cpu=60), replace(TABLE[name], arithmetic=arithmetic))
    findings = analysis.run()
    if findings.verdict is Verdict.TRUE:
        assert isinstance(findings.proof, InductiveInvariants)
    assert arithmetic is Arithmetic.INTEGERS or not analysis.search.questions.by_integers
    return findings


def _solved(cfa: Cfa, cpu: int) -> Findings:
    findings = solved(cfa, cpu=cpu)
    if findings.verdict is Verdict.TRUE:
        assert isinstance(findings.proof, HornSolution)
    return findings


def _shaped(cfa: Cfa, cpu: int) -> Findings:
    findings = ShapeVerifier(cfa, SoftLimits(cpu=cpu)).run()
    if findings.verdict is Verdict.TRUE:
        assert isinstance(findings.proof, ClosedReachedSet)
    return findings


ANALYSES: Mapping[str, Callable[..., list[Findings]]] = {
    "bmc": lambda cfa, last=4: [bounded(cfa, last=last)],
    "value": lambda cfa, states=300: [explicit(cfa, states)],
    "refined": lambda cfa, states=300: [
        explicit(cfa, states, strategy=Strategy(refinement=each)) for each in REFINEMENTS
    ],
    "symbolic": lambda cfa, states=1500, last_bound=16: [executed(cfa, states, last_bound=last_bound)],
    "cmc": _cmc,
    "kinduction": _kinduction,
    "predicate": _abstracting("predicate"),
    "impact": _abstracting("impact"),
    "horn": lambda cfa, cpu=30: [_solved(cfa, cpu)],
    "shape": lambda cfa, cpu=20: [_shaped(cfa, cpu)],
}
"""What each finds in a program; in several ways, if it has them."""


def cases() -> list[Any]:
    """What k-induction proves is proved each day by ``tests/actors/verify/test_proved_invariants.py``; for Horn clauses
    ``tests/analysis/horn/`` has the tests of each day. Of the other questions about one program, two of three.
    """
    proved = [(each.name, each.said) == ("kinduction", Said.TRUE) or each.name == "horn" for each in QUESTIONS]
    asked = Counter[Path]()
    for each in QUESTIONS:
        asked[each.path] += 1
    slow = [
        is_proof or (asked[each.path] > 1 and (place + len(each.path.stem)) % 3 == 0)
        for place, (is_proof, each) in enumerate(zip(proved, QUESTIONS, strict=True))
    ]
    marks = [pytest.mark.slow if each else () for each in slow]
    return [pytest.param(each, id=each.id, marks=mark) for each, mark in zip(QUESTIONS, marks, strict=True)]


def test_each_analysis_of_the_grammar_is_here() -> None:
    assert set(ANALYSES) == set(reader.ANALYSES)


@pytest.mark.parametrize("question", cases())
def test_each_analysis_says_what_it_should(question: Question) -> None:
    cfa = automaton(question.sources, question.model)
    settings = {key: int(value) if value.isdigit() else value for key, value in question.settings}
    if question.said is Said.REFUSED:
        with pytest.raises(NotSupported) as refusal:
            ANALYSES[question.name](cfa, **settings)
        assert (question.because or "") in str(refusal.value)
        return
    allowed = question.verdicts | {"unknown"} if question.said is Said.ANY else {question.said.value}
    for findings in ANALYSES[question.name](cfa, **settings):
        assert findings.verdict.value in allowed, findings.reason
        assert (question.because or "") in findings.reason
        check_assumptions(question.assuming, assumptions(cfa, findings))


def check_assumptions(wanted: str | None, found: Sequence[str]) -> None:
    if wanted == "nothing":
        assert not found
    elif wanted is not None:
        assert any(wanted in text for text in found), found


def assumptions(cfa: Cfa, findings: Findings) -> list[str]:
    checks = [edge.operation for edge in findings.undefined if isinstance(edge.operation, Check)]
    own = [each for each in cfa.assumptions if each not in ENVIRONMENT]
    return [*own, *(f"no {check.undefined.value}" for check in checks)]


@lru_cache(maxsize=1)
def automaton(sources: tuple[tuple[str, str], ...], model: DataModel) -> Cfa:
    """Asked for several times, one after the other."""
    return program_cfa(list(sources), model)


@pytest.mark.parametrize("states", [2, 5])
def test_saved_values_in_residual_programs(states: int) -> None:
    """Calls are inlined there: what a caller needs afterwards lies in arrays."""
    path = reader.FOLDER / "recursion" / "12-residual-program-with-saved-values.c"
    cfa = automaton_of(path.read_text())
    first = explicit(cfa, states)
    assert first.verdict is Verdict.UNKNOWN
    assert bounded(residual(cfa, first), last=4).verdict is Verdict.FALSE
