"""Expressions as text, the way ClickHouse's formatQuery prints them."""

from __future__ import annotations

import math
from decimal import Decimal

from sparktree.sql.ast import (
    Aliased,
    Asterisk,
    Columns,
    Expression,
    Fill,
    Frame,
    FrameBound,
    Function,
    Identifier,
    Lambda,
    Literal,
    OrderItem,
    QueryParameter,
    Scalar,
    Subquery,
    Transformer,
    Window,
)
from sparktree.sql.operators import IN_FUNCTIONS, LIKE_FUNCTIONS
from sparktree.sql.printers.base import (
    Style,
    prints,
    quote_name,
    quote_string,
    render,
    render_list,
)

_BINARY = {
    "multiply": " * ",
    "divide": " / ",
    "modulo": " % ",
    "plus": " + ",
    "minus": " - ",
    "notEquals": " != ",
    "lessOrEquals": " <= ",
    "greaterOrEquals": " >= ",
    "less": " < ",
    "greater": " > ",
    "equals": " = ",
    "isNotDistinctFrom": " <=> ",
    "isDistinctFrom": " IS DISTINCT FROM ",
    "like": " LIKE ",
    "ilike": " ILIKE ",
    "notLike": " NOT LIKE ",
    "notILike": " NOT ILIKE ",
    "in": " IN ",
    "notIn": " NOT IN ",
    "globalIn": " GLOBAL IN ",
    "globalNotIn": " GLOBAL NOT IN ",
}
_POSTFIX = {"isNull": " IS NULL", "isNotNull": " IS NOT NULL"}
_MERGED = {"and": " AND ", "or": " OR "}


# --- leaves --------------------------------------------------------------------------------


def format_float(value: float) -> str:
    """A Float64 literal: shortest digits, a point when it looks like a whole number."""
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    assert isinstance(exponent, int)
    text = "".join(map(str, digits))
    point = len(text) + exponent  # digits before the decimal point
    minus = "-" if sign else ""
    if value == 0:
        return minus + "0."
    if not -6 < point <= 21:
        fraction = "." + text[1:] if len(text) > 1 else ""
        return f"{minus}{text[0]}{fraction}e{point - 1}"
    if point <= 0:
        return f"{minus}0.{'0' * -point}{text}"
    return f"{minus}{text[:point].ljust(point, '0')}.{text[point:]}"


def format_scalar(value: Scalar) -> str:
    """A literal."""
    if value is None:
        return "NULL"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, str):
        return quote_string(value)
    if isinstance(value, float):
        return format_float(value)
    return str(value)


@prints(Literal)
def _literal(node: Literal, style: Style) -> str:
    text = format_scalar(node.value)
    return f"({text})" if node.parens else text


@prints(Identifier)
def _identifier(node: Identifier, style: Style) -> str:
    text = ".".join(map(_name_part, node.parts))
    return f"({text})" if node.parens else text


def _name_part(part: str) -> str:
    if part.startswith("^"):
        return "^" + quote_name(part[1:])
    if part.startswith(":`") and part.endswith("`"):
        inner = part[2:-1]
        return ":" + quote_name(inner)
    return quote_name(part)


@prints(QueryParameter)
def _parameter(node: QueryParameter, style: Style) -> str:
    text = f"{{{quote_name(node.name)}:{node.type}}}"
    return f"({text})" if node.parens else text


@prints(Aliased)
def _aliased(node: Aliased, style: Style) -> str:
    inner, alias = node.expression, quote_name(node.alias)
    if style.operand:
        return f"({render(_bare(inner), style.plain())} AS {alias})"
    text = render(inner, style.plain(style.index))
    if node.parens and not inner.parens:
        text = f"({render(inner, style.plain())})"
    return f"{text} AS {alias}"


def _bare(node: Expression) -> Expression:
    copy = object.__new__(type(node))
    for name in node.__dataclass_fields__:
        object.__setattr__(copy, name, False if name == "parens" else getattr(node, name))
    return copy


@prints(Subquery)
def _subquery(node: Subquery, style: Style) -> str:
    if style.one_line:
        return f"({render(node.query, Style(True))})"
    inner = style.deeper()
    return f"({inner.new_line}{render(node.query, inner)}{style.new_line})"


@prints(Lambda)
def _lambda(node: Lambda, style: Style) -> str:
    names = ", ".join(map(quote_name, node.parameters))
    if node.called:
        return f"lambda(tuple({names}), {render(node.body, style.plain())})"
    head = names if len(node.parameters) == 1 else f"({names})"
    text = f"{head} -> {render(node.body, style.as_operand())}"
    return f"({text})" if node.parens or style.operand or style.index else text


# --- functions -----------------------------------------------------------------------------


@prints(Function)
def _function(node: Function, style: Style) -> str:
    if node.operator and node.parameters is None and node.nulls is None and node.over is None:
        text = _operator(node, style)
        if text is not None:
            needed = style.operand and not _stands_alone(node)
            return f"({text})" if needed or node.parens else text
    text = _call(node, style)
    return f"({text})" if node.parens else text


def _stands_alone(node: Function) -> bool:
    """Whether the operator form has brackets of its own, so that it needs none around it."""
    if node.name in ("tuple", "array"):
        return True
    if node.name != "negate":
        return False
    arg = node.args[0]
    return isinstance(arg, Literal) or (isinstance(arg, Function) and arg.name == "negate")


def _operator(node: Function, style: Style) -> str | None:
    """The operator form, without parentheses around it; None if there is none."""
    name, args = node.name, node.args
    if name == "array":
        return f"[{render_list(args, style)}]"
    if name == "tuple":
        return f"({render_list(args, style)})" if len(args) > 1 else None
    inner = style.as_operand()
    if name in _MERGED:
        return _MERGED[name].join(render(arg, inner) for arg in args)
    if len(args) == 1:
        return _unary(node, inner)
    if len(args) == 3 and name in LIKE_FUNCTIONS:
        escape = render(args[2], style.plain())
        return f"{_binary(node, inner)} ESCAPE {escape}"
    if len(args) != 2:
        return None
    if name in _BINARY:
        return _binary(node, inner)
    if name == "arrayElement":
        return f"{_subject(args[0], inner)}[{render(args[1], style.plain())}]"
    if name == "tupleElement" and not isinstance(args[0], Literal) and isinstance(args[1], Literal):
        return f"{_subject(args[0], inner, is_tuple=True)}.{format_scalar(args[1].value)}"
    return None


def _subject(node: Expression, style: Style, is_tuple: bool = False) -> str:
    """What an element is taken of; a call needs parentheses before a dot."""
    text = render(node, style)
    if is_tuple and isinstance(node, Subquery):
        return f"({text})"
    if is_tuple and isinstance(node, Function) and not _is_collection(node, text):
        return f"({text})"
    return text


def _is_collection(node: Function, text: str) -> bool:
    literal = node.name in ("array", "tuple") and all(isinstance(a, Literal) for a in node.args)
    return text.startswith("(") or literal or (node.operator and node.name == "array")


def _unary(node: Function, inner: Style) -> str | None:
    arg = node.args[0]
    if node.name in _POSTFIX:
        return render(arg, inner) + _POSTFIX[node.name]
    if node.name == "negate":
        if _stands_alone(node) and not arg.parens:
            return f"-({render(arg, inner.plain())})"  # two signs would begin a comment
        return f"-{render(arg, inner)}"
    if node.name == "not":
        text = render(arg, inner)
        return f"NOT ({text})" if isinstance(arg, Subquery) else f"NOT {text}"
    return None


def _binary(node: Function, inner: Style) -> str:
    left, right = node.args[:2]
    text = render(right, inner)
    if node.name in IN_FUNCTIONS and not right.parens and not _is_set(right):
        text = f"({render(right, inner.plain())})"
    return render(left, inner) + _BINARY[node.name] + text


def _is_set(node: Expression) -> bool:
    return isinstance(node, Function | Subquery)


def _call(node: Function, style: Style) -> str:
    name = node.name if node.name == "not" else quote_name(node.name)
    arguments = _arguments(node.args, style)
    if len(node.args) == 1 and isinstance(node.args[0], Subquery) and node.name in _VIEWS:
        arguments = _bare_query(node.args[0], style)
    parameters = "" if node.parameters is None else f"({render_list(node.parameters, style)})"
    text = f"{name}{parameters}({arguments})"
    if node.nulls:
        text += f" {node.nulls} NULLS"
    if node.over is not None:
        over = node.over
        text += " OVER " + (quote_name(over) if isinstance(over, str) else render(over, style))
    return text


def _arguments(args: tuple[Expression, ...], style: Style) -> str:
    """Arguments of a call; IN among several gets brackets, as `position(a IN b)` is special."""
    texts = []
    for index, arg in enumerate(args):
        text = render(arg, style.plain(index))
        is_in = isinstance(arg, Function) and arg.operator and arg.name in IN_FUNCTIONS
        texts.append(f"({text})" if is_in and len(args) > 1 and not arg.parens else text)
    return ", ".join(texts)


_VIEWS = ("view", "viewIfPermitted")


def _bare_query(node: Subquery, style: Style) -> str:
    if style.one_line:
        return render(node.query, Style(True))
    inner = style.deeper()
    return f"{inner.new_line}{render(node.query, inner)}{style.new_line}"


# --- asterisks -----------------------------------------------------------------------------


@prints(Asterisk)
def _asterisk(node: Asterisk, style: Style) -> str:
    qualifier = "".join(quote_name(part) + "." for part in node.qualifier)
    text = qualifier + "*" + _transformers(node.transformers, style)
    return f"({text})" if node.parens else text


@prints(Columns)
def _columns(node: Columns, style: Style) -> str:
    qualifier = "".join(quote_name(part) + "." for part in node.qualifier)
    inside = (
        quote_string(node.pattern) if node.pattern is not None else render_list(node.names, style)
    )
    return f"{qualifier}COLUMNS({inside}){_transformers(node.transformers, style)}"


def _transformers(nodes: tuple[Transformer, ...], style: Style) -> str:
    return "".join(" " + render(node, style) for node in nodes)


@prints(Transformer)
def _transformer(node: Transformer, style: Style) -> str:
    if node.kind == "APPLY":
        return "APPLY " + _applied(node, style)
    strict = " STRICT" if node.strict else ""
    if node.kind == "REPLACE":
        return f"REPLACE{strict} ({render_list(node.replacements, style)})"
    if node.pattern is not None:
        return f"EXCEPT{strict} {quote_string(node.pattern)}"
    names = ", ".join(map(quote_name, node.names))
    return f"EXCEPT{strict} " + (names if len(node.names) == 1 else f"({names})")


def _applied(node: Transformer, style: Style) -> str:
    function = node.function
    assert function is not None
    if isinstance(function, Lambda):
        return render(function, style.plain(style.index))
    if function.parameters is None:
        return quote_name(function.name)
    return f"{quote_name(function.name)}({render_list(function.parameters, style)})"


# --- ordering and windows ------------------------------------------------------------------


@prints(OrderItem)
def _order_item(node: OrderItem, style: Style) -> str:
    text = render(node.expression, style) + order_direction(node)
    if node.collate is not None:
        text += f" COLLATE {quote_string(node.collate)}"
    return text + (" " + render(node.fill, style.plain()) if node.fill else "")


def order_direction(node: OrderItem) -> str:
    """` DESC NULLS FIRST`."""
    text = " DESC" if node.descending else " ASC"
    if node.nulls_first is not None:
        text += " NULLS FIRST" if node.nulls_first else " NULLS LAST"
    return text


@prints(Fill)
def _fill(node: Fill, style: Style) -> str:
    bounds = {"FROM": node.start, "TO": node.end, "STEP": node.step, "STALENESS": node.staleness}
    return "WITH FILL" + "".join(
        f" {word} {render(bound, style)}" for word, bound in bounds.items() if bound is not None
    )


@prints(Window)
def _window(node: Window, style: Style) -> str:
    parts = [] if node.base is None else [quote_name(node.base)]
    if node.partition_by:
        parts.append("PARTITION BY " + render_list(node.partition_by, style))
    if node.order_by:
        parts.append("ORDER BY " + render_list(node.order_by, style))
    if node.frame:
        parts.append(render(node.frame, style))
    return f"({' '.join(parts)})"


@prints(Frame)
def _frame(node: Frame, style: Style) -> str:
    start, end = render(node.start, style), render(node.end, style)
    return f"{node.unit} BETWEEN {start} AND {end}"


@prints(FrameBound)
def _frame_bound(node: FrameBound, style: Style) -> str:
    if node.current:
        return "CURRENT ROW"
    offset = "UNBOUNDED" if node.offset is None else render(node.offset, style.plain())
    return f"{offset} {node.direction}"
