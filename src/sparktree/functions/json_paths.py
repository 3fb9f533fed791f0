"""JSON paths: JSON_VALUE, JSON_QUERY, JSON_EXISTS; and the length of JSON arrays."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sparktree.errors import Code
from sparktree.functions import json_kernel, json_values
from sparktree.functions.declare import Argument, Call, QueryContext
from sparktree.functions.forms import Kernel
from sparktree.functions.json_values import MISSING, Object
from sparktree.functions.rows import row_function
from sparktree.functions.text_functions import bad, text_function
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import STRING, UINT8, UINT64, Nullable, Type


def _kernel_steps(call: Call) -> json_kernel.Path | None:
    """The path that is the second argument, as the kernel writes it; None if it cannot."""
    path = json_kernel.Path()
    for step in _path_steps(str(call.value(1))):
        name, places, key = step.groups()
        wanted = name or key
        if places is not None:
            if not places.isdigit():
                return None
            path = json_kernel.Path(f"{path.text}[{places}]")
        elif not wanted or wanted == "*" or "\\" in wanted:
            return None
        else:
            path = json_kernel.Path(f'{path.text}."{wanted}"')
    return path


def _kernel_path(name: str) -> Kernel:
    """By the kernel for a path of keys and places; that is the second argument, if there is one."""

    def lower(call: Call, text: Sql, *given: Sql) -> Sql | None:
        path = _kernel_steps(call) if given else json_kernel.Path()
        if path is None:
            return None
        slow = f"st_{name}_{1 + len(given)}"
        return json_kernel.known(
            text, path, json_kernel.FORMS[name], lambda v: sql.call(slow, v, *given)
        )

    return lower


def _array_length(data: bytes) -> int | None:
    value = json_values.parse(data)
    return len(value) if isinstance(value, list) and not isinstance(value, Object) else None


text_function(
    "JSONArrayLength",
    "t",
    lambda a: Nullable(UINT64),
    _array_length,
    kernel=_kernel_path("JSONArrayLength"),
    result_kernel="UBIGINT",
    any_case_aliases=("JSON_ARRAY_LENGTH",),
    family="json",
    doc="How many elements a JSON array has; NULL if it is none.",
    example=("JSONArrayLength('[1, 2]')", "2"),
)


_STEP = re.compile(
    r"\.([A-Za-z_][A-Za-z0-9_]*|\*)|\[\s*(\*|\d+(?:\s+to\s+\d+)?(?:\s*,\s*\d+)*)\s*\]|\[\s*['\"]([^'\"]*)['\"]\s*\]"
)


def _path_steps(path: str) -> list[re.Match[str]]:
    if not path.startswith("$"):
        raise bad(f"Unable to parse JSONPath: {path}")
    steps, position = [], 1
    while position < len(path):
        match = _STEP.match(path, position)
        if match is None:
            raise bad(f"Unable to parse JSONPath: {path}")
        steps.append(match)
        position = match.end()
    return steps


def _select(values: list[object], match: re.Match[str]) -> list[object]:
    name, indexes, key = match.groups()
    if indexes is None:
        wanted = name if name is not None else key
        if wanted == "*" and name is not None:
            return [v for value in values if isinstance(value, Object) for _, v in value]
        found = (json_values.step(value, "k" + wanted) for value in values)
        return [v for v in found if v is not MISSING]
    lists = [v for v in values if isinstance(v, list) and not isinstance(v, Object)]
    if indexes == "*":
        return [item for value in lists for item in value]
    return [value[i] for value in lists for i in _numbers(indexes) if i < len(value)]


def _numbers(text: str) -> list[int]:
    out: list[int] = []
    for part in text.split(","):
        bounds = [int(n) for n in re.findall(r"\d+", part)]
        out += range(bounds[0], bounds[-1]) if "to" in part else bounds
    return out


def _matches(data: bytes, path: bytes) -> list[object]:
    values: list[object] = [json_values.parse(data)]
    for match in _path_steps(path.decode("utf-8", "replace")):
        values = _select(values, match)
    return [] if values == [MISSING] else values


@row_function("st_json_value", ("VARCHAR", "VARCHAR", "BOOLEAN"), "VARCHAR")
def _json_value(data: bytes, path: bytes, complex_: bool) -> bytes | None:
    values = (v for v in _matches(data, path) if complex_ or not isinstance(v, list))
    found = next(values, MISSING)
    if found is MISSING:
        return None
    return (found if isinstance(found, str) else json_values.raw(found)).encode()


def _kernel_value(call: Call, text: Sql, path: Sql) -> Sql:
    """The settings say whether there may be NULL, and whether arrays and objects count."""
    complex_ = call.context.setting("function_json_value_return_type_allow_complex")
    flag = "true" if complex_ else "false"
    nothing = sql.NULL if _gives_null(call.context) else Sql("''")

    def slow(v: Sql) -> Sql:
        found = sql.call("st_json_value", v, path, flag)
        return found if nothing == sql.NULL else sql.coalesce(found, nothing)

    where = _kernel_steps(call)
    if where is None:
        return slow(text)
    form = json_kernel.value_form(nothing, bool(complex_))
    return json_kernel.known(text, where, form, slow)


def _gives_null(context: QueryContext | None) -> bool:
    name = "function_json_value_return_type_allow_nullable"
    return context is not None and bool(context.setting(name))


def _value_type(arguments: Sequence[Argument]) -> Type:
    return Nullable(STRING) if _gives_null(arguments[0].context) else STRING


def _json_query(data: bytes, path: bytes) -> bytes:
    found = [json_values.raw(v, json_values.short_number) for v in _matches(data, path)]
    return ("[" + ", ".join(found) + "]").encode() if found else b""


text_function(
    "JSON_VALUE",
    "tt*",
    _value_type,
    kernel=_kernel_value,
    too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    odd=_kernel_value,
    family="json",
    constant_arguments=(1,),
    doc="The first scalar at a JSON path.",
    example=("JSON_VALUE('{\"a\": {\"b\": 1}}', '$.a.b')", "1"),
)
text_function(
    "JSON_QUERY",
    "tt*",
    STRING,
    _json_query,
    kernel=_kernel_path("JSON_QUERY"),
    too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    family="json",
    constant_arguments=(1,),
    doc="All values at a JSON path, as a JSON array.",
    example=("JSON_QUERY('{\"a\": [1, 2]}', '$.a')", "[[1,2]]"),
)
text_function(
    "JSON_EXISTS",
    "tt*",
    UINT8,
    lambda s, p: int(bool(_matches(s, p))),
    kernel=_kernel_path("JSON_EXISTS"),
    too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    family="json",
    constant_arguments=(1,),
    doc="Whether there is something at a JSON path.",
    example=("JSON_EXISTS('{\"a\": 1}', '$.a')", "1"),
)
