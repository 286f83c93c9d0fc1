"""``coveriflow verify --condition``: partial verification, and regression checking with ``--since``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.actors.tasks import program
from tests.cli.helpers import coveriflow

HALVES = """
int twice(int n) { return n + n; }
int main(void) {
  int which = __VERIFIER_nondet_int();
  if (which == 1) {
    int n = 21;
    if (twice(n) != 42) reach_error();
  } else {
    unsigned x = (unsigned)which;
    if (x % 2 == 1 && (x + 1) % 2 == 1) reach_error();
  }
  return 0;
}
"""
ASSUMED = "assumption: the condition written by coveriflow value for an earlier version is true"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "old.c").write_text(program(HALVES).sources[0].text)
    (tmp_path / "bug.c").write_text(program(HALVES.replace("n + n", "n + n + 1")).sources[0].text)
    coveriflow("verify", "old.c", "--flow", "value", "--out", "out", cwd=tmp_path, status=20)
    return tmp_path


def test_the_rest_is_verified(folder: Path) -> None:
    given = ("--condition", "out/condition.graphml")
    assumed = "the condition written by coveriflow value is true"
    claimed = coveriflow("verify", "old.c", *given, "--flow", "bmc", "--json", cwd=folder, status=20).stdout
    record = json.loads(claimed)
    assert record["confirmed_by"] == ""
    assert "the condition written by coveriflow value, which is not justified" in record["claimed_by"]
    assert record["assumptions"] == [assumed]
    trusting = (*given, "--flow", "bmc", "--trust-condition")
    assert f"assumption: {assumed}" in coveriflow("verify", "old.c", *trusting, cwd=folder, status=0).stdout
    refused = coveriflow("verify", "bug.c", *given, cwd=folder, status=2).stderr
    assert "the condition is about another program than the task 'bug.c'" in refused


def test_the_page_names_the_flow_that_runs(folder: Path) -> None:
    page = coveriflow("verify", "old.c", "--condition", "out/condition.graphml", cwd=folder, status=20).stdout
    assert "default (cmc, for the part that is to be verified)" in page


def test_what_a_change_reaches_is_verified_again(folder: Path) -> None:
    given = ("--condition", "out/condition.graphml", "--since", "old.c", "--flow", "bmc")
    page = coveriflow("verify", "bug.c", *given, cwd=folder, status=10).stdout
    assert "carry-over  condition, " in page
    assert "1 edge" in page
    (folder / "new.c").write_text((folder / "old.c").read_text().replace("return 0;", "int zero = 0; return zero;"))
    page = coveriflow("verify", "new.c", *given, cwd=folder, status=20).stdout
    assert "unconfirmed" in page
    assert ASSUMED in page
    assert " TRUE " in coveriflow("verify", "new.c", *given, "--trust-condition", cwd=folder, status=0).stdout


def test_a_condition_is_about_what_was_analysed(folder: Path) -> None:
    (folder / "limit.h").write_text("#define LIMIT 42\n")
    (folder / "old.c").write_text('#include "limit.h"\n' + (folder / "old.c").read_text().replace("!= 42", "!= LIMIT"))
    (folder / "new.c").write_text((folder / "old.c").read_text() + "/* newer */\n")
    coveriflow("verify", "old.c", "--flow", "value", "--out", "out", cwd=folder, status=20)
    given = ("--condition", "out/condition.graphml", "--flow", "bmc", "--trust-condition")
    coveriflow("verify", "old.c", *given, cwd=folder, status=0)
    (folder / "limit.h").write_text("#define LIMIT 43\n")
    for new, since in (("old.c", ()), ("new.c", ("--since", "old.c"))):
        refused = coveriflow("verify", new, *given, *since, cwd=folder, status=2).stderr
        assert "the condition is about 'old.c' with other macros, or with other included files" in refused


def test_an_earlier_version_without_condition(folder: Path) -> None:
    told = coveriflow("verify", "bug.c", "--since", "old.c", cwd=folder, status=2).stderr
    assert "--since needs a --condition: what was verified of that version" in told
    told = coveriflow("verify", "bug.c", "--trust-condition", cwd=folder, status=2).stderr
    assert "--trust-condition needs a --condition: what is trusted" in told
