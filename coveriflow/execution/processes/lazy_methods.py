"""Methods of our dataclasses are compiled when they are first called, in processes of our own.

``dataclasses`` writes the text of five to ten methods for each class, and compiles each at once. For 350 classes that
is more than half of what importing takes. A run calls few of them. Nothing changes for classes of other packages, nor
where Python makes its methods in another way (3.13 does).
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any

_MAKER = "_create_fn"
_PARAMETERS = ("name", "args", "body", "globals", "locals", "return_type")
_OURS = "coveriflow."

Method = Callable[..., Any]
Maker = Callable[..., Method]


def install() -> None:
    """From now on, in this process; a second call changes nothing."""
    maker: Maker | None = getattr(dataclasses, _MAKER, None)
    if maker is not None and tuple(inspect.signature(maker).parameters) == _PARAMETERS:
        setattr(dataclasses, _MAKER, lazily(maker))


def lazily(maker: Maker) -> Maker:
    """What makes a method as ``maker`` does, of our classes when it is first called."""

    def made(name: str, *given: Any, **named: Any) -> Method:
        module = (named.get("globals") or {}).get("__name__", "")
        if not module.startswith(_OURS):
            return maker(name, *given, **named)

        method: Method | None = None

        def first(self: object, *arguments: Any, **keywords: Any) -> Any:
            nonlocal method
            if method is None:
                method = maker(name, *given, **named)
                method.__qualname__ = first.__qualname__
                for owner in type(self).__mro__:
                    if owner.__dict__.get(name) is first:
                        type.__setattr__(owner, name, method)
            return method(self, *arguments, **keywords)

        first.__name__ = name
        return first

    return made
