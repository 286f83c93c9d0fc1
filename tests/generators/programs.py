"""Random C programs within the supported subset, for testing whatever reads programs.

``generate(seed, shape)`` is fast and makes the same text for the same arguments; ``programs(shape)`` is a hypothesis
strategy that shrinks. Every program folds what it computed into the global ``unsigned long long checksum``, ends within
some thousand steps, and calls ``reach_error`` under conditions on its inputs, so that some violate and some do not.
Unless ``shape.undefined`` is set no behaviour is undefined, and the order of evaluation never matters.
"""

from __future__ import annotations

import random

from hypothesis import strategies as st

from tests.generators.expressions import INPUT_TYPES, input_function
from tests.generators.shape import CHECKSUM, END, INPUTS, SMALL, Func, Scope, Shape, Touch, Var, Writer, writing
from tests.generators.statements import call_error, declare_input, full, mix, statements

__all__ = ["SMALL", "Shape", "generate", "programs"]

_TYPES = [
    "_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
    "unsigned long", "long long", "unsigned long long", "int", "unsigned int",
]  # fmt: skip
_WIDE = ["__int128", "unsigned __int128"]
_CONSTANTS = "0 1 7 -1 255 -128 65535 0x80000000 'c' (1<<4)+3 -5/2 ~0u sizeof(long) !0 2>1?9:8 1LL<<40".split()
_PROTOTYPES = [
    "void abort(void)", "void exit(int)", "void reach_error(void)", "void __VERIFIER_assume(int)",
    *(f"{type_} {input_function(type_)}(void)" for type_ in INPUT_TYPES),
]  # fmt: skip


_USUAL = Shape()


def generate(seed: int, shape: Shape = _USUAL) -> str:
    """The program of this number and shape."""
    return written(random.Random(seed), shape)


def programs(shape: Shape = _USUAL) -> st.SearchStrategy[str]:
    """Programs of a shape, for ``hypothesis.given``."""
    return st.randoms(use_true_random=False).map(lambda rng: written(rng, shape))


def written(rng: random.Random, shape: Shape) -> str:
    """A program by the choices of ``rng``."""
    w = Writer(rng, shape, types=list(_TYPES) + (_WIDE if shape.wide else []))
    w.scopes[0].declared.add(CHECKSUM)
    _types(w)
    _globals(w)
    for _ in range(rng.randrange(shape.functions + 1)):
        _function(w)
    _main(w)
    body = "\n".join(w.lines) + "\n"
    return "".join(f"extern {p};\n" for p in _PROTOTYPES if _called(p) in body) + body


def _called(prototype: str) -> str:
    return prototype.rpartition(" ")[2].partition("(")[0] + "("


def _types(w: Writer) -> None:
    w.line(f"unsigned long long {CHECKSUM} = 14695981039346656037ULL;")
    if w.chance(50):
        w.line("enum color { RED, GREEN = 5, BLUE, DARK = GREEN + 7 };")
        w.enumerators |= {"RED": 0, "GREEN": 5, "BLUE": 6, "DARK": 12}
        w.types.append("enum color")
    if w.chance(30):
        w.line("typedef enum { COLD = -3, MILD, WARM = 'w' } heat;")
        w.enumerators |= {"COLD": -3, "MILD": -2, "WARM": 119}
        w.types.append("heat")
    if w.chance(30):
        w.line("typedef unsigned short word;")
        w.types.append("word")


def _globals(w: Writer) -> None:
    for _ in range(w.rng.randrange(1, 5)):
        name, type_ = w.fresh("g"), w.rng.choice(w.types)
        init = f" = {w.rng.choice(_CONSTANTS)}" if w.chance(70) else ""
        w.line(f"{w.rng.choice(['', 'static ', 'volatile '])}{type_} {name}{init};")
        w.add(Var(name, type_))
    while w.arrays < w.shape.arrays and w.chance(60):
        w.arrays += 1
        _global_array(w)


def _global_array(w: Writer) -> None:
    name, type_ = w.fresh("ga"), w.rng.choice(w.types)
    if w.chance(40):
        rows, columns = w.rng.choice([2, 3]), w.rng.choice([2, 4])
        init = w.rng.choice(["", " = {{1, 2}, {3}}", " = {1, 2, 3, -4}", " = {[1] = {5, 6}}", " = {[1][1] = 8, 9}"])
        init = init.replace(" = {[1][1] = 8, 9}", " = {[0] = {[1] = 8}, {9}}")
        w.line(f"{type_} {name}[{rows}][{columns}]{init};")
        w.add(Var(name, type_, (rows, columns)))
        return
    length = w.rng.choice([2, 3, 4, 5, 8])
    init = w.rng.choice(["", " = {1, 2}", " = {-1}", f" = {{[{length - 1}] = 7}}", f" = {{[{length - 2}] = 3, 4}}"])
    w.line(f"{w.rng.choice(['', 'static '])}{type_} {name}[{length}]{init};")
    w.add(Var(name, type_, (length,)))


def _function(w: Writer) -> None:
    name = w.fresh("f")
    result = w.rng.choice([*w.types, "void"])
    parameters = [Var(w.fresh("p"), w.rng.choice(w.types)) for _ in range(w.rng.randrange(4))]
    if w.shape.recursion:
        parameters.insert(0, Var(w.fresh("p"), "int"))
    heading = ", ".join(f"{p.type} {p.name}" for p in parameters) or "void"
    linkage = w.rng.choice(["", "static "])
    if w.chance(30):
        w.line(f"{linkage}{result} {name}({', '.join(p.type for p in parameters) or 'void'});")
    w.line(f"{linkage}{result} {name}({heading}) {{")
    lasting = set(w.scopes[0].declared)
    _open(w, parameters, result)
    statements(w, max(2, w.shape.size // 4))
    if w.shape.recursion:
        _recursive_call(w, name, result, parameters)
        statements(w, max(2, w.shape.size // 4))
        w.cost *= _ACTIVATIONS
    if result != "void":
        w.line(f"return {full(w)};")
    _close(w)
    touch = Touch(*(_outliving(names, lasting) for names in (w.touched.reads, w.touched.writes)))
    w.functions.append(Func(name, result, tuple(p.type for p in parameters), touch, w.cost + 2))


_ACTIVATIONS = 4


def _recursive_call(w: Writer, name: str, result: str, parameters: list[Var]) -> None:
    """The first parameter tells how deep; what was computed before is used again afterwards."""
    depth, arguments = parameters[0], []
    for parameter in parameters:
        argument = w.fresh("t")
        w.line(f"{parameter.type} {argument} = {f'{depth.name} - 1' if parameter is depth else full(w)};")
        arguments.append(argument)
    given = f"{name}({', '.join(arguments)})"
    w.line(f"if ({depth.name} > 0 && {depth.name} < {_ACTIVATIONS}) {{")
    if result == "void":
        w.line(f"{given};")
    else:
        again = w.fresh("t")
        w.line(f"{result} {again} = {given};")
        mix(w, again)
        w.note(writing(CHECKSUM))
    w.line("}")


def _outliving(names: frozenset[str], lasting: set[str]) -> frozenset[str]:
    return frozenset(n for n in names if n in lasting or n.startswith("st") or n in (INPUTS, END))


def _open(w: Writer, parameters: list[Var], result: str) -> None:
    w.result, w.touched, w.cost, w.weight, w.indent = result, Touch(), 0, 1, 1
    w.scopes.append(Scope())
    for parameter in parameters:
        w.add(parameter)


def _close(w: Writer) -> None:
    w.scopes.pop()
    w.indent = 0
    w.line("}")


def _main(w: Writer) -> None:
    w.line("int main(void) {")
    _open(w, [], "int")
    w.in_main = True
    for _ in range(w.rng.randrange(1, w.shape.inputs + 1) if w.shape.inputs else 0):
        declare_input(w)
    statements(w, w.shape.size)
    if w.errors < min(1, w.shape.errors):
        call_error(w)
    for variable in sorted(w.visible(), key=lambda v: v.name):
        _fold(w, variable)
    w.line("return (int)(checksum & 127);")
    _close(w)


def _fold(w: Writer, variable: Var) -> None:
    if not variable.dims:
        mix(w, variable.name)
        return
    counters = [w.fresh("t") for _ in variable.dims]
    for counter, length in zip(counters, variable.dims, strict=True):
        w.line(f"for (int {counter} = 0; {counter} < {length}; {counter}++)")
    mix(w, variable.name + "".join(f"[{counter}]" for counter in counters))
