"""Programs of CoVeriTeam as flows: what is translated, and what is refused."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.actors import bmc, reduce, tool
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composition, IfThenElse, Parallel, Portfolio, Repeat
from coveriflow.actors.questions import DECIDED, VerdictIs
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows.compositions import confirmed
from coveriflow.flows.cvt.translation import Translated, translated
from coveriflow.flows.cvt.writing import written
from coveriflow.formats.tools.cvt import read_cvt
from coveriflow.program.errors import InputError

PROGRAMS = Path(__file__).with_name("programs")
UNKNOWN = VerdictIs((Verdict.UNKNOWN,))
CPA, AUTOMIZER, CBMC = tool("cpachecker", "svcomp"), tool("ultimate-automizer"), tool("cbmc")
VERIFIER = 'v = ActorFactory.create(ProgramVerifier, "cbmc.yml");\n'
GIVEN = (
    "p = ArtifactFactory.create(CProgram, path);\ns = ArtifactFactory.create(BehaviorSpecification, spec_path);\n"
    "i = {'program': p, 'spec': s};\n"
)


def of(text: str, inputs: dict[str, str] | None = None, used: dict[str, str] | None = None) -> Translated:
    return translated(read_cvt(text.encode(), "a.cvt"), "mine", inputs or {}, used or {}, "a.cvt")


def defined(flow: Translated) -> Flow:
    """The flow as the Python file has it."""
    module: dict[str, Any] = {}
    exec(compile(written(flow, "a.cvt"), "mine.py", "exec"), module)
    found = module["flow"]
    assert isinstance(found, Flow)
    return found


@pytest.mark.parametrize("name", sorted(path.stem for path in PROGRAMS.glob("*.cvt")))
def test_golden(name: str) -> None:
    """The Python files are what the programs were translated to when somebody last looked."""
    source, expected = PROGRAMS / f"{name}.cvt", PROGRAMS / f"{name}.py.txt"
    flow = translated(read_cvt(source.read_bytes(), source.name), name, {"verifier": "tools/2ls.yml"}, {}, source.name)
    text = written(flow, source.name)
    assert text == expected.read_text()
    assert defined(flow) == flow.flow


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("v", CBMC),
        ("SEQUENCE(v, ITE(ELEMENTOF(verdict, {UNKNOWN}), w))", CBMC >> IfThenElse(UNKNOWN, AUTOMIZER)),
        ("ITE(ELEMENTOF(verdict, {TRUE}), v, w)", IfThenElse(VerdictIs((Verdict.TRUE,)), CBMC, AUTOMIZER)),
        ("SEQUENCE(v, ITE(NOT ELEMENTOF(verdict, {TRUE, FALSE}), w, Copy({'verdict': Verdict})))",
         CBMC >> IfThenElse(UNKNOWN, AUTOMIZER)),
        ("SEQUENCE(v, ITE(ELEMENTOF(verdict, {TRUE, FALSE}), Identity({'verdict'}), w))",
         CBMC >> IfThenElse(UNKNOWN, AUTOMIZER)),
        ("SEQUENCE(v, ITE(ELEMENTOF(verdict, {TRUE}) OR NOT ELEMENTOF(verdict, {TRUE, UNKNOWN}), w))",
         CBMC >> IfThenElse(DECIDED, AUTOMIZER)),
        ("SEQUENCE(v, ITE(ELEMENTOF(verdict, {TRUE, UNKNOWN}) AND ELEMENTOF(verdict, {UNKNOWN, ERROR}), w))",
         CBMC >> IfThenElse(UNKNOWN, AUTOMIZER)),
        ("PARALLEL(v, w)", Parallel((CBMC, AUTOMIZER))),
        ("PARALLEL(v, Identity({'witness'}))", CBMC),
        ("PARALLEL_PORTFOLIO(v, w, ELEMENTOF(verdict, {TRUE, FALSE}))", CBMC | AUTOMIZER),
        ("PARALLEL_PORTFOLIO(v, w, ELEMENTOF(verdict, {FALSE}))",
         Portfolio((CBMC, AUTOMIZER), VerdictIs((Verdict.FALSE,)))),
        ("REPEAT(ELEMENTOF(verdict, {TRUE, FALSE}), v)", Repeat(CBMC, DECIDED, 100)),
        ("SEQUENCE(PARALLEL_PORTFOLIO(v, w, ELEMENTOF(verdict, {TRUE, FALSE})), PARALLEL(v, w))",
         (CBMC | AUTOMIZER) >> (CBMC & AUTOMIZER)),
        ("chain(v, chain(w, v))", CBMC >> AUTOMIZER >> CBMC),
    ],
)  # fmt: skip
def test_compositions(expression: str, expected: Composition) -> None:
    second = 'w = ActorFactory.create(ProgramVerifier, "x/uautomizer.yml", "default");\n'
    chain = "fun chain(a, b) { /* as it says */ both = SEQUENCE(a, b); return both; }\n"
    for statement in (f"execute({expression}, i);", f"c = {expression}; r = execute(c, i); print(r);"):
        flow = of(chain + VERIFIER + second + GIVEN + statement)
        assert flow.flow == Flow("mine", expected)
        assert defined(flow) == flow.flow
        assert flow.notes == (("cycles end after 100 rounds",) if "REPEAT" in expression else ())


def test_artifacts_from_the_user() -> None:
    text = (
        'r = ActorFactory.create(CMCReducer, "../actors/cmc-reducer.yml");\n'
        "c = ArtifactFactory.create(Condition, a_path);\n"
        "p = ArtifactFactory.create(CProgram, a_path, ILP32);\n"
    )
    flow = of(text + VERIFIER + "execute(SEQUENCE(r, v), {'program': p, 'condition': c});")
    assert flow.flow == Flow("mine", reduce() >> CBMC, (Task, Condition))
    assert defined(flow) == flow.flow
    assert flow.notes == ("the data model is ILP32: give --data-model ILP32", "beside the program it takes: Condition")


def test_own_verifiers_are_used_where_the_user_wants_that() -> None:
    flow = of(VERIFIER + GIVEN + "execute(v, i);", used={"cbmc": "bmc"})
    assert flow.flow == Flow("mine", confirmed(bmc()))
    assert defined(flow) == flow.flow
    assert of(VERIFIER + GIVEN + "execute(v, i);", used={"cbmc": "cpachecker:svcomp"}).flow == Flow("mine", CPA)


def test_variables_that_the_user_sets() -> None:
    text = "v = ActorFactory.create(ProgramVerifier, where, which);\n" + GIVEN + "execute(v, i);"
    flow = of(text, {"where": "a/b/cbmc.yml", "which": "6.1"})
    assert flow.flow == Flow("mine", CBMC)
    assert flow.notes == ("a/b/cbmc.yml: version 6.1 is required; the installed version is used",)


def test_the_same_for_another_program() -> None:
    text = VERIFIER + GIVEN + "q = ArtifactFactory.create(CProgram, path, LP64); execute(v, i);"
    flow = of(text + "execute(v, {'program': q, 'spec': s});")
    assert flow.flow == Flow("mine", CBMC)
    assert "run the flow for each program" in flow.notes[-1]


@pytest.mark.parametrize("name", ["flow", "value", "lambda", "tool", "Flow"])
def test_names_that_python_has_already(name: str) -> None:
    flow = of(VERIFIER + GIVEN + f"{name} = SEQUENCE(v, v); execute({name}, i);")
    assert defined(flow) == flow.flow == Flow("mine", CBMC >> CBMC)


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("v = ;", "';' is not expected here", (1, 5)),
        ("v = f(", "ends in the middle", (1, 6)),
        ("v = 'x", "is not expected here", (1, 5)),
        ("\n  ?", "'?' is not expected here", (2, 3)),
        ("", "nothing is executed", (0, 0)),
        ("return 1x;", "not expected", (1, 8)),
        ('return "x";', "'return' is for functions", (1, 1)),
        ("a = b;", "'b' is set nowhere; --input b=VALUE does that", (1, 5)),
        ("a = f(b);", "'f' is neither a function", (1, 5)),
        ("a = execute(x).y;", "'.' is not expected here", (1, 15)),
        ("a = x.actordef;", "known only when the flow has run", (1, 5)),
        ("a = Rename({'x': 'y'});", "Rename has no counterpart: artifacts are found by their kind", (1, 5)),
        ("a = ITE(INSTANCEOF(t, TestSuite), b);", "INSTANCEOF has no counterpart", (1, 9)),
        ("a = ITE('x' == 'y', b);", "artifacts cannot be compared", (1, 9)),
        ("a = ITE(ELEMENTOF(other, {TRUE}), b);", "only the last verdict", (1, 19)),
        ("a = ELEMENTOF(verdict, {TRUE, MAYBE});", "'MAYBE' is no verdict: TRUE, FALSE, UNKNOWN are", (1, 31)),
        ("a = ELEMENTOF(verdict, {TRUE, TIMEOUT});", "TIMEOUT is 'unknown' here", (1, 31)),
        ("a = ELEMENTOF(verdict);", "ELEMENTOF takes 2 arguments, and here are 1", (1, 5)),
        ('a = ActorFactory.create(ProgramVerifier, "no.yml");', "--use no=ACTOR names one", (1, 42)),
        ('a = ActorFactory.create(Guesser, "cbmc.yml");', "actors of the type Guesser have no", (1, 34)),
        ("a = ArtifactFactory.create(JavaProgram, p);", "of the kind JavaProgram have no counterpart", (1, 28)),
        ("fun f(x) { return f(x); }\na = f(f(f));", "'f' is set nowhere", (2, 9)),
        ('fun f(x) { return f(x); }\na = f("x");', "'f' calls itself", (1, 19)),
        ('fun f(x) { y = x; }\na = f("x");', "'f' returns nothing", (1, 1)),
        (VERIFIER + "execute(v, v);", "the inputs of an execution are artifacts", (2, 12)),
        (VERIFIER + GIVEN + "execute(i, i);", "an actor is expected here", (5, 9)),
        (VERIFIER + GIVEN + "execute(Identity({'x'}), i);", "execute needs actors that do something", (5, 1)),
        (VERIFIER + GIVEN + "execute(v, i); execute(SEQUENCE(v, v), i);", "executes a second one", (5, 16)),
        (VERIFIER + GIVEN + 'w = ActorFactory.create(CMCReducer, "cmc-reducer.yml");\n'
         "execute(SEQUENCE(v, w), i);", "reduce needs a Condition", (6, 1)),
        ("(" * 60, "more than 50 brackets", (1, 0)),
    ],
)  # fmt: skip
def test_refused(text: str, message: str, place: tuple[int, int]) -> None:
    with pytest.raises(InputError) as caught:
        of(text)
    assert message in caught.value.message
    span = caught.value.span
    assert span is not None
    assert (span.file, span.line, span.column) == ("a.cvt", *place)


def test_what_doubles_at_each_call_is_refused_in_time() -> None:
    functions = "fun f0(x) { return SEQUENCE(x, x); }\n"
    functions += "".join(f"fun f{n}(x) {{ return SEQUENCE(f{n - 1}(x), f{n - 1}(x)); }}\n" for n in range(1, 30))
    with pytest.raises(InputError, match="calls"):
        of(functions + VERIFIER + GIVEN + "execute(f29(v), i);")


ASKED = "ELEMENTOF(verdict, {TRUE})"
MANY = range(1000)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (f"execute(SEQUENCE(v, ITE({'NOT ' * 1000}{ASKED}, v)), i);", "operators in a statement"),
        (f"execute(SEQUENCE(v, ITE({' AND '.join([ASKED] * 1000)}, v)), i);", "operators in a statement"),
        (f"execute(SEQUENCE({', '.join(['v'] * 1000)}), i);", ""),
        ("".join(f"v = ITE({ASKED}, v);\n" for _ in MANY) + "execute(SEQUENCE(w, v), i);", "within each other"),
        ("".join("v = SEQUENCE(v, v);\n" for _ in range(12)) + "execute(v, i);", ""),
        ("".join("v = PARALLEL(v, v);\n" for _ in range(15)) + "execute(v, i);", "in all"),
    ],
)  # fmt: skip
def test_what_is_deep_or_large_is_bounded_by_count(text: str, refused: str) -> None:
    """Thousands of operators within each other are refused with a sentence, those side by side are read."""
    program = f"{VERIFIER}{VERIFIER.replace('v =', 'w =')}{GIVEN}{text}"
    if not refused:
        assert of(program).flow.name == "mine"
        return
    with pytest.raises(InputError, match=refused):
        of(program)


def test_any_bytes_are_read_or_refused() -> None:
    for data in (b"\xff", b"\0", b"a" * (2 << 20), b"/*", b'"', b"a = b"):
        with pytest.raises(InputError):
            read_cvt(data, "a.cvt")


LINE_ENDS = "\r\f\v\x00\x1a\x1c\x1d\x1e\x85\u2028\u2029\t\\'#"
hostile = st.text(st.one_of(st.sampled_from(LINE_ENDS), st.characters(exclude_characters='"\n')), max_size=12)


@settings(max_examples=60, deadline=None)
@given(hostile, hostile)
def test_nothing_of_a_program_s_text_is_code(one: str, other: str) -> None:
    """What is written has statements that import and assign what we know, and no others."""
    bad = f"{one}\rimport os\x0cos._exit(0)\x85{other}"
    verifier = f'v = ActorFactory.create(ProgramVerifier, "cbmc.yml", "{bad}");\n'
    try:
        flow = of(verifier + GIVEN + "execute(v, i);")
    except (InputError, UnicodeEncodeError):
        flow = of(VERIFIER + GIVEN + "execute(v, i);")
    flow = replace(flow, notes=(*flow.notes, bad, one, other))
    module = ast.parse(written(flow, f"{bad}.cvt"))
    assert all(isinstance(each, ast.ImportFrom | ast.Assign) for each in module.body)
    assert "os" not in {node.id for node in ast.walk(module) if isinstance(node, ast.Name)}


def test_a_note_stays_in_its_comment() -> None:
    """Whatever ends a line for Python, or for an editor."""
    flow = of(VERIFIER + GIVEN + "execute(v, i);")
    for end in ("\r", "\n", "\f", "\v", "\x1c", "\x85", "\u2028"):
        text = written(replace(flow, notes=(f"version 1{end}raise SystemExit",)), f"a{end}raise SystemExit.cvt")
        assert not [line for line in text.splitlines() if line.startswith("raise")]
        assert defined(flow) == flow.flow
