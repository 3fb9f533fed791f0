"""The examples of configurations that the specification gives, as they stand there."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

import sparktree
from sparktree.disks.configuration import StorageConfiguration, storage_configuration
from sparktree.errors import Error
from sparktree.settings.config import load_config
from tests.storage.storages import disks_of
from tests.stores.servers import KEY, SECRET, Bucket

DISKS = """
<storage_configuration>
    <disks>
        <disk_name_1> <!-- disk name -->
            <path>/mnt/fast_ssd/clickhouse/</path>
        </disk_name_1>
        <disk_name_2>
            <path>/mnt/hdd1/clickhouse/</path>
            <keep_free_space_bytes>10485760</keep_free_space_bytes>
        </disk_name_2>
        <disk_name_3>
            <path>/mnt/hdd2/clickhouse/</path>
            <keep_free_space_bytes>10485760</keep_free_space_bytes>
        </disk_name_3>

        ...
    </disks>

    ...
</storage_configuration>
"""
MARKUP = """
<storage_configuration>
    ...
    <policies>
        <policy_name_1>
            <volumes>
                <volume_name_1>
                    <disk>disk_name_from_disks_configuration</disk>
                    <max_data_part_size_bytes>1073741824</max_data_part_size_bytes>
                    <load_balancing>round_robin</load_balancing>
                </volume_name_1>
            </volumes>
            <move_factor>0.2</move_factor>
        </policy_name_1>
    </policies>
    ...
</storage_configuration>
"""
POLICIES = """
<storage_configuration>
    ...
    <policies>
        <hdd_in_order> <!-- policy name -->
            <volumes>
                <single> <!-- volume name -->
                    <disk>disk1</disk>
                    <disk>disk2</disk>
                </single>
            </volumes>
        </hdd_in_order>

        <moving_from_ssd_to_hdd>
            <volumes>
                <hot>
                    <disk>fast_ssd</disk>
                    <max_data_part_size_bytes>1073741824</max_data_part_size_bytes>
                </hot>
                <cold>
                    <disk>disk1</disk>
                </cold>
            </volumes>
            <move_factor>0.2</move_factor>
        </moving_from_ssd_to_hdd>

        <small_jbod_with_external_no_merges>
            <volumes>
                <main>
                    <disk>jbod1</disk>
                </main>
                <external>
                    <disk>external</disk>
                </external>
            </volumes>
        </small_jbod_with_external_no_merges>
    </policies>
    ...
</storage_configuration>
"""
EXTERNAL = """
<storage_configuration>
    ...
    <disks>
        <s3>
            <type>s3</type>
            <support_batch_delete>true</support_batch_delete>
            <endpoint>https://clickhouse-public-datasets.s3.amazonaws.com/my-bucket/root-path/</endpoint>
            <access_key_id>your_access_key_id</access_key_id>
            <secret_access_key>your_secret_access_key</secret_access_key>
            <region></region>
            <header>Authorization: Bearer SOME-TOKEN</header>
            <server_side_encryption_customer_key_base64>your_base64_encoded_customer_key</server_side_encryption_customer_key_base64>
            <server_side_encryption_kms_key_id>your_kms_key_id</server_side_encryption_kms_key_id>
            <server_side_encryption_kms_encryption_context>your_kms_encryption_context</server_side_encryption_kms_encryption_context>
            <server_side_encryption_kms_bucket_key_enabled>true</server_side_encryption_kms_bucket_key_enabled>
            <proxy>
                <uri>http://proxy1</uri>
                <uri>http://proxy2</uri>
            </proxy>
            <connect_timeout_ms>10000</connect_timeout_ms>
            <request_timeout_ms>5000</request_timeout_ms>
            <retry_attempts>10</retry_attempts>
            <single_read_retries>4</single_read_retries>
            <min_bytes_for_seek>1000</min_bytes_for_seek>
            <metadata_path>/var/lib/clickhouse/disks/s3/</metadata_path>
            <skip_access_check>false</skip_access_check>
        </s3>
        <s3_cache>
            <type>cache</type>
            <disk>s3</disk>
            <path>/var/lib/clickhouse/disks/s3_cache/</path>
            <max_size>10Gi</max_size>
        </s3_cache>
    </disks>
    ...
</storage_configuration>
"""
CREATE = """
CREATE TABLE table_with_non_default_policy (
    EventDate Date,
    OrderID UInt64,
    BannerID UInt64,
    SearchPhrase String
) ENGINE = MergeTree
ORDER BY (OrderID, BannerID)
PARTITION BY toYYYYMM(EventDate)
SETTINGS storage_policy = 'moving_from_ssd_to_hdd'
"""


def written(folder: Path, *pieces: str) -> Path:
    """A configuration with these in `config.d`."""
    (folder / "config.d").mkdir(parents=True)
    (folder / "config.xml").write_text(f"<clickhouse><path>{folder}/data/</path></clickhouse>")
    for number, piece in enumerate(pieces):
        (folder / "config.d" / f"{number}.xml").write_text(f"<clickhouse>{piece}</clickhouse>")
    return folder / "config.xml"


def read(folder: Path, *pieces: str) -> StorageConfiguration:
    return storage_configuration(load_config(written(folder, *pieces)).tree, str(folder))


@pytest.mark.requirement("MT.Conf.Section", "MT.Conf.Path", "MT.Conf.KeepFreeSpace")
def test_disks_as_the_document_declares_them(tmp_path: Path) -> None:
    found = read(tmp_path, DISKS).disks
    assert [(one.name, one.path, one.keep_free_bytes) for one in found.values()] == [
        ("disk_name_1", "/mnt/fast_ssd/clickhouse/", 0),
        ("disk_name_2", "/mnt/hdd1/clickhouse/", 10485760),
        ("disk_name_3", "/mnt/hdd2/clickhouse/", 10485760),
    ]


@pytest.mark.requirement("MT.Conf.Disk", "MT.Conf.PolicyName", "MT.Conf.VolumeName")
def test_policies_as_the_document_declares_them(tmp_path: Path) -> None:
    disk = "disk_name_from_disks_configuration"
    declared = f"<disks><{disk}><path>/a/</path></{disk}></disks>"
    section = f"<storage_configuration>{declared}</storage_configuration>"
    (policy,) = read(tmp_path, section, MARKUP).policies.values()
    (volume,) = [one.volume for one in policy.volumes]
    assert (policy.name, policy.move_factor) == ("policy_name_1", 0.2)
    assert (volume.name, volume.disks) == ("volume_name_1", (disk,))
    assert (volume.max_data_part_size, volume.balancing) == (1073741824, "ROUND_ROBIN")


@pytest.mark.requirement(
    "MT.Conf.ExampleInOrder", "MT.Conf.ExampleMoving", "MT.Conf.ExampleJbodExternal",
    "MT.Conf.CreateWithPolicy",
)  # fmt: skip
def test_the_policies_of_the_examples(tmp_path: Path) -> None:
    names = ("disk1", "disk2", "fast_ssd", "jbod1", "external")
    declared = "".join(f"<{n}><path>{tmp_path}/{n}/</path></{n}>" for n in names)
    section = f"<storage_configuration><disks>{declared}</disks></storage_configuration>"
    with sparktree.connect(config=str(written(tmp_path, section, POLICIES))) as db:
        shown = db.query(
            "SELECT policy_name, volume_name, disks, max_data_part_size, round(move_factor, 3)"
            " FROM system.storage_policies WHERE policy_name != 'default'"
            " ORDER BY policy_name, volume_priority"
        )
        assert shown.text() == (
            "hdd_in_order\tsingle\t['disk1','disk2']\t0\t0\n"
            "moving_from_ssd_to_hdd\thot\t['fast_ssd']\t1073741824\t0.2\n"
            "moving_from_ssd_to_hdd\tcold\t['disk1']\t0\t0.2\n"
            "small_jbod_with_external_no_merges\tmain\t['jbod1']\t0\t0.1\n"
            "small_jbod_with_external_no_merges\texternal\t['external']\t0\t0.1\n"
        )
        db.query(CREATE)
        db.query("INSERT INTO table_with_non_default_policy SELECT today(), 1, 2, 'x'")
        assert [disk for _, disk in disks_of(db, "table_with_non_default_policy")] == ["fast_ssd"]
        db.query("SYSTEM STOP MERGES")
        in_turns = "SETTINGS storage_policy = 'hdd_in_order'"
        db.query(f"CREATE TABLE u (k UInt8) ENGINE = MergeTree ORDER BY k {in_turns}")
        for number in range(4):
            db.query(f"INSERT INTO u VALUES ({number})")
        disks = [disk for _, disk in disks_of(db, "u")]
        assert disks in (["disk1", "disk2"] * 2, ["disk2", "disk1"] * 2)


@pytest.mark.requirement("MT.S3Disk.Example")
def test_the_external_disks_of_the_example_are_accepted(tmp_path: Path) -> None:
    found = read(tmp_path, EXTERNAL).disks
    assert {name: (one.type, one.wrapped) for name, one in found.items()} == {
        "s3": ("s3", ""), "s3_cache": ("cache", "s3"),
    }  # fmt: skip
    cache = found["s3_cache"].cache
    assert cache is not None
    assert (cache.folder, cache.max_size) == ("/var/lib/clickhouse/disks/s3_cache/", 10 << 30)


def test_placeholders_of_the_example_keep_nobody_else_from_working(tmp_path: Path) -> None:
    """`your_base64_encoded_customer_key` is none: the disk says so, all else works."""
    here = EXTERNAL.replace("/var/lib/clickhouse/", f"{tmp_path}/")
    with sparktree.connect(config=str(written(tmp_path, here))) as db:
        broken = "SELECT name FROM system.disks WHERE is_broken ORDER BY name"
        assert db.query(broken).text() == "s3\ns3_cache\n"
        with pytest.raises(Error, match=r"Disk `s3` cannot be used: .*customer_key_base64"):
            db.query("CREATE TABLE t (k UInt8) ENGINE = MergeTree ORDER BY k SETTINGS disk = 's3'")
        db.query("CREATE TABLE t (k UInt8) ENGINE = MergeTree ORDER BY k")
        db.query("INSERT INTO t VALUES (1)")
        assert db.query("SELECT * FROM t").text() == "1\n"


@pytest.mark.requirement(
    "MT.S3Disk.Example", "MT.S3Disk.connect_timeout_ms", "MT.S3Disk.request_timeout_ms",
    "MT.S3Disk.skip_access_check", "MT.CacheDisk.Type", "MT.CacheDisk.Disk",
)  # fmt: skip
def test_the_example_with_real_addresses_and_keys(tmp_path: Path, bucket: Bucket) -> None:
    customer_key = base64.b64encode(bytes(range(32))).decode()
    here = (
        EXTERNAL.replace("/var/lib/clickhouse/", f"{tmp_path}/")
        .replace("https://clickhouse-public-datasets.s3.amazonaws.com/my-bucket", bucket.url)
        .replace("your_access_key_id", KEY)
        .replace("your_secret_access_key", SECRET)
        .replace("your_base64_encoded_customer_key", customer_key)
        .replace("Authorization: Bearer", "X-Bearer:")  # rclone knows signatures alone
        .replace("http://proxy1", f"http://127.0.0.1:{bucket.port}")
        .replace("http://proxy2", f"http://127.0.0.1:{bucket.port}")
    )
    with sparktree.connect(config=str(written(tmp_path, here))) as db:
        # Its access was checked: an object was written, read and deleted.
        probes = [one for one in bucket.asked if "access_check" in one.path]
        assert [one.method for one in probes] == ["PUT", "GET", "DELETE"]
        db.query(
            "CREATE TABLE t (k UInt32, v String) ENGINE = MergeTree ORDER BY k"
            " SETTINGS disk = 's3_cache'"
        )
        db.query("INSERT INTO t SELECT number, toString(number) FROM numbers(100)")
        assert db.query("SELECT sum(k), max(v) FROM t").text() == "4950\t99\n"
        (written_object,) = [
            one for one in bucket.asked if one.method == "PUT" and one.path.endswith("k.parquet")
        ]
        headers = written_object.headers
        assert headers["x-bearer"] == "SOME-TOKEN"
        assert headers["x-amz-server-side-encryption-customer-key"] == customer_key
        assert headers["x-amz-server-side-encryption-aws-kms-key-id"] == "your_kms_key_id"
        assert all("/root-path/" in one.path for one in bucket.asked if one.method == "PUT")
        assert list((tmp_path / "disks" / "s3").rglob("part.json"))  # metadata_path
        db.query("DROP TABLE t SYNC")
