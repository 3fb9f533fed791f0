"""NULL in place of a tuple, as programs get it."""

import pyarrow as pa

import sparktree

_QUERY = "SELECT arrayJoin([NULL, (6, 8), (NULL, 3)]) AS x"


def test_rows_have_none_in_place_of_the_tuple(shared_engine: sparktree.Engine) -> None:
    assert shared_engine.query(_QUERY).rows() == [(None,), ((6, 8),), ((None, 3),)]


def test_arrow_has_null_in_place_of_the_struct(shared_engine: sparktree.Engine) -> None:
    table = shared_engine.query(_QUERY).arrow()
    table.validate(full=True)
    assert table["x"].to_pylist() == [None, {"1": 6, "2": 8}, {"1": None, "2": 3}]
    # Fields under a NULL are NULL, so that none may be declared otherwise.
    assert all(field.nullable for field in pa.schema(table.schema.field("x").type))
