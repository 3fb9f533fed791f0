"""The tour shows each statement, its result and its cost."""

import io
import re
from pathlib import Path

from rich.console import Console

import sparktree
from sparktree.cli.api import Cost
from sparktree.cli.demo import Tour, show_server
from sparktree.cli.tour import STEPS
from tests.unit.cli.fakes import FakeResult, FakeSession


def test_the_tour_shows_every_step_without_colour() -> None:
    shown = io.StringIO()
    session = FakeSession()
    for step in STEPS:
        cost = Cost(rows_read=250)
        session.answers[step.sql.strip().format(rows=1000)] = FakeResult(b"the result\n", cost=cost)
    Tour(session, Console(file=shown, width=100), 1000).run()
    text = shown.getvalue()
    assert "\x1b" not in text
    assert all(step.title.format(rows=1000) in text for step in STEPS)
    assert text.count("the result") == len(STEPS)
    assert "250 of 1,000 rows read (25.0%)" in text


def test_the_tour_can_be_taken_again() -> None:
    session = FakeSession()
    Tour(session, Console(file=io.StringIO()), 10).run()
    assert session.seen[0] == "DROP TABLE IF EXISTS visits"


def test_the_folder_is_served_for_a_moment(tmp_path: Path) -> None:
    shown = io.StringIO()
    with sparktree.connect(tmp_path) as engine:
        engine.query("CREATE TABLE visits (a UInt8) ENGINE = MergeTree ORDER BY a")
        show_server(str(tmp_path), Console(file=shown, width=100))
    lines = [line.rstrip() for line in shown.getvalue().splitlines()]
    asked = next(i for i, line in enumerate(lines) if line.startswith("curl 'http://localhost:"))
    assert "SELECT%20count%28%29%20FROM%20visits" in lines[asked]
    assert lines[asked + 1] == "0"
    assert re.fullmatch(r"[0-9.]+ s until it was ready", lines[asked + 2])
