"""What is secret of disks is in no answer, no table of system, no log and no error."""

from __future__ import annotations

import base64
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

import sparktree
from sparktree.errors import Error
from tests.storage.object_storages import s3
from tests.storage.storages import connected, local, policy, volume
from tests.stores.servers import KEY, SECRET, Bucket, free_port

_SSE = base64.b64encode(b"customer key of the disk of 2026").decode()
SECRETS = {
    "secret_access_key": SECRET,
    "key": "kEyOfTheTest0001",
    "key_hex": "9f8e7d6c5b4a39281706f5e4d3c2b1a0",
    "token": "bearerOfTheTest0001",
    "session": "sessionOfTheTest0001",
    "customer key": _SSE,
    "proxy": "pRoxyOfTheTest0001",
    "account_key": base64.b64encode(b"azure key of the test").decode(),
    "wrong": "wrongSecretOfTheTest0001",
}
T = "CREATE TABLE {} (k UInt32, v String) ENGINE = MergeTree ORDER BY k SETTINGS {}"


def element(port: int, **more: str) -> str:
    """A bucket that nobody serves."""
    told = {
        "type": "s3", "endpoint": f"http://127.0.0.1:{port}/b/c/", "access_key_id": KEY,
        "secret_access_key": SECRET, "retry_attempts": "0", **more,
    }  # fmt: skip
    return "".join(f"<{name}>{value}</{name}>" for name, value in told.items())


def disks(folder: Path, bucket: Bucket) -> dict[str, str]:
    """Disks that can be used, and disks that fail, with secrets of all kinds."""
    tag = "server_side_encryption_customer_key_base64"
    sse = f"<{tag}>{_SSE}</{tag}>"
    ways = {
        "header": f"Authorization: Bearer {SECRETS['token']}",
        "session_token": SECRETS["session"],
    }
    proxy = f"<uri>http://me:{SECRETS['proxy']}@127.0.0.1:{free_port()}</uri>"
    azure = (
        "<type>azure_blob_storage</type>"
        f"<storage_account_url>http://127.0.0.1:{free_port()}/a</storage_account_url>"
        f"<container_name>c</container_name><account_name>a</account_name>"
        f"<account_key>{SECRETS['account_key']}</account_key>"
    )
    return local(folder, "d1") | {
        "obj": s3(bucket, sse),
        "enc": f"<type>encrypted</type><disk>d1</disk><key>{SECRETS['key']}</key>",
        "hex": f"<type>encrypted</type><disk>obj</disk><key_hex>{SECRETS['key_hex']}</key_hex>",
        "bad": element(free_port(), **ways),
        "denied": s3(bucket).replace(SECRET, SECRETS["wrong"]).replace("/root/", "/bad/"),
        "behind": element(free_port(), proxy=proxy),
        "azure": azure,
    }


def dynamic(bucket: Bucket) -> Iterator[str]:
    """What tables say of disks of their own: of one that works, and of others."""
    works = (
        f"disk(type = s3, endpoint = '{bucket.url}/own/', access_key_id = '{KEY}',"
        f" secret_access_key = '{SECRET}')"
    )
    yield f"disk = {works}"
    yield f"disk = disk(type = encrypted, disk = {works}, key = '{SECRETS['key']}')"
    yield f"disk = disk(type = encrypted, disk = {works}, key = '{SECRETS['key']}x')"
    yield f"disk = {works.replace('/own/', '/no/').replace(SECRET, SECRETS['wrong'])}"
    yield f"disk = disk(type = encrypted, disk = 'd1', key_hex = '{SECRETS['key_hex']}zz')"
    yield f"disk = disk(type = floppy, secret_access_key = '{SECRET}')"
    yield (
        f"disk = disk(type = azure_blob_storage, connection_string = 'AccountName=a;AccountKey="
        f"{SECRETS['account_key']}', container_name = 'c')"
    )


def asked(db: sparktree.Engine, statement: str) -> str:
    """The answer to a statement, or its error."""
    try:
        return db.query(statement).text()
    except Error as error:
        return f"{error}{error.message}"


def test_secrets_are_nowhere(
    tmp_path: Path, bucket: Bucket, caplog: pytest.LogCaptureFixture
) -> None:
    base = f"<custom_local_disks_base_directory>{tmp_path}/</custom_local_disks_base_directory>"
    tiers = policy("tiers", volume("a", "obj"), volume("b", "enc", "hex"), volume("c", "bad"))
    texts: dict[str, str] = {}
    with (
        caplog.at_level(logging.DEBUG),
        connected(tmp_path, disks(tmp_path, bucket), tiers, base) as db,
    ):
        broken = db.query("SELECT name FROM system.disks WHERE is_broken ORDER BY name").text()
        assert broken.split() == ["azure", "bad", "behind", "denied"]
        names = ["obj", "enc", "hex", *broken.split()]
        statements = [T.format(name, f"disk = '{name}'") for name in names]
        statements += [T.format(f"t{i}", one) for i, one in enumerate(dynamic(bucket))]
        statements += [T.format("tiers", "storage_policy = 'tiers'")]
        for name in ("obj", "enc", "hex", "tiers", "t0", "t1"):
            statements += [
                f"INSERT INTO {name} SELECT number, 'x' FROM numbers(10)",
                f"SELECT * FROM {name} ORDER BY k",
                f"SHOW CREATE TABLE {name}",
                f"ALTER TABLE {name} MODIFY SETTING old_parts_lifetime = 1",
                f"EXPLAIN SELECT * FROM {name}",
            ]
        statements += ["ALTER TABLE tiers MOVE PARTITION tuple() TO DISK 'bad'"]
        statements += [f"EXPLAIN SYNTAX {T.format('x', one)}" for one in dynamic(bucket)]
        for statement in statements:
            texts[statement] = asked(db, statement)
        shown = texts["SHOW CREATE TABLE t1"]
        assert shown.count("[HIDDEN]") >= 2, shown
        assert texts["SELECT * FROM t1 ORDER BY k"].count("x") == 10
        bucket.refuse = lambda _: 500
        texts["refused"] = asked(db, "SELECT sum(k), max(v) FROM t0")
        bucket.refuse = None
        db.query("SYSTEM FLUSH LOGS")
        tables = db.query("SELECT name FROM system.tables WHERE database = 'system'").rows()
        for (table,) in tables:
            texts[f"system.{table}"] = asked(db, f"SELECT * FROM system.`{table}` LIMIT 5000")
        texts["log"] = caplog.text
        found = [
            (where, kind)
            for where, text in texts.items()
            for kind, secret in SECRETS.items()
            if secret in text
        ]
        assert not found
