"""EXPORT PART: what is refused before anything starts, by which error, in which order."""

from __future__ import annotations

from pathlib import Path

import pytest

import sparktree
from tests.stores.exporting import (
    ALLOWED,
    counted,
    destination,
    error_of,
    export,
    one,
    parts,
    rows,
)
from tests.stores.servers import Bucket

E = "RQ.ClickHouse.ExportPart"
COLUMNS = "id UInt64, p UInt16, s String"
UNSUPPORTED = "does not support MergeTree parts or uses unsupported partitioning"


@pytest.fixture
def db(engine: sparktree.Engine, bucket: Bucket) -> sparktree.Engine:
    """A source with two parts, and a destination that fits."""
    engine.query(f"CREATE TABLE s ({COLUMNS}) ENGINE = MergeTree PARTITION BY p ORDER BY id")
    engine.query("INSERT INTO s SELECT number, number % 2, toString(number) FROM numbers(10)")
    destination(engine, bucket, COLUMNS, "PARTITION BY p")
    return engine


def nothing_happened(db: sparktree.Engine, bucket: Bucket) -> bool:
    """Whether neither an object nor a trace of an export is there."""
    log = "SELECT count() FROM system.part_log WHERE event_type = 'EXPORT_PART'"
    traces = (one(db, "SELECT count() FROM system.exports"), one(db, log))
    return bucket.objects() == [] and counted(db) == [0, 0, 0] and traces == ("0", "0")


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Settings.AllowExperimental")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Settings.AllowExperimental#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Settings.OverwriteFile#1")
def test_the_gate_is_closed_unless_somebody_opens_it(db: sparktree.Engine, bucket: Bucket) -> None:
    query = "SELECT value FROM system.settings WHERE name = '{}'"
    for name in (*ALLOWED, "export_merge_tree_part_overwrite_file_if_exists"):
        assert one(db, query.format(name)) == "0"
        with pytest.raises(sparktree.Error, match="CANNOT_PARSE_BOOL"):
            db.query(f"SET {name} = 'maybe'")
    # The gate comes before all else, even before the part is looked for.
    statement = "ALTER TABLE s EXPORT PART 'none' TO TABLE s"
    with pytest.raises(sparktree.Error, match="experimental") as caught:
        db.query(statement)
    assert caught.value.name == "SUPPORT_IS_DISABLED"
    assert nothing_happened(db, bucket)
    name = parts(db)[0]
    on = "SETTINGS allow_experimental_export_merge_tree_part = 1"
    db.query(f"ALTER TABLE s EXPORT PART '{name}' TO TABLE d {on}")
    db.query("SET allow_experimental_export_merge_tree_part = 1")
    export(db, [parts(db)[1]])
    assert counted(db) == [2, 0, 0]


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SQLCommand")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SQLCommand#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SQLCommand#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SQLCommand#3")
def test_what_the_statement_must_look_like(db: sparktree.Engine, bucket: Bucket) -> None:
    for wrong in (
        "EXPORT PART '0_1_1_0'",
        "EXPORT PART '0_1_1_0' TO d",
        "EXPORT PART 1 TO TABLE d",
        "EXPORT PART x TO TABLE d",
        "EXPORT PART '0_1_1_0', '1_2_2_0' TO TABLE d",
        "EXPORT PART concat('a', 'b') TO TABLE d",
        "EXPORT PART '0_1_1_0' TO TABLE d WHERE 1",
        "EXPORT PART '0_1_1_0' TO TABLE 'd'",
    ):
        assert error_of(db, f"ALTER TABLE s {wrong}").name == "SYNTAX_ERROR", wrong
    db.query("CREATE TABLE m (id UInt64) ENGINE = Memory")
    part = "EXPORT PART '0_1_1_0' TO TABLE"
    assert error_of(db, f"ALTER TABLE none {part} d").name == "UNKNOWN_TABLE"
    assert error_of(db, f"ALTER TABLE s {part} none").name == "UNKNOWN_TABLE"
    assert error_of(db, f"ALTER TABLE m {part} d").name == "NOT_IMPLEMENTED"
    assert error_of(db, "ALTER TABLE s EXPORT PART '' TO TABLE d").name == "NO_SUCH_DATA_PART"
    assert nothing_happened(db, bucket)
    first, second = parts(db)
    db.query(f"ALTER TABLE default.s EXPORT PART '{first}' TO TABLE default.d", settings=ALLOWED)
    export(db, [second])
    assert counted(db) == [2, 0, 0]


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Restrictions.SameTable")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Restrictions.SameTable#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Restrictions.SameTable#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Restrictions.SameTable#3")
def test_a_table_is_not_exported_to_itself(db: sparktree.Engine, bucket: Bucket) -> None:
    for source, target in (("s", "s"), ("s", "default.s"), ("default.s", "s")):
        error = error_of(db, f"ALTER TABLE {source} EXPORT PART 'none' TO TABLE {target}")
        assert (error.code, error.name) == (36, "BAD_ARGUMENTS")
        assert "Exporting to the same table is not allowed" in str(error)
    assert nothing_happened(db, bucket)
    # The same name in another database is another table.
    db.query("CREATE DATABASE other")
    args = bucket.args("other", "'Parquet'", "partition_strategy = 'hive'")
    db.query(f"CREATE TABLE other.s ({COLUMNS}) ENGINE = S3({args}) PARTITION BY p")
    export(db, to="other.s")
    assert rows(db, "SELECT count(), sum(id) FROM other.s") == [["10", "45"]]


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Restrictions.DestinationSupport")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Restrictions.DestinationSupport#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Restrictions.DestinationSupport#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Restrictions.DestinationSupport#3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Restrictions.DestinationSupport#4")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DestinationEngines#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DestinationEngines#6")
def test_the_destination_must_take_parts(db: sparktree.Engine, bucket: Bucket) -> None:
    plain = bucket.args("plain/{_partition_id}.parquet", "'Parquet'")
    single = bucket.args("plain.parquet", "'Parquet'")
    for engine, name in (
        ("MergeTree PARTITION BY p ORDER BY id", "MergeTree"),
        ("Memory", "Memory"),
        ("Log", "Log"),
        (f"S3({plain}) PARTITION BY p", "S3"),
        (f"S3({single}, partition_strategy = 'auto')", "S3"),
    ):
        db.query(f"CREATE OR REPLACE TABLE x ({COLUMNS}) ENGINE = {engine}")
        error = error_of(db, "ALTER TABLE s EXPORT PART 'none' TO TABLE x")
        assert (error.code, error.name) == (48, "NOT_IMPLEMENTED")
        assert f"Destination storage {name} {UNSUPPORTED}" in str(error)
    assert nothing_happened(db, bucket)


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Restrictions.SourcePart")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Restrictions.SourcePart#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Restrictions.SourcePart#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Restrictions.SourcePart#3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Restrictions.SourcePart#4")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#5")
def test_the_part_must_be_there(db: sparktree.Engine, bucket: Bucket) -> None:
    first, second = parts(db)
    db.query(f"ALTER TABLE s DETACH PART '{first}'")
    for name in ("all_9_9_0", "in_va_lid_part", "x'y", first):
        quoted = name.replace("'", "\\'")
        error = error_of(db, f"ALTER TABLE s EXPORT PART '{quoted}' TO TABLE d")
        assert (error.code, error.name) == (232, "NO_SUCH_DATA_PART")
        assert f"No such data part '{name}' to export in table 'default.s'" in str(error)
    # Of several none is exported if one is missing, and nothing stays locked.
    both = f"EXPORT PART '{second}' TO TABLE d, EXPORT PART 'none' TO TABLE d"
    assert error_of(db, f"ALTER TABLE s {both}").name == "NO_SUCH_DATA_PART"
    assert nothing_happened(db, bucket)
    export(db, [second])
    assert counted(db) == [1, 0, 0]
    # Dropped for good: with no time for which outdated parts stay.
    db.query("ALTER TABLE s MODIFY SETTING old_parts_lifetime = 0")
    db.query(f"ALTER TABLE s DROP PART '{second}'")
    db.services.catalog.snapshots.flush()
    db.services.background.wake(db.services.catalog.tables.get("default", "s").uuid)
    for _ in range(200):
        if one(db, f"SELECT count() FROM system.parts WHERE name = '{second}'") == "0":
            break
        db.services.background.wait_idle(db.services.catalog.tables.get("default", "s").uuid, 1)
    assert error_of(db, f"ALTER TABLE s EXPORT PART '{second}' TO TABLE d").code == 232


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SchemaCompatibility")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SchemaCompatibility#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SchemaCompatibility#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SchemaCompatibility#3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SchemaCompatibility#4")
def test_both_tables_must_look_alike(db: sparktree.Engine, bucket: Bucket) -> None:
    statement = f"ALTER TABLE s EXPORT PART '{parts(db)[0]}' TO TABLE x"
    for columns in (
        "id UInt64, p UInt16",
        f"{COLUMNS}, more UInt8",
        "id String, p UInt16, s String",
        "id UInt64, p UInt16, s Nullable(String)",
        "id UInt64, p UInt16, s LowCardinality(String)",
        "id UInt32, p UInt16, s String",
        "id UInt64, s String, p UInt16",
        "id UInt64, p UInt16, text String",
    ):
        destination(db, bucket, columns, "PARTITION BY p", name="x")
        error = error_of(db, statement)
        assert (error.code, error.name) == (122, "INCOMPATIBLE_COLUMNS"), columns
        assert "Tables have different structure" in str(error)
        db.query("DROP TABLE x")
    for by in ("PARTITION BY id", "PARTITION BY (p, id)", "PARTITION BY tuple()"):
        destination(db, bucket, COLUMNS, by, name="x")
        error = error_of(db, statement)
        assert (error.code, error.name) == (36, "BAD_ARGUMENTS"), by
        assert "Tables have different partition key" in str(error)
        db.query("DROP TABLE x")
    assert nothing_happened(db, bucket)


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartitionKeyTypes#9")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartitionKeyTypes#10")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartitionKeyTypes#11")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartitionKeyTypes#12")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartitionKeyTypes#14")
def test_keys_that_no_folder_can_tell(db: sparktree.Engine, bucket: Bucket) -> None:
    columns = (
        "u UUID, e Enum8('a' = 1), w Enum16('b' = 2), f Float32, g Float64, x UInt64, t String"
    )
    destination(db, bucket, columns, name="x")
    for key, named in (
        ("u", "UUID"),
        ("e", "Enum8"),
        ("w", "Enum16"),
        ("f", "Float32"),
        ("g", "Float64"),
        ("intHash32(x)", "intHash32"),
        ("cityHash64(t)", "cityHash64"),
        ("sipHash64(t)", "sipHash64"),
        ("toFloat64(x)", "Float64"),
        ("toUUID(t)", "UUID"),
        ("[x]", "Array(UInt64)"),
        ("(x, g)", "Float64"),
    ):
        db.query(
            f"CREATE OR REPLACE TABLE k ({columns}) ENGINE = MergeTree PARTITION BY {key}"
            " ORDER BY x SETTINGS allow_floating_point_partition_key = 1"
        )
        error = error_of(db, "ALTER TABLE k EXPORT PART 'none' TO TABLE x")
        assert (error.name, named in str(error)) == ("NOT_IMPLEMENTED", True), key
        assert f"Destination storage S3 {UNSUPPORTED}" in str(error)
    # A destination with an expression of such a type cannot even be made.
    for key in ("toFloat64(x)", "toUUID(t)", "[x]"):
        args = bucket.args("y", "'Parquet'", "partition_strategy = 'hive'")
        create = f"CREATE TABLE y ({columns}) ENGINE = S3({args}) PARTITION BY {key}"
        assert error_of(db, create).name == "BAD_ARGUMENTS"
    assert nothing_happened(db, bucket)


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Security#7")
def test_data_does_not_leave_the_machine_unencrypted(
    db: sparktree.Engine, bucket: Bucket, tmp_path: Path
) -> None:
    where = "http://192.0.2.1:9/bucket/x"
    create = (
        f"CREATE TABLE x ({COLUMNS}) ENGINE = S3('{where}', 'AKIATESTTEST0001', 'secret00', "
        "'Parquet', partition_strategy = 'hive') PARTITION BY p"
    )
    db.query(create)
    statement = "ALTER TABLE s EXPORT PART 'none' TO TABLE x"
    error = error_of(db, statement)
    assert error.name == "UNACCEPTABLE_URL"
    assert "http://192.0.2.1:9" in str(error)
    assert "secret00" not in str(error)
    db.query(
        create.replace("TABLE x", "TABLE y").replace("http://192.0.2.1:9", "https://192.0.2.1")
    )
    assert error_of(db, statement.replace("TABLE x", "TABLE y")).name == "NO_SUCH_DATA_PART"
    config = tmp_path / "config.xml"
    config.write_text(
        "<clickhouse><allow_insecure_export_endpoints>1</allow_insecure_export_endpoints>"
        "</clickhouse>"
    )
    with sparktree.connect(str(tmp_path / "open"), config=str(config)) as other:
        other.query(f"CREATE TABLE s ({COLUMNS}) ENGINE = MergeTree PARTITION BY p ORDER BY id")
        other.query(create)
        assert error_of(other, statement).name == "NO_SUCH_DATA_PART"
        setting = "SELECT value, default, changed FROM system.server_settings WHERE name LIKE '%{}'"
        assert rows(other, setting.format("export_endpoints")) == [["1", "0", "1"]]
