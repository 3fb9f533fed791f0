"""The same statements over a bucket: tables that name no policy lie there."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.sql.test_sql_files import CASES
from tests.stateless.executors import SparktreeExecutor
from tests.stateless.run import run
from tests.storage.object_storages import s3
from tests.storage.storages import connected, policy, volume
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
DEFAULT = policy("default", volume("main", "obj"))
_numbers = count(1)


@pytest.fixture(scope="module")
def executor(
    s3_server: tuple[int, Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SparktreeExecutor]:
    folder = tmp_path_factory.mktemp("matrix")
    with (
        proxied(*s3_server, f"matrix{next(_numbers)}") as bucket,
        connected(folder, {"obj": s3(bucket)}, DEFAULT) as db,
    ):
        yield SparktreeExecutor(db)
        assert any(one.method == "PUT" for one in bucket.asked)


@pytest.mark.parametrize("name", NAMES)
def test_statements_over_a_bucket(name: str, executor: SparktreeExecutor) -> None:
    outcome = run(CASES[name], executor, timeout=120)
    assert outcome.passed, f"\n{outcome}"
