"""Sizes, offsets and bits of random structs are those that gcc gives them, under ``#pragma pack`` and attributes."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import Interpreter
from coveriflow.program.types.data_model import DataModel
from tests.program.machine import FLAGS

_TYPES = ("char", "short", "int", "long", "long long", "double", "long double", "void *", "float", "_Bool")
_BITS = {"char": 8, "short": 16, "int": 32, "unsigned char": 8, "unsigned short": 16, "unsigned long long": 64}
_PRAGMAS = (
    *("", "", "#pragma pack()", "#pragma pack(pop)", "#pragma pack(push)", "#pragma pack(push, name, 2)"),
    *(f"#pragma pack({n})" for n in (1, 2, 4, 8, 16)),
    *("#pragma pack(pop, name)", "#pragma pack(push, 1)", "#pragma pack(push, 4)", "#pragma pack(3)"),
)
_ATTRIBUTES = ("", "", "", "__attribute__((packed))", "__attribute__((aligned(2)))", "__attribute__((aligned(8)))")


def _member(choice: random.Random, name: str, before: int) -> tuple[str, bool]:
    """A member and whether it is a bit-field."""
    kind = choice.randrange(6)
    if kind == 0 and before:
        return f"struct s{choice.randrange(before)} {name};", False
    if kind == 1:
        return f"{choice.choice(_TYPES)} {name}[{choice.randint(1, 3)}];", False
    if kind in (2, 3):
        type_ = choice.choice(list(_BITS))
        packed = choice.choice(("", "", "__attribute__((packed))"))
        width = choice.randint(0, _BITS[type_])
        return (f"{type_} {name} : {width} {packed};" if width else f"{type_} : 0;"), True
    return f"{choice.choice(_TYPES)} {name} {choice.choice(_ATTRIBUTES)};", False


def _struct(choice: random.Random, number: int) -> Iterator[str]:
    """The text of a struct, then what is asked about it."""
    members = [_member(choice, f"m{n}", number) for n in range(choice.randint(1, 6))]
    kind, attribute = choice.choice(("struct", "struct", "union")), choice.choice(_ATTRIBUTES)
    texts = " ".join(text for text, _ in members)
    struct, fields = f"struct s{number}", [n for n, (text, bits) in enumerate(members) if bits and f"m{n}" in text]
    yield f"{choice.choice(_PRAGMAS)}\n{struct} {{ {kind} {attribute} {{ {texts} }}; }};" + "".join(
        f"\nunion {{ {struct} s; unsigned char c[64]; }} v{number}_{n} = {{ .s.m{n} = -1 }};" for n in fields
    )
    yield from (f"sizeof({struct})", f"_Alignof({struct})")
    yield from (f"__builtin_offsetof({struct}, m{n})" for n, (_, bits) in enumerate(members) if not bits)
    yield from (f"v{number}_{n}.c[{byte}]" for n in fields for byte in range(40))


def _program(seed: int) -> tuple[str, list[str]]:
    choice = random.Random(seed)
    parts = [list(_struct(choice, number)) for number in range(4)]
    return "\n".join(part[0] for part in parts), [question for part in parts for question in part[1:]]


@pytest.mark.parametrize("model", DataModel)
def test_layouts_are_those_of_gcc(model: DataModel, compiler_for_32_bits: str, tmp_path: Path) -> None:
    for seed in range(8):
        types, questions = _program(seed)
        source, program = tmp_path / f"{seed}.c", tmp_path / str(seed)
        prints = "".join(f'printf("%d\\n", (int)({question}));\n' for question in questions)
        source.write_text(f"{types}\nint printf(const char *, ...);\nint main(void) {{\n{prints}return 0; }}\n")
        width = "-m32" if model is DataModel.ILP32 else "-m64"
        subprocess.run([compiler_for_32_bits, *FLAGS, width, str(source), "-o", str(program)], check=True)
        answers = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout.split()
        pairs = enumerate(zip(questions, answers, strict=True), start=1)
        checks = "".join(f"if (({question}) != {answer}) return {n};\n" for n, (question, answer) in pairs)
        cfa = program_cfa([("layout.c", f"{types}\nint main(void) {{\n{checks}return 0; }}\n")], model)
        status = Interpreter(cfa).run([], 1_000_000).status
        assert status == 0, f"{types}\n{questions[(status or 0) - 1]}"
