"""encrypt, decrypt and their kin: AES in the modes that ClickHouse has."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions import aes
from sparktree.functions.declare import Argument, Call, function
from sparktree.kernel import sql, text
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import STRING, FixedString, String, Type, make_nullable

_MODE = re.compile("aes-(128|192|256)-(ecb|cbc|ofb|ctr|gcm)")
_WORDS = ("mode", "input", "key", "IV", "AAD")
_MYSQL = ("ecb", "cbc", "ofb")


def _bad(message: str) -> ValueError:
    return ValueError(raising(Code.BAD_ARGUMENTS, message))


def _check(name: str) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        for place, argument in enumerate(arguments):
            if not isinstance(argument.type, String | FixedString):
                raise Error(
                    Code.ILLEGAL_TYPE_OF_ARGUMENT,
                    f"A value of illegal type was provided as argument '{_WORDS[place]}' to"
                    f" function '{name}'. Got: {argument.type}",
                )
        if not arguments[0].is_constant:
            raise Error(Code.ILLEGAL_COLUMN, f"The mode of function {name} must be constant")
        mode = _MODE.fullmatch(str(arguments[0].value))
        if mode is None:
            raise Error(Code.BAD_ARGUMENTS, f"Invalid mode: {arguments[0].value}")
        if "mysql" in name and mode.group(2) not in _MYSQL:
            raise Error(Code.BAD_ARGUMENTS, "Unsupported cipher mode")
        return make_nullable(STRING) if name == "tryDecrypt" else STRING

    return returns


_cipher = cache(aes.Aes.of)


def _folded(key: bytes, size: int) -> bytes:
    """A key of any length as MySQL takes it: what is too long is laid over the beginning."""
    found = bytearray(size)
    for place, byte in enumerate(key):
        found[place % size] ^= byte
    return bytes(found)


def _prepared(name: str, mode: str, key: bytes, vector: bytes, shown: bytes) -> tuple[bytes, bytes]:
    """The key and the vector in the sizes that the mode asks for."""
    parts = _MODE.fullmatch(mode)
    assert parts is not None
    size, kind = int(parts.group(1)) // 8, parts.group(2)
    mysql = "mysql" in name
    if len(key) != size and not (mysql and len(key) > size):
        raise _bad(f"Invalid key size: {len(key)} expected {size}")
    if kind == "ecb" and vector and not mysql:
        raise _bad(f"{mode} does not support IV")
    if kind != "gcm" and shown:
        raise _bad("AAD can be only set for GCM-mode")
    if kind == "gcm" and not vector:
        raise _bad("Invalid IV size 0 != expected size 12")
    if mysql:
        vector = vector[: aes.BLOCK]
    if kind not in ("gcm", "ecb") and len(vector) not in (0, aes.BLOCK):
        raise _bad(f"Invalid IV size: {len(vector)} expected {aes.BLOCK}")
    if kind not in ("gcm", "ecb"):
        vector = vector or bytes(aes.BLOCK)
    return _folded(key, size), vector


Texts = list[bytes]


def _hidden(mode: str, key: bytes, vectors: Texts, shown: Texts, texts: Texts) -> Texts:
    cipher, kind = _cipher(key), mode[8:]
    if kind == "ecb":
        return aes.by_itself(cipher, [aes.padded(text) for text in texts])
    if kind == "cbc":
        return aes.chained(cipher, [aes.padded(text) for text in texts], vectors)
    if kind == "ofb":
        return aes.fed_back(cipher, texts, vectors)
    if kind == "ctr":
        return aes.counted(cipher, texts, vectors)
    return aes.sealed(cipher, texts, vectors, shown)


def _found(mode: str, key: bytes, vectors: Texts, shown: Texts, texts: Texts) -> Texts:
    cipher, kind = _cipher(key), mode[8:]
    if kind == "gcm":
        if any(len(text) < aes.BLOCK for text in texts):
            raise _bad("Encrypted data is smaller than the size of additional data for AEAD mode")
        return aes.unsealed(cipher, texts, vectors, shown)
    if kind == "ecb":
        return [t and aes.unpadded(t) for t in aes.back_by_itself(cipher, texts)]
    if kind == "cbc":
        return [t and aes.unpadded(t) for t in aes.unchained(cipher, texts, vectors)]
    return _hidden(mode, key, vectors, shown, texts)


def _tried(mode: str, key: bytes, vectors: Texts, shown: Texts, texts: Texts) -> list[bytes | None]:
    """What can be decrypted; one by one if not all of them can."""
    try:
        return list(_found(mode, key, vectors, shown, texts))
    except aes.DecryptionError:
        if len(texts) == 1:
            return [None]
    rows = zip(vectors, shown, texts, strict=True)
    return [_tried(mode, key, [v], [s], [t])[0] for v, s, t in rows]


def _worked(
    name: str, mode: str, key: bytes, vectors: Texts, shown: Texts, texts: Texts
) -> Sequence[bytes | None]:
    """The rows of one key."""
    if "ncrypt" in name:
        return _hidden(mode, key, vectors, shown, texts)
    if name == "tryDecrypt":
        return _tried(mode, key, vectors, shown, texts)
    try:
        return _found(mode, key, vectors, shown, texts)
    except aes.DecryptionError as error:
        raise ValueError(raising(Code.OPENSSL_ERROR, str(error))) from error


@arrow_function("st_aes", ("VARCHAR",) * 6, "VARCHAR", handles_null=True)
def _aes(
    name: pa.ChunkedArray,
    mode: pa.ChunkedArray,
    data: pa.ChunkedArray,
    key: pa.ChunkedArray,
    vector: pa.ChunkedArray,
    shown: pa.ChunkedArray,
) -> pa.Array:
    given = (text.unescape_array(whole(column)) for column in (data, key, vector, shown))
    rows = list(zip(*(column.to_pylist() for column in given), strict=True))
    called, chosen = whole(name)[0].as_py(), whole(mode)[0].as_py()
    found: list[bytes | None] = [None] * len(rows)
    groups: dict[bytes, list[int]] = {}
    prepared: list[bytes] = [b""] * len(rows)
    for place, row in enumerate(rows):
        if None in row:
            continue
        folded, prepared[place] = _prepared(called, chosen, *row[1:])
        groups.setdefault(folded, []).append(place)
    for folded, places in groups.items():
        vectors = [prepared[place] for place in places]
        texts, seen = ([rows[place][n] for place in places] for n in (0, 3))
        worked = _worked(called, chosen, folded, vectors, seen, texts)
        for place, value in zip(places, worked, strict=True):
            found[place] = value
    return text.escape_array(pa.array(found, pa.binary()))


def _declare(name: str, most: int, doc: str, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        rest = [*call.sqls[1:], *(sql.string("") for _ in range(5 - len(call)))]
        return sql.call("st_aes", sql.string(name), call[0], *rest)

    lower.__doc__ = doc
    function(
        name, args=(3, most), returns=_check(name), family="encryption", nulls="guard",
        constant_arguments=(0,), example=example,
    )(lower)  # fmt: skip


_KEY = "'0123456789abcdef'"
_CODED = "674C7EF38E78CABD9CEC9C125823A639"
_declare(
    "encrypt",
    5,
    "The text encrypted with AES: mode, text, key, initialization vector, additional data.",
    (f"hex(encrypt('aes-128-ecb', 'hello', {_KEY}))", _CODED),
)
_declare(
    "decrypt",
    5,
    "What encrypt encrypted; an error if it is not.",
    (f"decrypt('aes-128-ecb', unhex('{_CODED}'), {_KEY})", "hello"),
)
_declare(
    "tryDecrypt",
    5,
    "What encrypt encrypted; NULL if it is not.",
    (f"tryDecrypt('aes-128-ecb', 'x', {_KEY})", "\\N"),
)
_declare(
    "aes_encrypt_mysql",
    4,
    "The text encrypted as MySQL's AES_ENCRYPT does, keys of any greater length folded.",
    (f"hex(aes_encrypt_mysql('aes-128-ecb', 'hello', {_KEY}))", _CODED),
)
_declare(
    "aes_decrypt_mysql",
    4,
    "What aes_encrypt_mysql encrypted.",
    (f"aes_decrypt_mysql('aes-128-ecb', unhex('{_CODED}'), {_KEY})", "hello"),
)
