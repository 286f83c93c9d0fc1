"""``--sandbox``: where programs are executed."""

from __future__ import annotations

import argparse

from coveriflow.execution.confinement.contracts import Sandbox
from coveriflow.execution.confinement.probing import ask_for


def add_sandbox(group: argparse._ActionsContainer) -> None:
    """For commands that execute programs."""
    group.add_argument(
        "--sandbox",
        choices=[each.value for each in Sandbox],
        help="execute programs in the best box of this machine (auto, the default), in a full box or not at all "
        "(strict), or without one (off); see 'coveriflow doctor'",
    )


def choose_box(asked: str | None) -> None:
    """For this process and those that it will start; without ``--sandbox``, as ``$COVERIFLOW_SANDBOX`` says."""
    ask_for(Sandbox(asked) if asked else None)
