"""``coveriflow features``: what a table of rules can choose by."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from coveriflow.actors.work.inspect.features import features_of
from coveriflow.artifacts.program_features import NAMES
from coveriflow.artifacts.resources import Limits
from coveriflow.cli.arguments.parser import Parser, path_of
from coveriflow.cli.contracts import Exit
from coveriflow.cli.exit_codes import with_exit_codes
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.worker_modules import FIRST
from coveriflow.flows.tasks.load import Asked, load
from coveriflow.program.errors import InputError
from coveriflow.report.streams import put

_LIMITS = Limits(cpu=300.0, memory=4_000_000_000)


def features(arguments: Sequence[str]) -> int:
    """Print how often each feature is in a program; the exit code."""
    found = features_parser().parse_args(list(arguments))
    with Workers(FIRST) as workers:
        outcome = workers.submit(features_of, load(Asked(tuple(found.files))), limits=_LIMITS).result()
    if outcome.error is not None:
        raise outcome.error
    if outcome.value is None:
        raise InputError(f"its features were not counted: {outcome.end.value}")
    put("".join(f"{name:<10} {getattr(outcome.value, name)}\n" for name in NAMES), sys.stdout)
    return Exit.TRUE


def features_parser() -> Parser:
    """The words of ``coveriflow features``."""
    parser = Parser(
        "coveriflow features",
        description="Count the features of a program. Flows can use them, as in 'loops > 0 and floats = 0'.",
        epilog=with_exit_codes("features"),
    )
    parser.add_argument("files", metavar="FILE", nargs="+", type=path_of, help="C files, or a task definition (.yml)")
    return parser
