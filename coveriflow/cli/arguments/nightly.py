"""The grammar of ``coveriflow nightly``, ``report`` and ``compare``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from coveriflow.artifacts.batch.results import Purpose
from coveriflow.artifacts.builds import Build
from coveriflow.artifacts.permissions import Code
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import BY_NAME, specification_named
from coveriflow.cli.arguments.parser import (
    Parser,
    add_allow_code,
    add_assuming,
    add_preprocessing,
    data_model,
    path_of,
    typed,
)
from coveriflow.cli.arguments.program import add_compile_commands, add_entry_options, entry_of
from coveriflow.cli.arguments.sandbox import add_sandbox
from coveriflow.cli.exit_codes import with_exit_codes
from coveriflow.flows.batch.planning import FOLDER, LATEST, Order
from coveriflow.formats.primitives.quantities import seconds, size

_NIGHTLY = """\
Verify many tasks under several flows. Each TASKS is a task definition (.yml), a C file, a set of task definitions
(.set), a benchmark definition of BenchExec (.xml), a pattern, or a folder with tasks below it.

Each result is a file as soon as it is there. A batch run that was killed continues: start it again with the same
name. Programs that have not changed since an earlier batch run are not verified again, if their results are stored.
Of programs that have changed, paths that are far from all changes are not verified again (--since).
"""
_NIGHTLY_EXAMPLES = """\
examples:
  coveriflow nightly examples --flow cmc --flow bmc --cpu 60s
  coveriflow nightly ReachSafety-Loops.set --flow mine.yml --name loops --since loops-before
  coveriflow nightly benchmark.xml --prefect
  coveriflow nightly --join loops                  (on another machine, meanwhile)
"""
_REPORT = (
    "Show a batch run again, and write its pages and tables: HTML, CSV, JSON, JUnit, SARIF, results for BenchExec."
)
_REPORT_EXAMPLES = """\
examples:
  coveriflow report 2026-11-22
  coveriflow report coveriflow-nights/loops --out site --tables
"""
_COMPARE = "Compare two batch runs: newly wrong, newly solved, no longer solved, slower or faster by 2x."
_COMPARE_EXAMPLES = """\
examples:
  coveriflow compare 2026-11-21 2026-11-22
"""


@dataclass(frozen=True, slots=True)
class NightlyOptions:
    """What ``coveriflow nightly`` was asked."""

    order: Order
    no_cache: bool = False
    prefect: bool = False
    json: bool = False
    verbose: bool = False
    webhook: str = ""
    join: str = ""
    dask: str = ""
    sandbox: str | None = None


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What ``coveriflow report`` was asked; ``out`` ``None``: the folder of the batch run. ``tables``: BenchExec's."""

    batch: str
    folder: Path = FOLDER
    since: str = ""
    out: Path | None = None
    tables: bool = False
    json: bool = False


@dataclass(frozen=True, slots=True)
class CompareOptions:
    """What ``coveriflow compare`` was asked."""

    earlier: str
    later: str
    folder: Path = FOLDER


def nightly_options(arguments: Sequence[str]) -> NightlyOptions:
    """Those of ``coveriflow nightly``; ``InputError``."""
    parser = nightly_parser()
    found = parser.parse_intermixed_args(list(arguments))
    if not found.tasks and not found.join:
        parser.error("the TASKS are missing")
    if found.tasks and found.join:
        parser.error("the TASKS are those of the batch run that is joined")
    if found.prefect and (found.dask or found.join):
        parser.error("--prefect goes with neither --dask nor --join")
    order = Order(
        tuple(found.tasks),
        tuple(found.flow),
        found.name,
        found.folder,
        found.since,
        Limits(found.cpu, found.wall, found.memory),
        found.jobs,
        str(found.spec) if found.spec else "",
        found.data_model,
        found.assume_defined,
        Build(tuple(found.include), tuple(found.define), entry_of(found), str(found.compile_commands or "")),
        found.together,
        Code.of(is_allowed=found.allow_code),
        Purpose(found.purpose),
        found.property or "",
    )
    said = (found.no_cache, found.prefect, found.json, found.verbose, found.webhook)
    return NightlyOptions(order, *said, found.join, found.dask, found.sandbox)


def report_options(arguments: Sequence[str]) -> ReportOptions:
    """Those of ``coveriflow report``; ``InputError``."""
    found = report_parser().parse_args(list(arguments))
    return ReportOptions(found.batch, found.folder, found.since, found.out, found.tables, found.json)


def compare_options(arguments: Sequence[str]) -> CompareOptions:
    """Those of ``coveriflow compare``; ``InputError``."""
    found = compare_parser().parse_args(list(arguments))
    return CompareOptions(found.earlier, found.later, found.folder)


def nightly_parser() -> Parser:
    """The words of ``coveriflow nightly``."""
    parser = _parser("nightly", "TASKS... [options]", _NIGHTLY, _NIGHTLY_EXAMPLES)
    parser.add_argument("tasks", metavar="TASKS", nargs="*", help="see above")
    _add_matrix(parser.add_argument_group("what to do"))
    group = parser.add_argument_group("limits of each task")
    group.add_argument("--cpu", metavar="TIME", type=typed(seconds), help="CPU time: 60s, 2min, 1h (default: 900s)")
    group.add_argument("--wall", metavar="TIME", type=typed(seconds), help="elapsed time (default: no limit)")
    usual = "4GB, 512MiB (default: 15GB, or an equal part of what is there)"
    group.add_argument("--memory", metavar="SIZE", type=typed(size), help=usual)
    group.add_argument(
        "-j", "--jobs", metavar="N", type=typed(_number), help="tasks at a time (default: what cores and memory allow)"
    )
    add_sandbox(group)
    _add_machines(parser.add_argument_group("several machines, which share all folders"))
    group = parser.add_argument_group("output")
    group.add_argument("--no-cache", action="store_true", help="neither reuse stored results nor store any")
    group.add_argument("--json", action="store_true", help="print results.json instead of the page")
    group.add_argument("-v", "--verbose", action="store_true", help="a line for each result, on stderr")
    group.add_argument("--prefect", action="store_true", help="run as a Prefect flow, each task and flow a task run")
    group.add_argument(
        "--webhook", metavar="URL", default="", help="send a message (JSON) if something is wrong or became worse"
    )
    return parser


def _add_machines(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--join",
        metavar="RUN",
        default="",
        help="no TASKS: work on this batch run, which another process has started, until all its tasks have results",
    )
    address = "tcp://HOST:8786: Dask's workers do the work (needs coveriflow[dask])"
    group.add_argument("--dask", metavar="SCHEDULER", default="", help=address)


def _add_matrix(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--flow",
        metavar="NAME|FILE",
        action="append",
        default=[],
        help="a flow, as for 'coveriflow verify'; may be given several times (default: the benchmark's, else default)",
    )
    property_ = group.add_mutually_exclusive_group()
    property_.add_argument(
        "--property",
        metavar="NAME[,NAME]",
        type=typed(_properties),
        help=f"what is verified: {', '.join(BY_NAME)} (default: the tasks' own, else assertions)",
    )
    property_.add_argument(
        "--spec", metavar="F.prp", type=path_of, help="property file (default: the benchmark's, else the tasks' own)"
    )
    group.add_argument(
        "--data-model",
        metavar="MODEL",
        type=typed(data_model),
        help="ILP32 or LP64 (default: as in the task)",
    )
    add_allow_code(group)
    add_assuming(group)
    group.add_argument(
        "--purpose",
        choices=[each.value for each in Purpose],
        default=Purpose.RATE.value,
        help="rate verifiers by the verdicts that tasks expect (default), or check programs: each violation counts",
    )
    group.add_argument("--together", action="store_true", help="the C files among TASKS are one program")
    add_preprocessing(group)
    add_compile_commands(group)
    add_entry_options(group)
    group.add_argument("--name", default="", help="of the batch run (default: the date)")
    _add_folder(group)
    group.add_argument(
        "--since",
        metavar="RUN",
        default=LATEST,
        help="the batch run to compare with and to build on, or none (default: the last one that is complete)",
    )


def report_parser() -> Parser:
    """The words of ``coveriflow report``."""
    parser = _parser("report", "RUN [options]", _REPORT, _REPORT_EXAMPLES)
    parser.add_argument("batch", metavar="RUN", help="its name, or its folder")
    _add_folder(parser)
    parser.add_argument(
        "--since",
        metavar="RUN",
        default="",
        help="compare with this one (default: the one that the batch run was compared with)",
    )
    parser.add_argument("--out", metavar="DIR", type=path_of, help="write there (default: the folder of the batch run)")
    parser.add_argument("--tables", action="store_true", help="also run BenchExec's table-generator")
    parser.add_argument("--json", action="store_true", help="print results.json instead of the page")
    return parser


def compare_parser() -> Parser:
    """The words of ``coveriflow compare``."""
    parser = _parser("compare", "EARLIER LATER [options]", _COMPARE, _COMPARE_EXAMPLES)
    parser.add_argument("earlier", metavar="EARLIER", help="a batch run, by its name or its folder")
    parser.add_argument("later", metavar="LATER", help="another one")
    _add_folder(parser)
    return parser


def _parser(command: str, usage: str, description: str, examples: str) -> Parser:
    return Parser(
        f"coveriflow {command}",
        usage=f"coveriflow {command} {usage}",
        description=description,
        epilog=with_exit_codes(command, examples),
    )


def _add_folder(group: argparse._ActionsContainer) -> None:
    group.add_argument(
        "--folder", metavar="DIR", type=path_of, default=FOLDER, help=f"where all batch runs are (default: {FOLDER})"
    )


def _properties(words: str) -> str:
    specification_named(words)
    return words


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 1000:
        raise ValueError(f"'{text}' is no number from 1 to 1000")
    return int(text)
