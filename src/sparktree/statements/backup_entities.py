"""Users, roles, policies, profiles, quotas and functions in backups: as tables of `system`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from urllib.parse import unquote

from sparktree.access.access import right
from sparktree.access.entities import KINDS, Role, restored
from sparktree.engines.backups.names import DATA
from sparktree.engines.backups.opened import OpenedBackup
from sparktree.engines.backups.settings import CREATE, REPLACE, RestoreSettings
from sparktree.errors import Code, Error
from sparktree.parts.filename import escape_for_file_name
from sparktree.statements.context import Context
from sparktree.statements.functions import KIND as FUNCTION

# What the catalog calls that which ClickHouse shows in these tables.
ENTITY_TABLES: Mapping[str, str] = {
    "users": "user",
    "roles": "role",
    "settings_profiles": "settings profile",
    "row_policies": "row policy",
    "quotas": "quota",
    "functions": FUNCTION,
}


def saved_entities(tables: Iterable[str], context: Context) -> Iterator[tuple[str, bytes]]:
    """The files of these tables; of passwords they have hashes, as the catalog does."""
    for table in tables:
        for stored in context.services.catalog.objects.all(ENTITY_TABLES[table]):
            yield _file(table, stored.name), stored.payload.encode()


def _file(table: str, name: str) -> str:
    return f"{_folder(table)}/{escape_for_file_name(name)}.json"


def _folder(table: str) -> str:
    return f"{DATA}/system/{table}"


def entity_tables(backup: OpenedBackup) -> list[str]:
    """Those of the tables of which the backup has something."""
    return [table for table in ENTITY_TABLES if backup.contents.names_in(_folder(table))]


def restore_entities(
    tables: Iterable[str], backup: OpenedBackup, settings: RestoreSettings, context: Context
) -> None:
    """Make what the backup has of these tables; roles go by names, whatever their ids were."""
    texts: list[tuple[str, str, str]] = []  # kind, name, payload
    for table in tables:
        kind = ENTITY_TABLES[table]
        allowed = (
            settings.restore_functions if kind == FUNCTION else settings.restore_access_entities
        )
        for file in backup.contents.names_in(_folder(table)) if allowed else ():
            text = backup.text(f"{_folder(table)}/{file}") or ""
            texts.append((kind, unquote(file.removesuffix(".json")), text))
    _check_rights(texts, context)
    ids = dict(_other_ids(texts, context))
    for kind, name, text in texts:
        for old, new in ids.items():
            text = text.replace(old, new)
        if kind == FUNCTION:
            _make_function(name, text, settings.create_function, context)
        else:
            _make_entity(kind, name, text, settings.create_access, context)


def _check_rights(texts: Iterable[tuple[str, str, str]], context: Context) -> None:
    """Nobody makes others who may do more than their maker may grant."""
    access = context.access
    if access is None:
        return
    for kind, _, text in texts:
        if kind == FUNCTION:
            continue
        entity = restored(kind, text)
        if isinstance(entity, Role):
            for element in entity.rights.elements():
                access.check(replace(element, option=True))
            if entity.roles:
                access.check(right("ROLE ADMIN"))


def _other_ids(
    texts: Iterable[tuple[str, str, str]], context: Context
) -> Iterator[tuple[str, str]]:
    """The ids of entities that are there already, by those that they have in the backup."""
    known = context.services.access.known()
    for kind, name, text in texts:
        if kind != FUNCTION:
            there = known.find(KINDS[kind], name)
            if there is not None:
                yield str(json.loads(text)["id"]), there.id


def _make_entity(kind: str, name: str, text: str, way: str, context: Context) -> None:
    access = context.services.access
    entity = restored(kind, text)
    there = access.known().find(KINDS[kind], name) is not None
    if way == "0":
        if not there:
            raise Error(
                Code.UNKNOWN_USER, f"There is no {kind} `{name}`, and none is to be created"
            )
        return
    if not access.insert(entity, or_replace=way == REPLACE) and way == CREATE:
        raise access.taken(entity)


def _make_function(name: str, text: str, way: str, context: Context) -> None:
    objects = context.services.catalog.objects
    if way == REPLACE:
        objects.replace(FUNCTION, name, text)
    elif way != "0" and not objects.create(FUNCTION, name, text) and way == CREATE:
        message = f"User-defined object '{name}' already exists"
        raise Error(Code.FUNCTION_ALREADY_EXISTS, message)
