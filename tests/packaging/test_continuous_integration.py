"""The jobs of ``docs/howto/continuous-integration.md``: their steps are run on a repository with a bug, and without."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from lxml import etree

from tests.cli.helpers import environment
from tests.places import ROOT

PAGE = (ROOT / "docs" / "howto" / "continuous-integration.md").read_text()
RING = """\
extern int __VERIFIER_nondet_int(void);
static int buffer[4];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4)
    return 0;
  for (int i = 0; i < n; i++)
    buffer[i] = i;
  return 0;
}
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def github() -> tuple[list[str], list[str]]:
    """The commands, and the files that other steps take."""
    steps: list[dict[str, Any]] = yaml.safe_load(blocks("yaml")[0])["jobs"]["verify"]["steps"]
    taken = [step["with"] for step in steps if step.get("if") == "always()"]
    return [step["run"] for step in steps if "run" in step], [taken[0]["sarif_file"], taken[1]["path"]]


def gitlab() -> tuple[list[str], list[str]]:
    job = yaml.safe_load(blocks("yaml")[1])["verify"]
    return job["script"], [*job["artifacts"]["paths"], job["artifacts"]["reports"]["junit"]]


def commands(folder: Path, steps: list[str]) -> int:
    """The exit code of the last one; the first one installs coveriflow, which is there."""
    assert steps[0] == "pip install coveriflow"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = [
        subprocess.run(["bash", "-ec", step], cwd=folder, env=environment(PATH=path), check=False).returncode
        for step in steps[1:]
    ]
    return done[-1]


@pytest.mark.parametrize("job", [github, gitlab])
@pytest.mark.parametrize(("limit", "code"), [("i < n", 0), ("i <= n", 10)])
def test_a_job_fails_if_there_is_a_violation(compiler: str, job: Any, limit: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "ring.c").write_text(RING.replace("i < n", limit))
    steps, files = job()
    assert commands(tmp_path, steps) == code
    assert all((tmp_path / file).exists() for file in files)


def test_each_report_names_the_place_and_what_is_violated(compiler: str, tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "ring.c").write_text(RING.replace("i < n", "i <= n"))
    commands(tmp_path, github()[0])
    folder = tmp_path / "coveriflow-nights" / "verify"
    told = "undefined behaviour at line 8: write of 1 element past `buffer` (index 4, 4 elements)"
    (finding,) = json.loads((folder / "results.sarif").read_text())["runs"][0]["results"]
    assert finding["message"]["text"].startswith(f"valid-deref is violated: {told}")
    location = finding["locations"][0]["physicalLocation"]
    assert location == {"artifactLocation": {"uri": "src/ring.c"}, "region": {"startLine": 8}}
    failure = etree.parse(folder / "junit.xml").find("testsuite/testcase/failure")
    assert failure is not None
    assert str(failure.get("message")) == f"valid-deref is violated: {told}"
    script = blocks("bash")[1]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    lines = subprocess.run(
        ["bash", "-ec", script], cwd=tmp_path, env=environment(PATH=path), capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert lines == [f"src/ring.c:8: error: {told}"]
