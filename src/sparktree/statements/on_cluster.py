"""ON CLUSTER: the one cluster that there is has this node only."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.system.clusters import LOCAL


def refuse_cluster(cluster: str | None) -> None:
    """CLUSTER_DOESNT_EXIST unless the statement is for this node, which runs it as any other."""
    if cluster not in (None, LOCAL):
        raise Error(Code.CLUSTER_DOESNT_EXIST, f"Requested cluster '{cluster}' not found")
