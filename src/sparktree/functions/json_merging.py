"""JSONMergePatch: objects in text laid over each other."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence

from sparktree.errors import Error
from sparktree.functions.constant_arguments import wrong
from sparktree.functions.declare import Argument, Call, function
from sparktree.functions.json_values import MISSING, Object, parse
from sparktree.functions.rows import row_function
from sparktree.functions.text_functions import bad
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import STRING, String, Type

_SMALL = re.compile(r"\\u00[0-9a-f]{2}")


def _type(arguments: Sequence[Argument]) -> Type:
    for position, argument in enumerate(arguments):
        if not isinstance(argument.type, String):
            shown = min(position, 4)
            raise wrong("JSONMergePatch", shown, argument, f"json{position + 1}", "String")
    return STRING


@function(
    "JSONMergePatch",
    args=(1, None),
    returns=_type,
    aliases=("jsonMergePatch",),
    refuses_default=True,
    family="json",
    example=("JSONMergePatch('{\"a\":1}', '{\"b\":2}', '{\"a\":3}')", '{"a":3,"b":2}'),
)
def json_merge_patch(call: Call) -> Sql:
    """JSON objects as one: members of later ones take the place of earlier ones, objects in
    both are merged again."""
    return sql.call("st_json_merge", sql.array(*call.sqls))


@row_function("st_json_merge", ("VARCHAR[]",), "VARCHAR")
def _merged(texts: list[bytes]) -> bytes:
    merged, *patches = (_object(text) for text in texts)
    for patch in patches:
        merged = _merge(merged, patch)
    try:
        return _text(merged).encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        raise _wrong("Incorrect surrogate pair") from None


def _wrong(what: str) -> Error:
    return bad(f"Wrong JSON string to merge{what and ': '}{what}")


def _object(text: bytes) -> Object:
    value = parse(text)
    if value is MISSING:
        raise _wrong("it cannot be parsed" if text.strip() else "The document is empty")
    if not isinstance(value, Object):
        raise bad("Wrong JSON string to merge. Expected JSON object")
    return value


def _merge(under: Object, over: Object) -> Object:
    made = Object(under)
    for key, value in over:
        place = next((i for i, (known, _) in enumerate(made) if known == key), None)
        if place is None:
            made.append((key, value))
            continue
        own = made[place][1]
        both = isinstance(own, Object) and isinstance(value, Object)
        made[place] = (key, _merge(own, value) if both else value)  # type: ignore[arg-type]
    return made


def _text(value: object) -> str:
    if isinstance(value, Object):
        return "{" + ",".join(f"{_string(key)}:{_text(inner)}" for key, inner in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_text, value)) + "]"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, int) and -(1 << 63) <= value < 1 << 64:
        return str(value)
    return _float(float(value))  # type: ignore[arg-type]


def _string(text: str) -> str:
    return _SMALL.sub(
        lambda m: m.group()[:2] + m.group()[2:].upper(), json.dumps(text, ensure_ascii=False)
    )


def _float(value: float) -> str:
    """The shortest digits; whole numbers up to 21 of them with `.0`, others with an exponent."""
    if value == 0:
        return "-0.0" if math.copysign(1, value) < 0 else "0.0"
    mantissa, _, power = f"{value!r}".lstrip("-").partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + ("" if fraction == "0" else fraction)).lstrip("0")
    point = int(power or 0) + (len(whole) if whole != "0" else -(len(fraction) - len(digits)))
    digits = digits.rstrip("0")
    sign = "-" if value < 0 else ""
    if len(digits) <= point <= 21:
        return f"{sign}{digits.ljust(point, '0')}.0"
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    rest = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{rest}e{point - 1}"
