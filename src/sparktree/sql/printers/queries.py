"""Queries as text."""

from __future__ import annotations

from sparktree.sql.ast import (
    ArrayJoin,
    Function,
    GroupBy,
    Interpolate,
    Join,
    LimitBy,
    Node,
    Query,
    Select,
    SetOperation,
    Setting,
    Subquery,
    TableExpression,
    TableName,
    WithExpression,
    WithQuery,
)
from sparktree.sql.printers.base import (
    Style,
    back_quote,
    prints,
    quote_name,
    render,
    render_lines,
    render_list,
)
from sparktree.sql.printers.expressions import format_scalar, order_direction

# --- settings ------------------------------------------------------------------------------


@prints(Setting)
def _setting(node: Setting, style: Style) -> str:
    if node.value is True and not node.written:
        return quote_name(node.name)
    return f"{node.name} = {_setting_value(node.value)}"


def _setting_value(value: object) -> str:
    if value is None:
        return "DEFAULT"
    if isinstance(value, Function):
        return render(value)
    if isinstance(value, tuple):
        if value and all(isinstance(item, tuple) for item in value):
            pairs = (f"{_setting_value(key)}:{_setting_value(item)}" for key, item in value)
            return "{" + ", ".join(pairs) + "}"
        return "[" + ", ".join(map(_setting_value, value)) + "]"
    if isinstance(value, int | float | str):
        return format_scalar(value)
    raise TypeError(f"{value!r} is not the value of a setting")


def render_settings(settings: tuple[Setting, ...], style: Style) -> str:
    """`a = 1, b = 'x'`."""
    return ", ".join(render(setting, style) for setting in settings)


# --- SELECT --------------------------------------------------------------------------------


@prints(Select)
def _select(node: Select, style: Style) -> str:
    clauses = [] if not node.with_ else [_with(node, style)]
    distinct = " DISTINCT" if node.distinct else ""
    clauses.append(f"SELECT{distinct}{render_lines(node.columns, style)}")
    clauses += _from(node, style)
    clauses += _filters(node, style)
    clauses += _order(node, style)
    clauses += _limits(node, style)
    if node.settings:
        clauses.append("SETTINGS " + render_settings(node.settings, style))
    return style.new_line.join(clauses)


def _with(node: Select, style: Style) -> str:
    head = "WITH RECURSIVE" if node.recursive else "WITH"
    if style.one_line:
        return f"{head} {render_list(node.with_, style)}"
    inner = style.deeper()
    items = (render(item, inner.plain(index)) for index, item in enumerate(node.with_))
    return head + ",".join(inner.new_line + item for item in items)


@prints(WithQuery)
def _with_query(node: WithQuery, style: Style) -> str:
    columns = f"({', '.join(map(quote_name, node.columns))})" if node.columns else ""
    materialized = " MATERIALIZED" if node.materialized else ""
    head = f"{quote_name(node.name)}{columns} AS{materialized}"
    return f"{head}{style.new_line}{render(Subquery(node.query), style)}"


@prints(WithExpression)
def _with_expression(node: WithExpression, style: Style) -> str:
    return f"{render(node.expression, style.plain(style.index))} AS {quote_name(node.name)}"


def _filters(node: Select, style: Style) -> list[str]:
    clauses = []
    if node.prewhere is not None:
        clauses.append("PREWHERE " + render(node.prewhere, style.plain()))
    if node.where is not None:
        clauses.append("WHERE " + render(node.where, style.plain()))
    if node.group_by is not None:
        clauses.append(render(node.group_by, style) + _totals(node, style))
    elif node.with_totals:
        clauses.append("WITH TOTALS")
    if node.having is not None:
        clauses.append("HAVING " + render(node.having, style.plain()))
    if node.windows:
        clauses.append("WINDOW" + _windows(node, style))
    if node.qualify is not None:
        clauses.append("QUALIFY " + render(node.qualify, style.plain()))
    return clauses


def _totals(node: Select, style: Style) -> str:
    return style.deeper().new_line + "WITH TOTALS" if node.with_totals else ""


def _windows(node: Select, style: Style) -> str:
    texts = [f"{quote_name(name)} AS {render(window, style)}" for name, window in node.windows]
    if style.one_line or len(texts) == 1:
        return " " + ", ".join(texts)
    line = style.deeper().new_line
    return ",".join(line + text for text in texts)


@prints(GroupBy)
def _group_by(node: GroupBy, style: Style) -> str:
    inner = style.deeper()
    if node.kind == "SETS":
        return f"GROUP BY{inner.new_line}GROUPING SETS ({_grouping_sets(node, inner)})"
    kind = "" if node.kind == "PLAIN" else f"{inner.new_line}WITH {node.kind}"
    keys = " ALL" if node.all else render_lines(node.expressions, style)
    return f"GROUP BY{keys}{kind}"


def _grouping_sets(node: GroupBy, style: Style) -> str:
    sets = [f"({render_list(keys, style)})" for keys in node.sets]
    if style.one_line or len(sets) == 1:
        return ", ".join(sets)
    line = style.deeper().new_line
    return ",".join(line + text for text in sets)


def _order(node: Select, style: Style) -> list[str]:
    clauses = []
    if node.order_by_all is not None:
        clauses.append("ORDER BY ALL" + order_direction(node.order_by_all))
    if node.order_by:
        clauses.append("ORDER BY" + render_lines(node.order_by, style))
    if node.interpolate is not None:
        items = f" ({render_list(node.interpolate, style)})" if node.interpolate else ""
        clauses.append("INTERPOLATE" + items)
    return clauses


@prints(Interpolate)
def _interpolate(node: Interpolate, style: Style) -> str:
    name = back_quote(node.name)
    value = quote_name(node.name) if node.expression is None else render(node.expression, style)
    return f"{name} AS {value}"


def _limits(node: Select, style: Style) -> list[str]:
    clauses = []
    if node.limit_by is not None:
        clauses.append(render(node.limit_by, style))
    if node.limit is not None:
        offset = "" if node.offset is None else render(node.offset, style.plain()) + ", "
        clauses.append(f"LIMIT {offset}{render(node.limit, style.plain())}")
        if node.with_ties:
            clauses.append(" WITH TIES")
    elif node.offset is not None:
        clauses.append("OFFSET " + render(node.offset, style.plain()))
    return clauses


@prints(LimitBy)
def _limit_by(node: LimitBy, style: Style) -> str:
    offset = "" if node.offset is None else render(node.offset, style.plain()) + ", "
    keys = " ALL" if node.all else render_lines(node.expressions, style)
    return f"LIMIT {offset}{render(node.limit, style.plain())} BY{keys}"


# --- FROM ----------------------------------------------------------------------------------


def _from(node: Select, style: Style) -> list[str]:
    if node.from_ is None:
        return []
    return ["FROM" + leading(node.from_, style) + render(node.from_, style)]


def leading(node: Node, style: Style) -> str:
    """What separates a word from a table: a subquery begins on a line of its own."""
    while isinstance(node, Join | ArrayJoin) and node is not None:
        first = node.left if isinstance(node, Join) else node.input
        if first is None:
            return " "
        node = first
    is_query = isinstance(node, TableExpression) and isinstance(node.source, Subquery)
    return style.new_line if is_query else " "


@prints(TableName)
def _table_name(node: TableName, style: Style) -> str:
    return qualified(node)


def qualified(node: TableName) -> str:
    """`database.table`."""
    database = "" if node.database is None else quote_name(node.database) + "."
    return database + quote_name(node.name)


@prints(TableExpression)
def _table_expression(node: TableExpression, style: Style) -> str:
    text = render(node.source, style.plain())
    if node.alias is not None:
        text += f" AS {quote_name(node.alias)}"
    if node.column_aliases:
        text += f"({', '.join(map(quote_name, node.column_aliases))})"
    if node.final:
        text += style.new_line + "FINAL"
    if node.sample is not None:
        text += f"{style.new_line}SAMPLE {render(node.sample, style.plain())}"
        if node.sample_offset is not None:
            text += f" OFFSET {render(node.sample_offset, style.plain())}"
    return text


@prints(ArrayJoin)
def _array_join(node: ArrayJoin, style: Style) -> str:
    head = "LEFT ARRAY JOIN" if node.left else "ARRAY JOIN"
    text = head + render_lines(node.expressions, style)
    return text if node.input is None else render(node.input, style) + style.new_line + text


@prints(Join)
def _join(node: Join, style: Style) -> str:
    left, right = render(node.left, style), render(node.right, style)
    gap = leading(node.right, style)
    if node.comma:
        return f"{left},{gap}{right}"
    text = f"{left}{style.new_line}{_join_words(node)}{gap}{right}"
    if node.on is not None:
        text += f" ON {render(node.on, style.plain())}"
    if node.using:
        text += f" USING ({render_list(node.using, style)})"
    return text


def _join_words(node: Join) -> str:
    words: list[str] = [] if node.locality is None else [node.locality]
    if node.natural:
        words.append("NATURAL")
    if node.strictness is not None:
        words.append(node.strictness)
    words.append("FULL OUTER" if node.kind == "FULL" else node.kind)
    return " ".join([*words, "JOIN"])


# --- combinations --------------------------------------------------------------------------


@prints(SetOperation)
def _set_operation(node: SetOperation, style: Style) -> str:
    operands, operators = _flat(node)
    lines = []
    for index, operand in enumerate(operands):
        # SELECT a EXCEPT ... would read as a list of columns.
        beside = operators[max(index - 1, 0) : index + 1]
        by_except = any(operator.startswith("EXCEPT") for operator in beside)
        bracketed = node.brackets or by_except or isinstance(operand, SetOperation)
        lines.append(render(Subquery(operand) if bracketed else operand, style))
        if index < len(operators):
            lines.append(operators[index])
    return style.new_line.join(lines)


def _flat(node: SetOperation) -> tuple[list[Query], list[str]]:
    """Operands and operators in the order of reading; brackets stay where they matter."""
    tight = node.operator == "INTERSECT"
    operands, operators = _side(node.left, tight, is_left=True)
    right, more = _side(node.right, tight, is_left=False)
    operator = node.operator + (f" {node.quantifier}" if node.quantifier else "")
    return [*operands, *right], [*operators, operator, *more]


def _side(node: Query, tight: bool, is_left: bool) -> tuple[list[Query], list[str]]:
    if not isinstance(node, SetOperation) or node.parens:
        return [node], []
    inner_tight = node.operator == "INTERSECT"
    flat = inner_tight if tight else (is_left or inner_tight)
    if flat and (is_left or inner_tight > tight):
        return _flat(node)
    return [node], []
