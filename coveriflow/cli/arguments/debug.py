"""The grammar of ``coveriflow debug``."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.cli.arguments.parser import Parser, path_of
from coveriflow.cli.contracts import DebugOptions
from coveriflow.cli.exit_codes import with_exit_codes

_EXAMPLES = """\
examples:
  coveriflow verify prog.c
  coveriflow debug coveriflow-out/prog
  coveriflow debug coveriflow-out/prog --print
  coveriflow debug coveriflow-out/prog -- -tui
"""


def debug_options(arguments: Sequence[str]) -> DebugOptions:
    """Those of ``coveriflow debug``; ``InputError``."""
    place = list(arguments).index("--") if "--" in arguments else len(arguments)
    found = debug_parser().parse_args(list(arguments[:place]))
    return DebugOptions(found.folder, only_print=found.print, gdb=tuple(arguments[place + 1 :]))


def debug_parser() -> Parser:
    """Its words."""
    parser = Parser(
        "coveriflow debug",
        usage="coveriflow debug RUN_FOLDER [--print] [-- OPTIONS_OF_GDB]",
        description="Start gdb at the violation that a run has found. The program is compiled with its inputs and\n"
        "executed, and stops where the check fails. It runs with your rights, in no box.",
        epilog=with_exit_codes("debug", _EXAMPLES),
    )
    parser.add_argument("folder", metavar="RUN_FOLDER", type=path_of, help="the folder that a run left")
    parser.add_argument("--print", action="store_true", help="print the command and gdb's script, and start nothing")
    return parser
