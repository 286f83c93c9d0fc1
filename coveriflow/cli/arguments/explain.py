"""The grammar of ``coveriflow explain``."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.cli.arguments.parser import Parser, path_of, typed
from coveriflow.cli.contracts import ExplainOptions
from coveriflow.cli.exit_codes import with_exit_codes

_EXAMPLES = """\
examples:
  coveriflow explain coveriflow-out/prog
  coveriflow explain coveriflow-out/prog/graphs/1-value.json --nodes 40 --out drawings
  coveriflow explain coveriflow-out/prog/condition.graphml
"""


def explain_options(arguments: Sequence[str]) -> ExplainOptions:
    """Those of ``coveriflow explain``; ``InputError``."""
    found = explain_parser().parse_args(list(arguments))
    return ExplainOptions(tuple(found.paths), found.out, found.nodes, found.layout == "auto")


def explain_parser() -> Parser:
    """Its words."""
    parser = Parser(
        "coveriflow explain",
        usage="coveriflow explain RUN_FOLDER|FILE... [options]",
        description="Draw what a run reached: one SVG file for each abstract reachability graph, and one for the\n"
        "condition of what was verified. Covered states point to what covers them by dashed arcs.",
        epilog=with_exit_codes("explain", _EXAMPLES),
    )
    parser.add_argument(
        "paths",
        metavar="RUN_FOLDER|FILE",
        nargs="+",
        type=path_of,
        help="the folder that a run left, or a file of it: a graph (.json) or a condition (.graphml)",
    )
    parser.add_argument("--out", metavar="DIR", type=path_of, help="for the drawings (default: beside what they draw)")
    parser.add_argument(
        "--nodes",
        metavar="N",
        type=typed(count_of_nodes),
        default=120,
        help="draw at most N nodes (default: 120)",
    )
    parser.add_argument(
        "--layout",
        choices=("auto", "own"),
        default="auto",
        help="auto: by graphviz's dot if it is installed; own: never (default: auto)",
    )
    return parser


def count_of_nodes(text: str) -> int:
    """A number of nodes that can be drawn; ``ValueError``."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= 5000:
        raise ValueError(f"'{text}' is no number from 1 to 5000")
    return int(text)
