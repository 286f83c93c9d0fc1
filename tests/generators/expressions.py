"""Random expressions whose value does not depend on the order of evaluation, and which are defined unless wanted
otherwise."""

from __future__ import annotations

from collections.abc import Callable

from tests.generators.shape import INPUTS, NOTHING, Func, Touch, Var, Writer, reading, writing

Written = tuple[str, Touch]
Kind = Callable[[Writer, int, Touch], Written]

_LITERALS = """
    0 1 2 3 5 7 10 100 127 128 255 256 32767 32768 65535 65536 2147483647 2147483648 4294967295 4294967296
    9223372036854775807 1u 3U 5l 7UL 9ll 11ull 0x7f 0xFFu 0x7fffffff 0x80000000 0xffffffff 0x100000000
    0x8000000000000000 0xffffffffffffffff 017 0777 0b1011 037777777777 'a' '\\n' '\\0' '\\xff' '\\377' '\\\\'
    (-1) (-2) (-7) (-128) (-129) (-32768) (-2147483647-1) (-9223372036854775807LL-1)
""".split()
_INPUT_NAMES = {
    "_Bool": "bool", "char": "char", "signed char": "char", "unsigned char": "uchar", "short": "short",
    "unsigned short": "ushort", "int": "int", "unsigned int": "uint", "long": "long", "unsigned long": "ulong",
    "long long": "longlong", "unsigned long long": "ulonglong",
}  # fmt: skip
INPUT_TYPES = sorted(set(_INPUT_NAMES) - {"signed char"})


def expression(w: Writer, depth: int, outside: Touch = NOTHING) -> Written:
    """An expression that may stand beside others that do ``outside``."""
    kinds = _LEAVES if depth <= 0 else _NODES
    for _ in range(4):
        text, touch = w.rng.choice(kinds)(w, depth, outside)
        if text and not touch.clashes(outside):
            return text, touch
    return w.rng.choice(_LITERALS), NOTHING


def pure(w: Writer, depth: int, outside: Touch = NOTHING) -> Written:
    """An expression without side effects: it may be evaluated several times or not at all."""
    for _ in range(8):
        text, touch = expression(w, depth, outside)
        if not touch.writes:
            return text, touch
    return w.rng.choice(_LITERALS), NOTHING


def input_call(w: Writer, type_: str) -> str:
    """A call that reads one input."""
    w.inputs += 1
    return f"{input_function(type_)}()"


def input_function(type_: str) -> str:
    """The function that gives inputs of a type."""
    return f"__VERIFIER_nondet_{_INPUT_NAMES[type_]}"


def literal(w: Writer, _depth: int, _outside: Touch) -> Written:
    if w.enumerators and w.chance(15):
        return w.rng.choice(sorted(w.enumerators)), NOTHING
    return w.rng.choice(_LITERALS), NOTHING


def _small(w: Writer, _depth: int, _outside: Touch) -> Written:
    return w.rng.choice(["(-3)", "(-2)", "(-1)", *map(str, range(10))]), NOTHING


def _scalar(w: Writer, _depth: int, outside: Touch) -> Written:
    names = [v.name for v in w.visible() if not v.dims and v.name not in outside.writes]
    if not names:
        return "", NOTHING
    name = w.rng.choice(names)
    return name, reading(name)


def _element(w: Writer, depth: int, outside: Touch) -> Written:
    arrays = [v for v in w.visible() if v.dims and v.name not in outside.writes]
    return element(w, w.rng.choice(arrays), depth, outside) if arrays else ("", NOTHING)


def element(w: Writer, array: Var, depth: int, outside: Touch) -> Written:
    """``array[...]`` with its subscripts."""
    text, touch = array.name, reading(array.name)
    for length in array.dims:
        index, used = _index(w, length, depth - 1, outside | touch)
        text, touch = f"{text}[{index}]", touch | used
    return text, touch


def _index(w: Writer, length: int, depth: int, outside: Touch) -> Written:
    counters = [v for v in w.visible() if v.bound and v.bound <= length and v.name not in outside.writes]
    if counters and w.chance(60):
        name = w.rng.choice(counters).name
        return name, reading(name)
    if w.chance(30):
        return str(w.rng.randrange(length)), NOTHING
    inner, touch = expression(w, depth, outside)
    if w.shape.undefined and w.chance(6):
        return inner, touch
    if length & (length - 1) == 0 and w.chance(60):
        return f"({inner}) & {length - 1}", touch
    return f"(unsigned int)({inner}) % {length}", touch


def _unary(w: Writer, depth: int, outside: Touch) -> Written:
    inner, touch = expression(w, depth - 1, outside)
    return f"{w.rng.choice('-~!+')}({inner})", touch


def _binary(w: Writer, depth: int, outside: Touch) -> Written:
    left, one = expression(w, depth - 1, outside)
    right, other = expression(w, depth - 1, outside | one)
    return f"({left}) {w.rng.choice(['+', '-', '*', '&', '|', '^'])} ({right})", one | other


def _compared(w: Writer, depth: int, outside: Touch) -> Written:
    left, one = expression(w, depth - 1, outside)
    right, other = expression(w, depth - 1, outside | one)
    return f"({left}) {w.rng.choice(['==', '!=', '<', '<=', '>', '>='])} ({right})", one | other


def _division(w: Writer, depth: int, outside: Touch) -> Written:
    left, one = expression(w, depth - 1, outside)
    op = w.rng.choice("/%")
    if w.chance(40):
        return f"({left}) {op} {w.rng.choice(['2', '3', '7u', '10', '(-3)', '255', '1000ul', '65537LL'])}", one
    right, other = pure(w, depth - 1, outside | one)
    if w.shape.undefined and w.chance(10):
        return f"({left}) {op} ({right})", one | other
    if w.chance(40):
        return f"({left}) {op} ((({right}) & 15) + 1)", one | other
    if w.chance(40):
        return f"({left}) {op} ((unsigned long long)({right}) | 1)", one | other
    return f"(({right}) != 0 && ({right}) != -1 ? ({left}) {op} ({right}) : 3)", one | other


def _shift(w: Writer, depth: int, outside: Touch) -> Written:
    left, one = expression(w, depth - 1, outside)
    right, other = expression(w, depth - 1, outside | one)
    op = w.rng.choice(["<<", ">>"])
    if w.shape.undefined and w.chance(10):
        return f"({left}) {op} ({right})", one | other
    if w.chance(30):
        return f"(unsigned long long)({left}) {op} (({right}) & 63)", one | other
    return f"({left}) {op} (({right}) & {w.rng.choice([7, 15, 31])})", one | other


def _logical(w: Writer, depth: int, outside: Touch) -> Written:
    left, one = expression(w, depth - 1, outside)
    right, other = expression(w, depth - 1, outside)
    return f"({left}) {w.rng.choice(['&&', '||'])} ({right})", one | other


def _ternary(w: Writer, depth: int, outside: Touch) -> Written:
    (test, a), (then, b), (otherwise, c) = (expression(w, depth - 1, outside) for _ in range(3))
    return f"(({test}) ? ({then}) : ({otherwise}))", a | b | c


def _comma(w: Writer, depth: int, outside: Touch) -> Written:
    first, one = expression(w, depth - 1, outside)
    if "sizeof" in first:  # gcc 12 crashes on (_Bool)((sizeof(char), 1))
        return "", NOTHING
    second, other = expression(w, depth - 1, outside)
    return f"(({first}), ({second}))", one | other


def _cast(w: Writer, depth: int, outside: Touch) -> Written:
    inner, touch = expression(w, depth - 1, outside)
    return f"({w.rng.choice(w.types)})({inner})", touch


def _sizeof(w: Writer, depth: int, outside: Touch) -> Written:
    if w.chance(50):
        return f"sizeof({w.rng.choice(w.types)})", NOTHING
    arrays = [v for v in w.visible() if v.dims and v.name not in outside.writes]
    if arrays and w.chance(50):
        name = w.rng.choice(arrays).name
        return f"sizeof {name} / sizeof({name}[0])", NOTHING
    return f"sizeof({expression(w, depth - 1, outside)[0]})", NOTHING


def _assignment(w: Writer, depth: int, outside: Touch) -> Written:
    found = target(w, depth - 1, outside)
    if found is None:
        return "", NOTHING
    place, touch = found
    right, other = expression(w, depth - 1, outside | touch | Touch(reads=touch.writes))
    op = w.rng.choice(["=", "=", "+=", "-=", "*=", "&=", "|=", "^="])
    return f"({place} {op} ({right}))", touch | other


def _step(w: Writer, depth: int, outside: Touch) -> Written:
    found = target(w, depth - 1, outside)
    if found is None:
        return "", NOTHING
    place, touch = found
    return w.rng.choice([f"{place}++", f"{place}--", f"++{place}", f"--{place}"]), touch


def target(w: Writer, depth: int, outside: Touch) -> tuple[str, Touch] | None:
    """Something to write to: a scalar or an element."""
    taken = outside.reads | outside.writes
    free = [v for v in w.visible() if v.writable and v.name not in taken]
    if not free:
        return None
    variable = w.rng.choice(free)
    if not variable.dims:
        return variable.name, writing(variable.name)
    text, touch = element(w, variable, depth, outside | reading(variable.name))
    return text, touch | writing(variable.name)


def _call(w: Writer, depth: int, outside: Touch) -> Written:
    able = [f for f in w.functions if f.result != "void" and callable_here(w, f, outside)]
    return call(w, w.rng.choice(able), depth, outside) if able else ("", NOTHING)


def callable_here(w: Writer, function: Func, outside: Touch) -> bool:
    """Whether a call here fits beside ``outside`` and takes not too long."""
    return not function.touch.clashes(outside) and function.cost * w.weight < 4000


def call(w: Writer, function: Func, depth: int, outside: Touch) -> Written:
    """A call of ``function`` with arguments."""
    w.cost += function.cost * w.weight
    touch, arguments = NOTHING, []
    for _ in function.parameters:
        text, used = expression(w, depth - 1, outside | touch)
        arguments.append(text)
        touch = touch | used
    return f"{function.name}({', '.join(arguments)})", touch | function.touch


def _input(w: Writer, _depth: int, _outside: Touch) -> Written:
    if w.inputs >= w.shape.inputs or w.shape.input_range or w.weight > 8:
        return "", NOTHING
    return input_call(w, w.rng.choice(INPUT_TYPES)), writing(INPUTS)


_LEAVES: list[Kind] = [_scalar, _scalar, _scalar, _element, literal, _small]
_NODES: list[Kind] = [
    _scalar, _scalar, _element, literal, _small, _binary, _binary, _binary, _compared, _compared, _unary, _division,
    _shift, _logical, _ternary, _comma, _cast, _cast, _sizeof, _assignment, _step, _call, _call, _input,
]  # fmt: skip
