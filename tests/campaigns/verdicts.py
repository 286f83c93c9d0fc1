"""Campaigns about verdicts: random programs and flows against all executions, and programs that mean the same."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from coveriflow.actors.composition.nodes import CompositionError
from coveriflow.actors.work.load import automaton_of
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import BY_NAME, Specification
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.ready import READY, WITH_TOOLS
from coveriflow.flows.running.runner import Listener, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.data_model import DataModel
from tests.analysis.runs import runs_of
from tests.campaigns.batches import Batch, Campaign, Problem
from tests.generators.programs import Shape, generate
from tests.generators.small_loops import small_program
from tests.places import ROOT
from tests.program.machine import prefixed

FLOWS = sorted(READY.keys() - WITH_TOOLS.keys())
_RANGE = 4
_SHAPES = (
    Shape(size=10, loops=1, inputs=2, arrays=1, functions=1, input_range=_RANGE),
    Shape(size=16, loops=2, inputs=2, functions=2, input_range=_RANGE),
    Shape(size=14, inputs=2, input_range=_RANGE, recursion=True),
    Shape(size=12, inputs=2, input_range=_RANGE, undefined=True),
)
_PROPERTIES = ("assertions", "assertions", "no-overflow", "undefined-behaviour")
_LIMITS = Limits(cpu=1.0, wall=120.0, memory=4 << 30)
_MOST = 400
"""Executions of a program."""


def verdicts(seeds: range, folder: Path) -> Batch:
    """A random program, flow, property and data model; the verdict against all executions."""
    counts, problems = Counter[str](), list[Problem]()
    with Workers(MODULES) as workers:
        for seed in seeds:
            rng = random.Random(seed)
            text = generate(seed, rng.choice(_SHAPES))
            named = rng.choice(_PROPERTIES)
            task = _task(text, BY_NAME[named], rng.choice(list(DataModel)))
            flow = rng.choice(FLOWS)
            said = _verdict(workers, flow, task)
            truth = _truth(task, seed) if said.decisive else None
            counts[f"{said.value}, {'right' if said is truth else 'not compared' if truth is None else 'wrong'}"] += 1
            if truth is not None and said is not truth:
                what = f"{flow} says {said.value} for {named} under {task.data_model.value}, and it is {truth.value}"
                problems.append(Problem(f"seed {seed}: {what}", {"program.c": text}))
    return Batch(counts, tuple(problems))


def _truth(task: Task, seed: int) -> Verdict | None:
    """What all executions show; ``None`` where they are too many."""
    runs = runs_of(automaton_of(task), _RANGE, _MOST, seed)
    if runs.violating:
        return Verdict.FALSE
    return Verdict.TRUE if runs.exhaustive else None


def _task(text: str, specification: Specification, model: DataModel = DataModel.LP64) -> Task:
    return Task((Source("program.c", text, text),), specification, model)


def _verdict(workers: Workers, flow: str, task: Task) -> Verdict:
    listener = Listener()
    try:
        return run(READY[flow](), task, _LIMITS, in_workers(workers, listener), listener).answer.verdict
    except (CompositionError, InputError, NotSupported):
        return Verdict.UNKNOWN


def terminations(seeds: range, folder: Path) -> Batch:
    """Loops over two variables of eight bits, against a visit of all their states."""
    counts, problems = Counter[str](), list[Problem]()
    with Workers(MODULES) as workers:
        for seed in seeds:
            program = small_program(seed)
            said = _verdict(workers, "termination", _task(program.text, BY_NAME["termination"]))
            counts[said.value] += 1
            if said.decisive and (said is Verdict.TRUE) is not program.ends:
                problems.append(Problem(f"seed {seed}: {said.value} for termination", {"program.c": program.text}))
    return Batch(counts, tuple(problems))


def variants(seeds: range, folder: Path) -> Batch:
    """A program of ours, changed so that it means the same: the verdicts must not contradict each other."""
    programs = [path for path in _programs() if "reach_error" in path.read_text()]
    counts, problems = Counter[str](), list[Problem]()
    with Workers(MODULES) as workers:
        for seed in seeds:
            rng = random.Random(seed)
            path, flow = rng.choice(programs), rng.choice(("staged", "value", "bmc", "kinduction", "predicate"))
            text = path.read_text()
            said = _verdict(workers, flow, _task(text, BY_NAME["unreach-call"]))
            for name, changed in _changed(text, rng):
                other = _verdict(workers, flow, _task(changed, BY_NAME["unreach-call"]))
                counts[f"{name}: {'same' if said is other else 'other'}"] += 1
                if said.decisive and other.decisive and said is not other:
                    what = f"seed {seed}: {path.name} under {flow} is {said.value}, and {name} {other.value}"
                    problems.append(Problem(what, {"program.c": text, "changed.c": changed}))
    return Batch(counts, tuple(problems))


def _programs() -> list[Path]:
    folders = (ROOT / "examples", ROOT / "tests" / "programs" / "impact", ROOT / "tests" / "programs" / "recursion")
    return sorted(path for folder in folders for path in folder.glob("*.c"))


_MAIN = re.compile(r"\bint\s+main\s*\(\s*(?:void)?\s*\)")


def _changed(text: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    """What a change is called, and the text after it; those that the text admits."""
    changes: dict[str, Callable[[str], str | None]] = {
        "names prefixed": lambda text: prefixed(text, "q_").replace("q_main", "main"),
        "with dead code": _with_dead_code,
        "main called": _called,
        "printed": _printed,
    }
    for name in rng.sample(sorted(changes), 2):
        changed = changes[name](text)
        if changed is not None:
            yield name, changed


def _with_dead_code(text: str) -> str | None:
    found = _MAIN.search(text)
    if found is None or (brace := text.find("{", found.end())) < 0:
        return None
    dead = " volatile int dead_ = 0; if (dead_ * 0) { dead_ = 7; } while (0) dead_++; "
    return f"{text[: brace + 1]}{dead}{text[brace + 1 :]}\nstatic int unused_(int a) {{ return a / 3; }}\n"


def _called(text: str) -> str | None:
    if len(_MAIN.findall(text)) != 1 or text.count("main") != 1:
        return None
    return f"{_MAIN.sub('int inner_main(void)', text)}\nint main(void) {{ return inner_main(); }}\n"


def _printed(text: str) -> str | None:
    try:
        return printed(program_cfa([("program.c", text)], DataModel.LP64)).text
    except (InputError, NotSupported):
        return None


CAMPAIGNS = (
    Campaign("verdicts", "random programs, flows, properties, against all executions", verdicts, 50, 2),
    Campaign("terminations", "small loops, against all states", terminations, 20, 2),
    Campaign("variants", "programs that mean the same", variants, 10, 1),
)
