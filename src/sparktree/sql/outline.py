"""Queries as the tree that ClickHouse's parser makes: what EXPLAIN AST shows and limits count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from sparktree.sql import ast
from sparktree.sql.printers.expressions import format_float
from sparktree.sql.walk import children


@dataclass(frozen=True, slots=True)
class Outline:
    """A node of ClickHouse's tree."""

    name: str
    children: tuple[Outline, ...] = ()

    def lines(self) -> Iterator[str]:
        """The tree as EXPLAIN AST shows it."""
        for node, depth in self._levels():
            count = f" (children {len(node.children)})" if node.children else ""
            yield " " * depth + node.name + count

    def depth(self) -> int:
        """How many levels there are."""
        return 1 + max(depth for _, depth in self._levels())

    def size(self) -> int:
        """How many nodes there are."""
        return sum(1 for _ in self._levels())

    def _levels(self) -> Iterator[tuple[Outline, int]]:
        stack = [(self, 0)]
        while stack:
            node, depth = stack.pop()
            yield node, depth
            stack.extend((child, depth + 1) for child in reversed(node.children))


def outline(node: ast.Node) -> Outline:
    """ClickHouse's tree of a query or an expression; other nodes are shown by their fields."""
    if isinstance(node, ast.Query):
        return _union(node)
    rule = _RULES.get(type(node))
    return rule(node) if rule else _node(type(node).__name__, map(outline, children(node)))


def _node(name: str, below: Iterable[Outline | None] = ()) -> Outline:
    return Outline(name, tuple(child for child in below if child is not None))


def _list(items: Iterable[ast.Node]) -> Outline:
    return _node("ExpressionList", map(outline, items))


def _some(items: tuple[ast.Node, ...]) -> Outline | None:
    return _list(items) if items else None


def _if(item: ast.Node | None) -> Outline | None:
    return None if item is None else outline(item)


# --- expressions ----------------------------------------------------------------------------


def _value(literal: ast.Literal) -> str:
    value = literal.value
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return f"Bool_{int(value)}"
    if isinstance(value, int):
        return f"{'UInt64' if value >= 0 else 'Int64'}_{value}"
    if isinstance(value, float):
        return f"Float64_{format_float(value).removesuffix('.')}"
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _literal_of(node: ast.Expression) -> str | None:
    """Lists of literals are literals themselves."""
    if isinstance(node, ast.Literal):
        return _value(node)
    if not isinstance(node, ast.Function) or not node.operator or not node.args:
        return None
    below = [_literal_of(argument) for argument in node.args]
    if any(value is None for value in below):
        return None
    inside = ", ".join(map(str, below))
    if node.name == "array":
        return f"Array_[{inside}]"
    return f"Tuple_({inside})" if node.name == "tuple" else None


def _function(node: ast.Function) -> Outline:
    literal = _literal_of(node)
    if literal is not None:
        return _node(f"Literal {literal}")
    window = node.over
    below = [
        _list(node.args),
        None if node.parameters is None else _list(node.parameters),
        outline(window) if isinstance(window, ast.Window) else None,
    ]
    return _node(f"Function {node.name}", below)


def _aliased(node: ast.Aliased) -> Outline:
    return _named(outline(node.expression), node.alias)


def _named(found: Outline, alias: str | None) -> Outline:
    return Outline(f"{found.name} (alias {alias})", found.children) if alias else found


def _lambda(node: ast.Lambda) -> Outline:
    names = _node("ExpressionList", (_node(f"Identifier {name}") for name in node.parameters))
    parameters = _node("Function tuple", [names])
    return _node("Function lambda", [_node("ExpressionList", [parameters, outline(node.body)])])


def _transformers(node: ast.Asterisk | ast.Columns) -> Outline | None:
    if not node.transformers:
        return None
    return _node("ColumnsTransformerList", map(outline, node.transformers))


def _transformer(node: ast.Transformer) -> Outline:
    name = f"Columns{node.kind.capitalize()}Transformer"
    names = [_node(f"Identifier {name}") for name in node.names]
    return _node(name, [*names, *map(outline, node.replacements)])


def _asterisk(node: ast.Asterisk) -> Outline:
    if node.qualifier:
        qualifier = _node(f"Identifier {'.'.join(node.qualifier)}")
        return _node("QualifiedAsterisk", [qualifier, _transformers(node)])
    return _node("Asterisk", [_transformers(node)])


def _columns(node: ast.Columns) -> Outline:
    if node.pattern is not None:
        return _node("ColumnsRegexpMatcher", [_transformers(node)])
    return _node("ColumnsListMatcher", [_list(node.names), _transformers(node)])


def _order_item(node: ast.OrderItem) -> Outline:
    fill = node.fill
    bounds = [fill.start, fill.end, fill.step, fill.staleness] if fill else []
    return _node("OrderByElement", [outline(node.expression), *map(_if, bounds)])


def _window(node: ast.Window) -> Outline:
    frame = node.frame
    bounds = [_if(frame.start.offset), _if(frame.end.offset)] if frame else []
    return _node("WindowDefinition", [_some(node.partition_by), _some(node.order_by), *bounds])


# --- tables ---------------------------------------------------------------------------------


def _table(node: ast.TableExpression) -> Outline:
    source = node.source
    found = outline(source)
    if isinstance(source, ast.TableName):
        names = (name for name in (source.database, source.name) if name)
        found = _node(f"TableIdentifier {'.'.join(names)}")
    shares = [_share(share) for share in (node.sample, node.sample_offset) if share is not None]
    return _node("TableExpression", [_named(found, node.alias), *shares])


def _share(share: ast.Expression) -> Outline:
    """A part of a table, as a fraction."""
    numbers = share.args if isinstance(share, ast.Function) else (share,)
    parts = [Fraction(n.text or str(n.value)) for n in numbers if isinstance(n, ast.Literal)]
    if len(parts) != len(numbers) or not parts:
        return outline(share)
    if len(parts) == 2:
        return _node(f"SampleRatio {parts[0]} / {parts[1]}")
    whole = parts[0].denominator == 1
    return _node(
        f"SampleRatio {parts[0].numerator}" + ("" if whole else f" / {parts[0].denominator}")
    )


def _elements(item: ast.FromItem) -> Iterator[Outline]:
    """The tables of FROM one after the other, each with how it is joined to those before."""
    name = "TablesInSelectQueryElement"
    if isinstance(item, ast.TableExpression):
        yield _node(name, [_table(item)])
    elif isinstance(item, ast.ArrayJoin):
        if item.input is not None:
            yield from _elements(item.input)
        yield _node(name, [_node("ArrayJoin", [_list(item.expressions)])])
    else:
        yield from _elements(item.left)
        first, *others = _elements(item.right)
        join = _node("TableJoin", [_if(item.on), _some(item.using)])
        yield _node(name, [*first.children, join])
        yield from others


# --- queries --------------------------------------------------------------------------------


def _union(query: ast.Query) -> Outline:
    return _node("SelectWithUnionQuery", [_node("ExpressionList", _parts(query))])


def _parts(query: ast.Query) -> Iterator[Outline]:
    """The queries of a UNION in a row."""
    if not isinstance(query, ast.SetOperation):
        yield _select(query)
    elif query.operator == "UNION":
        for side in (query.left, query.right):
            if side.parens and isinstance(side, ast.SetOperation):
                yield _union(side)
            else:
                yield from _parts(side)
    else:
        first = _side(query.left, apart=query.operator == "EXCEPT")
        yield _node("SelectIntersectExceptQuery", [first, _side(query.right)])


def _side(query: ast.Query, *, apart: bool = False) -> Outline:
    return _union(query) if apart or query.parens else next(_parts(query))


def _select(query: ast.Query) -> Outline:
    if isinstance(query, ast.Select):
        return _node("SelectQuery", _clauses(query))
    return _node(type(query).__name__, map(outline, children(query)))


def _clauses(query: ast.Select) -> Iterator[Outline | None]:
    yield _some(query.with_)
    yield _list(query.columns)
    if query.from_ is not None:
        yield _node("TablesInSelectQuery", _elements(query.from_))
    yield _if(query.prewhere)
    yield _if(query.where)
    if query.group_by is not None:
        yield _groups(query.group_by)
    yield _if(query.having)
    if query.windows:
        windows = (_node("WindowListElement", [_window(w)]) for _, w in query.windows)
        yield _node("ExpressionList", windows)
    yield _if(query.qualify)
    yield _some(query.order_by)
    if query.limit_by is not None:
        yield _if(query.limit_by.offset)
        yield outline(query.limit_by.limit)
        yield _list(query.limit_by.expressions)
    yield _if(query.offset)
    yield _if(query.limit)
    if query.settings:
        yield _node("Set")


def _groups(groups: ast.GroupBy) -> Outline | None:
    if groups.sets:
        return _node("ExpressionList", map(_list, groups.sets))
    return _some(groups.expressions)


def _with_query(node: ast.WithQuery) -> Outline:
    return _node("WithElement", [_node("Subquery", [_union(node.query)])])


_RULES: dict[type[ast.Node], Callable[..., Outline]] = {
    ast.Literal: lambda node: _node(f"Literal {_value(node)}"),
    ast.Identifier: lambda node: _node(f"Identifier {'.'.join(node.parts)}"),
    ast.Function: _function,
    ast.Aliased: _aliased,
    ast.Lambda: _lambda,
    ast.Subquery: lambda node: _node("Subquery", [_union(node.query)]),
    ast.QueryParameter: lambda node: _node(f"QueryParameter {node.name}:{node.type}"),
    ast.Asterisk: _asterisk,
    ast.Columns: _columns,
    ast.Transformer: _transformer,
    ast.OrderItem: _order_item,
    ast.Window: _window,
    ast.TableExpression: _table,
    ast.WithQuery: _with_query,
    ast.WithExpression: lambda node: _named(outline(node.expression), node.name),
}
