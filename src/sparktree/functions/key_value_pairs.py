"""extractKeyValuePairs: pairs of keys and values found in texts of any kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from sparktree.errors import Code, Error
from sparktree.functions import lists
from sparktree.functions.declare import Argument, Call, function
from sparktree.functions.rows import row_function
from sparktree.functions.text_functions import bad, is_text, refusal
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape, unescape
from sparktree.types import STRING, Map, Type
from sparktree.types.escapes import escape_meaning

_ROLES = (
    "data_column",
    "key_value_delimiter",
    "pair_delimiters",
    "quoting_character",
    "unexpected_quoting_character_strategy",
)
_DEFAULTS = (":", " ,;", '"', "PROMOTE")
_STRATEGIES = ("INVALID", "ACCEPT", "PROMOTE")
_LIMIT = "extract_key_value_pairs_max_pairs_per_row"
Pair = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Signs:
    """What separates keys, values and pairs, and what quotes them."""

    between: bytes
    pairs: bytes
    quote: bytes
    strategy: bytes  # what an unexpected quote does to a key or a value
    escaping: bool

    @property
    def _needles(self) -> str:
        """Signs at which reading without quotes stops to look, beside delimiters."""
        quote = b"" if self.strategy == b"ACCEPT" else self.quote
        return _class(quote + (b"\\" if self.escaping else b""))

    def skipped(self) -> re.Pattern[bytes]:
        """What may stand before a key."""
        escapes = b"\\" if self.escaping else b""
        return _any_of(_class(self.between + self.pairs + escapes))

    def key_end(self) -> re.Pattern[bytes]:
        return _one_of(_class(self.between + self.pairs) + self._needles)

    def value_end(self) -> re.Pattern[bytes]:
        return _one_of(_class(self.pairs) + self._needles)

    def quoted_end(self) -> re.Pattern[bytes]:
        return _one_of(_class(self.quote + (b"\\" if self.escaping else b"")))

    def pair_end(self) -> re.Pattern[bytes]:
        return _one_of(_class(self.pairs))


def _class(characters: bytes) -> str:
    return re.escape(characters.decode("latin-1"))


@lru_cache(maxsize=64)
def _one_of(characters: str) -> re.Pattern[bytes]:
    return re.compile(f"[{characters}]".encode("latin-1"))


@lru_cache(maxsize=64)
def _any_of(characters: str) -> re.Pattern[bytes]:
    return re.compile(f"[{characters}]*".encode("latin-1"))


_ESCAPE = re.compile(rb"\\(?:x..|[^x])", re.DOTALL)
_HEXADECIMAL = b"0123456789abcdef"


def _meaning(escape: bytes) -> bytes:
    """What stands behind a backslash, undone; digits that are none count as 255, unchecked."""
    if escape[:1] == b"x":
        high, low = (_HEXADECIMAL.find(digit.lower()) for digit in (escape[1:2], escape[2:3]))
        return bytes([((high if high >= 0 else 255) * 16 + (low if low >= 0 else 255)) & 255])
    return escape_meaning(escape)


class _Reader:
    """Reads the pairs of one text."""

    def __init__(self, data: bytes, signs: Signs) -> None:
        self._data, self._signs, self._at = data, signs, 0

    def pairs(self) -> list[Pair]:
        """All of them; what is no pair is skipped."""
        found = []
        while (key := self._key()) is not None:
            value = self._value() if key else None
            if key and value is not None:
                found.append((key, value))
        return found

    def _key(self) -> bytes | None:
        """The next key, empty if there was none after all; None at the end."""
        signs, data = self._signs, self._data
        skipped = signs.skipped().match(data, self._at)
        self._at = skipped.end() if skipped else self._at
        if self._at >= len(data):
            return None
        if data[self._at : self._at + 1] == signs.quote:
            self._at += 1
            return self._quoted_key()
        key, end = self._read(signs.key_end())
        if end is None or end == b"":
            return b"" if end == b"" else None
        if end == signs.between:
            return key
        if end == signs.quote and signs.strategy == b"PROMOTE":
            return self._quoted_key()
        return b""

    def _quoted_key(self) -> bytes | None:
        key, end = self._read(self._signs.quoted_end())
        if end is None:
            return None
        follows = self._data[self._at : self._at + 1] == self._signs.between
        if not end or not key or not follows:
            return b""
        self._at += 1
        return key

    def _value(self) -> bytes | None:
        """The value behind a key; None if it is none, which drops the key."""
        signs, data = self._signs, self._data
        first = data[self._at : self._at + 1]
        if first and first == signs.quote:
            self._at += 1
            return self._quoted_value()
        if signs.escaping and first == b"\\":
            return None
        value, end = self._read(signs.value_end())
        if end == signs.quote and end:
            return self._quoted_value() if signs.strategy == b"PROMOTE" else None
        return value

    def _quoted_value(self) -> bytes | None:
        value, end = self._read(self._signs.quoted_end())
        if not end:
            return None
        behind = self._signs.pair_end().search(self._data, self._at)
        self._at = behind.end() if behind else len(self._data)
        return value

    def _read(self, ends: re.Pattern[bytes]) -> tuple[bytes, bytes | None]:
        """What comes before one of the signs, escapes undone, and the sign: None at the end of the
        text, empty at an escape that is cut off there."""
        data, pieces = self._data, []
        while True:
            found = ends.search(data, self._at)
            stop = found.start() if found else len(data)
            pieces.append(data[self._at : stop])
            if found is None:
                self._at = len(data)
                return b"".join(pieces), None
            if found.group() != b"\\" or not self._signs.escaping:
                self._at = found.end()
                return b"".join(pieces), found.group()
            escape = _ESCAPE.match(data, stop)
            if escape is None:
                self._at = len(data)
                return b"".join(pieces), b""
            self._at = escape.end()
            pieces.append(_meaning(escape.group()[1:]))


@row_function(
    "st_key_value_pairs",
    ("VARCHAR", "VARCHAR", "VARCHAR", "VARCHAR", "VARCHAR", "BOOLEAN"),
    "STRUCT(f1 VARCHAR, f2 VARCHAR)[]",
)
def _pairs(
    data: bytes, between: bytes, pairs: bytes, quote: bytes, strategy: bytes, escaping: bool
) -> list[dict[str, bytes]]:
    found = _Reader(data, Signs(between, pairs, quote, strategy, escaping)).pairs()
    return [{"f1": key, "f2": value} for key, value in found]


# --- declarations ---------------------------------------------------------------------------------


def _signs(arguments: Sequence[Argument], *, escaping: bool) -> Signs:
    """What the arguments say; one that is empty or missing leaves the usual sign."""
    values = [str(argument.value) for argument in arguments[1:]]
    strategy = values[3].upper() if len(values) > 3 else _DEFAULTS[3]
    if strategy not in _STRATEGIES:
        raise bad(f"Invalid unexpected_quoting_character_strategy argument: {values[3]}")
    given = [value or usual for value, usual in zip(values, _DEFAULTS, strict=False)]
    between, pairs, quote = (
        unescape(text) for text in (*given[:3], *_DEFAULTS[len(given[:3]) : 3])
    )
    if len(between) != 1 or len(quote) != 1:
        raise bad("Control character argument must either be empty or contain exactly 1 character")
    _check_signs(between, pairs, quote, escaping=escaping)
    return Signs(between, pairs, quote, strategy.encode(), escaping)


def _check_signs(between: bytes, pairs: bytes, quote: bytes, *, escaping: bool) -> None:
    if escaping and b"\\" in between + pairs + quote:
        raise bad("Invalid arguments, \\ is reserved for the escaping character")
    if between == quote:
        raise bad(
            "Invalid arguments, key_value_delimiter and quoting_character can not be the same"
        )
    if between in pairs:
        raise bad("Invalid arguments, key_value_delimiter conflicts with pair delimiters")
    if quote in pairs:
        raise bad("Invalid arguments, quoting_character conflicts with pair delimiters")


_RESULT = Map(STRING, STRING)


def _declare(
    name: str,
    doc: str,
    *,
    escaping: bool,
    aliases: tuple[str, ...] = (),
    any_case_aliases: tuple[str, ...] = (),
) -> None:
    def returns(arguments: Sequence[Argument]) -> Type:
        for argument, role in zip(arguments, _ROLES, strict=False):
            if not is_text(argument.type):
                raise Error(
                    Code.ILLEGAL_TYPE_OF_ARGUMENT,
                    f"Illegal type {argument.type} of argument {role}. Must be String",
                )
        if all(argument.is_constant for argument in arguments[1:]):
            _signs(arguments, escaping=escaping)
        return _RESULT

    def lower(call: Call) -> Sql:
        signs = _signs(call.arguments, escaping=escaping)
        limit = int(call.context.setting(_LIMIT))

        def found(text: Sql) -> Sql:
            pairs = sql.case(
                (_is_plain(text, signs), _plainly(text, signs)), otherwise=(_by_reader(text, signs))
            )
            return lists.once(pairs, lambda p: _limited(p, limit)) if limit else pairs

        return sql.let(call[0], found)

    lower.__doc__ = doc
    function(
        name, args=(1, 5), returns=returns, family="maps", nulls="guard", low_cardinality=False,
        constant_arguments=(1, 2, 3, 4), any_case_aliases=any_case_aliases, aliases=aliases,
        example=(f"{name}('a:1, b:2')", "{'a':'1','b':'2'}"),
    )(lower)  # fmt: skip


def _is_plain(text: Sql, signs: Signs) -> Sql:
    """Whether nothing is quoted or escaped, so that a regular expression finds all pairs."""
    if not all(sign.isascii() for sign in (signs.between, signs.pairs, signs.quote)):
        return sql.FALSE
    special = signs.quote.decode() + ("\\" if signs.escaping else "")
    return sql.op("NOT", sql.any_of(sql.call("contains", text, sql.string(c)) for c in special))


def _plainly(text: Sql, signs: Signs) -> Sql:
    between, pairs = _class(signs.between), _class(signs.pairs)
    form = sql.string(f"([^{between}{pairs}]+)[{between}]([^{pairs}]*)")
    keys, values = (sql.call("regexp_extract_all", text, form, str(n)) for n in (1, 2))
    rows = sql.call("list_zip", keys, values)
    return lists.transform(rows, lambda row: sql.struct(*lists.fields(row, 2)))


def _by_reader(text: Sql, signs: Signs) -> Sql:
    constants = (signs.between, signs.pairs, signs.quote, signs.strategy)
    flag = sql.TRUE if signs.escaping else sql.FALSE
    return sql.call("st_key_value_pairs", text, *(sql.string(escape(c)) for c in constants), flag)


def _limited(pairs: Sql, limit: int) -> Sql:
    message = f"Number of pairs produced exceeded the limit of {limit}"
    too_many = refusal(Code.LIMIT_EXCEEDED, message)
    return sql.case((f"len({pairs}) > {limit}", too_many), otherwise=pairs)


_declare(
    "extractKeyValuePairs",
    "The pairs of keys and values in a text that may hold other things too.",
    escaping=False,
    aliases=("mapFromString",),
    any_case_aliases=("str_to_map",),
)
_declare(
    "extractKeyValuePairsWithEscaping",
    "As extractKeyValuePairs, with backslash sequences undone.",
    escaping=True,
)
