"""The tour shows each statement, its result and its cost."""

import io

from rich.console import Console

from sparktree.cli.api import Cost
from sparktree.cli.demo import Tour
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
