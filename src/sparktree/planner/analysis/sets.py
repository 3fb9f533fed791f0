"""IN: whether a value is among constants, or among the rows of a table or subquery."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import pyarrow as pa

from sparktree.errors import Code, Error, not_implemented
from sparktree.planner import row_limits
from sparktree.planner.analysis.analyser import Analyser
from sparktree.planner.analysis.special_forms import special_form
from sparktree.planner.analysis.subqueries import inner_query, kernel_value
from sparktree.planner.calls import is_null_constant
from sparktree.planner.casting import cast_to
from sparktree.planner.expr import Column, Constant, Expr, InSet, SetTable, is_constant, transform
from sparktree.planner.lower import fold
from sparktree.planner.nodes import Distinct, Filter, Limit, Project, Query
from sparktree.sql import ast
from sparktree.types import (
    NULL_TYPE,
    STRING,
    UINT8,
    Array,
    Bool,
    Date,
    Enum,
    FixedString,
    Float,
    Integer,
    LowCardinality,
    Map,
    Nothing,
    Number,
    String,
    Tuple,
    Type,
    Variant,
    make_nullable,
    remove_low_cardinality,
    remove_nullable,
)

_IN = "Whether a value is among those of a list, a table or a subquery"
_NULL_TOO = "NULL being a value like others"
_GLOBAL = "As `{}`: what is among is computed once for all tasks anyway."


@special_form("in", f"{_IN}.")
@special_form("notIn", f"{_IN}, denied.")
@special_form("nullIn", f"{_IN}, {_NULL_TOO}.")
@special_form("notNullIn", f"{_IN}, {_NULL_TOO}, denied.")
@special_form("globalIn", _GLOBAL.format("in"))
@special_form("globalNotIn", _GLOBAL.format("notIn"))
@special_form("globalNullIn", _GLOBAL.format("nullIn"))
@special_form("globalNotNullIn", _GLOBAL.format("notNullIn"))
def is_in(analyser: Analyser, node: ast.Function) -> Expr:
    """`value IN set` in all its forms."""
    negated = "not" in node.name.lower()
    left, right = node.args
    null_in = analyser.environment.settings.transform_null_in or "null" in node.name.lower()
    query = _set_query(analyser, right)
    value = analyser.expr(left)
    if query is not None:
        with _named_as_written(analyser, right):
            return _in_query(analyser, value, query, negated, null_in)
    return _in_values(analyser, value, right, negated, null_in)


def _result_type(value: Expr, null_in: bool) -> Type:
    result = make_nullable(UINT8) if value.type.nullable and not null_in else UINT8
    return LowCardinality(result) if isinstance(value.type, LowCardinality) else result


def _set_query(analyser: Analyser, node: ast.Expression) -> ast.Query | None:
    """The query that the right side is: a subquery, or a table by its name."""
    if isinstance(node, ast.Subquery):
        return node.query
    scope = analyser.scope
    if not isinstance(node, ast.Identifier) or scope.column(node.parts) is not None:
        return None
    name = node.parts[-1]
    if name in scope.aliases or name in scope.variables:
        return None
    outer = scope.with_expression(name) if len(node.parts) == 1 else None
    if outer is not None:
        return outer.query if isinstance(outer, ast.Subquery) else None
    database = node.parts[0] if len(node.parts) == 2 else None
    table = ast.TableExpression(ast.TableName(name, database), in_set=True)
    return ast.Select((ast.Asterisk(),), from_=table)


@contextmanager
def _named_as_written(analyser: Analyser, node: ast.Expression) -> Iterator[None]:
    """A name that is no table might as well have been a column."""
    try:
        yield
    except Error as error:
        if error.code != Code.UNKNOWN_TABLE or not isinstance(node, ast.Identifier):
            raise
        raise Error(
            Code.UNKNOWN_IDENTIFIER,
            f"Unknown expression or table expression identifier `{'.'.join(node.parts)}`."
            f" In scope {analyser.scope.text}",
        ) from error


def _in_query(
    analyser: Analyser, value: Expr, query: ast.Query, negated: bool, null_in: bool
) -> Expr:
    """The subquery is computed now; every task gets its rows."""
    typed, captured = inner_query(analyser, query)
    if captured:
        raise not_implemented(
            "Correlated subqueries are not supported as IN function arguments yet."
        )
    types = tuple(c.type for c in typed.columns)
    fields = value.type.of if isinstance(value.type, Tuple) else (value.type,)
    if len(types) == 1 and isinstance(types[0], Tuple):
        fields = (value.type,)
    if len(fields) != len(types):
        raise Error(
            Code.NUMBER_OF_COLUMNS_DOESNT_MATCH,
            f"Number of columns in section IN doesn't match. {len(fields)} at left,"
            f" {len(types)} at right.",
        )
    result = _result_type(value, null_in)
    if not null_in and is_null_constant(value):
        return Constant(NULL_TYPE, None)
    if not null_in and any(isinstance(type_.inner, Nothing) for type_ in types):
        return InSet(result, value, negated)  # rows of NULL are equal to nothing
    strict = (
        null_in and analyser.environment.settings.transform_null_in and _narrower(fields, types)
    )
    if not strict:
        typed = _in_types_of(fields, typed, analyser)
    types = tuple(c.type for c in typed.columns)
    enough = row_limits.SET.enough(analyser.context.settings)
    if enough is not None:
        different = Distinct(typed.root, typed.columns)
        typed = replace(typed, root=Limit(different, enough))
    table = analyser.environment.run(typed)
    table = row_limits.SET.of_set(table, analyser.context.settings)
    if strict and table.num_rows:
        value = _accurate(value, types, analyser)
    if analyser.scope.variables:  # the kernel's lambdas read no table
        row = _as_row(value, types, analyser)
        return InSet(result, row, negated, _constants(table, types, null_in), null_in=null_in)
    table = table.rename_columns([f"s{i}" for i in range(table.num_columns)])
    rows = SetTable(f"set{next(analyser.numbers.counter)}", table, types)
    readable = None if null_in else _readable(value, types, analyser)
    if readable is not None:
        found = InSet(result, readable, negated, table=rows)
        unread, given = analyser.call("isNull", [readable]), analyser.call("isNotNull", [value])
        absent = analyser.call("and", [unread, given])
        return cast_to(analyser.call("if", [absent, Constant(UINT8, int(negated)), found]), result)
    return InSet(result, _as_row(value, types, analyser), negated, table=rows, null_in=null_in)


def _constants(table: pa.Table, types: tuple[Type, ...], null_in: bool) -> tuple[Expr, ...]:
    """The rows of a set as constants; those with NULL only where it is a value like others."""
    type_ = types[0] if len(types) == 1 else Tuple(types)
    columns = [[kernel_value(value) for value in column] for column in table.columns]
    rows = (row for row in zip(*columns, strict=True) if null_in or None not in row)
    return tuple(Constant(type_, row[0] if len(types) == 1 else list(row)) for row in rows)


def _readable(value: Expr, types: tuple[Type, ...], analyser: Analyser) -> Expr | None:
    """Texts beside a set of other values: what cannot be read as such a value is none of them."""
    other = types[0].inner
    if len(types) > 1 or not isinstance(value.type.inner, String) or isinstance(other, _AS_TEXT):
        return None
    return analyser.call("accurateCastOrNull", [value, Constant(STRING, str(other))])


_AS_TEXT = (String, FixedString, Enum, Array, Tuple, Map, Variant)


def _in_types_of(fields: Sequence[Type], query: Query, analyser: Analyser) -> Query:
    """The rows with numbers in the types of the left side; what these do not hold equals nothing.

    The other way round the left side's numbers would have to be changed, and might wrap.
    """
    columns: list[tuple[Column, Expr]] = []
    lost: list[Expr] = []
    for column, field in zip(query.columns, fields, strict=True):
        own, other = remove_low_cardinality(field).inner, column.type.inner
        numbers = isinstance(own, Integer | Float) and isinstance(other, Integer | Float)
        if not numbers or own == other:
            columns.append((column, column))
            continue
        cast = analyser.call("accurateCastOrNull", [column, Constant(STRING, str(own))])
        columns.append((analyser.numbers.column(column.name, cast.type), cast))
        absent = analyser.call("isNull", [cast])
        if column.type.nullable:
            absent = analyser.call("and", [absent, analyser.call("isNotNull", [column])])
        lost.append(absent)
    if not lost:
        return query
    root = query.root
    for absent in lost:
        root = Filter(root, analyser.call("not", [absent]))
    return Query(Project(root, tuple(columns)), tuple(column for column, _ in columns))


def _narrower(fields: Sequence[Type], types: Sequence[Type]) -> bool:
    """Whether numbers of the left side may not fit into the set's types."""
    for field, type_ in zip(fields, types, strict=True):
        own, other = remove_low_cardinality(field).inner, type_.inner
        numbers = isinstance(own, Integer | Float) and isinstance(other, Integer | Float)
        if numbers and not _holds(other, own):
            return True
    return False


def _holds(target: Type, own: Type) -> bool:
    """Whether a type of numbers has all the values of another."""
    if isinstance(own, Integer) and isinstance(target, Integer):
        return target.minimum <= own.minimum and own.maximum <= target.maximum
    if isinstance(own, Integer) and isinstance(target, Float):
        return 2 * own.bits <= target.bits
    return isinstance(own, Float) and isinstance(target, Float) and own.bits <= target.bits


def _accurate(value: Expr, types: tuple[Type, ...], analyser: Analyser) -> Expr:
    """The left side in the set's types: under transform_null_in what these do not hold is an error,
    whereas otherwise it equals nothing."""
    left = remove_low_cardinality(value.type)
    single = len(types) == 1
    target = types[0] if single else Tuple(types)
    if not single and isinstance(left, Tuple):
        places = (Constant(UINT8, i) for i in range(1, len(types) + 1))
        parts = [analyser.call("tupleElement", [value, place]) for place in places]
        exact = [_accurate(p, (t,), analyser) for p, t in zip(parts, types, strict=True)]
        return analyser.call("tuple", exact)
    numbers = isinstance(left.inner, Integer | Float) and isinstance(target.inner, Integer | Float)
    if not numbers or left.inner == target.inner:
        return value
    wanted = make_nullable(target) if left.nullable else remove_nullable(target)
    return analyser.call("accurateCast", [value, Constant(STRING, str(wanted))])


def _as_row(value: Expr, types: tuple[Type, ...], analyser: Analyser) -> Expr:
    """The left side in the types of the set's columns."""
    left = remove_low_cardinality(value.type)
    if len(types) > 1 and isinstance(left, Tuple):
        # What differs only in having NULL stays as it is: indexes know it as that.
        types = tuple(
            own if own.inner == t.inner else make_nullable(t) if own.nullable else t
            for t, own in zip(types, left.of, strict=True)
        )
    target = types[0] if len(types) == 1 else Tuple(types)
    if value.type.inner == target.inner:
        return value
    wanted = make_nullable(target) if value.type.nullable else remove_nullable(target)
    return cast_to(value, wanted)


def _in_values(
    analyser: Analyser,
    value: Expr,
    right: ast.Expression,
    negated: bool,
    null_in: bool,
) -> Expr:
    items = _items(analyser, value, right)
    if isinstance(items, Expr) or not all(map(is_constant, items)):
        return _in_array(analyser, value, items, negated, null_in)
    if is_null_constant(value) and not null_in:
        return Constant(NULL_TYPE, None)
    nulls = null_in and any(is_null_constant(item) for item in items)
    if is_null_constant(value):
        return Constant(UINT8, int(nulls != negated))
    if not null_in:
        hopeless = _has_bare_null(value.type)
        items = [i for i in items if not hopeless and not _has_null(_folded(analyser, i))]
    kept = [one for item in items for one in _converted(analyser, item, value.type)]
    row_limits.SET.check(len(kept), analyser.context.settings)
    if nulls:
        kept.append(Constant(make_nullable(value.type), None))
    return InSet(_result_type(value, null_in), value, negated, tuple(kept), null_in=null_in)


def _in_array(
    analyser: Analyser,
    value: Expr,
    items: list[Expr] | Expr,
    negated: bool,
    null_in: bool,
) -> Expr:
    """A set that rows make anew: whether an array of its elements has the value."""
    own = value.type
    if is_null_constant(value) and not null_in:
        return Constant(make_nullable(UINT8), None)
    target = own if isinstance(own.inner, Tuple) else make_nullable(own)
    if isinstance(items, Expr):
        array = cast_to(items, Array(target))
    else:
        array = analyser.call("array", [_element(analyser, item, target) for item in items])
    found = analyser.call("has", [array, value])
    if not null_in:
        for place in range(1, len(own.of) + 1) if isinstance(own, Tuple) else ():
            element = analyser.call("tupleElement", [value, Constant(UINT8, place)])
            found = analyser.call("and", [analyser.call("isNotNull", [element]), found])
        null = analyser.call("isNull", [value])
        found = analyser.call("if", [null, Constant(make_nullable(UINT8), None), found])
    return analyser.call("not", [found]) if negated else found


def _element(analyser: Analyser, item: Expr, target: Type) -> Expr:
    """An element of a set in the type of the value; text that is none of its values is NULL."""
    named = isinstance(target.inner, Enum | Bool) and isinstance(item.type.inner, String)
    if not named:
        return cast_to(item, target)
    return analyser.call("accurateCastOrNull", [item, Constant(STRING, str(target.inner))])


def _items(analyser: Analyser, value: Expr, right: ast.Expression) -> list[Expr] | Expr:
    """The elements of the set as they are written; an array that is not constant as a whole."""
    if isinstance(right, ast.Function) and right.name == "tuple":
        rows = [analyser.expr(a) for a in right.args]
        of_tuples = isinstance(value.type.inner, Tuple)
        if of_tuples and not all(isinstance(r.type.inner, Tuple) for r in rows):
            return [analyser.call("tuple", rows)]
        return rows
    single = analyser.expr(right)
    if isinstance(single.type, Array) and _depth(single.type) > _depth(value.type.inner):
        if not is_constant(single):
            return single
        values = _folded(analyser, single).value
        assert isinstance(values, list)
        return [Constant(single.type.of, v) for v in values]
    if isinstance(single.type, Tuple) and _is_set(single.type, value.type.inner):
        if not is_constant(single):
            places = (Constant(UINT8, i) for i in range(1, len(single.type.of) + 1))
            return [analyser.call("tupleElement", [single, place]) for place in places]
        fields = _folded(analyser, single).value
        assert isinstance(fields, dict | tuple | list)
        given = fields.values() if isinstance(fields, dict) else fields
        return [Constant(t, v) for t, v in zip(single.type.of, given, strict=True)]
    return [single]


def _is_set(right: Tuple, left: Type) -> bool:
    """Whether a tuple under a name is the set, not one element of it."""
    of_tuples = all(isinstance(one.inner, Tuple) for one in right.of)
    return of_tuples if isinstance(left, Tuple) else True


def _depth(type_: Type) -> int:
    return 1 + _depth(type_.of) if isinstance(type_, Array) else 0


def _has_bare_null(type_: Type) -> bool:
    """Whether a tuple has an element that can only be NULL, and so is equal to no other."""
    return isinstance(type_, Tuple) and any(isinstance(t.inner, Nothing) for t in type_.of)


def _has_null(constant: Expr) -> bool:
    """Whether NULL is among the elements of a tuple: then it is equal to no other."""
    if not isinstance(constant.type, Tuple) or not isinstance(constant, Constant):
        return False
    value = constant.value
    return isinstance(value, dict | tuple | list) and None in (
        value.values() if isinstance(value, dict) else value
    )


def _folded(analyser: Analyser, expr: Expr) -> Constant:
    if not is_constant(expr):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "Function 'in' is supported only if second argument is constant or table expression",
        )
    return fold(expr, analyser.context)


def _converted(analyser: Analyser, item: Expr, target: Type) -> Iterator[Expr]:
    """The element as a value of the left side's type; none if it can be equal to no such value."""
    constant = _folded(analyser, item)
    if constant.value is None:
        return
    solid = _solid(target, constant)
    source = remove_nullable(remove_low_cardinality(constant.type))
    if isinstance(solid, Variant):
        yield from _of_variant(analyser, constant, source, solid)
    elif source == solid:
        yield Constant(solid, constant.value)
    elif isinstance(source, Integer) and isinstance(solid, Integer) and _is_plain(constant, solid):
        number = int(str(constant.value))
        if solid.minimum <= number <= solid.maximum:
            yield Constant(solid, number)
    elif isinstance(solid, Tuple | Array):
        if isinstance(solid, Tuple) and isinstance(source, Tuple):
            _check_size(solid, source)
        yield fold(cast_to(constant, solid), analyser.context)
    elif isinstance(source, String) and isinstance(solid, Enum):
        if constant.value in [name for name, _ in solid.values]:
            yield _from_text(analyser, constant, solid)
    elif isinstance(source, String):
        yield _from_text(analyser, constant, solid)
    else:
        truth = isinstance(solid, Bool) and isinstance(source, Number)  # 2 is not true
        name = Constant(STRING, str(UINT8 if truth else solid))
        exact = fold(analyser.call("accurateCastOrNull", [constant, name]), analyser.context)
        if exact.value is not None and (not truth or exact.value in (0, 1)):
            yield Constant(solid, bool(exact.value) if truth else exact.value)


def _solid(target: Type, constant: Constant) -> Type:
    """The left side's type without NULL; what has no values, such as [][1], is in no set."""
    if isinstance(target, Nothing):
        raise Error(
            Code.TYPE_MISMATCH,
            f"Type mismatch in IN or VALUES section. Expected: Nothing. Got: {constant.type}",
        )
    return remove_nullable(remove_low_cardinality(target))


def _of_variant(
    analyser: Analyser, constant: Constant, source: Type, target: Variant
) -> Iterator[Expr]:
    """The element as a value of its own type, or as a number of those types that have it."""
    numbers = [t for t in target.of if isinstance(t, Number) and isinstance(source, Number)]
    for member in [source] if source in target.of else numbers:
        for one in _converted(analyser, constant, member):
            assert isinstance(one, Constant)
            yield Constant(target, {str(t): one.value if t == member else None for t in target.of})


def _check_size(wanted: Tuple, given: Tuple) -> None:
    if len(wanted.of) != len(given.of):
        raise Error(
            Code.INCORRECT_ELEMENT_OF_SET,
            f"Incorrect size of tuple in set: {len(given.of)} instead of {len(wanted.of)}",
        )


def _is_plain(constant: Constant, target: Integer) -> bool:
    """Whether both are numbers to Python; those of 256 bits are bytes."""
    return isinstance(constant.value, int) and not target.wide


def _from_text(analyser: Analyser, constant: Constant, target: Type) -> Constant:
    try:
        return fold(cast_to(constant, target), analyser.context)
    except Error as error:
        raise Error(
            Code.TYPE_MISMATCH, f"Cannot convert string '{constant.value}' to type {target}"
        ) from error


def inlined(expr: Expr) -> Expr:
    """The expression with the rows of its sets written out, for where no table goes along."""

    def change(part: Expr) -> Expr | None:
        if not isinstance(part, InSet) or part.table is None:
            return None
        types, rows = part.table.types, part.table.table
        if len(types) > 1 or not isinstance(types[0].inner, Integer | String | Date):
            shown = ", ".join(str(t) for t in types)
            raise not_implemented(f"A set of type ({shown}) from a subquery is not supported here.")
        values = rows.column(0).to_pylist()
        constants = tuple(Constant(part.value.type, value) for value in values)
        return replace(part, value=inlined(part.value), table=None, values=constants)

    return transform(expr, change)
