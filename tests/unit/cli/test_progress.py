"""Rows, sizes and speeds are told in clickhouse-client's words."""

import pytest

from sparktree.cli.progress import readable_quantity, readable_size, summary


@pytest.mark.parametrize(
    ("number", "quantity", "size"),
    [
        (0, "0.00", "0.00 B"),
        (999, "999.00", "999.00 B"),
        (1000, "1.00 thousand", "1.00 KB"),
        (1_500_000, "1.50 million", "1.50 MB"),
        (2_340_000_000, "2.34 billion", "2.34 GB"),
    ],
)
def test_quantities_and_sizes_are_readable(number: int, quantity: str, size: str) -> None:
    assert (readable_quantity(number), readable_size(number)) == (quantity, size)


def test_one_row_and_several() -> None:
    assert summary(1, 0.0121, 1, 8) == "1 row in set. Elapsed: 0.012 sec. "
    assert summary(0, 0, 0, 0) == "0 rows in set. Elapsed: 0.000 sec. "


def test_what_was_read_is_told_from_a_thousand_rows() -> None:
    assert summary(3, 0.5, 1_000_000, 8_000_000) == (
        "3 rows in set. Elapsed: 0.500 sec. Processed 1.00 million rows, 8.00 MB "
        "(2.00 million rows/s., 16.00 MB/s.)"
    )
