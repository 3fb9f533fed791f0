"""Functions that are alike, as a table: what they share is said once, a row tells one apart.

Family(
    lambda kernel, call: kernel(call[0]),
    returns=UINT8,
    rows=(row("toMonth", month, ("today()", "5"), "The month, 1 to 12."), ...),
)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, Unpack
from typing import Literal as Choice

from sparktree.functions.core.declare import Call, Options, Returns, function
from sparktree.kernel.sql import Sql

Kernel = TypeVar("Kernel")


class RowOptions(Options, total=False):
    """What a row may say besides."""

    nulls: Choice["propagate", "guard", "own"]
    low_cardinality: bool


@dataclass(frozen=True, slots=True)
class Row(Generic[Kernel]):
    """A function of a family."""

    name: str
    kernel: Kernel  # what a call becomes, as the family's lowering takes it
    example: tuple[str, str]  # the arguments, and what is shown
    doc: str
    options: dict[str, Any]  # what differs from the other functions of the family


def row(
    name: str,
    kernel: Kernel,
    example: tuple[str, str],
    doc: str,
    *,
    returns: Returns | None = None,
    args: int | tuple[int, int | None] | None = None,
    **options: Unpack[RowOptions],
) -> Row[Kernel]:
    """A function, with what differs from the other functions of its family."""
    own = {"returns": returns, "args": args}
    given = {key: value for key, value in own.items() if value is not None}
    return Row(name, kernel, example, doc, {**given, **options})


class Family(Generic[Kernel]):
    """Declares the functions of its rows; they belong to the package that says their lowering."""

    def __init__(
        self,
        lower: Callable[[Kernel, Call], Sql],
        *,
        returns: Returns,
        rows: Iterable[Row[Kernel]],
        args: int | tuple[int, int | None] = 1,
        **options: Unpack[RowOptions],
    ) -> None:
        self._lower = lower
        self._shared: dict[str, Any] = {"returns": returns, "args": args, **options}
        for one in rows:
            self._declare(one)

    def _declare(self, one: Row[Kernel]) -> None:
        def lower(call: Call) -> Sql:
            return self._lower(one.kernel, call)

        lower.__doc__ = one.doc
        lower.__module__ = self._lower.__module__
        arguments, shown = one.example
        example = (f"{one.name}({arguments})", shown)
        function(one.name, example=example, **{**self._shared, **one.options})(lower)
