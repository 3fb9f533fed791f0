"""Real ClickHouse with users: what its configuration grants them, it shows and enforces."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from tests.oracle import Oracle

_NETWORKS = "<networks><ip>::/0</ip></networks>"


def users_xml(users: Mapping[str, Sequence[str]], more: str = "") -> str:
    """Users with their GRANT and REVOKE statements, these without TO and FROM."""
    listed = "".join(_user(name, grants) for name, grants in users.items())
    return (
        "<clickhouse><profiles><default/></profiles><quotas><default/></quotas>"
        f"<users>{listed}</users>{more}</clickhouse>"
    )


def _user(name: str, grants: Sequence[str]) -> str:
    queries = "".join(f"<query>{escape(grant)}</query>" for grant in grants)
    return (
        f"<{name}><password></password>{_NETWORKS}<profile>default</profile><quota>default</quota>"
        f"<grants>{queries}</grants></{name}>"
    )


def oracle_with(users: str, folder: Path, keep: bool = False) -> Oracle:
    """ClickHouse with the users of a configuration; who asks is `default`. `keep` leaves the data
    in the folder, where the next one finds them."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "users.xml").write_text(users)
    config = folder / "config.xml"
    users_config = f"<users_config>{folder / 'users.xml'}</users_config>"
    config.write_text(f"<clickhouse>{users_config}</clickhouse>")
    return Oracle(config, folder / "data" if keep else None)
