"""system.one, numbers, zeros: tables that are computed."""

from __future__ import annotations

from collections.abc import Iterator

from sparktree.engines.table_functions.generators import Generated
from sparktree.engines.table_functions.primes import Primes
from sparktree.planner.sources import TableSource
from sparktree.system.table import Reading, SystemTable, system_table
from sparktree.types import UINT8, UINT64

_ENDLESS = 1 << 62


def _single_row(_: Reading) -> Iterator[int]:
    yield 0


system_table(
    SystemTable[int](
        "one", "One row: what SELECT reads without FROM.", _single_row, {"dummy": lambda row: row}
    )
)


def _zeros(name: str) -> TableSource:
    return Generated(name, (("zero", UINT8),), 0, _ENDLESS, lambda _, row: "CAST(0 AS UTINYINT)")


def _numbers(name: str) -> TableSource:
    return Generated(
        name, (("number", UINT64),), 0, _ENDLESS, lambda _, row: f"CAST({row} AS UBIGINT)", "number"
    )


for _name, _doc, _source in (
    ("numbers", "All natural numbers from 0.", _numbers),
    ("numbers_mt", "As system.numbers, in several tasks.", _numbers),
    ("primes", "Prime numbers from 2, as far as a query asks for them.", Primes),
    ("zeros", "Zeros without end.", _zeros),
    ("zeros_mt", "As system.zeros, in several tasks.", _zeros),
):
    system_table(
        SystemTable(
            _name, _doc, source=_source, engine=f"System{_name.removesuffix('_mt').capitalize()}"
        )
    )
