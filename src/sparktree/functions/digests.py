"""Hashes of one string: MD5, SHA, Java's and Hive's."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions import digest_arrays, murmur_arrays, xx_hash
from sparktree.functions.constant_arguments import wrong
from sparktree.functions.declare import Argument, Call, function, illegal_type
from sparktree.functions.digest_arrays import Lines
from sparktree.functions.hash_arrays import Texts, Words
from sparktree.functions.hashes import unsigned_bits
from sparktree.functions.memory import lines_of
from sparktree.functions.text_functions import Bytes, is_text, text_function
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array
from sparktree.types import (
    INT32,
    INT64,
    STRING,
    FixedString,
    Integer,
    Nothing,
    String,
    Type,
)

_KERNEL = ("md5", "sha1", "sha256")  # those that the kernel has, as hexadecimal digits


def _digest(name: str, algorithm: str, size: int, doc: str) -> None:
    def row(data: bytes) -> bytes:
        return hashlib.new(algorithm, data, usedforsecurity=False).digest()

    def by_kernel(call: Call, slow: Sql) -> Sql:
        digits = sql.call(algorithm, sql.call("st_bytes", call[0]))
        made = sql.call("st_text", sql.call("unhex", digits))
        return Bytes.known(made, sql.call("upper", digits))

    known = algorithm in _KERNEL
    text_function(
        name, "s", FixedString(size), None if known else row, doc=doc, family="hashes",
        fast=by_kernel if known else None,
        example=(f"hex({name}('hello'))", hashlib.new(algorithm, b"hello").hexdigest().upper()),
    )  # fmt: skip


_digest("MD5", "md5", 16, "The MD5 digest.")
_digest("SHA1", "sha1", 20, "The SHA-1 digest.")
_digest("SHA224", "sha224", 28, "The SHA-224 digest.")
_digest("SHA256", "sha256", 32, "The SHA-256 digest.")
_digest("SHA384", "sha384", 48, "The SHA-384 digest.")
_digest("SHA512", "sha512", 64, "The SHA-512 digest.")
if "sha512_256" in hashlib.algorithms_available:
    _digest("SHA512_256", "sha512_256", 32, "The SHA-512/256 digest.")


def _digest_over_columns(
    name: str, digest: Callable[[Texts], Lines], size: int, doc: str, example: str
) -> None:
    @arrow_function(f"st_{name}", ("VARCHAR",), "VARCHAR")
    def digests(column: pa.ChunkedArray) -> pa.Array:
        if not len(column):
            return pa.array([], pa.string())
        return escape_array(lines_of(digest(Texts.of(whole(column))), whole(column).is_null()))

    text_function(
        name, "s", FixedString(size), doc=doc, family="hashes",
        fast=lambda call, slow: sql.call(f"st_{name}", call[0]),
        example=(f"hex({name}('hello'))", example),
    )  # fmt: skip


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


def _hmac(mode: bytes, message: bytes, key: bytes) -> bytes:
    return hmac.digest(key, message, _algorithm(mode.decode()))


def _algorithm(mode: str) -> str:
    """The name of a digest that the library of Python knows."""
    name = mode.lower()
    known = _ALGORITHMS.get(name, "")
    if known not in hashlib.algorithms_available:
        code = Code.NOT_IMPLEMENTED if name in _MISSING or known else Code.BAD_ARGUMENTS
        words = "is not supported here" if code == Code.NOT_IMPLEMENTED else "is invalid"
        listed = ", ".join(sorted(_ALGORITHMS))
        raise Error(code, f"Hash algorithm '{mode}' {words}. Supported algorithms are: {listed}")
    return known


_ALGORITHMS = {
    "md5": "md5", "sha1": "sha1", "sha224": "sha224", "sha256": "sha256", "sha384": "sha384",
    "sha512": "sha512", "sha512-224": "sha512_224", "sha512-256": "sha512_256",
    "sha3-224": "sha3_224", "sha3-256": "sha3_256", "sha3-384": "sha3_384",
    "sha3-512": "sha3_512", "blake2b512": "blake2b", "blake2s256": "blake2s",
}  # fmt: skip
_MISSING = ("md4", "md5-sha1", "mdc2", "ripemd", "ripemd160", "rmd160", "sm3", "whirlpool")


def _hmac_type(arguments: Sequence[Argument]) -> Type:
    if not arguments[0].is_constant:
        wanted = "Hash algorithm name (e.g., 'sha256')"
        raise Error(Code.ILLEGAL_COLUMN, wrong("HMAC", 0, arguments[0], "mode", wanted).message)
    _algorithm(str(arguments[0].value))
    return STRING


text_function(
    "HMAC",
    "sss",
    _hmac_type,
    _hmac,
    any_case=True,
    family="hashes",
    constant_arguments=(0,),
    doc="The authentication code of a message: its digest together with a secret key.",
    example=(
        "hex(HMAC('sha256', 'msg', 'key'))",
        "2D93CBC1BE167BCB1637A4A23CBFF01A7878F0C50EE833954EA5221BB1B8C628",
    ),
)


def _register_java(kernel: str, hash_: Callable[[Texts], Words]) -> None:
    @arrow_function(kernel, ("VARCHAR",), "INTEGER")
    def hashes(column: pa.ChunkedArray) -> pa.Array:
        return pa.array(hash_(Texts.of(whole(column))).astype(np.uint32).view(np.int32))


def _of_utf16(texts: Texts) -> Words:
    if (texts.sizes % 2).any():
        message = "Arguments for javaHashUTF16LE must be in the form of UTF-16"
        raise ValueError(raising(Code.BAD_ARGUMENTS, message))
    return murmur_arrays.java_hash_utf16(texts)


_register_java("st_java_hash", murmur_arrays.java_hash)
_register_java("st_java_hash_utf16", _of_utf16)

text_function(
    "hiveHash",
    "s",
    INT32,
    fast=lambda call, slow: Sql(f"(st_java_hash({call[0]}) & 2147483647)"),
    family="hashes",
    doc="Hive's hash of a string.",
    example=("hiveHash('hello')", "99162322"),
)
text_function(
    "javaHashUTF16LE",
    "s",
    INT32,
    fast=lambda call, slow: sql.call("st_java_hash_utf16", call[0]),
    family="hashes",
    doc="Java's hash of a string in UTF-16.",
    example=("javaHashUTF16LE('ab')", "25185"),
)


def _java_type(arguments: Sequence[Argument]) -> Type:
    type_ = arguments[0].type
    if isinstance(type_, Integer) and not type_.signed:
        raise Error(Code.NOT_IMPLEMENTED, "Unsigned types are not supported")
    if not is_text(type_) and not (isinstance(type_, Integer) and type_.bits <= 64):
        raise illegal_type("javaHash", type_)
    return INT32


@function(
    "javaHash", returns=_java_type, family="hashes", example=("javaHash('hello')", "99162322")
)
def java_hash(call: Call) -> Sql:
    """Java's hashCode of a string or an integer."""
    type_ = call.inner(0)
    if not isinstance(type_, Integer):
        return sql.call("st_java_hash", call[0])
    if type_.bits < 64:
        return sql.cast(call[0], "INTEGER")
    bits = unsigned_bits(call[0], type_)
    folded = Sql(f"(xor({bits}, {bits} >> 32) & 4294967295)")
    return sql.let(
        sql.cast(folded, "BIGINT"),
        lambda v: sql.cast(
            sql.case((f"{v} > 2147483647", f"{v} - 4294967296"), otherwise=v), "INTEGER"
        ),
    )


# --- Spark's ------------------------------------------------------------------------------

_SPARK_SEED = 42


@arrow_function("st_xxh64_spark", ("VARCHAR",), "BIGINT")
def _xxh64_spark(column: pa.ChunkedArray) -> pa.Array:
    hashes = xx_hash.xxh64(Texts.of(whole(column)), _SPARK_SEED)
    return pa.array(hashes.view(np.int64))


def _spark_type(arguments: Sequence[Argument]) -> Type:
    if not isinstance(arguments[0].type.inner, String | Nothing):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {arguments[0].type} of argument of function xxHash64Spark. Must be"
            " String or NULL",
        )
    return INT64


@function(
    "xxHash64Spark",
    returns=_spark_type,
    family="hashes",
    nulls="own",
    low_cardinality=False,
    example=("xxHash64Spark('ABC')", "4105715581806190027"),
)
def xx_hash64_spark(call: Call) -> Sql:
    """Spark's xxhash64 of a string; that of NULL is its seed, 42."""
    if isinstance(call.inner(0), Nothing):
        return sql.cast(str(_SPARK_SEED), "BIGINT")
    return sql.coalesce(sql.call("st_xxh64_spark", call[0]), str(_SPARK_SEED))
