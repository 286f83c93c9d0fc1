"""What a partner, a tool of others, claims about a program: as it says it, before anything is made of it.

The program is one text without line markers, so that lines mean the same to all; its error function is
``reach_error``.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from corpora import own, tasks

from corpus.conventions import SUBJECT
from corpus.measuring import REFUTED
from corpus.tasks import CorpusTask, Trust
from coveriflow.actors.tool_catalogue import defined
from coveriflow.actors.work.reduce.residual import reduced
from coveriflow.actors.work.tools.outputs import places_of
from coveriflow.actors.work.tools.run import NOT_ASKED, ToolRunning
from coveriflow.actors.work.tools.search import found
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Reduction
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import REACH_ERROR
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.tool_definitions import Exchange
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.errors import ToolMissing

_MEMORY = 3 << 30
_LEAST = 0.2
_MARKER = re.compile(r"^#.*$", re.MULTILINE)
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_KNOWN = "reach_error"


@dataclass(frozen=True)
class Partner:
    """A tool with a configuration. ``start``: CPU seconds that it takes before it begins, granted on top; ``untold``:
    those of its time that it is not told about.
    """

    tool: str
    configuration: str = ""
    start: float = 0.0
    untold: float = 0.0

    @property
    def name(self) -> str:
        """How it is called in tables."""
        return f"{self.tool} {self.configuration}".strip()


PARTNERS = {
    "cpachecker": Partner("cpachecker", "predicate", start=3.0, untold=2.0),
    **{
        f"cpachecker-{each}": Partner("cpachecker", each, start=3.0, untold=2.0)
        for each in ("svcomp", "bmc", "kinduction", "impact")
    },
    "cbmc": Partner("cbmc"),
    "esbmc": Partner("esbmc"),
}


@dataclass(frozen=True)
class Claimed:
    """What a partner said. ``seconds`` of CPU time. ``witness``: the bytes of what it wrote, and the name."""

    verdict: Verdict
    reason: str
    seconds: float
    witnesses: tuple[tuple[str, bytes], ...] = ()


def is_here(partner: Partner) -> bool:
    """Whether the tool is installed."""
    try:
        found(defined(partner.tool))
    except ToolMissing:
        return False
    return True


def task_arguments(parser: argparse.ArgumentParser, kept: str) -> None:
    """Which tasks are taken and what is kept; ``kept``: what a row of the file of results is about."""
    parser.add_argument("clones", nargs="*", type=Path, help="work trees of the repositories")
    parser.add_argument("--tasks", type=int, help="so many (default: 200; smoke: 2)")
    parser.add_argument("--seed", type=int, default=1, help="decides which")
    parser.add_argument("--lines", type=int, default=500, help="tasks with fewer lines (default: 500)")
    parser.add_argument("--cpu", type=float, help="CPU seconds each time (default: 15; smoke: 4)")
    parser.add_argument("--jobs", type=int, default=1, help="tasks at a time; 0: none, only show")
    parser.add_argument("--csv", type=Path, metavar="FILE", help=f"keep a line per {kept}, and go on from there")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="programs and witnesses")
    parser.add_argument("--smoke", action="store_true", help="examples of this repository, under a minute")


def completed(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """The arguments, with what was left open."""
    given = parser.parse_args()
    if not given.smoke and not given.clones:
        parser.error("name a clone, or --smoke")
    given.tasks = given.tasks or (2 if given.smoke else 200)
    given.cpu = given.cpu or (4.0 if given.smoke else 15.0)
    return given


def drawn(clones: Sequence[Path], number: int, seed: int, lines: int) -> list[CorpusTask]:
    """At most so many of the tasks of ``clones`` whose verdict is known and that have fewer than ``lines`` lines, in an
    order that ``seed`` decides, and that takes one of each folder in turn; without clones, our examples.
    """
    everything: Iterator[object] = (each for clone in clones for each in tasks(clone)) if clones else own()
    known = [
        task
        for task in everything
        if isinstance(task, CorpusTask)
        and task.expected is not None
        and task.expected.trust is Trust.FIRM
        and task.entry == "main"
        and len(task.files) == 1
        and _length(task.files[0]) < lines
    ]
    known.sort(key=lambda task: (task.folder, task.name))
    random.Random(seed).shuffle(known)
    before = Counter[str]()
    turns = dict[str, int]()
    for task in known:
        turns[task.name] = before[task.folder]
        before[task.folder] += 1
    taken = sorted(known, key=lambda task: turns[task.name])[:number]
    return [task for task in taken if task.name not in REFUTED]


def _length(path: Path) -> int:
    return path.read_bytes().count(b"\n")


def plain(task: Task) -> Task:
    """The same program as one text that has been preprocessed, without line markers."""
    texts = [_MARKER.sub("", source.preprocessed) for source in task.sources]
    specification = task.specification
    if not any(re.search(rf"\b{_KNOWN}\b", _STRING.sub("", text)) for text in texts):
        texts = [re.sub(rf"\b{SUBJECT}\b", _KNOWN, text) for text in texts]
        specification = replace(REACH_ERROR, entry=specification.entry)
    name = Path(task.sources[0].name).with_suffix(".i").name
    return replace(task, sources=tuple(Source(name, text, text) for text in texts), specification=specification)


def whole(task: Task) -> Task:
    """A job: the residual program that the identity reducer writes where nothing is verified."""
    nothing = Condition("q", frozenset(), (), task.program_hash, task.specification, task.data_model)
    return reduced(task, nothing, None, Reduction("identity")).task


def claimed(task: Task, partner: Partner, cpu: float) -> Claimed:
    """A job: what ``partner`` says of ``task`` within ``cpu`` seconds."""
    definition = defined(partner.tool).configured(partner.configuration)
    texts = [source.preprocessed for source in task.sources]
    refused = next((each.reason for each in definition.refuses if any(map(each.text.search, texts))), "")
    if refused:
        return Claimed(Verdict.UNKNOWN, f"refused: {refused}", 0.0)
    tool, left = found(definition), cpu + partner.start + partner.untold
    said, spent = NOT_ASKED, 0.0
    with tempfile.TemporaryDirectory() as folder:
        running = ToolRunning(definition, tool, task, Path(folder), ())
        for bound in (None,) if definition.bound is None else definition.bound.tried:
            said = running.said(bound, Limits(left - spent, 10 * left, _MEMORY))
            spent += said.resources.cpu
            if said.verdict.decisive or said.last or left - spent < _LEAST:
                break
        return Claimed(said.verdict, said.reason, spent, _witnesses(running))


def kept_place(folder: Path, task: CorpusTask) -> Path:
    """Where all of ``task`` is kept."""
    return folder / re.sub(r"[^\w.-]", "+", task.name)


def keep_text(folder: Path, task: CorpusTask, name: str, text: Task) -> Path:
    """Keep it below ``folder``; the place of ``task``."""
    place = kept_place(folder, task)
    place.mkdir(parents=True, exist_ok=True)
    Path(place, name).write_bytes(text.sources[0].preprocessed.encode("utf-8", "surrogateescape"))
    return place


def keep_claim(folder: Path, task: CorpusTask, text: Task, name: str, said: Claimed) -> None:
    """The program, what the partner ``name`` says of it, and its witnesses."""
    place = keep_text(folder, task, "program.i", text)
    Path(place, f"{name}.verdict").write_text(said.verdict.value, encoding="ascii")
    for file, data in said.witnesses:
        Path(place, f"{name}.{file}").write_bytes(data)


def _witnesses(running: ToolRunning) -> tuple[tuple[str, bytes], ...]:
    wanted = [where for exchange, where in running.definition.writes if exchange is Exchange.WITNESS]
    return tuple((path.name, path.read_bytes()) for where in wanted for path in places_of(where, running, 0.0))
