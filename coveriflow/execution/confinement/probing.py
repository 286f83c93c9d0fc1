"""What this machine can confine programs with, and the box that is chosen for a run."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess

from coveriflow.execution.confinement import landlock, system_calls
from coveriflow.execution.confinement.contracts import Box, Given, Sandbox
from coveriflow.execution.confinement.namespaces import command_of
from coveriflow.program.errors import InputError

VARIABLE = "COVERIFLOW_SANDBOX"
"""The environment variable with what the user asks for; the processes of a run inherit it."""

_CHOSEN = "COVERIFLOW_BOX"
_SEPARATOR = "\x1f"
_SECONDS = 10.0


def ask_for(sandbox: Sandbox | None) -> Box:
    """Choose the box of this process, and of those that it starts; ``None``: as the environment says."""
    if sandbox is not None:
        os.environ[VARIABLE] = sandbox.value
    os.environ.pop(_CHOSEN, None)
    return chosen()


def chosen() -> Box:
    """The box of this run, chosen when it is first asked for. Processes started later inherit the choice."""
    asked, told = os.environ.get(VARIABLE, ""), os.environ.get(_CHOSEN, "")
    if told:
        sandbox, bubblewrap, holder, version, interface, has_filter, why_not = told.split(_SEPARATOR)
        if sandbox == (asked or Sandbox.AUTO.value):
            return Box(Sandbox(sandbox), bubblewrap, holder, version, int(interface), has_filter == "1", why_not)
    box = probed(_named(asked) if asked else Sandbox.AUTO)
    numbers = (str(box.landlock), "1" if box.has_filter else "0")
    fields = (box.sandbox.value, box.bubblewrap, box.holder, box.version, *numbers, box.why_not_full)
    os.environ[_CHOSEN] = _SEPARATOR.join(fields)
    return box


def _named(word: str) -> Sandbox:
    if word not in {each.value for each in Sandbox}:
        raise InputError(f"{VARIABLE} is '{word}': it may be strict, auto or off")
    return Sandbox(word)


def probed(sandbox: Sandbox) -> Box:
    """The best box that the machine has, as it is now."""
    if sandbox is Sandbox.OFF:
        return Box(sandbox, why_not_full="it was asked for none")
    has_filter = system_calls.is_known() and _has_filters()
    bubblewrap, holder = shutil.which("bwrap") or "", shutil.which("cat") or ""
    why_not = _why_not_full(bubblewrap, holder, has_filter=has_filter)
    if why_not:
        return Box(sandbox, landlock=landlock.version(), has_filter=has_filter, why_not_full=why_not)
    return Box(sandbox, bubblewrap, holder, _version(bubblewrap), landlock.version(), has_filter)


def _has_filters() -> bool:
    return os.path.exists("/proc/sys/kernel/seccomp/actions_avail")


def _why_not_full(bubblewrap: str, holder: str, *, has_filter: bool) -> str:
    if not bubblewrap:
        return "bubblewrap is not installed"
    if not holder or not has_filter:
        return "this machine has no 'cat'" if not holder else "this machine has no filters of system calls (seccomp)"
    box = Box(Sandbox.AUTO, bubblewrap, holder)
    run = _asked((*command_of(box, Given()), "--", holder))
    if run is None or run.returncode != 0:
        said = "" if run is None else run.stderr.decode(errors="replace").strip()
        return f"bubblewrap does not work here: {said or 'it does not end'}"
    return ""


@functools.cache
def _version(bubblewrap: str) -> str:
    run = _asked((bubblewrap, "--version"))
    return "" if run is None else run.stdout.decode(errors="replace").strip()


def _asked(command: tuple[str, ...]) -> subprocess.CompletedProcess[bytes] | None:
    try:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False, env={}
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
