"""``coveriflow completion SHELL``: a script by which the shell completes what is typed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import shtab

from coveriflow.actors.definition import known_actors
from coveriflow.actors.tool_catalogue import names
from coveriflow.cli.arguments.cache import WORDS, prune_parser
from coveriflow.cli.arguments.condition import condition_parser
from coveriflow.cli.arguments.debug import debug_parser
from coveriflow.cli.arguments.draw import draw_parser
from coveriflow.cli.arguments.explain import explain_parser
from coveriflow.cli.arguments.flows import flows_parser
from coveriflow.cli.arguments.import_cvt import import_parser
from coveriflow.cli.arguments.nightly import compare_parser, nightly_parser, report_parser
from coveriflow.cli.arguments.parser import COMMANDS, Parser, overview, test_parser, verify_parser
from coveriflow.cli.arguments.reduce import reduce_parser
from coveriflow.cli.arguments.serve import serve_parser
from coveriflow.cli.arguments.transform import transform_parser
from coveriflow.cli.arguments.validate import validate_parser
from coveriflow.cli.commands.actors.run import actors_parser
from coveriflow.cli.commands.doctor import doctor_parser
from coveriflow.cli.commands.features import features_parser
from coveriflow.cli.contracts import Exit
from coveriflow.cli.exit_codes import with_exit_codes
from coveriflow.flows.ready import READY
from coveriflow.program.types.data_model import DataModel
from coveriflow.report.streams import put

SHELLS = ("bash", "zsh", "fish")
_DESCRIPTION = """\
Print a script by which the shell completes commands, options, flows, actors and files.

  bash   coveriflow completion bash > ~/.local/share/bash-completion/completions/coveriflow
  zsh    coveriflow completion zsh > _coveriflow        (in a folder of $fpath)
  fish   coveriflow completion fish > ~/.config/fish/completions/coveriflow.fish
"""


def completion(arguments: Sequence[str]) -> int:
    """Print the script."""
    found = completion_parser().parse_args(list(arguments))
    put(shtab.complete(everything(), shell=found.shell) + "\n", sys.stdout)
    return Exit.TRUE


def completion_parser() -> Parser:
    """Its words."""
    parser = Parser(
        "coveriflow completion",
        usage=f"coveriflow completion {'|'.join(SHELLS)}",
        description=_DESCRIPTION,
        epilog=with_exit_codes("completion"),
    )
    parser.add_argument("shell", choices=SHELLS)
    return parser


def everything() -> argparse.ArgumentParser:
    """All commands as one parser, each argument with what it can be."""
    parser = overview()
    commands = parser.add_subparsers(parser_class=Parser)
    own = parsers()
    for name, sentence in COMMANDS.items():
        made = commands.add_parser(name, parents=[own[name]], add_help=False, help=sentence)
        for action in _actions(made):
            _complete(name, action)
    return parser


def parsers() -> dict[str, Parser]:
    """The words of each command."""
    return {
        "verify": verify_parser(),
        "test": test_parser(),
        "validate": validate_parser(),
        "reduce": reduce_parser(),
        "transform": transform_parser(),
        "condition": condition_parser(),
        "debug": debug_parser(),
        "explain": explain_parser(),
        "draw": draw_parser(),
        "features": features_parser(),
        "flows": flows_parser(),
        "import": import_parser(),
        "actors": actors_parser(),
        "nightly": nightly_parser(),
        "report": report_parser(),
        "compare": compare_parser(),
        "serve": serve_parser(),
        "cache": _cache_parser(),
        "doctor": doctor_parser(),
        "completion": completion_parser(),
    }


def _cache_parser() -> Parser:
    parser = Parser("coveriflow cache")
    words = parser.add_subparsers(parser_class=Parser)
    for word, sentence in WORDS.items():
        words.add_parser(word, parents=[prune_parser()] if word == "prune" else [], add_help=False, help=sentence)
    return parser


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _actions(below)


_FOLDERS = {
    ("verify", "out"),
    ("test", "out"),
    ("explain", "out"),
    ("explain", "paths"),
    ("report", "out"),
    ("reduce", "task"),
}
_FILES = {"files", "paths", "file", "out", "spec", "program", "conditions", "condition", "since", "tasks"}


def _complete(command: str, action: Any) -> None:
    """Give an argument what it can be, unless it has that."""
    what = action.dest
    if (command, what) in _FOLDERS or what in ("include", "folder"):
        action.complete = shtab.DIRECTORY
    elif what in _FILES:
        action.complete = shtab.FILE
    elif what == "flow" or (command, what) == ("flows", "name"):
        action.complete = _words_or_files("flows", READY)
    elif (command, what) == ("actors", "name"):
        action.complete = _words_or_files("actors", [*known_actors(), *names()])
    elif what == "data_model":
        action.choices = [model.value for model in DataModel]


def _words_or_files(what: str, words: Iterable[str]) -> dict[str, Any]:
    name, listed = f"_coveriflow_{what}", " ".join(words)
    return {
        "bash": name,
        "zsh": name,
        "fish": f"({name})",
        "preamble": {
            "bash": f'{name}() {{\n  compgen -W "{listed}" -- "$1"\n  compgen -f -- "$1"\n}}',
            "zsh": f"{name}() {{\n  compadd {listed}\n  _files\n}}",
            "fish": f"function {name}\n  string split ' ' '{listed}'\n  __fish_complete_path (commandline -ct)\nend",
        },
    }
