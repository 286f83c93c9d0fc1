"""The command line's grammar: words to options, or a complaint."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from coveriflow import __version__
from coveriflow.artifacts.permissions import Code
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import BY_NAME, specification_named
from coveriflow.cli.arguments.program import add_compile_commands, add_entry_options, entry_of
from coveriflow.cli.arguments.sandbox import add_sandbox
from coveriflow.cli.contracts import DEFAULT_FLOW, Answered, Options
from coveriflow.cli.exit_codes import with_exit_codes
from coveriflow.flows.catalogue.flow_paths import ALLOW_CODE
from coveriflow.flows.tasks.default_limits import MOST_CORES, default_limits
from coveriflow.formats.primitives.quantities import seconds, size
from coveriflow.program.errors import InputError
from coveriflow.program.types.data_model import DataModel

T = TypeVar("T")

COMMANDS = {
    "verify": "verify a C program",
    "test": "generate tests for a C program",
    "validate": "validate a witness, tests or a condition",
    "reduce": "print the program that a condition leaves",
    "transform": "print a program whose loops are easier to verify",
    "condition": "show, compare, convert and combine conditions",
    "debug": "start gdb at the violation that a run has found",
    "explain": "draw what a run reached, as SVG",
    "draw": "draw a program, a condition over it, or what that leaves, as SVG",
    "features": "count the features of a program, by which flows choose verifiers",
    "flows": "list, show and draw flows: ready ones and your own",
    "import": "translate a program of CoVeriTeam into a flow",
    "actors": "list the actors and their parameters, check external tools",
    "nightly": "verify many tasks under several flows",
    "report": "show the results of a batch run, and write its pages and tables",
    "compare": "compare two batch runs",
    "serve": "show runs and batch runs in a browser, also in one elsewhere",
    "cache": "list or remove the results that are used again",
    "doctor": "print what confines executed programs on this machine",
    "completion": "print a script for the shell that completes what is typed",
}

_OVERVIEW = """\
coveriflow makes software verifiers work together through conditions, residual programs, tests and witnesses.

commands:
  verify FILE...   verify a C program
  test FILE...     generate tests that take all branches of a C program
  validate EVIDENCE FILE...
                   confirm or refute a witness, tests or a condition
  reduce FILE...   print the program that a condition leaves, by a reducer
  transform FILE...
                   print a program with accelerated or abstracted loops, for other verifiers
  condition ACTION FILE...
                   show, compare, convert, minimise, unite or intersect conditions
  nightly TASKS... verify many tasks under several flows, and report the results
  report RUN       show the results of a batch run, and write its pages and tables
  compare A B      compare two batch runs
  serve FOLDER     show runs and batch runs in a browser, also in one elsewhere
  debug FOLDER     start gdb at the violation that a run has found
  explain FOLDER   draw what a run reached and what it left unverified, as SVG
  draw FILE...     draw a program, a condition over it, or what that leaves, as SVG
  features FILE... count the features of a program, by which flows choose verifiers
  flows            list, show and draw flows: ready ones and your own
  import FILE.cvt  translate a program of CoVeriTeam into a flow
  actors           list the actors and their parameters; check which external tools are installed
  cache            list or remove the results that are used again
  doctor           print what confines the programs that are executed here, and how to get more
  completion SHELL print a script for bash, zsh or fish that completes what is typed

examples:
  coveriflow verify prog.c
  coveriflow verify task.yml --flow cmc --cpu 60s
  coveriflow explain coveriflow-out/prog
  coveriflow verify --help
"""
_EXAMPLES = """\
examples:
  coveriflow verify prog.c
  coveriflow verify main.c list.c -I include -D SIZE=4
  coveriflow verify task.yml --data-model ILP32 --cpu 2min --memory 4GB
  coveriflow verify prog.c --property unreach-call
  coveriflow verify prog.c --spec unreach-call.prp --flow bmc --out evidence
  coveriflow verify prog.c --flow value --set value.refinement=selective --set value.order=bfs
  coveriflow verify prog.c --json | jq .verdict
"""
_VERIFY = "Verify a C program. The answer is true, false or unknown, with evidence."
_TEST = """\
Generate tests for a C program that together take both directions of all its decisions, as a test suite of Test-Comp's
format in DIR/tests. A test that violates the property is executed, and the verdict is false then.
"""
_TEST_EXAMPLES = """\
examples:
  coveriflow test prog.c --out out
  coveriflow test prog.c --cpu 2min --set random-tests.number=1000
"""
_DEFINE = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*(?:\([^()\n]*\))?(?:=[^\n]*)?")


class Parser(argparse.ArgumentParser):
    """Complains as everything here does. Pages stand as they are written, and no option has two names."""

    def __init__(self, prog: str, **given: Any) -> None:
        page: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter, "allow_abbrev": False}
        super().__init__(prog, **(page | given))

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message.removeprefix('argument ')}\nTry '{self.prog} --help'.")

    def parsed(self, words: Sequence[str]) -> tuple[Any, list[Path]]:
        """What is found in the words before ``--``, and the files after it."""
        place = list(words).index("--") if "--" in words else len(words)
        return self.parse_intermixed_args(list(words[:place])), [Path(word) for word in words[place + 1 :]]

    def parsed_with_files(self, words: Sequence[str], purpose: str) -> tuple[Any, tuple[Path, ...]]:
        """``parsed``, with at least one of ``files``."""
        found, others = self.parsed(words)
        if not found.files and not others and not found.compile_commands:
            self.error(f"a FILE to {purpose} is missing")
        return found, (*found.files, *others)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """See argparse, and ``_with_negatives``."""
        return super().parse_known_args(_with_negatives(args), namespace)

    def parse_known_intermixed_args(self, args: Any = None, namespace: Any = None) -> Any:
        """See argparse, and ``_with_negatives``."""
        return super().parse_known_intermixed_args(_with_negatives(args), namespace)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """The user has what was asked for (``--help``): nothing else ends a command with the exit code of a verdict."""
        raise Answered(status)


def _with_negatives(words: Sequence[str] | None) -> list[str] | None:
    """A quantity below zero is told to be none: for argparse it would be an option, and the value missing."""
    if words is None:
        return None
    found: list[str] = []
    for word in words:
        is_value = bool(found) and found[-1] in _QUANTITIES and _NEGATIVE.match(word)
        found[-1:] = [f"{found[-1]}={word}"] if is_value else [*found[-1:], word]
    return found


_QUANTITIES = ("--cpu", "--wall", "--memory", "--older", "--size")
_NEGATIVE = re.compile(r"-\.?\d|-inf|-nan", re.IGNORECASE)


def overview() -> Parser:
    """``coveriflow`` without a command."""
    parser = Parser(
        "coveriflow",
        usage="coveriflow [--help] [--version] COMMAND ...",
        description=_OVERVIEW,
    )
    parser.add_argument("--version", action="version", version=f"coveriflow {__version__}")
    return parser


def listed(words: Iterable[str]) -> str:
    """Words as a sentence has them."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def verify_options(arguments: Sequence[str]) -> Options:
    """Those of ``coveriflow verify``, in any order; after ``--`` there are only files. ``InputError``."""
    return _options(verify_parser(), arguments)


def test_options(arguments: Sequence[str]) -> Options:
    """Those of ``coveriflow test``: the same, with another flow if none is named. ``InputError``."""
    return replace(_options(test_parser(), arguments), is_test=True)


def verify_parser() -> Parser:
    """The words of ``coveriflow verify``."""
    return _parser("verify", _VERIFY, _EXAMPLES, DEFAULT_FLOW)


def test_parser() -> Parser:
    """Those of ``coveriflow test``."""
    return _parser("test", _TEST, _TEST_EXAMPLES, "test")


def _options(parser: Parser, arguments: Sequence[str]) -> Options:
    found, files = parser.parsed_with_files(arguments, "verify")
    return Options(
        files=files,
        limits=limits_of(found),
        flow=found.flow,
        settings=tuple(found.set),
        no_cache=found.no_cache,
        condition=found.condition,
        since=tuple(found.since),
        bounds=tuple(found.range) if found.range else None,
        specification=found.spec,
        data_model=found.data_model,
        include_directories=tuple(found.include),
        defines=tuple(found.define),
        entry=entry_of(found),
        compile_commands=found.compile_commands,
        out=found.out,
        json=found.json,
        verbose=found.verbose,
        prefect=found.prefect,
        accounting=found.accounting,
        cores=found.cores,
        assume_defined=found.assume_defined,
        trust_condition=found.trust_condition,
        sandbox=found.sandbox,
        code=Code.of(is_allowed=found.allow_code),
    )


def limits_of(found: argparse.Namespace) -> Limits:
    """What was asked for by the options of ``add_limits``, else the default ones."""
    default = default_limits()
    return Limits(found.cpu or default.cpu, found.wall, found.memory or default.memory)


def _parser(command: str, description: str, examples: str, flow: str) -> Parser:
    parser = Parser(
        f"coveriflow {command}",
        usage=f"coveriflow {command} FILE... [options]",
        description=description,
        epilog=with_exit_codes(command, examples),
    )
    add_files(parser)
    _add_task_options(parser, flow)
    _add_accounting(add_limits(parser, "limits, shared by all verifiers of the flow"))
    _add_outputs(parser)
    return parser


_USUAL = {"default": "staged, or termination for that property", "test": "test"}
"""The default flows of commands, in words."""


def _add_task_options(parser: argparse.ArgumentParser, flow: str) -> None:
    group = parser.add_argument_group("what to verify, and how")
    add_program_options(group)
    group.add_argument(
        "--flow",
        metavar="NAME|FILE",
        default=flow,
        help=f"a ready flow (see 'coveriflow flows'), or your own: F.yml, F.py, F.py:OBJECT (default: {_USUAL[flow]})",
    )
    add_allow_code(group)
    group.add_argument(
        "--set",
        metavar="ACTOR.NAME=VALUE",
        action="append",
        default=[],
        help="set a parameter of an actor of the flow, as in value.order=bfs; see 'coveriflow actors'",
    )
    group.add_argument(
        "--condition",
        metavar="F",
        type=path_of,
        help="a condition: what is verified already; the rest is verified, and true is unconfirmed (exit code 20)",
    )
    group.add_argument(
        "--trust-condition",
        action="store_true",
        help="trust --condition: true is confirmed (exit code 0), and the condition is a listed assumption",
    )
    group.add_argument(
        "--since",
        metavar="FILE",
        action="append",
        default=[],
        type=path_of,
        help="the earlier version, which --condition is about: only what changes may affect is verified again",
    )
    group.add_argument(
        "--range",
        metavar=("LOWER.xml", "UPPER.xml"),
        nargs=2,
        help="only paths between those of two tests (Test-Comp's format; '-': no bound); true is unconfirmed",
    )
    add_assuming(group)
    group.add_argument(
        "--no-cache", action="store_true", help="neither reuse stored results nor store any; see 'coveriflow cache'"
    )


def add_allow_code(group: argparse._ActionsContainer) -> None:
    """Whether files may name code."""
    group.add_argument(
        ALLOW_CODE,
        action="store_true",
        help="let a flow file run code that it names: modules of Python, programs of tools; a flow in Python is code "
        "that you have named",
    )


def add_assuming(group: argparse._ActionsContainer) -> None:
    """Whether undefined behaviour is asked for."""
    group.add_argument(
        "--assume-defined",
        action="store_true",
        help="do not check that executions are defined: true assumes it; property files and task definitions imply "
        "this option",
    )


def add_files(parser: argparse.ArgumentParser) -> None:
    """What the command is about."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        type=path_of,
        help="C files (.c, .i) of a program, or a task definition (.yml)",
    )


def add_program_options(group: argparse._ArgumentGroup) -> None:
    """Those that say what the program is, and its property."""
    property_ = group.add_mutually_exclusive_group()
    property_.add_argument(
        "--spec", metavar="F.prp", type=path_of, help="property file (default: the task's, else --property assertions)"
    )
    property_.add_argument(
        "--property",
        metavar="NAME[,NAME]",
        dest="spec",
        type=typed(specification_named),
        help=f"what is verified: {', '.join(BY_NAME)} (default: assertions)",
    )
    group.add_argument(
        "--data-model",
        metavar="MODEL",
        type=typed(data_model),
        help="ILP32 or LP64 (default: that of the task, else LP64)",
    )
    add_preprocessing(group)
    add_compile_commands(group)
    add_entry_options(group)


def add_preprocessing(group: argparse._ArgumentGroup) -> None:
    """What the preprocessor gets."""
    group.add_argument("-I", dest="include", metavar="DIR", action="append", default=[], help="look for #include here")
    group.add_argument(
        "-D",
        dest="define",
        metavar="NAME[=VALUE]",
        action="append",
        default=[],
        type=typed(_definition),
        help="define a macro",
    )


def add_limits(parser: argparse.ArgumentParser, title: str = "limits") -> argparse._ArgumentGroup:
    """Those on time and memory."""
    group = parser.add_argument_group(title)
    group.add_argument("--cpu", metavar="TIME", type=typed(seconds), help="CPU time: 60s, 2min, 1h (default: 900s)")
    group.add_argument("--wall", metavar="TIME", type=typed(seconds), help="elapsed time (default: no limit)")
    group.add_argument(
        "--memory", metavar="SIZE", type=typed(size), help="4GB, 512MiB (default: 15GB, at most 60%% of what is there)"
    )
    return group


def _add_accounting(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--accounting",
        choices=["own", "runexec", "auto"],
        default="",
        help="who measures and limits external tools: own, coveriflow (default); BenchExec's runexec, by cgroups; "
        "auto, runexec where it works",
    )
    group.add_argument(
        "--cores",
        metavar="N",
        type=typed(_cores),
        help="verifiers of the default flow side by side (default: the cores of the machine, at most 4)",
    )
    add_sandbox(group)


def _cores(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MOST_CORES:
        raise ValueError(f"'{text}' is no number from 1 to {MOST_CORES}")
    return int(text)


def _add_outputs(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument(
        "--out", metavar="DIR", type=path_of, help="for the evidence (default: coveriflow-out/<program>)"
    )
    group.add_argument("--json", action="store_true", help="print result.json instead of the page, also after an error")
    group.add_argument("-v", "--verbose", action="store_true", help="report every step, line by line, on stderr")
    group.add_argument("--prefect", action="store_true", help="run as a Prefect flow")


def typed(read: Callable[[str], T]) -> Callable[[str], T]:
    """``read``, with its ``ValueError`` as argparse wants it."""

    def typed(text: str) -> T:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return typed


def path_of(text: str) -> Path:
    """The path that a word of the command line names."""
    if not text:
        raise argparse.ArgumentTypeError("the name of the file is empty")
    return Path(text)


def data_model(text: str) -> DataModel:
    """The data model that a word names; ``ValueError`` with a sentence."""
    found = next((model for model in DataModel if model.value == text.upper()), None)
    if found is None:
        raise ValueError(f"'{text}' is not a data model: write ILP32 or LP64")
    return found


def _definition(text: str) -> str:
    if not _DEFINE.fullmatch(text):
        raise ValueError(f"'{text}' is not NAME or NAME=VALUE")
    return text
