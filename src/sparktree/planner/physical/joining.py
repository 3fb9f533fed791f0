"""Joins as stages: the small side goes to every task, or both meet by the hash of the keys."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.planner import row_limits
from sparktree.planner.expr import Column, Expr, columns_of
from sparktree.planner.fragment import Fragment, together
from sparktree.planner.lower import Lowering
from sparktree.planner.nodes import Join, produced
from sparktree.planner.physical.planner import Demand, Planner, visits

# Kinds in which rows of the right side appear without a partner: it may not be sent to many tasks.
_KEEPS_RIGHT = ("RIGHT", "FULL", "RIGHT SEMI", "RIGHT ANTI")
_WORDS = {
    "INNER": "JOIN",
    "LEFT": "LEFT JOIN",
    "RIGHT": "RIGHT JOIN",
    "FULL": "FULL JOIN",
    "CROSS": "CROSS JOIN",
    "SEMI": "JOIN",
    "ANTI": "LEFT JOIN",
    "RIGHT SEMI": "JOIN",
    "RIGHT ANTI": "RIGHT JOIN",
    "ASOF": "ASOF JOIN",
    "ASOF LEFT": "ASOF LEFT JOIN",
}
# Where the sides change places: rows of the second one are kept, those of the first look them up.
_SWAPPED = {"INNER": "JOIN", "LEFT": "RIGHT JOIN", "RIGHT": "LEFT JOIN", "FULL": "FULL JOIN"}
_FEW_ROWS = 10_000  # of a side that may be kept, however few the other one has
# Up to so many pairs of rows, a join without keys shows them in the order of the left side, then
# of the right one, as ClickHouse does. The kernel tries pairs in an order of its own.
_ORDERED_PAIRS = 100_000


# Each row of the left side with its first partner, and the rows of the right one that have none.
_ANY_LEFT = (
    " QUALIFY place_left IS NULL OR row_number() OVER (PARTITION BY place_left ORDER BY {}) = 1"
)


@visits(Join)
def visit(planner: Planner, node: Join, demand: Demand) -> Fragment:
    """The joined rows with the needed columns."""
    needed = demand.columns
    shown = [(new, old) for new, old in node.columns if new.id in needed]
    read = Demand(set(columns_of(*_expressions(node))) | {old.id for _, old in shown})
    left = planner.with_sets(planner.visit(node.left, read), _expressions(node))
    right = planner.visit(node.right, read)
    if node.kind != "CROSS":
        held = [c for c in produced(node.right).values() if c.id in read.columns]
        right = row_limits.JOIN.over(right, planner.context.settings, held)
    if node.kind == "PASTE":
        return _pasted(planner, left, right, shown)
    left_keys = [(planner_column(node, i, 0), pair[0]) for i, pair in enumerate(node.keys)]
    right_keys = [(planner_column(node, i, 1), pair[1]) for i, pair in enumerate(node.keys)]
    left = left.over(_with_keys(planner.lowering, left.sql, left_keys))
    right = right.over(_with_keys(planner.lowering, right.sql, right_keys))
    left, right = bring_together(planner, node, left, right)
    take_last = planner.context.settings.join_any_take_last_row
    rows = left.rows * right.rows if node.kind == "CROSS" else max(left.rows, right.rows)
    text = (
        _in_order(planner.lowering, node, left.sql, right.sql, shown, needed)
        if _ordered(node, left, right)
        else _join_sql(
            planner.lowering,
            node,
            left.sql,
            right.sql,
            shown,
            needed,
            take_last,
            _swaps(planner, node, left, right),
        )
    )
    return together(
        text,
        left,
        right,
        rows=rows,
    )


def _pasted(
    planner: Planner, left: Fragment, right: Fragment, shown: Sequence[tuple[Column, Column]]
) -> Fragment:
    """The rows side by side, as many as the shorter side has."""
    left, right = planner.meet(left, ()), planner.meet(right, ())
    items = ", ".join(f"{old.kernel_name} AS {new.kernel_name}" for new, old in shown)
    joined = (
        f"(SELECT *, true AS in_left FROM ({left.sql})) AS l POSITIONAL JOIN"
        f" (SELECT *, true AS in_right FROM ({right.sql})) AS r"
    )
    text = f"SELECT {items or '1 AS dummy'} FROM {joined} WHERE in_left AND in_right"
    return together(text, left, right, rows=min(left.rows, right.rows))


def planner_column(node: Join, position: int, side: int) -> Column:
    """The column that holds a key of one side while the sides meet."""
    return Column(node.keys[position][side].type, _key_number(node, position, side), "")


def _key_number(node: Join, position: int, side: int) -> int:
    # Beyond every real column's number: each join owns the range behind its first output column.
    base = node.columns[0][0].id if node.columns else 0
    return 1_000_000 + base * 100 + position * 2 + side


def _expressions(node: Join) -> list[Expr]:
    found: list[Expr] = [side for pair in node.keys for side in pair]
    if node.condition is not None:
        found.append(node.condition)
    if node.inequality is not None:
        found += node.inequality[1:]
    return found


def _with_keys(lowering: Lowering, inner: str, keys: Sequence[tuple[Column, Expr]]) -> str:
    if not keys:
        return inner
    computed = ", ".join(f"{lowering.value(e)} AS {c.kernel_name}" for c, e in keys)
    return f"SELECT *, {computed} FROM ({inner})"


def bring_together(
    planner: Planner, node: Join, left: Fragment, right: Fragment
) -> tuple[Fragment, Fragment]:
    """Bring the sides where they can be joined."""
    if not left.spread and not right.spread:
        return left, right
    # Guesses of what joins leave do not count here: a side that is sent whole must be small.
    small_right = right.rows <= planner.broadcast_rows or right.tasks == 0 or not node.keys
    if small_right and node.kind not in _KEEPS_RIGHT:
        return left, planner.gather(right)
    small_left = left.rows <= planner.broadcast_rows
    if small_left and node.kind in ("INNER", "CROSS", "RIGHT") and not node.any:
        return planner.gather(left), right
    if not node.keys:
        return planner.meet(left, ()), planner.meet(right, ())
    columns = [[planner_column(node, i, side) for i in range(len(node.keys))] for side in (0, 1)]
    return planner.spread(left, columns[0]), planner.spread(right, columns[1])


def _swaps(planner: Planner, node: Join, left: Fragment, right: Fragment) -> bool:
    """Whether the left side is kept, being the smaller one."""
    chosen = planner.context.settings.query_plan_join_swap_table
    if node.kind not in _SWAPPED or not node.keys or chosen is False:
        return False
    if chosen is True:
        return True
    rows = _rows(node, left, right)
    return rows[1] > max(_FEW_ROWS, 2 * rows[0])


def _rows(node: Join, left: Fragment, right: Fragment) -> tuple[float, float]:
    """The rows of both sides, as far as they are known."""
    if node.estimated is None:
        return left.rows, right.rows
    return min(left.rows, node.estimated.left), min(right.rows, node.estimated.right)


def _ordered(node: Join, left: Fragment, right: Fragment) -> bool:
    """Whether all pairs are tried, and there are few."""
    tried = node.kind in ("CROSS", "INNER", "LEFT") and not node.keys and not node.any
    return tried and left.rows * right.rows <= _ORDERED_PAIRS


def _in_order(
    lowering: Lowering,
    node: Join,
    left: str,
    right: str,
    shown: Sequence[tuple[Column, Column]],
    needed: set[int],
) -> str:
    """The pairs by the places of their rows."""
    left, right = _with_row_places(left, right)
    text = _join_sql(lowering, node, left, right, shown, needed, False)
    return f"{text} ORDER BY place_left, place_right"


def _with_row_places(left: str, right: str) -> tuple[str, str]:
    """Both sides with the places of their rows."""
    return (
        f"SELECT *, row_number() OVER () AS place_left FROM ({left})",
        f"SELECT *, row_number() OVER () AS place_right FROM ({right})",
    )


def _join_sql(
    lowering: Lowering,
    node: Join,
    left: str,
    right: str,
    shown: Sequence[tuple[Column, Column]],
    needed: set[int],
    take_last: bool,
    swapped: bool = False,
) -> str:
    pairs = [
        (planner_column(node, i, 0).kernel_name, planner_column(node, i, 1).kernel_name)
        for i in range(len(node.keys))
    ]
    chosen, word = "", _WORDS[node.kind]
    own = _is_own(node, shown)
    if own:
        word = f"{node.kind} JOIN"
    elif node.any_left:
        left, right = _with_row_places(left, right)
        chosen = _ANY_LEFT.format("place_right DESC" if take_last else "place_right")
    elif pairs and node.condition is None:
        left, right = _deduplicated(node, left, right, pairs, take_last)
    elif _once_right(node) or _once_left(node):
        left, right, chosen = _numbered(node, left, right, take_last)
    if node.kind == "ANTI" and not own:
        right = f"SELECT *, true AS matched_right FROM ({right})"
    if node.kind == "RIGHT ANTI" or node.merged:
        left = f"SELECT *, true AS matched_left FROM ({left})"
    conditions = [Sql(f"{a} = {b}") for a, b in pairs]
    if node.inequality is not None:
        operator, first, second = node.inequality
        conditions.append(Sql(f"{lowering.value(first)} {operator} {lowering.value(second)}"))
    if node.condition is not None:
        conditions.append(lowering.condition(node.condition))
    on = "" if node.kind == "CROSS" else f" ON {sql.all_of(conditions)}"
    items = [f"{_output_value(new, old, node)} AS {new.kernel_name}" for new, old in shown]
    items += [
        f"CASE WHEN matched_left THEN {pairs[i][0]} ELSE {pairs[i][1]} END AS {new.kernel_name}"
        for new, i in node.merged
        if new.id in needed
    ]
    joined = f"({left}) AS l {word} ({right}) AS r{on}"
    if swapped:
        joined = f"({right}) AS r {_SWAPPED[node.kind]} ({left}) AS l{on}"
    text = f"SELECT {', '.join(items) or '1 AS dummy'} FROM {joined}"
    if node.kind == "ANTI" and not own:
        return f"{text} WHERE matched_right IS NULL"
    if node.kind == "RIGHT ANTI":
        return f"{text} WHERE matched_left IS NULL"
    return text + chosen


def _is_own(node: Join, shown: Sequence[tuple[Column, Column]]) -> bool:
    """Whether it only chooses rows of the left side, which the kernel does by itself."""
    right = produced(node.right).keys()
    return node.kind in ("SEMI", "ANTI") and not any(old.id in right for _, old in shown)


def _once_right(node: Join) -> bool:
    """Whether a row of the left side has one partner at most."""
    return (node.any and node.kind in ("INNER", "LEFT")) or node.kind == "SEMI"


def _once_left(node: Join) -> bool:
    """Whether a row of the right side has one partner at most."""
    return (node.any and node.kind in ("INNER", "RIGHT")) or node.kind == "RIGHT SEMI"


def _deduplicated(
    node: Join, left: str, right: str, pairs: Sequence[tuple[str, str]], take_last: bool
) -> tuple[str, str]:
    """ANY and SEMI: at most one partner, so the partner's side keeps one row per key.

    `take_last` is about rows of the right side.
    """
    left_keys = ", ".join(a for a, _ in pairs)
    right_keys = ", ".join(b for _, b in pairs)
    if _once_right(node):
        once = f"SELECT DISTINCT ON ({right_keys}) *"
        numbered = f"SELECT *, row_number() OVER () AS place FROM ({right})"
        right = (
            f"{once} FROM ({numbered}) ORDER BY {right_keys}, place DESC"
            if take_last
            else f"{once} FROM ({right})"
        )
    if _once_left(node):
        left = f"SELECT DISTINCT ON ({left_keys}) * FROM ({left})"
    return left, right


def _numbered(node: Join, left: str, right: str, take_last: bool) -> tuple[str, str, str]:
    """ANY and SEMI where more than equal keys makes partners: which row is the first partner shows
    only when they have met. Rows are numbered before that; what chooses among them comes third."""
    left, right = _with_row_places(left, right)
    own, other = "place_left", "place_right DESC" if take_last else "place_right"
    if not _once_right(node):
        own, other = "place_right", "place_left"
    return left, right, f" QUALIFY row_number() OVER (PARTITION BY {own} ORDER BY {other}) = 1"


def _output_value(new: Column, old: Column, node: Join) -> Sql:
    """A side's column; of a row without a partner the type's default (or NULL)."""
    value = sql.name(old.kernel_name)
    if node.kind in ("INNER", "CROSS", "ASOF", "SEMI", "RIGHT SEMI") or new.type.nullable:
        return value
    return sql.coalesce(value, new.type.zero())
