"""The same statements over other disks: tables that name no policy lie there."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.sql.test_sql_files import CASES
from tests.stateless.executors import SparktreeExecutor
from tests.stateless.run import run
from tests.storage.object_storages import s3
from tests.storage.storages import connected, local, policy, volume
from tests.stores.servers import proxied

# They share files between parts in every way that there is. Nearly all of tests/sql passes so: not
# what prints the names of disks.
NAMES = [
    "indexes/alter",
    "merges/aggregating",
    "merges/optimize",
    "mutations/columns",
    "mutations/lightweight_delete",
    "mutations/on_fly",
    "partitions/actions_around_replace",
    "partitions/replace",
    "projections/merges",
    "projections/partitions",
    "updates/columns",
    "updates/merging",
]
# What is run over disks that are made of others.
SOME = [
    "merges/optimize",
    "mutations/lightweight_delete",
    "partitions/actions",
    "partitions/replace",
    "projections/partitions",
    "updates/columns",
]
_KEY = "<key>1234567812345678</key>"
_ENCRYPTED = f"<type>encrypted</type><disk>{{}}</disk><path>e/</path>{_KEY}"
_CACHE = "<type>cache</type><disk>obj</disk><path>c/</path><max_size>100Mi</max_size>"
# The disks behind those of the bucket and of a folder, and those that tables are on.
KINDS = {
    "s3": ({}, ("obj",)),
    "local": ({}, ("d1", "d2")),
    "cache over s3": ({"top": _CACHE}, ("top",)),
    "encrypted over s3": ({"top": _ENCRYPTED.format("obj")}, ("top",)),
    "encrypted local": ({"top": _ENCRYPTED.format("d1")}, ("top",)),
}
_numbers = count(1)


@pytest.fixture(scope="module", params=KINDS)
def executor(
    request: pytest.FixtureRequest,
    s3_server: tuple[int, Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[SparktreeExecutor]:
    folder = tmp_path_factory.mktemp("matrix")
    more, used = KINDS[request.param]
    default = policy("default", volume("main", *used))
    with proxied(*s3_server, f"matrix{next(_numbers)}") as bucket:
        disks = local(folder, "d1", "d2") | {"obj": s3(bucket)} | more
        with connected(folder, disks, default) as db:
            bucket.asked.clear()
            yield SparktreeExecutor(db)
            assert any(one.method == "PUT" for one in bucket.asked) == ("s3" in request.param)


def _cases() -> Iterator[object]:
    for kind in KINDS:
        for name in NAMES if kind == "s3" else SOME:
            yield pytest.param(kind, name, id=f"{kind}-{name}")


@pytest.mark.parametrize(("executor", "name"), list(_cases()), indirect=["executor"])
def test_statements_over_other_disks(name: str, executor: SparktreeExecutor) -> None:
    outcome = run(CASES[name], executor, timeout=120)
    assert outcome.passed, f"\n{outcome}"
