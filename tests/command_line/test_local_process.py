"""`sparktree local` as a process: streams, exit codes, pipes."""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def local(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "sparktree", "local", *arguments],
        input=stdin,
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYSPARK_PYTHON": sys.executable},
        timeout=180,
        check=False,
    )


def test_a_query_prints_tab_separated_text_and_nothing_else() -> None:
    done = local("-q", "SELECT 1, 'a'; SELECT 2")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"1\ta\n2\n", b"")


def test_an_error_is_one_message_and_its_code() -> None:
    done = local("-q", "SELECT 1; SELECT * FROM nope; SELECT 2")
    assert done.returncode == 60
    assert done.stdout == b"1\n"
    assert done.stderr.startswith(b"Code: 60. DB::Exception: ")
    assert done.stderr.endswith(b"(UNKNOWN_TABLE)\n")


def test_a_syntax_error_is_62() -> None:
    done = local("-q", "SELEC 1")
    assert done.returncode == 62
    assert b"Syntax error" in done.stderr


def test_statements_from_standard_input_and_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a.sql"
    file.write_text("SELECT 3;\nSELECT 4;\n")
    assert local(stdin=b"SELECT 1;\nSELECT 2").stdout == b"1\n2\n"
    assert local("--queries-file", str(file)).stdout == b"3\n4\n"


def test_formats_parameters_and_settings() -> None:
    query = "SELECT {x:UInt8} AS a, getSetting('max_threads') AS b"
    done = local("-q", query, "--param_x=7", "--max_threads", "3", "-f", "JSONEachRow")
    assert done.stdout == b'{"a":7,"b":3}\n', done.stderr


def test_an_unknown_option_is_refused() -> None:
    done = local("-q", "SELECT 1", "--no_such_setting=1")
    assert done.returncode == 552 % 256
    assert b"Unrecognized option '--no_such_setting'" in done.stderr


def test_ignored_errors_let_the_rest_run() -> None:
    done = local("--ignore-error", "-q", "SELECT * FROM nope; SELECT 2")
    assert (done.returncode, done.stdout) == (0, b"2\n")


def test_a_reader_that_leaves_is_no_error() -> None:
    command = (
        f"{sys.executable} -m sparktree local -q 'SELECT number FROM numbers(300000)' | head -1"
    )
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYSPARK_PYTHON": sys.executable},
        timeout=180,
        check=False,
    )
    assert (done.stdout, done.stderr) == (b"0\n", b"")


def test_bytes_go_through_as_they_are() -> None:
    assert local("-f", "TSVRaw", "-q", "SELECT '\\xff\\0'").stdout == b"\xff\0\n"
    assert local("-f", "TSVRaw", stdin=b"SELECT '\xfe'").stdout == b"\xfe\n"


@pytest.mark.slow
def test_data_goes_in_by_a_pipe_and_stays_for_the_next_process(tmp_path: Path) -> None:
    path = str(tmp_path / "data")
    outfile = tmp_path / "out.csv"
    create = "CREATE TABLE t (a UInt8, b String) ENGINE = MergeTree ORDER BY a"
    assert local("--path", path, "-q", create).stderr == b""
    insert = local("--path", path, "-q", "INSERT INTO t FORMAT CSV", stdin=b'2,"x;y"\n1,z\n')
    assert (insert.returncode, insert.stderr) == (0, b"")
    query = f"SELECT * FROM t ORDER BY a INTO OUTFILE '{outfile}' FORMAT CSV; SELECT sum(a) FROM t"
    done = local("--path", path, "-q", query)
    assert (done.stdout, done.stderr) == (b"3\n", b"")
    assert outfile.read_bytes() == b'1,"z"\n2,"x;y"\n'


@pytest.mark.slow
def test_piped_data_is_a_table() -> None:
    done = local(
        "-S", "a UInt8, b String", "--input-format", "CSV", "-q", "SELECT b FROM table WHERE a = 2",
        stdin=b"1,x\n2,y\n",
    )  # fmt: skip
    assert (done.stdout, done.stderr) == (b"y\n", b"")


def test_results_go_into_files_and_to_the_screen(tmp_path: Path) -> None:
    file = tmp_path / "a.csv.gz"
    into = f"SELECT number, 'x' FROM numbers(3) INTO OUTFILE '{file}'"
    done = local("-q", f"{into} AND STDOUT")
    assert (done.returncode, done.stdout) == (0, b'0,"x"\n1,"x"\n2,"x"\n'), done.stderr
    assert gzip.decompress(file.read_bytes()) == done.stdout
    again = local("-q", into)
    assert again.returncode == 504 % 256
    assert b"consider using APPEND or TRUNCATE" in again.stderr
    assert local("-q", f"{into} APPEND").stdout == b""
    assert gzip.decompress(file.read_bytes()) == done.stdout * 2


def test_exports_end_before_the_process(tmp_path: Path) -> None:
    """What a script began is done when it ends, and what could not be done is told."""
    (tmp_path / "blocked").write_text("no folder")
    place = "ENGINE = File(Parquet, '{}', partition_strategy = 'hive') PARTITION BY tuple()"
    done = local(
        "--path", str(tmp_path / "data"),
        "-q",
        "CREATE TABLE s (k UInt64) ENGINE = MergeTree ORDER BY k;"
        "INSERT INTO s SELECT number FROM numbers(10);"
        f"CREATE TABLE d (k UInt64) {place.format(tmp_path / 'out')};"
        f"CREATE TABLE e (k UInt64) {place.format(tmp_path / 'blocked')};"
        "SET allow_experimental_export_merge_tree_part = 1;"
        "ALTER TABLE s EXPORT PART 'all_1_1_0' TO TABLE d, EXPORT PART 'all_1_1_0' TO TABLE e",
    )  # fmt: skip
    assert done.returncode == 236, done.stderr
    assert b"Part all_1_1_0 was not exported to default.e: " in done.stderr
    assert b"default.d" not in done.stderr
    assert len(list((tmp_path / "out").glob("all_1_1_0_*.parquet"))) == 1
