"""Tags of a bucket's disk that change what its server is asked, and how."""

import base64
import hashlib
from pathlib import Path

import pytest

from sparktree.errors import Error
from tests.storage.object_storages import Objects, s3
from tests.storage.storages import connected
from tests.storage.test_s3_disks import table
from tests.stores.servers import Asked, Bucket

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
    for one in about_objects(bucket):
        found = {name: text for name, text in one.headers.items() if name.startswith(_SSE)}
        begins = "uploads" in one.query or (one.method == "PUT" and "uploadId" not in one.query)
        assert found == (told if begins else {})  # S3 refuses them where nothing begins
