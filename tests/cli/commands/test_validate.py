"""``coveriflow validate``: outcomes, exit codes, and files that lie or are no evidence at all."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from coveriflow.actors import bmc
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.test_suites import TestCase, TestInput, TestSuite
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import InvariantSet
from coveriflow.formats.tests.test_suite import write_test_case
from coveriflow.formats.tests.test_suite_zip import write_test_suite_zip
from coveriflow.formats.witnesses.graphml_witness import write_witness
from coveriflow.formats.witnesses.yaml_witness import write_witness_entries
from tests.actors.tasks import example, here, program
from tests.actors.validations import entries, loop
from tests.cli.helpers import coveriflow
from tests.places import ROOT

BUG = """\
int main(void) {
  int x = __VERIFIER_nondet_int(), a[2] = { 1, 2 };
  if (x == 7 || (x == 2 && a[x] == 99)) { reach_error(); }
  return x == 1 ? 3 : 0;
}
"""


def case(*values: int) -> TestCase:
    return TestCase(tuple(map(TestInput, values)), covers_error=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bug.c").write_text(program(BUG).sources[0].text)
    (tmp_path / "count.c").write_text(example("count.c").sources[0].text)
    return tmp_path


def test_a_witness_and_its_outcome_as_json(folder: Path) -> None:
    task = example("count.c")
    claims = InvariantSet((loop(task, "while (x", "x + y == n"),))
    (folder / "w.yml").write_bytes(write_witness_entries(entries(task, claims)))
    found = json.loads(
        coveriflow("validate", "w.yml", "count.c", "--cpu", "60s", "--json", cwd=folder, status=0).stdout
    )
    assert found["schema_version"] == 1
    assert (found["outcome"], found["verdict"]) == ("confirmed", "true")
    assert found["kind"] == "correctness witness (YAML)"
    assert "induction" in found["confirmed_by"]


def test_a_claim_that_says_nothing_is_unknown_with_its_place(folder: Path) -> None:
    task = example("count.c")
    claims = InvariantSet((loop(task, "while (x", "missing == 1"),))
    (folder / "w.yml").write_bytes(write_witness_entries(entries(task, claims)))
    page = coveriflow("validate", "w.yml", "count.c", cwd=folder, status=20).stdout
    assert page.startswith(" UNKNOWN  invariant 1, 'missing == 1': it cannot be read there")
    assert "count.c:11:3" in page


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("more", [(), ("--property", "unreach-call")])
def test_an_error_function_that_the_program_does_not_mention_is_its_own(folder: Path, more: tuple[str, ...]) -> None:
    """ESBMC writes ``__VERIFIER_error`` in GraphML, whatever the function is called: nothing is refuted by that."""
    witness = here(bmc(), program(BUG))[Witness]
    former = Specification((Property(PropertyKind.UNREACH_CALL, "__VERIFIER_error"),))
    for name, about in (("former", former), ("same", witness.specification)):
        (folder / f"{name}.graphml").write_bytes(write_witness(replace(witness, specification=about)))
        page = coveriflow("validate", f"{name}.graphml", "bug.c", *more, "--cpu", "60s", cwd=folder, status=0).stdout
        assert page.startswith(" CONFIRMED")


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(
    ("values", "status", "word"),
    [((7,), 0, "CONFIRMED"), ((8,), 10, "REFUTED"), ((1,), 20, "UNKNOWN"), ((), 20, "UNKNOWN")],
)
def test_a_test_is_executed(folder: Path, values: tuple[int, ...], status: int, word: str) -> None:
    (folder / "t.xml").write_bytes(write_test_case(case(*values)))
    assert coveriflow("validate", "t.xml", "bug.c", cwd=folder, status=status).stdout.startswith(f" {word}  ")


@pytest.mark.usefixtures("compiler")
def test_a_suite_in_a_zip_with_notes_that_decide_nothing(folder: Path) -> None:
    task = program(BUG, "bug.c")
    suite = TestSuite((case(8), case(2)), "bug.c", task.program_hash)
    (folder / "suite.zip").write_bytes(write_test_suite_zip(suite))
    done = coveriflow("validate", "suite.zip", "bug.c", "--sanitize", "--json", cwd=folder)
    found = json.loads(done.stdout)
    assert found["kind"] == "test suite of 2 tests"
    assert found["outcome"] == "refuted"
    assert done.returncode == 10
    assert any(note.startswith("sanitized: ") and "out of bounds" in note for note in found["notes"])
    assert any(note.startswith("sanitized: ") and "stack-buffer-overflow" in note for note in found["notes"])


LAUGHS = '<?xml version="1.0"?><!DOCTYPE graphml [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><graphml>&b;</graphml>'


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("laughs.graphml", LAUGHS.encode()),
        ("truncated.graphml", b'<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph>'),
        ("truncated.yml", b'- entry_type: "invariant_set"\n  metadata:\n    format_version: "2'),
        ("aliases.yml", b"- &a [x, x]\n" + b"".join(b"- &b%d [*a, *a, *a]\n" % n for n in range(500_000))),
        ("deep.yml", b"[" * 100_000),
        ("other.xml", b"<html></html>"),
        ("nothing.yml", b""),
        ("binary.yml", bytes(range(256))),
        ("broken.zip", b"PK\x03\x04 no zip file"),
        ("short.xml", b"<"),
        ("comment.xml", b"<!-- testcase --><?x <testcase> ?>"),
    ],
)
def test_what_is_no_evidence_is_refused_in_a_sentence(folder: Path, name: str, data: bytes) -> None:
    from coveriflow.formats.detect import read_evidence
    from coveriflow.program.errors import InputError

    with pytest.raises(InputError) as refused:
        read_evidence(data, name)
    assert len(str(refused.value)) < 500
    assert refused.value.span is not None
    assert refused.value.span.file == name


def test_what_is_asked_wrongly(folder: Path) -> None:
    (folder / "w.yml").write_bytes(write_witness_entries(entries(example("count.c"), InvariantSet())))
    for words, said in (
        (["w.yml"], "is missing"),
        (["w.yml", "no.c"], "no such file"),
        (["no.yml", "count.c"], "no such file"),
        (["w.yml", "bug.c"], "another program"),
        (["w.yml", "count.c", "--data-model", "ILP32"], "--data-model LP64"),
        (["w.yml", "count.c", "--sanitize"], "this is no test"),
    ):
        assert said in coveriflow("validate", *words, cwd=folder, status=2).stderr.lower().replace("lp64", "LP64"), (
            words
        )


def test_help_says_what_exit_codes_mean(folder: Path) -> None:
    page = coveriflow("validate", "--help", cwd=folder, status=0).stdout
    for line in ("  0         confirmed", "  10        refuted", "  20        unknown"):
        assert line in page


EXAMPLES = ROOT / "examples"


@pytest.mark.slow
@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("flow", ["default", "value", "bmc", "kinduction", "predicate", "impact", "symbolic", "horn"])
@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.c")))
def test_witnesses_of_our_own_are_confirmed(tmp_path: Path, name: str, flow: str) -> None:
    done = coveriflow("verify", EXAMPLES / name, "--flow", flow, "--cpu", "20s", "--out", "out", cwd=tmp_path)
    if done.returncode not in (0, 10):
        pytest.skip("there is no verdict")
    for witness in ("witness.graphml", "witness.yml"):
        if (tmp_path / "out" / witness).exists():
            coveriflow("validate", f"out/{witness}", EXAMPLES / name, "--cpu", "60s", cwd=tmp_path, status=0)
