"""One program, three witnesses: the interpreter, the original compiled, the printed program compiled."""

from __future__ import annotations

import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from corpus import forking
from corpus.conventions import SUBJECT
from corpus.forking import Ended, Report
from coveriflow.execution.native.compiler import find_compiler, reference_flags
from coveriflow.execution.native.harness import harnessed
from coveriflow.execution.processes.child_process import Bounds, run_tool
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.declarations.input_types import INPUT_PREFIX
from coveriflow.program.expressions.float_arithmetic import converted
from coveriflow.program.interpreter.interpreter import End, Execution, Inputs, Interpreter
from coveriflow.program.printing.memory import shows_addresses
from coveriflow.program.printing.names import Names, chosen_names, input_function
from coveriflow.program.printing.printer import printed
from coveriflow.program.text.outlines import outline
from coveriflow.program.text.violations import calls_of
from coveriflow.program.types.c_types import INT, Array, Floating, Integer, Pointer, Scalar
from coveriflow.program.types.data_model import DataModel

VECTORS = 20
STEPS = 30_000
_LONG = 3
"""So many vectors that the interpreter has no time for are run."""
_READ = 60
"""Inputs of a vector."""
_EDGES = (0, 1, 2, 3, 5, 7, -1, -2, 127, 128, 255, 32768, 65535, 2**31, 2**31 - 1, 2**32 - 1, 2**63, 2**64 - 1)
_STYLES = ((0, 2), (0, 4), (-3, 12), (0, 256), (-(2**31), 2**31))
_HIDDEN = {"zero": (0, 1), "one": (1, 2), "few": (0, 6), "any": (-(2**31), 2**31)}
"""Ways to choose hidden inputs."""
_UNDEFINED = re.compile(r"the undefined function (\w+)")
_INTS = (f"{INPUT_PREFIX}int", f"{INPUT_PREFIX}bool")
_SIGABRT, _SIGILL, _SIGALRM, _SIGPROF = 6, 4, 14, 27
_COMPILED = Bounds(seconds=60, memory=4 << 30)
_RAN = Bounds(seconds=60, memory=4 << 30, output=1 << 20)
_TOLERANT = ("-w", "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion")
_LINKED = ("-lm", "-lpthread")
_UNRESOLVED = ("-no-pie", "-Wl,-z,lazy", "-Wl,--unresolved-symbols=ignore-all")
_ATTEMPTS = (("-std=gnu11",), ("-std=gnu90",), ("-std=gnu11", *_UNRESOLVED))
"""Before functions are missing that are never called, C90's meaning of ``inline`` may give them a body."""
_TELLING = re.compile(r"(?m)^.*(?:\berror: |undefined reference|multiple definition).*$")


_NO_STATUS = -1


_NEVER_BACK = re.compile(r"\b__VERIFIER_(?:nondet_\w+|assume)\s*\([^;{}]*noreturn")


class NotCompiled(Exception):
    """gcc refuses a text; the message is its first error."""


@dataclass(frozen=True)
class Compiled:
    """An executable. ``lacks_functions``: it crashes where it calls one that nobody defines. ``shows_globals``: at its
    end it tells what they hold.
    """

    path: str
    lacks_functions: bool
    shows_globals: bool


@dataclass(frozen=True)
class Outcome:
    """How an execution ended: ``end``, exit status or signal, inputs read, hashes of their names and of globals."""

    end: str
    status: int
    taken: int
    names: int
    globals: int | None

    def differs(self, other: Outcome) -> str:
        """In what it differs from ``other``; empty if in nothing that both know."""
        pairs: list[tuple[str, object, object]] = [("end", self.end, other.end)]
        if _NO_STATUS not in (self.status, other.status):
            pairs.append(("status", self.status, other.status))
        pairs += [("inputs", self.taken, other.taken), ("names of inputs", self.names, other.names)]
        if self.globals is not None and other.globals is not None:
            pairs.append(("globals", self.globals, other.globals))
        return next((f"{what}: {one} and {another}" for what, one, another in pairs if one != another), "")


@dataclass
class Comparison:
    """``fates``: of each vector. ``differences``: a sentence for each vector on which the witnesses disagree.
    ``doubts``: for each on which that may be by what only a compiled program knows (library, stack, addresses).
    """

    fates: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Vector:
    """``visible`` and ``all`` values that the interpreter read. ``certain``: no hidden input matters; ``defined``: no
    memory that was never written does. ``rest``: further inputs, for which the interpreter had no time.
    """

    execution: Execution
    visible: list[int]
    all: list[int]
    certain: bool
    defined: bool
    rest: list[int]

    @property
    def is_only(self) -> bool:
        """The program reads nothing: it has one execution."""
        return not self.all and not self.rest


def compared(cfa: Cfa, sources: Sequence[tuple[str, str]], seed: str, prepared: Path) -> Comparison:
    """Print ``cfa``, compile both, run all. ``prepared``: where the runtime is. ``NotCompiled``, for the original
    ``ValueError``.
    """
    text = printed(cfa).text
    if any(_NEVER_BACK.search(source) for _, source in sources):
        raise ValueError("an input function that is declared not to return: what it returns to is not there")
    if undeclared := _undeclared(sources):
        raise ValueError(f"an input function that is not declared: to gcc it returns int: {undeclared}")
    with tempfile.TemporaryDirectory(prefix="printing-") as name:
        folder = Path(name)
        try:
            dump = _dump(cfa, None) if len(sources) == 1 else None
            original = _compiled(sources, cfa, dump, folder / "original", prepared, *_TOLERANT)
        except NotCompiled as error:
            raise ValueError(f"the original: {error}") from error
        names = chosen_names(cfa)
        ours = _compiled([("printed.c", text)], cfa, _dump(cfa, names.variables), folder / "printed", prepared, "-w")
        return _Comparing(cfa, names, seed, original, ours, Interpreter(cfa, keep_trace=False)).comparison()


def _undeclared(sources: Sequence[tuple[str, str]]) -> str:
    """An input function whose type is not that of an undeclared function, and which no text declares."""
    outlines = [outline(text) for _, text in sources]
    known = {name for seen in outlines for name in (*seen.declared, *(name for name, _ in seen.bodies), *_INTS)}
    return next((n for o in outlines for n in sorted(o.used) if n.startswith(INPUT_PREFIX) and n not in known), "")


# --- compiling ------------------------------------------------------------------------------------------------------


def _compiled(
    sources: Sequence[tuple[str, str]], cfa: Cfa, dump: str | None, program: Path, prepared: Path, *flags: str
) -> Compiled:
    texts = harnessed(sources, calls_of(SUBJECT), forking.DECLARED)
    *own, last = [forking.naming(text) for text in texts]
    if dump is not None:
        own[-1] += dump
    last += "".join(_stubs(cfa)) + (_main(cfa) if cfa.entry_function != "main" else "")
    files = [program.with_name(f"{program.name}{number}.i") for number in range(len(own))]
    for file, text in zip(files, own, strict=True):
        file.write_bytes(text.encode(errors="surrogateescape"))
    harness = program.with_name(f"{program.name}.harness.c")
    harness.write_text(last)
    compiler = find_compiler()
    if compiler is None:
        raise ValueError("there is no compiler")
    runtime = _runtime(prepared, cfa.data_model)
    wrapping = () if cfa.entry_function == "main" else ("-Wl,--wrap=main",)
    inputs = ("-x", "cpp-output", *map(str, files), "-x", "c", str(harness), "-x", "none", runtime)
    complaints = []
    for dialect, *missing in _ATTEMPTS:
        command = (*compiler.command, dialect, *flags, *reference_flags(cfa.data_model), *inputs, "-o", str(program))
        done = run_tool((*command, *missing, *wrapping, *_LINKED), b"", _COMPILED)
        if done.status == 0:
            return Compiled(str(program), lacks_functions=bool(missing), shows_globals=dump is not None)
        complaints.append(_complaint(done.errors))
    raise NotCompiled(complaints[0])


def make_runtime(folder: Path) -> None:
    """Compile the runtime for every data model that the compiler knows."""
    compiler = find_compiler()
    if compiler is None:
        return
    for model in DataModel:
        what = ("-w", "-x", "c", "-c", "-", "-o", _runtime(folder, model))
        run_tool((*compiler.command, *reference_flags(model), *what), forking.RUNTIME.encode(), _COMPILED)


def _runtime(folder: Path, model: DataModel) -> str:
    return str(folder / f"runtime-{model.value}.o")


def _complaint(errors: bytes) -> str:
    text = errors.decode(errors="replace")
    found = _TELLING.search(text)
    return found[0] if found else text[:200]


def _main(cfa: Cfa) -> str:
    return f"extern int {cfa.entry_function}();\nint __wrap_main(void) {{ return {cfa.entry_function}(); }}\n"


def _stubs(cfa: Cfa) -> Iterator[str]:
    """Functions without a body, as the automaton takes them: each returns the same unknown value in one execution."""
    names = [found[1] for found in map(_UNDEFINED.match, cfa.assumptions) if found]
    types = {e.operation.source: e.operation.type for e in cfa.edges if isinstance(e.operation, Input)}
    for name in names:
        type_ = types.get(name)
        result = "void" if type_ is None else "void *" if isinstance(type_, Pointer) else str(type_)
        body = "" if type_ is None else f"return ({result}){_FIXED};"
        yield f"__attribute__((weak)) {result} {name}(void) {{ {body} }}\n"


_WITHOUT_BODY = (InputKind.UNDEFINED, InputKind.LIBRARY)
_FIXED = 1
"""What undefined functions return."""


def _dump(cfa: Cfa, names: Mapping[str, str] | None) -> str:
    calls = []
    for name, type_, length in _integers(cfa):
        written = name if names is None else names[name]
        calls.append(f"__coveriflow_hash(&{written}, {length * type_.width // 8}UL);")
    head = "\nextern void __coveriflow_hash(const void *, unsigned long);\n"
    return f"{head}void {forking.DUMP}(void) {{ {' '.join(calls)} }}\n"


def _integers(cfa: Cfa) -> Iterator[tuple[str, Integer, int]]:
    """Global integers, and arrays of them, that the program has at file scope; none where they may show addresses, nor
    those whose name means something else in another file.
    """
    if shows_addresses(cfa):
        return
    known = Counter(each.variable.name.partition(".")[0] for each in cfa.globals)
    for each in cfa.globals:
        name, type_ = each.variable.name, each.variable.type
        element, length = (type_.element, type_.length) if isinstance(type_, Array) else (type_, 1)
        if isinstance(element, Integer) and re.fullmatch(r"[A-Za-z_]\w*", name) and known[name] == 1:
            yield name, element, length


# --- running --------------------------------------------------------------------------------------------------------


@dataclass
class _Comparing:
    cfa: Cfa
    names: Names
    seed: str
    original: Compiled
    printed: Compiled
    interpreter: Interpreter

    def comparison(self) -> Comparison:
        found = Comparison()
        vectors: list[_Vector] = []
        for number in range(VECTORS):
            vector = self._vector(number)
            if vector.execution.end in (End.UNDEFINED, End.UNSUPPORTED):
                found.fates[vector.execution.end.value] += 1
            elif vector.execution.end is End.TOO_LONG and len(vector.all) != len(vector.visible):
                found.fates["too long for the interpreter, with hidden inputs"] += 1
            elif vector.execution.end is not End.TOO_LONG or sum(map(_is_long, vectors)) < _LONG:
                vectors.append(vector)
            else:
                found.fates["too long for the interpreter"] += 1
            if vector.is_only:
                break
        first = _run(self.original, [v.visible + v.rest for v in vectors])
        second = _run(self.printed, [v.all + v.rest for v in vectors])
        for vector, original, ours in zip(vectors, first, second, strict=True):
            seen = _outcome(original)
            seen = seen if self.original.shows_globals else replace(seen, globals=None)
            self._judge(found, vector, seen, _outcome(ours))
        return found

    def _judge(self, found: Comparison, vector: _Vector, original: Outcome, ours: Outcome) -> None:
        if vector.execution.end is End.TOO_LONG:
            if "TOO LONG" in (original.end, ours.end):
                found.fates["does not end in the limit"] += 1
                return
            difference = original.differs(ours)
            if difference and self._settled(vector) is End.UNDEFINED:
                found.fates["undefined behaviour"] += 1
                return
            self._note(found, "the original and the printed program", difference, vector)
            return
        if "TOO LONG" in (original.end, ours.end):
            found.fates["compiled too slow"] += 1
            return
        if original.end == "SIGNAL" and self.original.lacks_functions:
            found.fates["calls a function that nobody defines"] += 1
            return
        wanted, visible = self._wanted(vector, whole=True), self._wanted(vector, whole=False)
        if not vector.defined:
            found.fates["depends on memory that was never written"] += 1
            return
        wrong = ours.differs(wanted)
        if wrong or not vector.certain or not original.differs(visible):
            self._note(found, "the printed program and the interpreter", wrong, vector)
            return
        if vector.execution.inputs and any(map(_is_hidden, (e for e, _ in vector.execution.inputs))):
            found.fates["the original differs, perhaps by hidden inputs"] += 1
            found.doubts.append(f"the original and the interpreter: {original.differs(visible)}")
            return
        self._note(found, "the original and the interpreter", original.differs(visible), vector)

    def _settled(self, vector: _Vector) -> End:
        """How an execution that was too long ends, with more time."""
        return self.interpreter.run([*vector.all, *vector.rest], 100 * STEPS).end

    def _note(self, found: Comparison, who: str, difference: str, vector: _Vector) -> None:
        if difference and shows_addresses(self.cfa):
            found.fates["different, perhaps by the numbers of addresses"] += 1
            found.doubts.append(f"{who}: {difference}")
            return
        if difference and (reason := self._left_open()):
            found.fates[reason] += 1
            found.doubts.append(f"{who}: {difference}")
            return
        found.fates["different" if difference else "equal"] += 1
        if difference:
            found.differences.append(f"{who}: {difference}; inputs {(vector.all + vector.rest)[:12]}")

    def _left_open(self) -> str:
        """Why the compiled programs may do something else, if they may."""
        if any("is called, not that of the C library" in assumption for assumption in self.cfa.assumptions):
            return "different, with a function of a name of the C library"
        functions = {each.variable.name[1:] for each in self.cfa.objects if each.variable.name.startswith("&")}
        if self.original.lacks_functions and functions - self.cfa.functions.keys():
            return "different, with the address of a function that nobody defines"
        return ""

    def _wanted(self, vector: _Vector, *, whole: bool) -> Outcome:
        execution = vector.execution
        read = [e.operation for e, _ in execution.inputs if isinstance(e.operation, Input)]
        taken = [o for o in read if whole or o.kind is InputKind.CALL]
        name = self.names.input_function if whole else input_function
        names = forking.hashed(f"{name(o)}\n".encode() for o in taken)
        end, status = self._end(execution)
        return Outcome(end, status, len(taken), names, self._globals(execution) if end != "STOPPED" else None)

    def _globals(self, execution: Execution) -> int:
        memory = execution.memory
        parts = []
        for name, type_, length in _integers(self.cfa):
            is_array = any(g.variable.name == name and isinstance(g.variable.type, Array) for g in self.cfa.globals)
            values = [memory.get((name, i), 0) for i in range(length)] if is_array else [memory.get(name, 0)]
            parts += [(value % (1 << type_.width)).to_bytes(type_.width // 8, "little") for value in values]
        return forking.hashed(parts)

    def _vector(self, number: int) -> _Vector:
        interpreter = self.interpreter
        first = interpreter.run(self._inputs(number, "any"), STEPS)
        certain = defined = True
        if any(_is_hidden(edge) for edge, _ in first.inputs):
            others = (interpreter.run(self._inputs(number, hidden), STEPS) for hidden in _HIDDEN)
            certain = all(self._looks(other) == self._looks(first) for other in others)
        if any(g.unknown for g in self.cfa.globals):
            filled = interpreter.run(self._inputs(number, "any"), STEPS, filler=0xA5)
            defined = self._looks(first) == self._looks(filled)
        values = [value for _, value in first.inputs]
        visible = [value for edge, value in first.inputs if not _is_hidden(edge)]
        rng = random.Random(f"{self.seed} {number} rest")
        rest = [_integer(rng, number) for _ in range(_READ)] if first.end is End.TOO_LONG else []
        return _Vector(first, visible, values, certain, defined, rest)

    def _end(self, execution: Execution) -> tuple[str, int]:
        """The exit status of an entry function whose result is no integer means nothing."""
        end, status = _end(execution)
        result = self.cfa.functions[self.cfa.entry_function].result
        is_status = result is not None and isinstance(result.type, Integer)
        return end, _NO_STATUS if execution.end is End.RETURNED and not is_status else status

    def _looks(self, execution: Execution) -> tuple[object, ...]:
        visible = [value for edge, value in execution.inputs if not _is_hidden(edge)]
        return (*self._end(execution), visible, self._globals(execution))

    def _inputs(self, number: int, hidden: str) -> Inputs:
        """Those that the program asks for depend on ``number`` only, hidden ones on ``hidden`` too."""
        shown, unseen = random.Random(f"{self.seed} {number}"), random.Random(f"{self.seed} {number} {hidden}")
        left = [_READ]
        undefined = {found[1] for found in map(_UNDEFINED.match, self.cfa.assumptions) if found}

        def following(edge: Edge) -> int | None:
            assert isinstance(edge.operation, Input)
            operation = edge.operation
            if operation.kind in _WITHOUT_BODY and operation.source in undefined:
                return _as(operation.type, _FIXED)
            if operation.kind is not InputKind.CALL:
                return _as(operation.type, unseen.randrange(*_HIDDEN[hidden]))
            left[0] -= 1
            return _any(operation.type, shown, number) if left[0] >= 0 else None

        return following


def _is_long(vector: _Vector) -> bool:
    return vector.execution.end is End.TOO_LONG


def _is_hidden(edge: Edge) -> bool:
    return isinstance(edge.operation, Input) and edge.operation.kind is not InputKind.CALL


def _as(type_: Scalar, value: int) -> int:
    if isinstance(type_, Floating):
        pattern = converted(value, INT, type_)
        assert pattern is not None
        return pattern
    return type_.wrap(value)


def _any(type_: Scalar, rng: random.Random, style: int) -> int:
    if isinstance(type_, Pointer):
        return 0
    if isinstance(type_, Floating):
        return _as(type_, rng.randrange(-4, 12) if rng.random() < 0.7 else rng.randrange(-(2**31), 2**31))
    return type_.wrap(_integer(rng, style))


def _integer(rng: random.Random, style: int) -> int:
    if style % 7 < len(_STYLES):
        return rng.randrange(*_STYLES[style % 7])
    return rng.choice([*_EDGES, rng.getrandbits(8), rng.getrandbits(64)])


def _end(execution: Execution) -> tuple[str, int]:
    match execution.end:
        case End.RETURNED:
            return "EXITED", (execution.status or 0) & 255
        case End.STOPPED if execution.status is not None:
            return "EXITED", execution.status & 255
        case _:
            return execution.end.name, 0


def _run(program: Compiled, lists: Sequence[Sequence[int]]) -> list[Report]:
    done = run_tool((program.path,), forking.requests(lists), _RAN)
    found = forking.reports(done.output)
    if len(found) != len(lists):
        raise ValueError(f"the harness served {len(found)} of {len(lists)} requests: {done}")
    return found


def _outcome(report: Report) -> Outcome:
    signal, status = report.status & 127, report.status >> 8 & 255
    end, number = "SIGNAL", signal
    if signal in (_SIGPROF, _SIGALRM):
        end, number = "TOO LONG", 0
    elif report.ended in (Ended.ERROR, Ended.EXHAUSTED, Ended.ASSUMPTION):
        end, number = ("STOPPED" if report.ended is Ended.ASSUMPTION else report.ended.name), 0
    elif signal in (_SIGABRT, _SIGILL):
        end, number = "STOPPED", 0
    elif signal == 0:
        end, number = "EXITED", status
    known = report.ended is not Ended.UNKNOWN and end in ("ERROR", "EXHAUSTED", "EXITED")
    return Outcome(end, number, report.taken, report.names, report.globals if known else None)
