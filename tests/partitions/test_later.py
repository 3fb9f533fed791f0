"""Requirements of the specification that need what is not built yet; each is named here."""

import pytest


@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.RBAC")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.RBAC#1")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.RBAC#2")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.RBAC#3")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.RBAC#4")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.RBAC#5")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.RBAC#6")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.RBAC#7")
@pytest.mark.skip(reason="needs users and grants, which are not built yet")
def test_users_and_grants() -> None:
    """To be written with what it needs."""


@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Disks")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.S3")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Encryption")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Conditions#3")
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Conditions.Different.StoragePolicy"
)
@pytest.mark.skip(reason="needs other disks and storage policies, which are not built yet")
def test_other_disks_and_policies() -> None:
    """To be written with what it needs."""


@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Replicas")
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.IncorrectTableEngines#2"
)
@pytest.mark.skip(reason="needs replicated tables, which are not built yet")
def test_replicas() -> None:
    """To be written with what it needs."""


@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Shards")
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.IncorrectTableEngines#8"
)
@pytest.mark.skip(reason="needs Distributed tables, which are not built yet")
def test_shards() -> None:
    """To be written with what it needs."""
