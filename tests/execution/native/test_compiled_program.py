"""One compilation, many executions: what tests against the compiler stand on."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.confinement.contracts import Sandbox
from coveriflow.execution.confinement.probing import VARIABLE
from coveriflow.execution.contracts import End
from coveriflow.execution.native.compiled_program import (
    CompileError,
    NoRoom,
    ProgramRun,
    compile_program,
    run_program,
)
from coveriflow.execution.native.harness import Stop
from coveriflow.execution.processes.workers import Workers
from coveriflow.program.types.data_model import DataModel

LP64 = DataModel.LP64
LIMITS = Limits(cpu=5, wall=20, memory=1 << 30)
ADD = """
extern int printf(const char *, ...); extern int __VERIFIER_nondet_int(void); extern int puts(const char *);
extern void reach_error(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a == 666) reach_error();
    printf("%d\\n", a + b);
    return (a + b) & 63;
}
"""

pytestmark = pytest.mark.usefixtures("compiler")


def test_run_program() -> None:
    run = run_program([("a.c", ADD)], [3, 4], LP64, LIMITS)
    assert (run.status, run.end, run.stop, run.stdout, run.stderr) == (7, End.FINISHED, None, "7\n", "")
    assert not run.timed_out


def test_extra_flags() -> None:
    text = "int main(void) { return OPTION; }"
    with pytest.raises(CompileError, match="OPTION"):
        run_program([("a.c", text)], [], LP64, LIMITS)
    assert run_program([("a.c", "int main(void) { return 5; }")], [], LP64, LIMITS, ("-O2",)).status == 5


def test_many_executions_of_one_program(workers: Workers) -> None:
    with compile_program([("a.c", ADD)], LP64, workers=workers) as program:
        for number in range(40):
            run = program.run([number, -2 * number], LIMITS)
            assert run.stdout == f"{-number}\n"
        assert program.run([666, 0], LIMITS).stop is Stop.ERROR
        assert program.run([1], LIMITS).stop is Stop.EXHAUSTED
        folder = program._path.parent
    assert not folder.exists()


def test_executions_at_once(workers: Workers) -> None:
    seen: dict[int, ProgramRun] = {}
    with compile_program([("a.c", ADD)], LP64, workers=workers) as program:

        def use(number: int) -> None:
            seen[number] = program.run([number, number], LIMITS)

        threads = [threading.Thread(target=use, args=(number,)) for number in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert {number: run.stdout for number, run in seen.items()} == {n: f"{2 * n}\n" for n in range(10)}


def test_signal_and_time(workers: Workers) -> None:
    text = "extern int __VERIFIER_nondet_int(); int main() { if (__VERIFIER_nondet_int()) __builtin_trap(); for (;;); }"
    with compile_program([("a.c", text)], LP64, workers=workers) as program:
        assert program.run([1], LIMITS).status == -4
        run = program.run([0], Limits(cpu=0.2))
        assert run.timed_out
        assert run.status is None


def test_output_of_a_program_that_is_ended_is_kept(workers: Workers) -> None:
    text = "extern int write(int, const char *, unsigned long);"
    text += 'int main() { write(1, "out", 3); write(2, "err", 3); for (;;); }'
    with compile_program([("a.c", text)], LP64, workers=workers) as program:
        run = program.run([], Limits(cpu=0.2))
    assert (run.stdout, run.stderr, run.end) == ("out", "err", End.OUT_OF_CPU)


def test_a_program_is_alone(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "visible")
    text = """
extern char *getenv(const char *), *getcwd(char *, unsigned long); extern int printf(const char *, ...), getchar(void);
extern int getpid(void), getsid(int);
int main(void) {
    char here[1000];
    printf("%d %d %d %s", getenv("SECRET") != 0, getchar(), getsid(0) == getpid(), getcwd(here, 1000));
    return 0;
}
"""
    with Workers(()) as own, compile_program([("a.c", text)], LP64, workers=own) as program:
        first, second = (program.run([], LIMITS).stdout.split() for _ in range(2))
    assert first[:3] == second[:3] == ["0", "-1", "1"]
    assert first[3] != second[3]
    assert not Path(first[3]).exists()


def test_a_program_may_not_harm_its_worker(workers: Workers) -> None:
    text = "extern int kill(int, int), getppid(void); int main() { kill(0, 9); return 0; }"
    assert run_program([("a.c", text)], [], LP64, LIMITS).status == -9
    parents = text.replace("kill(0", "getppid() != 0 && kill(getppid()")
    assert run_program([("a.c", parents)], [], LP64, LIMITS).end is End.FINISHED


def test_a_worker_that_its_program_kills(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, Sandbox.OFF.value)
    text = "extern int kill(int, int), getppid(void); int main() { kill(getppid(), 9); return 0; }"
    assert run_program([("a.c", text)], [], LP64, LIMITS).end is End.DIED


def test_compile_errors(workers: Workers) -> None:
    with (
        pytest.raises(CompileError, match=r"a\.c:3:\d+: error"),
        compile_program([("a.c", "int x;\n\nint main() { return y; }\n")], LP64, workers=workers),
    ):
        pass


def compiler_that_says(complaint: str, folder: Path) -> str:
    """A compiler that fails with ``complaint``."""
    path = folder / "cc"
    path.write_text(f"""#!/bin/sh
case "$*" in *--version*) echo "cc 1.0"; exit 0;; *-print*) exec gcc "$@";; esac
{complaint}
""")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("complaint", "reason"),
    [("exit 127", "the compiler does not work"), ("echo cc1: out of memory >&2; exit 1", "out of memory")],
)
def test_that_the_compiler_does_not_work_is_not_the_program_s_fault(
    compiler: str, complaint: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", compiler_that_says(complaint, tmp_path))
    sources = [("p.c", "int main(void) { return 0; }\n")]
    with pytest.raises(NoRoom, match=reason), compile_program(sources, LP64):
        pass


def test_a_program_that_does_not_compile_is_the_program_s_fault(compiler: str) -> None:
    with pytest.raises(CompileError) as caught, compile_program([("p.c", "int main(void) { return x; }\n")], LP64):
        pass
    assert not isinstance(caught.value, NoRoom)
