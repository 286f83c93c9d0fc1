"""What can be wrong with a program text. Both kinds carry the place, so that a message can show line and caret."""

from __future__ import annotations

from dataclasses import dataclass, field

from coveriflow.program.values import many


@many
@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in a text: ``line`` and ``column`` count from 1; 0 means unknown. ``called``: the function of the library
    that is called there, in what stands for its call; it distinguishes no places.
    """

    file: str
    line: int = 0
    column: int = 0
    called: str = field(default="", compare=False)

    def __str__(self) -> str:
        parts = [self.file]
        if self.line:
            parts.append(f"line {self.line}")
        if self.column:
            parts.append(f"column {self.column}")
        return ", ".join(parts)


class InputError(Exception):
    """The input is not what it claims to be (not C, not XML, no such property): exit code 2."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span

    def __reduce__(self) -> tuple[type[InputError], tuple[str, Span | None]]:
        return type(self), (self.message, self.span)

    def __str__(self) -> str:
        return f"{self.message} ({self.span})" if self.span else self.message

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class Interruption(BaseException):
    """The user asks to stop. No error: who catches everything else lets this one pass."""


class ToolMissing(InputError):
    """The input is in order, but needs a tool, a server or a package that is not here: exit code 3."""


class NotSupported(Exception):
    """Correct C that coveriflow does not handle: the verdict is ``unknown`` with this reason."""

    def __init__(self, feature: str, span: Span | None = None) -> None:
        super().__init__(feature)
        self.feature = feature
        self.span = span

    def __reduce__(self) -> tuple[type[NotSupported], tuple[str, Span | None]]:
        return type(self), (self.feature, self.span)

    def __str__(self) -> str:
        sentence = f"{self.feature} is not supported"
        return f"{sentence} ({self.span})" if self.span else sentence

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"
