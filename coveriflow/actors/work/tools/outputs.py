"""What a tool has written: artifacts, and the inputs of the violation that it claims."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.tools.given_texts import about_task
from coveriflow.actors.work.tools.run import Said, ToolRunning
from coveriflow.actors.work.validate.file_names import is_about
from coveriflow.artifacts.automata.guarded_files import with_names_of
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.specifications import PropertyKind
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestCase, TestSuite
from coveriflow.artifacts.tool_definitions import Exchange
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import means_the_same
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge, WitnessKind
from coveriflow.artifacts.witnesses.yaml import ViolationSequence, WaypointKind, WitnessEntries
from coveriflow.formats.conditions.assumption_automaton import read_assumption_automaton
from coveriflow.formats.conditions.graphml_condition import read_condition
from coveriflow.formats.tests.cbmc_trace import read_cbmc_inputs
from coveriflow.formats.tests.input_values import input_value
from coveriflow.formats.tests.test_suite import read_test_case
from coveriflow.formats.tests.test_suite_zip import read_test_suite_zip
from coveriflow.formats.witnesses.graphml_witness import read_witness
from coveriflow.formats.witnesses.yaml_witness import read_witness_entries
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.text.violations import ERROR_FUNCTION, FORMER_ERROR
from coveriflow.transform.cpachecker.reading import condition_from

Values = tuple[int, ...]

_LARGEST = 64 << 20
_CALLS = {PropertyKind.UNREACH_CALL, PropertyKind.ASSERTIONS}
_MOST_TESTS = 10_000
_ANYWHERE = "**/"
_INPUT = "__VERIFIER_nondet_"
_RESULT = re.compile(r"\\result\s*==\s*\(*\s*([^()&|;\s]+)\s*\)*")


@dataclass(frozen=True, slots=True)
class Written:
    """``inputs``: each a vector of values that may lead to the violation, in the order in which they are read.
    ``told``: a sentence about what could not be read.
    """

    artifacts: tuple[object, ...] = ()
    inputs: tuple[Values, ...] = ()
    told: str = ""


def written_by(running: ToolRunning, said: Said, begun: float) -> Written:
    """What the definition says that the tool writes, if it did since ``begun``. What is wrong in it is reported, not
    raised: a verdict does not depend on it.
    """
    artifacts: list[object] = []
    inputs: list[Values] = []
    told = []
    for exchange, where in running.definition.writes:
        try:
            for each in _read(exchange, where, running, said, begun):
                (inputs if isinstance(each, tuple) else artifacts).append(each)  # type: ignore[arg-type]
        except InputError as error:
            told.append(f"its {exchange.value} cannot be read: {error}")
    inputs += [values for artifact in artifacts if (values := _of_witness(artifact)) is not None]
    about = [a for a in artifacts if _is_about(a, running.task)]
    return Written(tuple(about), tuple(dict.fromkeys(inputs)), "; ".join(told))


def _is_about(artifact: object, task: Task) -> bool:
    if isinstance(artifact, Witness | WitnessEntries):
        return is_about(task, artifact)
    return getattr(artifact, "program_hash", task.program_hash) == task.program_hash


def _read(exchange: Exchange, where: str, running: ToolRunning, said: Said, begun: float) -> Iterator[object]:
    match exchange:
        case Exchange.TRACE:
            values = read_cbmc_inputs(said.output, "output") if said.verdict is Verdict.FALSE else None
            if values is not None:
                yield values
        case Exchange.WITNESS:
            for path in places_of(where, running, begun):
                reader = read_witness_entries if path.suffix in (".yml", ".yaml") else read_witness
                yield _as_asked(about_task(reader(_bytes(path), path.name), running.given()), running.task)
        case Exchange.CONDITION:
            for path in places_of(where, running, begun):
                found = _condition(_bytes(path), path.name, running.task)
                is_own = found.program_hash == running.task.program_hash
                yield with_names_of(running.task, found) if is_own else found
        case Exchange.TESTS:
            for path in places_of(where, running, begun):
                suite = _tests(path, running)
                yield suite
                yield from (tuple(i.value for i in case.inputs) for case in _errors_first(suite))
        case Exchange.AUTOMATON | Exchange.RESIDUAL:
            return


def _as_asked(witness: Witness | WitnessEntries, task: Task) -> Witness | WitnessEntries:
    """What was written about the task is about its error function, whatever name the tool has for that: ESBMC always
    writes ``__VERIFIER_error`` in GraphML.
    """
    if isinstance(witness, WitnessEntries) or means_the_same(task, witness.specification):
        return witness
    (only, *others) = witness.specification.properties
    is_call = not others and only.kind is PropertyKind.UNREACH_CALL and only.subject in (ERROR_FUNCTION, FORMER_ERROR)
    asked = {each.kind for each in task.specification.properties}
    return replace(witness, specification=task.specification) if is_call and asked <= _CALLS else witness


def one_file(exchange: Exchange, running: ToolRunning, begun: float) -> str | None:
    """The text of the first file of this kind that the tool has written since ``begun``."""
    for each, where in running.definition.writes:
        for path in places_of(where, running, begun) if each is exchange else ():
            return _bytes(path).decode("utf-8", "surrogateescape")
    return None


def _condition(data: bytes, name: str, task: Task) -> Condition:
    """Of our format, or an automaton of CPAchecker's, which names the branches of the program by their texts."""
    if data.lstrip().startswith(b"<"):
        return read_condition(data, name)
    automaton = read_assumption_automaton(data, name)
    try:
        return condition_from(automaton, task, automaton_of(task)).condition
    except NotSupported as error:
        raise InputError(f"coveriflow cannot read the program that it is about: {error}", Span(name)) from None


def places_of(where: str, running: ToolRunning, begun: float) -> list[Path]:
    """The file, in the run's folder or where the tool insisted to run, there only if it is new. No link is followed.
    ``**/NAME`` is the first one of that name in any folder below the run's.
    """
    if where.startswith(_ANYWHERE):
        return _anywhere(where.removeprefix(_ANYWHERE), running.folder)
    for base in dict.fromkeys((running.folder, running.working)):
        path = base / where
        is_own = base == running.folder or (path.exists() and path.stat().st_mtime >= begun)
        if is_own and path.exists() and not path.is_symlink():
            return [path]
    return []


def _anywhere(name: str, folder: Path) -> list[Path]:
    found = (Path(at, name) for at, folders, files in os.walk(folder) if name in folders or name in files)
    return [path for path in [min(found, default=None)] if path is not None and not path.is_symlink()]


def _bytes(path: Path) -> bytes:
    if path.is_symlink() or not path.is_file():
        raise InputError("this is not a regular file", Span(path.name))
    with path.open("rb") as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise InputError(f"the file is larger than {_LARGEST >> 20} MiB", Span(path.name))
    return data


def _errors_first(suite: TestSuite) -> list[TestCase]:
    return sorted(suite.cases, key=lambda case: not case.covers_error)


def _tests(path: Path, running: ToolRunning) -> TestSuite:
    """A folder of tests, one test, or a zip file; what it says of the program is not asked."""
    if path.suffix == ".xml":
        cases = [read_test_case(_bytes(path), path.name)]
    elif path.is_dir():
        names = sorted(each for each in path.glob("*.xml") if each.name != "metadata.xml")[:_MOST_TESTS]
        cases = [read_test_case(_bytes(each), each.name) for each in names]
    else:
        cases = list(read_test_suite_zip(_bytes(path), path.name, max_entries=_MOST_TESTS).cases)
    task, by = running.task, running.definition.name
    return TestSuite(tuple(dict.fromkeys(cases)), task.name, task.program_hash, task.specification, task.data_model, by)


# --- the inputs that a witness names ----------------------------------------------------------------------------------


def _of_witness(artifact: object) -> Values | None:
    """``None`` if it names none, or if they have no one order."""
    if isinstance(artifact, Witness) and artifact.kind is WitnessKind.VIOLATION:
        return _values(edge.assumption for edge in _path(artifact) if edge.assumption_resultfunction.startswith(_INPUT))
    if isinstance(artifact, WitnessEntries):
        content = artifact.entries[0].content if artifact.entries else None
        if isinstance(content, ViolationSequence):
            points = (segment.follow for segment in content.segments)
            return _values(point.constraint for point in points if point.kind is WaypointKind.RETURN)
    return None


def _path(witness: Witness) -> Iterator[WitnessEdge]:
    """From the entry on, as long as there is one way that does not end in a sink."""
    sinks = {node.name for node in witness.nodes if node.sink}
    place, seen = witness.entry, set[str]()
    while place not in seen:
        seen.add(place)
        further = [edge for edge in witness.edges if edge.source == place and edge.target not in sinks]
        if len(further) != 1:
            return
        yield further[0]
        place = further[0].target


def _values(constraints: Iterator[str]) -> Values | None:
    found = []
    for constraint in constraints:
        match = _RESULT.search(constraint)
        if match is None:
            continue
        try:
            found.append(input_value(match[1], Span("witness")))
        except InputError:
            return None
    return tuple(found) or None
