import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from sparktree.spark import blocks
from sparktree.spark.buckets import split

ROWS = st.lists(st.tuples(st.integers(0, 6), st.none() | st.text(max_size=5)), max_size=60)


@settings(max_examples=60, deadline=None)
@given(ROWS, st.integers(1, 20))
def test_a_split_keeps_every_row_in_its_bucket_and_order(
    rows: list[tuple[int, str | None]], size: int
) -> None:
    table = pa.table(
        {
            "s": pa.array([text for _, text in rows], pa.string()),
            "b": pa.array([bucket for bucket, _ in rows], pa.uint32()),
        }
    )
    found: dict[int, list[str | None]] = {}
    for bucket, block in split(table.to_reader(size), 7):
        found.setdefault(bucket, []).extend(blocks.decode(block).column("s").to_pylist())
    expected: dict[int, list[str | None]] = {}
    for bucket, text in rows:
        expected.setdefault(bucket, []).append(text)
    assert found == expected
