"""Ranges on the command line: ``--range LOWER UPPER``, each a test in the format of Test-Comp, or ``-``."""

from __future__ import annotations

import argparse
from pathlib import Path

from coveriflow.artifacts.ranges import Range
from coveriflow.artifacts.suites import TestCase
from coveriflow.artifacts.tasks import Task
from coveriflow.flows.loading import read
from coveriflow.formats.test_suite import read_test_case

Bounds = tuple[Path | None, Path | None]
"""The files of the lower bound and the upper one."""

NO_BOUND = "-"


def add_range(group: argparse._ArgumentGroup, help_: str) -> None:
    """The option ``--range``."""
    group.add_argument("--range", nargs=2, metavar=("LOWER.xml", "UPPER.xml"), help=help_)


def bounds_of(lower: str, upper: str) -> Bounds:
    """What its two words mean."""
    found = [None if word == NO_BOUND else Path(word) for word in (lower, upper)]
    return found[0], found[1]


def range_of(bounds: Bounds, task: Task) -> Range:
    """The range of ``task`` between the tests in these files; ``InputError``."""
    lower, upper = (None if path is None else _test(path) for path in bounds)
    return Range(lower, upper, task.program_hash, task.specification, task.data_model)


def _test(path: Path) -> TestCase:
    return read_test_case(read(path), str(path))
