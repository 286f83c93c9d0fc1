"""Fixtures that every room's tests may use: where the examples are, and whether a C compiler is here."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.places import ROOT

os.environ["COVERIFLOW_CACHE"] = "off"  # also for the commands that tests start: a result of the user's proves nothing

os.environ["COVERIFLOW_PROGRESS"] = "off"  # on a busy machine a command may take longer than the lines are apart

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # tests start hundreds of interpreters: modules are compiled once

# How long an example takes says nothing on a busy machine. The gate draws the same examples each time: what fails there
# fails because of a change. `make test-all` draws others (--hypothesis-profile=random).
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None)
settings.load_profile("repeatable")


QUICK = 25
"""Of the cases of a test function, ``--quick`` takes the first, and each so-manieth after it."""

NOT_QUICK = ROOT / "tests" / "not_quick.txt"
"""Test functions of which one case takes long, as measured: ``--quick`` leaves them out."""


NOT_DAILY = ROOT / "tests" / "not_daily.txt"
"""Single cases of which others of the same test function say nearly the same, and which take long: slow tests."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="a sample of the tests that take a moment, for every save")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Before marks are asked for."""
    not_daily = set(NOT_DAILY.read_text().splitlines())
    for item in items:
        if item.nodeid in not_daily:
            item.add_marker(pytest.mark.slow)
    if not config.getoption("quick"):
        return
    left_out, cases = set(NOT_QUICK.read_text().split()), Counter[str]()
    kept, others = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        function = item.nodeid.partition("[")[0]
        is_fast = function not in left_out and not any(map(item.get_closest_marker, ("slow", "prefect")))
        is_next = is_fast and cases[function] % QUICK == 0
        cases[function] += is_fast
        (kept if is_next else others).append(item)
    config.hook.pytest_deselected(items=others)
    items[:] = kept


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Among Prefect's tests alone, files that never mention it are not read: that takes longer than some of them."""
    asked = str(config.getoption("markexpr")).startswith("prefect") and collection_path.name.startswith("test_")
    return True if asked and collection_path.is_file() and "mark.prefect" not in collection_path.read_text() else None


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Modules and tests stay to the end: the collector of garbage need not look at them again and again (a fifth of the
    time of the tests).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


@pytest.fixture(autouse=True)
def heard_signals() -> Iterator[None]:
    """A process that ignores SIGINT (started in the background, say) passes that on to its children."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def examples() -> Path:
    """The folder of the example programs."""
    return ROOT / "examples"


@pytest.fixture(scope="session")
def compiler() -> str:
    """The path of gcc; a test that needs it is skipped where it is missing."""
    path = shutil.which("gcc")
    if path is None:
        pytest.skip("no C compiler (gcc) is here")
    return path


@pytest.fixture(scope="session")
def compiler_for_32_bits(compiler: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a gcc that also links 32-bit programs (Debian: gcc-multilib), else the test is skipped."""
    folder = tmp_path_factory.mktemp("m32")
    probe = folder / "probe.c"
    probe.write_text('#include <stdio.h>\nint main(void) { return puts("") < 0; }\n')
    linked = subprocess.run([compiler, "-m32", "-o", folder / "probe", probe], capture_output=True, check=False)
    if linked.returncode != 0:
        pytest.skip("gcc cannot link 32-bit programs here (gcc-multilib is missing)")
    return compiler
