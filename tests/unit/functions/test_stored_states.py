"""States that earlier versions stored are read by this one.

`states/v<N>.parquet` has states whose functions gave them the version N, and stays as it is: one
row, one column for every call of `states/v<N>.tsv`, which also has the type and the result.
`v<N>_of_a_table` is the file of a part, with states of all functions of that time.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from sparktree.errors import Error
from sparktree.functions.aggregates.declare import AGGREGATES
from sparktree.functions.core.declare import FUNCTIONS, Argument, Call, QueryContext
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.types import UINT64, Type, parse_type
from sparktree.types.to_text import Mode, to_field
from tests.nearly import nearly_equal

FOLDER = Path(__file__).parent / "states"
OF_A_TABLE = "_of_a_table"
STORED = [
    pytest.param(file.with_suffix(".parquet"), place, *line.split("\t"), id=f"{file.stem}-{place}")
    for file in sorted(FOLDER.glob("*.tsv"))
    for place, line in enumerate(file.read_text().splitlines())
]


def finalized(state: str, type_: Type) -> str:
    """The result of a state as kernel SQL for its text."""
    function = FUNCTIONS["finalizeAggregation"]
    arguments = (Argument(type_),)
    result = function.result_type(arguments)
    call = Call(function.name, arguments, result, QueryContext(), (Sql(state),), lambda i: Sql(""))
    return to_field(result, function.lower(call), Mode.ESCAPED)


@pytest.mark.parametrize(("file", "place", "name", "text"), STORED)
def test_a_stored_state_is_read(file: Path, place: int, name: str, text: str) -> None:
    type_ = parse_type(name)
    stored = Sql(f"s{place}")
    of_a_table = file.stem.endswith(OF_A_TABLE)
    state = type_.from_storage(stored) if of_a_table else f"CAST({stored} AS {type_.kernel})"
    query = f"SELECT {finalized(state, type_)} FROM read_parquet('{file}')"
    with kernel() as cursor:
        ((found,),) = cursor.execute(query).fetchall()
    assert nearly_equal(found, text)


def test_states_of_every_version_are_stored() -> None:
    versions = {declared.stored_version for declared in AGGREGATES.values()}
    assert all((FOLDER / f"v{version}.parquet").exists() for version in versions)


def test_a_later_version_is_refused() -> None:
    declared = AGGREGATES["sum"]
    later = replace(declared, stored_version=declared.stored_version + 1)
    state = later.pack([Sql("1::UBIGINT")])
    refused = "States of the aggregate function sum are known up to version 1.*UNKNOWN_FORMAT"
    with kernel() as cursor:
        cursor.execute(f"SELECT {later.unpack(state, (UINT64,))[0]}").fetchall()
    with pytest.raises(Error, match=refused), kernel() as cursor:
        cursor.execute(f"SELECT {declared.unpack(state, (UINT64,))[0]}").fetchall()
