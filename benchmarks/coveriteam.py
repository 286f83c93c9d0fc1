"""The same compositions by CoVeriTeam and by this system, with the same tools: verdicts, failures, time.

Compositions are programs in CoVeriTeam's language: a verifier alone; two, the second one where the first has no
verdict; a parallel portfolio of two; and one of two verifiers that say ``true`` at once, for what a composition costs
beside its tools. CoVeriTeam executes them, and ``coveriflow verify`` what ``coveriflow import`` makes of them.

``coveriteam.py CLONE... --coveriteam PATH`` draws tasks with known verdicts, as ``partners.py`` does. Both systems get
the same text, and 30 s of CPU time for each tool. CPAchecker and ESBMC are those that are installed here: CoVeriTeam
finds them in a cache that is made of links to them. ESBMC is called there by a script, as it is in archives of
competitions, with the options of our definition.

Shown are, for each composition and system, the tasks with a right verdict, how many of these are confirmed, wrong
verdicts, runs that failed, and medians of elapsed seconds, and of CPU time where nothing is killed at a limit. Of
CoVeriTeam a verdict counts as it is reported; of ours, as the tools claim it. ``--csv`` keeps a line per run: the same
command goes on where it was stopped, and with ``--tasks 0`` it only shows what the file has. ``--smoke``: the
compositions that cost nothing, on one example, by our system where CoVeriTeam is not here. Exits with 1 if a verdict of
ours is confirmed and wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from corpus.claims import drawn, plain
from corpus.conventions import make_headers
from corpus.measuring import built
from corpus.records import Records
from corpus.tasks import CorpusTask
from rich.console import Console
from rich.table import Table

from coveriflow.actors.tool_catalogue import defined
from coveriflow.actors.work.tools.installed import spelled
from coveriflow.actors.work.tools.search import found
from coveriflow.artifacts.specifications import PropertyKind
from coveriflow.artifacts.tasks import Task

_COMMAND = Path(sys.executable).with_name("coveriflow")
_INPUTS = """\
program = ArtifactFactory.create(CProgram, program_path, data_model);
specification = ArtifactFactory.create(BehaviorSpecification, specification_path);
inputs = {'program': program, 'spec': specification};
result = execute(composition, inputs);
print(result);
"""
_NO_VERDICT = "NOT ELEMENTOF(verdict, {TRUE, FALSE})"
_ANY_VERDICT = "ELEMENTOF(verdict, {TRUE, FALSE})"


def _composition(expression: str, **tools: str) -> str:
    """A program that gives ``expression`` of verifiers to execute."""
    made = [f'{name} = ActorFactory.create(ProgramVerifier, "{tool}.yml", "here");\n' for name, tool in tools.items()]
    return "".join(made) + f"composition = {expression};\n{_INPUTS}"


_PORTFOLIO = f"PARALLEL_PORTFOLIO(one, two, {_ANY_VERDICT})"
_FALLBACK = f"SEQUENCE(one, ITE({_NO_VERDICT}, two, Copy({{'verdict': Verdict, 'witness': Witness}})))"
FREE: Mapping[str, str] = {
    "at once": _composition("one", one="at-once"),
    "at once, then at once": _composition("SEQUENCE(one, two)", one="at-once", two="at-once"),
    "at once | at once": _composition(_PORTFOLIO, one="at-once", two="at-once"),
}
"""Of verifiers that have nothing to do."""
COMPOSITIONS: Mapping[str, str] = {
    "ESBMC": _composition("one", one="esbmc"),
    "CPAchecker": _composition("one", one="cpachecker"),
    "ESBMC, then CPAchecker": _composition(_FALLBACK, one="esbmc", two="cpachecker"),
    "ESBMC | CPAchecker": _composition(_PORTFOLIO, one="esbmc", two="cpachecker"),
}
_AT_ONCE = """\
#!/bin/sh
[ "$1" = -v ] && echo 1.0 && exit
echo '<graphml/>' > witness.graphml
echo TRUE
"""
_ESBMC = """\
#!/bin/sh
[ "$1" = -v ] && exec {tool} --version
said=$({tool} {options} "--$4" --witness-output witness.graphml "$5" 2>&1)
echo "$said"
case $said in
*"VERIFICATION SUCCESSFUL"*) echo TRUE ;;
*"VERIFICATION FAILED"*) echo FALSE_REACH ;;
*) echo Unknown ;;
esac
"""
_ACTOR = """\
actor_name: {name}
toolinfo_module: "{module}"
archives: [{{version: here, location: "https://example.org/{name}.zip"}}]
options: {options}
resourcelimits: {{memlimit: "4 GB", timelimit: "{cpu:g} s", cpuCores: "1"}}
format_version: "1.2"
"""


@dataclass(frozen=True)
class Line:
    """One run; ``verdict`` as it is reported, ``confirmed``: ``yes`` or nothing; ``cpu`` and ``wall`` in seconds."""

    task: str
    expected: str
    composition: str
    system: str
    verdict: str
    confirmed: str
    cpu: float
    wall: float
    failure: str


@dataclass(frozen=True)
class Job:
    """A composition and a program that is ready in ``folder``, with its data model."""

    composition: str
    task: CorpusTask
    folder: Path
    model: str
    cpu: float


def main() -> int:
    arguments = _arguments()
    kept = Records(arguments.csv, Line)
    lines = kept.known()
    systems: dict[str, Callable[[Job], Line]] = {"coveriflow": _by_coveriflow}
    if arguments.coveriteam is not None:
        systems["coveriteam"] = partial(_by_coveriteam, arguments.coveriteam.absolute())
    else:
        print("CoVeriTeam is not here, and not measured: name it by --coveriteam.", file=sys.stderr)
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        for job in _jobs(Path(folder), arguments) if arguments.tasks else ():
            for system, ask in systems.items():
                if any((job.task.name, job.composition, system) == (a.task, a.composition, a.system) for a in lines):
                    continue
                line = ask(job)
                kept.add([line])
                lines.append(line)
                print(f"{line.task}, {line.composition}, {system}: {line.verdict} {line.failure}", file=sys.stderr)
    Console(width=None if sys.stdout.isatty() else 150).print(_table(lines))
    wrong = [each for each in lines if each.confirmed and each.verdict != each.expected]
    for each in wrong:
        print(f"wrong: {each.task}, {each.composition}: {each.verdict}", file=sys.stderr)
    return 1 if wrong else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clones", nargs="*", type=Path, help="work trees of the repositories")
    parser.add_argument("--coveriteam", type=Path, metavar="PATH", help="its command")
    parser.add_argument("--tasks", type=int, help="so many (default: 40; smoke: 1)")
    parser.add_argument("--lines", type=int, default=500, help="tasks with fewer lines (default: 500)")
    parser.add_argument("--cpu", type=float, default=30.0, help="CPU seconds for each tool (default: 30)")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="keep a line per run, and go on from there")
    parser.add_argument("--smoke", action="store_true", help="what costs nothing, on one example")
    given = parser.parse_args()
    if not given.smoke and not given.clones and given.tasks != 0:
        parser.error("name a clone, or --smoke")
    given.tasks = (1 if given.smoke else 40) if given.tasks is None else given.tasks
    return given


def _jobs(folder: Path, arguments: argparse.Namespace) -> Iterator[Job]:
    """Those of one task after the other; a task that is no C program has none."""
    (folder / "headers").mkdir()
    make_headers(folder / "headers")
    tools = {} if arguments.smoke else {name: Path(found(defined(name)).executable) for name in ("esbmc", "cpachecker")}
    _make_cache(folder, tools, arguments.cpu)
    texts = FREE if arguments.smoke else {**FREE, **COMPOSITIONS}
    for name, text in texts.items():
        (folder / f"{_stem(name)}.cvt").write_text(text, encoding="ascii")
        _make_flow(folder, _stem(name))
    for task in drawn([] if arguments.smoke else arguments.clones, arguments.tasks, seed=1, lines=arguments.lines):
        program = built(task, str(folder / "headers")).task
        if program is None:
            continue
        _write(folder, plain(program))
        for name in texts:
            yield Job(name, task, folder, task.model.value, arguments.cpu)


def _stem(name: str) -> str:
    return re.sub(r"\W+", "_", name.replace("|", "or")).lower()


def _write(folder: Path, task: Task) -> None:
    text = task.sources[0].preprocessed
    (folder / "program.i").write_bytes(text.encode("utf-8", "surrogateescape"))
    (folder / "property.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n", encoding="ascii")


def _make_cache(folder: Path, tools: Mapping[str, Path], cpu: float) -> None:
    """Definitions of actors for CoVeriTeam, and its cache, where it finds what is installed."""
    scripts = {"at-once": ("esbmc", "[]", _AT_ONCE)}
    if tools:
        definition = defined("esbmc")
        options = " ".join([*definition.options, *dict(definition.properties)[PropertyKind.UNREACH_CALL]])
        scripts["esbmc"] = ("esbmc", "[]", _ESBMC.format(tool=tools["esbmc"], options=options))
        cpachecker = defined("cpachecker")
        newest = spelled(cpachecker, str(tools["cpachecker"]), "", dict(cpachecker.configurations)["svcomp"].options)
        scripts["cpachecker"] = ("cpachecker", json.dumps(newest), "")
    for name, (module, options, script) in scripts.items():
        place = folder / "cache" / "tools" / f"{name}-https-example.org"
        place.mkdir(parents=True)
        if script:
            (place / "esbmc-wrapper.py").write_text(script, encoding="ascii")
            (place / "esbmc-wrapper.py").chmod(0o755)
        else:
            shutil.copytree(tools[name].parent.parent, place, dirs_exist_ok=True, symlinks=True)
        (folder / f"{name}.yml").write_text(
            _ACTOR.format(name=name, module=module, options=options, cpu=cpu), encoding="ascii"
        )


def _make_flow(folder: Path, stem: str) -> None:
    """What our system makes of the composition; the verifier that says ``true`` at once is a definition of its own."""
    at_once = folder / "mine.yml"
    tool = folder / "cache" / "tools" / "at-once-https-example.org" / "esbmc-wrapper.py"
    at_once.write_text(
        f"name: At once\nexecutable: {tool}\narguments: ['{{files}}']\nproperties: {{unreach-call: []}}\n"
        "verdicts: [{output: '^TRUE$', verdict: 'true'}]\n",
        encoding="ascii",
    )
    text = (folder / f"{stem}.cvt").read_text(encoding="ascii")
    used = {"at-once": str(at_once), "cpachecker": "cpachecker:svcomp"}
    words = [f"{stem}.cvt", "--out", f"{stem}.py"]
    words += [w for name, actor in used.items() if f'"{name}.yml"' in text for w in ("--use", f"{name}={actor}")]
    subprocess.run([_COMMAND, "import", *words], cwd=folder, check=True, capture_output=True)


# --- asking ---------------------------------------------------------------------------------------------------------


def _by_coveriteam(executable: Path, job: Job) -> Line:
    given = {"program_path": "program.i", "specification_path": "property.prp", "data_model": job.model}
    words = [word for name, value in given.items() for word in ("--input", f"{name}={value}")]
    cache = ["--cache-dir", str(job.folder / "cache"), "--no-cache-update"]
    run = _run([executable, *cache, f"{_stem(job.composition)}.cvt", *words], job)
    said = re.search(r"'verdict': '?([\w() -]+)", run.output)
    verdict = said[1].partition("(")[0].lower().strip() if said else ""
    known = verdict if verdict in ("true", "false") else "unknown"
    failure = "" if said and run.status == 0 else _last_line(run.output)
    if said and known == "unknown" and verdict not in ("unknown", "timeout"):
        failure = failure or said[1]
    return Line(*_about(job), "coveriteam", known, "", run.cpu, run.wall, failure)


def _by_coveriflow(job: Job) -> Line:
    limit = ["--cpu", f"{2 * job.cpu:g}s"] if " " in job.composition else ["--cpu", f"{job.cpu:g}s"]
    words = ["--spec", "property.prp", "--data-model", job.model, *limit, "--json", "--no-cache", "--assume-defined"]
    run = _run([_COMMAND, "verify", "program.i", "--flow", f"{_stem(job.composition)}.py", *words], job)
    found = re.search(r"^\{.*^\}", run.output, re.MULTILINE | re.DOTALL)
    answer = json.loads(found[0]) if found else {}
    verdict = answer.get("claimed") or answer.get("verdict", "unknown")
    failure = "" if found and run.status in (0, 10, 20) else _last_line(run.output)
    return Line(
        *_about(job), "coveriflow", verdict, "yes" if answer.get("confirmed_by") else "", run.cpu, run.wall, failure
    )


def _about(job: Job) -> tuple[str, str, str]:
    assert job.task.expected is not None
    return job.task.name, job.task.expected.verdict.value, job.composition


@dataclass(frozen=True)
class _Ran:
    status: int
    output: str
    cpu: float
    wall: float


def _run(command: Sequence[str | Path], job: Job) -> _Ran:
    """CPU time is that of all processes that have ended and were waited for."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    environment = {**os.environ, "XDG_CACHE_HOME": str(job.folder / "own-cache")}
    try:
        ran = subprocess.run(
            list(map(str, command)),
            cwd=job.folder,
            env=environment,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=10 * job.cpu + 60,
        )
        status, output = ran.returncode, ran.stdout
    except subprocess.TimeoutExpired as late:
        status, output = -1, (late.stdout or b"") + b"\nit does not end"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return _Ran(status, output.decode(errors="replace"), round(cpu, 2), round(time.monotonic() - begun, 2))


def _last_line(output: str) -> str:
    lines = [line for line in output.splitlines() if line.strip()]
    return lines[-1].strip()[:120] if lines else "nothing is printed"


# --- what is shown --------------------------------------------------------------------------------------------------


def _table(lines: Sequence[Line]) -> Table:
    columns = ("tasks", "right", "confirmed", "wrong", "failed", "CPU s", "elapsed s")
    table = Table("composition", "system", *columns)
    for composition in {**FREE, **COMPOSITIONS}:
        for system in ("coveriteam", "coveriflow"):
            own = [each for each in lines if (each.composition, each.system) == (composition, system)]
            if own:
                table.add_row(composition, system, *map(str, _counts(own, is_free=composition in FREE)))
    return table


def _counts(lines: Sequence[Line], *, is_free: bool) -> Iterator[object]:
    right = [each for each in lines if each.verdict == ("true" if is_free else each.expected)]
    wrong = [] if is_free else [each for each in lines if {each.verdict, each.expected} == {"true", "false"}]
    yield from (len(lines), len(right), sum(bool(each.confirmed) for each in right), len(wrong))
    yield sum(bool(each.failure) for each in lines)
    yield f"{statistics.median(each.cpu for each in lines):.2f}" if is_free else "-"
    yield f"{statistics.median(each.wall for each in lines):.2f}"


if __name__ == "__main__":
    sys.exit(main())
