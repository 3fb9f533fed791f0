"""`sparktree doctor`: what is missing where, of all that tables need to run on a cluster."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from sparktree.cli import doctor_disks
from sparktree.engines.storage.task_channel import Lines
from sparktree.errors import Error
from sparktree.session import Engine, connect
from sparktree.settings.config import Config, load_config
from sparktree.spark import looking
from sparktree.spark.java import OLDEST, find_java, version
from sparktree.version import VERSION

_PACKAGES = ("duckdb", "numpy", "pyarrow", "xxhash", "SQLAlchemy")
_SKEW_SECONDS = 2.0
_POSTGRES_PORT = 5432


@dataclass(slots=True)
class Findings:
    """What was looked at; problems come with what to do."""

    lines: list[tuple[str, str]] = field(default_factory=list)
    problems: int = 0

    def good(self, what: str) -> None:
        """As it should be."""
        self._tell("ok", what)

    def note(self, what: str) -> None:
        """Worth knowing, and no reason to fail."""
        self._tell("note", what)

    def bad(self, what: str, do: str) -> None:
        """A problem, and its remedy."""
        self.problems += 1
        self._tell("PROBLEM", f"{what}\n{'':9}To do: {do}")

    def _tell(self, kind: str, what: str) -> None:
        sys.stdout.write(f"{kind:<9}{what}\n")
        sys.stdout.flush()


def main(arguments: list[str], command: str) -> int:
    """Look and tell; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(
        prog=f"sparktree {command}",
        description="Start the Spark that the configuration describes and say in plain words what"
        " is missing where: Java, Python, packages, disks, catalog, ports, clocks.",
    )
    parser.add_argument("--path", help="the data folder (default: a temporary one)")
    parser.add_argument("--config", help="the configuration, with the settings of Spark")
    parser.add_argument("--catalog", help="URL of the catalog, if it is not in the folder")
    parser.add_argument("--user")
    parser.add_argument("--password")
    options = parser.parse_args(arguments)
    findings = Findings()
    _look(options, findings)
    if findings.problems:
        many = "1 problem." if findings.problems == 1 else f"{findings.problems} problems."
        sys.stdout.write(f"{many}\n")
    else:
        sys.stdout.write("Nothing is missing.\n")
    return 1 if findings.problems else 0


def _look(options: argparse.Namespace, findings: Findings) -> None:
    here = looking.facts(("pyspark", *_PACKAGES))
    _driver(here, findings)
    try:
        config = load_config(options.config) if options.config else Config()
    except Error as error:
        findings.bad(f"The configuration cannot be read: {error}", "correct what it names.")
        return
    config = _with_plain_daemon(config)
    try:
        engine = connect(
            options.path, config, options.user, options.password, catalog=options.catalog
        )
    except Error as error:
        findings.bad(
            f"The data folder, its disks or its catalog cannot be opened from here: {error}",
            "see to it that this machine reaches them, with these credentials.",
        )
        return
    with engine:
        findings.good("the catalog and all disks are reached from the driver")
        _catalog_clock(engine, findings)
        _machines(engine, here, options.catalog or config.text("catalog"), findings)


def _with_plain_daemon(config: Config) -> Config:
    """The same, but Python workers of Spark's own: ours are asked for when it is known that they
    find the package."""
    return config.with_texts({"spark.spark.python.daemon.module": "pyspark.daemon"})


def _driver(here: Mapping[str, Any], findings: Findings) -> None:
    try:
        home = find_java()
    except Error as error:
        findings.bad(f"Java on the driver: {error}", f"install Java {OLDEST} or newer.")
    else:
        findings.good(f"Java {version(Path(home))} on the driver ({home})")
    findings.good(f"Python {here['python']}, sparktree {VERSION} on the driver")
    for name, found in here["packages"].items():
        if not found:
            findings.bad(f"{name} is not installed on the driver.", f"pip install {name}")


def _catalog_clock(engine: Engine, findings: Findings) -> None:
    """How far the catalog's clock is from the driver's."""
    before = time.time()
    theirs = engine.services.catalog.clock()
    away = theirs - (before + time.time()) / 2
    if abs(away) > _SKEW_SECONDS:
        findings.note(
            f"the clock of the catalog's database differs from the driver's by {away:+.1f} s;"
            " leases and lifetimes go by the database's, now() by the driver's"
        )


def _no_spark(error: Error, here: Mapping[str, Any], findings: Findings) -> None:
    """Why not a single task ran."""
    text = str(error)
    if "PYTHON_VERSION_MISMATCH" in text or "different version" in text:
        findings.bad(
            f"Executors run another Python than the driver ({here['python']}): {text}",
            "name the same version for both: PYSPARK_PYTHON for executors (or"
            " spark.pyspark.python), PYSPARK_DRIVER_PYTHON for the driver.",
        )
    elif "Cannot run program" in text or "Python workers" in text:
        findings.bad(
            f"Executors find no Python: {text}",
            "install Python 3.11 or newer there, or send one along by spark.archives, and name it"
            " by PYSPARK_PYTHON (docs/operations.md).",
        )
    else:
        findings.bad(
            f"Spark runs no tasks: {text}",
            "see that spark.master is right, that a worker is free, and that executors can call"
            " spark.driver.host at spark.driver.port and spark.driver.blockManager.port.",
        )


def _machines(
    engine: Engine, here: Mapping[str, Any], catalog: str | None, findings: Findings
) -> None:
    """What every machine that runs tasks has."""
    spark = engine.services.spark
    try:
        local = spark.context_state().is_local
        lines = Lines(spark.driver_address(), lambda _: None, "doctor")
    except Error as error:
        _no_spark(error, here, findings)
        return
    with closing(lines):
        addresses = {"driver": lines.line.address}
        place = urlsplit(catalog or "")
        if place.scheme.startswith("postgresql") and place.hostname:
            addresses["catalog"] = (place.hostname, place.port or _POSTGRES_PORT)
        began = time.time()
        names = ("sparktree", "pyspark", *_PACKAGES)
        try:
            found = spark.on_all_machines(looking.look_around(names, addresses), send=looking)
        except Error as error:
            _no_spark(error, here, findings)
            return
        ended = time.time()
    by_host = {one["host"]: one for one in found}
    for host, one in sorted(by_host.items()):
        _machine(host, one, here, local, findings)
        _clock(host, one["time"], began, ended, findings)
        _ports(host, one["reached"], addresses, findings)
    told = "machine runs" if len(by_host) == 1 else "machines run"
    findings.good(f"{len(by_host)} {told} tasks: {', '.join(sorted(by_host))}")
    if all(_has_sparktree(one, local) for one in by_host.values()):
        _disks(engine, findings)
    else:
        findings.note("disks were not tried from executors: sparktree must be there first")


def _has_sparktree(one: Mapping[str, Any], local: bool) -> bool:
    return local or one["packages"]["sparktree"] == VERSION


def _machine(
    host: str, one: Mapping[str, Any], here: Mapping[str, Any], local: bool, findings: Findings
) -> None:
    before = findings.problems
    everywhere = "install the same versions on all nodes (docs/operations.md: venv archive, image)"
    if one["python"].split(".")[:2] != here["python"].split(".")[:2]:
        findings.bad(
            f"{host} runs tasks with Python {one['python']} ({one['executable']}), the driver has"
            f" {here['python']}.",
            "set PYSPARK_PYTHON to the same version.",
        )
    if not _has_sparktree(one, local):
        own = one["packages"]["sparktree"]
        missing = f"has sparktree {own}" if own else "has no sparktree"
        findings.bad(f"{host} {missing}, the driver has {VERSION}.", f"{everywhere}.")
    for name in _PACKAGES:
        own, ours = one["packages"][name], here["packages"][name]
        if not own:
            findings.bad(f"{host} has no {name}, which tasks need.", f"{everywhere}.")
        elif own.split(".")[0] != ours.split(".")[0]:
            findings.bad(f"{host} has {name} {own}, the driver has {ours}.", f"{everywhere}.")
    if one["java"] and one["java"] < OLDEST:
        findings.bad(
            f"{host} runs executors with Java {one['java']}.",
            f"point JAVA_HOME there at Java {OLDEST} or newer.",
        )
    if findings.problems == before:
        findings.good(f"{host}: Python {one['python']}, Java {one['java'] or 'unknown'}, packages")


def _clock(host: str, theirs: float, began: float, ended: float, findings: Findings) -> None:
    away = theirs - ended if theirs > ended else min(theirs - began, 0.0)
    if abs(away) > _SKEW_SECONDS:
        findings.bad(
            f"The clock of {host} differs from the driver's by {away:+.0f} s.",
            "let chrony or ntpd keep the time of all machines; moments that tasks take (now() in"
            " defaults) are wrong otherwise.",
        )


def _ports(
    host: str,
    reached: Mapping[str, str],
    addresses: Mapping[str, tuple[str, int]],
    findings: Findings,
) -> None:
    address, port = addresses["driver"]
    if reached["driver"]:
        findings.bad(
            f"{host} cannot call the driver at {address}:{port}: {reached['driver']}.",
            "set spark.driver.host to an address that executors reach, and open the driver's ports"
            " to them.",
        )
    else:
        findings.good(f"{host} reaches the driver at {address}")
    if reached.get("catalog"):
        where = ":".join(map(str, addresses["catalog"]))
        findings.note(
            f"{host} does not reach the catalog at {where} ({reached['catalog']}): tasks do not"
            " need it, a driver there would (cluster mode)"
        )


def _disks(engine: Engine, findings: Findings) -> None:
    """Whether executors see what the driver writes on each disk, and the driver what they write."""
    services = engine.services
    key = f"doctor-{uuid4().hex}"
    for problem in doctor_disks.problems(services.spark, services.disks, key):
        if problem.text:
            findings.bad(problem.text, problem.remedy)
        else:
            findings.good(f"disk {problem.disk}: read and written from {problem.host}")
