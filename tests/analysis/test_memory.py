"""Programs with pointers, recursion and unsupported parts: the verdicts in their first lines, and never a wrong one.

``// BMC: v | VALUE: v | CMC: v | ASSUMES: text``: what bounded model checking, the value analysis, and the value
analysis followed by bounded model checking of the residual program say. Only soundness is checked of who is not named.
Of ``ASSUMES: nothing`` no assumption is listed. ``REFUSED: text``: why there is no residual program.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.analysis.search.findings import Findings
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Check
from coveriflow.program.errors import NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.lowering.environment import ENVIRONMENT
from coveriflow.program.printing.printer import printed
from coveriflow.transform.reducers.parallel_composition import parallel_composition
from tests.analysis.runs import automaton_of, bounded, condition_of, explicit
from tests.places import ROOT

FOLDER = ROOT / "tests" / "programs"
FILES = sorted(
    file for topic in ("memory", "outside", "recursion", "unsupported") for file in (FOLDER / topic).glob("*.c")
)
STATES = 300


def expectations(path: Path) -> dict[str, str]:
    parts = path.read_text().splitlines()[0].removeprefix("//").split("|")
    return {key.strip(): value.strip() for key, _, value in (part.partition(":") for part in parts)}


def residual(cfa: Cfa, findings: Findings) -> Cfa:
    composed = parallel_composition(cfa, condition_of(cfa, findings.automaton)).cfa
    return program_cfa([("residual.c", printed(composed).text)], cfa.data_model)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_verdicts(path: Path) -> None:
    expected, cfa = expectations(path), automaton_of(path.read_text())
    first = explicit(cfa, STATES)
    found = {"BMC": bounded(cfa, None, None, last=4), "VALUE": first}
    if first.verdict is Verdict.UNKNOWN and "REFUSED" in expected:
        with pytest.raises(NotSupported, match=expected["REFUSED"]):
            residual(cfa, first)
    elif first.verdict is Verdict.UNKNOWN:
        found["CMC"] = bounded(residual(cfa, first), None, None, last=4)
    else:
        found["CMC"] = first
    decisive = {findings.verdict for findings in found.values()} - {Verdict.UNKNOWN}
    assert len(decisive) <= 1
    for who, findings in found.items():
        if who in expected:
            assert findings.verdict.value == expected[who], f"{who}: {findings.reason}"
        elif findings.verdict is not Verdict.UNKNOWN:
            assert findings.verdict.value in expected.values(), who
    if expected.get("ASSUMES") == "nothing":
        assert not _assumptions(cfa, found["BMC"])
    elif "ASSUMES" in expected:
        assert any(expected["ASSUMES"] in text for text in _assumptions(cfa, found["BMC"]))


def _assumptions(cfa: Cfa, findings: Findings) -> list[str]:
    checks = [edge.operation for edge in findings.undefined if isinstance(edge.operation, Check)]
    own = [each for each in cfa.assumptions if each not in ENVIRONMENT]
    return [*own, *(f"no {check.undefined.value}" for check in checks)]


@pytest.mark.parametrize("states", [2, 5])
def test_saved_values_in_residual_programs(states: int) -> None:
    """Calls are inlined there: what a caller needs afterwards lies in arrays."""
    cfa = automaton_of((FOLDER / "recursion" / "12-residual-program-with-saved-values.c").read_text())
    first = explicit(cfa, states)
    assert first.verdict is Verdict.UNKNOWN
    assert bounded(residual(cfa, first), None, None, last=4).verdict is Verdict.FALSE


def test_what_is_told_is_why_an_execution_is_left_out_that_there_is() -> None:
    """Limits that no execution comes to stand before it in the program."""
    cfa = automaton_of((FOLDER / "memory" / "d2-array-of-variable-length-behind-a-limit.c").read_text())
    assert "an array of variable length" in bounded(cfa, None, None, last=4).reason
