"""What test programs say in their first lines: the grammar of ``README.md``, and its one reader.

Each test asks for the expectations of its kind in all folders: ``executions()`` or ``questions()``. Whatever is wrong
in a header, or would not be read by any test, raises ``HeaderError`` with file and line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from coveriflow.artifacts.specifications import specification_named
from coveriflow.program.types.data_model import DataModel

FOLDER = Path(__file__).parent

ANALYSES: Mapping[str, frozenset[str]] = {
    "bmc": frozenset({"last"}),
    "value": frozenset({"states"}),
    "refined": frozenset({"states"}),
    "symbolic": frozenset({"states", "last_bound"}),
    "cmc": frozenset({"states", "last"}),
    "kinduction": frozenset({"last"}),
    "predicate": frozenset({"arithmetic"}),
    "impact": frozenset({"arithmetic"}),
    "horn": frozenset({"cpu"}),
    "shape": frozenset({"cpu"}),
}
"""What can be asked, with its settings; their defaults are in ``tests/analysis/test_programs.py``."""

WITNESSING = {"witnessed true": {"value", "kinduction", "predicate", "impact", "horn"}, "witnessed false": {"bmc"}}
"""Whose witnesses can be asked for."""

FLOW = "flow:"
"""What a name begins with that is one of ``coveriflow.flows.ready``."""
_OF_FLOWS = frozenset({"cpu"})

_LINE = re.compile(r"// ([A-Z]+)(?:\((\w+)\))?: (.*\S)")
_KEYS_OF_EXECUTIONS = {"EXPECT", "INPUTS", "HIDDEN", "ASSUMES", "GCC"}
_KEYS_OF_QUESTIONS = {"EXPECT", "INPUTS", "COVERS", "PROPERTY"}
_KNOWN = "|".join(sorted(_KEYS_OF_EXECUTIONS | _KEYS_OF_QUESTIONS))
_LOOKS_LIKE_A_KEY = re.compile(rf"\s*/[/*]\s*(?:(?i:{_KNOWN})|[A-Z]{{2,}})\s*(?:\(\w*\))?\s*:")
_OUTCOME = re.compile(
    r"returns -?\d+|stops(?: -?\d+)?|error|undefined|exhausted|too long|cut|(?:not supported|input error): .+"
)
_WORDS = "witnessed true|witnessed false|true|false|unknown|any|refused"
_CLAUSE = re.compile(rf"({_WORDS}) by (.+?)(?: (assuming|because) (.+))?")
_IS_OF_QUESTIONS = re.compile(rf"(?:{_WORDS})\b")


class HeaderError(ValueError):
    """A header that says nothing, or something that no test reads. The message begins with file and line."""


class Asked(Enum):
    """Who answers a question: an actor is asked for its witness."""

    ANALYSIS = "analysis"
    ACTOR = "actor"
    FLOW = "flow"


class Said(Enum):
    """What somebody who is asked says. ``ANY``: whatever does not contradict the others. ``REFUSED``: nothing, since
    the program is not supported. Of what is witnessed, the witness is checked, too.
    """

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"
    ANY = "any"
    REFUSED = "refused"
    WITNESSED_TRUE = "witnessed true"
    WITNESSED_FALSE = "witnessed false"


@dataclass(frozen=True, slots=True)
class Execution:
    """How a program ends for one data model. ``inputs``: what input functions give; ``hidden``: what uninitialised
    variables and undefined functions give. ``assumes``: all assumptions, except of the environment. ``gcc``: whether
    gcc's program ends in the same way.
    """

    path: Path
    model: DataModel
    outcome: str
    inputs: tuple[int, ...]
    hidden: tuple[int, ...]
    assumes: tuple[str, ...]
    gcc: bool

    @property
    def id(self) -> str:
        """The name of its tests."""
        return f"{self.path.parent.name}-{self.path.stem}-{self.model.value}"

    @property
    def sources(self) -> tuple[tuple[str, str], ...]:
        """Names and texts of all translation units."""
        return sources(self.path)


@dataclass(frozen=True, slots=True)
class Covering:
    """The condition that is left covers ``percent`` of the executions with inputs from 0 to ``inputs - 1``."""

    inputs: int
    percent: int


@dataclass(frozen=True, slots=True)
class Question:
    """What ``name`` says of a program. ``assuming``: a part of one of its assumptions, or ``nothing``. ``because``: a
    part of the reason. ``verdicts``: all that the program expects of anybody. ``specification``: what a flow is asked.
    """

    path: Path
    model: DataModel
    said: Said
    name: str
    settings: tuple[tuple[str, str], ...]
    assuming: str | None
    because: str | None
    verdicts: frozenset[str]
    covering: Covering | None
    specification: str | None

    @property
    def id(self) -> str:
        """The name of its test."""
        model = () if self.model is DataModel.LP64 else (self.model.value,)
        settings = (f"{key}={value}" for key, value in self.settings)
        return "-".join((self.path.parent.name, self.path.stem, self.name, *settings, *model))

    @property
    def sources(self) -> tuple[tuple[str, str], ...]:
        """Names and texts of all translation units."""
        return sources(self.path)

    @property
    def asked(self) -> Asked:
        """Who answers it."""
        if self.said in (Said.WITNESSED_TRUE, Said.WITNESSED_FALSE):
            return Asked.ACTOR
        return Asked.FLOW if self.name.startswith(FLOW) else Asked.ANALYSIS


@dataclass(frozen=True, slots=True)
class Program:
    """The expectations of one program: of executions or of questions."""

    path: Path
    executions: tuple[Execution, ...]
    questions: tuple[Question, ...]


def executions() -> tuple[Execution, ...]:
    """What all programs expect of executions."""
    return tuple(each for program in programs() for each in program.executions)


def questions() -> tuple[Question, ...]:
    """What all programs expect of those who are asked."""
    return tuple(each for program in programs() for each in program.questions)


@cache
def programs(folder: Path = FOLDER) -> tuple[Program, ...]:
    """All programs below ``folder``, in the order of their paths."""
    return tuple(read(path) for path in sorted(folder.rglob("*.c")) if not _is_further_unit(path))


def sources(path: Path) -> tuple[tuple[str, str], ...]:
    """``03-name.c`` and its further translation units ``03-name.other.c``: names and texts."""
    return tuple((each.name, each.read_text()) for each in (path, *sorted(path.parent.glob(f"{path.stem}.*.c"))))


def read(path: Path) -> Program:
    """The expectations of ``path``."""
    header = Header.of(path)
    if _IS_OF_QUESTIONS.match(header.lines[0].value):
        models = header.models(_KEYS_OF_QUESTIONS, (DataModel.LP64,))
        return Program(path, (), tuple(each for model in models for each in _questions(header, model)))
    models = header.models(_KEYS_OF_EXECUTIONS, tuple(DataModel))
    return Program(path, tuple(_execution(header, model) for model in models), ())


@dataclass(frozen=True, slots=True)
class Line:
    """``// KEY(MODEL): value``."""

    number: int
    key: str
    model: DataModel | None
    value: str


@dataclass(frozen=True, slots=True)
class Header:
    """The lines of a header, the first of which is an expectation."""

    path: Path
    lines: tuple[Line, ...]

    @classmethod
    def of(cls, path: Path) -> Header:
        """The first lines that are lines of a header; no later one looks like one."""
        text, number, found = path.read_text().splitlines(), 0, list[Line]()
        while number < len(text) and (match := _LINE.fullmatch(text[number])):
            number += 1
            found.append(Line(number, match[1], _model(path, number, match[2]), match[3]))
        if not found or found[0].key != "EXPECT":
            raise HeaderError(f"{path}:1: the first line of a test program is '// EXPECT: ...'")
        _check_rest(path, text, number)
        for unit in sorted(path.parent.glob(f"{path.stem}.*.c")):
            _check_rest(unit, unit.read_text().splitlines(), 0)
        return cls(path, tuple(found))

    def models(self, known: set[str], usual: tuple[DataModel, ...]) -> tuple[DataModel, ...]:
        """The data models with an expectation; an ``EXPECT`` for all means ``usual``. Each line has an effect."""
        own = {line.model for line in self.lines if line.key == "EXPECT"}
        models = tuple(model for model in DataModel if model in own or (None in own and model in usual))
        seen: set[tuple[str, DataModel | None]] = set()
        for line in self.lines:
            if line.key not in known:
                raise self.wrong(line, f"{line.key} has no effect here; known are {', '.join(sorted(known))}")
            if (line.key, line.model) in seen:
                raise self.wrong(line, f"{line.key} stands twice")
            seen.add((line.key, line.model))
            if line.model is not None and line.model not in models:
                raise self.wrong(line, f"{line.key} has no effect: nothing is expected with {line.model.value}")
        for line in self.lines:
            if line.model is None and all((line.key, model) in seen for model in models):
                raise self.wrong(line, f"{line.key} has no effect: each data model has its own")
        return models

    def line(self, key: str, model: DataModel) -> Line | None:
        """That for the data model counts more than that for all."""
        found = {line.model: line for line in self.lines if line.key == key}
        return found.get(model, found.get(None))

    def expectation(self, model: DataModel) -> Line:
        """The line of the expectation for ``model``, which has one."""
        line = self.line("EXPECT", model)
        assert line is not None
        return line

    def wrong(self, line: Line, message: str) -> HeaderError:
        """An error at ``line``."""
        return HeaderError(f"{self.path}:{line.number}: {message}")


def _is_further_unit(path: Path) -> bool:
    if "." not in path.stem:
        return False
    if not path.with_name(f"{path.name.partition('.')[0]}.c").exists():
        raise HeaderError(f"{path}:1: a further translation unit of no program")
    return True


def _model(path: Path, number: int, name: str | None) -> DataModel | None:
    try:
        return None if name is None else DataModel(name)
    except ValueError:
        raise HeaderError(f"{path}:{number}: {name} is no data model") from None


def _check_rest(path: Path, text: list[str], first: int) -> None:
    for number, line in enumerate(text[first:], first + 1):
        if _LOOKS_LIKE_A_KEY.match(line):
            raise HeaderError(f"{path}:{number}: only the first lines are read, each '// KEY: value'")


def _execution(header: Header, model: DataModel) -> Execution:
    expected = header.expectation(model)
    if not _OUTCOME.fullmatch(expected.value):
        raise header.wrong(expected, f"'{expected.value}' is no end of an execution, and no answer 'VERDICT by NAME'")
    assumes, gcc = header.line("ASSUMES", model), header.line("GCC", model)
    ends = expected.value.startswith(("returns", "error", "stops", "exhausted"))
    if gcc is not None and gcc.value != "no":
        raise header.wrong(gcc, "GCC can only be 'no'")
    if gcc is not None and not ends:
        raise header.wrong(gcc, "GCC has no effect: gcc's program is not executed")
    if assumes is not None and expected.value.startswith(("not supported", "input error")):
        raise header.wrong(assumes, "ASSUMES has no effect: no execution ends")
    listed = () if assumes is None else tuple(each.strip() for each in assumes.value.split(";"))
    inputs, hidden = (_numbers(header, model, key) for key in ("INPUTS", "HIDDEN"))
    return Execution(header.path, model, expected.value, inputs, hidden, listed, ends and gcc is None)


def _numbers(header: Header, model: DataModel, key: str) -> tuple[int, ...]:
    line = header.line(key, model)
    if line is None or line.value == "nothing":
        return ()
    if header.expectation(model).value.startswith("input error"):
        raise header.wrong(line, f"{key} has no effect: there is no execution")
    try:
        return tuple(map(int, line.value.split()))
    except ValueError:
        raise header.wrong(line, f"{key} has numbers, or 'nothing'") from None


def _questions(header: Header, model: DataModel) -> tuple[Question, ...]:
    expected, covering = header.expectation(model), _covering(header, model)
    specification = _specification(header, model)
    clauses = [_CLAUSE.fullmatch(each) for each in expected.value.split("; ")]
    verdicts = frozenset(each[1].split()[-1] for each in clauses if each) - {"any", "refused"}
    if {"true", "false"} <= verdicts:
        raise header.wrong(expected, "a program is true or false")
    found: list[Question] = []
    for clause in clauses:
        if clause is None:
            raise header.wrong(expected, "an answer is 'VERDICT by NAME, NAME', or more of them with '; ' between them")
        for name, settings in _asked(header, expected, clause[2], is_covering=covering is not None):
            question = Question(
                path=header.path,
                model=model,
                said=Said(clause[1]),
                name=name,
                settings=settings,
                assuming=clause[4] if clause[3] == "assuming" else None,
                because=clause[4] if clause[3] == "because" else None,
                verdicts=verdicts,
                covering=covering,
                specification=specification,
            )
            _check_question(header, expected, question, found)
            found.append(question)
    if specification is not None and all(each.asked is not Asked.FLOW for each in found):
        raise header.wrong(expected, "PROPERTY has no effect: only flows are asked for another property")
    return tuple(found)


def _specification(header: Header, model: DataModel) -> str | None:
    line = header.line("PROPERTY", model)
    if line is None:
        return None
    try:
        specification_named(line.value)
    except ValueError as error:
        raise header.wrong(line, str(error)) from None
    return line.value


def _asked(
    header: Header, line: Line, text: str, *, is_covering: bool
) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    for each in text.split(", "):
        name, *settings = each.split(" ")
        pairs = tuple(setting.partition("=")[::2] for setting in settings)
        own = _OF_FLOWS if name.startswith(FLOW) else ANALYSES.get(name)
        if own is None:
            raise header.wrong(line, f"'{name}' cannot be asked; known are {', '.join(ANALYSES)}, {FLOW}NAME")
        if not is_covering and (strange := [key for key, _ in pairs if key not in own]):
            raise header.wrong(line, f"'{strange[0]}' is no setting of {name}")
        if any(not value for _, value in pairs):
            raise header.wrong(line, "a setting is 'name=value'")
        yield name, pairs


def _check_question(header: Header, line: Line, question: Question, before: list[Question]) -> None:
    if any((q.name, q.settings, q.asked) == (question.name, question.settings, question.asked) for q in before):
        raise header.wrong(line, f"{question.name} is asked twice")
    has_reason = question.said in (Said.UNKNOWN, Said.REFUSED)
    if question.because is not None and not has_reason and (question.said, question.asked) != (Said.FALSE, Asked.FLOW):
        raise header.wrong(line, "'because' has no effect: 'unknown', 'refused' and 'false' by a flow have a reason")
    if question.assuming is not None and (question.said is Said.REFUSED or question.asked is Asked.ACTOR):
        raise header.wrong(line, "'assuming' has no effect: no assumptions are looked at")
    if question.asked is Asked.ACTOR and question.name not in WITNESSING[question.said.value]:
        raise header.wrong(line, f"no witness of {question.name} is looked at")
    if question.asked is Asked.ACTOR and question.settings:
        raise header.wrong(line, "settings have no effect: witnesses are asked of actors with their own")
    if question.asked is Asked.FLOW and question.said is Said.REFUSED:
        raise header.wrong(line, "a flow says 'unknown' of what is refused")
    is_limited = question.asked is Asked.ANALYSIS and question.said is Said.UNKNOWN and not before
    if question.covering is not None and not is_limited:
        raise header.wrong(line, "with COVERS, one is asked, who says 'unknown'")


def _covering(header: Header, model: DataModel) -> Covering | None:
    inputs, covers = header.line("INPUTS", model), header.line("COVERS", model)
    if inputs is None and covers is None:
        return None
    if inputs is None or covers is None:
        raise header.wrong(
            inputs or covers or header.lines[0], "INPUTS has no effect without COVERS, nor it without it"
        )
    most, percent = re.fullmatch(r"0\.\.(\d+)", inputs.value), re.fullmatch(r"(\d+)%", covers.value)
    if most is None:
        raise header.wrong(inputs, "the inputs of COVERS are a range from 0, such as '0..3'")
    if percent is None:
        raise header.wrong(covers, "COVERS has per cent, such as '50%'")
    return Covering(int(most[1]) + 1, int(percent[1]))
