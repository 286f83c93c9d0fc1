"""From the first word to the command."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from coveriflow.cli.arguments import COMMANDS, listed, no_options, overview, verify_options
from coveriflow.cli.contracts import Exit, Log
from coveriflow.program.errors import InputError


def dispatched(arguments: Sequence[str] | None, log: Log) -> int:
    """Run the command that ``arguments`` name; the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    match words:
        case ["verify", *rest]:
            from coveriflow.cli.verify import verify

            return verify(verify_options(rest), log)
        case ["explain", *rest]:
            from coveriflow.cli.arguments_explain import explain_options
            from coveriflow.cli.explain import explain

            return explain(explain_options(rest))
        case ["flows", *rest]:
            from coveriflow.cli.flows import list_flows

            no_options("flows", rest)
            return list_flows()
        case ["actors", *rest]:
            from coveriflow.cli.actors import actors, actors_options

            return actors(actors_options(rest))
        case [word, *_] if not word.startswith("-"):
            raise InputError(f"'{word}' is no command: {listed(COMMANDS)} are\nTry 'coveriflow --help'.")
        case []:
            overview().print_help(sys.stderr)
            return Exit.BAD_INPUT
        case _:
            overview().parse_args(words)
            return Exit.BAD_INPUT
