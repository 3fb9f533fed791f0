"""Runs the page "How to add ..." in a process of its own: what it declares stays declared there."""

import re
import sys
from pathlib import Path

import sparktree

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"```(python|sql|text)\n(.*?)\n```", re.DOTALL)


def run(folder: str) -> None:
    """Execute the page's code, ask its SQL, compare what it quotes."""
    names: dict[str, object] = {"__name__": "how_to_add.strings.page"}
    printed = None
    with sparktree.connect(folder) as engine:
        for kind, content in _BLOCK.findall((ROOT / "docs" / "how_to_add.md").read_text("utf-8")):
            if kind == "python" and content.startswith("# src/"):
                file, _, quoted = content[2:].partition("\n")
                assert quoted in (ROOT / file).read_text("utf-8"), f"{file} is not quoted"
            elif kind == "python":
                exec(compile(content, "how_to_add.md", "exec"), names)
            elif kind == "sql":
                printed = engine.query(content).text()
            else:
                assert printed == content + "\n", f"{printed!r} is not {content!r}"
                print("one example")


if __name__ == "__main__":
    run(sys.argv[1])
