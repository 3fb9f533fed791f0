"""The SQL of the user guide runs, and prints what the guide says."""

import re
from pathlib import Path

import sparktree

GUIDE = Path(__file__).parents[2] / "docs" / "user_guide.md"
_BLOCK = re.compile(r"```(sql|text)\n(.*?)\n```", re.DOTALL)


def test_the_examples_of_the_user_guide(engine: sparktree.Engine) -> None:
    session = engine.session()
    printed = ""
    compared = 0
    for kind, content in _BLOCK.findall(GUIDE.read_text("utf-8")):
        if kind == "sql":
            printed = session.query(content).text()
        else:
            assert printed.rstrip("\n") == content
            compared += 1
    assert compared >= 4
