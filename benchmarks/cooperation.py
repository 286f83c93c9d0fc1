"""Programs that no verifier proves alone, and that two of them prove together: ours, and one of others.

Each program of ``examples/cooperation`` is given to every verifier of ours, to CBMC and to Frama-C's Eva, and to a
composition: explicit values for a part of the budget, and the residual program, of what they leave, for one of the
others. Prints one table, program by verifier, with verdicts and CPU times; '-' where a tool is not here ('make tools').
Exits with 1 if a verdict is wrong, with 3 if a composition whose tools are here proves nothing. ``--smoke``:
compositions, and the tool of each alone for 2 s of CPU time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus.endings import Problem, ending_of
from rich.console import Console
from rich.table import Table

from coveriflow.actors import Actor, reduce, tool, value, when_unknown
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.tool_catalogue import defined
from coveriflow.actors.work.tools.search import found
from coveriflow.artifacts.answers import is_claimed
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows.direct import verify
from coveriflow.flows.ready import ALONE, WITH_TOOLS
from coveriflow.program.errors import ToolMissing

FOLDER = Path(__file__).resolve().parent.parent / "examples" / "cooperation"
OTHERS = ("cbmc", "eva")


def then(name: str, actor: Actor) -> Flow:
    """Explicit values for a third of the budget; a tool for the residual program."""
    return Flow(f"value, {name}", value(share=1 / 3) >> when_unknown(reduce() >> actor))


TOGETHER = {"courier": ("cbmc", then("cbmc", tool("cbmc", bound=24))), "station": ("eva", then("eva", tool("eva")))}
"""For each program the tool that it needs, and the composition."""


@dataclass(frozen=True, slots=True)
class Result:
    verdict: Verdict
    text: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--smoke", action="store_true", help="compositions, and their tools for 2 s")
    parser.add_argument("--cpu", type=float, default=60.0, help="CPU seconds for each (default: 60)")
    asked = parser.parse_args()
    here = {name for name in OTHERS if is_here(name)}
    flows = {} if asked.smoke else {name: make() for name, make in ALONE.items()}
    flows |= {name: WITH_TOOLS[name]() for name in OTHERS}
    table = Table(
        "program", *flows, "together", title=f"CPU seconds, at most {2 if asked.smoke else asked.cpu:g} alone"
    )
    failures = list(_rows(table, flows, here, asked))
    Console(width=None if sys.stdout.isatty() else 150).print(table)
    for failure in failures:
        print(failure.what, file=sys.stderr)
    return ending_of(failures)


def is_here(name: str) -> bool:
    """Whether the tool is installed, in a version that is known to work."""
    try:
        found(defined(name))
    except ToolMissing:
        return False
    return True


def _rows(table: Table, flows: dict[str, Flow], here: set[str], asked: argparse.Namespace) -> Iterator[Problem]:
    """A row for each program; yields what is wrong with its results."""
    for program, (needed, together) in TOGETHER.items():
        cells = []
        for name, flow in flows.items():
            is_asked = (name not in OTHERS or name in here) and (not asked.smoke or name == needed)
            result = _result(program, flow, 2.0 if asked.smoke else asked.cpu) if is_asked else None
            print(f"{program}, {name}: {'-' if result is None else result.text}", file=sys.stderr)
            cells.append("-" if result is None else result.text)
            if result is not None and result.verdict is Verdict.FALSE:
                yield Problem(f"{program}: {name} is wrong", is_wrong=True)
        last = _result(program, together, asked.cpu) if needed in here else None
        table.add_row(program, *cells, "-" if last is None else f"{last.text} ({together.name})")
        if last is not None and last.verdict is not Verdict.TRUE:
            yield Problem(
                f"{program}: not proved by {together.name}: {last.text}", is_wrong=last.verdict is Verdict.FALSE
            )


def _result(program: str, flow: Flow, cpu: float) -> Result:
    run = verify(flow, FOLDER / f"{program}.c", limits=Limits(cpu=cpu))
    spent = sum(turn.resources.cpu for turn in run.turns)
    claimed = "*" if run.answer.evidence is not None and is_claimed(run.answer.evidence) else ""
    return Result(run.answer.verdict, f"{run.answer.verdict.value}{claimed} {spent:.1f}")


if __name__ == "__main__":
    sys.exit(main())
