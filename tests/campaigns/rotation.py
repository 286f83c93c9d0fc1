"""Campaigns take turns of one batch, each in a process of its own, until the time is over; what was done is kept.

A folder holds ``progress.json``, and a folder for each problem: what it is, and the files to see it again. A campaign
goes on with its next seed when it is started again.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.campaigns import faults, generated, mutations, verdicts
from tests.campaigns.batches import Batch, Campaign, Problem

CAMPAIGNS: Mapping[str, Campaign] = {
    each.name: each for each in (*generated.CAMPAIGNS, *verdicts.CAMPAIGNS, *mutations.CAMPAIGNS, *faults.CAMPAIGNS)
}
PATIENCE = 1800.0
"""Seconds of elapsed time for a batch."""


@dataclass(slots=True)
class Progress:
    """``seeds``: the first one that is not done; ``seconds``: of elapsed time."""

    seeds: int = 0
    seconds: float = 0.0
    problems: int = 0
    counts: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Rotation:
    """``folder`` holds what was done."""

    folder: Path
    progress: dict[str, Progress] = field(default_factory=dict)

    @staticmethod
    def at(folder: Path) -> Rotation:
        """What is kept in ``folder``, or a new one."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "progress.json"
        kept = json.loads(path.read_text()) if path.exists() else {}
        known = {name: Progress(**{**row, "counts": Counter(row["counts"])}) for name, row in kept.items()}
        return Rotation(folder, known)

    def run(self, names: Sequence[str], seconds: float, few: bool = False) -> int:
        """Batches of the campaign that had the least time so far. How many problems were found. ``few``: the short
        form of each, once.
        """
        found, until = 0, time.monotonic() + seconds
        waiting = list(names)
        while waiting and (few or time.monotonic() < until):
            name = min(waiting, key=lambda each: self.progress.setdefault(each, Progress()).seconds)
            if few:
                waiting.remove(name)
            campaign = CAMPAIGNS[name]
            found += self._turn(campaign, campaign.few if few else campaign.size)
        return found

    def _turn(self, campaign: Campaign, size: int) -> int:
        if not size:
            return 0
        done = self.progress[campaign.name]
        begun = time.monotonic()
        batch = in_process(campaign.name, range(done.seeds, done.seeds + size))
        for number, problem in enumerate(batch.problems):
            self._keep(f"{campaign.name}-{done.seeds}-{number}", problem)
        done.seconds += time.monotonic() - begun
        done.seeds += size
        done.problems += len(batch.problems)
        done.counts += batch.counts
        rows = {name: {**asdict(row), "counts": row.counts} for name, row in sorted(self.progress.items())}
        new = self.folder / "progress.new"
        new.write_text(json.dumps(rows, indent=1))
        new.replace(self.folder / "progress.json")
        return len(batch.problems)

    def _keep(self, name: str, problem: Problem) -> None:
        place = self.folder / "problems" / name
        place.mkdir(parents=True, exist_ok=True)
        for file, text in {**problem.files, "problem.txt": f"{problem.what}\n"}.items():
            (place / file).write_text(text)


def in_process(name: str, seeds: range) -> Batch:
    """A batch in a process group of its own. That it dies or does not end is a problem, too."""
    command = [sys.executable, "-m", "tests.campaigns.one_batch", name, str(seeds.start), str(len(seeds))]
    with TemporaryDirectory(prefix="campaign-") as folder:
        process = subprocess.Popen(
            [*command, folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        try:
            output, errors = process.communicate(timeout=PATIENCE)
        except BaseException as ended:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            if isinstance(ended, subprocess.TimeoutExpired):
                return _lost(seeds, f"did not end in {PATIENCE:g} s")
            raise
    if process.returncode:
        return _lost(seeds, f"ended with {process.returncode}\n{errors[-4000:]}")
    told = json.loads(output.splitlines()[-1])
    return Batch(Counter(told["counts"]), tuple(Problem(**each) for each in told["problems"]))


def _lost(seeds: range, what: str) -> Batch:
    return Batch(Counter(lost=len(seeds)), (Problem(f"seeds {seeds.start} to {seeds.stop - 1}: the batch {what}"),))
