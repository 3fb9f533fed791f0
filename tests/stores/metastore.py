"""A real Hive metastore, out of the jars that pyspark has."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyspark
import pytest

from sparktree.stores.metastore.thrift import Client
from tests.stores.hadoop import OPENS, site
from tests.stores.servers import free_port, wait_for

BUCKET = "bucketofhive"
PARQUET = "org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe"
ORC = "org.apache.hadoop.hive.ql.io.orc.OrcSerde"
TEXT = "org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe"


@contextmanager
def metastore(folder: Path) -> Iterator[Hive]:
    """A new metastore over an embedded database."""
    if shutil.which("java") is None:
        pytest.fail("Tests of Hive need java.")
    port = free_port()
    conf = folder / "conf"
    conf.mkdir()
    database = f"jdbc:derby:;databaseName={folder}/db;create=true"
    (conf / "hive-site.xml").write_text(
        site(
            {
                "hive.async.log.enabled": "false",
                "javax.jdo.option.ConnectionURL": database,
                "datanucleus.schema.autoCreateAll": "true",
                "hive.metastore.schema.verification": "false",
                "hive.metastore.warehouse.dir": str(folder / "warehouse"),
                **_elsewhere(folder),
            }
        )
    )
    jars = Path(pyspark.__file__).parent / "jars"
    command = ["java", "-Xmx256m", *OPENS, "-cp", f"{conf}:{jars}/*"]
    command += ["org.apache.hadoop.hive.metastore.HiveMetaStore", "-p", str(port)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    process = subprocess.Popen(command, **quiet)  # type: ignore[call-overload]
    try:
        wait_for(port, process, 180)
        yield Hive(port)
    finally:
        process.terminate()
        process.wait(20)


def _elsewhere(folder: Path) -> dict[str, str]:
    """The metastore makes the folders of tables itself, and has no jars for other stores: it makes
    local ones in their place, for what is below /w of a bucket."""
    (folder / "w").mkdir()
    local = "org.apache.hadoop.fs.viewfs.ViewFileSystemOverloadScheme"
    return {
        "fs.s3a.impl": local,
        "fs.wasb.impl": local,
        "fs.viewfs.overload.scheme.target.file.impl": "org.apache.hadoop.fs.LocalFileSystem",
        f"fs.viewfs.mounttable.{BUCKET}.link./w": f"file://{folder}/w",
    }


@dataclass(frozen=True)
class Hive:
    """A metastore that listens, and what makes tables in it."""

    port: int

    @property
    def url(self) -> str:
        return f"thrift://127.0.0.1:{self.port}"

    def create(
        self,
        table: str,
        columns: Mapping[str, str],
        keys: Mapping[str, str],
        location: str,
        serde: str = PARQUET,
        parameters: Mapping[str, str] | None = None,
        told: Mapping[str, str] | None = None,
        kind: str = "EXTERNAL_TABLE",
    ) -> None:
        """A table with columns and partition keys by their names and types."""
        storage = _storage(columns, location, serde, parameters or {})
        fields = {
            1: table, 2: "default", 3: "tester", 7: storage, 8: _schema(keys),
            9: {"EXTERNAL": "TRUE", **(told or {})}, 10: "", 11: "", 12: kind,
        }  # fmt: skip
        self._ask("create_table", fields)

    def add(
        self,
        table: str,
        columns: Mapping[str, str],
        values: Sequence[str],
        location: str,
        serde: str = PARQUET,
    ) -> None:
        """A partition of a table."""
        storage = _storage(columns, location, serde, {})
        fields = {1: list(values), 2: "default", 3: table, 6: storage, 7: {"a": "b"}}
        self._ask("add_partition", fields)

    def _ask(self, method: str, fields: Mapping[int, Any]) -> None:
        with Client("127.0.0.1", self.port, 60) as client:
            answer = client.call(method, fields)
        raised = {number: told for number, told in answer.items() if number}
        assert not raised, raised


def _storage(
    columns: Mapping[str, str], location: str, serde: str, parameters: Mapping[str, str]
) -> dict[int, Any]:
    return {
        1: _schema(columns), 2: location, 3: "input", 4: "output",
        7: {2: serde, 3: {"serialization.format": "1", **parameters}}, 8: [], 9: [], 10: {"a": "b"},
    }  # fmt: skip


def _schema(columns: Mapping[str, str]) -> list[dict[int, str]]:
    return [{1: name, 2: type_} for name, type_ in columns.items()]
