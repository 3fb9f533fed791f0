"""Functions that take a lambda and arrays: arrayMap, arrayFilter, arraySort, arrayFold, ..."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sparktree.errors import Code, Error
from sparktree.functions.core import lists
from sparktree.functions.core.declare import Argument, Arguments, Call, function, wrong_arity
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    NULL_TYPE,
    UINT8,
    UINT32,
    UINT64,
    Array,
    Bool,
    Float,
    Integer,
    Nested,
    Nothing,
    Nullable,
    Type,
    make_nullable,
    remove_low_cardinality,
)


def plain_arrays(name: str, arguments: Sequence[Argument]) -> list[Argument]:
    """The arguments that are not lambdas, which must be arrays."""
    arrays = [a for a in arguments if a.parameters is None]
    if not arrays:
        raise wrong_arity(name, len(arguments), 2, None)
    for argument in arrays:
        if not isinstance(_array(argument.type), Array):
            place = list(arguments).index(argument) + (len(arrays) == len(arguments)) * 1
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Argument {place + 1} of function {name} must be Array."
                f" Found {argument.type} instead.",
            )
    return arrays


def _array(type_: Type) -> Type:
    type_ = remove_low_cardinality(type_)
    return type_.form if isinstance(type_, Nested) else type_


def element_types(name: str) -> Callable[[Sequence[Argument]], tuple[Type, ...]]:
    """The types of a lambda's parameters: of the elements of all arrays."""

    def parameters(arguments: Sequence[Argument]) -> tuple[Type, ...]:
        arrays = [_array(a.type) for a in plain_arrays(name, arguments)]
        return tuple(t.of for t in arrays if isinstance(t, Array))

    return parameters


def has_lambda(arguments: Sequence[Argument]) -> bool:
    """Whether the first argument is a lambda."""
    return bool(arguments) and arguments[0].parameters is not None


@dataclass(frozen=True, slots=True)
class Rows:
    """The arrays of a call side by side, and the lambda over their rows."""

    call: Call
    values: Sql  # the list of rows
    count: int  # arrays in a row
    body: Callable[..., Sql] | None

    def first(self, row: Sql) -> Sql:
        """The element of the first array."""
        return lists.fields(row, self.count)[0]

    def value(self, row: Sql) -> Sql:
        """The lambda's value, or the element itself without a lambda."""
        fields = lists.fields(row, self.count)
        return fields[0] if self.body is None else self.body(*fields)

    def holds(self, row: Sql) -> Sql:
        """Whether the lambda's value is not zero."""
        value = self.value(row)
        type_ = self.call.type(0)
        of = type_.of if self.body is None and isinstance(type_, Array) else type_
        return value if isinstance(of.inner, Bool) else sql.op("<>", value, 0)

    def mapped(self) -> Sql:
        """The lambda's values of all rows."""
        return self.values if self.body is None else lists.transform(self.values, self.value)

    def firsts(self, rows: Sql) -> Sql:
        """The elements of the first array of rows."""
        return rows if self.count == 1 else lists.transform(rows, self.first)


def rows_of(call: Call, skip: int = 0) -> Rows:
    """The rows of a call: a lambda (if any), `skip` other arguments, then arrays."""
    start = 1 if has_lambda(call.arguments) else 0
    arrays = call.sqls[start + skip :]
    body = call.body(0) if start else None
    return Rows(call, lists.zipped(call.name, arrays), len(arrays), body)


def check_condition(name: str, arguments: Sequence[Argument]) -> None:
    """A condition gives UInt8 or Bool."""
    if not has_lambda(arguments):
        return
    inner = arguments[0].type.inner
    if not (inner == UINT8 or isinstance(inner, Bool | Nothing)):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Expression for function {name} must return UInt8 or Nullable(UInt8),"
            f" found {arguments[0].type}",
        )


def declare(
    name: str,
    returns: Callable[[list[Argument], Type], Type],
    lower: Callable[[Call, Rows], Sql],
    doc: str,
    example: tuple[str, str],
    *,
    needs_lambda: bool = False,
    conditional: bool = False,
    condition: bool = False,
    any_case: bool = False,
) -> None:
    """A function of a lambda and arrays; `returns` gets the arrays and the value's type."""

    def result(arguments: Sequence[Argument]) -> Type:
        arrays = plain_arrays(name, arguments)
        if needs_lambda and not has_lambda(arguments):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"First argument for function {name} must be a function. Actual"
                f" {arguments[0].type}",
            )
        if conditional:
            check_condition(name, arguments)
        first = _array(arrays[0].type)
        assert isinstance(first, Array)
        value = arguments[0].type if has_lambda(arguments) else first.of
        return returns(arrays, value)

    def lowered(call: Call) -> Sql:
        return lower(call, rows_of(call))

    lowered.__doc__ = doc
    function(
        name, args=(2 if needs_lambda else 1, None), returns=result, nulls="own",
        example=example, condition=condition, any_case=any_case,
        lambda_parameters=element_types(name), low_cardinality=False,
    )(lowered)  # fmt: skip


def _first(arrays: list[Argument], value: Type) -> Type:
    return _array(arrays[0].type)


def _element(arrays: list[Argument], value: Type) -> Type:
    type_ = _array(arrays[0].type)
    assert isinstance(type_, Array)
    return type_.of


# --- elements changed and chosen ----------------------------------------------------------------

declare(
    "arrayMap", lambda arrays, value: Array(value), lambda call, rows: rows.mapped(),
    "The lambda's values for all elements.", ("arrayMap(x -> x * 2, [1, 2])", "[2,4]"),
    needs_lambda=True,
)  # fmt: skip
declare(
    "arrayFilter", _first, lambda call, rows: rows.firsts(lists.filtered(rows.values, rows.holds)),
    "The elements of the first array for which the lambda gives true.",
    ("arrayFilter(x -> x > 1, [1, 2])", "[2]"), needs_lambda=True, conditional=True,
)  # fmt: skip


def _count(call: Call, rows: Rows) -> Sql:
    return sql.call("len", lists.filtered(rows.values, rows.holds))


declare(
    "arrayCount", lambda arrays, value: UINT32,
    lambda call, rows: sql.cast(_count(call, rows), "UINTEGER"),
    "The number of elements for which the lambda gives true.",
    ("arrayCount(x -> x > 1, [1, 2])", "1"), conditional=True,
)  # fmt: skip
declare(
    "arrayExists", lambda arrays, value: UINT8,
    lambda call, rows: sql.op(">", _count(call, rows), 0),
    "Whether the lambda gives true for some element.",
    ("arrayExists(x -> x > 1, [1, 2])", "1"), conditional=True, condition=True,
)  # fmt: skip


def _all(call: Call, rows: Rows) -> Sql:
    def fails(row: Sql) -> Sql:
        return sql.op("NOT", sql.coalesce(rows.holds(row), False))

    return sql.op("=", sql.call("len", lists.filtered(rows.values, fails)), 0)


declare(
    "arrayAll", lambda arrays, value: UINT8, _all,
    "Whether the lambda gives true for all elements.",
    ("arrayAll(x -> x > 1, [1, 2])", "0"), conditional=True, condition=True,
)  # fmt: skip


def _chosen(place: str, *, null: bool) -> Callable[[Call, Rows], Sql]:
    def lower(call: Call, rows: Rows) -> Sql:
        found = rows.first(Sql(f"{lists.filtered(rows.values, rows.holds)}[{place}]"))
        if null or call.result.nullable:
            return found
        return sql.coalesce(found, call.result.zero())

    return lower


def _chosen_index(*, last: bool) -> Callable[[Call, Rows], Sql]:
    def lower(call: Call, rows: Rows) -> Sql:
        def place(flags: Sql) -> Sql:
            if not last:
                return sql.coalesce(sql.call("list_position", flags, True), 0)
            behind = f"list_position(list_reverse({flags}), true)"
            return sql.coalesce(Sql(f"(len({flags}) - {behind} + 1)"), 0)

        return sql.cast(sql.bound(lists.transform(rows.values, rows.holds), place), "UINTEGER")

    return lower


for _name, _place, _doc, _first_one in (
    ("First", "1", "first", "2"),
    ("Last", "-1", "last", "3"),
):
    _example = f"array{_name}(x -> x > 1, [1, 2, 3])"
    declare(
        f"array{_name}",
        _element,
        _chosen(_place, null=False),
        f"The {_doc} element for which the lambda gives true, else the default value.",
        (_example, _first_one),
        needs_lambda=True,
        conditional=True,
    )
    declare(
        f"array{_name}OrNull",
        lambda a, v: make_nullable(_element(a, v)),
        _chosen(_place, null=True),
        f"The {_doc} element for which the lambda gives true, else NULL.",
        (_example.replace("(x", "OrNull(x", 1), _first_one),
        needs_lambda=True,
        conditional=True,
    )
    declare(
        f"array{_name}Index",
        lambda a, v: UINT32,
        _chosen_index(last=_name == "Last"),
        f"The place of the {_doc} element for which the lambda gives true, else 0.",
        (_example.replace("(x", "Index(x", 1), _first_one),
        needs_lambda=True,
        conditional=True,
    )


# --- sorted -------------------------------------------------------------------------------------


def _sort_key(type_: Type, key: Sql, place: Sql, descending: bool) -> Sql:
    """What rows are sorted by: NULL last, NaN before it, equal ones as they came."""
    inner = type_.inner
    parts = []
    if isinstance(type_, Nullable) or type_.nullable:
        parts.append(sql.is_known(key) if descending else sql.is_null(key))
    if isinstance(inner, Float):
        odd = sql.call("isnan", key)
        parts.append(sql.op("NOT", odd) if descending else sql.coalesce(odd, False))
    parts += [inner.order_key(key), sql.op("-", place) if descending else place]
    return sql.struct(*parts)


def _plainly(type_: Type, descending: bool) -> bool:
    """Whether the kernel sorts values of the type as ClickHouse does."""
    inner = type_.inner
    item = sql.name("_x")
    return inner.order_key(item) == item and not (descending and isinstance(inner, Float))


def sorted_rows(rows: Rows, type_: Type, *, descending: bool) -> Sql:
    """The elements of the first array, sorted by the lambda's values or by themselves."""
    word = "DESC" if descending else "ASC"
    if rows.body is None and _plainly(type_, descending):
        return sql.call("list_sort", rows.values, Sql(f"'{word}'"), sql.string("NULLS LAST"))

    def keyed(row: Sql, place: Sql) -> Sql:
        key = _sort_key(type_, rows.value(row), place, descending)
        return Sql(f"{{'k': {key}, 'v': {rows.first(row)}}}")

    ordered = sql.call("list_sort", lists.transform_at(rows.values, keyed), Sql(f"'{word}'"))
    return lists.transform(ordered, lambda item: Sql(f"struct_extract({item}, 'v')"))


def _value_type(call: Call) -> Type:
    if has_lambda(call.arguments):
        return call.type(0)
    type_ = _array(call.type(0))
    return type_.of if isinstance(type_, Array) else type_


declare(
    "arraySort", _first,
    lambda call, rows: sorted_rows(rows, _value_type(call), descending=False),
    "The elements in ascending order, of themselves or of the lambda's values.",
    ("arraySort([3, 1, 2])", "[1,2,3]"),
)  # fmt: skip
declare(
    "arrayReverseSort", _first,
    lambda call, rows: sorted_rows(rows, _value_type(call), descending=True),
    "The elements in descending order, of themselves or of the lambda's values.",
    ("arrayReverseSort([3, 1, 2])", "[3,2,1]"),
)  # fmt: skip


# --- folded -------------------------------------------------------------------------------------


def _fold_parameters(arguments: Sequence[Argument]) -> tuple[Type, ...]:
    plain = [a for a in arguments if a.parameters is None]
    if len(plain) < 2:
        raise Error(
            Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
            "Function arrayFold requires as arguments a lambda function, at least one array and an"
            " accumulator",
        )
    *arrays, start = plain
    return (start.type, *element_types("arrayFold")(arrays))


def _fold_type(arguments: Arguments) -> Type:
    body, start = arguments[0], arguments[-1]
    if body.parameters is None:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"First argument for function {arguments.function} must be a function",
        )
    if body.type != start.type:
        raise Error(
            Code.TYPE_MISMATCH,
            "Return type of lambda function must be the same as the accumulator type."
            f" Inferred return type {body.type}, inferred accumulator type {start.type}",
        )
    return start.type


@function(
    "arrayFold", args=(3, None), returns=_fold_type, nulls="own", low_cardinality=False,
    lambda_parameters=_fold_parameters, too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    example=("arrayFold((acc, x) -> acc + x, [1, 2], toInt64(3))", "6"),
)  # fmt: skip
def array_fold(call: Call) -> Sql:
    """The lambda applied to the value so far and every element."""
    arrays = call.sqls[1:-1]
    rows = lists.zipped(call.name, arrays)
    kernel = call.result.kernel

    def step(state: Sql, row: Sql) -> Sql:
        return sql.cast(call.body(0)(state, *lists.fields(row, len(arrays))), kernel)

    return lists.reduced(rows, step, sql.cast(call[len(call) - 1], kernel))


# --- filled and split ---------------------------------------------------------------------------


def _fill(*, backwards: bool) -> Callable[[Call, Rows], Sql]:
    def lower(call: Call, rows: Rows) -> Sql:
        def filled(values: Sql, flags: Sql) -> Sql:
            def element(_: Sql, place: Sql) -> Sql:
                if backwards:
                    ahead = f"list_position({flags}[{place}:], true)"
                    found = Sql(f"coalesce({place} + {ahead} - 1, len({values}))")
                else:
                    behind = f"list_position(list_reverse({flags}[1:{place}]), true)"
                    found = Sql(f"coalesce({place} - {behind} + 1, 1)")
                return sql.item(values, found)

            return lists.transform_at(values, element)

        def flagged(all_rows: Sql) -> Sql:
            flags = lists.transform(all_rows, lambda row: sql.coalesce(rows.holds(row), False))
            firsts = rows.firsts(all_rows)
            return sql.bound(flags, lambda f: sql.bound(firsts, lambda v: filled(v, f)))

        return sql.bound(rows.values, flagged)

    return lower


declare(
    "arrayFill",
    _first,
    _fill(backwards=False),
    "Elements for which the lambda gives false are replaced by the one before.",
    ("arrayFill(x -> x > 1, [2, 1, 3])", "[2,2,3]"),
    needs_lambda=True,
    conditional=True,
)
declare(
    "arrayReverseFill",
    _first,
    _fill(backwards=True),
    "Elements for which the lambda gives false are replaced by the one behind.",
    ("arrayReverseFill(x -> x > 1, [2, 1, 3])", "[2,3,3]"),
    needs_lambda=True,
    conditional=True,
)


def _split(*, behind: bool) -> Callable[[Call, Rows], Sql]:
    def lower(call: Call, rows: Rows) -> Sql:
        def pieces(values: Sql, starts: Sql) -> Sql:
            def piece(start: Sql, place: Sql) -> Sql:
                end = f"coalesce({starts}[{place} + 1] - 1, len({values}))"
                return Sql(f"{values}[{start}:{end}]")

            return lists.transform_at(starts, piece)

        def cut(all_rows: Sql) -> Sql:
            flags = lists.transform(all_rows, lambda row: sql.coalesce(rows.holds(row), False))

            def starts(known: Sql) -> Sql:
                begins = f"{known}[%s - 1]" if behind else f"{known}[%s]"
                return lists.filtered(
                    Sql(f"range(1, len({known}) + 1)"),
                    lambda n: Sql(f"({n} = 1 OR {begins % n})"),
                )

            places = sql.bound(flags, starts)
            firsts = rows.firsts(all_rows)
            return sql.bound(firsts, lambda v: sql.bound(places, lambda s: pieces(v, s)))

        return sql.bound(rows.values, cut)

    return lower


declare(
    "arraySplit",
    lambda a, v: Array(_first(a, v)),
    _split(behind=False),
    "The array cut before every element for which the lambda gives true.",
    ("arraySplit(x -> x = 2, [1, 2, 3])", "[[1],[2,3]]"),
    needs_lambda=True,
    conditional=True,
)
declare(
    "arrayReverseSplit",
    lambda a, v: Array(_first(a, v)),
    _split(behind=True),
    "The array cut behind every element for which the lambda gives true.",
    ("arrayReverseSplit(x -> x = 2, [1, 2, 3])", "[[1,2],[3]]"),
    needs_lambda=True,
    conditional=True,
)


# --- partly sorted ------------------------------------------------------------------------------


def _partial(name: str, *, descending: bool, example: str) -> None:
    def parameters(arguments: Sequence[Argument]) -> tuple[Type, ...]:
        return element_types(name)([a for a in arguments if a.parameters is None][1:])

    def returns(arguments: Sequence[Argument]) -> Type:
        limit, *arrays = [a for a in arguments if a.parameters is None]
        if limit.type == NULL_TYPE:
            return NULL_TYPE
        if not isinstance(limit.type.inner, Integer | Bool | Nothing):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"The limit of function {name} must be an integer. Found {limit.type} instead.",
            )
        return _first(plain_arrays(name, arrays), UINT64)

    def lower(call: Call) -> Sql:
        if call.result == NULL_TYPE:
            return sql.NULL
        rows = rows_of(call, skip=1)
        type_ = call.type(0)
        if not has_lambda(call.arguments):
            array = _array(call.type(1))
            assert isinstance(array, Array)
            type_ = array.of
        return sorted_rows(rows, type_, descending=descending)

    lower.__doc__ = "The first elements as sorted; the others follow in some order."
    function(
        name, args=(2, None), returns=returns, nulls="own",
        lambda_parameters=parameters, low_cardinality=False,
        example=(f"{name}(1, [2, 1])", example),
    )(lower)  # fmt: skip


_partial("arrayPartialSort", descending=False, example="[1,2]")
_partial("arrayPartialReverseSort", descending=True, example="[2,1]")
