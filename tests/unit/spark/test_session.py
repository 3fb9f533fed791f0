import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

from sparktree.errors import Error
from sparktree.spark import java
from sparktree.spark.configuration import task_memory
from sparktree.spark.jobs import JOBS
from sparktree.spark.queries import RunOptions
from sparktree.spark.session import SparkHandle, stop_spark
from sparktree.spark.stages import Stage
from tests.unit.spark import sinks

Options = Callable[..., RunOptions]
ONE = [Stage("SELECT 1 AS x", ({},))]

USERS_OWN = """
import signal
from pyspark.sql import SparkSession
spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
from sparktree.spark.queries import RunOptions
from sparktree.spark.session import SparkHandle, stop_spark
from sparktree.spark.stages import Stage
stage = Stage("SELECT 1 AS x", ({},))
for handle in (SparkHandle(spark), SparkHandle()):
    print([t.to_pylist() for t in handle.run([stage], RunOptions("q"))])
    handle.close()
stop_spark()
print(spark.range(3).count())
"""

OUR_OWN = """
import sys
from sparktree.spark.queries import RunOptions
from sparktree.spark.session import SparkHandle
from sparktree.spark.stages import Stage
handle = SparkHandle()
assert "pyspark" not in sys.modules
print([t.to_pylist() for t in handle.run([Stage("SELECT 1 AS x", ({},))], RunOptions("q"))])
print(handle._early(), handle.context_state().context._jvm.java.lang.ProcessHandle.current().pid())
"""


DEAD_JVM = """
import os, signal, threading
import sparktree
db = sparktree.connect()
db.query("CREATE TABLE t (x UInt32) ENGINE = MergeTree ORDER BY x")
db.query("INSERT INTO t SELECT number FROM numbers(1000)")
from sparktree.spark.context import SHARED
threading.Timer(1, os.kill, (SHARED._jvm.process.pid, signal.SIGKILL)).start()
try:
    db.query("SELECT sum(sipHash64(number)) FROM numbers(100000000000)")
except sparktree.Error as error:
    print(error)
print(db.query("SELECT sum(x) FROM t WHERE x > 3").text())
known = SHARED.state(SHARED._built)
SHARED.stop()
known.cancel("of a context that has ended")
"""

DYING_JVMS = """
import sparktree
from sparktree.spark import internals
from sparktree.spark.context import ContextState
db = sparktree.connect()
query = "SELECT count() FROM numbers(1000000) WHERE sipHash64(number) % 2 < 2"

def dies_before(owner, name):
    original = getattr(owner, name)
    def dying(*arguments, **named):
        from sparktree.spark.context import SHARED
        SHARED._jvm.process.kill()
        SHARED._jvm.process.wait()
        return original(*arguments, **named)
    setattr(owner, name, dying)
    try:
        print(db.query(query).text())
    except sparktree.Error as error:
        print(error)
    setattr(owner, name, original)

dies_before(internals, "launch_gateway")
dies_before(ContextState, "__init__")
print(db.query(query).text())
dies_before(ContextState, "parallelism")
"""

DEAD_DRIVER = """
import os, signal
from sparktree.spark.queries import RunOptions
from sparktree.spark.session import SparkHandle
from sparktree.spark.stages import SqlRelation, Stage
handle = SparkHandle(conf={"spark.master": "local[2,3]"})
million = SqlRelation("SELECT range AS x FROM range(1000000)")
rows = handle.run([Stage("SELECT * FROM t", ({"t": million},) * 20)], RunOptions("q"))
print(next(rows).num_rows > 0, flush=True)
known = handle.context_state()
(folder,) = [name for name in os.listdir(known.files) if name.startswith("sparktree-exchange-")]
print(known.files)
print(known.context._jvm.java.lang.ProcessHandle.current().pid(), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""

TCP = """
from pyspark.sql import SparkSession
spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
from sparktree.spark.queries import RunOptions
from sparktree.spark.session import SparkHandle
from sparktree.spark.stages import Stage
from tests.unit.spark import sinks
handle = SparkHandle(spark)
for _ in range(3):
    print(handle.run_sink([Stage("SELECT 1", ({},), sink=sinks.lines)], RunOptions("q")))
"""


def python(program: str, timeout: int = 120) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    env.pop("PYSPARK_PYTHON", None)
    env["PYSPARK_PYTHON"] = sys.executable
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=env, timeout=timeout
    )


def test_two_engines_share_a_session(handle: SparkHandle, options: Options) -> None:
    other = SparkHandle()
    assert other.context_state() is handle.context_state()
    other.close()
    assert not stop_spark()
    assert [part.to_pylist() for part in handle.run(ONE, options())] == [[{"x": 1}]]


def test_a_closed_handle_runs_nothing(options: Options) -> None:
    closed = SparkHandle()
    closed.close()
    closed.close()
    with pytest.raises(Error, match="closed"):
        list(closed.run(ONE, options()))


def test_queries_of_several_threads_run_side_by_side(handle: SparkHandle, options: Options) -> None:
    results: list[list[bytes]] = []
    stage = Stage("SELECT 1 AS seconds", ({},), sink=sinks.sleep)

    def work() -> None:
        results.append(handle.run_sink([stage], options()))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert results == [[b"slept"]] * 4


def test_an_interrupt_cancels_the_job(handle: SparkHandle, options: Options) -> None:
    handle.context_state()  # Spark is up: the interrupt is for the job, not for its start
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    stage = Stage("SELECT 30 AS seconds", ({},), sink=sinks.sleep)
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        handle.run_sink([stage], options())
    assert time.monotonic() - begin < 10
    assert [part.to_pylist() for part in handle.run(ONE, options())] == [[{"x": 1}]]


def test_a_sink_over_a_data_frame(handle: SparkHandle, options: Options) -> None:
    frame = handle.session().range(10).repartition(2)
    results = handle.run_sink_over(frame, sinks.count_rows, options())
    assert sum(int(result.split(b":")[1]) for result in results) == 10


def test_an_error_of_a_sink_over_a_data_frame(handle: SparkHandle, options: Options) -> None:
    with pytest.raises(Error, match="TOO_MANY_PARTS"):
        handle.run_sink_over(handle.session().range(10), sinks.refuse, options())


def test_a_result_becomes_a_data_frame(handle: SparkHandle) -> None:
    table = pa.table(
        {
            "u8": pa.array([255], pa.uint8()),
            "u64": pa.array([2**64 - 1], pa.uint64()),
            "words": pa.array([["a"]], pa.list_(pa.large_string())),
            "pair": pa.array([{"f": 65535}], pa.struct([("f", pa.uint16())])),
            "at": pa.array([1_000_000_000], pa.timestamp("ns", "UTC")),
            "low": pa.array(["x"]).dictionary_encode(),
        }
    )
    frame = handle.frame(table)
    assert [kind for _, kind in frame.dtypes] == [
        "smallint",
        "decimal(20,0)",
        "array<string>",
        "struct<f:int>",
        "timestamp",
        "string",
    ]
    row = frame.collect()[0]
    assert (row.u8, int(row.u64), row.words, row.pair.f, row.low) == (
        255,
        2**64 - 1,
        ["a"],
        65535,
        "x",
    )


def test_a_missing_java_is_said_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(java, "_HOMES", (str(tmp_path),))
    with pytest.raises(Error, match=r"Java 17 or newer .* JAVA_HOME"):
        java.find_java()


def test_an_old_java_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for version in ("8", "21"):
        home = tmp_path / version
        (home / "bin").mkdir(parents=True)
        (home / "bin" / "java").touch()
        (home / "release").write_text(f'JAVA_VERSION="{version}.0.1"\n')
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "8"))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(java, "_HOMES", (str(tmp_path),))
    assert java.find_java() == str(tmp_path / "21")


@pytest.mark.parametrize(
    ("conf", "expected"),
    [
        ({"spark.sparktree.task.memory": "2g"}, 2 << 30),
        ({"spark.executor.pyspark.memory": "10g", "spark.executor.cores": "7"}, 1 << 30),
        ({"spark.executor.memory": "100g", "spark.executor.cores": "7"}, 1 << 30),
    ],
)
def test_task_memory_follows_sparks_figures(conf: dict[str, str], expected: int) -> None:
    conf = {"spark.master": "spark://host:7077", **conf}
    assert task_memory(conf, 8) == pytest.approx(expected, rel=0.01)


@pytest.mark.slow
def test_a_session_of_the_users_is_used_and_left_alone() -> None:
    done = python(USERS_OWN)
    assert done.stdout.splitlines() == ["[[{'x': 1}]]", "[[{'x': 1}]]", "3"], done.stderr


@pytest.mark.slow
def test_our_own_session_starts_and_ends_without_a_word() -> None:
    done = python(OUR_OWN)
    assert (done.returncode, done.stderr) == (0, "")
    rows, jvm = done.stdout.splitlines()
    assert rows == "[[{'x': 1}]]"
    _wait_for_the_end(int(jvm.split()[1]))


@pytest.mark.slow
def test_a_jvm_that_dies_is_followed_by_another() -> None:
    done = python(DEAD_JVM)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "Code: 236. DB::Exception: Spark's JVM does not answer: it has ended, most often for want"
        " of memory. (ABORTED)",
        "499494",
        "",
    ]


@pytest.mark.slow
def test_a_jvm_that_dies_while_it_starts_is_followed_by_another() -> None:
    done = python(DYING_JVMS, timeout=300)
    failed = (
        "Spark's JVM ended before it was up, most often for want of memory."
        " (CANNOT_CREATE_CHILD_PROCESS)"
    )
    assert done.stderr == ""
    assert [
        line.removeprefix("Code: 301. DB::Exception: ") for line in done.stdout.split("\n")
    ] == [
        failed,
        failed,
        "1000000",
        "",
        "Code: 236. DB::Exception: Spark's JVM does not answer: it has ended, most often for want"
        " of memory. (ABORTED)",
        "",
    ]


def test_a_jvm_that_did_not_answer_once_and_lives_is_kept(
    handle: SparkHandle, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = handle.context_state()
    monkeypatch.setattr(JOBS, "lost", known.context)
    assert handle.context_state() is known
    assert JOBS.lost is None  # and so nobody waits for its end again
    assert [part.to_pylist() for part in handle.run(ONE, options())] == [[{"x": 1}]]


@pytest.mark.slow
def test_a_driver_that_dies_leaves_no_files_of_its_result() -> None:
    done = python(DEAD_DRIVER)
    assert done.returncode == -signal.SIGKILL, done.stderr
    read, folder, jvm = done.stdout.splitlines()
    assert read == "True"
    _wait_for_the_end(int(jvm))
    assert not Path(folder).exists()


@pytest.mark.slow
def test_tasks_of_a_session_of_the_users_know_their_connection(
    handle: SparkHandle, options: Options
) -> None:
    done = python(TCP)
    first, *others = done.stdout.splitlines()
    assert int(first.strip("[]b'")) > 0, done.stderr
    assert others == [first] * 2
    ours = handle.run_sink([Stage("SELECT 1", ({},), sink=sinks.lines)], options())
    assert ours == [b"0"]  # Unix sockets know no such delay


def _wait_for_the_end(process: int) -> None:
    ended = threading.Event()
    for _ in range(200):
        if not Path(f"/proc/{process}").exists():
            return
        ended.wait(0.1)
    pytest.fail(f"The JVM {process} is still there.")
