"""The short form of each campaign, and that what a campaign finds is kept and told."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.campaigns import rotation
from tests.campaigns.batches import Batch, Campaign, Problem
from tests.campaigns.rotation import CAMPAIGNS, Rotation, in_process
from tests.places import ROOT

DAILY = ("executions", "overflows", "texts", "verdicts", "terminations")
"""Those that take a second or two."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in DAILY else pytest.mark.slow) for name in CAMPAIGNS]
)
def test_a_few_cases_show_no_problem(name: str, tmp_path: Path) -> None:
    campaign = CAMPAIGNS[name]
    if campaign.missing:
        pytest.skip(f"{', '.join(campaign.missing)}: not here")
    batch = campaign.run(range(max(campaign.few, 1)), tmp_path)
    assert not batch.problems
    assert sum(batch.counts.values()) > 0


def test_a_batch_in_a_process_of_its_own_tells_the_same(tmp_path: Path) -> None:
    assert in_process("texts", range(5)) == CAMPAIGNS["texts"].run(range(5), tmp_path)


def test_problems_are_kept_and_the_next_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = list[range]()

    def fails_at_7(name: str, seeds: range) -> Batch:
        seen.append(seeds)
        problems = (Problem("seed 7: wrong", {"program.c": "int main;"}),) if 7 in seeds else ()
        return Batch(Counter(done=len(seeds)), problems)

    monkeypatch.setattr(rotation, "CAMPAIGNS", {"one": Campaign("one", "", CAMPAIGNS["texts"].run, 5, few=5)})
    monkeypatch.setattr(rotation, "in_process", fails_at_7)
    assert Rotation.at(tmp_path).run(["one"], 60.0, few=True) == 0
    assert Rotation.at(tmp_path).run(["one"], 60.0, few=True) == 1
    assert seen == [range(5), range(5, 10)]
    assert (tmp_path / "problems" / "one-5-0" / "program.c").read_text() == "int main;"
    kept = json.loads((tmp_path / "progress.json").read_text())["one"]
    assert kept["counts"] == {"done": 10}
    assert kept["problems"] == 1


def test_a_batch_that_dies_is_a_problem() -> None:
    batch = in_process("nobody", range(3, 5))
    assert "seeds 3 to 4: the batch ended with 1" in batch.problems[0].what


@pytest.mark.slow
def test_the_command_shows_what_was_done(tmp_path: Path) -> None:
    words = ["--smoke", "--only", "texts", "effects", "--folder", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.campaigns", *words], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "mutated programs in C" in done.stdout
    assert "5 compared" in done.stdout
