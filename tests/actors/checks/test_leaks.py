"""What the page of a leak says beside the violation, and how it is repeated."""

from __future__ import annotations

import pytest

from coveriflow.actors import bmc, execute
from coveriflow.actors.work.confirm.sanitizers import Sanitized
from coveriflow.artifacts.answers import Answer, ConfirmedTest, Violation
from coveriflow.artifacts.specifications import MEMORY_SAFETY
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End
from tests.actors.tasks import here, program

UNWRITTEN = """\
void *malloc(unsigned long);
int main(void) {
  int read, written, three[3], *p = &read, *q = &written, *r = three;
  *q = 1;
  if (*p == 5 && *q && r[1] == 3) p = malloc(*q + 1);
  return 0;
}
"""


def leak(text: str) -> Answer:
    """The answer about the leak in ``text``."""
    task: Task = program(text, specification=MEMORY_SAFETY)
    answer = here(execute(), task, here(bmc(), task)[Violation])[Answer]
    assert answer.verdict is Verdict.FALSE
    return answer


@pytest.fixture(autouse=True)
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sanitizers are kept from looking for leaks."""
    nothing = Sanitized(frozenset(), End.FINISHED, searches_leaks=False)
    monkeypatch.setattr("coveriflow.actors.work.checks.confirm.sanitized", lambda *_: nothing)


def test_only_values_that_are_read_are_assumed() -> None:
    assumed = "\n".join(leak(UNWRITTEN).assumptions)
    assert "'read' has the value 5" in assumed
    assert "'three' has the value 3" in assumed
    assert "'written'" not in assumed
    assert "memory of the machine" not in assumed


def test_sanitizers_repeat_what_they_could_not_look_for() -> None:
    answer = leak("void *malloc(unsigned long);\nint main(void) { char *p = malloc(1); p = 0; return p != 0; }")
    assert isinstance(answer.evidence, ConfirmedTest)
    assert answer.evidence.run is not None
    assert answer.evidence.run.is_sanitized
