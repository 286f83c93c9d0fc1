"""Definitions of external tools: those that are here can be read, and what is wrong in one is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.actors import CompositionError, tool, tools
from coveriflow.actors.flow_files.reading import read_flow
from coveriflow.actors.tool_catalogue import defined, names
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.specifications import PropertyKind
from coveriflow.artifacts.tool_definitions import Exchange
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.execution.benchexec.tool_info import ToolInfo
from coveriflow.formats.tools.tool_definition import read_tool_definition
from coveriflow.program.errors import InputError

WANTED = {
    "2ls", "cbmc", "command", "cpa-witness2test", "cpachecker", "esbmc", "eva", "fusebmc", "goblint", "klee", "prtest",
    "symbiotic", "theta", "ultimate-automizer", "veriabs",
}  # fmt: skip
LEAST = b"""\
executable: mine
arguments: ["{files}"]
properties: {unreach-call: []}
verdicts:
- {status: 0, verdict: 'true'}
"""


def test_all_are_here() -> None:
    assert set(names()) == WANTED


@pytest.mark.parametrize("name", sorted(WANTED))
def test_each_can_be_read_and_says_how_to_get_it(name: str) -> None:
    definition = defined(name)
    assert definition.about.endswith(".")
    assert definition.get
    assert PropertyKind.UNREACH_CALL in dict(definition.properties)
    actors = [tool(name), *(tool(name, configuration) for configuration, _ in definition.configurations)]
    assert all(Answer in actor.provides or Residual in actor.provides for actor in actors)


def test_their_modules_exist() -> None:
    pytest.importorskip("benchexec")
    for name in names():
        if module := defined(name).module:
            assert ToolInfo(module).module == module


def test_what_a_tool_reads_is_what_its_actor_needs() -> None:
    assert [need.name for need in tool("cpachecker", "validate").needs] == ["task", "witness"]
    assert [need.name for need in tool("cbmc").needs] == ["task"]
    assert Witness in tool("esbmc").provides
    assert Witness in tool("cbmc").provides
    assert Witness not in tool("eva").provides


def test_a_tool_is_also_a_function() -> None:
    assert tools.cbmc(bound=3) == tool("cbmc", bound=3)
    assert tools.cpa_witness2test() == tool("cpa-witness2test")
    with pytest.raises(AttributeError, match="there is no tool 'cmbc'"):
        tools.cmbc()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: tool("cmbc"), "there is no tool 'cmbc'"),
        (lambda: tool("cpachecker", "magic"), "no configuration 'magic' .it has: svcomp, kinduction"),
        (lambda: tool("esbmc", bound=3), "esbmc has no bound to set"),
        (lambda: tool("cbmc", unwind=3), "has no parameter 'unwind'"),
    ],
)
def test_what_there_is_not_is_said_when_it_is_built(make: object, message: str) -> None:
    with pytest.raises(CompositionError, match=message):
        make()  # type: ignore[operator]


def test_a_definition_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "mine.yml"
    own.write_bytes(LEAST)
    assert tool(str(own)).called == "mine"
    with pytest.raises(InputError, match="no such file"):
        tool(str(tmp_path / "none.yml"))


def test_another_text_is_another_version(tmp_path: Path) -> None:
    own = tmp_path / "mine.yml"
    own.write_bytes(LEAST)
    before = tool(str(own)).version
    own.write_bytes(LEAST + b"options: [-v]\n")
    assert tool(str(own)).version != before


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (b"options: 3\n", 6, "a list is expected"),
        (b"colour: red\n", 6, "'colour' is no key here"),
        (b"bound: {options: [--unwind]}\n", 6, "no option of the bound names"),
        (b"bound: {options: ['{bound}'], tried: [1, x]}\n", 6, "'x' is not a whole number"),
        (b"bound: {options: ['{bound}'], tried: [-1]}\n", 6, "a number from 0 on"),
        (b"writes: {poem: x}\n", 6, "'poem' is not exchanged"),
        (b"property_file: often\n", 6, "'passed', 'none' or 'coverage'"),
        (b"data_models: {LP128: []}\n", 6, "'LP128' is not a data model"),
        (b"- {verdict: maybe, status: 1}\n", 6, "true, false or unknown"),
        (b"- {verdict: 'true'}\n", 6, "follows from"),
        (b"- {verdict: 'true', output: '('}\n", 6, "no regular expression"),
        (b"- {verdict: 'true', status: x}\n", 6, "not a whole number"),
        (b"executable: other\n", 6, "given twice"),
        (b"- {\n", 7, "not YAML"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: bytes, line: int, message: str) -> None:
    with pytest.raises(InputError, match=message) as wrong:
        read_tool_definition(LEAST + text, "mine.yml", "mine")
    assert wrong.value.span is not None
    assert (wrong.value.span.file, wrong.value.span.line) == ("mine.yml", line)


def test_an_executable_has_a_name() -> None:
    with pytest.raises(InputError, match="the executable has no name") as wrong:
        read_tool_definition(LEAST.replace(b"mine", b"' '", 1), "mine.yml", "mine")
    assert wrong.value.span is not None
    assert wrong.value.span.line == 1


@pytest.mark.parametrize("lacking", [b"executable", b"properties", b"arguments", b"verdicts"])
def test_what_is_lacking_is_told(lacking: bytes) -> None:
    lines = [line for line in LEAST.splitlines(keepends=True) if not line.startswith(lacking)]
    text = b"".join(line for line in lines if lacking != b"verdicts" or not line.startswith(b"-"))
    with pytest.raises(InputError, match=lacking.decode()):
        read_tool_definition(text, "mine.yml", "mine")


def test_configurations_add_what_they_say() -> None:
    definition = defined("cpachecker")
    chosen = definition.configured("validate")
    assert chosen.options[-1] == "--witnessValidation"
    assert dict(chosen.reads) == {Exchange.WITNESS: ()}
    assert definition.reads == ()


def test_a_configuration_checks_what_it_says(tmp_path: Path) -> None:
    """Of what an analysis does not check it is asked about calls that stand for it, where there are such."""
    calls, all_ = defined("cpachecker").configured("kinduction"), defined("cpachecker").configured("svcomp")
    assert [kind for kind, _ in calls.properties] == [PropertyKind.UNREACH_CALL]
    assert calls.not_checked((PropertyKind.NO_OVERFLOW,)) == ()
    assert calls.not_checked((PropertyKind.TERMINATION,)) == (PropertyKind.TERMINATION,)
    assert PropertyKind.TERMINATION in dict(all_.properties)
    by_property = dict(defined("cpachecker").configured("predicate").properties)
    assert by_property[PropertyKind.NO_OVERFLOW] == ("--predicateAnalysis--overflow",)


@pytest.mark.parametrize(
    ("text", "is_refused"),
    [
        ("unsigned n = read(), x = n;", True),
        ("struct s *p = f(a, b),\n  *q = p;", True),
        ("size_t n = 1 + read(), x = n;", True),
        ("int a = 1, n = __VERIFIER_nondet_int(), x = n;", True),
        ("int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();", False),
        ("int n = read(); int x = n;", False),
        ("int n = 3, x = n;", False),
        ("int n = f(a, b);", False),
        ("n = read(), x = n;", False),
        ("int a, b = read(); c = 4;", False),
    ],
)
def test_cpachecker_is_not_run_where_it_calls_too_late(text: str, is_refused: bool) -> None:
    assert any(rule.text.search(text) for rule in defined("cpachecker").refuses) == is_refused


@pytest.mark.parametrize("name", ["cbmc", "esbmc"])
@pytest.mark.parametrize(
    ("text", "is_refused"),
    [
        ('int x = 0; __asm__("movl $1, %0" : "=r"(x));', True),
        ('asm("f: ret");', True),
        ('if (x) asm volatile ("ud2");', True),
        ('else __asm__("nop" :: "r"(x));', True),
        ('x = 1; asm("" : "=r"(x) : "0"(y));', True),
        ('if (x) __asm__ ("incl %0" : "+r"(x));', True),
        ('again: asm goto ("jmp %l0" :::: again);', True),
        ('asm volatile ("" ::: "memory");', False),
        ('size_t bound) { __asm__ __volatile__("" : "+r"(index)); }', False),
        ('if (x) asm ("");', False),
        ('extern int sscanf (const char *, ...) __asm__ ("" "__isoc99_sscanf");', False),
        ("int wasm(int); { wasm(3); }", False),
    ],
)
def test_who_passes_over_assembly_is_not_run_on_it(name: str, text: str, is_refused: bool) -> None:
    assert any(rule.text.search(text) for rule in defined(name).refuses) == is_refused


@pytest.mark.parametrize(
    ("text", "is_refused"),
    [
        ("long double x;", True),
        ("static const long double *p = 0, y[2];", True),
        ("typedef long double real;", True),
        ("return (long double)x > y;", True),
        ("double half(long double x) { return x / 2; }", True),
        ("long double half(double x)\n{ return x / 2; }", True),
        ("x = y + 1.5L;", True),
        ("x = 0x1.8p-3L;", True),
        ("x = 1e5l;", True),
        ("{ long double a, b; }", True),
        ("static double const long x = 1;", True),
        ("y = half((long double)n);", True),
        ("y = (double)(long double)n;", True),
        ("unsigned long n = 0x1e0L;", False),
        ("int (*half)(long double); void other(long double) __attribute__((nothrow));", False),
        ("extern long double strtold (const char *, char **);", False),
        ("extern long double fabsl(long double), fmal (long double __x, long double __y);", False),
        ("long x = 10L; double y = 1.5, z = 0x1p3;", False),
        ("p->x.l = 3;", False),
    ],
)
def test_cbmc_is_not_run_on_numbers_of_another_width(text: str, is_refused: bool) -> None:
    assert any(rule.text.search(text) for rule in defined("cbmc").refuses) == is_refused


def test_a_flow_file_that_names_no_tool_is_told_where() -> None:
    text = b"format_version: '1.0'\nflow: mine\ncomposition:\n  actor: external\n  set:\n    name: cmbc\n"
    with pytest.raises(InputError, match="there is no tool 'cmbc'") as wrong:
        read_flow(text, "mine-flow.yml")
    assert wrong.value.span is not None
    assert wrong.value.span.line == 4


def test_groups_of_a_pattern_are_counted() -> None:
    """Thousands within each other are refused with a sentence."""
    pattern = "(" * 3000 + "a" + ")" * 3000
    text = LEAST + f"- {{output: '{pattern}', verdict: unknown}}\n".encode()
    with pytest.raises(InputError, match="at most 100 groups"):
        read_tool_definition(text, "mine.yml", "mine")
