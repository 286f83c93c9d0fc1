"""The first lines of test programs: what they mean, and that nothing stands there in vain."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.program.types.data_model import DataModel
from tests.programs.reader import ANALYSES, Asked, Covering, HeaderError, Said, programs, read

BODY = "int main(void) { return 0; }\n"


def written(folder: Path, *header: str, body: str = BODY, name: str = "01-any.c") -> Path:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in header) + body)
    return path


def test_every_program_is_asked_something() -> None:
    assert all(each.executions or each.questions for each in programs())
    assert {each.name for program in programs() for each in program.questions} >= set(ANALYSES)


def test_a_new_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "topic" / "within").mkdir(parents=True)
    path = written(tmp_path / "topic" / "within", "// EXPECT: true by bmc")
    written(path.parent, name="01-any.other.c")
    assert [each.path for each in programs(tmp_path)] == [path]


def test_an_execution_has_its_values_for_each_data_model(tmp_path: Path) -> None:
    header = ("// EXPECT: returns 1", "// INPUTS: 4 -5", "// HIDDEN(LP64): 7", "// ASSUMES: one; two, three")
    ilp32, lp64 = read(written(tmp_path, *header, "// GCC(ILP32): no")).executions
    assert (ilp32.model, ilp32.inputs, ilp32.hidden, ilp32.gcc) == (DataModel.ILP32, (4, -5), (), False)
    assert (lp64.model, lp64.hidden, lp64.gcc, lp64.assumes) == (DataModel.LP64, (7,), True, ("one", "two, three"))


def test_one_data_model_is_enough(tmp_path: Path) -> None:
    (execution,) = read(written(tmp_path, "// EXPECT(ILP32): undefined")).executions
    assert execution.model is DataModel.ILP32
    assert not execution.gcc


def test_questions_have_settings_and_reasons(tmp_path: Path) -> None:
    header = "// EXPECT: true by bmc last=7 assuming no, or so; any by value; refused by cmc because of calls"
    bmc, value, cmc = read(written(tmp_path, header)).questions
    assert (bmc.said, bmc.settings, bmc.assuming) == (Said.TRUE, (("last", "7"),), "no, or so")
    assert (value.said, set(value.verdicts)) == (Said.ANY, {"true"})
    assert (cmc.said, cmc.because) == (Said.REFUSED, "of calls")


def test_who_is_asked(tmp_path: Path) -> None:
    header = ("// EXPECT: witnessed true by value; true by value, flow:cmc cpu=9", "// PROPERTY: unreach-call")
    asked = read(written(tmp_path, *header)).questions
    assert [each.asked for each in asked] == [Asked.ACTOR, Asked.ANALYSIS, Asked.FLOW]


def test_conditions_cover(tmp_path: Path) -> None:
    header = ("// EXPECT: unknown by value loop_bound=3", "// INPUTS: 0..3", "// COVERS: 50%")
    (question,) = read(written(tmp_path, *header)).questions
    assert question.covering == Covering(4, 50)


WRONG = {
    "nothing is said": ((), 1, "EXPECT"),
    "an expectation comes later": (("// A comment.", "// EXPECT: returns 0"), 1, "EXPECT"),
    "another key is first": (("// GCC: no", "// EXPECT: returns 0"), 1, "EXPECT"),
    "a key comes after a comment": (("// EXPECT: returns 0", "// A comment.", "// GCC: no"), 3, "first lines"),
    "a key is written in another way": (("// EXPECT: returns 0", "//GCC: no"), 2, "first lines"),
    "a key is written in small letters": (("// EXPECT: returns 0", "// gcc: no"), 2, "first lines"),
    "a key has no value": (("// EXPECT: returns 0", "// HIDDEN:"), 2, "first lines"),
    "an unknown key": (("// EXPECT: returns 0", "// HIDEN: 3"), 2, "HIDEN"),
    "an unknown data model": (("// EXPECT: returns 0", "// GCC(LP46): no"), 2, "LP46"),
    "a key stands twice": (("// EXPECT: returns 0", "// GCC: no", "// GCC: no"), 3, "twice"),
    "an unknown end": (("// EXPECT: return 0",), 1, "no end"),
    "a verdict of nobody": (("// EXPECT: true",), 1, "by NAME"),
    "an unknown analysis": (("// EXPECT: true by bcm",), 1, "'bcm'"),
    "an unknown setting": (("// EXPECT: true by bmc depth=3",), 1, "'depth'"),
    "a setting without value": (("// EXPECT: true by bmc last=",), 1, "name=value"),
    "two truths": (("// EXPECT: true by bmc; false by value",), 1, "true or false"),
    "asked twice": (("// EXPECT: true by bmc; any by bmc",), 1, "twice"),
    "a key of executions for questions": (("// EXPECT: true by bmc", "// HIDDEN: 3"), 2, "no effect"),
    "a key of questions for executions": (("// EXPECT: returns 0", "// COVERS: 3%"), 2, "no effect"),
    "a property for an analysis": (("// EXPECT: true by bmc", "// PROPERTY: unreach-call"), 1, "no effect"),
    "an unknown property": (("// EXPECT: true by flow:bmc", "// PROPERTY: progress"), 2, "is not a property"),
    "gcc where nothing ends": (("// EXPECT: undefined", "// GCC: no"), 2, "no effect"),
    "gcc that is something else": (("// EXPECT: returns 0", "// GCC: yes"), 2, "only be 'no'"),
    "assumptions of what is refused": (("// EXPECT: not supported: x", "// ASSUMES: y"), 2, "no effect"),
    "inputs of what is no program": (("// EXPECT: input error: x", "// INPUTS: 3"), 2, "no effect"),
    "inputs that are no numbers": (("// EXPECT: returns 0", "// INPUTS: 0..3"), 2, "numbers"),
    "overruled everywhere": (("// EXPECT: error", "// EXPECT(LP64): error", "// EXPECT(ILP32): error"), 1, "no effect"),
    "of no data model": (("// EXPECT(LP64): error", "// GCC(ILP32): no"), 2, "no effect"),
    "of the data model that is not asked": (
        ("// EXPECT: true by flow:bmc", "// PROPERTY(ILP32): unreach-call"),
        2,
        "no effect",
    ),
    "a reason of a proof": (("// EXPECT: true by bmc because so",), 1, "no effect"),
    "assumptions of a refusal": (("// EXPECT: refused by cmc assuming so",), 1, "no effect"),
    "a witness of no actor": (("// EXPECT: witnessed true by cmc",), 1, "no witness"),
    "a witness with settings": (("// EXPECT: witnessed true by value states=3",), 1, "no effect"),
    "inputs without coverage": (("// EXPECT: unknown by bmc", "// INPUTS: 0..3"), 2, "COVERS"),
    "coverage of a proof": (("// EXPECT: true by bmc", "// INPUTS: 0..3", "// COVERS: 3%"), 1, "unknown"),
    "no range": (("// EXPECT: unknown by bmc", "// INPUTS: 4", "// COVERS: 3%"), 2, "range"),
    "no per cent": (("// EXPECT: unknown by bmc", "// INPUTS: 0..4", "// COVERS: 3"), 3, "per cent"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_nobody_reads_fails_with_its_line(what: str, tmp_path: Path) -> None:
    header, line, message = WRONG[what]
    path = written(tmp_path, *header)
    with pytest.raises(HeaderError) as error:
        read(path)
    assert str(error.value).startswith(f"{path}:{line}: ")
    assert message in str(error.value)


def test_a_further_unit_says_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, "// EXPECT: returns 0")
    written(tmp_path, "// EXPECT: returns 1", name="01-any.other.c")
    with pytest.raises(HeaderError, match=r"01-any\.other\.c:1: "):
        read(path)


def test_a_further_unit_has_a_program(tmp_path: Path) -> None:
    written(tmp_path, "// EXPECT: returns 1", name="02-none.other.c")
    with pytest.raises(HeaderError, match="no program"):
        programs(tmp_path)
