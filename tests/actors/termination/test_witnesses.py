"""What witnesses of termination have for ranks and recurring states: text with the same values."""

from __future__ import annotations

from itertools import product

from coveriflow.actors import termination
from coveriflow.actors.work.termination.transition_invariants import number_text
from coveriflow.analysis.termination.features import Combination, features_of
from coveriflow.artifacts.specifications import TERMINATION
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import Action, InvariantKind, InvariantSet, ViolationSequence, WitnessEntries
from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.text.violations import calls_of
from coveriflow.program.types.c_types import INT, UCHAR, ULLONG, Integer
from coveriflow.program.types.data_model import DataModel
from tests.actors.tasks import here, program

COUNTS = "int main(void) {\n  for (unsigned i = 0; i < 100000; i++)\n    ;\n  return 0;\n}\n"
FEW = "int main(void) {\n  int i = 0;\n  while (i < 3) i++;\n  return 0;\n}\n"
SPINS = "int main(void) {\n  int i = 7, j = 1;\n  while (i) j = -j;\n  return j;\n}\n"


def checks(type_: Integer, values: tuple[int, ...]) -> list[str]:
    """For each pair of values, that the text of each feature has the feature's value."""
    x, y = Variable("x", type_), Variable("y", type_)
    lines = []
    for feature, factor in product(features_of([x, y], [0, 5, -2]), (1, -3)):
        rank = Combination(((factor, feature),), 4)
        text = number_text(rank, lambda place: place.name if isinstance(place, Variable) else "")
        for one, other in product(values, repeat=2):
            number = rank.value({"x": one, "y": other})
            assert number is not None
            high, low = number >> 64, number & (1 << 64) - 1
            expected = f"((__int128){high}LL * 4294967296LL * 4294967296LL + {low}ULL)"
            lines.append(f"x = ({type_}){one & (1 << 64) - 1}ULL; y = ({type_}){other & (1 << 64) - 1}ULL;")
            lines.append(f"if (({text}) != {expected}) f();")
    return lines


def test_text_of_numbers_has_their_values() -> None:
    for type_, values in ((INT, (-(1 << 31), -5, 0, 6)), (UCHAR, (0, 5, 255)), (ULLONG, (1, (1 << 64) - 1))):
        body = "\n".join([f"{type_} x, y;", *checks(type_, values)])
        cfa = program_cfa(
            [("x.c", f"void f(void);\nint main(void) {{ {body}\nreturn 0; }}")], DataModel.LP64, calls_of("f")
        )
        assert Interpreter(cfa).run(()).end is End.RETURNED


def test_a_ranking_function_becomes_a_relation() -> None:
    (entry,) = here(termination(), program(COUNTS, specification=TERMINATION))[WitnessEntries].entries
    assert isinstance(entry.content, InvariantSet)
    (relation,) = [each for each in entry.content.invariants if each.kind is InvariantKind.TRANSITION]
    assert relation.value == "-(__int128)\\at(i, AnyPrev) > -(__int128)i"
    assert entry.metadata.format_version == "2.1"


def test_an_unwinding_has_no_relation() -> None:
    (entry,) = here(termination(), program(FEW, specification=TERMINATION))[WitnessEntries].entries
    assert entry.content == InvariantSet()


def test_a_state_that_recurs_is_a_cycle() -> None:
    found = here(termination(), program(SPINS, specification=TERMINATION))
    (entry,) = found[WitnessEntries].entries
    assert isinstance(entry.content, ViolationSequence)
    assert entry.content.cycle[0].follow.constraint == "i == 7"
    assert all(each.action is Action.CYCLE for each in entry.content.cycle)
    (head,) = [node for node in found[Witness].nodes if node.cyclehead]
    assert head.invariant == "i == 7"
