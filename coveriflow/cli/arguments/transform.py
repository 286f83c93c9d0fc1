"""The grammar of ``coveriflow transform``."""

from __future__ import annotations

import argparse
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
from coveriflow.cli.contracts import Transformation, TransformOptions
from coveriflow.cli.exit_codes import with_exit_codes
from coveriflow.transform.loop_abstraction import MOST_ITERATIONS

_EXAMPLES = """\
examples:
  coveriflow transform --accelerate prog.c
  coveriflow transform --accelerate prog.c --without-automata -o fast.c
  cbmc fast.c --unwind 4 --unwinding-assertions
  coveriflow transform --abstract-loops --iterations 2 prog.c -o once.c
  coveriflow transform --assume-invariants prog.c
"""


def transform_options(arguments: Sequence[str]) -> TransformOptions:
    """Those of ``coveriflow transform``; ``InputError``."""
    parser = transform_parser()
    found, files = parser.parsed_with_files(arguments, "transform")
    how = next((each for each in Transformation if getattr(found, each.value.replace("-", "_"))), None)
    if how is None:
        parser.error("how? There are " + ", ".join(f"--{each.value}" for each in Transformation))
    if found.iterations is not None and how is not Transformation.ABSTRACT_LOOPS:
        parser.error("--iterations needs --abstract-loops")
    if found.without_automata and how is not Transformation.ACCELERATE:
        parser.error("--without-automata needs --accelerate")
    return TransformOptions(
        files=files,
        limits=limits_of(found),
        how=how,
        automata=not found.without_automata,
        iterations=found.iterations or 1,
        out=found.out,
        specification=found.spec,
        data_model=found.data_model,
        include_directories=tuple(found.include),
        defines=tuple(found.define),
        entry=entry_of(found),
        compile_commands=found.compile_commands,
    )


def _count_of_iterations(text: str) -> int:
    """At least one, and a few."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= MOST_ITERATIONS:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 1 to {MOST_ITERATIONS}")
    return int(text)


def transform_parser() -> Parser:
    """The words of ``coveriflow transform``."""
    parser = Parser(
        "coveriflow transform",
        usage="coveriflow transform --accelerate | --abstract-loops | --assume-invariants FILE... [options]",
        description="Print a program in C that is easier to verify for tools that unwind loops, or do induction.\n\n"
        "--accelerate: loops have accelerators, paths on which many iterations are one step, and a trace automaton\n"
        "cuts off the paths that these subsume. The number of iterations is an input.\n"
        "--abstract-loops: a loop begins in any state that its invariants allow, and ends after few iterations. A\n"
        "proof of that program is one of the original; a violation need not be one.\n"
        "--assume-invariants: the same program, with the invariants of its loops assumed.\n\n"
        "Which loops stay as they are, and why, is reported on stderr.",
        epilog=with_exit_codes("transform", _EXAMPLES),
    )
    add_files(parser)
    group = parser.add_argument_group("how")
    one = group.add_mutually_exclusive_group()
    one.add_argument("--accelerate", action="store_true", help="accelerate loops")
    one.add_argument("--abstract-loops", action="store_true", help="abstract loops by their invariants")
    one.add_argument("--assume-invariants", action="store_true", help="only assume these invariants")
    group.add_argument(
        "--iterations", metavar="K", type=_count_of_iterations, help="of an abstracted loop (default: 1)"
    )
    group.add_argument(
        "--without-automata", action="store_true", help="keep all paths beside the accelerators: to find bugs"
    )
    group.add_argument("-o", "--out", metavar="F.c", type=path_of, help="write here (default: print)")
    add_program_options(parser.add_argument_group("the program and its property"))
    add_limits(parser)
    return parser
