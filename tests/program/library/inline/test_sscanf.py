"""``sscanf`` as the front end computes it, and as the C library of this machine does: same results, same bytes."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.types.data_model import DataModel
from tests.program.comparison import random_inputs

CASES = 30
_INTEGERS = {"": 4, "hh": 1, "h": 2, "l": None, "ll": 8}
"""Bytes of what a length stands for; ``None``: of a ``long``."""
_SPACES = (" ", "  ", "\t", "\n ", "")
_NUMBERS = (
    "0", "7", "-1", "+42", "0x1F", "0X", "0xg", "08", "-0x10", "2147483647", "2147483648", "-2147483649", "4294967296",
    "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "1e5", "--3", "+",
    "99999999999999999999999", "12abc", "0b11", "-", "00012", "ffff", "-0",
)  # fmt: skip
_WORDS = ("abc", "a", "xyz-12", "%", "%5", "b b", "aaaaaaaaaaaaaaaaaaaaaaaa", "", "\u00e9", "]", ",", "12:30")
_SETS = ("[abc]", "[^ ]", "[a-f0-9]", "[]x]", "[^,]", "[^a-z]")


def _conversion(rng: random.Random) -> str:
    skip, width = rng.choice(["", "", "", "*"]), rng.choice(["", "", "", "1", "2", "3", "7"])
    match rng.randrange(6):
        case 0 | 1 | 2:
            return f"%{skip}{width}{rng.choice(list(_INTEGERS))}{rng.choice('ddiuxXo')}"
        case 3:
            return f"%{skip}{width}s"
        case 4:
            return f"%{skip}{width}{rng.choice(['c', *_SETS])}"
        case _:
            return rng.choice(["%n", "%%", "%hhn"])


def _case(rng: random.Random) -> tuple[str, str]:
    """A text and a format, of which often a large part fits."""
    text, form = rng.choice(_SPACES), rng.choice(_SPACES[:2] + ("",) * 3)
    for _ in range(rng.randrange(4)):
        between = rng.choice((" ", "-", ",", "", ":"))
        text += rng.choice(_NUMBERS + _WORDS) + rng.choice((between, "", rng.choice(_SPACES)))
        form += _conversion(rng) + rng.choice((between, between, "", " "))
    return text, form


def _literal(text: str) -> str:
    return '"' + "".join(f"\\{byte:03o}" for byte in text.encode("latin-1")) + '"'


def _body(text: str, form: str) -> str:
    """Reads into objects of 32 bytes, and makes one number of the result and of all that these hold then."""
    count = sum(1 for at in range(len(form)) if form[at] == "%") + 1
    names = [f"a[{number}]" for number in range(count)]
    return (
        f"unsigned char a[{count}][32]; unsigned long long sum = 7; int i, j, done;"
        f"for (i = 0; i < {count}; i++) for (j = 0; j < 32; j++) a[i][j] = (unsigned char)(i * 31 + j + 1);"
        f"done = sscanf({_literal(text)}, {_literal(form)}, {', '.join(f'(void *){name}' for name in names)});"
        "sum += (unsigned long long)done;"
        f"for (i = 0; i < {count}; i++) for (j = 0; j < 32; j++) sum = sum * 31 + a[i][j];"
    )


DECLARED = "int sscanf(const char *, const char *, ...);\n"


def _by_gcc(gcc: str, model: DataModel, cases: list[tuple[str, str]], folder: Path) -> list[int]:
    functions = [f'void f{n}(void) {{ {_body(*each)} printf("%llu\\n", sum); }}\n' for n, each in enumerate(cases)]
    calls = "".join(f"f{number}();" for number in range(len(cases)))
    text = (
        "int printf(const char *, ...);\n" + DECLARED + "".join(functions) + f"int main(void) {{ {calls} return 0; }}\n"
    )
    (folder / "a.c").write_text(text)
    width = "-m32" if model is DataModel.ILP32 else "-m64"
    subprocess.run([gcc, width, "-w", "-O0", folder / "a.c", "-o", folder / "a"], check=True, capture_output=True)
    return [int(line) for line in subprocess.run([folder / "a"], capture_output=True, check=True).stdout.split()]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 12))])
def test_texts_are_read_as_the_c_library_reads_them(model: DataModel, seed: int, compiler: str, tmp_path: Path) -> None:
    rng = random.Random(f"{seed} {model}")
    cases = [_case(rng) for _ in range(CASES)]
    wanted = _by_gcc(compiler, model, cases, tmp_path)
    for (text, form), sum_ in zip(cases, wanted, strict=True):
        main = f"int main(void) {{ {_body(text, form)} checksum = sum; return 0; }}\n"
        program = f"unsigned long long checksum;\n{DECLARED}{main}"
        cfa = program_cfa([("a.c", program)], model)
        execution = Interpreter(cfa, keep_trace=False).run(random_inputs(random.Random(0), None), 200_000)
        assert execution.end is End.RETURNED, (text, form, execution.end)
        assert execution.memory["checksum"] == sum_, (text, form)
