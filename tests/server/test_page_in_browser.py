"""The page in a real Chromium: every view over real tables, by mouse and by keyboard."""

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from sparktree.server.server import Server
from tests.server.asking import Asking
from tests.server.programs import npm_package, output
from tests.stores.installing import run

PACKAGES = ("playwright-core@1.65.1", "axe-core@4.14.1")


def chromium() -> str:
    """The browser: the one that is there, or Debian's."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        run("apt-get", "update", "-qq")
        run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium")
        found = shutil.which("chromium")
    if found is None:
        pytest.skip("needs the browser Chromium")
    return found


@pytest.fixture(scope="module")
def seen(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    """What a browser saw, by the step in which it did."""
    browser, folder = chromium(), tmp_path_factory.mktemp("browser")
    http = Asking(server.port("http_port"))
    http.ok("CREATE DATABASE IF NOT EXISTS paged")
    http.ok("CREATE TABLE paged.t (k UInt64, v UInt64) ENGINE = MergeTree ORDER BY k")
    http.ok("INSERT INTO paged.t SELECT number % 3, number FROM numbers(10)")
    http.ok("INSERT INTO paged.t SELECT number, number FROM numbers(100000)")
    http.ok("OPTIMIZE TABLE paged.t FINAL")
    http.ok("INSERT INTO paged.t VALUES (7, 1)")
    http.ok("CREATE USER few IDENTIFIED BY 'small secret'")
    http.ok("GRANT SELECT(k) ON paged.t TO few")
    packages = npm_package("page-1", *PACKAGES)
    (folder / "node_modules").symlink_to(packages / "node_modules")
    shutil.copy(Path(__file__).parent / "page.mjs", folder)
    address = f"http://127.0.0.1:{server.port('http_port')}"
    lines = output("node", "page.mjs", address, "paged", browser, "few", folder=folder)
    http.ok("DROP USER few")
    http.ok("DROP DATABASE paged")
    return dict(json.loads(line) for line in lines.splitlines())


def test_rows_are_shown_as_they_come_and_only_those_in_sight(seen: Mapping[str, Any]) -> None:
    assert seen["address"] == "/play"
    assert seen["rows"].startswith("100 000 rows. ")
    assert seen["cells"] == ["3", "3", "NULL"]
    assert seen["in the page"] is True
    assert seen["picked"] == "1"
    assert seen["filtered"] == "1 of 100 000"
    assert seen["summary"] == [
        "100 000 different, 0 NULL",
        "7 different, 0 NULL",
        "99 999 different, 1 NULL",
    ]


def test_errors_are_marked_and_statements_cancelled(seen: Mapping[str, Any]) -> None:
    assert seen["error"] == ["Code: 62", True]
    assert seen["cancelled"] == "Cancelled."


def test_parameters_are_fields_and_results_are_copied(seen: Mapping[str, Any]) -> None:
    expected = "INSERT INTO table_name (b, t) VALUES\n(42, 'it\\'s');"
    assert seen["insert"] == expected


def test_what_a_query_reads_is_told_before_and_after(seen: Mapping[str, Any]) -> None:
    assert "t: 2 parts, 2 granules" in seen["estimate"]
    assert "2 of 2 parts, 2 of 14 granules" in seen["read"]
    assert any("PrimaryKey" in one and "2 of 14 granules" in one for one in seen["plan"])


def test_parts_are_mapped_and_their_past_is_played(seen: Mapping[str, Any]) -> None:
    assert seen["parts"] == ["all_1_2_1", "all_3_3_0"]
    assert seen["amplification"] is True


def test_everybody_sees_what_their_rights_allow(seen: Mapping[str, Any]) -> None:
    assert "GRANT ALL ON *.* TO default WITH GRANT OPTION" in seen["grants"]
    assert seen["grants of few"] == "GRANT SELECT(k) ON paged.t TO few"
    assert seen["tables of few"] is True
    assert seen["kept"] is False


def test_nothing_is_asked_of_others_and_nothing_goes_wrong(seen: Mapping[str, Any]) -> None:
    assert seen["elsewhere"] == []
    assert seen["wrong"] == []


def test_the_page_is_accessible_also_narrow_and_dark(seen: Mapping[str, Any]) -> None:
    assert {
        step: found for step, found in seen.items() if step.startswith("accessible") and found
    } == {}
    assert seen["narrow"] is True
