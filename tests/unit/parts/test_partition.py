import math
import re
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from sparktree.parts.partition import partition_id, partition_text
from sparktree.types.numeric import wide_bytes
from sparktree.types.parse import parse_type

NEW_YEAR, FIFTIES = date(2024, 1, 2), date(1950, 1, 2)
IDENTIFIER = UUID("61f0c404-5cb3-11e7-907b-a6006ad3dba0")
MAPPED = bytes(10) + b"\xff\xff\x01\x02\x03\x04"
ADDRESS = bytes.fromhex("20010db8000000000000000000000001")

# The values of partition_values.tsv in their stored forms, line by line.
STORED: list[tuple[Any, ...]] = [
    *((n,) for n in (5, -5, -(2**63), 2**64 - 1)),
    ((2**127 - 5).to_bytes(16, "big"),),
    (bytes([255] * 16),),
    (wide_bytes(-5, True),),
    (wide_bytes(7, False),),
    *((x,) for x in (1.100000023841858, -2.25, math.nan, -0.0, -math.inf, 1e21, 1e20, 1.5e-7)),
    *((Decimal(x),) for x in ("-1.50", "1.500", "-1.500")),
    (wide_bytes(-1500, True),),
    (Decimal("100.00"),),
    (True,),
    *((x,) for x in ("a'b", "", "é\n\t", "ab\0\0")),
    (IDENTIFIER,),
    *((d,) for d in (NEW_YEAR, date(1970, 1, 1), FIFTIES)),
    *((n,) for n in (1704164645, 1704132245, 1704164645123, -631054555, -631086954999877)),
    *((n,) for n in (11045, -360245, 11045123, -1, 300, 16909060)),
    (ADDRESS,),
    (MAPPED,),
    *((x,) for x in (None, 3, "abc", NEW_YEAR, "abc", None, NEW_YEAR)),
    *((x,) for x in ([1, 2], ["a", "bc'"], [1, None], [True], [16909060], [1], [NEW_YEAR])),
    ([math.nan, 1.5],),
    ({"f1": 1, "f2": "a"},),
    ({"f1": 1, "f2": NEW_YEAR},),
    ([{"f1": "a", "f2": 1}],),
    (3,),
    (1.5,),
    (202401, "a"),
    (-1, NEW_YEAR),
    (16909060, "x"),
    (True, "x"),
    (NEW_YEAR, "x"),
    (NEW_YEAR, "x"),
    (1704164645, "x"),
    (11045, "x"),
    (1, "x"),
    (3, "x"),
    (None, 1),
    ("a\0\0", 1),
    (IDENTIFIER, 1.5),
]


def cases() -> list[list[str]]:
    lines = Path(__file__).with_name("partition_values.tsv").read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def unescaped(text: str) -> str:
    chars = {"n": "\n", "t": "\t", "0": "\0", "\\": "\\"}
    return re.sub(r"\\(.)", lambda match: chars[match.group(1)], text)


@pytest.mark.parametrize(("case", "stored"), list(zip(cases(), STORED, strict=True)))
def test_ids_and_texts_are_those_of_clickhouse(case: list[str], stored: tuple[Any, ...]) -> None:
    types, _, expected_id, expected_text = case
    kinds = [parse_type(text) for text in types.split(" ; ")]
    assert partition_id(stored, kinds) == expected_id
    assert partition_text(stored, kinds) == unescaped(expected_text)


def test_no_partition_key_is_all() -> None:
    assert partition_id((), ()) == "all"
    assert partition_text((), ()) == "tuple()"


def test_bytes_that_are_not_text_hash_as_bytes() -> None:
    kinds = [parse_type("String")]
    # INSERT of unhex('FF00') into a table partitioned by that String, by ClickHouse 26.9
    assert partition_id(["\U0010ffff\0"], kinds) == "07bfb068dc4dcee2ebec05d9ea4999e9"


def test_times_are_shown_in_the_given_zone_unless_the_type_names_one() -> None:
    moment = 1704164645
    assert partition_text([moment], [parse_type("DateTime")], "Asia/Tokyo") == "2024-01-02 12:04:05"
    assert partition_text([moment], [parse_type("DateTime('UTC')")], "Asia/Tokyo").endswith(
        "03:04:05"
    )
