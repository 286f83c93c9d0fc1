"""The grammar of ``coveriflow import``."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.cli.arguments.parser import Parser, path_of, typed
from coveriflow.cli.contracts import ImportOptions
from coveriflow.cli.exit_codes import with_exit_codes

_DESCRIPTION = """\
Translate a program of CoVeriTeam into a flow: a Python file that 'coveriflow verify --flow' takes.

Its verifiers, validators and testers become the tools of the same name (see 'coveriflow actors'), or what --use names.
What has no counterpart here is an error, with its place.
"""
_EXAMPLES = """\
examples:
  coveriflow import portfolio.cvt
  coveriflow import verifier.cvt --input verifier_path=cbmc.yml --out mine.py
  coveriflow import portfolio.cvt --use symbiotic=symbolic --use uautomizer=kinduction
  coveriflow verify prog.c --flow portfolio.py
"""


def import_options(arguments: Sequence[str]) -> ImportOptions:
    """Those of ``coveriflow import``; ``InputError``."""
    found = import_parser().parse_args(list(arguments))
    return ImportOptions(found.file, found.out, tuple(found.input), tuple(found.use))


def import_parser() -> Parser:
    """Its words."""
    parser = Parser(
        "coveriflow import",
        usage="coveriflow import FILE.cvt [options]",
        description=_DESCRIPTION,
        epilog=with_exit_codes("import", _EXAMPLES),
    )
    parser.add_argument("file", metavar="FILE.cvt", type=path_of, help="a program of CoVeriTeam")
    parser.add_argument("--out", metavar="F.py", type=path_of, help="the flow (default: FILE.py, which must not exist)")
    parser.add_argument(
        "--input",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        type=typed(_pair),
        help="the value of a variable that the program does not set",
    )
    parser.add_argument(
        "--use",
        metavar="NAME=ACTOR",
        action="append",
        default=[],
        type=typed(_pair),
        help="take ACTOR (or TOOL, TOOL:CONFIGURATION, F.yml) for the actor whose definition is NAME.yml",
    )
    return parser


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise ValueError(f"'{text}' is not NAME=VALUE")
    return name, value
