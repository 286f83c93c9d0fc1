"""Tools that take a condition as an assumption automaton, played by small scripts: what they are given, and that what
they prove rests on their claim, together with what supports the condition.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from coveriflow.actors import tool, value
from coveriflow.actors.composition.nodes import Actor
from coveriflow.artifacts.answers import (
    Answer,
    Claim,
    ClosedReachedSet,
    Composite,
    GivenCondition,
    Justification,
    Violation,
)
from coveriflow.artifacts.automata.cpachecker import VERIFIED
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.tool_logs import ToolLog
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.formats.conditions.assumption_automaton import read_assumption_automaton
from coveriflow.program.errors import ToolMissing
from tests.actors.tasks import here, program
from tests.actors.tools.test_call import TEST, script
from tests.actors.tools.test_residuals import nothing


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def taking(folder: Path, text: str) -> Actor:
    """A tool whose second word is the automaton."""
    path = folder / "mine.yml"
    path.write_text(
        f"executable: {script(folder, text)}\narguments: ['{{options}}', '{{files}}']\n"
        "properties: {unreach-call: []}\nreads: {automaton: [--condition, '{file}']}\nwrites: {tests: test-suite}\n"
        "verdicts: [{output: PROVED, verdict: true}, {output: BROKEN, verdict: false}]\n"
    )
    return tool(str(path))


PARTLY = program("""
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  if (n > 5) { for (int i = 0; i < 3; i++) s += 2; if (s != 6) reach_error(); }
  else if (n == -47) reach_error();
  return 0;
}
""")
"""Explicit values verify of the first branch, within four states, that it does not violate it."""


def covering() -> Condition:
    return here(value(states=4), PARTLY)[Condition]


@pytest.mark.parametrize("configuration", ["predicate-given", "value-given"])
def test_those_of_cpachecker_need_a_condition(configuration: str) -> None:
    assert [need.name for need in tool("cpachecker", configuration).needs] == ["task", "condition", "justification"]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("configuration", ["predicate-given", "value-given"])
def test_cpachecker_leaves_alone_what_is_covered(configuration: str) -> None:
    """Where all is covered it does not find the violation that there is; where nothing is, it does."""
    all_of_it = replace(nothing(PARTLY), accepting=frozenset({nothing(PARTLY).initial}))
    asked = tool("cpachecker", configuration)
    try:
        found = [here(asked, PARTLY, each, None)[Answer].verdict for each in (all_of_it, nothing(PARTLY))]
    except ToolMissing as missing:
        pytest.skip(missing.message.partition("\n")[0])
    assert found == [Verdict.TRUE, Verdict.FALSE]


def test_it_is_given_the_condition(tmp_path: Path) -> None:
    asked = taking(tmp_path, 'cat "$2"; exit 0')
    given = [here(asked, PARTLY, each, None)[ToolLog].output for each in (covering(), nothing(PARTLY))]
    leads_there = [
        any(
            move.target == VERIFIED
            for state in automaton.states
            if state.name != VERIFIED
            for move in state.transitions
        )
        for automaton in (read_assumption_automaton(each.encode(), "given") for each in given)
    ]
    assert leads_there == [True, False]


def test_its_proof_is_a_claim_beside_what_supports_the_condition(tmp_path: Path) -> None:
    reason = Justification(covering().digest, ClosedReachedSet(3), ("an assumption",))
    answer = here(taking(tmp_path, "echo PROVED"), PARTLY, covering(), reason)[Answer]
    assert answer.verdict is Verdict.TRUE
    assert answer.evidence == Composite(ClosedReachedSet(3), Claim("mine 1.5"))
    assert answer.assumptions == ("an assumption",)


def test_a_condition_that_nobody_supports_is_assumed(tmp_path: Path) -> None:
    answer = here(taking(tmp_path, "echo PROVED"), PARTLY, covering(), None)[Answer]
    assert answer.evidence == Composite(GivenCondition("coveriflow value"), Claim("mine 1.5"))


@pytest.mark.usefixtures("compiler")
def test_its_violation_is_executed(tmp_path: Path) -> None:
    got = here(taking(tmp_path, TEST % -47 + "echo BROKEN"), PARTLY, covering(), None)
    assert got[Violation].values == (-47,)
    assert got[Answer].verdict is Verdict.FALSE
