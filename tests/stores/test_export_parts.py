"""EXPORT PART: what is in the files, for every kind of part, column, key and pending change."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import sparktree
from tests.storage.storages import connected, disks_of, local, policy, volume
from tests.stores.exporting import (
    ALLOWED,
    counted,
    destination,
    error_of,
    export,
    export_from_disk,
    failures,
    one,
    parts,
    rows,
    wait,
)
from tests.stores.servers import KEY, SECRET, Bucket

GRAPHITE = Path(__file__).parents[1] / "background" / "graphite.xml"
STOPPED = "SYSTEM STOP MERGES s"


def read(bucket: Bucket, name: str = "d") -> list[dict[str, object]]:
    """The rows of all files of a table, in their order, by a reader that knows nothing of us."""
    found = []
    for key in bucket.objects(f"{name}/"):
        found += pq.ParquetFile(bucket.folder / key).read().to_pylist()
    return found


def metadata(bucket: Bucket, key: str) -> dict[str, Any]:
    """What a file says of its part."""
    raw = pq.read_metadata(bucket.folder / key).metadata
    assert raw is not None
    texts = {k.decode(): v.decode() for k, v in raw.items() if k.startswith(b"clickhouse.")}
    return {k.removeprefix("clickhouse."): _value(v) for k, v in texts.items()}


def _value(text: str) -> Any:
    return json.loads(text) if text[:1] in tuple("[{") or text.isdecimal() else text


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.S3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DestinationEngines")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DestinationEngines#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourceEngines")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourceEngines#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourceEngines#3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourceEngines#4")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourceEngines#5")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourceEngines#6")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourceEngines#7")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourceEngines#8")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourcePartStorage")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourcePartStorage#1")
def test_rows_of_every_engine_as_they_are_stored(tmp_path: Path, bucket: Bucket) -> None:
    engines = {
        "MergeTree": "k UInt64, v Int64",
        "ReplacingMergeTree": "k UInt64, v Int64",
        "SummingMergeTree": "k UInt64, v Int64",
        "CoalescingMergeTree": "k UInt64, v Nullable(Int64)",
        "AggregatingMergeTree": "k UInt64, v SimpleAggregateFunction(max, Int64)",
        "CollapsingMergeTree(v)": "k UInt64, v Int8",
        "VersionedCollapsingMergeTree(v, w)": "k UInt64, v Int8, w UInt8",
        "GraphiteMergeTree('graphite_rollup')": "Path String, Time DateTime, Value Float64,"
        " Timestamp UInt32",
    }
    with sparktree.connect(str(tmp_path / "data"), config=str(GRAPHITE)) as db:
        for number, (engine, columns) in enumerate(engines.items()):
            table, key = f"s{number}", "Path" if "Graphite" in engine else "k"
            db.query(f"CREATE TABLE {table} ({columns}) ENGINE = {engine} ORDER BY {key}")
            db.query(f"SYSTEM STOP MERGES {table}")
            count = len(re.sub(r"\(.*\)", "", columns).split(","))
            values = ", ".join(["1"] * count)
            # Rows with equal keys, which only a merge or FINAL would make one of.
            db.query(
                f"INSERT INTO {table} SETTINGS optimize_on_insert = 0"
                f" SELECT {values} FROM numbers(3)"
            )
            destination(db, bucket, columns, name=f"d{number}")
            commands = [f"EXPORT PART '{n}' TO TABLE d{number}" for n in parts(db, table)]
            db.query(f"ALTER TABLE {table} {', '.join(commands)}", settings=ALLOWED)
        for number in range(len(engines)):
            wait(db, f"s{number}")
            assert rows(db, f"SELECT * FROM d{number}") == rows(db, f"SELECT * FROM s{number}")
            assert len(read(bucket, f"d{number}")) == 3
        assert counted(db) == [len(engines), 0, 0]
        # States of aggregate functions have no form outside of parts: that is said at once.
        columns = "k UInt64, a AggregateFunction(sum, UInt64)"
        db.query(f"CREATE TABLE states ({columns}) ENGINE = AggregatingMergeTree ORDER BY k")
        db.query("INSERT INTO states SELECT 1, sumState(number) FROM numbers(3)")
        create = f"CREATE TABLE x ({columns}) ENGINE = S3({bucket.args('x', 'Parquet')}"
        db.query(create + ", partition_strategy = 'hive') PARTITION BY tuple()")
        name = parts(db, "states")[0]
        error = error_of(db, f"ALTER TABLE states EXPORT PART '{name}' TO TABLE x")
        assert "AggregateFunction(sum, UInt64)" in str(error)


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourceEngines#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourcePartStorage#7")
def test_replicated_tables(tmp_path: Path, bucket: Bucket) -> None:
    """Two servers share the objects of a disk: the second export finds the first one's file."""
    disks = {
        "far": f"<type>s3</type><endpoint>{bucket.url}/root/</endpoint>"
        f"<access_key_id>{KEY}</access_key_id><secret_access_key>{SECRET}</secret_access_key>"
    }
    columns = "k UInt64, v String"
    with connected(tmp_path, disks) as one, connected(tmp_path, disks) as two:
        one.query(
            f"CREATE TABLE s ({columns}) ENGINE = ReplicatedMergeTree('/tables/s', '{{replica}}')"
            " ORDER BY k SETTINGS disk = 'far'"
        )
        one.query(STOPPED)
        one.query("INSERT INTO s SELECT number, toString(number) FROM numbers(1000)")
        destination(one, bucket, columns)
        (name,) = parts(two, "s")
        for db in (one, two):
            db.query(f"ALTER TABLE s EXPORT PART '{name}' TO TABLE d", settings=ALLOWED)
            wait(db, "s")
        assert len(read(bucket)) == 1000
        for db in (one, two):
            assert db.query("SELECT count(), sum(k) FROM s").rows() == [(1000, 499500)]
            assert rows(db, "SELECT * FROM d ORDER BY k") == rows(db, "SELECT * FROM s ORDER BY k")


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourcePartStorage#3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourcePartStorage#4")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourcePartStorage#6")
def test_parts_of_all_tiers(tmp_path: Path, bucket: Bucket) -> None:
    """Local, encrypted and cached ones: what is written is plain Parquet."""
    disks = local(tmp_path, "hot", "below") | local(
        tmp_path, "objects", inside="<type>local_blob_storage</type>"
    )
    disks["secret"] = (
        "<type>encrypted</type><disk>below</disk><path>x/</path><key>1234567812345678</key>"
    )
    disks["fast"] = (
        f"<type>cache</type><disk>objects</disk><path>{tmp_path}/c/</path><max_size>1Mi</max_size>"
    )
    volumes = (volume("v0", "hot"), volume("v1", "secret"), volume("v2", "fast"))
    with connected(tmp_path, disks, policy("tiers", *volumes)) as db:
        columns = "k UInt64, v String"
        db.query(
            f"CREATE TABLE s ({columns}) ENGINE = MergeTree ORDER BY k"
            " SETTINGS storage_policy = 'tiers'"
        )
        db.query(STOPPED)
        for first in (0, 1000, 2000):
            db.query(f"INSERT INTO s SELECT number, toString(number) FROM numbers({first}, 1000)")
        for disk, name in zip(("secret", "fast"), parts(db, "s"), strict=False):
            db.query(f"ALTER TABLE s MOVE PART '{name}' TO DISK '{disk}'")
        assert {disk for _, disk in disks_of(db, "s")} == {"hot", "secret", "fast"}
        destination(db, bucket, columns)
        commands = [f"EXPORT PART '{name}' TO TABLE d" for name in parts(db, "s")]
        db.query(f"ALTER TABLE s {', '.join(commands)}", settings=ALLOWED)
        wait(db, "s")
        assert rows(db, "SELECT * FROM d ORDER BY k") == rows(db, "SELECT * FROM s ORDER BY k")
        assert len(read(bucket)) == 3000


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourcePartStorage#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SourcePartStorage#5")
@pytest.mark.parametrize("kind", ["s3", "gcs"])
def test_parts_in_a_bucket(tmp_path: Path, bucket: Bucket, kind: str) -> None:
    """Google's storage is asked in the way of S3."""
    disks = {
        "far": f"<type>{kind}</type><endpoint>{bucket.url}/root/</endpoint>"
        f"<access_key_id>{KEY}</access_key_id><secret_access_key>{SECRET}</secret_access_key>"
    }
    with connected(tmp_path, disks) as db:
        export_from_disk(db, "far", tmp_path / "out", lambda: bucket.objects("root/"))


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#6")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#11")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#12")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#16")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DestinationSetup")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DestinationSetup#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DestinationSetup#3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DestinationSetup#4")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DestinationSetup#5")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Idempotency#3")
def test_parts_of_inserts_merges_and_mutations(engine: sparktree.Engine, bucket: Bucket) -> None:
    for kind, limit in (("Wide", 0), ("Compact", 1 << 30)):
        source, target = f"s_{kind.lower()}", f"d_{kind.lower()}"
        engine.query(
            f"CREATE TABLE {source} (k UInt64, v String) ENGINE = MergeTree ORDER BY k"
            f" SETTINGS min_bytes_for_wide_part = {limit}, old_parts_lifetime = 1000"
        )
        destination(engine, bucket, "k UInt64, v String", name=target)
        engine.query(f"INSERT INTO {source} SELECT number, 'a' FROM numbers(3)")
        engine.query(f"INSERT INTO {source} SELECT number, 'b' FROM numbers(2)")
        engine.query(f"OPTIMIZE TABLE {source} FINAL")
        engine.query(f"ALTER TABLE {source} UPDATE v = 'c' WHERE k = 0 SETTINGS mutations_sync = 1")
        query = f"SELECT name, part_type FROM system.parts WHERE table = '{source}' ORDER BY name"
        names = [name for name, type_ in rows(engine, query) if type_ == kind]
        assert names == ["all_1_1_0", "all_1_2_1", "all_1_2_1_3", "all_2_2_0"]
        export(engine, names, target, source)  # all but one are outdated
        found = {
            re.sub(r"_[0-9a-f]{32}\.parquet$", "", key.removeprefix(f"{target}/")): [
                (row["k"], row["v"]) for row in pq.read_table(bucket.folder / key).to_pylist()
            ]
            for key in bucket.objects(f"{target}/")
        }
        assert found == {
            "all_1_1_0": [(0, "a"), (1, "a"), (2, "a")],
            "all_2_2_0": [(0, "b"), (1, "b")],
            "all_1_2_1": [(0, "a"), (0, "b"), (1, "a"), (1, "b"), (2, "a")],
            "all_1_2_1_3": [(0, "c"), (0, "c"), (1, "a"), (1, "b"), (2, "a")],
        }
        (key,) = [k for k in bucket.objects(f"{target}/") if "all_1_2_1_3_" in k]
        told = metadata(bucket, key)
        assert {name: told[name] for name in ("part", "partition_id", "part_type", "table")} == {
            "part": "all_1_2_1_3", "partition_id": "all", "part_type": kind, "table": source,
        }  # fmt: skip
        assert (told["part_data_version"], told["mutation_version"], told["level"]) == (3, 3, 1)
    paths = "SELECT destination_file_path FROM system.exports ORDER BY destination_file_path"
    assert [row[0] for row in rows(engine, paths)] == [
        f"{bucket.name}/{k}" for k in bucket.objects()
    ]
    listed = f"SELECT count() FROM s3({bucket.args('d_wide/*.parquet')})"
    assert one(engine, listed) == "15"


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DataPreparation")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DataPreparation#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DataPreparation#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#7")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#9")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#10")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#13")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#18")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#19")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#20")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DestinationSetup#1")
def test_all_physical_columns_and_all_that_a_part_has(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    engine.query(
        "CREATE TABLE s (k UInt64, c String, t DateTime, d UInt8 DEFAULT k + 1,"
        " m UInt64 MATERIALIZED k * 2, a UInt64 ALIAS k * 3, e UInt8 EPHEMERAL, z String CODEC(LZ4)"
        ", INDEX i k TYPE minmax, PROJECTION p (SELECT c, count() GROUP BY c))"
        " ENGINE = MergeTree PARTITION BY (c, k % 2) ORDER BY (k, intHash32(k))"
        " SAMPLE BY intHash32(k) TTL t + INTERVAL 100 YEAR SETTINGS enable_block_number_column = 1,"
        " enable_block_offset_column = 1",
        settings={"allow_experimental_statistics": 1},
    )
    engine.query("SET allow_experimental_statistics = 1")
    engine.query("ALTER TABLE s ADD STATISTICS d TYPE minmax")
    engine.query("INSERT INTO s (k, c, t, z) SELECT 9 - number, 'x', 0, 'z' FROM numbers(4)")
    columns = "k UInt64, c String, t DateTime, d UInt8, m UInt64, z String"
    destination(
        engine,
        bucket,
        f"{columns}, _block_number UInt64, _block_offset UInt64, _part_data_version UInt64",
        "PARTITION BY (c, k % 2)",
    )
    lacking = "k UInt64, c String, t DateTime, d UInt8, z String"
    destination(engine, bucket, lacking, "PARTITION BY (c, k % 2)", name="x")
    name = parts(engine)[0]
    error = error_of(engine, f"ALTER TABLE s EXPORT PART '{name}' TO TABLE x")
    assert error.name == "INCOMPATIBLE_COLUMNS"
    export(engine)
    assert [key.rpartition("/")[0] for key in bucket.objects()] == [
        "d/c=x/k % 2=0",
        "d/c=x/k % 2=1",
    ]
    first, second = (pq.read_table(bucket.folder / key).to_pylist() for key in bucket.objects())
    # A column of the key is in the folder's name; the order is that of the sorting key.
    assert list(first[0]) == [
        "k", "t", "d", "m", "z", "_block_number", "_block_offset", "_part_data_version",
    ]  # fmt: skip
    assert [(r["k"], r["d"], r["m"]) for r in first + second] == [
        (6, 7, 12), (8, 9, 16), (7, 8, 14), (9, 10, 18),
    ]  # fmt: skip
    places = rows(engine, "SELECT k, _block_number, _block_offset, _part_data_version FROM s")
    assert sorted(places) == sorted(
        [str(r[n]) for n in ("k", "_block_number", "_block_offset", "_part_data_version")]
        for r in first + second
    )
    told = metadata(bucket, bucket.objects()[0])
    assert set(told["skip_indexes"]) == {"i"} and set(told["projections"]) == {"p"}
    assert set(told["statistics"]) == {"d"} and len(told["ttl"]) == 1
    assert told["sampling_key"] == "intHash32(k)" and told["primary_key"] == "k, intHash32(k)"
    assert told["sorting_key"] == "k, intHash32(k)"
    assert told["codecs"]["z"] == "LZ4" and told["serialization"]["z"] == "plain"
    assert told["checksum"] == bucket.objects()[0].removesuffix(".parquet")[-32:]
    assert "primary.arrow" in told["checksums"]


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#8")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#14")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#15")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#17")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#22")
def test_deleted_rows_and_pending_changes(engine: sparktree.Engine, bucket: Bucket) -> None:
    engine.query(
        "CREATE TABLE s (k UInt64, a UInt8, b String, c UInt8, g UInt8) ENGINE = MergeTree"
        " ORDER BY k"
    )
    engine.query("CREATE TABLE others (x UInt64) ENGINE = MergeTree ORDER BY x")
    engine.query("INSERT INTO others VALUES (9), (10)")
    engine.query("INSERT INTO s SELECT number, number, 'x', 1, 2 FROM numbers(11)")
    engine.query("DELETE FROM s WHERE k < 5")
    (name,) = parts(engine)
    assert (
        one(engine, "SELECT has_lightweight_delete FROM system.parts WHERE table = 's' AND active")
        == "1"
    )
    engine.query(STOPPED)
    asynchronous = "SETTINGS mutations_sync = 0, alter_sync = 0"
    for change in (
        "UPDATE b = concat(b, '1') WHERE k = 5",
        "DELETE WHERE k = 6",
        "UPDATE b = concat(b, '2') WHERE k = 5",
        "RENAME COLUMN a TO n",
        "MODIFY COLUMN g String",
        "DROP COLUMN c",
        "ADD INDEX i b TYPE minmax",
        "MATERIALIZE INDEX i",
        "DELETE WHERE k IN (SELECT x FROM others WHERE x > 9)",
        "UPDATE b = 'in' WHERE (k, b) IN (SELECT x, 'x' FROM others)",
    ):
        engine.query(f"ALTER TABLE s {change} {asynchronous}")
    engine.query("ALTER TABLE s ADD COLUMN late UInt8 DEFAULT n + 1")
    assert parts(engine) == [name]  # nothing has reached the part
    destination(engine, bucket, "k UInt64, n UInt8, b String, g String, late UInt8")
    # Subqueries mean what they mean when the export is accepted.
    engine.query("SYSTEM STOP MOVES s")
    engine.query(f"ALTER TABLE s EXPORT PART '{name}' TO TABLE d", settings=ALLOWED)
    engine.query("TRUNCATE TABLE others")
    engine.query("SYSTEM START MOVES s")
    wait(engine)
    assert failures(engine) == []
    assert [tuple(row.values()) for row in read(bucket)] == [
        (5, 5, "x12", "2", 6), (7, 7, "x", "2", 8), (8, 8, "x", "2", 9), (9, 9, "in", "2", 10),
    ]  # fmt: skip
    assert len(metadata(bucket, bucket.objects()[0])["applied_mutations"]) >= 6
    # What chance decides cannot be foreseen.
    engine.query(f"ALTER TABLE s UPDATE b = toString(rand()) WHERE k = 7 {asynchronous}")
    refused = error_of(engine, f"ALTER TABLE s EXPORT PART '{name}' TO TABLE d")
    assert refused.name == "BAD_ARGUMENTS" and "non-deterministic" in str(refused)
    engine.query("KILL MUTATION WHERE table = 's' AND command LIKE '%rand%' SYNC")
    # Another change makes it other data, which is another file.
    engine.query(f"ALTER TABLE s UPDATE b = 'y' WHERE 1 {asynchronous}")
    export(engine, [name])
    assert len(bucket.objects()) == 2
    # A part of which no row is left.
    engine.query("SYSTEM START MERGES s")
    engine.query("CREATE TABLE e (k UInt64) ENGINE = MergeTree ORDER BY k")
    engine.query("INSERT INTO e VALUES (1), (2)")
    engine.query("DELETE FROM e WHERE 1")
    destination(engine, bucket, "k UInt64", name="de")
    export(engine, parts(engine, "e"), "de", "e")
    assert read(bucket, "de") == []
    assert counted(engine) == [3, 0, 0]


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartitionKeyTypes")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartitionKeyTypes#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartitionKeyTypes#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartitionKeyTypes#3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartitionKeyTypes#4")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartitionKeyTypes#5")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartitionKeyTypes#6")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartitionKeyTypes#7")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartitionKeyTypes#8")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartitionKeyTypes#13")
def test_folders_of_every_kind_of_key(engine: sparktree.Engine, bucket: Bucket) -> None:
    bits = {f"{u}Int{bits}": bits for bits in (8, 16, 32, 64) for u in ("", "U")}
    names = [f"c{i}" for i in range(len(bits))]
    typed = ", ".join(f"{n} {type_}" for n, type_ in zip(names, bits, strict=True))
    least = [0 if t[0] == "U" else -(2 ** (b - 1)) for t, b in bits.items()]
    most = [2**b - 1 if t[0] == "U" else 2 ** (b - 1) - 1 for t, b in bits.items()]
    # Columns, the key, rows, and the folders that they make.
    keys = [
        (
            typed,
            f"({', '.join(names)})",
            ", ".join(f"({', '.join(map(str, values))}, 0)" for values in (least, most)),
            [
                "/".join(f"{n}={v}" for n, v in zip(names, values, strict=True))
                for values in (least, most)
            ],
        ),
        (
            "a Date, b DateTime, c DateTime64(3)",
            "(a, b, c)",
            "('2020-01-02', '2020-01-02 03:04:05', '2020-01-02 03:04:05.678', 0)",
            ["a=2020-01-02/b=2020-01-02 03:04:05/c=2020-01-02 03:04:05.678"],
        ),
        (
            "a String, b FixedString(4)",
            "(a, b)",
            "('Zürich', 'ab', 0), ('', 'abcd', 0)",
            ["a=/b=abcd", "a=Zürich/b=ab"],
        ),
        (
            "a Date",
            "(toYYYYMM(a), toMonday(a), toYear(a))",
            "('2020-01-02', 0), ('2020-01-03', 1)",
            ["toYYYYMM(a)=202001/toMonday(a)=2019-12-30/toYear(a)=2020"],
        ),
        (
            "a UInt32, b String",
            "(a + x, a * 1000, substring(b, 1, 4))",
            "(4, 'abcdef', 0)",
            ["a + x=4/a * 1000=4000/substring(b, 1, 4)=abcd"],
        ),
        ("a Date", "(toMonday(a), x)", "('2020-01-02', 3)", ["toMonday(a)=2019-12-30/x=3"]),
        ("a UInt8", "", "(1, 0), (2, 0)", [""]),
    ]
    for number, (columns, key, values, _) in enumerate(keys):
        source, target = f"s{number}", f"d{number}"
        columns = f"{columns}, x UInt8, y UInt8 DEFAULT 7"
        by = f"PARTITION BY {key}" if key else ""
        engine.query(f"CREATE TABLE {source} ({columns}) ENGINE = MergeTree {by} ORDER BY tuple()")
        engine.query(f"INSERT INTO {source} (* EXCEPT y) VALUES {values}")
        columns = columns.removesuffix(" DEFAULT 7")
        destination(engine, bucket, columns, by or "PARTITION BY tuple()", name=target)
        commands = [f"EXPORT PART '{n}' TO TABLE {target}" for n in parts(engine, source)]
        engine.query(f"ALTER TABLE {source} {', '.join(commands)}", settings=ALLOWED)
    for number, (_, key, _, folders) in enumerate(keys):
        wait(engine, f"s{number}")
        prefix = f"d{number}/"
        found = {k.removeprefix(prefix).rpartition("/")[0] for k in bucket.objects(prefix)}
        assert sorted(found) == sorted(folders), key
        query = "SELECT * FROM {}{} ORDER BY ALL"
        own = rows(engine, query.format("s", number))
        assert rows(engine, query.format("d", number)) == own, key
    assert failures(engine) == []
    # Expressions are for exports alone.
    error = error_of(engine, "INSERT INTO d3 VALUES ('2020-01-02', 1, 1)")
    assert "Hive partitioning expects" in str(error)
    # A folder's name cannot hold these.
    engine.query("CREATE TABLE s (c String) ENGINE = MergeTree PARTITION BY c ORDER BY tuple()")
    destination(
        engine, bucket, "c String", "PARTITION BY c", more=", partition_columns_in_data_file = 1"
    )
    before = counted(engine)
    for bad in "{}\\/\"'*?":
        quoted = bad.replace("\\", "\\\\").replace("'", "\\'")
        engine.query(f"INSERT INTO s VALUES ('a{quoted}b')")
    for name in parts(engine):
        error = error_of(engine, f"ALTER TABLE s EXPORT PART '{name}' TO TABLE d")
        assert "Illegal character" in str(error)
    assert (bucket.objects("d/"), counted(engine)) == ([], before)
