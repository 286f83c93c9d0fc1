"""Actors: typed functions from artifacts to artifacts, with a name, a version and parameters."""

from __future__ import annotations

import importlib
import inspect
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Generic, ParamSpec, Union, get_args, get_origin, get_type_hints, overload

from coveriflow.actors.composition.nodes import USUAL, Actor, CompositionError, Need, Parameter
from coveriflow.actors.composition.typing import PROVIDED
from coveriflow.actors.parameter_types import Values
from coveriflow.artifacts.specifications import NOT_AT_A_PLACE, Specification
from coveriflow.program.errors import InputError, NotSupported

Produced = tuple[object, ...]
"""What an actor returns: artifacts, at most one of each type."""


@dataclass(frozen=True, slots=True)
class SoFar:
    """What an actor reports as its progress: the artifacts that it leaves if a limit ends it now. A later report takes
    the place of an earlier one.
    """

    produced: Produced


Besides = Callable[[Actor, tuple[object, ...]], tuple[str, ...] | None]
"""What an actor's results depend on beside its inputs and parameters, our own text, and the versions of solvers and of
the compiler: that of a tool, say. ``None``: its results cannot be used again.
"""
Refuses = Callable[[Actor, Specification], str]
"""Why an actor cannot be asked about a specification, as the end of a sentence; ``""`` if it can."""
_ANY_NUMBER = frozenset({"seed"})
_SHARE = "share"
_known: dict[str, Definition[Any]] = {}
P = ParamSpec("P")
Work = Callable[..., Produced]


class Definition(Generic[P]):
    """An actor as defined by ``@actor``: call it with parameters to get an ``Actor``; ``function`` does the work.

    ``options``: the frozen dataclass that the function takes its parameters as, whose fields ``P`` names; ``None``: its
    parameters are its own keyword-only ones.
    """

    def __init__(
        self,
        function: Work,
        version: str,
        provides: tuple[type, ...],
        besides: Besides,
        options: Callable[P, object] | None = None,
        *,
        refuses: Refuses,
        confirms: bool,
    ) -> None:
        self.function = function
        self.confirms = confirms
        self.options = options
        self.besides = besides
        self.refuses = refuses
        self.name = function.__name__.replace("_", "-")
        self.version = version
        self.provides = provides
        _known[self.name] = self
        PROVIDED[self.name] = self.provides
        USUAL[self.name] = lambda: self.defaults

    def __reduce__(self) -> tuple[Callable[[str], Definition[Any]], tuple[str]]:
        """A copy in another process is what stands there under the same name. (Copies of functions by value, as
        Prefect makes of served flows, lose what annotations refer to.)
        """
        return _defined_at, (self.place,)

    @property
    def place(self) -> str:
        """``module:name``."""
        return f"{self.function.__module__}:{self.function.__name__}"

    @property
    def needs(self) -> tuple[Need, ...]:
        """The positional parameters."""
        return self._signature[0]

    @property
    def defaults(self) -> dict[str, Parameter]:
        """The options, and what they are by default."""
        return self._signature[1]

    @property
    def _declared_by(self) -> Callable[..., object]:
        """What the types of the options are written at."""
        return self.function if self.options is None else self.options

    @cached_property
    def values(self) -> dict[str, Values]:
        """What the options may be."""
        hints = get_type_hints(self._declared_by)
        return {name: Values.of(hint) for name, hint in hints.items() if name in self.defaults}

    @property
    def __signature__(self) -> inspect.Signature:
        """That of a call, for ``inspect`` and editors."""
        hints = get_type_hints(self._declared_by)
        parameters = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hints[name])
            for name, default in self.defaults.items()
        ]
        return inspect.Signature(parameters, return_annotation=Actor)

    @cached_property
    def _signature(self) -> tuple[tuple[Need, ...], dict[str, Parameter]]:
        """Read when it is asked for: of dozens of actors a run has a few."""
        return _signature(self.function, self.options)

    def __call__(self, *arguments: P.args, **parameters: P.kwargs) -> Actor:
        """The actor with ``parameters``; raises ``CompositionError`` for one that it does not have, or for a value that
        this does not take.
        """
        if arguments:
            raise TypeError(f"{self.name} takes its parameters by name")
        return self.chosen(dict(parameters))

    def chosen(self, given: Mapping[str, Any]) -> Actor:
        """The same with parameters that are known only when the program runs: no type checker looks at these."""
        unknown = given.keys() - self.defaults.keys()
        if unknown:
            has = ", ".join(sorted(self.defaults)) or "none"
            raise CompositionError(f"{self.name} has no parameter '{min(unknown)}' (it has: {has})")
        for name, value in given.items():
            if value != self.defaults[name] and not self.values[name].allow(value):
                raise CompositionError(self.objection(name, value))
            if _is_below(name, value):
                raise CompositionError(_below(self.name, name, value))
            if name == _SHARE and not 0 <= value <= 1:
                raise CompositionError(f"{self.name}.{name} is {value}: a share of the budget lies between 0 and 1")
        self._check_place()
        chosen = tuple(sorted({**self.defaults, **given}.items()))
        return Actor(self.name, self.version, self.place, chosen, self.needs, self.provides)

    def _check_place(self) -> None:
        """``CompositionError`` where no worker process finds the function."""
        if self.function.__module__ == "__main__":
            raise CompositionError(
                f"the actor {self.name} is defined in a notebook cell, at a prompt or in the script that runs, where "
                "worker processes cannot find it: put it in another file (mine.py), and import it from there"
            )

    def __repr__(self) -> str:
        return f"<actor {self.name}{self.__signature__.replace(return_annotation=inspect.Signature.empty)}>"

    def work(self, inputs: tuple[object, ...], parameters: Mapping[str, Any]) -> Produced:
        """Do it here."""
        if self.options is None:
            return self.function(*inputs, **parameters)
        made: Callable[..., object] = self.options
        return self.function(*inputs, options=made(**parameters))

    def objection(self, name: str, value: object) -> str:
        """Why ``value`` is not taken."""
        return f"'{value}' is no value of {self.name}.{name} ({self.values[name]})"


class _Described:
    """``__doc__`` of a definition, for ``help``: what the function says, and the parameters. Hints are read then."""

    def __init__(self, of_the_class: str | None) -> None:
        self._of_the_class = of_the_class

    def __get__(self, definition: Definition[Any] | None, _owner: type) -> str | None:
        if definition is None:
            return self._of_the_class
        texts = [inspect.getdoc(each) for each in (definition.function, definition.options) if each is not None]
        rows = [f"    {each}" for each in definition.__signature__.parameters.values()]
        return "\n\n".join((*filter(None, texts), "\n".join(("Parameters:", *(r.replace("*, ", "") for r in rows)))))


Definition.__doc__ = _Described(Definition.__doc__)  # type: ignore[assignment]


def nothing_else(_actor: Actor, _inputs: tuple[object, ...]) -> tuple[str, ...] | None:
    """``Besides`` of an actor that needs nothing but us."""
    return ()


def asks_for_places(_actor: Actor, specification: Specification) -> str:
    """``Refuses`` of an actor that knows violations at places of the program."""
    kinds = [one.kind.value for one in specification.properties if one.kind in NOT_AT_A_PLACE]
    return f"no place in a program violates {' and '.join(kinds)}" if kinds else ""


@overload
def actor(
    *,
    version: str,
    provides: tuple[type, ...],
    besides: Besides = ...,
    refuses: Refuses = ...,
    confirms: bool = ...,
) -> Callable[[Work], Definition[...]]: ...
@overload
def actor(
    *,
    version: str,
    provides: tuple[type, ...],
    besides: Besides = ...,
    refuses: Refuses = ...,
    confirms: bool = ...,
    options: Callable[P, object],
) -> Callable[[Work], Definition[P]]: ...
def actor(
    *,
    version: str,
    provides: tuple[type, ...],
    besides: Besides = nothing_else,
    refuses: Refuses = asks_for_places,
    confirms: bool = False,
    options: Callable[P, object] | None = None,
) -> Callable[[Work], Definition[P]]:
    """Make a function an actor: positional parameters are artifacts (by annotated type), keyword-only ones options.

    With ``options``, a frozen dataclass with keyword-only fields, the function has one keyword-only parameter
    ``options`` of this class. Then type checkers and editors know the parameters of the actor, and several actors share
    one definition of them.

    Equal inputs and parameters are to give equally good results: chance comes from a parameter ``seed``. Else raise
    ``version``, or say by ``besides`` what else there is: results are stored and used again.

    ``refuses``: an actor with an answer that is about another property than one that places in a program violate.

    ``confirms``: an actor that executes programs to confirm what is claimed. That it cannot may be the machine's fault,
    which lacks memory or descriptors for a moment: only what it confirms by an execution is stored.
    """
    return lambda function: Definition(
        function, version, provides, besides, options, refuses=refuses, confirms=confirms
    )


def definition_of(actor: Actor) -> Definition[Any]:
    """Where ``actor`` comes from."""
    return _defined_at(actor.definition)


def _defined_at(place: str) -> Definition[Any]:
    """``place``: ``module:name``."""
    module, _, name = place.partition(":")
    definition: Definition[Any] = getattr(importlib.import_module(module), name)
    return definition


def known_actors() -> Mapping[str, Definition[Any]]:
    """All actors defined so far, by name."""
    return _known


def _signature(function: Work, options: object) -> tuple[tuple[Need, ...], dict[str, Parameter]]:
    hints = get_type_hints(function)
    needs: list[Need] = []
    defaults: dict[str, Parameter] = {}
    if isinstance(options, type):
        made: Any = options()
        defaults = {field.name: getattr(made, field.name) for field in fields(options)}
        hints.pop("options")
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and name == "options" and options is not None:
            continue
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            defaults[name] = parameter.default
        else:
            needs.append(_need(name, hints[name]))
    return tuple(needs), defaults


def _need(name: str, hint: Any) -> Need:
    options = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    accepted = tuple(option for option in options if option is not type(None))
    return Need(name, accepted, optional=len(accepted) < len(options))


def performed(actor: Actor, inputs: tuple[object, ...]) -> Produced:
    """Do the work of ``actor`` here (``execution`` calls this in a worker process); ``InputError`` where a parameter
    that counts or measures is negative.

    The nesting of programs has no limit. Where that is too deep for an actor of ours it gives up, as with
    anything that it does not support.
    """
    for name, value in actor.parameters:
        if _is_below(name, value):
            raise InputError(_below(actor.name, name, value))
    try:
        return definition_of(actor).work(inputs, dict(actor.parameters))
    except RecursionError as error:
        if not actor.definition.startswith("coveriflow."):
            raise
        raise NotSupported(f"a program or a condition of such a depth by {actor.name}") from error


def _is_below(name: str, value: Parameter) -> bool:
    return isinstance(value, int | float) and name not in _ANY_NUMBER and not value >= 0


def _below(actor: str, name: str, value: Parameter) -> str:
    return f"{actor}.{name} is {value}: it must be a number from 0 on"
