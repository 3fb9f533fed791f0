"""JSON in strings: JSONExtract and its family, toJSONString."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core import lists
from sparktree.functions.core.byte_spans import offsets
from sparktree.functions.core.constant_arguments import unsigned_constant, wrong
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Call, function, illegal_type
from sparktree.functions.core.number_types import is_native, is_unsigned
from sparktree.functions.core.text_arguments import Takes, is_text
from sparktree.functions.core.text_functions import refusal, text_function
from sparktree.functions.json import by_kernel, leaves, typed
from sparktree.functions.json.numbers import Kind
from sparktree.functions.json.walking import FoundValues, find, read
from sparktree.functions.json.writing import raw, texts_of
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction, arrow_function
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array
from sparktree.types import (
    FLOAT64,
    INT64,
    NULL_TYPE,
    STRING,
    UINT8,
    UINT64,
    Array,
    Enum,
    Integer,
    LowCardinality,
    Map,
    Nullable,
    String,
    Tuple,
    Type,
    Variant,
    make_nullable,
    parse_type,
    remove_nullable,
)
from sparktree.types.from_text import Mode, from_text
from sparktree.types.text_settings import TextSettings
from sparktree.types.to_text import Mode as TextMode
from sparktree.types.to_text import to_field

_RAW_PAIRS = Array(Tuple((STRING, STRING)))


def _path(call: Call, end: int) -> Sql:
    """The arguments between the text and the type as a list of steps."""
    steps = []
    for position in range(1, end):
        value = call[position]
        if is_text(call.inner(position)):
            steps.append(sql.op("||", sql.string("k"), value))
        else:
            place = number(value, call.inner(position), INT64)
            steps.append(sql.op("||", sql.string("i"), sql.cast(place, "VARCHAR")))
    return sql.cast(sql.array(*steps), "VARCHAR[]")


def _of_solid(arguments: Sequence[Argument], result: Type) -> Type:
    """Of a Nullable argument comes what can be NULL: no array, for one."""
    if not any(a.type.nullable for a in arguments):
        return result
    if isinstance(result, Array | Map | LowCardinality | Variant):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Nested type {result} cannot be inside Nullable type",
        )
    return make_nullable(result)


def _check_path(name: str, arguments: Sequence[Argument]) -> None:
    if not isinstance(arguments[0].type.inner, String):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"The first argument of function {name} should be a string containing JSON, illegal"
            f" type: {arguments[0].type}",
        )
    for position, argument in enumerate(arguments[1:], 2):
        type_ = argument.type.inner
        place = isinstance(type_, Integer) and type_.bits <= 64
        if not place and not isinstance(type_, String):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"The argument {position} of function {name} should be either a string or an"
                f" integer, illegal type: {argument.type}",
            )


@dataclass(frozen=True, slots=True)
class Extract:
    """A function of a JSON text and a path; `column` gives the results for the values found."""

    name: str
    result: Type
    column: Callable[[FoundValues], pa.Array]
    doc: str
    example: tuple[str, str]
    any_case: bool = True  # whether it has a CaseInsensitive variant


def _integer(type_: Integer) -> Callable[[FoundValues], pa.Array]:
    def column(found: FoundValues) -> pa.Array:
        bits, fits = typed.integers(found.tape, found.values, type_)
        whole = np.where(fits, bits, np.uint64(0))
        return pa.array(whole.view(np.int64) if type_.signed else whole)

    return column


def _float(found: FoundValues) -> pa.Array:
    real, fits = typed.reals(found.tape, found.values)
    return pa.array(np.where(fits, real, 0.0))


def _string(found: FoundValues) -> pa.Array:
    return escape_array(texts_of(found.tape, found.values)[0])


def _raw(found: FoundValues) -> pa.Array:
    return escape_array(raw(found.tape, found.values))


def _array_raw(found: FoundValues) -> pa.Array:
    counts, inside = found.members(Kind.ARRAY)
    texts = escape_array(raw(found.tape, inside))
    return pa.ListArray.from_arrays(offsets(counts), texts)


def _keys(found: FoundValues) -> pa.Array:
    counts, inside = found.members(Kind.OBJECT)
    texts = escape_array(found.tape.keys(inside).array())
    return pa.ListArray.from_arrays(offsets(counts), texts)


def _pairs_raw(found: FoundValues) -> pa.Array:
    counts, inside = found.members(Kind.OBJECT)
    parts = found.tape.keys(inside).array(), raw(found.tape, inside)
    pairs = pa.StructArray.from_arrays(list(map(escape_array, parts)), ["f1", "f2"])
    return pa.ListArray.from_arrays(offsets(counts), pairs)


def _bool(found: FoundValues) -> pa.Array:
    bits, fits = typed.wholes(found.tape, found.values)
    return pa.array((fits & (bits != 0)).astype(np.uint8))


def _length(found: FoundValues) -> pa.Array:
    counts = found.members(Kind.ARRAY)[0] + found.members(Kind.OBJECT)[0]
    return pa.array(counts.astype(np.uint64))


_KINDS = {
    "Null": 0,
    "String": 34,
    "Array": 91,
    "Bool": 98,
    "Double": 100,
    "Int64": 105,
    "UInt64": 117,
    "Object": 123,
}
_NAMES = {
    Kind.TRUE: "Bool",
    Kind.FALSE: "Bool",
    Kind.INT: "Int64",
    Kind.UINT: "UInt64",
    Kind.DOUBLE: "Double",
    Kind.STRING: "String",
    Kind.BIG: "String",
    Kind.ARRAY: "Array",
    Kind.OBJECT: "Object",
}


def _kind(found: FoundValues) -> pa.Array:
    numbers = np.zeros(len(found.values), np.int8)
    for kind, name in _NAMES.items():
        numbers[found.is_kind(kind)] = _KINDS[name]
    return pa.array(numbers)


_SAMPLE = '\'{"a": [1, "x"], "b": 5}\''
EXTRACTS = (
    Extract(
        "JSONExtractInt",
        INT64,
        _integer(INT64),
        "The integer at a path.",
        (f"JSONExtractInt({_SAMPLE}, 'b')", "5"),
    ),
    Extract(
        "JSONExtractUInt",
        UINT64,
        _integer(UINT64),
        "The unsigned integer at a path.",
        (f"JSONExtractUInt({_SAMPLE}, 'b')", "5"),
    ),
    Extract(
        "JSONExtractFloat",
        FLOAT64,
        _float,
        "The number at a path.",
        (f"JSONExtractFloat({_SAMPLE}, 'b')", "5"),
    ),
    Extract(
        "JSONExtractBool",
        UINT8,
        _bool,
        "The truth value at a path.",
        ("JSONExtractBool('{\"a\": true}', 'a')", "1"),
    ),
    Extract(
        "JSONExtractString",
        STRING,
        _string,
        "The text at a path.",
        (f"JSONExtractString({_SAMPLE}, 'a', 2)", "x"),
    ),
    Extract(
        "JSONExtractRaw",
        STRING,
        _raw,
        "The JSON at a path.",
        (f"JSONExtractRaw({_SAMPLE}, 'a')", '[1,"x"]'),
    ),
    Extract(
        "JSONExtractArrayRaw",
        Array(STRING),
        _array_raw,
        "The elements of the array at a path, as JSON.",
        (f"JSONExtractArrayRaw({_SAMPLE}, 'a')", "['1','\"x\"']"),
    ),
    Extract(
        "JSONExtractKeys",
        Array(STRING),
        _keys,
        "The keys of the object at a path.",
        (f"JSONExtractKeys({_SAMPLE})", "['a','b']"),
    ),
    Extract(
        "JSONExtractKeysAndValuesRaw",
        _RAW_PAIRS,
        _pairs_raw,
        "The keys and values of the object at a path, as JSON.",
        ("JSONExtractKeysAndValuesRaw('{\"a\": 1}')", "[('a','1')]"),
    ),
    Extract(
        "JSONHas",
        UINT8,
        lambda found: pa.array((found.values >= 0).astype(np.uint8)),
        "Whether there is something at a path.",
        (f"JSONHas({_SAMPLE}, 'b')", "1"),
        False,
    ),
    Extract(
        "JSONLength",
        UINT64,
        _length,
        "How many elements the array or object at a path has.",
        (f"JSONLength({_SAMPLE}, 'a')", "2"),
        False,
    ),
    Extract(
        "JSONType",
        Enum(8, tuple(_KINDS.items())),
        _kind,
        "The type of the value at a path.",
        (f"JSONType({_SAMPLE}, 'a')", "Array"),
        False,
    ),
)


def _by_kernel(
    text: Sql,
    path: by_kernel.Path | None,
    form: by_kernel.Form | None,
    slow: Callable[[Sql], Sql],
    *,
    any_case: bool,
) -> Sql:
    """What the kernel can read by itself, and the rest by `slow`."""
    if form is None or path is None or (any_case and path.arrays):
        return slow(text)
    found = by_kernel.known_any_case if any_case else by_kernel.by_cases
    return found(text, path, form, slow)


def _declare(extract: Extract, suffix: str) -> None:
    name = extract.name + suffix
    kernel = extract.result.kernel

    @arrow_function(f"st_{name}", ("VARCHAR", "VARCHAR[]"), kernel, handles_null=True)
    def column(texts: pa.ChunkedArray, paths: pa.ChunkedArray) -> pa.Array:
        return find(texts, paths, fold=bool(suffix)).array(extract.column)

    listed = isinstance(extract.result, Array)

    def returns(arguments: Sequence[Argument]) -> Type:
        _check_path(name, arguments)
        return _of_solid(arguments, extract.result)

    def lower(call: Call) -> Sql:
        def slow(text: Sql) -> Sql:
            return column(text, _path(call, len(call)))

        form, path = by_kernel.FORMS[extract.name], by_kernel.constant_path(call, len(call))
        return _by_kernel(call[0], path, form, slow, any_case=bool(suffix))

    lower.__doc__ = extract.doc
    example = (extract.example[0].replace(extract.name, name), extract.example[1])
    function(
        name,
        args=(1, None),
        returns=returns,
        nulls="own" if listed else "propagate",
        low_cardinality=False,
        example=example,
    )(lower)


for _extract in EXTRACTS:
    _declare(_extract, "")
    if _extract.any_case:
        _declare(_extract, "CaseInsensitive")


# --- typed extraction ---------------------------------------------------------------------


def _declare_texts(suffix: str) -> tuple[ArrowFunction, ArrowFunction]:
    """The values at paths as ClickHouse's texts in a type, which is the same for all rows."""
    parameters = ("VARCHAR", "VARCHAR[]", "VARCHAR")

    @arrow_function(f"st_json_text{suffix}", parameters, "VARCHAR", handles_null=True)
    def texts(data: pa.ChunkedArray, paths: pa.ChunkedArray, types: pa.ChunkedArray) -> pa.Array:
        if not len(data):
            return pa.array([], pa.string())
        type_ = parse_type(types[0].as_py())
        return find(data, paths, fold=bool(suffix)).array(
            lambda found: escape_array(typed.as_text(found.tape, found.values, type_))
        )

    @arrow_function(f"st_json_pairs{suffix}", parameters, "VARCHAR", handles_null=True)
    def pairs(data: pa.ChunkedArray, paths: pa.ChunkedArray, types: pa.ChunkedArray) -> pa.Array:
        if not len(data):
            return pa.array([], pa.string())
        type_ = parse_type(types[0].as_py())
        return find(data, paths, fold=bool(suffix)).array(
            lambda found: escape_array(typed.pairs_text(found.tape, found.values, type_))
        )

    return texts, pairs


def _check_keys(name: str, type_: Type) -> None:
    """Keys of a map must be Strings, at any depth."""
    if isinstance(type_, Map):
        key = type_.key.of if isinstance(type_.key, LowCardinality) else type_.key
        if not isinstance(key, String):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"{name} doesn't support the return type schema: {type_} with key type not String",
            )
        _check_keys(name, type_.value)
    elif isinstance(type_, Array | Nullable | LowCardinality):
        _check_keys(name, type_.of)
    elif isinstance(type_, Tuple):
        for field in type_.of:
            _check_keys(name, field)


def _named_type(name: str, arguments: Sequence[Argument]) -> Type:
    last = arguments[-1]
    if isinstance(last.type, Nullable) and last.type != NULL_TYPE and last.is_constant:
        raise illegal_type(name, last.type, len(arguments) - 1)
    if not last.is_constant or not isinstance(last.type, String):
        raise Error(
            Code.ILLEGAL_COLUMN,
            f"The last argument of function {name} should be a constant string specifying the"
            f" return data type, illegal value: {last.type}",
        )
    _check_path(name, arguments[:-1])
    type_ = parse_type(str(last.value))
    _check_keys("JSONExtract", type_)
    return type_


def _declare_typed(suffix: str) -> None:
    name = f"JSONExtract{suffix}"
    texts_of, pairs_of = _declare_texts(suffix)

    def lower(call: Call) -> Sql:
        result = parse_type(str(call.value(len(call) - 1)))
        type_name = sql.string(str(result))

        def slow(value: Sql) -> Sql:
            path = _path(call, len(call) - 1)
            text = texts_of(value, path, type_name)
            return _read(text, result, call)

        form = by_kernel.typed_form(result, lambda text, type_: _read(text, type_, call))
        path = by_kernel.constant_path(call, len(call) - 1)
        found = _by_kernel(call[0], path, form, slow, any_case=bool(suffix))
        missing = [sql.is_null(call[i]) for i in range(len(call)) if call.type(i).nullable]
        return sql.case((sql.any_of(missing), sql.NULL), otherwise=found) if missing else found

    lower.__doc__ = "The value at a path in the type that the last argument names."
    function(
        name,
        args=(2, None),
        returns=lambda a: _of_solid(a, _named_type(name, a)),
        nulls="own",
        low_cardinality=False,
        example=(f"{name}('{{\"a\": [1, 2]}}', 'a', 'Array(UInt8)')", "[1,2]"),
    )(lower)

    pairs_name = f"JSONExtractKeysAndValues{suffix}"

    def pairs(call: Call) -> Sql:
        assert isinstance(call.result, Array) and isinstance(call.result.of, Tuple)
        type_, value_type = call.result, call.result.of.of[1]
        texts = Array(Tuple((STRING, leaves.loose(value_type))))
        type_name = sql.string(str(value_type))

        def slow(value: Sql) -> Sql:
            path = _path(call, len(call) - 1)
            text = pairs_of(value, path, type_name)
            found = from_text(texts, text, zone=call.context.zone)
            return leaves.fitted_pairs(value_type, found, partial(_or_null, call))

        form, path = by_kernel.pairs_form(type_), by_kernel.constant_path(call, len(call) - 1)
        return _by_kernel(call[0], path, form, slow, any_case=bool(suffix))

    pairs.__doc__ = "The keys and values of the object at a path, the values in the named type."
    function(
        pairs_name,
        args=(2, None),
        returns=lambda a: _of_solid(a, Array(Tuple((STRING, _named_type(pairs_name, a))))),
        nulls="own",
        low_cardinality=False,
        example=(f"{pairs_name}('{{\"a\": 1}}', 'Int8')", "[('a',1)]"),
    )(pairs)


def _or_null(call: Call, text: Sql, type_: Type) -> Sql:
    return from_text(type_, text, mode=Mode.OR_NULL, zone=call.context.zone)


def _read(text: Sql, type_: Type, call: Call) -> Sql:
    """The value of the text, the default where there is none."""
    plain = type_.of if isinstance(type_, LowCardinality) else type_
    if isinstance(plain, Array | Map | Tuple):
        return sql.let(
            text,
            lambda v: sql.case(
                (sql.is_null(v), leaves.default(plain)),
                otherwise=leaves.fitted(
                    plain,
                    from_text(leaves.loose(plain), v, zone=call.context.zone),
                    partial(_or_null, call),
                ),
            ),
        )
    inner = remove_nullable(plain)
    found = from_text(inner, text, mode=Mode.OR_NULL, zone=call.context.zone)
    return found if isinstance(plain, Nullable) else sql.coalesce(found, leaves.default(inner))


_declare_typed("")
_declare_typed("CaseInsensitive")


@arrow_function("st_isValidJSON_1", ("VARCHAR",), "UTINYINT")
def _is_valid(texts: pa.ChunkedArray) -> pa.Array:
    return pa.array((read(texts).values >= 0).astype(np.uint8))


text_function(
    "isValidJSON",
    (Takes.STRING,),
    UINT8,
    whole=lambda call: sql.case(
        (by_kernel.is_odd(call[0]), _is_valid(call[0])),
        otherwise=sql.cast(sql.call("json_valid", call[0]), "UTINYINT"),
    ),
    low_cardinality=False,
    doc="Whether a text is JSON.",
    example=("isValidJSON('{}')", "1"),
)


# --- output -------------------------------------------------------------------------------


_KERNEL_INDENT, _INDENT, _MOST_INDENT = 4, 4, 32


def _pretty_type(arguments: Sequence[Argument]) -> Type:
    name = "prettyPrintJSON"
    if not isinstance(arguments[0].type, String):
        raise wrong(name, 0, arguments[0], "json", "String")
    if len(arguments) > 1:
        width = arguments[1].type
        if not (is_unsigned(width) and is_native(width)):
            raise wrong(name, 1, arguments[1], "indent", "const UInt*")
        if arguments[1].is_constant and unsigned_constant(arguments[1]) > _MOST_INDENT:
            raise Error(
                Code.BAD_ARGUMENTS,
                f"Indent parameter of function {name} must be between 0 and {_MOST_INDENT}",
            )
    return STRING


@function(
    "prettyPrintJSON",
    args=(1, 2),
    returns=_pretty_type,
    constant_arguments=(1,),
    nulls="guard",
    refuses_default=True,
    example=("prettyPrintJSON('[1]', 1)", "[\\n 1\\n]"),
)
def pretty_print_json(call: Call) -> Sql:
    """JSON over several lines, each level moved by so many spaces (4)."""
    width = unsigned_constant(call.arguments[1]) if len(call) > 1 else _INDENT

    def moved(line: Sql) -> Sql:
        bare = sql.call("ltrim", line)
        level = Sql(f"(length({line}) - length({bare})) // {_KERNEL_INDENT}")
        return sql.op("||", sql.call("repeat", sql.string(" "), sql.op("*", level, width)), bare)

    def shown(text: Sql) -> Sql:
        lines = sql.call("string_split", sql.call("json_pretty", text), Sql("chr(10)"))
        joined = sql.call("array_to_string", lists.transform(lines, moved), Sql("chr(10)"))
        wrong_text = refusal(Code.BAD_ARGUMENTS, f"Invalid JSON string in function {call.name}")
        return sql.case((sql.call("json_valid", text), joined), otherwise=wrong_text)

    return sql.bound(call[0], shown)


@function(
    "toJSONString",
    returns=STRING,
    nulls="guard",
    low_cardinality=False,
    example=("toJSONString([1, 2])", "[1,2]"),
)
def to_json_string(call: Call) -> Sql:
    """The value as JSON."""
    settings = TextSettings.of(call.context.settings, zone=call.context.zone)
    return to_field(call.type(0), call[0], TextMode.JSON, settings)
