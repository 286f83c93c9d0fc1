"""Each ``fold-*`` program of ``examples/conditions`` is proved with the reducer that it is for."""

from __future__ import annotations

import pytest

from coveriflow.actors import kinduction, reduce, value, when_unknown
from coveriflow.actors.composition.flow import Flow
from coveriflow.artifacts.answers import Answer, ClosedReachedSet, Composite
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows.direct import verify
from tests.places import ROOT

FOLDER = ROOT / "examples" / "conditions"
REDUCERS = ("cfa", "lh", "lhc", "lhbc", "sep")
QUICK = ("lhc", "sep")


def answer(program: str, reducer: str, cpu: float) -> Answer:
    rest = reduce.chosen({"reducer": reducer, "minimise": False}) >> kinduction()
    flow = Flow("folded", value(share=0.5) >> when_unknown(rest))
    return verify(flow, FOLDER / f"fold-{program}.c", limits=Limits(cpu)).answer


def test_these_are_the_programs() -> None:
    assert sorted(path.stem for path in FOLDER.glob("fold-*.c")) == sorted(f"fold-{name}" for name in REDUCERS)


@pytest.mark.parametrize("name", QUICK)
def test_its_own_reducer_leads_to_a_proof(name: str) -> None:
    found = answer(name, name, 60)
    assert found.verdict is Verdict.TRUE, found.reason
    assert isinstance(found.evidence, Composite)
    assert isinstance(found.evidence.covered, ClosedReachedSet)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in REDUCERS if name not in QUICK])
def test_its_own_reducer_leads_to_a_longer_proof(name: str) -> None:
    test_its_own_reducer_leads_to_a_proof(name)


@pytest.mark.slow
@pytest.mark.parametrize("reducer", ["cfa", "lh"])
@pytest.mark.parametrize("name", ["lhc", "sep"])
def test_where_copies_are_united_the_first_half_has_to_be_proved_again(name: str, reducer: str) -> None:
    assert answer(name, reducer, 12).verdict is Verdict.UNKNOWN
