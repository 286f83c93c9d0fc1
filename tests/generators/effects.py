"""Programs with an effect in one operand, in every place where an operand may stand.

``placed(construct)`` gives, for each operand ``<e>`` of a construct and each effect, the program where ``e`` is
``(effect, e)`` or ``({ effect; e; })``. What the effect does shows in ``@checksum``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.generators.effect_constructs import SHARED, Construct

EFFECTS = {
    "step": "@checksum++",
    "assign": "@checksum = 7",
    "input": "@checksum = __VERIFIER_nondet_int()",
    "call": "@bump()",
    "error": "reach_error()",
}
FORMS = {"comma": "({effect}, {operand})", "statements": "({{ {effect}; {operand}; }})"}
ALL = tuple((effect, form) for effect in EFFECTS for form in FORMS)
SOME = (("step", "comma"), ("assign", "statements"), ("input", "comma"), ("call", "statements"), ("error", "comma"))
_OPERAND = re.compile(r"<([^<>=\s](?:[^<>;]|->)*?)>")
_OWN = re.compile(r"@(\w+)")
_HEAD = """
unsigned long long @checksum;
int @bump(void) { @checksum += 3; return 1; }
"""
_DECLARED = "extern void reach_error();\nextern int __VERIFIER_nondet_int();\n"


@dataclass(frozen=True)
class Program:
    """``construct``: which one; ``name``: with which operand and effect; ``text``: with ``@`` before names of its own;
    ``declared``: what it takes from headers.
    """

    construct: str
    name: str
    text: str
    declared: str = ""

    def named(self, prefix: str) -> str:
        """The text where all names of its own begin with ``prefix``."""
        return _OWN.sub(rf"{prefix}\1", self.text)


def placed(construct: Construct, forms: Sequence[tuple[str, str]] = ALL, declared: str = "") -> Iterator[Program]:
    """All programs of one construct; ``forms``: which effects, and how they are written."""
    name, outside, inside = construct
    whole = f"{outside}\nint @main(void) {{ {inside}\nreturn 0; }}\n"
    operands = list(_OPERAND.finditer(whole))
    for number, operand in enumerate(operands):
        for effect, form in forms:
            here = FORMS[form].format(effect=EFFECTS[effect], operand=operand[1])
            text = whole[: operand.start()] + here + whole[operand.end() :]
            text = _OPERAND.sub(lambda match: match[1], text)
            head = _DECLARED + _HEAD + _needed(text)
            yield Program(name, f"{name} <{operand[1]}>{number} {effect} {form}", head + text, declared)


def _needed(text: str) -> str:
    """The shared declarations that ``text`` names, also through others."""
    wanted, pending = set[str](), [text]
    while pending:
        found = {name for name in _OWN.findall(pending.pop()) if name in SHARED} - wanted
        wanted |= found
        pending += [SHARED[name] for name in found]
    return "".join(f"{declaration}\n" for name, declaration in SHARED.items() if name in wanted)
