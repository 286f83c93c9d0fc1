"""How well limits of CPU and wall time are kept: random programs with random limits.

Programs with assertions come from ``examples`` and ``tests/programs``, or with ``--programs FOLDER`` from there: most
of ours are decided long before their limits. Each is verified by the default flow with a
limit of 1 to 30 s, of CPU time or of wall time, drawn with ``--seed``. Measured is the whole process tree, as the
kernel accounts for it once all of it has ended. A limit counts as kept if a run uses at most 2 % and 0.5 s more CPU
time, or 1 s more wall time.

``--runs N``: so many (default: 60). ``--smoke``: three short ones, under a minute. Exits with 1 if a run gave no
result, and without ``--smoke`` with 3 if a limit was not kept.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rich.console import Console
from rich.table import Table

_ROOT = Path(__file__).resolve().parent.parent
_LEAST, _MOST = 1.0, 30.0
_SMOKE = 3.0
_ENDINGS = (0, 10, 20)
_ASSERTION = "reach_error()"
"""Without one there is nothing to verify."""


@dataclass(frozen=True, slots=True)
class Draw:
    """What is run: ``kind`` of limit, and its seconds."""

    program: Path
    kind: Literal["cpu", "wall"]
    limit: float


@dataclass(frozen=True, slots=True)
class Measured:
    """What a run used, and how it ended."""

    draw: Draw
    cpu: float
    wall: float
    verdict: str
    code: int

    @property
    def over(self) -> float:
        """Seconds beyond the limit; negative where the run ended before it."""
        return (self.cpu if self.draw.kind == "cpu" else self.wall) - self.draw.limit

    @property
    def is_kept(self) -> bool:
        """Whether the run ended with a result, and soon enough."""
        allowed = 0.02 * self.draw.limit + 0.5 if self.draw.kind == "cpu" else 1.0
        return self.code in _ENDINGS and self.over <= allowed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=Path, metavar="FOLDER", help="where the C files are, instead of ours")
    parser.add_argument("--smoke", action="store_true")
    arguments = parser.parse_args()
    runs, most = (3, _SMOKE) if arguments.smoke else (arguments.runs, _MOST)
    found = []
    programs = sorted(arguments.programs.rglob("*.c")) if arguments.programs else own_programs()
    for draw in drawn(random.Random(arguments.seed), runs, most, programs):
        found.append(measured(draw))
        print(json.dumps(_row(found[-1])), file=sys.stderr, flush=True)
    show(found)
    if any(each.code not in _ENDINGS for each in found):
        return 1
    return 0 if arguments.smoke or all(each.is_kept for each in found) else 3


def own_programs() -> list[Path]:
    """Those with an assertion."""
    programs = sorted([*(_ROOT / "examples").glob("*.c"), *(_ROOT / "tests" / "programs").rglob("*.c")])
    return [path for path in programs if not path.name.endswith(".other.c") and _ASSERTION in path.read_text()]


def drawn(rng: random.Random, runs: int, most: float, programs: Sequence[Path]) -> Iterator[Draw]:
    """Programs and limits."""
    for _ in range(runs):
        kind: Literal["cpu", "wall"] = "cpu" if rng.random() < 0.5 else "wall"
        yield Draw(rng.choice(programs), kind, round(rng.uniform(_LEAST, most), 1))


def measured(draw: Draw) -> Measured:
    """Run the command once. The kernel adds up what all processes used that were waited for."""
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "result.json").open("w+") as output:
        command = ["verify", str(draw.program), f"--{draw.kind}", str(draw.limit), "--json", "--no-cache"]
        begun = time.monotonic()
        process = subprocess.Popen(
            [Path(sys.executable).with_name("coveriflow"), *command, "--out", folder],
            stdout=output,
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - begun
        output.seek(0)
        code = process.returncode = os.waitstatus_to_exitcode(status)
        return Measured(draw, usage.ru_utime + usage.ru_stime, wall, _verdict(output.read()), code)


def _verdict(text: str) -> str:
    try:
        return str(json.loads(text)["verdict"])
    except (ValueError, KeyError):
        return "no result"


def _row(each: Measured) -> dict[str, object]:
    return {
        "program": each.draw.program.name,
        "kind": each.draw.kind,
        "limit": each.draw.limit,
        "cpu": round(each.cpu, 2),
        "wall": round(each.wall, 2),
        "over": round(each.over, 2),
        "verdict": each.verdict,
        "code": each.code,
    }


def show(found: Sequence[Measured]) -> None:
    """How far runs went beyond their limits, of either kind. ``used up``: runs that took at least 90 % of the limit."""
    table = Table("limit", "runs", "used up", "beyond", "not kept", "median", "worst")
    for kind in ("cpu", "wall"):
        some = [each for each in found if each.draw.kind == kind]
        used_up = sum(each.over > -0.1 * each.draw.limit for each in some)
        over = sorted(each.over for each in some if each.over > 0)
        middle = f"{over[len(over) // 2]:.2f} s" if over else ""
        worst = f"{over[-1]:.2f} s" if over else ""
        table.add_row(
            kind, str(len(some)), str(used_up), str(len(over)), str(sum(not e.is_kept for e in some)), middle, worst
        )
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
