"""The grammar of ``coveriflow flows``."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.artifacts.permissions import Code
from coveriflow.cli.arguments.parser import Parser, add_allow_code, path_of
from coveriflow.cli.contracts import FlowsOptions
from coveriflow.cli.exit_codes import with_exit_codes

_DESCRIPTION = """\
List the ready flows, or show one as a tree or as YAML, or draw it.

A ready flow has a name. Your own flow is F.yml or F.py:OBJECT, as for 'coveriflow verify --flow'. OBJECT is a flow, a
composition, or a function that builds one. F.py is enough if it has one flow only.
"""
_EXAMPLES = """\
examples:
  coveriflow flows
  coveriflow flows show cmc
  coveriflow flows show cmc --yaml > mine.yml
  coveriflow flows draw mine.yml --out mine.svg
"""


def flows_options(arguments: Sequence[str]) -> FlowsOptions:
    """Those of ``coveriflow flows``; ``InputError``."""
    if not arguments:
        return FlowsOptions()
    found = flows_parser().parse_args(list(arguments))
    said = (getattr(found, "name", ""), getattr(found, "yaml", False), getattr(found, "out", None))
    return FlowsOptions(found.action, *said, Code.of(is_allowed=getattr(found, "allow_code", False)))


def flows_parser() -> Parser:
    """Its words."""
    parser = Parser(
        "coveriflow flows",
        usage="coveriflow flows [list | show FLOW [--yaml] | draw FLOW [--out F.svg]] [--allow-code]",
        description=_DESCRIPTION,
        epilog=with_exit_codes("flows", _EXAMPLES),
    )
    actions = parser.add_subparsers(dest="action", metavar="list|show|draw", required=True, parser_class=Parser)
    actions.add_parser("list", help="the ready flows, a line for each (also without a word)")
    show = actions.add_parser("show", help="one flow, as a tree")
    show.add_argument("name", metavar="FLOW")
    add_allow_code(show)
    show.add_argument("--yaml", action="store_true", help="as a file that 'verify --flow' takes")
    draw = actions.add_parser("draw", help="one flow, as SVG")
    draw.add_argument("name", metavar="FLOW")
    add_allow_code(draw)
    draw.add_argument("--out", metavar="F.svg", type=path_of, help="the drawing (default: FLOW.svg)")
    return parser
