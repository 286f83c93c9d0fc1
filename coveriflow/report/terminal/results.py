"""The page that a run ends with: the verdict and what it rests on first, then who did what, then the files."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from coveriflow.program.wording import counted
from coveriflow.report.contracts import ActorRow, EvidencePath, Result
from coveriflow.report.counterexamples.as_text import lines_of, short_page
from coveriflow.report.messages import SENTENCES, STYLES, UNDEFINED, excerpt
from coveriflow.report.quantities import reused, seconds, used
from coveriflow.report.sanitising import visible

_NARROW = 76
_INPUTS = 12
_UNTESTED = 8
_FINISHED = "finished"
_NOTHING = "nothing"
_SANITIZERS = "-g -fsanitize=address,undefined"
_EXCERPT_MARGIN = 2


def result_page(result: Result, width: int) -> tuple[RenderableType, ...]:
    """The whole page for a terminal of ``width`` cells."""
    blank = Text()
    sections = (
        (_headline(result), *_warnings(result), *_notes(result), *_assumptions(result)),
        (_facts(result),),
        _where(result, width),
        tuple(short_page(result.path, lines_of(result.texts), width)) if result.path else (),
        (_actors(result, width),) if result.rows else (),
        tuple(_evidence(result.evidence)),
    )
    return tuple(part for section in sections if section for part in (*section, blank))[:-1]


def _headline(result: Result) -> Text:
    if result.coverage is not None and not result.verdict.decisive:
        style = "green" if result.coverage.complete else "yellow"
        return Text.assemble((" TESTED ", f"bold reverse {style}"), (f" {result.coverage}", f"bold {style}"))
    style = STYLES[result.verdict]
    verdict = (f" {result.verdict.value.upper()} ", f"bold reverse {style}")
    sentence = SENTENCES[result.verdict] if result.undefined is None else UNDEFINED[result.others]
    return Text.assemble(verdict, (f" {sentence}", f"bold {style}"), *_reservations(result))


def _reservations(result: Result) -> Iterator[tuple[str, str]]:
    """What keeps the verdict from being certain, in a few words after it."""
    if result.verdict.decisive and not result.confirmed_by:
        yield ", unconfirmed", "bold yellow"
    if result.assumptions:
        yield f", under {counted(len(result.assumptions), 'assumption')}", "bold yellow"


def _assumptions(result: Result) -> Iterator[RenderableType]:
    for sentence in result.assumptions:
        yield _hanging(Text("  ! assumption: ", "bold yellow"), Text(visible(sentence), "yellow"))


def _warnings(result: Result) -> Iterator[RenderableType]:
    for sentence in result.warnings:
        yield _hanging(Text("  ! warning: ", "bold red"), Text(visible(sentence), "red"))


def _notes(result: Result) -> Iterator[RenderableType]:
    for sentence in result.notes:
        yield _hanging(Text("  note: ", "dim"), Text(visible(sentence)))


def _facts(result: Result) -> Table:
    because = (
        [("because", result.reason)] if result.reason not in ("", result.given) and result.coverage is None else []
    )
    because += [("executed", f"at least {result.executed}")] if result.executed and result.coverage is None else []
    is_told = not result.known or result.known in result.reason or result.coverage is not None
    because += [] if is_told else [("known", result.known)]
    violated = [("violated", result.violated)] if result.violated else []
    confirmed = [("confirmed by", result.confirmed_by)] if result.confirmed_by else []
    confirmed += [("shown by", result.undefined)] if result.undefined is not None else []
    claimed = [("claimed by", result.claimed_by)] if result.claimed_by else []
    took = ("took", seconds(result.wall))
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    told = (*violated, *because, *_violating_inputs(result), *confirmed, *claimed, *_untested(result), *_advice(result))
    for name, value in (*told, *result.facts, took):
        table.add_row(f"  {name}", Text(visible(value)))
    return table


def _advice(result: Result) -> list[tuple[str, str]]:
    """Not where tests were made."""
    return [("try", result.advice)] if result.advice and result.coverage is None else []


def _untested(result: Result) -> list[tuple[str, str]]:
    if result.coverage is None or result.coverage.complete:
        return []
    left = result.coverage.total - result.coverage.taken - result.coverage.unreachable
    shown = result.coverage.open[:_UNTESTED]
    more = (f"and {left - len(shown)} more",) if left > len(shown) else ()
    hidden = [("not known", result.coverage.hidden)] if result.coverage.hidden else []
    return [*zip(("not taken", *[""] * left), (*shown, *more), strict=False), *hidden]


def _violating_inputs(result: Result) -> list[tuple[str, str]]:
    more = len(result.inputs) - _INPUTS
    shown = ", ".join(result.inputs[:_INPUTS])
    told = [("inputs", f"{shown}, and {more} more" if more > 0 else shown)] if result.inputs else []
    told += [("with", result.given.removeprefix("with "))] if result.given else []
    told += [("compile", result.build)] if result.build else []
    is_alone = result.undefined is not None and not result.build and not result.command.startswith("bash ")
    flags = f"  (compiled with {_SANITIZERS})" if is_alone else ""
    told += [("reproduce", f"{result.command}{flags}")] if result.command else []
    return told + ([("debug", result.debug)] if result.debug else [])


def _where(result: Result, width: int) -> tuple[RenderableType, ...]:
    """The place of the reason, with its line."""
    if result.place is None:
        return ()
    lines = excerpt(result.place, result.line, width - _EXCERPT_MARGIN)
    return tuple(Text.assemble(" " * _EXCERPT_MARGIN, line, no_wrap=True) for line in lines)


def _actors(result: Result, width: int) -> Table:
    narrow = width < _NARROW
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", show_edge=False)
    table.add_column("  actor", no_wrap=True)
    table.add_column("result", overflow="fold")
    for name in ("CPU", "wall", "memory"):
        table.add_column(name, justify="right", no_wrap=True)
    if not narrow:
        table.add_column("end", no_wrap=True)
    for row in _telling(result.rows):
        ending = () if narrow else (_end(row),)
        table.add_row(Text(f"  {visible(row.name)}"), _outcome(row, narrow=narrow), *_use(row), *ending)
    table.add_row("  total", "", *used(result.total), style="dim")
    return table


def _telling(rows: tuple[ActorRow, ...]) -> Iterator[ActorRow]:
    """Without those that made nothing, as was to be, and what was used again in the same run."""
    shown = set[tuple[str, str]]()
    for row in rows:
        made_nothing = (row.outcome, row.why, row.end) == (_NOTHING, "", _FINISHED)
        if not made_nothing and (row.reused is None or (row.name, row.outcome) not in shown):
            shown.add((row.name, row.outcome))
            yield row


def _outcome(row: ActorRow, *, narrow: bool) -> Text:
    style = STYLES[row.verdict] if row.verdict else ""
    why = f": {visible(row.why)}" if row.why else ""
    is_told = row.reused is not None or row.end not in ("", _FINISHED)
    end = Text.assemble(" (", _end(row), ")") if narrow and is_told else Text()
    return Text.assemble((visible(row.outcome), style), (why, "dim"), end)


def _end(row: ActorRow) -> Text:
    if row.reused is not None:
        return Text(reused(row.reused), "cyan")
    return Text(row.end or "did not run", "dim" if row.end == _FINISHED else "yellow")


def _use(row: ActorRow) -> tuple[str, ...]:
    return used(row.used) if row.end else ("", "", "")


def _evidence(files: tuple[EvidencePath, ...]) -> Iterator[RenderableType]:
    """Paths are not wrapped, so that they can be copied."""
    if files:
        yield Text("  evidence", "dim")
    longest = max((len(file.kind) for file in files), default=0)
    for file in files:
        yield Text.assemble((f"  {file.kind:{longest}}  ", "dim"), visible(file.path), no_wrap=True)


def _hanging(head: Text, body: Text) -> Table:
    """``body`` beside ``head``; its further lines are indented."""
    table = Table.grid()
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row(head, body)
    return table
