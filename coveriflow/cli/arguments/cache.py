"""The grammar of ``coveriflow cache``."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.cli.arguments.parser import Parser, typed
from coveriflow.cli.contracts import PruneOptions
from coveriflow.cli.exit_codes import with_exit_codes
from coveriflow.formats.primitives.quantities import seconds, size

WORDS = {
    "list": "the results that are there, the one that was used last first",
    "prune": "remove what killed runs left, damaged results, and what the options name",
    "path": "their folder",
}
_HELP = """\
Each actor's result is stored, and used again when the same actor gets the same input, also after a run that was killed.

commands:
  list             the results that are there, the one that was used last first
  prune [options]  remove what killed runs left, damaged results, and what the options name
  path             their folder

The folder is $COVERIFLOW_CACHE, else $XDG_CACHE_HOME/coveriflow, else ~/.cache/coveriflow; COVERIFLOW_CACHE=off stores
nothing, and 'coveriflow verify --no-cache' neither uses nor stores any. It holds 1 GiB at most.
"""
_EXAMPLES = """\
examples:
  coveriflow cache list
  coveriflow cache prune --older 30d --size 200MB
  coveriflow cache prune --all
"""


def cache_parser() -> Parser:
    """``coveriflow cache`` without a command."""
    return Parser(
        "coveriflow cache",
        usage="coveriflow cache list|prune|path",
        description=_HELP,
        epilog=with_exit_codes("cache", _EXAMPLES),
    )


def no_cache_options(command: str, arguments: Sequence[str]) -> None:
    """A command that takes none."""
    Parser(f"coveriflow cache {command}", description=f"{WORDS[command]}.").parse_args(arguments)


def prune_options(arguments: Sequence[str]) -> PruneOptions:
    """Those of ``coveriflow cache prune``. ``InputError``."""
    found = prune_parser().parse_args(arguments)
    return PruneOptions(found.older, 0 if found.all else found.size)


def prune_parser() -> Parser:
    """Its words."""
    parser = Parser("coveriflow cache prune", description=f"{WORDS['prune']}.")
    parser.add_argument("--older", metavar="TIME", type=typed(seconds), help="what was not used for so long: 12h, 30d")
    parser.add_argument(
        "--size", metavar="SIZE", type=typed(size), help="what was used least recently, until so much is left: 200MB"
    )
    parser.add_argument("--all", action="store_true", help="all results")
    return parser
