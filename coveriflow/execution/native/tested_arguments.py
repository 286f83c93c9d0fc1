"""The C text of functions that test their argument and are not defined: assertions and assumptions of verifiers.

They get the argument as the program passes it: converted to the parameter's type, as it is declared, or to ``_Bool``.
Their names are replaced, since compilers and verifiers may have functions of these names built in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from coveriflow.program.text.outlines import COMMENTS, LITERALS, Outline
from coveriflow.program.text.violations import ASSUMING, Violations

_PREFIX = "__coveriflow_test_"
_KEYWORDS = frozenset("char short int long signed unsigned float double _Bool void".split())
_QUALIFIERS = frozenset("const volatile restrict __restrict __restrict__ __const struct union enum register".split())
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_ERROR, _UNMET = "__coveriflow_error", "__coveriflow_unmet"


@dataclass(slots=True)
class TestedArguments:
    """What the files of one program need, in their order; ``defined``: functions that it has itself."""

    violations: Violations
    defined: set[str]
    _done: set[str] = field(default_factory=set)
    _undeclared: dict[str, None] = field(default_factory=dict)

    def with_bodies(self, text: str, seen: Outline) -> str:
        """One text of the program, with the bodies of functions that it declares."""
        missing = sorted(((ASSUMING - {"__VERIFIER_assume"}) | self.violations.assertions) & seen.called - self.defined)
        if not missing:
            return text
        declared = [name for name in missing if name in seen.declared]
        undeclared = [name for name in missing if name not in seen.declared]
        self._undeclared |= dict.fromkeys(undeclared)
        before = "".join(f"extern int {_PREFIX}{name}(_Bool, ...); " for name in undeclared)
        bodies = [self._body(name, text) for name in declared if name not in self._done]
        self._done |= set(declared)
        return before + _renamed(text, missing) + "\n" + "".join(bodies)

    def rest(self) -> str:
        """The bodies of those that no file declares, and what all of them need."""
        names = [name for name in self._undeclared if name not in self._done]
        bodies = [_body_of(f"int {_PREFIX}{name}(_Bool holds, ...)", "holds", self._ending(name)) for name in names]
        return f"void {_UNMET}(void) {{ __coveriflow_stop(assumption, 0); }}\n" + "".join(bodies)

    def _ending(self, name: str) -> str:
        return _UNMET if name in ASSUMING else _ERROR

    def _body(self, name: str, text: str) -> str:
        """By its declaration, which comes first of all places where the name is followed by a parenthesis."""
        found = re.search(rf"(?<![\w$]){re.escape(name)}\s*\(([^()]*)\)", text)
        parameters = [p.strip() for p in found[1].split(",")] if found is not None else [""]
        if parameters == [""]:
            parameters = ["int holds"]
        named = [_named(each, number) for number, each in enumerate(parameters)]
        zeros = ", ".join("0" for each in named if each != "...")
        heading = f"__typeof__({_PREFIX}{name}({zeros})) {_PREFIX}{name}({', '.join(named)})"
        first = _WORD.findall(named[0])
        return _body_of(heading, first[-1], self._ending(name)) if first else ""


def _body_of(heading: str, tested: str, ending: str) -> str:
    return f"{heading} {{ extern void {ending}(void); if (!({tested})) {ending}(); }}\n"


def _named(parameter: str, number: int) -> str:
    """A parameter that has no name gets one."""
    words = [word for word in _WORD.findall(parameter) if word not in _QUALIFIERS]
    is_named = len(words) > 1 and words[-1] not in _KEYWORDS and parameter.rstrip()[-1:] not in ("*", "]")
    return parameter if is_named or parameter == "..." else f"{parameter} argument{number}"


def _renamed(text: str, names: list[str]) -> str:
    any_of = "|".join(map(re.escape, names))
    tokens = re.compile(rf"{COMMENTS}|{LITERALS}|(?<![\w$.])(?P<name>{any_of})(?![\w$])")
    return tokens.sub(lambda found: f"{_PREFIX}{found['name']}" if found["name"] else found[0], text)
