"""encrypt, decrypt and their kin: AES in the modes that ClickHouse has."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_spans import Places
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.columns import binary_of
from sparktree.functions.core.declare import Arguments, Call, function
from sparktree.functions.hashes import aes
from sparktree.functions.hashes.md5_arrays import filled
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


def _check(arguments: Arguments) -> Type:
    name = arguments.function
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


@cache
def _cipher(key: bytes) -> aes.Aes:
    """The cipher of a single key."""
    return aes.Aes.of(np.frombuffer(key, np.uint8)[None])


def _folded(keys: Texts, size: int) -> aes.Bytes:
    """Keys of any length as MySQL takes them: what is too long is laid over the beginning."""
    found = np.zeros((len(keys.sizes), size), np.uint8)
    columns = np.arange(size)
    for start in range(0, int(keys.sizes.max(initial=0)), size):
        inside = start + columns < keys.sizes[:, None]
        places = np.where(inside, keys.starts[:, None] + start + columns, 0)
        found ^= np.where(inside, keys.data[places], np.uint8(0))
    return found


def _ciphers(keys: pa.Array, size: int) -> aes.Aes:
    """The cipher of a column of keys."""
    different = keys.dictionary_encode()
    folded = _folded(Texts.of(different.dictionary), size)
    if len(folded) == 1:
        return _cipher(folded.tobytes())
    return aes.Aes.of(folded, np.asarray(different.indices, np.int64))


@dataclass(frozen=True, slots=True)
class Rows:
    """What is to be encrypted or decrypted, and what goes with it."""

    texts: Texts
    vectors: Texts
    shown: Texts

    @property
    def blocks(self) -> aes.Bytes:
        """The vectors as blocks: the beginning of longer ones, zeros for empty ones."""
        short = self.vectors.sizes == 0
        places = np.where(short, 0, self.vectors.starts)[:, None] + np.arange(aes.BLOCK)
        return np.where(short[:, None], np.uint8(0), self.vectors.data[places])


def _check_sizes(name: str, mode: str, keys: Places, rows: Rows) -> None:
    """Fail unless keys and vectors have the sizes that the mode asks for."""
    size, kind, mysql = int(mode[4:7]) // 8, mode[8:], "mysql" in name
    sizes = rows.vectors.sizes
    wrong_key = (keys < size) if mysql else (keys != size)
    checks: list[tuple[aes.Flags, Callable[[int], str]]] = [
        (wrong_key, lambda row: f"Invalid key size: {keys[row]} expected {size}")
    ]
    if kind == "ecb" and not mysql:
        checks.append((sizes > 0, lambda row: f"{mode} does not support IV"))
    if kind != "gcm":
        checks.append((rows.shown.sizes > 0, lambda row: "AAD can be only set for GCM-mode"))
    else:
        checks.append((sizes == 0, lambda row: "Invalid IV size 0 != expected size 12"))
    if kind not in ("gcm", "ecb"):
        wrong = (sizes != 0) & ((sizes < aes.BLOCK) if mysql else (sizes != aes.BLOCK))
        checks.append((wrong, lambda row: f"Invalid IV size: {sizes[row]} expected {aes.BLOCK}"))
    failing = [(int(bad.argmax()), message) for bad, message in checks if bad.any()]
    if failing:
        row, message = min(failing, key=lambda failure: failure[0])
        raise _bad(message(row))


def _hidden(mode: str, cipher: aes.Aes, rows: Rows) -> Texts:
    """The rows encrypted."""
    texts, kind = rows.texts, mode[8:]
    if kind == "gcm":
        return aes.sealed(cipher, texts, rows.vectors, rows.shown)
    if kind in ("ecb", "cbc"):
        blocks = aes.padded(texts)
        made = (
            aes.by_itself(cipher, blocks)
            if kind == "ecb"
            else aes.chained(cipher, blocks, rows.blocks)
        )
        return made.texts(made.counts * aes.BLOCK)
    mix = aes.fed_back if kind == "ofb" else aes.counted
    return mix(cipher, aes.blocks_of(texts), rows.blocks).texts(texts.sizes)


def _decrypted(mode: str, cipher: aes.Aes, rows: Rows) -> tuple[Texts, aes.Flags]:
    """The rows decrypted, and which of them can be."""
    texts, kind = rows.texts, mode[8:]
    if kind == "gcm":
        if (texts.sizes < aes.BLOCK).any():
            raise _bad("Encrypted data is smaller than the size of additional data for AEAD mode")
        return aes.unsealed(cipher, texts, rows.vectors, rows.shown)
    if kind not in ("ecb", "cbc"):
        return _hidden(mode, cipher, rows), np.ones(len(texts.sizes), np.bool_)
    even = texts.sizes % aes.BLOCK == 0
    blocks = aes.blocks_of(Texts(texts.data, texts.starts, np.where(even, texts.sizes, 0)))
    plain = (
        aes.by_itself(cipher, blocks, back=True)
        if kind == "ecb"
        else aes.unchained(cipher, blocks, rows.blocks)
    )
    made, right = aes.unpadded(plain)
    return made, right & even


def _worked(name: str, mode: str, keys: pa.Array, rows: Rows) -> pa.Array:
    """What is made of the rows; NULL where tryDecrypt finds nothing."""
    _check_sizes(name, mode, Texts.of(keys).sizes, rows)
    cipher = _ciphers(keys, int(mode[4:7]) // 8)
    if "ncrypt" in name:
        return _bytes_of(_hidden(mode, cipher, rows))
    made, right = _decrypted(mode, cipher, rows)
    if name == "tryDecrypt":
        return pc.if_else(pa.array(right), _bytes_of(made), pa.scalar(None, pa.binary()))
    if not right.all():
        message = "Cannot decrypt: the key, the mode or the text is not the one of encryption"
        raise ValueError(raising(Code.OPENSSL_ERROR, message))
    return _bytes_of(made)


def _bytes_of(texts: Texts) -> pa.Array:
    bounds = np.concatenate([[0], np.cumsum(texts.sizes)])
    return binary_of(filled(texts, texts.sizes).data[: bounds[-1]], bounds)


@arrow_function("st_aes", ("VARCHAR",) * 6, "VARCHAR", handles_null=True)
def _aes(
    name: pa.ChunkedArray,
    mode: pa.ChunkedArray,
    data: pa.ChunkedArray,
    key: pa.ChunkedArray,
    vector: pa.ChunkedArray,
    shown: pa.ChunkedArray,
) -> pa.Array:
    if not len(name):
        return pa.array([], pa.string())
    given = [text.unescape_array(whole(column)) for column in (data, key, vector, shown)]
    valid = np.logical_and.reduce([np.asarray(column.is_valid()) for column in given])
    called, chosen = whole(name)[0].as_py(), whole(mode)[0].as_py()
    if not valid.any():
        return pa.nulls(len(valid), pa.string())
    if not valid.all():
        given = [column.filter(pa.array(valid)) for column in given]
    made = _worked(called, chosen, given[1], Rows(*(Texts.of(given[i]) for i in (0, 2, 3))))
    if not valid.all():
        places = np.cumsum(valid) - 1
        made = made.take(pa.array(places, mask=~valid))
    return text.escape_array(made)


def _declare(name: str, most: int, doc: str, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        rest = [*call.sqls[1:], *(sql.string("") for _ in range(5 - len(call)))]
        return _aes(sql.string(name), call[0], *rest)

    lower.__doc__ = doc
    function(
        name, args=(3, most), returns=_check, nulls="guard",
        constant_arguments=(0,), example=example, refuses_default=True,
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
