"""Tables of the engine Join: what they may be joined by, and joinGet, which looks values up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sparktree.errors import Code, Error
from sparktree.planner.expr import Column, Expr
from sparktree.sql import ast


@dataclass(frozen=True, slots=True)
class JoinTable:
    """The join that a table was declared for."""

    name: str
    strictness: str
    kind: str
    keys: tuple[str, ...]
    use_nulls: bool = False

    @property
    def keeps_first(self) -> bool:
        """Whether of the rows with equal keys only the first counts."""
        return self.strictness != "ALL" and self.kind in ("LEFT", "INNER")

    def first_rows(self, item: ast.TableExpression) -> ast.Select:
        """The rows that count: the first that came for each key."""
        arrival = ("_block_number", "_block_offset")
        return ast.Select(
            (ast.Asterisk(),),
            from_=ast.TableExpression(item.source, raw=True),
            order_by=tuple(ast.OrderItem(ast.Identifier((name,))) for name in arrival),
            limit_by=ast.LimitBy(
                ast.Literal(1), tuple(ast.Identifier((key,)) for key in self.keys)
            ),
        )

    def check(self, item: ast.Join, keys: Sequence[tuple[Expr, Expr]], use_nulls: bool) -> None:
        """INCOMPATIBLE_TYPE_OF_JOIN for any other join than the declared one."""
        if (item.strictness, item.kind) != (self.strictness, self.kind):
            raise incompatible(f"Table '{self.name}' has incompatible type of JOIN")
        if use_nulls != self.use_nulls and self.kind in ("LEFT", "FULL"):
            raise incompatible(
                f"Table {self.name} needs the same join_use_nulls setting as present in LEFT or"
                " FULL JOIN"
            )
        if len(keys) != len(self.keys):
            raise incompatible(
                f"Number of keys in JOIN ON section ({len(keys)}) doesn't match number of keys in"
                f" Join engine ({len(self.keys)})"
            )
        for _, right in keys:
            if not isinstance(right, Column) or right.name not in self.keys:
                shown = right.name if isinstance(right, Column) else "an expression"
                raise incompatible(
                    "JOIN with 'Join' table engine should be performed by storage keys"
                    f" [{', '.join(self.keys)}], but column '{shown}' was found"
                )


def incompatible(message: str) -> Error:
    """INCOMPATIBLE_TYPE_OF_JOIN."""
    return Error(Code.INCOMPATIBLE_TYPE_OF_JOIN, message)
