"""``coveriflow actors``: which there are, what one of them takes, and whether the tools of others are here."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from coveriflow.cli.arguments import Parser
from coveriflow.cli.contracts import Exit
from coveriflow.cli.parameters import described, list_actors
from coveriflow.program.errors import InputError
from coveriflow.report.streams import put


class Question(Enum):
    """What is asked about actors."""

    LIST = "list"
    SHOW = "show"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class ActorsOptions:
    """``name``: of an actor or a tool; empty for all of them."""

    question: Question = Question.LIST
    name: str = ""


def actors_options(arguments: Sequence[str]) -> ActorsOptions:
    """Those of ``coveriflow actors``. ``InputError``."""
    parser = actors_parser()
    found = parser.parse_args(arguments)
    question = Question(found.question)
    if question is Question.SHOW and not found.name:
        parser.error("the NAME of an actor to show is missing")
    if question is Question.LIST and found.name:
        parser.error(f"'list' takes no NAME: 'coveriflow actors show {found.name}' shows one")
    return ActorsOptions(question, found.name)


def actors_parser() -> Parser:
    """Its words."""
    parser = Parser(
        "coveriflow actors",
        usage="coveriflow actors [list | show NAME | check [NAME]]",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("question", nargs="?", default="list", choices=[each.value for each in Question])
    parser.add_argument("name", metavar="NAME", nargs="?", default="")
    return parser


_DESCRIPTION = """\
list the actors and their parameters, and the tools of others.

  list          all actors, and the tools that are defined (the default)
  show NAME     one actor, or one tool: how it is called, what it reads and writes, how to get it
  check [NAME]  whether a tool (or each) is here, in which version, and whether it answers about a tiny program;
                NAME may also be the file of a definition (.yml). Exit code: 0 if it answers, 3 if it is missing, 20 if
                it is here and does not answer as it should. Without NAME: 0.
"""


def actors(options: ActorsOptions) -> int:
    """Answer the question; the exit code."""
    match options.question:
        case Question.LIST:
            return _list()
        case Question.SHOW:
            return _show(options.name)
        case Question.CHECK:
            from coveriflow.cli.tool_checks import check_tools

            return check_tools(options.name)


def _list() -> int:
    from coveriflow.actors.external import defined, names

    code = list_actors()
    rows = [(name, defined(name).about) for name in names()]
    width = max(len(name) for name, _ in rows)
    lines = [f"  {name:{width}}  {about}" for name, about in rows]
    put("\n".join(("tools of others, for 'external' (in Python: tool(\"cbmc\")):", *lines)) + "\n", sys.stdout)
    return code


def _show(name: str) -> int:
    import coveriflow.actors  # noqa: F401
    from coveriflow.actors.contracts import known_actors
    from coveriflow.actors.external import names
    from coveriflow.cli.tool_pages import tool_page

    definition = known_actors().get(name)
    if definition is not None:
        put(described(definition), sys.stdout)
    elif name in names() or name.endswith((".yml", ".yaml")):
        put(tool_page(name), sys.stdout)
    else:
        raise InputError(f"there is no actor and no tool '{name}'\n'coveriflow actors' lists them.")
    return Exit.TRUE
