"""What stands around a program for a tool of others: declarations that it lacks, and the tool's own words."""

from __future__ import annotations

import pytest

from coveriflow.execution.native.harness import harnessed
from coveriflow.program.text.violations import CALLS_OF_REACH_ERROR

RUNTIME = "void __coveriflow_error(void) { }\n"


@pytest.mark.parametrize(
    ("text", "is_added"),
    [
        ("int main(void) { __VERIFIER_assume(1); }", True),
        ("extern void __VERIFIER_assume(int); int main(void) { __VERIFIER_assume(1); }", False),
        ("void __VERIFIER_assume(_Bool is) { } int main(void) { __VERIFIER_assume(1); }", False),
        ("int main(void) { return 0; }", False),
    ],
)
def test_who_assumes_without_a_declaration_gets_one(text: str, is_added: bool) -> None:
    """CBMC knows one of its own, of another type than ours, and refuses both together."""
    program, _ = harnessed([("a.c", text)], CALLS_OF_REACH_ERROR, RUNTIME)
    assert ("extern void __VERIFIER_assume(int holds);" in program) == is_added


@pytest.mark.parametrize("name", ["__coveriflow_outside", "__coveriflow_usable"])
def test_a_tool_may_say_itself_what_memory_holds(name: str) -> None:
    """Ours has zeros, and knows no sizes: with them programs are executed, and nothing is proved."""
    *_, ours = harnessed([("a.c", "int main(void) { }")], CALLS_OF_REACH_ERROR, RUNTIME)
    *_, own = harnessed([("a.c", "int main(void) { }")], CALLS_OF_REACH_ERROR, f"{RUNTIME}void {name}(void) {{ }}\n")
    assert ours.count(f"{name}(") == own.count(f"{name}(") == 1
