"""The grammar of ``coveriflow draw``."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.cli.arguments.explain import count_of_nodes
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
from coveriflow.cli.arguments.reduce import add_reduction
from coveriflow.cli.contracts import DrawOptions
from coveriflow.cli.exit_codes import with_exit_codes

_DESCRIPTION = """\
Draw a program as SVG, by what is given:

  FILE...                        its control-flow automaton
  FILE... --condition C          the same; what C covers is green
  FILE... --condition C --automaton
                                 the automaton of C itself
  FILE... --condition C --reducer NAME
                                 the automaton of the program that C leaves, by this reducer
  FILE... --condition C --shapes
                                 the shapes of what C leaves, by each fold-reducer
"""
_EXAMPLES = """\
examples:
  coveriflow draw prog.c
  coveriflow draw prog.c --condition out/condition.graphml --reducer lh -o left.svg
  coveriflow draw prog.c --condition out/condition.graphml --shapes
"""


def draw_options(arguments: Sequence[str]) -> DrawOptions:
    """Those of ``coveriflow draw``; ``InputError``."""
    parser = draw_parser()
    found, files = parser.parsed_with_files(arguments, "draw")
    if found.condition is None and (found.reducer or found.shapes or found.automaton):
        parser.error("--condition is missing: what has been verified of the program")
    return DrawOptions(
        files=files,
        limits=limits_of(found),
        condition=found.condition,
        reducer=found.reducer or "",
        bound=found.bound,
        heads=found.heads,
        slice=found.slice,
        automaton=found.automaton,
        shapes=found.shapes,
        out=found.out,
        nodes=found.nodes,
        with_dot=found.layout == "auto",
        specification=found.spec,
        data_model=found.data_model,
        include_directories=tuple(found.include),
        defines=tuple(found.define),
        entry=entry_of(found),
        compile_commands=found.compile_commands,
    )


def draw_parser() -> Parser:
    """The words of ``coveriflow draw``."""
    parser = Parser(
        "coveriflow draw",
        usage="coveriflow draw FILE... [--condition CONDITION] [options]",
        description=_DESCRIPTION,
        epilog=with_exit_codes("draw", _EXAMPLES),
    )
    add_files(parser)
    group = parser.add_argument_group("what is drawn")
    group.add_argument("--condition", metavar="F", type=path_of, help="what has been verified of the program")
    which = group.add_mutually_exclusive_group()
    which.add_argument("--automaton", action="store_true", help="the condition itself")
    which.add_argument("--reducer", metavar="NAME", help="what is left by it: see 'coveriflow reduce --help'")
    which.add_argument("--shapes", action="store_true", help="how wide and long what is left is, by each fold-reducer")
    add_reduction(group)
    group = parser.add_argument_group("the drawing")
    group.add_argument(
        "--nodes", metavar="N", type=typed(count_of_nodes), default=120, help="draw at most N nodes (default: 120)"
    )
    group.add_argument(
        "--layout",
        choices=("auto", "own"),
        default="auto",
        help="auto: by graphviz's dot if it is installed; own: never (default: auto)",
    )
    group.add_argument("-o", "--out", metavar="F.svg", type=path_of, help="write here (default: <program>.svg)")
    add_program_options(parser.add_argument_group("the program and its property"))
    add_limits(parser)
    return parser
