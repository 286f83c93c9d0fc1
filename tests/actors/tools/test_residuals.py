"""Residual programs that tools of others write, played by small scripts: their violations are executed in the original,
their proofs rest on a claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from coveriflow.actors import execute, kinduction, tool
from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.work.load import automaton_of
from coveriflow.artifacts.answers import Answer, Claim, Composite, Confirmation, Evidence, Violation, is_claimed
from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.tool_logs import ToolLog
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.labels import EdgeLabel
from coveriflow.program.errors import NotSupported
from tests.actors.tasks import confirmation_of, here, program
from tests.actors.tools.test_call import script

HEAD = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
ORIGINAL = program("int main(void) { int x = __VERIFIER_nondet_int(); if (x == 47) reach_error(); return 0; }")
SAME = HEAD + "int main() { int y; y = __VERIFIER_nondet_int(); if (y == 47) { reach_error(); return 0; } return 0; }"
HALF = HEAD + "int main() { int y; y = __VERIFIER_nondet_int(); if (y > 99) { if (y == 1) reach_error(); } return 0; }"
OTHER = HEAD + "int main() { int y; y = __VERIFIER_nondet_int(); if (y == 48) { reach_error(); return 0; } return 0; }"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def writing(folder: Path, residual: str, end: str = "exit 0") -> Actor:
    """A tool that writes ``residual``, if it is given an automaton."""
    (folder / "wanted.c").write_text(residual)
    text = f'grep -q "OBSERVER AUTOMATON" "$2" && cp {folder / "wanted.c"} out.c; {end}'
    path = folder / "mine.yml"
    path.write_text(
        f"executable: {script(folder, text)}\narguments: ['{{options}}', '{{files}}']\n"
        "properties: {unreach-call: []}\nreads: {automaton: [--condition, '{file}']}\nwrites: {residual: out.c}\n"
        "verdicts: [{output: NOTHING, verdict: unknown}]\n"
    )
    return tool(str(path))


def nothing(task: Task) -> Condition:
    return Condition("q", frozenset(), (), task.program_hash, task.specification, task.data_model)


def parts(proof: Evidence | None) -> Iterator[Evidence | None]:
    if isinstance(proof, Composite):
        yield from (*parts(proof.covered), *parts(proof.residual))
    else:
        yield proof


def test_it_is_a_reducer(tmp_path: Path) -> None:
    actor = writing(tmp_path, SAME)
    assert actor.provides == (Residual, ToolLog)
    assert [need.name for need in actor.needs] == ["task", "condition", "justification"]
    assert tool("cpachecker", "residual").provides == actor.provides


def test_what_is_proved_of_it_is_unconfirmed(tmp_path: Path) -> None:
    residual = here(writing(tmp_path, HALF), ORIGINAL, nothing(ORIGINAL), None)[Residual]
    assert residual.original == ORIGINAL
    answer = here(kinduction(), residual)[Answer]
    assert answer.verdict is Verdict.TRUE
    assert Claim("mine 1.5 that its residual program has all other executions") in parts(answer.evidence)
    assert is_claimed(answer.evidence)


@pytest.mark.usefixtures("compiler")
def test_its_violation_is_executed_in_the_original(tmp_path: Path) -> None:
    residual = here(writing(tmp_path, SAME), ORIGINAL, nothing(ORIGINAL), None)[Residual]
    violation = here(kinduction(), residual)[Violation]
    confirmed = here(execute(), residual.original, violation)[Answer]
    assert confirmation_of(confirmed) is Confirmation.EXECUTED


@pytest.mark.usefixtures("compiler")
def test_a_violation_that_the_original_does_not_have_does_not_count(tmp_path: Path) -> None:
    residual = here(writing(tmp_path, OTHER), ORIGINAL, nothing(ORIGINAL), None)[Residual]
    violation = here(kinduction(), residual)[Violation]
    assert here(execute(), residual.original, violation)[Answer].verdict is Verdict.UNKNOWN


def test_the_condition_keeps_its_reason(tmp_path: Path) -> None:
    """Its own report comes in addition."""
    covered = Transition("q", branch_of_original(), "c")
    condition = replace(nothing(ORIGINAL), accepting=frozenset({"c"}), transitions=(covered,))
    residual = here(writing(tmp_path, HALF), ORIGINAL, condition, None)[Residual]
    assert len(residual.justifications) == 2


def branch_of_original() -> EdgeLabel:
    return next(e.label for e in automaton_of(ORIGINAL).edges if e.label.branch == "condition-false")


@pytest.mark.parametrize(
    ("residual", "end", "reason"),
    [
        (SAME, "exit 1", "it wrote none: it failed with exit status 1"),
        (SAME, "kill -SEGV $$", "it wrote none: it crashed with SIGSEGV"),
        (SAME, "rm out.c", "it wrote none"),
        (SAME[:-20], "exit 0", "the residual program that mine 1.5 has written"),
        ("int main(", "exit 0", "the residual program that mine 1.5 has written"),
    ],
)
def test_half_a_program_is_none(tmp_path: Path, residual: str, end: str, reason: str) -> None:
    with pytest.raises(NotSupported, match=reason):
        here(writing(tmp_path, residual, end), ORIGINAL, nothing(ORIGINAL), None)


def test_an_error_function_with_a_body_would_be_inlined(tmp_path: Path) -> None:
    task = program(
        "void reach_error(void) { }\nint main(void) { if (__VERIFIER_nondet_int()) reach_error(); return 0; }"
    )
    with pytest.raises(NotSupported, match="defines its error function"):
        here(writing(tmp_path, HALF), task, nothing(task), None)
