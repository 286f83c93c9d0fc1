"""What worker processes have imported before the first actor comes. Known without importing any of it."""

from __future__ import annotations

from coveriflow.execution.processes.preloading import LATER

FIRST = (
    "pycparser.c_parser",
    "coveriflow.actors.work.verify.answer",
    "coveriflow.actors.work.verify.explicit_values",
    "coveriflow.actors.work.path_options",
)
"""What all need: for those who have one job only, which imports the rest itself."""

MODULES = (
    *FIRST,
    LATER,
    "z3",
    "coveriflow.analysis.search.path_checks",
    "coveriflow.analysis.unwinding.bmc",
    "coveriflow.analysis.induction.kinduction",
    "coveriflow.actors.work.verify.solver_based",
    "coveriflow.actors.work.verify.error_paths",
    "coveriflow.actors.work.confirm.violations",
    LATER,
    "coveriflow.actors.work.reduce.residual",
    "coveriflow.logic.interpolation.chain",
    "coveriflow.actors.work.verify.predicate",
    "coveriflow.actors.work.tools.call",
    "coveriflow.flows.running.warm_up:rehearse",
)
"""To be imported once for all workers: the parser, and the analysis that most flows begin with; when that takes a
while, the solver, and what most embedded actors need; for long jobs what few need, and a rehearsal.
"""
