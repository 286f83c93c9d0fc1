"""BenchExec: tool-info modules of external tools, and RunExecutor, which counts what they use.

Only this package imports it, where it is installed. ``tool_info`` asks how a tool is called and what its output means;
``runexec`` runs one under cgroups. Nothing here decides a verdict. The tool-info module for coveriflow itself is
``coveriflow.execution.benchexec_tool``. Begin with ``tool_info``. Kept by ``tests/execution/benchexec/``.
"""
