"""Table functions whose rows are computed: numbers, zeros, primes, random ones; and view()."""

from __future__ import annotations

import random

from sparktree.engines.table_functions.declare import (
    TableCall,
    table_function,
    wrong_count,
)
from sparktree.engines.table_functions.generators import Generated
from sparktree.engines.table_functions.primes import Primes
from sparktree.engines.table_functions.random_rows import RANDOM_ARGUMENTS, RandomRows
from sparktree.engines.table_functions.random_structure import random_structure
from sparktree.engines.table_functions.structures import structure, with_computed
from sparktree.errors import Code, Error
from sparktree.kernel.sql import Sql
from sparktree.planner.environment import View
from sparktree.planner.sources import TableSource
from sparktree.sql import ast
from sparktree.types import (
    UINT8,
    UINT64,
)


@table_function("numbers", "numbers_mt", engine="SystemNumbers")
def numbers(call: TableCall) -> TableSource:
    """Integers from 0: numbers(N), numbers(from, N), numbers(from, N, step)."""
    values = call.integers()
    if len(values) > 3:
        raise wrong_count(call, "'limit' or 'offset, limit' or 'offset, limit, step'")
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


@table_function("primes", engine="SystemPrimes")
def primes(call: TableCall) -> TableSource:
    """Prime numbers from 2: primes(N), primes(offset, N), primes(offset, N, step)."""
    values = call.integers()
    if len(values) > 3:
        raise wrong_count(call, "'limit' or 'offset, limit' or 'offset, limit, step'")
    offset = values[0] if len(values) > 1 else 0
    count = values[min(1, len(values) - 1)] if values else None
    step = values[2] if len(values) == 3 else 1
    if step == 0:
        message = "Table function primes requires step to be a positive number"
        raise Error(Code.BAD_ARGUMENTS, message)
    return Primes(call.name, offset, count, step)


@table_function("generate_series", "generateSeries", engine="SystemNumbers")
def generate_series(call: TableCall) -> TableSource:
    """Integers between two bounds, both included, by a step."""
    values = call.integers(signed=2)
    if len(values) not in (2, 3):
        raise wrong_count(call, "'start, stop' or 'start, stop, step'")
    start, stop, step = (*values, 1)[:3]
    if step == 0:
        message = f"Table function '{call.name}' requires step to be a non-zero number"
        raise Error(Code.BAD_ARGUMENTS, message)
    count = max(0, (stop - start) // step + 1)
    if count >= 1 << 64:
        message = "would generate more values than can be represented in UInt64"
        raise Error(Code.BAD_ARGUMENTS, f"Table function '{call.name}' {message}")
    return _numbered(call.name, "generate_series", start, count, step)


@table_function("zeros", "zeros_mt", engine="SystemZeros", needs_temporary=True)
def zeros(call: TableCall) -> TableSource:
    """Rows of zeros: zeros(N)."""
    values = call.integers()
    if len(values) > 1:
        raise wrong_count(call, "'limit'")
    count = values[0] if values else 1 << 62
    return Generated(call.name, (("zero", UINT8),), 0, count, lambda _, row: "CAST(0 AS UTINYINT)")


@table_function("view", engine="View")
def view(call: TableCall) -> View:
    """A subquery as a table: view(SELECT ...)."""
    (argument,) = call.args
    if not isinstance(argument, ast.Subquery):
        raise Error(Code.BAD_ARGUMENTS, "Table function 'view' requires a query argument.")
    return View("view", argument.query)


@table_function("generateRandom", engine="GenerateRandom")
def generate_random(call: TableCall) -> TableSource | View:
    """Random rows without end: generateRandom(['structure'][, seed[, string[, array length]]])."""
    given = [call.value(i) for i in range(len(call.args))]
    declared = str(given.pop(0)) if given and isinstance(given[0], str) else None
    if declared and (view := with_computed(call.name, call.args, 0, declared, defaults=False)):
        return view
    numbers = [_random_argument(*pair) for pair in zip(RANDOM_ARGUMENTS, given, strict=False)]
    if len(given) > len(RANDOM_ARGUMENTS):
        raise wrong_count(
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
