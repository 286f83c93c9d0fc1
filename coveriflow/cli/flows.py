"""The ready flows: by name for ``verify``, and as a list for people."""

from __future__ import annotations

import inspect
import sys
from dataclasses import replace

from coveriflow.actors.algebra import Flow
from coveriflow.cli.contracts import Exit
from coveriflow.flows.ready import READY
from coveriflow.program.errors import InputError


def flow_named(name: str) -> Flow:
    """The ready flow, under the name that it was asked for; ``InputError`` if there is none."""
    if name in READY:
        return replace(READY[name](), name=name)
    import difflib

    near = difflib.get_close_matches(name, READY, 1)
    suggestion = f"did you mean '{near[0]}'?" if near else f"the ready flows are {', '.join(READY)}"
    raise InputError(f"there is no flow '{name}': {suggestion}\n'coveriflow flows' tells what they do.")


def described(name: str) -> str:
    """The flow's name, and what it stands for if that is another one."""
    own = READY[name]().name
    return name if own == name else f"{name} ({own})"


def list_flows() -> int:
    """``coveriflow flows``."""
    from coveriflow.report.pages import show
    from coveriflow.report.trees import flows_page

    show(flows_page((name, build(), _sentence(build)) for name, build in READY.items()), sys.stdout)
    return Exit.TRUE


def _sentence(build: object) -> str:
    """The first paragraph of what its function says of itself."""
    return " ".join((inspect.getdoc(build) or "").partition("\n\n")[0].split())
