"""Objects of several granules under ILP32: what may be done with them, as AddressSanitizer says."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from coveriflow.actors.work.load import automaton_of
from coveriflow.artifacts.specifications import specification_named
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.types.data_model import DataModel
from tests.actors.tasks import program

SIZES = (10, 65535, 65536, 65537, 100000, 131071, 131072, 131073, 200000)
DECLARED = "void *malloc(unsigned), *calloc(unsigned, unsigned), *realloc(void *, unsigned); void free(void *);"
_OBJECTS = 3


def text_of(seed: int) -> str:
    """A program without inputs that allocates, writes at the borders of granules, and frees, rightly or not."""
    chosen = random.Random(seed)
    sizes, alive = [chosen.choice(SIZES) for _ in range(_OBJECTS)], [True] * _OBJECTS
    lines = [f"p[{n}] = {chosen.choice(('malloc({})', 'calloc({}, 1)')).format(size)};" for n, size in enumerate(sizes)]
    for _ in range(chosen.randint(2, 7)):
        n, what = chosen.randrange(_OBJECTS), chosen.random()
        at = min(chosen.choice((0, 9, 65535, 65536, 131071, 131072, sizes[n] // 2, sizes[n])), sizes[n] - 1)
        if chosen.random() < 0.05:
            at = sizes[n]
        if what < 0.6:
            lines.append(f"q = p[{n}] + {at}; *q = c; c = *q;")
        elif what < 0.8 and (alive[n] or chosen.random() < 0.3):
            lines.append(f"free(p[{n}]);")
            alive[n] = False
        elif what < 0.87:
            lines.append(f"q = p[{n}] + {chosen.choice((65536, 131072, 0))}; free(q);")
        elif alive[n]:
            sizes[n] = chosen.choice(SIZES)
            lines.append(f"p[{n}] = realloc(p[{n}], {sizes[n]});")
    lines += [f"free(p[{n}]);" for n in range(_OBJECTS) if alive[n]]
    return f"{DECLARED} int main(void) {{ char *p[{_OBJECTS}], *q, c = 0;\n" + "\n".join(lines) + "\nreturn 0; }\n"


def sanitized(text: str, folder: Path) -> bool:
    """Whether AddressSanitizer reports an error."""
    source, built = folder / "program.c", folder / "program"
    source.write_text(text)
    command = ("gcc", "-m32", "-w", "-fsanitize=address", str(source), "-o", str(built))
    if shutil.which("gcc") is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("needs gcc with AddressSanitizer for 32 bits")
    done = subprocess.run([built], env={"ASAN_OPTIONS": "detect_leaks=0"}, capture_output=True, text=True, check=False)
    return "AddressSanitizer" in done.stderr


def interpreted(text: str) -> End:
    task = program(text, model=DataModel.ILP32, specification=specification_named("memory-safety"))
    succeeding = Interpreter(automaton_of(task), keep_trace=False)
    return succeeding.run(lambda _edge: 1, 3_000_000).end


@pytest.mark.parametrize("seed", [*range(8), *(pytest.param(n, marks=pytest.mark.slow) for n in range(8, 100))])
def test_sanitizers_agree(seed: int, tmp_path: Path) -> None:
    """What points far from its object is not followed here."""
    text = text_of(seed)
    end = interpreted(text)
    if end is not End.UNSUPPORTED:
        assert (end is End.ERROR) == sanitized(text, tmp_path), text
