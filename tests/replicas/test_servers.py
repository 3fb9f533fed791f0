"""Several servers over one catalog: each is a replica, and none is ever behind."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

import sparktree

MACROS = "<macros><shard>01</shard><replica>{}</replica></macros>"
CLUSTERS = """<remote_servers><both>
  <shard><internal_replication>true</internal_replication><weight>3</weight>
    <replica><host>one</host><port>9000</port></replica>
    <replica><host>127.0.0.1</host><port>9000</port><user>reader</user></replica>
  </shard></both>
  <flat><node><host>a</host><port>9001</port></node><node><host>b</host><port>9002</port></node></flat>
</remote_servers>"""
TABLE = (
    "CREATE TABLE t (p UInt8, k UInt64) ENGINE = ReplicatedMergeTree('/t/{shard}', '{replica}')"
    " PARTITION BY p ORDER BY k"
)


def server(folder: Path, name: str) -> sparktree.Engine:
    """A server whose configuration calls it so."""
    file = folder / f"{name}.xml"
    file.write_text(f"<c>{MACROS.format(name)}{CLUSTERS}</c>")
    return sparktree.connect(folder / "data", config=str(file))


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[sparktree.Engine]]:
    with ExitStack() as opened:
        yield [opened.enter_context(server(tmp_path, name)) for name in ("r1", "r2", "r3")]


@pytest.mark.requirement("MT.Overview.Replication")
def test_what_one_server_does_all_have(servers: list[sparktree.Engine], tmp_path: Path) -> None:
    one, two, three = servers
    one.query(TABLE)
    one.query("INSERT INTO t VALUES (1, 1), (2, 2)")
    assert two.query("SELECT count() FROM t").rows() == [(2,)]
    two.query("INSERT INTO t VALUES (3, 3)")
    assert one.query("SELECT sum(k) FROM t").rows() == [(6,)]
    two.close()  # the others serve
    three.query("INSERT INTO t VALUES (4, 4)")
    assert one.query("SELECT sum(k) FROM t").rows() == [(10,)]
    with server(tmp_path, "r2") as again:
        assert again.query("SELECT sum(k) FROM t").rows() == [(10,)]


def test_replicas_are_the_servers_that_live(servers: list[sparktree.Engine]) -> None:
    one, two, three = servers
    one.query(TABLE)
    query = "SELECT replica_name, total_replicas, mapKeys(replica_is_active) FROM system.replicas"
    assert one.query(query).rows() == [("r1", 3, ["r1", "r2", "r3"])]
    assert two.query(query).rows()[0][:2] == ("r2", 3)
    three.close()
    assert two.query(query).rows() == [("r2", 2, ["r2", "r1"])]
    with pytest.raises(sparktree.Error, match="because it's active") as caught:
        one.query("SYSTEM DROP REPLICA 'r2' FROM TABLE t")
    assert caught.value.name == "TABLE_WAS_NOT_DROPPED"
    one.query("SYSTEM DROP REPLICA 'r3' FROM TABLE t")
    assert one.query("SELECT * FROM system.macros ORDER BY macro").rows() == [
        ("replica", "r1"),
        ("shard", "01"),
    ]
    assert one.query("SELECT getMacro('replica')").rows() == [("r1",)]


def test_a_quorum_is_of_servers_that_live(servers: list[sparktree.Engine]) -> None:
    one, two, _ = servers
    one.query(TABLE)
    one.query("INSERT INTO t SETTINGS insert_quorum = 3 VALUES (1, 1)")
    two.close()
    with pytest.raises(sparktree.Error) as caught:
        one.query("INSERT INTO t SETTINGS insert_quorum = 3 VALUES (1, 2)")
    assert caught.value.name == "TOO_FEW_LIVE_REPLICAS"
    assert "Number of alive replicas (2) is less than requested quorum (3/2)" in str(caught.value)
    one.query("INSERT INTO t SETTINGS insert_quorum = 'auto' VALUES (1, 3)")
    assert one.query("SELECT groupArray(k) FROM (SELECT k FROM t ORDER BY k)").rows() == [([1, 3],)]


def test_a_block_is_inserted_once_whichever_server_it_comes_to(
    servers: list[sparktree.Engine],
) -> None:
    servers[0].query(TABLE)
    statement = "INSERT INTO t VALUES (1, 1), (2, 2)"
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda db: db.query(statement), servers))
    assert servers[1].query("SELECT count() FROM t").rows() == [(2,)]


def test_old_blocks_are_forgotten(engine: sparktree.Engine) -> None:
    engine.query(TABLE + " SETTINGS replicated_deduplication_window_seconds = 0")
    engine.query("INSERT INTO t VALUES (1, 1)")
    engine.query("INSERT INTO t VALUES (1, 1)")
    assert engine.query("SELECT count() FROM t").rows() == [(2,)]
    engine.query("ALTER TABLE t MODIFY SETTING replicated_deduplication_window = 0")
    assert engine.query("SELECT getSetting('insert_quorum')").rows() == [(0,)]


@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Replicas")
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.IncorrectTableEngines#2"
)
def test_a_partition_that_one_replaces_is_replaced_for_all(
    servers: list[sparktree.Engine],
) -> None:
    one, two, _ = servers
    one.query(TABLE)
    two.query("CREATE TABLE s AS t ENGINE = ReplicatedMergeTree('/s', '{replica}')")
    one.query("INSERT INTO t VALUES (1, 10), (2, 20)")
    two.query("INSERT INTO s VALUES (1, 1), (1, 2)")
    held = two.stream("SELECT * FROM t")
    one.query("ALTER TABLE t REPLACE PARTITION 1 FROM s")
    for db in servers:
        assert db.query("SELECT p, k FROM t ORDER BY k").rows() == [(1, 1), (1, 2), (2, 20)]
    del held


@pytest.mark.requirement("MT.Create.OnCluster")
def test_on_cluster_runs_once_and_lists_every_node(servers: list[sparktree.Engine]) -> None:
    one, two, _ = servers
    answer = one.query(TABLE.replace("TABLE t", "TABLE t ON CLUSTER both"))
    names = "host port status error num_hosts_remaining num_hosts_active"
    assert answer.columns == names.split()
    assert answer.rows() == [("one", 9000, 0, "", 1, 0), ("127.0.0.1", 9000, 0, "", 0, 0)]
    two.query("INSERT INTO t VALUES (1, 1)")
    with pytest.raises(sparktree.Error, match=r"There was an error on \[one:9000\]") as caught:
        one.query(TABLE.replace("TABLE t", "TABLE t ON CLUSTER both"))
    assert caught.value.name == "TABLE_ALREADY_EXISTS"
    never = "SETTINGS distributed_ddl_output_mode = 'never_throw'"
    row = one.query(f"DROP TABLE nosuch ON CLUSTER both {never}").rows()[0]
    assert row[2] == 60
    assert "nosuch does not exist" in row[3]
    one.query("CREATE USER someone ON CLUSTER both")
    one.query("GRANT CREATE TABLE ON *.* TO someone")
    session = one.login("someone")
    with pytest.raises(sparktree.Error, match="CLUSTER") as caught:
        session.query("CREATE TABLE x ON CLUSTER both (a UInt8) ENGINE = MergeTree ORDER BY a")
    assert caught.value.name == "ACCESS_DENIED"


def test_clusters_of_the_configuration(servers: list[sparktree.Engine], tmp_path: Path) -> None:
    db = servers[0]
    columns = "cluster, shard_num, shard_weight, internal_replication, replica_num, host_name, port"
    found = db.query(
        f"SELECT {columns}, is_local, user FROM system.clusters WHERE cluster != 'default'"
    )
    assert found.rows() == [
        ("both", 1, 3, 1, 1, "one", 9000, 0, "default"),
        ("both", 1, 3, 1, 2, "127.0.0.1", 9000, 1, "reader"),
        ("flat", 1, 1, 0, 1, "a", 9001, 0, "default"),
        ("flat", 2, 1, 0, 1, "b", 9002, 0, "default"),
    ]
    assert db.query("SHOW CLUSTERS").text() == "both\ndefault\nflat\n"
    folder = tmp_path / "files"
    for year in (2023, 2024):
        (folder / f"year={year}").mkdir(parents=True)
        (folder / f"year={year}" / "a.csv").write_text("1\n2\n")
    files = f"'{folder}/*/*.csv', 'CSV', 'a UInt8'"
    for cluster in ("default", "both", "flat"):
        call = f"fileCluster('{cluster}', {files})"
        rows = db.query(
            f"SELECT toUInt16(year) AS year, sum(a) FROM {call} GROUP BY year ORDER BY year"
        ).rows()
        assert rows == [(2023, 3), (2024, 3)]
        seen = [
            db.query(f"SELECT sum(a) FROM {one} WHERE year = '2024'", query_id=f"{cluster}-{n}")
            for n, one in enumerate((call, f"file({files})"))
        ]
        assert seen[0].rows() == seen[1].rows() == [(3,)]
        db.query("SYSTEM FLUSH LOGS")
        read = [
            db.query(
                "SELECT read_rows FROM system.query_log"
                f" WHERE query_id = '{cluster}-{n}' AND type = 'QueryFinish'"
            ).rows()
            for n in range(2)
        ]
        assert read[0] == read[1] == [(2,)]
    with pytest.raises(sparktree.Error) as caught:
        db.query(f"SELECT * FROM fileCluster('nosuch', {files})")
    assert caught.value.name == "CLUSTER_DOESNT_EXIST"


@pytest.mark.parametrize(
    ("section", "name"),
    [
        ("<a/>", "SHARD_HAS_NO_CONNECTIONS"),
        ("<a><shard/></a>", "SHARD_HAS_NO_CONNECTIONS"),
        ("<a><shard><replica><port>1</port></replica></shard></a>", "NO_ELEMENTS_IN_CONFIG"),
        ("<a><shard><replica><host>h</host><port>x</port></replica></shard></a>",
         "INVALID_CONFIG_PARAMETER"),
        ("<a><shards/></a>", "UNKNOWN_ELEMENT_IN_CONFIG"),
        ("<a><discovery><path>/x</path></discovery></a>", "NOT_IMPLEMENTED"),
    ],
)  # fmt: skip
def test_wrong_clusters_are_refused(section: str, name: str, tmp_path: Path) -> None:
    file = tmp_path / "config.xml"
    file.write_text(f"<c><remote_servers>{section}</remote_servers></c>")
    with pytest.raises(sparktree.Error) as caught:
        sparktree.connect(tmp_path / "data", config=str(file))
    assert caught.value.name == name


def test_macros_that_are_missing(tmp_path: Path) -> None:
    file = tmp_path / "config.xml"
    file.write_text("<c><macros><layer>05</layer></macros></c>")
    with sparktree.connect(tmp_path / "data", config=str(file)) as db:
        with pytest.raises(sparktree.Error, match="No macro 'shard' in config") as caught:
            db.query(TABLE)
        assert caught.value.name == "NO_ELEMENTS_IN_CONFIG"
        db.query(
            "CREATE TABLE t (k UInt8) ENGINE = ReplicatedMergeTree('/{layer}', 'x') ORDER BY k"
        )
        found = db.query("SELECT zookeeper_path, replica_path FROM system.replicas")
        assert found.rows() == [("/05", "/05/replicas/x")]
