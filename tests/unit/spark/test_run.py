from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from pyspark import SparkFiles

from sparktree.errors import Code, Error
from sparktree.spark import blocks, spool
from sparktree.spark.jobs import JOBS
from sparktree.spark.progress import Progress
from sparktree.spark.queries import RunOptions
from sparktree.spark.session import SparkHandle
from sparktree.spark.stages import (
    BlockRelation,
    BroadcastRelation,
    ExchangeRelation,
    Gather,
    Hash,
    Relation,
    Single,
    SqlRelation,
    Stage,
    WorkRelation,
)
from sparktree.spark.stopping import Most
from tests.unit.spark import sinks

Options = Callable[..., RunOptions]
Task = dict[str, Relation]


def numbers(start: int, end: int) -> Relation:
    return SqlRelation(f"SELECT range AS x FROM range({start}, {end})", rows=end - start, bytes=8)


def scans(tasks: int, each: int) -> tuple[Task, ...]:
    return tuple({"t": numbers(task * each, (task + 1) * each)} for task in range(tasks))


def buckets(stages: dict[str, int], count: int) -> tuple[Task, ...]:
    return tuple(
        {name: ExchangeRelation(stage) for name, stage in stages.items()} for _ in range(count)
    )


def table(handle: SparkHandle, stages: list[Stage], options: RunOptions) -> pa.Table:
    return pa.concat_tables(handle.run(stages, options))


def test_rows_come_back_in_the_order_of_the_tasks(handle: SparkHandle, options: Options) -> None:
    stage = Stage("SELECT x FROM t", scans(9, 3))
    assert table(handle, [stage], options()).column("x").to_pylist() == list(range(27))


def test_no_rows_still_have_a_schema(handle: SparkHandle, options: Options) -> None:
    stage = Stage("SELECT x, 'a' AS s FROM t WHERE x > 100", scans(2, 3))
    result = table(handle, [stage], options())
    assert (result.column_names, result.num_rows) == (["x", "s"], 0)


def test_equal_keys_meet_in_one_task(handle: SparkHandle, options: Options) -> None:
    stages = [
        Stage("SELECT x % 7 AS k, x FROM t", scans(3, 100), Hash(("k",), 4)),
        Stage("SELECT k, count(*) AS n FROM p GROUP BY k", buckets({"p": 0}, 4)),
    ]
    found = table(handle, stages, options()).to_pylist()
    expected = [{"k": k, "n": len(range(k, 300, 7))} for k in range(7)]
    assert sorted(found, key=lambda row: row["k"]) == expected


def test_a_bucket_keeps_the_order_of_tasks_and_rows(handle: SparkHandle, options: Options) -> None:
    stages = [
        Stage("SELECT x % 3 AS k, x FROM t", scans(4, 50), Hash(("k",), 3)),
        Stage("SELECT k, list(x) AS xs FROM p GROUP BY k", buckets({"p": 0}, 3)),
    ]
    found = {row["k"]: row["xs"] for row in table(handle, stages, options()).to_pylist()}
    assert found == {k: list(range(k, 200, 3)) for k in range(3)}


def test_a_bucket_without_rows_knows_its_columns(handle: SparkHandle, options: Options) -> None:
    stages = [
        Stage("SELECT x FROM t WHERE x = 1", scans(2, 3), Hash(("x",), 5)),
        Stage("SELECT count(x) AS n FROM p", buckets({"p": 0}, 5)),
    ]
    assert sorted(table(handle, stages, options()).column("n").to_pylist()) == [0, 0, 0, 0, 1]


def test_single_brings_all_rows_to_one_task(handle: SparkHandle, options: Options) -> None:
    stages = [
        Stage("SELECT sum(x) AS s FROM t", scans(3, 10), Single()),
        Stage("SELECT sum(s)::BIGINT AS s FROM p", buckets({"p": 0}, 1)),
    ]
    assert table(handle, stages, options()).to_pylist() == [{"s": sum(range(30))}]


def test_two_exchanges_meet_in_a_join(handle: SparkHandle, options: Options) -> None:
    stages = [
        Stage("SELECT x, x * 2 AS a FROM t", scans(2, 20), Hash(("x",), 3)),
        Stage("SELECT x, x * 3 AS b FROM t", scans(3, 5), Hash(("x",), 3)),
        Stage("SELECT l.x, a, b FROM l JOIN r USING (x)", buckets({"l": 0, "r": 1}, 3)),
    ]
    found = table(handle, stages, options()).to_pylist()
    expected = [{"x": x, "a": 2 * x, "b": 3 * x} for x in range(15)]
    assert sorted(found, key=lambda row: row["x"]) == expected


def test_one_exchange_is_read_by_two_stages_and_made_once(
    handle: SparkHandle, options: Options
) -> None:
    stages = [
        Stage("SELECT x, random() AS r FROM t", scans(2, 20), Hash(("x",), 2)),
        Stage("SELECT x, r AS a FROM p", buckets({"p": 0}, 2), Hash(("x",), 2)),
        Stage("SELECT x, r AS b FROM p", buckets({"p": 0}, 2), Hash(("x",), 2)),
        Stage("SELECT a = b AS same FROM l JOIN r USING (x)", buckets({"l": 1, "r": 2}, 2)),
    ]
    assert table(handle, stages, options()).column("same").to_pylist() == [True] * 40


@pytest.mark.parametrize("rows", [10, 200_000])
def test_a_broadcast_reaches_every_task(handle: SparkHandle, options: Options, rows: int) -> None:
    stages = [
        Stage("SELECT x, hash(x) AS h FROM t", ({"t": numbers(0, rows)},), Gather()),
        Stage(
            "SELECT count(*) AS n FROM t JOIN b USING (x)",
            tuple({**scan, "b": BroadcastRelation(0)} for scan in scans(2, 5)),
        ),
    ]
    assert table(handle, stages, options()).column("n").to_pylist() == [5, 5]


@pytest.mark.parametrize("rows", [3, 100_000])
def test_blocks_travel_with_their_task(handle: SparkHandle, options: Options, rows: int) -> None:
    def block(start: int) -> BlockRelation:
        data = pa.table({"x": range(start, start + rows)})
        return BlockRelation((blocks.encode(data.schema, data.to_batches()),))

    stage = Stage("SELECT min(x) AS a, count(*) AS n FROM b", ({"b": block(0)}, {"b": block(7)}))
    expected = [{"a": 0, "n": rows}, {"a": 7, "n": rows}]
    assert table(handle, [stage], options()).to_pylist() == expected


def test_an_input_may_be_read_twice(handle: SparkHandle, options: Options) -> None:
    stages = [
        Stage("SELECT x FROM t", scans(2, 5), Single()),
        Stage("SELECT count(*) AS n FROM p a JOIN p b USING (x)", buckets({"p": 0}, 1)),
    ]
    assert table(handle, stages, options()).to_pylist() == [{"n": 10}]


def test_setup_runs_before_the_query(handle: SparkHandle, options: Options) -> None:
    stage = Stage("SELECT getvariable('v') AS v", ({},), setup=("SET VARIABLE v = 5",))
    assert table(handle, [stage], options()).to_pylist() == [{"v": 5}]


def test_a_task_sees_nothing_of_the_task_before_it(handle: SparkHandle, options: Options) -> None:
    table(handle, [Stage("SELECT * FROM t", scans(1, 3))], options())
    with pytest.raises(Error, match="Table with name t does not exist"):
        table(handle, [Stage("SELECT * FROM t", ({},))], options())


def test_a_sink_takes_the_rows(handle: SparkHandle, options: Options) -> None:
    stage = Stage("SELECT x FROM t", scans(3, 4), sink=sinks.count_rows)
    assert handle.run_sink([stage], options()) == [b"0:4", b"1:4", b"2:4"]


def test_work_needs_no_sql_and_tells_what_it_read(handle: SparkHandle, options: Options) -> None:
    told: list[Progress] = []
    stage = Stage(
        inputs=({"rows": WorkRelation(5)}, {"rows": WorkRelation(7)}), work=sinks.own_work
    )
    assert handle.run_sink([stage], options(on_progress=told.append)) == [b"task 0", b"task 1"]
    assert told[-1].rows == 12


def test_a_sink_may_yield_nothing(handle: SparkHandle, options: Options) -> None:
    assert handle.run_sink([Stage("SELECT 1", ({},), sink=sinks.ignore_rows)], options()) == []


def test_a_sink_behind_an_exchange(handle: SparkHandle, options: Options) -> None:
    stages = [
        Stage("SELECT x FROM t", scans(2, 50), Hash(("x",), 2)),
        Stage("SELECT x FROM p", buckets({"p": 0}, 2), sink=sinks.count_rows),
    ]
    results = handle.run_sink(stages, options())
    assert sum(int(result.split(b":")[1]) for result in results) == 100


@pytest.mark.parametrize(
    ("stages", "message"),
    [
        ([], "last stage"),
        ([Stage("SELECT 1", ())], "no tasks"),
        ([Stage(inputs=({},))], "nothing to do"),
        ([Stage("SELECT 1", ({},), work=sinks.own_work)], "work of its own besides SQL"),
        ([Stage("SELECT 1", ({},), Single())], "last stage"),
        ([Stage("SELECT 1", buckets({"p": 0}, 1))], "does not come before"),
        (
            [Stage("SELECT 1 AS x", ({},), Single()), Stage("SELECT 1", buckets({"p": 0}, 2))],
            "2 tasks for 1 buckets",
        ),
    ],
)
def test_an_impossible_plan_is_refused(
    handle: SparkHandle, options: Options, stages: list[Stage], message: str
) -> None:
    with pytest.raises(Error, match=message):
        table(handle, stages, options())


def test_an_early_end_of_reading_stops_the_run(
    handle: SparkHandle, options: Options, tmp_path: Path
) -> None:
    sql = "SELECT x, CASE WHEN x > 300 THEN error('read too far') END AS e FROM t"
    rows = handle.run([Stage(sql, scans(200, 10))], options())
    assert next(rows).column("x").to_pylist() == list(range(10))
    rows.close()  # type: ignore[attr-defined]


def test_a_cancelled_run_starts_no_job_any_more(handle: SparkHandle) -> None:
    known, group = handle.context_state(), JOBS.group("cancelled-early")
    known.cancel(group)
    late = JOBS.submit(
        known.context, group, "test", lambda: known.context.parallelize((1, 2)).collect()
    )
    with pytest.raises(Error, match="cancelled"):
        late.result()


LARGE = 100_000  # rows of a task: blocks that are left in files


def left_files() -> list[Path]:
    """Folders of runs whose blocks are still there."""
    return list(Path(SparkFiles.getRootDirectory()).glob("sparktree-exchange-*"))


@pytest.mark.parametrize("output", [Hash(("k",), 2), Single()], ids=["Hash", "Single"])
def test_large_blocks_are_files_as_long_as_the_run(
    handle: SparkHandle, options: Options, output: Hash | Single
) -> None:
    count = output.buckets if isinstance(output, Hash) else 1
    stages = [
        Stage("SELECT x AS k, 'text ' || x AS s FROM t", scans(2, LARGE), output),
        Stage(
            "SELECT count(DISTINCT s) AS n, sum(k)::BIGINT AS total, (SELECT count(*) FROM"
            " glob(getvariable('files'))) AS files FROM p",
            buckets({"p": 0}, count),
            setup=(f"SET VARIABLE files = '{SparkFiles.getRootDirectory()}/sparktree-*/*'",),
        ),
    ]
    found = table(handle, stages, options()).to_pylist()
    assert sum(row["n"] for row in found) == 2 * LARGE
    assert sum(row["total"] for row in found) == sum(range(2 * LARGE))
    assert {row["files"] for row in found} == {2}  # one of each task
    assert left_files() == []


def test_large_results_come_by_files_that_go_as_they_are_read(
    handle: SparkHandle, options: Options
) -> None:
    rows = handle.run([Stage("SELECT x FROM t", scans(40, LARGE))], options())
    first = next(rows)
    assert [path.stat().st_size > 0 for run in left_files() for path in run.iterdir()]
    later = [len(list(run.iterdir())) for _ in rows for run in left_files()]
    assert max(later) < 40  # no longer all of them, though none is read twice
    assert left_files() == []
    assert first.column("x").to_pylist() == list(range(LARGE))  # what is mapped stays


def test_a_result_ends_where_it_is_too_large(handle: SparkHandle, options: Options) -> None:
    endless = ({"t": numbers(0, 1 << 50)},)
    for most in (Most(rows=1000), Most(bytes=1000)):
        found = table(handle, [Stage("SELECT x FROM t", endless)], options(most=most))
        assert 1000 < found.num_rows <= 1 << 20
    small = table(handle, [Stage("SELECT x FROM t", scans(1, 1000))], options(most=Most(rows=1000)))
    assert small.num_rows == 1000


def test_only_the_last_stage_knows_how_large_a_result_may_be(
    handle: SparkHandle, options: Options
) -> None:
    stages = [
        Stage("SELECT x FROM t", scans(1, LARGE * 3)),
        Stage("SELECT count(*) AS n FROM b", ({"b": BroadcastRelation(0)},)),
    ]
    found = table(handle, stages, options(most=Most(rows=10)))
    assert found.to_pylist() == [{"n": LARGE * 3}]


def test_tasks_leave_room_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool, "_FREE_SHARE", 1.0)
    monkeypatch.setattr(spool, "_FREE_BYTES", 1 << 60)
    batch = pa.record_batch({"x": pa.array(range(LARGE))})
    with pytest.raises(Error) as failure:
        spool.Spool(str(tmp_path))(batch.schema, [batch])
    assert failure.value.code == Code.NOT_ENOUGH_SPACE
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_no_blocks(handle: SparkHandle, options: Options) -> None:
    stages = [
        Stage("SELECT x AS k FROM t", scans(2, LARGE), Hash(("k",), 2)),
        Stage("SELECT error('no') AS e FROM p", buckets({"p": 0}, 2)),
    ]
    with pytest.raises(Error):
        table(handle, stages, options())
    assert left_files() == []


def test_a_result_without_room_is_an_error(
    handle: SparkHandle, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handle.context_state(), "result_room", 40 << 20)
    monkeypatch.setattr(handle.context_state(), "files", None)  # as on a cluster
    endless = SqlRelation("SELECT range AS x FROM range(0, 1000000000000)")
    with pytest.raises(Error, match="more than 41943040 bytes") as caught:
        table(handle, [Stage("SELECT x FROM t", ({"t": endless},))], options())
    assert caught.value.name == "MEMORY_LIMIT_EXCEEDED"
    assert left_files() == []
    assert table(handle, [Stage("SELECT x FROM t", scans(1, 2))], options()).num_rows == 2
