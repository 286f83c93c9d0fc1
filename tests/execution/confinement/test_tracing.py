"""LeakSanitizer starts a process that traces the program: where that is allowed, and what else gets through."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from coveriflow.actors.work.confirm.sanitizers import sanitized
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.violations import stopping
from coveriflow.execution.confinement.contracts import Strength
from coveriflow.execution.confinement.probing import chosen
from coveriflow.execution.native.compiled_program import compile_program
from coveriflow.execution.processes.process_tree import everyone
from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.types.data_model import DataModel
from tests.actors.tasks import HEAD
from tests.actors.tasks import program as task_with
from tests.execution.confinement.test_escapes import command_of, in_box

LIMITS = Limits(cpu=10, wall=60)
LOST = "void *malloc(unsigned long);\nint *p;\nint main(void) {\n  p = malloc(8);\n  p = 0;\n  return 0;\n}\n"
LINE = HEAD.count("\n") + 4

STORM = """
int clone(int (*)(void *), void *, int, void *), printf(const char *, ...), pause(void);
static char stacks[200][65536];
static int stay(void *nothing) { for (;;) pause(); return 0; }
int main(void) {
  int started = 0;
  for (int i = 0; i < 200; i++) started += clone(stay, stacks[i] + 65536, FLAGS, 0) > 0;
  printf("%d", started);
  return 0;
}
"""
TRACER, PLAIN = "0x00800700", "0x11"
"""Flags: of what traces, and of an ordinary child with its end signal."""

pytestmark = pytest.mark.usefixtures("compiler")


@pytest.fixture(params=[Strength.FULL, Strength.PARTIAL])
def strength(request: pytest.FixtureRequest) -> Iterator[Strength]:
    with in_box(request.param):
        yield request.param


def is_traced(strength: Strength) -> bool:
    """Root may start as many processes as it likes, so that it may start none."""
    return strength is Strength.FULL and os.getuid() != 0


def test_lost_memory_is_reported_or_it_is_known_that_it_cannot_be(strength: Strength) -> None:
    task = task_with(LOST)
    found = sanitized(task, [], stopping(task), LIMITS, kind=Undefined.LOST)
    assert found.searches_leaks == is_traced(strength)
    assert found.lines == ({("program.c", LINE)} if is_traced(strength) else set())


@pytest.mark.parametrize("flags", [TRACER, PLAIN])
def test_a_traced_program_starts_few_processes(strength: Strength, flags: str) -> None:
    text = STORM.replace("FLAGS", flags)
    with compile_program([("storm.c", text)], DataModel.LP64) as program:
        run = program.run([], LIMITS, is_traced=True)
        at_most = 3 if is_traced(strength) and flags == TRACER else 0
        assert run.status == 0, run
        assert int(run.stdout) <= at_most
        assert [each.pid for each in everyone() if program.folder.as_posix() in command_of(each.pid)] == []
    assert chosen().strength is strength
