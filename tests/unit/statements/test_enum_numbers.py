"""Names of an Enum keep their numbers: what ClickHouse itself does not notice is refused, too."""

import pytest

import sparktree


@pytest.mark.parametrize(
    ("column", "type_"),
    [
        ("e", "Enum8('a' = 3, 'b' = 2)"),  # ClickHouse looks in the order of the numbers
        ("e", "Enum8('b' = 1, 'a' = 2)"),
        ("e", "Enum16('a' = 1, 'b' = 5)"),
        ("e", "Nullable(Enum8('a' = 3, 'b' = 2))"),
        ("n", "Nullable(Enum8('a' = 3, 'b' = 2))"),
        ("l", "Array(Enum8('a' = 3, 'b' = 2))"),
    ],
)
def test_a_name_keeps_its_number(engine: sparktree.Engine, column: str, type_: str) -> None:
    one = "Enum8('a' = 1, 'b' = 2)"
    engine.query(
        f"CREATE TABLE t (k UInt8, e {one}, n Nullable({one}), l Array({one}))"
        " ENGINE = MergeTree ORDER BY k"
    )
    declared = engine.query("SHOW CREATE TABLE t").text()
    with pytest.raises(sparktree.Error, match="changes value for element") as caught:
        engine.query(f"ALTER TABLE t MODIFY COLUMN {column} {type_}")
    assert caught.value.name == "CANNOT_CONVERT_TYPE"
    assert engine.query("SHOW CREATE TABLE t").text() == declared
    assert engine.query("SELECT count() FROM system.mutations").text() == "0\n"
