"""Which joins the algorithms of the setting join_algorithm cannot do.

Tasks join as they see fit, but a query that allows only some of ClickHouse's algorithms is refused
where these would not do.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.expr import Call, Column, Expr
from sparktree.sql import ast

_HASH = frozenset({"hash", "default"})
_OF_ALTERNATIVES = _HASH | {"auto"}
_OF_MIXED = _HASH | {"parallel_hash", "grace_hash"}
_ABLE = _HASH | {"parallel_hash", "auto", "prefer_partial_merge"}  # of whatever has keys
_MERGED_PARTLY = ("INNER", "LEFT", "RIGHT", "FULL", "ANY INNER", "ANY LEFT", "SEMI LEFT")
_LOOKED_UP = ("INNER", "LEFT", "SEMI LEFT", "ANTI LEFT")
_SORTED = ("SEMI LEFT", "SEMI RIGHT", "ANTI LEFT", "ANTI RIGHT")  # what sorting does not do
# Sides whose own conditions choose among rows before the join.
_FILTERS = {"INNER": ("left", "right"), "LEFT": ("right",), "RIGHT": ("left",)}


def written_kind(item: ast.Join) -> str:
    """The kind of a join with its strictness, unless that is ALL."""
    if item.strictness in ("SEMI", "ANTI"):
        return f"{item.strictness} {'RIGHT' if item.kind == 'RIGHT' else 'LEFT'}"
    return item.kind if item.strictness in (None, "ALL") else f"{item.strictness} {item.kind}"


@dataclass(slots=True)
class Shape:
    """What a join is, as far as algorithms differ."""

    kind: str = ""
    keys: list[tuple[Expr, Expr]] = field(default_factory=list)
    keyed: bool = False  # rows meet by equal keys
    alternatives: bool = False  # rows meet by one of several keys
    inequalities: int = 0
    mixed: bool = False  # there are other conditions on pairs of rows
    conditioned_sides: set[str] = field(default_factory=set)  # sides with conditions of their own
    stored: bool = False  # the right side is a stored table


def refusal(shape: Shape, setting: str, on: str) -> Error | None:
    """Why none of the algorithms can do the join, if that is so."""
    allowed = {word.strip() for word in setting.split(",")}
    if shape.kind == "PASTE" or (shape.alternatives and not shape.keyed):
        if allowed & _OF_ALTERNATIVES:
            return None
        return not_implemented("Only `hash` join supports multiple ORs for keys in JOIN ON section")
    if not shape.keyed:
        return no_keys(on) if shape.mixed and not _without_keys(shape, allowed) else None
    if shape.mixed and shape.kind != "INNER" and not allowed & _OF_MIXED:
        return not_implemented(
            "JOIN with mixed conditions supports only hash join or grace hash join"
        )
    if any(_able(word, shape) for word in allowed):
        return None
    strictness = "" if shape.kind.count(" ") else "ALL "
    return not_implemented(
        f"None of the algorithms enabled by the 'join_algorithm' setting [{setting}] can execute"
        f" this {strictness}{shape.kind} JOIN with the given right table storage type",
    )


def _without_keys(shape: Shape, allowed: set[str]) -> bool:
    """Whether pairs of rows may be tried, all of them or in the order of two inequalities."""
    tried = shape.kind == "INNER" and bool(allowed & _HASH)
    sorted_ = "ie_join" in allowed and shape.inequalities > 1 and not shape.kind.startswith("ANY")
    return tried or sorted_


def _able(algorithm: str, shape: Shape) -> bool:
    if algorithm == "grace_hash":
        return not shape.kind.startswith("ASOF")
    if algorithm == "partial_merge":
        return shape.kind in _MERGED_PARTLY
    if algorithm in ("full_sorting_merge", "parallel_full_sorting_merge"):
        left_over = shape.conditioned_sides - set(_FILTERS.get(shape.kind, ()))
        return shape.kind not in _SORTED and not left_over
    if algorithm == "direct":
        simple = (
            not shape.conditioned_sides
            and not shape.mixed
            and shape.stored
            and len(shape.keys) == 1
        )
        return simple and shape.kind in _LOOKED_UP and all(map(_is_column, shape.keys[0]))
    return algorithm in _ABLE


def _is_column(key: Expr) -> bool:
    """Whether a key is a column, maybe in the type of the other."""
    if isinstance(key, Call) and key.function.name in ("CAST", "_CAST"):
        key = key.args[0]
    return isinstance(key, Column)


def no_keys(on: str) -> Error:
    """Rows of a join that is not INNER meet by equal keys."""
    return Error(
        Code.INVALID_JOIN_ON_EXPRESSION, f"Cannot determine join keys in JOIN ON expression {on}"
    )
