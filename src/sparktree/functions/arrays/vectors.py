"""Tuples and arrays of numbers as vectors: arithmetic, norms, distances."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

from sparktree.errors import Code, Error
from sparktree.functions.arrays.tuple_elements import tuple_at
from sparktree.functions.core import lists
from sparktree.functions.core.declare import (
    FUNCTIONS,
    Argument,
    Arguments,
    Call,
    Rule,
    function,
    illegal_type,
)
from sparktree.functions.core.doubles import to_double
from sparktree.functions.core.number_types import sum_type
from sparktree.functions.logic.comparison import common_type
from sparktree.functions.numbers import arithmetic
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    UINT8,
    Array,
    Bool,
    Decimal,
    Enum,
    FixedString,
    Float,
    Integer,
    String,
    Tuple,
    Type,
    make_nullable,
)

# --- element by element -------------------------------------------------------------------------


_FEW = Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION
_WRONG = Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH


def _elementwise(
    name: str,
    operator: str,
    doc: str,
    example: str,
    *,
    number: bool = False,
    aliases: tuple[str, ...] = (),
) -> None:
    declared = FUNCTIONS[operator]

    def returns(arguments: Sequence[Argument]) -> Type:
        left = tuple_at(name, arguments, 0)
        if len(arguments) < 2:
            return declared.result_type(arguments)
        right = arguments[1].type if number else tuple_at(name, arguments, 1)
        return arithmetic.tuple_type(
            name, left, right, lambda a, b: declared.result_type((Argument(a), Argument(b)))
        )

    def lower(call: Call) -> Sql:
        named, result = replace(call, name=operator), call.result.inner
        assert isinstance(result, Tuple)
        return arithmetic.on_tuples(named, result, declared.lower)

    lower.__doc__ = doc
    count = 1 if operator == "negate" else 2
    second = {1: "", 2: ", 3" if number else ", (3, 4)"}[count]
    function(
        name, args=count, returns=returns, any_case_aliases=aliases,
        example=(f"{name}((6, 8){second})", example),
        too_few=_FEW if count == 2 and not number else _WRONG,
        too_many=Code.ILLEGAL_TYPE_OF_ARGUMENT if count == 2 and not number else _WRONG,
    )(lower)  # fmt: skip


_elementwise(
    "tuplePlus", "plus", "The sums of the elements of two tuples.", "(9,12)", aliases=("vectorSum",)
)
_elementwise(
    "tupleMinus",
    "minus",
    "The differences of the elements of two tuples.",
    "(3,4)",
    aliases=("vectorDifference",),
)
_elementwise("tupleMultiply", "multiply", "The products of the elements of two tuples.", "(18,32)")
_elementwise("tupleDivide", "divide", "The quotients of the elements of two tuples.", "(2,2)")
_elementwise("tupleIntDiv", "intDiv", "The whole quotients of the elements of two tuples.", "(2,2)")
_elementwise("tupleModulo", "modulo", "The remainders of the elements of two tuples.", "(0,0)")
_elementwise(
    "tupleMultiplyByNumber",
    "multiply",
    "The elements of a tuple times a number.",
    "(18,24)",
    number=True,
)
_elementwise(
    "tupleDivideByNumber",
    "divide",
    "The elements of a tuple by a number.",
    "(2,2.6666666666666665)",
    number=True,
)
_elementwise(
    "tupleIntDivByNumber",
    "intDiv",
    "The whole quotients of a tuple's elements and a number.",
    "(2,2)",
    number=True,
)
_elementwise(
    "tupleModuloByNumber",
    "modulo",
    "The remainders of a tuple's elements by a number.",
    "(0,2)",
    number=True,
)
_elementwise(
    "tupleIntDivOrZero",
    "intDivOrZero",
    "The whole quotients of the elements of two tuples, 0 by 0.",
    "(2,2)",
)
_elementwise(
    "tupleIntDivOrZeroByNumber",
    "intDivOrZero",
    "The whole quotients of a tuple's elements and a number, 0 by 0.",
    "(2,2)",
    number=True,
)
_elementwise(
    "tuplePositiveModuloByNumber",
    "positiveModulo",
    "The remainders of a tuple's elements by a number, never negative.",
    "(0,2)",
    number=True,
)
_elementwise("tupleNegate", "negate", "The elements of a tuple with the other sign.", "(-6,-8)")


def _distance_type(arguments: Arguments) -> Type:
    left, right = (tuple_at(arguments.function, arguments, i) for i in (0, 1))
    if len(left.of) != len(right.of):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Expected tuples of the same size as arguments of function {arguments.function}",
        )
    for one, other in zip(left.of, right.of, strict=True):
        common_type(one.inner, other.inner, "notEquals")
        texts = [isinstance(t.inner, String | FixedString | Enum) for t in (one, other)]
        if any(texts) and not all(texts):  # no text is read as a value of another type here
            raise Error(
                Code.NO_COMMON_TYPE,
                f"There is no supertype for types {one}, {other} because some of them are"
                " String/FixedString/Enum and some of them are not",
            )
    # Of sums of UInt8 comes the type that ClickHouse's plus gives, one after the other.
    total: Type = UINT8
    for _ in left.of[1:]:
        total = sum_type("plus", total, UINT8)
    nullable = any(t.nullable for t in (*left.of, *right.of))
    return make_nullable(total) if nullable else total


@function(
    "tupleHammingDistance",
    args=2,
    returns=_distance_type,
    example=("tupleHammingDistance((1, 2), (1, 3))", "1"),
)
def tuple_hamming_distance(call: Call) -> Sql:
    """The number of places where two tuples differ."""
    type_ = tuple_at(call.name, call.arguments, 0)
    differ = [
        f"CAST({sql.field(call[0], i)} <> {sql.field(call[1], i)} AS UTINYINT)"
        for i in range(1, len(type_.of) + 1)
    ]
    return sql.cast(Sql(" + ".join(differ) or "0"), call.result.inner.kernel)


# --- as lists of floats -------------------------------------------------------------------------


def _elements(name: str, type_: Type) -> list[Type] | Type:
    if isinstance(type_, Tuple):
        return [t.inner for t in type_.of]
    if isinstance(type_, Array):
        return type_.of.inner
    raise illegal_type(name, type_)


def floats(call: Call, position: int) -> Sql:
    """A tuple or array of numbers as a list of DOUBLEs."""
    type_ = call.inner(position)
    elements = _elements(call.name, type_)
    if isinstance(elements, list):
        values = [to_double(sql.field(call[position], i), t) for i, t in enumerate(elements, 1)]
        return sql.array(*values)
    return lists.transform(call[position], lambda v: to_double(v, elements))


def _checked(result: Callable[[Type], Type]) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        if name == "LpNormalize":
            _check_power(name, arguments[1:])
        for argument in arguments:
            if isinstance(argument.type.inner, Tuple | Array):
                _elements(name, argument.type.inner)
        _elements(name, arguments[0].type.inner)
        return result(arguments[0].type.inner)

    return returns


def _sum(values: Sql) -> Sql:
    return sql.coalesce(sql.call("list_sum", values), Sql("0.0::DOUBLE"))


def _absolutes(values: Sql) -> Sql:
    return lists.transform(values, lambda v: sql.call("abs", v))


def _squares(values: Sql) -> Sql:
    return lists.transform(values, lambda v: sql.op("*", v, v))


def _norm(kind: str, values: Sql, power: Sql | None = None) -> Sql:
    if kind == "L1":
        return _sum(_absolutes(values))
    if kind == "L2":
        return sql.call("sqrt", _sum(_squares(values)))
    if kind == "L2Squared":
        return _sum(_squares(values))
    if kind == "Linf":
        return sql.coalesce(sql.call("list_max", _absolutes(values)), Sql("0.0::DOUBLE"))
    assert power is not None
    powers = lists.transform(values, lambda v: sql.call("pow", sql.call("abs", v), power))
    return sql.call("pow", _sum(powers), Sql(f"(1.0::DOUBLE / {power})"))


def _power(call: Call, position: int) -> Sql | None:
    if len(call) <= position:
        return None
    return to_double(call[position], call.inner(position))


def _differences(call: Call) -> Sql:
    pairs = lists.zipped(call.name, [floats(call, 0), floats(call, 1)])
    return lists.transform(pairs, lambda p: Sql(f"({p}[1] - {p}[2])"))


def _norm_type(kind: str, name: str, vectors: int) -> Rule:
    """Float64; over tuples the sums of absolutes and squares keep the type of their terms."""

    def returns(arguments: Sequence[Argument]) -> Type:
        types = [argument.type.inner for argument in arguments[:vectors]]
        _check_power(name, arguments[vectors:])
        if not isinstance(types[0], Tuple):
            return _array_norm(name, types)
        terms = _terms(name, [t for t in types if isinstance(t, Tuple)], len(types))
        if not terms:
            return UINT8
        if kind not in ("L1", "L2Squared"):
            return FLOAT64
        parts = [_part(kind, term) for term in terms]
        return reduce(lambda total, part: sum_type("plus", total, part), parts)

    return returns


def _check_power(name: str, arguments: Sequence[Argument]) -> None:
    """Fail unless the power, if there is one, is a finite number from 1 on."""
    for argument in arguments:
        type_ = argument.type
        narrow = isinstance(type_, Integer) and not type_.wide
        if not narrow and not isinstance(type_, Float):
            raise illegal_type(name, type_)
        if argument.is_constant and not 1 <= float(str(argument.value)) < math.inf:
            raise Error(
                Code.ARGUMENT_OUT_OF_BOUND,
                f"Second argument for function {name} must be a finite number not less than one",
            )


def _array_norm(name: str, types: Sequence[Type]) -> Type:
    for type_ in types:
        if not isinstance(type_, Array):
            raise illegal_type(name, type_)
    return FLOAT64


def _terms(name: str, tuples: Sequence[Tuple], count: int) -> list[Type]:
    """The types of what is added up: elements, or differences of elements."""
    if len(tuples) != count or len({len(t.of) for t in tuples}) > 1:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Expected tuples of the same size as arguments of function {name}",
        )
    for element in (e.inner for t in tuples for e in t.of):
        if not isinstance(element, Integer | Float | Decimal | Bool):
            raise illegal_type(name, element)
    if count == 1:
        return [e.inner for e in tuples[0].of]
    pairs = zip(tuples[0].of, tuples[1].of, strict=True)
    return [sum_type("minus", left.inner, right.inner, signed=True) for left, right in pairs]


def _part(kind: str, term: Type) -> Type:
    if kind == "L2Squared":
        return sum_type("multiply", term, term)
    return Integer(term.bits, False) if isinstance(term, Integer) else term


def _declare(kind: str) -> None:
    extra = 1 if kind == "Lp" else 0
    more = ", 2" if extra else ""
    norms = {"L1": "7", "L2": "5", "Linf": "4", "Lp": "5", "L2Squared": "25"}

    def norm(call: Call) -> Sql:
        return sql.cast(_norm(kind, floats(call, 0), _power(call, 1)), call.result.kernel)

    def distance(call: Call) -> Sql:
        return sql.cast(_norm(kind, _differences(call), _power(call, 2)), call.result.kernel)

    norm.__doc__ = f"The {kind} norm of a vector."
    distance.__doc__ = f"The {kind} distance of two vectors."
    function(
        f"{kind}Norm", args=1 + extra, returns=_norm_type(kind, f"{kind}Norm", 1),
        any_case_aliases=(f"norm{kind}",), nulls="guard",
        constant_arguments=(1,), example=(f"{kind}Norm((3, 4){more})", norms[kind]),
    )(norm)  # fmt: skip
    function(
        f"{kind}Distance", args=2 + extra, returns=_norm_type(kind, f"{kind}Distance", 2),
        any_case_aliases=(f"distance{kind}",), nulls="guard",
        constant_arguments=(2,), example=(f"{kind}Distance((0, 0), (3, 4){more})", norms[kind]),
    )(distance)  # fmt: skip
    if kind != "L2Squared":
        _normalize(kind, extra, more)


def _normalize(kind: str, extra: int, more: str) -> None:
    def normalize(call: Call) -> Sql:
        norm = _norm(kind, floats(call, 0), _power(call, 1))
        type_ = call.result.inner
        if isinstance(type_, Array):
            return sql.bound(
                sql.struct(norm, floats(call, 0)),
                lambda v: lists.transform(
                    sql.field(v, 2), lambda x: sql.op("/", x, sql.field(v, 1))
                ),
            )
        assert isinstance(type_, Tuple)
        return sql.bound(
            sql.struct(norm, floats(call, 0)),
            lambda v: type_.pack(
                *(
                    Sql(f"({sql.field(v, 2)}[{i + 1}] / {sql.field(v, 1)})")
                    for i in range(len(type_.of))
                )
            ),
        )

    def result(type_: Type) -> Type:
        if isinstance(type_, Array):
            return Array(FLOAT64)
        if not isinstance(type_, Tuple):
            raise illegal_type(f"{kind}Normalize", type_)
        _terms(f"{kind}Normalize", [type_], 1)
        return Tuple(tuple(FLOAT64 for _ in type_.of))

    normalize.__doc__ = f"The vector with {kind} norm 1 in the same direction."
    shown = {"L1": "(0,1)", "L2": "(0,1)", "Linf": "(0,1)", "Lp": "(0,1)"}[kind]
    function(
        f"{kind}Normalize", args=1 + extra, returns=_checked(result),
        any_case_aliases=(f"normalize{kind}",), nulls="guard",
        constant_arguments=(1,),
        example=(f"{kind}Normalize((0, 4){more})", shown),
    )(normalize)  # fmt: skip


for _kind in ("L1", "L2", "L2Squared", "Linf", "Lp"):
    _declare(_kind)


def _equally_long(name: str, arguments: Sequence[Argument]) -> tuple[Tuple, Tuple]:
    """Two tuples of one size, which is not zero."""
    a, b = (tuple_at(name, arguments, i) for i in (0, 1))
    if len(a.of) != len(b.of) or not a.of:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Expected tuples of the same size as arguments of function {name}. Got {a} and {b}",
        )
    return a, b


def _cosine_type(arguments: Arguments) -> Type:
    types = [a.type.inner for a in arguments]
    if not all(isinstance(type_, Array) for type_ in types):
        for tuple_ in _equally_long(arguments.function, arguments):
            if not all(isinstance(of.inner, Integer | Float | Decimal | Bool) for of in tuple_.of):
                raise illegal_type(arguments.function, tuple_)
    return _checked(lambda t: FLOAT64)(arguments)


@function(
    "cosineDistance",
    args=2,
    returns=_cosine_type,
    any_case_aliases=("distanceCosine",),
    nulls="guard",
    example=("cosineDistance((1, 0), (0, 1))", "1"),
)
def cosine_distance(call: Call) -> Sql:
    """One minus the cosine of the angle between two vectors."""
    pairs = lists.zipped(call.name, [floats(call, 0), floats(call, 1)])

    def distance(rows: Sql) -> Sql:
        product = _sum(lists.transform(rows, lambda p: Sql(f"({p}[1] * {p}[2])")))
        left = _sum(lists.transform(rows, lambda p: Sql(f"({p}[1] * {p}[1])")))
        right = _sum(lists.transform(rows, lambda p: Sql(f"({p}[2] * {p}[2])")))
        return Sql(f"(1.0::DOUBLE - {product} / sqrt({left} * {right}))")

    return sql.bound(pairs, distance)


def _dot_type(arguments: Arguments) -> Type:
    left, right = (a.type.inner for a in arguments)
    if isinstance(left, Array) and isinstance(right, Array):
        return sum_type("multiply", left.of.inner, right.of.inner)
    _equally_long(arguments.function, arguments)
    return FUNCTIONS["multiply"].result_type(arguments)


@function(
    "dotProduct",
    args=2,
    returns=_dot_type,
    aliases=("arrayDotProduct",),
    any_case_aliases=("scalarProduct",),
    nulls="guard",
    example=("dotProduct((1, 2), (3, 4))", "11"),
)
def dot_product(call: Call) -> Sql:
    """The sum of the products of two vectors' elements."""
    if isinstance(call.inner(0), Tuple):
        return arithmetic.dot(replace(call, name="multiply"), arithmetic.multiply)
    pairs = lists.zipped(call.name, [floats(call, 0), floats(call, 1)])
    total = _sum(lists.transform(pairs, lambda p: Sql(f"({p}[1] * {p}[2])")))
    return sql.cast(total, call.result.kernel)


__all__ = ["arithmetic", "floats"]
