"""Tasks from a clone of cpachecker: all C programs below ``test/programs``.

The expected verdict is that of the task definition beside a program (``unreach-label``, ``unreach-call``, ``assert``),
else that of the file's name. Without either a program counts for parsing only. It is weak where the text has no error
of the kind that should be reached, and where it is known to contradict C. The data model is the definition's, or
that of the definition of the same name, else what the name says, else ILP32, which is CPAchecker's default.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from corpus.tasks import CorpusTask, Expectation, Skipped, Trust, Violation
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.types.data_model import DataModel

_VIOLATIONS = {
    "unreach-label": Violation.LABEL,
    "unreach-call": Violation.CALL,
    "assert": Violation.ASSERTION,
    "Assertion": Violation.ASSERTION,
}
_MARKS = {
    Violation.LABEL: re.compile(r"\bERROR\s*:"),
    Violation.CALL: re.compile(r"\b(__VERIFIER_error|reach_error)\b"),
    Violation.ASSERTION: re.compile(r"\b(assert|__assert_fail|__VERIFIER_assert)\b"),
}
_CONTRADICTING_C = {
    "simple/octagon/testOctIntConstraints/testOctIntervalConstraints0.yml": "-1 becomes unsigned in the comparison",
    "simple/type_tests/nondet_generator_integer_types_32_true.yml": "a size_t can be 65536",
    "simple/type_tests/nondet_generator_integer_types_64_true.yml": "a size_t can be 65536",
    "simple/octagon/testOctFloatConstraints/testOctFloatIntervalConstraints0.yml": "what is not less than 0 may be NaN",
    "simple/octagon/testOctFloatConstraints/testOctFloatIntervalConstraints8.yml": "what is not less than 0 may be NaN",
    "simple/type_tests/nondet_generator_float_types_32_true.yml": "no double is equal to 1.1L",
    "simple/type_tests/nondet_generator_float_types_64_true.yml": "no double is equal to 1.1L",
    "simple/size+alignment64.yml": "written for LP64, where no data model is told; executed under ILP32, it fails",
    "simple/struct-initializer-for-nested-unnamed-union.yml": "executed, the low byte of 512 is 0, not 1",
    "simple/statementExpression7.yml": "gcc has such a break leave the outer loop",
}
_ALL = frozenset(Violation)
_OTHER = re.compile(r"cpalockator|mem|overflow|termination|valid|cleanup|race|deadlock|smg|mpor|threads")
_NAMES = (
    (re.compile(r"[_-]true-unreach"), Verdict.TRUE, Trust.FIRM),
    (re.compile(r"[_-]false-unreach"), Verdict.FALSE, Trust.FIRM),
    (re.compile(r"[_-](false|unsafe|UNSAFE|BUG)(?![a-z-])"), Verdict.FALSE, Trust.FIRM),
    (re.compile(r"[_-](true|safe|SAFE)(?![a-z-])"), Verdict.TRUE, Trust.FIRM),
)


def tasks(clone: Path) -> Iterator[CorpusTask | Skipped]:
    """Those of task definitions, then the programs that no definition names."""
    root = clone / "test" / "programs"
    named: set[Path] = set()
    for definition in sorted(root.rglob("*.yml")):
        content = definition_of(definition)
        if content is None:
            continue
        task = defined(definition, content, root)
        if isinstance(task, CorpusTask):
            named.update(task.files)
        yield task
    for program in sorted(file for ending in ("*.c", "*.i") for file in root.rglob(ending)):
        if program.resolve() not in named:
            yield _undefined(program, root)


def definition_of(path: Path) -> dict[str, Any] | None:
    """A task definition's content; ``None`` for other files of YAML."""
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError):
        return None
    return content if isinstance(content, dict) and "input_files" in content else None


def defined(definition: Path, content: dict[str, Any], root: Path, folder: str = "") -> CorpusTask | Skipped:
    """The task of a definition below ``root``. ``folder``: its row of the table, else that of the first folder."""
    name, first = _name(definition, root)
    folder = folder or first
    inputs = content["input_files"]
    patterns = [inputs] if isinstance(inputs, str) else inputs
    files = tuple(f.resolve() for p in patterns for f in sorted(definition.parent.glob(_below(p))))
    if not files or any(f.suffix not in (".c", ".i") for f in files):
        return Skipped(name, folder, "not C" if files else "a file is missing")
    model = _data_model(content) or DataModel.ILP32
    violation, expected = _property(content.get("properties") or [])
    violations = frozenset({violation}) if violation else _ALL
    return CorpusTask(name, folder, files, model, violations, _trusted(expected, name, files, violations))


def _trusted(
    expected: Expectation | None, name: str, files: tuple[Path, ...], violations: frozenset[Violation]
) -> Expectation | None:
    """An expectation, weak where the corpus is not to be believed."""
    if expected is None:
        return None
    if name in _CONTRADICTING_C:
        return Expectation(expected.verdict, Trust.WEAK, _CONTRADICTING_C[name])
    text = "".join(file.read_text(encoding="utf-8", errors="replace") for file in files)
    if expected.verdict is Verdict.FALSE and not any(_MARKS[violation].search(text) for violation in violations):
        return Expectation(expected.verdict, Trust.WEAK, "the text has no such error")
    return expected


def _below(pattern: str) -> str:
    return pattern.removeprefix("./")


def _property(properties: list[dict[str, Any]]) -> tuple[Violation | None, Expectation | None]:
    """The first property about reachability and its verdict."""
    for entry in properties:
        violation = _VIOLATIONS.get(Path(entry["property_file"]).stem)
        if violation and isinstance(entry.get("expected_verdict"), bool):
            return violation, Expectation(Verdict.TRUE if entry["expected_verdict"] else Verdict.FALSE)
    return None, None


def _undefined(program: Path, root: Path) -> CorpusTask:
    name, folder = _name(program, root)
    model = _data_model(_beside(program)) or _named_model(program)
    files = (program.resolve(),)
    return CorpusTask(name, folder, files, model, _ALL, _trusted(_by_name(program, name), name, files, _ALL))


def _beside(program: Path) -> dict[str, Any]:
    """The definition of the same name: that of the preprocessed program."""
    definition = program.with_suffix(".yml")
    return (definition_of(definition) if definition.is_file() else None) or {}


def _data_model(content: dict[str, Any]) -> DataModel | None:
    told = (content.get("options") or {}).get("data_model")
    return DataModel(told) if told in ("LP64", "ILP32") else None


def _named_model(program: Path) -> DataModel:
    return DataModel.LP64 if re.search(r"_(64|LP64)(_|$)", program.stem) else DataModel.ILP32


def _by_name(program: Path, name: str) -> Expectation | None:
    """What the file's name promises; weak if that may be about another property."""
    for pattern, verdict, trust in _NAMES:
        if pattern.search(program.stem):
            firm = trust is Trust.FIRM and ("unreach" in program.stem or not _OTHER.search(name))
            return Expectation(verdict) if firm else Expectation(verdict, Trust.WEAK, "may be of another property")
    return None


def _name(path: Path, root: Path) -> tuple[str, str]:
    relative = path.relative_to(root)
    return str(relative), f"cpachecker {relative.parts[0]}"
