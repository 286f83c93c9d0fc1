"""The programs of ``examples/cooperation`` are proved by two verifiers together, and by neither of them alone."""

from __future__ import annotations

import sys
from typing import TypedDict

import pytest

from coveriflow.actors import tool
from coveriflow.actors.composition.flow import Flow
from coveriflow.artifacts.answers import Claim, ClosedReachedSet, Composite
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.benchexec.tool_info import is_installed
from coveriflow.flows.direct import verify
from tests.places import ROOT


class Bounded(TypedDict, total=False):
    bound: int


@pytest.mark.parametrize(
    ("program", "name", "alone"),
    [
        pytest.param("courier", "cbmc", {"bound": 4}, marks=pytest.mark.slow),
        ("station", "eva", {}),
    ],
)
def test_two_prove_what_neither_of_them_does(
    program: str, name: str, alone: Bounded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT / "benchmarks"), *sys.path])
    import cooperation

    if not is_installed() or not cooperation.is_here(name):
        pytest.skip(f"{name} is not here ('make tools' installs it)")
    needed, together = cooperation.TOGETHER[program]
    path = ROOT / "examples" / "cooperation" / f"{program}.c"
    assert needed == name
    assert verify(Flow("alone", tool(name, **alone)), path, limits=Limits(30)).answer.verdict is Verdict.UNKNOWN
    answer = verify(together, path, limits=Limits(60)).answer
    assert answer.verdict is Verdict.TRUE, answer.reason
    assert isinstance(answer.evidence, Composite)
    assert isinstance(answer.evidence.covered, ClosedReachedSet)
    assert isinstance(answer.evidence.residual, Claim)
