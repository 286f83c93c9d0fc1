"""BenchExec's tool-info modules: where a tool is, its version, its command line, and what its output means.

BenchExec is an optional extra. Its modules are called as it calls them; what they raise, or whether they try to end the
process, is reported as an ``InputError``.
"""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import PropertyKind
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.external_process import ExternalEnd, ExternalRun
from coveriflow.execution.processes.process_tree import children, kill_trees
from coveriflow.program.errors import InputError, ToolMissing
from coveriflow.program.types.data_model import DataModel

T = TypeVar("T")

VERSION_SECONDS = 60.0
"""A tool that takes longer to tell its version tells none."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """The files of a run, as absolute paths. ``witness``: one of ``files``."""

    files: tuple[Path, ...]
    property_file: Path | None
    data_model: DataModel
    witness: Path | None = None


class ToolInfo:
    """One tool-info module."""

    def __init__(self, module: str) -> None:
        model = _benchexec(module)
        self.module = module
        with _guarded(f"the tool-info module {module} cannot be loaded"):
            _, self._tool = model.load_tool_info(module, SimpleNamespace(container=False))

    def executable(self, folders: Sequence[Path], *, use_path: bool) -> str | None:
        """Where it is: in one of ``folders``, else on the path."""
        from benchexec.tools.template import BaseTool2, ToolNotFoundException

        places = [BaseTool2.ToolLocator(tool_directory=str(folder)) for folder in folders]
        for locator in (*places, *([BaseTool2.ToolLocator(use_path=True)] if use_path else [])):
            with contextlib.suppress(ToolNotFoundException), _guarded(f"{self.module} is not usable"):
                return os.path.abspath(str(self._tool.executable(locator)))
        return None

    def version(self, executable: str) -> str:
        """What the tool says of itself, empty if it says nothing. This runs the tool."""
        with _guarded(f"{executable} does not report its version"):
            return " ".join(str(_in_time(lambda: self._tool.version(executable)) or "").split())

    def working_directory(self, executable: str, folder: Path) -> Path:
        """Where it has to run: in ``folder``, unless it insists on another one."""
        wanted = str(self._tool.working_directory(executable))
        return folder if wanted in (os.curdir, "") else Path(wanted).absolute()

    def environment(self, executable: str) -> dict[str, str]:
        """The variables that it needs."""
        wanted: Mapping[str, Mapping[str, str]] = self._tool.environment(executable) or {}
        added = {name: os.environ.get(name, "") + text for name, text in wanted.get("additionalEnv", {}).items()}
        return {**wanted.get("newEnv", {}), **added}

    def command(self, executable: str, options: Sequence[str], inputs: Inputs, limits: Limits) -> list[str]:
        """The command line; ``InputError`` where the module refuses the task."""
        from benchexec.tools.template import BaseTool2

        said = {"language": "C", "data_model": inputs.data_model.value}
        if inputs.witness is not None:
            said["witness_input_file"] = inputs.witness.name
        prop = str(inputs.property_file) if inputs.property_file else None
        task = BaseTool2.Task.with_files([str(f) for f in inputs.files], property_file=prop, options=said)
        seconds = None if limits.cpu is None else max(1, int(limits.cpu))
        wall = None if limits.wall is None else max(1, int(limits.wall))
        bounds = BaseTool2.ResourceLimits(seconds, seconds, wall, limits.memory, None)
        with _guarded(f"{self.module} cannot be called so"):
            return [str(word) for word in self._tool.cmdline(executable, list(options), task, bounds)]

    def result(self, command: Sequence[str], run: ExternalRun) -> str:
        """What the module makes of a run, in BenchExec's words; empty if it fails on it."""
        from benchexec.tools.template import BaseTool2
        from benchexec.util import ProcessExitCode

        code = ProcessExitCode(raw=0, value=None, signal=-run.status) if run.status < 0 else None
        code = code or ProcessExitCode(raw=run.status << 8, value=run.status, signal=None)
        lines = run.output.decode(errors="replace").splitlines(keepends=True)
        ended = BaseTool2.Run(list(command), code, BaseTool2.RunOutput(lines), _TERMINATION.get(run.end))
        try:
            return str(self._tool.determine_result(ended) or "")
        except (Exception, SystemExit):
            logging.getLogger(__name__).debug("the module fails on the output", exc_info=True)
            return ""


_TERMINATION = {
    ExternalEnd.OUT_OF_CPU: "cputime",
    ExternalEnd.OUT_OF_WALL: "walltime",
    ExternalEnd.OUT_OF_MEMORY: "memory",
    ExternalEnd.TOO_LARGE: "files-size",
}


def verdict_of(result: str, asked: Sequence[PropertyKind]) -> Verdict | None:
    """BenchExec's result as a verdict about the properties ``asked``; ``None`` if it is none (an error, say)."""
    if result == "true":
        return Verdict.TRUE
    if result == "unknown" or result == "done":
        return Verdict.UNKNOWN
    if result == "false" or any(result == f"false({kind.value})" for kind in asked):
        return Verdict.FALSE
    return Verdict.UNKNOWN if result.startswith("false(") else None


def is_installed() -> bool:
    """Whether BenchExec is here."""
    return importlib.util.find_spec("benchexec") is not None


def _benchexec(module: str) -> Any:
    if not is_installed():
        raise ToolMissing(
            f"the tool-info module {module} is BenchExec's, which is not installed: pip install benchexec"
        )
    from benchexec import model

    return model


@contextlib.contextmanager
def _guarded(what: str) -> Iterator[None]:
    """What a module raises, as ours; it may also try to end the process. What is not found passes through."""
    from benchexec import BenchExecException
    from benchexec.tools.template import ToolNotFoundException

    try:
        yield
    except ToolNotFoundException:
        raise
    except (BenchExecException, SystemExit) as error:
        raise InputError(f"{what}: {error}") from None
    except Exception as error:
        raise InputError(f"{what}: {type(error).__name__}: {error}") from None


def _in_time(ask: Callable[[], T]) -> T:
    """Ask a module that runs its tool and waits for it: what it has started is killed when that takes too long."""
    before = set(children(os.getpid()))
    timer = threading.Timer(VERSION_SECONDS, lambda: kill_trees(set(children(os.getpid())) - before))
    timer.start()
    try:
        return ask()
    finally:
        timer.cancel()
        for stray in set(children(os.getpid())) - before:
            with contextlib.suppress(OSError):
                os.kill(stray, signal.SIGKILL)


def prefix_folders(key: str) -> tuple[Path, ...]:
    """Where ``make tools`` puts a tool: below the environment that this runs in."""
    folder = Path(sys.prefix, "tools", key)
    return (folder, folder / "bin")
