"""The table function values: rows that stand in the query."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.engines.table_functions.declare import (
    TableCall,
    table_function,
    wrong_count,
)
from sparktree.engines.table_functions.structures import structure, with_computed
from sparktree.errors import Code, Error
from sparktree.functions.core.convert_fields import convert_field
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.planner.environment import View
from sparktree.planner.sources import KnownRows, TableSource
from sparktree.types import (
    Integer,
    String,
    Tuple,
    Type,
    least_supertype,
)
from sparktree.types.literal import literal


@table_function("values", engine="Values", any_case=True)
def values(call: TableCall) -> TableSource | View:
    """Rows given as arguments: values('a UInt8, b String', (1, 'x'), (2, 'y'))."""
    rows = [call.constants.typed(argument) for argument in call.args]
    header: tuple[tuple[str, Type], ...] = ()
    if rows and isinstance(rows[0][0], String) and (len(rows) > 1 or not rows):
        text = str(rows[0][1])
        if (view := with_computed(call.name, call.args, 0, text, defaults=False)) is not None:
            return view
        header, rows = structure(text), rows[1:]
    if not call.args:
        raise Error(
            Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
            "Table function 'values' requires at least 1 argument",
        )
    if not rows:
        raise wrong_count(call, "at least one row")
    zone = call.environment.context.zone
    whole = len(header) == 1  # a row is a value, also if it is a tuple
    fields = [[row] if whole else _fields(*row) for row in rows]
    if not header and len({len(row) for row in fields}) > 1:
        raise Error(
            Code.CANNOT_EXTRACT_TABLE_STRUCTURE,
            "Cannot determine a common structure for values function arguments: the amount of"
            " columns is different for different arguments",
        )
    if not header:
        common = [least_supertype(t for t, _ in column) for column in zip(*fields, strict=True)]
        header = tuple((f"c{i}", t) for i, t in enumerate(common, 1))
    lines = [_line(row, header, zone) for row in fields]
    names = ", ".join(sql.quote_name(f"x{i}") for i in range(len(header)))
    text = f"SELECT * FROM (VALUES {', '.join(lines)}) AS t({names})"
    try:
        with kernel() as cursor:
            table = cursor.sql(text).to_arrow_table()
    except Error as error:
        if error.code != Code.CANNOT_PARSE_TEXT:
            raise
        raise Error(Code.TYPE_MISMATCH, error.message) from error
    return KnownRows(call.name, header, table)


def _fields(type_: Type, value: object) -> list[tuple[Type, object]]:
    if not isinstance(type_, Tuple):
        return [(type_, value)]
    items = list(value.values()) if isinstance(value, dict) else list(value)  # type: ignore[call-overload]
    return list(zip(type_.of, items, strict=True))


def _line(row: list[tuple[Type, object]], header: Sequence[tuple[str, Type]], zone: str) -> str:
    if len(row) != len(header):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"A row of values() has {len(row)} elements, the structure {len(header)}.",
        )
    pairs = zip(row, header, strict=True)
    return f"({', '.join(_converted(t, v, target, zone) for (t, v), (_, target) in pairs)})"


def _converted(type_: Type, value: object, target: Type, zone: str) -> str:
    """A constant in the type of its column, which has to hold it."""
    if value is None and not target.nullable:
        raise Error(Code.TYPE_MISMATCH, f"Cannot convert NULL to {target}")
    inner = target.inner
    if isinstance(type_, Tuple) and not isinstance(inner, Tuple):
        raise Error(
            Code.TYPE_MISMATCH,
            f"Type mismatch in IN or VALUES section. Expected: {target}. Got: Tuple",
        )
    number = isinstance(inner, Integer) and isinstance(value, int | float)
    if number and not _holds(inner, value):  # type: ignore[arg-type]
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            f"Cannot convert value '{value}' from {type_}: it cannot be represented as {inner}",
        )
    # A text that is no value is an error also for a Nullable column.
    return convert_field(literal(type_, value), type_, target if value is None else inner, zone)


def _holds(type_: Integer, value: float) -> bool:
    return type_.minimum <= value <= type_.maximum and value == int(value)
