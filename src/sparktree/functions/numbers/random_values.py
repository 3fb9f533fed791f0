"""Random numbers and texts: another value for every row."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core.columns import binary_of, bounds_of
from sparktree.functions.core.constant_arguments import unsigned_constant, wrong
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import (
    Argument,
    Arguments,
    Call,
    function,
    illegal_type,
    typed_example,
)
from sparktree.functions.core.doubles import to_double
from sparktree.functions.core.text_functions import refusal
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array, unescape_array
from sparktree.types import (
    FLOAT64,
    INT64,
    STRING,
    UINT8,
    UINT32,
    UINT64,
    Array,
    Bool,
    Decimal,
    FixedString,
    Float,
    Integer,
    String,
    Type,
)

_32 = Sql("CAST(floor(random() * 4294967296.0) AS UINTEGER)")
_HALF = "CAST(floor(random() * 4294967296.0) AS UBIGINT)"
_64 = Sql(f"({_HALF} * 4294967296::UBIGINT + {_HALF})")


def _number(name: str, type_: Type, value: Sql, doc: str) -> None:
    def lower(call: Call) -> Sql:
        return value

    lower.__doc__ = doc
    function(
        name, args=(0, 1), returns=type_, nulls="own", deterministic=False,
        low_cardinality=False, any_case=name == "rand",
        exact_aliases=("rand32",) if name == "rand" else (),
    )(lower)  # fmt: skip


_number("rand", UINT32, _32, "A random UInt32; an argument only tells calls apart.")
_number("rand64", UINT64, _64, "A random UInt64; an argument only tells calls apart.")
_number("randCanonical", FLOAT64, Sql("random()"), "A random Float64 from 0 to 1.")


@function(
    "randConstant",
    args=(0, 1),
    returns=UINT32,
    nulls="own",
    deterministic=False,
    low_cardinality=False,
)
def rand_constant(call: Call) -> Sql:
    """A random UInt32, the same for all rows of a query."""
    seed = f"{call.context.query_id}/{call.context.now}/{len(call) and call.arguments[0].type}"
    return sql.cast(random.Random(seed).getrandbits(32), "UINTEGER")


# --- distributions ------------------------------------------------------------------------------


def generator() -> np.random.Generator:
    """That of this process: one that forked has its own."""
    return _seeded(os.getpid())


@lru_cache(maxsize=1)
def _seeded(process: int) -> np.random.Generator:
    return np.random.default_rng()


# An argument that differs from row to row, or the kernel would compute one value for all rows.
_ROWS = Sql("CAST(random() * 1e9 AS BIGINT)")


@arrow_function("st_random", ("VARCHAR", "DOUBLE", "DOUBLE", "BIGINT"), "DOUBLE", side_effects=True)
def _random(
    name: pa.ChunkedArray, first: pa.ChunkedArray, second: pa.ChunkedArray, rows: pa.ChunkedArray
) -> pa.Array:
    """Random numbers of a distribution with its parameters row by row."""
    a, b = (np.asarray(whole(x).to_numpy(zero_copy_only=False)) for x in (first, second))
    return pa.array(_DISTRIBUTIONS[whole(name)[0].as_py()](a, b).astype(np.float64))


_Draw = Callable[[np.ndarray, np.ndarray], np.ndarray]
_DISTRIBUTIONS: dict[str, _Draw] = {
    "randUniform": lambda a, b: generator().uniform(a, b),
    "randNormal": lambda a, b: generator().normal(a, b),
    "randLogNormal": lambda a, b: generator().lognormal(a, b),
    "randExponential": lambda a, b: generator().exponential(1 / a),
    "randChiSquared": lambda a, b: generator().chisquare(a),
    "randStudentT": lambda a, b: generator().standard_t(a),
    "randFisherF": lambda a, b: generator().f(a, b),
    "randPoisson": lambda a, b: generator().poisson(a),
    "randBernoulli": lambda a, b: generator().binomial(1, a),
    "randBinomial": lambda a, b: generator().binomial(a.astype(np.int64), b),
    "randNegativeBinomial": lambda a, b: generator().negative_binomial(a.astype(np.int64), b),
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a parameter of a distribution must be, in ClickHouse's words."""

    must: str = ""
    holds: Callable[[float], bool] = lambda value: True
    most: float = np.inf
    what: str = ""
    whole: bool = False  # whether it is taken as a UInt64

    def check(self, name: str, position: int, argument: Argument) -> None:
        type_ = argument.type
        unsigned = isinstance(type_, Integer) and not type_.signed and type_.bits <= 64
        if not unsigned and not isinstance(type_, Float | Bool):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal type {type_} of argument of function {name}, expected Float64 or integer",
            )
        if not argument.is_constant:
            return
        value = float(argument.value)  # type: ignore[arg-type]
        if self.whole and not 0 <= value <= float(UINT64.maximum):
            raise Error(
                Code.CANNOT_CONVERT_TYPE,
                "Cannot convert out of range floating point value to integer type",
            )
        if not np.isfinite(value):
            raise Error(
                Code.BAD_ARGUMENTS,
                f"Parameter number {position} of function {name} cannot be NaN of infinite",
            )
        if value > self.most:
            raise Error(Code.BAD_ARGUMENTS, f"{self.what.format(name=name)} is too large: {value}")
        if not self.holds(value):
            raise Error(Code.BAD_ARGUMENTS, self.must.format(name=name))


_ANY = Parameter()
_DEGREES = Parameter(
    "Argument (degrees of freedom) of function {name} should be greater than zero",
    lambda v: v > 0,
    most=1e6,
    what="Argument (degrees of freedom) of function {name}",
)
_MEAN = Parameter(most=1e9, what="Argument (mean) of function {name}", whole=True)
_LAMBDA = Parameter(
    "Argument (lambda) of function {name} should be greater than zero", lambda v: v > 0
)
_SPREAD = Parameter("Argument stddev of function {name} should be non-negative", lambda v: v >= 0)
_CHANCE = Parameter(
    "Argument of function {name} should be inside [0, 1] because it is a probability",
    lambda v: 0 <= v <= 1,
)
_TRIALS = Parameter(
    "Argument (number of experiments) of function {name} is too large",
    lambda v: v < 1 << 63,
    whole=True,
)


def _distribution(name: str, parameters: tuple[Parameter, ...], type_: Type, doc: str) -> None:
    count = len(parameters)

    def returns(arguments: Sequence[Argument]) -> Type:
        for position, (parameter, argument) in enumerate(zip(parameters, arguments, strict=False)):
            parameter.check(name, position, argument)
        if name == "randUniform" and all(argument.is_constant for argument in arguments[:2]):
            low, high = (float(a.value) for a in arguments[:2])  # type: ignore[arg-type]
            if low > high:
                raise Error(
                    Code.BAD_ARGUMENTS,
                    f"Argument min ({low:g}) of function {name} should not be greater than max"
                    f" ({high:g})",
                )
        return type_

    def lower(call: Call) -> Sql:
        values = [to_double(call[i], call.inner(i)) for i in range(count)]
        values += [sql.cast(0, "DOUBLE")] * (2 - count)
        drawn = _random(sql.string(name), *values, _ROWS)
        return drawn if type_ == FLOAT64 else sql.cast(drawn, type_.kernel)

    lower.__doc__ = doc
    function(
        name, args=(count, count + 1), returns=returns, deterministic=False,
        constant_arguments=tuple(range(count)),
        example=typed_example(name, type_, *(["1"] * count)),
        low_cardinality=False,
    )(lower)  # fmt: skip


_distribution("randUniform", (_ANY, _ANY), FLOAT64, "A random number between two bounds.")
for _name, _parameters, _kind, _title in (
    ("randNormal", (_ANY, _SPREAD), FLOAT64, "normal"),
    ("randLogNormal", (_ANY, _SPREAD), FLOAT64, "log-normal"),
    ("randExponential", (_LAMBDA,), FLOAT64, "exponential"),
    ("randChiSquared", (_DEGREES,), FLOAT64, "chi-squared"),
    ("randStudentT", (_DEGREES,), FLOAT64, "Student's t-"),
    ("randFisherF", (_DEGREES, _DEGREES), FLOAT64, "F-"),
    ("randPoisson", (_MEAN,), UINT64, "Poisson"),
    ("randBinomial", (_TRIALS, _CHANCE), UINT64, "binomial"),
    ("randNegativeBinomial", (_TRIALS, _CHANCE), UINT64, "negative binomial"),
):
    _words = f"{_title}distribution" if _title.endswith("-") else f"{_title} distribution"
    _distribution(_name, _parameters, _kind, f"A random number of the {_words}.")
_distribution("randBernoulli", (_CHANCE,), UINT8, "0 or 1, the latter with the given probability.")


# --- texts --------------------------------------------------------------------------------------

Bytes = npt.NDArray[np.uint8]
_LONGEST = 1 << 24


def _any_bytes(count: int) -> tuple[Bytes, Bytes]:
    return np.frombuffer(generator().bytes(count), np.uint8), np.ones(count, np.uint8)


def _letters(count: int) -> tuple[Bytes, Bytes]:
    return generator().integers(32, 127, count, np.uint8), np.ones(count, np.uint8)


def _code_points(count: int) -> tuple[Bytes, Bytes]:
    points = generator().integers(1, 0xD800, count, np.uint32)
    data = points.astype("<u4").tobytes().decode("utf-32-le").encode()
    widths = 1 + (points >= 0x80).astype(np.uint8) + (points >= 0x800)
    return np.frombuffer(data, np.uint8), widths.astype(np.uint8)


# The bytes of so many random characters, and how many bytes each has.
_TEXTS: dict[str, Callable[[int], tuple[Bytes, Bytes]]] = {
    "randomString": _any_bytes,
    "randomFixedString": _any_bytes,
    "randomPrintableASCII": _letters,
    "randomStringUTF8": _code_points,
}


@arrow_function("st_random_text", ("VARCHAR", "BIGINT", "BIGINT"), "VARCHAR", side_effects=True)
def _random_text(name: pa.ChunkedArray, sizes: pa.ChunkedArray, rows: pa.ChunkedArray) -> pa.Array:
    """Random texts of the given sizes."""
    if not len(sizes):
        return pa.array([], pa.string())
    counts = np.maximum(np.asarray(whole(sizes), np.int64), 0)
    data, widths = _TEXTS[whole(name)[0].as_py()](int(counts.sum()))
    ends = np.concatenate([[0], np.cumsum(widths, dtype=np.int64)])
    bounds = ends[np.concatenate([[0], np.cumsum(counts)])]
    return escape_array(binary_of(data, bounds))


_LARGEST_FIXED = 0xFFFFFF
_TAGGED = ("randomString", "randomPrintableASCII")  # a second argument tells calls apart


def _check_size(name: str, size: Argument) -> None:
    """A constant size that no text has fails before any row is made."""
    known = size.is_constant and isinstance(size.type.inner, Integer) and size.value is not None
    if known and not 0 <= unsigned_constant(size) <= _LONGEST:
        raise Error(Code.TOO_LARGE_STRING_SIZE, f"Too large string size in function {name}")


def _text(name: str, doc: str, *, fixed: bool = False) -> None:
    def returns(arguments: Sequence[Argument]) -> Type:
        type_ = arguments[0].type.inner
        sizes = Integer if fixed else Integer | Float
        if isinstance(type_, Decimal) and not fixed:
            raise Error(Code.NOT_IMPLEMENTED, f"Function {name} is not implemented for {type_}")
        if not isinstance(type_, sizes):
            raise illegal_type(name, arguments[0].type)
        if fixed and isinstance(type_, Integer) and (type_.signed or type_.bits > 64):
            raise illegal_type(name, arguments[0].type)
        if not fixed:
            _check_size(name, arguments[0])
            return STRING
        size = int(str(arguments[0].value))
        if not 0 < size <= _LARGEST_FIXED:
            raise Error(Code.ARGUMENT_OUT_OF_BOUND, "FixedString size must be positive")
        return FixedString(size)

    def lower(call: Call) -> Sql:
        size = call[0]
        if isinstance(call.inner(0), Float):
            size = sql.cast(sql.call("trunc", size), "BIGINT")
        too_large = refusal(Code.TOO_LARGE_STRING_SIZE, f"Too large string size in function {name}")
        fits = Sql(f"({size} BETWEEN 0 AND {_LONGEST})")
        made = _random_text(sql.string(name), sql.cast(size, "BIGINT"), _ROWS)
        return sql.case((sql.is_null(size), sql.NULL), (fits, made), otherwise=too_large)

    lower.__doc__ = doc
    function(
        name, args=(1, 2 if name in _TAGGED else 1), returns=returns, deterministic=False,
        example=typed_example(name, FixedString(2) if fixed else STRING, "2"),
        low_cardinality=False, constant_arguments=(0,) if fixed else (),
    )(lower)  # fmt: skip


_text("randomString", "A text of random bytes.")
_text("randomFixedString", "A FixedString of random bytes.", fixed=True)
_text("randomPrintableASCII", "A text of random printable characters.")
_text("randomStringUTF8", "A text of random code points.")


@arrow_function("st_fuzz", ("VARCHAR", "DOUBLE", "BIGINT"), "VARCHAR", side_effects=True)
def _fuzz(texts: pa.ChunkedArray, shares: pa.ChunkedArray, rows: pa.ChunkedArray) -> pa.Array:
    """Texts with some of their bits turned over."""
    data, bounds = bounds_of(unescape_array(whole(texts)))
    chances = np.repeat(np.asarray(whole(shares), np.float64), np.diff(bounds))
    flips = np.packbits(generator().random((len(data), 8)) < chances[:, None], axis=1)
    return escape_array(binary_of(data ^ flips.reshape(-1), bounds))


def _fuzz_type(arguments: Arguments) -> Type:
    type_ = arguments[0].type.inner
    if not isinstance(type_, String | FixedString):
        raise illegal_type(arguments.function, type_)
    if not isinstance(arguments[1].type, Float):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Second argument of function {arguments.function} must be constant float",
        )
    share = float(str(arguments[1].value))
    if share < 0 or share > 1:  # NaN is neither
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            f"Second argument of function {arguments.function} must be from `0.0` to `1.0`",
        )
    return type_


@function(
    "fuzzBits",
    example=typed_example("fuzzBits", STRING, "'abc'", "0.1"),
    args=2,
    returns=_fuzz_type,
    deterministic=False,
    constant_arguments=(1,),
    low_cardinality=False,
)
def fuzz_bits(call: Call) -> Sql:
    """The text with each bit turned over with the given probability."""
    return _fuzz(call[0], to_double(call[1], call.inner(1)), _ROWS)


# --- arrays -------------------------------------------------------------------------------------


def _array(arguments: Arguments) -> Type:
    name = arguments.function
    if not isinstance(arguments[0].type, Array):
        raise illegal_type(name, arguments[0].type)
    for argument in arguments[1:]:
        if not isinstance(argument.type, Integer | Bool):
            raise illegal_type(name, argument.type)
    return arguments[0].type


def _shuffled(values: Sql) -> Sql:
    keyed = f"list_transform({values}, lambda _x: {{'k': random(), 'v': _x}})"
    return Sql(f"list_transform(list_sort({keyed}), lambda _y: struct_extract(_y, 'v'))")


@function(
    "arrayShuffle",
    any_case=True,
    args=(1, 2),
    returns=_array,
    deterministic=False,
    constant_arguments=(1,),
    example=("length(arrayShuffle([1, 2, 3]))", "3"),
)
def array_shuffle(call: Call) -> Sql:
    """The elements in a random order."""
    return _shuffled(call[0])


@function(
    "arrayPartialShuffle",
    any_case=True,
    args=(1, 3),
    returns=_array,
    deterministic=False,
    constant_arguments=(1, 2),
    example=("length(arrayPartialShuffle([1, 2, 3], 1))", "3"),
)
def array_partial_shuffle(call: Call) -> Sql:
    """The elements with the first ones in a random order."""
    return _shuffled(call[0])


def _sample_type(arguments: Arguments) -> Type:
    count = arguments[1].type
    if not isinstance(count, Bool) and (not isinstance(count, Integer) or count.signed):
        raise wrong(arguments.function, 1, arguments[1], "samples", "const UInt*")
    return _array(arguments)


@function(
    "arrayRandomSample",
    args=2,
    returns=_sample_type,
    deterministic=False,
    constant_arguments=(1,),
    example=("length(arrayRandomSample([1, 2, 3], 2))", "2"),
)
def array_random_sample(call: Call) -> Sql:
    """So many elements, chosen at random."""
    return Sql(f"{_shuffled(call[0])}[1:{number(call[1], call.inner(1), INT64)}]")
