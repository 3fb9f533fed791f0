"""Hash functions: of any values, combined over several arguments as ClickHouse does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from sparktree.functions.core.byte_spans import Words
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.clickhouse_bytes import as_integer, little_endian
from sparktree.functions.core.declare import Arguments, Call, Rule, function, illegal_type
from sparktree.functions.hashes import farm_hash, hash_arrays, murmur_arrays, xx_hash
from sparktree.functions.hashes.hash_arrays import SipKey
from sparktree.functions.hashes.md5_arrays import half_md5
from sparktree.functions.hashes.metro_hash import metro_hash
from sparktree.functions.hashes.wy_hash import wy_hash
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction, arrow_function, raw_bytes, whole
from sparktree.kernel.sql import Sql
from sparktree.types import (
    UINT32,
    UINT64,
    Array,
    DateTime64,
    Decimal,
    Enum,
    FixedString,
    Float,
    Interval,
    LowCardinality,
    Map,
    Nothing,
    Nullable,
    String,
    Tuple,
    Type,
)

EMPTY_HASH = 0xE28DBDE7FE22E41C  # the hash of no arguments
_NULL = 0xC58AD2DA03D9A871  # the hash of NULL inside of other values


@dataclass(frozen=True, slots=True)
class Hash:
    """A hash function: of texts, of two hashes; `pods` says that numbers go through intHash."""

    name: str
    bits: int
    texts: Callable[[Texts], Words]
    combine: Callable[[Words, Words], Words]
    pods: bool
    doc: str
    example: tuple[str, str]
    of_bytes: Callable[[Sql], Sql] | None = None  # the hash of a BLOB, where the kernel has it

    @property
    def kernel(self) -> str:
        return {32: "UINTEGER", 64: "UBIGINT"}[self.bits]

    @property
    def result(self) -> Type:
        return UINT64 if self.bits == 64 else UINT32

    def constant(self, value: int) -> Sql:
        """A fixed hash."""
        return sql.cast(value & ((1 << self.bits) - 1), self.kernel)


def _rehash(texts: Callable[[Texts], Words], size: int) -> Callable[[Words, Words], Words]:
    """Two hashes combined by hashing their bytes."""
    kind = "<u8" if size == 8 else "<u4"

    def combine(left: Words, right: Words) -> Words:
        return texts(Texts.fixed(np.stack([left.astype(kind), right.astype(kind)], axis=1)))

    return combine


def _xor_int64(left: Words, right: Words) -> Words:
    return hash_arrays.int_hash64(left) ^ right


def _xor_int32(left: Words, right: Words) -> Words:
    return hash_arrays.int_hash32(left).astype(np.uint64) ^ right


def _sip(texts: Texts) -> Words:
    return hash_arrays.sip_hash64(texts, SipKey())


def _kernel_half_md5(data: Sql) -> Sql:
    """The kernel's digest is 32 hexadecimal digits."""
    digits = sql.call("left", sql.call("md5", data), 16)
    return sql.cast(sql.op("||", sql.string("0x"), digits), "UBIGINT")


HASHES = (
    Hash(
        "cityHash64",
        64,
        hash_arrays.city_hash,
        hash_arrays.city_combine,
        True,
        "CityHash 1.0.2 of any values.",
        ("cityHash64('hello')", "2578220239953316063"),
    ),
    Hash(
        "farmHash64",
        64,
        farm_hash.farm_hash64,
        hash_arrays.city_combine,
        True,
        "FarmHash64 of any values.",
        ("farmHash64('hello')", "13009744463427800296"),
    ),
    Hash(
        "farmFingerprint64",
        64,
        farm_hash.fingerprint64,
        farm_hash.combine,
        True,
        "FarmHash's fingerprint of any values.",
        ("farmFingerprint64('hello')", "13009744463427800296"),
    ),
    Hash(
        "metroHash64",
        64,
        metro_hash,
        hash_arrays.city_combine,
        True,
        "MetroHash of any values.",
        ("metroHash64('hello')", "15663805623366682943"),
    ),
    Hash(
        "sipHash64",
        64,
        _sip,
        _rehash(_sip, 8),
        False,
        "SipHash-2-4 of any values.",
        ("sipHash64('hello')", "10142490492830962361"),
    ),
    Hash(
        "halfMD5",
        64,
        half_md5,
        _rehash(half_md5, 8),
        False,
        "The first 8 bytes of MD5 of any values.",
        ("halfMD5('hello')", "6719722671305337462"),
        _kernel_half_md5,
    ),
    Hash(
        "xxHash32",
        32,
        xx_hash.xxh32,
        _xor_int32,
        False,
        "xxHash32 of any values.",
        ("xxHash32('hello')", "4211111929"),
    ),
    Hash(
        "xxHash64",
        64,
        xx_hash.xxh64,
        hash_arrays.city_combine,
        False,
        "xxHash64 of any values.",
        ("xxHash64('hello')", "2794345569481354659"),
    ),
    Hash(
        "xxh3",
        64,
        xx_hash.xxh3,
        hash_arrays.city_combine,
        False,
        "XXH3 of any values.",
        ("xxh3('hello')", "10760762337991515389"),
    ),
    Hash(
        "murmurHash2_32",
        32,
        murmur_arrays.murmur2_32,
        _xor_int32,
        False,
        "MurmurHash2 of any values, 32 bits.",
        ("murmurHash2_32('hello')", "3848350155"),
    ),
    Hash(
        "murmurHash2_64",
        64,
        murmur_arrays.murmur2_64,
        _xor_int64,
        False,
        "MurmurHash2 of any values, 64 bits.",
        ("murmurHash2_64('hello')", "2191231550387646743"),
    ),
    Hash(
        "murmurHash3_32",
        32,
        murmur_arrays.murmur3_32,
        _xor_int32,
        False,
        "MurmurHash3 of any values, 32 bits.",
        ("murmurHash3_32('hello')", "613153351"),
    ),
    Hash(
        "murmurHash3_64",
        64,
        murmur_arrays.murmur3_64,
        _xor_int64,
        False,
        "MurmurHash3 of any values, 64 bits.",
        ("murmurHash3_64('hello')", "10432086992150038043"),
    ),
    Hash(
        "gccMurmurHash",
        64,
        murmur_arrays.gcc_murmur,
        _xor_int64,
        False,
        "The hash of libstdc++.",
        ("gccMurmurHash('hello')", "2762169579135187400"),
    ),
    Hash(
        "kafkaMurmurHash",
        32,
        murmur_arrays.kafka_murmur,
        _xor_int32,
        False,
        "The hash of Kafka's partitioner.",
        ("kafkaMurmurHash('hello')", "2132663229"),
    ),
    Hash(
        "wyHash64",
        64,
        wy_hash,
        _rehash(wy_hash, 8),
        False,
        "wyhash of any values.",
        ("wyHash64('hello')", "18063072054746964485"),
    ),
)


# --- kernel functions ---------------------------------------------------------------------


def masked(values: Words, nulls: np.ndarray, kind: pa.DataType) -> pa.Array:
    """The values as an Arrow array, NULL where the mask says so."""
    return pa.array(values.astype(kind.to_pandas_dtype()), kind, mask=nulls)


def words(column: pa.ChunkedArray) -> Words:
    """A column of unsigned integers; NULL counts as 0."""
    filled = whole(column).fill_null(0)
    return np.asarray(filled.to_numpy(zero_copy_only=False)).astype(np.uint64)


def null_rows(*columns: pa.ChunkedArray) -> np.ndarray:
    """Which rows have NULL in one of the columns."""
    flags = [np.asarray(whole(column).is_null()) for column in columns]
    return np.asarray(np.logical_or.reduce(flags))


@dataclass(frozen=True, slots=True)
class Kernels:
    """The kernel functions of a hash: of texts, of bytes, of two hashes, of one and a list."""

    texts: ArrowFunction
    bytes: ArrowFunction
    combine: ArrowFunction
    fold: ArrowFunction


def _register(hash_: Hash) -> Kernels:
    kind = pa.uint64() if hash_.bits == 64 else pa.uint32()

    def texts(column: pa.ChunkedArray) -> pa.Array:
        return masked(hash_.texts(Texts.of(whole(column))), null_rows(column), kind)

    def combine(left: pa.ChunkedArray, right: pa.ChunkedArray) -> pa.Array:
        return masked(hash_.combine(words(left), words(right)), null_rows(left, right), kind)

    def fold(start: pa.ChunkedArray, lists: pa.ChunkedArray) -> pa.Array:
        return masked(_folded(hash_, words(start), whole(lists)), null_rows(start, lists), kind)

    name, made = f"st_{hash_.name}", hash_.kernel
    return Kernels(
        arrow_function(name, ("VARCHAR",), made)(texts),
        arrow_function(f"{name}_blob", ("BLOB",), made)(texts),
        arrow_function(f"{name}_combine", (made, made), made)(combine),
        arrow_function(f"{name}_fold", (made, f"{made}[]"), made)(fold),
    )


def _folded(hash_: Hash, state: Words, lists: pa.Array) -> Words:
    """The state combined with all elements of a row's list, one after the other."""
    offsets = np.asarray(lists.offsets)
    sizes = np.diff(offsets)
    elements = words(lists.values)
    for place in range(int(sizes.max(initial=0))):
        active = sizes > place
        state[active] = hash_.combine(state[active], elements[offsets[:-1][active] + place])
    return state


_KERNELS = {hash_.name: _register(hash_) for hash_ in HASHES}
CITY_HASH, SIP_HASH, MURMUR3_32 = (
    _KERNELS[name] for name in ("cityHash64", "sipHash64", "murmurHash3_32")
)


@arrow_function("st_int_hash64", ("UBIGINT",), "UBIGINT")
def hash64(values: pa.ChunkedArray) -> pa.Array:
    return masked(hash_arrays.int_hash64(words(values)), null_rows(values), pa.uint64())


@arrow_function("st_int_hash32", ("UBIGINT",), "UINTEGER")
def hash32(values: pa.ChunkedArray) -> pa.Array:
    hashed = hash_arrays.int_hash32(words(values)).astype(np.uint64)
    return masked(hashed, null_rows(values), pa.uint32())


# --- lowering -----------------------------------------------------------------------------


def unsigned_bits(value: Sql, type_: Type, *, extended: bool = False) -> Sql | None:
    """The bits of a number of up to 8 bytes as a UBIGINT; None for other values.

    A negative one is filled up with zeros, or, if `extended`, with its sign.
    """
    if isinstance(type_, Float):
        return _float_bits(sql.cast(value, "DOUBLE"), type_.bits)
    number = as_integer(value, type_)
    if number is None:
        return None
    found, integer = number
    if not integer.signed:
        return sql.cast(found, "UBIGINT")
    mask = (1 << (64 if extended else integer.bits)) - 1
    return sql.cast(sql.op("&", sql.cast(found, "HUGEINT"), sql.cast(mask, "HUGEINT")), "UBIGINT")


@arrow_function("st_float_bits", ("DOUBLE", "INTEGER"), "UBIGINT")
def _float_bits(values: pa.ChunkedArray, bits: pa.ChunkedArray) -> pa.Array:
    if not len(values):
        return pa.array([], pa.uint64())
    numbers = np.asarray(whole(values).fill_null(0).to_numpy(zero_copy_only=False))
    width = bits[0].as_py()
    if width == 64:
        raw: Words = numbers.astype("<f8").view(np.uint64)
    else:
        raw = numbers.astype("<f4").view(np.uint32).astype(np.uint64) >> np.uint64(32 - width)
    return masked(raw, null_rows(values), pa.uint64())


def _value(hash_: Hash, value: Sql, type_: Type) -> Sql:
    if isinstance(type_, String | FixedString):
        if hash_.of_bytes is not None:
            return hash_.of_bytes(raw_bytes(value))
        return _KERNELS[hash_.name].texts(value)
    if hash_.pods and not isinstance(type_, Decimal | DateTime64 | Interval):
        bits = unsigned_bits(value, type_)
        if bits is not None:
            return hash64(bits)
    return _KERNELS[hash_.name].bytes(little_endian(value, type_))


def _single_hash(hash_: Hash, value: Sql, type_: Type) -> Sql:
    """The hash of a value that stands alone."""
    hashed = _argument(hash_, None, value, type_)
    return hashed if hashed is not None else hash_.constant(EMPTY_HASH)


def _combined(hash_: Hash, state: Sql | None, hashed: Sql) -> Sql:
    return hashed if state is None else _KERNELS[hash_.name].combine(state, hashed)


def _argument(hash_: Hash, state: Sql | None, value: Sql, type_: Type) -> Sql | None:
    """The state after one more argument; None as long as there was nothing to hash."""
    if isinstance(type_, LowCardinality):
        return _argument(hash_, state, value, type_.of)
    if isinstance(type_, Nullable):
        return _nullable(hash_, state, value, type_)
    if isinstance(type_, Map):
        return _argument(hash_, state, value, type_.form)
    if isinstance(type_, Tuple):
        for position, field in enumerate(type_.of, 1):
            state = _argument(hash_, state, sql.field(value, position), field)
        return state
    if isinstance(type_, Array):
        return _array(hash_, state, value, type_)
    return _combined(hash_, state, _value(hash_, value, type_))


def _nullable(hash_: Hash, state: Sql | None, value: Sql, type_: Nullable) -> Sql:
    missing = _combined(hash_, state, hash_.constant(_NULL))
    if isinstance(type_.of, Nothing):
        return missing
    inner = _argument(hash_, state, value, type_.of)
    assert inner is not None
    return sql.case((sql.is_null(value), missing), otherwise=inner)


def _array(hash_: Hash, state: Sql | None, value: Sql, type_: Array) -> Sql:
    size = sql.cast(sql.call("len", value), "UBIGINT")
    hashed = (hash64 if hash_.bits == 64 else hash32)(size)
    start = _combined(hash_, state, hashed)
    if isinstance(type_.of, Nothing):
        return start
    elements = type_.map(value, lambda item: _single_hash(hash_, item, type_.of))
    return _KERNELS[hash_.name].fold(start, sql.cast(elements, f"{hash_.kernel}[]"))


def _declare(hash_: Hash) -> None:
    def lower(call: Call) -> Sql:
        state: Sql | None = None
        for position, value in enumerate(call.sqls):
            state = _argument(hash_, state, value, call.inner(position))
        return state if state is not None else hash_.constant(EMPTY_HASH)

    lower.__doc__ = hash_.doc
    function(
        hash_.name, args=(0, None), returns=hash_.result,
        example=hash_.example,
    )(lower)  # fmt: skip


for _hash in HASHES:
    _declare(_hash)


# --- integers -----------------------------------------------------------------------------


def _number_type(result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        type_ = arguments[0].type
        if isinstance(type_, Float | Interval | Enum) or as_integer(Sql(""), type_) is None:
            raise illegal_type(arguments.function, type_)
        return result

    return returns


def _declare_integer(name: str, result: Type, doc: str, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        bits = unsigned_bits(call[0], call.inner(0), extended=True)
        assert bits is not None
        return (hash64 if name == "intHash64" else hash32)(bits)

    lower.__doc__ = doc
    function(name, returns=_number_type(result), example=example)(lower)


_declare_integer(
    "intHash32", UINT32, "A fast hash of an integer with 32 bits.", ("intHash32(1)", "1343103100")
)
_declare_integer(
    "intHash64",
    UINT64,
    "A fast hash of an integer with 64 bits.",
    ("intHash64(1)", "10577349846663553072"),
)
