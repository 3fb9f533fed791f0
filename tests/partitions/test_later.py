"""Requirements of the specification that need what is not built yet; each is named here."""

import pytest


@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Shards")
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.IncorrectTableEngines#8"
)
@pytest.mark.skip(reason="needs Distributed tables, which are not built yet")
def test_shards() -> None:
    """To be written with what it needs."""
