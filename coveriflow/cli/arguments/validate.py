"""The grammar of ``coveriflow validate``."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.cli.arguments.parser import (
    Parser,
    add_assuming,
    add_limits,
    add_program_options,
    limits_of,
    path_of,
)
from coveriflow.cli.arguments.program import entry_of
from coveriflow.cli.arguments.sandbox import add_sandbox
from coveriflow.cli.contracts import ValidateOptions
from coveriflow.cli.exit_codes import with_exit_codes

_EXAMPLES = """\
examples:
  coveriflow validate witness.yml prog.c
  coveriflow validate witness.graphml prog.c --data-model ILP32 --cpu 60s
  coveriflow validate tests/testcase-1.xml prog.c --sanitize
  coveriflow validate condition.graphml prog.c --json | jq .outcome
"""


def validate_options(arguments: Sequence[str]) -> ValidateOptions:
    """Those of ``coveriflow validate``; ``InputError``."""
    parser = validate_parser()
    found, files = parser.parsed(arguments)
    paths = [*found.paths, *files]
    if len(paths) < 2:
        parser.error("an EVIDENCE to validate, or the FILE that it is about, is missing")
    return ValidateOptions(
        evidence=paths[0],
        files=tuple(paths[1:]),
        limits=limits_of(found),
        specification=found.spec,
        data_model=found.data_model,
        include_directories=tuple(found.include),
        defines=tuple(found.define),
        entry=entry_of(found),
        compile_commands=found.compile_commands,
        sanitize=found.sanitize,
        json=found.json,
        assume_defined=found.assume_defined,
        sandbox=found.sandbox,
    )


def validate_parser() -> Parser:
    """The words of ``coveriflow validate``."""
    parser = Parser(
        "coveriflow validate",
        usage="coveriflow validate EVIDENCE FILE... [options]",
        description="Confirm or refute evidence about a program: a witness of a violation or of\n"
        "correctness (GraphML 1.0 or YAML 2.0), a test case or suite (Test-Comp: XML, folder or zip), or a condition.",
        epilog=with_exit_codes("validate", _EXAMPLES),
    )
    parser.add_argument(
        "paths",
        metavar="EVIDENCE FILE",
        nargs="*",
        type=path_of,
        help="the evidence; then the C files (.c, .i) of the program, or a task definition (.yml)",
    )
    add_program_options(parser.add_argument_group("the program and its property"))
    add_limits(parser)
    group = parser.add_argument_group("how, and output")
    group.add_argument(
        "--sanitize",
        action="store_true",
        help="execute tests with gcc's sanitizers, too: what these find are notes, which decide nothing",
    )
    add_assuming(group)
    add_sandbox(group)
    group.add_argument("--json", action="store_true", help="print the result as JSON")
    return parser
