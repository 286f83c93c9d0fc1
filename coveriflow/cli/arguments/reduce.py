"""The grammar of ``coveriflow reduce``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from coveriflow.artifacts.residual_programs import REDUCERS
from coveriflow.cli.arguments.parser import (
    Parser,
    add_files,
    add_limits,
    add_program_options,
    limits_of,
    path_of,
    typed,
)
from coveriflow.cli.arguments.program import entry_of
from coveriflow.cli.contracts import ReduceOptions
from coveriflow.cli.exit_codes import with_exit_codes

RESIDUAL, INSTRUMENTED = "residual", "instrumented"

_EXAMPLES = """\
examples:
  coveriflow reduce prog.c --condition out/condition.graphml --reducer lh -o left.c
  coveriflow reduce prog.c --condition out/condition.graphml --reducer lhb --bound 3 --slice
  coveriflow reduce prog.c --condition out/condition.graphml --reducer cfa --task hard
  coveriflow reduce prog.c --range lower.xml - -o right.c
  coveriflow reduce prog.c --range - upper.xml --form residual --slice
"""


def reduce_options(arguments: Sequence[str]) -> ReduceOptions:
    """Those of ``coveriflow reduce``; ``InputError``."""
    parser = reduce_parser()
    found, files = parser.parsed_with_files(arguments, "reduce")
    if (found.condition is None) == (found.range is None):
        parser.error("give either a --condition, whose rest is printed, or a --range of paths")
    if found.task is not None and found.condition is None:
        parser.error("a --task is what is left of a --condition")
    return ReduceOptions(
        files=files,
        condition=found.condition,
        bounds=tuple(found.range) if found.range else None,
        form=_form(parser, found.form, found.range, found.reducer),
        limits=limits_of(found),
        reducer=found.reducer or "sep",
        bound=found.bound,
        heads=found.heads,
        slice=found.slice,
        out=found.out,
        task=found.task,
        specification=found.spec,
        data_model=found.data_model,
        include_directories=tuple(found.include),
        defines=tuple(found.define),
        entry=entry_of(found),
        compile_commands=found.compile_commands,
    )


def reduce_parser() -> Parser:
    """The words of ``coveriflow reduce``."""
    parser = Parser(
        "coveriflow reduce",
        usage="coveriflow reduce FILE... (--condition CONDITION | --range LOWER.xml UPPER.xml) [options]",
        description="Print the program that a condition leaves to be verified: a residual program in C, with the same\n"
        "inputs in the same order. Its executions are some of the program's, and all that are not covered. Or print\n"
        "the program of a range: its executions are those between the paths that two tests take.",
        epilog=f"{_reducers()}\n{with_exit_codes('reduce', _EXAMPLES)}",
    )
    add_files(parser)
    group = parser.add_argument_group("how")
    group.add_argument("--condition", metavar="F", type=path_of, help="remove the verified part of the program")
    group.add_argument(
        "--range",
        metavar=("LOWER.xml", "UPPER.xml"),
        nargs=2,
        help="keep the paths between those of two tests (Test-Comp's format); '-': no bound",
    )
    group.add_argument(
        "--form",
        metavar="FORM",
        help="of a range: instrumented (default), the program with an observer that compares the branches taken with "
        "those of the bounds; or residual (default with --reducer), unfolded along the bounds by the reducer",
    )
    group.add_argument("--reducer", metavar="NAME", help="see below (default: sep)")
    add_reduction(group)
    where = group.add_mutually_exclusive_group()
    where.add_argument("-o", "--out", metavar="F.c", type=path_of, help="write here (default: print)")
    where.add_argument(
        "--task", metavar="DIR", type=path_of, help="write a task: a definition (.yml), program, property and condition"
    )
    add_program_options(parser.add_argument_group("the program and its property"))
    add_limits(parser)
    return parser


def _reducers() -> str:
    width = max(map(len, REDUCERS))
    return "".join(["reducers:\n", *(f"  {name:{width}}  {said}\n" for name, said in REDUCERS.items())])


def _form(parser: Parser, form: str | None, bounds: object, reducer: str | None) -> str:
    """What was asked for; else a reducer, or the absence of a range, says it."""
    chosen = form or (INSTRUMENTED if bounds is not None and reducer is None else RESIDUAL)
    if chosen not in (RESIDUAL, INSTRUMENTED):
        parser.error(f"there is no form '{chosen}' of a program: there are {RESIDUAL} and {INSTRUMENTED}")
    if form is not None and bounds is None:
        parser.error("the program of a --range has a --form, and no other one")
    if chosen == INSTRUMENTED and reducer is not None:
        parser.error(f"a --reducer makes the form {RESIDUAL}")
    return chosen


def add_reduction(group: argparse._ArgumentGroup) -> None:
    """What reducers get beside their names."""
    group.add_argument(
        "--bound", metavar="N", type=typed(_count), default=10, help="iterations that lhb and lhbc keep (default: 10)"
    )
    group.add_argument("--heads", metavar="LINES", default="", help="the loops that count, as in 12,20 (default: all)")
    group.add_argument("--slice", action="store_true", help="remove what cannot reach the error any more")


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise ValueError(f"'{text}' is no number from 0 on")
    return int(text)
