"""`<storage_configuration>`: read as ClickHouse reads it, and refused in its words."""

from pathlib import Path

import pytest

from sparktree.disks.configuration import StorageConfiguration, storage_configuration
from sparktree.disks.policies import Balancing
from sparktree.errors import Error
from sparktree.settings.config import load_config

THREE = "".join(f"<d{i}><path>/tmp/none/d{i}/</path></d{i}>" for i in (1, 2, 3))
WRAPPED = "<disk>d1</disk>"


def read(tmp_path: Path, inside: str) -> StorageConfiguration:
    file = tmp_path / "config.xml"
    file.write_text(
        f"<clickhouse><storage_configuration>{inside}</storage_configuration></clickhouse>"
    )
    return storage_configuration(load_config(file).tree, "/data")


def declared(tmp_path: Path, disks: str, policies: str = "") -> StorageConfiguration:
    return read(tmp_path, f"<disks>{disks}</disks><policies>{policies}</policies>")


def of_volumes(volumes: str, more: str = "") -> str:
    return f"<p><volumes>{volumes}</volumes>{more}</p>"


WRONG_DISKS = {
    "<d1><path>/x</path></d1>": (137, "Disk path must end with /. Disk d1"),
    "<d1><type>local</type></d1>": (137, "Disk path can not be empty. Disk d1"),
    "<d1><path>/data/</path></d1>": (
        137,
        "Disk path ('/data/') cannot be equal to <path>. Use <default> disk instead",
    ),
    "<default><path>/x/</path></default>": (
        137,
        '"default" disk path should be provided in <path> not it <storage_configuration>: Disk'
        " default",
    ),
    "<c><type>floppy</type></c>": (
        137,
        "DiskFactory: the disk 'c' has unknown disk type: floppy",
    ),
    THREE + "<d1><path>/y/</path></d1>": (
        138,
        "Disk name can contain only alphanumeric and '_' (d1[1])",
    ),
    "<d-1><path>/x/</path></d-1>": (138, "Disk name can contain only alphanumeric and '_' (d-1)"),
    "<d1><path>/x/</path><keep_free_space_bytes>1</keep_free_space_bytes>"
    "<keep_free_space_ratio>0.1</keep_free_space_ratio></d1>": (
        138,
        "Only one of 'keep_free_space_bytes' and 'keep_free_space_ratio' can be specified",
    ),
    "<d1><path>/x/</path><keep_free_space_ratio>2</keep_free_space_ratio></d1>": (
        138,
        "'keep_free_space_ratio' have to be between 0 and 1",
    ),
    "<d1><path>/x/</path><keep_free_space_bytes>x</keep_free_space_bytes></d1>": (
        1000,
        "Syntax error: Not a valid unsigned integer: 'x'",
    ),
    "<c><type>cache</type><disk>zz</disk><path>/c/</path><max_size>10Mi</max_size></c>": (
        36,
        "Cannot wrap disk `zz` with cache layer `c`: there is no such disk (it should be"
        " initialized before cache disk)",
    ),
    f"{THREE}<c><type>cache</type>{WRAPPED}<path>/c/</path><max_size>10Xi</max_size></c>": (
        27,
        "Cannot parse input: expected 'eof' before: 'Xi'",
    ),
    f"{THREE}<e><type>encrypted</type>{WRAPPED}<path>e/</path></e>": (
        36,
        "No encryption keys found: Disk e",
    ),
    f"{THREE}<e><type>encrypted</type>{WRAPPED}<path>e/</path><key>abcde</key></e>": (
        36,
        "Got an encryption key with unexpected size 5, the size should be 16: Disk e",
    ),
    f"{THREE}<e><type>encrypted</type>{WRAPPED}<key>1234567812345678</key>"
    "<current_key_id>5</current_key_id></e>": (
        36,
        "Not found a key with the current ID 5: Disk e",
    ),
    f"{THREE}<e><type>encrypted</type>{WRAPPED}<key>1234567812345678</key>"
    "<algorithm>rot13</algorithm></e>": (36, "Encryption algorithm 'rot13' is not supported"),
    f"{THREE}<e><type>encrypted</type>{WRAPPED}<key>1234567812345678</key><path>e</path></e>": (
        36,
        "Disk path must ends with '/', but 'e' doesn't",
    ),
    "<s><type>s3</type></s>": (1000, "Not found: storage_configuration.disks.s.endpoint"),
    "<s><type>object_storage</type></s>": (139, "Expected `object_storage_type` in config"),
}


@pytest.mark.parametrize(("disks", "code", "text"), [(d, *e) for d, e in WRONG_DISKS.items()])
@pytest.mark.requirement("MT.Conf.DiskName", "MT.Conf.Path")
def test_wrong_disks_are_refused(tmp_path: Path, disks: str, code: int, text: str) -> None:
    with pytest.raises(Error) as caught:
        declared(tmp_path, disks)
    assert (caught.value.code, caught.value.message[: len(text)]) == (code, text)
    assert "1234567812345678" not in str(caught.value)


def one(name: str, disk: str, more: str = "") -> str:
    return f"<{name}><disk>{disk}</disk>{more}</{name}>"


WRONG_POLICIES = {
    of_volumes(one("a", "d9")): (479, "Unknown disk d9"),
    of_volumes("<a></a>"): (139, "Volume a must contain at least one disk"),
    "<p></p>": (139, "Storage policy `p` must contain at least one volume (.volumes)"),
    of_volumes(""): (139, "Storage policy `p` must contain at least one volume"),
    of_volumes(one("a", "d1") + one("a", "d2")): (
        138,
        "Volume name can contain only alphanumeric and '_' in storage policy `p` (a[1])",
    ),
    of_volumes(one("a", "d1") + one("b", "d1")): (
        138,
        "Disk names must be unique in storage policy `p` (`d1` is duplicated)",
    ),
    of_volumes(one("a", "d1")) + of_volumes(one("a", "d2")): (
        138,
        "Storage policy name can contain only alphanumeric and '_' (`p[1]`)",
    ),
    of_volumes(one("a", "d1", "<volume_priority>1</volume_priority>")
               + one("b", "d2", "<volume_priority>3</volume_priority>")): (
        318,
        "volume_priority values must cover the range from 1 to N (lowest priority specified)"
        " without gaps",
    ),
    of_volumes(one("a", "d1", "<volume_priority>1</volume_priority>")
               + one("b", "d2", "<volume_priority>1</volume_priority>")): (
        318,
        "volume_priority values must be unique across the policy",
    ),
    of_volumes(one("a", "d1", "<load_balancing>fast</load_balancing>")): (
        138,
        "'fast' is not valid load_balancing value",
    ),
    of_volumes(one("a", "d1", "<max_data_part_size_bytes>1</max_data_part_size_bytes>"
                   "<max_data_part_size_ratio>1</max_data_part_size_ratio>")): (
        138,
        "Only one of 'max_data_part_size_bytes' and 'max_data_part_size_ratio' should be"
        " specified",
    ),
    of_volumes(one("a", "d1"), "<move_factor>2</move_factor>"): (
        49,
        "Disk move factor have to be in [0., 1.] interval, but set to 2 in storage policy `p`",
    ),
    of_volumes(one("a", "d1"), "<move_factor>-0.5</move_factor>"): (49, "Disk move factor"),
    of_volumes(one("a", "d1", "<prefer_not_to_merge>maybe</prefer_not_to_merge>")): (
        1000,
        "Syntax error: Cannot convert to boolean: maybe",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("policies", "code", "text"), [(p, *e) for p, e in WRONG_POLICIES.items()])
@pytest.mark.requirement(
    "MT.Conf.PolicyName", "MT.Conf.VolumeName", "MT.Conf.Disk", "MT.Conf.VolumePriority",
    "MT.Conf.VolumePriorityUnique", "MT.Conf.LoadBalancing", "MT.Conf.MoveFactor",
)  # fmt: skip
def test_wrong_policies_are_refused(tmp_path: Path, policies: str, code: int, text: str) -> None:
    with pytest.raises(Error) as caught:
        declared(tmp_path, THREE, policies)
    assert (caught.value.code, caught.value.message[: len(text)]) == (code, text)


def order(tmp_path: Path, volumes: str) -> list[str]:
    found = declared(tmp_path, THREE, of_volumes(volumes)).policies["p"]
    return [volume.volume.name for volume in found.volumes]


@pytest.mark.requirement(
    "MT.Conf.VolumePriorityAll", "MT.Conf.VolumePrioritySome", "MT.Conf.VolumePriorityNone"
)
def test_volumes_are_filled_by_priority_and_else_as_they_are_declared(tmp_path: Path) -> None:
    first, second = (f"<volume_priority>{i}</volume_priority>" for i in (1, 2))
    assert order(tmp_path, one("a", "d1", second) + one("b", "d2", first)) == ["b", "a"]
    assert order(tmp_path, one("a", "d1") + one("b", "d2", first)) == ["b", "a"]
    assert order(tmp_path, one("hot", "d1") + one("cold", "d2")) == ["hot", "cold"]
    volumes = one("a", "d1") + one("b", "d2", first) + one("c", "d3")
    assert order(tmp_path, volumes) == ["b", "a", "c"]


def test_what_a_volume_says(tmp_path: Path) -> None:
    more = (
        "<max_data_part_size_bytes>1073741824</max_data_part_size_bytes>"
        "<load_balancing>least_used</load_balancing><least_used_ttl_ms>-1</least_used_ttl_ms>"
        "<prefer_not_to_merge>true</prefer_not_to_merge>"
        "<perform_ttl_move_on_insert>0</perform_ttl_move_on_insert>"
    )
    volumes = "<v><disk>d2</disk><disk>d1</disk>" + more + "</v>" + one("w", "default")
    policy = declared(tmp_path, THREE, of_volumes(volumes)).policies["p"].policy({})
    volume = policy.volumes[0]
    assert volume.disks == ("d2", "d1")
    assert (volume.max_data_part_size, volume.least_used_ttl_ms) == (1 << 30, -1)
    assert volume.balancing is Balancing.LEAST_USED
    assert volume.prefer_not_to_merge and not volume.perform_ttl_move_on_insert
    assert policy.move_factor == 0.1
    assert policy.only_disk is None


def test_the_largest_part_as_a_share_of_the_disks(tmp_path: Path) -> None:
    more = "<max_data_part_size_ratio>0.5</max_data_part_size_ratio>"
    volumes = f"<v><disk>d1</disk><disk>d2</disk>{more}</v>"
    policy = declared(tmp_path, THREE, of_volumes(volumes)).policies["p"]
    assert policy.policy({"d1": 100, "d2": 300}).volumes[0].max_data_part_size == 100


EXAMPLE_OF_DISKS = """
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
"""
DISKS_OF_EXAMPLES = "".join(
    f"<{name}><path>/tmp/none/{name}/</path></{name}>"
    for name in ("disk1", "disk2", "fast_ssd", "jbod1", "external")
)
EXAMPLE_OF_POLICIES = f"""
    ...
    <disks>{DISKS_OF_EXAMPLES}</disks>
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
"""
EXAMPLE_OF_S3 = """
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
"""


@pytest.mark.requirement("MT.Conf.DiskOrder", "MT.Conf.ExampleJbodExternal")
def test_the_examples_of_the_documentation_as_they_stand(tmp_path: Path) -> None:
    disks = read(tmp_path, EXAMPLE_OF_DISKS).disks
    assert [disk.keep_free_bytes for disk in disks.values()] == [0, 10485760, 10485760]
    found = read(tmp_path, EXAMPLE_OF_POLICIES).policies
    assert {p.name: [v.volume.name for v in p.volumes] for p in found.values()} == {
        "hdd_in_order": ["single"],
        "moving_from_ssd_to_hdd": ["hot", "cold"],
        "small_jbod_with_external_no_merges": ["main", "external"],
    }
    assert found["moving_from_ssd_to_hdd"].move_factor == 0.2
    objects = read(tmp_path, EXAMPLE_OF_S3).disks
    assert [(d.name, d.type) for d in objects.values()] == [("s3", "s3"), ("s3_cache", "cache")]


def test_attributes_and_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISK_KEY", "8765432187654321")
    keys = '<key id="0">1234567812345678</key><key id="1" from_env="DISK_KEY"/>'
    disk = f"<e><type>encrypted</type>{WRAPPED}{keys}<current_key_id>1</current_key_id></e>"
    assert declared(tmp_path, THREE + disk).disks["e"].shown == "Encrypted"
    (tmp_path / "config.yaml").write_text(
        "storage_configuration:\n  disks:\n    d1: {path: /tmp/none/d1/}\n    e:\n"
        "      type: encrypted\n      disk: d1\n      current_key_id: 7\n      key:\n"
        "        - {'@id': 7, '@from_env': DISK_KEY}\n"
        "        - {'@id': 8, '#text': '1234567812345678'}\n"
    )
    tree = load_config(tmp_path / "config.yaml").tree
    assert set(storage_configuration(tree, "/data").disks) == {"d1", "e"}
