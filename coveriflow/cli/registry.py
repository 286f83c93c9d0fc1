"""From the first word to the command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from coveriflow.cli.arguments.parser import COMMANDS, listed, overview, test_options, verify_options
from coveriflow.cli.commands.verify.endings import recorded, understood
from coveriflow.cli.contracts import Exit, Log
from coveriflow.program.errors import InputError
from coveriflow.program.wording import meant


def unreported(arguments: Sequence[str], status: int, log: Log) -> NoReturn:
    """Loaded code has ended the command that ``arguments`` name, and ``status`` is that of its process: an error, and
    a record of it.
    """
    code = os.waitstatus_to_exitcode(status)
    how = f"exit status {code}" if code >= 0 else f"signal {-code}"
    error = InputError(f"loaded code ended the process ({how}): there is no result")
    match list(arguments):
        case ["verify" | "test" as word, *rest]:
            with recorded((verify_options if word == "verify" else test_options)(rest), log):
                raise error
        case _:
            raise error


def dispatched(arguments: Sequence[str], log: Log) -> int:
    """Run the command that ``arguments`` name; the exit code."""
    match list(arguments):
        case ["verify", *rest]:
            from coveriflow.cli.commands.verify.command import verify

            return verify(understood(rest, verify_options), log)
        case ["test", *rest]:
            from coveriflow.cli.commands.verify.command import verify

            return verify(understood(rest, test_options), log)
        case ["validate", *rest]:
            from coveriflow.cli.arguments.validate import validate_options
            from coveriflow.cli.commands.validate import validate

            return validate(validate_options(rest))
        case ["reduce" | "transform" as word, *rest]:
            return _printing(word, rest)
        case ["condition", *rest]:
            from coveriflow.cli.arguments.condition import condition_options
            from coveriflow.cli.commands.condition import condition

            return condition(condition_options(rest))
        case ["explain" | "draw" as word, *rest]:
            return _drawing(word, rest)
        case ["nightly" | "report" | "compare" as word, *rest]:
            return _about_batches(word, rest, log)
        case ["debug" | "serve" as word, *rest]:
            return _looking(word, rest)
        case ["features", *rest]:
            from coveriflow.cli.commands.features import features

            return features(rest)
        case ["flows" | "import" | "actors" | "cache" | "doctor" | "completion" as word, *rest]:
            return _about_ourselves(word, rest)
        case [word, *_] if not word.startswith("-"):
            known = f"the commands are {listed(COMMANDS)}"
            raise InputError(f"there is no command '{word}': {meant(word, COMMANDS, known)}\nTry 'coveriflow --help'.")
        case []:
            overview().print_help(sys.stderr)
            return Exit.BAD_INPUT
        case _:
            overview().parse_args(list(arguments))
            return Exit.BAD_INPUT


def _printing(word: str, rest: list[str]) -> int:
    """The commands that print a program."""
    if word == "reduce":
        from coveriflow.cli.arguments.reduce import reduce_options
        from coveriflow.cli.commands.reduce import reduce

        return reduce(reduce_options(rest))
    from coveriflow.cli.arguments.transform import transform_options
    from coveriflow.cli.commands.transform import transform

    return transform(transform_options(rest))


def _drawing(word: str, rest: list[str]) -> int:
    """The commands that draw."""
    if word == "explain":
        from coveriflow.cli.arguments.explain import explain_options
        from coveriflow.cli.commands.explain import explain

        return explain(explain_options(rest))
    from coveriflow.cli.arguments.draw import draw_options
    from coveriflow.cli.commands.draw import draw

    return draw(draw_options(rest))


def _looking(word: str, rest: list[str]) -> int:
    """The commands that show what runs have left."""
    if word == "debug":
        from coveriflow.cli.arguments.debug import debug_options
        from coveriflow.cli.commands.debug import debug

        return debug(debug_options(rest))
    from coveriflow.cli.arguments.serve import serve_options
    from coveriflow.cli.commands.serve import serve

    return serve(serve_options(rest))


def _about_batches(word: str, rest: Sequence[str], log: Log) -> int:
    """The commands about many tasks."""
    from coveriflow.cli.arguments import nightly as words
    from coveriflow.cli.commands.nightly import run

    match word:
        case "nightly":
            return run.nightly(words.nightly_options(rest), log)
        case "report":
            return run.report(words.report_options(rest))
        case _:
            return run.compare(words.compare_options(rest))


def _about_ourselves(word: str, rest: Sequence[str]) -> int:
    """The commands that verify nothing."""
    match word:
        case "flows":
            from coveriflow.cli.arguments.flows import flows_options
            from coveriflow.cli.commands.flows import flows

            return flows(flows_options(rest))
        case "import":
            from coveriflow.cli.arguments.import_cvt import import_options
            from coveriflow.cli.commands.import_cvt import import_program

            return import_program(import_options(rest))
        case "actors":
            from coveriflow.cli.commands.actors.run import actors, actors_options

            return actors(actors_options(rest))
        case "doctor":
            from coveriflow.cli.commands.doctor import doctor

            return doctor(rest)
        case "cache":
            from coveriflow.cli.commands.cache import cache

            return cache(rest)
        case _:
            from coveriflow.cli.commands.completion import completion

            return completion(rest)
