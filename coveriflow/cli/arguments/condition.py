"""The grammar of ``coveriflow condition``."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.cli.arguments.parser import Parser, add_program_options, path_of
from coveriflow.cli.arguments.program import entry_of
from coveriflow.cli.contracts import ConditionOptions
from coveriflow.cli.exit_codes import with_exit_codes

_NUMBERS = {
    "show": (1, 1),
    "convert": (1, 1),
    "minimise": (1, 1),
    "compare": (2, 2),
    "union": (2, 99),
    "intersect": (2, 99),
}
"""How many conditions each action takes."""
_DESCRIPTION = """\
Show, compare, convert, minimise, unite or intersect conditions: what of a program has been verified.

actions:
  show FILE          what it is about, and with --program how much of that it covers
  compare A B        which of two covers more, with a path that only one of them covers
  convert FILE       write it to the file of -o, in the format of its name
  minimise FILE      the smallest automaton that covers the same, to the file of -o
  union A B...       what one of them covers, to the file of -o
  intersect A B...   what all of them cover, to the file of -o

formats, which are recognised by their content when they are read:
  .graphml           an automaton over the edges of a program, which names them exactly
  .txt, .spc         CPAchecker's AssumptionAutomaton.txt; it names branches by their text, so --program is needed,
                     and only what is certain is translated
  .yml, .yaml        an assumption formula: places, and what has to hold there; --program is needed
"""
_EXAMPLES = """\
examples:
  coveriflow condition show out/condition.graphml --program prog.c
  coveriflow condition compare value.graphml bmc.graphml --program prog.c
  coveriflow condition convert AssumptionAutomaton.txt --program prog.c -o condition.graphml
  coveriflow condition convert out/condition.graphml --program prog.c -o formula.yml
  coveriflow condition union value.graphml bmc.graphml -o together.graphml
"""


def condition_options(arguments: Sequence[str]) -> ConditionOptions:
    """Those of ``coveriflow condition``. ``InputError``."""
    parser = condition_parser()
    found = parser.parse_intermixed_args(list(arguments))
    least, most = _NUMBERS[found.action]
    if not least <= len(found.conditions) <= most:
        number = "one condition" if most == 1 else "two conditions" if most == 2 else "at least two conditions"
        parser.error(f"'{found.action}' takes {number}")
    if found.action not in ("show", "compare") and found.out is None:
        parser.error("-o, the file to write, is missing")
    if found.action == "compare" and not found.program:
        parser.error("--program is missing: conditions are compared on its paths")
    return ConditionOptions(
        found.action,
        tuple(found.conditions),
        tuple(found.program),
        found.out,
        found.spec,
        found.data_model,
        tuple(found.include),
        tuple(found.define),
        entry_of(found),
        found.compile_commands,
        found.json,
    )


def condition_parser() -> Parser:
    """The words of ``coveriflow condition``."""
    parser = Parser(
        "coveriflow condition",
        usage="coveriflow condition ACTION FILE... [--program FILE]... [-o FILE] [options]",
        description=_DESCRIPTION,
        epilog=with_exit_codes("condition", _EXAMPLES),
    )
    parser.add_argument("action", metavar="ACTION", choices=list(_NUMBERS), help=", ".join(_NUMBERS))
    parser.add_argument("conditions", metavar="FILE", nargs="*", type=path_of, help="conditions, of any format")
    group = parser.add_argument_group("the program that they are about")
    group.add_argument(
        "--program",
        metavar="FILE",
        action="append",
        default=[],
        type=path_of,
        help="a C file, or a task definition (.yml); several C files: the option several times",
    )
    add_program_options(group)
    group = parser.add_argument_group("output")
    group.add_argument("-o", dest="out", metavar="FILE", type=path_of, help="what to write")
    group.add_argument("--json", action="store_true", help="print JSON instead of the page (show, compare)")
    return parser
