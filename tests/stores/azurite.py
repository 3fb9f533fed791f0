"""Azurite, Microsoft's own emulator of Azure Blob Storage."""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from sparktree.stores.azure import AzureStore
from sparktree.stores.azure_signing import Account
from tests.stores.installing import installed, run
from tests.stores.servers import Proxy, free_port, standing, wait_for

VERSION = "3.35.0"
ACCOUNT = "testaccount"
KEY = base64.b64encode(b"secretOfTheTests0001").decode()


def find_azurite() -> Path:
    """The program, installed by npm into a folder for such things if it is not there."""
    folder = installed(f"azurite-{VERSION}", _install)
    return folder / "node_modules" / ".bin" / "azurite-blob"


def _install(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.fail("Tests of Azure need npm, which installs Azurite: install Node.js.")
    quiet = ("--no-audit", "--no-fund", "--loglevel=error")
    run(npm, "install", "--prefix", folder, f"azurite@{VERSION}", *quiet)


@contextmanager
def azurite(folder: Path) -> Iterator[int]:
    """The port of a new one."""
    port = free_port()
    command = [str(find_azurite()), "--blobHost", "127.0.0.1", "--blobPort", str(port)]
    command += ["--location", str(folder), "--skipApiVersionCheck", "--disableTelemetry"]
    environment = {**os.environ, "AZURITE_ACCOUNTS": f"{ACCOUNT}:{KEY}"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([*command, "--silent"], env=environment, **quiet)  # type: ignore[call-overload]
    try:
        wait_for(port, process)
        yield port
    finally:
        process.terminate()
        process.wait(10)


@dataclass
class Container(Proxy):
    """A container behind the proxy."""

    name: str = ""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/{ACCOUNT}"

    @property
    def connection(self) -> str:
        return (
            f"DefaultEndpointsProtocol=http;AccountName={ACCOUNT};AccountKey={KEY};"
            f"BlobEndpoint={self.url};"
        )

    def args(self, path: str, *more: str) -> str:
        """The arguments of azureBlobStorage() or AzureBlobStorage() for a path."""
        plain = (self.url, self.name, path, ACCOUNT, KEY)
        return ", ".join([*(f"'{one}'" for one in plain), *more])

    @property
    def store(self) -> AzureStore:
        return AzureStore(self.url, self.name, Account(ACCOUNT, KEY))

    def put(self, path: str, data: str) -> None:
        writing = self.store.stage(path, "put")
        writing.write(data.encode())
        self.store.publish(writing.finish(), replaces=True)

    def blobs(self, prefix: str = "") -> list[str]:
        return [found.key for found in self.store.list(prefix, deep=True)]

    def listings(self) -> list[str]:
        """The prefixes that were listed."""
        return [a.query.get("prefix", "") for a in self.asked if a.query.get("comp") == "list"]


@contextmanager
def contained(server: int, name: str) -> Iterator[Container]:
    """A new container of the server, its requests counted."""
    container = Container(free_port(), name=name)
    with standing(container, server):
        container.store.ask("PUT", "", {"restype": "container"}, what="create the container")
        container.asked.clear()
        yield container
