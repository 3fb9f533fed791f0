"""The marker of a disk: whose it is. Two catalogs on one disk would delete each other's parts."""

from __future__ import annotations

import json

from sparktree.catalog.catalog import Catalog
from sparktree.catalog.records import new_uuid
from sparktree.disks.opened import Disks
from sparktree.disks.policies import DEFAULT
from sparktree.errors import Code, Error

MARKER = "sparktree-disk.json"
_IDENTITY = ("catalog", "identity")


def claim_disks(catalog: Catalog, disks: Disks) -> None:
    """Mark the disks as this catalog's; what is another's, or is not there, cannot be used."""
    names = [name for name, _ in disks.at_home() if name != DEFAULT]
    for name in names:
        try:
            claim_disk(catalog, disks, name)
        except Error as error:
            disks.fail(name, error)


def claim_disk(catalog: Catalog, disks: Disks, name: str) -> None:
    """Mark one disk, or say why it cannot be this catalog's."""
    disk, identity = disks[name], catalog_identity(catalog)
    if disks.home(name) != name:
        return  # that of the disk below says it
    if disk.is_read_only and disk.is_remote:
        return  # what nobody can write is there for everybody
    if not disk.exists(MARKER):
        if catalog.parts.any_on(name):
            raise Error(
                Code.FILE_DOESNT_EXIST,
                f"There is no {disk.url(MARKER)}, though parts lie on that disk: is it mounted?",
            )
        if disk.is_read_only:
            return
        content = {"catalog": identity, "disk": name}
        try:
            disk.create(MARKER, json.dumps(content).encode())
        except Error as error:  # a full disk is marked later; or another process was faster
            if error.code == Code.NOT_ENOUGH_SPACE:
                return
            if error.code != Code.FILE_ALREADY_EXISTS:
                raise
    _require_own(disk.read(MARKER), disk.url(MARKER), identity, name)


def _require_own(data: bytes, path: str, identity: str, name: str) -> None:
    try:
        content = dict(json.loads(data))
    except (ValueError, TypeError) as error:
        raise Error(Code.CORRUPTED_DATA, f"File {path} is damaged: {error}") from error
    if content.get("catalog") != identity:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"By {path} it belongs to another catalog of sparktree ({content.get('catalog')}; this"
            f" one is {identity}). Two catalogs on one disk would delete each other's parts.",
        )
    if content.get("disk") != name:
        raise Error(
            Code.BAD_ARGUMENTS, f"By {path} it is this catalog's disk `{content.get('disk')}`."
        )


def catalog_identity(catalog: Catalog) -> str:
    """What tells the catalog from others; it is kept with the data, for a rebuilt catalog."""
    found = catalog.objects.find(*_IDENTITY)
    if found is None:
        catalog.objects.create(*_IDENTITY, new_uuid())
        found = catalog.objects.find(*_IDENTITY)
    assert found is not None
    return found.payload
