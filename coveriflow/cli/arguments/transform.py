"""The grammar of ``coveriflow transform``."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.cli.arguments.parser import (
    Parser,
    add_files,
    add_limits,
    add_program_options,
    limits_of,
    path_of,
)
from coveriflow.cli.arguments.program import entry_of
from coveriflow.cli.contracts import TransformOptions
from coveriflow.cli.exit_codes import with_exit_codes

_EXAMPLES = """\
examples:
  coveriflow transform --accelerate prog.c
  coveriflow transform --accelerate prog.c --without-automata -o fast.c
  cbmc fast.c --unwind 4 --unwinding-assertions
"""


def transform_options(arguments: Sequence[str]) -> TransformOptions:
    """Those of ``coveriflow transform``; ``InputError``."""
    parser = transform_parser()
    found, files = parser.parsed_with_files(arguments, "transform")
    if not found.accelerate:
        parser.error("how? There is --accelerate")
    return TransformOptions(
        files=files,
        limits=limits_of(found),
        automata=not found.without_automata,
        out=found.out,
        specification=found.spec,
        data_model=found.data_model,
        include_directories=tuple(found.include),
        defines=tuple(found.define),
        entry=entry_of(found),
        compile_commands=found.compile_commands,
    )


def transform_parser() -> Parser:
    """The words of ``coveriflow transform``."""
    parser = Parser(
        "coveriflow transform",
        usage="coveriflow transform --accelerate FILE... [options]",
        description="Print a program in C that reaches the same states in fewer steps: loops have accelerators, paths\n"
        "on which many iterations are one step, and a trace automaton cuts off the paths that these subsume. The\n"
        "number of iterations is an input. Which loops stay as they are, and why, is reported on stderr.",
        epilog=with_exit_codes("transform", _EXAMPLES),
    )
    add_files(parser)
    group = parser.add_argument_group("how")
    group.add_argument("--accelerate", action="store_true", help="accelerate loops")
    group.add_argument(
        "--without-automata", action="store_true", help="keep all paths beside the accelerators: to find bugs"
    )
    group.add_argument("-o", "--out", metavar="F.c", type=path_of, help="write here (default: print)")
    add_program_options(parser.add_argument_group("the program and its property"))
    add_limits(parser)
    return parser
