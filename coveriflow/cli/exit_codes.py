"""What the exit codes of each command mean: one table, for ``--help`` and for the documents.

Kept by ``tests/cli/test_exit_codes.py``.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from coveriflow.cli.contracts import Exit

INTERRUPTED = "130, 143"
_WIDTH = 112

COMMON: Mapping[str, str] = {
    str(Exit.INTERNAL_ERROR.value): "internal error: a defect of coveriflow, to be reported",
    str(Exit.BAD_INPUT.value): "bad input: the message has the error and its place",
    str(Exit.MISSING.value): "a tool, a package, a server, memory or processes are missing",
    INTERRUPTED: "interrupted, by Ctrl-C or by SIGTERM; a batch run keeps what was found",
}
"""What each command may end with."""

_UNSUPPORTED = "the program has something that is not supported"
_WRITTEN = {Exit.TRUE: ("written",), Exit.UNKNOWN: (_UNSUPPORTED,)}
_DONE = {Exit.TRUE: ("done",)}

OWN: Mapping[str, Mapping[Exit, tuple[str, ...]]] = {
    "verify": {
        Exit.TRUE: ("true: no execution violates the property; the evidence was checked",),
        Exit.FALSE: ("false: an execution violates it; it was executed, or replayed",),
        Exit.UNKNOWN: (
            "unknown: neither was shown; the reason is a limit, or something that is not supported",
            "an execution is undefined: a proof would cover the other executions only",
            "unconfirmed: the verdict rests on what an external verifier claims",
            "unconfirmed: a proof rests on a --condition that was not justified (--trust-condition: an assumption)",
            "unconfirmed: a proof covers only the paths in a --range",
            "unconfirmed: a proof of an accelerated program was not confirmed on the program itself",
        ),
        Exit.INTERNAL_ERROR: ("internal error; also where an actor failed and no other one decided",),
        Exit.BAD_INPUT: ("bad input; also a program in which there is nothing to check",),
    },
    "test": {
        Exit.TRUE: ("all branches are taken by tests, or never taken by any execution",),
        Exit.FALSE: ("false: a test violates the property; it was executed",),
        Exit.UNKNOWN: ("some branches are neither taken nor shown to be unreachable",),
        Exit.INTERNAL_ERROR: ("internal error; also where an actor failed, and some branches are left",),
    },
    "validate": {
        Exit.TRUE: ("confirmed: shown again, with evidence of coveriflow's own (a condition: justified)",),
        Exit.FALSE: ("refuted: it is wrong, with the reason",),
        Exit.UNKNOWN: ("unknown: neither was shown, with the reason",),
        Exit.BAD_INPUT: ("bad input; also evidence about another program, specification or data model",),
    },
    "reduce": _WRITTEN,
    "transform": _WRITTEN,
    "condition": {
        Exit.TRUE: ("done; 'compare': both cover the same",),
        Exit.FALSE: ("'compare': they do not",),
        Exit.UNKNOWN: ("the program or the result is too large, or not supported",),
    },
    "debug": {Exit.TRUE: ("printed; gdb, where it was started, has exit codes of its own",)},
    "explain": _DONE,
    "draw": _WRITTEN,
    "features": {Exit.TRUE: ("counted",), Exit.UNKNOWN: (_UNSUPPORTED,)},
    "flows": _DONE,
    "import": _DONE,
    "actors": {
        Exit.TRUE: ("done; 'check NAME': the tool works; 'check': all tools were checked",),
        Exit.MISSING: ("'check NAME': the tool is not installed",),
        Exit.UNKNOWN: ("'check NAME': the tool is installed, and does not work",),
    },
    "nightly": {
        Exit.TRUE: ("all tasks have a result, and none is known to be wrong",),
        Exit.FALSE: (
            "a verdict is not the expected one, or flows contradict each other",
            "a violation is new since the last batch run; with --purpose check: there is a violation",
        ),
        Exit.UNKNOWN: ("a task is no longer decided",),
        Exit.INTERNAL_ERROR: ("internal error: a task has met a defect, or a result is missing",),
        Exit.BAD_INPUT: ("bad input; also that of a task",),
        Exit.MISSING: ("what is missing is needed by a task",),
    },
    "report": _DONE,
    "compare": {Exit.TRUE: ("nothing became worse",), Exit.FALSE: ("something became worse",)},
    "serve": {Exit.TRUE: ("ended by Ctrl-C or SIGTERM, which is its only end",)},
    "cache": _DONE,
    "doctor": {
        Exit.TRUE: ("there is a full box",),
        Exit.MISSING: ("there is none; the last lines describe how to get it",),
    },
    "completion": _DONE,
}
"""What each command means by its exit codes. A code of ``COMMON`` stands here where the command says more of it."""


def meanings(command: str) -> dict[str, tuple[str, ...]]:
    """All exit codes of ``command``, in their order; what they have in common comes last."""
    own = {str(code.value): said for code, said in sorted(OWN[command].items())}
    decided = {code: said for code, said in own.items() if code not in COMMON}
    return decided | {code: own.get(code, (said,)) for code, said in COMMON.items()}


def with_exit_codes(command: str, examples: str = "") -> str:
    """The last paragraphs of ``--help``: the exit codes of ``command``, and ``examples``."""
    lines = ["exit codes:"]
    for code, said in meanings(command).items():
        for number, each in enumerate(said):
            head = f"  {code if number == 0 else '':<10}"
            lines += textwrap.wrap(each, _WIDTH, initial_indent=head, subsequent_indent=" " * 12)
    return "\n".join([*lines, "", examples] if examples else lines) + "\n"
