"""Tags of a bucket's disk that change what its server is asked, and how."""

import base64
import hashlib
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from sparktree.errors import Error
from sparktree.stores.addresses import s3_store
from sparktree.stores.endpoints import endpoint_of
from sparktree.stores.object_disk import ObjectDisk
from tests.storage.object_storages import MARKER, Objects, s3
from tests.storage.storages import connected
from tests.storage.test_s3_disks import table
from tests.stores.servers import (
    DROP,
    KEY,
    LOSE,
    SECRET,
    Asked,
    Bucket,
    Proxy,
    free_port,
    standing,
)  # fmt: skip

_KEY = base64.b64encode(bytes(range(32))).decode()
_SSE = "x-amz-server-side-encryption"
_KMS = (
    "<server_side_encryption_kms_key_id>the-key</server_side_encryption_kms_key_id>"
    "<server_side_encryption_kms_encryption_context>e30=</server_side_encryption_kms_encryption_context>"
    "<server_side_encryption_kms_bucket_key_enabled>true</server_side_encryption_kms_bucket_key_enabled>"
)


def customer_key(key: str) -> str:
    tag = "server_side_encryption_customer_key_base64"
    return f"<{tag}>{key}</{tag}>"


def run(objects: Objects) -> None:
    """Small files, one that is uploaded in parts, reads and deletes."""
    with objects.open() as db:
        table(db)
        rows = "SELECT number, randomPrintableASCII(100) FROM numbers(120000)"
        db.query(f"INSERT INTO t {rows}")
        assert db.query("SELECT count(), sum(length(v)) FROM t").text() == "120000\t12000000\n"
        db.query("DROP TABLE t SYNC")
        assert objects.rest() == []


def about_objects(bucket: Bucket) -> list[Asked]:
    """Requests about one object, but for deletes."""
    inside = f"/{bucket.name}/root/"
    return [one for one in bucket.asked if one.path.startswith(inside) and one.method != "DELETE"]


@pytest.mark.requirement("MT.S3Disk.server_side_encryption_customer_key_base64")
def test_the_customers_key_goes_with_every_object(tmp_path: Path, bucket: Bucket) -> None:
    run(Objects(tmp_path, s3(bucket, customer_key(_KEY)), bucket.folder / "root"))
    asked = about_objects(bucket)
    assert {one.method for one in asked} == {"GET", "HEAD", "PUT", "POST"}
    assert any("partNumber" in one.query for one in asked)
    digest = base64.b64encode(hashlib.md5(bytes(range(32))).digest()).decode()
    for one in asked:
        assert one.headers[f"{_SSE}-customer-algorithm"] == "AES256"
        assert one.headers[f"{_SSE}-customer-key"] == _KEY
        assert one.headers[f"{_SSE}-customer-key-md5"] == digest
        assert f"{_SSE}-customer-key;" in one.headers["authorization"]  # it is signed


@pytest.mark.parametrize("key", ["no-base64!", base64.b64encode(b"short").decode()])
def test_a_key_that_is_none_is_refused(tmp_path: Path, bucket: Bucket, key: str) -> None:
    with connected(tmp_path, {"obj": s3(bucket, customer_key(key))}) as db:
        with pytest.raises(Error, match="server_side_encryption_customer_key_base64") as refused:
            table(db)
        assert refused.value.name == "INVALID_CONFIG_PARAMETER"
        assert key not in str(refused.value)
    assert bucket.asked == []


@pytest.mark.requirement(
    "MT.S3Disk.server_side_encryption_kms_key_id",
    "MT.S3Disk.server_side_encryption_kms_encryption_context",
    "MT.S3Disk.server_side_encryption_kms_bucket_key_enabled",
)
def test_new_objects_are_to_be_encrypted_by_kms(tmp_path: Path, bucket: Bucket) -> None:
    run(Objects(tmp_path, s3(bucket, _KMS), bucket.folder / "root"))
    told = {
        _SSE: "aws:kms",
        f"{_SSE}-aws-kms-key-id": "the-key",
        f"{_SSE}-context": "e30=",
        f"{_SSE}-bucket-key-enabled": "true",
    }
    asked = about_objects(bucket)
    assert {one.method for one in asked} == {"GET", "HEAD", "PUT", "POST"}
    for one in asked:
        found = {name: text for name, text in one.headers.items() if name.startswith(_SSE)}
        begins = "uploads" in one.query or (one.method == "PUT" and "uploadId" not in one.query)
        assert found == (told if begins else {})  # S3 refuses them where nothing begins


def behind(bucket: Bucket, *proxies: str) -> str:
    """The disk of the bucket with a host that nobody knows but the proxies."""
    uris = "".join(f"<uri>{uri}</uri>" for uri in proxies)
    more = f"<proxy>{uris}</proxy><retry_attempts>0</retry_attempts>"
    return s3(bucket).replace(f"127.0.0.1:{bucket.port}", "store.test") + more


@pytest.mark.requirement("MT.S3Disk.proxy")
def test_requests_go_through_the_proxies_in_turns(
    tmp_path: Path, bucket: Bucket, s3_server: tuple[int, Path]
) -> None:
    # What stands before the bucket passes on what is asked with whole addresses, as proxies are.
    other = Proxy(free_port())
    with standing(other, s3_server[0]):
        uris = (f"http://127.0.0.1:{bucket.port}", f"http://me:it%20is@127.0.0.1:{other.port}/")
        run(Objects(tmp_path, behind(bucket, *uris), bucket.folder / "root"))
    assert abs(len(bucket.asked) - len(other.asked)) < len(other.asked) / 2
    assert all(one.headers["host"] == "store.test" for one in bucket.asked + other.asked)
    told = {one.headers.get("proxy-authorization") for one in other.asked}
    assert told == {f"Basic {base64.b64encode(b'me:it is').decode()}"}
    assert not any("proxy-authorization" in one.headers for one in bucket.asked)


@pytest.mark.requirement("MT.S3Disk.proxy")
def test_a_dead_proxy_is_an_error_that_names_it(tmp_path: Path, bucket: Bucket) -> None:
    dead = f"127.0.0.1:{free_port()}"
    with connected(tmp_path, {"obj": behind(bucket, f"http://me:{_KEY}@{dead}")}) as db:
        with pytest.raises(Error, match=f"proxy .*{dead}: .*refused") as refused:
            table(db)
        assert refused.value.name == "S3_ERROR"
        assert _KEY not in str(refused.value)
    assert bucket.asked == []


@pytest.mark.parametrize(
    ("proxy", "name"),
    [
        ("<uri>ftp://h:1</uri>", "BAD_ARGUMENTS"),
        ("<uri>http://h:port</uri>", "BAD_ARGUMENTS"),
        ("<uri>http://</uri>", "BAD_ARGUMENTS"),
        ("http://h:1", "BAD_ARGUMENTS"),
        ("<uri>https://h:1</uri>", "NOT_IMPLEMENTED"),
        ("<resolver><endpoint>http://h</endpoint></resolver>", "NOT_IMPLEMENTED"),
    ],
)
def test_proxies_that_would_not_be_asked_are_refused(
    tmp_path: Path, bucket: Bucket, proxy: str, name: str
) -> None:
    with connected(tmp_path, {"obj": s3(bucket, f"<proxy>{proxy}</proxy>")}) as db:
        with pytest.raises(Error) as refused:
            table(db)
        assert refused.value.name == name
    assert bucket.asked == []


@pytest.mark.requirement("MT.S3Disk.single_read_retries")
@pytest.mark.parametrize(("way", "tries"), [(DROP, 3), (LOSE, 3), (503, 1)])
def test_broken_reads_have_retries_of_their_own(bucket: Bucket, way: int, tries: int) -> None:
    bucket.put(f"root/{MARKER}", "{}")
    bucket.refuse = lambda one: way if one.method == "GET" else None
    keys = {"access_key_id": KEY, "secret_access_key": SECRET}
    known = endpoint_of({**keys, "single_read_retries": "2", "retry_attempts": "0"})
    store, prefix = s3_store(f"{bucket.url}/root/", known, at_root=True)
    with pytest.raises(Error) as refused:
        ObjectDisk(store, prefix).read(MARKER)
    assert refused.value.name == "S3_ERROR"
    assert len(bucket.asked) == tries


@pytest.mark.requirement("MT.S3Disk.header")
def test_a_token_of_the_configuration_takes_the_place_of_a_signature(bucket: Bucket) -> None:
    bucket.refuse = lambda one: 403
    keys = {"access_key_id": KEY, "secret_access_key": SECRET}
    known = endpoint_of({**keys, "header": ["Authorization: Bearer SOME-TOKEN", "X-Other: 1"]})
    store, prefix = s3_store(f"{bucket.url}/root/", known, at_root=True)
    with pytest.raises(Error):
        ObjectDisk(store, prefix).read(MARKER)
    (asked,) = bucket.asked
    assert asked.headers["authorization"] == "Bearer SOME-TOKEN"
    assert asked.headers["x-other"] == "1"
    assert "x-amz-date" not in asked.headers


@pytest.mark.requirement(
    "MT.S3Disk.connect_timeout_ms", "MT.S3Disk.request_timeout_ms", "MT.S3Disk.retry_attempts"
)
@pytest.mark.parametrize("slow", ["connect_timeout_ms", "request_timeout_ms"])
def test_a_server_that_does_not_answer_is_waited_for_so_long(slow: str) -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=0) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}/bucket/root/"
        # One connection waits to be taken; while it does, those behind it are not even begun.
        first = socket.create_connection(server.getsockname())
        if slow == "request_timeout_ms":
            server.accept()[0].close()
        late = threading.Thread(target=_answer_late, args=(server,), daemon=True)
        late.start()
        keys = {"access_key_id": KEY, "secret_access_key": SECRET, "retry_attempts": "0"}
        store, prefix = s3_store(address, endpoint_of({**keys, slow: "150"}), at_root=True)
        with pytest.raises(Error, match=r"timed out, after 1 attempts") as refused:
            ObjectDisk(store, prefix).read(MARKER)
        assert refused.value.name == "S3_ERROR"
        patient, prefix = s3_store(address, endpoint_of({**keys, slow: "60000"}), at_root=True)
        assert ObjectDisk(patient, prefix).read(MARKER) == b"{}"
        first.close()


def _answer_late(server: socket.socket) -> None:
    time.sleep(1)
    while True:
        try:
            connection = server.accept()[0]
        except OSError:  # the test is over
            return
        connection.settimeout(5)
        with connection, suppress(OSError):
            if connection.recv(4096):
                connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")


@pytest.mark.requirement("MT.S3Disk.min_bytes_for_seek")
def test_small_gaps_are_read_over(tmp_path: Path, bucket: Bucket) -> None:
    data = bytes(range(256)) * 4096
    asked = {}
    for gap in (1000, 10):
        tag = f"<min_bytes_for_seek>{gap}</min_bytes_for_seek>"
        with connected(
            tmp_path / str(gap), {"obj": s3(bucket, tag).replace("root", f"{gap}")}
        ) as db:
            disk = db.services.disks["obj"]
            disk.create("file", data)
            file = disk.open_at("file", len(data))
            bucket.asked.clear()
            for place in range(0, 500_000, 1500):  # of which 500 bytes are left out each time
                assert file.read_at(place, 1000) == data[place : place + 1000]
            asked[gap] = len(bucket.asked)
    assert asked[10] == 334
    assert asked[1000] < 15
