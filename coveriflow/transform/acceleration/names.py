"""Names that a program does not have."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.types.c_types import Type


@dataclass(slots=True)
class FreshNames:
    """``taken``: in use. ``locals``: the variables made so far, by function."""

    taken: set[str]
    locals: dict[str, list[Variable]] = field(default_factory=dict)

    @classmethod
    def beside(cls, cfa: Cfa) -> FreshNames:
        """Beside all that ``cfa`` declares."""
        functions = [(f, (*f.locals, *f.parameters, *([f.result] if f.result else []))) for f in cfa.functions.values()]
        taken = {variable.name for _, variables in functions for variable in variables}
        taken |= {g.variable.name for g in cfa.globals} | {o.variable.name for o in cfa.objects}
        return cls(taken | set(cfa.functions))

    def variable(self, function: str, word: str, type_: Type) -> Variable:
        """A local variable of ``function``, or a global one if that is empty."""
        prefix = f"{function}::" if function else ""
        candidates = (f"{prefix}{word}{number}" for number in count(1))
        name = next(each for each in candidates if each not in self.taken)
        self.taken.add(name)
        variable = Variable(name, type_)
        self.locals.setdefault(function, []).append(variable)
        return variable
