"""The fields of Prefect's forms: how a program is put together, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, Field

from coveriflow.artifacts.builds import Build
from coveriflow.artifacts.specifications import BY_NAME
from coveriflow.flows.ready import READY
from coveriflow.formats.builds import build_of

FlowName = Annotated[str, Field(json_schema_extra={"enum": list(READY)})]
"""A ready flow: a choice in the form."""
PropertyName = Annotated[str, Field(json_schema_extra={"enum": list(BY_NAME)})]
"""A property: a choice in the form."""


Function = TypeVar("Function", bound=Callable[..., Any])


def with_types(function: Function) -> Function:
    """``function`` with its annotations as objects, before it becomes a flow.

    A served flow is sent to its process by value, and then Prefect knows only what the function refers to. The names in
    annotations that are text are not among that, so that no parameter could be checked.
    """
    function.__annotations__ = get_type_hints(function, include_extras=True)
    return function


class BuildForm(BaseModel):
    """How a program is put together, as for ``coveriflow verify``."""

    model_config = ConfigDict(extra="forbid")

    files: list[str] = Field(default=[], description="Further C files of the program.")
    together: bool = Field(default=False, description="Of nightly: the C files among the tasks are one program.")
    include_directories: list[str] = Field(default=[], description="Folders of headers (-I).")
    defines: list[str] = Field(default=[], description="Macros: NAME or NAME=VALUE (-D).")
    compile_commands: str = Field(default="", description="A compile_commands.json with the flags of the files.")
    entry: str = Field(default="", description="The function to verify, called with any arguments: [FILE:]FUNCTION.")
    entry_arrays: list[str] = Field(default=[], description="NAME=N: a pointer points to N elements.")
    entry_text: int | None = Field(default=None, description="The most characters of a text. Default: 4.")
    entry_depth: int | None = Field(default=None, description="How many pointers are followed. Default: 2.")
    entry_alias: Literal["", "none", "parameters", "all"] = Field(
        default="", description="Which pointers may point to the same object. Default: parameters."
    )
    entry_globals: Literal["", "initial", "any"] = Field(
        default="", description="What variables hold when the function is called. Default: initial."
    )

    def build(self) -> Build:
        """What the form says; ``InputError``."""
        return build_of({key: value for key, value in self.model_dump().items() if value is not None})
