"""Bitmaps: sets of unsigned numbers, kept as sorted lists in the state of groupBitmap."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.declare import (
    Agg,
    Aggregate,
    AggregateCall,
    aggregate,
    illegal_argument,
    state_tuple,
)
from sparktree.functions.aggregates.kinds import kinds
from sparktree.functions.core import lists
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import (
    Argument,
    Arguments,
    Call,
    Value,
    function,
    illegal_type,
)
from sparktree.functions.core.lists import unique
from sparktree.functions.core.number_types import is_native, is_unsigned
from sparktree.functions.core.text_functions import refusal
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT64,
    NULL_TYPE,
    UINT8,
    UINT64,
    AggregateFunction,
    Array,
    Bool,
    Integer,
    Nothing,
    Type,
    make_nullable,
)

# --- the aggregate ------------------------------------------------------------------------------


def _count_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    return UINT8 if isinstance(arguments[0].type, Bool) else arguments[0].type


def _cardinality(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
    result = call.result.inner
    assert isinstance(result, Integer)
    size = number(sql.coalesce(sql.call("len", parts[0]), 0), INT64, result)
    return sql.case((Sql(f"len({parts[0]}) > 0"), size)) if call.result.nullable else size


_BITMAP = aggregate(
    Aggregate(
        "groupBitmap",
        _count_type,
        (1, 1),
        states=lambda call: (Array(call.inner(0)),),
        partial=lambda call: (Agg("list", (call[0],), distinct=True, around="list_sort({})"),),
        merge=lambda call, parts: (
            Agg("list", parts, around="list_sort(list_distinct(flatten({})))"),
        ),
        final=_cardinality,
        doc="The number of different values; its state is a bitmap.",
        example=("groupBitmap(number % 3)", "3"),
        takes=(kinds("unsigned", "signed", "bool"),),
    )
)


def _of_bitmaps(name: str, around: str, doc: str, shown: str) -> None:
    """An aggregate of bitmaps: the count of what is left, its state a bitmap again."""

    def element(arguments: Sequence[Argument]) -> Type:
        type_ = arguments[0].type
        if not isinstance(type_, AggregateFunction) or type_.function != "groupBitmap":
            raise illegal_argument(name, type_)
        return type_.arguments[0]

    def numbers(call: AggregateCall) -> Sql:
        array = Array(element(call.arguments))
        (value,) = _BITMAP.unpack(call[0], (array,))
        return sql.coalesce(value, array.default())

    aggregate(
        Aggregate(
            name,
            lambda arguments, parameters: element(arguments),
            (1, 1),
            states=lambda call: (Array(element(call.arguments)),),
            partial=lambda call: (Agg("list", (numbers(call),), around=around),),
            merge=lambda call, parts: (
                Agg("list", parts, around=around, condition=f"{parts[0]} IS NOT NULL"),
            ),
            final=_cardinality,
            doc=doc,
            example=(f"{name}(bitmapBuild([number % 2, 5]))", shown),
            state_type=lambda types: types[0],
        )
    )


_ONE = "lambda _a, _b: list_filter(_a, lambda _x: list_contains(_b, _x))"
_EITHER = (
    "lambda _a, _b: list_concat(list_filter(_a, lambda _x: NOT list_contains(_b, _x)),"
    " list_filter(_b, lambda _x: NOT list_contains(_a, _x)))"
)


def _reduced(step: str) -> str:
    return f"(CASE WHEN len({{}}) > 0 THEN list_sort(list_reduce({{}}, {step})) END)"


_of_bitmaps("groupBitmapAnd", _reduced(_ONE), "The count of what all the bitmaps have.", "1")
_of_bitmaps(
    "groupBitmapOr",
    "list_sort(list_distinct(flatten({})))",
    "The count of what some bitmap has.",
    "3",
)
_of_bitmaps(
    "groupBitmapXor", _reduced(_EITHER), "The count of what an odd number of bitmaps has.", "2"
)


# --- made and read ------------------------------------------------------------------------------


def bitmap_of(element: Type) -> Type:
    """The type of a bitmap of numbers."""
    state = state_tuple((Array(element),))
    return AggregateFunction("groupBitmap", (), (element,), state)


def _element(name: str, arguments: Sequence[Argument], position: int = 0) -> Type:
    type_ = arguments[position].type
    if not isinstance(type_, AggregateFunction) or type_.function != "groupBitmap":
        raise illegal_type(name, type_, position)
    return type_.arguments[0]


def _numbers(call: Call, position: int = 0) -> Sql:
    element = _element(call.name, call.arguments, position)
    (value,) = _BITMAP.unpack(call[position], (Array(element),))
    return sql.coalesce(value, Array(element).default())


def _built_type(arguments: Arguments) -> Type:
    array = lists.array_at(arguments.function, arguments, 0)
    if not isinstance(array.of, Integer):
        raise illegal_type(arguments.function, array)
    return bitmap_of(array.of)


def _sorted(values: Sql) -> Sql:
    return sql.call("list_sort", sql.call("list_distinct", values))


@function(
    "bitmapBuild",
    returns=_built_type,
    nulls="own",
    example=("bitmapToArray(bitmapBuild([2, 1]))", "[2,1]"),
)
def bitmap_build(call: Call) -> Sql:
    """An array of numbers as a bitmap."""
    # ClickHouse keeps up to 32 numbers as they came, and sorts more.
    few = unique(call[0])
    ordered = sql.bound(
        few, lambda v: sql.case((Sql(f"len({v}) <= 32"), v), otherwise=sql.call("list_sort", v))
    )
    return _BITMAP.pack((ordered,))


@function(
    "bitmapToArray",
    returns=lambda a: Array(_element("bitmapToArray", a)),
    nulls="own",
    example=("bitmapToArray(bitmapBuild([2, 1]))", "[2,1]"),
)
def bitmap_to_array(call: Call) -> Sql:
    """The numbers of a bitmap."""
    return _numbers(call)


def _check_number(name: str, type_: Type) -> None:
    native = isinstance(type_, Integer) and type_.bits <= 64
    if not native and not isinstance(type_, Nothing):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Second argument for function {name} must be an native integer type but it has type"
            f" {type_}",
        )


def _declare_answer(
    name: str,
    answer: Callable[[Call], Sql],
    result: Type,
    doc: str,
    example: tuple[str, str],
    *,
    bitmaps: int = 1,
    extra: int = 0,
    condition: bool = False,
) -> None:
    def returns(arguments: Sequence[Argument]) -> Type:
        for position in range(bitmaps):
            _element(name, arguments, position)
        for argument in arguments[bitmaps:]:
            _check_number(name, argument.type.inner)
        if any(a.type == NULL_TYPE for a in arguments):
            return NULL_TYPE
        return make_nullable(result) if any(a.type.nullable for a in arguments) else result

    def lower(call: Call) -> Sql:
        found = answer(call)
        nulls = [sql.is_null(call[i]) for i in range(len(call)) if call.type(i).nullable]
        return sql.case((sql.any_of(nulls), sql.NULL), otherwise=found) if nulls else found

    lower.__doc__ = doc
    function(
        name, args=bitmaps + extra, returns=returns, nulls="own",
        example=example, condition=condition, low_cardinality=True,
    )(lower)  # fmt: skip


def _size(values: Sql) -> Sql:
    return sql.cast(sql.call("len", values), "UBIGINT")


_declare_answer(
    "bitmapCardinality",
    lambda c: _size(_numbers(c)),
    UINT64,
    "The number of a bitmap's numbers.",
    ("bitmapCardinality(bitmapBuild([1, 2]))", "2"),
)
_declare_answer(
    "bitmapMin",
    lambda c: sql.cast(sql.coalesce(sql.call("list_min", _numbers(c)), 4294967295), "UBIGINT"),
    UINT64,
    "The least number of a bitmap.",
    ("bitmapMin(bitmapBuild([5, 4]))", "4"),
)
_declare_answer(
    "bitmapMax",
    lambda c: sql.cast(sql.coalesce(sql.call("list_max", _numbers(c)), 0), "UBIGINT"),
    UINT64,
    "The greatest number of a bitmap.",
    ("bitmapMax(bitmapBuild([5, 4]))", "5"),
)
_declare_answer(
    "bitmapContains",
    lambda c: lists.among(_numbers(c), c[1]),
    UINT8,
    "Whether a bitmap has the number.",
    ("bitmapContains(bitmapBuild([1]), 1)", "1"),
    extra=1,
    condition=True,
)
_declare_answer(
    "bitmapHasAny",
    lambda c: sql.op(">", sql.call("len", _both(c)), 0),
    UINT8,
    "Whether two bitmaps have a number in common.",
    ("bitmapHasAny(bitmapBuild([1]), bitmapBuild([1]))", "1"),
    bitmaps=2,
    condition=True,
)
_declare_answer(
    "bitmapHasAll",
    lambda c: sql.op("=", sql.call("len", _only(c, 1, 0)), 0),
    UINT8,
    "Whether the first bitmap has all numbers of the second.",
    ("bitmapHasAll(bitmapBuild([1, 2]), bitmapBuild([1]))", "1"),
    bitmaps=2,
    condition=True,
)


# --- combined -----------------------------------------------------------------------------------


def _both(call: Call) -> Sql:
    other = _numbers(call, 1)
    return lists.filtered(_numbers(call), lambda v: lists.among(other, v))


def _only(call: Call, first: int = 0, second: int = 1) -> Sql:
    other = _numbers(call, second)
    return lists.filtered(_numbers(call, first), lambda v: sql.op("NOT", lists.among(other, v)))


def _either(call: Call) -> Sql:
    return _sorted(sql.call("list_concat", _numbers(call), _numbers(call, 1)))


def _in_one_of_both(call: Call) -> Sql:
    return _sorted(sql.call("list_concat", _only(call), _only(call, 1, 0)))


def _combined(name: str, combine: Callable[[Call], Sql], doc: str, example: str) -> None:
    def lower(call: Call) -> Sql:
        return _BITMAP.pack((combine(call),))

    lower.__doc__ = f"A bitmap of {doc}."
    pair = "(bitmapBuild([1, 2]), bitmapBuild([2, 3]))"
    function(
        name, args=2, returns=lambda a: a[0].type, nulls="own",
        example=(f"bitmapToArray({name}{pair})", example),
    )(lower)  # fmt: skip
    _declare_answer(
        f"{name}Cardinality", lambda c: _size(combine(c)), UINT64, f"The number of {doc}.",
        (f"{name}Cardinality{pair}", str(example.count(",") + 1)), bitmaps=2,
    )  # fmt: skip


_combined("bitmapAnd", _both, "the numbers that both bitmaps have", "[2]")
_combined("bitmapOr", _either, "the numbers that either bitmap has", "[1,2,3]")
_combined("bitmapXor", _in_one_of_both, "the numbers that one of the bitmaps has", "[1,3]")
_combined("bitmapAndnot", _only, "the numbers that only the first bitmap has", "[1]")


# --- cut and changed ----------------------------------------------------------------------------


def _may_be_number(type_: Type) -> bool:
    return is_native(type_) and is_unsigned(type_)


def _part(name: str, cut: Callable[[Call, Sql], Sql], doc: str, example: tuple[str, str]) -> None:
    """A bitmap of some numbers of another one, which two numbers choose."""

    def returns(arguments: Sequence[Argument]) -> Type:
        _bitmap(name, arguments)
        for argument in arguments[1:]:
            if not _may_be_number(argument.type):
                raise Error(
                    Code.ILLEGAL_TYPE_OF_ARGUMENT,
                    f"The second and third arguments for function {name} must be one of [UInt8,"
                    f" UInt16, UInt32, UInt64] but one of them has type {argument.type}",
                )
        return arguments[0].type

    def lower(call: Call) -> Sql:
        numbers = _numbers(call)
        return _BITMAP.pack((sql.bound(numbers, lambda v: cut(call, v)),))

    lower.__doc__ = doc
    function(
        name, args=3, returns=returns, nulls="guard", low_cardinality=False,
        example=example,
    )(lower)  # fmt: skip


def _bitmap(name: str, arguments: Sequence[Argument]) -> None:
    type_ = arguments[0].type
    if not isinstance(type_, AggregateFunction) or type_.function != "groupBitmap":
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"First argument for function {name} must be a bitmap but it has type {type_}",
        )


def _first_of(ordered: Sql, start: Sql, count: Sql) -> Sql:
    last = f"least(CAST({start} AS HUGEINT) + CAST({count} AS HUGEINT), {1 << 62})"
    return Sql(f"{ordered}[least({start}, {1 << 62}) + 1:{last}]")


def _from_number(call: Call, numbers: Sql) -> Sql:
    """At most so many numbers from a number on; they keep the places that they had."""
    greater = lists.filtered(numbers, lambda v: sql.op(">=", v, call[1]))
    kept = _first_of(sql.call("list_sort", greater), Sql("0"), call[2])
    return sql.bound(kept, lambda known: lists.filtered(numbers, lambda v: lists.among(known, v)))


_part(
    "bitmapSubsetInRange",
    lambda call, v: lists.filtered(v, lambda n: Sql(f"({n} >= {call[1]} AND {n} < {call[2]})")),
    "The numbers of a bitmap from one number on and below another.",
    ("bitmapToArray(bitmapSubsetInRange(bitmapBuild([1, 2, 3, 4, 5]), 2, 5))", "[2,3,4]"),
)
_part(
    "bitmapSubsetLimit",
    _from_number,
    "The least numbers of a bitmap from a number on, at most as many as asked for.",
    ("arraySort(bitmapToArray(bitmapSubsetLimit(bitmapBuild([1, 5, 3, 2, 8]), 3, 2)))", "[3,5]"),
)
_part(
    "subBitmap",
    lambda call, v: _first_of(sql.call("list_sort", v), call[1], call[2]),
    "The numbers of a bitmap from a place on, at most as many as asked for.",
    ("bitmapToArray(subBitmap(bitmapBuild([10, 20, 30, 40, 50]), 1, 3))", "[20,30,40]"),
)


def _transformed_type(arguments: Arguments) -> Type:
    _bitmap(arguments.function, arguments)
    for argument in arguments[1:]:
        type_ = argument.type
        if not isinstance(type_, Array) or not _may_be_number(type_.of):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"The second and third arguments for function {arguments.function} must be an one"
                " of"
                " [Array(UInt8), Array(UInt16), Array(UInt32), Array(UInt64)] but one of them has"
                f" type {type_}",
            )
    return arguments[0].type


@function(
    "bitmapTransform",
    args=3,
    returns=_transformed_type,
    nulls="guard",
    low_cardinality=False,
    example=(
        "bitmapToArray(bitmapTransform(bitmapBuild([1, 2, 3, 4, 5]), [2, 4], [20, 40]))",
        "[1,3,5,20,40]",
    ),
)
def bitmap_transform(call: Call) -> Sql:
    """A bitmap with the numbers of an array replaced, one after the other, by those of another."""
    element = _element(call.name, call.arguments)
    kernel = f"{element.kernel}[]"

    def step(before: Sql, pair: Sql) -> Sql:
        old, new = sql.item(pair, 1), sql.item(pair, 2)
        others = lists.filtered(
            before, lambda v: sql.all_of([sql.op("<>", v, old), sql.op("<>", v, new)])
        )
        put = sql.call("list_append", others, new)
        return sql.cast(sql.case((lists.among(before, old), put), otherwise=before), kernel)

    pairs = sql.call("list_zip", *(sql.cast(call[i], kernel) for i in (1, 2)))
    mismatch = refusal(Code.BAD_ARGUMENTS, "From array size and to array size mismatch")
    made = lists.reduced(pairs, step, sql.cast(_numbers(call), kernel))
    made = sql.call("list_sort", made)
    return _BITMAP.pack(
        (sql.case((Sql(f"len({call[1]}) <> len({call[2]})"), mismatch), otherwise=made),)
    )
