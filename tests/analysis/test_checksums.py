"""Programs of csmith with an assertion about their checksum, which gcc has computed: what unwinding says."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.analysis.unwinding.bmc import BoundedModelChecker
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.errors import NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.types.data_model import DataModel
from tests.program.interpreter.csmith_programs import HEADERS, SMALL, Feature, Generator

MANY = int(os.environ.get("COVERIFLOW_CHECKSUM_PROGRAMS", "4"))
"""How many programs; each gets an assertion that holds and one that fails."""
FIRST_SEED = int(os.environ.get("COVERIFLOW_CHECKSUM_SEED", "700"))
SECONDS = float(os.environ.get("COVERIFLOW_CHECKSUM_CPU", "10"))
_FLAGS = "-O0 -w -fwrapv -fno-strict-aliasing -msse2 -mfpmath=sse -ffp-contract=off".split()
_STEPS = 2_000_000
_END = "((void)(print_hash_value));\n    return 0;"


def checksum(gcc: str, text: str, model: DataModel, folder: Path) -> int | None:
    """What the compiled program computes; ``None`` if it does not end soon."""
    source, program = folder / "program.c", folder / "program"
    source.write_text(text.replace(_END, '__builtin_printf("%llu", checksum); return 0;'))
    word = "-m32" if model is DataModel.ILP32 else "-m64"
    subprocess.run([gcc, word, *_FLAGS, "-o", program, source], check=True, timeout=60)
    try:
        ran = subprocess.run([program], capture_output=True, text=True, check=False, timeout=2)
    except subprocess.TimeoutExpired:
        return None
    return int(ran.stdout) if ran.returncode == 0 and ran.stdout else None


def asserting(text: str, condition: str) -> str:
    """``text`` with an error at the end of the program where ``condition`` does not hold."""
    assert _END in text
    return "void reach_error(void);\n" + text.replace(_END, f"if (!({condition})) reach_error(); return 0;")


def verdict(name: str, text: str, model: DataModel) -> Verdict | None:
    """Of unwinding, within ``SECONDS``; ``None`` where the only execution is undefined."""
    cfa = program_cfa([(name, text)], model)
    if Interpreter(cfa).run(lambda _edge: 0, _STEPS).end is End.UNDEFINED:
        return None
    return BoundedModelChecker(cfa, SoftLimits(cpu=SECONDS)).run().verdict


@pytest.mark.timeout(60 + 60 * MANY)
def test_verdicts_about_checksums(
    compiler_for_32_bits: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seeds alternate between the data models; programs that do not end, or are not in the subset, are counted."""
    csmith = shutil.which("csmith")
    if csmith is None or not (HEADERS / "safe_math_macros.h").exists():
        pytest.skip("csmith or its headers (Debian: csmith, libcsmith-dev) are not here")
    generator = Generator(csmith, compiler_for_32_bits, SMALL, tmp_path, frozenset(Feature))
    figures, wrong = Counter[str](), list[str]()
    for seed in range(FIRST_SEED, FIRST_SEED + MANY):
        model = DataModel.ILP32 if seed % 2 else DataModel.LP64
        text = generator.made(seed)
        found = checksum(compiler_for_32_bits, text, model, tmp_path)
        if found is None:
            figures["does not end"] += 1
            continue
        for relation, expected in (("==", Verdict.TRUE), ("!=", Verdict.FALSE)):
            try:
                said = verdict(f"{seed}.c", asserting(text, f"checksum {relation} {found}ULL"), model)
            except NotSupported as error:
                figures[f"refused: {error.feature.partition(' (')[0]}"] += 1
                continue
            if said is None:
                figures["undefined"] += 1
                continue
            figures[f"{expected.value}: {said.value}"] += 1
            if said.decisive and said is not expected:
                wrong.append(f"csmith {seed} ({model.value}), checksum {relation} {found}: {said.value}")
    with capsys.disabled():
        print(f"\nchecksums of {MANY} programs from seed {FIRST_SEED}: {dict(figures)}")
    assert not wrong, "\n".join(wrong)
    assert figures["true: true"] + figures["false: false"] >= MANY
