"""From the text of a file to the flow that it describes. Every error has its line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import yaml

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import (
    Actor,
    Composition,
    CompositionError,
    Fallback,
    IfThenElse,
    Interleaved,
    Parallel,
    Parameter,
    Portfolio,
    Ranged,
    Repeat,
    Retry,
    Sequence,
    Slice,
    Splitting,
    Within,
)
from coveriflow.actors.definition import Definition, known_actors
from coveriflow.actors.external import own_program, settled
from coveriflow.actors.flow_files.parameters import parameter_of
from coveriflow.actors.flow_files.questions import question_of
from coveriflow.actors.flow_files.writing import FORMAT
from coveriflow.actors.questions import DECIDED, Question
from coveriflow.actors.user_modules import NotLoaded, loaded
from coveriflow.artifacts.permissions import Code, refusal
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.execution.contracts import End
from coveriflow.formats.primitives.quantities import seconds, size
from coveriflow.formats.primitives.text import shortened
from coveriflow.formats.primitives.yaml import (
    YamlMapping,
    YamlNode,
    composed,
    is_scalar,
    items,
    mapping,
    required,
    span_of,
    text_of,
)
from coveriflow.program.errors import InputError, Span
from coveriflow.program.wording import meant

T = TypeVar("T")

MAX_BYTES = 1 << 20
_FLOW = frozenset({"format_version", "flow", "description", "uses", "takes", "composition"})
_KEYS = {
    "actor": {"set", "called", "taking"},
    "tool": {"configuration", "set", "called", "taking"},
    "parallel": set[str](),
    "portfolio": {"wins"},
    "fallback": set[str](),
    "interleaved": {"slices", "cores"},
    "if": {"then", "else"},
    "select": set[str](),
    "within": {"cpu", "wall", "memory", "share"},
    "retry": {"times", "wait", "on"},
    "repeat": {"until", "most", "gathered"},
    "ranged": {"split", "join", "splitting"},
}
"""What a composition that is no plain list or name begins with, and what else it may say."""


def read_flow(data: bytes, name: str, code: Code = Code.REFUSED) -> Flow:
    """The flow of a file; ``InputError`` with the line for what it cannot be, what cannot work, or ``code`` that is
    named and refused.
    """
    import coveriflow.actors  # noqa: F401  (the actors that can be named)

    top = mapping(composed(data, name, MAX_BYTES, "flow"), name)
    reader = _Reader(name, code)
    reader.only(top, _FLOW)
    version = required(top, "format_version", Span(name))
    if text_of(version, name) != FORMAT:
        raise InputError(f"format_version is not {FORMAT}", span_of(version, name))
    for node in items(top.get("uses"), name):
        reader.value(node, reader.imported)
    return reader.flow(top)


def description_of(data: bytes, name: str) -> str:
    """What a flow's file says of it."""
    return text_of(mapping(composed(data, name, MAX_BYTES, "flow"), name).get("description"), name, "")


@dataclass(frozen=True, slots=True)
class _Reader:
    file: str
    code: Code

    def flow(self, top: YamlMapping) -> Flow:
        node = required(top, "composition", Span(self.file))
        composition = self.composition(node)
        takes = tuple(self.kind(each) for each in self.listed(top["takes"])) if "takes" in top else (Task,)
        name = text_of(required(top, "flow", Span(self.file)), self.file)
        return self.sound(node, lambda: Flow(name, composition, takes))

    def composition(self, node: YamlNode) -> Composition:
        if isinstance(node, yaml.SequenceNode):
            return Sequence(tuple(part for each in items(node, self.file) for part in self.steps(each)))
        if is_scalar(node):
            return self.actor(node, {})
        given = mapping(node, self.file)
        first = next((key for key in given if key in _KEYS), None)
        if first is None:
            known = ", ".join(_KEYS)
            raise InputError(f"a composition is a list, the name of an actor, or one of {known}", self.at(node))
        own = {key: value for key, value in given.items() if key != first}
        self.only(own, _KEYS[first])
        readers: dict[str, Callable[[YamlNode, YamlMapping], Composition]] = {
            "actor": self.actor,
            "tool": self.tool,
            "parallel": lambda of, _: Parallel(self.parts(of)),
            "portfolio": lambda of, more: self.sound(of, lambda: Portfolio(self.parts(of), self.asked(more, "wins"))),
            "fallback": lambda of, _: Fallback(self.parts(of)),
            "interleaved": self.interleaved,
            "if": self.choice,
            "select": self.selection,
            "within": self.within,
            "retry": self.retry,
            "repeat": self.repeat,
            "ranged": self.ranged,
        }
        return readers[first](given[first], own)

    def steps(self, node: YamlNode) -> tuple[Composition, ...]:
        """A table of rules is two steps of the sequence in which it stands."""
        composition = self.composition(node)
        is_table = isinstance(node, yaml.MappingNode) and isinstance(composition, Sequence)
        return composition.parts if is_table and isinstance(composition, Sequence) else (composition,)

    def parts(self, node: YamlNode) -> tuple[Composition, ...]:
        return tuple(self.composition(each) for each in self.listed(node))

    def actor(self, node: YamlNode, more: YamlMapping) -> Composition:
        name = text_of(node, self.file)
        if name not in known_actors():
            hint = meant(name, known_actors(), "'coveriflow actors' lists them")
            raise InputError(f"there is no actor '{shortened(name)}': {hint}", self.at(node))
        definition = known_actors()[name]
        settings = self.settings(definition, more)
        return self.completed(node, self.sound(node, lambda: settled(definition.chosen(settings))), more)

    def tool(self, node: YamlNode, more: YamlMapping) -> Composition:
        from coveriflow.actors.external import external, tool

        name, configuration = text_of(node, self.file), text_of(more.get("configuration"), self.file, "")
        settings = self.settings(external, more)
        return self.completed(node, self.sound(node, lambda: tool(name, configuration, **settings)), more)

    def settings(self, definition: Definition[...], more: YamlMapping) -> dict[str, Parameter]:
        """Values of parameters."""
        return {
            key: self.value(value, lambda text, key=key: parameter_of(definition, key, text))  # type: ignore[misc]
            for key, value in self.pairs(more.get("set")).items()
        }

    def completed(self, node: YamlNode, actor: Actor, more: YamlMapping) -> Composition:
        """With a name of its own and sources, where they are said."""
        if "called" in more:
            actor = actor.named(text_of(more["called"], self.file))
        if self.code is Code.REFUSED and (program := own_program(actor)):
            raise InputError(refusal(program), self.at(node))
        sources = {key: text_of(value, self.file) for key, value in self.pairs(more.get("taking")).items()}
        return self.sound(node, lambda: actor.taking(**sources)) if sources else actor

    def choice(self, node: YamlNode, more: YamlMapping) -> Composition:
        then = self.composition(required(more, "then", self.at(node)))
        otherwise = self.composition(more["else"]) if "else" in more else None
        return IfThenElse(self.value(node, self.question), then, otherwise)

    def selection(self, node: YamlNode, _: YamlMapping) -> Composition:
        """A list of rules: ``when`` a question holds, ``run`` a composition; the last one has no ``when``."""
        from coveriflow.actors.selectors import selected

        rules = [mapping(each, self.file) for each in self.listed(node)]
        for rule in rules:
            self.only(rule, {"when", "run"})
        if not rules or "when" in rules[-1] or any("when" not in rule for rule in rules[:-1]):
            raise InputError("all rules but the last one need 'when'", self.at(node))
        runs = [self.composition(required(rule, "run", self.at(node))) for rule in rules]
        questions = [self.value(rule["when"], self.question) for rule in rules[:-1]]
        return selected(list(zip(questions, runs[:-1], strict=True)), runs[-1])

    def interleaved(self, node: YamlNode, more: YamlMapping) -> Composition:
        """A list of parts; ``slices`` are their turns, each with the number of its ``part``."""
        parts = self.parts(node)
        slices = tuple(self.slice(each) for each in self.listed(required(more, "slices", self.at(node))))
        cores = self.value(more["cores"], int) if "cores" in more else 1
        return self.sound(node, lambda: Interleaved(parts, slices, cores))

    def slice(self, node: YamlNode) -> Slice:
        given = mapping(node, self.file)
        self.only(given, {"part", "cpu", "share", "least", "when"})
        part = self.value(required(given, "part", self.at(node)), int) - 1
        cpu = self.value(given["cpu"], seconds) if "cpu" in given else None
        more = {name: self.value(given[name], float) for name in ("share", "least") if name in given}
        return Slice(part, cpu, **more, when=self.asked(given, "when") if "when" in given else None)

    def within(self, node: YamlNode, more: YamlMapping) -> Composition:
        def read(key: str, reader: Callable[[str], T]) -> T | None:
            return self.value(more[key], reader) if key in more else None

        limits = Limits(read("cpu", seconds), read("wall", seconds), read("memory", size))
        share = read("share", float)
        part = self.composition(node)
        return self.sound(node, lambda: Within(part, limits, 1.0 if share is None else share))

    def retry(self, node: YamlNode, more: YamlMapping) -> Composition:
        part = self.composition(node)
        usual = Retry(part)
        times = self.value(more["times"], int) if "times" in more else usual.times
        wait = self.value(more["wait"], _pause) if "wait" in more else usual.wait
        on = tuple(self.value(each, End) for each in self.listed(more["on"])) if "on" in more else usual.on
        return self.sound(node, lambda: Retry(part, times, wait, on))

    def repeat(self, node: YamlNode, more: YamlMapping) -> Composition:
        part = self.composition(node)
        most = self.value(required(more, "most", self.at(node)), int)
        gathered = tuple(self.kind(each) for each in items(more.get("gathered"), self.file))
        return self.sound(node, lambda: Repeat(part, self.asked(more, "until"), most, gathered))

    def ranged(self, node: YamlNode, more: YamlMapping) -> Composition:
        """A list of analyses, each for one range; ``split`` says who makes the ranges, ``splitting`` whether that goes
        on while they run.
        """
        from coveriflow.actors.splitters import join_ranges

        splitter = self.composition(required(more, "split", self.at(node)))
        aggregator = self.composition(more["join"]) if "join" in more else join_ranges()
        analyses = self.parts(node)
        splitting = self.value(more["splitting"], Splitting) if "splitting" in more else Splitting.STATIC
        return self.sound(node, lambda: Ranged(splitter, analyses, aggregator, splitting))

    def asked(self, more: YamlMapping, key: str) -> Question:
        return self.value(more[key], self.question) if key in more else DECIDED

    def kind(self, node: YamlNode) -> type:
        """A kind of artifact by its name: what an actor needs or provides."""
        name = text_of(node, self.file)
        known = {
            Task,
            *(k for d in known_actors().values() for k in (*d.provides, *(t for n in d.needs for t in n.types))),
        }
        found = {kind.__name__: kind for kind in known}
        if name not in found:
            raise InputError(
                f"there is no kind of artifact '{shortened(name)}': {', '.join(sorted(found))} are", self.at(node)
            )
        return found[name]

    def question(self, text: str) -> Question:
        return question_of(text, self.code)

    def imported(self, module: str) -> None:
        """So that its actors are known."""
        if self.code is Code.REFUSED:
            raise ValueError(refusal(f"the module of Python '{shortened(module)}' in uses"))
        try:
            loaded(module)
        except NotLoaded as error:
            raise ValueError(f"'{module}' {error}") from error

    # --- the text -----------------------------------------------------------------------------------------------------

    def value(self, node: YamlNode, read: Callable[[str], T]) -> T:
        try:
            return read(text_of(node, self.file))
        except ValueError as error:
            raise InputError(str(error), self.at(node)) from error

    def sound(self, node: YamlNode, build: Callable[[], T]) -> T:
        try:
            return build()
        except CompositionError as error:
            raise InputError(str(error), self.at(node)) from None

    def listed(self, node: YamlNode) -> list[YamlNode]:
        if not isinstance(node, yaml.SequenceNode):
            raise InputError("a list is expected here", self.at(node))
        return items(node, self.file)

    def pairs(self, node: YamlNode | None) -> YamlMapping:
        return {} if node is None else mapping(node, self.file)

    def only(self, given: YamlMapping, known: Any) -> None:
        for key, node in given.items():
            if key not in known:
                has = f"can stand here: {', '.join(sorted(known))}" if known else "nothing else can stand here"
                raise InputError(f"'{shortened(key)}' means nothing here ({has})", self.at(node))

    def at(self, node: YamlNode) -> Span:
        return span_of(node, self.file)


def _pause(text: str) -> float:
    return 0.0 if text in ("0", "0.0") else seconds(text)
