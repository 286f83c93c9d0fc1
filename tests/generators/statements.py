"""Random statements: every loop and every backward jump is bounded, nothing is read before it is written."""

from __future__ import annotations

from collections.abc import Callable

from tests.generators.expressions import (
    INPUT_TYPES,
    call,
    callable_here,
    expression,
    input_call,
    pure,
    target,
)
from tests.generators.shape import CHECKSUM, END, INPUTS, NOTHING, Scope, Touch, Var, Writer, reading, writing

_NAMES = "x y z u v w p q r s".split()
_COUNTERS = ["int", "unsigned char", "short", "unsigned int", "long", "signed char", "unsigned long long"]


def block(w: Writer, size: int) -> None:
    """Some statements in a scope of their own; the braces are the caller's."""
    w.scopes.append(Scope())
    w.indent += 1
    statements(w, size)
    w.indent -= 1
    w.scopes.pop()


def statements(w: Writer, size: int) -> None:
    while size > 0:
        used = min(size, 1 + w.rng.randrange(max(1, size)))
        statement(w, used)
        size -= used


def statement(w: Writer, size: int) -> None:
    """One statement, with about ``size - 1`` others inside."""
    w.cost += w.weight
    kinds = _COMPOUND if size > 1 and w.chance(70) else _SIMPLE
    for _ in range(6):
        if w.rng.choice(kinds)(w, size - 1):
            return
    _assign(w, 0)


def full(w: Writer, depth: int | None = None, outside: Touch = NOTHING) -> str:
    """A full expression."""
    text, touch = expression(w, w.shape.expression_depth if depth is None else depth, outside)
    w.note(touch)
    return text


def mix(w: Writer, text: str) -> None:
    """Fold a value into the checksum."""
    w.line(f"{CHECKSUM} = {CHECKSUM} * 1099511628211ULL + (unsigned long long)({text});")


def new_name(w: Writer) -> str:
    """A name for a local variable; now and then that of another one outside."""
    here = w.scopes[-1].declared
    outer = sorted({v.name for v in w.visible() if not v.name.startswith("t")} - here)
    if outer and len(w.scopes) > 2 and not w.regions and w.chance(25):
        return w.rng.choice(outer)
    return w.fresh(w.rng.choice(_NAMES))


# --- simple statements ------------------------------------------------------------------------------------------------


def _assign(w: Writer, _size: int) -> bool:
    found = target(w, 2, NOTHING)
    if found is None:
        w.line(f"{full(w)};")
        return True
    place, touch = found
    op = w.rng.choice(["=", "=", "=", "+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", "/=", "%="])
    right, used = expression(w, w.shape.expression_depth, touch | Touch(reads=touch.writes))
    if op in ("<<=", ">>="):
        right = f"({right}) & 7" if not (w.shape.undefined and w.chance(10)) else right
    elif op in ("/=", "%="):
        right = f"(({right}) & 15) + 1" if not (w.shape.undefined and w.chance(10)) else right
    w.note(touch | used)
    w.line(f"{place} {op} {right};")
    return True


def _effect(w: Writer, _size: int) -> bool:
    w.line(w.rng.choice(["{};", "(void)({});"]).format(full(w)))
    return True


def _step(w: Writer, _size: int) -> bool:
    found = target(w, 1, NOTHING)
    if found:
        w.note(found[1])
        w.line(w.rng.choice(["{}++;", "--{};", "++{};", "{}--;"]).format(found[0]))
    return found is not None


def _declare(w: Writer, _size: int) -> bool:
    name, type_ = new_name(w), w.rng.choice(w.types)
    init = full(w, outside=writing(name))
    qualifier = w.rng.choice(["", "", "", "const ", "volatile ", "register "])
    w.line(f"{qualifier}{type_} {name} = {init};")
    w.add(Var(name, type_, writable="const" not in qualifier))
    return True


def _declare_static(w: Writer, _size: int) -> bool:
    name, type_ = w.fresh("st"), w.rng.choice(w.types)
    w.line(f"static {type_} {name}{w.rng.choice(['', ' = 3', ' = -1', ' = sizeof(int) * 2 - 1'])};")
    w.add(Var(name, type_))
    return True


def _declare_array(w: Writer, _size: int) -> bool:
    if w.arrays >= w.shape.arrays:
        return False
    w.arrays += 1
    name, type_, length = w.fresh("a"), w.rng.choice(w.types), w.rng.choice([2, 3, 4, 8])
    if w.chance(40):
        w.line(f"{type_} {name}[{length}] = {{{_values(w, w.rng.randrange(length))}}};")
    elif w.chance(40):
        first, second = sorted(w.rng.sample(range(length), 2))
        w.line(f"{type_} {name}[{length}] = {{[{second}] = {pure(w, 1)[0]}, [{first}] = 7}};")
    else:
        counter = w.fresh("t")
        w.line(f"{type_} {name}[{length}];")
        w.line(f"for (int {counter} = 0; {counter} < {length}; {counter}++) {name}[{counter}] = {counter} + 1;")
        w.cost += w.weight * length * 4
    w.add(Var(name, type_, (length,)))
    return True


def _values(w: Writer, count: int) -> str:
    """Initial values of an array, which C may evaluate in any order."""
    touch, texts = NOTHING, []
    for _ in range(count):
        text, used = expression(w, 1, touch)
        texts.append(text)
        touch = touch | used
    w.note(touch)
    return ", ".join(texts) or "0"


def _declare_late(w: Writer, _size: int) -> bool:
    """A variable without initialiser that is written before it is read."""
    name, type_ = w.fresh("n"), w.rng.choice(w.types)
    w.line(f"{type_} {name};")
    if w.chance(50):
        w.line(f"{name} = {full(w)};")
    else:
        w.line(f"if ({full(w)}) {name} = {full(w)}; else {name} = {full(w)};")
    w.add(Var(name, type_))
    return True


def _input(w: Writer, _size: int) -> bool:
    if w.inputs >= w.shape.inputs or w.weight > 8:
        return False
    declare_input(w)
    return True


def declare_input(w: Writer) -> None:
    """A variable that takes an input."""
    name, limit = w.fresh("in"), w.shape.input_range
    type_ = w.rng.choice(INPUT_TYPES)
    if limit is not None and type_ == "_Bool":
        type_ = "int"
    w.note(writing(INPUTS))
    w.line(f"{type_} {name} = {input_call(w, type_)};")
    if limit is not None:
        _restrict(w, name, limit)
    w.add(Var(name, type_))


def _restrict(w: Writer, name: str, limit: int) -> None:
    kind = w.rng.randrange(3)
    if kind == 0:
        w.line(f"{name} = (unsigned long long){name} % {limit};")
    elif kind == 1:
        w.note(writing(END))
        w.line(f"__VERIFIER_assume({name} >= 0 && {name} < {limit});")
    else:
        w.note(writing(END))
        w.line(f"if ({name} < 0 || {name} >= {limit}) abort();")


def _error(w: Writer, _size: int) -> bool:
    if w.errors >= w.shape.errors:
        return False
    call_error(w)
    return True


def call_error(w: Writer) -> None:
    """A call of the error function that some inputs may lead to."""
    w.errors += 1
    w.note(writing(END))
    guard = full(w)
    if w.chance(60):
        guard = f"({guard}) % {w.rng.randrange(2, 9)} == {w.rng.randrange(-1, 5)}"
    given = sorted(v.name for v in w.visible() if v.name.startswith("in"))
    if given and w.chance(70):
        name = w.rng.choice(given)
        w.note(reading(name))
        guard = (
            f"{name} % {w.rng.randrange(2, 7)} {w.rng.choice(['==', '!=', '<', '>'])} {w.rng.randrange(4)} && ({guard})"
        )
    w.line(f"if ({guard}) {w.rng.choice(['reach_error();', '{ reach_error(); abort(); }'])}")


def _end(w: Writer, _size: int) -> bool:
    if not w.chance(25):
        return False
    w.note(writing(END))
    guard = f"({full(w)}) % 11 == {w.rng.randrange(11)}"
    w.line(
        w.rng.choice([f"if ({guard}) abort();", f"if ({guard}) exit({full(w, 1)});", f"__VERIFIER_assume(!({guard}));"])
    )
    return True


def _call(w: Writer, _size: int) -> bool:
    able = [f for f in w.functions if callable_here(w, f, NOTHING)]
    if not able:
        return False
    function = w.rng.choice(able)
    free = [v for v in w.visible() if v.writable and not v.dims]
    into = w.rng.choice(free) if free and function.result != "void" and w.chance(60) else None
    text, touch = call(w, function, 2, reading(into.name) if into else NOTHING)
    w.note(touch | (writing(into.name) if into else NOTHING))
    w.line(f"{into.name} = {text};" if into else f"{text};")
    return True


def _leave(w: Writer, _size: int) -> bool:
    """``break``, ``continue`` or ``return`` under a condition."""
    options = ["break;"] if w.breakable else []
    options += ["continue;"] if w.loop_depth else []
    if not options or w.chance(10):
        options = ["return;" if w.result == "void" else f"return {full(w, 1)};"]
    if options[0].startswith("return") and w.in_main:
        return False
    w.line(f"if ({full(w)}) {w.rng.choice(options)}")
    return True


def _statement_expression(w: Writer, _size: int) -> bool:
    free = [v for v in w.visible() if v.writable and not v.dims]
    if not free:
        return False
    into, inner = w.rng.choice(free).name, w.fresh("se")
    first, used = expression(w, 2, Touch(reads=frozenset({into, inner})))
    second, more = expression(w, 1, Touch(reads=frozenset({into, inner})))
    w.note(used | more | writing(into))
    w.line(f"{into} = ({{ {w.rng.choice(w.types)} {inner} = {first}; {inner} += {second}; {inner}; }});")
    return True


def _mix(w: Writer, _size: int) -> bool:
    if w.in_main:
        text, touch = expression(w, w.shape.expression_depth, Touch(frozenset({CHECKSUM}), frozenset({CHECKSUM})))
        w.note(touch)
        mix(w, text)
    return w.in_main


# --- compound statements ----------------------------------------------------------------------------------------------


def _if(w: Writer, size: int) -> bool:
    w.line(f"if ({full(w)}) {{")
    block(w, max(1, size // 2))
    while w.chance(25):
        w.line(f"}} else if ({full(w)}) {{")
        block(w, 1)
    if w.chance(50):
        w.line("} else {")
        block(w, max(1, size // 2))
    w.line("}")
    return True


def _block(w: Writer, size: int) -> bool:
    w.line("{")
    block(w, size)
    w.line("}")
    return True


def _body(w: Writer, size: int, rounds: int) -> None:
    """The body of a loop of at most ``rounds`` rounds."""
    before = (w.weight, w.loop_depth, w.breakable)
    w.weight, w.loop_depth, w.breakable = w.weight * rounds, w.loop_depth + 1, True
    w.cost += w.weight
    block(w, size)
    w.weight, w.loop_depth, w.breakable = before


def _may_loop(w: Writer) -> bool:
    return w.loop_depth < w.shape.loops and w.weight < 40


def _for(w: Writer, size: int) -> bool:
    if not _may_loop(w):
        return False
    name, rounds, type_ = w.fresh("t"), w.rng.randrange(1, 6), w.rng.choice(_COUNTERS)
    header = w.rng.choice([
        "{t} {n} = 0; {n} < {r}; {n}++", "{t} {n} = 0; {n} < {r}; ++{n}", "{t} {n} = {r}; {n}-- > 0; ",
        "{t} {n} = 0; {n} <= {r} - 1; {n} += 2", "{t} {n} = 0; {n} != {r}; {n} = {n} + 1",
        "{t} {n} = 0, {n}_ = 1; {n} < {r} && {n}_; {n}++",
    ]).format(t=type_, n=name, r=rounds)  # fmt: skip
    w.scopes.append(Scope())
    if w.chance(30) and "," not in header:
        w.line(f"{type_} {name};")
        header = header.removeprefix(f"{type_} ")
    w.add(Var(name, type_, bound=rounds, writable=False))
    w.line(f"for ({header}) {{")
    _body(w, size, rounds)
    w.line("}")
    w.scopes.pop()
    w.scopes[-1].declared.add(name)
    return True


def _while(w: Writer, size: int) -> bool:
    if not _may_loop(w):
        return False
    fuel, rounds = w.fresh("t"), w.rng.randrange(1, 6)
    w.line(f"int {fuel} = {rounds};")
    w.add(Var(fuel, "int", bound=rounds + 1, writable=False))
    guard = full(w, outside=Touch(frozenset({fuel}), frozenset({fuel})))
    kind = w.rng.randrange(4)
    w.scopes[-1].usable.pop(fuel)
    if kind == 0:
        w.line(f"while ({fuel}-- > 0 && ({guard})) {{")
    elif kind == 1:
        w.line(f"while (({guard}) && {fuel}-- > 0) {{")
    elif kind == 2:
        w.line(f"for (; {fuel} > 0; {fuel}--) {{")
    else:
        w.line("do {")
    _body(w, size, rounds)
    w.line(f"}} while (--{fuel} > 0 && ({guard}));" if kind == 3 else "}")
    return True


def _infinite(w: Writer, size: int) -> bool:
    """``for (;;)`` and ``while (1)`` that are left by ``break``."""
    if not _may_loop(w):
        return False
    fuel, rounds = w.fresh("t"), w.rng.randrange(1, 5)
    w.line(f"unsigned {fuel} = 0;")
    w.line(w.rng.choice(["for (;;) {", "while (1) {"]))
    w.line(f"  if (++{fuel} > {rounds}) break;")
    _body(w, size, rounds)
    w.line("}")
    return True


def _labels(w: Writer) -> list[str]:
    values = w.rng.sample(range(8), w.rng.randrange(1, 6))
    spelled = [w.rng.choice([str(v), hex(v), f"'\\{v}'", f"{v}u", f"{v} + 0LL"]) for v in values]
    free = [name for name, value in w.enumerators.items() if value not in values]
    return spelled + ([w.rng.choice(sorted(free))] if free and w.chance(30) else [])


def _switch(w: Writer, size: int) -> bool:
    """Cases in any order that may fall through; what one declares, the next ones must not read."""
    selector = w.rng.choice(["({}) & 7", "({}) % 5", "(unsigned char)({})", "(_Bool)({})", "({})"]).format(full(w))
    labels = [f"case {label}:" for label in _labels(w)]
    if w.chance(70):
        labels.insert(w.rng.randrange(len(labels) + 1), "default:")
    w.line(f"switch ({selector}) {{")
    before, w.breakable = w.breakable, True
    w.scopes.append(Scope())
    if w.chance(15):
        w.line("  long long unreached = 5; unreached++;")
    for label in labels:
        _labelled(w, label, max(1, size // len(labels)))
        if w.chance(65):
            w.line("  break;")
    w.line(w.rng.choice(["  ;", "  ;", "  break;"]))
    w.scopes.pop()
    w.breakable = before
    w.line("}")
    return True


def _region(w: Writer, size: int) -> None:
    """Statements of the current block that may be jumped over or into: their variables are not used afterwards."""
    scope, known = w.scopes[-1], dict(w.scopes[-1].usable)
    w.indent += 1
    w.regions += 1
    statements(w, size)
    w.regions -= 1
    w.indent -= 1
    scope.usable = known


def _labelled(w: Writer, label: str, size: int) -> None:
    """A label belongs to a statement: before a declaration stands an empty one."""
    w.line(label)
    here = len(w.lines)
    _region(w, size)
    first = w.lines[here].split()[0]
    if first in ("static", "const", "volatile", "register", "unsigned", "signed", "enum", "heat", "word", *w.types):
        w.lines[here - 1] += ";"


def _duff(w: Writer, size: int) -> bool:
    if not _may_loop(w) or not w.shape.jumps:
        return False
    fuel, rounds = w.fresh("t"), w.rng.randrange(1, 4)
    before, w.breakable = (w.weight, w.loop_depth, w.breakable), True
    w.line(f"int {fuel} = {rounds};")
    w.line(f"switch (({full(w)}) & 3) {{")
    w.line("case 0: do {")
    w.weight, w.loop_depth = w.weight * rounds, w.loop_depth + 1
    w.scopes.append(Scope())
    for label in ["", "case 3:", "default:", "case 1:"]:
        _labelled(w, label, max(1, size // 4))
    w.scopes.pop()
    w.weight, w.loop_depth, w.breakable = before
    w.line(f"  }} while (--{fuel} > 0);")
    w.line("}")
    return True


def _goto_forward(w: Writer, size: int) -> bool:
    if not w.shape.jumps:
        return False
    label = w.fresh("L")
    w.line(f"if ({full(w)}) goto {label};")
    _region(w, size)
    w.line(f"{label}:;")
    return True


def _goto_backward(w: Writer, size: int) -> bool:
    if not w.shape.jumps or not _may_loop(w):
        return False
    label, fuel, rounds = w.fresh("L"), w.fresh("t"), w.rng.randrange(1, 4)
    w.line(f"int {fuel} = {rounds};")
    w.line(f"{label}:;")
    before = w.weight
    w.weight *= rounds
    _region(w, size)
    w.weight = before
    w.line(f"if ({full(w)} && --{fuel} > 0) goto {label};" if w.chance(50) else f"if (--{fuel} > 0) goto {label};")
    return True


def _goto_into_loop(w: Writer, size: int) -> bool:
    if not w.shape.jumps or not _may_loop(w):
        return False
    label, fuel, rounds = w.fresh("L"), w.fresh("t"), w.rng.randrange(1, 4)
    w.line(f"int {fuel} = {rounds};")
    w.line(f"if ({full(w)}) goto {label};")
    w.line(f"while ({fuel}-- > 0) {{")
    _body(w, max(1, size // 2), rounds)
    w.line("}")
    w.line(f"for (; {fuel} > -{rounds}; {fuel}--) {{")
    w.line("  {")
    _body(w, 1, rounds)
    w.line("  }")
    w.line(f"{label}:;")
    _body(w, max(1, size // 2), rounds)
    w.line("}")
    return True


_SIMPLE: list[Callable[[Writer, int], bool]] = [
    _assign, _assign, _assign, _assign, _effect, _step, _declare, _declare, _declare, _declare_static, _declare_array,
    _declare_late, _input, _input, _input, _error, _error, _end, _call, _call, _call, _leave, _leave,
    _statement_expression, _mix, _mix,
]  # fmt: skip
_COMPOUND: list[Callable[[Writer, int], bool]] = [
    _if, _if, _if, _block, _for, _for, _for, _while, _while, _infinite, _switch, _switch, _duff, _goto_forward,
    _goto_backward, _goto_into_loop,
]  # fmt: skip
