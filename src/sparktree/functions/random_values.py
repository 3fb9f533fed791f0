"""Random numbers and texts: another value for every row."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.basic_aggregates import to_double
from sparktree.functions.declare import Argument, Call, function, illegal_type, typed_example
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape, unescape
from sparktree.types import (
    FLOAT64,
    STRING,
    UINT8,
    UINT32,
    UINT64,
    Array,
    FixedString,
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
        name, args=(0, 1), returns=type_, nulls="own", deterministic=False, family="random",
        low_cardinality=False, any_case_aliases=("rand",) if name == "rand32" else (),
    )(lower)  # fmt: skip


_number("rand32", UINT32, _32, "A random UInt32; an argument only tells calls apart.")
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
    return sql.cast(str(random.Random(seed).getrandbits(32)), "UINTEGER")


# --- distributions ------------------------------------------------------------------------------

_GENERATOR = np.random.default_rng()


@arrow_function("st_random", ("VARCHAR", "DOUBLE", "DOUBLE"), "DOUBLE", side_effects=True)
def _random(name: pa.ChunkedArray, first: pa.ChunkedArray, second: pa.ChunkedArray) -> pa.Array:
    """Random numbers of a distribution with its parameters row by row."""
    a, b = (np.asarray(whole(x).to_numpy(zero_copy_only=False)) for x in (first, second))
    return pa.array(_DISTRIBUTIONS[whole(name)[0].as_py()](a, b).astype(np.float64))


_Draw = Callable[[np.ndarray, np.ndarray], np.ndarray]
_DISTRIBUTIONS: dict[str, _Draw] = {
    "randUniform": lambda a, b: _GENERATOR.uniform(a, b),
    "randNormal": lambda a, b: _GENERATOR.normal(a, np.sqrt(b)),
    "randLogNormal": lambda a, b: _GENERATOR.lognormal(a, np.sqrt(b)),
    "randExponential": lambda a, b: _GENERATOR.exponential(1 / a),
    "randChiSquared": lambda a, b: _GENERATOR.chisquare(a),
    "randStudentT": lambda a, b: _GENERATOR.standard_t(a),
    "randFisherF": lambda a, b: _GENERATOR.f(a, b),
    "randPoisson": lambda a, b: _GENERATOR.poisson(a),
    "randBernoulli": lambda a, b: _GENERATOR.binomial(1, a),
    "randBinomial": lambda a, b: _GENERATOR.binomial(a.astype(np.int64), b),
    "randNegativeBinomial": lambda a, b: _GENERATOR.negative_binomial(a.astype(np.int64), b),
}


def _distribution(name: str, parameters: int, type_: Type, doc: str) -> None:
    def lower(call: Call) -> Sql:
        values = [to_double(call[i], call.inner(i)) for i in range(parameters)]
        values += [sql.cast("0", "DOUBLE")] * (2 - parameters)
        drawn = sql.call("st_random", sql.string(name), *values)
        return drawn if type_ == FLOAT64 else sql.cast(drawn, type_.kernel)

    lower.__doc__ = doc
    function(
        name, args=(parameters, parameters + 1), returns=type_, deterministic=False,
        constant_arguments=tuple(range(parameters)),
        example=typed_example(name, type_, *(["1"] * parameters)),
        family="random", low_cardinality=False,
    )(lower)  # fmt: skip


_distribution("randUniform", 2, FLOAT64, "A random number between two bounds.")
_distribution("randNormal", 2, FLOAT64, "A random number of the normal distribution.")
_distribution("randLogNormal", 2, FLOAT64, "A random number of the log-normal distribution.")
_distribution("randExponential", 1, FLOAT64, "A random number of the exponential distribution.")
_distribution("randChiSquared", 1, FLOAT64, "A random number of the chi-squared distribution.")
_distribution("randStudentT", 1, FLOAT64, "A random number of Student's t-distribution.")
_distribution("randFisherF", 2, FLOAT64, "A random number of the F-distribution.")
_distribution("randPoisson", 1, UINT64, "A random number of the Poisson distribution.")
_distribution("randBernoulli", 1, UINT8, "0 or 1, the latter with the given probability.")
_distribution("randBinomial", 2, UINT64, "A random number of the binomial distribution.")
_distribution(
    "randNegativeBinomial", 2, UINT64, "A random number of the negative binomial distribution."
)


# --- texts --------------------------------------------------------------------------------------

_PRINTABLE = bytes(range(32, 127))


def _letters(size: int) -> bytes:
    return bytes(random.choices(_PRINTABLE, k=size))


def _code_points(size: int) -> bytes:
    points = (random.randrange(1, 0xD800) for _ in range(size))
    return "".join(map(chr, points)).encode()


_TEXTS: dict[str, Callable[[int], bytes]] = {
    "randomString": random.randbytes,
    "randomFixedString": random.randbytes,
    "randomPrintableASCII": _letters,
    "randomStringUTF8": _code_points,
}


@arrow_function("st_random_text", ("VARCHAR", "BIGINT"), "VARCHAR", side_effects=True)
def _random_text(name: pa.ChunkedArray, sizes: pa.ChunkedArray) -> pa.Array:
    """Random texts of the given sizes."""
    make = _TEXTS[whole(name)[0].as_py()]
    return pa.array([escape(make(max(0, size))) for size in whole(sizes).to_pylist()], pa.string())


def _text(name: str, doc: str, *, fixed: bool = False) -> None:
    def returns(arguments: Sequence[Argument]) -> Type:
        if not isinstance(arguments[0].type.inner, Integer):
            raise illegal_type(name, arguments[0].type)
        return FixedString(int(str(arguments[0].value))) if fixed else STRING

    def lower(call: Call) -> Sql:
        return sql.call("st_random_text", sql.string(name), sql.cast(call[0], "BIGINT"))

    lower.__doc__ = doc
    function(
        name, args=(1, 2), returns=returns, deterministic=False, family="random",
        example=typed_example(name, FixedString(2) if fixed else STRING, "2"),
        low_cardinality=False, constant_arguments=(0,) if fixed else (),
    )(lower)  # fmt: skip


_text("randomString", "A text of random bytes.")
_text("randomFixedString", "A FixedString of random bytes.", fixed=True)
_text("randomPrintableASCII", "A text of random printable characters.")
_text("randomStringUTF8", "A text of random code points.")


@arrow_function("st_fuzz", ("VARCHAR", "DOUBLE"), "VARCHAR", side_effects=True)
def _fuzz(texts: pa.ChunkedArray, shares: pa.ChunkedArray) -> pa.Array:
    """Texts with some of their bits turned over."""
    rows = zip(whole(texts).to_pylist(), whole(shares).to_pylist(), strict=True)
    return pa.array([_fuzzed(unescape(text), share) for text, share in rows], pa.string())


def _fuzzed(data: bytes, share: float) -> str:
    flips = (sum((random.random() < share) << bit for bit in range(8)) for _ in data)
    return escape(bytes(byte ^ flip for byte, flip in zip(data, flips, strict=True)))


def _fuzz_type(arguments: Sequence[Argument]) -> Type:
    type_ = arguments[0].type.inner
    if not isinstance(type_, String | FixedString):
        raise illegal_type("fuzzBits", type_)
    share = float(str(arguments[1].value))
    if not 0 <= share <= 1:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            "Second argument of function fuzzBits must be from `0.0` to `1.0`",
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
    return sql.call("st_fuzz", call[0], to_double(call[1], call.inner(1)))


# --- arrays -------------------------------------------------------------------------------------


def _array(name: str) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        if not isinstance(arguments[0].type, Array):
            raise illegal_type(name, arguments[0].type)
        return arguments[0].type

    return returns


def _shuffled(values: Sql) -> Sql:
    keyed = f"list_transform({values}, lambda _x: {{'k': random(), 'v': _x}})"
    return Sql(f"list_transform(list_sort({keyed}), lambda _y: struct_extract(_y, 'v'))")


@function(
    "arrayShuffle",
    any_case=True,
    args=(1, 2),
    returns=_array("arrayShuffle"),
    deterministic=False,
    example=("length(arrayShuffle([1, 2, 3]))", "3"),
)
def array_shuffle(call: Call) -> Sql:
    """The elements in a random order."""
    return _shuffled(call[0])


@function(
    "arrayPartialShuffle",
    any_case=True,
    args=(1, 3),
    returns=_array("arrayPartialShuffle"),
    deterministic=False,
    example=("length(arrayPartialShuffle([1, 2, 3], 1))", "3"),
)
def array_partial_shuffle(call: Call) -> Sql:
    """The elements with the first ones in a random order."""
    return _shuffled(call[0])


@function(
    "arrayRandomSample",
    args=2,
    returns=_array("arrayRandomSample"),
    deterministic=False,
    example=("length(arrayRandomSample([1, 2, 3], 2))", "2"),
)
def array_random_sample(call: Call) -> Sql:
    """So many elements, chosen at random."""
    return Sql(f"{_shuffled(call[0])}[1:CAST({call[1]} AS BIGINT)]")
