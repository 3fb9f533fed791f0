"""Values of every type to call functions with, as SQL: ordinary, empty and extreme ones."""

import re

# The first value of a type is the ordinary one; the others are empty or at the ends of its range.
POOL: dict[str, tuple[str, ...]] = {
    "integer": (
        "5",
        "0",
        "-1",
        "255",
        "toInt8(-128)",
        "toInt64(-9223372036854775808)",
        "toUInt64(18446744073709551615)",
        "toInt128(-5)",
        "toUInt256(7)",
    ),
    "float": ("2.5", "-0.", "inf", "nan", "-1e300", "toFloat32(1.1)"),
    "decimal": ("toDecimal64('1.25', 2)", "toDecimal32('-0.01', 2)", "toDecimal128('99', 10)"),
    "string": ("'ab c'", "''", "'é日'", "'5'", "'2024-05-06 07:08:09'", "'\\\\xff\\0'"),
    "fixed_string": ("toFixedString('ab', 3)",),
    "date": ("toDate('2024-05-06')", "toDate(0)", "toDate('2149-06-06')", "toDate32('1900-01-01')"),
    "date_time": (
        "toDateTime('2024-05-06 07:08:09', 'UTC')",
        "toDateTime(0, 'UTC')",
        "toDateTime(4294967295, 'UTC')",
        "toDateTime64('2024-05-06 07:08:09.123', 3, 'UTC')",
        "toDateTime64('1900-01-01 00:00:00', 0, 'UTC')",
        "toDateTime('2024-05-06 07:08:09', 'Asia/Tokyo')",
    ),
    "array": ("[1, 2]", "[]", "['a', '']", "[NULL, 3]", "[[1], []]", "[1.5, nan]"),
    "tuple": ("(1, 'a')", "tuple()", "(1.5, 2)", "((1, 2), 3)"),
    "map": ("map('a', 1)", "map()", "map(1, 'x', 2, '')"),
    "uuid": ("toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')",),
    "ip": ("toIPv4('1.2.3.4')", "toIPv6('::1')"),
    "enum": ("CAST('a', 'Enum8(\\'a\\' = 1, \\'b\\' = 2)')",),
    "bool": ("true", "false"),
    "interval": ("toIntervalDay(1)", "INTERVAL 2 MONTH"),
}

# Columns of every type over `number`, for aggregates: the first of a type is the ordinary one.
COLUMNS: dict[str, tuple[str, ...]] = {
    "integer": (
        "number",
        "toInt8(number) - 5",
        "toUInt8(number * 28)",
        "toInt64(number - 5) * 1844674407370955161",
        "toUInt64(number * 1844674407370955161)",
        "toInt128(number) - 5",
        "toUInt128(number)",
        "toInt256(number) - 5",
        "toUInt256(number)",
        "3",
    ),
    "float": (
        "number / 4 - 1",
        "toFloat32(number) / 3",
        "if(number = 3, nan, number / 4)",
        "if(number = 3, inf, number / 4)",
        "if(number > 5, -inf, inf)",
        "nan",
    ),
    "decimal": (
        "toDecimal32(number, 2) - 5",
        "toDecimal64(number, 2)",
        "toDecimal128(number, 10)",
        "toDecimal256(number, 3)",
    ),
    "string": ("toString(number * 3 % 10)", "if(number % 2 = 0, '', 'é日')"),
    "fixed_string": ("toFixedString(toString(number % 4), 3)",),
    "date": ("toDate('2024-05-06') + number", "toDate32('1950-01-01') + number"),
    "date_time": (
        "toDateTime('2024-05-06 07:08:09', 'UTC') + number",
        "toDateTime64('2024-05-06 07:08:09.123', 3, 'UTC') + number",
    ),
    "array": (
        "[number, 1]",
        "range(number)",
        "[toString(number)]",
        "[NULL, number]",
        "[number / 4]",
        "emptyArrayUInt8()",
    ),
    "tuple": ("(number % 4, 'a')", "(number, toNullable(1))"),
    "map": ("map('a', number)", "map(number, 1)"),
    "uuid": ("reinterpretAsUUID(toUInt128(number))",),
    "ip": ("toIPv4(number)", "toIPv6(toString(toIPv4(number)))"),
    "enum": ("CAST(number % 2 + 1, 'Enum8(\\'a\\' = 1, \\'b\\' = 2)')",),
    "bool": ("toBool(number % 3)",),
    "interval": ("toIntervalDay(number)",),
    # No sums with constants, which ClickHouse would take out of aggregates.
    "date32": ("toDate32(number - 7305)",),
    "date_time64": ("toDateTime64(1714979289.123 + number, 3, 'UTC')",),
    "wide_integer": ("toUInt256(number)",),
    "bfloat16": ("toBFloat16(number)",),
    "time": ("toTime(number)",),
}

_KINDS = (
    (r"'", "string"),
    (r"-?\d+$", "integer"),
    (r"-?(\d|inf|nan)", "float"),
    (r"\[|array\(|range\(", "array"),
    (r"\(|tuple\(", "tuple"),
    (r"map\(", "map"),
    (r"toDate(32)?\(|makeDate(32)?\(", "date"),
    (r"toDateTime", "date_time"),
    (r"to(U?Int|Bool)", "integer"),
    (r"to(B?Float)", "float"),
    (r"toDecimal", "decimal"),
    (r"toFixedString", "fixed_string"),
    (r"toUUID|UUIDStringToNum", "uuid"),
    (r"toIPv", "ip"),
    (r"true$|false$", "bool"),
    (r"INTERVAL|toInterval", "interval"),
)


def kind(argument: str) -> str:
    """Which values of the pool are like this one; '' for lambdas and what the pool lacks."""
    if "->" in argument:
        return ""
    return next((name for pattern, name in _KINDS if re.match(pattern, argument)), "")
