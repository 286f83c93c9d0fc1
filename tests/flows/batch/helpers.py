"""Small tasks, and crews that do them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from coveriflow.artifacts.batch.results import JobResult
from coveriflow.artifacts.resources import Limits
from coveriflow.execution.store.contracts import Store
from coveriflow.flows.batch.planning import Begun, Order, begun, working_context
from coveriflow.flows.batch.resources import BatchContext

HEAD = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
SAFE = HEAD + "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3 && x < 2) reach_error(); return 0; }\n"
UNSAFE = HEAD + "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 3) reach_error(); return 0; }\n"
BROKEN = "int main(void) { return }\n"
LIMITS = Limits(cpu=30.0, memory=2 << 30)
PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"


def write_tasks(folder: Path, programs: dict[str, str], expected: dict[str, bool]) -> Path:
    """A task definition for each program that something is expected of, the other programs as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "reach.prp").write_text(PROPERTY)
    for name, text in programs.items():
        (folder / f"{name}.c").write_text(text)
    for name, verdict in expected.items():
        entry = f"  - {{property_file: reach.prp, expected_verdict: {str(verdict).lower()}}}"
        (folder / f"{name}.yml").write_text(
            f"format_version: '2.0'\ninput_files: {name}.c\nproperties:\n{entry}\noptions: {{data_model: LP64}}\n"
        )
    return folder


def order(tasks: Path, folder: Path, *flows: str, name: str = "tonight", since: str = "none") -> Order:
    return Order((str(tasks),), flows, name, folder, since, LIMITS, 2)


@contextmanager
def context(what: Order, store: Store | None = None) -> Iterator[tuple[Begun, BatchContext]]:
    found = begun(what)
    with working_context(found, store) as those:
        yield found, those


def told(results: tuple[JobResult, ...]) -> dict[tuple[str, str], str]:
    """By program and flow: what came of it."""
    return {(Path(each.job.task.path).stem, each.job.flow): each.status for each in results}
