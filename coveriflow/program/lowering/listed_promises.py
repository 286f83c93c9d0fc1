"""What the attributes of functions promise to compilers, and bodies may not keep: each becomes a listed assumption."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping

from pycparser import c_ast

from coveriflow.program.lowering.context import ProgramContext
from coveriflow.program.syntax.attribute_names import declared_with
from coveriflow.program.syntax.kept_values import called
from coveriflow.program.syntax.nodes import place, walk
from coveriflow.program.syntax.sequencing import CallEffects

CONST, NONNULL, MALLOC, RETURNS_NONNULL = "const", "nonnull", "malloc", "returns_nonnull"
_SENTENCES = {
    CONST: "the function {} reads nothing that changes, as it is declared const",
    RETURNS_NONNULL: "the function {} returns no null pointer, as it is declared returns_nonnull",
    NONNULL: "the function {} is called with no null pointer that its attribute nonnull excludes",
    MALLOC: "the result of the function {} points to no object that other pointers point to, as it is declared malloc",
    "assume_aligned": "the result of the function {} is aligned as its attribute assume_aligned describes",
    "alloc_align": "the result of the function {} is aligned as its attribute alloc_align describes",
    "alloc_size": "the result of the function {} has the size that its attribute alloc_size describes",
}
_WORDS = {CONST: "const|copy|unsequenced"}
_ALLOCATIONS = frozenset({"malloc", "calloc", "aligned_alloc"})


def promise(attribute: str, name: str) -> str:
    """The sentence about the function ``name``."""
    return _SENTENCES[attribute].format(name)


def listed_promises(texts: Iterable[tuple[str, str]], functions: Collection[str]) -> dict[str, frozenset[str]]:
    """By attribute: the functions that are declared with it; ``""`` among them: it may be any."""
    found = {attribute: set[str]() for attribute in _SENTENCES}
    for _, text in texts:
        for attribute, names in found.items():
            words = _WORDS.get(attribute, attribute)
            if not any(word in text for word in words.split("|")):
                continue
            if re.search(rf"\b(?:__)?(?:{words})(?:__)?\b", text):
                names |= declared_with(text, re.compile(rf"(?:__)?(?:{words})(?:__)?"))
                if re.search(rf"\[\s*\[[^\]]*\b(?:__)?(?:{words})(?:__)?\b", text):
                    names.add("")
    return {each: frozenset(n if n in functions else "" for n in names) for each, names in found.items()}


def assume_promises(
    program: ProgramContext,
    promises: Mapping[str, frozenset[str]],
    trees: Collection[c_ast.FileAST],
    defined: Iterable[str],
) -> None:
    """Compilers take for granted what is promised of a function, whatever its body does."""
    if not any(promises.values()):
        return
    bodies = _own_bodies(trees)
    names = {unique.partition(".")[0] for unique in defined} & bodies.keys()
    nulls = set(_may_get_null(trees)) if promises.get(NONNULL) else set[str]()
    for attribute, promised in promises.items():
        for name in sorted(names if "" in promised else names & promised):
            if _may_be_broken(attribute, bodies[name], trees, program.effects, nulls):
                program.assumptions.setdefault(_SENTENCES[attribute].format(name))


def _own_bodies(trees: Collection[c_ast.FileAST]) -> dict[str, list[c_ast.FuncDef]]:
    """By name: those that the program defines, not the models."""
    found = dict[str, list[c_ast.FuncDef]]()
    for each in (node for tree in trees for node in walk(tree) if isinstance(node, c_ast.FuncDef)):
        if not each.decl.name.startswith("$") and not place(each).file.startswith("<"):
            found.setdefault(each.decl.name, []).append(each)
    return found


def _may_be_broken(
    attribute: str,
    bodies: list[c_ast.FuncDef],
    trees: Collection[c_ast.FileAST],
    effects: CallEffects,
    nulls: Container[str],
) -> bool:
    name = bodies[0].decl.name
    if attribute == CONST:
        return _reads_what_changes(name, trees, effects)
    if attribute == MALLOC:
        return not all(_allocates(each) for body in bodies for each in walk(body) if isinstance(each, c_ast.Return))
    return attribute != NONNULL or name in nulls


def _reads_what_changes(name: str, trees: Collection[c_ast.FileAST], effects: CallEffects) -> bool:
    """Whether the body, or what it calls, reads a lasting object that is not constant, or through a pointer."""
    found = effects(name)
    constants = {
        item.name for tree in trees for item in tree.ext if isinstance(item, c_ast.Decl) and _is_constant(item.type)
    }
    return found.indirect or bool(found.changed) or any(each.partition(".")[0] not in constants for each in found.reads)


def _is_constant(type_: c_ast.Node) -> bool:
    while isinstance(type_, c_ast.ArrayDecl):
        type_ = type_.type
    qualifiers = getattr(type_, "quals", None) or []
    return "const" in qualifiers and "volatile" not in qualifiers


def _allocates(returned: c_ast.Return) -> bool:
    value = returned.expr
    while isinstance(value, c_ast.Cast):
        value = value.expr
    return isinstance(value, c_ast.FuncCall) and called(value) in _ALLOCATIONS


def _may_get_null(trees: Collection[c_ast.FileAST]) -> Iterator[str]:
    """What is used otherwise than in calls whose arguments are surely no null pointers, by name."""
    uses, calls = Counter[str](), Counter[str]()
    for node in (each for tree in trees for each in walk(tree)):
        if isinstance(node, c_ast.ID):
            uses[node.name] += 1
        elif isinstance(node, c_ast.FuncCall):
            calls[called(node)] += all(map(_is_no_null, node.args.exprs if node.args else []))
    return (name for name in uses.keys() | calls.keys() if uses[name] != calls[name])


def _is_no_null(argument: c_ast.Node) -> bool:
    if isinstance(argument, c_ast.UnaryOp):
        return bool(argument.op == "&") and isinstance(argument.expr, c_ast.ID)
    return isinstance(argument, c_ast.Constant) and argument.type == "string"
