"""Encrypted disks: nothing of a table in plain, and everything that MergeTree does works there."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sparktree
from sparktree.disks.configuration import storage_configuration
from sparktree.disks.encryption import Encryption, fingerprint
from sparktree.disks.reloading import take_storage
from sparktree.errors import Error
from sparktree.settings.config import load_config
from tests.storage.storages import connected, disks_of, local, policy, section, volume

KNOWN = "known-bytes-of-the-table"
KEY, OTHER, WRONG = "1234567812345678", "abcdefghabcdefgh", "wrongwrongwrongw"


def encrypted(below: str, more: str = f"<key>{KEY}</key>", path: str = "secret/") -> str:
    """The element of an encrypted disk."""
    return f"<type>encrypted</type><disk>{below}</disk><path>{path}</path>{more}"


POLICIES = (
    policy("hidden", volume("v", "secret"))
    + policy("tiers", volume("hot", "open"), volume("cold", "secret"))
    + policy("open", volume("v", "open"))
    + policy("remote", volume("v", "far"))
)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sparktree.Engine]:
    folder = tmp_path_factory.mktemp("encrypted")
    disks = local(folder, "open", "below") | {"secret": encrypted("below")}
    disks |= local(folder, "objects", inside="<type>local_blob_storage</type>")
    disks["fast"] = (
        f"<type>cache</type><disk>objects</disk><path>{folder}/cache/</path>"
        "<max_size>1Mi</max_size>"
    )
    disks["far"] = encrypted("fast", path="far/")
    with connected(folder, disks, POLICIES) as engine:
        yield engine


def folder_of(db: sparktree.Engine, disk: str) -> Path:
    return Path(db.query(f"SELECT path FROM system.disks WHERE name = '{disk}'").text().strip())


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def require_nothing_plain(folder: Path) -> None:
    """No file has anything of the table's values, columns or formats."""
    found = files(folder)
    assert found
    for path in found:
        content = path.read_bytes()
        assert content == b"" or content.startswith(b"ENC\x02\x00"), path
        for known in (KNOWN.encode(), b"secretcolumn", b"PAR1", b"ARROW", b'"columns"'):
            assert known not in content, path


TABLE = """
CREATE TABLE {name} (p UInt8, k UInt32, secretcolumn String CODEC(NONE), n UInt32,
    INDEX i secretcolumn TYPE bloom_filter GRANULARITY 1,
    PROJECTION by_n (SELECT n, secretcolumn ORDER BY n))
ENGINE = MergeTree PARTITION BY p ORDER BY (secretcolumn, k)
SETTINGS storage_policy = '{policy}', enable_block_number_column = 1,
    enable_block_offset_column = 1, min_bytes_for_wide_part = {wide}, index_granularity = 64,
    lightweight_mutation_projection_mode = 'rebuild'
"""
ROWS = (
    f"SELECT number % 2, number, concat('{KNOWN}', toString(intDiv(number, 10))), number * 7 % 100"
    " FROM numbers({first}, 500)"
)
# What is done to the table, and what is asked after it.
STEPS = (
    "INSERT INTO {name} (p, k, secretcolumn, n) " + ROWS.format(first=0),
    "INSERT INTO {name} (p, k, secretcolumn, n) " + ROWS.format(first=400),
    "OPTIMIZE TABLE {name} FINAL",
    "ALTER TABLE {name} UPDATE n = n + 1000 WHERE k < 100 SETTINGS mutations_sync = 2",
    "ALTER TABLE {name} DELETE WHERE k % 10 = 3 SETTINGS mutations_sync = 2",
    "UPDATE {name} SET secretcolumn2 = concat(secretcolumn, '!') WHERE k BETWEEN 200 AND 220",
    "DELETE FROM {name} WHERE k = 77",
    "INSERT INTO {name} (p, k, secretcolumn, n) " + ROWS.format(first=900),
    "ALTER TABLE {name} DETACH PARTITION 1",
    "ALTER TABLE {name} ATTACH PARTITION 1",
    "ALTER TABLE {name} MATERIALIZE INDEX i SETTINGS mutations_sync = 2",
    "ALTER TABLE {name} MATERIALIZE PROJECTION by_n SETTINGS mutations_sync = 2",
    "ALTER TABLE {name} FREEZE WITH NAME 'kept_{name}'",
    "OPTIMIZE TABLE {name} FINAL",
    "ALTER TABLE {name} RENAME COLUMN secretcolumn2 TO secretcolumn3",
    "ALTER TABLE {name} DROP PARTITION 0",
)
QUESTIONS = (
    "SELECT count(), sum(k), sum(n), uniqExact(secretcolumn), max(secretcolumn) FROM {name}",
    f"SELECT * FROM {{name}} WHERE secretcolumn = '{KNOWN}42' ORDER BY k",
    "SELECT n, secretcolumn FROM {name} WHERE n = 42 ORDER BY secretcolumn",
    "SELECT p, count(), min(secretcolumn) FROM {name} GROUP BY p ORDER BY p",
    "SELECT k, secretcolumn FROM {name} ORDER BY secretcolumn DESC, k LIMIT 3",
)


@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Encryption")
@pytest.mark.parametrize(
    ("used", "disk", "wide"),
    [("hidden", "secret", 0), ("hidden", "secret", 100_000_000), ("remote", "far", 0)],
)
def test_everything_that_a_table_does_works_and_nothing_lies_in_plain(
    db: sparktree.Engine, used: str, disk: str, wide: int
) -> None:
    """On a disk over a local one, and on one over a cache over a disk of objects."""
    names = {"open": f"plain_{disk}_{wide}", used: f"{used}_{wide}"}
    for of, name in names.items():
        db.query(TABLE.format(name=name, policy=of, wide=wide))
        db.query(f"ALTER TABLE {name} ADD COLUMN secretcolumn2 String DEFAULT secretcolumn")
    for step in STEPS:
        for name in names.values():
            db.query(step.format(name=name))
        for question in QUESTIONS:
            plain, hidden = (db.query(question.format(name=n)).text() for n in names.values())
            assert hidden == plain, (step, question)
        require_nothing_plain(folder_of(db, disk))
    for of, name in names.items():
        assert {on for _, on in disks_of(db, name)} == {"open" if of == "open" else disk}
        db.query(f"CHECK TABLE {name}")
    assert any(KNOWN.encode() in path.read_bytes() for path in files(folder_of(db, "open")))
    db.query(f"ALTER TABLE {names[used]} UNFREEZE WITH NAME 'kept_{names[used]}'")
    for name in names.values():
        db.query(f"DROP TABLE {name} SYNC")


@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Encryption")
def test_parts_move_between_plain_and_encrypted(db: sparktree.Engine) -> None:
    db.query(TABLE.format(name="moved", policy="tiers", wide=0))
    db.query(f"INSERT INTO moved {ROWS.format(first=0)}")
    before = db.query("SELECT * FROM moved ORDER BY k").text()
    db.query("ALTER TABLE moved MOVE PARTITION 0 TO DISK 'secret'")
    db.query("ALTER TABLE moved MOVE PARTITION 1 TO VOLUME 'cold'")
    assert {disk for _, disk in disks_of(db, "moved")} == {"secret"}
    assert db.query("SELECT * FROM moved ORDER BY k").text() == before
    require_nothing_plain(folder_of(db, "secret"))
    db.query("CREATE TABLE taken AS moved")
    db.query("ALTER TABLE taken REPLACE PARTITION 0 FROM moved")
    db.query("ALTER TABLE moved MOVE PARTITION 1 TO TABLE taken")
    assert db.query("SELECT * FROM taken ORDER BY k").text() == before
    db.query("ALTER TABLE taken MOVE PARTITION 0 TO DISK 'open'")
    assert db.query("SELECT * FROM taken ORDER BY k").text() == before
    db.query("DROP TABLE moved SYNC")
    db.query("DROP TABLE taken SYNC")


def test_files_of_the_table_are_as_large_as_without_encryption(db: sparktree.Engine) -> None:
    columns = "type, is_encrypted, is_remote, is_broken"
    shown = db.query(f"SELECT {columns} FROM system.disks WHERE name = 'secret'")
    assert shown.text() == "Local\t1\t0\t0\n"
    for used in ("open", "hidden"):
        db.query(TABLE.format(name=f"sized_{used}", policy=used, wide=0))
        db.query(f"INSERT INTO sized_{used} {ROWS.format(first=0)}")
    sizes = "SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND table = 'sized_{}'"
    assert db.query(sizes.format("hidden")).text() == db.query(sizes.format("open")).text()
    for used in ("open", "hidden"):
        db.query(f"DROP TABLE sized_{used} SYNC")


def test_damage_is_noticed(db: sparktree.Engine) -> None:
    db.query(TABLE.format(name="hurt", policy="hidden", wide=0))
    db.query(f"INSERT INTO hurt {ROWS.format(first=0)}")
    uuid = db.query("SELECT uuid FROM system.tables WHERE name = 'hurt'").text().strip()
    below = folder_of(db, "secret") / "store" / uuid
    for path in below.glob("*/k*.parquet"):
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content)
    with pytest.raises(Error, match="CHECKSUM_DOESNT_MATCH"):
        db.query("SELECT sum(k) FROM hurt")
    db.query("DROP TABLE hurt SYNC")


def test_spark_reads_and_writes_tables_there(db: sparktree.Engine) -> None:
    """The data source's own processes know the disk, too."""
    db.query(TABLE.format(name="bridged", policy="hidden", wide=0))
    db.query(f"INSERT INTO bridged {ROWS.format(first=0)}")
    session = db.services.spark.session()
    sparktree.register(session)
    config = str(db.services.storage.folder.parent / "config.xml")
    source = {"config": config, "table": "bridged"}
    found = session.read.format("sparktree").options(**source).load()
    assert found.where("k < 10").count() == 10
    found.where("k < 5").write.format("sparktree").options(**source).mode("append").save()
    assert db.query("SELECT count(), uniqExact(k) FROM bridged").text() == "505\t500\n"
    require_nothing_plain(folder_of(db, "secret"))
    db.query("DROP TABLE bridged SYNC")


def test_keys_are_rotated_and_a_wrong_one_is_told(tmp_path: Path) -> None:
    """As ClickHouse does: new files by the current key, old ones by theirs, found by its print."""

    def opened(more: str) -> sparktree.Engine:
        disks = local(tmp_path, "below") | {"secret": encrypted("below", more)}
        return connected(tmp_path, disks, policy("hidden", volume("v", "secret")))

    def prints() -> set[bytes]:
        return {path.read_bytes()[7:23] for path in files(tmp_path / "below" / "secret")}

    with opened(f"<key>{KEY}</key>") as db:
        db.query("CREATE TABLE t (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS"
                 " storage_policy = 'hidden'")  # fmt: skip
        db.query("INSERT INTO t VALUES (1)")
    assert prints() == {fingerprint(KEY.encode())}
    both = (
        f'<key id="0">{KEY}</key><key_hex id="1">{OTHER.encode().hex()}</key_hex>'
        "<current_key_id>1</current_key_id>"
    )
    with opened(both) as db:
        db.query("INSERT INTO t VALUES (2)")
        assert db.query("SELECT * FROM t ORDER BY a").text() == "1\n2\n"
        assert prints() == {fingerprint(KEY.encode()), fingerprint(OTHER.encode())}
        db.query("OPTIMIZE TABLE t FINAL")
        text = "\n".join(
            db.query(f"SELECT * FROM system.{table} FORMAT TSVWithNames").text()
            for table in ("disks", "tables", "query_log", "storage_policies")
        )
        assert KEY not in text
        assert OTHER not in text
    with opened(f"<key>{WRONG}</key>") as db:
        with pytest.raises(Error, match="Not found an encryption key required to decipher") as got:
            db.query("SELECT * FROM t")
        assert got.value.code.name == "DATA_ENCRYPTION_ERROR"
        assert WRONG not in got.value.message
        assert db.query("SELECT is_broken FROM system.disks WHERE name = 'secret'").text() == "1\n"
        assert db.query("SELECT 1").text() == "1\n"
    with opened(both) as db:
        assert db.query("SELECT * FROM t ORDER BY a").text() == "1\n2\n"


@pytest.mark.parametrize("algorithm", ["AES_128_CTR", "aes_192_ctr", "AES_256_CTR"])
def test_every_algorithm_encrypts_and_decrypts(tmp_path: Path, algorithm: str) -> None:
    size = int(algorithm[4:7]) // 8
    inside = f"<algorithm>{algorithm}</algorithm><key_hex>{'7f' * size}</key_hex>"
    disks = local(tmp_path, "below") | {"secret": encrypted("below", inside, "")}
    with connected(tmp_path, disks, policy("hidden", volume("v", "secret"))) as db:
        db.query(
            "CREATE TABLE t (secretcolumn String) ENGINE = MergeTree ORDER BY secretcolumn"
            " SETTINGS storage_policy = 'hidden'"
        )
        db.query(f"INSERT INTO t SELECT concat('{KNOWN}', toString(number)) FROM numbers(1000)")
        assert db.query("SELECT uniqExact(secretcolumn) FROM t").text() == "1000\n"
        folder = folder_of(db, "secret")
        assert folder == tmp_path / "below" / "encrypted_secret"
        require_nothing_plain(folder)
        kinds = {path.read_bytes()[5] for path in files(folder)}
        assert kinds == {("AES_128_CTR", "AES_192_CTR", "AES_256_CTR").index(algorithm.upper())}


# A file that ClickHouse 26.9 wrote on an encrypted disk with the key KEY: its columns.txt.
CLICKHOUSE = bytes.fromhex(
    "454e4302000000951e898a696885fef952c28ff6ff88f84c193193392931038e7e210f09f2cae80000000000"
    "0000000000000000000000000000000000000000a39b36fefb48a408f26f277123434737ac82c85643b3ac01"
    "005d66275a795ee66c973b72d6b46e11a014ab0176dc750b"
)


def test_files_are_those_of_clickhouse() -> None:
    """Any place of a file that ClickHouse wrote can be decrypted."""
    keys = Encryption("AES_128_CTR", KEY.encode(), (OTHER.encode(), KEY.encode()))
    cipher = keys.cipher_of(CLICKHOUSE[:64], "columns.txt")
    plain = cipher.at(0).update(CLICKHOUSE[64:])
    assert plain == b"columns format version: 1\n1 columns:\n`a` String\n"
    for place in range(len(plain)):
        assert cipher.at(place).update(CLICKHOUSE[64 + place :]) == plain[place:]
    assert cipher.header() == CLICKHOUSE[:64]


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ("<key>short</key>", "Got an encryption key with unexpected size 5, the size should be 16"),
        ("", "No encryption keys found"),
        (f"<key>{KEY}</key><current_key_id>5</current_key_id>",
         "Not found a key with the current ID 5"),
        (f"<key id='0'>{KEY}</key><key id='0'>{OTHER}</key>", "Multiple keys have the same ID 0"),
        (f"<key id='1'>{KEY}</key><key id='2'>{OTHER}</key>", "The current key is not specified"),
        (f"<key>{KEY}</key><current_key>{OTHER}</current_key>",
         "The current key is not found in keys"),
        (f"<algorithm>rot13</algorithm><key>{KEY}</key>",
         "Encryption algorithm 'rot13' is not supported"),
    ],
)  # fmt: skip
def test_wrong_declarations_are_refused_when_they_are_read(
    tmp_path: Path, inside: str, message: str
) -> None:
    disks = local(tmp_path, "below") | {"secret": encrypted("below", inside)}
    with pytest.raises(Error, match=message) as caught:
        connected(tmp_path, disks)
    assert caught.value.code.name == "BAD_ARGUMENTS"
    assert caught.value.message.endswith(": Disk secret")
    assert KEY not in caught.value.message


def test_new_keys_are_taken_while_the_engine_runs(tmp_path: Path) -> None:
    disks = local(tmp_path, "below") | {"secret": encrypted("below")}
    with connected(tmp_path, disks, policy("hidden", volume("v", "secret"))) as db:
        storage = db.services.storage
        storage.disks["secret"].create("old", b"written with the old key")
        more = f'<key id="0">{KEY}</key><key id="1">{OTHER}</key><current_key_id>1</current_key_id>'
        text = section(
            disks | {"secret": encrypted("below", more)}, policy("hidden", volume("v", "secret"))
        )
        (tmp_path / "config.d" / "storage.xml").write_text(f"<clickhouse>{text}</clickhouse>")
        tree = load_config(tmp_path / "config.xml").tree
        configured = storage_configuration(tree, str(storage.folder))
        take_storage(configured, storage.disks, storage.policies)
        storage.disks["secret"].create("new", b"written with the new key")
        assert storage.disks["secret"].read("old") == b"written with the old key"
        found = {
            name: (tmp_path / "below/secret" / name).read_bytes()[7:23] for name in ("old", "new")
        }
        assert found == {"old": fingerprint(KEY.encode()), "new": fingerprint(OTHER.encode())}


def test_a_table_declares_its_encrypted_disk(tmp_path: Path) -> None:
    """Also through a cache, and over a disk that is declared inside; no text shows the key."""
    tag = "custom_local_disks_base_directory"
    base = f"<{tag}>{tmp_path}/dynamic/</{tag}>"
    inner = f"disk(name = 'inner', type = local, path = '{tmp_path}/dynamic/a/')"
    cache = (
        f"disk(name = 'fast', type = cache, disk = {inner}, path = '{tmp_path}/c/',"
        " max_size = '1Mi')"
    )
    disk = f"disk(name = 'mine', TYPE = encrypted, disk = {cache}, key = '{KEY}', path = 'x/')"
    with connected(tmp_path, {}, more=base) as db:
        wrong = disk.replace(KEY, "short").replace("TYPE", "type")
        columns = "(secretcolumn String) ENGINE = MergeTree ORDER BY secretcolumn"
        with pytest.raises(Error, match="unexpected size 5, the size should be 16: Disk mine"):
            db.query(f"CREATE TABLE t {columns} SETTINGS disk = {wrong}")
        assert db.query("SELECT count() FROM system.disks").text() == "1\n"
        other = f"disk(type = encrypted, disk = 'default', key = '{KEY}', path = 'x/')"
        with pytest.raises(Error, match="must be inside") as caught:
            db.query(f"CREATE TABLE t {columns} SETTINGS disk = {other}")
        assert KEY not in caught.value.message
        assert db.query("SELECT count() FROM system.disks").text() == "1\n"
        disk = disk.replace("TYPE", "type")
        db.query(f"CREATE TABLE t {columns} SETTINGS disk = {disk}")
        db.query(f"INSERT INTO t SELECT concat('{KNOWN}', toString(number)) FROM numbers(100)")
        db.query("SYSTEM FLUSH LOGS")
        shown = db.query("SHOW CREATE TABLE t").text()
        assert "key = \\'[HIDDEN]\\'" in shown or "key = '[HIDDEN]'" in shown
        assert KEY not in shown + db.query("SELECT * FROM system.query_log").text()
        assert KEY not in db.query("SELECT create_table_query FROM system.tables").text()
    with connected(tmp_path, {}, more=base) as db:
        assert db.query("SELECT count(), max(secretcolumn) FROM t").text() == f"100\t{KNOWN}99\n"
        assert (
            db.query(
                "SELECT name, is_encrypted, cache_path != '' FROM system.disks ORDER BY name"
            ).text()
            == "default\t0\t0\nfast\t0\t1\ninner\t0\t0\nmine\t1\t0\n"
        )
        require_nothing_plain(tmp_path / "dynamic" / "a" / "x")
        pieces = [path for path in files(tmp_path / "c") if path.name != "status"]
        assert pieces
        assert not any(KNOWN.encode() in path.read_bytes() for path in pieces)
        db.query("DROP TABLE t SYNC")


def test_disks_that_wrap_one_another_are_refused(tmp_path: Path) -> None:
    disks = {"a": encrypted("b"), "b": encrypted("a")}
    with pytest.raises(Error, match="The wrapped disk must have been announced earlier"):
        connected(tmp_path, disks)


def test_without_the_library_only_the_disk_is_broken(tmp_path: Path) -> None:
    disks = local(tmp_path, "below") | {"secret": encrypted("below")}
    connected(tmp_path, disks).close()
    script = (
        "import sys; sys.modules['cryptography'] = None\n"
        "import sparktree\n"
        f"with sparktree.connect(config={str(tmp_path / 'config.xml')!r}) as db:\n"
        '    print(db.query("SELECT name, is_broken FROM system.disks ORDER BY name").text())\n'
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "below\t0\ndefault\t0\nsecret\t1"
