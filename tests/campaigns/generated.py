"""Campaigns that compare executions: the automaton of a generated program, and what a compiler makes of its text."""

from __future__ import annotations

import random
import re
import shutil
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from coveriflow.program.errors import NotSupported
from coveriflow.program.types.data_model import DataModel
from tests.campaigns.batches import Batch, Campaign, batch_of
from tests.generators.effects import Program
from tests.generators.floats import generate_floats
from tests.generators.heaps import heap_program
from tests.generators.numbers import generate_complex, generate_vectors
from tests.generators.programs import SMALL, Shape, generate
from tests.program import effect_comparison, heap_comparison, sanitizer_comparison
from tests.program.comparison import Subject, compare, subject
from tests.program.interpreter import csmith_programs
from tests.program.interpreter.csmith_programs import Feature

_SHAPES = (Shape(), SMALL, Shape(recursion=True), Shape(size=60, functions=4), Shape(wide=True))
_SEED = re.compile(r"\d+")


def executions(seeds: range, folder: Path) -> Batch:
    """Programs interpreted, compiled, printed and compiled, printed and interpreted again."""
    return _compared(seeds, folder, lambda seed: generate(seed, _SHAPES[seed % len(_SHAPES)]), 4)


def numbers(seeds: range, folder: Path) -> Batch:
    """The same for floating-point and complex numbers and for vectors."""
    kinds = (generate_floats, generate_complex, generate_vectors)
    return _compared(seeds, folder, lambda seed: kinds[seed % len(kinds)](seed), 4)


def csmith(seeds: range, folder: Path) -> Batch:
    """The same for programs of csmith, with all features."""
    generator = csmith_programs.Generator("csmith", "gcc", csmith_programs.SMALL, folder, frozenset(Feature))
    return _compared(seeds, folder, generator.made, 1)


def _compared(seeds: range, folder: Path, text: Callable[[int], str], runs: int) -> Batch:
    counts = Counter[str]()
    subjects = list[Subject]()
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        try:
            subjects.append(subject(f"seed {seed}", text(seed), DataModel.LP64))
        except NotSupported:
            counts["not supported"] += 1
    found = compare("gcc", DataModel.LP64, subjects, folder, None, runs)
    counts.update(found.ends)
    return batch_of(counts, found.differences, lambda line: _texts(line, text))


def heaps(seeds: range, folder: Path) -> Batch:
    """Accesses, frees and leaks, beside AddressSanitizer and LeakSanitizer."""
    found = heap_comparison.compare(seeds)
    return batch_of(found.ends, found.differences, lambda line: _texts(line, heap_program))


def overflows(seeds: range, folder: Path) -> Batch:
    """Undefined operations, beside a compiler's sanitizer."""
    compiler = "clang" if shutil.which("clang") else "gcc"
    shapes = sanitizer_comparison.SHAPES
    found = sanitizer_comparison.compare(compiler, DataModel.LP64, seeds)
    counts = found.ends + Counter({"refused": found.refused})
    return batch_of(
        counts, found.differences, lambda line: _texts(line, lambda n: generate(n, shapes[n % len(shapes)]))
    )


def effects(seeds: range, folder: Path) -> Batch:
    """An effect in an operand, wherever one may stand. A seed draws one program of all."""
    programs = effect_comparison.of_constructs()
    drawn = [programs[random.Random(seed).randrange(len(programs))] for seed in seeds]
    found = effect_comparison.compare("gcc", DataModel.LP64, drawn, folder)
    return batch_of(found.total, found.differences, lambda _: _all(drawn))


def _texts(line: str, text: Callable[[int], str]) -> Mapping[str, str]:
    """The program of the seed that a line names first."""
    named = _SEED.search(line)
    return {"program.c": text(int(named[0]))} if named else {}


def _all(programs: list[Program]) -> Mapping[str, str]:
    return {f"{number}.c": program.text for number, program in enumerate(programs)}


CAMPAIGNS = (
    Campaign("executions", "generated programs, four ways", executions, 50, 3, ("gcc",)),
    Campaign("numbers", "floats, complex numbers, vectors, four ways", numbers, 50, 3, ("gcc",)),
    Campaign("csmith", "programs of csmith, four ways", csmith, 30, 2, ("gcc", "csmith", str(csmith_programs.HEADERS))),
    Campaign("heaps", "memory errors, beside AddressSanitizer", heaps, 60, 3, ("gcc",)),
    Campaign("overflows", "undefined operations, beside a sanitizer", overflows, 50, 3, ("gcc",)),
    Campaign("effects", "effects in operands, beside gcc", effects, 300, 5, ("gcc",)),
)
