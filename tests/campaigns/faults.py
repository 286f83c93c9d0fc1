"""Campaigns of faults: killed at any moment, without disk, memory or descriptors, with damaged stores."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from coveriflow.execution.processes.workers import MARKS
from tests.campaigns.batches import Batch, Campaign, Problem
from tests.cli.helpers import COMMAND
from tests.execution.helpers import wait_until
from tests.flows.batch.helpers import SAFE, UNSAFE
from tests.flows.batch.test_killed_batches import marked, test_killed_and_begun_again

_CODES = {"true": 0, "false": 10, "unknown": 20}
_RIGHT = {"safe": 0, "unsafe": 10}
_PATIENCE = 300.0


def kills(seeds: range, folder: Path) -> Batch:
    """``verify`` is killed at a random moment: no process is left, and the next run says what is right."""
    counts, problems = Counter[str](), list[Problem]()
    for seed in seeds:
        rng = random.Random(seed)
        place, name = _place(folder, seed), rng.choice(sorted(_RIGHT))
        process = _start(place, f"{name}.c", seed)
        time.sleep(rng.uniform(0.0, 2.5))
        process.send_signal(rng.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT)))
        process.communicate(timeout=_PATIENCE)
        counts[f"ended with {process.returncode}"] += 1
        if not wait_until(lambda: not marked(_mark(folder, seed))):  # noqa: B023
            problems.append(Problem(f"seed {seed}: a process is left"))
        problems += _problems(place, name, seed)
    return Batch(counts, tuple(problems))


def batch_kills(seeds: range, folder: Path) -> Batch:
    """A batch run, its supervisor and its workers are killed; it is begun again until it is complete."""
    problems = list[Problem]()
    for seed in seeds:
        place = folder / str(seed)
        place.mkdir(parents=True)
        try:
            test_killed_and_begun_again(seed, place)
        except AssertionError as error:
            problems.append(Problem(f"seed {seed}: {error}"))
    return Batch(Counter(runs=len(seeds)), tuple(problems))


def shortages(seeds: range, folder: Path) -> Batch:
    """One thing is missing or damaged: the right verdict, ``unknown``, or an error with a sentence."""
    counts, problems = Counter[str](), list[Problem]()
    for seed in seeds:
        rng = random.Random(seed)
        place, name = _place(folder, seed), rng.choice(sorted(_RIGHT))
        fault = rng.choice(sorted(_FAULTS))
        prepare, limit = _FAULTS[fault]
        if prepare is not None:
            problems += _problems(place, name, seed)  # so that there is something to damage
            prepare(place, rng)
        process = _start(place, f"{name}.c", seed, limit)
        _, errors = process.communicate(timeout=_PATIENCE)
        counts[f"{fault}: {process.returncode}"] += 1
        if process.returncode not in (_RIGHT[name], 20, 2) or "Traceback" in errors:
            problems.append(Problem(f"seed {seed}: {fault}, {name}: exit code {process.returncode}\n{errors}"))
        for path in [place, *(path for path in place.rglob("*") if path.is_dir())]:
            path.chmod(0o700)
        problems += _problems(place, name, seed)
    return Batch(counts, tuple(problems))


def _place(folder: Path, seed: int) -> Path:
    place = folder / str(seed)
    (place / "tmp").mkdir(parents=True)
    (place / "safe.c").write_text(f"// {seed}\n{SAFE}")
    (place / "unsafe.c").write_text(f"// {seed}\n{UNSAFE}")
    return place


def _mark(folder: Path, seed: int) -> str:
    return f"campaign-{folder.name}-{seed}-{os.getpid()}"


def _start(place: Path, program: str, seed: int, limit: Callable[[], None] | None = None) -> subprocess.Popen[str]:
    environment = os.environ | {
        MARKS: _mark(place.parent, seed),
        "TMPDIR": str(place / "tmp"),
        "COVERIFLOW_CACHE": str(place / "cache"),
    }
    command = [*COMMAND, "verify", program, "--cpu", "20s", "--json", "--out", "out"]
    return subprocess.Popen(
        command, cwd=place, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=limit
    )


def _problems(place: Path, name: str, seed: int) -> Sequence[Problem]:
    """What an undisturbed run gets wrong."""
    process = _start(place, f"{name}.c", seed)
    output, errors = process.communicate(timeout=_PATIENCE)
    said = json.loads(output)["verdict"] if output else "nothing"
    if process.returncode == _RIGHT[name] == _CODES.get(said):
        return ()
    return (Problem(f"seed {seed}: {name}: {said}, exit code {process.returncode}\n{errors}"),)


def _damaged(place: Path, rng: random.Random) -> None:
    """Some bytes of stored results are others, or are missing."""
    files = [path for path in (place / "cache").rglob("*") if path.is_file()]
    for path in rng.sample(files, min(len(files), 3)):
        content = bytearray(path.read_bytes())
        at = rng.randrange(len(content) + 1)
        content[at : at + rng.randint(0, 8)] = rng.randbytes(rng.randint(0, 8))
        path.write_bytes(content[: rng.choice((len(content), at))])


def _read_only(place: Path, rng: random.Random) -> None:
    for each in ("out", "cache"):
        (place / each).chmod(0o500)


def _without_temporary_folder(place: Path, rng: random.Random) -> None:
    (place / "tmp").rmdir()


def _limit(kind: int, amount: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(kind, (amount, amount))


_FAULTS: dict[str, tuple[Callable[[Path, random.Random], None] | None, Callable[[], None] | None]] = {
    "stored results damaged": (_damaged, None),
    "folders read-only": (_read_only, None),
    "no temporary folder": (_without_temporary_folder, None),
    "files of at most 1 kB": (None, _limit(resource.RLIMIT_FSIZE, 1 << 10)),
    "files of at most 64 kB": (None, _limit(resource.RLIMIT_FSIZE, 1 << 16)),
    "40 descriptors": (None, _limit(resource.RLIMIT_NOFILE, 40)),
    "600 MB of addresses": (None, _limit(resource.RLIMIT_AS, 600 << 20)),
    "1 GB of addresses": (None, _limit(resource.RLIMIT_AS, 1 << 30)),
    "2 s of processor time": (None, _limit(resource.RLIMIT_CPU, 2)),
}

CAMPAIGNS = (
    Campaign("kills", "verify killed at any moment", kills, 8, 1),
    Campaign("batch-kills", "batch runs killed and begun again", batch_kills, 2, 0),
    Campaign("shortages", "without disk, memory, descriptors; damaged stores", shortages, 6, 1),
)
