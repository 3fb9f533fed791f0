"""Table functions: what may stand in FROM with parentheses behind it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.table_functions.generators import Generated
from sparktree.engines.table_functions.primes import Primes
from sparktree.engines.table_functions.random_rows import RANDOM_ARGUMENTS, RandomRows
from sparktree.engines.table_functions.random_structure import random_structure
from sparktree.errors import Code, Error
from sparktree.functions.core.convert_fields import convert_field
from sparktree.hints import maybe
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.planner.environment import Constants, Environment, View
from sparktree.planner.sources import KnownRows, TableSource
from sparktree.registry import Registry
from sparktree.sql import ast, format_query, parse
from sparktree.sql.statements.create import CreateTable
from sparktree.types import (
    UINT8,
    UINT64,
    Integer,
    String,
    Tuple,
    Type,
    least_supertype,
    make_nullable,
    parse_type,
)
from sparktree.types.literal import literal


@dataclass(frozen=True, slots=True)
class TableCall:
    """A call of a table function with what it may ask."""

    name: str
    args: Sequence[ast.Expression]
    constants: Constants
    storage: DataFolder
    environment: Environment

    def value(self, position: int) -> object:
        """The value of a constant argument."""
        return self.constants.value(self.args[position])

    def integers(self, *, signed: int | None = None) -> list[int]:
        """All arguments as unsigned integers, but for one at a position that may be negative."""
        values = [self.constants.value(arg) for arg in self.args]
        for arg, value in zip(self.args, values, strict=True):
            name = ".".join(arg.parts) if isinstance(arg, ast.Identifier) else None
            if name is not None and value == name:
                message = f"Unknown expression identifier `{name}`. In scope {name}"
                raise Error(Code.UNKNOWN_IDENTIFIER, message)
        for position, value in enumerate(values):
            least = -(1 << 63) if position == signed else 0
            whole = isinstance(value, int | float) and least <= value < 1 << 64 and not value % 1
            if not whole:
                raise Error(
                    Code.ILLEGAL_TYPE_OF_ARGUMENT,
                    f"The value {value} is not representable as UInt64,"
                    f" in table function {self.name}",
                )
        return [int(value) for value in values]  # type: ignore[call-overload]


@dataclass(frozen=True, slots=True)
class TableFunction:
    """A table function as declared."""

    name: str
    open: Callable[[TableCall], TableSource | View]
    doc: str


TABLE_FUNCTIONS: Registry[str, TableFunction] = Registry()
ANY_CASE = {"values": "values", "format": "format"}  # names that are found in any case


def table_function(
    *names: str,
) -> Callable[
    [Callable[[TableCall], TableSource | View]], Callable[[TableCall], TableSource | View]
]:
    """Declare a table function under its names."""

    def declare(
        open_: Callable[[TableCall], TableSource | View],
    ) -> Callable[[TableCall], TableSource | View]:
        declared = TableFunction(names[0], open_, (open_.__doc__ or "").strip())
        for name in names:
            TABLE_FUNCTIONS.add(name, declared)
        return open_

    return declare


def open_table_function(
    call: ast.Function, constants: Constants, storage: DataFolder, environment: Environment
) -> TableSource | View:
    """The table that the call gives, or UNKNOWN_FUNCTION."""
    found = TABLE_FUNCTIONS.get(ANY_CASE.get(call.name.lower(), call.name))
    if found is None:
        hint = maybe(call.name, TABLE_FUNCTIONS, 2)
        raise Error(Code.UNKNOWN_FUNCTION, f"Unknown table function {call.name}{hint}")
    return found.open(TableCall(call.name, call.args, constants, storage, environment))


def _wrong_count(call: TableCall, wanted: str) -> Error:
    return Error(
        Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
        f"Table function '{call.name}' requires {wanted}, got {len(call.args)}.",
    )


@table_function("numbers", "numbers_mt")
def numbers(call: TableCall) -> TableSource:
    """Integers from 0: numbers(N), numbers(from, N), numbers(from, N, step)."""
    values = call.integers()
    if len(values) > 3:
        raise _wrong_count(call, "'limit' or 'offset, limit' or 'offset, limit, step'")
    step = values[2] if len(values) == 3 else 1
    if step == 0:
        raise Error(Code.BAD_ARGUMENTS, "Table function 'numbers' requires a step other than 0.")
    offset = values[0] if len(values) > 1 else 0
    count = -(-values[1] // step) if len(values) > 1 else (values[0] if values else 1 << 62)
    return _numbered(call.name, "number", offset, count, step)


def _numbered(name: str, column: str, offset: int, count: int, step: int) -> Generated:
    def value(_: str, row: str) -> str:
        scaled = row if step == 1 else f"({row} * {step})"
        return f"CAST({scaled} + {offset} AS UBIGINT)" if step != 1 else f"CAST({row} AS UBIGINT)"

    if step == 1:
        return Generated(name, ((column, UINT64),), offset, offset + count, value, column)
    if step < 0:  # conditions on falling numbers are checked on the rows
        return Generated(name, ((column, UINT64),), 0, count, value)
    return Generated(name, ((column, UINT64),), 0, count, value, column, offset, step)


@table_function("primes")
def primes(call: TableCall) -> TableSource:
    """Prime numbers from 2: primes(N), primes(offset, N), primes(offset, N, step)."""
    values = call.integers()
    if len(values) > 3:
        raise _wrong_count(call, "'limit' or 'offset, limit' or 'offset, limit, step'")
    offset = values[0] if len(values) > 1 else 0
    count = values[min(1, len(values) - 1)] if values else None
    step = values[2] if len(values) == 3 else 1
    if step == 0:
        message = "Table function primes requires step to be a positive number"
        raise Error(Code.BAD_ARGUMENTS, message)
    return Primes(call.name, offset, count, step)


@table_function("generate_series", "generateSeries")
def generate_series(call: TableCall) -> TableSource:
    """Integers between two bounds, both included, by a step."""
    values = call.integers(signed=2)
    if len(values) not in (2, 3):
        raise _wrong_count(call, "'start, stop' or 'start, stop, step'")
    start, stop, step = (*values, 1)[:3]
    if step == 0:
        message = f"Table function '{call.name}' requires step to be a non-zero number"
        raise Error(Code.BAD_ARGUMENTS, message)
    count = max(0, (stop - start) // step + 1)
    if count >= 1 << 64:
        message = "would generate more values than can be represented in UInt64"
        raise Error(Code.BAD_ARGUMENTS, f"Table function '{call.name}' {message}")
    return _numbered(call.name, "generate_series", start, count, step)


@table_function("zeros", "zeros_mt")
def zeros(call: TableCall) -> TableSource:
    """Rows of zeros: zeros(N)."""
    values = call.integers()
    if len(values) > 1:
        raise _wrong_count(call, "'limit'")
    count = values[0] if values else 1 << 62
    return Generated(call.name, (("zero", UINT8),), 0, count, lambda _, row: "CAST(0 AS UTINYINT)")


@table_function("view")
def view(call: TableCall) -> View:
    """A subquery as a table: view(SELECT ...)."""
    (argument,) = call.args
    if not isinstance(argument, ast.Subquery):
        raise Error(Code.BAD_ARGUMENTS, "Table function 'view' requires a query argument.")
    return View("view", argument.query)


def structure(text: str) -> tuple[tuple[str, Type], ...]:
    """The columns of a text such as `a UInt8, b Array(String)`."""
    create = parse(f"CREATE TABLE t ({text}) ENGINE = Memory").statement
    assert isinstance(create, CreateTable)
    columns = []
    for column in create.columns:
        if column.default_kind == "ALIAS":
            continue  # rows hold no values of it, and nothing that reads them computes any
        if column.type is None:
            raise Error(Code.BAD_ARGUMENTS, f"The structure gives no type for {column.name}.")
        type_ = parse_type(format_query(column.type, one_line=True))
        columns.append((column.name, make_nullable(type_) if column.nullable else type_))
    return tuple(columns)


@table_function("generateRandom")
def generate_random(call: TableCall) -> TableSource:
    """Random rows without end: generateRandom(['structure'][, seed[, string[, array length]]])."""
    given = [call.value(i) for i in range(len(call.args))]
    declared = str(given.pop(0)) if given and isinstance(given[0], str) else None
    numbers = [_random_argument(*pair) for pair in zip(RANDOM_ARGUMENTS, given, strict=False)]
    if len(given) > len(RANDOM_ARGUMENTS):
        raise _wrong_count(
            call,
            "at most four (or three if structure is missing) arguments: [structure, random_seed,"
            " max_string_length, max_array_length]",
        )
    seed = numbers[0] if numbers and numbers[0] is not None else random.getrandbits(63)
    header = structure(random_structure(seed) if declared is None else declared)
    rows = RandomRows(seed, *(n for n in numbers[1:] if n is not None))
    types = dict(header)

    def column(name: str, row: str) -> str:
        return rows.value(types[name], Sql(row), name)

    return Generated(call.name, header, 0, 1 << 62, column)


def _random_argument(name: str, value: object) -> int | None:
    """A number for random rows; the seed may be NULL, which is one of its own each time."""
    if isinstance(value, int) and value >= 0 and not isinstance(value, bool):
        return value
    if value is None and name == RANDOM_ARGUMENTS[0]:
        return None
    shown = "Null" if value is None else "Int64" if isinstance(value, int) else "another"
    message = f"Argument '{name}' must be a literal with type UInt64, got {shown}"
    raise Error(Code.BAD_ARGUMENTS, message)


@table_function("values")
def values(call: TableCall) -> TableSource:
    """Rows given as arguments: values('a UInt8, b String', (1, 'x'), (2, 'y'))."""
    rows = [call.constants.typed(argument) for argument in call.args]
    header: tuple[tuple[str, Type], ...] = ()
    if rows and isinstance(rows[0][0], String) and (len(rows) > 1 or not rows):
        header, rows = structure(str(rows[0][1])), rows[1:]
    if not call.args:
        raise Error(
            Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
            "Table function 'values' requires at least 1 argument",
        )
    if not rows:
        raise _wrong_count(call, "at least one row")
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
