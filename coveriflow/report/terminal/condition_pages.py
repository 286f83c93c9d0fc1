"""Conditions for people: what one covers, and how two differ."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from coveriflow.artifacts.conditions import Condition
from coveriflow.program.cfa.edges import Call
from coveriflow.program.cfa.labels import Branch
from coveriflow.program.wording import counted
from coveriflow.report.sanitising import visible
from coveriflow.transform.conditions.comparison import Comparison, Coverage, Measure, Path, Relation, Step

_STEPS = 24
_SENTENCES = {
    Relation.EQUAL: ("EQUAL", "green", "both cover the same paths"),
    Relation.WEAKER: ("WEAKER", "cyan", "the first one covers more"),
    Relation.STRONGER: ("STRONGER", "cyan", "the first one covers less"),
    Relation.INCOMPARABLE: ("INCOMPARABLE", "yellow", "each covers something that the other one does not"),
}


def condition_page(
    name: str, condition: Condition, covers: str, measured: Coverage | None
) -> tuple[RenderableType, ...]:
    """What it is about, and how much of that it covers, if that was measured."""
    style = "green" if condition.covers_everything else "cyan"
    head = Text.assemble((" CONDITION ", f"bold reverse {style}"), (f" {covers}", f"bold {style}"))
    assumptions = sum(bool(each.assumption) for each in condition.transitions)
    under = f", {assumptions} of them under an assumption" if assumptions else ""
    lines = {(each.guard.file, each.guard.line) for each in condition.transitions}
    facts = [
        ("file", name),
        ("written by", condition.producer),
        ("program", f"SHA-256 {condition.program_hash}"),
        ("property", "; ".join(f"{p.kind.value} {p.subject}".strip() for p in condition.specification.properties)),
        ("data model", condition.data_model.value),
        ("automaton", f"{counted(len(condition.states), 'state')}, {counted(len(condition.transitions), 'transition')}"
         f"{under}, over {counted(len(lines), 'line')}"),
    ]  # fmt: skip
    page: tuple[RenderableType, ...] = (head, Text(), _grid(facts))
    return page if measured is None else (*page, Text(), _coverage(measured))


def _grid(facts: list[tuple[str, str]]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in facts:
        table.add_row(f"  {name}", Text(visible(value)))
    return table


def _coverage(measured: Coverage) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", show_edge=False)
    table.add_column("  covered", no_wrap=True)
    for name in ("share", "number", "of"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, part in (("edges", measured.edges), ("branches", measured.branches), ("locations", measured.locations)):
        table.add_row(f"  {name}", *_numbers(part))
    table.add_row("  paths, branches by chance", f"{100 * measured.paths:.1f} %", "", "")
    for function, part in measured.functions if len(measured.functions) > 1 else ():
        table.add_row(Text(f"  edges of {visible(function)}", "dim"), *_numbers(part))
    return table


def _numbers(part: Measure) -> tuple[str, str, str]:
    return f"{100 * part.share:.1f} %", str(part.covered), str(part.total)


def comparison_page(first: str, second: str, comparison: Comparison) -> tuple[RenderableType, ...]:
    """Which covers more, and the paths that show it."""
    word, style, sentence = _SENTENCES[comparison.relation]
    head = Text.assemble((f" {word} ", f"bold reverse {style}"), (f" {sentence}", f"bold {style}"))
    page: list[RenderableType] = [head, Text(), _grid([("first", first), ("second", second)])]
    for name, path in (("first", comparison.only_first), ("second", comparison.only_second)):
        if path is not None:
            page += [Text(), Text(f"  a path that only the {name} one covers", "dim"), *_path(path)]
    return tuple(page)


def _path(path: Path) -> Iterator[Text]:
    lines = list(path_lines(path))
    hidden = len(lines) - _STEPS
    if hidden > 0:
        lines = [*lines[: _STEPS // 2], f"... {counted(hidden, 'step')} more ...", *lines[-_STEPS // 2 :]]
    for line in lines or ["(the beginning of the program)"]:
        yield Text(f"    {visible(line)}", no_wrap=True)


def path_lines(path: Path) -> Iterator[str]:
    """Its branches, calls and assumptions, and the edge that it ends with."""
    for number, step in enumerate(path, 1):
        is_branch = step.edge.label.branch != Branch.NONE.value or isinstance(step.edge.operation, Call)
        if is_branch or step.assumption or number == len(path):
            yield _line(step)


def _line(step: Step) -> str:
    label = step.edge.label
    text = {Branch.TRUE.value: f"[{label.statement}]", Branch.FALSE.value: f"[!({label.statement})]"}.get(
        label.branch, label.statement
    )
    assumed = f", where {step.assumption}" if step.assumption else ""
    return f"{label.file}:{label.line}: {text}{assumed}"
