"""Many commands side by side for long: does the machine have as much of everything at the end as at the beginning?

``--runs N`` commands at a time (24) verify the programs of ``examples`` for ``--minutes M`` (30), one after the other,
with one store. Each ``--pause`` seconds (10) it is counted what all of them have: processes, descriptors, resident
memory, and bytes on disk, in the store besides. The second quarter of the time is compared with the last one. Then all
has to be gone, but the results and the store.

``--smoke``: four commands for 20 s. Exits with 1 if a verdict is wrong, a run has no result, or something is left; with
3 if something has grown by more than a quarter.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import mean

from corpus.endings import Problem, ending_of
from rich.console import Console
from rich.table import Table

_ROOT = Path(__file__).resolve().parent.parent
_MARK = "COVERIFLOW_SIDE_BY_SIDE"
_EXPECTED = re.compile(r"expected_verdict: (true|false)")
_GROWN = 1.25
"""Times as much as before, which is more than runs of other programs explain."""
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Amounts:
    """What all commands have at a moment. ``memory``: resident, and ``disk``: of temporary files, in MB; ``store``:
    files of it.
    """

    processes: float
    descriptors: float
    memory: float
    disk: float
    store: float


@dataclass(frozen=True, slots=True)
class Room:
    """Where the commands write, and what names their processes."""

    folder: Path
    mark: str

    @property
    def temporary(self) -> Path:
        return self.folder / "tmp"

    @property
    def store(self) -> Path:
        return self.folder / "store"

    def environment(self) -> dict[str, str]:
        own = {"TMPDIR": str(self.temporary), "COVERIFLOW_CACHE": str(self.store), _MARK: self.mark}
        return {**os.environ, **own}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=24)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--pause", type=float, default=10.0)
    parser.add_argument("--smoke", action="store_true")
    asked = parser.parse_args()
    runs, seconds, pause = (4, 20.0, 1.0) if asked.smoke else (asked.runs, 60 * asked.minutes, asked.pause)
    with tempfile.TemporaryDirectory(prefix="side-by-side-") as folder:
        room = Room(Path(folder), os.urandom(8).hex())
        room.temporary.mkdir()
        codes, samples, problems = side_by_side(room, runs, seconds, pause)
        problems += left(room)
    show(codes, samples)
    problems += [] if asked.smoke else grown(samples)
    for each in problems:
        print(each.what)
    return ending_of(problems)


def side_by_side(
    room: Room, runs: int, seconds: float, pause: float
) -> tuple[Counter[str], list[Amounts], list[Problem]]:
    """How the commands ended, what they had, and what is wrong."""
    tasks = [(path, found[1]) for path in _definitions() if (found := _EXPECTED.search(path.read_text()))]
    codes, samples, problems = Counter[str](), list[Amounts](), list[Problem]()
    last = time.monotonic() + seconds

    def work(number: int) -> None:
        rng = random.Random(number)
        while time.monotonic() < last:
            path, expected = rng.choice(tasks)
            said = _verified(room, path, number, rng.random() < 0.5)
            codes[said] += 1
            if said not in (expected, "unknown"):
                problems.append(Problem(f"{path.name}: {said}, and it is {expected}", is_wrong=True))

    with ThreadPoolExecutor(runs) as threads:
        futures = [threads.submit(work, number) for number in range(runs)]
        while time.monotonic() < last:
            time.sleep(pause)
            samples.append(measured(room))
        for each in futures:
            each.result()
    return codes, samples, problems


def _definitions() -> list[Path]:
    return sorted((_ROOT / "examples").glob("*.yml"))


def _verified(room: Room, path: Path, number: int, stored: bool) -> str:  # noqa: FBT001
    command = [str(Path(sys.executable).with_name("coveriflow")), "verify", str(path), "--cpu", "10s", "--json"]
    command += ["--out", str(room.folder / f"out-{number}"), *([] if stored else ["--no-cache"])]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, env=room.environment())
    try:
        return str(json.loads(ended.stdout)["verdict"])
    except (ValueError, KeyError):
        return f"no result, exit code {ended.returncode}: {ended.stderr[-300:]}"


# --- what they have --------------------------------------------------------------------------------------------------


def measured(room: Room) -> Amounts:
    """Of all processes that have the mark in their environment, and of the folders."""
    count, descriptors, pages = 0, 0, 0
    for process in marked(room):
        with suppress(OSError):
            descriptors += len(list((process / "fd").iterdir()))
            pages += int((process / "statm").read_text().split()[1])
            count += 1
    size = sum(_sizes(room.temporary))
    return Amounts(count, descriptors, pages * _PAGE / 1e6, size / 1e6, len(list(_sizes(room.store))))


def marked(room: Room) -> Iterator[Path]:
    """The processes of the commands, also those that have lost their parents."""
    wanted = f"{_MARK}={room.mark}".encode()
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            if process.name.isdigit() and wanted in (process / "environ").read_bytes().split(b"\0"):
                yield process


def _sizes(folder: Path) -> Iterator[int]:
    for place, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                yield os.lstat(os.path.join(place, name)).st_blocks * 512


def left(room: Room) -> list[Problem]:
    """What is still there when all commands have ended."""
    last = time.monotonic() + 10
    while (processes := list(marked(room))) and time.monotonic() < last:
        time.sleep(0.1)
    found = [f"process {each.name} is left: {_command(each)}" for each in processes]
    found += [f"{each.name} is left among temporary files" for each in room.temporary.iterdir()]
    return [Problem(what, is_wrong=True) for what in found]


def _command(process: Path) -> str:
    with suppress(OSError):
        return (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:200]
    return ""


# --- what is shown ---------------------------------------------------------------------------------------------------


def _quarter(samples: Sequence[Amounts], name: str, number: int) -> float:
    """The mean of the first quarter (0) to the last one (3)."""
    size = len(samples) // 4
    return float(mean(getattr(each, name) for each in samples[number * size : (number + 1) * size] or samples[-1:]))


def grown(samples: Sequence[Amounts]) -> list[Problem]:
    """What there is more of in the last quarter. The store holds what was not stored before."""
    names = [each.name for each in fields(Amounts) if each.name != "store"]
    pairs = [(name, _quarter(samples, name, 1), _quarter(samples, name, 3)) for name in names]
    return [Problem(f"{n} have grown from {b:.1f} to {a:.1f}") for n, b, a in pairs if a > _GROWN * b + 1]


def show(codes: Counter[str], samples: Sequence[Amounts]) -> None:
    """The quarters side by side."""
    print(f"{codes.total()} runs: " + ", ".join(f"{count} {said}" for said, count in codes.most_common()))
    table = Table("", "1st quarter", "2nd", "3rd", "4th", "most")
    for each in fields(Amounts):
        cells = [f"{_quarter(samples, each.name, number):.1f}" for number in range(4)]
        table.add_row(each.name, *cells, f"{max(getattr(sample, each.name) for sample in samples):.1f}")
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
