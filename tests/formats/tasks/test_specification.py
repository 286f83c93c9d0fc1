from __future__ import annotations

import pytest

from coveriflow.artifacts.specifications import REACH_ERROR, Property, PropertyKind, Specification
from coveriflow.formats.tasks.specification import read_specification, write_specification
from coveriflow.program.errors import InputError, Span

KNOWN = {
    "CHECK( init(main()), LTL(G ! call(reach_error())) )": Property(PropertyKind.UNREACH_CALL, "reach_error"),
    "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )": Property(PropertyKind.UNREACH_CALL, "__VERIFIER_error"),
    "CHECK( init(main()), LTL(G valid-free) )": Property(PropertyKind.VALID_FREE),
    "CHECK( init(main()), LTL(G valid-deref) )": Property(PropertyKind.VALID_DEREF),
    "CHECK( init(main()), LTL(G valid-memtrack) )": Property(PropertyKind.VALID_MEMTRACK),
    "CHECK( init(main()), LTL(G valid-memcleanup) )": Property(PropertyKind.VALID_MEMCLEANUP),
    "CHECK( init(main()), LTL(G ! overflow) )": Property(PropertyKind.NO_OVERFLOW),
    "CHECK( init(main()), LTL(G ! data-race) )": Property(PropertyKind.NO_DATA_RACE),
    "CHECK( init(main()), LTL(F end) )": Property(PropertyKind.TERMINATION),
    "CHECK( init(main()), LTL(G assert) )": Property(PropertyKind.ASSERTIONS),
    "CHECK( init(main()), LTL(G ! undefined-behaviour) )": Property(PropertyKind.UNDEFINED),
    "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )": Property(
        PropertyKind.COVERAGE, "COVER EDGES(@DECISIONEDGE)"
    ),
    "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )": Property(
        PropertyKind.COVERAGE, "COVER EDGES(@CALL(reach_error))"
    ),
}


@pytest.mark.parametrize("line", KNOWN)
def test_every_property_is_read_and_written_in_the_spelling_of_the_competitions(line: str) -> None:
    specification = read_specification(line.encode(), "a.prp")
    assert specification == Specification((KNOWN[line],))
    assert write_specification(specification) == (line + "\n").encode()


def test_every_kind_is_covered_above() -> None:
    assert {each.kind for each in KNOWN.values()} == set(PropertyKind)


def test_several_lines_are_one_specification() -> None:
    memory = "CHECK( init(f()), LTL(G valid-free) )\r\n\r\n  CHECK( init(f()), LTL(G valid-deref) )\n\n"
    kinds = (PropertyKind.VALID_FREE, PropertyKind.VALID_DEREF)
    assert read_specification(memory.encode(), "a.prp") == Specification(tuple(map(Property, kinds)), "f")


@pytest.mark.parametrize(
    "line",
    [
        "CHECK(init(main()),LTL(G!call(reach_error())))",
        "  CHECK ( init ( main ( ) ) , LTL ( G  !  call ( reach_error ( ) ) ) )  ",
        "\ufeffCHECK( init(main()),\tLTL(G ! call(reach_error())) )",
    ],
)
def test_spaces_are_free(line: str) -> None:
    assert read_specification(line.encode(), "a.prp") == REACH_ERROR


def test_older_spelling_of_coverage() -> None:
    old = b"CHECK( init(main()), FQL(cover EDGES( @DECISIONEDGE )) )"
    new = b"COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"
    assert read_specification(old, "a.prp") == read_specification(new, "a.prp")


@pytest.mark.parametrize(
    "line",
    [
        "CHECK( init(main()), LTL(G ! label(ERROR)) )",
        "CHECK( init(main()), LTL(G def-behavior) )",
        "CHECK( init(main()), LTL(Gvalid-free) )",
        "CHECK( init(main()), LTL(G ! call(f(x))) )",
        "CHECK( init(9()), LTL(F end) )",
        "CHECK( init(main()), LTL(F end) ) x",
        "CHECK( init(main()), CTL(F end) )",
        "COVER( init(main()), LTL(F end) )",
        "COVER( init(main()), FQL(COVER EDGES(@X) )",
        "COVER( init(main()), FQL(COVER ) )",
        "// CHECK( init(main()), LTL(F end) )",
        "# a comment",
        "OBSERVER AUTOMATON a",
    ],
)
def test_what_is_not_a_known_property_is_refused_with_its_place(line: str) -> None:
    text = f"CHECK( init(main()), LTL(F end) )\n\n{line}\n"
    with pytest.raises(InputError, match="unknown property") as caught:
        read_specification(text.encode(), "dir/a.prp")
    assert caught.value.span == Span("dir/a.prp", 3)


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xff", b"\xff\xfeC\x00", b"\x00", b"x" * (1 << 21)])
def test_what_is_no_property_file_is_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        read_specification(data, "a.prp")


def test_two_entry_functions_are_refused() -> None:
    with pytest.raises(InputError, match="entry function"):
        read_specification(b"CHECK( init(f()), LTL(F end) )\nCHECK( init(g()), LTL(F end) )", "a.prp")


@pytest.mark.parametrize(
    "specification",
    [
        Specification(()),
        Specification((Property(PropertyKind.TERMINATION),), "main()"),
        Specification((Property(PropertyKind.TERMINATION, "subject"),)),
        Specification((Property(PropertyKind.UNREACH_CALL, "f())) )\nCHECK("),)),
        Specification((Property(PropertyKind.COVERAGE, "COVER  EDGES(@X)"),)),
        Specification((Property(PropertyKind.COVERAGE, "COVER EDGES(\ud800)"),)),
    ],
)
def test_what_a_property_file_cannot_say_is_not_written(specification: Specification) -> None:
    with pytest.raises(ValueError, match=r"not a .* that a property file can express|surrogates not allowed"):
        write_specification(specification)
