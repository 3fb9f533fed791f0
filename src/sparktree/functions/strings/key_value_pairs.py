"""extractKeyValuePairs: pairs of keys and values found in texts of any kind."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core import lists
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.declare import Argument, Call, function
from sparktree.functions.core.text_arguments import is_text
from sparktree.functions.core.text_functions import bad, refusal
from sparktree.functions.strings.pair_reading import Signs, pairs_of
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape, escape_array, unescape
from sparktree.types import STRING, Map, Type

_ROLES = (
    "data_column",
    "key_value_delimiter",
    "pair_delimiters",
    "quoting_character",
    "unexpected_quoting_character_strategy",
)
_DEFAULTS = (":", " ,;", '"', "PROMOTE")
_STRATEGIES = ("INVALID", "ACCEPT", "PROMOTE")
_PAIRS = pa.list_(pa.struct([("f1", pa.string()), ("f2", pa.string())]))


@arrow_function(
    "st_key_value_pairs",
    ("VARCHAR", "VARCHAR", "VARCHAR", "VARCHAR", "VARCHAR", "BOOLEAN"),
    "STRUCT(f1 VARCHAR, f2 VARCHAR)[]",
)
def _pairs(
    texts: pa.ChunkedArray, between: pa.ChunkedArray, pairs: pa.ChunkedArray,
    quote: pa.ChunkedArray, strategy: pa.ChunkedArray, escaping: pa.ChunkedArray,
) -> pa.Array:  # fmt: skip
    """The pairs of every text; the signs are constants."""
    if not len(texts):
        return pa.array([], _PAIRS)
    first, others, quoting, rule = (
        unescape(sign[0].as_py()) for sign in (between, pairs, quote, strategy)
    )
    signs = Signs(first, others, quoting, rule, bool(escaping[0].as_py()))
    found = pairs_of(Texts.of(whole(texts)), signs)
    columns = [escape_array(column) for column in (found.keys, found.values)]
    offsets = np.concatenate([[0], np.cumsum(found.counts)]).astype(np.int32)
    rows = pa.StructArray.from_arrays(columns, ["f1", "f2"])
    return pa.ListArray.from_arrays(pa.array(offsets), rows)


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
        limit = call.context.settings.extract_key_value_pairs_max_pairs_per_row

        def found(text: Sql) -> Sql:
            pairs = sql.case(
                (_is_plain(text, signs), _plainly(text, signs)), otherwise=(_by_reader(text, signs))
            )
            return sql.bound(pairs, lambda p: _limited(p, limit)) if limit else pairs

        return sql.let(call[0], found)

    lower.__doc__ = doc
    function(
        name, args=(1, 5), returns=returns, nulls="guard", low_cardinality=False,
        constant_arguments=(1, 2, 3, 4), any_case_aliases=any_case_aliases, aliases=aliases,
        example=(f"{name}('a:1, b:2')", "{'a':'1','b':'2'}"),
    )(lower)  # fmt: skip


def _class(characters: bytes) -> str:
    return re.escape(characters.decode("latin-1"))


def _is_plain(text: Sql, signs: Signs) -> Sql:
    """Whether nothing is quoted or escaped, so that a regular expression finds all pairs."""
    if not all(sign.isascii() for sign in (signs.between, signs.pairs, signs.quote)):
        return sql.FALSE
    special = signs.quote.decode() + ("\\" if signs.escaping else "")
    return sql.op("NOT", sql.any_of(sql.call("contains", text, sql.string(c)) for c in special))


def _plainly(text: Sql, signs: Signs) -> Sql:
    between, pairs = _class(signs.between), _class(signs.pairs)
    form = sql.string(f"([^{between}{pairs}]+)[{between}]([^{pairs}]*)")
    keys, values = (sql.call("regexp_extract_all", text, form, n) for n in (1, 2))
    rows = sql.call("list_zip", keys, values)
    return lists.transform(rows, lambda row: sql.struct(*lists.fields(row, 2)))


def _by_reader(text: Sql, signs: Signs) -> Sql:
    constants = (signs.between, signs.pairs, signs.quote, signs.strategy)
    flag = sql.TRUE if signs.escaping else sql.FALSE
    return _pairs(text, *(sql.string(escape(c)) for c in constants), flag)


def _limited(pairs: Sql, limit: int) -> Sql:
    message = f"Number of pairs produced exceeded the limit of {limit}"
    too_many = refusal(Code.LIMIT_EXCEEDED, message)
    return sql.case((Sql(f"len({pairs}) > {limit}"), too_many), otherwise=pairs)


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
