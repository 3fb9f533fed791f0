"""SipHash with a key, and the hashes with 128 bits: SipHash, MurmurHash3, XXH3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error, not_implemented
from sparktree.functions.core import lists
from sparktree.functions.core.byte_spans import Words
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.clickhouse_bytes import little_endian
from sparktree.functions.core.columns import binary_of
from sparktree.functions.core.declare import Argument, Call, function
from sparktree.functions.core.from_bytes import from_bytes
from sparktree.functions.hashes import hash_arrays, murmur_arrays
from sparktree.functions.hashes.any_values import (
    EMPTY_HASH,
    hash32,
    hash64,
    masked,
    null_rows,
    words,
)
from sparktree.functions.hashes.hash_arrays import SipKey
from sparktree.functions.hashes.xx_hash import xxh3_128
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, escaped_text, whole
from sparktree.kernel.sql import Sql
from sparktree.types import (
    UINT64,
    UINT128,
    Array,
    FixedString,
    LowCardinality,
    Map,
    Nothing,
    Nullable,
    Tuple,
    Type,
)


def _check_key(type_: Type) -> None:
    if not isinstance(type_, Tuple) or type_.of != (UINT64, UINT64):
        raise Error(Code.BAD_ARGUMENTS, "The key must be of type Tuple(UInt64, UInt64)")


def _sip_columns(
    data: pa.ChunkedArray, first: pa.ChunkedArray, second: pa.ChunkedArray, reference: bool = False
) -> tuple[Texts, SipKey]:
    return Texts.of(whole(data)), SipKey(words(first), words(second), reference)


@arrow_function("st_sip64", ("BLOB", "UBIGINT", "UBIGINT"), "UBIGINT")
def _sip64(data: pa.ChunkedArray, first: pa.ChunkedArray, second: pa.ChunkedArray) -> pa.Array:
    return masked(
        hash_arrays.sip_hash64(*_sip_columns(data, first, second)), null_rows(data), pa.uint64()
    )


@arrow_function("st_sip128", ("BLOB", "UBIGINT", "UBIGINT", "BOOLEAN"), "BLOB")
def _sip128(
    data: pa.ChunkedArray,
    first: pa.ChunkedArray,
    second: pa.ChunkedArray,
    reference: pa.ChunkedArray,
) -> pa.Array:
    flag = bool(reference[0].as_py()) if len(data) else False
    low, high = hash_arrays.sip_hash128(*_sip_columns(data, first, second, flag))
    return _halves(low, high, data)


def _halves(low: Words, high: Words, data: pa.ChunkedArray) -> pa.Array:
    """The 16 bytes of both halves, NULL where there is no data."""
    made = np.stack([low, high], axis=1).astype("<u8").view(np.uint8).ravel()
    values = binary_of(made, np.arange(len(low) + 1) * 16)
    return pc.if_else(pa.array(~null_rows(data)), values, pa.scalar(None, pa.binary()))


@dataclass(frozen=True, slots=True)
class Sip:
    """SipHash as kernel SQL, with a key and a width."""

    bits: int
    key: tuple[Sql, Sql]
    reference: bool = False

    def bytes_of(self, data: Sql) -> Sql:
        """The hash of bytes: a UBIGINT, or a BLOB of 16 bytes."""
        if self.bits == 64:
            return _sip64(data, *self.key)
        return _sip128(data, *self.key, self.reference)

    def empty(self) -> Sql:
        """The hash of no arguments."""
        if self.bits == 64:
            return sql.cast(EMPTY_HASH, "UBIGINT")
        return Sql(f"unhex('{EMPTY_HASH.to_bytes(16, 'little').hex()}')")

    def combined(self, state: Sql | None, hashed: Sql) -> Sql:
        """The hash of two hashes."""
        if state is None:
            return hashed
        if self.bits == 128:
            return self.bytes_of(sql.op("||", state, hashed))
        sides = (little_endian(side, UINT64) for side in (state, hashed))
        return self.bytes_of(sql.op("||", *sides))

    def argument(self, state: Sql | None, value: Sql, type_: Type) -> Sql | None:
        """The state after one more argument."""
        if isinstance(type_, LowCardinality):
            return self.argument(state, value, type_.of)
        if isinstance(type_, Tuple):
            for position, field in enumerate(type_.of, 1):
                state = self.argument(state, sql.field(value, position), field)
            return state
        if isinstance(type_, Map):
            return self.argument(state, value, type_.form)
        if isinstance(type_, Nullable):
            raise not_implemented(f"This hash of values of type {type_} is not supported yet.")
        if isinstance(type_, Array):
            return self._array(state, value, type_)
        return self.combined(state, self.bytes_of(little_endian(value, type_)))

    def constant(self, number: Sql | int) -> Sql:
        """A number as a hash."""
        if self.bits == 64:
            return sql.cast(number, "UBIGINT")
        return little_endian(sql.cast(number, "UHUGEINT"), UINT128)

    def _array(self, state: Sql | None, value: Sql, type_: Array) -> Sql:
        """The size, then the elements, one after the other."""
        size = sql.cast(sql.call("len", value), "UBIGINT")
        hashed = (hash64 if self.bits == 64 else hash32)(size)
        start = self.combined(state, self.constant(hashed))
        if isinstance(type_.of, Nothing):
            return start

        def one(item: Sql) -> Sql:
            found = self.argument(None, item, type_.of)
            return found if found is not None else self.empty()

        return lists.reduced(type_.map(value, one), self.combined, start)


def _declare_sip(
    name: str, bits: int, *, keyed: bool, reference: bool, example: tuple[str, str]
) -> None:
    def returns(arguments: Sequence[Argument]) -> Type:
        if keyed and arguments:
            _check_key(arguments[0].type)
        return UINT64 if bits == 64 else FixedString(16)

    def lower(call: Call) -> Sql:
        zero = sql.cast(0, "UBIGINT")
        given = keyed and len(call)
        key = (sql.field(call[0], 1), sql.field(call[0], 2)) if given else (zero, zero)
        sip = Sip(bits, key, reference)
        state: Sql | None = None
        for position in range(1 if keyed else 0, len(call)):
            state = sip.argument(state, call[position], call.inner(position))
        if state is None:
            state = sip.empty()
        return state if bits == 64 else escaped_text(state)

    lower.__doc__ = f"SipHash with {bits} bits" + (" and a key." if keyed else ".")
    function(
        name, args=(0, None), returns=returns, example=example,
    )(lower)  # fmt: skip


_KEY = "(toUInt64(1), toUInt64(2))"
_declare_sip(
    "sipHash64Keyed",
    64,
    keyed=True,
    reference=False,
    example=(f"sipHash64Keyed({_KEY}, 'hello')", "2957200328589801622"),
)
_declare_sip(
    "sipHash128",
    128,
    keyed=False,
    reference=False,
    example=("hex(sipHash128('hello'))", "54F0C4900581E097EDA2332258DC211B"),
)
_declare_sip(
    "sipHash128Keyed",
    128,
    keyed=True,
    reference=False,
    example=(f"hex(sipHash128Keyed({_KEY}, 'hello'))", "6283F25A5E3BE74CF4FBB1B1592DED65"),
)
_declare_sip(
    "sipHash128Reference",
    128,
    keyed=False,
    reference=True,
    example=("hex(sipHash128Reference('hello'))", "7EBA74F2264D88EFF5CDE46B5643E6C0"),
)
_declare_sip(
    "sipHash128ReferenceKeyed",
    128,
    keyed=True,
    reference=True,
    example=(f"hex(sipHash128ReferenceKeyed({_KEY}, 'hello'))", "C52A611C1AAFD8FDCB7D65BDF6F9892E"),
)


@arrow_function("st_murmur128", ("BLOB",), "BLOB")
def _murmur128(data: pa.ChunkedArray) -> pa.Array:
    return _halves(*murmur_arrays.murmur3_128(Texts.of(whole(data))), data)


@dataclass(frozen=True, slots=True)
class Murmur(Sip):
    """MurmurHash3 with 128 bits, combined in the same way."""

    def bytes_of(self, data: Sql) -> Sql:
        return _murmur128(data)


@function(
    "murmurHash3_128",
    args=(0, None),
    returns=FixedString(16),
    example=("hex(murmurHash3_128('hello'))", "029BBD41B3A7D8CB191DAE486A901E5B"),
)
def murmur_hash3_128(call: Call) -> Sql:
    """MurmurHash3 of any values, 128 bits."""
    murmur, state = Murmur(128, (sql.NULL, sql.NULL)), None
    for position, value in enumerate(call.sqls):
        state = murmur.argument(state, value, call.inner(position))
    return escaped_text(state if state is not None else murmur.empty())


@arrow_function("st_xxh3_128", ("BLOB",), "BLOB")
def _xxh3_128(data: pa.ChunkedArray) -> pa.Array:
    return _halves(*xxh3_128(Texts.of(whole(data))), data)


@dataclass(frozen=True, slots=True)
class Xxh3(Sip):
    """XXH3 with 128 bits, combined in the same way."""

    def bytes_of(self, data: Sql) -> Sql:
        return _xxh3_128(data)


@function(
    "xxh3_128",
    args=(0, None),
    returns=UINT128,
    example=("xxh3_128('hello')", "241804000618833338782870102822322583576"),
)
def xxh3_128_of(call: Call) -> Sql:
    """XXH3 of any values, 128 bits."""
    xxh3, state = Xxh3(128, (sql.NULL, sql.NULL)), None
    for position, value in enumerate(call.sqls):
        state = xxh3.argument(state, value, call.inner(position))
    return from_bytes(state if state is not None else xxh3.empty(), UINT128, FixedString(16))
