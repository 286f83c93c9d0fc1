"""How CPAchecker names the branches of a program: an assume edge has the text of its condition, and neither line nor
number.

A condition of an ``if`` or a loop is one text; where it consists of several with ``&&`` and ``||``, older versions
name each branch by its own part, newer ones by the whole. Only branches whose text is certain are named here.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from coveriflow.artifacts.tasks import Source, Task
from coveriflow.program.cfa.branch_statements import ControlStatement
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Edge, Location
from coveriflow.program.text.statement_positions import StatementText, statements_in
from coveriflow.transform.probes import AnalysedText

Tokens = tuple[str, ...]

_TOKEN = re.compile(
    r"(?ms)//(?:\\.|[^\\\n])*|/\*.*?(?:\*/|\Z)|^[ \t]*\#[^\n]*|(?P<token>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
    r"|[A-Za-z_$][\w$]*|\.?\d(?:[eEpP][+-]|[\w.])*|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[<>=!]=|&&|\|\||[-+*/%&|^]=|\S)"
)
_KEYWORDS = frozenset({"if", "while", "for", "switch"})
_BRANCHING = frozenset({"&&", "||", "?"})
_OF_CASES = frozenset({"==", ">=", "<="})
_DEEPEST = 60


def tokens_of(text: str) -> Tokens:
    """The words of a C text: equal for texts that differ in blanks and comments only."""
    return tuple(match["token"] for match in _TOKEN.finditer(text) if match["token"])


def condition_tokens(text: str) -> Tokens | None:
    """Of the text of an assume edge, with its brackets; ``None`` for that of another edge."""
    return tokens_of(text[1:-1]) if text.startswith("[") and text.endswith("]") else None


@dataclass(frozen=True)
class BranchTexts:
    """``said``: the texts that an edge may have, each in brackets and as the program has it; it has one of them.

    Edges that are missing may have any text, or no counterpart. ``elsewhere``: tokens of conditions that may be of an
    edge of CPAchecker's automaton that has no counterpart in ours, joined, from each place where one may be.
    ``compared``: operators of such an edge that stands nowhere in the text, as for a case of a ``switch``;
    ``functions``: names with which pointers are compared for a call.
    """

    said: Mapping[Edge, tuple[str, ...]]
    elsewhere: tuple[str, ...]
    compared: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()

    def may_be_elsewhere(self, tokens: Tokens) -> bool:
        """Whether these, or what they are the negation of, may be the text of an edge that is not in ``said``."""
        if not self.compared.isdisjoint(tokens) or ("==" in tokens and not self.functions.isdisjoint(tokens)):
            return True
        return any(_joined(each) in place for each in _with_negated(tokens) for place in self.elsewhere)


def branch_texts(task: Task, cfa: Cfa) -> BranchTexts:
    """The certain ones, of the conditions of the program text."""
    texts = {source.name: AnalysedText(source.name, source.preprocessed) for source in task.sources}
    placed = [_Condition(each, texts[source.name]) for source in task.sources for each in _conditions_in(source)]
    statements, texts_there = Counter(map(_place_of, cfa.control)), Counter(each.place for each in placed)
    unique = {_place_of(each): each for each in cfa.control if statements[_place_of(each)] == 1}
    branches = _branches_by_file(cfa)
    said: dict[Edge, tuple[str, ...]] = {}
    elsewhere: list[str] = []
    for each in placed:
        control = unique.get(each.place) if texts_there[each.place] == 1 else None
        found = _named(each.text.text, each.statement, control, cfa) if control is not None else None
        if found is not None and each.branches(branches) <= found.keys():
            said.update(found)
        else:
            elsewhere.append(_joined(tokens_of(each.text.text[slice(*each.range)])))
    for source in task.sources:
        rest = _outside(source.preprocessed, list(_conditions_in(source)))
        elsewhere += [rest] if rest is not None else []
    switches = any("switch" in tokens_of(source.preprocessed) for source in task.sources)
    functions = frozenset(name.partition(".")[0] for name in cfa.functions)
    return BranchTexts(said, tuple(elsewhere), _OF_CASES if switches else frozenset(), functions)


_Place = tuple[str, str]
_Branches = Mapping[str, list[tuple[int, int, Edge]]]


def _conditions_in(source: Source) -> Iterator[StatementText]:
    return (each for each in statements_in(source.preprocessed) if each.condition is not None)


def _place_of(statement: ControlStatement) -> _Place:
    return statement.keyword, str(statement.span)


def _branches_by_file(cfa: Cfa) -> _Branches:
    """With lines and columns, in their order."""
    found: defaultdict[str, list[tuple[int, int, Edge]]] = defaultdict(list)
    for edge in cfa.edges:
        if isinstance(edge.operation, Assume):
            found[edge.origin.file].append((edge.origin.line, edge.origin.column, edge))
    return {file: sorted(edges, key=lambda each: each[:2]) for file, edges in found.items()}


@dataclass(frozen=True, slots=True)
class _Condition:
    """The condition of a statement of ``text``."""

    statement: StatementText
    text: AnalysedText

    @property
    def place(self) -> _Place:
        """Of the keyword; two statements may have the same one, where a file is included twice."""
        return self.statement.word, str(self.text.place(self.statement.start))

    @property
    def range(self) -> tuple[int, int]:
        """Its offsets."""
        assert self.statement.condition is not None
        return self.statement.condition

    def branches(self, all_: _Branches) -> set[Edge]:
        """All that come from a place in it: more than two for a part of it, if it is evaluated in several places."""
        first, last = (self.text.place(offset) for offset in self.range)
        there = all_.get(first.file, [])
        start = bisect_left(there, (first.line, first.column), key=lambda each: each[:2])
        end = bisect_right(there, (last.line, last.column), key=lambda each: each[:2])
        return {edge for _, _, edge in there[start:end]}


def _joined(tokens: Sequence[str]) -> str:
    return "\0".join(("", *tokens, ""))


def _with_negated(tokens: Tokens) -> tuple[Tokens, ...]:
    is_negated = tokens[:2] == ("!", "(") and tokens[-1] == ")"
    return (tokens, tokens[2:-1]) if is_negated else (tokens,)


def _outside(text: str, known: Sequence[StatementText]) -> str | None:
    """What stands in no condition, if something branches there."""
    ranges = sorted(each.condition for each in known if each.condition is not None)
    starts = {each.start for each in known} | {start for start, _ in ranges}
    found, branches, index, keyword = [], False, 0, False
    for match in _TOKEN.finditer(text):
        token, start = match["token"], match.start()
        if not token:
            continue
        while index < len(ranges) and ranges[index][1] <= start:
            index += 1
        branches |= keyword and not (token == "(" and match.end() in starts)
        keyword = token in _KEYWORDS and start not in starts
        if index == len(ranges) or start < ranges[index][0]:
            found.append(token)
            branches |= token in _BRANCHING
    return _joined(found) if branches else None


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A part of a condition that is evaluated as a whole. ``flipped``: under an odd number of negations."""

    text: str
    flipped: bool


@dataclass(frozen=True, slots=True)
class _Placed:
    token: str
    start: int
    end: int


def _named(
    text: str, statement: StatementText, control: ControlStatement, cfa: Cfa
) -> dict[Edge, tuple[str, ...]] | None:
    assert statement.condition is not None
    start, end = statement.condition
    words = [
        _Placed(match["token"], start + match.start(), start + match.end())
        for match in _TOKEN.finditer(text[start:end])
        if match["token"]
    ]
    leaves = list(_leaves(text, words, _DEEPEST, flipped=False))
    sources = _sources(control, cfa)
    if None in leaves or sources is None or len(leaves) != len(sources):
        return None
    whole = text[words[0].start : words[-1].end]
    found: dict[Edge, tuple[str, ...]] = {}
    for leaf, pair in zip(leaves, sources, strict=True):
        assert leaf is not None
        for edge, holds in pair:
            found[edge] = tuple(dict.fromkeys(f"[{each}]" for each in _texts(leaf, whole, holds=holds)))
    return found


def _texts(leaf: _Leaf, whole: str, *, holds: bool) -> Iterator[str]:
    """Of the branch with which the whole condition holds, or rather not, as far as ``leaf`` can decide that."""
    yield leaf.text if holds != leaf.flipped else f"!({leaf.text})"
    yield whole if holds else f"!({whole})"
    if not holds and whole.startswith("!("):
        yield whole[2:-1]


def _sources(control: ControlStatement, cfa: Cfa) -> list[tuple[tuple[Edge, bool], ...]] | None:
    """For each place where the condition branches, in the order of the text: both edges, each with whether it goes to
    where the condition holds.
    """
    found = []
    for source in {source for source, _ in control.decisions}:
        pair = _outcomes(control, source, cfa.leaving[source])
        if pair is None:
            return None
        found.append(pair)
    places = [(pair[0][0].origin.line, pair[0][0].origin.column) for pair in found]
    if len(set(places)) < len(places):
        return None
    return [pair for _, pair in sorted(zip(places, found, strict=True), key=lambda each: each[0])]


def _outcomes(
    control: ControlStatement, source: Location, edges: Sequence[Edge]
) -> tuple[tuple[Edge, bool], ...] | None:
    branches = {edge.operation.truth: edge for edge in edges if isinstance(edge.operation, Assume)}
    if len(edges) != 2 or len(branches) != 2:
        return None
    taken, other = (control.decisions.get((source, truth)) for truth in (True, False))
    if taken == other:
        return None
    holds = not other if taken is None else taken
    return (branches[True], holds), (branches[False], not holds)


def _leaves(text: str, words: Sequence[_Placed], depth: int, *, flipped: bool) -> Iterator[_Leaf | None]:
    """In the order in which they are evaluated; ``None`` where there is more to a part than one branch."""
    while len(words) > 1 and _closing(words, 0) == len(words) - 1:
        words = words[1:-1]
    if not words or depth == 0:
        yield None
        return
    for operator in ("||", "&&"):
        parts = list(_split(words, operator))
        if len(parts) > 1 and not _is_one(words, {",", "?", "="}):
            for part in parts:
                yield from _leaves(text, part, depth - 1, flipped=flipped)
            return
    if words[0].token == "!" and _is_primary(words[1:]):
        yield from _leaves(text, words[1:], depth - 1, flipped=not flipped)
    elif any(word.token in _BRANCHING or word.token in ("{", ",") for word in words):
        yield None
    else:
        yield _Leaf(text[words[0].start : words[-1].end], flipped)


def _is_one(words: Sequence[_Placed], operators: set[str]) -> bool:
    """Whether one of the operators binds the whole, looser than ``||``."""
    return any(len(list(_split(words, operator))) > 1 for operator in operators)


def _closing(words: Sequence[_Placed], number: int) -> int | None:
    """Where the parenthesis closes that opens at ``number``."""
    depth = 0
    for at in range(number, len(words)):
        depth += {"(": 1, ")": -1}.get(words[at].token, 0)
        if depth == 0:
            return at if at > number else None
    return None


def _is_primary(words: Sequence[_Placed]) -> bool:
    """A name, a number, something in parentheses, or the negation of one: what ``!`` binds to, and nothing after."""
    while words and words[0].token == "!":
        words = words[1:]
    return len(words) == 1 or (len(words) > 1 and _closing(words, 0) == len(words) - 1)


def _split(words: Sequence[_Placed], operator: str) -> Iterator[Sequence[_Placed]]:
    depth, start = 0, 0
    for at, word in enumerate(words):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(word.token, 0)
        if depth == 0 and word.token == operator:
            yield words[start:at]
            start = at + 1
    yield words[start:]
