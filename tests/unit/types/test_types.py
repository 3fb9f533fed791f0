"""Types: their spelling, and the types that hold several, compared with real ClickHouse."""

import itertools
import re

import pytest

from sparktree.errors import Error
from sparktree.types import least_supertype, parse_type
from tests.oracle import Oracle, OracleError
from tests.unit.formats.samples import SAMPLES

TYPES = (
    "UInt8", "UInt16", "UInt32", "UInt64", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt256",
    "Float32", "Float64", "Decimal(9, 2)", "Decimal(18, 4)", "Bool", "String", "FixedString(3)",
    "Date", "Date32", "DateTime", "DateTime64(3)", "UUID", "IPv4", "IPv6", "Nullable(UInt8)",
    "Nullable(String)", "Array(UInt8)", "Array(String)", "Tuple(UInt8, String)",
    "Map(String, UInt8)", "Enum8('a' = 1)", "LowCardinality(String)", "Nullable(Nothing)",
)  # fmt: skip


@pytest.mark.parametrize("text", [sample.type for sample in SAMPLES])
def test_a_type_is_spelled_as_clickhouse_spells_it(oracle: Oracle, text: str) -> None:
    oracle.query("SET enable_time_time64_type = 1, allow_suspicious_low_cardinality_types = 1")
    shown = oracle.text(f"SELECT toTypeName(defaultValueOfTypeName({_quoted(text)}))", "TSVRaw")
    # Named tuples are shown on several lines there.
    assert str(parse_type(text)) == re.sub(r"\(\n +", "(", shown.rstrip("\n")).replace(
        ",\n    ", ", "
    )
    assert parse_type(str(parse_type(text))) == parse_type(text)


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _theirs(oracle: Oracle, one: str, other: str) -> str:
    array = ", ".join(f"defaultValueOfTypeName({_quoted(text)})" for text in (one, other))
    try:
        name = oracle.text(
            f"SELECT toTypeName([{array}]) SETTINGS use_variant_as_common_type = 0", "TSVRaw"
        )
    except OracleError as error:
        # Some values do not convert to the type that was found for them.
        found = re.search(r"Conversion from \S+ to (\S+) is not supported", str(error))
        return f"Array({found[1]})" if found else "error"
    return name.strip()


def _ours(one: str, other: str) -> str:
    try:
        return f"Array({least_supertype([parse_type(one), parse_type(other)])})"
    except Error:
        return "error"


def test_the_least_common_type_is_clickhouses(oracle: Oracle) -> None:
    oracle.query("SET session_timezone = 'UTC'")
    pairs = list(itertools.combinations_with_replacement(TYPES, 2))
    ours = {pair: _ours(*pair) for pair in pairs}
    theirs = {pair: _theirs(oracle, *pair) for pair in pairs}
    assert ours == theirs


@pytest.mark.parametrize(
    "text", ["Nonsense", "Array", "Array(", "Decimal(100, 2)", "FixedString(0)"]
)
def test_a_wrong_type_is_refused(text: str) -> None:
    with pytest.raises(Error):
        parse_type(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Strin", "Maybe you meant: ['String']. (UNKNOWN_TYPE)"),
        ("Array(Nulable(UInt8))", "Maybe you meant: ['Nullable']. (UNKNOWN_TYPE)"),
        ("Nonsense", "Unknown data type family: Nonsense. (UNKNOWN_TYPE)"),
        ("JSON", "The data type JSON is not supported. (NOT_IMPLEMENTED)"),
    ],
)
def test_an_unknown_type_is_named_with_what_may_be_meant(text: str, message: str) -> None:
    with pytest.raises(Error) as raised:
        parse_type(text)
    assert str(raised.value).endswith(message)
