"""One run of a tool: what it is given, the command line, and what the run says."""

from __future__ import annotations

import math
import re
import signal
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.tools.given_texts import Given, given_text, has_own_lines
from coveriflow.actors.work.tools.installed import spelled
from coveriflow.actors.work.tools.search import Found
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.tool_definitions import Exchange, PropertyFile, ToolDefinition
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import violations_of
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import WitnessEntries
from coveriflow.execution.benchexec.runexec import OWN, HardLimits, accounted
from coveriflow.execution.benchexec.tool_info import Inputs, verdict_of
from coveriflow.execution.native.harness import harnessed
from coveriflow.execution.preprocessing.preprocess import preprocess
from coveriflow.execution.processes.external_process import External, ExternalEnd, ExternalRun
from coveriflow.formats.conditions.assumption_automaton import write_assumption_automaton
from coveriflow.formats.conditions.graphml_condition import write_condition
from coveriflow.formats.primitives.text import shortened
from coveriflow.formats.tasks.specification import write_specification
from coveriflow.formats.witnesses.graphml_witness import write_witness
from coveriflow.formats.witnesses.yaml_witness import write_witness_entries
from coveriflow.program.errors import InputError
from coveriflow.program.printing.library import declared_only
from coveriflow.transform.cpachecker.writing import automaton_from

_TOLD, _TO_END = 0.75, 2.0
"""The share of its time that a tool is told about; the seconds that are left out at most, where it writes down no
condition.
"""
_OF_MEMORY = 0.6
"""Of its memory, what a tool with a heap of its own is told about: the rest is for what it consists of, and for solvers
that it calls.
"""
_CONDITION, _AUTOMATON, _WITNESS = "condition.graphml", "condition.txt", "witness-given"
_SUFFIX, _MEMORY, _COVERAGE = ".prp", "valid-memsafety", "coverage-error-call"
"""Files of properties are called as in competitions: Theta looks at nothing else of them."""


@dataclass(frozen=True, slots=True)
class Said:
    """``last``: another bound would not change it. ``accounting``: who counted ``resources``. ``is_complete``: it came
    to its end by itself, and reports no failure.
    """

    verdict: Verdict
    reason: str = ""
    last: bool = False
    command: tuple[str, ...] = ()
    output: bytes = b""
    resources: Resources = Resources()
    accounting: str = ""
    is_complete: bool = False


NOT_ASKED = Said(Verdict.UNKNOWN, "it was not run")


@dataclass(frozen=True, slots=True)
class ToolRunning:
    """A tool, and what it is asked about, in ``folder``, which no other process uses."""

    definition: ToolDefinition
    tool: Found
    task: Task
    folder: Path
    options: tuple[str, ...]
    hard: HardLimits = OWN
    condition: Condition | None = None
    witness: Witness | WitnessEntries | None = None

    @property
    def asked(self) -> tuple[PropertyKind, ...]:
        """The properties that it is asked about."""
        return tuple(each.kind for each in self.task.specification.properties)

    @property
    def working(self) -> Path:
        """Where it runs."""
        if self.tool.info is None:
            return self.folder
        return self.tool.info.working_directory(self.tool.executable, self.folder)

    def said(self, bound: int | None, limits: Limits) -> Said:
        """Run it once. ``InputError``: it cannot be called so."""
        try:
            command = self._command(bound, limits)
        except OSError as error:
            return Said(Verdict.UNKNOWN, f"its folder cannot be used any more: {error.strerror}", last=True)
        environment = self.tool.info.environment(self.tool.executable) if self.tool.info else {}
        try:
            run, by = accounted(External(command, self.folder, self.working, environment), limits, self.hard)
        except OSError as error:
            raise InputError(f"{self.tool.executable} cannot be run: {error.strerror}") from None
        verdict, reason, last = self._judged(command, run)
        told = f"{reason} (bound {bound})" if bound is not None and not verdict.decisive else reason
        is_complete = run.end is ExternalEnd.EXITED and run.status == 0
        return Said(verdict, told, last, tuple(command), run.output, run.resources, by, is_complete)

    # --- the command line ---------------------------------------------------------------------------------------------

    def _command(self, bound: int | None, limits: Limits) -> list[str]:
        inputs = self._inputs()
        given = [*self.definition.options, *self._about_task(), *self._about_bound(bound), *self._about_memory(limits)]
        given += self.options
        options = spelled(self.definition, self.tool.executable, self.tool.version, given)
        if self.tool.info is not None:
            return self.tool.info.command(self.tool.executable, options, inputs, self._told(limits))
        prop = [str(inputs.property_file)] if inputs.property_file else []
        parts = {"{options}": options, "{files}": [str(f) for f in inputs.files], "{property}": prop}
        return [self.tool.executable, *(w for each in self.definition.arguments for w in parts.get(each, [each]))]

    def _told(self, limits: Limits) -> Limits:
        """What a tool is told that it may use: so that it can write down how far it came before it is ended."""
        most = math.inf if self.definition.writes_condition else _TO_END
        cpu, wall = (None if s is None else max(_TOLD * s, s - most) for s in (limits.cpu, limits.wall))
        return replace(limits, cpu=cpu, wall=wall)

    def _about_task(self) -> list[str]:
        properties, reads = dict(self.definition.properties), dict(self.definition.reads)
        of_kinds = dict.fromkeys(properties[kind] for kind in self.asked)  # some ask about several at once
        options = [option for each in of_kinds for option in each]
        options += dict(self.definition.data_models).get(self.task.data_model, ())
        given = {
            Exchange.CONDITION: _CONDITION,
            Exchange.AUTOMATON: _AUTOMATON,
            Exchange.WITNESS: self._witness_name(),
        }
        for exchange, words in reads.items():
            options += [word.replace("{file}", str(self.folder / given[exchange])) for word in words]
        return options

    def _about_bound(self, bound: int | None) -> list[str]:
        if bound is None or self.definition.bound is None:
            return []
        counted = {"{bound}": str(bound), "{bound+1}": str(bound + 1)}
        return [
            re.sub(r"\{bound(?:\+1)?\}", lambda found: counted[found[0]], option)
            for option in self.definition.bound.options
        ]

    def _about_memory(self, limits: Limits) -> list[str]:
        """Of what it may use in all; nothing where the user's own options are about it."""
        options = self.definition.memory
        if limits.memory is None or not options or options[0] in self.options:
            return []
        megabytes = str(int(_OF_MEMORY * limits.memory) >> 20)
        return [option.replace("{megabytes}", megabytes) for option in options]

    def _inputs(self) -> Inputs:
        """Written anew for each run: a tool may do what it likes with its folder."""
        contents = self._files()
        names = {name: self.folder / name for name in contents}
        for name, data in contents.items():
            names[name].write_bytes(data)
        programs = tuple(path for name, path in names.items() if name.endswith((".c", ".i")))
        witness = names.get(self._witness_name())
        files = programs if witness is None else (witness, *programs)
        about = next((path for name, path in names.items() if name.endswith(_SUFFIX)), None)
        return Inputs(files, about, self.task.data_model, witness)

    def _files(self) -> dict[str, bytes]:
        files = {name: text.encode("utf-8", "surrogateescape") for name, text in self._programs()}
        if (wanted := self._specification()) is not None:
            files[_file_name(wanted)] = write_specification(wanted)
        if self.condition is not None and Exchange.AUTOMATON in dict(self.definition.reads):
            written = automaton_from(self.condition, self.task, automaton_of(self.task))
            files[_AUTOMATON] = write_assumption_automaton(written.automaton)
        elif self.condition is not None:
            files[_CONDITION] = write_condition(self.condition)
        match self.witness:
            case Witness():
                files[self._witness_name()] = write_witness(self.witness)
            case WitnessEntries():
                files[self._witness_name()] = write_witness_entries(self.witness)
            case None:
                pass
        return files

    def _specification(self) -> Specification | None:
        match self.definition.property_file:
            case PropertyFile.PASSED:
                return self.task.specification
            case PropertyFile.NONE:
                return None
            case PropertyFile.COVERAGE:
                goal = Property(PropertyKind.COVERAGE, f"COVER EDGES(@CALL({violations_of(self.task).name}))")
                return Specification((goal,), self.task.specification.entry)

    def _programs(self) -> list[tuple[str, str]]:
        """The text as it was written, if it needs no preprocessing, else with its lines where they were: tools do not
        agree on what line markers mean. For a tool that does not know the functions that a program takes from its
        verifier, with these.
        """
        sources = self.task.sources
        if self.definition.harness:
            given = [(source.name, declared_only(source.preprocessed, self.definition.library)) for source in sources]
            *texts, own = harnessed(given, violations_of(self.task), *self._functions())
            texts.append(preprocess("harness.c", own, self.task.data_model))
            names = [f"{number}.i" for number in range(len(sources))]
            return list(zip((*names, "harness.i"), texts, strict=True))
        several = len(sources) > 1
        return [
            (
                _name(s.name, n if several else None, changed=s.preprocessed != s.text),
                declared_only(given_text(s), self.definition.library),
            )
            for n, s in enumerate(sources)
        ]

    def given(self) -> dict[str, Given]:
        """The texts that it is given for files of the task, by their hashes, where lines are the same; none where it is
        given a harness.
        """
        if self.definition.harness:
            return {}
        texts = [text for _, text in self._programs()]
        pairs = zip(self.task.sources, texts, strict=True)
        given = [Given(source, text) for source, text in pairs if has_own_lines(source)]
        return {each.digest: each for each in given}

    def _functions(self) -> tuple[str, str]:
        return self.definition.harness, self.definition.inputs

    def _witness_name(self) -> str:
        return f"{_WITNESS}.yml" if isinstance(self.witness, WitnessEntries) else f"{_WITNESS}.graphml"

    # --- what it says -------------------------------------------------------------------------------------------------

    def _judged(self, command: Sequence[str], run: ExternalRun) -> tuple[Verdict, str, bool]:
        """Verdict, reason, and whether another bound would not change it. What ended the tool comes first: what it had
        printed by then may be half of something.
        """
        if run.end is not ExternalEnd.EXITED:
            return Verdict.UNKNOWN, _fate(run), True
        text = run.output.decode(errors="replace")
        for rule in self.definition.verdicts:
            if rule.holds(run.status, text):
                if rule.violates and not {*rule.violates}.intersection(self.asked):
                    return Verdict.UNKNOWN, "it reports a violation of another property", True
                return rule.verdict, shortened(rule.why(text)) or f"it reports {rule.verdict.value}", rule.last
        result = self.tool.info.result(command, run) if self.tool.info is not None else ""
        verdict = verdict_of(result, self.asked)
        if verdict is None:
            return Verdict.UNKNOWN, _not_understood(run, result, text), True
        return verdict, f"it reports {shortened(result)}", False


def _file_name(specification: Specification) -> str:
    """What the file of a specification is called: of several properties, those of memory safety."""
    kinds = [each.kind for each in specification.properties]
    if kinds == [PropertyKind.COVERAGE]:
        return f"{_COVERAGE}{_SUFFIX}"
    return f"{kinds[0].value if len(kinds) == 1 else _MEMORY}{_SUFFIX}"


def _name(name: str, number: int | None, *, changed: bool) -> str:
    stem = re.sub(r"[^\w.-]", "_", PurePath(name).stem, flags=re.ASCII).lstrip("-.") or "program"
    before = "" if number is None else f"{number}-"
    return f"{before}{stem}.{'i' if changed or name.endswith('.i') else 'c'}"


def _fate(run: ExternalRun) -> str:
    if run.end is not ExternalEnd.CRASHED:
        return f"it {run.end.value}"
    number = -run.status
    name = signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"
    return f"it crashed with {name}"


def _not_understood(run: ExternalRun, result: str, text: str) -> str:
    lines = text.split("\n")
    last = next((line for line in reversed(lines) if line.strip()), "")
    told = f"its last line is '{shortened(last)}'" if last else "it printed nothing"
    if run.status != 0:
        return f"it failed with exit status {run.status}; {told}"
    if result.startswith("ERROR"):
        return f"it reports {shortened(result)}"
    means = f" ({shortened(result)})" if result else ""
    return f"its output is not understood{means}; {told}"
