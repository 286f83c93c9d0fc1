"""``coveriflow doctor``: what this machine can confine programs with, and how to get more."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from coveriflow.cli.arguments.parser import Parser
from coveriflow.cli.contracts import Exit
from coveriflow.cli.exit_codes import with_exit_codes
from coveriflow.execution.confinement import landlock, system_calls
from coveriflow.execution.confinement.commands import bounds_processes
from coveriflow.execution.confinement.contracts import BOXES, Sandbox, Strength
from coveriflow.execution.confinement.control_groups import bounded
from coveriflow.execution.confinement.probing import probed
from coveriflow.execution.native.compiler import find_compiler
from coveriflow.report.streams import put

_MORE = {
    "bubblewrap is not installed": "install it, as root: 'apt-get install bubblewrap', or 'dnf install bubblewrap'",
    "bubblewrap does not work": "allow unprivileged user namespaces: 'sysctl kernel.unprivileged_userns_clone=1', "
    "'sysctl kernel.apparmor_restrict_unprivileged_userns=0', or in the settings of the container",
}
_COUNTED = "of tools: counted each 20 ms, since neither a control group nor the box bounds them here"


def doctor(arguments: Sequence[str]) -> int:
    """Print it; the exit code: whether there is a full box."""
    doctor_parser().parse_args(list(arguments))
    box, compiler = probed(Sandbox.AUTO), find_compiler()
    lines = [
        ("compiler", compiler.version if compiler else "none: violations are replayed, not executed"),
        ("box", f"{box.strength.value}: {BOXES[box.strength]}"),
        ("by", ", ".join(box.layers)),
        ("Landlock", f"version {landlock.version()}" if landlock.version() else "not in this kernel"),
        ("seccomp", "yes" if box.has_filter else "no" if system_calls.is_known() else "not for this kind of machine"),
    ]
    with bounded(8) as group:
        lines.append(
            ("processes", _COUNTED if group is None and not bounds_processes(box) else "bounded by the kernel")
        )
    if box.strength is not Strength.FULL:
        lines.append(("not full", box.why_not_full))
        lines += [("to get it", how) for why, how in _MORE.items() if box.why_not_full.startswith(why)]
    put("".join(f"{name:<10} {said}\n" for name, said in lines), sys.stdout)
    return Exit.TRUE if box.strength is Strength.FULL else Exit.MISSING


def doctor_parser() -> Parser:
    """The words of ``coveriflow doctor``."""
    return Parser(
        "coveriflow doctor",
        description="Print what confines the programs that are executed on this machine, and how to get more.",
        epilog=with_exit_codes("doctor"),
    )
