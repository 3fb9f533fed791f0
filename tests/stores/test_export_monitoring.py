"""EXPORT PART in sight and under control: system tables, logs, bandwidth, KILL, STOP MOVES."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import sparktree
from sparktree.engines.storage.faults import held
from tests.stores.exporting import (
    ALLOWED,
    counted,
    destination,
    error_of,
    export,
    failures,
    one,
    parts,
    rows,
    wait,
)
from tests.stores.servers import KEY, SECRET, Bucket

COLUMNS = "k UInt64, v String"
FILL = "SELECT number, hex(sipHash128(number)) FROM numbers(2000)"
EXPORTS = (
    "source_database, source_table, destination_database, destination_table, create_time,"
    " part_name, destination_file_path, elapsed, rows_read, total_rows_to_read,"
    " total_size_bytes_compressed, total_size_bytes_uncompressed, bytes_read_uncompressed,"
    " memory_usage, peak_memory_usage, status, exception"
)


def limited(tmp_path: Path, bandwidth: object) -> str:
    """A configuration with a limit for exports."""
    config = tmp_path / "config.xml"
    name = "max_exports_bandwidth_for_server"
    config.write_text(f"<clickhouse><{name}>{bandwidth}</{name}></clickhouse>")
    return str(config)


@pytest.fixture
def slow(tmp_path: Path, bucket: Bucket) -> Iterator[sparktree.Engine]:
    """An engine whose exports of the tables s and r take about a second together."""
    config = limited(tmp_path, 70_000)
    with sparktree.connect(str(tmp_path / "data"), config=config) as engine:
        for name in ("s", "r"):
            engine.query(f"CREATE TABLE {name} ({COLUMNS}) ENGINE = MergeTree ORDER BY k")
            engine.query(f"INSERT INTO {name} {FILL.replace('(number)', f'(number, {name!r})')}")
        destination(engine, bucket, COLUMNS)
        yield engine


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SystemTables.Exports")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SystemTables.Exports#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SystemTables.Exports#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SystemTables.Exports#3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SystemTables.Exports#4")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SystemTables.Exports#5")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SystemTables.Exports#6")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SystemTables.Exports#7")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SystemTables.Exports#8")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SystemTables.Exports#9")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SystemTables.Exports#10")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SystemTables.Exports#11")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SystemTables.Exports#12")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SystemTables.Exports#13")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SystemTables.Exports#14")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SystemTables.Exports#15")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Metrics.Export")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ServerSettings.MaxBandwidth")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Events#5")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Events#6")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Concurrency#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Concurrency#5")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Concurrency#6")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.DestinationSetup#4")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Logging#10")
def test_exports_are_seen_while_they_run_at_the_given_speed(
    slow: sparktree.Engine, bucket: Bucket
) -> None:
    began = time.monotonic()
    for table in ("s", "r"):
        export_one = f"ALTER TABLE {table} EXPORT PART 'all_1_1_0' TO TABLE d"
        slow.query(export_one, settings=ALLOWED)
    assert bucket.objects() == []  # the statements came back before any file is there
    again = error_of(slow, "ALTER TABLE s EXPORT PART 'all_1_1_0' TO TABLE d")
    assert again.name == "ABORTED" and "already being exported" in str(again)
    seen: dict[str, list[list[str]]] = {"s": [], "r": []}
    metrics = []
    while True:
        there = bucket.objects()
        running = rows(slow, f"SELECT {EXPORTS} FROM system.exports WHERE NOT status LIKE '%ed'")
        metrics.append(int(one(slow, "SELECT value FROM system.metrics WHERE metric = 'Export'")))
        if not running:
            break
        # No file is there before all of its rows were read.
        assert len(there) + sum(row[8] != "2000" for row in running) <= 2
        for row in running:
            seen[row[1]].append(row)
    wait(slow)
    wait(slow, "r")
    size = int(one(slow, "SELECT sum(data_compressed_bytes) FROM system.parts WHERE active"))
    assert time.monotonic() - began >= size / 70_000
    assert max(metrics) == 2 and metrics[-1] == 0
    told = (
        "SELECT rows, bytes_on_disk, data_uncompressed_bytes FROM system.parts WHERE table = '{}'"
    )
    for table, found in seen.items():
        (sizes,) = rows(slow, told.format(table))
        for row in found:
            assert row[:4] == ["default", table, "default", "d"]
            assert row[5] == "all_1_1_0" and row[9] == "2000"
            assert [row[9], row[10], row[11]] == sizes
            assert int(row[14]) >= int(row[13]) >= 0 and row[16] == ""
            assert row[6].removeprefix(f"{bucket.name}/") in bucket.objects()
        read = [int(row[8]) for row in found]
        assert read == sorted(read) and len(set(read)) > 3 and read[0] < 2000
        elapsed = [float(row[7]) for row in found]
        assert elapsed == sorted(elapsed)
        assert max(int(row[13]) for row in found if row[15] == "Running") > 0
    ended = f"SELECT {EXPORTS} FROM system.exports ORDER BY source_table"
    first, second = rows(slow, ended), rows(slow, ended)
    assert first == second  # also the time
    for row in first:
        assert (row[8], row[15]) == ("2000", "Completed") and int(row[12]) > 2000 * 40
        assert int(row[14]) > 0
    events = dict(rows(slow, "SELECT event, value FROM system.events WHERE event LIKE 'Exports%'"))
    assert int(events["ExportsThrottlerBytes"]) == pytest.approx(size, abs=4)
    assert int(events["ExportsThrottlerSleepMicroseconds"]) > 0
    logged = "SELECT duration_ms FROM system.part_log WHERE event_type = 'EXPORT_PART'"
    assert max(int(row[0]) for row in rows(slow, logged)) >= size / 70
    submitted = "SELECT create_time BETWEEN now() - 600 AND now() FROM system.exports"
    assert rows(slow, submitted) == [["1"], ["1"]]


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ServerSettings.MaxBandwidth")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ServerSettings.MaxBandwidth#1")
def test_the_bandwidth_is_a_setting_of_the_server(engine: sparktree.Engine, tmp_path: Path) -> None:
    query = "SELECT value, default, changed, type FROM system.server_settings WHERE name = '{}'"
    name = "max_exports_bandwidth_for_server"
    assert rows(engine, query.format(name)) == [["0", "0", "0", "UInt64"]]
    assert error_of(engine, f"SET {name} = 1").name == "UNKNOWN_SETTING"
    for wrong in ("-1", "fast"):
        with pytest.raises(sparktree.Error, match="INVALID_CONFIG_PARAMETER"):
            sparktree.connect(str(tmp_path / "other"), config=limited(tmp_path, wrong))


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Logging")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Logging#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Logging#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Logging#3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Logging#4")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Logging#5")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Logging#6")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Logging#7")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Logging#8")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Logging#9")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Logging#11")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Logging#12")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Logging#13")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Events")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Events#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Events#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Events#4")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.FailureHandling#4")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Security#8")
def test_logs_and_events_tell_of_success_and_failure(
    engine: sparktree.Engine, bucket: Bucket, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "sparktree.exports")
    engine.query(f"CREATE TABLE s ({COLUMNS}) ENGINE = MergeTree ORDER BY k")
    engine.query(f"INSERT INTO s {FILL}")
    destination(engine, bucket, COLUMNS)
    assert one(engine, "SELECT count() FROM system.events WHERE event LIKE '%Export%'") == "0"
    before = time.time()
    export(engine)
    bad = bucket.args("x", "'Parquet'", "partition_strategy = 'hive'").replace(SECRET, "wrong-one")
    engine.query(f"CREATE TABLE x ({COLUMNS}) ENGINE = S3({bad}) PARTITION BY tuple()")
    export(engine, to="x")
    log = (
        "SELECT event_type, toUnixTimestamp(event_time), database, table, part_name, path_on_disk,"
        " duration_ms, error, thread_id, rows, read_rows, read_bytes, destination, query_id != ''"
        " FROM system.part_log WHERE event_type = 'EXPORT_PART'"
    )
    good, failed = rows(engine, log)
    path = one(engine, "SELECT path FROM system.parts WHERE active")
    for row in (good, failed):
        assert row[0] == "EXPORT_PART" and int(before) <= int(row[1]) <= time.time()
        assert row[2:5] == ["default", "s", "all_1_1_0"]
        assert row[5].rstrip("/") == path.rstrip("/")
        assert int(row[6]) > 0 and int(row[8]) > 0 and row[13] == "1"
    assert good[7] == "" and [good[9], good[10]] == ["2000", "2000"] and int(good[11]) > 0
    assert good[12] == f"default.d: {bucket.name}/{bucket.objects()[0]}"
    assert "S3_ERROR" in failed[7] and failed[12].startswith("default.x: ")
    assert good[8] != str(threading.get_native_id())
    told = [record.getMessage() for record in caplog.records]
    assert [("all_1_1_0" in text, "default.d" in text) for text in told] == [
        (True, True), (True, False),
    ]  # fmt: skip
    assert counted(engine) == [1, 1, 0]
    total = "SELECT value FROM system.events WHERE event = 'PartsExportTotalMilliseconds'"
    assert int(one(engine, total)) == pytest.approx(int(good[6]) + int(failed[6]), abs=20)
    # Nobody is told a secret.
    everything = "".join(
        engine.query(f"SELECT * FROM system.{table} FORMAT TSVRaw").text()
        for table in ("part_log", "exports", "errors")
    )
    for secret in (SECRET, "wrong-one"):
        assert secret not in everything + "".join(told)
        assert secret not in engine.query("SHOW CREATE TABLE x FORMAT TSVRaw").text()
        found = "SELECT countIf(position(query, '{}') > 0 AND query NOT LIKE '%countIf%') FROM"
        assert one(engine, f"{found.format(secret)} system.query_log") == "0"
    assert KEY not in everything


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ErrorRecovery.AutomaticCleanup#4")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Concurrency#4")
def test_stop_moves_holds_exports_and_kill_ends_them(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    engine.query(f"CREATE TABLE s ({COLUMNS}) ENGINE = MergeTree ORDER BY k")
    for _ in range(3):
        engine.query(
            "INSERT INTO s SELECT number, 'x' FROM numbers(10)", settings={"max_threads": 1}
        )
    destination(engine, bucket, COLUMNS)
    destination(engine, bucket, COLUMNS, name="e")
    engine.query("SYSTEM STOP MERGES s")
    first, second, third = parts(engine)
    status = "SELECT part_name, status FROM system.exports ORDER BY part_name"
    # What waits is held.
    engine.query("SYSTEM STOP MOVES s")
    export(engine, [first, second])
    assert [row[1] for row in rows(engine, status)] == ["Pending", "Pending"]
    assert bucket.objects() == []
    kill = f"KILL EXPORT PART WHERE part_name = '{first}' AND destination_table = 'd'"
    names = ["default", "s", "default", "d", first]
    assert rows(engine, f"{kill} TEST") == [["unknown_status", *names]]
    assert rows(engine, f"{kill} SYNC") == [["finished", *names]]
    assert rows(engine, f"{kill} SYNC") == []
    engine.query("SYSTEM START MOVES s")
    wait(engine)
    assert rows(engine, status) == [[first, "Cancelled"], [second, "Completed"]]
    # What runs is stopped, and leaves nothing.
    for statement in (f"KILL EXPORT PART WHERE part_name = '{third}'", "SYSTEM STOP MOVES"):
        with held("export_after_write") as point:
            engine.query(f"ALTER TABLE s EXPORT PART '{third}' TO TABLE e", settings=ALLOWED)
            assert point.reached.wait(60)
            running = "SELECT value FROM system.metrics WHERE metric = 'Export'"
            assert one(engine, running) == "1"
            stopping = threading.Thread(target=engine.query, args=(statement,))
            stopping.start()
            assert engine.services.exports.all()[-1].stopped.wait(60)
            point.released.set()
            stopping.join()
        wait(engine)
        assert one(engine, running) == "0"
    engine.query("SYSTEM START MOVES")
    text = failures(engine)
    assert len(text) == 3 and all("Cancelled exporting part" in one_ for one_ in text)
    assert bucket.objects("e/") == []
    export(engine, [third], "e")
    assert len(bucket.objects("e/")) == 1
