"""Linear integers in place of bits: where unbounded numbers would tell otherwise, no setting is ever wrong.

``// EXPECT: v``: what each analysis says in each arithmetic.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from coveriflow.analysis.predicate.configuration import TABLE
from coveriflow.analysis.predicate.questions import Arithmetic
from coveriflow.analysis.predicate.verifier import PredicateAnalysis
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.artifacts.answers import InductiveInvariants
from coveriflow.artifacts.verdicts import Verdict
from tests.analysis.runs import automaton_of
from tests.analysis.test_memory import expectations
from tests.places import ROOT

FILES = sorted((ROOT / "tests" / "programs" / "arithmetic").glob("*.c"))


@pytest.mark.parametrize("arithmetic", Arithmetic)
@pytest.mark.parametrize("who", ["predicate", "impact"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_verdicts_are_those_of_c(path: Path, who: str, arithmetic: Arithmetic) -> None:
    configuration = replace(TABLE[who], arithmetic=arithmetic)
    analysis = PredicateAnalysis(automaton_of(path.read_text()), SoftLimits(cpu=30), configuration)
    findings = analysis.run()
    assert findings.verdict.value == expectations(path)["EXPECT"], findings.reason
    if findings.verdict is Verdict.TRUE:
        assert isinstance(findings.proof, InductiveInvariants)
    assert arithmetic is Arithmetic.INTEGERS or not analysis.search.questions.by_integers
