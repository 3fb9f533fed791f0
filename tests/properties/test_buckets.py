from contextlib import closing
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from sparktree.spark import blocks, spool
from sparktree.spark.buckets import split

ROWS = st.lists(st.tuples(st.integers(0, 6), st.none() | st.text(max_size=5)), max_size=60)


@settings(max_examples=60, deadline=None)
@given(ROWS, st.integers(1, 20), st.sampled_from([0, 1 << 30]), st.sampled_from([0, 300, 1 << 30]))
def test_a_split_keeps_every_row_in_its_bucket_and_order(
    rows: list[tuple[int, str | None]], size: int, least: int, plain: int
) -> None:
    """Whether blocks travel or lie in a file, compressed or not."""
    table = pa.table(
        {
            "s": pa.array([text for _, text in rows], pa.string()),
            "b": pa.array([bucket for bucket, _ in rows], pa.uint32()),
        }
    )
    found: dict[int, list[str | None]] = {}
    with (
        TemporaryDirectory() as folder,
        patch.multiple(spool, _LEAST=least, _PLAIN_BYTES=plain),
        closing(spool.Spool(folder)) as encode,
    ):
        for bucket, (kind, payload) in split(table.to_reader(size), 7, encode):
            block = blocks.decode(spool.content(blocks.Record(0, 0, 0, kind, payload)))
            found.setdefault(bucket, []).extend(block.column("s").to_pylist())
            assert (kind is blocks.Kind.PLACE) == (least == 0)
    expected: dict[int, list[str | None]] = {}
    for bucket, text in rows:
        expected.setdefault(bucket, []).append(text)
    assert found == expected
