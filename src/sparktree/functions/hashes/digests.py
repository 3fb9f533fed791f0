"""Hashes of one string: MD5, SHA, Java's and Hive's."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_spans import Words
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.clickhouse_bytes import lines_of, little_endian
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.declare import Argument, Arguments, Call, Rule, function
from sparktree.functions.core.text_arguments import Takes, is_text
from sparktree.functions.core.text_functions import Bytes, text_function
from sparktree.functions.hashes import (
    digest_arrays,
    murmur_arrays,
    rare_digests,
    sha2_arrays,
    xx_hash,
)
from sparktree.functions.hashes.any_values import unsigned_bits
from sparktree.functions.hashes.blake_arrays import blake2b, blake2s
from sparktree.functions.hashes.digest_arrays import Lines, Sponge
from sparktree.functions.hashes.md5_arrays import filled
from sparktree.kernel import sql
from sparktree.kernel.connection import (
    ArrowFunction,
    arrow_function,
    escaped_text,
    raw_bytes,
    whole,
)
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array, unescape_array
from sparktree.types import (
    INT32,
    INT64,
    STRING,
    Array,
    Bool,
    Date,
    DateTime,
    Enum,
    FixedString,
    Integer,
    Map,
    Nothing,
    String,
    Tuple,
    Type,
)


def _digest(name: str, algorithm: str, size: int, doc: str) -> None:
    def by_kernel(call: Call) -> Sql:
        digits = sql.call(algorithm, raw_bytes(call[0]))
        made = escaped_text(sql.call("unhex", digits))
        return Bytes.of_digits(made, sql.call("upper", digits))

    text_function(
        name, (Takes.TEXT,), FixedString(size), doc=doc, whole=by_kernel,
        example=(f"hex({name}('hello'))", hashlib.new(algorithm, b"hello").hexdigest().upper()),
    )  # fmt: skip


_digest("MD5", "md5", 16, "The MD5 digest.")
_digest("SHA1", "sha1", 20, "The SHA-1 digest.")
_digest("SHA256", "sha256", 32, "The SHA-256 digest.")


def _digest_over_columns(
    name: str, digest: Callable[[Texts], Lines], size: int, doc: str, example: str = ""
) -> None:
    @arrow_function(f"st_{name}", ("VARCHAR",), "VARCHAR")
    def digests(column: pa.ChunkedArray) -> pa.Array:
        if not len(column):
            return pa.array([], pa.string())
        known = whole(column).dictionary_encode()  # of equal texts one is hashed
        values = known.dictionary
        made = escape_array(lines_of(digest(Texts.of(values)), values.is_null()))
        return made.take(known.indices)

    text_function(
        name, (Takes.TEXT,), FixedString(size), doc=doc,
        whole=lambda call: digests(call[0]),
        example=(f"hex({name}('hello'))", example or _hash_of_hello(name.lower())),
    )  # fmt: skip


def _hash_of_hello(algorithm: str) -> str:
    return hashlib.new(algorithm, b"hello").hexdigest().upper()


_digest_over_columns("SHA224", sha2_arrays.sha224, 28, "The SHA-224 digest.")
_digest_over_columns("SHA384", sha2_arrays.sha384, 48, "The SHA-384 digest.")
_digest_over_columns("SHA512", sha2_arrays.sha512, 64, "The SHA-512 digest.")
_digest_over_columns(
    "SHA512_256",
    sha2_arrays.sha512_256,
    32,
    "The SHA-512/256 digest.",
    "E30D87CFA2A75DB545EAC4D61BAF970366A8357C7F72FA95B52D0ACCB698F13A",
)
_digest_over_columns(
    "MD4", digest_arrays.md4, 16, "The MD4 digest.", "866437CB7A794BCE2B727ACC0362EE27"
)
_digest_over_columns(
    "RIPEMD160",
    digest_arrays.ripemd160,
    20,
    "The RIPEMD-160 digest.",
    "108F07B8382412612C048D07D13F814118445ACD",
)
_digest_over_columns(
    "keccak256",
    digest_arrays.keccak256,
    32,
    "The Keccak-256 digest, as Ethereum has it.",
    "1C8AFF950685C2ED4BC3174F3472287B56D9517B9C948127319A09A7A36DEAC8",
)


def _hmac_by_kernel(call: Call) -> Sql:
    """By the kernel's digests, or by those over columns."""
    algorithm = _algorithm(str(call.value(0)))
    if algorithm not in _KERNEL:
        return _hmac_codes(sql.string(algorithm), call[1], call[2])

    def digits(data: Sql) -> Sql:
        return sql.call(algorithm, data)

    def code(key: Sql) -> Sql:
        inner, outer = (_hmac_pad(key, byte) for byte in (_INNER, _OUTER))
        message = raw_bytes(call[1])
        shown = digits(Sql(f"({outer} || unhex({digits(Sql(f'({inner} || {message})'))}))"))
        return Bytes.of_digits(escaped_text(sql.call("unhex", shown)), sql.call("upper", shown))

    raw = raw_bytes(call[2])
    short = sql.case(
        (Sql(f"octet_length({raw}) > {_KERNEL_BLOCK}"), sql.call("unhex", digits(raw))),
        otherwise=raw,
    )
    return code(short)


_KERNEL = ("md5", "sha1", "sha256")  # digests that the kernel has, as hexadecimal digits
_KERNEL_BLOCK = 64  # bytes that these take at a time
_INNER, _OUTER = 0x36, 0x5C
Digest = Callable[[Texts, Texts | None], Lines]  # of texts with a block before them
_NARROW, _WIDE = sha2_arrays.NARROW_BLOCK, sha2_arrays.WIDE_BLOCK
_OVER_COLUMNS: dict[str, tuple[Digest, int]] = {
    "md4": (digest_arrays.md4, _NARROW),
    "md5-sha1": (rare_digests.md5_sha1, rare_digests.BLOCK),
    "ripemd160": (digest_arrays.ripemd160, _NARROW),
    "sha224": (sha2_arrays.sha224, _NARROW),
    "sha384": (sha2_arrays.sha384, _WIDE),
    "sha512": (sha2_arrays.sha512, _WIDE),
    "sha512-224": (sha2_arrays.sha512_224, _WIDE),
    "sha512-256": (sha2_arrays.sha512_256, _WIDE),
    "sm3": (rare_digests.sm3, rare_digests.BLOCK),
    "whirlpool": (rare_digests.whirlpool, rare_digests.BLOCK),
    "blake2b512": (blake2b, blake2b.block),
    "blake2s256": (blake2s, blake2s.block),
    **{
        f"{name}-{8 * size}": (sponge := Sponge(size, padding), sponge.block)
        for name, padding in (("keccak", 0x01), ("sha3", 0x06))
        for size in (28, 32, 48, 64)
    },
}


@arrow_function("st_hmac_pad", ("BLOB", "INTEGER"), "BLOB")
def _hmac_pad(keys: pa.ChunkedArray, byte: pa.ChunkedArray) -> pa.Array:
    """The keys filled up to a block, with a byte mixed in."""
    if not len(keys):
        return pa.array([], pa.binary())
    return _padded_keys(Texts.of(whole(keys)), _KERNEL_BLOCK, byte[0].as_py())


def _padded_keys(keys: Texts, block: int, byte: int) -> pa.Array:
    count = len(keys.sizes)
    full = filled(keys, np.full(count, block, np.int64)).data[: count * block]
    return lines_of((full ^ np.uint8(byte)).reshape(count, block), pa.array(np.zeros(count, bool)))


@arrow_function("st_hmac", ("VARCHAR", "VARCHAR", "VARCHAR"), "VARCHAR")
def _hmac_codes(
    name: pa.ChunkedArray, messages: pa.ChunkedArray, keys: pa.ChunkedArray
) -> pa.Array:
    if not len(name):
        return pa.array([], pa.string())
    digest, block = _OVER_COLUMNS[name[0].as_py()]
    given = unescape_array(whole(keys))
    if pc.count_distinct(given, mode="all").as_py() == 1:
        given = given.slice(0, 1)  # a key for all rows is hashed once
    raw = Texts.of(given)
    nulls = pa.array(np.zeros(len(given), bool))
    long = pa.array(raw.sizes > block)
    if long.true_count:
        given = pc.if_else(long, lines_of(digest(raw, None), nulls), given)
    inner, outer = (
        Texts.of(_padded_keys(Texts.of(given), block, byte)) for byte in (_INNER, _OUTER)
    )
    found = digest(Texts.fixed(digest(Texts.of(whole(messages)), inner)), outer)
    return escape_array(lines_of(found, pa.array(np.zeros(len(found), bool))))


def _algorithm(mode: str) -> str:
    """The name of a digest that is computed here."""
    name = mode.lower()
    known = _ALIASES.get(name, name)
    if known not in _KERNEL and known not in _OVER_COLUMNS:
        code = Code.NOT_IMPLEMENTED if name in _MISSING else Code.BAD_ARGUMENTS
        words = "is not supported here" if code == Code.NOT_IMPLEMENTED else "is invalid"
        listed = ", ".join(sorted((*_KERNEL, *_OVER_COLUMNS)))
        raise Error(code, f"Hash algorithm '{mode}' {words}. Supported algorithms are: {listed}")
    return known


_ALIASES = {
    "ripemd": "ripemd160", "rmd160": "ripemd160", "ssl3-md5": "md5", "ssl3-sha1": "sha1",
}  # fmt: skip
_MISSING = ("mdc2",)


def _hmac_type(arguments: Sequence[Argument]) -> Type:
    if not arguments[0].is_constant:
        wanted = "Hash algorithm name (e.g., 'sha256')"
        raise Error(Code.ILLEGAL_COLUMN, wrong("HMAC", 0, arguments[0], "mode", wanted).message)
    _algorithm(str(arguments[0].value))
    return STRING


text_function(
    "HMAC",
    (Takes.TEXT, Takes.TEXT, Takes.TEXT),
    _hmac_type,
    whole=_hmac_by_kernel,
    any_case=True,
    constant_arguments=(0,),
    doc="The authentication code of a message: its digest together with a secret key.",
    example=(
        "hex(HMAC('sha256', 'msg', 'key'))",
        "2D93CBC1BE167BCB1637A4A23CBFF01A7878F0C50EE833954EA5221BB1B8C628",
    ),
)


def _register_java(kernel: str, hash_: Callable[[Texts], Words]) -> ArrowFunction:
    @arrow_function(kernel, ("VARCHAR",), "INTEGER")
    def hashes(column: pa.ChunkedArray) -> pa.Array:
        return pa.array(hash_(Texts.of(whole(column))).astype(np.uint32).view(np.int32))

    return hashes


def _of_utf16(texts: Texts) -> Words:
    if (texts.sizes % 2).any():
        message = "Arguments for javaHashUTF16LE must be in the form of UTF-16"
        raise ValueError(raising(Code.BAD_ARGUMENTS, message))
    return murmur_arrays.java_hash_utf16(texts)


_JAVA_HASH = _register_java("st_java_hash", murmur_arrays.java_hash)
_JAVA_HASH_UTF16 = _register_java("st_java_hash_utf16", _of_utf16)


def _in_bytes(call: Call) -> Sql:
    """The bytes of a value as ClickHouse keeps it, as text."""
    type_ = call.inner(0)
    return call[0] if is_text(type_) else escaped_text(little_endian(call[0], type_))


# What hashes of 32 bits give for no arguments at all: the low half of a constant of ClickHouse's.
_HASH_OF_NOTHING = sql.cast(-31267812, "INTEGER")


def _bytes_type(code: Code) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        if arguments and isinstance(arguments[0].type, Array | Tuple | Map):
            raise Error(code, f"Function {name} is not implemented for {arguments[0].type}")
        return INT32

    return returns


@function(
    "hiveHash",
    args=(0, 1),
    returns=_bytes_type(Code.NOT_IMPLEMENTED),
    too_many=Code.NOT_IMPLEMENTED,
    example=("hiveHash('hello')", "99162322"),
)
def hive_hash(call: Call) -> Sql:
    """Hive's hash of a string, or of the bytes of another value."""
    if not call.sqls:
        return _HASH_OF_NOTHING
    return sql.op("&", _JAVA_HASH(_in_bytes(call)), 2147483647)


@function(
    "javaHashUTF16LE",
    args=(0, 1),
    returns=_bytes_type(Code.BAD_ARGUMENTS),
    too_many=Code.BAD_ARGUMENTS,
    example=("javaHashUTF16LE('ab')", "25185"),
)
def java_hash_utf16le(call: Call) -> Sql:
    """Java's hash of a string in UTF-16, or of the bytes of another value."""
    if not call.sqls:
        return _HASH_OF_NOTHING
    return _JAVA_HASH_UTF16(_in_bytes(call))


def _java_type(arguments: Arguments) -> Type:
    if not arguments:
        return INT32
    type_ = arguments[0].type
    unsigned = isinstance(type_, Integer) and not type_.signed
    if unsigned or isinstance(type_, Bool | Date | DateTime):
        raise Error(Code.NOT_IMPLEMENTED, "Unsigned types are not supported")
    return _bytes_type(Code.NOT_IMPLEMENTED)(arguments)


@function(
    "javaHash",
    args=(0, 1),
    returns=_java_type,
    too_many=Code.NOT_IMPLEMENTED,
    example=("javaHash('hello')", "99162322"),
)
def java_hash(call: Call) -> Sql:
    """Java's hashCode of a string or an integer, or that of the bytes of another value."""
    if not call.sqls:
        return _HASH_OF_NOTHING
    type_ = call.inner(0)
    if isinstance(type_, Enum):
        return sql.cast(call[0], "INTEGER")
    if not isinstance(type_, Integer) or type_.bits > 64:
        return _JAVA_HASH(_in_bytes(call))
    if type_.bits < 64:
        return sql.cast(call[0], "INTEGER")
    bits = unsigned_bits(call[0], type_)
    folded = Sql(f"(xor({bits}, {bits} >> 32) & 4294967295)")
    return sql.let(
        sql.cast(folded, "BIGINT"),
        lambda v: sql.cast(
            sql.case((sql.op(">", v, 2147483647), sql.op("-", v, 4294967296)), otherwise=v),
            "INTEGER",
        ),
    )


# --- Spark's ------------------------------------------------------------------------------

_SPARK_SEED = 42


@arrow_function("st_xxh64_spark", ("VARCHAR",), "BIGINT")
def _xxh64_spark(column: pa.ChunkedArray) -> pa.Array:
    hashes = xx_hash.xxh64(Texts.of(whole(column)), _SPARK_SEED)
    return pa.array(hashes.view(np.int64))


def _spark_type(arguments: Arguments) -> Type:
    if not isinstance(arguments[0].type.inner, String | Nothing):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {arguments[0].type} of argument of function {arguments.function}. Must"
            " be String or NULL",
        )
    return INT64


@function(
    "xxHash64Spark",
    returns=_spark_type,
    nulls="own",
    low_cardinality=True,
    example=("xxHash64Spark('ABC')", "4105715581806190027"),
)
def xx_hash64_spark(call: Call) -> Sql:
    """Spark's xxhash64 of a string; that of NULL is its seed, 42."""
    if isinstance(call.inner(0), Nothing):
        return sql.cast(_SPARK_SEED, "BIGINT")
    return sql.coalesce(_xxh64_spark(call[0]), _SPARK_SEED)
