"""Models, and the headers for them, declare functions as the headers of the system do: results and parameters."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache

import pytest

from coveriflow.execution.preprocessing.preprocess import preprocess
from coveriflow.program.cfa.builder import Builder
from coveriflow.program.constructs import LOWERERS
from coveriflow.program.declarations.scopes import FunctionSymbol
from coveriflow.program.library.texts import MODELS
from coveriflow.program.lowering.context import ProgramContext
from coveriflow.program.lowering.expressions.calls.variadic_calls import argument_list_type
from coveriflow.program.lowering.functions.file_scopes import file_scopes
from coveriflow.program.memory.layout import Layout
from coveriflow.program.syntax.parse import parsed
from coveriflow.program.text.violations import CALLS_OF_REACH_ERROR
from coveriflow.program.types.c_types import (
    DeclaredType,
    Floating,
    FunctionOf,
    Integer,
    Pointer,
    Record,
    Void,
    size_type,
)
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.types.granules import USUAL

HEADERS = """assert ctype errno error fenv inttypes locale malloc math pthread sched setjmp signal stdio stdlib
    string strings sys/time threads time unistd wchar wctype""".split()
WIDTH = {DataModel.LP64: "-m64", DataModel.ILP32: "-m32"}
_NOT_OF_THE_SYSTEM = re.compile(r"__coveriflow_|__VERIFIER_|klee_")

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")


def _shape(declared: DeclaredType) -> str:
    """What a call must know of a type: its representation."""
    match declared:
        case Integer():
            return f"{'' if declared.signed else 'un'}signed {declared.width}"
        case Floating():
            return declared.name
        case Record():
            return f"{declared.kind} of {declared.size}"
        case Pointer():
            return "pointer"
        case Void():
            return "void"
        case _:
            return "array" if declared == argument_list_type(DataModel.LP64) else type(declared).__name__


def _shapes(declared: FunctionOf) -> str:
    parameters = [_shape(type_) for _, type_ in declared.parameters or ()]
    if declared.is_variadic:
        parameters[-1] = "..."
    return f"{_shape(declared.result)}({', '.join(parameters)})"


def _functions(text: str, model: DataModel) -> dict[str, str]:
    """What a text declares, by name."""
    builder = Builder()
    ends = builder.location(""), builder.location("")
    program = ProgramContext(model, LOWERERS, CALLS_OF_REACH_ERROR, builder, *ends, Layout(model, USUAL[model]))
    program.argument_list = argument_list_type(model)
    (scope,) = file_scopes(program, {"a.c": parsed("a.c", text)}).values()
    found = {name: symbol for name, symbol in scope.symbols.items() if isinstance(symbol, FunctionSymbol)}
    return {name: _shapes(symbol.declared) for name, symbol in found.items()}


@cache
def _of_system(model: DataModel) -> Mapping[str, str]:
    """What the headers of the system declare; those that a system lacks are left out."""
    text = "".join(f"#if __has_include(<{name}.h>)\n#include <{name}.h>\n#endif\n" for name in HEADERS)
    command = ["gcc", "-E", "-P", "-std=gnu11", "-D_GNU_SOURCE", WIDTH[model], "-xc", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"no headers for {model.value}")
    return _functions(done.stdout, model)


def _differences(ours: Mapping[str, str], model: DataModel) -> dict[str, tuple[str, str]]:
    system = _of_system(model)
    return {name: (own, system[name]) for name, own in ours.items() if name in system and own != system[name]}


@needs_gcc
@pytest.mark.parametrize("model", DataModel)
def test_models_are_declared_as_in_the_headers_of_the_system(model: DataModel) -> None:
    names = [name for name in MODELS if not _NOT_OF_THE_SYSTEM.match(name)]
    found: dict[str, str] = {}
    for name in names:
        text = re.sub(r"\bsize_t\b", str(size_type(model)), MODELS[name].text)
        found[name] = _functions(text, model)[name]
    assert _differences(found, model) == {}
    assert len(found.keys() & _of_system(model).keys()) > 100


@needs_gcc
@pytest.mark.parametrize("model", DataModel)
def test_our_headers_declare_functions_as_those_of_the_system_do(model: DataModel) -> None:
    text = "#define _GNU_SOURCE\n" + "".join(f"#include <{name}.h>\n" for name in HEADERS)
    ours = _functions(preprocess("a.c", text, model, (), ()), model)
    assert _differences(ours, model) == {}
    assert len(ours.keys() & _of_system(model).keys()) > 100
