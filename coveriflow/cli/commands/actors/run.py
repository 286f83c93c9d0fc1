"""``coveriflow actors``: which there are, what one of them takes, and whether the external tools are here."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from coveriflow import __version__
from coveriflow.cli.arguments.parser import Parser
from coveriflow.cli.contracts import Exit
from coveriflow.cli.exit_codes import with_exit_codes
from coveriflow.cli.settings import described, list_actors
from coveriflow.formats.tools.own_description import Published, coveriteam_description, fm_tools_description
from coveriflow.program.errors import InputError
from coveriflow.report.streams import put, say


class Question(Enum):
    """What is asked about actors."""

    LIST = "list"
    SHOW = "show"
    CHECK = "check"
    DESCRIBE = "describe"


@dataclass(frozen=True, slots=True)
class ActorsOptions:
    """``name``: of an actor or a tool; empty for all of them. The others: of the description of coveriflow itself."""

    question: Question = Question.LIST
    name: str = ""
    form: str = ""
    archive: str = ""
    project: str = ""
    maintainer: str = ""


def actors_options(arguments: Sequence[str]) -> ActorsOptions:
    """Those of ``coveriflow actors``. ``InputError``."""
    parser = actors_parser()
    found = parser.parse_args(arguments)
    question = Question(found.question)
    if question is Question.SHOW and not found.name:
        parser.error("the NAME of an actor to show is missing")
    if question is Question.LIST and found.name:
        parser.error(f"'list' takes no NAME: 'coveriflow actors show {found.name}' shows one")
    of_description = (found.form, found.archive, found.project, found.maintainer)
    if question is Question.DESCRIBE and (found.name or not found.form):
        parser.error("'describe' is about coveriflow itself: it takes no NAME, and --format fm-tools or coveriteam")
    if question is not Question.DESCRIBE and any(of_description):
        parser.error("--format, --archive, --project and --maintainer are for 'describe'")
    if not all(map(str.isprintable, of_description)):
        parser.error("what is described is text in one line")
    return ActorsOptions(question, found.name, *of_description)


def actors_parser() -> Parser:
    """Its words."""
    parser = Parser(
        "coveriflow actors",
        usage="coveriflow actors [list | show NAME | check [NAME] | describe --format FORMAT]",
        description=_DESCRIPTION,
        epilog=with_exit_codes("actors"),
    )
    parser.add_argument("question", nargs="?", default="list", choices=[each.value for each in Question])
    parser.add_argument("name", metavar="NAME", nargs="?", default="")
    group = parser.add_argument_group("what 'describe' writes")
    group.add_argument(
        "--format", dest="form", choices=list(_FORMATS), default="", help="the format of the description"
    )
    group.add_argument("--archive", metavar="WHERE", default="", help="DOI or URL of the archive that is described")
    group.add_argument("--project", metavar="URL", default="", help="page of the project (fm-tools)")
    group.add_argument("--maintainer", metavar="NAME", default="", help="who maintains the description (fm-tools)")
    return parser


_FORMATS = {"fm-tools": fm_tools_description, "coveriteam": coveriteam_description}


_DESCRIPTION = """\
List the actors and their parameters, and the external tools.

  list          all actors, and the tools that are defined (the default)
  show NAME     one actor, or one tool: how it is called, what it reads and writes, how to get it
  check [NAME]  whether a tool (or each) is here, in which version, and whether it answers about a tiny program
  describe      print a description of coveriflow itself, for those who call it as a tool

A tool may also be named by the file (.yml) that defines it: one of ours (docs/howto/external-verifiers.md), one
of fm-tools, or an actor of CoVeriTeam.
"""


def actors(options: ActorsOptions) -> int:
    """Answer the question; the exit code."""
    match options.question:
        case Question.LIST:
            return _list()
        case Question.SHOW:
            return _show(options.name)
        case Question.CHECK:
            from coveriflow.cli.commands.actors.check import check_tools

            return check_tools(options.name)
        case Question.DESCRIBE:
            own = Published(__version__, options.archive, options.project, options.maintainer)
            put(_FORMATS[options.form](own), sys.stdout)
            return Exit.TRUE


def _list() -> int:
    from coveriflow.actors.tool_catalogue import defined, names

    code = list_actors()
    rows = [(name, defined(name).about) for name in names()]
    width = max(len(name) for name, _ in rows)
    lines = [f"  {name:{width}}  {about}" for name, about in rows]
    say("\n".join(("external tools, for 'external' (in Python: tool(\"cbmc\")):", *lines)), sys.stdout)
    return code


def _show(name: str) -> int:
    import coveriflow.actors  # noqa: F401
    from coveriflow.actors.definition import known_actors
    from coveriflow.actors.tool_catalogue import names
    from coveriflow.cli.commands.actors.show import tool_page

    definition = known_actors().get(name)
    if definition is not None:
        put(described(definition), sys.stdout)
    elif name in names() or name.endswith((".yml", ".yaml")):
        say(tool_page(name).removesuffix("\n"), sys.stdout)
    else:
        raise InputError(f"there is no actor and no tool '{name}'\n'coveriflow actors' lists them.")
    return Exit.TRUE
