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
