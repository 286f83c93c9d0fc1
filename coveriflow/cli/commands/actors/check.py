"""Whether tools are here, in which version, and whether they answer."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import PurePath

from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.definition import Produced, performed
from coveriflow.actors.external import tool
from coveriflow.actors.tool_catalogue import defined, names
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.tool_logs import ToolLog
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.cli.contracts import Exit
from coveriflow.execution.contracts import End, Outcome
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.worker_modules import FIRST
from coveriflow.flows.tasks.default_limits import default_limits
from coveriflow.program.errors import InputError, ToolMissing
from coveriflow.report.streams import say

_LIMITS = Limits(cpu=60, wall=120)
_TEXT = """\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  %s
  return 0;
}
"""
_VIOLATED = _TEXT % "if (__VERIFIER_nondet_int() == 4711) reach_error();"
_SAFE = _TEXT % "int x = __VERIFIER_nondet_int(); if (x > 4711 && x < 4711) reach_error();"


@dataclass(frozen=True, slots=True)
class Check:
    """What became of asking one tool."""

    name: str
    code: Exit
    sentence: str


def check_tools(name: str) -> int:
    """Ask the tool, or each one; the exit code is the tool's, or 0 for all of them."""
    if name:
        defined(name)  # what is wrong with it is told before anything is started
    with Workers(FIRST) as workers:
        checks = [_checked(workers, each) for each in ([name] if name else names())]
    width = max(len(check.name) for check in checks)
    notes = defined(name).notes if name else ()
    lines = [f"{check.name:{width}}  {check.sentence}" for check in checks] + [f"    note: {note}" for note in notes]
    say("\n".join(lines), sys.stdout)
    return checks[0].code if name else Exit.TRUE


def _checked(workers: Workers, name: str) -> Check:
    actor, shown = tool(name), PurePath(name).stem
    if len(actor.needs) > 1:
        return _found(workers, name, shown)
    text = _VIOLATED if defined(name).finds_violations else _SAFE
    task = Task((Source("tiny.c", text, text),))
    limits = Limits(_LIMITS.cpu, _LIMITS.wall, default_limits().memory)
    outcome: Outcome[Produced] = workers.submit(performed, actor, (task,), limits=limits).result()
    if outcome.error is not None:
        return _wrong(shown, outcome.error)
    if outcome.end is not End.FINISHED or outcome.value is None:
        return Check(shown, Exit.UNKNOWN, f"does not answer: {outcome.end.value}")
    return _answered(shown, actor, outcome.value, proves=text == _SAFE)


def _answered(shown: str, actor: Actor, produced: Produced, *, proves: bool) -> Check:
    answer = next(each for each in produced if isinstance(each, Answer))
    version = next((each.tool for each in produced if isinstance(each, ToolLog)), actor.called)
    if answer.verdict is (Verdict.TRUE if proves else Verdict.FALSE):
        return Check(shown, Exit.TRUE, f"{version}: installed, and works")
    said = answer.reason or answer.verdict.value
    lacks = "does not prove a program that is safe" if proves else "finds no violation in a program that has one"
    return Check(shown, Exit.UNKNOWN, f"{version}: here, but {lacks}: {said}")


def _wrong(shown: str, error: Exception) -> Check:
    first = str(error).partition("\n")[0]
    missing = isinstance(error, ToolMissing)
    how = "".join(f"\n    {line}" for line in str(error).split("\n")[1:] if line) if missing else ""
    if missing:
        return Check(shown, Exit.MISSING, f"missing: {first}{how}")
    if isinstance(error, InputError):
        return Check(shown, Exit.UNKNOWN, f"cannot be called: {first}")
    return Check(shown, Exit.UNKNOWN, f"does not answer: {first}")


def _found(workers: Workers, name: str, shown: str) -> Check:
    """A tool that wants more than a program: only whether it is here."""
    outcome: Outcome[str] = workers.submit(_version, name, limits=_LIMITS).result()
    if outcome.error is not None:
        return _wrong(shown, outcome.error)
    if outcome.value is None:
        return Check(shown, Exit.UNKNOWN, f"does not report its version: {outcome.end.value}")
    return Check(shown, Exit.TRUE, f"{outcome.value}: installed (it needs more than a program, and was not run)")


def _version(name: str) -> str:
    from coveriflow.actors.work.tools.search import found

    return found(defined(name)).sentence
