"""How BenchExec calls coveriflow: the tool-info module for benchmark definitions (``tool="..."`` names this module)."""

from __future__ import annotations

from typing import Any

from benchexec import result
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task
from benchexec.tools.template import BaseTool2

_FALSE = 10
_VERDICTS = {0: result.RESULT_TRUE_PROP, 20: result.RESULT_UNKNOWN}
_OWN = {"assertions": "unreach-call"}
"""Properties that competitions have under another name."""
_MEGABYTE = 1_000_000
_SHARE = 0.95
"""Of BenchExec's memory limit, which would kill coveriflow itself, and what was verified would be lost."""


class Tool(BaseTool2):  # type: ignore[misc]
    """See ``benchexec.tools.template``: the names and signatures are those of BenchExec."""

    def executable(self, tool_locator: Any) -> str:
        """The command."""
        return str(tool_locator.find_executable("coveriflow"))

    def name(self) -> str:
        """In tables."""
        return "coveriflow"

    def version(self, executable: str) -> str:
        """What the command says, without its name."""
        return str(self._version_from_tool(executable)).removeprefix("coveriflow").strip()

    def cmdline(self, executable: str, options: list[str], task: Any, rlimits: Any) -> list[str]:
        """One task, within BenchExec's limits; nothing that another run has found out is used."""
        words = [executable, "verify", *options]
        words += ["--no-cache"] if "--no-cache" not in options else []
        if rlimits.cputime and "--cpu" not in options:
            words += ["--cpu", f"{rlimits.cputime}s"]
        if rlimits.walltime and "--wall" not in options:
            words += ["--wall", f"{rlimits.walltime}s"]
        if rlimits.memory and "--memory" not in options:
            words += ["--memory", f"{int(_SHARE * rlimits.memory) // _MEGABYTE}MB"]
        if task.property_file:
            words += ["--spec", task.property_file]
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        words += ["--data-model", model] if model and "--data-model" not in options else []
        return [*words, "--", *task.input_files_or_identifier]

    def determine_result(self, run: Any) -> str:
        """By the exit code; ``coveriflow test`` ends with the same ones. The output names the violated property."""
        if run.exit_code.signal:
            return f"KILLED BY SIGNAL {run.exit_code.signal}"
        code = run.exit_code.value
        if code == 20 and any(_ran_out(line) for line in run.output):
            return str(result.RESULT_TIMEOUT)
        if code == _FALSE:
            found = self.get_value_from_output(run.output, "violates") or self._property(run.output)
            return f"{result.RESULT_FALSE_PROP}({found})" if found else str(result.RESULT_FALSE_PROP)
        return str(_VERDICTS.get(code, f"{result.RESULT_ERROR} ({code})"))

    def _property(self, output: Any) -> str:
        """The only one that was asked about; empty if there are several."""
        names = (self.get_value_from_output(output, "property") or "").split("; ")
        name = names[0].partition(" ")[0]
        return _OWN.get(name, name) if len(names) == 1 else ""

    def get_value_from_output(self, output: Any, identifier: str) -> str | None:
        """What stands after a name in the table of facts: ``flow``, ``because``, ``confirmed by``."""
        found = (line.strip() for line in output if line.strip().startswith(f"{identifier}  "))
        return next((line.removeprefix(identifier).strip() for line in found), None)


def _ran_out(line: str) -> bool:
    return line.strip().startswith("because") and "out of CPU time" in line
